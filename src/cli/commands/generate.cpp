// Generates random dumps and the files that XLA writes beside them.
#include "generate/entries.hpp"
#include "generate/program.hpp"

#include "ballast/analysis.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "ballast/releases.hpp"
#include "cli/command_line.hpp"
#include "cli/report.hpp"

#include <algorithm>
#include <array>

namespace ballast::cli {

namespace {

constexpr std::array<std::pair<std::string_view, ast::dump_kind>, 4> dump_kinds{{
    {"assignment", ast::dump_kind::assignment},
    {"values", ast::dump_kind::values},
    {"live-range", ast::dump_kind::live_range},
    {"combined", ast::dump_kind::combined},
}};

using generate::program;

// The report for the allocations, made like that of `report-text`.
void print_usage_report(program& of, commit_time when, sink& out)
{
    const auto text = printed([&](sink& to) { of.print(to, generate::kinds_at(when).front()); });
    const auto read = parse(std::string_view(text));
    ast::arena memory;
    if (!read.accepted()) return;
    if (const auto made = usage_report_of(*read.value, memory, when); made.report) ballast::print(out, *made.report);
}
void print_oom_report(program& of, commit_time, sink& out)
{
    ast::arena memory;
    ballast::print(out, of.make_oom_report(memory));
}
void print_statistics(program& of, commit_time, sink& out) { ballast::print(out, of.statistics()); }
void print_buffer_info(program& of, commit_time, sink& out)
{
    ast::arena memory;
    ballast::print(out, of.make_buffer_info(memory));
}
void print_module_text(program& of, commit_time, sink& out)
{
    ast::arena memory;
    ballast::print(out, of.make_text(memory));
}

bool usage_reports_at(commit_time when)
{
    return eras(usage_report_form::program).contains(when) || eras(usage_report_form::spaces).contains(when);
}
bool always(commit_time) { return true; }

// The files beside a dump.
struct companion {
    std::string_view name;
    bool (*printed_at)(commit_time when);
    void (*print)(program& of, commit_time when, sink& out);
    std::uint64_t least = 0; // bytes of the dump without which there is none
};
constexpr std::array companions{
    companion{"memory-usage-report", usage_reports_at, print_usage_report},
    companion{"out-of-memory", generate::oom_reports_at, print_oom_report, 1000},
    companion{"allocation-statistics", always, print_statistics},
    companion{"buffer-info", generate::buffer_info_at, print_buffer_info},
    companion{"module-text", always, print_module_text},
};

// A time within the era: its begin, or a time at which the text changed.
commit_time time_in(const era_set& era, choices& from)
{
    std::vector<commit_time> times;
    for (const auto& stay : era.intervals()) times.push_back(stay.begin);
    for (const auto time : turning_points())
        if (era.contains(time)) times.push_back(time);
    return times[times.size() - 1 - from.below(times.size())];
}

bool write(void* to, std::string_view bytes) { return static_cast<report*>(to)->write(bytes); }

generate::vocabulary vocabulary_of(const options& given)
{
    if (given.vocabulary == "any") return generate::vocabulary::any;
    return given.vocabulary == "known" ? generate::vocabulary::known : generate::vocabulary::readable;
}

int generate_lines(const options& given, entry which, choices& from, commit_time when)
{
    report out;
    for (std::uint64_t bytes = 0; bytes < given.size;) {
        ast::arena memory;
        generate::nodes draw(from, memory, when, vocabulary_of(given));
        const auto line = generate::line_of(which, draw);
        if (!line) {
            warn("ballast generate: {} was not printed in {}\n", given.section, given.era);
            return trouble;
        }
        bytes += line->size() + 1;
        out.line("{}", *line);
    }
    return out.flush() ? success : trouble;
}

} // namespace

std::vector<std::string> section_names()
{
    std::vector<std::string> result;
    for (const auto& [name, kind] : dump_kinds) result.emplace_back(name);
    for (const auto& s : companions) result.emplace_back(s.name);
    result.insert(result.end(), entry_names().begin(), entry_names().end());
    return result;
}

std::string known_eras()
{
    return fmt::format("{} to {}, a day as YYYY-MM-DD, or a release as jaxlib-0.10.1", dump_states().front().name,
                       dump_states().back().name);
}

int no_era(std::string_view command, std::string_view text)
{
    const auto nearest = nearest_releases(text);
    if (nearest.empty())
        warn("ballast {}: {} is not an era: {}, from the first day of D0 on\n", command, text, known_eras());
    else
        warn("ballast {}: {} is not a known release; the nearest {} {}\n", command, text,
             nearest.size() == 1 ? "is" : "are", fmt::join(nearest, " and "));
    return trouble;
}

int generate(const options& given)
{
    const auto era = parse_era(given.era);
    if (!era) return no_era("generate", given.era);
    choices from(given.seed);
    const auto when = time_in(*era, from);
    if (const auto which = entry_of(given.section)) return generate_lines(given, *which, from, when);

    const auto not_written = [&] {
        warn("ballast generate: {} had no file of the kind {}\n", given.era, given.section);
        return trouble;
    };
    const auto* const beside = std::ranges::find(companions, std::string_view(given.section), &companion::name);
    const auto kinds = generate::kinds_at(when);
    auto kind = kinds.front();
    if (beside != companions.end()) {
        if (!beside->printed_at(when)) return not_written();
    } else if (!given.section.empty()) {
        kind = std::ranges::find(dump_kinds, std::string_view(given.section), [](const auto& f) {
                   return f.first;
               })->second;
        if (std::ranges::find(kinds, kind) == kinds.end()) return not_written();
    }
    report out;
    sink to(write, &out);
    program made(from, when, std::max(given.size, beside != companions.end() ? beside->least : 0));
    if (beside != companions.end())
        beside->print(made, when, to);
    else
        made.print(to, kind);
    to.flush();
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
