// The record of evidence: on how many modules of which producers each semantic rule was applied, and how often it found
// something. BALLAST_EVIDENCE=FOLDER:FOLDER… records the modules of these folders; scripts/nightly/evidence.sh does.
#include "answers/load.hpp"
#include "ballast/check.hpp"
#include "ballast/explanation.hpp"
#include "tests/support/json_value.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>

namespace ballast::tests {

namespace {

struct rule_record {
    std::map<std::string, std::size_t> checked{}; // modules, by producer
    std::size_t found = 0;                        // modules in which it found something
};
struct evidence_record {
    std::map<std::string, std::size_t> modules{}; // by producer
    std::map<std::string, rule_record> rules{};
};

fs::path repository() { return golden().parent_path().parent_path(); }

// The producer of a module, by the stage in the name of its file and by the names of its folders.
std::string producer_of(std::string_view path)
{
    const auto has = [&](std::string_view word) { return path.find(word) != std::string_view::npos; };
    if (has("gpu_after_optimizations") || has("-cuda") || has("-rocm")) return has("rocm") ? "ROCm" : "CUDA";
    if (has("/tf-") || has("tensorflow")) return "TensorFlow";
    if (has("torch")) return "PyTorch/XLA";
    if (has("tpu") || has("/oom-") || (!has("cpu_") && has("after_optimizations"))) return "TPU";
    return has("jax") ? "jaxlib" : "others";
}

evidence_record record_of(const std::vector<std::string>& folders)
{
    evidence_record result;
    for (const auto& row : all_findings())
        if (row.phase == phase::semantic) result.rules[std::string(row.name)];
    const auto inputs = files::find(folders, {});
    std::set<std::size_t> texts; // a module counts once
    for (const auto& module : files::modules_of(inputs.files, {})) {
        const auto read = answers::read_files(module, {});
        std::vector<const document*> accepted;
        for (const auto& file : read)
            if (file.accepted()) accepted.push_back(&*file.result.value);
        std::string text;
        for (const auto* document : accepted) text += document->text();
        if (accepted.empty() || !texts.insert(std::hash<std::string>()(text)).second) continue;
        const auto& path = module.files.front()->path;
        std::vector<std::size_t> applied;
        const auto found = check(accepted, {.file_name = path, .applied = &applied});
        const auto producer = producer_of(path);
        ++result.modules[producer];
        for (const auto& row : all_findings()) {
            if (row.phase != phase::semantic) continue;
            auto& rule = result.rules[std::string(row.name)];
            // The note of a rule that is silent says why it is.
            const bool fired = std::ranges::any_of(found, [&](const finding& f) {
                return f.id == row.id && (f.severity != severity::note || row.severity == severity::note);
            });
            if (applied[static_cast<std::size_t>(row.id)] != 0 || fired) ++rule.checked[producer];
            rule.found += fired ? 1U : 0U;
        }
    }
    return result;
}

std::string counts_text(const std::map<std::string, std::size_t>& counts)
{
    std::string result = "{";
    for (const auto& [producer, count] : counts)
        result += (result.size() == 1 ? "\"" : ", \"") + producer + "\": " + std::to_string(count);
    return result + "}";
}

std::string as_json(const evidence_record& record)
{
    std::string result = "{\n  \"schema\": 1,\n  \"modules\": " + counts_text(record.modules) + ",\n  \"rules\": {\n";
    for (const auto& row : all_findings()) {
        if (row.phase != phase::semantic) continue;
        const auto& rule = record.rules.at(std::string(row.name));
        if (!result.ends_with("{\n")) result += ",\n";
        result += "    \"" + std::string(row.name) + "\": {\"checked\": " + counts_text(rule.checked) +
                  ", \"found\": " + std::to_string(rule.found) + "}";
    }
    return result + "\n  }\n}\n";
}

std::size_t number_of(const json_value& value) { return std::stoul(value.text); }

evidence_record recorded()
{
    const auto read = json_reader::read(read_file(repository() / "spec" / "evidence.json"));
    evidence_record result;
    for (const auto& [producer, count] : read.members.at("modules").members)
        result.modules[producer] = number_of(count);
    for (const auto& [name, rule] : read.members.at("rules").members) {
        auto& made = result.rules[name];
        made.found = number_of(rule.members.at("found"));
        for (const auto& [producer, count] : rule.members.at("checked").members)
            made.checked[producer] = number_of(count);
    }
    return result;
}

// `CUDA, TPU and jaxlib`
std::string producers_text(const rule_record& rule)
{
    std::string result;
    std::size_t i = 0;
    for (const auto& [producer, count] : rule.checked)
        result += (i == 0 ? "" : i + 1 == rule.checked.size() ? " and " : ", ") + producer, ++i;
    return result;
}

std::size_t checked(const rule_record& rule)
{
    std::size_t result = 0;
    for (const auto& [producer, count] : rule.checked) result += count;
    return result;
}

// The table from which `explain` quotes the record.
std::string as_table(const evidence_record& record)
{
    std::string result =
        "// On how many real modules each semantic rule was applied: spec/evidence.json as a table. "
        "scripts/nightly/evidence.sh\n"
        "// writes both.\n#pragma once\n\n#include \"ballast/explanation.hpp\"\n\nnamespace ballast::inline v0 {\n\n"
        "struct evidence_row {\n    finding_id rule;\n    rule_evidence of;\n};\n\n// clang-format off\n"
        "inline constexpr evidence_row evidence_of_semantics[] = {\n";
    for (const auto& row : all_findings()) {
        if (row.phase != phase::semantic) continue;
        const auto& rule = record.rules.at(std::string(row.name));
        result += "    {finding_id::" + std::string(row.name) + ", {" + std::to_string(checked(rule)) + ", " +
                  std::to_string(rule.found) + ", \"" + producers_text(rule) + "\"}},\n";
    }
    return result + "};\n// clang-format on\n\n} // namespace ballast::inline v0\n";
}

} // namespace

TEST(Evidence, HasARowForEachSemanticRule)
{
    const auto record = recorded();
    std::set<std::string> expected;
    for (const auto& row : all_findings())
        if (row.phase == phase::semantic) expected.insert(std::string(row.name));
    std::set<std::string> names;
    for (const auto& [name, rule] : record.rules) {
        names.insert(name);
        for (const auto& [producer, count] : rule.checked) {
            ASSERT_TRUE(record.modules.contains(producer)) << name << ": " << producer;
            EXPECT_LE(count, record.modules.at(producer)) << name;
            EXPECT_GE(count, 1U) << name;
        }
        EXPECT_LE(rule.found, checked(rule)) << name;
    }
    EXPECT_EQ(names, expected) << "scripts/nightly/evidence.sh records new rules";
    EXPECT_EQ(read_file(repository() / "spec" / "evidence.json"), as_json(record));
}

// A rule that a real module breaks is narrowed or becomes a note.
TEST(Evidence, HoldsWithoutExceptionForWarningsAndErrors)
{
    const auto record = recorded();
    for (const auto& row : all_findings()) {
        if (row.phase != phase::semantic || row.severity == severity::note) continue;
        const auto rule = record.rules.find(std::string(row.name));
        ASSERT_NE(rule, record.rules.end()) << row.name;
        EXPECT_EQ(rule->second.found, 0U) << row.name;
    }
}

TEST(Evidence, IsWhatExplainQuotes)
{
    const auto record = recorded();
    EXPECT_EQ(read_file(repository() / "src" / "rules" / "evidence_of_semantics.hpp"), as_table(record));
    for (const auto& row : all_findings()) {
        const auto* quoted = evidence_of(row.id);
        EXPECT_EQ(quoted != nullptr, row.phase == phase::semantic) << row.name;
        if (!quoted) continue;
        const auto& rule = record.rules.at(std::string(row.name));
        EXPECT_EQ(quoted->modules, checked(rule)) << row.name;
        EXPECT_EQ(quoted->found, rule.found) << row.name;
        EXPECT_EQ(quoted->producers, producers_text(rule)) << row.name;
    }
}

TEST(Evidence, IsRecorded)
{
    const auto record = recorded();
    const char* asked = std::getenv("BALLAST_EVIDENCE");
    std::vector<std::string> folders;
    std::istringstream list(asked ? asked : (golden() / "releases" / "jaxlib-0.12.0.1-cpu").string());
    for (std::string folder; std::getline(list, folder, ':');) folders.push_back(folder);
    const auto made = record_of(folders);
    ASSERT_FALSE(made.modules.empty());
    if (asked) {
        std::ofstream(repository() / "spec" / "evidence.json", std::ios::binary) << as_json(made);
        std::ofstream(repository() / "src" / "rules" / "evidence_of_semantics.hpp", std::ios::binary) << as_table(made);
    }
    for (const auto& [name, rule] : made.rules)
        for (const auto& [producer, count] : rule.checked)
            EXPECT_TRUE(asked || record.rules.at(name).checked.contains(producer)) << name << ": " << producer;
}

} // namespace ballast::tests
