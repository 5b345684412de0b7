// Analyses of dumps: the memory-usage report that XLA writes beside a dump, and which buffers hold the memory of a
// module.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/completeness.hpp"
#include "ballast/document.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"
#include "ballast/fit.hpp"

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

// The forms of a memory-usage report: for the program as a whole, or by memory space.
enum class usage_report_form : std::uint8_t { program, spaces };
// The period in which XLA wrote reports of that form.
BALLAST_API era_set eras(usage_report_form form);

// A report, or why there is none.
struct usage_report_result {
    std::optional<ast::usage_report> report;
    finding_message message{}; // empty if there is a report
    std::int64_t begin = 0;    // the range of the dump that the message is about, in bytes
    std::int64_t end = 0;
};

// The memory-usage report that the XLA of `when` writes beside a dump with these allocations. Before 2025-10-27 a hash
// table decided the order of values of equal size and of shapes; here they have the order of later reports. A
// percentage of zero bytes is `-nan`, as on x86-64. The report refers to `memory` and `read`. Takes O(n log n) time
// in the size of the text. Does not throw.
BALLAST_API usage_report_result usage_report_of(const document& read, ast::arena& memory, commit_time when) noexcept;

// --- which buffers hold the memory ---
//
// Sizes are in bytes; sums that do not fit into 64 bits saturate. Times are schedule steps, counted from 0. A memory
// space is the color of an allocation; spaces are never added up. Thread-local allocations are not device memory and
// are not counted.

// What an allocation is for. A donated allocation is both an argument and a part of the result; it counts once. Reports
// do not always print the class; then it is `unknown`.
enum class buffer_class : std::uint8_t { argument, donated, output, constant, temporary, unknown };
BALLAST_API std::string_view spelling(buffer_class which);

// The bytes in use from one step until the next entry.
struct use_from {
    std::int64_t step = 0;
    std::int64_t bytes = 0;

    bool operator==(const use_from&) const = default;
};

// The largest number of bytes in use at once, and the first step that has it.
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
    std::int64_t shared = 0;    // bytes that two of these count, such as donated arguments
    std::int64_t gradients = 0; // of the outputs: what seems to be gradients that a step of PyTorch/XLA keeps
    // Bytes in use at the peak: all allocations that are not temporary, and the temporaries that are live then. Empty
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

// A source line in a call stack.
struct source_call {
    std::string file;
    std::int64_t line = 0;
    std::string function; // empty if unknown

    bool operator==(const source_call&) const = default;
};

// The numeric fields of a holder.
struct holder_numbers {
    std::int64_t space = 0;
    buffer_class is = buffer_class::temporary;
    std::int64_t allocation = 0; // its number
    std::int64_t value = -1;     // the id of the value; -1 if no value names the allocation
    std::int64_t bytes = 0;
    std::int64_t size = 0;     // of the value, or of the allocation if no value names it
    std::int64_t offset = 0;   // into the allocation
    std::int64_t logical = -1; // bytes of the shape without padding; -1 if unknown
    std::int64_t start = -1;   // the first and last step of the live range; -1 if unknown
    std::int64_t end = -1;
    std::int64_t parameter = -1;
    std::int64_t rank = -1; // number of dimensions of the shape; -1 if it has none, such as a tuple

    bool operator==(const holder_numbers&) const = default;
};

// A part of the memory in use at the peak. The holders of a space add up to its peak, or to its total if live ranges
// are unknown.
struct holder : holder_numbers {
    std::string name;    // of the value, such as `fusion.3{1}`
    std::string label;   // a short name for people: where the value comes from in the program
    std::string group;   // the label without the numbers in which similar labels differ
    std::string scope;   // the outer part of the place in the program; empty if unknown
    std::string source;  // `file:line`; empty if unknown
    std::string shape;   // without layout
    std::string type;    // the element type, or `tuple`
    std::string opcode;  // of the defining instruction; empty if unknown
    std::string op_name; // from the metadata; empty if there is none
    std::string output;  // its index in the result, such as `{0}`; empty if it is not in the result
    // The call stack of its instruction, innermost first, if requested.
    std::vector<source_call> stack{};

    bool operator==(const holder&) const = default;
};

} // namespace ballast::inline v0

namespace ballast::analyse {
class holder_rows;
} // namespace ballast::analyse

namespace ballast::inline v0 {

// A compact sequence of holders, since a dump can have millions: each text is stored once, and numbers take few bytes.
// Elements are created on access. Copies share their rows until one of them is changed.
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
    // The numbers of an element, without creating its texts.
    [[nodiscard]] holder_numbers numbers(std::size_t i) const;
    void push_back(const holder& added);

    friend bool operator==(const holder_list& a, const holder_list& b)
    {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }

    // The rows, or null for an empty list. Internal.
    [[nodiscard]] const analyse::holder_rows* rows() const { return rows_.get(); }

private:
    std::shared_ptr<analyse::holder_rows> rows_;
};

// The values of one padded shape, with their padded and unpadded bytes.
struct padded_shape {
    std::int64_t space = 0;
    std::string shape; // with tiles
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

// An allocation of temporaries, and the most of its bytes that are in use at once.
struct temporary_arena {
    std::int64_t allocation = 0;
    std::int64_t space = 0;
    std::int64_t size = 0;
    std::int64_t filled = 0;

    // Fragmentation: bytes that are free even if most are in use. 0 if values reach past their allocation, an error in
    // the dump.
    [[nodiscard]] std::int64_t never_filled() const { return size > filled ? size - filled : 0; }
    // True if fragmentation exceeds what alignment usually costs: 1 MiB and 5 %.
    [[nodiscard]] bool is_fragmented() const { return never_filled() >= 1 << 20 && never_filled() >= size / 20; }

    bool operator==(const temporary_arena&) const = default;
};

// A part of the result that could use the memory of an argument, if the caller donated the argument.
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

// Something that would lower the peak of a space, with an estimate from the live ranges; only compiling again gives the
// exact number. Donations and padding are reported from 1 MiB and 1 % of the total, fragmentation from 1 MiB and 5 % of
// an arena, and a single buffer above 30 % of the peak.
struct saving {
    saving_kind kind = saving_kind::buffer;
    std::int64_t space = 0;
    std::int64_t bytes = 0; // by which the peak would drop; for donation and fragmentation, the total
    std::size_t holder = 0; // index of the buffer in the holders; 0 for the other kinds

    bool operator==(const saving&) const = default;
};

struct memory_analysis {
    std::string module;                        // its name, if its module text is given
    bool ranges = false;                       // true if live ranges are known
    bool instructions = false;                 // true if instructions are known
    bool frames_missing = false;               // source lines need the module text, which is not given
    bool tiled_layouts = false;                // layouts have tiles, as on TPU
    bool from_report = false;                  // from a report: sizes are rounded, only the largest buffers are listed
    std::int64_t steps = 0;                    // length of the schedule
    std::optional<std::int64_t> xla_peak;      // the step that XLA calls the peak
    std::optional<std::int64_t> printed_total; // as printed in the dump, including thread-local memory
    std::int64_t thread_local_bytes = 0;
    std::size_t values = 0;
    completeness of_dump;             // of a report, nothing is missing
    std::vector<space_memory> spaces; // spaces in use, by number
    holder_list holders;              // by space, the largest first
    holder_list buffers;              // every value that is not thread-local, in the order of the allocations;
                                      // `bytes` is the size; if requested
    holder_list thread_local_buffers; // the thread-local values, likewise
    std::vector<allocation_memory> allocations; // of the buffers, in the order of the dump, if requested
    std::vector<temporary_arena> arenas;
    std::vector<padded_shape> padded;       // the largest waste first
    std::vector<missed_donation> donations; // missed donations, the largest first
    std::vector<saving> savings;            // by space, the largest first
    std::optional<memory_fit> fit;          // if a limit is given
    std::string fingerprint;                // equal for modules that differ only in names
    std::string made_for;                   // `CPU`, `GPU sm_9.0`, `TPU`; empty if unknown

    bool operator==(const memory_analysis&) const = default;
};

struct memory_options {
    std::optional<std::int64_t> step{};  // take the holders at this step instead of at the peak of each space
    bool stacks = false;                 // give holders and buffers their call stacks
    bool buffers = false;                // fill `buffers` and `allocations`
    std::optional<memory_limit> limit{}; // the limit that the module must fit
    std::int64_t limited_space = 0;      // the memory space that must fit
};

// Analyses the dump of a module, which since 2026-04-03 has several files, together with its module text if that is
// given. If no file is a dump, it analyses a memory-usage report or an out-of-memory report. Dumps without rows are
// read again. Empty if memory runs out, if no file has allocations, or if a mapped file changed while being read. Takes
// O(n log n) time in the size of the text. Does not throw.
BALLAST_API std::optional<memory_analysis> memory_of(std::span<const document* const> module,
                                                     const memory_options& options = {}) noexcept;

// What holders are grouped by. `alike` means by class, label and shape; `is` means by class.
enum class grouping : std::uint8_t { alike, label, source, scope, shape, type, opcode, value, is };

struct holder_group {
    std::int64_t space = 0;
    std::int64_t bytes = 0;
    std::size_t count = 0;
    std::size_t largest = 0; // index of the largest holder
    bool one_source = true;  // true if all have the same source; likewise for the others
    bool one_class = true;
    bool one_shape = true;
    bool one_label = true;
};

// Groups the holders, by space and the largest first. Empty if memory runs out. Does not throw.
BALLAST_API std::vector<holder_group> groups_of(const memory_analysis& of, grouping by) noexcept;
// The key of a holder's group; empty if unknown.
BALLAST_API std::string key_of(const holder& h, grouping by);

// --- why a buffer exists ---

struct buffer_reader {
    std::string name; // of the reading instruction
    std::int64_t operand = 0;
    std::string index;      // of the part that is read; empty if all of it is read
    std::int64_t step = -1; // -1 if the instruction is not in the schedule
    std::string label;

    bool operator==(const buffer_reader&) const = default;
};

// Another value with bytes of the same allocation.
struct buffer_neighbour {
    std::int64_t value = 0;
    std::string name;
    std::int64_t start = -1; // the first and last step of the live range
    std::int64_t end = -1;

    bool operator==(const buffer_neighbour&) const = default;
};

struct buffer_story {
    holder what; // with its call stack; `bytes` is the size of the value
    bool is_thread_local = false;
    std::int64_t allocation_size = 0;
    std::string instruction;            // the defining instruction, as printed; empty if unknown
    std::int64_t defined_at = -1;       // the step of the definition
    std::vector<std::string> positions; // its positions, such as `loop{0}`
    std::vector<buffer_reader> readers; // sorted by step
    std::optional<std::int64_t> peak;   // the step of the peak of its space
    bool live_at_peak = false;
    std::vector<buffer_neighbour> shares;   // values that share bytes with it while both are live
    std::optional<buffer_neighbour> before; // the previous value in some of its bytes
    std::optional<buffer_neighbour> after;  // the next value in some of its bytes

    bool operator==(const buffer_story&) const = default;
};

// The stories of the values with a name, or similar names.
struct found_stories {
    std::vector<buffer_story> stories;
    std::vector<std::string> near; // similar names and labels, if there is no story
};
// Finds the values with that name (`fusion.3`, `fusion.3{1}`) or id or, if there are none, that label, in the order of
// the allocations. Empty if memory runs out, or if a mapped file changed while being read. Does not throw.
BALLAST_API found_stories stories_of(std::span<const document* const> module, std::string_view name) noexcept;

// --- what changed ---

// Indexes of matching holders before and after; `nobody` if the holder is new or gone. Of temporaries that are compared
// as whole allocations, it is the index of the largest holder of each.
struct holder_pair {
    static constexpr std::size_t nobody = ~std::size_t{0};
    std::size_t before = nobody;
    std::size_t after = nobody;
};

// All pairs with the same class, label and two shapes.
struct changed_group {
    std::int64_t space = 0;
    buffer_class is = buffer_class::temporary;
    std::string label;        // of the holder after, or before if it is gone
    std::string shape_before; // empty if new
    std::string shape_after;  // empty if gone
    std::string source;       // of the largest
    std::size_t count_before = 0;
    std::size_t count_after = 0;
    std::int64_t before = 0; // bytes
    std::int64_t after = 0;
};

// The numbers of a space that are compared. All are 0 if the module does not use the space.
struct space_numbers {
    std::int64_t total = 0;
    std::int64_t arguments = 0;
    std::int64_t outputs = 0;
    std::int64_t constants = 0;
    std::int64_t temporaries = 0;
    std::int64_t shared = 0;
    std::int64_t peak = 0;         // 0 if unknown
    std::int64_t never_filled = 0; // fragmentation of arenas; 0 if live ranges are unknown

    bool operator==(const space_numbers&) const = default;
};
BALLAST_API space_numbers numbers_of(const memory_analysis& of, std::int64_t space) noexcept;

// The numbers of a space before and after.
struct space_change {
    std::int64_t space = 0;
    bool peak_known = true; // whether peak and never_filled are known on both sides; otherwise they are 0
    space_numbers before;
    space_numbers after;
};

struct memory_diff {
    std::vector<space_change> spaces;  // the spaces of both modules, by number
    std::vector<holder_pair> pairs;    // each holder that is compared occurs once
    std::vector<changed_group> groups; // groups that changed, by space, the largest change first
};

// Compares two modules. Holders are matched by their properties, regardless of their names and offsets; space and class
// always agree. The groups of a space add up to the change of its peak or, if only one side has live ranges or none
// has, of its total: then temporaries are compared as whole allocations. Swapping the arguments gives the same pairs.
// Empty if memory runs out. Takes O(n log n) time. Does not throw.
BALLAST_API std::optional<memory_diff> diff_of(const memory_analysis& before, const memory_analysis& after) noexcept;

} // namespace ballast::inline v0
