#include "proto/module_text.hpp"

#include "ballast/text.hpp"
#include "proto/instruction_text.hpp"
#include "proto/shape_text.hpp"

#include <algorithm>
#include <map>

namespace ballast::inline v0::proto {

namespace {

using op = ast::opcode_kind;

// `{ {0}: (0, {}, may-alias) }`
void put_aliases(text& out, message module)
{
    const auto aliases = module.child(8).children(1);
    if (aliases.empty()) return;
    out.put(", input_output_alias={ ");
    bool first = true;
    for (const auto alias : aliases) {
        if (!first) out.put(", ");
        first = false;
        out.put_index(alias.integers(1)).put(": (", alias.integer(2), ", ").put_index(alias.integers(3));
        out.put(alias.integer(4) == 2 ? ", must-alias)" : ", may-alias)");
    }
    out.put(" }");
}

void put_donors(text& out, message module)
{
    const auto donors = module.child(18).children(1);
    if (donors.empty()) return;
    out.put(", buffer_donor={ ");
    bool first = true;
    for (const auto donor : donors) {
        if (!first) out.put(", ");
        first = false;
        out.put('(', donor.integer(1), ", ").put_index(donor.integers(2)).put(')');
    }
    out.put(" }");
}

void put_entry_layout(text& out, message module)
{
    const auto shape = module.find(4);
    if (!shape || !out.has(timeline::feature_of("entry_layout_item"))) return;
    const bool spaced = out.has(timeline::feature_of("spaced_parameters"));
    out.put(", entry_computation_layout={(");
    std::int64_t index = 0;
    shape->each(1, [&](std::string_view bytes) {
        if (index != 0) out.put(spaced ? ", " : ",");
        if (index != 0 && index % 5 == 0 && spaced) out.put("/*index=", index, "*/");
        ++index;
        put_shape(out, message(bytes), true);
    });
    out.put(")->");
    put_shape(out, shape->child(2), true);
    out.put('}');
}

void put_frontend(text& out, message module)
{
    std::map<std::string_view, std::string_view> all;
    module.child(19).each(1, [&](std::string_view bytes) { all[message(bytes).text(1)] = message(bytes).text(2); });
    if (all.empty()) return;
    out.put(", frontend_attributes={");
    bool first = true;
    for (const auto& [name, value] : all) {
        if (!first) out.put(',');
        first = false;
        if (out.has(feature::frontend_dict) && is_dict(value))
            out.put(name, '=', value);
        else if (out.has(feature::frontend_raw))
            out.put(name, "=\"", value, '"');
        else
            out.put(name, "=\"", std::string_view(escaped(value)), '"');
    }
    out.put('}');
}

void put_header(text& out, message module)
{
    out.put("HloModule ", module.text(1));
    if (module.has(7)) out.put(", is_scheduled=true");
    put_aliases(out, module);
    put_donors(out, module);
    put_entry_layout(out, module);
    const auto devices = module.child(15);
    if (devices.integer(1) > 1) out.put(", replica_count=", devices.integer(1));
    if (devices.integer(2) > 1) out.put(", num_partitions=", devices.integer(2));
    put_frontend(out, module);
    out.put("\n\n");
}

void put_names(text& out, message tables, field_number field, std::string_view head)
{
    out.put(head, '\n');
    std::int64_t number = 0;
    tables.each(field,
                [&](std::string_view name) { out.put(++number, " \"", std::string_view(escaped(name)), "\"\n"); });
    out.put('\n');
}

// Where instructions come from: names, places, and who called whom.
void put_frames(text& out, message module)
{
    const auto tables = module.find(17);
    if (!tables || !tables->has(1) || !out.has(timeline::feature_of("file_names_head"))) return;
    put_names(out, *tables, 1, "FileNames");
    put_names(out, *tables, 2, "FunctionNames");
    out.put("FileLocations\n");
    std::int64_t number = 0;
    tables->each(3, [&](std::string_view bytes) {
        const message x(bytes);
        out.put(++number, " {file_name_id=", x.integer(1), " function_name_id=", x.integer(2), " line=", x.integer(3),
                " end_line=", x.integer(5), " column=", x.integer(4), " end_column=", x.integer(6), "}\n");
    });
    out.put("\nStackFrames\n");
    number = 0;
    tables->each(4, [&](std::string_view bytes) {
        const message x(bytes);
        out.put(++number, " {file_location_id=", x.integer(1), " parent_frame_id=", x.integer(2) + 1, "}\n");
    });
    out.put("\n\n");
}

class computation_printer {
public:
    computation_printer(text& out, const program& of, const schedule& order) : out_(out), of_(of), order_(order) {}

    void put(row c)
    {
        const auto& x = of_.computations[c];
        if (out_.has(feature::async_sugar) && is_printed_in_place(of_, c)) return;
        out_.put(c == of_.entry ? "ENTRY %" : "%", x.name, ' ');
        put_signature(x);
        out_.put(" {\n");
        if (!order_.computed && order_.of[c])
            for (const auto i : *order_.of[c]) put_line(i, x);
        else
            for (auto i = x.first; i < x.end(); ++i) put_line(i, x);
        out_.put('}');
        if (const auto thread = x.of.text(8); !thread.empty() && thread != "main")
            out_.put(", execution_thread=\"", thread, '"');
        out_.put("\n\n");
    }

private:
    void put_signature(const computation& x)
    {
        std::map<std::int64_t, row> parameters;
        for (auto i = x.first; i < x.end(); ++i)
            if (of_.instructions[i].kind == op::parameter) parameters.emplace(of_.instructions[i].number, i);
        out_.put('(');
        bool first = true;
        for (const auto& [number, i] : parameters) {
            if (!first) out_.put(", ");
            first = false;
            out_.put(of_.instructions[i].name, ": ");
            put_shape(out_, of_.positions[of_.instructions[i].first].shape, false);
        }
        out_.put(") -> ");
        put_shape(out_, of_.positions[of_.instructions[x.root].first].shape, false);
    }

    void put_line(row i, const computation& x)
    {
        const bool compact = out_.has(timeline::feature_of("operand_elements"));
        if (compact && of_.instructions[i].kind == op::get_tuple_element && i != x.root) return;
        out_.put(i == x.root ? "  ROOT " : "  ");
        put_instruction(out_, of_, i, compact ? operand_style::elements : operand_style::names);
        out_.put('\n');
    }

    text& out_;
    const program& of_;
    const schedule& order_;
};

} // namespace

void put_module_text(text& out, const program& of, const schedule& order)
{
    put_header(out, of.module);
    put_frames(out, of.module);
    computation_printer each(out, of, order);
    for (row c = 0; c < of.computations.size(); ++c) each.put(c);
}

} // namespace ballast::inline v0::proto
