// From rule types to plain data: one specialisation on `rule_t` for each PEGTL rule in use. A rule that has none does
// not compile. Grammars of other projects can be reified too: examples/toy_reader.cpp has one, and writes a reader.
#pragma once

#include "describe/grammar_data.hpp"
#include "describe/reify_action.hpp"
#include "grammar/entry.hpp"
#include "read/expected.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>

namespace ballast::describe {

namespace pegtl = tao::pegtl::internal;
namespace g = ballast::grammar;

class reifier {
public:
    // Rules are named as in this namespace. Templates, and types from elsewhere, are operators.
    explicit reifier(std::string_view home = "ballast::grammar::") : home_(home) {}

    template <typename Rule>
    node_id add();
    template <typename... Rules>
    std::vector<node_id> add_all()
    {
        const node_id ids[]{add<Rules>()...};
        return {std::begin(ids), std::end(ids)};
    }
    node_id add_key(std::string_view key)
    {
        result_.nodes.push_back({});
        auto& made = result_.nodes.back();
        made.op = operation::text;
        made.text = std::string(key) + "=";
        made.key = key;
        return result_.nodes.size() - 1;
    }
    node_id add_sequence(std::vector<node_id> children)
    {
        result_.nodes.push_back({});
        result_.nodes.back().children = std::move(children);
        return result_.nodes.size() - 1;
    }
    template <typename... Entries>
    void add_entries(g::entry_list<Entries...>)
    {
        (add_entry(Entries{}), ...);
    }
    grammar_data take()
    {
        result_.depth_limit = g::depth_limit;
        return std::move(result_);
    }

private:
    // The properties of a rule's type, so that the rest is compiled once.
    struct rule_type {
        const std::type_info& id;
        std::string_view expected;
        std::optional<finding_id> construct;
        describe::actions (*actions)(); // null: none
        void (*fill)(reifier&, node&);
    };
    node_id add(const rule_type& type);

    template <entry Which, typename Rule>
    void add_entry(g::entered_by<Which, Rule>)
    {
        const auto id = add<Rule>();
        result_.nodes[id].entry = entry_names()[static_cast<std::size_t>(Which)];
    }

    std::string_view home_;
    grammar_data result_;
};

// --- one a rule ------------------------------------------------------------------------------------------------------

template <typename RuleT>
struct reify; // not defined: each rule of PEGTL needs a specialisation here

template <operation Op, typename... Rules>
struct reify_children {
    static void fill(reifier& r, node& n)
    {
        n.op = Op;
        n.children = r.add_all<Rules...>();
    }
};
template <typename... Rules>
struct reify<pegtl::seq<Rules...>> : reify_children<operation::sequence, Rules...> {};
template <typename... Rules>
struct reify<pegtl::sor<Rules...>> : reify_children<operation::choice, Rules...> {};
template <typename Rule>
struct reify<pegtl::opt<Rule>> : reify_children<operation::optional, Rule> {};
template <typename Rule>
struct reify<pegtl::star<Rule>> : reify_children<operation::star, Rule> {};
template <typename Rule>
struct reify<pegtl::plus<Rule>> : reify_children<operation::plus, Rule> {};
template <typename Rule>
struct reify<pegtl::at<Rule>> : reify_children<operation::at, Rule> {};
template <typename Rule>
struct reify<pegtl::not_at<Rule>> : reify_children<operation::not_at, Rule> {};
template <typename... Rules>
struct reify<g::nested<Rules...>> : reify_children<operation::nested, Rules...> {};

template <unsigned Count, typename Rule>
struct reify<pegtl::rep<Count, Rule>> {
    static void fill(reifier& r, node& n)
    {
        n.op = operation::repeat;
        n.count = Count;
        n.children = r.add_all<Rule>();
    }
};
template <unsigned Count, typename Rule>
struct reify<pegtl::rep_opt<Count, Rule>> {
    static void fill(reifier& r, node& n)
    {
        n.op = operation::repeat_optional;
        n.count = Count;
        n.children = r.add_all<Rule>();
    }
};

template <std::size_t Width, typename Rule>
struct reify<g::right_aligned<Width, Rule>> {
    static void fill(reifier& r, node& n)
    {
        n.op = operation::right_aligned;
        n.count = Width;
        n.children = r.add_all<Rule>();
    }
};

template <g::fixed_text Text>
struct reify<g::lit<Text>> {
    static void fill(reifier&, node& n)
    {
        n.op = operation::text;
        n.text = Text.view();
    }
};
template <typename Class>
struct reify<g::run<Class>> {
    static void fill(reifier&, node& n)
    {
        n.op = operation::run;
        for (std::size_t i = 0; i < 256; ++i) n.set[i] = Class::bytes(static_cast<char>(i));
    }
};
template <typename Tail, typename Next>
struct reify<g::text_before_last_parenthesis<Tail, Next>> : reify_children<operation::last_parenthesis, Tail, Next> {};

template <tao::pegtl::internal::result_on_found R, char... Cs>
struct reify<pegtl::one<R, pegtl::peek_char, Cs...>> {
    static void fill(reifier&, node& n)
    {
        n.op = operation::bytes;
        for (const char c : {Cs...}) n.set.set(static_cast<unsigned char>(c));
        if (R == tao::pegtl::internal::result_on_found::failure) n.set.flip();
    }
};
template <char Low, char High>
struct reify<pegtl::range<pegtl::result_on_found::success, pegtl::peek_char, Low, High>> {
    static void fill(reifier&, node& n)
    {
        n.op = operation::bytes;
        for (std::size_t c = static_cast<unsigned char>(Low); c <= static_cast<unsigned char>(High); ++c) n.set.set(c);
    }
};
template <char... Cs>
struct reify<pegtl::ranges<pegtl::peek_char, Cs...>> {
    static void fill(reifier&, node& n)
    {
        n.op = operation::bytes;
        const std::vector<char> ends{Cs...};
        for (std::size_t i = 0; i < ends.size(); i += 2) {
            const auto high = i + 1 < ends.size() ? ends[i + 1] : ends[i];
            for (std::size_t c = static_cast<unsigned char>(ends[i]); c <= static_cast<unsigned char>(high); ++c)
                n.set.set(c);
        }
    }
};
template <char32_t Low, char32_t High>
struct reify<pegtl::range<pegtl::result_on_found::success, pegtl::peek_utf8, Low, High>> {
    static void fill(reifier&, node& n)
    {
        n.op = operation::code_points;
        n.low = Low;
        n.high = High;
    }
};
template <>
struct reify<pegtl::eof> {
    static void fill(reifier&, node& n) { n.op = operation::end; }
};

// A choice of `key=value`; the keys are part of the data.
template <typename... Entries>
struct reify<g::keyed_values<Entries...>> {
    static void fill(reifier& r, node& n)
    {
        n.op = operation::choice;
        (n.children.push_back(entry<Entries>(r)), ...);
    }

private:
    template <typename Entry>
    static node_id entry(reifier& r)
    {
        const auto key = r.add_key(Entry::key);
        return r.add_sequence({key, r.add<typename Entry::value>()});
    }
};

// --- names -----------------------------------------------------------------------------------------------------------

// The name of a rule of the grammar. Empty for operators, and for templates, which are expanded.
inline std::string rule_name(const std::type_info& type, std::string_view home = "ballast::grammar::")
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status),
                                                           &std::free);
    const std::string_view name = text ? text.get() : "";
    if (!name.starts_with(home) || name.find('<') != std::string_view::npos) return {};
    return std::string(name.substr(home.size()));
}

template <typename Rule>
node_id reifier::add()
{
    return add({.id = typeid(Rule),
                .expected = read::expected<Rule>,
                .construct = read::construct<Rule>,
                .actions = actions_of<Rule>(),
                .fill = reify<typename Rule::rule_t>::fill});
}

inline node_id reifier::add(const rule_type& type)
{
    const auto name = rule_name(type.id, home_);
    if (const auto found = result_.rules.find(name); !name.empty() && found != result_.rules.end())
        return found->second;
    const node_id id = result_.nodes.size();
    result_.nodes.push_back({});
    if (!name.empty()) {
        result_.rules.emplace(name, id); // before its children: rules are recursive
        result_.order.push_back(id);
    }
    node made;
    made.name = name;
    if (!name.empty()) {
        made.expected = type.expected;
        if (type.actions) made.actions = type.actions().all;
        if (type.construct) made.finding = info(*type.construct).name;
    }
    type.fill(*this, made);
    result_.nodes[id] = std::move(made);
    return id;
}

} // namespace ballast::describe
