#include "ballast/print.hpp"
#include "print/instruction.hpp"
#include "print/lists.hpp"
#include "print/unknown_items.hpp"

namespace ballast::inline v0 {

namespace {

using print_detail::put_index;
using print_detail::put_list;

void put_layout(sink& out, const ast::entry_layout& x, const ast::forms& forms)
{
    if (forms.entry_layouts == ast::entry_layout_form::tight) {
        out.put('(');
        put_list(out, x.parameters, ",", [&](const ast::shape& parameter) { print(out, parameter, forms); });
        out.put(')');
    } else {
        // Parameters have index marks like the elements of a tuple.
        print(out, ast::shape{ast::tuple_shape{x.parameters}}, forms);
    }
    out.put("->");
    print(out, x.result, forms);
}

void put_propagations(sink& out, const ast::list<bool>& x)
{
    put_list(out, x, ",", [&](bool yes) { out.put(std::string_view(yes ? "true" : "false")); });
}

void put_aliases(sink& out, const ast::list<ast::output_alias>& aliases)
{
    out.put(", input_output_alias={ ");
    put_list(out, aliases, ", ", [&](const ast::output_alias& alias) {
        put_index(out, alias.output);
        out.put(": (", alias.parameter, ", ");
        put_index(out, alias.index);
        out.put(std::string_view(alias.must ? ", must-alias)" : ", may-alias)"));
    });
    out.put(" }");
}

void put_donors(sink& out, const ast::list<ast::buffer_donor>& donors)
{
    out.put(", buffer_donor={ ");
    put_list(out, donors, ", ", [&](const ast::buffer_donor& donor) {
        out.put('(', donor.parameter, ", ");
        put_index(out, donor.index);
        out.put(')');
    });
    out.put(" }");
}

void put_head(sink& out, const ast::module_text& x)
{
    out.put("HloModule ", x.name);
    print_detail::unknown_items unknown(out, x.unknown_items, ", ");
    const auto item = [&](bool printed, const auto& put) {
        if (printed) put();
        unknown.after(printed);
    };
    item(x.is_scheduled, [&] { out.put(", is_scheduled=true"); });
    item(!x.input_output_alias.empty(), [&] { put_aliases(out, x.input_output_alias); });
    item(!x.buffer_donor.empty(), [&] { put_donors(out, x.buffer_donor); });
    item(x.alias_passthrough_params, [&] { out.put(", alias_passthrough_params=true"); });
    item(static_cast<bool>(x.entry_computation_layout), [&] {
        out.put(", entry_computation_layout={");
        put_layout(out, *x.entry_computation_layout, x.forms);
        out.put('}');
    });
    item(static_cast<bool>(x.propagation_to_parameters), [&] {
        out.put(", allow_spmd_sharding_propagation_to_parameters={");
        put_propagations(out, *x.propagation_to_parameters);
        out.put('}');
    });
    item(static_cast<bool>(x.propagation_to_output), [&] {
        out.put(", allow_spmd_sharding_propagation_to_output={");
        put_propagations(out, *x.propagation_to_output);
        out.put('}');
    });
    item(x.replica_count != 1, [&] { out.put(", replica_count=", x.replica_count); });
    item(x.num_partitions != 1, [&] { out.put(", num_partitions=", x.num_partitions); });
    item(!x.frontend_attributes.entries.empty(), [&] {
        out.put(", ");
        print(out, ast::attribute{{ast::attribute_kind::frontend_attributes, {}}, x.frontend_attributes}, x.forms);
    });
    item(!x.origin_recovery_table.empty(), [&] { out.put(", origin_recovery_table=", x.origin_recovery_table); });
    item(!x.debug_attributes.empty(), [&] { out.put(", debug_attributes=", x.debug_attributes); });
    out.put('\n');
}

void put_names(sink& out, const ast::list<ast::name_entry>& names)
{
    for (const auto& name : names) out.put(name.number, " \"", name.text, "\"\n");
}

void put_tables(sink& out, const ast::stack_frame_tables& x)
{
    out.put("\nFileNames\n");
    put_names(out, x.file_names);
    out.put("\nFunctionNames\n");
    put_names(out, x.function_names);
    out.put("\nFileLocations\n");
    for (const auto& l : x.file_locations)
        out.put(l.number, " {file_name_id=", l.file_name_id, " function_name_id=", l.function_name_id, " line=", l.line,
                " end_line=", l.end_line, " column=", l.column, " end_column=", l.end_column, "}\n");
    out.put("\nStackFrames\n");
    for (const auto& frame : x.stack_frames)
        out.put(frame.number, " {file_location_id=", frame.file_location_id,
                " parent_frame_id=", static_cast<std::uint64_t>(frame.parent) + 1, "}\n");
    out.put('\n');
}

void put_line(sink& out, const ast::computation_line& x, const ast::forms& forms)
{
    if (const auto* piece = std::get_if<ast::unread>(&x.content)) return out.put(piece->text);
    const auto& line = std::get<ast::text_instruction>(x.content);
    out.put(std::string_view(line.root ? "  ROOT " : "  "));
    print_detail::put(out, line.instruction, forms,
                      line.short_form ? print_detail::text_style::short_text : print_detail::text_style::with_marks);
    out.put('\n');
}

void put_computation(sink& out, const ast::computation_text& x, const ast::forms& forms)
{
    if (x.entry) out.put("ENTRY ");
    if (x.signature) out.put('%');
    out.put(x.name);
    if (x.signature) {
        out.put(" (");
        put_list(out, x.signature->parameters, ", ", [&](const ast::head_parameter& parameter) {
            out.put(parameter.name, ": ");
            print(out, parameter.shape, forms);
        });
        out.put(") -> ");
        print(out, x.signature->result, forms);
    }
    out.put(" {\n");
    for (const auto& line : x.instructions) put_line(out, line, forms);
    out.put('}');
    if (x.thread) out.put(", execution_thread=\"", *x.thread, '"');
    if (x.named_end) out.put(" // ", x.name);
    out.put(x.trimmed ? "\n" : "\n\n");
}

} // namespace

void print(sink& out, const ast::module_text& x)
{
    put_head(out, x);
    if (x.tables) put_tables(out, *x.tables);
    out.put('\n');
    for (const auto& computation : x.computations) put_computation(out, computation, x.forms);
}

} // namespace ballast::inline v0
