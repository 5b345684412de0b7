// What a finding means, for a person who meets it for the first time: more than its sentence in the registry.
#pragma once

#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <string_view>

namespace ballast::inline v0 {

// All texts are of static storage.
struct explanation {
    std::string_view text;  // whole sentences: what XLA prints and why, where the fault usually comes from
    std::string_view wrong; // a piece of a dump with the finding, or a command that shows it
    std::string_view right; // what XLA prints in place of the piece; empty where there is a command
    std::string_view hint;  // what to do, in a few words, where the usual cause is known; else empty
};
BALLAST_API const explanation& explain(finding_id id);

} // namespace ballast::inline v0
