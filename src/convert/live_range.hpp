// Live ranges and the peak as another time printed them.
#pragma once

#include "ballast/arena.hpp"
#include "convert/losses.hpp"
#include "convert/source.hpp"

#include <string_view>

namespace ballast::converting {

// Why something cannot be made, and where the text falls short; empty where it was.
struct shortfall {
    std::string_view why;
    std::string_view at;

    [[nodiscard]] explicit operator bool() const { return !why.empty(); }
};

// The live range of `said`, which has one, at that time; `to` is set where there is no shortfall.
shortfall convert_range(const source& said, commit_time from, commit_time when, ast::arena& memory, losses& lost,
                        ast::live_range& to);

} // namespace ballast::converting
