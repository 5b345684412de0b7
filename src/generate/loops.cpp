#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

// The initial state of a loop: a counter, values that the body writes, and values that it only reads.
std::vector<program::state> program::draw_state(scope& in)
{
    auto& from = *from_;
    const auto zero = define(in, op::constant, counter_, {});
    std::vector<state> result{{define(in, op::copy, counter_, {zero}), true}};
    for (auto more = 1 + from.below(3); more != 0; --more) {
        const auto a = any_array(in);
        const auto shape = operations_[a].shape;
        if (!given_.empty() && in.computation == entry_ && from.chance(2)) {
            result.push_back({given_.back(), true, true});
            given_.pop_back();
        } else if (shapes_[shape].color == 0 && from.chance(2)) {
            result.push_back({define(in, op::copy, shape, {a}), true});
        } else if (from.chance(4)) {
            const std::array pair{a, any_array(in)};
            result.push_back({tuple(in, pair), false});
        } else if (std::ranges::find(result, a, &state::begin) == result.end()) {
            result.push_back({a, false});
        }
    }
    return result;
}

// The parameter of the condition or the body, and its elements. Values that the body writes come from the initial state
// and from the end of the body.
program::number program::loop_parameter(scope& in, const std::vector<state>& all, number begin)
{
    const auto shape = operations_[begin].shape;
    const auto made = called_parameter(in, 0, shape);
    merge(made, 0, begin, 0);
    for (number i = 0; i < all.size(); ++i) {
        const auto part = element_of(shape, i);
        if (all[i].written)
            merge(made, part, begin, part);
        else
            hand_on(made, part, begin, part);
    }
    return made;
}

// `init = tuple(a, b)`, `while(init), condition=, body=`.
void program::draw_loop(scope& in, std::uint64_t room)
{
    const auto all = draw_state(in);
    std::vector<number> beginnings;
    for (const auto& s : all) beginnings.push_back(s.begin);
    const auto begin = tuple(in, beginnings);
    const auto shape = operations_[begin].shape;

    const auto condition = announce(purpose::condition, 1);
    const auto body = announce(purpose::body, 1);
    auto test = open(condition, 0);
    const auto tested = loop_parameter(test, all, begin);
    const auto limit = define(test, op::constant, counter_, {});
    const auto count = element(test, tested, 0);
    finish(test, define(test, op::compare, flag_, {count, limit}));

    auto inside = open(body, room);
    const auto parameter = loop_parameter(inside, all, begin);
    std::vector<number> old;
    for (number i = 0; i < all.size(); ++i) {
        old.push_back(element(inside, parameter, i));
        if (is_tuple(operations_[old.back()].shape))
            take_elements(inside, old.back(), false);
        else
            inside.arrays.push_back(old.back());
    }
    draw_steps(inside);
    // After the first new value, only the operations that overwrite old values read them.
    const auto one = define(inside, op::constant, counter_, {});
    std::vector<number> ends;
    for (number i = 0; i < all.size(); ++i) {
        const auto kept = operations_[old[i]].shape;
        if (!all[i].written) {
            ends.push_back(old[i]);
        } else if (i == 0) {
            ends.push_back(define(inside, op::add, counter_, {old[i], one}));
        } else {
            const auto other = inside.results[from_->below(inside.results.size())];
            ends.push_back(define(inside, op::fusion, kept, {old[i], other}));
        }
    }
    const auto end = tuple(inside, ends);
    finish(inside, end);

    const auto loop = add(in, op::while_, shape, std::array{begin});
    calls(loop, condition, 2);
    merge(loop, 0, begin, 0);
    merge(loop, 0, end, 0);
    for (number i = 0; i < all.size(); ++i) {
        const auto part = element_of(shape, i);
        if (!all[i].written) {
            hand_on(loop, part, begin, part);
            continue;
        }
        merge(loop, part, begin, part);
        merge(loop, part, end, part);
    }
    for (number i = 0; i < all.size(); ++i) {
        const auto taken = element(in, loop, i);
        if (all[i].given)
            in.owed.push_back(taken);
        else if (all[i].written)
            add_result(in, taken);
        else if (is_tuple(operations_[taken].shape))
            take_elements(in, taken, false);
        else
            in.arrays.push_back(taken);
    }
}

} // namespace ballast::generate
