#include "answers/print.hpp"

#include "analyse/usage_report.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/releases.hpp"
#include "base/file_name.hpp"
#include "files/paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

// The module if all of it was accepted. Otherwise that is reported.
std::optional<loaded_module> accepted_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                             const run& by, outcome& to)
{
    auto made = read_module(command, inputs, by, to);
    if (made && is_usable(command, *made, reading::whole, to)) return made;
    return std::nullopt;
}

} // namespace

namespace {

// True for a text of a program in a binary file.
bool is_made(const module_file& file) { return file.file->text && file.file->text->make; }

} // namespace

print_answer print(const std::vector<files::input_file>& inputs, const run& by, std::string_view part, bool whole)
{
    print_answer answer;
    answer.module = accepted_module("print", inputs, by, answer);
    if (!answer.module) return answer;
    for (const auto& file : answer.module->files) {
        if (!whole && is_made(file) && file.result.value->module_text()) continue;
        const auto* dump = std::get_if<ast::dump>(&file.result.value->tree());
        if (part.empty() || (dump && kind_word(dump->kind) == part)) answer.files.push_back(&file);
    }
    if (!part.empty() && answer.files.size() > 1) answer.files.resize(1);
    if (answer.files.empty()) answer.fail("print", "no {} file", part);
    return answer;
}

// --- as another era ---

namespace {

std::string name_of_file(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

// The name of a module's file without its ending.
std::string base_of(const std::vector<module_file>& read, commit_time when)
{
    const auto& path = read.front().file->path;
    const auto name = path == "-" ? std::string("module") : name_of_file(without_compression(path));
    using enum ast::dump_kind;
    for (const auto kind : {values, live_range, assignment})
        for (const auto time : {begin_of_history, when, end_of_history - 1})
            if (const auto ending = file_ending(kind, time); name.ends_with(ending))
                return name.substr(0, name.size() - ending.size());
    return name.substr(0, name.rfind('.'));
}

} // namespace

conversion_answer print_as(const std::vector<files::input_file>& inputs, const run& by, const era_set& era)
{
    conversion_answer answer;
    auto module = accepted_module("print", inputs, by, answer);
    if (!module) return answer;
    std::vector<const document*> dumps;
    for (const auto& file : module->files) {
        const auto kind = kind_word(file.result.value->tree());
        if (is_dump(file)) {
            dumps.push_back(&*file.result.value);
        } else if (is_made(file)) {
            continue; // what the program has besides its dump
        } else if (!file.file->in_folder || module->files.size() == 1) {
            answer.say("ballast: {}: --era needs a dump, this is {}", file.file->shown, kind);
            answer.code = trouble;
            return answer;
        } else {
            answer.say("{}: left out: {}", file.file->shown, kind);
        }
    }
    std::erase_if(module->files, [](const module_file& file) { return !is_dump(file); });
    answer.made = convert(dumps, era);
    if (answer.made.files.empty() && answer.made.missing.empty()) throw std::bad_alloc();
    for (const auto& file : module->files) answer.lines.emplace_back(file.result.text());
    answer.base = base_of(module->files, answer.made.when);
    answer.module = std::move(module);
    return answer;
}

// --- the memory-usage report ---

namespace {

// The first day of these times.
std::string first_day(const era_set& times) { return day_text(times.intervals().front().begin); }

// The report that XLA wrote beside a dump: of the same module, or by its name. Only the report tells the order of its
// rows, which came out of a hash table.
class report_beside {
public:
    report_beside(const module_file& of, const std::vector<module_file>& module, const files::options& reading)
    {
        for (const auto& f : module) take(*f.result.value);
        const auto named = parse_file_name(of.file->path);
        if (found_ || reading.files_alone || !named) return;
        const auto path = std::string(named->folder) + sibling_name(*named, sibling::usage_report);
        for (const auto* ending : {"", ".gz", ".zst"}) {
            const files::input_file file{path + ending, path + ending, {}, true};
            if (found_ || !files::is_regular(file.path)) continue;
            auto [problem, read] = parse_file(file, reading);
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
std::size_t file_of_report(const std::vector<module_file>& module)
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

void make_report(const module_file& of, const report_times& when, const report_beside& beside,
                 report_text_answer& answer)
{
    const auto& what = *of.result.value;
    const auto& name = of.file->shown;
    auto made = beside.get() ? analyse::usage_report_like(what, *beside.get(), answer.memory, when.first())
                             : usage_report_of(what, answer.memory, when.first());
    if (!made.report) {
        line_table lines(what.text());
        const auto there = lines.place_of(made.begin);
        const auto place = made.end == 0 ? std::string() : fmt::format(":{}:{}", there.line, there.column);
        answer.say("ballast: {}{}: {}", name, place, made.message.text());
        answer.code = made.end == 0 ? trouble : failure; // of the wrong kind, or with an error
        return;
    }
    if (when.are_ambiguous())
        answer.say("ballast: {}: the report may also be split by memory space: --era {}", name,
                   first_day(when.by_space));
    if (const auto* spaces = made.report->spaces(); spaces && spaces->empty())
        answer.say("ballast: {}: without allocations XLA writes an empty report", name);
    answer.report = std::move(*made.report);
}

} // namespace

void report_text(const std::vector<files::input_file>& inputs, const run& by, const std::optional<era_set>& era,
                 report_text_answer& answer)
{
    answer.module = accepted_module("report-text", inputs, by, answer);
    if (!answer.module) return;
    const auto& files = answer.module->files;
    const auto number = file_of_report(files);
    const auto& of = files[number];
    const auto& what = *of.result.value;
    if (!is_dump(of)) {
        answer.say("ballast: {}: report-text needs a dump, this is {}", of.file->shown, kind_word(what.tree()));
        answer.code = trouble;
        return;
    }
    auto when = era_of(files).of(what, number);
    const report_beside beside(of, files, by.reading);
    if (era) {
        const auto both = when.intersect(*era);
        when = both.empty() ? *era : both; // if not both, as an XLA of another time writes it
    } else {
        when = beside.narrowed(when);
    }
    const report_times times(when);
    if (times.empty()) {
        answer.say("ballast: {}: {} wrote no memory-usage reports; XLA writes them since {}, see --era", of.file->shown,
                   era_text(when), first_day(eras(usage_report_form::program)));
        answer.code = failure;
        return;
    }
    make_report(of, times, beside, answer);
}

} // namespace ballast::inline v0::answers
