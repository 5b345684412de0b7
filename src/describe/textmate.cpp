#include "describe/textmate.hpp"

#include "describe/regex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cctype>
#include <functional>
#include <map>
#include <set>

namespace ballast::describe {

namespace {

// Before and after a word: no part of a longer word.
constexpr std::string_view word_begin = "(?<![\\w.%-])";
constexpr std::string_view word_end = "(?![\\w.-])";

// After a number: no part of a word. An `x` may follow, as in dimensions and factors.
constexpr std::string_view number_end = "(?:(?!\\w)|(?=x))";

constexpr std::string_view label_scope = "keyword.other.label.xla";
constexpr std::string_view constant_scope = "constant.language.xla";
constexpr std::string_view number_scope = "constant.numeric.xla";
constexpr std::string_view unit_scope = "keyword.other.unit.xla";
constexpr std::string_view type_scope = "storage.type.element.xla";
constexpr std::string_view name_scope = "variable.other.xla";
constexpr std::string_view punctuation_scope = "punctuation.xla";

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A text without letters, or one byte that is neither a letter nor a digit nor a blank.
bool is_sign(const node& n)
{
    if (n.op == operation::text) return std::ranges::none_of(n.text, is_word);
    if (n.op != operation::bytes || n.set.count() != 1) return false;
    for (std::size_t c = '!'; c < 0x7f; ++c)
        if (n.set[c]) return !is_word(static_cast<char>(c));
    return false;
}

// Sorts expressions: a word comes before its own prefixes.
struct longer_first {
    bool operator()(const std::string& a, const std::string& b) const
    {
        return a.size() != b.size() ? a.size() > b.size() : a > b;
    }
};
using words = std::set<std::string, longer_first>;

std::string any_of(const words& alternatives) { return fmt::format("(?:{})", fmt::join(alternatives, "|")); }

// A text of the grammar in one line: its words, and the text around them.
struct label {
    std::string lead;
    std::string words;
    std::string trail;
};

std::vector<label> labels_in(std::string_view text)
{
    std::vector<label> result;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\n\t"), text.size());
        const auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto first = std::ranges::find_if(line, is_word);
        if (first == line.end() || !is_letter(*first)) continue;
        auto last = line.end();
        while (!is_word(last[-1])) --last;
        result.push_back({{line.begin(), first}, {first, last}, {last, line.end()}});
    }
    return result;
}

// The expression of a label. The text around it is only looked at.
std::string regex_of(const label& of)
{
    const auto before = of.lead.empty() ? std::string(word_begin) : fmt::format("(?<={})", regex_of_text(of.lead));
    const auto after = of.trail.empty() ? std::string(word_end) : fmt::format("(?={})", regex_of_text(of.trail));
    return before + regex_of_text(of.words) + after;
}

std::string whole_word(std::string_view expression) { return fmt::format("{}{}{}", word_begin, expression, word_end); }

class textmate_writer {
public:
    explicit textmate_writer(const specification& spec) : spec_(spec), grammar_(spec.grammar)
    {
        shapes_ = below("shape");
        attributes_ = below("attributes");
        for (const auto* production :
             {"number", "human_size", "short_size", "pointer_item", "index_mark", "literal_mark"})
            apart_.merge(below(production));
        for (const auto& n : grammar_.nodes)
            if (n.op == operation::text) sort_text(n);
        for (const auto& attribute : spec.attributes) keys_.insert(regex_of_text(attribute.name));
        for (const auto& word : spec.words) constants_.insert(whole_word(regex_of_text(word)));
    }

    std::vector<textmate_rule> rules()
    {
        add_lines();
        add_match("comment", "comment.block.index.xla",
                  fmt::format("{}|{}", expression("index_mark"), expression("literal_mark")));
        add_match("string", "string.quoted.double.xla", expression("quoted"));
        add_value_names();
        add_shapes();
        add_words();
        add_numbers();
        add_match("name", name_scope, "%?" + expression("name"));
        add_match("punctuation", punctuation_scope, punctuation());
        return std::move(rules_);
    }

private:
    // The nodes below a production.
    [[nodiscard]] std::set<const node*> below(std::string_view production) const
    {
        std::set<const node*> result;
        std::vector<const node*> open{&grammar_.at(production)};
        while (!open.empty()) {
            const auto* n = open.back();
            open.pop_back();
            if (!result.insert(n).second) continue;
            for (const auto child : n->children) open.push_back(&grammar_.nodes[child]);
        }
        return result;
    }

    void sort_text(const node& n)
    {
        if (apart_.contains(&n)) return;
        if (!n.key.empty()) {
            keys_.insert(regex_of_text(n.key));
            return;
        }
        for (const auto& l : labels_in(n.text)) {
            if (take_keys(l)) continue;
            if (shapes_.contains(&n))
                shape_words_.insert(regex_of(l));
            else
                (attributes_.contains(&n) ? constants_ : labels_).insert(regex_of(l));
        }
    }
    // Labels before `=`, as in `{kind="` and `,offset=`.
    bool take_keys(const label& l)
    {
        const auto text = l.words + l.trail;
        bool found = false;
        for (auto sign = text.find('='); sign != std::string::npos; sign = text.find('=', sign + 1)) {
            auto begin = sign;
            while (begin != 0 && is_word(text[begin - 1])) --begin;
            if (begin != sign) keys_.insert(regex_of_text(text.substr(begin, sign - begin)));
            found = found || begin != sign;
        }
        return found;
    }

    [[nodiscard]] std::string expression(std::string_view production) const
    {
        return regex_writer(grammar_).production(production);
    }

    void add_match(std::string name, std::string_view scope, std::string match)
    {
        rules_.push_back({std::move(name), std::string(scope), std::move(match), {}, {}, {}, false});
    }
    void add_inside(std::string name, std::string_view scope, std::string match)
    {
        add_match(std::move(name), scope, std::move(match));
        rules_.back().only_inside = true;
    }
    // A production whose texts are labels and whose parts have scopes.
    void add_production(std::string name, std::string_view scope, std::string_view production,
                        const std::map<std::string, std::string_view>& parts, std::string_view around = "{}")
    {
        regex_writer writer(grammar_, [&](const node& n) -> std::string {
            if (const auto found = parts.find(n.name); !n.name.empty() && found != parts.end())
                return std::string(found->second);
            if (is_sign(n)) return std::string(punctuation_scope);
            return n.op == operation::text ? std::string(parts.at("")) : std::string();
        });
        add_match(std::move(name), scope, fmt::format(fmt::runtime(around), writer.production(production)));
        rules_.back().captures = writer.groups();
    }

    // Rules for lines with arbitrary text.
    void add_lines()
    {
        add_production("frame-begin", "meta.frame.xla", "frame_first",
                       {{"", label_scope}, {"frame_name", "string.unquoted.file.xla"}}, "^{}");
        add_production("frame-end", "meta.frame.xla", "frame_last",
                       {{"", label_scope}, {"frame_end_name", "string.unquoted.file.xla"}});
        add_production("stack-head", "meta.stack.xla", "stack_trace_head",
                       {{"", label_scope}, {"grouped", number_scope}}, "^{}");
        add_production("stack-row", "meta.stack.xla", "stack_row",
                       {{"", label_scope},
                        {"rails", punctuation_scope},
                        {"inner_branch", punctuation_scope},
                        {"last_branch", punctuation_scope},
                        {"stack_label", "string.unquoted.label.xla"},
                        {"top_label", name_scope},
                        {"stack_percent", number_scope},
                        {"grouped", number_scope}},
                       "^{}");
    }

    void add_value_names()
    {
        add_production("value-name", "meta.value.xla", "value_name",
                       {{"", constant_scope},
                        {"value_id", number_scope},
                        {"value_defining", "entity.name.value.xla"},
                        {"value_index", "constant.numeric.index.xla"},
                        {"value_color", number_scope}});
    }

    void add_shapes()
    {
        words types;
        for (const auto& type : spec_.element_types) types.insert(regex_of_text(type.name));
        add_match("element-type", type_scope, fmt::format("{}{}(?=\\[)", word_begin, any_of(types)));
        add_match("shape-word", "storage.type.shape.xla", any_of(shape_words_));
        add_match("layout", "meta.layout.xla", "(?<=\\])(\\{)(?=[0-9:])");
        auto& layout = rules_.back();
        layout.end = "(\\})";
        layout.captures = {std::string(punctuation_scope)};
        layout.inside = {"layout-type", "layout-letter", "layout", "shape-word", "number", "punctuation"};
        add_inside("layout-type", type_scope, whole_word(any_of(types)));
        add_inside("layout-letter", "keyword.other.layout.xla", layout_letters());
    }
    // Letters that begin a suffix of a layout, or are a level.
    [[nodiscard]] std::string layout_letters() const
    {
        std::bitset<256> letters;
        for (const auto* n : below("layout_suffixes")) {
            if (n->op == operation::bytes && n->set.count() < 10) letters |= n->set;
            if (n->op == operation::text) letters.set(static_cast<unsigned char>(n->text[0]));
        }
        std::string upper;
        for (std::size_t c = 'A'; c <= 'Z'; ++c)
            if (letters[c]) upper += static_cast<char>(c);
        return fmt::format("[{}]", upper);
    }

    void add_words()
    {
        words opcodes;
        for (const auto& opcode : spec_.opcodes) opcodes.insert(regex_of_text(opcode.name));
        words suffixes;
        for (const auto& suffix : spec_.async_suffixes) suffixes.insert(regex_of_text(suffix));
        add_match("opcode", "support.function.opcode.xla",
                  fmt::format("{}{}{}?(?=\\()", word_begin, any_of(opcodes), any_of(suffixes)));
        add_match("attribute", "entity.other.attribute-name.xla", fmt::format("{}{}(?==)", word_begin, any_of(keys_)));
        add_match("unknown-attribute", "entity.other.attribute-name.unknown.xla",
                  fmt::format("{}{}(?==)", word_begin, expression("attribute_key")));
        add_match("label", label_scope, any_of(labels_));
        add_match("constant", constant_scope, any_of(constants_));
    }

    void add_numbers()
    {
        add_match("pointer", "constant.numeric.hex.xla",
                  fmt::format("{}0x{}", word_begin, expression("pointer_digits")));
        add_match("window", number_scope,
                  fmt::format("(?<![\\w.])(?=-?[0-9]+[x_])(?:{}|{})(?!\\w)", expression("padding_config"),
                              expression("window_numbers")));
        add_match("dimension-labels", "constant.other.dimensions.xla", whole_word(expression("dim_labels")));
        add_production("size", number_scope, "human_size", {{"", unit_scope}, {"human_letter", unit_scope}},
                       "(?<![\\w.]){}(?!\\w)");
        add_production("short-size", number_scope, "short_size", {{"", unit_scope}, {"human_letter", unit_scope}},
                       "(?<![\\w.]){}(?!\\w)");
        add_match("number", number_scope, fmt::format("(?<![\\w.]){}{}", expression("number"), number_end));
        // The rest of a number with a fixed number of decimals.
        add_match("digits", number_scope, fmt::format("(?<!\\w){}{}", expression("digits"), number_end));
        add_match("address", "constant.numeric.hex.xla",
                  fmt::format("(?<= at ){}{}", expression("chunk_address"), word_end));
    }

    // All punctuation of ASCII, because some texts are arbitrary, and the other characters in texts of the grammar.
    [[nodiscard]] std::string punctuation() const
    {
        words all{"[!-/:-@\\[-`{-~]"};
        for (const auto& n : grammar_.nodes) {
            if (n.op != operation::text) continue;
            for (std::size_t i = 0; i < n.text.size();) {
                auto end = i + 1;
                while (end < n.text.size() && (static_cast<unsigned char>(n.text[end]) & 0xc0U) == 0x80) ++end;
                if (end != i + 1) all.insert(n.text.substr(i, end - i));
                i = end;
            }
        }
        return any_of(all);
    }

    const specification& spec_;
    const grammar_data& grammar_;
    std::set<const node*> shapes_;
    std::set<const node*> attributes_;
    std::set<const node*> apart_; // nodes with a colour of their own
    words keys_;
    words labels_;
    words constants_;
    words shape_words_;
    std::vector<textmate_rule> rules_;
};

} // namespace

std::vector<textmate_rule> textmate_rules(const specification& spec) { return textmate_writer(spec).rules(); }

} // namespace ballast::describe
