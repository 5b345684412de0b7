#include "ballast/largest_cause.hpp"

#include "base/human_size.hpp"
#include "base/shown.hpp"

#include <fmt/format.h>

namespace ballast::inline v0 {

std::string signed_size(std::int64_t change) { return fmt::format("{}{}", change > 0 ? "+" : "", size_text(change)); }

std::string signed_share(std::int64_t change, std::int64_t before)
{
    constexpr double most = 9999.9; // beyond, the sizes say more
    if (before == 0) return "";
    const auto percent = 100.0 * static_cast<double>(change) / static_cast<double>(before);
    return percent > most ? std::string() : fmt::format("{:+.1f}%", percent);
}

namespace {

// True if allocations of the class count for the metric.
bool counts_for(std::string_view metric, buffer_class is)
{
    if (metric == "arguments") return is == buffer_class::argument || is == buffer_class::donated;
    if (metric == "outputs") return is == buffer_class::output || is == buffer_class::donated;
    if (metric == "temporaries" || metric == "fragmentation") return is == buffer_class::temporary;
    if (metric == "constants") return is == buffer_class::constant;
    if (metric == "shared") return is == buffer_class::donated;
    return true;
}

} // namespace

std::string largest_cause(const memory_diff& what, const space_change& space, std::int64_t by, std::string_view metric)
{
    if (metric == "fragmentation") return {}; // no buffer is in unused memory
    const changed_group* most = nullptr;
    for (const auto& g : what.groups)
        if (g.space == space.space && counts_for(metric, g.is) &&
            (!most || g.after - g.before > most->after - most->before))
            most = &g;
    const auto text_of = [&](std::string_view words) {
        return fmt::format(", {} {} by {} {} {}", words, signed_size(most->after - most->before), spelling(most->is),
                           printable(most->label), printable(most->shape_after));
    };
    if (most && most->after - most->before >= by / 2) return text_of("most of it");
    const auto unfilled = space.after.never_filled - space.before.never_filled;
    if (unfilled >= by / 2 && metric != "peak" && counts_for(metric, buffer_class::temporary))
        return fmt::format(", most of it {} of fragmentation", signed_size(unfilled));
    return most && most->after > most->before ? text_of("the largest part") : std::string();
}

} // namespace ballast::inline v0
