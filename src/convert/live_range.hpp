// Converts live ranges and the peak to another era.
#pragma once

#include "ballast/arena.hpp"
#include "convert/losses.hpp"
#include "convert/source.hpp"

#include <string_view>

namespace ballast::converting {

// Why something cannot be made, and the place in the text that causes it; empty on success.
struct shortfall {
    std::string_view why;
    std::string_view at;

    [[nodiscard]] explicit operator bool() const { return !why.empty(); }
};

// Converts the live range of `said`, which must have one. Sets `to` if there is no shortfall.
shortfall convert_range(const source& said, commit_time from, commit_time when, ast::arena& memory, losses& lost,
                        ast::live_range& to);

} // namespace ballast::converting
