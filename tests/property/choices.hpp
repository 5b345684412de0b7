// Choices that RapidCheck draws and shrinks: fewer and smaller bytes give smaller trees.
#pragma once

#include "base/random_source.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

// Counts what was drawn, to be printed after the property.
class distribution {
public:
    void count(std::string_view what) { ++counts_[std::string(what.empty() ? "unknown" : what)]; }
    void print(std::size_t cases) const
    {
        std::cout << cases << " cases:";
        for (const auto& [what, times] : counts_) std::cout << " " << what << " " << times << ",";
        std::cout << "\n";
    }

private:
    std::map<std::string, std::size_t> counts_;
};

// Checks `body` for random choices. Prints the distribution of its counts and, if it fails, the smallest choices that
// break it.
template <typename Body>
void for_choices(Body body, int cases = 1000)
{
    distribution seen;
    std::size_t ran = 0;
    const auto property = [&] {
        const auto bytes = *rc::gen::scale(8.0, rc::gen::arbitrary<std::vector<std::uint8_t>>());
        random_source from{std::span<const std::uint8_t>(bytes)};
        ++ran;
        body(from, seen);
    };
    auto parameters = rc::detail::configuration().testParams;
    parameters.maxSuccess = cases;
    const auto result = rc::detail::checkTestable(property, rc::detail::TestMetadata{}, parameters);
    seen.print(ran);
    if (result.template is<rc::detail::SuccessResult>()) return;
    std::ostringstream why;
    rc::detail::printResultMessage(result, why);
    FAIL() << why.str();
}

} // namespace ballast::tests
