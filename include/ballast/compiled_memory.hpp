// The output of JAX's `compiled.memory_analysis()` for a program, from its dump.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ballast::inline v0 {

struct compiled_memory {
    struct sizes {
        std::int64_t argument = 0;
        std::int64_t output = 0;
        std::int64_t alias = 0;
        std::int64_t temp = 0;

        bool operator==(const sizes&) const = default;
    };
    sizes device;
    sizes host;
    // Of the device; the printed line does not have it. Empty if it is unknown.
    std::optional<std::int64_t> peak;
    // On TPU the printed temp_size is not the sum of the temporaries.
    bool other_temp = false;
};

BALLAST_API compiled_memory compiled_memory_of(const memory_analysis& memory);
// `memory_analysis(): argument 1.00 GiB, …`
BALLAST_API std::string compiled_memory_text(const compiled_memory& of);

} // namespace ballast::inline v0
