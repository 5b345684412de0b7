// Positions of short texts in long ones.
#include "base/find_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ballast::tests {

TEST(FindText, FindsWhatTheLibraryFinds)
{
    std::string text(100, 'x');
    for (const std::string needle : {"a", "Total bytes", " usage >= ", "xxB", "no such text"})
        for (std::size_t at = 0; at + needle.size() <= text.size(); ++at) {
            auto with = text;
            if (needle != "no such text") with.replace(at, needle.size(), needle);
            for (const std::size_t from : {std::size_t{0}, at, at + 1})
                EXPECT_EQ(text_finder(needle).find(with, from), with.find(needle, from)) << needle << " at " << at;
        }
    EXPECT_EQ(text_finder("long").find("lon", 0), std::string::npos);
    EXPECT_EQ(text_finder("a").find("", 0), std::string::npos);
}

TEST(FindText, FindsSeveralTexts)
{
    const text_finder finders[]{text_finder("Size: 12M"), text_finder("Total"), text_finder("Size"),
                                text_finder("nothing")};
    for (const std::size_t size : {50000U, 100000U}) { // a short text and a long one
        std::string text(size, '-');
        text.replace(16380, 10, "Size: 12M\n");
        text.replace(40000, 5, "Total");
        EXPECT_EQ(first_places(text, finders), (std::vector<std::size_t>{16380, 40000, 16380, std::string::npos}));
    }
}

} // namespace ballast::tests
