// Printed instructions with one token dropped, duplicated, swapped or replaced: accepted ones print back identically
// and keep every rule, and they are few. `BALLAST_MUTANTS=FILE` writes every accepted one to the file.
#include "ballast/era.hpp"
#include "ballast/well_formed.hpp"
#include "generate/nodes.hpp"
#include "tests/support/support.hpp"

#include <array>
#include <cctype>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

enum class mutation { dropped, doubled, swapped, replaced };
constexpr std::array<const char*, 4> names{"dropped", "doubled", "swapped", "replaced"};

// Words and numbers, quoted text, and every other byte on its own.
std::vector<std::string> tokens_of(const std::string& line)
{
    std::vector<std::string> tokens;
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; };
    for (std::size_t at = 0; at < line.size();) {
        auto end = at + 1;
        if (line[at] == '"') {
            while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2U : 1U;
            end = std::min(end + 1, line.size());
        } else if (in_word(line[at])) {
            while (end < line.size() && in_word(line[end])) ++end;
        }
        tokens.push_back(line.substr(at, end - at));
        at = end;
    }
    return tokens;
}

// The words and bytes of the grammar.
std::vector<std::string> dictionary()
{
    std::set<std::string> words;
    std::ifstream file(fs::path(BALLAST_ROOT) / "fuzz" / "ballast.dict");
    EXPECT_TRUE(file.is_open());
    for (std::string line; std::getline(file, line);)
        if (line.size() > 2 && line.front() == '"' && line.find('\\') == std::string::npos)
            for (const auto& token : tokens_of(line.substr(1, line.size() - 2))) words.insert(token);
    return {words.begin(), words.end()};
}

std::string mutated(std::vector<std::string> tokens, mutation how, const std::vector<std::string>& words,
                    random_source& from)
{
    const auto at = from.below(tokens.size());
    const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
    switch (how) {
    case mutation::dropped: tokens.erase(place); break;
    case mutation::doubled: tokens.insert(place, std::string(*place)); break;
    case mutation::swapped: std::swap(tokens[at], tokens[from.below(tokens.size())]); break;
    case mutation::replaced: *place = words[from.below(words.size())]; break;
    }
    std::string line;
    for (const auto& token : tokens) line += token;
    return line;
}

struct count {
    std::size_t tried = 0;
    std::size_t accepted = 0; // without notes about unknown spellings
    std::size_t noted = 0;
};

} // namespace

TEST(InstructionMutants, AreRefusedOrPrintedBackIdentical)
{
    const auto words = dictionary();
    ASSERT_GT(words.size(), 200U);
    const auto points = turning_points();
    std::array<count, 4> counts{};
    const char* const listing = std::getenv("BALLAST_MUTANTS");
    std::ofstream out;
    if (listing) out.open(listing);
    random_source from(20260822);
    for (int i = 0; i < 1200; ++i) {
        ast::arena memory;
        generate::nodes draw(from, memory, points[points.size() - 1 - from.below(points.size())],
                             generate::vocabulary::known);
        const auto line = text_of(draw.instruction(), draw.forms());
        const auto tokens = tokens_of(line);
        for (std::size_t how = 0; how < names.size(); ++how)
            for (int j = 0; j < 6; ++j) {
                const auto text = mutated(tokens, static_cast<mutation>(how), words, from);
                if (text == line) continue;
                ++counts[how].tried;
                const auto read = parse(entry::instruction, text);
                if (!read.accepted()) continue;
                ++(read.findings.empty() ? counts[how].accepted : counts[how].noted);
                ASSERT_EQ(print(*read.value), text);
                const auto faults = well_formed(std::get<ast::instruction>(read.value->node()));
                ASSERT_TRUE(faults.empty()) << text << ": " << faults.front().message.text();
                if (out.is_open())
                    out << names[how] << (read.findings.empty() ? "" : ", noted") << '\n'
                        << line << '\n'
                        << text << '\n';
            }
    }
    for (std::size_t how = 0; how < names.size(); ++how) {
        const auto& c = counts[how];
        std::printf("%s: %zu of %zu accepted, %zu more with a note\n", names[how], c.accepted, c.tried, c.noted);
        EXPECT_GT(c.tried, 5000U) << names[how];
    }
    // Names, numbers and free text may differ; words of the grammar may not.
    const auto share = [&](mutation how) {
        const auto& c = counts[static_cast<std::size_t>(how)];
        return static_cast<double>(c.accepted) / static_cast<double>(c.tried);
    };
    EXPECT_LT(share(mutation::dropped), 0.13);
    EXPECT_LT(share(mutation::doubled), 0.22);
    EXPECT_LT(share(mutation::swapped), 0.04);
    EXPECT_LT(share(mutation::replaced), 0.15);
}

} // namespace ballast::tests
