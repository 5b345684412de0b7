#include "proto/ranges.hpp"

#include "base/saturating_sum.hpp"
#include "era/proto_dates.hpp"
#include "era/timeline.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>

namespace ballast::inline v0::proto {

namespace {

// Computations that call each other this deep; programs have a few levels.
constexpr int most_calls = 512;

class ranger {
public:
    ranger(const flow& values, const schedule& order, commit_time when)
        : values_(values),
          of_(*values.of),
          order_(order),
          when_(when),
          step_(of_.instructions.size(), -1),
          spans_(of_.computations.size()),
          entered_(of_.computations.size()),
          context_(of_.computations.size(), none),
          async_spans_(of_.computations.size())
    {
        made_.computed = order.computed;
    }

    live_ranges run()
    {
        flatten(of_.entry, none, 0);
        read_entry_aliases();
        for (row v = 0; v < values_.values.size(); ++v)
            if (step_of(values_.definer(values_.values[v])) >= 0) made_.ranges.push_back(range_of(v));
        trim();
        find_peak();
        return std::move(made_);
    }

private:
    struct span {
        std::int64_t begin = 0;
        std::int64_t end = -1; // not scheduled
    };

    [[nodiscard]] std::int64_t step_of(const instruction& x) const
    {
        return step_[static_cast<std::size_t>(&x - of_.instructions.data())];
    }

    // Adds a computation to the sequence, after those that it calls. `context` is the asynchronous computation that it
    // runs in.
    void flatten(row c, row context, int level)
    {
        using enum ast::opcode_kind;
        if (!order_.of[c] || entered_[c]) return;
        if (level > most_calls) throw refusal{"computations call each other too deeply"};
        entered_[c] = true;
        context_[c] = context;
        const auto begin = made_.max();
        for (const auto i : *order_.of[c]) {
            const auto called = of_.called.of(i);
            switch (of_.instructions[i].kind) {
            case call:
            case conditional:
                for (const auto k : called) flatten(k, context, level + 1);
                break;
            case async_start:
                for (const auto k : called) flatten(k, k, level + 1);
                break;
            case while_: // the condition, then the body
                if (called.size() > 1) flatten(called[1], context, level + 1);
                if (!called.empty()) flatten(called[0], context, level + 1);
                break;
            default: break;
            }
            if (step_[i] >= 0) continue;
            step_[i] = made_.max();
            made_.sequence.push_back(i);
        }
        spans_[c] = {begin, made_.max()};
    }

    void read_entry_aliases()
    {
        const auto& entry = of_.computations[of_.entry];
        std::vector<row> parameters;
        for (auto i = entry.first; i < entry.end(); ++i) {
            const auto& x = of_.instructions[i];
            if (x.kind != ast::opcode_kind::parameter || x.number < 0) continue;
            const auto number = static_cast<std::size_t>(x.number);
            if (number >= entry.count) continue;
            if (parameters.size() <= number) parameters.resize(number + 1, none);
            parameters[number] = i;
        }
        aliased_.assign(of_.positions.size(), false);
        of_.module.child(8).each(1, [&](std::string_view bytes) {
            const message alias(bytes);
            const auto number = static_cast<std::size_t>(alias.integer(2));
            if (number >= parameters.size() || parameters[number] == none) return;
            if (const auto at = of_.at(parameters[number], alias.integers(3)); at != none) aliased_[at] = true;
        });
    }

    // The steps from the start of an asynchronous computation to its done.
    span async_span(row context)
    {
        if (async_spans_[context]) return *async_spans_[context];
        using enum ast::opcode_kind;
        span result{made_.max(), -1};
        for (const auto caller : of_.callers.of(context)) {
            const auto kind = of_.instructions[caller].kind;
            if (kind != async_start && kind != async_update && kind != async_done) continue;
            const auto done = done_of(caller);
            result.end = std::max(result.end, done != none && step_[done] >= 0 ? step_[done] : spans_[context].end);
            if (kind == async_start && step_[caller] >= 0) result.begin = std::max(step_[caller], std::int64_t{0});
        }
        async_spans_[context] = result;
        return result;
    }

    [[nodiscard]] row done_of(row i) const
    {
        using enum ast::opcode_kind;
        constexpr int longest = 1024;
        for (int step = 0; step < longest; ++step) {
            if (of_.instructions[i].kind == async_done) return i;
            const auto users = of_.users.of(i);
            const auto next = std::ranges::find_if(users, [&](row user) {
                const auto kind = of_.instructions[user].kind;
                return kind == async_update || kind == async_done;
            });
            if (next == users.end()) return none;
            i = *next;
        }
        return none;
    }

    live_ranges::range range_of(row v)
    {
        using enum ast::opcode_kind;
        const auto& x = values_.values[v];
        const auto& definer = values_.definer(x);
        const auto i = of_.positions[x.at].instruction;
        const auto& home = spans_[definer.computation];
        const bool is_parameter = definer.kind == parameter;
        auto start = is_parameter ? home.begin : step_[i];
        auto end = of_.is_root(i) ? home.end : step_[i];
        if (const auto context = context_[definer.computation]; context != none) {
            const auto async = async_span(context);
            end = std::max(end, async.end);
            if (when_ >= timeline::proto_dates::async_values_from_start && !is_parameter && async.begin < made_.max())
                start = std::max(start, async.begin);
        }
        for (const auto at : values_.positions.of(v)) {
            const auto holder = of_.positions[at].instruction;
            if (of_.is_root(holder))
                end = std::max(end, spans_[of_.instructions[holder].computation].end);
            else
                end = std::max(end, step_[holder]);
        }
        if (is_parameter && definer.computation == of_.entry && !aliased_[x.at]) {
            end = made_.max();
        } else {
            const bool calls_count = timeline::printed_at(feature::calls_as_users, when_);
            values_.each_use(v, [&](row user, row, row) {
                const auto& by = of_.instructions[user];
                if (by.kind == call && !calls_count) return;
                end = std::max(end, by.kind == while_ ? step_of_body(user) : step_[user]);
            });
        }
        return {v, start, end};
    }

    // A loop uses its operand where the parameter of its body is.
    [[nodiscard]] std::int64_t step_of_body(row loop)
    {
        const auto called = of_.called.of(loop);
        if (called.empty()) return -1;
        const auto [known, added] = loops_.try_emplace(called[0], -1);
        if (added) {
            const auto& body = of_.computations[called[0]];
            for (auto i = body.first; i < body.end(); ++i)
                if (of_.instructions[i].kind == ast::opcode_kind::parameter) {
                    known->second = step_[i];
                    break;
                }
        }
        return known->second;
    }

    // --- values that share a buffer ---

    std::int64_t leader_of(std::int64_t id)
    {
        auto at = leaders_.try_emplace(id, id).first;
        while (at->second != at->first) {
            auto next = leaders_.find(at->second);
            at->second = next->second; // shortens the way
            at = next;
        }
        return at->first;
    }

    // Values of one buffer do not overlap: a range ends where the next one starts.
    void trim()
    {
        locator places(of_);
        of_.assignment.each(2, [&](std::string_view bytes) {
            const message alias(bytes);
            const auto at = places.position_of(alias.child(2));
            if (at == none || values_.value_at[at] == none) return;
            const auto& other = values_.values[values_.value_at[at]];
            if (other.at != at) return;
            const auto to = leader_of(alias.integer(1));
            leaders_[leader_of(other.id)] = to;
        });
        std::vector<std::pair<std::int64_t, std::size_t>> order;
        for (std::size_t i = 0; i < made_.ranges.size(); ++i)
            if (const auto id = values_.values[made_.ranges[i].value].id; leaders_.contains(id))
                order.emplace_back(leader_of(id), i);
        std::ranges::sort(order, {}, [&](const auto& x) {
            const auto& range = made_.ranges[x.second];
            return std::tuple(x.first, range.start, range.end, x.second);
        });
        for (std::size_t i = 1; i < order.size(); ++i) {
            if (order[i - 1].first != order[i].first) continue;
            auto& earlier = made_.ranges[order[i - 1].second];
            auto& later = made_.ranges[order[i].second];
            later.end = std::max(earlier.end, later.end);
            earlier.end = std::min(earlier.end, later.start);
        }
    }

    void find_peak()
    {
        struct event {
            std::int64_t step;
            bool frees;
            std::int64_t bytes;
        };
        std::vector<event> events;
        for (const auto& range : made_.ranges) {
            // XLA takes the whole shape of the instruction for each of its parts.
            const auto bytes = of_.positions[values_.definer(values_.values[range.value]).first].bytes;
            if (bytes < 0) made_.unbounded = true;
            events.push_back({range.start, false, bytes});
            events.push_back({range.end + 1, true, -bytes});
        }
        std::ranges::stable_sort(events, {}, [](const event& x) { return std::pair(x.step, x.frees); });
        std::int64_t used = 0;
        std::int64_t highest = 0;
        for (const auto& x : events) {
            used = saturating_sum(used, x.bytes);
            if (used <= highest) continue;
            highest = used;
            made_.peak = x.step;
        }
    }

    const flow& values_;
    const program& of_;
    const schedule& order_;
    commit_time when_;
    std::vector<std::int64_t> step_; // of instructions; -1: not scheduled
    std::vector<span> spans_;        // of computations
    std::vector<bool> entered_;
    std::vector<row> context_;
    std::vector<std::optional<span>> async_spans_;
    std::vector<bool> aliased_; // positions of parameters that share memory with the output
    std::unordered_map<row, std::int64_t> loops_;
    std::unordered_map<std::int64_t, std::int64_t> leaders_;
    live_ranges made_;
};

} // namespace

live_ranges ranges_of(const flow& values, const schedule& order, commit_time when)
{
    return ranger(values, order, when).run();
}

} // namespace ballast::inline v0::proto
