#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

void program::number_values()
{
    // Gaps are normal: values inside of fusions, values that were removed.
    for (auto& o : operations_) {
        if (o.opcode == op::fusion) value_count_ += o.salt % 3;
        o.first_value = value_count_;
        value_count_ += parts_of(o);
    }
    steps_ = static_cast<number>(operations_.size()) - first_entry_;
}

// The defining place, then those of tuple elements, then the root's.
std::vector<program::spot> program::places_of(value v) const
{
    const auto& o = operations_[v.of];
    std::vector<spot> result{{v.of, is_tuple(o) ? static_cast<int>(v.part) : -1}};
    if (is_tuple(o) && v.part == 0) return result;
    const auto in_root = [&](number of) {
        for (auto u = first_user_[of]; u < first_user_[of + 1]; ++u)
            if (operations_[users_[u].operation].what == role::root)
                result.push_back({users_[u].operation, static_cast<int>(users_[u].operand) + 1});
    };
    if (!is_tuple(o)) {
        in_root(v.of);
        return result;
    }
    const auto users_begin = first_user_[v.of];
    std::vector<number> elements;
    for (auto u = users_begin; u < first_user_[v.of + 1]; ++u) {
        const auto& user = operations_[users_[u].operation];
        if (user.what == role::element && user.index == v.part - 1) elements.push_back(users_[u].operation);
    }
    for (const auto e : elements) result.push_back({e, -1});
    for (const auto e : elements) in_root(e);
    return result;
}

bool program::lives_out(value v) const
{
    if (operations_[v.of].in_region) return false;
    return std::ranges::any_of(places_of(v), [&](const spot& p) { return p.operation == root_; });
}

void program::compute_ranges()
{
    ends_.assign(value_count_, 0);
    const bool by_position = timeline::printed_at(feature::ranges_reach_positions, when_);
    const auto time = [&](number of) { return of - first_entry_; };
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.in_region) return;
        auto& end = ends_[id_of(v)];
        end = time(v.of);
        for (const auto& p : places_of(v)) {
            if (by_position) end = std::max(end, time(p.operation));
            if (p.operation == root_) end = steps_;
            for (auto u = first_user_[p.operation]; u < first_user_[p.operation + 1]; ++u) {
                const auto& user = operations_[users_[u].operation];
                if (user.what == role::element && p.part > 0) continue;
                end = std::max(end, time(users_[u].operation));
            }
        }
        if (o.what == role::parameter) end = steps_;
    });
}

} // namespace ballast::generate
