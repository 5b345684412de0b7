// Releases of the libraries that contain XLA, and the dates of the XLA in them.
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

// A release, and the period of XLA's history in which its XLA lies.
struct release {
    std::string_view producer; // `jaxlib`
    std::string_view version;  // `0.10.1`
    era_set::interval xla;

    [[nodiscard]] std::string name() const { return std::string(producer).append("-").append(version); }
};
// All known releases, sorted by producer and then by version.
BALLAST_API std::span<const release> releases();

// The release with a name such as `jaxlib-0.10.1`. A patch release such as `tensorflow-2.15.1` gives `tensorflow-2.15`.
// Null if the release is unknown. `parse_era` accepts such names too and returns the period of the release's XLA.
BALLAST_API const release* find_release(std::string_view name);

// The names of the known releases closest to an unknown name, at most two. Empty if the name does not start with a
// known producer.
BALLAST_API std::vector<std::string> nearest_releases(std::string_view name);

// Describes an era by months, names and releases: `XLA since Aug 2026 (D24; jaxlib 0.11.1 and later)`.
BALLAST_API std::string era_text(const era_set& times);

// The period in which XLA was at a change list of its main branch, as far as the known change lists determine it.
BALLAST_API era_set era_at_change_list(std::int64_t change_list);

// All releases and change lists as Markdown, for spec/releases.md.
BALLAST_API std::string releases_document();

} // namespace ballast::inline v0
