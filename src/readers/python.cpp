// A Python module: regular parts of the grammar are regular expressions, the others functions.
#include "readers/chapters.hpp"
#include "readers/explanation.hpp"
#include "readers/node_types.hpp"
#include "readers/plan.hpp"
#include "readers/printing.hpp"
#include "readers/python_expressions.hpp"
#include "readers/python_nodes.hpp"
#include "readers/runtime_texts.hpp"
#include "readers/vocabulary.hpp"

#include "ballast/version.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

namespace ballast::readers {

namespace {

using describe::conversion;
using json::kind;

class python_writer : code_writer {
public:
    explicit python_writer(const source& from)
        : code_writer(4),
          from_(from),
          checking_(recognising_plan(from.grammar, 40, 160)),
          reading_(building_plan(from.grammar, 40, 160))
    {
    }

    std::string write()
    {
        functions(checking_, "check_");
        if (!reading_.root.empty()) functions(reading_, "read_");
        std::string result = commented(from_.head, "# ");
        result.append("\n").append(runtime::python_head).append("\n");
        result += python_nodes();
        result.append("\n\n").append(runtime::python_values).append("\n");
        for (const auto& [expression, name] : expressions_)
            result += fmt::format("{0}: _Matcher = _matcher(\"{0}\", rb\"\"\"{1}\"\"\")\n", name, expression);
        for (const auto& [expression, name] : lists_)
            result += fmt::format("{0}: Any = _finder(\"{0}\", rb\"\"\"{1}\"\"\")\n", name, expression);
        result += out_;
        result += fmt::format("\n\n_GRAMMAR = r\"\"\"{}\"\"\"\n_DEPTH_LIMIT = {}\n_VERSION = {}\n",
                              explanation_of(from_.grammar), from_.grammar.depth_limit, quoted(BALLAST_VERSION));
        result += fmt::format("_PRINTING = r\"\"\"{}\"\"\"\n", printing_of(from_.grammar, from_.forms));
        result += vocabulary();
        result += fast_functions();
        result.append("\n\n").append(runtime::python_printing);
        result.append("\n\n").append(with_root(runtime::python_program));
        return result;
    }

private:
    [[nodiscard]] std::string with_root(std::string_view text) const
    {
        const auto type = reading_.root.empty() ? std::string("Any") : pascal_case(reading_.root);
        std::string result(text);
        constexpr std::string_view name = "ROOT_TYPE";
        for (auto at = result.find(name); at != std::string::npos; at = result.find(name, at))
            result.replace(at, name.size(), type);
        return result;
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
            for (const auto& each : wrapped(sentences_about(f.rule->name), 110)) line(1, "# " + each);
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

    // Code that moves `p` to the end of the match, or makes it -1; it may also return -1 if that is equivalent.
    void code(const step& s, int indent, const scope& in)
    {
        captures groups;
        if (const auto regular = expression_of(s, &groups, false)) return regular_code(*regular, groups, indent, in);
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
        // Adjacent regular parts are one expression.
        std::vector<step> parts;
        for (const auto& child : s.children) {
            captures groups;
            const bool regular = expression_of(child, &groups, false).has_value();
            if (!parts.empty() && regular) {
                captures before;
                if (expression_of(parts.back(), &before, false)) {
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
        const auto made = fmt::format("{} = _new({})", inner.node, pascal_case(action.type));
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

    // The node and the member at which a value is set.
    std::string part_of(const action_data& action, const scope& in, bool whole) const
    {
        const auto places = places_of(action.owner, action);
        auto result = in.node;
        for (std::size_t i = 0; i + (whole ? 0 : 1) < places.size(); ++i)
            result = fmt::format("_part({}, \"{}\", {})", result, python_member(places[i].member),
                                 pascal_case(type_name(*places[i].type)));
        return result;
    }

    void set(const action_data& action, const std::string& value, int indent, const scope& in)
    {
        if (action.path.empty()) return line(indent, fmt::format("{}.__dict__.update({}.__dict__)", in.node, value));
        const auto places = places_of(action.owner, action);
        const auto& last = places.back();
        const bool list_class = !last.alternative.empty() && last.type->kind == kind::list;
        line(indent,
             fmt::format("{}.{} = {}", part_of(action, in, false), python_member(last.member),
                         list_class ? fmt::format("{}({})", pascal_case(type_name(*last.type)), value) : value));
    }
    void do_actions(const step& s, const std::string& text, int indent, const scope& in)
    {
        if (const auto* push = simple_list(s)) {
            const auto element = *expression_of(push->child(), nullptr, true);
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
        if (action.value == "{}") return pascal_case(action.alternative) + "()";
        return action.value;
    }

    // --- tables ------------------------------------------------------------------------------------------------------

    static std::string vocabulary()
    {
        const auto words = [](std::string_view name, const std::vector<std::string>& all) {
            std::string result = fmt::format("{} = frozenset((\n", name);
            for (const auto& w : all) result += "    " + quoted(w) + ",\n";
            return result + "))\n";
        };
        auto result = words("_ELEMENT_TYPES", element_types()) + words("_OPCODES", opcodes()) +
                      words("_ATTRIBUTES", attribute_keys());
        result += "_TAKES: Dict[str, FrozenSet[str]] = {\n";
        for (const auto& [opcode, keys] : keys_by_opcode()) {
            result += fmt::format("    {}: frozenset((", quoted(opcode));
            for (const auto& k : keys) result += quoted(k) + ", ";
            result += ")),\n";
        }
        result += "}\n_CLASSES = {\n";
        for (const auto& [name, group] : number_classes())
            result += fmt::format("    {}: {},\n", quoted(name), quoted(group));
        return result + "}\n";
    }
    // The functions, by production, with which an explanation skips whole repetitions.
    std::string fast_functions() const
    {
        std::string result = "_FAST = {\n";
        for (const auto& f : checking_.functions)
            result += fmt::format("    \"{0}\": check_{1},\n", f.rule->name, f.name);
        result += fmt::format("}}\n_CHECK = check_{}\n", checking_.functions[checking_.start].name);
        if (reading_.root.empty()) return result + "_READ: Any = None\n_ROOT: Any = None\n";
        return result + fmt::format("_READ: Any = read_{}\n_ROOT: Any = {}\n", reading_.functions[reading_.start].name,
                                    pascal_case(reading_.root));
    }

    const source& from_;
    plan checking_;
    plan reading_;
    const plan* plan_ = nullptr;
    std::string before_;
    std::map<std::string, std::string> expressions_;
    std::map<std::string, std::string> lists_;
};

} // namespace

std::string python_reader(const source& from) { return python_writer(from).write(); }

} // namespace ballast::readers
