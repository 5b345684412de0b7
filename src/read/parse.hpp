// Reading with the limits that tests set.
#pragma once

#include "ballast/read.hpp"

#include <cstddef>
#include <cstdint>

namespace ballast::read {

struct limits {
    // After so many bytes of a text whose form is all that is asked for, what was read of it is forgotten.
    std::int64_t settled = 64 * 1024;
    // The least that is read on a thread of its own.
    std::size_t part = 512 * 1024;
    std::size_t* parts_read = nullptr; // where to say in how many parts it was read
};

// As ballast::parse, with other limits.
parse_result parse(source_text source, const parse_options& options, const limits& within) noexcept;

} // namespace ballast::read
