// The command as a whole: arguments on one side, standard output, standard error and exit code on the other.
// BALLAST_UPDATE_GOLDEN=1 rewrites the expected files.
#include "ballast/finding.hpp"
#include "tests/support/support.hpp"

#include <sys/wait.h>

#include <rapidjson/reader.h>

#include <array>
#include <cstdio>
#include <map>
#include <regex>
#include <set>

namespace ballast::tests {

namespace {

// Runs the command in the folder with golden files.
std::string run(const std::string& arguments, const std::string& before = "")
{
    const auto errors = fs::temp_directory_path() / ("ballast_stderr_" + std::to_string(::getpid()));
    const std::string line = "cd '" + golden().string() + "' && " + before + " '" BALLAST_COMMAND "' " + arguments +
                             " 2>'" + errors.string() + "'";
    std::FILE* const pipe = ::popen(line.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot run " + line);
    std::string result;
    std::array<char, 4096> bytes;
    while (const auto got = std::fread(bytes.data(), 1, bytes.size(), pipe)) result.append(bytes.data(), got);
    const int status = ::pclose(pipe);
    const auto told = read_file(errors);
    fs::remove(errors);
    if (!result.empty() && result.back() != '\n') result += "(no line end)\n";
    result += "--- exit ";
    result += std::to_string(WEXITSTATUS(status));
    result += '\n';
    if (!told.empty()) result.append("--- standard error\n").append(told);
    return result;
}

std::vector<fs::path> cases()
{
    std::vector<fs::path> result;
    for (const auto& entry : fs::directory_iterator(golden() / "cli"))
        if (entry.path().extension() == ".cmd") result.push_back(entry.path());
    std::sort(result.begin(), result.end());
    return result;
}

// Standard output alone.
std::string output_of(const std::string& arguments, const std::string& before = "")
{
    const auto all = run(arguments, before);
    return all.substr(0, all.rfind("--- exit "));
}
int exit_of(const std::string& arguments)
{
    const auto all = run(arguments);
    return all[all.rfind("--- exit ") + 9] - '0';
}

// A JSON text by paths: `files/0/path` is what the member `path` of the first element of `files` holds; a string as it
// is, anything else as it is spelled. Empty where the text is no JSON.
struct flat_json : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, flat_json> {
    std::map<std::string, std::string> values;
    struct level {
        bool array;
        std::size_t next = 0;
        std::string key{};
    };
    std::vector<level> around;

    bool put(std::string value)
    {
        std::string path;
        for (const auto& l : around) path += (path.empty() ? "" : "/") + (l.array ? std::to_string(l.next) : l.key);
        if (!around.empty() && around.back().array) ++around.back().next;
        return values.emplace(path, std::move(value)).second; // no key twice
    }
    bool Null() { return put("null"); }
    bool Bool(bool value) { return put(value ? "true" : "false"); }
    bool Int(int value) { return put(std::to_string(value)); }
    bool Uint(unsigned value) { return put(std::to_string(value)); }
    bool Int64(std::int64_t value) { return put(std::to_string(value)); }
    bool Uint64(std::uint64_t value) { return put(std::to_string(value)); }
    bool Double(double value) { return put(std::to_string(value)); }
    bool String(const char* text, rapidjson::SizeType size, bool) { return put({text, size}); }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        around.back().key.assign(text, size);
        return true;
    }
    bool StartObject() { return begin(false); }
    bool StartArray() { return begin(true); }
    bool EndObject(rapidjson::SizeType) { return end(); }
    bool EndArray(rapidjson::SizeType) { return end(); }
    bool begin(bool array)
    {
        around.push_back({array});
        return true;
    }
    bool end()
    {
        around.pop_back();
        if (!around.empty() && around.back().array) ++around.back().next;
        return true;
    }
};
std::map<std::string, std::string> parsed_json(const std::string& text)
{
    flat_json seen;
    rapidjson::StringStream bytes(text.c_str());
    rapidjson::Reader reader;
    constexpr auto flags = rapidjson::kParseValidateEncodingFlag;
    if (!reader.Parse<flags>(bytes, seen)) return {};
    return seen.values;
}

// What keeps a text from being well-formed XML; empty where nothing does.
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

TEST(Command, SaysWhatTheGoldenFilesHold)
{
    const bool update = std::getenv("BALLAST_UPDATE_GOLDEN") != nullptr;
    for (const auto& path : cases()) {
        auto arguments = read_file(path);
        arguments.erase(arguments.find_last_not_of('\n') + 1);
        const auto actual = run(arguments);
        auto expected_path = path;
        expected_path.replace_extension(".out");
        if (update) {
            std::ofstream(expected_path, std::ios::binary) << actual;
            continue;
        }
        EXPECT_EQ(actual, read_file(expected_path)) << "ballast " << arguments;
    }
    EXPECT_GE(cases().size(), 30U);
}

// A case is called bad if and only if it fails, or tells a finding.
TEST(Command, BadCasesAreCalledBad)
{
    for (const auto& path : cases()) {
        auto expected_path = path;
        expected_path.replace_extension(".out");
        const auto text = read_file(expected_path);
        const auto name = path.stem().string();
        const bool failed =
            text.find("--- exit 0\n") == std::string::npos || text.find(": warning: ") != std::string::npos;
        const bool listed = name == "validate_quiet";
        EXPECT_EQ(failed, name.starts_with("bad_") || listed) << name;
    }
}

TEST(Command, EveryFindingIsInAGoldenFile)
{
    std::string all;
    for (const auto& path : cases()) {
        auto expected_path = path;
        expected_path.replace_extension(".out");
        all += read_file(expected_path);
    }
    for (const auto& row : all_findings()) {
        // These two need a machine without memory, or a file of a terabyte; they have tests of their own.
        // What the numbers of a dump contradict has golden output of its own, in tests/golden/meaning.
        if (row.phase == phase::limits || row.phase == phase::meaning) continue;
        EXPECT_NE(all.find("[" + std::string(row.name) + "]\n"), std::string::npos) << row.name;
    }
}

TEST(Command, ReadsStandardInput)
{
    EXPECT_EQ(run("roundtrip -", "cat dumps/d16.txt |"),
              "<stdin>: identical (combined, D16..D16, " + std::to_string(golden_dump("d16.txt").size()) +
                  " bytes)\n1 files: 1 identical, 0 different, 0 refused, 0 unreadable\n--- exit 0\n");
}

TEST(Command, NoLineToReadIsNoInput)
{
    const std::string said = "--- exit 2\n--- standard error\nballast: there was no line to read\n";
    EXPECT_EQ(run("validate --rule shape - < /dev/null"), "0 lines: 0 accepted, 0 refused\n" + said);
    EXPECT_EQ(run("roundtrip --rule shape - < /dev/null"), "0 lines: 0 identical, 0 different, 0 refused\n" + said);
    EXPECT_EQ(run("validate --rule shape -", "echo 'f32[]' |"),
              "<stdin>:1: accepted\n1 lines: 1 accepted, 0 refused\n--- exit 0\n");
}

TEST(Command, PrintsTheSameBytes)
{
    for (const auto& name : golden_dumps())
        EXPECT_EQ(run("print dumps/" + name + " | cmp - dumps/" + name), "--- exit 0\n") << name;
}

TEST(Command, AFailedWriteIsTroubleAndSaysSo)
{
    for (const auto* arguments :
         {"show dumps/d16.txt", "validate dumps/d16.txt", "print dumps/d16.txt", "era dumps/d16.txt",
          "roundtrip dumps/d16.txt", "generate", "generate --section shape", "grammar", "--help", "validate --help",
          "--version", "validate --rule shape inputs/shapes.lines"})
        EXPECT_EQ(run(std::string(arguments) + " > /dev/full"),
                  "--- exit 2\n--- standard error\nballast: standard output: No space left on device\n")
            << arguments;
}

TEST(Command, NumbersOutOfRangeAreUsageErrors)
{
    const auto refuses = [](const std::string& arguments, const std::string& said) {
        EXPECT_EQ(run(arguments),
                  "--- exit 2\n--- standard error\n" + said + "\nRun with --help for more information.\n");
    };
    const std::string seed = " is no number from 0 to 18446744073709551615";
    for (const auto* text : {"-1", "18446744073709551616", "1x", "0x10", "1k", "+1", "''"})
        refuses(std::string("generate --seed ") + text,
                "--seed: " + std::string(text == std::string("''") ? "" : text) + seed);
    const std::string size = " is no number from 0 to 1099511627776, with a unit (k, M, G, T) or without";
    for (const auto* text : {"-1", "2T", "1025G", "16E", "99999999999999999999", "1e3", "1.5k", "k"})
        refuses(std::string("generate --size ") + text, "--size: " + std::string(text) + size);
    refuses("validate --max-errors -1 dumps/d16.txt", "--max-errors: -1" + seed);
    refuses("validate --max-bytes 32E dumps/d16.txt",
            "--max-bytes: 32E is no number from 0 to 18446744073709551615, with a unit (k, M, G, T) or without");
    EXPECT_NE(run("generate --seed 18446744073709551615 --size 1k").find("--- exit 0\n"), std::string::npos);
    EXPECT_EQ(run("generate --size 2KiB"), run("generate --size 2048"));
}

TEST(Command, OnlyDaysOfTheCalendarAreDates)
{
    for (const auto* day : {"2024-02-30", "2023-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-01-00"})
        EXPECT_EQ(run(std::string("generate --era ") + day),
                  std::string("--- exit 2\n--- standard error\nballast generate: ") + day +
                      " is no era: D0 to D24, or a day as YYYY-MM-DD, from the first day of D0 on\n");
    EXPECT_NE(run("generate --era 2024-02-29").find("--- exit 0\n"), std::string::npos);
}

TEST(Command, InputsAreLimited)
{
    EXPECT_EQ(run("validate --max-bytes 100k /dev/zero"),
              "/dev/zero: unreadable: larger than 102400 bytes\n"
              "1 files: 0 conform, 0 with errors, 1 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 2\n");
    const auto size = golden_dump("d16.txt").size();
    for (const auto* before :
         {"validate --quiet --max-bytes ", "roundtrip --quiet --max-bytes ", "era --quiet --max-bytes "}) {
        const auto with = [&](std::size_t bytes, const char* path) {
            return run(before + std::to_string(bytes) + " " + path, "cat dumps/d16.txt |");
        };
        for (const auto* path : {"dumps/d16.txt", "-"}) {
            EXPECT_NE(with(size, path).find("--- exit 0\n"), std::string::npos) << before << path;
            EXPECT_NE(with(size - 1, path).find("unreadable: larger than " + std::to_string(size - 1) + " bytes\n"),
                      std::string::npos)
                << before << path;
        }
    }
    EXPECT_EQ(run("print --max-bytes 10 dumps/d16.txt"),
              "dumps/d16.txt: unreadable: larger than 10 bytes\n--- exit 2\n");
}

namespace {

// A folder of its own, which goes when the test ends.
struct temporary_folder {
    fs::path path;
    explicit temporary_folder(const std::string& name)
        : path(fs::temp_directory_path() / ("ballast_" + name + "_" + std::to_string(::getpid())))
    {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() { fs::remove_all(path); }

    [[nodiscard]] std::string quoted() const { return "'" + path.string() + "'"; }
    void add(const std::string& name, const std::string& dump = "d16.txt") const
    {
        fs::create_directories((path / name).parent_path());
        fs::copy_file(golden() / "dumps" / dump, path / name);
    }
};

} // namespace

TEST(Command, FoldersThatAreLinkedAreNotFollowed)
{
    const temporary_folder folder("links");
    folder.add("real/a-buffer-assignment.txt");
    fs::create_directory_symlink(folder.path / "real", folder.path / "linked");
    fs::create_directory_symlink(folder.path, folder.path / "real" / "loop");
    const auto said = run("roundtrip " + folder.quoted());
    EXPECT_NE(said.find("1 files: 1 identical"), std::string::npos);
    EXPECT_EQ(said.find("standard error"), std::string::npos);
}

TEST(Command, LinksThatLeadNowhereAreSaid)
{
    const temporary_folder folder("dangling");
    const auto at = folder.path.string();
    folder.add("a-buffer-assignment.txt", "d6b.txt");
    fs::create_symlink("gone", folder.path / "b-buffer-assignment.txt");
    fs::create_symlink("c.txt", folder.path / "c.txt");
    EXPECT_EQ(run("validate " + folder.quoted()),
              at + "/b-buffer-assignment.txt: unreadable: a link that cannot be followed: No such file or directory\n" +
                  at + "/c.txt: unreadable: a link that cannot be followed: Too many levels of symbolic links\n" +
                  "3 files: 1 conform, 0 with errors, 2 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 2\n");

    // One whose name is no dump's is said, and that is all.
    const temporary_folder other("dangling_other");
    other.add("a-buffer-assignment.txt", "d6b.txt");
    fs::create_symlink("gone", other.path / "latest");
    EXPECT_EQ(run("validate " + other.quoted()),
              "1 files: 1 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n--- exit 0\n"
              "--- standard error\nballast: " +
                  other.path.string() + "/latest: a link that cannot be followed: No such file or directory\n");
}

TEST(Command, NamesStayInTheirLine)
{
    const temporary_folder folder("names");
    const auto at = folder.path.string();
    folder.add("a\nb-buffer-assignment.txt");
    folder.add("c\x1b[31m\xc2\x9b-buffer-assignment.txt");
    folder.add("d \xc3\xa9\\-buffer-assignment.txt");
    folder.add("e\xff\"-buffer-assignment.txt");
    const auto said = run("roundtrip " + folder.quoted());
    EXPECT_NE(said.find("\"" + at + "/a\\nb-buffer-assignment.txt\": identical"), std::string::npos) << said;
    EXPECT_NE(said.find("\"" + at + "/c\\033[31m\\302\\233-buffer-assignment.txt\": identical"), std::string::npos);
    EXPECT_NE(said.find("\n" + at + "/d \xc3\xa9\\-buffer-assignment.txt: identical"), std::string::npos);
    EXPECT_NE(said.find("\"" + at + "/e\\377\\\"-buffer-assignment.txt\": identical"), std::string::npos);
    EXPECT_EQ(std::ranges::count(said.substr(0, said.find("--- exit")), '\n'), 5);
    EXPECT_EQ(run("roundtrip ' gone'").substr(0, 20), "\" gone\": unreadable:");
    EXPECT_EQ(run("roundtrip '\"gone'").substr(0, 21), "\"\\\"gone\": unreadable:");
}

TEST(Command, NulSeparatesRecordsForScripts)
{
    const temporary_folder folder("null");
    const auto at = folder.path.string();
    const std::string bytes = std::to_string(golden_dump("d16.txt").size());
    folder.add("a\nb-buffer-assignment.txt");
    using namespace std::string_literals;
    const auto summary = "1 files: 1 identical, 0 different, 0 refused, 0 unreadable\0(no line end)\n--- exit 0\n"s;
    EXPECT_EQ(run("roundtrip --null " + folder.quoted()),
              at + "/a\nb-buffer-assignment.txt: identical (combined, D16..D16, " + bytes + " bytes)\0"s + summary);
    EXPECT_EQ(run("roundtrip -0 " + folder.quoted()), run("roundtrip --null " + folder.quoted()));
    const auto found = run("validate --null inputs/bad_total.txt");
    EXPECT_EQ(std::ranges::count(found, '\0'), 4) << "a record, its line, its caret, the summary";
    EXPECT_EQ(std::ranges::count(found.substr(0, found.rfind('\0')), '\n'), 0);
}

TEST(Validate, WritesJson)
{
    const auto said = output_of("validate --disable meaning --format json dumps/d16.txt inputs/bad_mixed.txt "
                                "inputs/gone.txt inputs/unknown.txt");
    auto json = parsed_json(said);
    ASSERT_FALSE(json.empty()) << said;
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

    // Every member is one that the schema names.
    const auto schema = read_file(golden().parent_path().parent_path() / "spec" / "validate.schema.json");
    EXPECT_FALSE(parsed_json(schema).empty());
    for (const auto& [path, value] : json) {
        const auto name = path.substr(path.rfind('/') + 1);
        EXPECT_NE(schema.find('"' + name + '"'), std::string::npos) << path;
    }
    EXPECT_TRUE(parsed_json("{\"a\":1,\"a\":2}").empty()) << "the parser of this test sees faults";
    EXPECT_FALSE(parsed_json(output_of("validate --format json inputs/gone.txt")).empty());
}

TEST(Validate, WritesSarif)
{
    const auto said = output_of("validate --disable meaning --format sarif dumps/d16.txt inputs/bad_mixed.txt "
                                "inputs/unknown.txt '/gone/a b%.txt'");
    auto json = parsed_json(said);
    ASSERT_FALSE(json.empty()) << said;
    EXPECT_EQ(json["version"], "2.1.0");
    EXPECT_EQ(json["runs/0/tool/driver/name"], "ballast");
    for (std::size_t i = 0; i < all_findings().size(); ++i)
        EXPECT_EQ(json["runs/0/tool/driver/rules/" + std::to_string(i) + "/id"], all_findings()[i].name);
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
    const auto said = output_of("validate --format github inputs/bad_mixed.txt inputs/bad_crlf.txt inputs/unknown.txt");
    EXPECT_TRUE(said.starts_with("::error file=inputs/bad_mixed.txt,line=6,endLine=6,col=17,endColumn=")) << said;
    EXPECT_NE(said.find(",title=mixed_eras::allocation pointer here, no allocation pointer at line 2%0A2: "),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("::notice file=inputs/unknown.txt,line=10,"), std::string::npos);
    EXPECT_NE(output_of("validate --format github 'a:b,c%.txt'")
                  .find("::error file=a%3Ab%2Cc%25.txt,title=unreadable::No such file"),
              std::string::npos);
    for (std::size_t at = 0; at < said.size(); at = said.find('\n', at) + 1)
        EXPECT_TRUE(said.compare(at, 2, "::") == 0 || said.compare(at, 2, "3 ") == 0) << said.substr(at, 80);
}

TEST(Validate, WritesJUnit)
{
    const auto said =
        output_of("validate --disable meaning --format junit dumps/d16.txt inputs/bad_nul.txt inputs/unknown.txt "
                  "inputs/bad_sharding.txt '<gone> & \"x\"'");
    EXPECT_EQ(xml_fault(said), "") << said;
    EXPECT_NE(said.find("<testsuites name=\"ballast\" tests=\"5\" failures=\"2\" errors=\"1\">"), std::string::npos);
    EXPECT_NE(said.find("<testcase classname=\"ballast.validate\" name=\"dumps/d16.txt\"/>"), std::string::npos);
    EXPECT_NE(said.find("<failure type=\"nul_byte\" message=\"NUL byte\">"), std::string::npos);
    EXPECT_NE(said.find("name=\"&lt;gone&gt; &amp; &quot;x&quot;\""), std::string::npos);
    EXPECT_NE(said.find("<error type=\"unreadable\""), std::string::npos);
    EXPECT_NE(said.find("<system-out>"), std::string::npos);
    EXPECT_EQ(output_of("validate -q --format junit inputs/unknown.txt").find("<system-out>"), std::string::npos);
    EXPECT_NE(xml_fault("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a><b></a></b>"), "");
}

// All inputs there are, in every format, with one thread and with many.
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
        const auto said = output_of("validate " + options + files);
        static const std::regex id(R"(\[(\w+)\]\n)");
        for (std::sregex_iterator m(said.begin(), said.end(), id), end; m != end; ++m) result.insert((*m)[1]);
        return result;
    };
    using set = std::set<std::string>;
    const set unknown{"unknown_element_type", "unknown_opcode", "unknown_attribute", "unknown_sharding"};
    EXPECT_EQ(names("--only era"), set{"mixed_eras"});
    EXPECT_EQ(names("--only form"), set{"sharding"});
    EXPECT_EQ(names("--only C10,sharding"), (set{"mixed_eras", "sharding"}));
    EXPECT_EQ(names("--only unknown --disable unknown_opcode,unknown_attribute"),
              (set{"unknown_element_type", "unknown_sharding"}));
    EXPECT_EQ(names("--disable form,era,meaning"), unknown);
    EXPECT_NE(run("validate --only unknown" + files)
                  .find("3 files: 3 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 5 notes\n--- exit 0\n"
                        "--- standard error\nballast: 3 findings are not told (--only, --disable)\n"),
              std::string::npos);
    EXPECT_EQ(run("validate --only nonsense dumps/d16.txt"),
              "--- exit 2\n--- standard error\n--only: nonsense is no finding, no phase and no rule\nRun with --help "
              "for more information.\n");
    EXPECT_EQ(exit_of("validate --disable C99 dumps/d16.txt"), 2);
}

TEST(Validate, DemandsAnEra)
{
    EXPECT_EQ(exit_of("validate --era D16 dumps/d16.txt"), 0);
    EXPECT_EQ(exit_of("validate --era 2025-06-01 dumps/d16.txt"), 0);
    EXPECT_EQ(exit_of("validate --era D10 dumps/d16.txt"), 1);
    EXPECT_NE(output_of("validate --era D10 dumps/d16.txt")
                  .find(": error: D10 is asked for, the file is of D16..D16 2025-05-16..2025-07-23 ("),
              std::string::npos);
    EXPECT_EQ(exit_of("validate --era D24 dumps/d16.txt"), 1);
    EXPECT_EQ(exit_of("validate --era D99 dumps/d16.txt"), 2);
    EXPECT_EQ(exit_of("validate --era D10 --disable other_era dumps/d16.txt"), 0);
}

TEST(Validate, KnowsTheFindingsOfABaseline)
{
    const temporary_folder folder("baseline");
    const auto known = "'" + (folder.path / "known.json").string() + "'";
    run("validate --format json inputs/bad_mixed.txt inputs/unknown.txt > " + known);
    EXPECT_EQ(run("validate --baseline " + known + " inputs/bad_mixed.txt inputs/unknown.txt"),
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
    const auto said = output_of("validate --summary " + folder.quoted());
    const auto sizes = std::to_string(golden_dump("d6b.txt").size() + golden_dump("d4.txt").size());
    EXPECT_TRUE(std::regex_search(
        said, std::regex("^ +folder +files +unreadable +bytes +eras +errors +warnings +notes +seconds\n")))
        << said;
    EXPECT_TRUE(std::regex_search(said, std::regex("/a +2 +0 +" + sizes + " +D4, D6b +0 +0 +0 +[0-9.]+\n"))) << said;
    EXPECT_TRUE(std::regex_search(said, std::regex("/b +2 +0 +[0-9]+ +D6b +1 +0 +0 +[0-9.]+\n"))) << said;
    EXPECT_NE(said.find("\n4 files: 3 conform, 1 with errors, 0 unreadable; 1 errors, 0 warnings, 0 notes\n"),
              std::string::npos);
    EXPECT_EQ(std::ranges::count(said, '\n'), 4);
}

TEST(Validate, RefusesOptionsThatDoNotFit)
{
    for (const auto* options :
         {"--format yaml", "--jobs -1", "--jobs many", "--summary --format json", "--rule shape --format json",
          "--rule shape --summary", "--null --format json", "--null --summary", "--baseline", "--era"})
        EXPECT_EQ(exit_of(std::string("validate dumps/d16.txt ") + options), 2) << options;
}

// Hints are for people: scripts read what they always read.
TEST(Validate, GivesHintsOnATerminal)
{
    EXPECT_EQ(output_of("validate inputs/bad_crlf.txt").find("hint"), std::string::npos);
    const auto on_terminal = [](const std::string& arguments) {
        return output_of("", "script -qec \"'" BALLAST_COMMAND "' " + arguments + "\" /dev/null; true");
    };
    EXPECT_NE(on_terminal("validate inputs/bad_crlf.txt").find(" hint: line ends were converted"), std::string::npos);

    // A dump whose long lines were broken at a width, as a mail or an issue does.
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
    const auto said = run("explain" + all);
    EXPECT_NE(said.find("--- exit 0\n"), std::string::npos);
    for (const auto& row : all_findings()) EXPECT_NE(said.find(row.name), std::string::npos);
    for (const char c : said) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
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

TEST(Command, HelpSaysItsCommands)
{
    const auto help = run("--help");
    for (const auto* command : {"roundtrip", "validate", "print", "show", "era", "explain", "completions", "manual"})
        EXPECT_NE(help.find(command), std::string::npos) << command;
    EXPECT_NE(help.find("--- exit 0\n"), std::string::npos);
}

TEST(Command, PrintsTheGrammarThatIsKept)
{
    const auto root = golden().parent_path().parent_path();
    EXPECT_EQ(run("grammar"), read_file(root / "spec" / "grammar.ebnf") + "--- exit 0\n");
    EXPECT_EQ(run("grammar --format rules"), read_file(root / "spec" / "grammar.rules") + "--- exit 0\n");
    EXPECT_EQ(run("grammar --format dict"), read_file(root / "fuzz" / "ballast.dict") + "--- exit 0\n");
}

TEST(Command, ValidatesWhatItGenerates)
{
    // Of all findings the audit of the peak alone.
    for (const auto era : {"D0", "D3", "D7", "D10", "D13", "D16", "D18", "D24"}) {
        const auto said =
            run("validate --strict -", std::string("'" BALLAST_COMMAND "' generate --size 30000 --era ") + era + " |");
        EXPECT_NE(said.find("1 files: 1 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, "),
                  std::string::npos)
            << era << "\n"
            << said;
        EXPECT_TRUE(said.ends_with("--- exit 0\n")) << era;
        EXPECT_TRUE(said.find(": note: ") == std::string::npos || said.find("[peak_audit]") != std::string::npos)
            << said;
    }
}

} // namespace ballast::tests
