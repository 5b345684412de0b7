// The options that say which rows a table of buffers has: --by, --groups and --sort.
#pragma once

#include "ballast/render.hpp"
#include "cli/arguments.hpp"
#include "render/holder_tree.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ballast::cli {

struct row_arguments {
    std::string by = "alike"; // one key or several, with commas
    std::string groups;       // a file with patterns
    std::string sort = "bytes";

    // The only key of the rows, if they are no tree.
    [[nodiscard]] grouping key() const;
    [[nodiscard]] render::holder_order order() const;
    // The keys of a tree; empty if the rows have one of the usual keys.
    [[nodiscard]] std::vector<std::string> tree_keys() const;
};

void add_rows(CLI::App& app, row_arguments& options);

// False if the options of a tree do not fit together, which is reported.
bool can_be_tree(const row_arguments& options, render::form form);

// The patterns of --groups; none without the option. Nothing if the file cannot be read, which is reported.
std::optional<std::vector<render::buffer_pattern>> read_groups(const row_arguments& options,
                                                               const files::options& reading);

} // namespace ballast::cli
