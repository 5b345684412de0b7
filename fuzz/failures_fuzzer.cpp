// A text about memory that ran out. Oracle: each failure has a sentence, and lines that the text has; restoring the
// layout adds few bytes to a line.
#include "failures/failures.hpp"
#include "failures/layout.hpp"
#include "fuzz/oracle.hpp"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    const auto text = fuzz::text_of(data, size);
    const auto lines = std::ranges::count(text, '\n') + 1;
    for (const auto& failure : failures::read(text).failures) {
        fuzz::hold(!failure.verdict.empty(), "a failure has a sentence", text);
        fuzz::hold(1 <= failure.line && failure.line <= failure.last_line && failure.last_line <= lines,
                   "the lines of a failure are lines of the text", text);
    }
    for (const auto broken : {failures::line_break::at_any_byte, failures::line_break::at_blank})
        if (const auto restored = failures::with_layout(text, broken))
            fuzz::hold(restored->size() <= 16 * (text.size() + 1), "a layout adds few bytes to each line", text);
    return 0;
}
