// The order of records in a file as a finite automaton, derived from the rules of whole files. Each occurrence of a
// record in these rules is a state; it is followed by the states that the rules allow next (Glushkov's construction).
#pragma once

#include "grammar/files.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ballast::read {

// The index of a rule in grammar::records; the number of records if the rule is not a record.
template <typename Rule, typename List = grammar::records>
inline constexpr std::size_t record_index = 0;
template <typename Rule, typename... Records>
inline constexpr std::size_t record_index<Rule, grammar::record_list<Records...>> = [] {
    std::size_t result = 0;
    static_cast<void>(((std::is_same_v<Rule, Records> || (++result, false)) || ...));
    return result;
}();
inline constexpr std::size_t record_count = grammar::records::size;
inline constexpr std::size_t end_of_file = record_index<tao::pegtl::eof>;

class automaton {
public:
    static constexpr std::size_t capacity = 192;
    using state = std::uint8_t;
    static constexpr state start = 0; // before the first record; all other states are after a record

    // States in the order in which they are tried, or reached.
    struct states {
        std::array<state, capacity> list{};
        std::array<std::uint64_t, capacity / 64> members{}; // the same as bits
        std::uint8_t size = 0;
        [[nodiscard]] constexpr const state* begin() const { return list.data(); }
        [[nodiscard]] constexpr const state* end() const { return list.data() + size; }
        constexpr void add(state s)
        {
            list[size++] = s;
            members[s / 64U] |= std::uint64_t{1} << (s % 64U);
        }
        [[nodiscard]] constexpr bool contains(state s) const { return (members[s / 64U] >> (s % 64U) & 1) != 0; }
    };

    // The automaton of a rule of whole files.
    template <typename Whole>
    static constexpr automaton of()
    {
        automaton result;
        const auto whole = result.template add<Whole>();
        for (const auto s : whole.first) result.follow_[start].add(s);
        for (std::size_t s = 0; s <= result.size_; ++s) result.reach(static_cast<state>(s));
        return result;
    }

    // The record that leads to a state.
    [[nodiscard]] constexpr std::size_t record(state s) const { return records_[s]; }
    // The states that the rules allow next; the same record again comes first.
    [[nodiscard]] constexpr const states& next(state s) const { return follow_[s]; }
    // All states that can come later, the nearest first.
    [[nodiscard]] constexpr const states& later(state s) const { return later_[s]; }
    [[nodiscard]] constexpr bool repeats(state s) const { return follow_[s].size != 0 && follow_[s].list[0] == s; }
    [[nodiscard]] constexpr std::size_t size() const { return size_ + 1U; }

private:
    struct part {
        states first, last;
        bool empty = false; // can match no text
    };

    static constexpr void add_all(states& to, const states& from)
    {
        for (const auto s : from)
            if (!to.contains(s)) to.add(s);
    }
    constexpr void connect(const states& from, const states& to)
    {
        for (const auto a : from)
            for (const auto b : to) {
                if (follow_[a].contains(b)) continue;
                follow_[a].add(b);
                if (a != b) continue;
                for (std::size_t i = follow_[a].size - 1U; i != 0; --i) follow_[a].list[i] = follow_[a].list[i - 1];
                follow_[a].list[0] = a;
            }
    }

    template <typename Rule>
    constexpr part add()
    {
        if constexpr (record_index<Rule> != record_count) {
            part result;
            const auto s = static_cast<state>(++size_);
            records_[s] = record_index<Rule>;
            result.first.add(s);
            result.last.add(s);
            return result;
        } else {
            return composite<typename Rule::rule_t>::add(*this);
        }
    }

    template <typename RuleT>
    struct composite; // not defined: whole files are sequences, choices, options and repetitions of records

    constexpr part in_sequence(part before, const part& after)
    {
        connect(before.last, after.first);
        if (before.empty) add_all(before.first, after.first);
        if (after.empty)
            add_all(before.last, after.last);
        else
            before.last = after.last;
        before.empty = before.empty && after.empty;
        return before;
    }

    constexpr void reach(state from)
    {
        auto& reached = later_[from];
        add_all(reached, follow_[from]);
        for (std::size_t i = 0; i < reached.size; ++i) add_all(reached, follow_[reached.list[i]]);
    }

    std::array<std::size_t, capacity> records_{};
    std::array<states, capacity> follow_{};
    std::array<states, capacity> later_{};
    std::uint8_t size_ = 0;
};

template <typename... Rules>
struct automaton::composite<tao::pegtl::internal::seq<Rules...>> {
    static constexpr part add(automaton& to)
    {
        part result{{}, {}, true};
        ((result = to.in_sequence(result, to.add<Rules>())), ...);
        return result;
    }
};
template <typename... Rules>
struct automaton::composite<tao::pegtl::internal::sor<Rules...>> {
    static constexpr part add(automaton& to)
    {
        part result;
        const auto one = [&](const part& p) {
            add_all(result.first, p.first);
            add_all(result.last, p.last);
            result.empty = result.empty || p.empty;
        };
        (one(to.add<Rules>()), ...);
        return result;
    }
};
template <typename Rule>
struct automaton::composite<tao::pegtl::internal::opt<Rule>> {
    static constexpr part add(automaton& to)
    {
        auto result = to.add<Rule>();
        result.empty = true;
        return result;
    }
};
template <typename Rule>
struct automaton::composite<tao::pegtl::internal::plus<Rule>> {
    static constexpr part add(automaton& to)
    {
        const auto result = to.add<Rule>();
        to.connect(result.last, result.first);
        return result;
    }
};
template <typename Rule>
struct automaton::composite<tao::pegtl::internal::star<Rule>> {
    static constexpr part add(automaton& to)
    {
        auto result = composite<tao::pegtl::internal::plus<Rule>>::add(to);
        result.empty = true;
        return result;
    }
};

inline constexpr automaton file_order = automaton::of<grammar::dump>();

} // namespace ballast::read
