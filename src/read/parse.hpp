// Reading with the limits that tests set.
#pragma once

#include "ballast/read.hpp"
#include "read/batches.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>

namespace ballast::read {

struct limits {
    // If only the form of a text is checked, nodes are freed after so many bytes.
    std::int64_t settled = 64 * 1024;
    // The number of bytes of text in a batch of records.
    std::int64_t batch = stream_options().batch_bytes;
    // The smallest part that gets its own thread.
    std::size_t part = stream_options().least_for_thread;
    std::size_t* parts_read = nullptr; // if set, receives the number of parts that were read

    [[nodiscard]] stream_options streaming(std::size_t threads) const { return {threads, batch, part}; }
};

// Like ballast::parse, with other limits.
parse_result parse(source_text source, const parse_options& options, const limits& within) noexcept;

// Like ballast::parse without a tree. The records of a dump are passed on while it is read, on another thread if there
// may be two; those before the fault of a refused text are passed on, too. `complete` is true if all records of an
// accepted dump were passed on; otherwise an accepted text has its tree.
struct streamed_result {
    parse_result read;
    bool complete = false;
};
streamed_result parse_and_emit(source_text source, const parse_options& options, const limits& within,
                               const record_taker& to) noexcept;

// The text of a document has changed since it was accepted, because someone wrote to the mapped file.
struct changed_text : std::exception {};

} // namespace ballast::read
