// Explains each finding to people who see it for the first time, beyond its sentence in the registry.
#pragma once

#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <cstddef>
#include <string_view>

namespace ballast::inline v0 {

// All texts have static storage.
struct explanation {
    std::string_view text;  // full sentences: what XLA prints and why, and the usual cause of the finding
    std::string_view wrong; // a part of a dump that has the finding, or a command that shows it
    std::string_view right; // what XLA prints instead of that part; empty if `wrong` is a command
    std::string_view hint;  // what to do, in a few words; empty if the usual cause is unknown
};
BALLAST_API const explanation& explain(finding_id id);

// On how many modules of real producers a semantic rule was applied, and in how many it found something.
struct rule_evidence {
    std::size_t modules = 0;
    std::size_t found = 0;        // 0 for errors and warnings
    std::string_view producers{}; // `CUDA, TPU and jaxlib`
};
// Null if the finding has no record: it is not of the phase `semantic`.
BALLAST_API const rule_evidence* evidence_of(finding_id id);

} // namespace ballast::inline v0
