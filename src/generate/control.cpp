#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

void program::calls(number caller, number first, number count)
{
    operations_[caller].index = first;
    for (number i = 0; i < count; ++i) computations_[first + i].caller = caller;
}

// A value that is passed from another computation is the same value. Before 2019-05-17 it was a value of its own in the
// same memory.
void program::hand_on(number to, number to_part, number from, number from_part)
{
    if (!timeline::printed_at(feature::value_lines_v1, when_)) return pass(to, to_part, from, from_part);
    const auto count = parts_of(part_of(operations_[from].shape, from_part));
    for (number part = 0; part < count; ++part) {
        const auto made = define_part(to, to_part + part, false);
        share_memory(held(from, from_part + part), made);
    }
}

// A value that can come from several places is a value of its own, in the memory that all of them share.
void program::merge(number to, number to_part, number from, number from_part)
{
    auto there = held(to, to_part);
    if (there == none) there = define_part(to, to_part, !timeline::printed_at(feature::value_lines_v1, when_));
    share_memory(held(from, from_part), there);
}

program::number program::called_parameter(const scope& in, number index, number shape)
{
    const auto made = add(in, op::parameter, shape, {});
    operations_[made].index = index;
    return made;
}

bool program::draw_control(scope& in)
{
    auto& from = *from_;
    const auto room = in.end - operations_.size();
    if (room < 8) return false;
    const auto inside = 2 + from.below(std::min<std::uint64_t>(room / 2, 24));
    const auto which = from.below(room < 12 ? 1 : 6);
    if (which == 0)
        draw_call(in, inside);
    else if (which < 3)
        draw_conditional(in, inside);
    else
        draw_loop(in, inside);
    return true;
}

// `callee { p = parameter(0), ..., ROOT r }`, `call(a)`.
void program::draw_call(scope& in, std::uint64_t room)
{
    auto& from = *from_;
    std::vector<number> operands;
    for (auto count = 1 + from.below(2); count != 0; --count) operands.push_back(any_array(in));
    const auto callee = announce(purpose::callee, 1);
    auto inside = open(callee, room);
    for (number i = 0; i < operands.size(); ++i) {
        const auto parameter = called_parameter(inside, i, operations_[operands[i]].shape);
        hand_on(parameter, 0, operands[i], 0);
        inside.arrays.push_back(parameter);
    }
    draw_steps(inside);
    const auto root = draw_root(inside);
    finish(inside, root);
    const auto call = add(in, op::call, operations_[root].shape, operands);
    calls(call, callee, 1);
    hand_on(call, 0, root, 0);
    if (is_tuple(operations_[call].shape))
        take_elements(in, call, true);
    else
        add_result(in, call);
}

// `conditional(p, a, b), true_computation=, false_computation=`, or one of several branches by index. Each branch
// defines values of its own.
void program::draw_conditional(scope& in, std::uint64_t room)
{
    auto& from = *from_;
    const bool numbered = from.chance(3);
    const std::uint64_t count = numbered ? 2 + from.below(2) : 2;
    std::vector<number> shapes;
    for (auto parts = from.below(3) + 1; parts != 0; --parts) shapes.push_back(any_shape(true));
    const bool alone = shapes.size() == 1 && from.chance(2);

    std::vector<number> operands{define(in, op::fusion, numbered ? counter_ : flag_, {any_array(in)})};
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto a = any_array(in);
        const std::array pair{a, any_array(in)};
        operands.push_back(from.chance(2) ? tuple(in, pair) : a);
    }
    const auto first = announce(purpose::branch, static_cast<number>(count));
    std::vector<number> roots;
    for (number i = 0; i < count; ++i) {
        auto inside = open(first + i, room / count);
        const auto parameter = called_parameter(inside, 0, operations_[operands[i + 1]].shape);
        hand_on(parameter, 0, operands[i + 1], 0);
        if (is_tuple(operations_[parameter].shape))
            take_elements(inside, parameter, false);
        else
            inside.arrays.push_back(parameter);
        draw_steps(inside);
        std::vector<number> parts;
        for (const auto shape : shapes) parts.push_back(define(inside, op::fusion, shape, {any_array(inside)}));
        roots.push_back(alone ? parts.front() : tuple(inside, parts));
        finish(inside, roots.back());
    }
    const auto made = add(in, op::conditional, operations_[roots.front()].shape, operands);
    calls(made, first, static_cast<number>(count));
    for (const auto root : roots)
        for (number part = 0; part < parts_of(operations_[made].shape); ++part) merge(made, part, root, part);
    if (alone)
        add_result(in, made);
    else
        take_elements(in, made, true);
}

} // namespace ballast::generate
