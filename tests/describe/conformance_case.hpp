// The cases of the conformance suite: records of spec/conformance, and what the library says about their texts.
#pragma once

#include "ballast/check.hpp"
#include "ballast/json.hpp"
#include "ballast/releases.hpp"
#include "base/utf8.hpp"
#include "describe/matcher.hpp"
#include "tests/describe/texts.hpp"

#include <rapidjson/reader.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::tests {

// FNV-1a with 64 bits.
inline std::string hash_of(std::string_view text)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    std::string result;
    for (int shift = 60; shift >= 0; shift -= 4) result += digits[hash >> shift & 15U];
    return result;
}

// How an invalid text differs from the valid one of its pair.
struct text_edit {
    std::size_t offset = 0;
    std::string removed{};
    std::string inserted{};
};

// What a reader gets, what is to be known about it, and where it comes from. What it should answer follows from these.
struct suite_case {
    std::string is{};         // `valid`, `invalid` or `free`
    std::string section{};    // the chapter
    std::string start{};      // `file`, a construct as `--rule` names it, or `production`
    std::string production{}; // where `start` is `production`
    std::string text{};
    std::string era{};       // the text must be of this era
    std::string file_name{}; // shows the platform
    std::string beside{};    // another file of the module
    bool audit = false;
    std::set<std::string> tests{};
    std::string source{}; // `chapter`, `golden`, `generated` or `pair`
    std::string pair{};   // the identifier of the valid case
    std::optional<text_edit> edit{};

    [[nodiscard]] std::string id() const
    {
        std::string all;
        for (const auto* part : {&is, &start, &production, &era, &file_name, &beside, &text}) (all += *part) += '\xFF';
        return section + "-" + hash_of(all).substr(0, 10);
    }
};

// --- JSON ---

// A text as JSON, with the short escapes that there are.
inline std::string json_quoted(std::string_view text)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    static constexpr std::string_view special = "\"\\\b\f\n\r\t";
    static constexpr std::string_view letters = "\"\\bfnrt";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (const auto found = special.find(c); found != std::string_view::npos)
            (result += '\\') += letters[found];
        else if (byte < ' ')
            ((result += "\\u00") += digits[byte >> 4U]) += digits[byte & 15U];
        else
            result += c;
    }
    return result + "\"";
}

inline bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const auto length = utf8::sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline std::string base64(std::string_view bytes)
{
    std::string result;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            result += i + k > bytes.size() ? '=' : base64_digits[group >> (18 - 6 * k) & 63U];
    }
    return result;
}
inline std::string from_base64(std::string_view text)
{
    std::string result;
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char c : text) {
        const auto digit = base64_digits.find(c);
        if (digit == std::string_view::npos) break;
        group = group << 6U | static_cast<std::uint32_t>(digit);
        if ((bits += 6) >= 8) result += static_cast<char>(group >> (bits -= 8) & 255U);
    }
    return result;
}

// An object that is written member by member; what is empty is left out.
class json_object {
public:
    json_object& raw(std::string_view name, std::string_view value)
    {
        ((text_ += text_.empty() ? "{" : ",") += json_quoted(name)) += ":";
        text_ += value;
        return *this;
    }
    json_object& text(std::string_view name, std::string_view value)
    {
        return value.empty() ? *this : raw(name, json_quoted(value));
    }
    // Bytes that are not UTF-8 are written in base 64, as `name_base64`.
    json_object& bytes(std::string_view name, std::string_view value)
    {
        if (is_utf8(value)) return raw(name, json_quoted(value));
        return raw(std::string(name) + "_base64", json_quoted(base64(value)));
    }
    json_object& number(std::string_view name, std::int64_t value) { return raw(name, std::to_string(value)); }
    [[nodiscard]] std::string done() const { return text_.empty() ? "{}" : text_ + "}"; }

private:
    std::string text_;
};

template <typename Items>
std::string json_array(const Items& items)
{
    std::string result;
    for (const auto& item : items) (result += result.empty() ? "[" : ",") += json_quoted(item);
    return result.empty() ? "[]" : result + "]";
}

// JSON that was read: a text, another scalar as it is spelled, or the members or elements inside.
struct json_value {
    enum class kind { text, other, object, array } is = kind::other;
    std::string text{};
    std::vector<std::string> names{}; // of members
    std::vector<json_value> inside{};

    [[nodiscard]] const json_value* find(std::string_view name) const
    {
        const auto found = std::ranges::find(names, name);
        return found == names.end() ? nullptr : &inside[static_cast<std::size_t>(found - names.begin())];
    }
};

// RapidJSON's own tree does not compile with clang 19.
class json_reader : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, json_reader> {
public:
    static json_value read(const std::string& text)
    {
        json_reader handler;
        rapidjson::Reader reader;
        rapidjson::StringStream stream(text.c_str());
        if (reader.Parse<rapidjson::kParseNumbersAsStringsFlag>(stream, handler).IsError())
            throw std::runtime_error("not JSON: " + text);
        return std::move(handler.top_);
    }

    bool Null() { return put({.text = "null"}); }
    bool Bool(bool value) { return put({.text = value ? "true" : "false"}); }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool) { return put({.text = {text, size}}); }
    bool String(const char* text, rapidjson::SizeType size, bool)
    {
        return put({.is = json_value::kind::text, .text = {text, size}});
    }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        open_.back().names.emplace_back(text, size);
        return true;
    }
    bool StartObject() { return begin(json_value::kind::object); }
    bool StartArray() { return begin(json_value::kind::array); }
    bool EndObject(rapidjson::SizeType) { return end(); }
    bool EndArray(rapidjson::SizeType) { return end(); }

private:
    bool put(json_value value)
    {
        if (open_.empty())
            top_ = std::move(value);
        else
            open_.back().inside.push_back(std::move(value));
        return true;
    }
    bool begin(json_value::kind kind)
    {
        open_.push_back({.is = kind});
        return true;
    }
    bool end()
    {
        auto made = std::move(open_.back());
        open_.pop_back();
        return put(std::move(made));
    }

    json_value top_;
    std::vector<json_value> open_;
};

inline std::string text_in(const json_value& object, std::string_view name)
{
    const auto* const found = object.find(name);
    return found ? found->text : std::string();
}
inline std::string bytes_in(const json_value& object, const std::string& name)
{
    const auto* const encoded = object.find(name + "_base64");
    return encoded ? from_base64(encoded->text) : text_in(object, name);
}

// JSON in one form: members sorted by name, no white space, and no escapes but those that JSON demands.
inline void append_canonical(std::string& to, const json_value& value)
{
    switch (value.is) {
    case json_value::kind::text: to += json_quoted(value.text); break;
    case json_value::kind::other: to += value.text; break;
    case json_value::kind::object: {
        std::map<std::string_view, const json_value*> members;
        for (std::size_t i = 0; i < value.names.size(); ++i) members.emplace(value.names[i], &value.inside[i]);
        to += '{';
        for (const auto& [name, member] : members) {
            if (to.back() != '{') to += ',';
            (to += json_quoted(name)) += ':';
            append_canonical(to, *member);
        }
        to += '}';
        break;
    }
    case json_value::kind::array:
        to += '[';
        for (const auto& element : value.inside) {
            if (to.back() != '[') to += ',';
            append_canonical(to, element);
        }
        to += ']';
        break;
    }
}
inline std::string canonical_json(const std::string& text)
{
    std::string result;
    append_canonical(result, json_reader::read(text));
    return result;
}

// The case of a record, without what follows from it.
inline suite_case case_of(const std::string& record)
{
    const auto read = json_reader::read(record);
    suite_case result{.is = text_in(read, "class"),
                      .section = text_in(read, "section"),
                      .start = text_in(read, "start"),
                      .production = text_in(read, "production"),
                      .text = bytes_in(read, "text"),
                      .era = text_in(read, "era"),
                      .file_name = text_in(read, "file_name"),
                      .beside = bytes_in(read, "beside"),
                      .audit = read.find("audit") != nullptr,
                      .source = text_in(read, "source"),
                      .pair = text_in(read, "pair")};
    if (const auto* const tests = read.find("tests"))
        for (const auto& test : tests->inside) result.tests.insert(test.text);
    if (const auto* const edit = read.find("edit"))
        result.edit = {.offset = std::stoul(text_in(*edit, "offset")),
                       .removed = bytes_in(*edit, "removed"),
                       .inserted = bytes_in(*edit, "inserted")};
    return result;
}

// --- what the library says ---

struct case_answer {
    bool accepted = false;
    bool prints_back = true;
    std::vector<finding> findings{}; // of a refused text only the first
    era_set possible{};              // if it is accepted
    std::string tree{};              // the JSON of an accepted file
    std::string sizes{};             // of an accepted dump with allocations, as JSON
};

inline const describe::node& node_of(const describe::grammar_data& grammar, describe::node_id id)
{
    return grammar.nodes[id];
}

// Where the grammar begins to read a case.
inline describe::node_id start_of(const suite_case& c)
{
    const auto& rules = describe::dump_grammar().rules;
    std::string_view name = c.production;
    if (c.start == "file") name = "dump";
    if (const auto which = entry_of(c.start))
        for (const auto& [construct, rule] : single_rules())
            if (construct == *which) name = rule;
    const auto found = rules.find(name);
    if (found == rules.end()) throw std::runtime_error("no production " + std::string(name));
    return found->second;
}

// The kind of a file, as the production that reads it.
inline std::string kind_of(std::string_view text)
{
    static constexpr std::string_view kinds[]{
        "framed",    "oom_report",     "allocation_statistics", "buffer_info", "module_text",     "tpu_report",
        "tpu_usage", "memory_message", "assignment_file",       "values_file", "live_range_file", "usage_report",
    };
    const auto& grammar = describe::dump_grammar();
    describe::matcher matcher(grammar);
    std::string_view best;
    std::size_t reached = 0;
    for (const auto kind : kinds) {
        const auto id = grammar.rules.find(kind)->second;
        if (matcher.matches(id, text)) {
            best = kind;
            break;
        }
        if (matcher.farthest() > reached) {
            reached = matcher.farthest();
            best = kind;
        }
    }
    // Readers of dumps alone read the other frames.
    const bool report = text.substr(std::min(text.find('\n'), text.size() - 1) + 1).starts_with("Total bytes used");
    return best == "framed" && report ? "framed_usage_report" : std::string(best);
}

class case_judge {
public:
    case_answer answer(const suite_case& c)
    {
        if (c.start == "file") return file(c);
        if (const auto which = entry_of(c.start)) return construct(*which, c);
        const auto id = start_of(c);
        const auto end = matcher_.match(id, c.text);
        if (end == c.text.size()) return {.accepted = true, .possible = era_set::all()};
        case_answer result;
        result.findings.emplace_back().begin =
            static_cast<std::int64_t>(std::max(matcher_.farthest(), end.value_or(0)));
        return result;
    }

private:
    static void first_error(case_answer& to, const std::vector<finding>& findings)
    {
        to.accepted = false;
        for (const auto& what : findings)
            if (what.severity == severity::error) return to.findings.assign(1, what);
    }

    static case_answer construct(entry which, const suite_case& c)
    {
        const auto read = parse(which, c.text);
        case_answer result{.accepted = read.accepted()};
        if (!result.accepted) {
            first_error(result, read.findings);
            return result;
        }
        // A single line has no dump around it: one XLA must have printed all its features.
        const auto when = date(read.value->witnesses());
        if (when.skewed) {
            first_error(result, {{.id = finding_id::mixed_eras, .begin = when.skewed->offset}});
            return result;
        }
        result.prints_back = print(*read.value) == c.text;
        result.findings = read.findings;
        result.possible = when.possible;
        return result;
    }

    static case_answer file(const suite_case& c)
    {
        const auto read = parse(std::string_view(c.text));
        case_answer result{.accepted = read.accepted()};
        if (!result.accepted) {
            first_error(result, read.findings);
            return result;
        }
        const auto lines = read_computations(*read.value).findings;
        if (std::ranges::count(lines, severity::error, &finding::severity) != 0) {
            first_error(result, lines);
            return result;
        }
        result.prints_back = print(*read.value) == c.text;
        result.findings = read.findings;
        result.findings.insert(result.findings.end(), lines.begin(), lines.end());
        const auto when = date(read.value->witnesses());
        result.possible = when.possible;
        add_era(result, c, when);
        add_meaning(result, c, *read.value);
        bool whole = true;
        const auto json = printed([&](sink& out) { whole = write_json(out, *read.value); });
        const std::string_view key = "\"tree\":";
        const auto begin = json.find(key) + key.size();
        if (whole) result.tree = json.substr(begin, json.rfind('}') - begin);
        result.sizes = sizes_of(read.value->dump());
        return result;
    }

    // What scripts want most of a dump.
    static std::string sizes_of(const ast::dump& dump)
    {
        if (dump.allocations.empty()) return {};
        std::int64_t bytes = 0;
        std::size_t values = 0;
        for (const auto& a : dump.allocations) {
            bytes += a.size;
            values += a.values.size();
        }
        json_object result;
        result.number("allocations", static_cast<std::int64_t>(dump.allocations.size()));
        return result.number("bytes", bytes).number("values", static_cast<std::int64_t>(values)).done();
    }

    static void add_era(case_answer& to, const suite_case& c, const era_report& when)
    {
        const auto asked = c.era.empty() ? std::nullopt : parse_era(c.era);
        if (!asked || !when.possible.intersect(*asked).empty()) return;
        const auto begins_after = [&](feature which) {
            return asked->intervals().front().begin < eras(which).intervals().front().begin;
        };
        const auto& decides = when.from && begins_after(when.from->which) ? when.from : when.until;
        to.findings.push_back({.id = finding_id::other_era, .begin = decides ? decides->offset : 0});
    }

    static void add_meaning(case_answer& to, const suite_case& c, const document& read)
    {
        const check_options options{.file_name = c.file_name, .max_findings = 0, .audit = c.audit};
        auto found = std::vector<finding>{};
        if (c.beside.empty()) {
            found = check(read, options);
        } else {
            const auto other = accepted(c.beside);
            const document* const module[] = {&other, &read};
            found = check(std::span(module), options);
            for (auto& what : found) what.begin -= static_cast<std::int64_t>(c.beside.size());
            std::erase_if(found, [](const finding& what) { return what.begin < 0; });
        }
        to.findings.insert(to.findings.end(), found.begin(), found.end());
    }

    describe::matcher matcher_{describe::dump_grammar()};
};

// --- records ---

// Where the grammar ends in a text, as far as it gets; nothing if it matches the text.
inline std::optional<std::int64_t> farthest_in(const suite_case& c)
{
    describe::matcher matcher(describe::dump_grammar());
    const auto end = matcher.match(start_of(c), c.text);
    if (end == c.text.size()) return std::nullopt;
    return static_cast<std::int64_t>(std::max(matcher.farthest(), end.value_or(0)));
}

// What a reader must know to answer: `grammar`, `text` (the text as a whole), `context` (rules that the grammar cannot
// express), `era`, `meaning`, or `module` (several files).
inline std::string level_of(const suite_case& c, const case_answer& answer)
{
    if (c.is == "free") return "free";
    if (!c.beside.empty()) return "module";
    if (!c.era.empty()) return "era";
    if (c.is == "valid" || c.start == "production") return "grammar";
    if (answer.accepted) return "meaning";
    if (!farthest_in(c)) return "context";
    return info(answer.findings.front().id).phase == phase::text ? "text" : "grammar";
}

inline json_object place_in(std::string_view text, std::int64_t offset)
{
    const auto place = line_table(text).place_of(offset);
    json_object result;
    result.number("line", place.line).number("column", place.column).number("offset", offset);
    return result;
}

inline std::string finding_json(const suite_case& c, const finding& what, bool accepted)
{
    const auto place = place_in(c.text, what.begin).done();
    json_object result;
    if (c.start != "production") {
        result.text("id", info(what.id).name);
        if (accepted) result.text("severity", name_of(what.severity));
        if (const auto rule = accepted ? 0U : unsigned{context_rule_of(what)}; rule != 0)
            result.text("rule", "C" + std::to_string(rule));
    }
    const auto head = result.done();
    return head == "{}" ? place : head.substr(0, head.size() - 1) + "," + place.substr(1);
}

// Of larger trees only the digest is kept: the suite would be too large.
inline constexpr std::size_t largest_tree = 2000;

// What a reader should answer.
inline std::string expectation_json(const suite_case& c, const case_answer& answer)
{
    json_object result;
    if (c.is == "free") return result.raw("accepted", "null").done();
    result.raw("accepted", answer.accepted ? "true" : "false");
    if (!answer.accepted) {
        result.raw("fault", finding_json(c, answer.findings.front(), false));
        if (const auto farthest = farthest_in(c); farthest && farthest != answer.findings.front().begin)
            result.number("farthest", *farthest);
        return result.done();
    }
    std::string findings;
    for (const auto& what : answer.findings) (findings += findings.empty() ? "[" : ",") += finding_json(c, what, true);
    if (!findings.empty()) result.raw("findings", findings + "]");
    if (c.is != "valid" || !c.era.empty() || answer.tree.empty()) return result.done();
    if (!answer.sizes.empty()) result.raw("sizes", answer.sizes);
    result.text("tree_digest", hash_of(canonical_json(answer.tree)));
    if (answer.tree.size() <= largest_tree) result.raw("tree", answer.tree);
    return result.done();
}

// The first and the last state of the dump whose period meets the eras.
inline std::pair<std::string_view, std::string_view> states_of(const era_set& eras)
{
    std::pair<std::string_view, std::string_view> result;
    for (const auto& state : dump_states()) {
        if (era_set({{state.begin, state.end}}).intersect(eras).empty()) continue;
        if (result.first.empty()) result.first = state.name;
        result.second = state.name;
    }
    return result;
}

// A line of the suite, without its line end.
inline std::string record_of(const suite_case& c, case_judge& judge)
{
    const auto answer = judge.answer(c);
    json_object result;
    result.text("id", c.id()).text("class", c.is).text("section", c.section).text("level", level_of(c, answer));
    result.text("start", c.start).text("production", c.production);
    if (c.start == "file") result.text("kind", kind_of(c.text));
    if (answer.accepted && c.start != "production") {
        const auto [since, until] = states_of(answer.possible);
        result.text("since", since).text("until", until);
    }
    result.text("era", c.era).text("file_name", c.file_name);
    if (!c.beside.empty()) result.bytes("beside", c.beside);
    if (c.audit) result.raw("audit", "true");
    result.raw("tests", json_array(c.tests)).text("source", c.source).text("pair", c.pair);
    if (c.edit) {
        json_object edit;
        edit.number("offset", static_cast<std::int64_t>(c.edit->offset));
        edit.bytes("removed", c.edit->removed).bytes("inserted", c.edit->inserted);
        result.raw("edit", edit.done());
    }
    return result.bytes("text", c.text).raw("expect", expectation_json(c, answer)).done();
}

} // namespace ballast::tests
