// A log. Oracle: accepted texts in it print back identically; each of their lines has a place in the log, in the order
// of the log (repaired lines may share one); findings are inside the text.
#include "ballast/extract.hpp"
#include "fuzz/oracle.hpp"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    const auto log = fuzz::text_of(data, size);
    const auto lines = std::ranges::count(log, '\n') + 1;
    std::int64_t first = 0;
    std::int64_t accepted = 0; // the last line of an accepted text
    for (const auto& found : extract(log)) {
        // Inserted lines have the place of the line before them; a joined line of the log can be several lines.
        const bool shared = !found.repairs.empty();
        std::int64_t before = 0;
        for (const auto& place : found.lines) {
            const bool follows = before < place.line || (shared && before == place.line);
            fuzz::hold(follows && place.line <= lines, "lines of a text are in the order of the log", log);
            before = place.line;
        }
        fuzz::hold(first <= found.lines.front().line, "texts are in the order of the log", log);
        first = found.lines.front().line;
        if (found.read.accepted()) {
            fuzz::hold(accepted < first, "a line is of one accepted text", log);
            accepted = before;
        }
        fuzz::check_findings(found.read.findings, found.read.accepted(), found.read.text());
        if (!found.read.accepted()) continue;
        const auto text = found.read.text();
        fuzz::hold(!compare_printed(found.read.value->tree(), text), "accepted text prints back identical", log);
        fuzz::hold(static_cast<std::int64_t>(found.lines.size()) ==
                       std::ranges::count(text, '\n') + (text.ends_with('\n') ? 0 : 1),
                   "each line of a text has a place", log);
    }
    return 0;
}
