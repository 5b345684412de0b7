// `print`, as a dump is or as another era's.
#pragma once

#include "cli/arguments.hpp"

#include <set>
#include <string>
#include <vector>

namespace ballast::cli {

struct print_arguments : input_arguments {
    std::string era;       // as an XLA of another era would have printed it
    std::string part;      // which of its files
    std::string to_folder; // where files are written
    bool from_json = false;
};

// The text of a tree that `json` has printed.
int print_from_json(const print_arguments& options);

// The inputs of each module. With a folder for the files there can be several; otherwise they are taken as one.
std::vector<std::vector<files::input_file>> modules_to_print(const std::vector<files::input_file>& inputs,
                                                             const print_arguments& options);

// The paths of files that are written. A path that another module already has is reported.
class written_paths {
public:
    bool add(const std::vector<std::string>& paths);

private:
    std::set<std::string> known_;
};

// The files of a module as the XLA of another era would have printed them.
int print_as_era(const print_arguments& options);

} // namespace ballast::cli
