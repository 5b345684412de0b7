// Known items with a letter or a digit changed: only misspelled keys are read as items of a newer XLA.
#include "base/random_source.hpp"
#include "tests/support/support.hpp"

#include <cctype>
#include <cstdio>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

constexpr std::size_t changes = 400; // of each file

struct slip {
    std::string place; // `metadata field`
    bool in_key = false;
};

// What a finding says of an item, if the changed byte is in it.
std::optional<slip> slip_of(const finding& found, const std::string& text, std::size_t changed)
{
    if (found.id != finding_id::unknown_item) return std::nullopt;
    const auto begin = static_cast<std::size_t>(found.begin);
    const auto item = text.substr(begin, static_cast<std::size_t>(found.end) - begin);
    const auto message = std::string(found.message.text());
    return slip{message.substr(4, message.find(" `") - 4),
                changed >= begin && changed - begin < item.find_first_of("=\"{(|")};
}

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

} // namespace

TEST(UnknownItems, AreNeverKnownItemsWithOtherValues)
{
    random_source from(20261127);
    std::map<std::string, std::size_t> slipped;
    std::size_t tried = 0;
    std::size_t refused_ones = 0;
    for (const auto& name : golden_dumps()) {
        const auto original = golden_dump(name);
        if (!parse(original).accepted()) continue;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < original.size(); ++i)
            if (is_alphanumeric(original[i])) places.push_back(i);
        for (std::size_t i = 0; i < changes && !places.empty(); ++i) {
            auto text = original;
            const auto at = places[from.below(places.size())];
            constexpr std::string_view bytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
            text[at] = bytes[from.below(bytes.size())];
            if (text == original) continue;
            ++tried;
            const auto read = parse(text);
            if (!read.accepted()) {
                ++refused_ones;
                continue;
            }
            ASSERT_EQ(print(*read.value), text);
            for (const auto& found : read.findings) {
                const auto what = slip_of(found, text, at);
                if (!what) continue;
                EXPECT_TRUE(what->in_key) << name << ": " << found.message.text();
                ++slipped[what->place];
            }
        }
    }
    // The kinds of keys that can be misspelled.
    const std::set<std::string> kinds{"metadata field", "item of an allocation", "layout suffix", "item of the header",
                                      "end of a row of the peak"};
    std::size_t all = 0;
    for (const auto& [place, count] : slipped) {
        EXPECT_TRUE(kinds.contains(place)) << place;
        all += count;
        std::printf("%s: %zu misspelled keys are unknown items\n", place.c_str(), count);
    }
    std::printf("%zu changes: %zu refused, %zu are unknown items\n", tried, refused_ones, all);
    EXPECT_GT(tried, 10000U);
    EXPECT_GT(all, 20U);
}

} // namespace ballast::tests
