// The specification as data: what `ballast grammar` prints follows its schema and reads back.
#include "describe/chapters.hpp"
#include "describe/grammar_textmate.hpp"
#include "describe/tables.hpp"
#include "tests/cli/json.hpp"
#include "tests/cli/schema_check.hpp"
#include "tests/support/json_value.hpp"

#include <map>
#include <optional>

namespace ballast::tests {

namespace {

// --- reading back ----------------------------------------------------------------------------------------------------

using value = json_value;

const value& member(const value& object, const std::string& key)
{
    static const value none;
    const auto* const found = object.find(key);
    return found ? *found : none;
}

int number_in(const value& object, const std::string& key)
{
    const auto& text = member(object, key).text;
    return text.empty() ? 0 : std::stoi(text);
}

bool flag_in(const value& object, const std::string& key) { return member(object, key).text == "true"; }

std::vector<std::string> texts_in(const value& object, const std::string& key)
{
    std::vector<std::string> result;
    for (const auto& element : member(object, key).elements) result.push_back(element.text);
    return result;
}

commit_time time_of(std::string text)
{
    if (text.empty()) return end_of_history;
    std::erase_if(text, [](char c) { return c < '0' || c > '9'; });
    text.resize(12, '0');
    return std::stoll(text);
}

template <typename Made, typename Make>
std::vector<Made> rows_in(const value& document, const std::string& key, Make make)
{
    std::vector<Made> result;
    for (const auto& row : member(document, key).elements) result.push_back(make(row));
    return result;
}

class grammar_reader {
public:
    explicit grammar_reader(const value& document)
    {
        made_.depth_limit = static_cast<unsigned>(number_in(document, "nesting_limit"));
        for (const auto& p : member(document, "productions").elements) {
            made_.order.push_back(made_.nodes.size());
            made_.rules.emplace(text_in(p, "name"), made_.nodes.size());
            made_.nodes.emplace_back();
        }
        for (const auto& p : member(document, "productions").elements) {
            auto n = operation_of(member(p, "expression"));
            n.name = text_in(p, "name");
            n.entry = text_in(p, "entry");
            n.expected = text_in(p, "expected");
            n.finding = text_in(p, "finding");
            made_.nodes[made_.rules.at(n.name)] = std::move(n);
        }
    }
    describe::grammar_data take() { return std::move(made_); }

private:
    describe::node operation_of(const value& from)
    {
        using describe::operation;
        static const std::map<std::string, operation> operations{
            {"sequence", operation::sequence},
            {"choice", operation::choice},
            {"optional", operation::optional},
            {"star", operation::star},
            {"plus", operation::plus},
            {"repeat", operation::repeat},
            {"repeat_optional", operation::repeat_optional},
            {"at", operation::at},
            {"not_at", operation::not_at},
            {"text", operation::text},
            {"bytes", operation::bytes},
            {"run", operation::run},
            {"code_points", operation::code_points},
            {"end", operation::end},
            {"nested", operation::nested},
            {"right_aligned", operation::right_aligned},
            {"last_parenthesis", operation::last_parenthesis},
        };
        describe::node result;
        result.op = operations.at(text_in(from, "op"));
        result.text = text_in(from, "text");
        result.key = text_in(from, "key");
        result.low = static_cast<char32_t>(number_in(from, "first"));
        result.high = static_cast<char32_t>(number_in(from, "last"));
        result.count = static_cast<unsigned>(number_in(from, "count"));
        for (const auto& range : member(from, "ranges").elements)
            for (int c = std::stoi(range.elements[0].text); c <= std::stoi(range.elements[1].text); ++c)
                result.set.set(static_cast<std::size_t>(c));
        for (const auto& child : member(from, "of").elements) result.children.push_back(operand_of(child));
        return result;
    }
    describe::node_id operand_of(const value& from)
    {
        if (from.find("production")) return made_.rules.at(text_in(from, "production"));
        auto made = operation_of(from);
        made_.nodes.push_back(std::move(made));
        return made_.nodes.size() - 1;
    }

    describe::grammar_data made_;
};

std::vector<describe::period_data> periods_of(const value& feature)
{
    return rows_in<describe::period_data>(feature, "printed", [](const value& p) {
        return describe::period_data{time_of(text_in(p, "begin")), time_of(text_in(p, "end")), text_in(p, "states")};
    });
}

unsigned rule_number(const std::string& name)
{
    return name.empty() ? 0U : static_cast<unsigned>(std::stoi(name.substr(1)));
}

std::vector<describe::exception_data> exceptions_in(const value& document, const char* key)
{
    return rows_in<describe::exception_data>(document, key, [](const value& e) {
        return describe::exception_data{text_in(e, "name"), text_in(e, "reason")};
    });
}

describe::specification read_back(const std::string& json)
{
    const auto document = json_reader::read(json);
    describe::specification result;
    result.grammar = grammar_reader(document).take();
    result.features = rows_in<describe::feature_data>(document, "features", [](const value& f) {
        return describe::feature_data{
            text_in(f, "id"),        text_in(f, "title"),     text_in(f, "layer"),      text_in(f, "group"),
            periods_of(f),           texts_in(f, "shown_by"), texts_in(f, "needed_by"), texts_in(f, "shown_without"),
            text_in(f, "word_kind"), text_in(f, "word"),      texts_in(f, "opcodes")};
    });
    result.states = rows_in<describe::state_data>(document, "states", [](const value& s) {
        return describe::state_data{text_in(s, "name"), time_of(text_in(s, "begin")), time_of(text_in(s, "end"))};
    });
    result.releases = rows_in<describe::release_data>(document, "releases", [](const value& r) {
        return describe::release_data{text_in(r, "producer"), text_in(r, "version"), time_of(text_in(r, "begin")),
                                      time_of(text_in(r, "end"))};
    });
    result.findings = rows_in<describe::finding_data>(document, "findings", [](const value& f) {
        return describe::finding_data{text_in(f, "id"), text_in(f, "phase"), text_in(f, "severity"),
                                      text_in(f, "sentence"), rule_number(text_in(f, "rule"))};
    });
    result.context_rules = rows_in<describe::context_rule_data>(document, "context_rules", [](const value& r) {
        return describe::context_rule_data{rule_number(text_in(r, "number")), text_in(r, "name"),
                                           text_in(r, "sentence"), texts_in(r, "productions")};
    });
    result.element_types = rows_in<describe::element_type_data>(document, "element_types", [](const value& t) {
        return describe::element_type_data{text_in(t, "name"), number_in(t, "bits")};
    });
    result.opcodes = rows_in<describe::opcode_data>(document, "opcodes", [](const value& o) {
        return describe::opcode_data{
            text_in(o, "name"),
            rows_in<describe::opcode_data::key>(
                o, "attributes",
                [](const value& a) { return describe::opcode_data::key{text_in(a, "name"), flag_in(a, "always")}; }),
            flag_in(o, "async_form")};
    });
    result.attributes = rows_in<describe::attribute_data>(document, "attributes", [](const value& a) {
        return describe::attribute_data{text_in(a, "name"), text_in(a, "form"), number_in(a, "tail_place")};
    });
    result.async_suffixes = texts_in(document, "async_suffixes");
    result.words = texts_in(document, "words");
    result.example_kinds = rows_in<describe::example_kind_data>(document, "example_kinds", [](const value& k) {
        return describe::example_kind_data{text_in(k, "name"), text_in(k, "sentence")};
    });
    result.productions_that_cannot_fail = exceptions_in(document, "productions_that_cannot_fail");
    result.findings_without_example = exceptions_in(document, "findings_without_example");
    return result;
}

// The table in a region of a chapter. Counts of examples do not follow from the grammar.
std::string region_in(std::string_view chapter, std::string_view kind)
{
    const auto head = "<!-- " + std::string(kind) + " -->\n\n";
    const auto begin = chapter.find(head) + head.size();
    return std::string(chapter.substr(begin, chapter.find("\n<!-- end -->", begin) - begin));
}

} // namespace

TEST(Grammar, JsonIsAsItsSchemaSays)
{
    ASSERT_TRUE(schema_check::is_here())
        << "JSON is held against its schemas by Python's jsonschema: install python3-jsonschema";
    schema_check all("grammar_schema");
    const auto json = output_of("grammar --format json");
    all.add("grammar.schema.json", json);
    EXPECT_EQ(all.faults(), "");
    // A key that is not in the schema, and an operation without operands.
    schema_check wrong("no_grammar_schema");
    auto other = json;
    other.replace(other.find("\"ebnf\""), 6, "\"bnf\"");
    wrong.add("grammar.schema.json", other);
    other = json;
    other.replace(other.find("\"of\""), 4, "\"off\"");
    wrong.add("grammar.schema.json", other);
    EXPECT_EQ(lines_of(wrong.faults()).size(), 2U) << wrong.faults();
}

// All documents can be derived from the JSON alone.
TEST(Grammar, JsonReadsBackToTheSameSpecification)
{
    const auto& spec = describe::dump_specification();
    const auto read = read_back(output_of("grammar --format json"));
    EXPECT_EQ(describe::to_rules(read.grammar), describe::to_rules(spec.grammar));
    EXPECT_EQ(read.grammar.depth_limit, spec.grammar.depth_limit);
    for (const auto& [name, id] : spec.grammar.rules) {
        const auto& n = read.grammar.at(name);
        EXPECT_EQ(n.entry, spec.grammar.nodes[id].entry) << name;
        EXPECT_EQ(n.expected, spec.grammar.nodes[id].expected) << name;
        EXPECT_EQ(n.finding, spec.grammar.nodes[id].finding) << name;
    }
    EXPECT_EQ(read.features, spec.features);
    EXPECT_EQ(read.states, spec.states);
    EXPECT_EQ(read.releases, spec.releases);
    EXPECT_EQ(read.findings, spec.findings);
    EXPECT_EQ(read.context_rules, spec.context_rules);
    EXPECT_EQ(read.element_types, spec.element_types);
    EXPECT_EQ(read.opcodes, spec.opcodes);
    EXPECT_EQ(read.attributes, spec.attributes);
    EXPECT_EQ(read.async_suffixes, spec.async_suffixes);
    EXPECT_EQ(read.words, spec.words);
    EXPECT_EQ(read.example_kinds, spec.example_kinds);
    EXPECT_EQ(read.productions_that_cannot_fail, spec.productions_that_cannot_fail);
    EXPECT_EQ(read.findings_without_example, spec.findings_without_example);
}

// BALLAST_UPDATE_GOLDEN=1 rewrites the file.
TEST(Documents, TheHighlightingGrammarFollowsFromTheSpecification)
{
    const auto path = fs::path(BALLAST_ROOT) / "spec" / "xla-memory.tmLanguage.json";
    const auto text = output_of("grammar --format textmate");
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text) << "scripts/dev/update_documents.sh rewrites it";
    auto json = parsed_json(text);
    EXPECT_EQ(json["scopeName"], "text.xla.memory");
    for (const auto* token : {"element-type", "opcode", "attribute", "label", "number", "name", "string", "comment"})
        EXPECT_FALSE(json[joined({"repository/", token, "/match"})].empty()) << token;
    // It contains the words of the specification.
    EXPECT_NE(json["repository/opcode/match"].find("all-reduce"), std::string::npos);
    EXPECT_NE(json["repository/attribute/match"].find("replica_groups"), std::string::npos);
    EXPECT_NE(json["repository/element-type/match"].find("bf16"), std::string::npos);
    EXPECT_NE(json["repository/label/match"].find("Total bytes used"), std::string::npos);
}

TEST(Grammar, DocumentsFollowFromTheJsonAlone)
{
    const auto spec = fs::path(BALLAST_ROOT) / "spec";
    const auto read = read_back(output_of("grammar --format json"));
    EXPECT_EQ(describe::to_rules(read.grammar), read_file(spec / "grammar.rules"));
    EXPECT_EQ(describe::to_ebnf(read.grammar), read_file(spec / "grammar.ebnf"));
    EXPECT_EQ(describe::to_dictionary(read.grammar), read_file(fs::path(BALLAST_ROOT) / "fuzz" / "ballast.dict"));
    EXPECT_EQ(describe::diagnostics_document(read), read_file(spec / "diagnostics.md"));
    EXPECT_EQ(describe::grammar_textmate(read), read_file(spec / "xla-memory.tmLanguage.json"));
    std::vector<describe::chapter> chapters;
    for (const auto& file : fs::directory_iterator(spec))
        if (file.path().extension() == ".md")
            chapters.push_back({file.path().filename().string(), read_file(file.path())});
    const auto notation = std::ranges::find(chapters, "notation.md", &describe::chapter::name);
    ASSERT_NE(notation, chapters.end());
    const describe::chapter_writer writer(read, chapters, {{"counts", region_in(notation->text, "counts")}});
    EXPECT_TRUE(writer.faults().empty());
    std::size_t regions = 0;
    for (const auto& c : chapters) {
        EXPECT_EQ(writer.filled(c), c.text) << c.name;
        regions += c.text.find("<!-- ") != std::string::npos ? 1U : 0U;
    }
    EXPECT_GT(regions, 10U);
}

} // namespace ballast::tests
