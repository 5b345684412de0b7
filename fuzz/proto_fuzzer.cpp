// A binary file with programs. Oracle: a program has texts, or a reason why not, within its limits; what is accepted of
// a text prints back identical.
#include "ballast/proto.hpp"
#include "fuzz/oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    const auto bytes = fuzz::text_of(data, size);
    const auto found = find_programs(bytes);
    for (const auto& program : found.programs) {
        fuzz::hold(program.problem.empty() || parts_of(program, end_of_history - 1).empty(),
                   "a program with a problem has no texts");
        const auto when = time_to_print(program, {});
        for (const auto part : parts_of(program, when)) {
            const auto made = text_of(program, part, when);
            fuzz::hold(made.text.empty() || made.problem.empty(), "a text has no problem", made.text);
            const auto read = parse(made.text);
            if (read.accepted())
                fuzz::hold(!compare_printed(read.value->tree(), made.text), "accepted text prints back identical",
                           made.text);
        }
    }
    if (found.form == binary_form::usage_report) usage_report_text(bytes);
    return 0;
}
