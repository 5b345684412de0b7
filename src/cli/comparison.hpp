// The modules of two paths, and their changes.
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
    bool of_ranges = false;       // known only with live ranges
    std::string_view before = {}; // an earlier name, which --metric accepts
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

// One module on both sides; null if it is only on the other.
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
// Files that cannot be read or are refused, and paths without allocations, are reported on standard error.
one_side read_side(std::string_view command, const std::string& path, const options& given);

// Reports on standard error which modules are not compared.
void tell_broken(std::string_view command, const one_side& side);

// Matches modules with the same identity, then those with the same name, in order. If each side has only one module,
// the two are compared regardless of their names.
std::vector<compared> compare(const one_side& before, const one_side& after);

// The largest change of the total of a space first.
std::vector<const compared*> by_change(const std::vector<compared>& all, std::int64_t space);

// The numbers of a space; empty if neither side has it.
const space_change* find_space(const memory_diff& of, std::int64_t space);

// Members of a JSON object: the requested spaces and the changed groups.
void put_changes(json_writer& out, const memory_diff& what, const options& given);

} // namespace ballast::cli
