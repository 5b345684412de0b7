// The text of a MemoryUsageReportProto.
//
//     Memory Space: default (color=0)
#include "ballast/proto.hpp"
#include "base/human_size.hpp"
#include "proto/text.hpp"
#include "proto/wire.hpp"

#include <array>
#include <cstddef>

namespace ballast::inline v0 {

namespace {

// The names of the colors from 0 on.
constexpr std::array<std::string_view, 6> names_of_spaces{"default", "vmem", "smem", "hbm", "host", "cmem"};

void put_space(proto::text& out, proto::message space)
{
    const auto color = space.integer(2);
    const auto total = space.integer(1);
    out.put("Memory Space: ");
    if (color >= 0 && static_cast<std::size_t>(color) < names_of_spaces.size())
        out.put(names_of_spaces[static_cast<std::size_t>(color)]);
    else
        out.put("color_", color);
    out.put(" (color=", color, ")\nTotal bytes: ", total, " (", std::string_view(human_size(total)), ")\n");
    space.each(3, [&](std::string_view entry) { out.put(proto::message(entry).text(6), '\n'); });
    out.put('\n');
}

} // namespace

binary_text usage_report_text(std::string_view bytes)
{
    binary_text result;
    try {
        proto::text out(end_of_history - 1);
        proto::message(bytes).each(1, [&](std::string_view space) { put_space(out, proto::message(space)); });
        result.text = out.take();
    } catch (const protozero::exception& error) {
        result.problem = std::string("is damaged: ") + error.what();
    }
    return result;
}

} // namespace ballast::inline v0
