// Line mode: every line of a file is one construct.
#pragma once

#include "ballast/answers.hpp"
#include "ballast/read.hpp"
#include "cli/arguments.hpp"
#include "cli/output.hpp"

#include <cstddef>
#include <string>

namespace ballast::cli {

// `0x41`, or `end of text` for a negative one.
std::string byte_name(int byte);

struct roundtrip_counts {
    std::size_t identical = 0;
    std::size_t different = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(const roundtrip_counts& more)
    {
        identical += more.identical;
        different += more.different;
        refused += more.refused;
        unreadable += more.unreadable;
    }
};
int code_of_run(output& out, const roundtrip_counts& n);

// Each returns the exit code.
int validate_lines(const record_arguments& options, entry rule, const answers::validate_options& how);
int roundtrip_lines(const record_arguments& options, entry rule);

} // namespace ballast::cli
