// Reading with the limits that tests set.
#pragma once

#include "ballast/read.hpp"
#include "read/pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>

namespace ballast::read {

struct limits {
    // After so many bytes of a text whose form is all that is asked for, what was read of it is forgotten.
    std::int64_t settled = 64 * 1024;
    // Where records are handed on, as many bytes are handed on together.
    std::int64_t piece = 256 * 1024;
    // The least that is read on a thread of its own.
    std::size_t part = 512 * 1024;
    std::size_t* parts_read = nullptr; // where to say in how many parts it was read
};

// As ballast::parse, with other limits.
parse_result parse(source_text source, const parse_options& options, const limits& within) noexcept;

// As ballast::parse of the form alone, while the records of a dump are handed on, on another thread where there may be
// two. Those of a text that is refused in the end may have been handed on too. `complete` tells whether all records of
// an accepted dump were; else a text that is accepted has its whole tree.
struct handed_result {
    parse_result read;
    bool complete = false;
};
handed_result parse_and_hand(source_text source, const parse_options& options, const limits& within,
                             piece_taker& to) noexcept;

// Hands on the records of a dump that was accepted. False where its text is no longer what it was: somebody wrote into
// the file that is mapped. Throws std::bad_alloc, and what the taker throws.
[[nodiscard]] bool hand_again(const document& read, const parse_options& options, const limits& within,
                              piece_taker& to);

// A file that is mapped is another one than when it was accepted.
struct changed_text : std::exception {};

// A text that was accepted, read again with its rows, on as many threads. Throws changed_text and std::bad_alloc.
document with_rows(const document& read, std::size_t threads = 1);

} // namespace ballast::read
