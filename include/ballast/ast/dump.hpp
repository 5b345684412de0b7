// Whole dumps: allocations, used values, live ranges, the stack-trace tree, and the files they stand in.
#pragma once

#include "ballast/ast/instruction.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// `1.2KiB`: `count` is the printed number without its point (12 for 1.2KiB, 150 for 1.50MiB, 7 for 7B).
enum class size_unit : std::uint8_t { bytes, kib, mib, gib, tib, pib, eib };
struct human_size {
    std::int64_t count = 0;
    size_unit unit = size_unit::bytes;

    bool operator==(const human_size&) const = default;
};

// A value's short string: `<7 loop{0} (phi) @1>`, and the older spellings of the same.
struct value_name {
    std::int64_t id = 0;
    std::string_view name;            // of the defining instruction
    std::optional<shape_index> index; // iff that instruction's shape is a tuple; always in the form before 2019-05-17
    bool phi = false;
    std::optional<std::int64_t> color; // -1 (2019-05-17 to 2019-09-06) or nothing where none was assigned

    bool operator==(const value_name&) const = default;
};

// Where a value stands: `name`, `name {1}`.
struct value_position {
    std::string_view name;
    std::optional<shape_index> index;

    bool operator==(const value_position&) const = default;
};

// `name, operand 2 {0}`.
struct value_use {
    std::string_view name;
    std::int64_t operand = 0;
    std::optional<shape_index> index;

    bool operator==(const value_use&) const = default;
};

// Positions and uses of a value: in its `Used values:` entry, or (D2, D3) inside the allocation.
struct value_detail {
    list<value_position> positions;
    list<value_use> uses;
    bool uses_initialized = true; // ` uses are not initialized yet.` (D12+) where false

    bool operator==(const value_detail&) const = default;
};

// One value of an allocation.
struct value_line {
    value_name value;
    std::int64_t size = 0;   // bytes
    std::int64_t offset = 0; // bytes into the allocation
    ast::shape shape;
    box<value_detail> detail; // D2 and D3 only

    bool operator==(const value_line&) const = default;
};

// ` reused by buffers of a different color:` rows (D22+).
struct reused_value {
    value_name value;
    std::int64_t color = 0;

    bool operator==(const reused_value&) const = default;
};

// `, parameter 3, shape |f32[2]| at ShapeIndex {}`. The shape is absent before D6; `unknown_shape` (D6b+) is
// `<unknown shape>`.
struct allocation_parameter {
    std::int64_t number = 0;
    box<ast::shape> shape;
    bool unknown_shape = false;
    shape_index index;

    bool operator==(const allocation_parameter&) const = default;
};

struct allocation {
    position at;
    std::int64_t number = 0;
    std::optional<std::uint64_t> pointer; // D0 to D10
    std::int64_t size = 0;                // bytes
    std::int64_t color = 0;               // 0: not printed
    std::optional<std::int64_t> page;     // D24+
    box<allocation_parameter> parameter;
    box<ast::shape> output_shape; // D6+
    bool constant = false;
    bool thread_local_ = false;
    bool maybe_live_out = false;
    bool preallocated_temp = false;
    list<value_line> values;
    list<reused_value> reused; // D22+

    bool operator==(const allocation&) const = default;
};

// `Total bytes used: N (HUMAN)`; the human-readable size stands there from D9 on.
struct total {
    position at;
    std::int64_t bytes = 0;
    std::optional<human_size> human;

    bool operator==(const total&) const = default;
};

// One entry of `Used values:`.
struct used_value {
    value_name value;
    value_detail detail;
    box<ast::instruction> instruction; // D10+

    bool operator==(const used_value&) const = default;
};

struct sequence_row {
    std::int64_t number = 0; // schedule position
    std::string_view name;

    bool operator==(const sequence_row&) const = default;
};

// `name{0}:3-7`, schedule positions, both inclusive.
struct live_range_row {
    std::string_view name;
    shape_index index;
    std::int64_t start = 0;
    std::int64_t end = 0;

    bool operator==(const live_range_row&) const = default;
};

// A row of the peak: no index in D8 to D14, cumulative bytes from D16 on.
struct peak_row {
    std::string_view name;
    std::optional<shape_index> index;
    std::int64_t bytes = 0;
    std::optional<std::int64_t> cumulative;

    bool operator==(const peak_row&) const = default;
};

// One printed line of the stack-trace tree. What stands left of the glyph follows from the rows above (and, for the
// children of a top-level node, from whether another top-level node follows).
enum class branch : std::uint8_t { top, inner, last }; // no glyph, `├── `, `└── `
struct stack_row {
    std::int64_t depth = 0; // 0 for top-level nodes
    ast::branch branch = ast::branch::top;
    std::string_view label;
    std::int64_t tenths = 0; // of a percent
    std::int64_t total = 0;  // bytes, like the next two
    std::int64_t current = 0;
    std::int64_t remaining = 0;

    bool operator==(const stack_row&) const = default;
};
struct stack_trace {
    std::int64_t total = 0; // bytes
    list<stack_row> rows;

    bool operator==(const stack_trace&) const = default;
};

// `Live ranges at 5 (peak):` and what follows it.
struct peak {
    std::int64_t moment = 0; // schedule position
    list<peak_row> rows;
    box<ast::stack_trace> stack_trace; // D17+

    bool operator==(const peak&) const = default;
};

// `Peak memory could not be determined due to unbounded dynamic shape.` (D23+).
struct unbounded_peak {
    bool operator==(const unbounded_peak&) const = default;
};

// One row of the form that listed every moment (D7 only). `bytes` is a 32-bit sum there and can be negative.
struct moment_row {
    std::int64_t moment = 0;
    std::int64_t bytes = 0;
    list<std::string_view> names;

    bool operator==(const moment_row&) const = default;
};
struct every_moment {
    list<moment_row> rows;

    bool operator==(const every_moment&) const = default;
};

struct live_range {
    position at;
    std::int64_t max = 0;
    list<sequence_row> sequence;
    list<live_range_row> rows;
    std::variant<peak, unbounded_peak, every_moment> summary;

    bool operator==(const live_range&) const = default;
};

// `HloLiveRange not available (finalized or constructed from proto)` (D20+), alone in its file.
struct live_range_not_available {
    bool operator==(const live_range_not_available&) const = default;
};

// How the file spells what its nodes do not tell: one choice a file, `unseen` where nothing in the file shows it.
enum class value_line_form : std::uint8_t { unseen, v1, v2, v3, v4 };
enum class from_form : std::uint8_t {
    unseen,
    tight,    // ` from instruction:%x …` LF, D10 to D12
    glued,    // ` from instruction: %x …` and no LF, D13
    own_line, // ` from instruction: %x …` LF, D14+
};
enum class empty_uses_form : std::uint8_t { unseen, bare, none };               // nothing, or `  (none)` (D21+)
enum class index_mark_form : std::uint8_t { unseen, absent, present };          // `/*index=5*/`, 2021-03-15+
enum class empty_literal_form : std::uint8_t { unseen, one_blank, two_blanks }; // `{  }` since 2023-01-30
enum class level_order : std::uint8_t { unseen, after_tiles, before_tiles };    // D() and T(), 2022-10-27+
struct forms {
    value_line_form value_lines = value_line_form::unseen;
    from_form from_instruction = from_form::unseen;
    empty_uses_form empty_uses = empty_uses_form::unseen;
    index_mark_form index_marks = index_mark_form::unseen;
    level_order levels = level_order::unseen;
    index_mark_form sharding_marks = index_mark_form::unseen; // in tuple shardings, 2021-07-12+
    empty_literal_form empty_literals = empty_literal_form::unseen;

    bool operator==(const forms&) const = default;
};

// Files: `assignment` is allocations alone (D0 to D3, D19+), `combined` one file with all sections (D4 to D18),
// `values` and `live_range` the other two of D19+.
enum class dump_kind : std::uint8_t { assignment, combined, values, live_range };

struct dump {
    std::optional<std::string_view> frame; // NAME of `*** Begin NAME ***`
    dump_kind kind = dump_kind::combined;
    list<allocation> allocations;      // assignment, combined
    std::optional<ast::total> total;   // values, and combined from D5 on
    box<ast::live_range> every_moment; // combined of D7
    list<used_value> used_values;      // values, combined
    std::variant<std::monostate, box<ast::live_range>, live_range_not_available> live_range;
    ast::forms forms;

    bool operator==(const dump&) const = default;

    // The live range, or null.
    [[nodiscard]] const ast::live_range* ranges() const
    {
        const auto* found = std::get_if<box<ast::live_range>>(&live_range);
        return found ? found->get() : nullptr;
    }
};

} // namespace ballast::inline v0::ast
