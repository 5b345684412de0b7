#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

// The first start of a range at which the most bytes are live. A value still counts one step after its end.
void program::find_peak()
{
    std::vector<std::int64_t> change(steps_ + 3, 0);
    std::vector<bool> starts(steps_ + 3, false);
    for_scheduled([&](const value& v) {
        const auto bytes = bytes_of(definition(v).shape);
        const auto start = starts_[number_of(v)];
        starts[start] = true;
        change[start] += bytes;
        change[std::min<number>(ends_[number_of(v)] + 2, steps_ + 2)] -= bytes;
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
    for_scheduled([&](const value& v) {
        if (starts_[number_of(v)] > peak_ || ends_[number_of(v)] < peak_) return;
        rows.push_back({&v, bytes_of(own ? shape_of(v) : definition(v).shape)});
    });
    if (timeline::printed_at(feature::cumulative_peak_rows, when_))
        std::ranges::sort(rows, [&](const row& a, const row& b) {
            if (a.bytes != b.bytes) return a.bytes > b.bytes;
            if (a.of->operation != b.of->operation) return name_of(definition(*a.of)) < name_of(definition(*b.of));
            return a.of->part < b.of->part;
        });
    return rows;
}

} // namespace ballast::generate
