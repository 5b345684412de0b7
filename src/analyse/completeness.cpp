#include "analyse/completeness.hpp"

#include "analyse/sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ballast::analyse {

namespace {

using model::none;

class completeness_reader {
public:
    explicit completeness_reader(const module& in) : in_(in), rows_(in.rows()) {}

    completeness run()
    {
        result_ = in_.lacks();
        if (!rows_.has.allocations) return std::move(result_);
        const auto before = result_.missing.size();
        parameters();
        output();
        sizes();
        total();
        values();
        if (result_.missing.size() != before) result_.has_all_sizes = false;
        return std::move(result_);
    }

private:
    template <typename... Arguments>
    void add(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        result_.missing.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }

    // Parameters are numbered from 0 without a gap.
    void parameters()
    {
        std::vector<std::int64_t> numbers;
        for (const auto& a : rows_.allocations)
            if (a.parameter >= 0) numbers.push_back(a.parameter);
        std::ranges::sort(numbers);
        std::int64_t next = 0;
        for (const auto parameter : numbers) {
            if (parameter > next) return add("parameter {} has no allocation", next);
            next = parameter + 1;
        }
    }

    // An excerpt may have only an arena.
    void output()
    {
        const auto& all = rows_.allocations;
        if (!in_.always(feature::output_shape)) return;
        if (std::ranges::any_of(all, [](const auto& a) { return a.output_shape != none; })) return;
        if (std::ranges::any_of(all, [](const auto& a) { return !a.arena; })) add("no allocation has the output shape");
    }

    // The first allocation whose values are fewer than its size needs. An arena outside of space 0 may be reserved;
    // only arenas have no values if they are empty.
    void sizes()
    {
        for (const auto& a : rows_.allocations) {
            const auto lines = rows_.lines_of(a);
            if (lines.empty() && (!a.arena || (a.size != 0 && a.color == 0)))
                return add("allocation {} has {} bytes, but no values", a.number, a.size);
            if (lines.empty() || a.arena) continue;
            const auto most = (*std::ranges::max_element(lines, {}, &model::line_row::size)).size;
            if (a.size > most) return add("allocation {} has {} bytes, its largest value {}", a.number, a.size, most);
        }
    }

    void total()
    {
        if (!rows_.total) return;
        std::int64_t sum = 0;
        for (const auto& a : rows_.allocations) analyse::add(sum, a.size);
        if (sum < rows_.total->bytes) add("the total is {} bytes, the allocations have {}", rows_.total->bytes, sum);
    }

    // Values are also in another file since D19.
    void values()
    {
        const auto lost = std::ranges::count_if(rows_.entries, [&](const model::entry_row& entry) {
            const auto value = rows_.value_of(entry.value.id);
            return value == none || rows_.values[value].line == none;
        });
        if (lost != 0) add("{} value{} in no allocation", lost, lost == 1 ? " is" : "s are");
    }

    const module& in_;
    const model::rows& rows_;
    completeness result_;
};

} // namespace

completeness completeness_of(const module& in) { return completeness_reader(in).run(); }

} // namespace ballast::analyse

namespace ballast::inline v0 {

fit_verdict verdict_on(std::int64_t used, std::int64_t available, bool whole)
{
    if (used > available) return fit_verdict::too_large;
    return whole ? fit_verdict::fits : fit_verdict::undecided;
}

} // namespace ballast::inline v0
