// The schedule, the live ranges and the peak of what is left.
#pragma once

#include "ballast/arena.hpp"
#include "reduce/names.hpp"
#include "reduce/program.hpp"

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace ballast::reducing {

class schedule {
public:
    schedule(const program& of, const names& left, ast::arena& memory);

    // The section without its peak; `of` has a live range.
    [[nodiscard]] ast::live_range ranges();
    // The peak that was read, without the rows of removed values. The stack trace is left out if a row is.
    [[nodiscard]] ast::peak filtered(const ast::peak& old);
    // The table that was read, without removed steps and names. Sums lose what the removed values have.
    [[nodiscard]] ast::every_moment filtered(const ast::every_moment& old);

private:
    [[nodiscard]] std::int64_t steps_before(std::int64_t time) const;
    [[nodiscard]] std::int64_t last_time(const ast::live_range_row& row, bool all, bool positions) const;
    [[nodiscard]] bool is_kept(const ast::live_range_row& row) const { return left_.has(row.name, row.index); }
    void find_starts();
    ast::live_range_row moved(const ast::live_range_row& row);
    [[nodiscard]] std::int64_t moved_start(const ast::live_range_row& row) const;
    [[nodiscard]] std::int64_t moved_end(const ast::live_range_row& row, const converting::home& at) const;

    const program& of_;
    const names& left_;
    ast::arena& memory_;
    std::vector<std::int64_t> times_; // old times of what is left, in order
    // Where live ranges start: allocation, offset and old time.
    using start = std::tuple<const ast::allocation*, std::int64_t, std::int64_t>;
    std::set<start> all_starts_;
    std::set<start> starts_; // of what is left
};

} // namespace ballast::reducing
