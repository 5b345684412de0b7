// Tables for spreadsheets.
#include "ballast/render.hpp"
#include "base/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

namespace {

bool is_formula(std::string_view text)
{
    return !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos;
}

std::string quoted_cell(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"') result += '"';
        result += c;
    }
    return result.append("\"");
}
std::string field(std::string_view text, bool raw)
{
    if (raw) return quoted_cell(text);
    return quoted_cell((is_formula(text) ? "'" : "") + printable(text));
}
// Unknown numbers are empty cells.
std::string known(std::int64_t number) { return number < 0 ? std::string() : fmt::to_string(number); }

// The holders of values, by id; the first one of each.
struct held_by_value {
    std::int64_t value = 0;
    std::int64_t bytes = 0;
};
std::vector<held_by_value> holders_by_value(const memory_analysis& memory)
{
    std::vector<held_by_value> result;
    for (std::size_t i = 0; i < memory.holders.size(); ++i)
        if (const auto h = memory.holders.numbers(i); h.value >= 0) result.push_back({h.value, h.bytes});
    std::ranges::stable_sort(result, {}, &held_by_value::value);
    return result;
}

// A table of all values (RFC 4180) with a header line; thread-local ones have no class. Texts that a spreadsheet would
// read as formulas start with an apostrophe, and unsafe characters are escaped; raw texts are as in the dump.
void write_csv(const memory_analysis& memory, const export_options& how, const piece_taker& take)
{
    const auto text = [&](std::string_view of) { return field(of, how.raw); };
    const auto held = holders_by_value(memory);
    if (!take("space,class,allocation,value,name,size,offset,start,end,held,logical,parameter,output,shape,dtype,op,"
              "label,"
              "scope,source,op_name\r\n"))
        return;
    const auto put = [&](const holder& h, bool is_thread_local) {
        const auto here = std::ranges::lower_bound(held, h.value, {}, &held_by_value::value);
        const bool holds = here != held.end() && here->value == h.value;
        return take(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", h.space,
                                is_thread_local ? std::string_view() : spelling(h.is), h.allocation, h.value,
                                text(h.name), h.size, h.offset, known(h.start), known(h.end),
                                is_thread_local                                    ? ""
                                : holds                                            ? fmt::to_string(here->bytes)
                                : memory.ranges || h.is != buffer_class::temporary ? "0"
                                                                                   : "",
                                known(h.logical), known(h.parameter), text(h.output), text(h.shape), text(h.type),
                                text(h.opcode), text(h.label), text(h.scope), text(h.source), text(h.op_name)));
    };
    // Both are in the order of the allocations.
    auto local = memory.thread_local_buffers.begin();
    const auto locals_before = [&](std::int64_t allocation) {
        for (; local != memory.thread_local_buffers.end(); ++local) {
            const auto h = *local;
            if (h.allocation >= allocation) return true;
            if (!put(h, true)) return false;
        }
        return true;
    };
    for (const auto& h : memory.buffers)
        if (!locals_before(h.allocation) || !put(h, false)) return;
    locals_before(std::numeric_limits<std::int64_t>::max());
}

} // namespace

extern const memory_export csv_export{"csv", "all values", {.buffers = true}, write_csv, false, true};

} // namespace ballast::inline v0::render
