// The cases of the conformance suite: records of spec/conformance, and what the library says about their texts.
#pragma once

#include "ballast/check.hpp"
#include "ballast/json.hpp"
#include "ballast/releases.hpp"
#include "describe/matcher.hpp"
#include "tests/describe/conformance_json.hpp"
#include "tests/describe/text_edits.hpp"
#include "tests/describe/texts.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::tests {

// The input of a reader, its options and its source. The expected answer follows from these.
struct suite_case {
    std::string is{};         // `valid`, `invalid` or `free`
    std::string section{};    // the chapter
    std::string start{};      // `file`, a construct as `--rule` names it, or `production`
    std::string production{}; // if `start` is `production`
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

// --- reading records -------------------------------------------------------------------------------------------------

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
        for (const auto& test : tests->elements) result.tests.insert(test.text);
    if (const auto* const edit = read.find("edit"))
        result.edit = {.offset = std::stoul(text_in(*edit, "offset")),
                       .removed = bytes_in(*edit, "removed"),
                       .inserted = bytes_in(*edit, "inserted")};
    return result;
}

// --- the answers of the library --------------------------------------------------------------------------------------

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

// The node at which the grammar begins to read a case.
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
    // Readers that only know dumps read all other frames.
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
        // A single line has no dump around it: all its features must be from one time.
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
        add_semantic(result, c, *read.value);
        const auto json = printed([&](sink& out) { write_json(out, read.value->tree()); });
        const std::string_view key = "\"tree\":";
        const auto begin = json.find(key) + key.size();
        result.tree = json.substr(begin, json.rfind('}') - begin);
        result.sizes = sizes_of(read.value->dump());
        return result;
    }

    // What scripts usually read from a dump.
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

    static void add_semantic(case_answer& to, const suite_case& c, const document& read)
    {
        const check_options options{.file_name = c.file_name, .max_findings = 0, .audit = c.audit};
        auto found = std::vector<finding>{};
        if (c.beside.empty()) {
            found = check(read, options);
        } else {
            const auto other = accepted(c.beside);
            const document* const module[] = {&other, &read};
            found = check(std::span(module), options);
            std::erase_if(found, [](const finding& what) { return what.file == 0; });
        }
        to.findings.insert(to.findings.end(), found.begin(), found.end());
    }

    describe::matcher matcher_{describe::dump_grammar()};
};

// --- records ---

// The farthest offset that the grammar reaches in a text; empty if it matches the text.
inline std::optional<std::int64_t> farthest_in(const suite_case& c)
{
    describe::matcher matcher(describe::dump_grammar());
    const auto end = matcher.match(start_of(c), c.text);
    if (end == c.text.size()) return std::nullopt;
    return static_cast<std::int64_t>(std::max(matcher.farthest(), end.value_or(0)));
}

// What a reader must know to answer: `grammar`, `text` (the text as a whole), `context` (rules that the grammar cannot
// express), `era`, `semantic`, or `module` (several files).
inline std::string level_of(const suite_case& c, const case_answer& answer)
{
    if (c.is == "free") return "free";
    if (!c.beside.empty()) return "module";
    if (!c.era.empty()) return "era";
    if (c.is == "valid" || c.start == "production") return "grammar";
    if (answer.accepted) return "semantic";
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

// Only the digest of larger trees is stored, to keep the suite small.
inline constexpr std::size_t largest_tree = 2000;

// The expected answer of a reader.
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
