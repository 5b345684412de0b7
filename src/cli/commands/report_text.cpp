// The memory-usage report that follows from a dump.
#include "analyse/usage_report.hpp"
#include "ballast/analysis.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/releases.hpp"
#include "base/file_name.hpp"
#include "cli/inputs.hpp"
#include "cli/print_to.hpp"

#include <filesystem>
#include <memory>

namespace ballast::cli {

namespace {

struct report_text_arguments : input_arguments {
    std::string era; // empty: that of the dump
};

// The first day of these times.
std::string first_day(const era_set& times) { return day_text(times.intervals().front().begin); }

// The report that XLA wrote beside a dump: of the same module, or by its name. A hash table decided its order.
class report_beside {
public:
    report_beside(const files::module_file& of, const std::vector<files::module_file>& module,
                  const input_arguments& options)
    {
        for (const auto& f : module) take(*f.result.value);
        const auto named = parse_file_name(of.file->path);
        if (found_ || options.files_alone || !named) return;
        const auto path = std::string(named->folder) + sibling_name(*named, sibling::usage_report);
        for (const auto* ending : {"", ".gz", ".zst"}) {
            std::error_code error;
            const files::input_file file{path + ending, path + ending, {}, true};
            if (found_ || !std::filesystem::is_regular_file(file.path, error)) continue;
            auto [problem, read] = files::parse_file(file, options);
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

// The file with the allocations, or else the first dump, or else the first file.
std::size_t file_of_report(const std::vector<files::module_file>& module)
{
    std::optional<std::size_t> first_dump;
    for (std::size_t i = 0; i < module.size(); ++i) {
        const auto* dump = std::get_if<ast::dump>(&module[i].result.value->tree());
        if (!dump) continue;
        if (dump->kind == ast::dump_kind::assignment || dump->kind == ast::dump_kind::combined) return i;
        if (!first_dump) first_dump = i;
    }
    return first_dump.value_or(0);
}

// The times of the report, with those at which XLA wrote each of its forms.
struct report_times {
    era_set all;
    era_set by_program;
    era_set by_space;

    explicit report_times(const era_set& when)
        : all(when),
          by_program(when.intersect(eras(usage_report_form::program))),
          by_space(when.intersect(eras(usage_report_form::spaces)))
    {
    }
    [[nodiscard]] bool empty() const { return by_program.empty() && by_space.empty(); }
    [[nodiscard]] bool are_ambiguous() const { return !by_program.empty() && !by_space.empty(); }
    [[nodiscard]] commit_time first() const
    {
        return (by_program.empty() ? by_space : by_program).intervals().front().begin;
    }
};

int print_report(output& out, const files::module_file& of, const report_times& when, const report_beside& beside)
{
    const auto& what = *of.result.value;
    const auto& name = of.file->shown;
    ast::arena memory;
    const auto made = beside.get() ? analyse::usage_report_like(what, *beside.get(), memory, when.first())
                                   : usage_report_of(what, memory, when.first());
    if (!made.report) {
        line_table lines(what.text());
        const auto there = lines.place_of(made.begin);
        const auto place = made.end == 0 ? std::string() : fmt::format(":{}:{}", there.line, there.column);
        warn("ballast: {}{}: {}\n", name, place, made.message.text());
        return made.end == 0 ? trouble : failure; // of the wrong kind, or with an error
    }
    if (when.are_ambiguous())
        warn("ballast: {}: the report may also be split by memory space: --era {}\n", name, first_day(when.by_space));
    if (const auto* spaces = made.report->spaces(); spaces && spaces->empty())
        warn("ballast: {}: without allocations XLA writes an empty report\n", name);
    print_to(out, [&](sink& to) { print(to, *made.report); });
    return success;
}

int run_module(output& out, const std::vector<files::module_file>& module, const report_text_arguments& options,
               const std::optional<era_set>& requested)
{
    if (have_same_part("report-text", module, out)) return trouble;
    const auto number = file_of_report(module);
    const auto& of = module[number];
    const auto& what = *of.result.value;
    if (!std::holds_alternative<ast::dump>(what.tree())) {
        warn("ballast: {}: report-text needs a dump, this is {}\n", of.file->shown, kind_word(what.tree()));
        return trouble;
    }
    auto when = files::era_of(module).of(what, number);
    const report_beside beside(of, module, options);
    if (requested) {
        const auto both = when.intersect(*requested);
        when = both.empty() ? *requested : both; // if not both, as an XLA of another time writes it
    } else {
        when = beside.narrowed(when);
    }
    const report_times times(when);
    if (times.empty()) {
        warn("ballast: {}: {} wrote no memory-usage reports; XLA writes them since {}, see --era\n", of.file->shown,
             era_text(when), first_day(eras(usage_report_form::program)));
        return failure;
    }
    return print_report(out, of, times, beside);
}

int run_report_text(const report_text_arguments& options)
{
    std::optional<era_set> requested;
    if (!options.era.empty()) {
        requested = parse_era(options.era);
        if (!requested) return no_era("report-text", options.era);
    }
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    output out;
    const auto module = read_module("report-text", inputs, options, out);
    if (module.code) return *module.code;
    const int code = run_module(out, module.files, options, requested);
    return out.flush() ? code : trouble;
}

command_body declare_report_text(CLI::App& app)
{
    auto options = std::make_shared<report_text_arguments>();
    add_module(app, *options);
    add_jobs(app, *options);
    add_era(app, "--era", options->era, "as an XLA of this era writes it");
    return [options] { return run_report_text(*options); };
}

} // namespace

extern const command report_text_command{"Texts", "report-text", "the memory-usage report that follows from a dump",
                                         declare_report_text};

} // namespace ballast::cli
