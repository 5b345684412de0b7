// What follows from a dump: the memory-usage report that XLA writes beside it, and who holds the memory of a module.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/document.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::inline v0 {

// The forms of a memory-usage report: of the program as a whole, by memory space.
enum class usage_report_form : std::uint8_t { program, spaces };
// When XLA wrote reports of that form.
BALLAST_API era_set eras(usage_report_form form);

// A report, or what is in the way of one.
struct usage_report_result {
    std::optional<ast::usage_report> report;
    phrase said{};          // empty where there is a report
    std::int64_t begin = 0; // bytes of the dump that `said` is about
    std::int64_t end = 0;
};

// The memory-usage report that an XLA of that time writes beside a dump with these allocations. Reports before
// 2025-10-27 had values of one size, and shapes, in the order of a hash table: theirs come in the order of later
// reports. A percentage of nothing is `-nan`, as on x86-64. What the report holds is in `memory` and in `read`, whose
// text is read again, on as many threads, where it has no rows. Takes time n log n in the size of the text; throws
// nothing.
BALLAST_API usage_report_result usage_report_of(const document& read, ast::arena& memory, commit_time when,
                                                std::size_t threads = 1) noexcept;

// --- who holds the memory ---
//
// Sizes are bytes; sums that do not fit 64 bits saturate. Times are schedule steps, counted from 0. A memory space is
// the color of an allocation; spaces are never added up. Thread-local allocations are not device memory and count
// nowhere.

// What an allocation is for. A donated allocation is both a parameter's and the result's, and counts once. Reports do
// not always tell.
enum class buffer_class : std::uint8_t { argument, donated, output, constant, temporary, unknown };
BALLAST_API std::string_view spelling(buffer_class which);

// The bytes in use from a step on.
struct use_from {
    std::int64_t step = 0;
    std::int64_t bytes = 0;

    bool operator==(const use_from&) const = default;
};

// The most that is in use at once, and the first step with that much.
struct memory_peak {
    std::int64_t bytes = 0;
    std::int64_t step = 0;

    bool operator==(const memory_peak&) const = default;
};

struct space_memory {
    std::int64_t space = 0;
    std::int64_t total = 0; // allocated: arguments + outputs + constants + temporaries - shared
    std::int64_t arguments = 0;
    std::int64_t outputs = 0;
    std::int64_t constants = 0;
    std::int64_t temporaries = 0;
    std::int64_t shared = 0; // allocations that two of these count, as donated arguments
    // In use at the peak: all allocations except those of temporaries, and the temporaries that are live then. Unknown
    // if there are temporaries without live ranges.
    std::optional<std::int64_t> peak;
    std::optional<memory_peak> temporary_peak; // of temporaries; empty without temporaries or live ranges
    std::optional<memory_peak> live_peak;      // of live values in all allocations; empty without live ranges
    // The same sums at the step that XLA calls the peak, if it names one.
    std::optional<std::int64_t> temporary_at_xla_peak;
    std::optional<std::int64_t> live_at_xla_peak;
    std::vector<use_from> occupied; // by temporaries, an entry for each change

    bool operator==(const space_memory&) const = default;
};

// A line of the program, as a call of a stack has it.
struct source_call {
    std::string file;
    std::int64_t line = 0;
    std::string function; // empty: not known

    bool operator==(const source_call&) const = default;
};

// The numbers of a holder.
struct holder_numbers {
    std::int64_t space = 0;
    buffer_class is = buffer_class::temporary;
    std::int64_t allocation = 0; // its number
    std::int64_t value = -1;     // the id; -1: an allocation that no value names
    std::int64_t bytes = 0;
    std::int64_t size = 0;     // of the value, or of the allocation where that is the part
    std::int64_t offset = 0;   // into the allocation
    std::int64_t logical = -1; // bytes of the shape without padding; -1: not known
    std::int64_t start = -1;   // the live range, both inclusive; -1: not known
    std::int64_t end = -1;
    std::int64_t parameter = -1;
    std::int64_t rank = -1; // dimensions of the shape; -1: none, as of a tuple

    bool operator==(const holder_numbers&) const = default;
};

// A part of the memory in use at the peak. All of them add up to the peak of each space, or to its total if live ranges
// are unknown.
struct holder : holder_numbers {
    std::string name;    // of the value: `fusion.3{1}`
    std::string label;   // for people: where it comes from in the program, as far as the dump says
    std::string group;   // the label with numbers of alike ones taken out
    std::string scope;   // the outer part of where it comes from; empty: not known
    std::string source;  // `file:line`; empty: not known
    std::string shape;   // without layout
    std::string type;    // of its elements; `tuple` of a tuple
    std::string opcode;  // of what defines it; empty: not known
    std::string op_name; // as the metadata has it; empty: none
    std::string output;  // where in the result it stands, as `{0}`; empty: nowhere
    // The calls that made it, the innermost first, where they are asked for.
    std::vector<source_call> stack{};

    bool operator==(const holder&) const = default;
};

} // namespace ballast::inline v0

namespace ballast::analyse {
class holder_rows;
} // namespace ballast::analyse

namespace ballast::inline v0 {

// A sequence of holders that keeps each text once and numbers in few bytes, since a dump can have millions. Elements
// are made on access. Copies share their rows until one of them is changed.
class BALLAST_API holder_list {
public:
    class iterator {
    public:
        using iterator_concept = std::forward_iterator_tag;
        using iterator_category = std::input_iterator_tag;
        using value_type = holder;
        using difference_type = std::ptrdiff_t;
        using reference = holder;
        using pointer = void;

        iterator() = default;
        iterator(const holder_list* of, std::size_t at) : of_(of), at_(at) {}

        [[nodiscard]] holder operator*() const { return (*of_)[at_]; }
        iterator& operator++()
        {
            ++at_;
            return *this;
        }
        iterator operator++(int) { return {of_, at_++}; }
        friend bool operator==(const iterator& a, const iterator& b) { return a.at_ == b.at_; }

    private:
        const holder_list* of_ = nullptr;
        std::size_t at_ = 0;
    };
    using value_type = holder;

    holder_list() = default;
    explicit holder_list(std::shared_ptr<analyse::holder_rows> rows) : rows_(std::move(rows)) {}

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] iterator begin() const { return {this, 0}; }
    [[nodiscard]] iterator end() const { return {this, size()}; }
    [[nodiscard]] holder operator[](std::size_t i) const;
    [[nodiscard]] holder front() const { return (*this)[0]; }
    // Without making its texts.
    [[nodiscard]] holder_numbers numbers(std::size_t i) const;
    void push_back(const holder& added);

    friend bool operator==(const holder_list& a, const holder_list& b)
    {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }

    // The rows, null of an empty list; for the library alone.
    [[nodiscard]] const analyse::holder_rows* rows() const { return rows_.get(); }

private:
    std::shared_ptr<analyse::holder_rows> rows_;
};

// Values of one padded shape.
struct padded_shape {
    std::int64_t space = 0;
    std::string shape; // with its tiles
    std::int64_t count = 0;
    std::int64_t assigned = 0;
    std::int64_t logical = 0;

    bool operator==(const padded_shape&) const = default;
};

// An allocation that is not thread-local.
struct allocation_memory {
    std::int64_t number = 0;
    std::int64_t space = 0;
    buffer_class is = buffer_class::temporary;
    std::int64_t size = 0;

    bool operator==(const allocation_memory&) const = default;
};

// An allocation of temporaries, and the most of it that is in use at once.
struct temporary_arena {
    std::int64_t allocation = 0;
    std::int64_t space = 0;
    std::int64_t size = 0;
    std::int64_t filled = 0;

    // 0 if values reach beyond their allocation, which is a fault of the dump.
    [[nodiscard]] std::int64_t never_filled() const { return size > filled ? size - filled : 0; }
    // Whether that is more than what alignment costs: 1 MiB and 5 %.
    [[nodiscard]] bool is_fragmented() const { return never_filled() >= 1 << 20 && never_filled() >= size / 20; }

    bool operator==(const temporary_arena&) const = default;
};

// A part of the result that could be in the memory of an argument, if the caller gave that up.
struct missed_donation {
    std::int64_t space = 0;
    std::int64_t bytes = 0;
    std::int64_t output_allocation = 0;
    std::int64_t argument_allocation = 0;
    std::int64_t parameter = 0;
    bool same_shape = false;
    bool copied = false;     // the output is a copy of the argument
    bool read_later = false; // the argument is read after the output is first written
    std::string output;      // labels
    std::string argument;
    std::string shape; // of the output, without layout

    bool operator==(const missed_donation&) const = default;
};

enum class saving_kind : std::uint8_t { donation, padding, fragmentation, buffer };
BALLAST_API std::string_view spelling(saving_kind which);

// What would lower the peak of a space, and by how much: an estimate from the live ranges, which compiling again
// settles. Reported are donations and padding from 1 MiB and 1 % of the total on, fragmentation from 1 MiB and 5 % of
// an arena on, and one buffer that holds more than 30 % of the peak.
struct saving {
    saving_kind kind = saving_kind::buffer;
    std::int64_t space = 0;
    std::int64_t bytes = 0; // less at the peak; for fragmentation, less in total
    std::size_t holder = 0; // the buffer; for the other kinds 0

    bool operator==(const saving&) const = default;
};

struct memory_analysis {
    std::string module;          // its name, where the text of the module is there
    bool ranges = false;         // live ranges are known
    bool instructions = false;   // instructions are
    bool frames_missing = false; // source lines are in the text of the module, which is not there
    bool tiled_layouts = false;  // layouts have tiles, as on TPU
    bool from_report = false;    // of a memory-usage or out-of-memory report: rounded sizes, the largest buffers only
    std::int64_t steps = 0;      // length of the schedule
    std::optional<std::int64_t> xla_peak;      // the step that XLA calls the peak
    std::optional<std::int64_t> printed_total; // as the dump prints it, with thread-local memory
    std::int64_t thread_local_bytes = 0;
    std::size_t values = 0;
    std::vector<space_memory> spaces; // those that are not empty, by number
    holder_list holders;              // by space, the largest first
    holder_list buffers;              // every value that is not thread-local, in the order of the allocations, with its
                                      // size for its bytes; where they are asked for
    std::vector<allocation_memory> allocations; // of the buffers, where they are asked for, in the order of the dump
    std::vector<temporary_arena> arenas;
    std::vector<padded_shape> padded;       // the most wasted first
    std::vector<missed_donation> donations; // missed ones, the largest first
    std::vector<saving> savings;            // by space, the largest first
    std::string fingerprint;                // the same for modules that differ in names alone

    bool operator==(const memory_analysis&) const = default;
};

struct memory_options {
    std::optional<std::int64_t> step{}; // holders at that step instead of the peak of each space
    bool stacks = false;                // of holders and buffers
    bool buffers = false;
    std::size_t threads = 1; // that dumps without rows are read again on
};

// Of the dump of a module, which since 2026-04-03 is several files, with the text of the module if that is beside it;
// or of a memory-usage report or an out-of-memory report, if no file is a dump. Dumps that were read for their form
// alone are read again. Empty if memory runs out, if no file has allocations, or if a mapped file changed while being
// read. Takes time n log n in the size of the text; throws nothing.
BALLAST_API std::optional<memory_analysis> memory_of(std::span<const document* const> module,
                                                     const memory_options& options = {}) noexcept;

// What holders are put together by. `alike`: class, label and shape.
enum class grouping : std::uint8_t { alike, label, source, scope, shape, type, opcode, value, is };

struct holder_group {
    std::int64_t space = 0;
    std::int64_t bytes = 0;
    std::size_t count = 0;
    std::size_t largest = 0; // in the holders
    bool one_source = true;  // all have the source of the largest
    bool one_class = true;
    bool one_shape = true;
    bool one_label = true;
};

// By space, the largest first. Nothing where memory ends.
BALLAST_API std::vector<holder_group> groups_of(const memory_analysis& of, grouping by) noexcept;
// What the holders of a group have in common; empty where the dump does not say.
BALLAST_API std::string key_of(const holder& h, grouping by);

// --- why one buffer is there ---

struct buffer_reader {
    std::string name; // of the instruction
    std::int64_t operand = 0;
    std::string index;      // of the part that is read; empty: the whole
    std::int64_t step = -1; // -1: it is not in the schedule
    std::string label;

    bool operator==(const buffer_reader&) const = default;
};

// Another value with bytes of the same allocation.
struct buffer_neighbour {
    std::int64_t value = 0;
    std::string name;
    std::int64_t start = -1; // the live range, both inclusive
    std::int64_t end = -1;

    bool operator==(const buffer_neighbour&) const = default;
};

struct buffer_story {
    holder what; // with its stack; its bytes are those of the value
    bool is_thread_local = false;
    std::int64_t allocation_size = 0;
    std::string instruction;            // that defines it, as it is printed; empty: not known
    std::int64_t defined_at = -1;       // the step
    std::vector<std::string> positions; // where it stands: `loop{0}`
    std::vector<buffer_reader> readers; // by step
    std::optional<std::int64_t> peak;   // the step of the peak of its space
    bool live_at_peak = false;
    std::vector<buffer_neighbour> shares;   // bytes with it while both live
    std::optional<buffer_neighbour> before; // the last that has bytes of it and ends before
    std::optional<buffer_neighbour> after;  // the first that begins after

    bool operator==(const buffer_story&) const = default;
};

// The stories of the values with a name, or names that are like it.
struct found_stories {
    std::vector<buffer_story> stories;
    std::vector<std::string> near; // names and labels, if there is no story
};
// Of the values with that name (`fusion.3`, `fusion.3{1}`), that id, or, if there are none, that label, in the order of
// the allocations. Empty if memory runs out, or if a mapped file changed while being read.
BALLAST_API found_stories stories_of(std::span<const document* const> module, std::string_view name) noexcept;

// --- what changed ---

// A holder of each side; `nobody` where one is new or gone.
struct holder_pair {
    static constexpr std::size_t nobody = ~std::size_t{0};
    std::size_t before = nobody;
    std::size_t after = nobody;
};

// Pairs of one class, one label and the same two shapes.
struct changed_group {
    std::int64_t space = 0;
    buffer_class is = buffer_class::temporary;
    std::string label;        // of after, where it is there
    std::string shape_before; // empty: it is new
    std::string shape_after;  // empty: it is gone
    std::string source;       // of the largest
    std::size_t count_before = 0;
    std::size_t count_after = 0;
    std::int64_t before = 0; // bytes
    std::int64_t after = 0;
};

// What is compared of a space; all are 0 where a module does not have it.
struct space_numbers {
    std::int64_t total = 0;
    std::int64_t arguments = 0;
    std::int64_t outputs = 0;
    std::int64_t constants = 0;
    std::int64_t temporaries = 0;
    std::int64_t shared = 0;
    std::int64_t peak = 0;         // 0 if unknown
    std::int64_t never_filled = 0; // of arenas, where live ranges are known

    bool operator==(const space_numbers&) const = default;
};
BALLAST_API space_numbers numbers_of(const memory_analysis& of, std::int64_t space) noexcept;

// The numbers of a space on both sides.
struct space_change {
    std::int64_t space = 0;
    bool peak_known = true; // whether peak and never_filled are known on both sides; otherwise they are 0
    space_numbers before;
    space_numbers after;
};

struct memory_diff {
    std::vector<space_change> spaces;  // those of either side, by number
    std::vector<holder_pair> pairs;    // each holder of both sides once
    std::vector<changed_group> groups; // those that changed, by space, the largest change first
};

// Which holder became which is told by what they are, whatever they are called and wherever they lie. Space and class
// always agree. The other way round it gives the same pairs. Nothing where memory ends. Takes time n log n.
BALLAST_API std::optional<memory_diff> diff_of(const memory_analysis& before, const memory_analysis& after) noexcept;

} // namespace ballast::inline v0
