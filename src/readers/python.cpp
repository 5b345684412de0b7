// A Python module: regular parts of the grammar are regular expressions, the others functions.
#include "readers/explanation.hpp"
#include "readers/node_types.hpp"
#include "readers/plan.hpp"
#include "readers/python_texts.hpp"
#include "readers/vocabulary.hpp"

#include "ballast/version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

namespace ballast::readers {

namespace {

using describe::conversion;
using json::kind;

// --- nodes -----------------------------------------------------------------------------------------------------------

std::string class_name(std::string_view name)
{
    std::string result;
    bool begins = true;
    for (const char c : name) {
        if (c == '_') {
            begins = true;
            continue;
        }
        result += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        begins = false;
    }
    return result;
}

std::string py_string(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

// The type hint of a value.
std::string hint_of(const json::type& of);

// Lists in variants are classes, so that they say which alternative they are.
std::string alternative_hint(const json::type& of)
{
    return held(of).kind == kind::list ? class_name(type_name(of)) : hint_of(of);
}
std::string hint_of(const json::type& of)
{
    switch (of.kind) {
    case kind::structure: return class_name(of.name);
    case kind::optional:
    case kind::box: return "Optional[" + hint_of(*of.element) + "]";
    case kind::shared: return hint_of(*of.element);
    case kind::list: return "Tuple[" + hint_of(*of.element) + ", ...]";
    case kind::boolean: return "bool";
    case kind::integer:
    case kind::natural:
    case kind::address:
    case kind::position: return "int";
    case kind::variant: {
        std::vector<std::string> parts;
        for (const auto* alternative : of.alternatives) {
            auto hint = alternative->kind == kind::nothing ? "None" : alternative_hint(held(*alternative));
            if (std::ranges::find(parts, hint) == parts.end()) parts.push_back(std::move(hint));
        }
        return fmt::format("Union[{}]", fmt::join(parts, ", "));
    }
    default: return "str";
    }
}

// The value of a new node's member, or a call that makes one.
struct initial {
    std::string text;
    bool made = false; // a node, which each node has its own of
};
initial default_of(const json::type& of, const void* x)
{
    switch (of.kind) {
    case kind::structure: return {class_name(of.name), true};
    case kind::optional:
    case kind::box: return {"None", false};
    case kind::shared: return default_of(*of.element, of.element->initial);
    case kind::list: return {"()", false};
    case kind::boolean: return {*static_cast<const bool*>(x) ? "True" : "False", false};
    case kind::integer: return {fmt::to_string(*static_cast<const std::int64_t*>(x)), false};
    case kind::natural: return {fmt::to_string(*static_cast<const std::uint64_t*>(x)), false};
    case kind::letter: return {py_string({static_cast<const char*>(x), 1}), false};
    case kind::word: return {py_string(of.spellings().by_value[*static_cast<const std::uint8_t*>(x)]), false};
    case kind::variant: {
        const auto& alternative = *of.alternatives[of.index(x)];
        if (alternative.kind == kind::nothing) return {"None", false};
        const auto& type = held(alternative);
        if (type.kind == kind::structure) return {class_name(type.name), true};
        if (type.kind == kind::list) return {class_name(type_name(type)) + "()", false};
        return default_of(alternative, of.held(x));
    }
    default: return {"\"\"", false};
    }
}

// What JSON has to know of a member besides the type of its value.
std::string json_special(const json::type& of)
{
    const auto& type = held(of);
    if (type.kind == kind::address) return "\"address\"";
    if (type.kind == kind::variant) return "\"variant\"";
    return of.kind == kind::optional || of.kind == kind::box ? "\"optional\"" : "None";
}

class python_writer {
public:
    explicit python_writer(const source& from)
        : from_(from),
          checking_(recognising_plan(from.grammar, 40, 160)),
          reading_(building_plan(from.grammar, 40, 160))
    {
    }

    std::string write()
    {
        nodes();
        functions(checking_, "check_");
        if (!reading_.root.empty()) functions(reading_, "read_");
        std::string result = commented(from_.head, "# ");
        result += python_beginning;
        result += nodes_;
        result += python_middle;
        for (const auto& [expression, name] : expressions_)
            result += fmt::format("{0}: _Matcher = _matcher(\"{0}\", rb\"\"\"{1}\"\"\")\n", name, expression);
        for (const auto& [expression, name] : lists_)
            result += fmt::format("{0}: Any = _finder(\"{0}\", rb\"\"\"{1}\"\"\")\n", name, expression);
        result += out_;
        result += fmt::format("\n\n_GRAMMAR = r\"\"\"{}\"\"\"\n_DEPTH_LIMIT = {}\n_VERSION = {}\n",
                              explanation_of(from_.grammar), from_.grammar.depth_limit, py_string(BALLAST_VERSION));
        result += vocabulary();
        result += fast_functions();
        result += with_root(python_end);
        return result;
    }

private:
    [[nodiscard]] std::string with_root(std::string_view text) const
    {
        const auto type = reading_.root.empty() ? std::string("Any") : class_name(reading_.root);
        std::string result(text);
        constexpr std::string_view name = "ROOT_TYPE";
        for (auto at = result.find(name); at != std::string::npos; at = result.find(name, at))
            result.replace(at, name.size(), type);
        return result;
    }

    // --- nodes -------------------------------------------------------------------------------------------------------

    void nodes()
    {
        std::set<std::string> lists;
        for (const auto* type : node_types())
            for (const auto& field : type->fields) list_classes(*field.of, lists);
        nodes_ += "\n# --- nodes ---\n\n";
        for (const auto* type : node_types()) {
            nodes_ += fmt::format("\n@dataclass\nclass {}:\n", class_name(type->name));
            if (type->fields.empty()) nodes_ += "    pass\n\n";
            std::string table;
            for (const auto& field : type->fields) {
                if (field.of->kind == kind::position) continue;
                const auto value = default_of(*field.of, field.in(type->initial));
                nodes_ += fmt::format("    {}: {} = {}\n", member(field.name), hint_of(*field.of),
                                      value.made ? "field(default_factory=lambda: " + value.text + "())" : value.text);
                table += fmt::format("({}, {}, {}, {}), ", py_string(field.name), py_string(member(field.name)),
                                     field.required ? "True" : "False", json_special(*field.of));
            }
            nodes_ += type->fields.empty() ? "" : "\n";
            tables_ += fmt::format("    {}: ({}),\n", class_name(type->name), table);
        }
        nodes_ += "\n@dataclass\nclass Tree:\n    \"\"\"What a text is: one of the members.\"\"\"\n\n";
        const auto& tree = *node_type("tree");
        for (const auto* alternative : tree.alternatives)
            nodes_ += fmt::format("    {}: Optional[{}] = None\n", alternative->name, class_name(alternative->name));
        std::string alternatives;
        for (const auto* alternative : tree.alternatives)
            alternatives += fmt::format("(\"{0}\", \"{0}\", False, None), ", alternative->name);
        tables_ += fmt::format("    Tree: ({}),\n", alternatives);
        // Lists are classes of their own only as alternatives; they have to be known before the nodes.
        nodes_ = list_text_ + nodes_;
        nodes_ += "\n\n# The members of nodes: their names in JSON and here, whether they are always written, and what "
                  "is special.\n"
                  "_MEMBERS: Dict[Any, Any] = {\n" +
                  tables_ + "}\n";
        nodes_ += "_ALTERNATIVES: Dict[Any, str] = {\n" + alternatives_ + "}\n";
    }
    void list_classes(const json::type& given, std::set<std::string>& seen)
    {
        const auto& of = held(given);
        if (of.kind == kind::list) return list_classes(*of.element, seen);
        if (of.kind != kind::variant) return;
        for (const auto* alternative : of.alternatives) {
            if (alternative->kind == kind::nothing) continue;
            const auto& type = held(*alternative);
            const auto name = type_name(type);
            if (!seen.insert(name).second) continue;
            if (type.kind == kind::list) {
                list_text_ += fmt::format("\nclass {}({}):\n    __slots__ = ()\n\n", class_name(name),
                                          "Tuple[\"" + hint_of(*type.element) + "\", ...]");
                alternatives_ += fmt::format("    {}: \"{}\",\n", class_name(name), name);
            } else if (type.kind == kind::structure) {
                alternatives_ += fmt::format("    {}: \"{}\",\n", class_name(name), name);
            }
        }
    }
    static std::string member(std::string_view name)
    {
        static constexpr std::array keywords{"as", "class", "def",    "del", "from", "global", "if",
                                             "in", "is",    "lambda", "not", "or",   "pass",   "with"};
        return std::ranges::find(keywords, name) == keywords.end() ? std::string(name) : std::string(name) + "_";
    }

    // --- regular expressions -----------------------------------------------------------------------------------------

    // What is done with a group of an expression once it has matched.
    struct capture {
        const step* act = nullptr;
        bool may_be_missing = false;
    };
    using captures = std::vector<capture>;

    static std::string byte(unsigned c)
    {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ' ' ||
                           c == '_' || c == ',' || c == ':' || c == '=' || c == '%' || c == '/' || c == '<' || c == '>';
        return plain ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
    }
    static std::string set_text(const std::bitset<256>& set)
    {
        if (set.all()) return "[\\x00-\\xff]";
        if (set.count() == 1) return byte(ranges_of(set).front().first);
        std::string result = "[";
        for (const auto& [first, last] : ranges_of(set))
            result += byte(first) + (last == first ? "" : last == first + 1 ? byte(last) : "-" + byte(last));
        return result + "]";
    }
    // One thing that a repetition can follow.
    static bool is_atom(const step& s)
    {
        return s.is == step::kind::bytes || (s.is == step::kind::text && s.text.size() == 1);
    }

    // A list of numbers or names between marks: its elements are found in its text again.
    static bool only_marks(const step& s)
    {
        const auto is_mark = [](unsigned char c) {
            return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
                     c == '-');
        };
        switch (s.is) {
        case step::kind::text: return std::ranges::all_of(s.text, is_mark);
        case step::kind::bytes:
        case step::kind::run:
            for (unsigned c = 0; c < 256; ++c)
                if (s.set[c] && !is_mark(static_cast<unsigned char>(c))) return false;
            return true;
        case step::kind::act:
        case step::kind::call:
        case step::kind::nested: return false;
        case step::kind::at:
        case step::kind::not_at: return true;
        default: return std::ranges::all_of(s.children, only_marks);
        }
    }
    static void pushes_in(const step& s, std::vector<const step*>& found, bool& simple)
    {
        if (only_marks(s)) return;
        if (s.is == step::kind::act && s.actions.size() == 1 && s.actions[0].verb == verb::push &&
            is_regular(s.child()))
            return found.push_back(&s);
        switch (s.is) {
        case step::kind::sequence:
        case step::kind::optional:
        case step::kind::star:
        case step::kind::plus:
            for (const auto& child : s.children) pushes_in(child, found, simple);
            return;
        default: simple = false;
        }
    }
    // The push of its elements, if an act gathers a list that is so.
    static const step* simple_list(const step& s)
    {
        if (s.is != step::kind::act || s.actions.front().verb != verb::gather) return nullptr;
        std::vector<const step*> found;
        bool simple = true;
        pushes_in(s.child(), found, simple);
        if (!simple || found.empty()) return nullptr;
        const auto how = found.front()->actions.front().convert;
        for (const auto* each : found)
            if (each->actions.front().convert != how) return nullptr;
        return found.front();
    }
    static step without_acts(const step& s)
    {
        if (s.is == step::kind::act) return without_acts(s.child());
        auto result = s;
        for (auto& child : result.children) child = without_acts(child);
        return result;
    }

    // The expression of a step, or nothing if it is not regular. Groups for what is done after it are added.
    static std::optional<std::string> expression(const step& s, captures* groups, bool may_be_missing)
    {
        const auto child = [&](captures* of, bool missing) { return expression(s.children.front(), of, missing); };
        const auto repeated = [&](std::string_view how, captures* of) -> std::optional<std::string> {
            auto inner = child(of, true);
            if (!inner) return std::nullopt;
            return (is_atom(s.child()) ? *inner : "(?>" + *inner + ")") + std::string(how);
        };
        switch (s.is) {
        case step::kind::sequence: {
            std::string result;
            for (const auto& each : s.children) {
                auto part = expression(each, groups, may_be_missing);
                if (!part) return std::nullopt;
                result += *part;
            }
            return result;
        }
        case step::kind::choice: {
            std::string result;
            for (const auto& each : s.children) {
                auto part = expression(each, groups, true);
                if (!part) return std::nullopt;
                result += (result.empty() ? "" : "|") + *part;
                if (&each == &s.children.front() && part->empty()) return std::nullopt;
            }
            return "(?>" + result + ")";
        }
        case step::kind::optional: return repeated("?+", groups);
        case step::kind::star: return repeated("*+", nullptr);
        case step::kind::plus: return repeated("++", nullptr);
        case step::kind::repeat: {
            auto inner = child(nullptr, true);
            if (!inner) return std::nullopt;
            return fmt::format("{}{{{}}}", is_atom(s.child()) ? *inner : "(?>" + *inner + ")", s.count);
        }
        case step::kind::repeat_optional: return repeated(fmt::format("{{0,{}}}+", s.count), nullptr);
        case step::kind::at:
        case step::kind::not_at: {
            auto inner = child(nullptr, true);
            if (!inner) return std::nullopt;
            return fmt::format("(?{}{})", s.is == step::kind::at ? '=' : '!', *inner);
        }
        case step::kind::text: {
            std::string result;
            for (const char c : s.text) result += byte(static_cast<unsigned char>(c));
            return result;
        }
        case step::kind::bytes: return set_text(s.set);
        case step::kind::run: return set_text(s.set) + "++";
        case step::kind::act: {
            if (groups == nullptr) return std::nullopt;
            if (simple_list(s) != nullptr) {
                groups->push_back({&s, may_be_missing});
                return "(" + *expression(without_acts(s.child()), nullptr, true) + ")";
            }
            if (builds(s.actions.front().verb)) return std::nullopt;
            groups->push_back({&s, may_be_missing});
            auto inner = expression(s.child(), groups, may_be_missing);
            if (!inner) return std::nullopt;
            return "(" + *inner + ")";
        }
        case step::kind::column: {
            const auto word = set_text(describe::column_word());
            auto result = fmt::format("(?>(?! )(?={}{{{}}})", word, s.count);
            for (unsigned blanks = 1; blanks < s.count; ++blanks)
                result += fmt::format("| {{{}}}(?={}{{{}}}(?!{}))", blanks, word, s.count - blanks, word);
            return result + ")";
        }
        case step::kind::nested:
        case step::kind::call: return std::nullopt;
        }
        return std::nullopt;
    }
    std::string expression_name(const std::string& expression)
    {
        return expressions_.try_emplace(expression, fmt::format("_x{}", expressions_.size())).first->second;
    }
    std::string list_name(const std::string& expression)
    {
        return lists_.try_emplace(expression, fmt::format("_e{}", lists_.size())).first->second;
    }

    // --- functions ---------------------------------------------------------------------------------------------------

    struct scope {
        std::string node = "n";
        std::string list = "l";
        bool needed = true; // the function fails if this does
    };

    void line(int indent, const std::string& text)
    {
        out_ += std::string(static_cast<std::size_t>(indent) * 4, ' ') + text + '\n';
    }
    std::string fresh(char of) { return fmt::format("{}{}", of, ++count_); }

    void functions(const plan& all, std::string_view before)
    {
        plan_ = &all;
        before_ = before;
        for (const auto& f : all.functions) {
            if (f.builds != (&all == &reading_)) continue;
            count_ = 0;
            out_ += "\n\n";
            line(0, fmt::format("def {}{}(s: bytes, p: int{}) -> int:", before, f.name,
                                f.builds ? ", n: Any, l: Any" : ""));
            line(1, "# " + f.rule->ebnf);
            code(f.body, 1, {});
            line(1, "return p");
        }
    }

    void fail_unless(int indent, const scope& in)
    {
        if (in.needed)
            line(indent, "if p < 0:\n" + std::string(static_cast<std::size_t>(indent + 1) * 4, ' ') + "return -1");
    }

    // Code that moves `p` behind what it matches, or makes it -1; or returns -1 where that is as good.
    void code(const step& s, int indent, const scope& in)
    {
        captures groups;
        if (const auto regular = expression(s, &groups, false)) return regular_code(*regular, groups, indent, in);
        const auto optional_scope = [&] {
            auto result = in;
            result.needed = false;
            return result;
        };
        switch (s.is) {
        case step::kind::sequence: return sequence_code(s, indent, in);
        case step::kind::choice: return choice_code(s, indent, in);
        case step::kind::optional: {
            const auto begin = fresh('b');
            line(indent, begin + " = p");
            code(s.child(), indent, optional_scope());
            return line(indent, fmt::format("if p < 0: p = {}", begin));
        }
        case step::kind::plus:
            code(s.child(), indent, in);
            if (!in.needed) line(indent, "if p >= 0:");
            return star_code(s, indent + (in.needed ? 0 : 1), optional_scope());
        case step::kind::star: return star_code(s, indent, optional_scope());
        case step::kind::repeat: {
            step all{.is = step::kind::sequence};
            all.children.assign(s.count, s.child());
            return code(all, indent, in);
        }
        case step::kind::repeat_optional: {
            const auto begin = fresh('b');
            line(indent, fmt::format("for _ in range({}):", s.count));
            line(indent + 1, begin + " = p");
            code(s.child(), indent + 1, optional_scope());
            line(indent + 1, "if p < 0:");
            line(indent + 2, fmt::format("p = {}", begin));
            return line(indent + 2, "break");
        }
        case step::kind::at:
        case step::kind::not_at: {
            const auto begin = fresh('b');
            line(indent, begin + " = p");
            code(s.child(), indent, optional_scope());
            line(indent, fmt::format("p = {} if p {} 0 else -1", begin, s.is == step::kind::at ? ">=" : "<"));
            return fail_unless(indent, in);
        }
        case step::kind::nested:
            line(indent, "if _depth[0] >= _DEPTH_LIMIT:");
            line(indent + 1, in.needed ? "return -1" : "p = -1");
            line(indent, "else:");
            line(indent + 1, "_depth[0] += 1");
            code(s.child(), indent + 1, optional_scope());
            line(indent + 1, "_depth[0] -= 1");
            return fail_unless(indent, in);
        case step::kind::call: {
            const auto& f = plan_->functions[s.function];
            line(indent, fmt::format("p = {}{}(s, p{})", f.builds ? before_ : "check_", f.name,
                                     f.builds ? fmt::format(", {}, {}", in.node, in.list) : ""));
            return fail_unless(indent, in);
        }
        case step::kind::act: return act_code(s, indent, in);
        default: return;
        }
    }
    void regular_code(const std::string& regular, const captures& groups, int indent, const scope& in)
    {
        if (regular.empty() && groups.empty()) return;
        const auto name = expression_name(regular);
        line(indent, fmt::format("m = {}(s, p)", name));
        if (groups.empty() && !in.needed) return line(indent, "p = m.end() if m else -1");
        if (in.needed) {
            line(indent, "if m is None:");
            line(indent + 1, "return -1");
        } else {
            line(indent, "if m is None:");
            line(indent + 1, "p = -1");
            line(indent, "else:");
            ++indent;
        }
        line(indent, "p = m.end()");
        for (std::size_t i = 0; i < groups.size(); ++i) {
            auto deeper = indent;
            const auto value = fmt::format("m[{}]", i + 1);
            if (groups[i].may_be_missing) line(deeper++, fmt::format("if {} is not None:", value));
            do_actions(*groups[i].act, value, deeper, in);
        }
    }
    void sequence_code(const step& s, int indent, const scope& in)
    {
        // Neighbours that are regular are one expression.
        std::vector<step> parts;
        for (const auto& child : s.children) {
            captures groups;
            const bool regular = expression(child, &groups, false).has_value();
            if (!parts.empty() && regular) {
                captures before;
                if (expression(parts.back(), &before, false)) {
                    if (parts.back().is != step::kind::sequence)
                        parts.back() = step{.is = step::kind::sequence, .children = {parts.back()}};
                    parts.back().children.push_back(child);
                    continue;
                }
            }
            parts.push_back(child);
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i != 0 && !in.needed) line(indent, "if p >= 0:");
            code(parts[i], indent + (i != 0 && !in.needed ? 1 : 0), in);
        }
    }
    void choice_code(const step& s, int indent, const scope& in)
    {
        const auto begin = fresh('b');
        line(indent, begin + " = p");
        for (std::size_t i = 0; i < s.children.size(); ++i) {
            auto inner = in;
            inner.needed = in.needed && i + 1 == s.children.size();
            if (i != 0) {
                line(indent, "if p < 0:");
                line(indent + 1, "p = " + begin);
            }
            const auto before = out_.size();
            code(s.children[i], indent + (i != 0), inner);
            if (out_.size() == before && i == 0) line(indent, "pass");
        }
    }
    void star_code(const step& s, int indent, const scope& in)
    {
        const auto begin = fresh('b');
        line(indent, "while True:");
        line(indent + 1, begin + " = p");
        code(s.child(), indent + 1, in);
        line(indent + 1, fmt::format("if p <= {}:", begin));
        line(indent + 2, "p = " + begin);
        line(indent + 2, "break");
    }

    void act_code(const step& s, int indent, const scope& in)
    {
        const auto& action = s.actions.front();
        if (!builds(action.verb)) {
            const auto begin = fresh('q');
            line(indent, begin + " = p");
            code(s.child(), indent, in);
            if (!in.needed) line(indent++, "if p >= 0:");
            return do_actions(s, fmt::format("s[{}:p]", begin), indent, in);
        }
        auto inner = in;
        if (action.verb == verb::gather || action.verb == verb::listed) {
            inner.list = fresh('l');
            line(indent, fmt::format("{}: List[Any] = []", inner.list));
            code(s.child(), indent, inner);
            if (!in.needed) line(indent++, "if p >= 0:");
            const auto value = fmt::format("tuple({})", inner.list);
            if (action.verb == verb::listed) return line(indent, fmt::format("{}.append({})", in.list, value));
            return set(action, value, indent, in);
        }
        inner.node = fresh('n');
        if (action.verb == verb::inside) {
            line(indent, fmt::format("{} = {}", inner.node, part_of(action, in, true)));
            return code(s.child(), indent, inner);
        }
        const auto made = fmt::format("{} = _new({})", inner.node, class_name(action.type));
        if (action.shared) {
            const bool is_instruction = action.type == "instruction";
            const auto key = fresh('k');
            const auto hit = fresh('h');
            const auto memory = is_instruction ? "_instructions" : "_shapes";
            line(indent,
                 fmt::format("{} = {}(s, p)", key, expression_name(is_instruction ? "[^\\x0a]*+" : "[^\\x0a ]*+")));
            line(indent, fmt::format("{} = {}.get({}[0])", hit, memory, key));
            line(indent, fmt::format("if {} is not None:", hit));
            line(indent + 1, fmt::format("p = {}.end()", key));
            set(action, hit, indent + 1, in);
            line(indent, "else:");
            ++indent;
            line(indent, made);
            code(s.child(), indent, inner);
            if (!in.needed) line(indent++, "if p >= 0:");
            line(indent, fmt::format("if p == {}.end():", key));
            line(indent + 1, fmt::format("{}[{}[0]] = {}", memory, key, inner.node));
            return set(action, inner.node, indent, in);
        }
        line(indent, made);
        code(s.child(), indent, inner);
        if (!in.needed) line(indent++, "if p >= 0:");
        if (action.verb == verb::element) return line(indent, fmt::format("{}.append({})", in.list, inner.node));
        set(action, inner.node, indent, in);
    }

    // --- actions -----------------------------------------------------------------------------------------------------

    static std::string converted(conversion how, const std::string& text)
    {
        switch (how) {
        case conversion::text: return text + ".decode()";
        case conversion::integer: return "int(" + text + ")";
        case conversion::hexadecimal: return "int(" + text + ", 16)";
        case conversion::human_size: return "_human_size(" + text + ")";
        case conversion::decimal_digits: return "int(" + text + ".replace(b\".\", b\"\"))";
        case conversion::grouped: return "int(" + text + ".replace(b\" \", b\"\"))";
        case conversion::commas: return "int(" + text + ".replace(b\",\", b\"\"))";
        case conversion::column: return "int(" + text + ")";
        case conversion::signed_size: return "_human_size(" + text + ")";
        case conversion::amount: return "_amount(" + text + ")";
        case conversion::before: return "int(" + text + ") - 1";
        case conversion::last_digit: return text + "[-2] - 48";
        case conversion::boolean: return "len(" + text + ") == 4";
        case conversion::bit: return text + "[:1] == b\"1\"";
        case conversion::element_type: return "_element_type(" + text + ")";
        case conversion::auxiliary_type: return "_auxiliary_type(" + text + ")";
        case conversion::opcode: return "_opcode(" + text + ")";
        }
        return {};
    }

    // Where a member's value is set: the node and the member.
    std::string part_of(const action_data& action, const scope& in, bool whole) const
    {
        const auto places = places_of(action.owner, action);
        auto result = in.node;
        for (std::size_t i = 0; i + (whole ? 0 : 1) < places.size(); ++i)
            result = fmt::format("_part({}, \"{}\", {})", result, member(places[i].member),
                                 class_name(type_name(*places[i].type)));
        return result;
    }

    void set(const action_data& action, const std::string& value, int indent, const scope& in)
    {
        if (action.path.empty()) return line(indent, fmt::format("{}.__dict__.update({}.__dict__)", in.node, value));
        const auto places = places_of(action.owner, action);
        const auto& last = places.back();
        const bool list_class = !last.alternative.empty() && last.type->kind == kind::list;
        line(indent, fmt::format("{}.{} = {}", part_of(action, in, false), member(last.member),
                                 list_class ? fmt::format("{}({})", class_name(type_name(*last.type)), value) : value));
    }
    void do_actions(const step& s, const std::string& text, int indent, const scope& in)
    {
        if (const auto* push = simple_list(s)) {
            const auto element = *expression(push->child(), nullptr, true);
            const auto how = push->actions.front().convert;
            const auto found = fmt::format("{}({})", list_name(element), text);
            const auto value = how == conversion::integer
                                   ? fmt::format("tuple(map(int, {}))", found)
                                   : fmt::format("tuple([{} for v in {}])", converted(how, "v"), found);
            return set(s.actions.front(), value, indent, in);
        }
        for (const auto& action : s.actions) {
            switch (action.verb) {
            case verb::set: set(action, converted(action.convert, text), indent, in); break;
            case verb::mark:
                if (action.owner == "forms")
                    line(indent, fmt::format("_forms[\"{}\"] = {}", action.path.front(), action.value));
                else
                    set(action, marked(action), indent, in);
                break;
            case verb::push:
                line(indent, fmt::format("{}.append({})", in.list, converted(action.convert, text)));
                break;
            case verb::custom:
                line(indent, fmt::format("_{}({}, {}, {})", action.value, in.node, in.list, text));
                break;
            default: break;
            }
        }
    }
    static std::string marked(const action_data& action)
    {
        if (action.value == "true") return "True";
        if (action.value == "false") return "False";
        if (action.value == "[]") return "()";
        if (action.value == "{}") return class_name(action.alternative) + "()";
        return action.value;
    }

    // --- tables ------------------------------------------------------------------------------------------------------

    static std::string vocabulary()
    {
        const auto words = [](std::string_view name, const std::vector<std::string>& all) {
            std::string result = fmt::format("{} = frozenset((\n", name);
            for (const auto& w : all) result += "    " + py_string(w) + ",\n";
            return result + "))\n";
        };
        auto result = words("_ELEMENT_TYPES", element_types()) + words("_OPCODES", opcodes()) +
                      words("_ATTRIBUTES", attribute_keys());
        result += "_TAKES: Dict[str, FrozenSet[str]] = {\n";
        for (const auto& [opcode, keys] : keys_by_opcode()) {
            result += fmt::format("    {}: frozenset((", py_string(opcode));
            for (const auto& k : keys) result += py_string(k) + ", ";
            result += ")),\n";
        }
        result += "}\n_CLASSES = {\n";
        for (const auto& [name, group] : number_classes())
            result += fmt::format("    {}: {},\n", py_string(name), py_string(group));
        return result + "}\n";
    }
    // The functions by production that an explanation goes over whole repetitions with.
    std::string fast_functions() const
    {
        std::string result = "_FAST = {\n";
        for (const auto& f : checking_.functions)
            result += fmt::format("    \"{0}\": check_{1},\n", f.rule->name, f.name);
        result += fmt::format("}}\n_CHECK = check_{}\n", checking_.functions[checking_.start].name);
        if (reading_.root.empty()) return result + "_READ: Any = None\n_ROOT: Any = None\n";
        return result + fmt::format("_READ: Any = read_{}\n_ROOT: Any = {}\n", reading_.functions[reading_.start].name,
                                    class_name(reading_.root));
    }

    const source& from_;
    plan checking_;
    plan reading_;
    const plan* plan_ = nullptr;
    std::string before_;
    std::string nodes_;
    std::string tables_;
    std::string list_text_;
    std::string alternatives_;
    std::string out_;
    std::map<std::string, std::string> expressions_;
    std::map<std::string, std::string> lists_;
    unsigned count_ = 0;
};

} // namespace

std::string python_reader(const source& from) { return python_writer(from).write(); }

} // namespace ballast::readers
