// The vocabulary of the action tables: what a rule does to the node that is being built.
#pragma once

#include "read/bare.hpp"
#include "read/context.hpp"

#include <tao/pegtl/match.hpp>
#include <tao/pegtl/nothing.hpp>

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ballast::read {

using tao::pegtl::apply_mode;
using tao::pegtl::rewind_mode;

// For actions that match their rule themselves: the rule, and what the action does after it, if anything.
template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
          template <typename...> class Control, typename Input, typename... States>
[[nodiscard]] bool match_below(Input& in, States&... states)
{
    constexpr bool applies =
        requires { Action<Rule>::apply(in, states...); } || requires { Action<Rule>::apply0(states...); };
    if constexpr (A == apply_mode::action && applies)
        return tao::pegtl::match<Rule, A, R, Action, Control>(in, states...);
    else
        return call_rule<Rule, A, R, Action, Control>(in, states...);
}

// --- conversions -----------------------------------------------------------------------------------------------------

[[noreturn]] void refuse_integer(const context& ctx, std::string_view text, const char* what);

inline void convert(context&, std::string_view text, std::string_view& out) { out = text; }

inline void convert(const context& ctx, std::string_view text, std::int64_t& out)
{
    // The grammar has checked the bytes: an optional sign and digits. 18 digits always fit.
    if (text.size() <= 18 && text[0] != '-') [[likely]] {
        std::int64_t value = 0;
        for (const char c : text) value = value * 10 + (c - '0');
        out = value;
        return;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc{}) refuse_integer(ctx, text, "a signed 64-bit integer");
}

inline void convert(const context& ctx, std::string_view text, std::uint64_t& out) // hexadecimal: pointers
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, 16);
    if (error != std::errc{}) refuse_integer(ctx, text, "an unsigned 64-bit integer");
}

inline void convert(const context& ctx, std::string_view text, ast::human_size& out)
{
    out.unit = ast::size_unit_of(text);
    std::int64_t value = 0;
    for (const char c : text) {
        if (c == '.') continue;
        if (c < '0' || c > '9') break;
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
            refuse_integer(ctx, text, "a signed 64-bit integer");
    }
    out.count = value;
}

template <typename T>
void convert(context& ctx, std::string_view text, std::optional<T>& out)
{
    convert(ctx, text, out.emplace());
}

template <typename T>
void convert(context& ctx, std::string_view text, ast::maybe<T>& out)
{
    convert(ctx, text, out.emplace());
}

// --- members ---------------------------------------------------------------------------------------------------------

template <typename>
struct member_traits;
template <typename Owner, typename Member>
struct member_traits<Member Owner::*> {
    using owner = Owner;
    using type = Member;
};
template <auto M>
using owner_of = typename member_traits<decltype(M)>::owner;
template <auto M>
using type_of = typename member_traits<decltype(M)>::type;

template <typename T>
struct element_of;
template <typename T>
struct element_of<ast::list<T>> {
    using type = T;
};
template <typename T>
struct element_of<ast::maybe<ast::list<T>>> {
    using type = T;
};
template <typename T>
struct target_of;
template <typename T>
struct target_of<ast::box<T>> {
    using type = T;
};

template <typename ActionInput>
std::string_view text_of(const ActionInput& in)
{
    return {in.begin(), in.size()};
}

// --- verbs -----------------------------------------------------------------------------------------------------------

// The matched text becomes the value of a member.
template <auto M>
struct sets : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, owner_of<M>& node)
    {
        convert(ctx, text_of(in), node.*M);
    }
};

// `12.5` is 125.
template <auto M>
struct sets_tenths : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, owner_of<M>& node)
    {
        std::int64_t value = 0;
        for (const char c : text_of(in)) {
            if (c == '.') continue;
            if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, c - '0', &value))
                refuse_integer(ctx, text_of(in), "a signed 64-bit integer");
        }
        node.*M = value;
    }
};

// The member gets this value.
template <auto M, auto Value>
struct marks : tao::pegtl::maybe_nothing {
    static void apply0(context&, owner_of<M>& node) { node.*M = Value; }
};

// For rules in nodes of several types: the member of the current node.
template <auto... M>
struct sets_either : sets<M>... {
    using sets<M>::apply...;
};
template <auto Value, auto... M>
struct marks_either : marks<M, Value>... {
    using marks<M, Value>::apply0...;
};

// The matched text is converted and added to the current list of T.
template <typename T>
struct pushes : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        T value{};
        convert(ctx, text_of(in), value);
        ctx.growing<T>().push(value);
    }
};

// A new node, which is added to the current list of T.
template <typename T>
struct element : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
    [[nodiscard]] static bool match(In& in, context& ctx, Node&)
    {
        T node{};
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, node)) return false;
        ctx.growing<T>().push(node);
        return true;
    }
};

// The same, and the node stores its offset.
template <typename T>
struct placed_element : element<T> {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
    [[nodiscard]] static bool match(In& in, context& ctx, Node& node)
    {
        const char* const begin = in.current();
        if (!element<T>::template match<Rule, A, R, Action, Control>(in, ctx, node)) return false;
        ctx.growing<T>().back().at.offset = ctx.offset(begin);
        return true;
    }
};

// The elements pushed below become the member. A failed match leaves no trace.
template <auto M>
struct gathers : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        using T = typename element_of<type_of<M>>::type;
        auto& list = ctx.growing<T>();
        auto& mark = ctx.mark<T>();
        const std::size_t outer = mark;
        const std::size_t begin = mark = list.size();
        const bool matched = match_below<Rule, A, R, Action, Control>(in, ctx, node);
        mark = outer;
        if (matched)
            node.*M = list.take(begin, ctx.memory);
        else
            list.shrink(begin);
        return matched;
    }
};

// A list that has no member to go to.
template <typename T>
struct list_of {
    ast::list<T> elements;
};

// The rules below read into the member; an optional is set after the match.
template <auto M>
struct inside : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        return match_below<Rule, A, R, Action, Control>(in, ctx, node.*M);
    }
};
template <auto M>
struct emplaces : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        if (match_below<Rule, A, R, Action, Control>(in, ctx, (node.*M).emplace())) return true;
        (node.*M).reset();
        return false;
    }
};

// A new node in the arena, to which the member points.
template <auto M>
struct boxes : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        typename target_of<type_of<M>>::type below{};
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.*M = ctx.memory.make(below);
        return true;
    }
};

template <auto... M>
struct boxes_either : boxes<M>... {
    using boxes<M>::match...;
};

// The same, but built in place: for recursive rules, because a local node would take stack at each level. If the rule
// fails, the node's memory is lost, but such rules rarely fail.
template <auto M>
struct boxes_in_place : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        using target = typename target_of<type_of<M>>::type;
        auto* const below =
            std::construct_at(static_cast<target*>(ctx.memory.allocate(sizeof(target), alignof(target))));
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, *below)) return false;
        node.*M = type_of<M>(below);
        return true;
    }
};

// The member is a box of an instruction at the end of its line. If the instruction is the same as the one before, they
// share a node. That is the case for two of five bytes of instructions in real dumps.
template <auto M>
struct shares_instruction : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        const char* const begin = in.current();
        auto& latest = ctx.latest_instruction;
        if (latest.begins(begin, in.end())) {
            in.bump(latest.size());
            node.*M = type_of<M>(latest.node());
            return true;
        }
        if (!boxes<M>::template match<Rule, A, R, Action, Control>(in, ctx, node)) return false;
        latest.remember(begin, in.current(), in.end(), "\n", (node.*M).get());
        return true;
    }
};

// The member is a shape that can be shared: a cached text is not read again. Only for shapes that end with a blank or a
// line feed.
template <auto M>
struct shares_shape : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        const char* const begin = in.current();
        auto& recent = ctx.shapes.at(begin, in.end());
        if (recent.begins(begin, in.end())) {
            in.bump_in_this_line(recent.size());
            node.*M = type_of<M>(recent.node());
            return true;
        }
        ast::shape below;
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        const auto made = ctx.memory.make(below);
        recent.remember(begin, in.current(), in.end(), " \n", made.get());
        node.*M = type_of<M>(made.get());
        return true;
    }
};

// The member, a variant, becomes a T, or a box of T.
template <typename T, auto M>
struct becomes : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        T below{};
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.*M = below;
        return true;
    }
};
// Not inlined: a node that is large enough for a box would take stack at each level of recursive rules.
template <typename T, auto M>
struct becomes_boxed : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard, gnu::noinline]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        T below{};
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.*M = ctx.memory.make(below);
        return true;
    }
};

// The elements of type T that are pushed below become a list, which becomes the member, a variant.
template <typename T, auto M>
struct becomes_list : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, owner_of<M>& node)
    {
        list_of<T> below;
        if (!gathers<&list_of<T>::elements>::template match<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.*M = below.elements;
        return true;
    }
};

// The same, but the list is added to the current list of lists.
template <typename T>
struct pushes_list : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
    [[nodiscard]] static bool match(In& in, context& ctx, Node&)
    {
        list_of<T> below;
        if (!gathers<&list_of<T>::elements>::template match<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        ctx.growing<ast::list<T>>().push(below.elements);
        return true;
    }
};

// A node that gathers its own elements through M, and is added to the current list.
template <auto M>
struct element_of_gathered : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
    [[nodiscard]] static bool match(In& in, context& ctx, Node&)
    {
        owner_of<M> below{};
        if (!gathers<M>::template match<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        ctx.growing<owner_of<M>>().push(below);
        return true;
    }
};

// The rules below read into the member `value` of the current node, whatever its type.
struct inside_value : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename Node>
        requires requires(Node& node) { node.value; }
    [[nodiscard]] static bool match(In& in, context& ctx, Node& node)
    {
        return match_below<Rule, A, R, Action, Control>(in, ctx, node.value);
    }
};

} // namespace ballast::read
