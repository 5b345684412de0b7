#include "render/diff_parts.hpp"

#include "render/size_text.hpp"
#include "render/verdict.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ballast::inline v0::render {

std::string signed_size(std::int64_t change) { return fmt::format("{}{}", change > 0 ? "+" : "", size_text(change)); }
std::string signed_share(std::int64_t change, std::int64_t before)
{
    if (before == 0) return "";
    return fmt::format("{:+.1f}%", 100.0 * static_cast<double>(change) / static_cast<double>(before));
}

std::vector<std::string> fit_lines(const files::compared_module& of, const memory_limit& limit, std::int64_t space)
{
    std::vector<std::string> result;
    const auto line = [&](std::string_view when, const files::module_memory* side) {
        if (side)
            result.push_back(fmt::format("{}: {}", when, fit_sentence(limit, numbers_of(*side->memory, space).total)));
    };
    line("before", of.before);
    line("after", of.after);
    return result;
}

std::string lacks_of(const files::compared_module& of)
{
    std::string result;
    if (!of.before || !of.after) return result;
    const auto& a = *of.before->memory;
    const auto& b = *of.after->memory;
    const auto lack = [&](bool there, bool here, std::string_view what) {
        if (there != here) result += fmt::format("{} has no {}\n", there ? "after" : "before", what);
    };
    if (a.from_report != b.from_report)
        return fmt::format("{} is a report, which lists only the largest buffers\n",
                           a.from_report ? "before" : "after");
    lack(a.ranges, b.ranges, "live ranges, so its peak is unknown");
    lack(a.instructions, b.instructions, "instructions, so its labels are names that the other side does not have");
    return result;
}

} // namespace ballast::inline v0::render
