// The contents of one dump as rows of numbers: allocations, values, positions, uses, instructions, the schedule, live
// ranges, the peak; with look-ups by number, name and index. Names are parts of the texts.
#pragma once

#include "ballast/ast/files.hpp"
#include "ballast/ast/opcode.hpp"
#include "base/look_ahead.hpp"
#include "model/tables.hpp"

#include <cstdint>
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
    std::int64_t bytes = -1;          // as XLA counts them without padding (ShapeUtil::ByteSizeOf); -1: unknown
    std::int64_t padded = -1;         // of an array with tiles, rounded up to them; -1: unknown
    std::int64_t packed = -1;         // of an array with elements below 8 bits, packed; -1: other shapes
    std::int64_t space = 0;           // the memory space of its layout
    const ast::shape* node = nullptr; // where it is printed first; lives as long as its document
    number bare = none;               // equal for shapes that differ only in layouts
    number first_part = 0;            // of a tuple, in `parts`
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
};

// The rows of a value in the sections.
struct value_row {
    number line = none;
    number entry = none;
    number range = none;
};

struct position_row {
    offset at = -1;
    number name = none;
    number index = none;
    number value = none;
    number next = none; // the next position at the same place, of another value
};

struct use_row {
    offset at = -1;
    number name = none;
    number operand = 0; // none: does not fit
    number index = none;
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
    number op_name = none;                  // of the metadata, escaped; none: not printed
    number scheduling_name = none;          // of the metadata; none: not printed
    const ast::instruction* node = nullptr; // in a tree; null only in the row that a wrong number finds
    ast::opcode_kind opcode = ast::opcode_kind::unknown;
    ast::async_suffix suffix = ast::async_suffix::none;
    // -1 for other opcodes.
    [[nodiscard]] std::int64_t parameter() const { return opcode == ast::opcode_kind::parameter ? argument : -1; }
    [[nodiscard]] std::int64_t element() const { return opcode == ast::opcode_kind::get_tuple_element ? argument : -1; }
};

struct operand_row {
    number name = none;  // none: deleted
    number shape = none; // none: not printed
};

// An operand of an instruction, found by its name.
struct reader_row {
    number instruction = none;
    number operand = 0;
};

struct sequence_row {
    std::int64_t ahead = 0; // the printed number minus the position in the sequence: 0 unless it is wrong
    offset at = -1;
    number name = none;
};

struct range_row {
    std::int64_t start = 0;
    std::int64_t end = 0;
    offset at = -1;
    number name = none;
    number index = none;
};

struct peak_row {
    std::int64_t bytes = 0;
    std::int64_t cumulative = -1; // -1: not printed
    offset at = -1;
    number name = none;
    number index = none; // none: not printed
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
    row_list<line_row> lines;
    row_list<reused_row> reused;
    std::optional<ast::total> total;
    row_list<entry_row> entries;
    row_list<position_row> positions;
    row_list<use_row> uses;
    row_list<instruction_row> instructions;
    row_list<operand_row> operands;
    std::int64_t max = 0;
    offset ranges_at = -1;
    row_list<sequence_row> sequence;
    row_list<range_row> ranges;
    bool peak_known = false; // false if there is no peak, or if it is unbounded
    std::int64_t peak_moment = 0;
    row_list<peak_row> peak;
    std::optional<std::int64_t> trace_total;
    row_list<trace_row> trace;
    row_list<moment_row> moments;
    row_list<number> moment_names;
    row_list<shape_row> shapes;
    row_list<number> shape_parts;

    // --- derived from them -------------------------------------------------------------------------------------------
    row_list<value_row> values; // in the order in which their ids first occur
    number root = none;         // the name of the entry's root, if known

    [[nodiscard]] std::string_view name(number which) const { return names_[which]; }
    void append_name(number which, std::string& to) const { to += names_[which]; }
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
    [[nodiscard]] std::span<const reader_row> readers_of(number name) const { return slice(name, false); }
    // The operands with this name of get-tuple-element and copy.
    [[nodiscard]] std::span<const reader_row> takers_of(number name) const { return slice(name, true); }

    [[nodiscard]] std::span<const position_row> positions_of(const entry_row& of) const
    {
        return positions.span(of.first_position, of.positions);
    }
    [[nodiscard]] std::span<const use_row> uses_of(const entry_row& of) const
    {
        return uses.span(of.first_use, of.uses);
    }
    [[nodiscard]] std::span<const line_row> lines_of(const allocation_row& of) const
    {
        return lines.span(of.first_line, of.lines);
    }
    [[nodiscard]] std::span<const operand_row> operands_of(const instruction_row& of) const
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

    [[nodiscard]] std::span<const reader_row> slice(number name, bool takers) const;

    text_numbers names_;
    interned<std::int64_t> indexes_;
    id_lookup by_id_;
    place_lookup by_definition_;
    place_lookup by_place_;
    lookup strange_ranges_;           // live ranges of no value, by place
    row_list<number> instruction_of_; // by name
    row_list<number> time_of_;        // by name
    row_list<number> first_reader_;   // by name
    row_list<reader_row> readers_;
};

// The printed text of an instruction, from a text that begins with its name.
std::string_view instruction_text(std::string_view from_name, look_ahead& ahead);

// Makes the rows from trees. Their texts and nodes must outlive the rows.
class builder {
public:
    // Offsets count from the start of `text`.
    explicit builder(std::string_view text) : text_(text), ahead_(text.size())
    {
        rows_.indexes_.of(nullptr, 0); // `{}` is the first
        // The text of a value has more bytes than this.
        rows_.by_id_ = id_lookup(text.size() / 16);
    }

    // The following records are from another text, whose offsets count from `base`.
    void next_text(std::string_view text, offset base)
    {
        text_ = text;
        ahead_ = look_ahead(text.size());
        base_ = base;
    }

    // Adds the contents of a dump.
    void add(const ast::dump& all, bool with_ranges = true);

    // Adds an instruction of the module text, for a dump without instructions.
    void instruction(const ast::instruction& node);
    [[nodiscard]] bool has_instructions() const { return rows_.has.instructions; }

    // Completes the look-ups, and returns the rows.
    rows finish();

private:
    void reserve(const ast::dump& all);
    void add(const ast::allocation& head);
    void add(const ast::value_line& line);
    void add(const ast::live_range& ranges);
    void add(const ast::peak& peak);
    void add(const ast::unbounded_peak&) {}
    void add(const ast::every_moment& moments);
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
    row_list<std::uint64_t> printed_; // by instruction: a hash of its text, which tells it from others of its name
    std::string_view text_;
    look_ahead ahead_; // of the text
    offset base_ = 0;
    interned<char> shape_keys_;
    interned<char> bare_keys_;
    std::string key_;
    lookup known_shapes_; // by address
    // The last names by kind: sections list values in the same order.
    number last_line_ = none;
    number last_entry_ = none;
    number last_op_name_ = none;
    const ast::instruction* last_instruction_ = nullptr; // consecutive values may share it
    number last_instruction_row_ = none;
};

} // namespace ballast::model
