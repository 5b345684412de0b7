// `print`, as a dump is or as another era's.
#pragma once

#include "cli/arguments.hpp"

#include <string>

namespace ballast::cli {

struct print_arguments : input_arguments {
    std::string era;       // as an XLA of another era would have printed it
    std::string part;      // which of its files
    std::string to_folder; // where files are written
    bool from_json = false;
};

// The text of a tree that `json` has printed.
int print_from_json(const print_arguments& options);

// The files of a module as the XLA of another era would have printed them.
int print_as_era(const print_arguments& options);

} // namespace ballast::cli
