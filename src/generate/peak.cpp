#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

// The smallest start at which the most bytes live; what ended one step before still counts.
void program::find_peak()
{
    std::vector<std::int64_t> change(steps_ + 3, 0);
    std::vector<bool> starts(steps_ + 3, false);
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.in_region) return;
        const auto start = o.what == role::parameter ? 0 : v.of - first_entry_;
        starts[start] = true;
        change[start] += whole_bytes(o);
        change[std::min<number>(ends_[id_of(v)] + 2, steps_ + 2)] -= whole_bytes(o);
    });
    std::int64_t sum = 0;
    std::int64_t most = 0;
    for (number t = 0; t <= steps_; ++t) {
        sum += change[t];
        if (starts[t] && sum > most) {
            most = sum;
            peak_ = t;
        }
    }
}

std::vector<program::row> program::peak_rows() const
{
    std::vector<row> rows;
    const bool own = !timeline::printed_at(feature::bare_peak_rows, when_);
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.in_region) return;
        const auto start = o.what == role::parameter ? 0 : v.of - first_entry_;
        if (start > peak_ || ends_[id_of(v)] < peak_) return;
        rows.push_back({v, own ? own_bytes(v) : whole_bytes(o)});
    });
    if (timeline::printed_at(feature::cumulative_peak_rows, when_))
        std::ranges::sort(rows, [&](const row& a, const row& b) {
            if (a.bytes != b.bytes) return a.bytes > b.bytes;
            if (a.of.of != b.of.of) return name_of(operations_[a.of.of]) < name_of(operations_[b.of.of]);
            return a.of.part < b.of.part;
        });
    return rows;
}

} // namespace ballast::generate
