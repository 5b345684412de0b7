// The files of a module without some of its parts.
#pragma once

#include "ballast/era.hpp"
#include "reduce/program.hpp"

#include <set>
#include <string>
#include <vector>

namespace ballast::reducing {

// How offsets and the peak are written. What a finding is about may be one of them.
struct rewriting {
    bool offsets = true; // values of an arena are placed one after another
    bool peak = true;    // the peak follows from the live ranges; otherwise rows are only left out
};

struct selection {
    parts kept;
    std::set<ast::attribute_kind> without; // attributes of all instructions
    rewriting how;
};

// One text for each file; nothing if a usage report does not follow from the dumps that are left. `when` is a time at
// which XLA printed such files.
std::vector<std::string> cut(const program& of, const selection& chosen, commit_time when);

} // namespace ballast::reducing
