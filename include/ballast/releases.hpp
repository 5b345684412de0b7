// Releases of the libraries that contain XLA, and when the XLA in them is from.
//
//     XLA Aug 2025 – Apr 2026 (D18; jaxlib 0.7.2 – 0.9.2)
#pragma once

#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// A release and the stretch of XLA's history that its XLA lies in. Its texts are of that time.
struct release {
    std::string_view producer; // `jaxlib`
    std::string_view version;  // `0.10.1`
    era_set::interval xla;

    [[nodiscard]] std::string name() const { return std::string(producer).append("-").append(version); }
};
// By producer, and then by version.
BALLAST_API std::span<const release> releases();

// The release that `jaxlib-0.10.1` names; `tensorflow-2.15.1` is a patch of `tensorflow-2.15`. Null if none is known.
// `parse_era` takes such names as well: the era is the time of the release's XLA.
BALLAST_API const release* find_release(std::string_view name);

// Names of the known releases that are nearest to a name that is not known, at most two; empty if it does not begin
// with the name of a producer.
BALLAST_API std::vector<std::string> nearest_releases(std::string_view name);

// An era for people: months, states and releases. `XLA since Aug 2026 (D24; jaxlib 0.11.1 and later)`.
BALLAST_API std::string era_text(const era_set& times);

// When XLA was at a change list of its mainline, between the changes of the text whose change lists are known.
BALLAST_API era_set era_at_change_list(std::int64_t change_list);

// Every release and every change list as Markdown, for spec/releases.md.
BALLAST_API std::string releases_document();

} // namespace ballast::inline v0
