// The contents of one dump as rows of numbers: allocations, values, positions, uses, instructions, the schedule, live
// ranges, the peak. The model is filled record by record, without a tree, and has look-ups by number, name and index.
#pragma once

#include "ballast/ast/files.hpp"
#include "ballast/ast/opcode.hpp"
#include "base/look_ahead.hpp"
#include "model/names.hpp"
#include "model/packed.hpp"
#include "model/tables.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::model {

using offset = std::int64_t; // bytes from the start of the text; -1 if there is no place

// A shape with its layout. Two shapes share a row if and only if they print the same.
struct shape_row {
    std::int64_t bytes = -1;  // as XLA counts them without padding (ShapeUtil::ByteSizeOf); -1: unknown
    std::int64_t padded = -1; // of an array with tiles, rounded up to them; -1: unknown
    std::int64_t packed = -1; // of an array with elements below 8 bits, packed; -1: other shapes
    std::int64_t space = 0;   // the memory space of its layout
    number bare = none;       // equal for shapes that differ only in layouts
    number first_part = 0;    // of a tuple, in `parts`
    number parts = 0;
    bool tuple = false;
    bool plain = false; // an array of a type with bits: neither token nor opaque
    bool layout = false;
    bool tiled = false;
    bool unbounded = false; // has a dimension `?`, perhaps in a part
    bool dynamic = false;   // an array that may be stored with its sizes, or with padding at its end
};

struct allocation_row {
    std::int64_t number = 0;
    std::int64_t size = 0;
    std::int64_t color = 0;
    std::int64_t parameter = -1;
    std::int64_t page = -1;    // -1: none
    std::uint64_t pointer = 0; // 0: none
    offset at = -1;
    model::number parameter_index = none;
    model::number parameter_shape = none; // none before D6, and for `<unknown shape>`
    model::number output_shape = none;
    model::number first_line = 0; // in `lines`
    model::number lines = 0;
    model::number first_reused = 0; // in `reused`
    model::number reused = 0;
    bool unknown_shape = false;
    bool constant = false;
    bool thread_local_ = false;
    bool live_out = false;
    bool arena = false; // preallocated-temp
};

// A value as printed: `<7 loop{0} (phi) @1>`.
struct called {
    std::int64_t id = 0;
    std::int64_t color = 0;
    offset at = -1; // of the name
    number name = none;
    number index = none; // none: no index
    bool phi = false;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.id, near);
        f(row.color);
        f(row.at, rising);
        f(row.name, near);
        f(row.index);
        f(row.phi);
    }
    [[nodiscard]] bool same(const called& other) const
    {
        return id == other.id && color == other.color && name == other.name && index == other.index && phi == other.phi;
    }
};

// A value in its allocation.
struct line_row {
    called value;
    std::int64_t size = 0;
    std::int64_t offset = 0;
    number shape = none;
    number allocation = none;

    // The offset after the value; saturates.
    [[nodiscard]] std::int64_t end() const
    {
        std::int64_t result = 0;
        return __builtin_add_overflow(offset, size, &result) ? std::numeric_limits<std::int64_t>::max() : result;
    }
    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.value);
        f(row.size);
        f(row.offset);
        f(row.shape);
        f(row.allocation, rising);
    }
};

struct reused_row {
    called value;
    std::int64_t color = 0;
};

// A value under `Used values:`; in D2 and D3 its text in the allocation.
struct entry_row {
    called value;
    number first_position = 0;
    number positions = 0;
    number first_use = 0;
    number uses = 0;
    number instruction = none; // the row of its instruction
    bool uses_known = true;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.value);
        f(row.first_position, rising);
        f(row.positions);
        f(row.first_use, rising);
        f(row.uses);
        f(row.instruction, near);
        f(row.uses_known);
    }
};

// The rows of a value in the sections.
struct value_row {
    number line = none;
    number entry = none;
    number range = none;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.line, near);
        f(row.entry);
        f(row.range);
    }
};

struct position_row {
    offset at = -1;
    number name = none;
    number index = none;
    number value = none;
    number next = none; // the next position at the same place, of another value

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.at, rising);
        f(row.name, near);
        f(row.index);
        f(row.value, near);
        f(row.next);
    }
};

struct use_row {
    offset at = -1;
    number name = none;
    number operand = 0; // none: does not fit
    number index = none;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.at, rising);
        f(row.name, near);
        f(row.operand);
        f(row.index);
    }
};

// A printed instruction. The values of one instruction share it if they print the same text.
struct instruction_row {
    offset at = -1;             // of the name
    std::int64_t argument = -1; // the number of a parameter, the index of a get-tuple-element
    std::int64_t frame = 0;     // the stack frame of its metadata; 0: none
    number name = none;
    number shape = none;
    number first_operand = 0; // in `operands`
    number operands = 0;
    number op_name = none;         // of the metadata, escaped; none: not printed
    number scheduling_name = none; // of the metadata; none: not printed
    ast::opcode_kind opcode = ast::opcode_kind::unknown;
    ast::async_suffix suffix = ast::async_suffix::none;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.at, rising);
        f(row.argument);
        f(row.frame);
        f(row.name, near);
        f(row.shape);
        f(row.first_operand, rising);
        f(row.operands);
        f(row.op_name);
        f(row.scheduling_name);
        f(row.opcode);
        f(row.suffix);
    }
    // -1 for other opcodes.
    [[nodiscard]] std::int64_t parameter() const { return opcode == ast::opcode_kind::parameter ? argument : -1; }
    [[nodiscard]] std::int64_t element() const { return opcode == ast::opcode_kind::get_tuple_element ? argument : -1; }
};

// A hash of a printed instruction, which distinguishes it from others of its name.
struct printed_row {
    std::uint64_t hash = 0; // 40 bits

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f) { f(row.hash); }
};

struct operand_row {
    number name = none;  // none: deleted
    number shape = none; // none: not printed

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.name, near);
        f(row.shape);
    }
};

// An operand of an instruction, found by its name.
struct reader_row {
    number instruction = none;
    number operand = 0;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.instruction);
        f(row.operand);
    }
};

struct sequence_row {
    std::int64_t ahead = 0; // the printed number minus the position in the sequence: 0 unless it is wrong
    offset at = -1;
    number name = none;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.ahead);
        f(row.at, rising);
        f(row.name, near);
    }
};

struct range_row {
    std::int64_t start = 0;
    std::int64_t end = 0;
    offset at = -1;
    number name = none;
    number index = none;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.start, near);
        f(row.end, near);
        f(row.at, rising);
        f(row.name, near);
        f(row.index);
    }
};

struct peak_row {
    std::int64_t bytes = 0;
    std::int64_t cumulative = -1; // -1: not printed
    offset at = -1;
    number name = none;
    number index = none; // none: not printed

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.bytes);
        f(row.cumulative, rising);
        f(row.at, rising);
        f(row.name, near);
        f(row.index);
    }
};

struct trace_row {
    std::int64_t depth = 0;
    std::int64_t tenths = 0;
    std::int64_t total = 0;
    std::int64_t current = 0;
    std::int64_t remaining = 0;
    offset at = -1;
    number label = none;
};

struct moment_row {
    std::int64_t moment = 0;
    std::int64_t bytes = 0;
    offset at = -1;
    number first_name = 0; // in `moment_names`
    number names = 0;
};

// The parts of a dump that the file has.
struct parts {
    bool allocations = false;
    bool entries = false;      // with positions and uses
    bool instructions = false; // with `from instruction`
    bool ranges = false;
};

class rows {
public:
    // --- the records ---
    model::parts has;
    row_list<allocation_row> allocations;
    packed_list<line_row> lines;
    row_list<reused_row> reused;
    std::optional<ast::total> total;
    packed_list<entry_row> entries;
    packed_list<position_row> positions;
    packed_list<use_row> uses;
    packed_list<instruction_row> instructions;
    packed_list<operand_row> operands;
    std::int64_t max = 0;
    offset ranges_at = -1;
    packed_list<sequence_row> sequence;
    packed_list<range_row> ranges;
    bool peak_known = false; // false if there is no peak, or if it is unbounded
    std::int64_t peak_moment = 0;
    packed_list<peak_row> peak;
    std::optional<std::int64_t> trace_total;
    row_list<trace_row> trace;
    row_list<moment_row> moments;
    row_list<number> moment_names;
    row_list<shape_row> shapes;
    row_list<number> shape_parts;

    // --- derived from them -------------------------------------------------------------------------------------------
    packed_list<value_row> values; // in the order in which their ids first occur
    number root = none;            // the name of the entry's root, if known

    [[nodiscard]] std::string name(number which) const { return names_[which]; }
    void append_name(number which, std::string& to) const { names_.append(which, to); }
    // The name without the number at its end.
    [[nodiscard]] std::string_view stem(number which) const { return names_.stem(which); }
    [[nodiscard]] std::span<const std::int64_t> index(number which) const { return indexes_[which]; }
    [[nodiscard]] number find_index(std::span<const std::int64_t> path) const
    {
        return indexes_.find(path.data(), path.size());
    }
    [[nodiscard]] std::size_t names() const { return names_.size(); }

    // The value with that id, or none.
    [[nodiscard]] number value_of(std::int64_t id) const { return by_id_.find(static_cast<std::uint64_t>(id)); }
    // The value that is defined there, or none. No index and `{}` are the same.
    [[nodiscard]] number value_at(number name, number index) const { return by_definition_.find(name, index); }
    // The first position there, or none; the others follow by `next`. No index and `{}` are the same.
    [[nodiscard]] number position_at(number name, number index) const { return by_place_.find(name, index); }
    // The first live range there, or none. No index and `{}` are the same.
    [[nodiscard]] number range_at(number name, number index) const
    {
        const auto value = value_at(name, index);
        return value == none ? strange_ranges_.find(key(name, index)) : values[value].range;
    }
    // The first printed text of an instruction, or none.
    [[nodiscard]] number instruction_of(number name) const
    {
        return name < instruction_of_.size() ? instruction_of_[name] : none;
    }
    // The printed number of a row of the sequence.
    [[nodiscard]] std::int64_t number_at(number row) const { return sequence[row].ahead + std::int64_t{row}; }
    // The row of a name in the sequence, or none.
    [[nodiscard]] number time_of(number name) const { return name < time_of_.size() ? time_of_[name] : none; }
    // The operands with this name, except those of tuple, domain, get-tuple-element and copy.
    [[nodiscard]] packed_span<reader_row> readers_of(number name) const { return slice(name, false); }
    // The operands with this name of get-tuple-element and copy.
    [[nodiscard]] packed_span<reader_row> takers_of(number name) const { return slice(name, true); }

    [[nodiscard]] packed_span<position_row> positions_of(const entry_row& of) const
    {
        return positions.span(of.first_position, of.positions);
    }
    [[nodiscard]] packed_span<use_row> uses_of(const entry_row& of) const { return uses.span(of.first_use, of.uses); }
    [[nodiscard]] packed_span<line_row> lines_of(const allocation_row& of) const
    {
        return lines.span(of.first_line, of.lines);
    }
    [[nodiscard]] packed_span<operand_row> operands_of(const instruction_row& of) const
    {
        return operands.span(of.first_operand, of.operands);
    }
    // The entry that contains a use.
    [[nodiscard]] number entry_of_use(number use) const;
    // The part of a shape at an index, or none.
    [[nodiscard]] number part_of(number shape, number index) const;
    // Every value has a line or an entry.
    [[nodiscard]] called name_of(const value_row& value) const
    {
        return value.entry != none ? entries[value.entry].value : lines[value.line].value;
    }
    [[nodiscard]] std::int64_t id_of(number value) const { return name_of(values[value]).id; }
    // The value that is defined at the place of a live range, or none.
    [[nodiscard]] number value_of(const range_row& range) const { return value_at(range.name, range.index); }
    // Equal for equal places. No index and `{}` are the same.
    [[nodiscard]] static std::uint64_t key(number name, number index) { return place_lookup::key(name, index); }

private:
    friend class builder;

    [[nodiscard]] packed_span<reader_row> slice(number name, bool takers) const;

    name_table names_;
    interned<std::int64_t> indexes_;
    id_lookup by_id_;
    place_lookup by_definition_;
    place_lookup by_place_;
    lookup strange_ranges_;      // live ranges of no value, by place
    number_list instruction_of_; // by name
    number_list time_of_;        // by name
    number_list first_reader_;   // by name
    packed_list<reader_row> readers_;
};

// The printed text of an instruction, from a text that begins with its name.
std::string_view instruction_text(std::string_view from_name, look_ahead& ahead);

// Makes the rows from a stream of records (ballast/ast/records.hpp).
class builder {
public:
    // The names of the records point into `text`, and offsets count from its start. `nodes_stay`: shapes that records
    // share stay valid until the end.
    explicit builder(std::string_view text, bool nodes_stay = false)
        : text_(text), ahead_(text.size()), nodes_stay_(nodes_stay)
    {
        rows_.indexes_.of(nullptr, 0); // `{}` is the first
        // The text of a value has more bytes than this.
        rows_.by_id_ = id_lookup(text.size() / 16);
        fit(static_cast<offset>(text.size()));
    }

    // Calls the function with each new shape and its row.
    void tell_shapes(std::function<void(number, const ast::shape&)> to) { told_shapes_ = std::move(to); }

    // The following records are from another text, whose offsets count from `base`.
    void next_text(std::string_view text, offset base)
    {
        text_ = text;
        ahead_ = look_ahead(text.size());
        base_ = base;
        fit(base + static_cast<offset>(text.size()));
    }

    // Adds an instruction of the module text, for a dump without instructions.
    number instruction(const ast::instruction& node); // its row
    [[nodiscard]] bool has_instructions() const { return rows_.has.instructions; }

    // The number of entries so far.
    [[nodiscard]] std::size_t entries() const { return rows_.entries.size(); }

    void frame_first(std::string_view) {}
    void frame_last(std::string_view) {}
    void assignment_head() { rows_.has.allocations = true; }
    void allocation(const ast::allocation& head);
    void value(const ast::value_line& line);
    void reused_head() {}
    void reused(const ast::reused_value& row);
    void total(const ast::total& total)
    {
        rows_.total = total;
        rows_.total->at.offset += base_;
    }
    void used_values_head() { rows_.has.entries = true; }
    void used_value(const ast::used_value& entry);
    void live_range_gap() {}
    // A file of D7 has two; the last one counts.
    void live_range_head(const ast::live_range& head)
    {
        rows_.has.ranges = true;
        rows_.max = head.max;
        rows_.ranges_at = base_ + head.at.offset;
    }
    void sequence_head() {}
    void row(const ast::sequence_row& row);
    void ranges_head() {}
    void row(const ast::live_range_row& row);
    void peak_head(const ast::peak& head)
    {
        rows_.peak_known = true;
        rows_.peak_moment = head.moment;
    }
    void row(const ast::peak_row& row);
    void trace_head(const ast::stack_trace& head) { rows_.trace_total = head.total; }
    void row(const ast::stack_row& row);
    void trace_end() {}
    void unbounded_peak() {}
    void moments_head() {}
    void row(const ast::moment_row& row);
    void no_live_range() {}

    // Discards all rows.
    void start_again()
    {
        auto told = std::move(told_shapes_);
        *this = builder(text_, nodes_stay_);
        told_shapes_ = std::move(told);
    }
    // Nodes that records share become invalid.
    void forget_nodes()
    {
        known_shapes_.clear();
        last_instruction_ = nullptr;
    }

    // Completes the look-ups, and returns the rows.
    rows finish();

private:
    // Makes rows as wide as so many bytes of text usually need, so that they need not be widened again and again.
    void fit(offset text);
    [[nodiscard]] offset place(std::string_view part) const;
    // The number of a name, which is probably `guess` or the next number.
    number name_of(std::string_view text, number guess = none) { return rows_.names_.of(text, guess); }
    number index_of(const ast::shape_index& path)
    {
        return path.empty() ? empty_index : rows_.indexes_.of(path.data(), path.size());
    }
    number index_of(const ast::maybe<ast::shape_index>& path) { return path ? index_of(*path) : none; }
    called called_as(const ast::value_name& value, number guess);
    number shared_shape_of(const ast::shape& node);
    number shape_of(const ast::shape& node);
    number array_of(const ast::array_shape& node, bool buffer);
    number tuple_of(const ast::tuple_shape& node);
    number instruction_of(const ast::instruction& node, number guess);
    void entry(const ast::value_name& value, const ast::value_detail& detail, const ast::instruction* instruction);
    // The row of the value; `fresh` is added if the value is new.
    number value_row_of(std::int64_t id, const value_row& fresh);
    void find_readers();
    void find_root();

    rows rows_;
    packed_list<printed_row> printed_; // by instruction
    std::string_view text_;
    look_ahead ahead_; // of the text
    offset base_ = 0;
    interned<char> shape_keys_;
    interned<char> bare_keys_;
    row_list<char> key_;
    lookup known_shapes_; // by address, if nodes stay valid
    std::function<void(number, const ast::shape&)> told_shapes_;
    // The last names by kind: sections list values in the same order.
    number last_line_ = none;
    number last_entry_ = none;
    number last_op_name_ = none;
    const ast::instruction* last_instruction_ = nullptr; // consecutive values may share it
    number last_instruction_row_ = none;
    bool nodes_stay_;
};

} // namespace ballast::model
