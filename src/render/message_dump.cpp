#include "render/message_dump.hpp"

#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "files/names.hpp"
#include "render/memory_parts.hpp"
#include "render/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ballast::inline v0::render {

namespace {

std::uint64_t distance(std::int64_t a, std::int64_t b)
{
    return static_cast<std::uint64_t>(std::max(a, b)) - static_cast<std::uint64_t>(std::min(a, b));
}

// What a size can differ from what it was rounded from: a hundredth of its unit, `16.50G`, or a thousandth.
std::uint64_t tolerance_of(std::int64_t size)
{
    std::int64_t unit = 1;
    while (unit <= size / 1024) unit *= 1024;
    return static_cast<std::uint64_t>(std::max(unit / 100, size / 1000));
}

// The size that the total of a module is; null if none is.
const std::int64_t* size_of_row(const files::summary_row& row, const std::vector<std::int64_t>& sizes)
{
    const auto total = row.numbers.total;
    const auto found = std::ranges::find_if(
        sizes, [&](std::int64_t size) { return size > 0 && distance(size, total) <= tolerance_of(size); });
    return found == sizes.end() ? nullptr : &*found;
}

} // namespace

chosen_row module_of_message(const files::folder_summary& all, std::string_view name,
                             const std::vector<std::int64_t>& sizes)
{
    if (all.rows.empty()) return {nullptr, {}, "no module with allocations"};
    if (!name.empty()) {
        const files::summary_row* found = nullptr;
        for (const auto& row : all.rows)
            if (row.name == name && (!found || (!sizes.empty() && distance(row.numbers.total, sizes.front()) <
                                                                      distance(found->numbers.total, sizes.front()))))
                found = &row;
        if (found) return {found, {}, {}};
        return {nullptr, {}, fmt::format("no module has the name {}", files::quoted_name(name))};
    }
    std::vector<std::pair<const files::summary_row*, std::int64_t>> near;
    for (const auto& row : all.rows)
        if (const auto* size = size_of_row(row, sizes)) near.emplace_back(&row, *size);
    if (near.size() == 1)
        return {
            near.front().first,
            fmt::format("a guess: the text names no module; {} is the only one of the dump with a total of about {}",
                        printable(near.front().first->name), size_text(near.front().second)),
            {}};
    if (sizes.empty()) return {nullptr, {}, "the text names no module, and has no size that can be a module's total"};
    if (!near.empty())
        return {nullptr, {}, fmt::format("the text names no module, and {} modules have a total like it", near.size())};
    std::string list;
    for (const auto size : sizes) list += fmt::format("{}{}", list.empty() ? "" : " or ", size_text(size));
    return {nullptr, {}, fmt::format("the text names no module, and no module has a total of about {}", list)};
}

void put_dump(json_writer& out, const dump_of_message& dump)
{
    out.object("dump", [&] {
        put_files(out, dump.files);
        out.member("module", dump.module);
        if (!dump.guess.empty()) out.member("guess", dump.guess);
        out.array("matches", [&] {
            for (const auto& m : dump.matches)
                out.object([&] {
                    out.member("buffer", m.buffer);
                    out.member("value", m.value);
                    out.member("allocation", m.allocation);
                    if (m.start < 0) return;
                    out.member("start", m.start);
                    out.member("end", m.end);
                });
        });
    });
}

std::string matches_text(const tpu_memory& message, const dump_of_message& dump, std::size_t top, std::size_t columns)
{
    if (message.buffers.empty()) return {};
    using enum table::side;
    table rows({right, left, left, right, right, right});
    rows.row({"size", "shape", "value", "allocation", "from step", "to step"});
    const auto shown = top == 0 ? dump.matches.size() : std::min(top, dump.matches.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& m = dump.matches[i];
        const auto& buffer = message.buffers[m.buffer];
        const bool live = m.start >= 0;
        rows.row({size_text(buffer.bytes), printable(buffer.shape), printable(m.value), fmt::to_string(m.allocation),
                  live ? fmt::to_string(m.start) : "", live ? fmt::to_string(m.end) : ""});
    }
    auto out = fmt::format("\nlisted buffers in the dump: {} of {}", dump.matches.size(), message.buffers.size());
    if (shown < dump.matches.size()) out += fmt::format(", {} shown", shown);
    out += '\n';
    if (shown != 0) rows.print(out, columns, {{1, 12}, {2, 16}});
    return out;
}

} // namespace ballast::inline v0::render
