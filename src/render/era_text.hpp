// The eras of the files of a module, and what decides them.
#pragma once

#include "answers/load.hpp"
#include "render/lines.hpp"

#include <cstddef>
#include <vector>

namespace ballast::inline v0::render {

struct era_counts {
    std::size_t dated = 0;
    std::size_t mixed = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(const era_counts& more)
    {
        dated += more.dated;
        mixed += more.mixed;
        refused += more.refused;
        unreadable += more.unreadable;
    }
};

// Two lines at most follow that of a file. `quiet`: only what is wrong.
era_counts write_eras(const std::vector<answers::module_file>& module, bool quiet, line_buffer& out);

} // namespace ballast::inline v0::render
