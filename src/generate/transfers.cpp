#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

// A start instruction has its operand, its result and its context; the done instruction passes the result on.
void program::draw_transfer(scope& in)
{
    const auto a = any_array(in);
    const auto shape = operations_[a].shape;
    const auto printed = [&](op opcode) { return timeline::printed_at(opcode, when_); };
    const auto begin = [&](op opcode, op end, std::initializer_list<number> parts, number source, number result) {
        const auto made = add(in, opcode, tuple_of(parts), std::array{a});
        pass(made, element_of(operations_[made].shape, source), a, 0);
        define_rest(made);
        in.pending.push_back({made, element_of(operations_[made].shape, result), end});
    };
    switch (from_->below(6)) {
    case 0:
        if (printed(op::all_reduce_start)) {
            in.pending.push_back({define(in, op::all_reduce_start, shape, {a}), 0, op::all_reduce_done});
            return;
        }
        break;
    case 1:
        if (printed(op::all_gather_start)) {
            const auto gathered = any_shape(true);
            return begin(op::all_gather_start, op::all_gather_done, {shape, gathered}, 0, 1);
        }
        break;
    case 2:
        if (printed(op::collective_permute_start))
            return begin(op::collective_permute_start, op::collective_permute_done, {shape, shape, context_, context_},
                         0, 1);
        break;
    case 3:
    case 4:
        if (printed(op::async_start) && timeline::printed_at(feature::asynchronous_schedule, when_))
            return draw_wrapped(in);
        break;
    default: break;
    }
    begin(op::copy_start, op::copy_done, {moved(shape), shape, context_}, 1, 0);
}

// `wrapped { p = parameter(0), ROOT fusion(p) }`, `fusion-start(a)`, `fusion-done(fusion-start)`.
void program::draw_wrapped(scope& in)
{
    auto& from = *from_;
    constexpr op opcodes[] = {op::fusion, op::custom_call, op::negate};
    const auto opcode = opcodes[from.below(std::size(opcodes))];
    std::vector<number> operands{any_array(in)};
    if (opcode != op::negate && from.chance(2)) operands.push_back(any_array(in));
    const auto result = opcode == op::negate ? operations_[operands[0]].shape : any_shape(true);
    const auto wrapped = announce(purpose::wrapped, 1);
    auto inside = open(wrapped, 0);
    std::vector<number> parameters;
    std::vector<number> shapes;
    for (number i = 0; i < operands.size(); ++i) {
        shapes.push_back(operations_[operands[i]].shape);
        parameters.push_back(called_parameter(inside, i, shapes.back()));
        hand_on(parameters.back(), 0, operands[i], 0);
    }
    const auto root = add(inside, opcode, result, parameters);
    define_rest(root);
    finish(inside, root);

    std::vector<number> parts{tuple_of(shapes), result};
    if (from.chance(2)) parts.push_back(context_);
    const auto start = add(in, opcode, tuple_of(parts), operands);
    operations_[start].suffix = ast::async_suffix::start;
    calls(start, wrapped, 1);
    for (number i = 0; i < operands.size(); ++i) pass(start, 2 + i, operands[i], 0);
    const auto there = element_of(operations_[start].shape, 1);
    pass(start, there, root, 0);
    define_rest(start);
    in.pending.push_back({start, there, opcode, ast::async_suffix::done});
}

void program::end_transfer(scope& in)
{
    const auto ended = in.pending[from_->below(in.pending.size())];
    std::erase_if(in.pending, [&](const transfer& t) { return t.start == ended.start; });
    const auto shape = part_of(operations_[ended.start].shape, ended.part);
    const auto made = add(in, ended.end, shape, std::array{ended.start});
    operations_[made].suffix = ended.suffix;
    pass(made, 0, ended.start, ended.part);
    if (ended.suffix != ast::async_suffix::none) computations_[operations_[ended.start].index].end_of_caller = made;
    add_result(in, made);
}

} // namespace ballast::generate
