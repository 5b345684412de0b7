// Bytes drive the generators of trees and of programs. Oracle: a printed tree of any time is accepted, reads back as an
// equal tree, prints identically again, and its possible eras contain that time.
#include "fuzz/oracle.hpp"

#include "generate/program.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    static const auto points = turning_points();
    random_source from{std::span(data, size)};
    ast::arena memory;
    const auto when = points[from.below(points.size())];
    generate::nodes draw(from, memory, when);
    const auto kinds = kinds_at(when);
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
    // The files beside dumps.
    const auto reads_back = [&](const ast::tree& tree) {
        const auto printed = ballast::printed([&](sink& out) { print(out, tree); });
        const auto again = parse(printed);
        fuzz::hold(again.accepted(), "what a well-formed tree prints is accepted", printed);
        fuzz::hold(again.value->tree().index() == tree.index(), "it reads back as one of its kind", printed);
        fuzz::hold(!compare_printed(again.value->tree(), printed), "accepted text prints back identical", printed);
        fuzz::hold(date(again.value->witnesses()).possible.contains(when), "it is dated to its time", printed);
    };
    if (generate::reports_at(when)) reads_back(draw.usage_report());
    if (generate::oom_reports_at(when)) reads_back(draw.oom_report());
    if (generate::buffer_info_at(when)) reads_back(draw.buffer_info());
    reads_back(draw.module_text());
    reads_back(draw.tpu_report(static_cast<tpu_era>(from.below(5))));
    reads_back(draw.tpu_usage());
    reads_back(draw.memory_message());
    return 0;
}
