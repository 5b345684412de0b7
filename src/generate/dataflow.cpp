#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

void program::collect_users()
{
    first_user_.assign(operations_.size() + 1, 0);
    for (const auto o : operands_) ++first_user_[o + 1];
    for (std::size_t i = 1; i < first_user_.size(); ++i) first_user_[i] += first_user_[i - 1];
    users_.resize(operands_.size());
    auto next = first_user_;
    for (number i = 0; i < operations_.size(); ++i)
        for (number k = 0; k < operations_[i].operand_count; ++k)
            users_[next[operands_[operations_[i].first_operand + k]]++] = {i, k};
}

// The operations by computation; called computations come first.
std::vector<program::number> program::stored() const
{
    const auto rank = [&](const operation& o) { return computations_[o.computation].rank; };
    std::vector<number> next(computations_.size() + 1, 0);
    for (const auto& o : operations_) ++next[rank(o) + 1];
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    std::vector<number> result(operations_.size());
    for (const auto& o : operations_) result[next[rank(o)]++] = number_of(o);
    return result;
}

// Phi values come last.
void program::number_values()
{
    std::vector<value> in_order;
    in_order.reserve(values_.size());
    std::vector<number> renumbered(values_.size(), none);
    std::vector<number> drawn; // the same values by their old numbers
    drawn.reserve(values_.size());
    number id = 0;
    const auto take = [&](bool phi) {
        for (const auto i : stored()) {
            const auto& o = operations_[i];
            // Gaps are normal: values inside fusions, and removed values.
            if (o.opcode == op::fusion) id += o.salt % 3;
            for (number part = 0; part < parts_of(o.shape); ++part) {
                auto& v = values_[held(i, part)];
                if (v.operation != i || v.part != part || v.phi != phi) continue;
                v.id = id++;
                renumbered[held(i, part)] = static_cast<number>(in_order.size());
                in_order.push_back(v);
                drawn.push_back(held(i, part));
            }
        }
    };
    take(false);
    take(true);
    link_sets(in_order, drawn);
    for (auto& h : held_) h = renumbered[h];
    values_ = std::move(in_order);
    steps_ = static_cast<number>(operations_.size()) - first_entry_;
}

// The defining position, then the others in stored order.
void program::collect_places()
{
    first_place_.assign(values_.size() + 1, 0);
    for (const auto v : held_) ++first_place_[v + 1];
    for (std::size_t i = 1; i < first_place_.size(); ++i) first_place_[i] += first_place_[i - 1];
    places_.resize(held_.size());
    auto next = first_place_;
    for_values([&](const value& v) { places_[next[number_of(v)]++] = {v.operation, v.part}; });
    for (const auto i : stored())
        for (number part = 0; part < parts_of(operations_[i].shape); ++part) {
            const auto& v = values_[held(i, part)];
            if (v.operation != i || v.part != part) places_[next[number_of(v)]++] = {i, part};
        }
}

// Values that share memory have the same kind of allocation.
void program::sort_values()
{
    for (auto& v : values_) {
        const bool temporary = !definition(v).applied && definition(v).opcode != op::constant && !is_entry_parameter(v);
        if (!temporary) values_[v.set].temporary = false;
    }
    if (steps_ != 0) {
        const auto root = computations_[entry_].root;
        for (number part = 0; part < parts_of(operations_[root].shape); ++part) {
            auto& first = values_[values_[held(root, part)].set];
            first.lives_out = true;
            first.temporary = false;
        }
    }
    for (auto& v : values_) {
        v.lives_out = values_[v.set].lives_out;
        v.temporary = values_[v.set].temporary;
    }
}

std::span<const program::spot> program::places_of(const value& v) const
{
    const auto n = number_of(v);
    return {places_.data() + first_place_[n], first_place_[n + 1] - first_place_[n]};
}

bool program::is_at(const value& v, number of) const
{
    const auto n = number_of(v);
    const auto& o = operations_[of];
    const auto first = held_.begin() + o.first_part;
    return std::find(first, first + parts_of(o.shape), n) != first + parts_of(o.shape);
}

// Tuples pass their elements on; elements and copies pass on what is below their operand. But the root of a computation
// uses all values at its positions.
bool program::is_use(const value& v, const spot& where, const usage& by) const
{
    const auto& user = operations_[by.operation];
    bool through = false;
    if (user.opcode == op::tuple) through = true;
    if (user.opcode == op::get_tuple_element || user.opcode == op::copy) through = where.part != 0;
    return !through || (computations_[user.computation].root == by.operation && is_at(v, by.operation));
}

bool program::is_entry_parameter(const value& v) const
{
    return definition(v).opcode == op::parameter && definition(v).computation == entry_;
}

} // namespace ballast::generate
