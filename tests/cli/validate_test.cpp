// The output of `validate` for programs and for people, and the selection of findings; explanations and completions.
#include "ballast/finding.hpp"
#include "render/findings_summary.hpp"
#include "tests/check/cases.hpp"
#include "tests/cli/command.hpp"
#include "tests/cli/json.hpp"

#include <map>
#include <memory>
#include <regex>
#include <set>

namespace ballast::tests {

namespace {

// Why a text is not well-formed XML; empty if it is.
std::string xml_fault(std::string_view text)
{
    std::vector<std::string> open;
    const auto text_fault = [](std::string_view piece) {
        for (std::size_t i = 0; i < piece.size(); ++i) {
            const auto byte = static_cast<unsigned char>(piece[i]);
            if (piece[i] == '<') return std::string("a bare <");
            if (byte < 0x20 && piece[i] != '\n' && piece[i] != '\t') return std::string("a control character");
            if (piece[i] != '&') continue;
            const auto name = piece.substr(i + 1, piece.find(';', i) - i - 1);
            if (name != "amp" && name != "lt" && name != "gt" && name != "quot" && name != "#10" && name != "#9")
                return "no entity: " + std::string(name);
        }
        return std::string();
    };
    if (!text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) return "no declaration";
    text.remove_prefix(text.find('\n') + 1);
    bool rooted = false;
    while (!text.empty()) {
        const auto tag = text.find('<');
        if (auto fault = text_fault(text.substr(0, tag)); !fault.empty()) return fault;
        if (tag == std::string_view::npos) break;
        text.remove_prefix(tag + 1);
        const bool closes = text.starts_with('/');
        if (closes) text.remove_prefix(1);
        const auto name = text.substr(0, text.find_first_of(" />"));
        text.remove_prefix(name.size());
        if (closes) {
            if (open.empty() || open.back() != name) return "closes what is not open: " + std::string(name);
            open.pop_back();
        } else {
            if (open.empty() && std::exchange(rooted, true)) return "two roots";
            open.emplace_back(name);
        }
        std::set<std::string_view> attributes;
        while (text.starts_with(' ')) {
            text.remove_prefix(1);
            const auto equals = text.find("=\"");
            if (equals == std::string_view::npos) return "an attribute without value";
            if (!attributes.insert(text.substr(0, equals)).second) return "an attribute twice";
            text.remove_prefix(equals + 2);
            const auto value = text.substr(0, text.find('"'));
            if (auto fault = text_fault(value); !fault.empty()) return fault;
            text.remove_prefix(value.size() + 1);
        }
        if (text.starts_with("/>")) {
            open.pop_back();
            text.remove_prefix(1);
        }
        if (!text.starts_with('>')) return "a tag that does not end";
        text.remove_prefix(1);
    }
    return open.empty() && rooted ? "" : "ends inside an element";
}

} // namespace

TEST(Validate, WritesJson)
{
    const auto output = output_of("validate --disable semantic --format json dumps/d16.txt inputs/bad_mixed.txt "
                                  "inputs/gone.txt inputs/unknown.txt");
    auto json = parsed_json(output);
    ASSERT_FALSE(json.empty()) << output;
    EXPECT_EQ(json["tool"], "ballast");
    EXPECT_EQ(json["schema"], "1");
    EXPECT_EQ(json["files/0/path"], "dumps/d16.txt");
    EXPECT_EQ(json["files/0/bytes"], std::to_string(golden_dump("d16.txt").size()));
    EXPECT_EQ(json["files/0/accepted"], "true");
    EXPECT_EQ(json["files/0/conforms"], "true");
    EXPECT_EQ(json["files/0/kind"], "combined");
    EXPECT_EQ(json["files/0/era"], "D16..D16 2025-05-16..2025-07-23");
    EXPECT_EQ(json["files/1/conforms"], "false");
    EXPECT_EQ(json["files/1/findings/0/id"], "mixed_eras");
    EXPECT_EQ(json["files/1/findings/0/phase"], "era");
    EXPECT_EQ(json["files/1/findings/0/rule"], "C10");
    EXPECT_EQ(json["files/1/findings/0/severity"], "error");
    EXPECT_EQ(json["files/1/findings/0/begin/line"], "6");
    EXPECT_EQ(json["files/1/findings/0/begin/column"], "17");
    EXPECT_EQ(json["files/1/findings/0/related/0/begin/line"], "2");
    EXPECT_NE(json["files/1/findings/0/hint"], "");
    EXPECT_EQ(json["files/2/unreadable"], "No such file or directory");
    EXPECT_EQ(json["files/3/findings/0/severity"], "note");
    EXPECT_EQ(json["summary/files"], "4");
    EXPECT_EQ(json["summary/unreadable"], "1");
    EXPECT_EQ(json["summary/errors"], "1");
    EXPECT_EQ(json["summary/notes"], "5");

    // Every member is in the schema.
    const auto schema = read_file(golden().parent_path().parent_path() / "spec" / "validate.schema.json");
    EXPECT_FALSE(parsed_json(schema).empty());
    for (const auto& [path, value] : json) {
        const auto name = path.substr(path.rfind('/') + 1);
        EXPECT_NE(schema.find('"' + name + '"'), std::string::npos) << path;
    }
    EXPECT_TRUE(parsed_json("{\"a\":1,\"a\":2}").empty()) << "the parser of this test sees faults";
    EXPECT_FALSE(parsed_json(output_of("validate --format json inputs/gone.txt")).empty());
}

// tests/golden/semantic/findings.json has the command's output for the dumps with which rules are tested;
// BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Validate, WritesSemanticFindingsAsJson)
{
    const temporary_folder folder("semantic");
    std::string paths;
    std::size_t files = 0;
    const auto write = [&](const std::string& name, std::string_view text) {
        std::ofstream(folder.path / name, std::ios::binary) << text;
        paths += " " + name;
        ++files;
    };
    // The files of a module have names that differ in their endings.
    const auto ending = [](std::string_view path) {
        const auto at = path.find("_after_optimizations");
        return at == std::string_view::npos
                   ? "-" + std::string(path)
                   : std::string(path.substr(at + std::string_view("_after_optimizations").size()));
    };
    for (const auto& one : broken_dumps) {
        const auto name =
            std::to_string(1000 + (&one - broken_dumps.data())).substr(1) + "." + std::string(info(one.rule).name);
        if (one.beside.empty()) {
            write(name + "." + std::string(one.file_name.empty() ? "txt" : one.file_name), changed(one));
        } else {
            write(name + ending(one.dump), changed(one));
            write(name + ending(one.beside), golden_dump(std::string(one.beside)));
        }
    }
    const auto output = output_of("validate --audit --format json" + paths, "cd " + folder.quoted() + " &&");
    const auto path = golden() / "semantic" / "findings.json";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << output;
    EXPECT_EQ(read_file(path), output);

    // Each rule is reported, as a finding or as a consequence of one.
    auto json = parsed_json(output);
    EXPECT_EQ(json["summary/files"], std::to_string(files));
    std::set<std::string> reported;
    for (const auto& [key, value] : json) {
        if (key.ends_with("/id")) reported.insert(value);
        if (const auto open = value.rfind(" ["); key.ends_with("/message") && value.ends_with(']'))
            reported.insert(value.substr(open + 2, value.size() - open - 3));
    }
    for (const auto& row : all_findings())
        // Printed sizes are compared with the only other module.
        if (row.phase == phase::semantic && row.id != finding_id::compiled_sizes) {
            EXPECT_TRUE(reported.contains(std::string(row.name))) << row.name;
        }
}

TEST(Validate, WritesSarif)
{
    const auto output = output_of("validate --disable semantic --format sarif dumps/d16.txt inputs/bad_mixed.txt "
                                  "inputs/unknown.txt '/gone/a b%.txt'");
    auto json = parsed_json(output);
    ASSERT_FALSE(json.empty()) << output;
    EXPECT_EQ(json["version"], "2.1.0");
    EXPECT_EQ(json["runs/0/tool/driver/name"], "ballast");
    EXPECT_TRUE(json["runs/0/tool/driver/informationUri"].starts_with("https://"));
    for (std::size_t i = 0; i < all_findings().size(); ++i) {
        const auto rule = "runs/0/tool/driver/rules/" + std::to_string(i);
        EXPECT_EQ(json[rule + "/id"], all_findings()[i].name);
        EXPECT_TRUE(json[rule + "/help/text"].ends_with(" has an example.")) << json[rule + "/help/text"];
    }
    const std::string first = "runs/0/results/0/";
    EXPECT_EQ(json[first + "ruleId"], "mixed_eras");
    EXPECT_EQ(json["runs/0/tool/driver/rules/" + json[first + "ruleIndex"] + "/id"], "mixed_eras");
    EXPECT_EQ(json[first + "level"], "error");
    EXPECT_EQ(json[first + "locations/0/physicalLocation/artifactLocation/uri"], "inputs/bad_mixed.txt");
    EXPECT_EQ(json[first + "locations/0/physicalLocation/region/startLine"], "6");
    EXPECT_EQ(json[first + "locations/0/physicalLocation/region/startColumn"], "17");
    EXPECT_EQ(json[first + "relatedLocations/0/physicalLocation/region/startLine"], "2");
    EXPECT_NE(json[first + "relatedLocations/0/message/text"], "");
    EXPECT_EQ(json["runs/0/results/1/level"], "note");
    EXPECT_EQ(json["runs/0/results/6/locations/0/physicalLocation/artifactLocation/uri"], "file:///gone/a%20b%25.txt");
    EXPECT_EQ(json["runs/0/invocations/0/executionSuccessful"], "false");
    EXPECT_EQ(
        parsed_json(output_of("validate --format sarif dumps/d16.txt"))["runs/0/invocations/0/executionSuccessful"],
        "true");
}

TEST(Validate, WritesAnnotationsOfGitHub)
{
    const auto output =
        output_of("validate --format github inputs/bad_mixed.txt inputs/bad_crlf.txt inputs/unknown.txt");
    EXPECT_TRUE(output.starts_with("::error file=inputs/bad_mixed.txt,line=6,endLine=6,col=17,endColumn=")) << output;
    EXPECT_NE(output.find(",title=mixed_eras::allocation pointer here, no allocation pointer at line 2%0A2: "),
              std::string::npos)
        << output;
    EXPECT_NE(output.find("::notice file=inputs/unknown.txt,line=10,"), std::string::npos);
    EXPECT_NE(output_of("validate --format github 'a:b,c%.txt'")
                  .find("::error file=a%3Ab%2Cc%25.txt,title=unreadable::No such file"),
              std::string::npos);
    for (std::size_t at = 0; at < output.size(); at = output.find('\n', at) + 1)
        EXPECT_TRUE(output.compare(at, 2, "::") == 0 || output.compare(at, 2, "3 ") == 0) << output.substr(at, 80);
}

TEST(Validate, WritesJUnit)
{
    const auto output =
        output_of("validate --disable semantic --format junit dumps/d16.txt inputs/bad_nul.txt inputs/unknown.txt "
                  "inputs/bad_sharding.txt '<gone> & \"x\"'");
    EXPECT_EQ(xml_fault(output), "") << output;
    EXPECT_NE(output.find("<testsuites name=\"ballast\" tests=\"5\" failures=\"2\" errors=\"1\">"), std::string::npos);
    EXPECT_NE(output.find("<testcase classname=\"ballast.validate\" name=\"dumps/d16.txt\"/>"), std::string::npos);
    EXPECT_NE(output.find("<failure type=\"nul_byte\" message=\"NUL byte\">"), std::string::npos);
    EXPECT_NE(output.find("name=\"&lt;gone&gt; &amp; &quot;x&quot;\""), std::string::npos);
    EXPECT_NE(output.find("<error type=\"unreadable\""), std::string::npos);
    EXPECT_NE(output.find("<system-out>"), std::string::npos);
    EXPECT_EQ(output_of("validate -q --format junit inputs/unknown.txt").find("<system-out>"), std::string::npos);
    EXPECT_NE(xml_fault("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a><b></a></b>"), "");
}

// All inputs, in every format, with one thread and with many.
TEST(Validate, SaysTheSameWithAnyNumberOfJobs)
{
    for (const auto* format : {"text", "json", "sarif", "github", "junit"}) {
        const auto arguments = std::string("validate dumps inputs dumps --format ") + format;
        const auto alone = run(arguments + " --jobs 1");
        EXPECT_GT(alone.size(), 1000U);
        for (const auto* jobs : {"2", "7", "64", "0"}) EXPECT_EQ(run(arguments + " -j " + jobs), alone) << format;
        const auto text = alone.substr(0, alone.rfind("--- exit "));
        if (format == std::string_view("json") || format == std::string_view("sarif")) {
            EXPECT_FALSE(parsed_json(text).empty());
        }
        if (format == std::string_view("junit")) {
            EXPECT_EQ(xml_fault(text), "");
        }
    }
    EXPECT_EQ(run("validate dumps inputs"), run("validate dumps inputs --format text -j 3"));
}

TEST(Validate, TellsWhatIsSelected)
{
    const std::string files = " inputs/bad_mixed.txt inputs/bad_sharding.txt inputs/unknown.txt";
    const auto names = [&](const std::string& options) {
        std::set<std::string> result;
        const auto output = output_of("validate " + options + files);
        static const std::regex id(R"(\[(\w+)\]\n)");
        for (std::sregex_iterator m(output.begin(), output.end(), id), end; m != end; ++m) result.insert((*m)[1]);
        return result;
    };
    using set = std::set<std::string>;
    const set unknown{"unknown_element_type", "unknown_opcode", "unknown_attribute", "unknown_sharding"};
    EXPECT_EQ(names("--only era"), set{"mixed_eras"});
    EXPECT_EQ(names("--only form"), set{"sharding"});
    EXPECT_EQ(names("--only C10,sharding"), (set{"mixed_eras", "sharding"}));
    EXPECT_EQ(names("--only unknown --disable unknown_opcode,unknown_attribute"),
              (set{"unknown_element_type", "unknown_sharding"}));
    EXPECT_EQ(names("--disable form,era,semantic"), unknown);
    EXPECT_NE(run("validate --only unknown" + files)
                  .find("3 files: 3 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 5 notes\n--- exit 0\n"
                        "--- standard error\nballast: 2 findings hidden by --only or --disable\n"),
              std::string::npos);
    EXPECT_EQ(run("validate --only nonsense dumps/d16.txt"),
              "--- exit 2\n--- standard error\nballast validate: --only: nonsense is not a finding, a phase or a rule\n"
              "See `ballast help validate`.\n");
    EXPECT_EQ(exit_of("validate --disable C99 dumps/d16.txt"), 2);
}

TEST(Validate, SaysIfSemanticFindingsMayBeMissing)
{
    auto dump = golden_dump("d16.txt");
    for (const std::string_view from : {"allocation 4: size", "allocation 6: size", "allocation 8: size"})
        dump.replace(dump.find(from) + 11, 1, "0");
    const temporary_folder folder("more");
    std::ofstream(folder.path / "x.txt", std::ios::binary) << dump;
    const std::string line = " only the 2 most important semantic findings (--max-errors)\n";
    EXPECT_NE(output_of("validate --max-errors 2 " + folder.quoted()).find(line), std::string::npos);
    EXPECT_EQ(
        parsed_json(output_of("validate --max-errors 2 --format json " + folder.quoted()))["files/0/more_findings"],
        "true");
    for (const auto* all : {"--max-errors 0 ", "--max-errors 100 "})
        EXPECT_EQ(output_of("validate " + std::string(all) + folder.quoted()).find("weightiest"), std::string::npos);
}

// Files with the same possible states have the same era, whatever the days are on which it ends.
TEST(Validate, ASummaryNamesEachEraOnce)
{
    render::folder_table table;
    const auto add = [&](const char* name, const char* era) {
        render::validated_numbers of;
        of.shown = name;
        of.era = era;
        table.add(of);
    };
    add("x/a", "D16..D18 2025-05-16..2025-12-02");
    add("x/b", "D16..D18 2025-05-16..2026-03-10");
    add("x/c", "D16..D18 2025-07-01..2026-03-10");
    add("x/d", "D10..D10 2021-09-23..2022-09-07, D16..D18 2025-05-16..2025-12-02");
    add("x/e", "D1..D1 2019-03-12..2019-05-14");
    add("x/f", "");
    EXPECT_NE(table.text().find(" D1, D10, D16..D18 "), std::string::npos) << table.text();
}

// Since 2026-04-03 the files of a module are compared with each other.
TEST(Validate, HoldsTheFilesOfAModuleAgainstEachOther)
{
    const temporary_folder folder("module");
    const auto name = (folder.path / "module_0001.a.cpu_after_optimizations").string();
    auto assignment = golden_dump("d24_assignment.txt");
    const std::string shape = "<8 add.3 @0> (size=512,offset=0): f32[8,16]{1,0}";
    const auto at = assignment.find(shape);
    ASSERT_NE(at, std::string::npos);
    std::ofstream(name + "-buffer-assignment.txt", std::ios::binary) << assignment;
    std::ofstream(name + "-buffer-assignment-values.txt", std::ios::binary) << golden_dump("d24_values.txt");
    std::ofstream(name + "-live-range.txt", std::ios::binary) << golden_dump("d24_live_range.txt");
    const auto sound = output_of("validate --audit " + folder.quoted());
    EXPECT_NE(sound.find("-live-range.txt:24:18: note: XLA's peak"), std::string::npos) << sound;
    EXPECT_TRUE(sound.ends_with("3 files: 3 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 1 notes\n"));

    assignment.replace(at, shape.size(), "<8 add.3 @0> (size=512,offset=0): f32[16,8]{1,0}");
    std::ofstream(name + "-buffer-assignment.txt", std::ios::binary) << assignment;
    const auto line = [&](const std::string& text) { return text.substr(0, text.find('\n') + 1); };
    const auto output = output_of("validate --only value_shape " + folder.quoted());
    EXPECT_EQ(line(output), name + "-buffer-assignment.txt:19:43: error: the shape of `add.3` differs in its "
                                   "instruction [value_shape]\n");
    EXPECT_NE(
        output.find(" " + name + "-buffer-assignment-values.txt:68:29: note: the shape of the instruction's result\n"),
        std::string::npos)
        << output;
    auto json = parsed_json(output_of("validate --format json " + folder.quoted()));
    EXPECT_EQ(json["files/1/findings/0/related/0/path"], name + "-buffer-assignment-values.txt");
    EXPECT_EQ(json["files/1/findings/0/related/0/begin/line"], "68");
    EXPECT_NE(
        output_of("validate --format sarif " + folder.quoted()).find("-values.txt\"},\"region\":{\"startLine\":68,"),
        std::string::npos);
    // On its own each of them conforms, and so do two files of different modules.
    EXPECT_EQ(exit_of("validate '" + name + "-buffer-assignment.txt'"), 0);
    fs::rename(name + "-buffer-assignment.txt", folder.path / "module_0002.b-buffer-assignment.txt");
    EXPECT_EQ(exit_of("validate " + folder.quoted()), 0);
}

// A memory-usage report is compared with the files of its module, too.
TEST(Validate, HoldsAReportAgainstTheFilesOfItsModule)
{
    const temporary_folder folder("module_report");
    const auto name = (folder.path / "module_0001.a.cpu_after_optimizations").string();
    std::ofstream(name + "-buffer-assignment.txt", std::ios::binary) << golden_dump("d24_assignment.txt");
    std::ofstream(name + "-buffer-assignment-values.txt", std::ios::binary) << golden_dump("d24_values.txt");
    std::ofstream(name + "-live-range.txt", std::ios::binary) << golden_dump("d24_live_range.txt");
    auto report = output_of("report-text dumps/d24_assignment.txt");
    std::ofstream(name + "-memory-usage-report.txt", std::ios::binary) << report;
    const auto sound = output_of("validate " + folder.quoted());
    EXPECT_EQ(sound, "4 files: 4 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n");

    const std::string row = "2; f32[8,16], f32[]\n";
    const auto at = report.find(row);
    ASSERT_NE(at, std::string::npos);
    report.replace(at, row.size(), "2; f32[4,32], f32[]\n");
    std::ofstream(name + "-memory-usage-report.txt", std::ios::binary) << report;
    auto json = parsed_json(output_of("validate --format json " + folder.quoted()));
    EXPECT_EQ(json["files/3/path"], name + "-memory-usage-report.txt");
    EXPECT_EQ(json["files/3/findings/0/id"], "report_row");
    EXPECT_EQ(json["files/3/findings/0/message"],
              "the shapes at offset 0 are `f32[4,32], f32[]`, in the dump `f32[8,16], f32[]`");
    EXPECT_EQ(json["files/3/findings/0/begin/line"], "52");
    EXPECT_EQ(json["files/3/findings/0/related/0/path"], name + "-buffer-assignment.txt");
    EXPECT_EQ(json["files/3/findings/0/related/0/begin/line"], "25");
    // On its own it conforms, also beside the dump of another module.
    EXPECT_EQ(exit_of("validate '" + name + "-memory-usage-report.txt'"), 0);
    fs::rename(name + "-memory-usage-report.txt", folder.path / "module_0002.b-memory-usage-report.txt");
    EXPECT_EQ(exit_of("validate " + folder.quoted()), 0);
    // A report from another time was not written with them.
    std::ofstream(name + "-memory-usage-report.txt", std::ios::binary) << golden_dump("usage_report_program.txt");
    EXPECT_NE(output_of("validate " + folder.quoted()).find(" [mixed_eras]\n"), std::string::npos);
}

// The tree of a large dump is not kept: the report is compared with rows.
TEST(Validate, HoldsAReportAgainstALargeDump)
{
    const temporary_folder folder("large_report");
    const auto name = (folder.path / "module_0001.a.gpu_after_optimizations").string();
    const auto dump = output_of("generate --seed 5 --size 1500k --era D18");
    ASSERT_GT(dump.size(), 1024U * 1024U);
    std::ofstream(name + "-buffer-assignment.txt", std::ios::binary) << dump;
    auto report = output_of("report-text '" + name + "-buffer-assignment.txt' 2>/dev/null");
    std::ofstream(name + "-memory-usage-report.txt", std::ios::binary) << report;
    const auto output = [&] {
        return output_of("validate --only report_total,report_row,report_allocation " + folder.quoted());
    };
    EXPECT_EQ(output().find("[report_"), std::string::npos) << output();

    const auto total = report.find("bytes used: ") + std::string_view("bytes used: ").size();
    report[total] = report[total] == '9' ? '8' : '9';
    std::ofstream(name + "-memory-usage-report.txt", std::ios::binary) << report;
    EXPECT_NE(output().find("-memory-usage-report.txt:1:19: error: the total is "), std::string::npos) << output();
}

// The module text is beside the dump; texts of other passes are, too, and are skipped.
TEST(Validate, HoldsTheTextOfAModuleAgainstItsDump)
{
    const temporary_folder folder("module_text");
    const auto stem = (folder.path / "module_0003.jit_step.cpu_after_optimizations").string();
    const auto text = golden_dump("../modules/module_0004.jit_step.cpu_after_optimizations.txt");
    std::ofstream(stem + "-buffer-assignment.txt", std::ios::binary) << golden_dump("d24_assignment.txt");
    std::ofstream(stem + "-buffer-assignment-values.txt", std::ios::binary) << golden_dump("d24_values.txt");
    std::ofstream(stem + "-live-range.txt", std::ios::binary) << golden_dump("d24_live_range.txt");
    std::ofstream(stem + ".txt", std::ios::binary) << text;
    const auto other = (folder.path / "module_0003.jit_step.before_optimizations.txt").string();
    std::ofstream(other, std::ios::binary) << "HloModule jit_step, replica_count=1\n";
    const auto sound = run("validate " + folder.quoted());
    EXPECT_EQ(sound, "4 files: 4 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 0\n"
                     "--- standard error\nballast: 1 module texts: 13 instructions\n");
    EXPECT_EQ(run("validate --quiet " + folder.quoted()).find("standard error"), std::string::npos);
    // If it is named, it is read.
    EXPECT_EQ(exit_of("validate '" + other + "'"), 1);
    EXPECT_EQ(exit_of("validate '" + stem + ".txt'"), 0);

    auto changed = text;
    changed.replace(changed.find("s32[]))->"), 5, "s64[]");
    std::ofstream(stem + ".txt", std::ios::binary) << changed;
    auto json = parsed_json(output_of("validate --format json " + folder.quoted()));
    EXPECT_EQ(json["files/3/path"], stem + ".txt");
    EXPECT_EQ(json["files/3/kind"], "module-text");
    EXPECT_EQ(json["files/3/findings/0/id"], "entry_parameter");
    EXPECT_EQ(json["files/3/findings/0/related/0/path"], stem + "-buffer-assignment.txt");
    // On its own it contradicts itself; under another name it is not compared with the dump.
    EXPECT_EQ(exit_of("validate '" + stem + ".txt'"), 1);
    fs::rename(stem + ".txt", folder.path / "module_0004.jit_step.cpu_after_optimizations.txt");
    const auto alone = output_of("validate " + folder.quoted());
    EXPECT_EQ(alone, "3 files: 3 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n");
}

// Files of different XLA versions were not written together.
TEST(Validate, TellsFilesOfAModuleThatAreOfDifferentEras)
{
    const temporary_folder folder("module_eras");
    const auto name = (folder.path / "module_0001.a").string();
    std::ofstream(name + "-buffer-assignment-values.txt", std::ios::binary) << golden_dump("d19_values.txt");
    std::ofstream(name + "-buffer-assignment.txt", std::ios::binary) << golden_dump("d24_assignment.txt");
    const auto output = output_of("validate --disable siblings " + folder.quoted());
    EXPECT_TRUE(output.starts_with(name + "-buffer-assignment.txt:")) << output;
    EXPECT_NE(output.find(" in another file of the module [mixed_eras]\n"), std::string::npos) << output;
    EXPECT_NE(output.find("\n " + name + "-buffer-assignment-values.txt:"), std::string::npos)
        << "it names the other one";
}

TEST(Validate, DemandsAnEra)
{
    EXPECT_EQ(exit_of("validate --era D16 dumps/d16.txt"), 0);
    EXPECT_EQ(exit_of("validate --era 2025-06-01 dumps/d16.txt"), 0);
    EXPECT_EQ(exit_of("validate --era D10 dumps/d16.txt"), 1);
    EXPECT_NE(output_of("validate --era D10 dumps/d16.txt")
                  .find(": error: D10 is required, the file is from XLA May 2025 – Jul 2025 (D16; "),
              std::string::npos);
    EXPECT_EQ(exit_of("validate --era D24 dumps/d16.txt"), 1);
    EXPECT_EQ(exit_of("validate --era D99 dumps/d16.txt"), 2);
    EXPECT_EQ(exit_of("validate --era D10 --disable other_era dumps/d16.txt"), 0);
}

// A single line has no dump around it that would date it.
TEST(Validate, HoldsALineToOneEra)
{
    const auto answer_to = [](const std::string& command, const std::string& line) {
        return output_of(command + " --rule instruction -", "printf '%s\\n' '" + line + "' |");
    };
    const std::string old = "%x = f32[]invalid{} parameter(0)";
    const std::string mixed = old + ", metadata={op_name=\"a\" stack_frame_id=3}";
    EXPECT_NE(answer_to("validate", old).find("1 accepted, 0 refused"), std::string::npos)
        << answer_to("validate", old);
    EXPECT_NE(answer_to("validate", mixed).find("0 accepted, 1 refused"), std::string::npos)
        << answer_to("validate", mixed);
    EXPECT_NE(answer_to("validate", mixed).find("[mixed_eras]"), std::string::npos);
    EXPECT_NE(answer_to("roundtrip", old).find("1 identical"), std::string::npos);
    EXPECT_NE(answer_to("roundtrip", mixed).find("1 refused"), std::string::npos);
}

TEST(Validate, KnowsTheFindingsOfABaseline)
{
    const temporary_folder folder("baseline");
    const auto known = "'" + (folder.path / "known.json").string() + "'";
    run("validate --audit --format json inputs/bad_mixed.txt inputs/unknown.txt > " + known);
    EXPECT_EQ(run("validate --audit --baseline " + known + " inputs/bad_mixed.txt inputs/unknown.txt"),
              "2 files: 2 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 0\n"
              "--- standard error\nballast: 7 findings are known (--baseline)\n");
    EXPECT_EQ(run("validate --baseline " + known + " inputs/bad_sharding.txt"),
              run("validate inputs/bad_sharding.txt"));
    for (const auto* wrong : {"dumps/d16.txt", "inputs/gone.json", "/dev/null"})
        EXPECT_EQ(exit_of(std::string("validate --baseline ") + wrong + " dumps/d16.txt"), 2) << wrong;
}

TEST(Validate, SummarisesFolders)
{
    const temporary_folder folder("summary");
    folder.add("a/one-buffer-assignment.txt", "d6b.txt");
    folder.add("a/two-buffer-assignment.txt", "d4.txt");
    folder.add("b/one-buffer-assignment.txt", "d6b.txt");
    std::ofstream(folder.path / "b" / "bad-buffer-assignment.txt") << "BufferAssignment:\r\n";
    const auto output = output_of("validate --summary " + folder.quoted());
    const auto sizes = std::to_string(golden_dump("d6b.txt").size() + golden_dump("d4.txt").size());
    EXPECT_TRUE(std::regex_search(
        output, std::regex("^ +folder +files +unreadable +bytes +eras +errors +warnings +notes +seconds\n")))
        << output;
    EXPECT_TRUE(std::regex_search(output, std::regex("/a +2 +0 +" + sizes + " +D4, D6b +0 +0 +0 +[0-9.]+\n")))
        << output;
    EXPECT_TRUE(std::regex_search(output, std::regex("/b +2 +0 +[0-9]+ +D6b +1 +0 +0 +[0-9.]+\n"))) << output;
    EXPECT_NE(output.find("\n4 files: 3 conform, 1 with errors, 0 unreadable; 1 errors, 0 warnings, 0 notes\n"),
              std::string::npos);
    EXPECT_EQ(std::ranges::count(output, '\n'), 4);
}

TEST(Validate, RefusesOptionsThatDoNotFit)
{
    for (const auto* options :
         {"--format yaml", "--jobs -1", "--jobs many", "--summary --format json", "--rule shape --format json",
          "--rule shape --summary", "--null --format json", "--null --summary", "--baseline", "--era"})
        EXPECT_EQ(exit_of(std::string("validate dumps/d16.txt ") + options), 2) << options;
}

// Hints are only for people: the output for scripts does not change.
TEST(Validate, GivesHintsOnATerminal)
{
    EXPECT_EQ(output_of("validate inputs/bad_crlf.txt").find("hint"), std::string::npos);
    EXPECT_NE(output_on_terminal("validate inputs/bad_crlf.txt").find(" hint: line ends were converted"),
              std::string::npos);

    // A dump whose long lines were wrapped at a width, as in a mail or an issue.
    std::string wrapped;
    std::size_t column = 0;
    for (const char c : golden_dump("d16.txt")) {
        column = c == '\n' ? 0 : column + 1;
        wrapped += c == ' ' && column > 70 ? '\n' : c;
        if (wrapped.back() == '\n') column = 0;
    }
    const temporary_folder folder("wrapped");
    std::ofstream(folder.path / "wrapped.txt", std::ios::binary) << wrapped;
    EXPECT_NE(output_of("validate --format json '" + (folder.path / "wrapped.txt").string() + "'")
                  .find("pasted into an issue"),
              std::string::npos);
    EXPECT_EQ(output_of("validate --format json inputs/bad_total.txt").find("pasted into an issue"), std::string::npos);
}

TEST(Explain, KnowsEveryFindingAndRule)
{
    const auto list = output_of("explain --list");
    std::string all;
    for (const auto& row : all_findings()) {
        EXPECT_NE(list.find("\n" + std::string(row.name) + ": "), row.id == finding_id::dump ? 0U : std::string::npos)
            << row.name;
        all.append(" ").append(row.name);
    }
    for (const auto& rule : context_rules()) {
        EXPECT_NE(list.find("\nC" + std::to_string(rule.number) + ": " + std::string(rule.name) + ": "),
                  std::string::npos);
        all += " C" + std::to_string(rule.number);
    }
    const auto output = run("explain" + all);
    EXPECT_NE(output.find("--- exit 0\n"), std::string::npos);
    for (const auto& row : all_findings()) EXPECT_NE(output.find(row.name), std::string::npos);
    for (const char c : output) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
    EXPECT_EQ(exit_of("explain nonsense"), 2);
    EXPECT_EQ(exit_of("explain"), 2);
    EXPECT_EQ(output_of("explain C3"), output_of("explain index_marks"));
}

TEST(Completions, AreScriptsThatShellsRead)
{
    for (const auto* shell : {"bash", "zsh", "fish"}) {
        const auto script = output_of(std::string("completions ") + shell);
        for (const auto* word : {"validate", "roundtrip", "max-errors", "sarif", "completions"})
            EXPECT_NE(script.find(word), std::string::npos) << shell << ": " << word;
    }
    EXPECT_EQ(output_of("completions bash | bash -n && echo fine"), "fine\n");
    const auto completed = [](const std::string& words, int current) {
        return output_of("", "bash -c \". <('" BALLAST_COMMAND "' completions bash); COMP_WORDS=(" + words +
                                 "); COMP_CWORD=" + std::to_string(current) +
                                 "; _ballast; echo \\${COMPREPLY[*]}\"; true");
    };
    EXPECT_EQ(completed("ballast val", 1), "validate\n");
    EXPECT_EQ(completed("ballast validate --format s", 3), "sarif\n");
    EXPECT_EQ(completed("ballast generate --se", 2), "--seed --section\n");
    EXPECT_EQ(exit_of("completions powershell"), 2);
    const auto page = output_of("manual");
    EXPECT_TRUE(page.starts_with(".TH BALLAST 1 "));
    for (const auto* word : {"\\-\\-max\\-errors", "\\-\\-strict", ".SH EXIT STATUS"})
        EXPECT_NE(page.find(word), std::string::npos) << word;
}

} // namespace ballast::tests
