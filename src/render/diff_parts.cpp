#include "render/diff_parts.hpp"

#include "ballast/verdict.hpp"
#include "base/human_size.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ballast::inline v0::render {

std::vector<std::string> fit_lines(const answers::compared_module& of, const memory_limit& limit, std::int64_t space)
{
    std::vector<std::string> result;
    const auto line = [&](std::string_view when, const answers::loaded_module* side) {
        if (side) result.push_back(fmt::format("{}: {}", when, fit_sentence(fit_of(*side, limit, space))));
    };
    line("before", of.before);
    line("after", of.after);
    return result;
}

std::string lacks_of(const answers::compared_module& of)
{
    std::string result;
    const auto incomplete = [&](std::string_view when, const answers::loaded_module* side) {
        if (side && !side->memory->of_dump.is_whole())
            result += fmt::format("{} is {}\n", when, incomplete_sentence(side->memory->of_dump));
    };
    incomplete("before", of.before);
    incomplete("after", of.after);
    if (!of.before || !of.after) return result;
    const auto& a = *of.before->memory;
    const auto& b = *of.after->memory;
    const auto lack = [&](bool there, bool here, std::string_view what) {
        if (there != here) result += fmt::format("{} has no {}\n", there ? "after" : "before", what);
    };
    if (a.from_report != b.from_report)
        return result.append(a.from_report ? "before" : "after")
            .append(" is a report, which lists only the largest buffers\n");
    lack(a.ranges, b.ranges, "live ranges, so its peak is unknown, and temporaries are compared as whole allocations");
    lack(a.instructions, b.instructions, "instructions, so its labels are names that the other side does not have");
    return result;
}

} // namespace ballast::inline v0::render
