#include "read/closing.hpp"

#include "ballast/releases.hpp"
#include "base/say.hpp"

namespace ballast::read {

std::optional<finding> mixed_eras(const std::vector<witness>& witnesses, std::string_view text)
{
    const auto found = find_contradiction(witnesses);
    if (!found) return std::nullopt;
    const auto& [here, there] = *found;
    finding result{.id = finding_id::mixed_eras,
                   .begin = here.offset,
                   .end = here.offset,
                   .message = say("{} here, {} at line {}", info(here.which).name, info(there.which).name,
                                  line_table(text).place_of(there.offset).line),
                   .related = {{there.offset, there.offset, say("{} here", info(there.which).name)}}};
    if (here.which == feature::no_live_range) {
        result.id = finding_id::missing_live_range;
        result.message = say("the text ends without a live range ({})", result.message.text());
    }
    return result;
}

void warn_of_skew(const std::vector<witness>& witnesses, std::vector<finding>& out)
{
    const auto report = date(witnesses);
    if (!report.skewed) return;
    out.push_back({.id = finding_id::era_skew,
                   .severity = severity::warning,
                   .begin = report.skewed->offset,
                   .end = report.skewed->offset,
                   .message = say("{} is from {}, the rest of the file is from {}", info(report.skewed->which).name,
                                  era_text(eras(report.skewed->which)), era_text(report.possible))});
}

finding out_of_memory() { return {.id = finding_id::out_of_memory, .message = say("out of memory")}; }

} // namespace ballast::read
