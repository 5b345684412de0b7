// Records of a dump that are handed on while it is read, instead of a tree.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/document.hpp"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

namespace ballast::read {

// A head has no rows: they follow as records of their own. What heads of sections say the kind of the dump tells too.
// The head of a live range has its summary where that has no head of its own: one of D7 lists every moment.
using record_node =
    std::variant<const ast::allocation*, const ast::value_line*, const ast::reused_value*, const ast::total*,
                 const ast::used_value*, const ast::live_range*, const ast::sequence_row*, const ast::live_range_row*,
                 const ast::peak*, const ast::peak_row*, const ast::stack_trace*, const ast::stack_row*,
                 const ast::unbounded_peak*, const ast::moment_row*>;

// Records that follow each other in the text. Their nodes live as long as it, what they quote as long as the text.
struct piece {
    ast::arena memory{};
    std::vector<record_node> records{};
    std::int64_t end = 0; // of its text

    void clear()
    {
        records.clear();
        memory.rewind();
    }
};

// Whoever wants the records. What it throws ends reading.
class piece_taker {
public:
    piece_taker() = default;
    piece_taker(const piece_taker&) = delete;
    piece_taker& operator=(const piece_taker&) = delete;
    virtual ~piece_taker() = default;

    virtual void take(const piece& read) = 0;
    // What was taken is of no use: the text is read with a tree after all.
    virtual void forget() {}
};

// Between the reader and the taker: pieces are taken in their order, on a thread of its own if there may be one. What
// was taken of a mapped file leaves memory.
class piece_queue {
public:
    piece_queue(const source_text& text, piece_taker& to, bool beside);
    piece_queue(const piece_queue&) = delete;
    piece_queue& operator=(const piece_queue&) = delete;
    ~piece_queue();

    // Hands a piece on, and leaves an empty one in its place. Throws what the taker threw.
    void give(piece& full);
    // All pieces are given: waits until they are taken.
    void finish();

private:
    void take(piece& next);
    void work() noexcept;
    void stop() noexcept;

    static constexpr std::size_t waiting = 4; // pieces at a time

    const source_text& text_;
    piece_taker& to_;
    std::size_t kept_from_ = 0; // what stands before was let go
    std::mutex mutex_;
    std::condition_variable changed_;
    std::array<piece, waiting> pieces_; // the one of number n in place n % waiting
    std::size_t given_ = 0;
    std::size_t taken_ = 0;
    bool stopped_ = false;
    std::exception_ptr thrown_;
    std::thread worker_;
};

} // namespace ballast::read
