#include "base/file_name.hpp"

#include "base/letters.hpp"

#include <algorithm>
#include <array>

namespace ballast {

using namespace std::string_view_literals;

namespace {

// A longer ending comes before its own suffix.
constexpr std::array table{
    sibling_info{sibling::assignment, "-buffer-assignment.txt", "allocations", false},
    sibling_info{sibling::values, "-buffer-assignment-values.txt", "values", false},
    sibling_info{sibling::live_range, "-live-range.txt", "live ranges", false},
    sibling_info{sibling::usage_report, "-memory-usage-report.txt", "memory-usage report", false},
    // D0, and until 2025-08-14 what the CPU's ahead-of-time compiler wrote once more: without a stage.
    sibling_info{sibling::bare_assignment, bare_assignment_ending, "allocations", true},
};
static_assert([] {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].which) != i) return false;
    return true;
}());

bool all_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

// Removes the digits at the start.
std::string_view take_digits(std::string_view& text)
{
    const auto count = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    const auto result = text.substr(0, count);
    text.remove_prefix(count);
    return result;
}

// The start of the stage. A compute capability has a dot: `sm_9.0_gpu_…`, since 2025-08-21 also `sm_12.0a_gpu_…`.
std::size_t stage_of(std::string_view text)
{
    const auto dot = text.rfind('.');
    if (dot == std::string_view::npos) return 0;
    auto last = text.substr(dot + 1);
    const auto minor = take_digits(last);
    if (last.starts_with('a') || last.starts_with('f')) last.remove_prefix(1);
    if (minor.empty() || !last.starts_with("_gpu_"sv)) return dot + 1;
    const auto before = text.substr(0, dot).rfind('.');
    const auto begin = before == std::string_view::npos ? 0 : before + 1;
    const auto major = text.substr(begin, dot - begin);
    return major.starts_with("sm_"sv) && all_digits(major.substr(3)) ? begin : dot + 1;
}

// Fills in the parts of the base; leaves them empty if it is not a name of XLA's.
void take_apart(file_name& name)
{
    auto rest = name.base;
    // Characters that XLA replaces by `_` at the end.
    if (rest.find_first_of("/\\[] "sv) != std::string_view::npos) return;
    std::string_view timestamp;
    if (!rest.starts_with("module_"sv)) {
        timestamp = take_digits(rest);
        if (timestamp.empty() || !rest.starts_with(".module_"sv)) return;
        rest.remove_prefix(1);
    }
    rest.remove_prefix("module_"sv.size());
    const auto id = take_digits(rest);
    if (id.size() < 4 || (id.size() > 4 && id.front() == '0')) return;
    if (!rest.empty() && !rest.starts_with('.')) return;
    if (rest.size() == 1) return;
    const bool staged = name.kind != sibling::bare_assignment;
    if (rest.empty() && staged) return;
    if (!rest.empty()) rest.remove_prefix(1);
    std::string_view stage;
    if (staged) {
        const auto begin = stage_of(rest);
        stage = rest.substr(begin);
        if (stage.empty()) return;
        rest = rest.substr(0, begin == 0 ? 0 : begin - 1);
    }
    std::string_view cl;
    const auto dot = rest.rfind('.');
    const auto last = dot == std::string_view::npos ? 0 : dot + 1;
    // A shorter number is part of the module's name: those of change lists had nine digits before the first dump.
    constexpr std::size_t digits_of_cl = 9;
    if (const auto word = rest.substr(last);
        word.starts_with("cl_"sv) && all_digits(word.substr(3)) && word.size() >= 3 + digits_of_cl) {
        cl = rest.substr(last + 3);
        rest = rest.substr(0, last == 0 ? 0 : dot);
    }
    name.made_by_xla = true;
    name.timestamp = timestamp;
    name.id = id;
    name.module = rest;
    name.cl = cl;
    name.stage = stage;
}

} // namespace

std::string_view without_compression(std::string_view path)
{
    for (const auto ending : {gzip_ending, zstandard_ending})
        if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
    return path;
}

bool is_compressed(std::string_view path) { return without_compression(path).size() != path.size(); }

std::span<const sibling_info> siblings() { return table; }

const sibling_info& info(sibling which) { return table[static_cast<std::size_t>(which)]; }

std::optional<file_name> parse_file_name(std::string_view path)
{
    const auto plain = without_compression(path);
    const auto* const row =
        std::ranges::find_if(table, [&](const sibling_info& s) { return plain.ends_with(s.ending); });
    if (row == table.end()) return std::nullopt;
    file_name result;
    result.kind = row->which;
    result.compression = path.substr(plain.size());
    const auto slash = plain.rfind('/');
    const auto begin = slash == std::string_view::npos ? 0 : slash + 1;
    result.folder = plain.substr(0, begin);
    result.base = plain.substr(begin, plain.size() - row->ending.size() - begin);
    take_apart(result);
    return result;
}

std::string_view stem_of(std::string_view path)
{
    const auto name = parse_file_name(path);
    return name && !info(name->kind).alone ? path.substr(0, name->folder.size() + name->base.size())
                                           : std::string_view();
}

std::string_view stem_of_text(std::string_view path)
{
    constexpr auto ending = ".txt"sv;
    const auto plain = without_compression(path);
    if (!plain.ends_with(ending) || parse_file_name(path)) return {};
    return plain.substr(0, plain.size() - ending.size());
}

std::vector<std::string> names_of_text_beside(std::string_view path)
{
    std::vector<std::string> result;
    if (const auto named = parse_file_name(path))
        for (const auto ending : {".txt"sv, ".txt.gz"sv, ".txt.zst"sv})
            result.push_back(std::string(named->folder).append(named->base).append(ending));
    return result;
}

std::string sibling_name(const file_name& of, sibling which) { return std::string(of.base).append(info(which).ending); }

bool lacks_the_name_of(const file_name& nameless, const file_name& named)
{
    return nameless.made_by_xla && named.made_by_xla && nameless.module.empty() && !named.module.empty() &&
           nameless.folder == named.folder && nameless.timestamp == named.timestamp && nameless.id == named.id &&
           nameless.cl == named.cl && nameless.stage == named.stage &&
           named.base.size() + info(nameless.kind).ending.size() > longest_name;
}

} // namespace ballast
