// Converts dumps to what the XLA of another era would have printed.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast.hpp"
#include "ballast/document.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// What happened to information that one of the two eras did not print and that the rest of the dump does not determine.
enum class loss_kind : std::uint8_t {
    left_out, // the target era did not print it
    made_up,  // the target era printed it, but the text does not have it
    unknown,  // the target era printed it if present, but the text does not show whether it was
    kept,     // it is part of the program, so it stays although no XLA of that era would have printed it
};
BALLAST_API std::string_view spelling(loss_kind kind);

struct loss {
    loss_kind kind{};
    feature which{};         // the feature of the timeline
    std::string_view what;   // a description
    std::size_t count = 0;   // number of places
    std::size_t file = 0;    // index of the given file with the first of them
    std::int64_t offset = 0; // bytes from the start of that file
};

// A file of the target era that cannot be made from the given files.
struct missing_file {
    ast::dump_kind kind{};
    std::string_view why;
    std::size_t file = 0; // index of the given file that lacks the information
    std::int64_t offset = 0;
    bool given = true; // false if none of the given files covers this part
};

// Move-only. The trees share unchanged nodes with the given documents, which must outlive them.
struct conversion {
    commit_time when = 0;              // the time within the target era that is closest to the text
    ast::arena memory;                 // holds the new nodes
    std::vector<ast::dump> files;      // in the order in which XLA writes them
    std::vector<loss> losses;          // in the order of the files and places
    std::vector<missing_file> missing; // files of the target era that could not be made
};

// The end of the file name for that kind of dump: `-live-range.txt`.
BALLAST_API std::string_view file_ending(ast::dump_kind kind, commit_time when);

// Converts the dumps of one module to the one or three files that an XLA of another era would have printed. Fields that
// the target era lacks are dropped; fields that it adds are derived from the rest of the dump. If that cannot be done
// exactly, the result has a loss or a missing file. Without losses, converting a conforming text back to its own time
// gives the same text. Sizes, offsets, the schedule and live ranges are kept even if an XLA of that era would have
// chosen others. Takes O(n log n) time in the sizes of the texts that are read and printed. Does not throw; if memory
// runs out, there are no files.
BALLAST_API conversion convert(std::span<const document* const> module, const era_set& target) noexcept;
BALLAST_API conversion convert(const document& dump, const era_set& target) noexcept;

} // namespace ballast::inline v0
