// What would lower the peak of a module, in a sentence.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// The saving that would lower the peak of a space most; empty if nothing is worth reporting or the dump is incomplete.
BALLAST_API std::string verdict_of(const memory_analysis& memory, std::int64_t space);
// The same, or a sentence that nothing would; empty if unknown.
BALLAST_API std::string full_verdict_of(const memory_analysis& memory, std::int64_t space);

// `does not fit TPU v5e: 16.00 GiB allocated, 15.75 GiB available, 256.0 MiB missing`. `whole` is false if the dump is
// incomplete.
BALLAST_API std::string fit_sentence(const memory_fit& fit);
inline std::string fit_sentence(const memory_limit& limit, std::int64_t used, bool whole)
{
    return fit_sentence(memory_fit{limit, 0, used, {}, whole});
}
// `incomplete: parameter 2 has no allocation; all sizes are lower bounds`; empty if nothing is missing.
BALLAST_API std::string incomplete_sentence(const completeness& of);
// What would make it fit, a sentence for each suggestion: `4.00 GiB less, then it fits: donate …`.
BALLAST_API std::vector<std::string> suggestion_sentences(const memory_fit& fit);
inline constexpr std::string_view suggestions_heading =
    "what would make it fit (estimates from the live ranges; compiling again gives the exact numbers):";

} // namespace ballast::inline v0
