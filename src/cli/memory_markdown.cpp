#include "ballast/releases.hpp"
#include "base/human_size.hpp"
#include "cli/memory_view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::cli {

namespace {

template <typename... Cells>
void row(std::string& out, const Cells&... cells)
{
    ((out.append("| ").append(cells).append(" ")), ...);
    out += "|\n";
}

} // namespace

std::string memory_markdown(const memory_view& view)
{
    std::string out;
    for (const auto& f : view.files)
        out += fmt::format("**{}** ({}, {} bytes)  \n", markdown_text(f.name), f.kind, f.bytes);
    out += fmt::format("{}\n", markdown_text(era_text(view.era)));
    if (!view.memory) return out + "\nNo allocations here.\n";
    const auto& memory = *view.memory;
    if (!memory.module.empty()) out += fmt::format("\nModule {}\n", markdown_text(memory.module));
    out += '\n';
    row(out, "space", "needs", "arguments", "outputs", "constants", "temporaries", "shared", "held", "at tick");
    row(out, "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
    for (const auto* s : view.spaces())
        row(out, fmt::to_string(s->space), human_size(s->needs), human_size(s->arguments), human_size(s->outputs),
            human_size(s->constants), human_size(s->temporaries), human_size(s->shared),
            s->held ? human_size(*s->held) : "-", s->temporary ? fmt::to_string(s->temporary->tick) : "-");
    for (const auto* s : view.spaces()) {
        const auto groups = view.groups(s->space);
        if (groups.empty()) continue;
        std::int64_t all = 0;
        for (const auto& g : groups) all = saturating_sum(all, g.bytes);
        out += memory.spaces.size() > 1 ? fmt::format("\nSpace {}: who holds {}\n\n", s->space, human_size(all))
                                        : fmt::format("\nWho holds {}\n\n", human_size(all));
        const bool alike = view.by == grouping::alike || view.by == grouping::value;
        if (alike) {
            row(out, "bytes", "share", "count", "class", "shape", "label", "source");
            row(out, "---:", "---:", "---:", ":---", ":---", ":---", ":---");
        } else {
            row(out, "bytes", "share", "count", std::ranges::find(groupings(), view.by, &grouping_name::by)->heading);
            row(out, "---:", "---:", "---:", ":---");
        }
        const auto shown = view.top == 0 ? groups.size() : std::min(groups.size(), view.top);
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& g = groups[i];
            const auto first = memory.holders[g.largest];
            const auto key = key_of(first, view.by);
            sum = saturating_sum(sum, g.bytes);
            if (alike)
                row(out, human_size(g.bytes), share_of(g.bytes, all), fmt::to_string(g.count), spelling(first.is),
                    markdown_text(first.shape), markdown_text(g.count == 1 ? first.label : first.group),
                    markdown_text(first.source) + (g.one_source ? "" : " …"));
            else
                row(out, human_size(g.bytes), share_of(g.bytes, all), fmt::to_string(g.count),
                    key.empty() ? "(not known)" : markdown_text(key));
        }
        if (shown == groups.size()) continue;
        const auto rest = fmt::format("{} more rows", groups.size() - shown);
        if (alike)
            row(out, human_size(all - sum), share_of(all - sum, all), "", "", "", rest, "");
        else
            row(out, human_size(all - sum), share_of(all - sum, all), "", rest);
    }
    for (const auto& [space, donations] : told_donations(view))
        out += fmt::format("\n{} of results in space {} could be in arguments that the caller gives up.\n",
                           human_size(bytes_of(donations)), space);
    for (const auto& a : memory.arenas)
        if (memory.ranges && tells_fragmentation(a) && (!view.space || a.space == *view.space))
            out += fmt::format("\n{} of the {} of allocation {} are never filled.\n", human_size(a.never_filled()),
                               human_size(a.size), a.allocation);
    return view.plain ? ascii(out) : out;
}

} // namespace ballast::cli
