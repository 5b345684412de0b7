// Modules of two paths, and what became of each.
#pragma once

#include "ballast/analysis.hpp"
#include "cli/json.hpp"
#include "cli/modules.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

struct metric {
    std::string_view name;
    std::int64_t space_numbers::* of;
    bool of_ranges = false;       // known if live ranges are
    std::string_view before = {}; // the name before 0.2, still accepted by --metric
};
inline constexpr metric metrics[]{
    metric{"total", &space_numbers::total, false, "needs"},
    metric{"arguments", &space_numbers::arguments},
    metric{"outputs", &space_numbers::outputs},
    metric{"constants", &space_numbers::constants},
    metric{"temporaries", &space_numbers::temporaries},
    metric{"shared", &space_numbers::shared},
    metric{"peak", &space_numbers::peak, true, "held"},
    metric{"fragmentation", &space_numbers::never_filled, true},
};

// One module on both sides; null where it is on one alone.
struct compared {
    const module_memory* before = nullptr;
    const module_memory* after = nullptr;
    memory_diff what;

    [[nodiscard]] const std::string& name() const { return (after ? after : before)->name; }
};

// The modules of one path.
struct one_side {
    std::vector<module_memory> modules;
    std::set<std::string> broken; // names of modules that could not be read
    int code = success;
};
// Standard error is told of what cannot be read, or is refused, and where there are no allocations.
one_side read_side(std::string_view command, const std::string& path, const options& given);

// Tells standard error which modules have no part in the comparison.
void tell_broken(std::string_view command, const one_side& side);

// Modules of one identity are compared, then those of one name, in their order; two that are alone are compared
// whatever they are called.
std::vector<compared> compare(const one_side& before, const one_side& after);

// The largest change of the total of a space first.
std::vector<const compared*> by_change(const std::vector<compared>& all, std::int64_t space);

// The numbers of a space; nothing where neither side has it.
const space_change* find_space(const memory_diff& of, std::int64_t space);

// Members of an object in JSON: the spaces that are asked for and the groups that changed.
void put_changes(json_writer& out, const memory_diff& what, const options& given);

} // namespace ballast::cli
