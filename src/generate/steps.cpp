#include "generate/program.hpp"

#include <algorithm>
#include <iterator>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

// Opcodes that define one array and read some, without sharing memory by definition.
constexpr op unary[] = {op::negate, op::exponential, op::tanh, op::abs, op::copy, op::rsqrt, op::floor};
constexpr op binary[] = {op::add, op::multiply, op::subtract, op::maximum, op::divide, op::power};
constexpr op others[] = {op::fusion,  op::dot,     op::custom_call,   op::broadcast,   op::transpose, op::reshape,
                         op::convert, op::slice,   op::pad,           op::concatenate, op::sort,      op::compare,
                         op::iota,    op::scatter, op::dynamic_slice, op::fft,         op::cholesky,  op::all_reduce,
                         op::reverse, op::clamp,   op::all_gather};

} // namespace

program::number program::any_array(const scope& in)
{
    const auto latest = std::min<std::size_t>(in.arrays.size(), 8);
    if (from_->chance(8)) return in.arrays[from_->below(std::min<std::size_t>(in.arrays.size(), 64))];
    return in.arrays[in.arrays.size() - 1 - from_->below(latest)];
}

void program::draw_elementwise(scope& in)
{
    auto& from = *from_;
    const auto a = any_array(in);
    const auto shape = operations_[a].shape;
    if (from.chance(2)) {
        const auto opcode = unary[from.below(std::size(unary))];
        // The absolute value of a complex number is real.
        const bool complex = shapes_[shape].shape.type.kind == ast::element_kind::c64;
        return add_result(in, define(in, opcode == op::abs && complex ? op::negate : opcode, shape, {a}));
    }
    const auto b = any_array(in);
    const auto opcode = binary[from.below(std::size(binary))];
    add_result(in, define(in, opcode, shape, {a, operations_[b].shape == shape ? b : a}));
}

void program::add_starts(const scope& in, std::vector<number>& to)
{
    const auto rank = shapes_[operations_[to.front()].shape].shape.dimensions.size();
    for (std::size_t i = 0; i < rank; ++i) to.push_back(any_array(in));
}

std::int64_t program::elements_of(number shape) const
{
    std::int64_t count = 1;
    for (const auto& d : shapes_[shape].shape.dimensions) count *= d.size;
    return count;
}

void program::draw_operation(scope& in)
{
    auto& from = *from_;
    auto shape = any_shape(false);
    const auto any = others[from.below(std::size(others))];
    const auto [least, most] = operands_of(any);
    const auto few = std::max<std::int64_t>(least, std::min<std::int64_t>(most, 2));
    std::vector<number> operands;
    const bool same = from.chance(2);
    for (auto count = least + static_cast<std::int64_t>(from.below(static_cast<std::uint64_t>(few - least) + 1));
         count > 0; --count)
        operands.push_back(same && !operands.empty() ? operands.front() : any_array(in));
    if (any == op::dynamic_slice) {
        operands.resize(1);
        add_starts(in, operands);
    }
    const auto derived = result_of(any, operands);
    if (derived) shape = *derived;
    arrays_of arrays{&shapes_[shape].shape, {}};
    for (const auto o : operands) arrays.operands.push_back(&shapes_[operations_[o].shape].shape);
    const bool fits = (derived || !has_result(any)) && timeline::printed_at(any, when_) && can_fit(any, arrays);
    const auto opcode = fits ? any : op::fusion;
    const auto made = add(in, opcode, shape, operands);
    define_rest(made);
    add_result(in, made);
}

// A tuple of arrays inside another tuple, and operations that read or pass on the whole tuple.
void program::draw_nest(scope& in)
{
    const auto a = any_array(in);
    const auto b = any_array(in);
    const auto c = any_array(in);
    const std::array pair{a, b};
    const auto inner = tuple(in, pair);
    const std::array nested{inner, c};
    const auto outer = tuple(in, nested);
    if (!timeline::printed_at(op::opt_barrier, when_) || from_->chance(2))
        return add_result(in, define(in, op::custom_call, any_shape(false), {outer}));
    const auto barrier = add(in, op::opt_barrier, operations_[outer].shape, std::array{outer});
    pass(barrier, 0, outer, 0);
    take_elements(in, barrier, false);
}

// Several results at once.
void program::draw_several(scope& in)
{
    const auto a = any_array(in);
    const auto b = any_array(in);
    std::vector<number> elements;
    for (auto count = 2 + from_->below(2); count != 0; --count) elements.push_back(any_shape(false));
    take_elements(in, define(in, op::fusion, tuple_of(elements), {a, b}), true);
}

void program::draw_steps(scope& in)
{
    auto& from = *from_;
    while (operations_.size() < in.end) {
        if (!in.pending.empty() && from.chance(4)) end_transfer(in);
        const auto which = from.below(28);
        if (which < 8)
            draw_elementwise(in);
        else if (which < 9)
            draw_several(in);
        else if (which < 11)
            draw_nest(in);
        else if (which < 13)
            draw_transfer(in);
        else if (which < 14)
            draw_update(in);
        else if (which >= 18 || !draw_control(in))
            draw_operation(in);
    }
    while (!in.pending.empty()) end_transfer(in);
    // There must be a result, whatever was drawn.
    if (!in.results.empty()) return;
    const auto a = any_array(in);
    const auto shape = any_shape(true);
    add_result(in, define(in, op::fusion, shape, {a}));
}

} // namespace ballast::generate
