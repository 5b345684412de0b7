#include "ballast/releases.hpp"
#include "ballast/verdict.hpp"
#include "base/human_size.hpp"
#include "render/memory_view.hpp"
#include "render/message_view.hpp"
#include "render/space_name.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::inline v0::render {

namespace {

template <typename... Cells>
void row(std::string& out, const Cells&... cells)
{
    ((out.append("| ").append(cells).append(" ")), ...);
    out += "|\n";
}

// True if suggestions are written, which are better than the verdict.
bool put_fit(std::string& out, const memory_analysis& memory, std::int64_t space)
{
    const auto& fit = memory.fit;
    if (!fit || fit->space != space) return false;
    out += fmt::format("\n**{}**\n", markdown_text(fit_sentence(*fit)));
    if (!fit->limit.device.empty()) out += fmt::format("\n{}\n", markdown_text(fit->limit.assumption));
    if (!fit->is_too_large() || fit->suggestions.empty()) return false;
    out += fmt::format("\n{}\n\n", suggestions_heading);
    for (const auto& sentence : suggestion_sentences(*fit)) out += fmt::format("1. {}\n", markdown_text(sentence));
    return true;
}

} // namespace

std::string memory_markdown(const memory_view& view)
{
    std::string out;
    if (const auto text = incomplete_sentence(view.memory.of_dump); !text.empty())
        out += fmt::format("**{}**\n\n", markdown_text(text));
    out += failures_markdown(view.messages);
    for (const auto& f : view.files)
        out += fmt::format("**{}** ({}, {} bytes)  \n", markdown_text(f.name), f.kind, f.bytes);
    out += fmt::format("{}\n", markdown_text(era_text(view.era)));
    const auto& memory = view.memory;
    if (!memory.module.empty()) out += fmt::format("\nModule {}\n", markdown_text(memory.module));
    out += '\n';
    row(out, "memory space", "total", "arguments", "outputs", "constants", "temporary", "shared", "peak",
        "at instruction");
    row(out, ":---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
    for (const auto* s : view.spaces())
        row(out, space_name(view, s->space), size_text(s->total), size_text(s->arguments), size_text(s->outputs),
            size_text(s->constants), size_text(s->temporaries), size_text(s->shared),
            s->peak ? size_text(*s->peak) : "-", s->temporary_peak ? fmt::to_string(s->temporary_peak->step) : "-");
    for (const auto* s : view.spaces()) {
        const auto groups = view.groups(s->space);
        if (groups.empty()) continue;
        const auto all = view.in_use(*s);
        if (!put_fit(out, memory, s->space))
            if (const auto verdict = verdict_of(memory, s->space); !verdict.empty())
                out += fmt::format("\n{}\n", markdown_text(verdict));
        out += fmt::format("\n{}{}: {}\n\n", memory.from_report ? "Total" : "In use",
                           memory.spaces.size() > 1 ? fmt::format(" in space {}", space_name(view, s->space)) : "",
                           size_text(all));
        const bool alike = view.by == grouping::alike || view.by == grouping::value;
        if (alike) {
            row(out, "size", "share", "count", "class", "shape", "label", "source");
            row(out, "---:", "---:", "---:", ":---", ":---", ":---", ":---");
        } else {
            row(out, "size", "share", "count", std::ranges::find(groupings(), view.by, &grouping_name::by)->heading);
            row(out, "---:", "---:", "---:", ":---");
        }
        const auto shown = view.top == 0 ? groups.size() : std::min(groups.size(), view.top);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& g = groups[i];
            const auto first = memory.holders[g.largest];
            const auto key = key_of(first, view.by);
            if (alike)
                row(out, size_text(g.bytes), share_of(g.bytes, all), fmt::to_string(g.count), spelling(first.is),
                    markdown_text(first.shape), markdown_text(g.count == 1 ? first.label : first.group),
                    markdown_text(first.source) + (g.one_source ? "" : " …"));
            else
                row(out, size_text(g.bytes), share_of(g.bytes, all), fmt::to_string(g.count),
                    key.empty() ? "(unknown)" : markdown_text(key));
        }
        if (shown == groups.size()) continue;
        const auto left = bytes_of(groups.subspan(shown));
        const auto rest = fmt::format("({})", plural(groups.size() - shown, "more row"));
        if (alike)
            row(out, size_text(left), share_of(left, all), "", "", "", rest, "");
        else
            row(out, size_text(left), share_of(left, all), "", rest);
    }
    if (memory.from_report) out += "\nSizes are rounded, and only the largest buffers are listed.\n";
    return view.plain ? ascii(out) : out;
}

} // namespace ballast::inline v0::render
