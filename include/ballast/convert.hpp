// A dump as the XLA of another era would have printed it.
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

// What becomes of something that one of the two eras did not print, and that does not follow from the rest.
enum class loss_kind : std::uint8_t {
    left_out, // that era did not print it
    made_up,  // that era printed it, and the text does not tell it
    unknown,  // that era printed it where it was there, and the text does not tell whether it was
    kept,     // it is what the program itself is: it stays, though no XLA of that era would have printed it
};
BALLAST_API std::string_view spelling(loss_kind kind);

struct loss {
    loss_kind kind{};
    feature which{};         // of the timeline
    std::string_view what;   // in words
    std::size_t count = 0;   // in how many places
    std::size_t file = 0;    // of the first of them, among those that were given
    std::int64_t offset = 0; // in its text, in bytes
};

// A file of that era that the text is not enough for.
struct missing_file {
    ast::dump_kind kind{};
    std::string_view why;
    std::size_t file = 0; // where the text falls short
    std::int64_t offset = 0;
    bool given = true; // false where no file of those given is about it
};

// Move-only. The trees share what did not change with the documents that were given, which have to outlive them.
struct conversion {
    commit_time when = 0;              // of the target, the one nearest to the text
    ast::arena memory;                 // holds what is new
    std::vector<ast::dump> files;      // in the order in which XLA writes them
    std::vector<loss> losses;          // in the order of the files and places
    std::vector<missing_file> missing; // the other files of that era
};

// How the name of such a file ends: `-live-range.txt`.
BALLAST_API std::string_view file_ending(ast::dump_kind kind, commit_time when);

// The dumps of one module as the XLA of another era would have printed them: in one file or in three, with what it
// printed and in its forms. What is not printed any more is dropped, what was not printed yet follows from other parts
// of the text, and where neither can be done exactly there is a loss or a missing file. Without a loss the way back to
// the time of a text that conforms gives the same text. Sizes, places, the schedule and live ranges are those that the
// text says, also where an XLA of that era would have decided otherwise. Takes time n log n in the sizes of the texts,
// those that were read and those that will be printed. Throws nothing; where memory ends, there are no files.
BALLAST_API conversion convert(std::span<const document* const> module, const era_set& target) noexcept;
BALLAST_API conversion convert(const document& dump, const era_set& target) noexcept;

} // namespace ballast::inline v0
