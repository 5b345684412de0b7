// The commands that work on one module.
#include "ballast/print.hpp"
#include "ballast/analysis.hpp"
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/compressed.hpp"
#include "cli/siblings.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

// Calls `body(out, files)` for the files of the module that was given, all of them accepted. What the body returns is
// the exit code.
template <typename Body>
int with_module(std::string_view command, const options& given, Body&& body)
{
    const auto inputs = find_files(given);
    if (inputs.files.empty()) return trouble;
    report out;
    const auto module = read_module(command, inputs, given, out);
    if (module.code) return *module.code;
    const int done = body(out, module.files);
    return out.flush() ? done : trouble;
}

template <typename Tree>
void put(report& out, const Tree& tree)
{
    sink to([](void* target, std::string_view bytes) { return static_cast<report*>(target)->write(bytes); }, &out);
    print(to, tree);
    to.flush();
}

// The first dump of which the condition holds, or null.
template <typename Condition>
const bundle_file* file_of(const std::vector<bundle_file>& files, Condition&& holds)
{
    for (const auto& f : files)
        if (const auto* dump = std::get_if<ast::dump>(&f.result.value->tree()); dump && holds(*dump)) return &f;
    return nullptr;
}

// As XLA writes a file to standard output: `extract` takes them apart again.
void put_framed(report& out, const bundle_file& what)
{
    const auto& tree = what.result.value->tree();
    const auto framed = [](const auto& held) {
        if constexpr (requires { held.frame; }) return held.frame.has_value();
        return false;
    };
    if (std::visit(framed, tree)) {
        put(out, tree);
        return;
    }
    const auto path = without_compression(what.file->path);
    const auto name = path == "-" ? std::string_view("stdin") : path.substr(path.rfind('/') + 1);
    out.line("*** Begin {} ***", name);
    put(out, tree);
    out.line("");
    out.line("*** End {} ***", name);
}

// The day on which these times begin.
std::string first_day(const era_set& times) { return day_text(times.intervals().front().begin); }

} // namespace

int print(const options& given)
{
    if (!given.as_era.empty()) return print_as_era(given);
    return with_module("print", given, [&](report& out, const std::vector<bundle_file>& files) -> int {
        if (!given.part.empty()) {
            const auto* part =
                file_of(files, [&](const ast::dump& dump) { return kind_word(dump.kind) == given.part; });
            if (!part) {
                warn("ballast print: no {} file\n", given.part);
                return trouble;
            }
            put(out, part->result.value->tree());
            return success;
        }
        if (files.size() == 1) {
            put(out, files.front().result.value->tree());
            return success;
        }
        if (two_of_a_kind("print", files)) return trouble;
        for (const auto& f : files) put_framed(out, f);
        return success;
    });
}

int report_text(const options& given)
{
    std::optional<era_set> asked;
    if (!given.report_era.empty()) {
        asked = parse_era(given.report_era);
        if (!asked) return no_era("report-text", given.report_era);
    }
    return with_module("report-text", given, [&](report& out, const std::vector<bundle_file>& files) -> int {
        if (two_of_a_kind("report-text", files)) return trouble;
        const auto* of = file_of(files, [](const ast::dump& dump) {
            return dump.kind == ast::dump_kind::assignment || dump.kind == ast::dump_kind::combined;
        });
        // Without allocations the first dump says which file to take.
        if (!of) of = file_of(files, [](const ast::dump&) { return true; });
        if (!of) of = &files.front();
        const auto& file = *of->file;
        const auto& what = *of->result.value;
        if (!std::holds_alternative<ast::dump>(what.tree())) {
            warn("ballast: {}: report-text is for dumps, this is {}\n", file.shown, kind_word(what.tree()));
            return failure;
        }
        const auto number = static_cast<std::size_t>(of - files.data());
        auto when = era_of(files).of(what, number);
        if (asked) {
            const auto both = when.intersect(*asked);
            when = both.empty() ? *asked : both; // where not both, as an XLA of another time writes it
        }
        const auto by_program = when.intersect(eras(usage_report_form::program));
        const auto by_space = when.intersect(eras(usage_report_form::spaces));
        if (by_program.empty() && by_space.empty()) {
            warn("ballast: {}: no memory-usage report of {}: XLA has written them since {}, which --era can ask for\n",
                 file.shown, when.to_string(), first_day(eras(usage_report_form::program)));
            return failure;
        }
        ast::arena memory;
        const auto& chosen = by_program.empty() ? by_space : by_program;
        const auto made = usage_report_of(what, memory, chosen.intervals().front().begin);
        if (!made.report) {
            line_table lines(what.text());
            const auto at = lines.place_of(made.begin);
            const auto place = made.end == 0 ? std::string() : fmt::format(":{}:{}", at.line, at.column);
            warn("ballast: {}{}: {}\n", file.shown, place, made.said.text());
            return failure;
        }
        if (!by_program.empty() && !by_space.empty())
            warn("ballast: {}: the report may also be one by memory space: --era {}\n", file.shown,
                 first_day(by_space));
        if (const auto* spaces = made.report->spaces(); spaces && spaces->empty())
            warn("ballast: {}: without allocations XLA writes an empty report\n", file.shown);
        put(out, *made.report);
        return success;
    });
}

} // namespace ballast::cli
