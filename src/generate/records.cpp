#include "generate/program.hpp"

#include "ast/attribute_table.hpp"
#include "ast/human_size.hpp"
#include "ballast/ast/copy.hpp"

#include <fmt/format.h>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;
using key = ast::attribute_kind;

constexpr std::string_view layers[] = {"attention/query", "mlp/wi", "layer_norm", "embed"};
constexpr std::string_view steps[] = {"dot_general", "add", "mul", "reduce_sum", "(a) x"};

} // namespace

std::string program::name_of(const operation& o) const
{
    const auto place = &o - operations_.data();
    if (o.in_region) return fmt::format("{}.{}", o.opcode == op::parameter ? "Arg" : "add", place);
    return fmt::format("{}.{}", spelling(o.opcode), place);
}

ast::shape program::shape_of(const operation& o, nodes& draw, bool layouts) const
{
    const auto array = [&](number shape) {
        auto result = ast::copy(shapes_[shape].shape, draw.memory());
        if (!layouts) result.layout.reset();
        return ast::shape{result};
    };
    if (!is_tuple(o)) return array(o.shape);
    std::vector<ast::shape> elements;
    if (o.what == role::root)
        for (number k = 0; k < o.operand_count; ++k)
            elements.push_back(array(operations_[operands_[o.first_operand + k]].shape));
    else
        for (number k = 0; k < o.shape_count; ++k) elements.push_back(array(tuples_[o.shape + k]));
    return {ast::tuple_shape{draw.list(elements)}};
}

ast::shape program::part_shape_of(value v, nodes& draw, bool layouts) const
{
    const auto& o = operations_[v.of];
    if (!is_tuple(o) || v.part == 0) return shape_of(o, draw, layouts);
    auto result = ast::copy(part_shape(o, v.part).shape, draw.memory());
    if (!layouts) result.layout.reset();
    return {result};
}

std::optional<ast::shape_index> program::index_at(const spot& p, nodes& draw) const
{
    if (p.part < 0) return std::nullopt;
    if (p.part == 0) return ast::shape_index{};
    return draw.memory().make_list({static_cast<std::int64_t>(p.part) - 1});
}

std::optional<ast::shape_index> program::index_of(value v, nodes& draw) const
{
    return index_at({v.of, is_tuple(operations_[v.of]) ? static_cast<int>(v.part) : -1}, draw);
}

ast::value_name program::name_of(value v, nodes& draw) const
{
    ast::value_name result;
    result.id = id_of(v);
    result.name = draw.memory().copy(name_of(operations_[v.of]));
    result.index = index_of(v, draw);
    if (!result.index && forms_.value_lines == ast::value_line_form::v1) result.index = ast::shape_index{};
    result.color = color_of(v);
    return result;
}

ast::value_detail program::detail_of(value v, nodes& draw) const
{
    std::vector<ast::value_position> positions;
    std::vector<ast::value_use> uses;
    for (const auto& p : places_of(v)) {
        positions.push_back({draw.memory().copy(name_of(operations_[p.operation])), index_at(p, draw)});
        for (auto u = first_user_[p.operation]; u < first_user_[p.operation + 1]; ++u) {
            const auto& user = operations_[users_[u].operation];
            // Elements are taken of the tuple as a whole.
            if (user.what == role::element && p.part > 0) continue;
            uses.push_back({draw.memory().copy(name_of(user)), users_[u].operand, index_at(p, draw)});
        }
    }
    return {draw.list(positions), draw.list(uses), true};
}

ast::value_line program::line_of(value v, nodes& draw) const
{
    ast::value_line result;
    result.value = name_of(v, draw);
    result.size = room_of(v);
    result.offset = offsets_[id_of(v)];
    result.shape = draw.memory().share(part_shape_of(v, draw));
    const auto form = forms_.value_lines;
    if (form == ast::value_line_form::v2 || form == ast::value_line_form::v3)
        result.detail = draw.memory().make(detail_of(v, draw));
    return result;
}

ast::metadata program::metadata_of(const operation& o, nodes& draw) const
{
    choices details(seed_ + o.salt);
    ast::metadata result;
    if (o.salt == 0 || details.chance(4)) return result;
    auto& memory = draw.memory();
    result.op_type = spelling(o.opcode);
    const auto layer = details.pick(layers);
    if (o.what == role::parameter) {
        // A key that ends with a slash, or has two in a row, makes a node without a label in the stack trace.
        constexpr std::string_view tails[] = {"\\'][\\'w\\'].x", "\\'].x", "/\\']", "//b\\'].x"};
        result.op_name = memory.copy(fmt::format("params[\\'{}{}", layer, tails[details.below(std::size(tails))]));
    } else {
        result.op_name = memory.copy(fmt::format("jit(f)/jit(main)/{}/{}", layer, details.pick(steps)));
    }
    result.source_file = "model/layers.py";
    result.source_line = 1 + static_cast<std::int64_t>(details.below(900));
    if (draw.can(feature::source_columns)) {
        result.source_end_line = result.source_line;
        result.source_column = 5;
        result.source_end_column = 6 + static_cast<std::int64_t>(details.below(60));
    }
    if (draw.can(feature::stack_frame_id)) result.stack_frame_id = 1 + static_cast<std::int64_t>(details.below(99));
    return result;
}

ast::instruction program::instruction_of(const operation& o, nodes& draw) const
{
    auto& memory = draw.memory();
    choices details(seed_ * 3 + o.salt);
    nodes drawn(details, memory, when_, vocabulary::known);
    ast::instruction result;
    result.name = memory.copy(name_of(o));
    result.shape = memory.share(shape_of(o, draw));
    result.opcode.kind = o.opcode;
    if (o.what == role::parameter) {
        std::int64_t before = 0;
        const auto first = o.in_region ? static_cast<std::size_t>(&o - operations_.data()) - o.index : first_entry_;
        for (auto i = first; &operations_[i] != &o; ++i) before += operations_[i].what == role::parameter ? 1 : 0;
        result.body = ast::parameter_number{before};
    } else if (o.what == role::constant) {
        const auto& shape = shapes_[o.shape].shape;
        std::int64_t elements = 1;
        for (const auto& d : shape.dimensions) elements *= d.size;
        result.body = memory.make(elements > 10 ? ast::literal{ast::elided_literal{}} : drawn.literal(result.shape));
    } else {
        std::vector<ast::operand> operands;
        for (number k = 0; k < o.operand_count; ++k) {
            const auto& operand = operations_[operands_[o.first_operand + k]];
            operands.push_back({memory.copy(name_of(operand)), draw.can(feature::operand_shapes)
                                                                   ? memory.make(shape_of(operand, draw))
                                                                   : ast::box<ast::shape>{}});
        }
        result.body = draw.list(operands);
    }
    std::vector<ast::attribute> attributes;
    const auto wanted = [&](key k, std::uint64_t of) {
        return drawn.prints(result.opcode, k) && (of == 0 || details.chance(of));
    };
    if (o.what == role::element) {
        attributes.push_back({{key::index, {}}, static_cast<std::int64_t>(o.index)});
    } else if (!o.in_region && o.what != role::parameter) {
        for (const auto& own : own_keys(o.opcode))
            if (own.key != key::output_to_operand_aliasing && wanted(own.key, own.always ? 0 : 2))
                attributes.push_back(drawn.attribute(result.opcode, own.key));
        for (const auto k : {key::sharding, key::frontend_attributes})
            if (wanted(k, 9)) attributes.push_back(drawn.attribute(result.opcode, k));
    }
    if (const auto metadata = metadata_of(o, draw); metadata != ast::metadata{})
        attributes.push_back({{key::metadata, {}}, memory.make(metadata)});
    if (o.what == role::operation && !o.in_region && wanted(key::backend_config, 5))
        attributes.push_back(drawn.attribute(result.opcode, key::backend_config));
    result.attributes = draw.list(attributes);
    if (const auto* made = result.shape->array()) {
        arrays_of arrays{made, {}};
        for (number k = 0; k < o.operand_count; ++k) {
            const auto& operand = operations_[operands_[o.first_operand + k]];
            arrays.operands.push_back(is_tuple(operand) ? nullptr : &part_shape(operand, 0).shape);
        }
        drawn.fit(result, arrays);
    }
    return result;
}

ast::used_value program::used_value_of(value v, nodes& draw) const
{
    ast::used_value result;
    result.value = name_of(v, draw);
    result.detail = detail_of(v, draw);
    if (forms_.from_instruction != ast::from_form::unseen)
        result.instruction = draw.memory().make(instruction_of(operations_[v.of], draw));
    return result;
}

ast::allocation program::with_parameter(ast::allocation head, value v, std::int64_t parameter, bool is_output,
                                        nodes& draw) const
{
    const auto& o = operations_[v.of];
    if (parameter >= 0) {
        ast::allocation_parameter made;
        made.number = parameter;
        made.index = index_of(v, draw).value_or(ast::shape_index{});
        if (draw.can(feature::parameter_subshape))
            made.shape = draw.memory().make(part_shape_of(v, draw, false));
        else if (draw.can(feature::parameter_with_shape))
            made.shape = draw.memory().make(shape_of(o, draw, false));
        head.parameter = draw.memory().make(made);
    }
    if (is_output && draw.can(feature::output_shape))
        head.output_shape = draw.memory().make(shape_of(operations_[root_], draw, false));
    return head;
}

ast::total program::total_of() const
{
    ast::total result;
    for_allocations(
        [&](const ast::allocation& a, std::optional<value>, std::int64_t, bool) { result.bytes += a.size; });
    if (timeline::printed_at(feature::human_total, when_)) result.human = ast::human(result.bytes);
    return result;
}

ast::live_range_row program::row_of(value v, nodes& draw) const
{
    const auto& o = operations_[v.of];
    return {draw.memory().copy(name_of(o)), index_of(v, draw).value_or(ast::shape_index{}),
            o.what == role::parameter ? 0 : v.of - first_entry_, ends_[id_of(v)]};
}

ast::peak program::peak_of(nodes& draw) const
{
    ast::peak peak;
    auto& memory = draw.memory();
    peak.moment = peak_;
    std::vector<ast::peak_row> rows;
    std::int64_t sum = 0;
    const auto living = peak_rows();
    for (const auto& r : living) {
        ast::peak_row made{memory.copy(name_of(operations_[r.of.of])), {}, r.bytes, {}};
        if (!draw.can(feature::bare_peak_rows)) made.index = index_of(r.of, draw).value_or(ast::shape_index{});
        sum += r.bytes;
        if (draw.can(feature::cumulative_peak_rows)) made.cumulative = sum;
        rows.push_back(made);
    }
    peak.rows = draw.list(rows);
    if (steps_ != 0 && draw.can(feature::stack_trace)) peak.stack_trace = memory.make(stack_trace_of(living, draw));
    return peak;
}

ast::live_range program::live_range_of(nodes& draw, bool every_moment) const
{
    auto& memory = draw.memory();
    ast::live_range result;
    result.max = steps_;
    std::vector<ast::sequence_row> sequence;
    sequence.reserve(steps_);
    for (number i = 0; i < steps_; ++i) sequence.push_back({i, memory.copy(name_of(operations_[first_entry_ + i]))});
    result.sequence = draw.list(sequence);
    std::vector<ast::live_range_row> ranges;
    for_values([&](value v) {
        if (operations_[v.of].in_region) return;
        ranges.push_back(row_of(v, draw));
    });
    result.rows = draw.list(ranges);
    if (every_moment) {
        std::vector<ast::moment_row> moments;
        std::vector<value> all;
        for_values([&](value v) {
            if (!operations_[v.of].in_region) all.push_back(v);
        });
        std::vector<std::size_t> living; // by id, which is the order in which they begin
        std::size_t next = 0;
        for (std::int64_t t = 0; t < steps_; ++t) {
            std::erase_if(living, [&](std::size_t i) { return ranges[i].end < t; });
            for (; next < all.size() && ranges[next].start <= t; ++next) living.push_back(next);
            std::vector<std::string_view> names;
            std::uint64_t bytes = 0;
            for (const auto i : living) {
                names.push_back(ranges[i].name);
                bytes += static_cast<std::uint64_t>(whole_bytes(operations_[all[i].of]));
            }
            // A 32-bit sum there.
            moments.push_back({t, static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes)), draw.list(names), {}});
        }
        result.summary = ast::every_moment{draw.list(moments)};
        return result;
    }
    result.summary = peak_of(draw);
    return result;
}

} // namespace ballast::generate
