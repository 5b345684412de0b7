#include "render/failure_text.hpp"

#include "ballast/message_facts.hpp"
#include "ballast/verdict.hpp"
#include "ballast/version.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "render/json.hpp"
#include "render/memory_parts.hpp"
#include "render/pool_picture.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ballast::inline v0::render {

namespace {

constexpr std::size_t most_described = 8; // failures, after which only lines follow

std::string place_of(const read_text& text, const failures::failure& f)
{
    return fmt::format("{}:{}", text.shown, f.line);
}

std::string times(const failures::failure& f)
{
    return f.times == 1 ? std::string() : fmt::format(" ({} times)", f.times);
}

// The capacity of --device or --limit belongs to the verdict if the text has none.
std::string verdict_of(const failures::failure& f, const failure_options& how)
{
    auto verdict = f.verdict;
    const auto needed = f.needed_of_device();
    if (!how.limit || !needed || f.bytes("available")) return verdict;
    constexpr std::string_view question = "; --device names the device";
    if (const auto at = verdict.find(question); at != std::string::npos) verdict.erase(at);
    if (*needed > how.limit->available) return fmt::format("{}; {}", verdict, fit_sentence(*how.limit, *needed, true));
    // A request can fail although the device is large enough.
    if (!f.is_of_program) return verdict;
    return fmt::format("{}; {} has {}, so {}", verdict, how.limit->title, size_text(how.limit->available),
                       f.is_complete ? "it fits" : "whether it fits cannot be decided from this part");
}

std::vector<std::string> buffer_rows(const failures::failure& f, const failure_options& how)
{
    std::vector<std::array<std::string, 4>> cells;
    const auto count = how.top == 0 ? f.buffers.size() : std::min(how.top, f.buffers.size());
    std::array<std::size_t, 4> widths{};
    for (std::size_t i = 0; i < count; ++i) {
        const auto& b = f.buffers[i];
        std::array<std::string, 4> row{size_text(b.bytes), b.count == 1 ? std::string() : fmt::format("x {}", b.count),
                                       b.owner, b.shape};
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
        cells.push_back(std::move(row));
    }
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& b = f.buffers[i];
        const auto& row = cells[i];
        auto line = fmt::format("  {:>{}}  {:<{}}  {:<{}}  {:<{}}  {}", row[0], widths[0], row[1], widths[1], row[2],
                                widths[2], row[3], widths[3], b.label);
        if (!b.source.empty()) line += fmt::format("  {}", b.source);
        if (b.padding != 0) line += fmt::format("  ({} padding)", size_text(b.padding));
        result.push_back(printable(line.substr(0, line.find_last_not_of(' ') + 1)));
    }
    if (count < f.buffers.size()) result.push_back(fmt::format("  and {} more", f.buffers.size() - count));
    return result;
}

// A line of a table, cut to the width.
std::string cut_line(std::string line, std::size_t columns)
{
    if (columns > 3 && line.size() > columns) {
        auto at = columns - 1;
        while (at > 1 && (static_cast<unsigned char>(line[at]) & 0xc0U) == 0x80) --at;
        line.resize(at);
        line += '~';
    }
    return line + '\n';
}

struct placed_failure {
    const read_text* text;
    const failures::failure* what;
};
std::vector<placed_failure> all_of(const std::vector<read_text>& of)
{
    std::vector<placed_failure> result;
    for (const auto& text : of)
        for (const auto& f : text.reading.failures) result.push_back({&text, &f});
    std::ranges::stable_partition(result, [](const placed_failure& p) { return p.what->is_failure; });
    return result;
}

std::string line_of(const placed_failure& p, const failure_options& how)
{
    return fmt::format("{}: {}: {}{}", place_of(*p.text, *p.what), spelling(p.what->source), verdict_of(*p.what, how),
                       times(*p.what));
}

// A row for each failure, if there are several.
std::string overview(const std::vector<placed_failure>& all, const failure_options& how)
{
    const auto failures =
        static_cast<std::size_t>(std::ranges::count_if(all, [](const auto& p) { return p.what->is_failure; }));
    if (failures < 2) return {};
    auto out = fmt::format("{} failures, the first in the text first\n", failures);
    constexpr std::size_t most = 50;
    std::size_t shown = 0;
    for (const auto& p : all) {
        if (!p.what->is_failure) continue;
        if (++shown > most) break;
        out +=
            in_columns(fmt::format("- {}{}", printable(p.what->sender.empty() ? std::string() : p.what->sender + " "),
                                   printable(line_of(p, how))),
                       how.columns);
    }
    if (failures > most) out += fmt::format("- and {} more; --format json has them all\n", failures - most);
    return out + '\n';
}

} // namespace

std::string failure_text(const std::vector<read_text>& of, const failure_options& how)
{
    const auto all = all_of(of);
    auto out = overview(all, how);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [text, f] = all[i];
        if (i == most_described) {
            out += fmt::format("\n{} more; --format json has them all\n", all.size() - i);
            break;
        }
        if (i != 0) out += '\n';
        out += printable(place_of(*text, *f)) + '\n';
        if (!f->is_complete)
            out += in_columns(fmt::format("incomplete: {}", printable(fmt::format("{}", fmt::join(f->lacks, ", ")))),
                              how.columns);
        out += in_columns(fmt::format("{}: {}{}", spelling(f->source), printable(verdict_of(*f, how)), times(*f)),
                          how.columns);
        for (const auto& size : f->sizes) out += fmt::format("  {}: {}\n", size.what, size.text);
        for (const auto& sentence : f->facts) out += in_columns(fmt::format("- {}", printable(sentence)), how.columns);
        const auto rows = buffer_rows(*f, how);
        if (!rows.empty()) out += "largest buffers\n";
        for (const auto& row : rows) out += cut_line(row, how.columns);
        for (const auto& sentence : f->advice) out += in_columns(fmt::format("{}.", printable(sentence)), how.columns);
    }
    return how.plain ? ascii(out) : out;
}

std::string failure_markdown(const std::vector<read_text>& of, const failure_options& how)
{
    std::string out;
    for (const auto& [text, f] : all_of(of)) {
        if (!out.empty()) out += '\n';
        out += fmt::format("**{}**: {}{}\n\n", spelling(f->source), markdown_text(verdict_of(*f, how)), times(*f));
        if (!f->is_complete)
            out += fmt::format("- incomplete: {}\n", markdown_text(fmt::format("{}", fmt::join(f->lacks, ", "))));
        for (const auto& size : f->sizes) out += fmt::format("- {}: {}\n", size.what, size.text);
        for (const auto& sentence : f->facts) out += fmt::format("- {}.\n", markdown_text(sentence));
        const auto rows = buffer_rows(*f, how);
        if (!rows.empty()) {
            out += "\n```\n";
            for (const auto& row : rows) out += row + '\n';
            out += "```\n\n";
        }
        for (const auto& sentence : f->advice) out += fmt::format("- {}.\n", markdown_text(sentence));
    }
    return out;
}

std::string failure_json(const std::vector<read_text>& of, const failure_options& how, const dump_of_message* dump)
{
    json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        std::vector<shown_file> files;
        for (const auto& text : of) files.push_back({text.shown, "log", text.bytes});
        put_files(out, files);
        const auto all = all_of(of);
        const bool complete = std::ranges::all_of(all, [](const auto& p) { return p.what->is_complete; });
        out.member("complete", complete);
        out.array("messages", [&] {
            for (const auto& p : all)
                out.object([&] {
                    const auto* const f = p.what;
                    out.member("path", p.text->shown);
                    out.member("line", f->line);
                    out.member("last_line", f->last_line);
                    if (!f->sender.empty()) out.member("sender", f->sender);
                    out.member("source", spelling(f->source));
                    out.member("failure", f->is_failure);
                    out.member("times", f->times);
                    out.member("verdict", verdict_of(*f, how));
                    if (!f->program.empty()) out.member("module", f->program);
                    out.object("sizes", [&] {
                        for (const auto& size : f->sizes) out.member(size.what, size.bytes);
                    });
                    const auto texts = [&](std::string_view key, const std::vector<std::string>& list) {
                        out.array(key, [&] {
                            for (const auto& each : list) out.text(each);
                        });
                    };
                    texts("facts", f->facts);
                    out.array("buffers", [&] {
                        for (const auto& b : f->buffers)
                            out.object([&] {
                                out.member("bytes", b.bytes);
                                out.member("count", b.count);
                                if (b.padding != 0) out.member("padding", b.padding);
                                if (!b.owner.empty()) out.member("owner", b.owner);
                                if (!b.shape.empty()) out.member("shape", b.shape);
                                if (!b.label.empty()) out.member("label", b.label);
                                if (!b.source.empty()) out.member("source", b.source);
                            });
                    });
                    if (!f->chunks.empty())
                        out.array("chunks", [&] {
                            for (const auto& chunk : f->chunks)
                                out.object([&] {
                                    out.member("bytes", chunk.bytes);
                                    out.member("used", chunk.used);
                                    out.member("region", std::int64_t{chunk.region});
                                    if (!chunk.label.empty()) out.member("label", chunk.label);
                                });
                        });
                    texts("missing", f->lacks);
                    texts("advice", f->advice);
                });
        });
        if (dump) put_dump(out, *dump);
    });
    return out.result() + '\n';
}

std::string failure_page(std::string_view title, const std::vector<read_text>& of, const failure_options& how)
{
    std::string out =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
        "color-scheme:light dark}table{border-collapse:collapse}td,th{text-align:left;padding:.1rem .8rem .1rem 0}"
        "td.size{text-align:right;white-space:nowrap}.place{opacity:.7}";
    out += pool_style;
    out += "</style>\n";
    out += fmt::format("<title>{}</title>\n</head>\n<body>\n", xml_text(title));
    for (const auto& [text, f] : all_of(of)) {
        out += fmt::format("<h2>{}: {}{}</h2>\n<p class=\"place\">{}</p>\n", spelling(f->source),
                           xml_text(verdict_of(*f, how)), times(*f), xml_text(place_of(*text, *f)));
        if (!f->is_complete)
            out += fmt::format("<p>incomplete: {}</p>\n", xml_text(fmt::format("{}", fmt::join(f->lacks, ", "))));
        out += "<table>\n";
        for (const auto& size : f->sizes)
            out += fmt::format("<tr><th>{}</th><td class=\"size\">{}</td></tr>\n", xml_text(size.what),
                               xml_text(size.text));
        out += "</table>\n";
        const auto list = [&](const std::vector<std::string>& lines) {
            if (lines.empty()) return;
            out += "<ul>\n";
            for (const auto& line : lines) out += fmt::format("<li>{}</li>\n", xml_text(line));
            out += "</ul>\n";
        };
        list(f->facts);
        out += pool_picture(f->chunks);
        if (!f->buffers.empty()) {
            out += "<h3>Largest "
                   "buffers</h3>\n<table>\n<tr><th>size</th><th>count</th><th>owner</th><th>shape</th><th>label</th>"
                   "<th>source</th></tr>\n";
            for (const auto& b : f->buffers)
                out += fmt::format(
                    "<tr><td class=\"size\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                    size_text(b.bytes), b.count, xml_text(b.owner), xml_text(b.shape), xml_text(b.label),
                    xml_text(b.source));
            out += "</table>\n";
        }
        list(f->advice);
    }
    return out += "</body>\n</html>\n";
}

std::vector<std::string> failure_lines(const std::vector<read_text>& of)
{
    constexpr std::size_t most = 5;
    std::vector<std::string> result;
    std::size_t left = 0;
    for (const auto& p : all_of(of)) {
        if (!p.what->is_failure) continue;
        if (result.size() < most)
            result.push_back(line_of(p, {}));
        else
            ++left;
    }
    if (left != 0) result.push_back(fmt::format("{} more; `ballast summary` lists all", plural(left, "failure")));
    return result;
}

} // namespace ballast::inline v0::render
