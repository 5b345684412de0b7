// The attributes that instructions of every opcode can have.
#include "proto/attribute_text.hpp"

#include "ballast/text.hpp"
#include "proto/shape_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace ballast::inline v0::proto {

namespace {

void put_aliasing(text& out, message of)
{
    out.put('{');
    bool first = true;
    of.each(74, [&](std::string_view bytes) {
        const message one(bytes);
        if (!first) out.put(", ");
        first = false;
        out.put_index(one.integers(1)).put(": (", one.integer(2), ", ").put_index(one.integers(3)).put(')');
    });
    out.put('}');
}

// `{size=3x3 stride=2x2 pad=1_1x1_1}`
void put_double(text& out, message of, field_number field)
{
    double number = 0;
    of.each_fixed<std::uint64_t>(field, [&](std::uint64_t bits) { number = std::bit_cast<double>(bits); });
    put_number(out, number, 6);
}

} // namespace

void attribute_printer::put_thread()
{
    const auto thread = x_.text(79);
    if (!thread.empty() && thread != "main" && begin(key::async_execution_thread)) out_.put('"', thread, '"');
}

void attribute_printer::put_output_aliasing()
{
    if (x_.has(74) && begin(key::output_to_operand_aliasing)) put_aliasing(out_, x_);
}

void attribute_printer::put_sharding_and_frontend(bool with_frontend)
{
    if (const auto sharding = x_.find(40); sharding && begin(key::sharding)) put_sharding(out_, *sharding);
    if (with_frontend && x_.has(68)) put_frontend();
}

void attribute_printer::put_frontend()
{
    std::map<std::string_view, std::string_view> all;
    x_.child(68).each(1, [&](std::string_view bytes) {
        const message entry(bytes);
        all[entry.text(1)] = entry.text(2);
    });
    if (all.empty() || !begin(key::frontend_attributes)) return;
    out_.put('{');
    bool first = true;
    for (const auto& [name, value] : all) {
        if (!first) out_.put(',');
        first = false;
        out_.put(name, '=');
        if (out_.has(feature::frontend_bare) || (out_.has(feature::frontend_dict) && is_dict(value)))
            out_.put(value);
        else if (out_.has(feature::frontend_raw))
            out_.put('"', value, '"');
        else
            out_.put('"', std::string_view(escaped(value)), '"');
    }
    out_.put('}');
}

void attribute_printer::put_predecessors()
{
    const auto ids = x_.integers(37);
    if (ids.empty() || !begin(key::control_predecessors)) return;
    const auto& home = of_.computations[of_.instructions[row_].computation];
    out_.put('{');
    bool first = true;
    for (const auto id : ids) {
        const auto found = of_.find(id, &home);
        if (found == none) throw refusal{"a control predecessor is missing"};
        out_.put(first ? "%" : ", %", of_.instructions[found].name);
        first = false;
    }
    out_.put('}');
}

void attribute_printer::put_statistics()
{
    const auto all = x_.child(82);
    if (!all.has(2) || !begin(key::statistics)) return;
    out_.put("{visualizing_index=", all.integer(1));
    all.each(2, [&](std::string_view bytes) {
        const message one(bytes);
        out_.put(',', one.text(1), '=');
        put_double(out_, one, 2);
    });
    out_.put('}');
}

void attribute_printer::put_result_accuracy()
{
    const auto accuracy = x_.find(91);
    if (!accuracy) return;
    if (const auto tolerance = accuracy->find(2)) {
        if (!begin(key::result_accuracy)) return;
        out_.put("{tolerance={atol=");
        put_double(out_, *tolerance, 1);
        out_.put(",rtol=");
        put_double(out_, *tolerance, 2);
        out_.put(",ulps=", tolerance->integer(3), "}}");
    } else if (accuracy->integer(1) == 1 && begin(key::result_accuracy)) {
        out_.put("{mode=highest}");
    }
}

// The numbers of this message changed their meaning: its elements are in 1 since jaxlib 0.9.2.
void attribute_printer::put_origin()
{
    const auto origin = x_.find(88);
    if (!origin || !begin(key::origin)) return;
    out_.put('{');
    if (origin->flag(2) && out_.has(feature::synthetic_call)) {
        out_.put("[synthetic_call]");
    } else {
        origin_leaves leaves;
        origin->each(1, [&](std::string_view bytes) {
            const message element(bytes);
            if (const auto array = element.find(2)) leaves.emplace(element.integers(1), *array);
        });
        put_origin_node(leaves, of_.instructions[row_].first);
    }
    out_.put('}');
}

void attribute_printer::put_origin_node(const origin_leaves& leaves, row position)
{
    const auto& at = of_.positions[position];
    if (at.type == tuple) {
        out_.put('(');
        for (row i = 0; i < at.parts; ++i) {
            if (i != 0) out_.put(", ");
            put_origin_node(leaves, of_.part(position, i));
        }
        out_.put(')');
        return;
    }
    out_.put('{');
    if (const auto leaf = leaves.find(of_.index_of(position)); leaf != leaves.end()) {
        out_.put('"', leaf->second.text(1), '"');
        if (const auto part = leaf->second.integers(2); !part.empty()) out_.put(' ').put_index(part);
    }
    out_.put('}');
}

void attribute_printer::put_metadata()
{
    const auto all = x_.find(7);
    if (!all) return;
    text fields(out_.when());
    const auto put = [&](std::string_view name) -> text& {
        return fields.put(fields.size() == 0 ? "" : " ", name, '=');
    };
    const auto put_text = [&](std::string_view name, field_number field) {
        if (const auto value = all->text(field); !value.empty())
            put(name).put('"', std::string_view(escaped(value)), '"');
    };
    const auto put_integer = [&](std::string_view name, field_number field) {
        if (const auto value = all->integer(field); value != 0) put(name).put(value);
    };
    put_text("op_type", 1);
    put_text("op_name", 2);
    put_text("source_file", 3);
    bool shown = fields.size() != 0;
    put_integer("source_line", 4);
    if (out_.has(feature::source_columns)) {
        put_integer("source_end_line", 17);
        put_integer("source_column", 18);
        put_integer("source_end_column", 19);
    }
    if (all->has(5) && out_.has(feature::profile_types)) put("profile_type").put_index(all->integers(5));
    if (out_.has(feature::deduplicated_name)) put_text("deduplicated_name", 12);
    if (all->flag(13) && out_.has(feature::preserve_layout)) put("preserve_layout").put("true");
    if (const auto name = all->text(16); !name.empty() && out_.has(feature::scheduling_name)) {
        put("scheduling_name").put('"', name, '"');
        shown = shown || out_.has(feature::scheduling_name_alone);
    }
    if (const auto frame = all->integer(15); frame != 0 && out_.has(feature::stack_frame_id)) {
        put("stack_frame_id").put(frame);
        shown = shown || out_.has(feature::stack_frame_id_alone);
    }
    if (const auto payload = all->find(20); payload && out_.has(feature::metadata_payload)) {
        if (payload->has(1)) put("metadata_payload").put('"', std::string_view(escaped(payload->text(1))), '"');
        shown = true;
    }
    if (shown && begin(key::metadata)) out_.put('{', std::string_view(fields.view()), '}');
}

void attribute_printer::put_config()
{
    auto config = x_.text(43);
    if (const auto payload = x_.find(99)) {
        const auto number = payload->integer(2);
        if (const auto inside = payload->bytes_of(1))
            config = *inside;
        else if (number >= 0 && static_cast<std::size_t>(number) < of_.payloads.size())
            config = of_.payloads[static_cast<std::size_t>(number)].bytes();
    }
    if (config.empty() || !begin(key::backend_config)) return;
    if (out_.has(feature::bare_dict_config) && is_dict(config))
        out_.put(config);
    else
        out_.put('"', std::string_view(escaped(config)), '"');
}

void attribute_printer::put_rest()
{
    put_predecessors();
    put_statistics();
    put_result_accuracy();
    put_origin();
    put_metadata();
    put_config();
}

} // namespace ballast::inline v0::proto
