// Dates the files of a module, which one XLA printed.
#pragma once

#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ballast::timeline {

// A feature that one of the texts shows.
struct shown_in {
    std::size_t text = 0; // index of the text, in the order of `add`
    feature which{};
    std::int64_t offset = 0; // in that text

    bool operator==(const shown_in&) const = default;
};

struct joint_report {
    era_set possible;
    std::optional<shown_in> from; // as in `era_report`
    std::optional<shown_in> until;
    std::optional<shown_in> skewed;
};

class BALLAST_API joint_era {
public:
    struct conflict {
        shown_in here; // in the text that was added
        shown_in there;
    };
    // Adds a text. If no XLA printed it together with the texts before, returns the two features that conflict, and
    // does not add it.
    std::optional<conflict> add(std::span<const witness> witnesses);
    [[nodiscard]] joint_report report() const;

private:
    [[nodiscard]] shown_in place_of(const witness& which) const;

    std::vector<witness> all_; // offsets continue from text to text
    std::vector<std::int64_t> begins_;
    std::int64_t end_ = 0;
};

} // namespace ballast::timeline
