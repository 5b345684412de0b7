// Whether a module fits the memory of a device, and what would make it fit.
#pragma once

#include "ballast/completeness.hpp"
#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// --- devices ---

// An accelerator, and the memory that one program can have.
struct device {
    std::string_view name;    // `v5e`
    std::string_view aliases; // other names, separated by spaces
    std::string_view title;   // `TPU v5e`
    std::string_view part;    // whose memory it is: a chip, a core, a GPU
    std::int64_t bytes = 0;   // on a TPU, what XLA's messages call available
    std::int64_t percent = 0; // the share of the memory that XLA gets by default
    std::string_view source;  // of the number
    // In the names of dumps for it: `sm_9.0`, `gfx942`; empty for a TPU, whose dumps have tiled layouts.
    std::string_view target = {};
};
BALLAST_API std::span<const device> devices();
// The device with this name or alias, in any case; null if it is unknown. The platform and the topology of a target
// such as `tpu:v5e:2x2` are ignored.
BALLAST_API const device* find_device(std::string_view name);
// An error message that lists the known devices.
BALLAST_API std::string unknown_device(std::string_view name);

// The memory that a module may use.
struct memory_limit {
    std::string device;         // its name in the table; empty if the limit is a number
    std::string title;          // `TPU v5e`, `the limit`
    std::int64_t capacity = 0;  // bytes
    std::int64_t available = 0; // the part of them that the program can have
    std::string assumption;     // where these numbers come from
    std::string target{};       // of a device, what dumps for it are of: `TPU`, `sm_9.0`
    bool estimates = false;     // the total of a dump for another platform decides, too

    bool operator==(const memory_limit&) const = default;
};
BALLAST_API memory_limit limit_of(const device& known);
BALLAST_API memory_limit limit_of(std::int64_t bytes);
// The platform of a dump (`memory_analysis::made_for`) if it is not that of the device; empty if it is, or is unknown.
BALLAST_API std::string other_platform(const memory_limit& limit, std::string_view made_for);

// --- what would make it fit ---

enum class suggestion_kind : std::uint8_t { donation, padding, recompute, offload, precision, batch };
BALLAST_API std::string_view spelling(suggestion_kind which);

// A change to the program. The bytes are estimates: the temporaries are packed again with the change made, as XLA does
// it, but in the same schedule. Only compiling again gives the exact number.
struct suggestion {
    suggestion_kind kind = suggestion_kind::donation;
    std::string text;
    std::int64_t bytes = 0;    // by which this change alone would lower the total
    bool then_fits = false;    // with this change alone
    bool at_most = false;      // it can also be less: whether a fusion can overwrite what it reads is unknown
    std::int64_t together = 0; // by which this change and all those before it would lower the total
    bool together_fits = false;
    std::size_t count = 0; // buffers that change
    std::string label;     // of the largest of them; empty if unknown, likewise below
    std::string source;
    std::string shape;                    // without layout
    std::vector<std::int64_t> parameters; // to donate

    bool operator==(const suggestion&) const = default;
};

// What a module uses of a limit in a memory space.
struct memory_fit {
    memory_limit limit;
    std::int64_t space = 0;
    std::int64_t used = 0; // the total that is allocated
    // Largest first, without those that would save too little. Empty if live ranges are unknown.
    std::vector<suggestion> suggestions;
    bool whole = true; // false if the dump is incomplete: then `used` is a lower bound
    // The platform of the dump if it is not that of the device: then `used` is an estimate.
    std::string made_for{};

    // Negative if memory is missing.
    [[nodiscard]] std::int64_t left() const
    {
        std::int64_t rest = 0;
        return __builtin_sub_overflow(limit.available, used, &rest) ? std::numeric_limits<std::int64_t>::min() : rest;
    }
    [[nodiscard]] bool is_estimate() const { return !made_for.empty(); }
    [[nodiscard]] fit_verdict verdict() const
    {
        return verdict_on(used, limit.available, whole && (!is_estimate() || limit.estimates));
    }
    [[nodiscard]] bool fits() const { return verdict() == fit_verdict::fits; }
    [[nodiscard]] bool is_too_large() const { return verdict() == fit_verdict::too_large; }

    bool operator==(const memory_fit&) const = default;
};

} // namespace ballast::inline v0
