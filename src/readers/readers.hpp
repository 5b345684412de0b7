// Readers in other languages, written from the grammar: recognisers, and for some languages readers that build the tree
// and print it.
#pragma once

#include "ballast/era.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ballast::readers {

// `python`, …
std::span<const std::string_view> targets();

struct request {
    std::string_view target;
    std::string_view start = "dump"; // a production, or what `--rule` reads alone
    std::string_view era_name;       // as it was given; empty: all eras
    std::optional<era_set> era;      // parts that were never printed then are left out
};

// Whether there is such a production.
bool is_start(std::string_view name);
// True if the production was printed in the era, or if there is no era.
bool was_printed(const request& what);
// The whole text of a reader for one of the targets. The production must have been printed.
std::string reader(const request& what);

} // namespace ballast::readers
