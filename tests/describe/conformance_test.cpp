// The conformance suite: its records agree with the library, and every production and rule has a valid and an invalid
// case. BALLAST_UPDATE_GOLDEN=1 makes it again.
#include "tests/describe/conformance_maker.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

namespace ballast::tests {

namespace {

// Increment it if records change their meaning or lose members.
constexpr int suite_version = 1;

fs::path suite_folder() { return spec_folder() / "conformance"; }

// Records by file, as `valid/shapes.jsonl`.
using suite_files = std::map<std::string, std::vector<std::string>>;

suite_files committed()
{
    suite_files result;
    for (const auto* folder : {"valid", "invalid", "free"}) {
        if (!fs::is_directory(suite_folder() / folder)) continue;
        for (const auto& entry : fs::directory_iterator(suite_folder() / folder)) {
            auto& lines = result[std::string(folder) + "/" + entry.path().filename().string()];
            std::istringstream text(read_file(entry.path()));
            for (std::string line; std::getline(text, line);) lines.push_back(line);
        }
    }
    return result;
}

std::string manifest_of(const suite_files& files)
{
    std::map<std::string, std::size_t> counts;
    std::string list;
    std::size_t all = 0;
    for (const auto& [path, lines] : files) {
        counts[path.substr(0, path.find('/'))] += lines.size();
        all += lines.size();
        json_object row;
        row.text("path", path).number("cases", static_cast<std::int64_t>(lines.size()));
        (list += list.empty() ? "\n  " : ",\n  ") += row.done();
    }
    json_object classes;
    for (const auto& [name, count] : counts) classes.number(name, static_cast<std::int64_t>(count));
    return "{\"suite\":" + std::to_string(suite_version) + ",\n\"tree_schema\":" + std::to_string(json_schema_version) +
           ",\n\"grammar\":" + json_quoted(hash_of(describe::to_rules(describe::dump_grammar()))) +
           ",\n\"cases\":" + std::to_string(all) + ",\n\"classes\":" + classes.done() + ",\n\"files\":[" + list +
           "]}\n";
}

std::string rows_of(const std::map<std::string, shown_by, std::less<>>& rows,
                    const std::function<bool(const std::string&)>& wanted)
{
    std::string result;
    for (const auto& [name, row] : rows) {
        if (!wanted(name)) continue;
        json_object shown;
        shown.text("valid", row.valid).text("invalid", row.invalid);
        if (row.invalid.empty()) shown.text("free", row.free);
        (result += result.empty() ? "{\n  " : ",\n  ") += json_quoted(name) + ":" + shown.done();
    }
    return result + "}";
}

std::string coverage_of(const conformance_suite& suite)
{
    const auto& spec = describe::dump_specification();
    const auto format = productions_of_the_format(spec.grammar);
    json_object exceptions;
    for (const auto& row : spec.productions_that_cannot_fail) exceptions.text(row.name, row.reason);
    json_object unseen;
    for (const auto& row : spec.findings_without_example) unseen.text(row.name, row.reason);
    const auto all = [](const std::string&) { return true; };
    return "{\"productions\":" +
           rows_of(suite.productions, [&](const std::string& name) { return format.contains(name); }) +
           ",\n\"rules\":" + rows_of(suite.rules, all) + ",\n\"findings\":" + rows_of(suite.findings, all) +
           ",\n\"productions_that_cannot_fail\":" + exceptions.done() +
           ",\n\"findings_without_case\":" + unseen.done() + "}\n";
}

suite_files files_of_suite(const conformance_suite& suite)
{
    suite_files result;
    case_judge judge;
    for (const auto& c : suite.cases) result[c.is + "/" + c.section + ".jsonl"].push_back(record_of(c, judge));
    return result;
}

void write(const conformance_suite& suite)
{
    for (const auto* folder : {"valid", "invalid", "free"}) {
        fs::remove_all(suite_folder() / folder);
        fs::create_directories(suite_folder() / folder);
    }
    const auto files = files_of_suite(suite);
    for (const auto& [path, lines] : files) {
        std::ofstream out(suite_folder() / path, std::ios::binary);
        for (const auto& line : lines) out << line << '\n';
    }
    std::ofstream(suite_folder() / "manifest.json", std::ios::binary) << manifest_of(files);
    std::ofstream(suite_folder() / "coverage.json", std::ios::binary) << coverage_of(suite);
}

} // namespace

TEST(Conformance, IsMadeFromItsSources)
{
    const auto all = chapters();
    const auto suite = suite_maker(all).make();
    if (std::getenv("BALLAST_UPDATE_GOLDEN") != nullptr) write(suite);
    const auto made = files_of_suite(suite);
    const auto there = committed();
    for (const auto& [path, lines] : made) {
        const auto found = there.find(path);
        EXPECT_TRUE(found != there.end() && found->second == lines)
            << "spec/conformance/" << path
            << " is not what it is made from; scripts/dev/conformance.sh --update rewrites it";
    }
    EXPECT_EQ(there.size(), made.size());
    EXPECT_TRUE(read_file(suite_folder() / "manifest.json") == manifest_of(there));
    EXPECT_TRUE(read_file(suite_folder() / "coverage.json") == coverage_of(suite));
}

// Each record agrees with the current answer of the library.
TEST(Conformance, SaysWhatTheLibrarySays)
{
    case_judge judge;
    std::set<std::string> ids;
    std::set<std::string> pairs;
    std::size_t differing = 0;
    for (const auto& [path, lines] : committed())
        for (const auto& line : lines) {
            const auto c = case_of(line);
            EXPECT_EQ(path, c.is + "/" + c.section + ".jsonl");
            EXPECT_TRUE(ids.insert(c.id()).second) << c.id() << " is there twice";
            if (!c.pair.empty()) pairs.insert(c.pair);
            EXPECT_FALSE(c.tests.empty()) << c.id();
            const auto answer = judge.answer(c);
            EXPECT_TRUE(answer.prints_back) << c.id();
            EXPECT_TRUE(c.is != "valid" || answer.accepted) << c.id() << " is valid, but refused";
            EXPECT_TRUE(c.is != "invalid" || !answer.findings.empty()) << c.id() << " is invalid, but accepted";
            const auto now = record_of(c, judge);
            if (now != line && ++differing < 4) ADD_FAILURE() << path << " has\n" << line << "\nbut it is\n" << now;
        }
    EXPECT_EQ(differing, 0U) << "scripts/dev/conformance.sh --update makes the suite anew";
    for (const auto& pair : pairs) EXPECT_TRUE(ids.contains(pair)) << "no case " << pair;
    EXPECT_GE(ids.size(), 1500U);
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(suite_folder()))
        if (entry.is_regular_file()) bytes += entry.file_size();
    // A case repeats the whole text, so long texts are kept out.
    EXPECT_LT(bytes, 784 * ids.size());
}

// Each production has a valid case that uses it and an invalid one in which it fails. Each rule and each finding has a
// valid and an invalid case.
TEST(Conformance, CoversEachProductionAndEachRule)
{
    const auto& spec = describe::dump_specification();
    std::map<std::string, suite_case> cases;
    for (const auto& [path, lines] : committed())
        for (const auto& line : lines) {
            auto c = case_of(line);
            cases.emplace(c.id(), std::move(c));
        }
    const auto coverage = json_reader::read(read_file(suite_folder() / "coverage.json"));
    const auto find = [&](std::string_view table, std::string_view name, std::string_view is) -> const suite_case* {
        const auto* const rows = coverage.find(table);
        const auto* const row = rows ? rows->find(name) : nullptr;
        const auto found = cases.find(row ? text_in(*row, is) : std::string());
        return found == cases.end() || found->second.is != is ? nullptr : &found->second;
    };
    describe::matcher matcher(spec.grammar);
    const auto has = [&](const std::vector<describe::step>& steps, describe::node_id id) {
        return std::ranges::find(steps, id, &describe::step::node) != steps.end();
    };
    for (const auto name : productions_of_the_format(spec.grammar)) {
        const auto id = spec.grammar.rules.find(name)->second;
        const auto* const valid = find("productions", name, "valid");
        ASSERT_TRUE(valid) << "no valid case of " << name;
        EXPECT_TRUE(matcher.matches(start_of(*valid), valid->text)) << valid->id();
        EXPECT_TRUE(has(matcher.steps(), id) || has(matcher.refuted(), id)) << valid->id() << " does not use " << name;
        if (describe::is_listed(spec.productions_that_cannot_fail, name)) continue;
        const auto* const invalid = find("productions", name, "invalid");
        ASSERT_TRUE(invalid) << "no invalid case of " << name;
        EXPECT_FALSE(matcher.matches(start_of(*invalid), invalid->text)) << invalid->id();
        EXPECT_TRUE(start_of(*invalid) == id || std::ranges::count(matcher.failed(), id) != 0)
            << name << " does not fail in " << invalid->id();
    }
    for (const auto& rule : context_rules()) {
        const auto name = "C" + std::to_string(rule.number);
        EXPECT_TRUE(find("rules", name, "valid")) << "no valid case of " << name;
        EXPECT_TRUE(find("rules", name, "invalid")) << "no invalid case of " << name;
    }
    case_judge judge;
    for (const auto& row : spec.findings) {
        if (describe::is_listed(spec.findings_without_example, row.id)) continue;
        const bool noted = row.phase == name_of(phase::unknown); // it is noted in conforming texts
        const bool in_free = find("findings", row.id, "free") != nullptr;
        for (const auto* is : {"valid", in_free ? "free" : "invalid"}) {
            if (noted && *is == 'i') continue;
            const auto* const c = find("findings", row.id, is);
            EXPECT_TRUE(c) << "no " << is << " case of " << row.id;
            if (!c) continue;
            const auto found = judge.answer(*c).findings;
            EXPECT_EQ(std::ranges::any_of(found, [&](const finding& f) { return info(f.id).name == row.id; }),
                      noted || *is != 'v')
                << c->id() << " " << row.id;
        }
    }
}

} // namespace ballast::tests
