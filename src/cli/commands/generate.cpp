// Generates random dumps and the files that XLA writes beside them.
#include "generate/entries.hpp"
#include "generate/program.hpp"

#include "ballast/analysis.hpp"
#include "ballast/read.hpp"
#include "ballast/releases.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/print_to.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace ballast::cli {

namespace {

struct generate_arguments {
    std::uint64_t seed = 0;
    std::uint64_t size = 4096; // in bytes
    bool together = false;     // of all dumps of the program
    std::string era{dump_states().back().name};
    std::string section;
    std::string vocabulary = "readable";
};
constexpr auto largest_size = std::uint64_t{1} << 40;

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
    const auto text = printed([&](sink& to) { of.print(to, kinds_at(when).front()); });
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
    bool grows = true;       // as the program does; false if only the largest buffers are listed
};
constexpr std::array companions{
    companion{"memory-usage-report", usage_reports_at, print_usage_report, 0, false},
    companion{"out-of-memory", generate::oom_reports_at, print_oom_report, 1000, false},
    companion{"allocation-statistics", always, print_statistics, 0, false},
    companion{"buffer-info", generate::buffer_info_at, print_buffer_info},
    companion{"module-text", always, print_module_text},
};

// A time within the era: its begin, or a time at which the text changed.
commit_time time_in(const era_set& era, random_source& from)
{
    std::vector<commit_time> times;
    for (const auto& stay : era.intervals()) times.push_back(stay.begin);
    for (const auto time : turning_points())
        if (era.contains(time)) times.push_back(time);
    return times[times.size() - 1 - from.below(times.size())];
}

// The text that is written, and how much of a program it is.
struct written_text {
    commit_time when = 0;
    ast::dump_kind kind{};
    const companion* beside = nullptr;

    void print(program& of, sink& out) const
    {
        if (beside)
            beside->print(of, when, out);
        else
            of.print(out, kind);
    }
    [[nodiscard]] std::uint64_t bytes_of(program& of, bool together) const
    {
        std::uint64_t result = 0;
        if (!together) return printed([&](sink& out) { print(of, out); }).size();
        for (const auto each : kinds_at(when)) result += printed([&](sink& out) { of.print(out, each); }).size();
        return result;
    }
};

// The size for which the generator makes a program whose text comes near the given size: what an instruction takes
// depends on what is drawn. Long texts are estimated by shorter ones.
std::uint64_t size_of_program(const generate_arguments& options, const random_source& from, const written_text& text)
{
    constexpr std::uint64_t longest = std::uint64_t{1} << 21;
    constexpr int tries = 8;
    if (options.size == 0 || (text.beside && !text.beside->grows)) return options.size;
    const auto wanted = std::min(options.size, longest);
    auto asked = wanted;
    auto best = asked;
    auto nearest = UINT64_MAX;
    for (int i = 0; i < tries; ++i) {
        auto again = from;
        program made(again, text.when, asked);
        const auto bytes = std::max<std::uint64_t>(text.bytes_of(made, options.together), 1);
        const auto off = bytes > wanted ? bytes - wanted : wanted - bytes;
        if (off < nearest) {
            nearest = off;
            best = asked;
        }
        if (off <= wanted / 50) break;
        // Parts that do not grow with the program can be larger than a short text.
        const auto ratio = std::clamp(static_cast<double>(wanted) / static_cast<double>(bytes), 1.0 / 8, 8.0);
        asked = std::min(static_cast<std::uint64_t>(static_cast<double>(asked) * ratio) + 1, 64 * wanted);
    }
    return static_cast<std::uint64_t>(static_cast<double>(best) *
                                      (static_cast<double>(options.size) / static_cast<double>(wanted)));
}

generate::vocabulary vocabulary_of(std::string_view word)
{
    if (word == "any") return generate::vocabulary::any;
    return word == "known" ? generate::vocabulary::known : generate::vocabulary::readable;
}

int generate_lines(const generate_arguments& options, entry which, random_source& from, commit_time when)
{
    output out;
    for (std::uint64_t bytes = 0; bytes < options.size;) {
        ast::arena memory;
        generate::nodes draw(from, memory, when, vocabulary_of(options.vocabulary));
        const auto line = generate::line_of(which, draw);
        if (!line) {
            warn("ballast generate: {} was not printed in {}\n", options.section, options.era);
            return trouble;
        }
        bytes += line->size() + 1;
        out.line("{}", *line);
    }
    return out.flush() ? success : trouble;
}

std::vector<std::string> section_names()
{
    std::vector<std::string> result;
    for (const auto& [name, kind] : dump_kinds) result.emplace_back(name);
    for (const auto& s : companions) result.emplace_back(s.name);
    result.insert(result.end(), entry_names().begin(), entry_names().end());
    return result;
}

int run_generate(const generate_arguments& options)
{
    const auto era = parse_era(options.era);
    if (!era) return no_era("generate", options.era);
    random_source from(options.seed);
    const auto when = time_in(*era, from);
    if (const auto which = entry_of(options.section)) return generate_lines(options, *which, from, when);

    const auto not_written = [&] {
        warn("ballast generate: {} had no file of the kind {}\n", options.era, options.section);
        return trouble;
    };
    const auto* const beside = std::ranges::find(companions, std::string_view(options.section), &companion::name);
    const auto kinds = kinds_at(when);
    auto kind = kinds.front();
    if (beside != companions.end()) {
        if (!beside->printed_at(when)) return not_written();
    } else if (!options.section.empty()) {
        kind = std::ranges::find(dump_kinds, std::string_view(options.section), [](const auto& f) {
                   return f.first;
               })->second;
        if (std::ranges::find(kinds, kind) == kinds.end()) return not_written();
    }
    const written_text text{when, kind, beside != companions.end() ? &*beside : nullptr};
    const auto size = size_of_program(options, from, text);
    output out;
    program made(from, when, std::max(size, text.beside ? text.beside->least : 0));
    print_to(out, [&](sink& to) { text.print(made, to); });
    return out.flush() ? success : trouble;
}

command_body declare_generate(CLI::App& app)
{
    auto options = std::make_shared<generate_arguments>();
    add_number(app, "--seed", options->seed, "another number gives another dump", any_number, false);
    add_number(app, "--size", options->size,
               "size in bytes, met within 10 % from 16 KiB on, except by texts that list only the largest buffers",
               largest_size, true);
    app.add_flag("--together", options->together,
                 "the size is that of all dumps of the program, and the same for each --section");
    add_era(app, "--era", options->era, {})->capture_default_str();
    app.add_option("--section", options->section,
                   "one file of the eras that write three, what XLA writes beside them, or lines of one construct as "
                   "--rule reads them")
        ->check(one_of(section_names()));
    app.add_option("--vocabulary", options->vocabulary,
                   "words in lines of one construct: what XLA's own parser reads, all that ballast knows, or unknown "
                   "words too")
        ->check(one_of({"readable", "known", "any"}))
        ->capture_default_str();
    return [options] { return run_generate(*options); };
}

} // namespace

extern const command generate_command{"Texts", "generate", "a random dump whose numbers agree", declare_generate};

} // namespace ballast::cli
