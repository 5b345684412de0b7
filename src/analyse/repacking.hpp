// The memory that is allocated in a space after a change to its values: results move into arguments, and the arenas of
// temporaries are packed again as XLA does it.
#pragma once

#include "analyse/change.hpp"
#include "analyse/module.hpp"
#include "analyse/overwriting.hpp"
#include "ballast/analysis.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace ballast::analyse {

// Values that share their bytes, as one piece of a heap. Steps are inclusive.
struct heap_block {
    std::int64_t size = 0;
    std::int64_t start = 0;
    std::int64_t last = 0;

    [[nodiscard]] bool meets(const heap_block& other) const { return start <= other.last && other.start <= last; }
};

// The size of a heap in which blocks are placed by decreasing size, or by decreasing live range, whichever is smaller;
// each in the smallest gap where it fits. Only the largest blocks are placed, at most 1,024; of the others, the most
// bytes that are live at once are added.
std::int64_t packed_size(std::span<const heap_block> blocks, std::int64_t alignment);

class repacked_memory {
public:
    repacked_memory(module& of, const space_memory& space, fusions_by by = fusions_by::computation);

    // The bytes allocated. Without a change, this can differ from the real total.
    [[nodiscard]] std::int64_t total_with(const settled_change& change);
    // By how many bytes the total drops; negative if it grows.
    [[nodiscard]] std::int64_t saved_by(const settled_change& change)
    {
        return std::min(before_ - total_with(change), space_.total);
    }

private:
    // A block with its first and last values, by their lines.
    struct cluster : heap_block {
        model::number first_line = model::none;
        model::number last_line = model::none;
    };
    struct arena {
        model::number allocation = model::none;
        std::int64_t alignment = 1;
        std::vector<cluster> clusters; // the largest first
    };
    // An allocation that temporaries can use while its own values are not live.
    struct host {
        std::int64_t size = 0;
        std::vector<cluster> used;
        bool donated = false;
    };
    using lines = std::vector<model::number>;

    [[nodiscard]] bool is_here(const model::allocation_row& a) const
    {
        return !a.thread_local_ && a.color == space_.space;
    }
    [[nodiscard]] std::vector<cluster> clusters_of(const model::allocation_row& a, const settled_change& change,
                                                   const lines& without, bool in_place = true) const;
    [[nodiscard]] std::vector<arena> arenas_with(const settled_change& change) const;
    [[nodiscard]] std::vector<host> hosts_with(const settled_change& change, std::vector<cluster>& homeless) const;
    [[nodiscard]] bool may_follow(const cluster& before, const cluster& after);
    [[nodiscard]] bool is_hosted(const cluster& which, std::vector<host>& hosts, bool only_donated);
    void place(std::vector<cluster>& homeless, std::vector<host>& hosts, std::vector<arena>& arenas);
    bool is_joined(const cluster& homeless, std::vector<cluster>& clusters, std::size_t sorted);

    module& of_;
    const model::rows& rows_;
    const space_memory& space_;
    overwrites overwrites_;
    std::vector<arena> arenas_; // without a change
    std::int64_t before_ = 0;
};

} // namespace ballast::analyse
