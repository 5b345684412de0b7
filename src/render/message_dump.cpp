#include "render/message_dump.hpp"

#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "files/names.hpp"
#include "render/memory_parts.hpp"
#include "render/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ballast::inline v0::render {

void put_dump(json_writer& out, const dump_of_message& dump)
{
    out.object("dump", [&] {
        put_files(out, dump.files);
        out.member("module", dump.module);
        if (!dump.guess.empty()) out.member("guess", dump.guess);
        out.array("matches", [&] {
            for (const auto& m : dump.matches)
                out.object([&] {
                    out.member("buffer", m.buffer);
                    out.member("value", m.value);
                    out.member("allocation", m.allocation);
                    if (m.start < 0) return;
                    out.member("start", m.start);
                    out.member("end", m.end);
                });
        });
    });
}

std::string matches_text(const tpu_memory& message, const dump_of_message& dump, std::size_t top, std::size_t columns)
{
    if (message.buffers.empty()) return {};
    using enum table::side;
    table rows({right, left, left, right, right, right});
    rows.row({"size", "shape", "value", "allocation", "live from", "to"});
    const auto shown = top == 0 ? dump.matches.size() : std::min(top, dump.matches.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& m = dump.matches[i];
        const auto& buffer = message.buffers[m.buffer];
        const bool live = m.start >= 0;
        rows.row({size_text(buffer.bytes), printable(buffer.shape), printable(m.value), fmt::to_string(m.allocation),
                  live ? fmt::to_string(m.start) : "", live ? fmt::to_string(m.end) : ""});
    }
    auto out = fmt::format("\nlisted buffers in the dump: {} of {}", dump.matches.size(), message.buffers.size());
    if (shown < dump.matches.size()) out += fmt::format(", {} shown", shown);
    out += '\n';
    if (shown != 0) rows.print(out, columns, {{1, 12}, {2, 16}});
    return out;
}

} // namespace ballast::inline v0::render
