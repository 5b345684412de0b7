// The commands that work on one module.
#include "ballast/print.hpp"
#include "analyse/usage_report.hpp"
#include "ballast/analysis.hpp"
#include "ballast/releases.hpp"
#include "ballast/roundtrip.hpp"
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/compressed.hpp"
#include "cli/file_name.hpp"
#include "cli/parallel.hpp"
#include "cli/siblings.hpp"

#include <algorithm>
#include <filesystem>

namespace ballast::cli {

namespace {

// Calls `body(out, files)` with the files of the given module if all of them are accepted. The body returns the exit
// code.
template <typename Body>
int with_module(std::string_view command, const options& given, Body&& body)
{
    const auto inputs = find_files(given);
    if (inputs.files.empty()) return trouble;
    report out;
    const auto module = read_module(command, inputs, given, out, wanted::again);
    if (module.code) return *module.code;
    const int done = body(out, module.files);
    return out.flush() ? done : trouble;
}

// Calls `body` with a sink that writes to the report.
template <typename Body>
void put(report& out, Body&& body)
{
    sink to([](void* target, std::string_view bytes) { return static_cast<report*>(target)->write(bytes); }, &out);
    body(to);
    to.flush();
}

// False if a file could not be printed completely, which is reported.
bool put_text(report& out, const bundle_file& what, const options& given)
{
    bool whole = false;
    put(out, [&](sink& to) { whole = print_back(to, *what.result.value, jobs_of(given)); });
    if (!whole) warn("ballast: {}: {}\n", what.file->shown, text_is_lost);
    return whole;
}

// The first dump that meets the condition, or null.
template <typename Condition>
const bundle_file* file_of(const std::vector<bundle_file>& files, Condition&& holds)
{
    for (const auto& f : files)
        if (const auto* dump = std::get_if<ast::dump>(&f.result.value->tree()); dump && holds(*dump)) return &f;
    return nullptr;
}

// Prints files as XLA writes them to standard output; `extract` separates them again. False as above.
bool put_framed(report& out, const bundle_file& what, const options& given)
{
    const auto& tree = what.result.value->tree();
    const auto framed = [](const auto& held) {
        if constexpr (requires { held.frame; }) return held.frame.has_value();
        return false;
    };
    if (std::visit(framed, tree)) return put_text(out, what, given);
    const auto path = without_compression(what.file->path);
    const auto name = path == "-" ? std::string_view("stdin") : path.substr(path.rfind('/') + 1);
    out.line("*** Begin {} ***", name);
    const bool whole = put_text(out, what, given);
    out.line("");
    out.line("*** End {} ***", name);
    return whole;
}

// The first day of these times.
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
            return put_text(out, *part, given) ? success : trouble;
        }
        if (files.size() == 1) return put_text(out, files.front(), given) ? success : trouble;
        if (two_of_a_kind("print", files)) return trouble;
        const bool whole = std::ranges::all_of(files, [&](const auto& f) { return put_framed(out, f, given); });
        return whole ? success : trouble;
    });
}

namespace {

// The report that XLA wrote beside a dump: of the same module, or by its name. A hash table decided its order.
class report_beside {
public:
    report_beside(const bundle_file& of, const std::vector<bundle_file>& files, const options& given)
    {
        for (const auto& f : files) take(*f.result.value);
        const auto named = parse_file_name(of.file->path);
        if (found_ || given.files_alone || !named) return;
        const auto path = std::string(named->folder) + sibling_name(*named, sibling::usage_report);
        for (const auto* ending : {"", ".gz", ".zst"}) {
            std::error_code error;
            const input_file file{path + ending, path + ending, {}, true};
            if (found_ || !std::filesystem::is_regular_file(file.path, error)) continue;
            auto [problem, read] = parse_file(file, given, {});
            if (!problem.empty() || !read.accepted()) continue;
            document_ = std::move(read.value);
            take(*document_);
        }
    }

    // Null if there is none.
    [[nodiscard]] const ast::usage_report* get() const { return found_; }
    // Those of these times at which XLA wrote reports of its form, if there are any.
    [[nodiscard]] era_set narrowed(const era_set& when) const
    {
        if (!found_) return when;
        const auto both =
            when.intersect(eras(found_->program() ? usage_report_form::program : usage_report_form::spaces));
        return both.empty() ? when : both;
    }

private:
    void take(const document& read)
    {
        if (const auto* report = read.usage_report()) found_ = report;
    }

    owned<document> document_;
    const ast::usage_report* found_ = nullptr;
};

} // namespace

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
        // Without allocations, the first dump decides which file to take.
        if (!of) of = file_of(files, [](const ast::dump&) { return true; });
        if (!of) of = &files.front();
        const auto& file = *of->file;
        const auto& what = *of->result.value;
        if (!std::holds_alternative<ast::dump>(what.tree())) {
            warn("ballast: {}: report-text needs a dump, this is {}\n", file.shown, kind_word(what.tree()));
            return trouble;
        }
        const auto number = static_cast<std::size_t>(of - files.data());
        auto when = era_of(files).of(what, number);
        if (asked) {
            const auto both = when.intersect(*asked);
            when = both.empty() ? *asked : both; // if not both, as an XLA of another time writes it
        }
        const report_beside beside(*of, files, given);
        if (!asked) when = beside.narrowed(when);
        const auto by_program = when.intersect(eras(usage_report_form::program));
        const auto by_space = when.intersect(eras(usage_report_form::spaces));
        if (by_program.empty() && by_space.empty()) {
            warn("ballast: {}: {} wrote no memory-usage reports; XLA writes them since {}, see --era\n", file.shown,
                 era_text(when), first_day(eras(usage_report_form::program)));
            return failure;
        }
        ast::arena memory;
        const auto& chosen = by_program.empty() ? by_space : by_program;
        const auto at = chosen.intervals().front().begin;
        const auto made = beside.get() ? analyse::usage_report_like(what, *beside.get(), memory, at, jobs_of(given))
                                       : usage_report_of(what, memory, at, jobs_of(given));
        if (!made.report) {
            line_table lines(what.text());
            const auto there = lines.place_of(made.begin);
            const auto place = made.end == 0 ? std::string() : fmt::format(":{}:{}", there.line, there.column);
            warn("ballast: {}{}: {}\n", file.shown, place, made.said.text());
            return made.end == 0 ? trouble : failure; // of the wrong kind, or with an error
        }
        if (!by_program.empty() && !by_space.empty())
            warn("ballast: {}: the report may also be split by memory space: --era {}\n", file.shown,
                 first_day(by_space));
        if (const auto* spaces = made.report->spaces(); spaces && spaces->empty())
            warn("ballast: {}: without allocations XLA writes an empty report\n", file.shown);
        put(out, [&](sink& to) { print(to, *made.report); });
        return success;
    });
}

} // namespace ballast::cli
