// Dumps in which something small is changed: which changes the reader or the rules notice. BALLAST_INJECT=n changes n
// digits of each dump instead of a few, and prints what was not noticed, by kind.
#include "ballast/check.hpp"
#include "base/choices.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <map>
#include <set>

namespace ballast::tests {

namespace {

// What is found in a text, the audit of the peak apart; nothing where the text is refused.
std::optional<std::set<std::string>> found_in(std::string_view text)
{
    const auto read = parse(text);
    if (!read.accepted()) return std::nullopt;
    std::set<std::string> result;
    for (const auto& f : read.findings) result.insert(f.message());
    for (const auto& f : check(*read.value))
        if (f.id != finding_id::peak_audit) result.insert(f.message());
    return result;
}

bool noticed(const std::set<std::string>& before, std::string_view changed)
{
    const auto after = found_in(changed);
    return !after || !std::ranges::includes(before, *after);
}

// What nothing else in a dump repeats: where the program's source is, what a backend was told, numbers that only the
// operation itself knows, parameters of computations that have no allocation, and pointers of one or two allocations.
bool said_once(std::string_view text, std::size_t at)
{
    const auto begin = text.rfind('\n', at) + 1;
    const auto line = text.substr(begin, text.find('\n', at) - begin);
    const auto before = line.substr(0, at - begin);
    if (line.starts_with("allocation "))
        return before.ends_with(": 0x") || before.rfind(": 0x") != std::string_view::npos;
    if (!line.starts_with(" from instruction:")) return false;
    const auto body = before.find(" = ");
    if (body == std::string_view::npos) return false;
    if (before.find(" parameter(", body) != std::string_view::npos &&
        before.find(')', before.find(" parameter(")) == std::string_view::npos)
        return true;
    if (before.find(" constant(", body) != std::string_view::npos) return true;
    // Any attribute: after the operands.
    const auto open = before.find('(', before.find(' ', body + 3));
    return before.find("), ", open == std::string_view::npos ? body : open) != std::string_view::npos;
}

struct tally {
    std::size_t all = 0;
    std::size_t seen = 0;
    std::size_t once = 0;        // in text that nothing repeats
    std::size_t missed_else = 0; // not noticed elsewhere
};

void change_digits(const std::string& text, std::size_t times, choices& from, tally& to,
                   std::vector<std::string>* missed)
{
    const auto before = found_in(text);
    if (!before) throw std::runtime_error("refused");
    std::vector<std::size_t> digits;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
    if (digits.empty()) return;
    for (std::size_t i = 0; i < times; ++i) {
        auto changed = text;
        const auto at = digits[from.below(digits.size())];
        auto& digit = changed[at];
        digit = static_cast<char>('0' + (static_cast<std::size_t>(digit - '0') + 1 + from.below(9)) % 10);
        ++to.all;
        const bool once = said_once(text, at);
        to.once += once ? 1U : 0U;
        if (noticed(*before, changed)) {
            ++to.seen;
            continue;
        }
        to.missed_else += once ? 0U : 1U;
        if (missed && !once) {
            const auto begin = changed.rfind('\n', at) + 1;
            missed->push_back(std::to_string(at - begin) + ": " +
                              changed.substr(begin, std::min<std::size_t>(200, changed.find('\n', at) - begin)));
        }
    }
}

std::size_t trials(std::size_t usual)
{
    const char* asked = std::getenv("BALLAST_INJECT");
    return asked ? static_cast<std::size_t>(std::strtoul(asked, nullptr, 10)) : usual;
}

void tell(const char* of, const tally& t, const std::vector<std::string>& missed)
{
    if (!std::getenv("BALLAST_INJECT")) return;
    std::printf("%s: %zu of %zu changed digits noticed, %zu in text that nothing repeats, %zu missed elsewhere\n", of,
                t.seen, t.all, t.once, t.missed_else);
    for (const auto& line : missed) std::printf("  %s\n", line.c_str());
}

std::string generated(commit_time when, ast::dump_kind kind, std::uint64_t seed)
{
    choices from(seed);
    generate::program made(from, when, 4000);
    return printed([&](sink& out) { made.print(out, kind); });
}

} // namespace

// Of combined dumps; the three files of D19+ repeat less of each other. Generated instructions have more attributes,
// which nothing repeats, than real ones.
TEST(Injection, MostChangedDigitsAreNoticed)
{
    for (const commit_time when : {202508250000, 202505200000, 202110010000}) {
        tally t;
        std::vector<std::string> missed;
        choices from(std::uint64_t{7});
        for (std::uint64_t seed = 1; seed < 9; ++seed)
            change_digits(generated(when, ast::dump_kind::combined, seed), trials(60), from, t, &missed);
        tell(std::to_string(when).c_str(), t, missed);
        const auto repeated = t.all - t.once;
        EXPECT_GE(static_cast<double>(t.seen), 0.85 * static_cast<double>(t.all)) << when;
        EXPECT_GE(static_cast<double>(repeated - t.missed_else), 0.99 * static_cast<double>(repeated)) << when;
    }
}

TEST(Injection, MostChangedDigitsOfRealDumpsAreNoticed)
{
    if (!corpus()) return;
    tally t;
    std::vector<std::string> missed;
    choices from(std::uint64_t{11});
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        const auto name = entry.path().filename().string();
        const bool combined =
            name.ends_with("-buffer-assignment.txt") || entry.path().parent_path().filename() == "seeds";
        if (!combined || entry.file_size() > 60000 || name.starts_with("xla_dump")) continue;
        change_digits(read_file(entry.path()), trials(40), from, t, &missed);
    }
    tell("corpus", t, missed);
    EXPECT_GE(static_cast<double>(t.seen), 0.94 * static_cast<double>(t.all));
    const auto repeated = t.all - t.once;
    EXPECT_GE(static_cast<double>(repeated - t.missed_else), 0.99 * static_cast<double>(repeated));
}

// Sections of two modules in one file.
TEST(Injection, SplicedSectionsAreNoticed)
{
    const auto when = commit_time{202505200000};
    const auto split = [](const std::string& text) {
        const auto values = text.find("\nTotal bytes used");
        const auto ranges = text.find("HloLiveRange (max");
        return std::array{text.substr(0, values), text.substr(values, ranges - values), text.substr(ranges)};
    };
    std::vector<std::array<std::string, 3>> dumps;
    for (std::uint64_t seed = 1; seed < 14; ++seed)
        dumps.push_back(split(generated(when, ast::dump_kind::combined, seed)));
    std::size_t all = 0;
    for (std::size_t i = 0; i < dumps.size(); ++i)
        for (std::size_t k = 0; k < dumps.size(); ++k)
            for (std::size_t section = 0; section < 3 && i != k; ++section) {
                auto mixed = dumps[i];
                mixed[section] = dumps[k][section];
                ++all;
                EXPECT_TRUE(noticed({}, mixed[0] + mixed[1] + mixed[2]))
                    << i << " with section " << section << " of " << k;
            }
    EXPECT_GT(all, 400U);
}

} // namespace ballast::tests
