#include "proto/schedule.hpp"

#include "base/saturating_sum.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace ballast::inline v0::proto {

namespace {

class depth_first {
public:
    explicit depth_first(const flow& values)
        : values_(values),
          of_(*values.of),
          extra_users_(of_.instructions.size()),
          bytes_(of_.instructions.size()),
          own_bytes_(of_.instructions.size()),
          visited_(of_.instructions.size())
    {
        for (const auto& x : values_.values)
            if (!x.phi) {
                auto& bytes = own_bytes_[of_.positions[x.at].instruction];
                bytes = saturating_sum(bytes, std::max<std::int64_t>(of_.positions[x.at].bytes, 0));
            }
    }

    std::vector<row> of(const computation& x)
    {
        weigh(x);
        std::unordered_set<row> needed; // predecessors
        for (auto i = x.first; i < x.end(); ++i)
            for (const auto p : predecessors(i, x)) needed.insert(p);
        std::vector<row> roots;
        for (auto i = x.first; i < x.end(); ++i)
            if (of_.users.of(i).empty() && i != x.root && !needed.contains(i)) roots.push_back(i);
        std::ranges::sort(roots, {}, [&](row i) { return of_.instructions[i].id; });
        roots.push_back(x.root);
        std::vector<row> result;
        for (const auto root : roots) walk(root, x, result);
        return result;
    }

private:
    [[nodiscard]] std::vector<row> predecessors(row i, const computation& x) const
    {
        std::vector<row> result;
        of_.instructions[i].of.each_number(37, [&](std::uint64_t id) {
            const auto found = of_.find(static_cast<std::int64_t>(id), &x);
            if (found != none && found >= x.first && found < x.end()) result.push_back(found);
        });
        return result;
    }

    [[nodiscard]] std::vector<row> distinct_operands(row i) const
    {
        const auto all = of_.operands.of(i);
        std::vector<row> result(all.begin(), all.end());
        std::ranges::sort(result);
        const auto rest = std::ranges::unique(result);
        result.erase(rest.begin(), rest.end());
        return result;
    }

    [[nodiscard]] std::int64_t number_of_users(row i) const
    {
        std::int64_t result = 0;
        row last = none;
        for (const auto user : of_.users.of(i)) result += std::exchange(last, user) != user ? 1 : 0;
        return result;
    }

    // Sums over everything that an instruction needs; the file has operands before their users.
    void weigh(const computation& x)
    {
        using enum ast::opcode_kind;
        std::int64_t all = 0;
        for (auto i = x.first; i < x.end(); ++i) {
            const auto kind = of_.instructions[i].kind;
            if (kind == parameter || kind == constant) continue;
            auto extra = std::max<std::int64_t>(0, number_of_users(i) - 1);
            auto bytes = own_bytes_[i];
            all = saturating_sum(all, bytes);
            for (const auto operand : distinct_operands(i)) {
                extra = saturating_sum(extra, extra_users_[operand]);
                bytes = saturating_sum(bytes, bytes_[operand]);
            }
            bytes_[i] = std::min(bytes, all);
            extra_users_[i] = std::min<std::int64_t>(extra, x.count);
        }
    }

    enum : std::uint8_t { new_, entered, done };

    void walk(row root, const computation& x, std::vector<row>& result)
    {
        std::vector<row> stack{root};
        while (!stack.empty()) {
            const auto i = stack.back();
            if (visited_[i] != new_) {
                stack.pop_back();
                if (std::exchange(visited_[i], done) == entered) result.push_back(i);
                continue;
            }
            visited_[i] = entered;
            std::vector<row> next;
            for (const auto operand : of_.operands.of(i))
                if (visited_[operand] == new_) next.push_back(operand);
            for (const auto p : predecessors(i, x))
                if (visited_[p] == new_) next.push_back(p);
            std::ranges::stable_sort(
                next, {}, [&](row k) { return std::tuple(-extra_users_[k], -bytes_[k], of_.instructions[k].name); });
            stack.insert(stack.end(), next.rbegin(), next.rend());
        }
    }

    const flow& values_;
    const program& of_;
    std::vector<std::int64_t> extra_users_;
    std::vector<std::int64_t> bytes_;
    std::vector<std::int64_t> own_bytes_;
    std::vector<std::uint8_t> visited_;
};

} // namespace

schedule schedule_of(const flow& values)
{
    const auto& of = *values.of;
    schedule result;
    result.of.resize(of.computations.size());
    const auto written = of.module.find(7);
    result.computed = !written;
    if (!written) {
        depth_first order(values);
        for (row c = 0; c < of.computations.size(); ++c) result.of[c] = order.of(of.computations[c]);
        return result;
    }
    written->each(1, [&](std::string_view bytes) {
        const message entry(bytes);
        const auto found = of.computation_by_id.find(entry.integer(1));
        if (found == of.computation_by_id.end()) return;
        const auto& home = of.computations[found->second];
        auto& order = result.of[found->second].emplace();
        entry.child(2).each_number(1, [&](std::uint64_t id) {
            const auto i = of.find(static_cast<std::int64_t>(id), &home);
            if (i == none) throw refusal{"the schedule has an instruction that the module lacks"};
            order.push_back(i);
        });
    });
    return result;
}

} // namespace ballast::inline v0::proto
