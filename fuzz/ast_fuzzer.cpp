// Bytes drive the generators of trees and of programs. Oracle: what a tree of any time prints is accepted and reads
// back as an equal tree, prints identical once more, and is dated to a span that holds the time.
#include "fuzz/oracle.hpp"

#include "generate/program.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    static const auto points = turning_points();
    choices from{std::span(data, size)};
    ast::arena memory;
    const auto when = points[from.below(points.size())];
    generate::nodes draw(from, memory, when);
    const auto kinds = generate::kinds_at(when);
    const auto kind = kinds[from.below(kinds.size())];
    auto dump = from.chance(3) ? generate::program(from, when, from.below(6000)).make(memory, kind) : draw.dump(kind);
    const auto text = print(dump);
    const auto result = parse(text);
    fuzz::check_findings(result.findings, result.accepted(), text);
    fuzz::hold(result.accepted(), "what a well-formed tree prints is accepted", text);
    const auto& read = result.value->dump();
    dump.forms = read.forms;
    fuzz::hold(read == dump, "it reads back as an equal tree", text);
    fuzz::hold(!compare_printed(read, text), "accepted text prints back identical", text);
    fuzz::hold(date(result.value->witnesses()).possible.contains(when), "it is dated to its time", text);
    if (!generate::reports_at(when)) return 0;
    auto report = draw.usage_report();
    const auto report_text = print(report);
    const auto read_report = parse(report_text);
    fuzz::hold(read_report.accepted(), "what a well-formed report prints is accepted", report_text);
    report.forms = read_report.value->usage_report()->forms;
    fuzz::hold(*read_report.value->usage_report() == report, "it reads back as an equal report", report_text);
    fuzz::hold(date(read_report.value->witnesses()).possible.contains(when), "it is dated to its time", report_text);
    return 0;
}
