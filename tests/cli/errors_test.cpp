// Errors of all commands: on standard error, and as JSON if JSON is requested.
#include "tests/cli/command_table.hpp"
#include "tests/cli/json.hpp"
#include "tests/cli/schema_check.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

// The results of these are lines about files, which include errors.
const std::set<std::string> diagnostics{"validate", "roundtrip", "era", "extract"};

// The other arguments of commands that read files; `{}` is the failing path.
const std::map<std::string, std::vector<std::string>> arguments_of{
    {"show", {"{}", "--why add.3 {}", "--max 1G {}", "dumps/message_cpu.txt --dump {}"}},
    {"summary", {"{}", "--device v5e {}"}},
    {"diff", {"{} dumps/d17.txt", "dumps/d17.txt {}", "--max-growth 1% {} dumps/d17.txt"}},
    {"report", {"{}", "--svg {}", "{} dumps/d17.txt"}},
    {"export", {"--to csv {}", "--to pprof {}", "--to trace {}", "--to ndjson {}"}},
    {"validate", {"{}"}},
    {"roundtrip", {"{}"}},
    {"era", {"{}"}},
    {"extract", {"{}"}},
    {"json", {"{}", "--lines {}"}},
    {"print", {"{}", "--era D24 {}", "--part values {}", "--from-json {}"}},
    {"redact", {"{}"}},
    {"reduce", {"--while true {}", "--finding total_sum {}"}},
    {"bundle", {"-o /dev/null/x.tar {}"}},
    {"report-text", {"{}"}},
};

struct failing_paths {
    temporary_folder folder{"errors"};
    std::vector<std::string> paths;

    failing_paths()
    {
        const auto& at = folder.path;
        std::ofstream(at / "nonsense.txt") << "nonsense\n";
        fs::create_directories(at / "empty");
        fs::create_symlink("nowhere", at / "gone-buffer-assignment.txt");
        fs::create_directories(at / "damaged");
        auto text = golden_dump("d17.txt");
        text.replace(text.find("allocation 1:"), 13, "allocation x:");
        std::ofstream(at / "damaged" / "a-buffer-assignment.txt") << text;
        folder.add("two/a-buffer-assignment.txt", "d16.txt");
        folder.add("two/b-buffer-assignment.txt", "d17.txt");
        for (const auto* name : {"typo", "nonsense.txt", "empty", "gone-buffer-assignment.txt", "damaged",
                                 "damaged/a-buffer-assignment.txt", "two"})
            paths.push_back("'" + (at / name).string() + "'");
    }
};

struct streams {
    std::string out;
    std::string err;
    int code = 0;
};
streams both(const std::string& arguments)
{
    const auto all = run(arguments + " <dumps/d17.txt");
    const auto end = all.rfind("--- exit ");
    const auto errors = all.find("--- standard error\n", end);
    return {all.substr(0, end), errors == std::string::npos ? std::string() : all.substr(errors + 19),
            std::stoi(all.substr(end + 9))};
}

std::string with(std::string arguments, const std::string& path)
{
    return arguments.replace(arguments.find("{}"), 2, path);
}

} // namespace

TEST(Errors, OfCommandsWithAnAnswerAreOnStandardError)
{
    const failing_paths failing;
    std::set<std::string> seen;
    for (const auto& option : listed_options()) {
        if (option.argument != "PATH" || !option.name.empty()) continue;
        const auto known = arguments_of.find(option.command);
        ASSERT_NE(known, arguments_of.end()) << option.command << " needs a row here";
        seen.insert(option.command);
        if (diagnostics.contains(option.command)) continue;
        for (const auto& arguments : known->second)
            for (const auto& path : failing.paths) {
                const auto line = option.command + " " + with(arguments, path);
                const auto made = both(line);
                if (made.code == 0) continue; // several modules have an answer
                EXPECT_NE(made.err, "") << line;
                for (const auto& error : lines_of(made.err)) {
                    if (error.starts_with(' ') || error.empty()) continue;
                    EXPECT_EQ(made.out.find(error), std::string::npos) << line << "\n" << made.out;
                }
                for (const auto* word : {": refused: ", ": unreadable: "})
                    EXPECT_EQ(made.out.find(word), std::string::npos) << line << "\n" << made.out;
            }
    }
    EXPECT_EQ(seen.size(), arguments_of.size());
}

TEST(Errors, AreJsonIfJsonIsRequested)
{
    ASSERT_TRUE(schema_check::is_here()) << "this test needs Python's jsonschema: install python3-jsonschema";
    const failing_paths failing;
    schema_check schemas("error_schemas");
    std::size_t without_answer = 0;
    for (const auto& option : listed_options()) {
        if (option.name != "--format" || option.what.find("`json`") == std::string::npos) continue;
        const auto known = arguments_of.find(option.command);
        std::vector<std::string> lines{"--format json --nothing", "--format=json --nothing"};
        if (known != arguments_of.end()) {
            lines.emplace_back("--format json"); // no path
            for (const auto& arguments : known->second)
                for (const auto& path : failing.paths) lines.push_back("--format json " + with(arguments, path));
        }
        for (const auto& arguments : lines) {
            const auto line = option.command + " " + arguments;
            const auto made = both(line);
            const auto json = parsed_json(made.out);
            ASSERT_EQ(json.count("version"), 1U) << line << "\n" << made.out;
            if (made.code == 0 || !json.contains("errors/0")) continue;
            ++without_answer;
            EXPECT_EQ(json.at("errors/0"), lines_of(made.err).front()) << line;
            const bool why = arguments.find("--why") != std::string::npos;
            if (known != arguments_of.end())
                schemas.add((why ? std::string("why") : option.command) + ".schema.json", made.out);
        }
    }
    EXPECT_GT(without_answer, 40U);
    EXPECT_EQ(schemas.faults(), "");
    // An answer is never followed by errors.
    const auto over = both("show --format json --max 1B dumps/d17.txt");
    EXPECT_EQ(over.code, 1);
    EXPECT_FALSE(parsed_json(over.out).contains("errors/0"));
    EXPECT_NE(over.err, "");
}

} // namespace ballast::tests
