#include "render/tpu_memory.hpp"

#include "ballast/verdict.hpp"
#include "ballast/version.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "render/json.hpp"
#include "render/memory_parts.hpp"
#include "render/message_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

namespace {

using cells = std::vector<std::string>;

// Columns of which the first is aligned to the right.
std::string table_of(const std::vector<cells>& rows, std::string_view indent)
{
    std::vector<std::size_t> widths;
    for (const auto& r : rows)
        for (std::size_t i = 0; i < r.size(); ++i) {
            if (i == widths.size()) widths.push_back(0);
            widths[i] = std::max(widths[i], r[i].size());
        }
    std::string result;
    for (const auto& r : rows) {
        std::string line(indent);
        for (std::size_t i = 0; i < r.size(); ++i)
            line += i == 0 ? fmt::format("{:>{}}", r[i], widths[i]) : fmt::format("  {:<{}}", r[i], widths[i]);
        result += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return result;
}

// The cells of a buffer. Buffers with equal cells share a row; for arguments, their numbers do not count.
cells buffer_row(const tpu_buffer& b)
{
    auto name = !b.op_name.empty() ? b.op_name : b.owner == "argument" || b.owner == "output" ? std::string() : b.label;
    if (!b.use.empty()) name += fmt::format(" ({})", b.use);
    const auto padding = b.padding == 0 ? std::string() : fmt::format("{} padding", size_text(b.padding));
    return {size_text(b.bytes), b.owner, printable(b.shape), padding, printable(name), printable(b.source)};
}

std::vector<cells> buffer_rows(const tpu_memory& of, std::size_t top)
{
    std::vector<std::pair<cells, std::size_t>> alike;
    for (const auto& buffer : of.buffers) {
        auto made = buffer_row(buffer);
        const auto same = std::ranges::find(alike, made, &std::pair<cells, std::size_t>::first);
        if (same != alike.end())
            ++same->second;
        else
            alike.emplace_back(std::move(made), 1);
    }
    std::vector<cells> rows;
    const auto count = top == 0 ? alike.size() : std::min(top, alike.size());
    for (std::size_t i = 0; i < count; ++i) {
        rows.push_back(alike[i].first);
        rows.back().insert(rows.back().begin() + 1, alike[i].second == 1 ? "" : fmt::format("x {}", alike[i].second));
    }
    if (count < alike.size()) rows.push_back({"", "", fmt::format("and {} more", alike.size() - count)});
    return rows;
}
std::vector<cells> sum_rows(const std::vector<tpu_sum>& sums, std::size_t top)
{
    std::vector<cells> rows;
    const auto count = top == 0 ? sums.size() : std::min(top, sums.size());
    for (std::size_t i = 0; i < count; ++i)
        rows.push_back({size_text(sums[i].bytes), fmt::format("{}x", sums[i].count), printable(sums[i].name)});
    return rows;
}

struct number_row {
    std::string_view name;
    std::optional<std::int64_t> bytes;
};
std::vector<number_row> numbers_of(const tpu_memory& of)
{
    return {{"used", of.used},
            {"capacity", of.capacity},
            {"missing", of.missing},
            {"reserved", of.reserved},
            {"program", of.program},
            {"arguments", of.arguments},
            {"temporaries", of.temporaries},
            {"padding", of.padding},
            {"fragmentation", of.fragmentation}};
}

std::string heading(std::string_view title, std::string_view mark) { return fmt::format("\n{}{}\n", mark, title); }

// The parts in their order; `mark` begins headings, `indent` lines.
std::string text_of(const tpu_memory& of, std::string_view name, std::size_t top, std::string_view mark,
                    std::string_view fence)
{
    std::string out;
    if (const auto text = incomplete_sentence(of.of_text); !text.empty()) out = printable(text) + '\n';
    out += fmt::format("{}{}\n{}\n", mark, printable(name), printable(of.verdict));
    std::vector<cells> numbers;
    for (const auto& n : numbers_of(of))
        if (n.bytes.value_or(0) != 0) numbers.push_back({size_text(*n.bytes), std::string(n.name)});
    const auto table = [&](std::string_view title, const std::vector<cells>& rows) {
        if (rows.empty()) return;
        out += heading(title, mark);
        out += fence;
        out += table_of(rows, "  ");
        out += fence;
    };
    table(of.space.empty() ? "memory" : of.space, numbers);
    const auto list = [&](std::string_view title, const std::vector<std::string>& lines) {
        if (lines.empty()) return;
        out += heading(title, mark);
        for (const auto& l : lines) out += fmt::format("- {}\n", printable(l));
    };
    list("facts", of.facts);
    table("largest buffers", buffer_rows(of, top));
    table("listed bytes by source line", sum_rows(of.by_source, top));
    table("listed bytes by scope", sum_rows(of.by_scope, top));
    list("next steps", of.advice);
    return out;
}

// Where a line is broken: after the last blank that fits, or within a longer word, but not within a character.
std::size_t break_in(std::string_view line, std::size_t columns)
{
    constexpr std::size_t indent = 4; // a break there would leave nothing on the line
    const auto blank = line.rfind(' ', columns - 1);
    if (blank != std::string_view::npos && blank > indent) return blank + 1;
    auto at = columns;
    while (at > 1 && (static_cast<unsigned char>(line[at]) & 0xc0U) == 0x80) --at;
    return at;
}

// Lines that are too long go on in the next one, indented.
std::string wrapped(std::string_view text, std::size_t columns)
{
    constexpr std::size_t least = 20;
    if (columns < least) return std::string(text);
    std::string result;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        while (line.size() > columns) {
            const auto at = break_in(line, columns);
            const auto kept = line.substr(0, at);
            result += kept.substr(0, kept.find_last_not_of(' ') + 1) + '\n';
            line = "    " + line.substr(at);
        }
        result += line + '\n';
    }
    return result;
}

} // namespace

std::string tpu_memory_text(const tpu_memory& of, std::string_view name, std::size_t top, std::size_t columns)
{
    return wrapped(text_of(of, name, top, "", ""), columns);
}

std::string tpu_memory_markdown(const tpu_memory& of, std::string_view name, std::size_t top)
{
    return text_of(of, name, top, "### ", "```\n");
}

namespace {

void put_memory(json_writer& json, const tpu_memory& of)
{
    json.object("tpu", [&] {
        json.member("verdict", of.verdict);
        json.member("space", of.space);
        if (!of.module_name.empty()) json.member("module", of.module_name);
        if (!of.instruction.empty()) json.member("instruction", of.instruction);
        for (const auto& n : numbers_of(of))
            if (n.bytes) json.member(n.name, *n.bytes);
        json.array("buffers", [&] {
            for (const auto& b : of.buffers)
                json.object([&] {
                    json.member("number", b.number);
                    json.member("owner", b.owner);
                    json.member("bytes", b.bytes);
                    json.member("padding", b.padding);
                    if (!b.shape.empty()) json.member("shape", b.shape);
                    json.member("label", b.label);
                    if (!b.op_name.empty()) json.member("op_name", b.op_name);
                    if (!b.scope.empty()) json.member("scope", b.scope);
                    if (!b.source.empty()) json.member("source", b.source);
                    if (!b.use.empty()) json.member("use", b.use);
                    if (b.better_shape.empty()) return;
                    json.member("better_shape", b.better_shape);
                    json.member("better_bytes", b.better_bytes);
                });
        });
        const auto sums = [&](std::string_view key, const std::vector<tpu_sum>& list) {
            json.array(key, [&] {
                for (const auto& s : list)
                    json.object([&] {
                        json.member("name", s.name);
                        json.member("bytes", s.bytes);
                        json.member("count", s.count);
                    });
            });
        };
        sums("by_source", of.by_source);
        sums("by_scope", of.by_scope);
        const auto texts = [&](std::string_view key, const std::vector<std::string>& list) {
            json.array(key, [&] {
                for (const auto& text : list) json.text(text);
            });
        };
        texts("facts", of.facts);
        texts("advice", of.advice);
    });
}

} // namespace

std::string tpu_memory_json(const tpu_memory& of, const std::vector<shown_file>& files, std::string_view era,
                            const std::vector<message_view>& messages, const dump_of_message* dump)
{
    json_writer json;
    json.object([&] {
        json.member("tool", "ballast");
        json.member("version", BALLAST_VERSION);
        json.member("schema", 2);
        put_files(json, files);
        json.member("era", era);
        put_completeness(json, of.of_text);
        if (!messages.empty()) put_messages(json, messages);
        put_memory(json, of);
        if (dump) put_dump(json, *dump);
    });
    return json.result() + '\n';
}

} // namespace ballast::inline v0::render
