#include "generate/program.hpp"

#include "ast/attribute_table.hpp"
#include "ast/human_size.hpp"
#include "ballast/ast/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;
using key = ast::attribute_kind;

constexpr std::string_view layers[] = {"attention/query", "mlp/wi", "layer_norm", "embed"};
constexpr std::string_view steps[] = {"dot_general", "add", "mul", "reduce_sum", "(a) x"};

} // namespace

std::string program::name_of(const operation& o) const
{
    if (o.applied && o.opcode == op::parameter) return fmt::format("Arg.{}", number_of(o));
    return fmt::format("{}{}.{}", spelling(o.opcode), spelling(o.suffix), number_of(o));
}

std::string program::name_of(const computation& c) const
{
    constexpr std::string_view names[] = {"main", "region", "condition", "body", "branch", "callee", "wrapped"};
    return fmt::format("{}.{}", names[static_cast<std::size_t>(c.is)], &c - computations_.data());
}

ast::value_name program::name_of(const value& v, nodes& draw) const
{
    ast::value_name result;
    result.id = v.id;
    result.name = draw.memory().copy(name_of(definition(v)));
    result.index = index_of(definition(v).shape, v.part, draw);
    if (!result.index && forms_.value_lines == ast::value_line_form::v1) result.index = ast::shape_index{};
    result.color = color_of(v);
    result.phi = v.phi;
    return result;
}

ast::value_detail program::detail_of(const value& v, nodes& draw) const
{
    std::vector<ast::value_position> positions;
    std::vector<ast::value_use> uses;
    const auto index_at = [&](const spot& p) { return index_of(operations_[p.operation].shape, p.part, draw); };
    for (const auto& p : places_of(v))
        positions.push_back({draw.memory().copy(name_of(operations_[p.operation])), index_at(p)});
    for_uses(v, [&](const spot& p, const usage& u) {
        uses.push_back({draw.memory().copy(name_of(operations_[u.operation])), u.operand, index_at(p)});
    });
    return {draw.list(positions), draw.list(uses), true};
}

ast::value_line program::line_of(const value& v, nodes& draw) const
{
    ast::value_line result;
    result.value = name_of(v, draw);
    result.size = room_of(v);
    result.offset = offsets_[number_of(v)];
    result.shape = draw.memory().share(node_of(shape_of(v), draw));
    const auto form = forms_.value_lines;
    if (form == ast::value_line_form::v2 || form == ast::value_line_form::v3)
        result.detail = draw.memory().make(detail_of(v, draw));
    return result;
}

ast::metadata program::metadata_of(const operation& o, nodes& draw) const
{
    random_source details(seed_ + o.salt);
    ast::metadata result;
    if (o.salt == 0 || details.chance(4)) return result;
    auto& memory = draw.memory();
    result.op_type = spelling(o.opcode);
    const auto layer = details.pick(layers);
    if (o.opcode == op::parameter && o.computation == entry_) {
        // A key with a slash at the end, or with two slashes in a row, makes a node without a label in the stack trace.
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

bool program::calls_computations(const operation& o) const
{
    return o.opcode == op::while_ || o.opcode == op::call || o.opcode == op::conditional;
}

std::vector<ast::attribute> program::computations_of(const operation& o, nodes& draw) const
{
    const auto name = [&](number i) { return draw.memory().copy(name_of(computations_[o.index + i])); };
    const auto one = [&](key k, number i) { return ast::attribute{{k, {}}, ast::computation{name(i)}}; };
    if (o.opcode == op::while_) return {one(key::condition, 0), one(key::body, 1)};
    if (o.opcode == op::call) return {one(key::to_apply, 0)};
    if (operations_[operands_[o.first_operand]].shape == flag_)
        return {one(key::true_computation, 0), one(key::false_computation, 1)};
    std::vector<std::string_view> names;
    for (number i = 0; i + 1 < o.operand_count; ++i) names.push_back(name(i));
    return {{{key::branch_computations, {}}, ast::computations{draw.list(names)}}};
}

ast::instruction program::instruction_of(const operation& o, nodes& draw) const
{
    auto& memory = draw.memory();
    random_source details(seed_ * 3 + o.salt);
    nodes drawn(details, memory, when_, vocabulary::readable, std::int64_t{100} * number_of(o));
    ast::instruction result;
    result.name = memory.copy(name_of(o));
    result.shape = memory.share(node_of(o.shape, draw));
    result.opcode = {o.opcode, o.suffix, {}};
    const auto operand = [&](number k) -> const operation& { return operations_[operands_[o.first_operand + k]]; };
    if (o.opcode == op::parameter) {
        result.body = ast::parameter_number{o.index};
    } else if (o.opcode == op::constant) {
        result.body =
            memory.make(elements_of(o.shape) > 10 ? ast::literal{ast::elided_literal{}} : drawn.literal(result.shape));
    } else {
        std::vector<ast::operand> operands;
        for (number k = 0; k < o.operand_count; ++k)
            operands.push_back({memory.copy(name_of(operand(k))),
                                draw.can(feature::operand_shapes)
                                    ? memory.share(ast::operand_detail{memory.make(node_of(operand(k).shape, draw))})
                                    : ast::shared<ast::operand_detail>{}});
        result.body = draw.list(operands);
    }
    std::vector<ast::attribute> attributes;
    const auto wanted = [&](key k, std::uint64_t of) {
        return drawn.prints(result.opcode, k) && drawn.can_read(result.opcode, k) && (of == 0 || details.chance(of));
    };
    const auto has = [&](key k) {
        return std::ranges::any_of(attributes, [&](const ast::attribute& a) { return a.key.kind == k; });
    };
    if (o.opcode == op::get_tuple_element) {
        attributes.push_back({{key::index, {}}, std::int64_t{o.index}});
    } else if (calls_computations(o)) {
        attributes = computations_of(o, draw);
    } else if (!o.applied && o.opcode != op::parameter) {
        // A done instruction has none.
        const bool ends = o.suffix == ast::async_suffix::done;
        for (const auto& own : ends ? std::span<const own_key>() : own_keys(o.opcode))
            if (own.key != key::output_to_operand_aliasing && own.key != key::order && own.key != key::type &&
                (own.key != key::use_global_device_ids || has(key::channel_id)) && wanted(own.key, own.always ? 0 : 2))
                attributes.push_back(drawn.attribute(result.opcode, own.key));
        for (const auto k : {key::sharding, key::frontend_attributes})
            if (wanted(k, 9) && (k != key::sharding || result.shape->array()))
                attributes.push_back(drawn.attribute(result.opcode, k));
    }
    if (const auto metadata = metadata_of(o, draw); metadata != ast::metadata{})
        attributes.push_back({{key::metadata, {}}, memory.make(metadata)});
    constexpr op plain[] = {op::parameter, op::constant, op::get_tuple_element, op::tuple, op::while_};
    if (!o.applied && std::ranges::find(plain, o.opcode) == std::end(plain) && wanted(key::backend_config, 5))
        attributes.push_back(drawn.attribute(result.opcode, key::backend_config));
    result.attributes = draw.list(attributes);
    if (const auto* made = result.shape->array()) {
        arrays_of arrays{made, {}};
        for (number k = 0; k < o.operand_count; ++k)
            arrays.operands.push_back(is_tuple(operand(k).shape) ? nullptr : &shapes_[operand(k).shape].shape);
        drawn.fit(result, arrays);
    }
    return result;
}

ast::used_value program::used_value_of(const value& v, nodes& draw) const
{
    ast::used_value result;
    result.value = name_of(v, draw);
    result.detail = detail_of(v, draw);
    if (forms_.from_instruction != ast::from_form::unseen)
        result.instruction = draw.memory().make(instruction_of(definition(v), draw));
    return result;
}

ast::allocation program::with_shapes(ast::allocation head, const value& first, nodes& draw) const
{
    for_sharing(first, [&](const value& v) {
        if (!is_entry_parameter(v)) return;
        const auto& o = definition(v);
        ast::allocation_parameter made;
        made.number = o.index;
        made.index = index_of(o.shape, v.part, draw).value_or(ast::shape_index{});
        if (draw.can(feature::parameter_subshape))
            made.shape = draw.memory().make(node_of(shape_of(v), draw, false));
        else if (draw.can(feature::parameter_with_shape))
            made.shape = draw.memory().make(node_of(o.shape, draw, false));
        head.parameter = draw.memory().make(made);
    });
    const auto root = computations_[entry_].root;
    if (values_[held(root, 0)].set == first.set && draw.can(feature::output_shape))
        head.output_shape = draw.memory().make(node_of(operations_[root].shape, draw, false));
    return head;
}

ast::total program::total_of() const
{
    ast::total result;
    for_allocations([&](const ast::allocation& a, const value*) { result.bytes += a.size; });
    if (timeline::printed_at(feature::human_total, when_)) result.human = ast::human(result.bytes);
    return result;
}

} // namespace ballast::generate
