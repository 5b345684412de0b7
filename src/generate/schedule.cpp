#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

// The last step at which a user needs a value.
program::number program::last_time_of(const value& v, const usage& u) const
{
    const auto& user = operations_[u.operation];
    switch (user.opcode) {
    case op::while_: return time_of(computations_[user.index + 1].first); // the parameter of the body
    case op::call: return time_of(timeline::printed_at(feature::calls_as_users, when_) ? u.operation : v.operation);
    default: return time_of(u.operation);
    }
}

void program::compute_ranges()
{
    starts_.assign(values_.size(), 0);
    ends_.assign(values_.size(), 0);
    const bool by_position = timeline::printed_at(feature::ranges_reach_positions, when_);
    for_scheduled([&](const value& v) {
        const auto& o = definition(v);
        auto& start = starts_[number_of(v)];
        auto& end = ends_[number_of(v)];
        start = time_of(o.opcode == op::parameter ? computations_[o.computation].first : v.operation);
        end = time_of(v.operation);
        // A wrapped value is live until the operation that waits for it.
        if (const auto waits = computations_[o.computation].end_of_caller; waits != none) end = time_of(waits);
        for (const auto& p : places_of(v)) {
            const auto& around = computations_[operations_[p.operation].computation];
            if (p.operation == around.root)
                end = std::max(end, time_of(around.end));
            else if (by_position)
                end = std::max(end, time_of(p.operation));
        }
        for_uses(v, [&](const spot&, const usage& u) { end = std::max(end, last_time_of(v, u)); });
        // An entry parameter that does not share its memory with a result is live until the end.
        if (is_entry_parameter(v) && !v.lives_out) end = steps_;
    });
    trim_ranges();
}

} // namespace ballast::generate
