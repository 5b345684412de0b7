// A C recogniser: one function for each production, compiled twice. The first pass is for texts that match, the second
// remembers the productions for callbacks, and what was expected where a text is refused.
#include "readers/runtime_texts.hpp"
#include "readers/source.hpp"

#include <fmt/format.h>

#include <map>

namespace ballast::readers {

namespace {

using enum peg_operation;

std::string c_byte(unsigned char c)
{
    if (c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '?') return std::string(1, static_cast<char>(c));
    return fmt::format("\\{:03o}", static_cast<unsigned>(c));
}
std::string c_string(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) result += c_byte(static_cast<unsigned char>(c));
    return result + '"';
}
// The text as messages show it.
std::string c_shown(std::string_view text)
{
    std::string result = "`";
    for (const char c : text) result += c == '\n' ? std::string("\\n") : c == '\t' ? "\\t" : std::string(1, c);
    return result + '`';
}

class c_writer : code_writer {
public:
    explicit c_writer(const source& from) : code_writer(4), from_(from) {}

    std::string write()
    {
        std::string rules;
        std::string names;
        std::string declared;
        for (const auto& rule : from_.grammar.rules) {
            rules += fmt::format("    BALLAST_{},\n", rule.name);
            names += fmt::format("    {{{}, {}}},\n", c_string(rule.name),
                                 rule.expected.empty() ? std::string("0") : c_string(rule.expected));
            declared += fmt::format("static const u8 *RULE({})(reader *r, const u8 *p);\n", rule.name);
            function(rule);
        }
        const auto column_set = in_set(describe::column_word(), "");
        auto result = commented(from_.head, "// ");
        result.append(runtime::c_head).append("\n");
        result += fmt::format("enum ballast_rule {{\n{}    BALLAST_RULES\n}};\n", rules);
        result.append("\n").append(runtime::c_interface).append("\n");
        result += fmt::format("static const struct {{ const char *name, *expected; }} rules[] = {{\n{}}};\n\n"
                              "#define DEPTH_LIMIT {}\n",
                              names, from_.grammar.depth_limit);
        result += fmt::format("static const u8 sets[][256] = {{\n{}}};\n", sets_);
        result += fmt::format("#define COLUMN_WORD {}\n", column_set.substr(5, column_set.find(']') - 5));
        // The functions, once for each pass: a file that includes itself would depend on its own name.
        const auto functions = declared + '\n' + out_;
        constexpr std::string_view place = "FUNCTIONS_OF_A_PASS\n";
        std::string_view passes = runtime::c_passes;
        result += '\n';
        for (auto at = passes.find(place); at != std::string_view::npos; at = passes.find(place)) {
            result += passes.substr(0, at);
            result += functions;
            passes.remove_prefix(at + place.size());
        }
        result.append(passes).append("\n");
        result += fmt::format("#define START RULE({})\n", from_.grammar.start);
        result.append("\n").append(runtime::c_program).append("\n");
        return result;
    }

private:
    void function(const peg_rule& rule)
    {
        count_ = 0;
        line(0, "/* " + without_comment_end(rule.ebnf) + " */");
        line(0, fmt::format("static const u8 *RULE({})(reader *r, const u8 *p)\n{{", rule.name));
        line(1, "ENTER");
        code(rule.body, 1);
        line(1, fmt::format("LEAVE(BALLAST_{})", rule.name));
        line(0, "}\n");
    }
    static std::string without_comment_end(std::string text)
    {
        for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.replace(at, 2, "* /");
        for (std::size_t at = 0; (at = text.find("/*", at)) != std::string::npos;) text.replace(at, 2, "/ *");
        return text;
    }

    std::string in_set(const std::bitset<256>& set, std::string_view at)
    {
        const auto ranges = ranges_of(set);
        if (set.all()) return "1";
        if (ranges.size() == 1 && set.count() == 1) return fmt::format("{} == {}", at, ranges[0].first);
        std::string row;
        for (unsigned i = 0; i < 256; ++i) row += set[i] ? "1," : "0,";
        const auto [found, is_new] = places_.try_emplace(row, places_.size());
        if (is_new) sets_ += "    {" + row + "},\n";
        return fmt::format("sets[{}][{}]", found->second, at);
    }
    static std::string name_of(const std::bitset<256>& set)
    {
        if ((set << 128).none()) return "character"; // a part of one
        if (set.count() <= 3) {
            std::string result;
            for (unsigned i = 0; i < 256; ++i)
                if (set[i]) result += (result.empty() ? "" : " or ") + c_shown(std::string(1, static_cast<char>(i)));
            return result;
        }
        if (set['0'] && !set['a'] && !set['A']) return "digit";
        if (set['0'] && set['f'] && !set['g']) return "hexadecimal digit";
        return set['a'] ? set['0'] ? "letter or digit" : "letter" : "another character";
    }

    // Code that moves `p` to the end of the match, or makes it null.
    void code(const peg& e, int indent)
    {
        switch (e.op) {
        case sequence:
            line(indent, "do {");
            for (std::size_t i = 0; i < e.children.size(); ++i) {
                if (i != 0) line(indent + 1, "if (!p) break;");
                code(e.children[i], indent + 1);
            }
            return line(indent, "} while (0);");
        case choice: {
            const auto begin = fresh('b');
            line(indent, fmt::format("do {{ const u8 *const {} = p; MARK({})", begin, begin));
            for (std::size_t i = 0; i < e.children.size(); ++i) {
                if (i != 0) {
                    line(indent + 1, "if (p) break;");
                    line(indent + 1, fmt::format("p = {}; BACK({})", begin, begin));
                }
                code(e.children[i], indent + 1);
            }
            return line(indent, "} while (0);");
        }
        case optional: {
            const auto begin = fresh('b');
            line(indent, fmt::format("{{ const u8 *const {} = p; MARK({})", begin, begin));
            code(e.children.front(), indent + 1);
            return line(indent, fmt::format("if (!p) {{ p = {}; BACK({}) }} }}", begin, begin));
        }
        case star: return star_code(e.children.front(), indent);
        case plus: {
            code(e.children.front(), indent);
            line(indent, "if (p)");
            return star_code(e.children.front(), indent + 1);
        }
        case repeat: return repeat_code(e, indent);
        case repeat_optional: return repeat_optional_code(e, indent);
        case at:
        case not_at: return look_ahead_code(e, indent);
        case text:
            return line(indent,
                        fmt::format("TEXT({}, {}, {})", c_string(e.text), e.text.size(), c_string(c_shown(e.text))));
        case bytes:
            return line(indent, fmt::format("if (p != r->end && {}) ++p; else p = FAIL(p, {});", in_set(e.set, "*p"),
                                            c_string(name_of(e.set))));
        case run: {
            const auto begin = fresh('b');
            line(indent,
                 fmt::format("{{ const u8 *const {} = p; while (p != r->end && {}) ++p;", begin, in_set(e.set, "*p")));
            return line(indent, fmt::format("if (p == {}) p = FAIL(p, {}); }}", begin, c_string(name_of(e.set))));
        }
        case nested:
            line(indent, fmt::format("if (r->depth == DEPTH_LIMIT) p = FAIL(p, \"no more than {} levels\"); else {{",
                                     from_.grammar.depth_limit));
            line(indent + 1, "++r->depth;");
            code(e.children.front(), indent + 1);
            line(indent + 1, "--r->depth;");
            return line(indent, "}");
        case column:
            return line(indent, fmt::format("{{ const u8 *const word = column(r, p, {}); p = word ? word : FAIL(p, "
                                            "\"blanks before a column\"); }}",
                                            e.count));
        case rule: return line(indent, fmt::format("p = RULE({})(r, p);", e.text));
        }
    }
    void repeat_code(const peg& e, int indent)
    {
        const auto count = fresh('i');
        line(indent, fmt::format("for (unsigned {} = 0; p && {} < {}; ++{}) {{", count, count, e.count, count));
        code(e.children.front(), indent + 1);
        return line(indent, "}");
    }
    void repeat_optional_code(const peg& e, int indent)
    {
        const auto count = fresh('i');
        const auto begin = fresh('b');
        line(indent, fmt::format("for (unsigned {} = 0; {} < {}; ++{}) {{ const u8 *const {} = p; MARK({})", count,
                                 count, e.count, count, begin, begin));
        code(e.children.front(), indent + 1);
        return line(indent, fmt::format("if (!p) {{ p = {}; BACK({}) break; }} }}", begin, begin));
    }
    void look_ahead_code(const peg& e, int indent)
    {
        const auto begin = fresh('b');
        line(indent,
             fmt::format("{{ const u8 *const {} = p; MARK({}){}", begin, begin, e.op == not_at ? " SILENT" : ""));
        code(e.children.front(), indent + 1);
        if (e.op == at) return line(indent, fmt::format("if (p) {{ p = {}; }} BACK({}) }}", begin, begin));
        return line(indent,
                    fmt::format("LOUD p = p ? FAIL({}, \"something else\") : {}; BACK({}) }}", begin, begin, begin));
    }
    void star_code(const peg& child, int indent)
    {
        const auto begin = fresh('b');
        line(indent, fmt::format("for (;;) {{ const u8 *const {} = p; MARK({})", begin, begin));
        code(child, indent + 1);
        line(indent, fmt::format("if (!p || p == {}) {{ p = {}; BACK({}) break; }} }}", begin, begin, begin));
    }

    const source& from_;
    std::string sets_;
    std::map<std::string, std::size_t> places_;
};

} // namespace

std::string c_reader(const source& from) { return c_writer(from).write(); }

} // namespace ballast::readers
