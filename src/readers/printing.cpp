#include "readers/printing.hpp"

#include "readers/explanation.hpp"
#include "readers/node_types.hpp"
#include "readers/plan.hpp"

#include "ballast/ast/members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace ballast::readers {

namespace {

using names = std::set<std::string, std::less<>>;

std::string_view name_of(describe::conversion how)
{
    using describe::conversion;
    switch (how) {
    case conversion::text: return "text";
    case conversion::integer: return "integer";
    case conversion::hexadecimal: return "hexadecimal";
    case conversion::human_size: return "human_size";
    case conversion::decimal_digits: return "decimal_digits";
    case conversion::grouped: return "grouped";
    case conversion::commas: return "commas";
    case conversion::signed_size: return "signed_size";
    case conversion::amount: return "amount";
    case conversion::before: return "before";
    case conversion::last_digit: return "last_digit";
    case conversion::boolean: return "boolean";
    case conversion::bit: return "bit";
    case conversion::element_type: return "element_type";
    case conversion::auxiliary_type: return "auxiliary_type";
    case conversion::opcode: return "opcode";
    }
    return {};
}

// True for steps that print nothing because they only look ahead.
bool is_look_ahead(const step& s)
{
    if (s.is == step::kind::at || s.is == step::kind::not_at) return true;
    if (s.is != step::kind::choice && s.is != step::kind::sequence) return false;
    return std::ranges::all_of(s.children, is_look_ahead);
}

std::string forms_text(const ast::forms& forms)
{
    std::string result;
    std::apply(
        [&](const auto&... m) {
            ((result +=
              fmt::format("{}\"{}\":\"{}\"", result.empty() ? "" : ",", m.name, ast::enumerator_name(forms.*m.place))),
             ...);
        },
        ast::all_members<ast::forms>());
    return "{" + result + "}";
}

class printing_writer {
public:
    printing_writer(const plain_grammar& grammar, const ast::forms& forms)
        : plan_(printing_plan(grammar, 40, 160)), forms_(forms)
    {
    }

    std::string write()
    {
        if (plan_.root.empty()) return "{}";
        // Marks depend on members that are set later: the functions are visited until nothing is added.
        do {
            changed_ = false;
            seen_ = {plan_.start};
            open_ = {plan_.start};
            functions_.clear();
            while (!open_.empty()) {
                const auto id = open_.back();
                open_.pop_back();
                functions_[id] = of(plan_.functions[id].body, later_[id]);
            }
        } while (changed_);
        std::string all;
        for (const auto& [id, body] : functions_) all += fmt::format("{}\"{}\":{}", all.empty() ? "" : ",\n", id, body);
        return fmt::format("{{\"start\":{},\"forms\":{},\n\"functions\":{{\n{}}}}}", plan_.start, forms_text(forms_),
                           all);
    }

private:
    // --- what builds nothing -----------------------------------------------------------------------------------------

    bool acts(const step& s) const
    {
        if (s.is == step::kind::act) return true;
        if (s.is == step::kind::call) return plan_.functions[s.function].builds;
        if (s.is == step::kind::at || s.is == step::kind::not_at) return false;
        return std::ranges::any_of(s.children, [&](const step& child) { return acts(child); });
    }
    // The text of a step that has only one.
    std::optional<std::string> text_of(const step& s)
    {
        switch (s.is) {
        case step::kind::text: return s.text;
        case step::kind::bytes:
            for (unsigned byte = 0; s.set.count() == 1 && byte < 256; ++byte)
                if (s.set[byte]) return std::string(1, static_cast<char>(byte));
            return std::nullopt;
        case step::kind::at:
        case step::kind::not_at:
        case step::kind::optional:
        case step::kind::star:
        case step::kind::repeat_optional: return std::string();
        case step::kind::sequence:
        case step::kind::nested:
        case step::kind::plus:
        case step::kind::repeat: {
            std::string once;
            for (const auto& child : s.children) {
                const auto text = text_of(child);
                if (!text) return std::nullopt;
                once += *text;
            }
            std::string result;
            for (unsigned i = 0; i < (s.is == step::kind::repeat ? s.count : 1); ++i) result += once;
            return result;
        }
        case step::kind::choice: return is_look_ahead(s) ? std::optional(std::string()) : std::nullopt;
        case step::kind::call: {
            if (!inlined_.insert(s.function).second) return std::nullopt;
            auto text = text_of(plan_.functions[s.function].body);
            inlined_.erase(s.function);
            return text;
        }
        default: return std::nullopt;
        }
    }
    std::string quiet(const step& s)
    {
        if (const auto text = text_of(s)) return text_step(*text);
        if (s.is == step::kind::column) return fmt::format("[\"w\",{}]", s.count);
        if (s.is == step::kind::sequence) return sequence(s, {});
        if (s.is != step::kind::choice || s.children.size() != 2) return "[\"x\"]";
        // `(X !Y) / &Y`: a separator that is omitted at the end.
        const auto& first = s.children[0];
        const auto& second = s.children[1];
        const auto before = text_of(first);
        if (first.is != step::kind::sequence || first.children.size() != 2 || !before) return "[\"x\"]";
        if (first.children[1].is != step::kind::not_at || second.is != step::kind::at) return "[\"x\"]";
        const auto next = text_of(second.child());
        return next ? fmt::format("[\"u\",{},{}]", json_string(*before), json_string(*next)) : "[\"x\"]";
    }
    static std::string text_step(std::string_view text)
    {
        return text.empty() ? "[\"s\"]" : fmt::format("[\"t\",{}]", json_string(text));
    }

    // --- what builds -------------------------------------------------------------------------------------------------

    // The members of a node that a step may set; `a/b` stands for the members b of a member a.
    const names& touched(std::size_t function)
    {
        const auto [found, is_new] = touched_.try_emplace(function);
        if (is_new) add_touched(plan_.functions[function].body, found->second);
        return found->second;
    }
    void add_touched(const step& s, names& to)
    {
        if (s.is == step::kind::at || s.is == step::kind::not_at) return;
        if (s.is == step::kind::call && plan_.functions[s.function].builds) {
            const auto& inner = touched(s.function);
            to.insert(inner.begin(), inner.end());
        }
        if (s.is == step::kind::act) {
            for (const auto& action : s.actions) {
                if (action.path.empty() || action.owner == "forms" || action.verb == verb::repeat) continue;
                const auto places = places_of(action.owner, action);
                to.insert(places[0].member);
                if (places.size() > 1) to.insert(places[0].member + '/' + places[1].member);
            }
            const auto what = s.actions.front().verb;
            if (what == verb::element) return;
            if (what == verb::inside || what == verb::becomes) return add_touched_below(s, to);
        }
        for (const auto& child : s.children) add_touched(child, to);
    }
    void add_touched_below(const step& s, names& to)
    {
        names below;
        add_touched(s.child(), below);
        for (const auto& name : below)
            if (name.find('/') == std::string::npos) to.insert(s.actions.front().path.front() + '/' + name);
    }
    // The members below a member, if it is a node.
    static names below(const names& all, const std::string& member)
    {
        names result;
        for (const auto& name : all)
            if (name.starts_with(member + '/')) result.insert(name.substr(member.size() + 1));
        return result;
    }

    // `later` has the members that steps after this one may set.
    std::string of(const step& s, const names& later)
    {
        if (!acts(s)) return quiet(s);
        const auto with = [&](std::string_view what) {
            auto result = fmt::format("[\"{}\"", what);
            for (const auto& child : s.children) result += "," + of(child, later);
            return result + "]";
        };
        switch (s.is) {
        case step::kind::sequence: return sequence(s, later);
        case step::kind::choice: return with("c");
        case step::kind::optional: return with("?");
        case step::kind::star: return with("*");
        case step::kind::plus: return with("+");
        case step::kind::nested: return with("n");
        case step::kind::repeat: return fmt::format("[\"r\",{},{}]", of(s.child(), later), s.count);
        case step::kind::repeat_optional: return fmt::format("[\"o\",{},{}]", of(s.child(), later), s.count);
        case step::kind::call: {
            auto& of_function = later_[s.function];
            const auto before = of_function.size();
            of_function.insert(later.begin(), later.end());
            changed_ = changed_ || of_function.size() != before;
            if (seen_.insert(s.function).second) open_.push_back(s.function);
            return fmt::format("[\"@\",{}]", s.function);
        }
        case step::kind::act: return builds(s.actions.front().verb) ? building(s, later) : acting(s, later);
        default: return "[\"x\"]";
        }
    }
    std::string sequence(const step& s, const names& later)
    {
        std::vector<names> after(s.children.size(), later);
        for (auto i = s.children.size(); i-- > 1;) {
            after[i - 1] = after[i];
            add_touched(s.children[i], after[i - 1]);
        }
        std::string result = "[\"s\"";
        std::string text;
        const auto end_text = [&] {
            if (!text.empty()) result += "," + text_step(text);
            text.clear();
        };
        for (std::size_t i = 0; i < s.children.size(); ++i) {
            const auto& child = s.children[i];
            if (const auto constant = acts(child) ? std::nullopt : text_of(child)) {
                text += *constant;
                continue;
            }
            end_text();
            result += "," + of(child, after[i]);
        }
        end_text();
        return result + "]";
    }
    static bool sets(const names& later, const action_data& action)
    {
        return !action.path.empty() && later.contains(action.path.front());
    }
    std::string building(const step& s, const names& later)
    {
        const auto& action = s.actions.front();
        const auto child = [&](const names& after) { return of(s.child(), after); };
        switch (action.verb) {
        case verb::inside:
        case verb::becomes:
            return fmt::format("[\"node\",{},\"{}\",{},{}]", path_of(action), action.type,
                               child(below(later, action.path.front())), sets(later, action));
        case verb::element: return fmt::format("[\"element\",\"{}\",{}]", action.type, child({}));
        case verb::gather: return fmt::format("[\"gather\",{},{}]", path_of(action), child(later));
        default: return fmt::format("[\"listed\",{}]", child(later));
        }
    }
    std::string acting(const step& s, const names& later)
    {
        const auto prints = [](const action_data& a) {
            return a.verb == verb::set || a.verb == verb::push || a.verb == verb::repeat;
        };
        std::string actions;
        for (const auto& action : s.actions) actions += "," + action_text(action, later);
        const auto child = std::ranges::any_of(s.actions, prints) ? std::string("null") : of(s.child(), later);
        return fmt::format("[\"a\",{},{}{}]", json_string(s.text), child, actions);
    }
    static std::string action_text(const action_data& action, const names& later)
    {
        switch (action.verb) {
        case verb::set: return fmt::format("[\"set\",{},\"{}\"]", path_of(action), name_of(action.convert));
        case verb::repeat: return fmt::format("[\"repeat\",{},\"{}\"]", path_of(action), name_of(action.convert));
        case verb::push: return fmt::format("[\"push\",\"{}\"]", name_of(action.convert));
        case verb::mark:
            if (action.owner == "forms") return fmt::format("[\"form\",\"{}\",{}]", action.path.front(), action.value);
            return fmt::format("[\"mark\",{},{},{}]", path_of(action), action.value, sets(later, action));
        case verb::given:
            return fmt::format("[\"given\",\"{}\",\"{}\",{}]", action.type, action.path.front(), action.value);
        default: return fmt::format("[\"custom\",\"{}\"]", action.value);
        }
    }
    static std::string path_of(const action_data& action)
    {
        std::string result;
        for (const auto& place : places_of(action.owner, action))
            result += fmt::format("{}\"{}\",\"{}\"", result.empty() ? "" : ",", place.member, place.alternative);
        return "[" + result + "]";
    }

    plan plan_;
    ast::forms forms_;
    std::map<std::size_t, names> later_; // by function
    std::map<std::size_t, names> touched_;
    std::map<std::size_t, std::string> functions_;
    std::set<std::size_t> seen_;
    std::vector<std::size_t> open_;
    std::set<std::size_t> inlined_; // functions that are being visited
    bool changed_ = false;
};

} // namespace

std::string printing_of(const plain_grammar& grammar, const ast::forms& forms)
{
    return printing_writer(grammar, forms).write();
}

} // namespace ballast::readers
