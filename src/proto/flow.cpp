#include "proto/flow.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace ballast::inline v0::proto {

namespace {

using op = ast::opcode_kind;

// The most connections between positions; a program has about one for each position.
constexpr std::size_t most_connections = std::size_t{1} << 26;

// True for callers whose computations are part of the schedule.
bool is_control_flow(op kind)
{
    using enum ast::opcode_kind;
    return kind == call || kind == while_ || kind == conditional || kind == async_start || kind == async_update ||
           kind == async_done;
}

class analyser {
public:
    explicit analyser(program& of) : of_(of) { made_.of = &of; }

    flow run()
    {
        order_users();
        for (row c = 0; c < of_.computations.size(); ++c) find_parameters(c);
        define();
        spread();
        list_positions();
        list_deep_users();
        return std::move(made_);
    }

private:
    [[nodiscard]] row operand(row i, std::size_t number) const
    {
        const auto all = of_.operands.of(i);
        return number < all.size() ? of_.instructions[all[number]].first : none;
    }
    [[nodiscard]] row part(row at, std::size_t index) const { return of_.part(at, index); }
    [[nodiscard]] row root_of(row computation) const
    {
        return of_.instructions[of_.computations[computation].root].first;
    }

    // XLA's order is the history of the compilation, which is not in the file. For TPUs ids are closest to it,
    // otherwise the order of the file.
    void order_users()
    {
        std::vector<row> order(of_.instructions.size());
        std::iota(order.begin(), order.end(), row{0});
        if (of_.has_tiles) std::ranges::stable_sort(order, {}, [&](row i) { return of_.instructions[i].id; });
        of_.order_users(order);
    }

    void find_parameters(row c)
    {
        using enum ast::opcode_kind;
        const auto callers = of_.callers.of(c);
        const auto embeds = [&](row i) { return !is_control_flow(of_.instructions[i].kind); };
        owns_parameters_.push_back(callers.empty() || std::ranges::any_of(callers, embeds));
        const auto& x = of_.computations[c];
        parameters_.begin.push_back(static_cast<row>(parameters_.rows.size()));
        for (auto i = x.first; i < x.end(); ++i)
            if (of_.instructions[i].kind == parameter) parameters_.rows.push_back(i);
        if (c + 1 == of_.computations.size()) parameters_.begin.push_back(static_cast<row>(parameters_.rows.size()));
    }

    // --- where values are defined ---

    // Adds a value at a position.
    void add(row at, std::int64_t id, const value* known)
    {
        value x{id, 0, at, false, false};
        if (known) x = *known;
        made_.values.push_back(x);
    }

    void define()
    {
        const auto known = buffers();
        std::int64_t next = 0;
        for (row i = 0; i < of_.instructions.size(); ++i) {
            const auto& x = of_.instructions[i];
            for (auto at = x.first; at < x.end(); ++at) {
                const auto found = known.find(at);
                const auto* buffer = found == known.end() ? nullptr : &found->second;
                if (defines(x, at)) {
                    add(at, next++, buffer);
                } else if (buffer) {
                    add(at, 0, buffer);
                    made_.values.back().phi = true;
                }
            }
        }
        std::ranges::stable_sort(made_.values, {}, &value::id);
        made_.value_at.assign(of_.positions.size(), none);
        for (row v = 0; v < made_.values.size(); ++v) {
            made_.value_at[made_.values[v].at] = v;
            if (made_.values[v].in_memory) made_.by_id.emplace(made_.values[v].id, v);
        }
    }

    // The values in memory, by position.
    std::unordered_map<row, value> buffers()
    {
        std::unordered_map<row, value> result;
        locator places(of_);
        of_.assignment.each(1, [&](std::string_view bytes) {
            const message buffer(bytes);
            const auto at = places.position_of(buffer.child(3));
            if (at == none) throw refusal{"a value is where the module has nothing"};
            result[at] = {buffer.integer(1), buffer.integer(4), at, false, true};
        });
        return result;
    }

    // The first indices below the instruction's shape: {1,2} gives 1; -1 for the shape itself.
    [[nodiscard]] std::int64_t first_index(row at) const
    {
        std::int64_t result = -1;
        for (; of_.positions[at].parent != none; at = of_.positions[at].parent) result = of_.positions[at].index;
        return result;
    }
    [[nodiscard]] bool is_child_of_root(row at) const
    {
        const auto parent = of_.positions[at].parent;
        return parent != none && of_.positions[parent].parent == none;
    }

    [[nodiscard]] bool defines(const instruction& x, row at) const
    {
        using enum ast::opcode_kind;
        const bool whole = at == x.first;
        const bool is_table = of_.positions[at].type == proto::tuple;
        const auto index = first_index(at);
        const bool shallow = is_child_of_root(at);
        switch (x.kind) {
        case parameter: return owns_parameters_[x.computation];
        case bitcast:
        case add_dependency:
        case while_:
        case conditional:
        case get_tuple_element:
        case domain:
        case opt_barrier:
        case call:
        case all_reduce_done:
        case copy_done: return false;
        case copy:
        case op::tuple: return whole;
        case async_start:
        case async_update: return is_table || index > 1;
        case async_done: return is_table;
        case copy_start: return whole || (shallow && (index == 0 || index == 2));
        case all_gather_start: return is_table || index == 1;
        case all_gather_done:
        case collective_permute_done: return whole && is_table;
        case collective_permute_start:
            return whole || (shallow && index != 0) || (index == 1 && of_.operands.of(at_row(x)).size() > 1);
        case recv_done: return whole || (shallow && index == 1);
        case send: return whole || (shallow && (index == 1 || index == 2));
        default: return true;
        }
    }
    [[nodiscard]] row at_row(const instruction& x) const { return static_cast<row>(&x - of_.instructions.data()); }

    // --- what flows where ---

    // Calls take(from, to) for each pair of positions below which values flow.
    template <typename Take>
    void each_flow(row i, const Take& take) const
    {
        using enum ast::opcode_kind;
        const auto& x = of_.instructions[i];
        const auto to = x.first;
        switch (x.kind) {
        case bitcast:
        case add_dependency:
        case domain:
        case opt_barrier:
        case all_reduce_done:
        case copy: take(operand(i, 0), to); break;
        case get_tuple_element:
            if (x.number >= 0) take(part(operand(i, 0), static_cast<std::size_t>(x.number)), to);
            break;
        case op::tuple:
            for (row k = 0; k < of_.operands.of(i).size(); ++k) take(operand(i, k), part(to, k));
            break;
        case copy_start: take(operand(i, 0), part(to, 1)); break;
        case copy_done: take(part(operand(i, 0), 0), to); break;
        case recv_done: take(part(operand(i, 0), 0), part(to, 0)); break;
        case send: take(operand(i, 0), part(to, 0)); break;
        case all_gather_start:
        case collective_permute_start:
            if (of_.operands.of(i).size() == 1)
                take(operand(i, 0), part(to, 0));
            else
                for (row k = 0; k < of_.operands.of(i).size(); ++k) take(operand(i, k), part(part(to, 0), k));
            break;
        case all_gather_done:
        case collective_permute_done: take(part(operand(i, 0), 1), to); break;
        case call:
        case while_:
        case conditional: each_call_flow(i, take); break;
        case async_start:
        case async_update:
        case async_done: each_async_flow(i, take); break;
        default: break;
        }
    }

    template <typename Take>
    void each_call_flow(row i, const Take& take) const
    {
        using enum ast::opcode_kind;
        const auto kind = of_.instructions[i].kind;
        const auto to = of_.instructions[i].first;
        const auto called = of_.called.of(i);
        if (kind == while_) {
            take(operand(i, 0), to);
            if (!called.empty()) take(root_of(called[0]), to);
        } else {
            for (const auto c : called) take(root_of(c), to);
        }
        for (std::size_t k = 0; k < called.size(); ++k)
            for (const auto p : parameters_.of(called[k])) {
                const auto at = of_.instructions[p].first;
                const auto number = of_.instructions[p].number;
                if (kind == while_) {
                    take(operand(i, 0), at);
                    take(root_of(called[0]), at);
                } else if (kind == conditional) {
                    take(operand(i, k + 1), at);
                } else if (number >= 0) {
                    take(operand(i, static_cast<std::size_t>(number)), at);
                }
            }
    }

    // The instruction at the other end of a chain of asynchronous operations, and its computation.
    struct chain {
        row start = none;
        row wrapped = none;
    };
    [[nodiscard]] chain chain_of(row i) const
    {
        constexpr int longest = 64;
        chain result;
        for (int step = 0; step < longest && i != none; ++step) {
            if (result.wrapped == none && !of_.called.of(i).empty()) result.wrapped = of_.called.of(i)[0];
            if (of_.instructions[i].kind == op::async_start) {
                result.start = i;
                break;
            }
            i = of_.operands.of(i).empty() ? none : of_.operands.of(i)[0];
        }
        return result;
    }

    template <typename Take>
    void each_async_flow(row i, const Take& take) const
    {
        using enum ast::opcode_kind;
        const auto kind = of_.instructions[i].kind;
        const auto to = of_.instructions[i].first;
        const auto [start, wrapped] = chain_of(i);
        if (kind == async_done) {
            if (wrapped != none) take(root_of(wrapped), to);
            return;
        }
        if (start != none)
            for (row k = 0; k < of_.operands.of(start).size(); ++k) take(operand(start, k), part(part(to, 0), k));
        if (wrapped == none) return;
        // The start of an update in place has its operand as a result.
        const bool in_place =
            kind == async_start && of_.instructions[of_.computations[wrapped].root].kind == dynamic_update_slice;
        take(in_place ? operand(i, 0) : root_of(wrapped), part(to, 1));
        if (kind != async_start) return;
        for (const auto p : parameters_.of(wrapped))
            if (of_.instructions[p].number >= 0)
                take(operand(i, static_cast<std::size_t>(of_.instructions[p].number)), of_.instructions[p].first);
    }

    // Every position without a value of its own gets the one that flows there.
    void spread()
    {
        std::size_t connections = 0;
        const auto each = [&](auto&& take) {
            const auto block = [&](row from, row to) {
                if (from == none || to == none || from == to) return;
                const auto size = std::min(of_.positions[from].size, of_.positions[to].size);
                connections += size;
                if (connections > 2 * most_connections) throw refusal{"the module has too many calls"};
                for (row k = 0; k < size; ++k)
                    if (made_.value_at[to + k] == none) take(from + k, to + k);
            };
            for (row i = 0; i < of_.instructions.size(); ++i) each_flow(i, block);
        };
        const auto targets = lists_of(of_.positions.size(), each);
        std::vector<row> reached;
        for (const auto& x : made_.values) {
            reached.assign(1, x.at);
            const auto v = made_.value_at[x.at];
            while (!reached.empty()) {
                const auto from = reached.back();
                reached.pop_back();
                for (const auto to : targets.of(from)) {
                    if (made_.value_at[to] != none) continue;
                    made_.value_at[to] = v;
                    reached.push_back(to);
                }
            }
        }
    }

    // --- lists ---

    void list_positions()
    {
        std::vector<row> order(of_.instructions.size());
        std::iota(order.begin(), order.end(), row{0});
        std::ranges::stable_sort(order, {}, [&](row i) {
            const auto& x = of_.instructions[i];
            const auto home = of_.has_tiles ? static_cast<std::int64_t>(x.computation) : of_.of(x).id;
            return std::pair(home, x.id);
        });
        made_.positions = lists_of(made_.values.size(), [&](auto&& take) {
            for (const auto i : order)
                for (auto at = of_.instructions[i].first; at < of_.instructions[i].end(); ++at) {
                    const auto v = made_.value_at[at];
                    if (v != none && of_.positions[made_.values[v].at].instruction != i) take(v, at);
                }
        });
        for (const auto& c : of_.computations)
            for (auto at = of_.instructions[c.root].first; at < of_.instructions[c.root].end(); ++at)
                if (made_.value_at[at] != none) made_.at_roots.insert(std::uint64_t{made_.value_at[at]} << 32 | c.root);
    }

    void list_deep_users()
    {
        using enum ast::opcode_kind;
        made_.deep_users = lists_of(of_.instructions.size(), [&](auto&& take) {
            for (row i = 0; i < of_.instructions.size(); ++i)
                for (auto u = of_.users.begin[i]; u < of_.users.begin[i + 1]; ++u) {
                    const auto user = of_.users.rows[u];
                    const auto kind = of_.instructions[user].kind;
                    const bool looks_below =
                        kind != get_tuple_element && kind != copy && kind != op::tuple && kind != domain;
                    if (looks_below || of_.is_root(user)) take(i, u);
                }
        });
    }

    program& of_;
    flow made_;
    row_lists parameters_; // of computations
    std::vector<bool> owns_parameters_;
};

} // namespace

flow flow_of(program& of) { return analyser(of).run(); }

} // namespace ballast::inline v0::proto
