// Generates random dumps and the files that XLA writes beside them.
#include "generate/entries.hpp"
#include "generate/written_files.hpp"

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
    for (const auto& s : generate::companions()) result.emplace_back(s.name);
    result.insert(result.end(), entry_names().begin(), entry_names().end());
    return result;
}

int run_generate(const generate_arguments& options)
{
    const auto era = parse_era(options.era);
    if (!era) return no_era("generate", options.era);
    random_source from(options.seed);
    const auto when = generate::time_in(*era, from);
    if (const auto which = entry_of(options.section)) return generate_lines(options, *which, from, when);

    const auto not_written = [&] {
        warn("ballast generate: {} had no file of the kind {}\n", options.era, options.section);
        return trouble;
    };
    const auto companions = generate::companions();
    const auto beside = std::ranges::find(companions, std::string_view(options.section), &generate::companion::name);
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
    const generate::written_text text{when, kind, beside != companions.end() ? &*beside : nullptr};
    output out;
    auto made = generate::program_of(text, from, options.size, options.together);
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

extern const command generate_command{"Texts", "generate", "Make a random dump whose numbers agree", declare_generate};

} // namespace ballast::cli
