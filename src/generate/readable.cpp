// Instructions that XLA's parser reads and prints unchanged: with as many operands as the opcode takes, shapes that it
// accepts, and consistent attributes.
#include "ast/attribute_table.hpp"
#include "generate/nodes.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using key = ast::attribute_kind;
using op = ast::opcode_kind;

// Opcodes that asynchronous instructions may wrap: those that only constrain the shapes of their operands.
bool wraps(ast::opcode_kind kind)
{
    switch (kind) {
    case op::add:
    case op::custom_call:
    case op::exponential:
    case op::multiply:
    case op::negate:
    case op::reshape:
    case op::select:
    case op::slice: return true;
    default: return false;
    }
}

// True if the parser needs no other instruction, such as the start of a transfer. Removed opcodes are not read.
bool stands_alone(ast::opcode_kind kind)
{
    switch (kind) {
    case op::recv_done:
    case op::send_done:
    case op::shuffle:
    case op::trace:
    case op::tuple_select: return false;
    default: return true;
    }
}

// False for attributes that the parser does not read, or reads as something else.
bool reads(const ast::opcode& of, key k)
{
    switch (k) {
    case key::result_accuracy:
        switch (of.kind) {
        case op::acos:
        case op::acosh:
        case op::asin:
        case op::asinh:
        case op::atanh:
        case op::cbrt:
        case op::cosh:
        case op::cosine:
        case op::erf:
        case op::exponential:
        case op::exponential_minus_one:
        case op::log:
        case op::log_plus_one:
        case op::logistic:
        case op::rsqrt:
        case op::sine:
        case op::sinh:
        case op::sqrt:
        case op::tan:
        case op::tanh: return of.suffix == ast::async_suffix::none;
        default: return false;
        }
    case key::constrain_layout: return of.kind != op::collective_broadcast && of.kind != op::ragged_all_to_all;
    case key::slice_sizes: return of.kind == op::gather;
    case key::algorithm: return of.kind != op::custom_call && of.kind != op::ragged_dot;
    case key::operand_layout_constraints: return of.kind != op::custom_call;
    case key::type:
    case key::outer_dimension_partitions:
    case key::operation_queue_id:
    case key::wait_on_operation_queues:
    case key::async_group_id:
    case key::async_thread_name:
    case key::sparsity:
    case key::sparsity_config:
    case key::block_scaling_config:
    case key::mode:
    case key::parameter_replication: return false;
    default: return true;
    }
}

} // namespace

operand_count operands_of(ast::opcode_kind kind)
{
    switch (kind) {
    case op::iota:
    case op::partition_id:
    case op::replica_id:
    case op::rng_get_and_update_state: return {0, 0};
    case op::add:
    case op::add_dependency:
    case op::and_:
    case op::atan2:
    case op::compare:
    case op::complex:
    case op::convolution:
    case op::divide:
    case op::dot:
    case op::gather:
    case op::maximum:
    case op::minimum:
    case op::mulhi:
    case op::multiply:
    case op::or_:
    case op::pad:
    case op::power:
    case op::reduce:
    case op::reduce_window:
    case op::remainder:
    case op::rng:
    case op::scan:
    case op::set_dimension_size:
    case op::shift_left:
    case op::shift_right_arithmetic:
    case op::shift_right_logical:
    case op::stochastic_convert:
    case op::subtract:
    case op::triangular_solve:
    case op::xor_: return {2, 2};
    case op::batch_norm_training:
    case op::clamp:
    case op::ragged_dot:
    case op::scatter:
    case op::select:
    case op::select_and_scatter:
    case op::tuple_select: return {3, 3};
    case op::scaled_dot: return {4, 4};
    case op::batch_norm_grad:
    case op::batch_norm_inference: return {5, 5};
    case op::ragged_all_to_all: return {6, 6};
    case op::after_all:
    case op::custom_call: return {0, 7};
    case op::all_gather:
    case op::all_reduce:
    case op::all_to_all:
    case op::call:
    case op::concatenate:
    case op::fusion:
    case op::map:
    case op::reduce_scatter:
    case op::sort:
    case op::tuple: return {1, 7};
    default: return {1, 1};
    }
}

bool nodes::can_read(const ast::opcode& of, ast::attribute_kind k) const
{
    return words_ != vocabulary::readable || (prints(of, k) && reads(of, k)) || contains(always_of(of.kind), k);
}

// A layout with nothing but the order of dimensions; the parser does not read more in every tuple.
ast::shape nodes::plain_shape()
{
    auto array = std::get<ast::array_shape>(array_of_rank(static_cast<std::size_t>(below(4)), 1).form);
    array.type = {type().kind, {}};
    if (array.layout) array.layout->suffixes = {};
    return {array};
}

ast::shape nodes::tuple_of(const std::vector<ast::shape>& elements) { return {ast::tuple_shape{list(elements)}}; }

ast::shape nodes::scalar(ast::element_kind kind) { return {ast::array_shape{{kind, {}}, {}, {}, false}}; }

std::vector<ast::shape> nodes::plain_shapes(std::int64_t count)
{
    std::vector<ast::shape> shapes;
    for (; count > 0; --count) shapes.push_back(plain_shape());
    return shapes;
}

// The shapes of the operands of an instruction that starts, updates or ends something asynchronous, whose result, drawn
// before, may become a part of the tuple that start and end share; nothing for other instructions.
std::optional<std::vector<ast::shape>> nodes::shapes_of_asynchronous(const ast::opcode& of, ast::shape& result)
{
    using enum ast::element_kind;
    const auto context = scalar(u32);
    const auto whole_of = [&](const std::vector<ast::shape>& wrapped) {
        return tuple_of({tuple_of(wrapped), result, context});
    };
    if (of.suffix != ast::async_suffix::none) {
        const auto [least, most] = operands_of(of.kind);
        const auto wrapped = plain_shapes(least + below(most - least + 1));
        const auto whole = whole_of(wrapped);
        if (of.suffix != ast::async_suffix::done) result = whole;
        return of.suffix == ast::async_suffix::start ? wrapped : std::vector{whole};
    }
    switch (of.kind) {
    case op::send: {
        const auto sent = result;
        result = tuple_of({sent, context, scalar(token)});
        return std::vector{sent, scalar(token)};
    }
    case op::recv: result = tuple_of({result, context, scalar(token)}); return std::vector{scalar(token)};
    case op::send_done: result = scalar(token); return std::vector{tuple_of({plain_shape(), context, scalar(token)})};
    case op::recv_done:
        result = tuple_of({scalar(f32), scalar(token)});
        return std::vector{tuple_of({scalar(f32), context, scalar(token)})};
    case op::copy_start:
    case op::all_gather_start:
    case op::collective_permute_start: {
        const auto from = result;
        result = of.kind == op::copy_start ? tuple_of({from, from, context}) : tuple_of({from, from});
        return std::vector{from};
    }
    case op::copy_done: return std::vector{tuple_of({result, result, context})};
    case op::all_gather_done:
    case op::collective_permute_done: return std::vector{tuple_of({result, result})};
    case op::async_start:
    case op::async_update:
    case op::async_done: {
        const auto wrapped = plain_shapes(1 + below(3));
        const auto whole = whole_of(wrapped);
        if (of.kind != op::async_done) result = whole;
        return of.kind == op::async_start ? wrapped : std::vector{whole};
    }
    default: return std::nullopt;
    }
}

// The shapes of the operands and of the result.
std::vector<ast::shape> nodes::readable_shapes(const ast::opcode& of, const ast::list<ast::attribute>& attributes,
                                               ast::shape& result)
{
    using enum ast::element_kind;
    const auto value = [&](key k) -> const decltype(ast::attribute::value)* {
        const auto found = std::ranges::find(attributes, k, [](const auto& a) { return a.key.kind; });
        return found == attributes.end() ? nullptr : &found->value;
    };
    result = plain_shape();
    if (auto shapes = shapes_of_asynchronous(of, result)) return *std::move(shapes);
    switch (of.kind) {
    case op::get_tuple_element: {
        std::vector<ast::shape> elements(static_cast<std::size_t>(std::get<std::int64_t>(*value(key::index)) + 1),
                                         scalar(f32));
        elements.back() = result;
        return {tuple_of(elements)};
    }
    case op::tuple: {
        const auto elements = plain_shapes(below(7));
        result = tuple_of(elements);
        return elements;
    }
    case op::conditional: {
        const auto* branches = value(key::branch_computations);
        auto shapes =
            plain_shapes(branches ? static_cast<std::int64_t>(std::get<ast::computations>(*branches).names.size()) : 2);
        shapes.insert(shapes.begin(), scalar(branches ? s32 : pred));
        return shapes;
    }
    case op::while_:
    case op::opt_barrier:
        if (chance(2)) result = tuple_of(plain_shapes(2));
        return {result};
    case op::after_all: result = scalar(token); return std::vector(static_cast<std::size_t>(below(4)), scalar(token));
    case op::add_dependency: return {result, scalar(token)};
    case op::infeed: result = tuple_of({result, scalar(token)}); return {scalar(token)};
    case op::outfeed:
        result = scalar(token);
        return {*std::get<ast::box<ast::shape>>(*value(key::outfeed_shape)), scalar(token)};
    case op::partition_id:
    case op::replica_id: result = scalar(u32); return {};
    case op::compare: result = with_type(result, f32); return {result, result};
    case op::select: return {result, result, result};
    case op::stochastic_convert: result = with_type(result, u32); return {result, result};
    case op::dynamic_reshape:
    case op::dynamic_update_slice:
    case op::dynamic_slice: {
        std::vector<ast::shape> shapes(result.array()->dimensions.size(), scalar(s32));
        shapes.insert(shapes.begin(), of.kind == op::dynamic_update_slice ? 2 : 1, result);
        return shapes;
    }
    default: result = ast::shape{array(0)};
    }
    const auto [least, most] = operands_of(of.kind);
    return std::vector(static_cast<std::size_t>(least + below(most - least + 1)), result);
}

ast::shape nodes::with_type(const ast::shape& of, ast::element_kind kind)
{
    auto array = std::get<ast::array_shape>(of.form);
    array.type = {kind, {}};
    return {array};
}

ast::instruction nodes::readable_instruction()
{
    ast::instruction result;
    result.name = name();
    const auto body = below(8);
    if (body == 0) {
        result.opcode.kind = op::parameter;
        result.shape = memory_.share(chance(3) ? tuple_of({plain_shape(), tuple_of({plain_shape()})}) : shape(0));
        result.body = ast::parameter_number{below(20)};
    } else if (body < 3) {
        result.opcode.kind = op::constant;
        result.shape = memory_.share(literal_shape());
        result.body = memory_.make(literal(result.shape));
    } else {
        return readable_operation();
    }
    result.attributes = readable_attributes(result.opcode, result.shape, attributes(result.opcode));
    return result;
}

// Attributes that agree with the shape and with each other. For asynchronous instructions the parser assigns many of
// them to the wrapped instruction.
ast::list<ast::attribute> nodes::readable_attributes(const ast::opcode& of, const ast::shape& shape,
                                                     const ast::list<ast::attribute>& given)
{
    const bool channel = std::ranges::any_of(given, [](const auto& a) { return a.key.kind == key::channel_id; });
    const bool array = shape.array() && shape.array()->type.kind != ast::element_kind::token &&
                       shape.array()->type.kind != ast::element_kind::opaque;
    std::vector<ast::attribute> result;
    for (const auto& a : given) {
        switch (a.key.kind) {
        case key::sharding:
        case key::origin:
        case key::original_value:
            if (!array || is_async(of)) continue;
            break;
        case key::frontend_attributes:
        case key::output_to_operand_aliasing:
            if (is_async(of)) continue;
            break;
        case key::use_global_device_ids:
            if (!channel) continue;
            break;
        default: break;
        }
        result.push_back(a);
    }
    return list(result);
}

ast::instruction nodes::readable_operation()
{
    ast::instruction result;
    result.name = name();
    do result.opcode = opcode();
    while (!stands_alone(result.opcode.kind) ||
           (result.opcode.suffix != ast::async_suffix::none && !wraps(result.opcode.kind)));
    result.attributes = attributes(result.opcode);
    ast::shape made;
    const auto shapes = readable_shapes(result.opcode, result.attributes, made);
    result.shape = memory_.share(made);
    result.attributes = readable_attributes(result.opcode, result.shape, result.attributes);
    std::vector<ast::operand> operands;
    for (const auto& shape : shapes)
        operands.push_back({name(), memory_.share(ast::operand_detail{memory_.make(shape)})});
    const bool fitted = has_dimensions(result.opcode.kind) && result.opcode.suffix == ast::async_suffix::none;
    if (fitted) {
        if (result.opcode.kind != op::dynamic_slice) draw_fitting_shapes(result, operands);
        arrays_of arrays{result.shape->array(), {}};
        for (const auto& o : operands) arrays.operands.push_back(o.detail->shape->array());
        fit(result, arrays);
    }
    if (!can(feature::operand_shapes))
        for (auto& o : operands) o.detail = {};
    result.body = list(operands);
    return result;
}

} // namespace ballast::generate
