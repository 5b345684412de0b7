// Random dumps.
#include "ballast/print.hpp"
#include "generate/entries.hpp"
#include "generate/program.hpp"

#include "cli/command_line.hpp"
#include "cli/report.hpp"

#include <algorithm>
#include <array>

namespace ballast::cli {

namespace {

constexpr std::array<std::pair<std::string_view, ast::dump_kind>, 4> files{{
    {"assignment", ast::dump_kind::assignment},
    {"values", ast::dump_kind::values},
    {"live-range", ast::dump_kind::live_range},
    {"combined", ast::dump_kind::combined},
}};

constexpr std::string_view module_section = "module-text";

// A time of the era, at which something of the text changed or the era begins.
commit_time time_in(const era_set& era, choices& from)
{
    std::vector<commit_time> times;
    for (const auto& stay : era.intervals()) times.push_back(stay.begin);
    for (const auto time : turning_points())
        if (era.contains(time)) times.push_back(time);
    return times[times.size() - 1 - from.below(times.size())];
}

bool write(void* to, std::string_view bytes) { return static_cast<report*>(to)->write(bytes); }

int generate_lines(const options& given, entry which, choices& from, commit_time when)
{
    report out;
    for (std::uint64_t bytes = 0; bytes < given.size;) {
        ast::arena memory;
        generate::nodes draw(from, memory, when);
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
    for (const auto& [name, kind] : files) result.emplace_back(name);
    result.emplace_back(module_section);
    result.insert(result.end(), entry_names().begin(), entry_names().end());
    return result;
}

std::string known_eras()
{
    return fmt::format("{} to {}, or a day as YYYY-MM-DD", dump_states().front().name, dump_states().back().name);
}

int no_era(std::string_view command, std::string_view text)
{
    warn("ballast {}: {} is no era: {}, from the first day of D0 on\n", command, text, known_eras());
    return trouble;
}

int generate(const options& given)
{
    const auto era = parse_era(given.era);
    if (!era) return no_era("generate", given.era);
    choices from(given.seed);
    const auto when = time_in(*era, from);
    if (const auto which = entry_of(given.section)) return generate_lines(given, *which, from, when);

    report out;
    sink to(write, &out);
    const auto done = [&] {
        to.flush();
        return out.flush() ? success : trouble;
    };
    if (given.section == module_section) {
        ast::arena memory;
        print(to, generate::program(from, when, given.size).make_text(memory));
        return done();
    }
    const auto kinds = generate::kinds_at(when);
    auto kind = kinds.front();
    if (!given.section.empty()) {
        kind = std::ranges::find(files, std::string_view(given.section), [](const auto& f) { return f.first; })->second;
        if (std::ranges::find(kinds, kind) == kinds.end()) {
            warn("ballast generate: {} had no file of the kind {}\n", given.era, given.section);
            return trouble;
        }
    }
    generate::program(from, when, given.size).print(to, kind);
    return done();
}

} // namespace ballast::cli
