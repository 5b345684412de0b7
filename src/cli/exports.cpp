#include "cli/exports.hpp"

#include "analyse/labels.hpp"
#include "base/shown.hpp"
#include "cli/compressed.hpp"
#include "cli/json.hpp"
#include "model/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>
#include <vector>

namespace ballast::cli {

namespace {

// --- CSV ---

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
std::string field(std::string_view text, cells texts)
{
    if (texts == cells::raw) return quoted_cell(text);
    return quoted_cell((is_formula(text) ? "'" : "") + printable(text));
}
// Unknown numbers are empty cells.
std::string known(std::int64_t number) { return number < 0 ? std::string() : fmt::to_string(number); }

// --- the trace ---

// Rows on which slices follow each other.
class lanes {
public:
    // Takes the first row that is free at `start` until `end`, exclusive.
    std::size_t take(std::int64_t start, std::int64_t end)
    {
        std::size_t lane = count_;
        if (!busy_.empty() && busy_.top().first <= start) {
            lane = busy_.top().second;
            busy_.pop();
        } else {
            ++count_;
        }
        busy_.emplace(end, lane);
        return lane;
    }

private:
    using until = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<until, std::vector<until>, std::greater<>> busy_;
    std::size_t count_ = 0;
};

// Parameters are live for one step more than the schedule has.
std::int64_t last_step_of(const holder_numbers& h, const memory_analysis& memory)
{
    return std::min(h.end, memory.steps - 1);
}

// --- the profile: fields of protocol buffers ---

class message {
public:
    void number(unsigned field, std::uint64_t value)
    {
        varint(field << 3);
        varint(value);
    }
    void number(unsigned field, std::int64_t value) { number(field, static_cast<std::uint64_t>(value)); }
    void bytes(unsigned field, std::string_view value)
    {
        varint(field << 3 | 2);
        varint(value.size());
        text_.append(value);
    }
    void inner(unsigned field, const message& value) { bytes(field, value.text()); }
    [[nodiscard]] std::string_view text() const { return {text_.data(), text_.size()}; }
    void clear() { text_.clear(); }

private:
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7) text_ += static_cast<char>(value | 0x80);
        text_ += static_cast<char>(value);
    }
    std::string text_;
};

// Written piece by piece, since a module can have millions of samples.
class profile {
public:
    explicit profile(const piece_taker& take) : out_(take) { text(""); }

    void run(const memory_analysis& memory)
    {
        message type;
        type.number(1, text("space"));
        type.number(2, text("bytes"));
        all_.inner(1, type);
        for (const auto& h : memory.holders) {
            sample(h);
            hand_over();
        }
        for (model::number i = 0; i < texts_.size(); ++i) {
            const auto bytes = texts_[i];
            all_.bytes(6, {bytes.data(), bytes.size()});
            hand_over();
        }
        out_.write(all_.text());
        out_.finish();
    }

private:
    void hand_over()
    {
        constexpr std::size_t piece = 64 * 1024;
        if (all_.text().size() < piece) return;
        out_.write(all_.text());
        all_.clear();
    }

    std::int64_t text(std::string_view wanted) { return texts_.of(wanted.data(), wanted.size()); }

    // A function and a line in it.
    std::int64_t location(const std::string& function, const std::string& file, std::int64_t line)
    {
        const std::int64_t key[]{text(function), text(file), line};
        const auto known = static_cast<model::number>(locations_.size());
        const auto at = locations_.of(key, 3);
        if (at != known) return at + std::int64_t{1};
        const auto known_functions = static_cast<model::number>(functions_.size());
        const auto there = functions_.of(key, 2);
        const auto function_id = there + std::int64_t{1};
        if (there == known_functions) {
            message made;
            made.number(1, function_id);
            made.number(2, key[0]);
            made.number(3, key[0]);
            made.number(4, key[1]);
            all_.inner(5, made);
        }
        message row;
        row.number(1, function_id);
        row.number(2, line);
        message made;
        made.number(1, at + std::int64_t{1});
        made.inner(4, row);
        all_.inner(4, made);
        return at + std::int64_t{1};
    }

    void label(message& of, const std::string& key, const std::string& value)
    {
        if (value.empty()) return;
        message made;
        made.number(1, text(key));
        made.number(2, text(value));
        of.inner(3, made);
    }

    void sample(const holder& h)
    {
        message made;
        // The innermost first.
        const auto leaf = h.stack.empty() ? source_call{} : h.stack.front();
        made.number(1, location(h.label, leaf.file, leaf.line));
        for (const auto& call : h.stack)
            if (!call.function.empty()) made.number(1, location(call.function, call.file, call.line));
        if (h.stack.size() < 2) {
            auto parts = h.parameter < 0 ? analyse::parts_of(h.op_name) : std::vector<std::string>();
            if (!parts.empty()) parts.pop_back(); // the label has it
            for (auto i = parts.rbegin(); i != parts.rend(); ++i) made.number(1, location(*i, {}, 0));
        }
        made.number(1, location(std::string(spelling(h.is)), {}, 0));
        made.number(1, location(fmt::format("space {}", h.space), {}, 0));
        made.number(2, h.bytes);
        label(made, "shape", h.shape);
        label(made, "value", h.name);
        label(made, "class", std::string(spelling(h.is)));
        label(made, "op", h.opcode);
        all_.inner(2, made);
    }

    gzip_writer out_;
    message all_; // bytes that were not passed on yet
    model::interned<char> texts_;
    model::interned<std::int64_t> locations_;
    model::interned<std::int64_t> functions_;
};

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

} // namespace

void export_csv(const memory_analysis& memory, cells texts, const piece_taker& take)
{
    const auto text = [&](std::string_view of) { return field(of, texts); };
    const auto held = holders_by_value(memory);
    if (!take("space,class,allocation,value,name,size,offset,start,end,held,logical,parameter,output,shape,dtype,op,"
              "label,"
              "scope,source,op_name\r\n"))
        return;
    for (const auto& h : memory.buffers) {
        const auto here = std::ranges::lower_bound(held, h.value, {}, &held_by_value::value);
        const bool holds = here != held.end() && here->value == h.value;
        if (!take(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", h.space,
                              spelling(h.is), h.allocation, h.value, text(h.name), h.size, h.offset, known(h.start),
                              known(h.end),
                              holds                                              ? fmt::to_string(here->bytes)
                              : memory.ranges || h.is != buffer_class::temporary ? "0"
                                                                                 : "",
                              known(h.logical), known(h.parameter), text(h.output), text(h.shape), text(h.type),
                              text(h.opcode), text(h.label), text(h.scope), text(h.source), text(h.op_name))))
            return;
    }
}

void export_trace(const memory_analysis& memory, const piece_taker& take)
{
    bool first = true;
    const auto event = [&](auto&& body) {
        json_writer out;
        out.object([&] { body(out); });
        const bool more = take(fmt::format("{}{}", first ? "" : ",\n", out.result()));
        first = false;
        return more;
    };
    if (!take("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")) return;
    const auto named = [&](std::string_view what, std::int64_t space, std::int64_t row, const std::string& name) {
        return event([&](json_writer& out) {
            out.member("name", what);
            out.member("ph", "M");
            out.member("pid", space);
            out.member("tid", row);
            out.object("args", [&] { out.member("name", name); });
        });
    };
    std::map<std::int64_t, std::vector<std::uint32_t>> by_space;
    for (std::uint32_t i = 0; i < memory.buffers.size(); ++i) {
        const auto h = memory.buffers.numbers(i);
        if (h.start >= 0 && h.start <= last_step_of(h, memory)) by_space[h.space].push_back(i);
    }
    for (auto& [space, values] : by_space) {
        if (!named("process_name", space, 0, fmt::format("memory space {}", space))) return;
        std::ranges::sort(values, {}, [&](std::uint32_t i) {
            const auto h = memory.buffers.numbers(i);
            return std::tuple(h.start, -h.size, h.value);
        });
        lanes rows;
        for (const auto i : values) {
            const auto h = memory.buffers[i];
            const auto end = last_step_of(h, memory) + 1;
            const auto row = static_cast<std::int64_t>(rows.take(h.start, end)) + 1;
            const bool more = event([&](json_writer& out) {
                out.member("name", h.label);
                out.member("cat", spelling(h.is));
                out.member("ph", "X");
                out.member("ts", h.start);
                out.member("dur", end - h.start);
                out.member("pid", space);
                out.member("tid", row);
                out.object("args", [&] {
                    out.member("value", h.value);
                    out.member("name", h.name);
                    out.member("shape", h.shape);
                    out.member("bytes", h.size);
                    out.member("allocation", h.allocation);
                    out.member("offset", h.offset);
                    if (!h.source.empty()) out.member("source", h.source);
                });
            });
            if (!more) return;
        }
    }
    for (const auto& s : memory.spaces)
        for (const auto& use : s.occupied) {
            const bool more = event([&](json_writer& out) {
                out.member("name", "temporaries");
                out.member("ph", "C");
                out.member("ts", use.step);
                out.member("pid", s.space);
                out.member("tid", std::int64_t{0});
                out.object("args", [&] { out.member("bytes", use.bytes); });
            });
            if (!more) return;
        }
    take("\n]}\n");
}

void export_pprof(const memory_analysis& memory, const piece_taker& take) { profile(take).run(memory); }

} // namespace ballast::cli
