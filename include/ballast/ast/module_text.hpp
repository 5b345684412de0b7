// The module text, a file beside the dump of buffer assignment: `HloModule jit_step, is_scheduled=true`.
#pragma once

#include "ballast/ast/attribute.hpp"
#include "ballast/ast/forms.hpp"
#include "ballast/ast/instruction.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/unknown_item.hpp"
#include "ballast/ast/unread.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// `{0}: (1, {}, may-alias)`: a part of the result that may or must use the memory of a part of a parameter.
struct output_alias {
    position at;
    shape_index output;
    std::int64_t parameter = 0;
    shape_index index;
    bool must = false;

    bool operator==(const output_alias&) const = default;
    static constexpr auto members(auto m)
    {
        return m("output_alias", m("at", &output_alias::at), m("output", &output_alias::output),
                 m("parameter", &output_alias::parameter), m("index", &output_alias::index),
                 m("must", &output_alias::must));
    }
};

// `(0, {1})`: a part of a parameter whose memory any result may use.
struct buffer_donor {
    position at;
    std::int64_t parameter = 0;
    shape_index index;

    bool operator==(const buffer_donor&) const = default;
    static constexpr auto members(auto m)
    {
        return m("buffer_donor", m("at", &buffer_donor::at), m("parameter", &buffer_donor::parameter),
                 m("index", &buffer_donor::index));
    }
};

// `{(f32[8]{0}, s32[])->f32[8]{0}}`: the parameters and the result of the entry computation.
struct entry_layout {
    position at;
    list<shape> parameters;
    shape result;

    bool operator==(const entry_layout&) const = default;
    static constexpr auto members(auto m)
    {
        return m("entry_layout", m("at", &entry_layout::at), m("parameters", &entry_layout::parameters),
                 m("result", &entry_layout::result));
    }
};

// `1 "model/layers.py"`: a file or a function. The entries of all tables are numbered from 1.
struct name_entry {
    position at;
    std::int64_t number = 1;
    std::string_view text; // escaped

    bool operator==(const name_entry&) const = default;
    static constexpr auto members(auto m)
    {
        return m("name_entry", m("at", &name_entry::at), m("number", &name_entry::number),
                 m("text", &name_entry::text));
    }
};

struct file_location {
    position at;
    std::int64_t number = 1;
    std::int64_t file_name_id = 1;     // number of a file name
    std::int64_t function_name_id = 1; // number of a function name
    std::int64_t line = 0;
    std::int64_t end_line = 0;
    std::int64_t column = 0;
    std::int64_t end_column = 0;

    bool operator==(const file_location&) const = default;
    static constexpr auto members(auto m)
    {
        return m("file_location", m("at", &file_location::at), m("number", &file_location::number),
                 m("file_name_id", &file_location::file_name_id),
                 m("function_name_id", &file_location::function_name_id), m("line", &file_location::line),
                 m("end_line", &file_location::end_line), m("column", &file_location::column),
                 m("end_column", &file_location::end_column));
    }
};

// A call in a stack. The `stack_frame_id` of metadata is its number.
struct stack_frame {
    position at;
    std::int64_t number = 1;
    std::int64_t file_location_id = 1; // number of a location
    std::int64_t parent = 0;           // number of the calling frame; 0: none. XLA prints this plus one.

    bool operator==(const stack_frame&) const = default;
    static constexpr auto members(auto m)
    {
        return m("stack_frame", m("at", &stack_frame::at), m("number", &stack_frame::number),
                 m("file_location_id", &stack_frame::file_location_id), m("parent", &stack_frame::parent));
    }
};

// The source locations of the instructions of a module (2025-12-02+).
struct stack_frame_tables {
    list<name_entry> file_names;
    list<name_entry> function_names;
    list<file_location> file_locations;
    list<stack_frame> stack_frames;

    bool operator==(const stack_frame_tables&) const = default;
    static constexpr auto members(auto m)
    {
        return m("stack_frame_tables", m("file_names", &stack_frame_tables::file_names),
                 m("function_names", &stack_frame_tables::function_names),
                 m("file_locations", &stack_frame_tables::file_locations),
                 m("stack_frames", &stack_frame_tables::stack_frames));
    }
};

// `(x.1: f32[8], n.2: s32[]) -> f32[8]`: shapes without layouts.
struct head_parameter {
    std::string_view name;
    ast::shape shape;

    bool operator==(const head_parameter&) const = default;
    static constexpr auto members(auto m)
    {
        return m("head_parameter", m("name", &head_parameter::name), m("shape", &head_parameter::shape));
    }
};
struct signature {
    list<head_parameter> parameters;
    shape result;

    bool operator==(const signature&) const = default;
    static constexpr auto members(auto m)
    {
        return m("signature", m("parameters", &signature::parameters), m("result", &signature::result));
    }
};

// `  ROOT %add.3 = f32[8]{0} add(%x, %y)`. In the short form, names have no `%`.
struct text_instruction {
    position at; // of the line
    bool root = false;
    bool short_form = false;
    ast::instruction instruction;

    bool operator==(const text_instruction&) const = default;
    static constexpr auto members(auto m)
    {
        return m("text_instruction", m("at", &text_instruction::at), m("root", &text_instruction::root),
                 m("short_form", &text_instruction::short_form), m("instruction", &text_instruction::instruction));
    }
};

// A line of a computation, or several if an instruction continues. What is not an instruction is unread.
struct computation_line {
    std::variant<text_instruction, unread> content;

    // The instruction, or null.
    [[nodiscard]] const ast::instruction* instruction() const
    {
        const auto* const held = std::get_if<text_instruction>(&content);
        return held ? &held->instruction : nullptr;
    }
    [[nodiscard]] bool is_root() const
    {
        const auto* const held = std::get_if<text_instruction>(&content);
        return held && held->root;
    }

    bool operator==(const computation_line&) const = default;
    static constexpr auto members(auto m) { return m("computation_line", m("content", &computation_line::content)); }
};

// `ENTRY %main.4 (…) -> f32[8] {`, lines of instructions, `}` and an empty line.
struct computation_text {
    position at;
    position end; // of the `}`
    bool entry = false;
    std::string_view name;
    box<ast::signature> signature;            // only in long texts; in short texts names have no `%` either
    list<computation_line> instructions;      // at least one
    std::optional<std::string_view> thread{}; // `}, execution_thread="host"`
    bool named_end = false;                   // `} // main.4` (2023-06-23 to 2025-02-15)
    bool trimmed = false;                     // no empty line follows, as after the last computation of a pasted text

    bool operator==(const computation_text&) const = default;
    static constexpr auto members(auto m)
    {
        return m("computation_text", m("at", &computation_text::at), m("end", &computation_text::end),
                 m("entry", &computation_text::entry), m("name", &computation_text::name),
                 m("signature", &computation_text::signature), m("instructions", &computation_text::instructions),
                 m("thread", &computation_text::thread), m("named_end", &computation_text::named_end),
                 m("trimmed", &computation_text::trimmed));
    }
};

// The members are in the order of the text.
struct module_text {
    std::string_view name;
    bool is_scheduled = false;
    list<output_alias> input_output_alias;
    list<ast::buffer_donor> buffer_donor;
    bool alias_passthrough_params = false;
    box<entry_layout> entry_computation_layout;
    maybe<list<bool>> propagation_to_parameters; // `allow_spmd_sharding_propagation_to_parameters`, not one `false`
    maybe<list<bool>> propagation_to_output;     // `allow_spmd_sharding_propagation_to_output`, likewise
    std::int64_t replica_count = 1;              // 1 is not printed
    std::int64_t num_partitions = 1;             // 1 is not printed
    ast::frontend_attributes frontend_attributes;
    std::string_view origin_recovery_table; // including its braces, on several lines (2025+)
    std::string_view debug_attributes;      // likewise
    list<unknown_item> unknown_items;       // of the header
    box<stack_frame_tables> tables;
    list<computation_text> computations; // at least one; all are long texts or all are short texts
    ast::forms forms;

    bool operator==(const module_text&) const = default;
    static constexpr auto members(auto m)
    {
        return m("module_text", m("name", &module_text::name), m("is_scheduled", &module_text::is_scheduled),
                 m("input_output_alias", &module_text::input_output_alias),
                 m("buffer_donor", &module_text::buffer_donor),
                 m("alias_passthrough_params", &module_text::alias_passthrough_params),
                 m("entry_computation_layout", &module_text::entry_computation_layout),
                 m("propagation_to_parameters", &module_text::propagation_to_parameters),
                 m("propagation_to_output", &module_text::propagation_to_output),
                 m("replica_count", &module_text::replica_count), m("num_partitions", &module_text::num_partitions),
                 m("frontend_attributes", &module_text::frontend_attributes),
                 m("origin_recovery_table", &module_text::origin_recovery_table),
                 m("debug_attributes", &module_text::debug_attributes), m("unknown_items", &module_text::unknown_items),
                 m("tables", &module_text::tables), m("computations", &module_text::computations),
                 m("forms", &module_text::forms));
    }
};

} // namespace ballast::inline v0::ast
