// When several texts were printed that are of one XLA: the files of a module.
#pragma once

#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ballast::timeline {

// What one of the texts shows.
struct shown_in {
    std::size_t text = 0; // its number, in the order in which they were added
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
    // Takes a text in; or says what in it no XLA printed together with what the texts before show, and leaves it out.
    std::optional<conflict> add(std::span<const witness> witnesses);
    [[nodiscard]] joint_report report() const;

private:
    [[nodiscard]] shown_in place_of(const witness& which) const;

    std::vector<witness> all_; // offsets count on from text to text
    std::vector<std::int64_t> begins_;
    std::int64_t end_ = 0;
};

} // namespace ballast::timeline
