// The commands that work on one file.
#include "ballast/print.hpp"
#include "ballast/analysis.hpp"
#include "cli/command_line.hpp"
#include "cli/commands/show.hpp"
#include "cli/files.hpp"

namespace ballast::cli {

namespace {

// Calls `body(out, file, document)` for the one file that was given, or says why there is no document. What the body
// returns is the exit code.
template <typename Body>
int with_document(const options& given, Body&& body)
{
    const auto& path = given.paths.front();
    const input_file file{path, shown_path(path, given), {}};
    report out;
    auto read = read_file(file, given);
    if (!read.error.empty()) {
        out.line("{}: {}: {}", file.shown, out.emphasised("unreadable"), read.error);
        return trouble;
    }
    const auto result = parse(std::move(read.text), options_for(file.path));
    if (!result.accepted()) {
        line_table lines(result.text());
        out.place(file.shown, "refused", result.findings.front(), lines);
        return out.flush() ? failure : trouble;
    }
    const int done = body(out, file, *result.value);
    return out.flush() ? done : trouble;
}

template <typename Tree>
void put(report& out, const Tree& tree)
{
    sink to([](void* target, std::string_view bytes) { return static_cast<report*>(target)->write(bytes); }, &out);
    print(to, tree);
    to.flush();
}

// The day on which these times begin.
std::string first_day(const era_set& times) { return day_text(times.intervals().front().begin); }

} // namespace

int print(const options& given)
{
    if (!given.as_era.empty()) return print_as_era(given);
    if (given.paths.size() > 1) {
        warn("ballast print: one PATH, or --era for all files of a module\n");
        return trouble;
    }
    return with_document(given, [](report& out, const input_file&, const document& what) {
        put(out, what.tree());
        return success;
    });
}

int show(const options& given)
{
    return with_document(given, [](report& out, const input_file& file, const document& what) {
        if (!std::holds_alternative<ast::dump>(what.tree())) {
            warn("ballast: {}: show is for dumps, this is {}\n", file.shown, kind_word(what.tree()));
            return trouble;
        }
        out.write(show(what, file.shown, kind_word(what.tree())));
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
    return with_document(given, [&](report& out, const input_file& file, const document& what) -> int {
        if (!std::holds_alternative<ast::dump>(what.tree())) {
            warn("ballast: {}: report-text is for dumps, this is {}\n", file.shown, kind_word(what.tree()));
            return failure;
        }
        auto when = date(what.witnesses()).possible;
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
