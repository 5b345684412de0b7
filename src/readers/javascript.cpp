// A JavaScript module, or the same with types: one function for each production that is not a part of another one.
#include "readers/chapters.hpp"
#include "readers/explanation.hpp"
#include "readers/node_types.hpp"
#include "readers/plan.hpp"
#include "readers/printing.hpp"
#include "readers/runtime_texts.hpp"
#include "readers/vocabulary.hpp"

#include "ballast/version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>

namespace ballast::readers {

namespace {

using describe::conversion;
using json::kind;

// Avoids the names of global objects.
std::string class_of(std::string_view name)
{
    const auto made = pascal_case(name);
    return made == "Text" ? "QuotedText" : made == "Origin" ? "OriginOfValue" : made;
}

std::string type_of(const json::type& of)
{
    switch (of.kind) {
    case kind::structure: return class_of(of.name);
    case kind::optional:
    case kind::box: return type_of(*of.element) + " | null";
    case kind::shared: return type_of(*of.element);
    case kind::list: {
        const auto element = type_of(*of.element);
        return element.find(' ') == std::string::npos ? element + "[]" : "(" + element + ")[]";
    }
    case kind::boolean: return "boolean";
    case kind::integer:
    case kind::natural:
    case kind::address:
    case kind::position: return "Integer";
    case kind::word: {
        const auto words = of.spellings().by_value;
        if (words.size() > 12) return "string";
        std::vector<std::string> parts;
        for (const auto word : words) parts.push_back(quoted(word));
        return fmt::format("{}", fmt::join(parts, " | "));
    }
    case kind::variant: {
        std::vector<std::string> parts;
        for (const auto* alternative : of.alternatives)
            parts.push_back(alternative->kind == kind::nothing
                                ? "null"
                                : fmt::format("{{ {}: {} }}", type_name(*alternative), type_of(held(*alternative))));
        return fmt::format("{}", fmt::join(parts, " | "));
    }
    default: return "string";
    }
}
std::string initial_of(const json::type& of, const void* x)
{
    switch (of.kind) {
    case kind::structure: return class_of(of.name) + ".none";
    case kind::optional:
    case kind::box: return "null";
    case kind::shared: return initial_of(*of.element, of.element->initial);
    case kind::list: return "[]";
    case kind::boolean: return *static_cast<const bool*>(x) ? "true" : "false";
    case kind::integer: return fmt::to_string(*static_cast<const std::int64_t*>(x));
    case kind::natural: return fmt::to_string(*static_cast<const std::uint64_t*>(x));
    case kind::letter: return quoted({static_cast<const char*>(x), 1});
    case kind::word: return quoted(of.spellings().by_value[*static_cast<const std::uint8_t*>(x)]);
    case kind::variant: {
        const auto& alternative = *of.alternatives[of.index(x)];
        if (alternative.kind == kind::nothing) return "null";
        const auto& type = held(alternative);
        const auto value = type.kind == kind::structure ? "new " + class_of(type.name) + "()"
                           : type.kind == kind::list    ? std::string("[]")
                                                        : initial_of(type, of.held(x));
        return fmt::format("{{ {}: {} }}", type_name(type), value);
    }
    default: return "\"\"";
    }
}

class javascript_writer : code_writer {
public:
    javascript_writer(const source& from, bool typed)
        : code_writer(2),
          from_(from),
          typed_(typed),
          checking_(recognising_plan(from.grammar, 8, 60)),
          reading_(building_plan(from.grammar, 8, 60))
    {
    }

    std::string write()
    {
        nodes();
        functions(checking_, "check_");
        if (!reading_.root.empty()) functions(reading_, "read_");
        std::string result = commented(from_.head, "// ");
        result.append(runtime::javascript_head).append("\n");
        if (typed_) result += "export type Integer = number | bigint;\n";
        result += nodes_;
        result.append("\n").append(with_types(runtime::javascript_values)).append("\n");
        for (const auto& [ranges, name] : sets_) result += fmt::format("const {} = bytes([{}]);\n", name, ranges);
        result += out_;
        result += fmt::format("\nconst depthLimit = {};\nconst version = {};\nconst grammarText = String.raw`{}`;\n",
                              from_.grammar.depth_limit, quoted(BALLAST_VERSION), explanation_of(from_.grammar));
        result += fmt::format("const printingText = String.raw`{}`;\n", printing_of(from_.grammar, from_.forms));
        result += vocabulary();
        result += with_types(fast_functions());
        result.append("\n").append(with_types(runtime::javascript_printing));
        result.append("\n").append(with_types(runtime::javascript_program));
        return result;
    }

private:
    [[nodiscard]] std::string root_type() const { return reading_.root.empty() ? "never" : class_of(reading_.root); }
    // `/*: T */` is a type.
    [[nodiscard]] std::string with_types(std::string_view text) const
    {
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            const auto begin = std::min(text.find("/*: ", at), text.size());
            result += text.substr(at, begin - at);
            if (begin == text.size()) break;
            const auto end = text.find(" */", begin);
            const auto type = text.substr(begin + 4, end - begin - 4);
            if (typed_) result += ": " + (type == "ROOT_TYPE" ? root_type() : std::string(type));
            at = end + 3;
        }
        for (std::size_t at = 0; (at = result.find("globalThis/*as any*/", at)) != std::string::npos;)
            result.replace(at, 20, typed_ ? "(globalThis as any)" : "globalThis");
        return result;
    }
    [[nodiscard]] std::string typed(std::string_view type) const { return typed_ ? fmt::format(": {}", type) : ""; }

    void nodes()
    {
        std::string tables;
        std::string type_names;
        for (const auto* type : node_types()) {
            const auto name = class_of(type->name);
            nodes_ += '\n';
            for (const auto& each : wrapped(description_of(type->name), 110)) nodes_ += "// " + each + '\n';
            nodes_ += fmt::format("export class {} {{\n", name);
            std::string table;
            for (const auto& field : type->fields) {
                if (field.of->kind == kind::position) continue;
                nodes_ += fmt::format("  {}{} = {};\n", field.name, typed(type_of(*field.of)),
                                      initial_of(*field.of, field.initial));
                const auto& inner = held(*field.of);
                table += fmt::format("[{}, {}, {}], ", quoted(field.name), field.required,
                                     inner.kind == kind::address                                       ? "\"address\""
                                     : inner.kind == kind::variant                                     ? "\"variant\""
                                     : field.of->kind == kind::optional || field.of->kind == kind::box ? "\"optional\""
                                                                                                       : "\"\"");
            }
            nodes_ += fmt::format("  static none = new {}();\n}}\n", name);
            tables += fmt::format("  [{}, [{}]],\n", name, table);
            type_names += fmt::format("  [{}, {}],\n", name, quoted(type->name));
        }
        nodes_ += "\n// What a text is: one of the members.\nexport class Tree {\n";
        std::string members;
        for (const auto* alternative : node_type("tree")->alternatives) {
            nodes_ +=
                fmt::format("  {}{} = null;\n", alternative->name, typed(class_of(alternative->name) + " | null"));
            members += fmt::format("[\"{}\", false, \"\"], ", alternative->name);
        }
        nodes_ += "}\n";
        nodes_ += "\n// The members of nodes: their names, whether they are always written, and what is special.\n" +
                  with_types("const members/*: Map<any, [string, boolean, string][]> */ = new Map") +
                  (typed_ ? "<any, [string, boolean, string][]>" : "") + "([\n" + tables +
                  fmt::format("  [Tree, [{}]],\n]);\n", members);
        nodes_ += with_types("// Their names in the grammar.\nconst typeNames/*: Map<any, string> */ = new Map") +
                  (typed_ ? "<any, string>" : "") + "([\n" + type_names + "]);\n";
    }

    // --- functions ---------------------------------------------------------------------------------------------------

    struct scope {
        std::string node = "n";
        std::string list = "l";
    };

    void functions(const plan& all, std::string_view before)
    {
        plan_ = &all;
        before_ = before;
        for (const auto& f : all.functions) {
            if (f.builds != (&all == &reading_)) continue;
            count_ = 0;
            line(0, "");
            for (const auto& each : wrapped(sentences_about(f.rule->name), 110)) line(0, "// " + each);
            line(0, "// " + f.rule->ebnf);
            line(0,
                 fmt::format("function {}{}(p{}{}){} {{", before, f.name, typed("number"),
                             f.builds ? fmt::format(", n{}, l{}", typed("any"), typed("any")) : "", typed("number")));
            code(f.body, 1, {});
            line(1, "return p;\n}");
        }
    }
    std::string in_set(const std::bitset<256>& set)
    {
        const auto ranges = ranges_of(set);
        if (set.count() == 1) return fmt::format("s[p] === {}", ranges[0].first);
        if (set.all()) return "p < e";
        std::string text;
        for (const auto& [first, last] : ranges) text += fmt::format("{}{}, {}", text.empty() ? "" : ", ", first, last);
        const auto name = sets_.try_emplace(text, fmt::format("c{}", sets_.size())).first->second;
        return fmt::format("p < e && {}[s[p]] === 1", name);
    }

    // Code that moves `p` to the end of the match, or makes it -1.
    void code(const step& s, int indent, const scope& in)
    {
        switch (s.is) {
        case step::kind::sequence: {
            if (s.children.size() == 1) return code(s.child(), indent, in);
            if (s.children.empty()) return;
            const auto label = fresh('x');
            line(indent, label + ": {");
            for (std::size_t i = 0; i < s.children.size(); ++i) {
                if (i != 0) line(indent + 1, fmt::format("if (p < 0) break {};", label));
                code(s.children[i], indent + 1, in);
            }
            return line(indent, "}");
        }
        case step::kind::choice: return choice_code(s, indent, in);
        case step::kind::optional: {
            const auto begin = fresh('b');
            line(indent, fmt::format("const {} = p;", begin));
            block(s.child(), indent, in);
            return line(indent, fmt::format("if (p < 0) p = {};", begin));
        }
        case step::kind::star: return star_code(s.child(), indent, in);
        case step::kind::plus:
            block(s.child(), indent, in);
            line(indent, "if (p >= 0) {");
            star_code(s.child(), indent + 1, in);
            return line(indent, "}");
        case step::kind::repeat: {
            const auto count = fresh('i');
            line(indent, fmt::format("for (let {0} = 0; p >= 0 && {0} < {1}; ++{0}) {{", count, s.count));
            code(s.child(), indent + 1, in);
            return line(indent, "}");
        }
        case step::kind::repeat_optional: {
            const auto count = fresh('i');
            const auto begin = fresh('b');
            line(indent, fmt::format("for (let {0} = 0; {0} < {1}; ++{0}) {{ const {2} = p;", count, s.count, begin));
            code(s.child(), indent + 1, in);
            return line(indent, fmt::format("if (p < 0) {{ p = {}; break; }} }}", begin));
        }
        case step::kind::at:
        case step::kind::not_at: {
            const auto begin = fresh('b');
            line(indent, fmt::format("const {} = p;", begin));
            block(s.child(), indent, in);
            return line(indent, fmt::format("p = p {} 0 ? {} : -1;", s.is == step::kind::at ? ">=" : "<", begin));
        }
        case step::kind::text: {
            if (s.text.empty()) return;
            std::string test;
            for (std::size_t i = 0; i < s.text.size(); ++i)
                test += fmt::format("{}s[p{}] === {}", i == 0 ? "" : " && ", i == 0 ? "" : fmt::format(" + {}", i),
                                    static_cast<unsigned char>(s.text[i]));
            return line(indent, fmt::format("p = {} ? p + {} : -1; // {}", test, s.text.size(), shown(s.text)));
        }
        case step::kind::bytes: return line(indent, fmt::format("p = {} ? p + 1 : -1;", in_set(s.set)));
        case step::kind::run: {
            const auto begin = fresh('b');
            line(indent, fmt::format("const {} = p;", begin));
            line(indent, fmt::format("while ({}) ++p;", in_set(s.set)));
            return line(indent, fmt::format("if (p === {}) p = -1;", begin));
        }
        case step::kind::column: return line(indent, fmt::format("p = column(p, {});", s.count));
        case step::kind::nested:
            line(indent, "if (depth >= depthLimit) p = -1;");
            line(indent, "else {");
            line(indent + 1, "++depth;");
            code(s.child(), indent + 1, in);
            line(indent + 1, "--depth;");
            return line(indent, "}");
        case step::kind::call: {
            const auto& f = plan_->functions[s.function];
            return line(indent, fmt::format("p = {}{}(p{});", f.builds ? before_ : "check_", f.name,
                                            f.builds ? fmt::format(", {}, {}", in.node, in.list) : ""));
        }
        case step::kind::act: return act_code(s, indent, in);
        }
    }
    static std::string shown(std::string_view text)
    {
        std::string result;
        for (const char c : text) result += c == '\n' ? std::string("\\n") : c == '\t' ? "\\t" : std::string(1, c);
        return result;
    }
    void block(const step& s, int indent, const scope& in)
    {
        line(indent, "{");
        code(s, indent + 1, in);
        line(indent, "}");
    }
    void star_code(const step& child, int indent, const scope& in)
    {
        if (child.is == step::kind::bytes) return line(indent, fmt::format("while ({}) ++p;", in_set(child.set)));
        const auto begin = fresh('b');
        line(indent, fmt::format("for (;;) {{ const {} = p;", begin));
        code(child, indent + 1, in);
        line(indent, fmt::format("if (p <= {0}) {{ p = {0}; break; }} }}", begin));
    }

    // The bytes with which a match can begin; all bytes if it can be empty.
    std::bitset<256> first_bytes(const step& s, int deep = 0)
    {
        const auto everything = std::bitset<256>().set();
        if (deep > 6) return everything;
        switch (s.is) {
        case step::kind::text:
            return s.text.empty() ? everything : std::bitset<256>().set(static_cast<unsigned char>(s.text[0]));
        case step::kind::bytes:
        case step::kind::run: return s.set;
        case step::kind::choice: {
            std::bitset<256> result;
            for (const auto& child : s.children) result |= first_bytes(child, deep + 1);
            return result;
        }
        case step::kind::sequence: {
            auto result = everything;
            for (const auto& child : s.children) {
                if (child.is == step::kind::not_at) continue;
                const auto here = first_bytes(child, deep + 1);
                result &= here;
                if (child.is != step::kind::at) break;
            }
            return result;
        }
        case step::kind::plus:
        case step::kind::repeat:
        case step::kind::nested:
        case step::kind::at:
        case step::kind::act: return first_bytes(s.child(), deep + 1);
        case step::kind::call: return first_bytes(plan_->functions[s.function].body, deep + 1);
        default: return everything;
        }
    }
    void choice_code(const step& s, int indent, const scope& in)
    {
        // If there are many words, only those with the next byte are tried.
        if (s.children.size() >= 8) {
            std::map<unsigned, std::vector<const step*>> by_byte;
            bool all_begin = true;
            for (const auto& child : s.children) {
                const auto first = first_bytes(child);
                if (first.count() > 4) all_begin = false;
                for (unsigned c = 0; c < 256 && all_begin; ++c)
                    if (first[c]) by_byte[c].push_back(&child);
            }
            if (all_begin) {
                line(indent, "switch (s[p]) {");
                for (const auto& [byte, children] : by_byte) {
                    line(indent, fmt::format("case {}: {{", byte));
                    step some{.is = step::kind::choice};
                    for (const auto* child : children) some.children.push_back(*child);
                    alternatives(some, indent + 1, in);
                    line(indent, "break; }");
                }
                return line(indent, "default: p = -1;\n}");
            }
        }
        alternatives(s, indent, in);
    }
    void alternatives(const step& s, int indent, const scope& in)
    {
        if (s.children.size() == 1) return block(s.child(), indent, in);
        const auto begin = fresh('b');
        line(indent, fmt::format("const {} = p;", begin));
        const auto label = fresh('y');
        line(indent, label + ": {");
        for (std::size_t i = 0; i < s.children.size(); ++i) {
            if (i != 0) line(indent + 1, fmt::format("if (p >= 0) break {}; p = {};", label, begin));
            block(s.children[i], indent + 1, in);
        }
        line(indent, "}");
    }

    void act_code(const step& s, int indent, const scope& in)
    {
        const auto& action = s.actions.front();
        if (!builds(action.verb)) {
            const auto begin = fresh('q');
            line(indent, fmt::format("const {} = p;", begin));
            block(s.child(), indent, in);
            line(indent, "if (p >= 0) {");
            for (const auto& each : s.actions) do_action(each, begin, indent + 1, in);
            return line(indent, "}");
        }
        auto inner = in;
        if (action.verb == verb::gather || action.verb == verb::listed) {
            inner.list = fresh('l');
            line(indent, fmt::format("const {}{} = [];", inner.list, typed("any[]")));
            block(s.child(), indent, inner);
            if (action.verb == verb::listed)
                return line(indent, fmt::format("if (p >= 0) {}.push({});", in.list, inner.list));
            return line(indent, fmt::format("if (p >= 0) {}", set(action, inner.list, in)));
        }
        inner.node = fresh('n');
        if (action.verb == verb::inside) {
            line(indent, fmt::format("const {} = {};", inner.node, part_of(action, in, true)));
            return block(s.child(), indent, inner);
        }
        const auto made = fmt::format("const {} = new {}();", inner.node, class_of(action.type));
        const auto end = action.verb == verb::element ? fmt::format("if (p >= 0) {}.push({});", in.list, inner.node)
                                                      : fmt::format("if (p >= 0) {}", set(action, inner.node, in));
        if (!action.shared) {
            line(indent, made);
            block(s.child(), indent, inner);
            return line(indent, end);
        }
        // Equal texts share a node.
        const bool is_instruction = action.type == "instruction";
        const auto memory = is_instruction ? "instructions" : "shapes";
        const auto stop = fresh('k');
        const auto key = fresh('t');
        const auto hit = fresh('h');
        line(indent, fmt::format("const {} = {}(p), {} = t.slice(p, {}), {} = {}.get({});", stop,
                                 is_instruction ? "lineEnd" : "wordEnd", key, stop, hit, memory, key));
        line(indent, fmt::format("if ({} !== undefined) {{ {} p = {}; }}", hit, set(action, hit, in), stop));
        line(indent, "else {");
        line(indent + 1, made);
        block(s.child(), indent + 1, inner);
        line(indent + 1, end);
        line(indent + 1, fmt::format("if (p === {}) {}.set({}, {});", stop, memory, key, inner.node));
        line(indent, "}");
    }

    // --- actions -----------------------------------------------------------------------------------------------------

    static std::string converted(conversion how, const std::string& begin)
    {
        const auto call = [&](std::string_view name) { return fmt::format("{}({}, p)", name, begin); };
        switch (how) {
        case conversion::text: return call("text");
        case conversion::integer: return call("integer");
        case conversion::hexadecimal: return call("hexadecimal");
        case conversion::human_size: return call("humanSize");
        case conversion::decimal_digits:
        case conversion::grouped:
        case conversion::commas: return call("integer");
        case conversion::signed_size: return call("humanSize");
        case conversion::amount: return call("amount");
        case conversion::before: return fmt::format("Number(integer({}, p)) - 1", begin);
        case conversion::last_digit: return "s[p - 2] - 48";
        case conversion::boolean: return fmt::format("p - {} === 4", begin);
        case conversion::bit: return fmt::format("s[{}] === 49", begin);
        case conversion::element_type: return call("elementType");
        case conversion::auxiliary_type: return call("auxiliaryType");
        case conversion::opcode: return call("opcodeOf");
        }
        return {};
    }
    std::string part_of(const action_data& action, const scope& in, bool whole) const
    {
        const auto places = places_of(action.owner, action);
        auto result = in.node;
        for (std::size_t i = 0; i + (whole ? 0 : 1) < places.size(); ++i) {
            const auto type = class_of(type_name(*places[i].type));
            result = places[i].alternative.empty() ? fmt::format("part({}, \"{}\", {})", result, places[i].member, type)
                                                   : fmt::format("alternative({}, \"{}\", \"{}\", {})", result,
                                                                 places[i].member, places[i].alternative, type);
        }
        return result;
    }
    std::string set(const action_data& action, const std::string& value, const scope& in) const
    {
        if (action.path.empty()) return fmt::format("Object.assign({}, {});", in.node, value);
        const auto places = places_of(action.owner, action);
        const auto& last = places.back();
        return fmt::format("{}.{} = {};", part_of(action, in, false), last.member,
                           last.alternative.empty() ? value : fmt::format("{{ {}: {} }}", last.alternative, value));
    }
    void do_action(const action_data& action, const std::string& begin, int indent, const scope& in)
    {
        switch (action.verb) {
        case verb::set: return line(indent, set(action, converted(action.convert, begin), in));
        case verb::mark:
            if (action.owner == "forms")
                return line(indent, fmt::format("forms.{} = {};", action.path.front(), action.value));
            return line(indent,
                        set(action,
                            action.value == "{}" ? fmt::format("new {}()", class_of(action.alternative)) : action.value,
                            in));
        case verb::push: return line(indent, fmt::format("{}.push({});", in.list, converted(action.convert, begin)));
        case verb::custom:
            return line(indent, fmt::format("do_{}({}, {}, {}, p);", action.value, in.node, in.list, begin));
        default: return;
        }
    }

    // --- tables ------------------------------------------------------------------------------------------------------

    [[nodiscard]] std::string vocabulary() const
    {
        const auto words = [](const std::vector<std::string>& all) {
            std::vector<std::string> parts;
            for (const auto& w : all) parts.push_back(quoted(w));
            return fmt::format("new Set([{}])", fmt::join(parts, ", "));
        };
        const std::string of_any = typed_ ? "<string, any>" : "";
        auto result = fmt::format("const elementTypes = {};\nconst opcodes = {};\nconst attributeKeys = {};\n",
                                  words(element_types()), words(opcodes()), words(attribute_keys()));
        result += fmt::format("const keysByOpcode = new Map{}([\n", of_any);
        for (const auto& [opcode, keys] : keys_by_opcode())
            result += fmt::format("  [{}, {}],\n", quoted(opcode), words(keys));
        result += fmt::format("]);\nconst numberClasses = new Map{}([\n", of_any);
        for (const auto& [name, group] : number_classes())
            result += fmt::format("  [{}, {}],\n", quoted(name), quoted(group));
        return result + "]);\n";
    }
    [[nodiscard]] std::string fast_functions() const
    {
        std::string result = fmt::format("const fast{} = new Map{}([\n", typed("any"), typed_ ? "<string, any>" : "");
        for (const auto& f : checking_.functions)
            result += fmt::format("  [\"{0}\", check_{1}],\n", f.rule->name, f.name);
        result += fmt::format("]);\nconst checkAll = check_{};\n", checking_.functions[checking_.start].name);
        if (reading_.root.empty()) return result + "const readAll/*: any */ = null;\nconst Root/*: any */ = null;\n";
        return result + fmt::format("const readAll/*: any */ = read_{};\nconst Root/*: any */ = {};\n",
                                    reading_.functions[reading_.start].name, class_of(reading_.root));
    }

    const source& from_;
    bool typed_;
    plan checking_;
    plan reading_;
    const plan* plan_ = nullptr;
    std::string before_;
    std::string nodes_;
    std::map<std::string, std::string> sets_;
};

} // namespace

std::string javascript_reader(const source& from) { return javascript_writer(from, false).write(); }
std::string typescript_reader(const source& from) { return javascript_writer(from, true).write(); }

} // namespace ballast::readers
