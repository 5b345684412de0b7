#include "generate/written_files.hpp"

#include "ballast/analysis.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ballast::generate {

namespace {

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

constexpr std::array all_companions{
    companion{"memory-usage-report", usage_reports_at, print_usage_report, 0, false},
    companion{"out-of-memory", oom_reports_at, print_oom_report, 1000, false},
    companion{"allocation-statistics", always, print_statistics, 0, false},
    companion{"buffer-info", buffer_info_at, print_buffer_info},
    companion{"module-text", always, print_module_text},
};

// The size for which the generator makes a program whose text comes near the given size: what an instruction takes
// depends on what is drawn. Long texts are estimated by shorter ones.
std::uint64_t size_of_program(const written_text& text, const random_source& from, std::uint64_t size, bool together)
{
    constexpr std::uint64_t longest = std::uint64_t{1} << 21;
    constexpr int tries = 8;
    if (size == 0 || (text.beside && !text.beside->grows)) return size;
    const auto wanted = std::min(size, longest);
    auto asked = wanted;
    auto best = asked;
    auto nearest = UINT64_MAX;
    for (int i = 0; i < tries; ++i) {
        auto again = from;
        program made(again, text.when, asked);
        const auto bytes = std::max<std::uint64_t>(text.bytes_of(made, together), 1);
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
                                      (static_cast<double>(size) / static_cast<double>(wanted)));
}

} // namespace

std::span<const companion> companions() { return all_companions; }

commit_time time_in(const era_set& era, random_source& from)
{
    std::vector<commit_time> times;
    for (const auto& stay : era.intervals()) times.push_back(stay.begin);
    for (const auto time : turning_points())
        if (era.contains(time)) times.push_back(time);
    return times[times.size() - 1 - from.below(times.size())];
}

program program_of(const written_text& text, random_source& from, std::uint64_t size, bool together)
{
    const auto bytes = size_of_program(text, from, size, together);
    return {from, text.when, std::max(bytes, text.beside ? text.beside->least : 0)};
}

} // namespace ballast::generate
