// What `diff` prints for pasting.
#include "base/human_size.hpp"
#include "render/diff_parts.hpp"
#include "render/rows.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace ballast::inline v0::render {

std::string diff_markdown(const std::vector<answers::compared_module>& all, std::optional<std::int64_t> space,
                          const table_options& how)
{
    std::string out;
    std::size_t same = 0;
    for (const auto& c : all) {
        bool headed = false;
        const auto head = [&] {
            if (std::exchange(headed, true)) return;
            out += fmt::format("### {}{}\n\n", markdown_text(c.name()),
                               !c.before  ? " (new)"
                               : !c.after ? " (gone)"
                                          : "");
        };
        for (const auto& s : c.what.spaces) {
            if (space && s.space != *space) continue;
            const std::span<const changed_group> groups =
                std::ranges::equal_range(c.what.groups, s.space, {}, &changed_group::space);
            if (s.before == s.after && groups.empty()) continue;
            head();
            out += fmt::format("| space {} | before | after | change | |\n| :--- | ---: | ---: | ---: | ---: |\n",
                               s.space);
            for (const auto& m : answers::metrics)
                if (s.before.*m.of != s.after.*m.of)
                    out += fmt::format("| {} | {} | {} | {} | {} |\n", m.name, size_text(s.before.*m.of),
                                       size_text(s.after.*m.of), signed_size(s.after.*m.of - s.before.*m.of),
                                       signed_share(s.after.*m.of - s.before.*m.of, s.before.*m.of));
            if (!groups.empty())
                out +=
                    "\n| change | count | class | shape | label | source |\n| ---: | ---: | :--- | :--- | :--- | :--- "
                    "|\n";
            const auto shown = rows_of(how, groups.size());
            for (const auto& g : groups.first(shown)) {
                out += fmt::format("| {} | {} → {} | {} | {} → {} | {} | {} |\n", signed_size(g.after - g.before),
                                   g.count_before, g.count_after, spelling(g.is), markdown_text(g.shape_before),
                                   markdown_text(g.shape_after), markdown_text(g.label), markdown_text(g.source));
            }
            if (shown != groups.size()) out += fmt::format("| | | | | {} more | |\n", groups.size() - shown);
            out += '\n';
        }
        if (how.limit) {
            head();
            for (const auto& line : fit_lines(c, *how.limit, space.value_or(0)))
                out += fmt::format("- {}\n", markdown_text(line));
            out += '\n';
        }
        if (const auto lacks = lacks_of(c); !lacks.empty()) {
            head();
            out += lacks + '\n';
        }
        same += headed ? 0U : 1U;
    }
    if (same != 0) out += fmt::format("{} module{} without a change.\n", same, same == 1 ? "" : "s");
    return how.plain ? ascii(out) : out;
}

} // namespace ballast::inline v0::render
