#include "generate/program.hpp"

#include <algorithm>
#include <tuple>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

// While values are drawn, `set` is a chain that ends at the first value of the set.
program::number program::set_of(number v) const
{
    while (values_[v].set != v) v = values_[v].set;
    return v;
}

void program::share_memory(number a, number b) { values_[set_of(b)].set = set_of(a); }

// The values are in the order of their new numbers; `of` maps old numbers to new ones.
void program::link_sets(std::vector<value>& in_order, const std::vector<number>& of) const
{
    std::vector<number> first(values_.size(), none);
    std::vector<number> last(values_.size(), none);
    for (number v = 0; v < in_order.size(); ++v) {
        const auto set = set_of(of[v]);
        if (first[set] == none) first[set] = last[set] = v;
        in_order[v].set = first[set];
        in_order[last[set]].next = v;
        in_order[v].next = first[set];
        last[set] = v;
    }
}

// A part of an array is updated in place.
void program::draw_update(scope& in)
{
    const auto a = any_array(in);
    const auto part = any_array(in);
    const auto shape = operations_[a].shape;
    const auto old = define(in, op::copy, shape, {a});
    std::vector<number> operands{old, part};
    add_starts(in, operands);
    const auto made = add(in, op::dynamic_update_slice, shape, operands);
    define_rest(made);
    share_memory(held(old, 0), held(made, 0));
    add_result(in, made);
}

// Donated parameters: a part of the result is written over each of them. All other uses come before that.
void program::draw_donations(scope& in)
{
    auto& from = *from_;
    donated_.insert(donated_.end(), given_.begin(), given_.end());
    for (const auto donor : donated_) {
        const auto shape = operations_[donor].shape;
        if (from.chance(8)) {
            in.owed.push_back(donor); // returned unchanged
            continue;
        }
        const auto other = in.results[from.below(in.results.size())];
        const auto made = operations_[other].shape == shape ? define(in, op::add, shape, {donor, other})
                          : from.chance(2)                  ? define(in, op::negate, shape, {donor})
                                                            : define(in, op::fusion, shape, {other, donor});
        share_memory(held(donor, 0), held(made, 0));
        in.owed.push_back(made);
    }
}

// The live ranges of values that share memory must not overlap.
void program::trim_ranges()
{
    const bool meet = timeline::printed_at(feature::ranges_share_a_step, when_);
    for_values([&](const value& v) {
        if (v.set != number_of(v) || v.next == v.set || definition(v).applied) return;
        std::vector<number> sharing;
        for_sharing(v, [&](const value& other) { sharing.push_back(number_of(other)); });
        std::ranges::sort(sharing, {}, [&](number n) { return std::tuple(starts_[n], ends_[n], n); });
        for (std::size_t i = 1; i < sharing.size(); ++i) {
            auto& end = ends_[sharing[i - 1]];
            auto& next_end = ends_[sharing[i]];
            const auto start = starts_[sharing[i]];
            const auto longest = std::max(end, next_end);
            if (meet)
                end = std::min(end, start);
            else if (starts_[sharing[i - 1]] == start)
                end = next_end;
            else if (end >= start)
                end = start - 1;
            next_end = longest;
        }
    });
}

} // namespace ballast::generate
