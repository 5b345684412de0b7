#include "readers/plan.hpp"

#include "readers/node_types.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace ballast::readers {

namespace {

// The node and the list that are being built where a rule is used.
struct surroundings {
    std::string node; // the type of the node
    std::string list; // the type of the elements of the list; empty: none

    auto operator<=>(const surroundings&) const = default;
};

step::kind kind_of(peg_operation op)
{
    switch (op) {
    case peg_operation::sequence: return step::kind::sequence;
    case peg_operation::choice: return step::kind::choice;
    case peg_operation::optional: return step::kind::optional;
    case peg_operation::star: return step::kind::star;
    case peg_operation::plus: return step::kind::plus;
    case peg_operation::repeat: return step::kind::repeat;
    case peg_operation::repeat_optional: return step::kind::repeat_optional;
    case peg_operation::at: return step::kind::at;
    case peg_operation::not_at: return step::kind::not_at;
    case peg_operation::text: return step::kind::text;
    case peg_operation::bytes: return step::kind::bytes;
    case peg_operation::run: return step::kind::run;
    case peg_operation::nested: return step::kind::nested;
    case peg_operation::column: return step::kind::column;
    case peg_operation::rule: return step::kind::call;
    }
    return step::kind::sequence;
}

struct entry_root {
    std::string_view start;
    std::string_view node;
};
constexpr std::array roots{
    entry_root{"dump", "tree"},
    entry_root{"value_alone", "value_line"},
    entry_root{"metadata_alone", "metadata"},
    entry_root{"literal", "literal"},
};

class planner {
public:
    planner(const plain_grammar& grammar, std::size_t longest, std::size_t most, bool prints = false)
        : grammar_(grammar), longest_(longest), most_(most), prints_(prints), recursive_(recursive_rules(grammar))
    {
        for (const auto& rule : grammar.rules)
            describe::for_each_reference(rule.body, [&](std::string_view to) { ++uses_[std::string(to)]; });
    }

    plan recognising()
    {
        result_.start = matching(grammar_.start);
        return std::move(result_);
    }
    plan building()
    {
        result_.root = root_of(grammar_.start);
        if (result_.root.empty()) return recognising();
        result_.start = reading(grammar_.start, {result_.root, {}});
        name_apart();
        return std::move(result_);
    }

private:
    // --- what only matches -------------------------------------------------------------------------------------------

    // True if a rule that only matches gets a function of its own.
    bool is_own(const peg_rule& rule)
    {
        const auto size = whole_size(rule.name);
        return recursive_.contains(rule.name) || size > most_ || (uses_[rule.name] > 1 && size > longest_);
    }
    // The size of a rule, including the rules that would be inlined.
    std::size_t whole_size(const std::string& name)
    {
        const auto [found, is_new] = sizes_.try_emplace(name, 0);
        if (!is_new) return found->second;
        const std::function<std::size_t(const peg&)> add = [&](const peg& e) {
            if (e.op == peg_operation::rule) return is_own(grammar_.at(e.text)) ? 1 : whole_size(e.text);
            auto result = e.op == peg_operation::text ? e.text.size() / 8 + 1 : std::size_t{1};
            for (const auto& child : e.children) result += add(child);
            return result;
        };
        const auto size = add(grammar_.at(name).body);
        return sizes_[name] = size;
    }
    std::size_t matching(const std::string& name)
    {
        if (const auto found = matching_.find(name); found != matching_.end()) return found->second;
        const auto id = add(name, false);
        matching_.emplace(name, id);
        auto body = matched(grammar_.at(name).body);
        result_.functions[id].body = std::move(body);
        return id;
    }
    step matched(const peg& e)
    {
        if (e.op == peg_operation::rule) {
            const auto& rule = grammar_.at(e.text);
            if (is_own(rule)) return call_of(matching(rule.name));
            return matched(rule.body);
        }
        auto made = step_of(e);
        for (const auto& child : e.children) made.children.push_back(matched(child));
        return made;
    }

    // --- what builds -------------------------------------------------------------------------------------------------

    // Enters the actions of a rule, as far as they apply, and passes them with their surroundings to `see`.
    template <typename See>
    surroundings enter(const std::string& name, surroundings in, See&& see) const
    {
        for (const auto& action : actions_of(name)) {
            if (!applies(action, in)) continue;
            see(action);
            if (action.verb == verb::inside || action.verb == verb::becomes || action.verb == verb::element)
                in.node = action.type;
            if (action.verb == verb::gather) in.list = element_type(in.node, action);
            if (action.verb == verb::listed) in.list = action.type;
        }
        return in;
    }
    [[nodiscard]] const std::vector<action_data>& actions_of(const std::string& name) const
    {
        return grammar_.at(name).actions;
    }
    [[nodiscard]] bool applies(const action_data& action, const surroundings& in) const
    {
        if ((action.verb == verb::repeat || action.verb == verb::given) && !prints_) return false;
        if (action.verb == verb::push) return in.list == action.type;
        if (action.verb == verb::element) return in.list == action.type;
        if (action.verb == verb::listed) return in.list == action.type + "_list";
        return action.owner.empty() || action.owner == "forms" || action.owner == in.node;
    }
    using rule_there = std::pair<std::string, surroundings>;

    // True if `decides` is true for an action of a rule, or of one below. `decides` clears `deeper` if the rules below
    // do not count. Look-aheads build nothing.
    template <typename Decides>
    bool any_below(std::map<rule_there, bool>& known, const std::string& name, const surroundings& in, Decides decides)
    {
        const rule_there key(name, in);
        if (const auto found = known.find(key); found != known.end()) return found->second;
        std::set<rule_there> seen{key};
        std::vector<rule_there> open{key};
        bool result = false;
        while (!open.empty() && !result) {
            const auto [rule, where] = open.back();
            open.pop_back();
            bool deeper = true;
            const auto inner = enter(rule, where, [&](const action_data& a) { result = decides(a, deeper) || result; });
            if (!deeper) continue;
            const std::function<void(const peg&)> follow = [&](const peg& e) {
                if (e.op == peg_operation::at || e.op == peg_operation::not_at) return;
                if (e.op == peg_operation::rule && seen.emplace(e.text, inner).second) open.emplace_back(e.text, inner);
                for (const auto& child : e.children) follow(child);
            };
            follow(grammar_.at(rule).body);
        }
        known.emplace(key, result);
        return result;
    }
    // True if a rule does anything there, itself or in a rule below.
    bool does_something(const std::string& name, const surroundings& in)
    {
        return any_below(doing_, name, in, [](const action_data&, bool&) { return true; });
    }
    // True if something is added to the current list there.
    bool adds_to_list(const std::string& name, const surroundings& in)
    {
        return any_below(adding_, name, in, [](const action_data& action, bool& deeper) {
            if (!deeper) return false;
            deeper = action.verb != verb::gather && action.verb != verb::listed; // they begin another list
            return action.verb == verb::push || action.verb == verb::element || action.verb == verb::listed ||
                   action.verb == verb::custom;
        });
    }

    std::size_t reading(const std::string& name, surroundings in)
    {
        if (!in.list.empty() && !adds_to_list(name, in)) in.list.clear();
        const rule_there key(name, in);
        if (const auto found = reading_.find(key); found != reading_.end()) return found->second;
        const auto id = add(name, true);
        reading_.emplace(key, id);
        auto body = acting(name, in);
        result_.functions[id].body = std::move(body);
        return id;
    }
    // A rule with its actions: those that build something surround the others.
    step acting(const std::string& name, const surroundings& in)
    {
        std::vector<action_data> around;
        std::vector<std::vector<action_data>> after(1);
        const auto inner = enter(name, in, [&](const action_data& action) {
            if (!builds(action.verb)) return after.back().push_back(action);
            around.push_back(action);
            after.emplace_back();
        });
        auto made = read(grammar_.at(name).body, inner);
        for (auto i = around.size() + 1; i-- > 0;) {
            if (!after[i].empty()) made = act_of(name, after[i], std::move(made));
            if (i > 0) made = act_of(name, {around[i - 1]}, std::move(made));
        }
        return made;
    }
    bool has_building_action(const std::string& name, const surroundings& in) const
    {
        bool result = false;
        enter(name, in, [&](const action_data& action) { result = result || builds(action.verb); });
        return result;
    }
    step read(const peg& e, const surroundings& in)
    {
        if (e.op == peg_operation::at || e.op == peg_operation::not_at) return matched(e);
        if (e.op != peg_operation::rule) {
            auto made = step_of(e);
            for (const auto& child : e.children) made.children.push_back(read(child, in));
            return made;
        }
        if (!does_something(e.text, in)) return matched(e);
        const auto& rule = grammar_.at(e.text);
        const bool own = recursive_.contains(e.text) || has_building_action(e.text, in) ||
                         whole_size(rule.name) > most_ || (uses_[e.text] > 1 && whole_size(rule.name) > longest_);
        return own ? call_of(reading(e.text, in)) : acting(e.text, in);
    }

    // --- parts -------------------------------------------------------------------------------------------------------

    static step step_of(const peg& e)
    {
        step made{.is = kind_of(e.op)};
        made.text = e.text;
        made.set = e.set;
        made.count = e.count;
        return made;
    }
    static step call_of(std::size_t function)
    {
        step made{.is = step::kind::call};
        made.function = function;
        return made;
    }
    static step act_of(const std::string& rule, std::vector<action_data> actions, step child)
    {
        step made{.is = step::kind::act};
        made.text = rule;
        made.actions = std::move(actions);
        made.children.push_back(std::move(child));
        return made;
    }
    std::size_t add(const std::string& name, bool builds)
    {
        result_.functions.push_back({name, &grammar_.at(name), builds, {}});
        return result_.functions.size() - 1;
    }
    // Rules that both match and build have two functions. Rules in several surroundings have one for each.
    void name_apart()
    {
        std::map<std::string, unsigned> counts;
        for (const auto& [key, id] : reading_) {
            auto& name = result_.functions[id].name;
            const auto count = ++counts[name];
            if (count > 1) name += "_" + std::to_string(count);
        }
    }
    std::string root_of(const std::string& start)
    {
        for (const auto& r : roots)
            if (r.start == start) return std::string(r.node);
        // The types of nodes in which its own actions, or those below, do something.
        std::set<std::string> seen;
        std::vector<std::string> open{start};
        while (!open.empty()) {
            const auto name = open.back();
            open.pop_back();
            for (const auto& action : actions_of(name))
                if (!action.owner.empty() && action.owner != "forms" && action.owner != "tree") return action.owner;
            for (const auto& action : actions_of(name))
                if (action.verb == verb::element) return action.type;
            std::vector<std::string> below;
            describe::for_each_reference(grammar_.at(name).body, [&](std::string_view to) {
                if (seen.insert(std::string(to)).second) below.emplace_back(to);
            });
            open.insert(open.end(), below.rbegin(), below.rend());
        }
        return {};
    }

    const plain_grammar& grammar_;
    std::size_t longest_; // of parts that are used more than once
    std::size_t most_;    // of all parts
    bool prints_;
    std::set<std::string, std::less<>> recursive_;
    std::map<std::string, std::size_t, std::less<>> uses_;
    std::map<std::string, std::size_t, std::less<>> sizes_;
    std::map<std::string, std::size_t> matching_;
    std::map<rule_there, std::size_t> reading_;
    std::map<rule_there, bool> doing_;
    std::map<rule_there, bool> adding_;
    plan result_;
};

} // namespace

plan recognising_plan(const plain_grammar& grammar, std::size_t longest, std::size_t most)
{
    return planner(grammar, longest, most).recognising();
}

plan building_plan(const plain_grammar& grammar, std::size_t longest, std::size_t most)
{
    return planner(grammar, longest, most).building();
}

plan printing_plan(const plain_grammar& grammar, std::size_t longest, std::size_t most)
{
    return planner(grammar, longest, most, true).building();
}

bool is_regular(const step& s)
{
    if (s.is == step::kind::call || s.is == step::kind::nested || s.is == step::kind::act) return false;
    return std::ranges::all_of(s.children, is_regular);
}

bool builds(verb what)
{
    return what == verb::inside || what == verb::becomes || what == verb::element || what == verb::gather ||
           what == verb::listed;
}

} // namespace ballast::readers
