// The C interface over files in memory: the golden cases of the command have the same answers.
#include "ballast.h"
#include "ballast/fit.hpp"
#include "base/file_name.hpp"
#include "files/paths.hpp"
#include "tests/cli/command.hpp"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstring>
#include <map>
#include <memory>
#include <regex>
#include <sstream>

namespace ballast::tests {

namespace {

struct closer {
    void operator()(ballast_session* session) const { ballast_close(session); }
    void operator()(ballast_answer* answer) const { ballast_forget(answer); }
};
using session = std::unique_ptr<ballast_session, closer>;

struct answered {
    int code = 0;
    std::string output;
    std::vector<std::string> messages;
};

answered ask(const session& of, const std::string& question, const session& other = nullptr)
{
    const std::unique_ptr<ballast_answer, closer> made(ballast_ask(of.get(), other.get(), question.c_str()));
    answered result{ballast_code(made.get()), {ballast_output(made.get()), ballast_output_size(made.get())}, {}};
    rapidjson::Document messages;
    messages.Parse(ballast_messages(made.get()));
    EXPECT_TRUE(messages.IsArray());
    for (const auto& line : messages.GetArray()) result.messages.emplace_back(line.GetString());
    return result;
}

void add(const session& to, const std::string& name, const std::string& text, bool in_folder = false)
{
    char* const bytes = ballast_allocate(text.size());
    ASSERT_NE(bytes, nullptr);
    std::memcpy(bytes, text.data(), text.size());
    EXPECT_EQ(ballast_add(to.get(), name.c_str(), bytes, text.size(), in_folder ? 1 : 0), 1);
}

bool is_compressed(const fs::path& path) { return path.extension() == ".gz" || path.extension() == ".zst"; }

// A file or a folder below the golden files, named as there. False if it is missing or compressed.
bool add_path(const session& to, const std::string& path)
{
    const auto place = golden() / path;
    if (fs::is_directory(place)) {
        for (const auto& entry : fs::recursive_directory_iterator(place)) {
            if (!entry.is_regular_file()) continue;
            if (is_compressed(entry.path())) return false;
            add(to, fs::path(entry.path()).lexically_relative(golden()).string(), read_file(entry.path()), true);
        }
        return true;
    }
    if (!fs::is_regular_file(place) || is_compressed(place)) return false;
    add(to, path, read_file(place));
    return true;
}

// The options of commands that questions have, and how JSON has their values.
enum class takes : std::uint8_t { none, text, number, gibibytes, list };
const std::map<std::string, std::pair<const char*, takes>> options{
    {"--audit", {"audit", takes::none}},
    {"--by", {"by", takes::text}},
    {"--device", {"device", takes::text}},
    {"--estimate", {"estimate", takes::none}},
    {"--disable", {"disable", takes::list}},
    {"--era", {"era", takes::text}},
    {"--files", {"filesAlone", takes::none}},
    {"--format", {"format", takes::text}},
    {"--full-paths", {"fullPaths", takes::none}},
    {"--limit", {"limit", takes::gibibytes}},
    {"--max-errors", {"maxErrors", takes::number}},
    {"--only", {"only", takes::list}},
    {"--part", {"part", takes::text}},
    {"--plain", {"plain", takes::none}},
    {"--positions", {"positions", takes::none}},
    {"--raw", {"raw", takes::none}},
    {"--sort", {"sort", takes::text}},
    {"--space", {"space", takes::number}},
    {"--step", {"step", takes::number}},
    {"--strict", {"strict", takes::none}},
    {"--svg", {"svg", takes::none}},
    {"--to", {"to", takes::text}},
    {"--top", {"top", takes::number}},
    {"--verbose", {"verbose", takes::none}},
    {"--why", {"why", takes::text}},
    {"--width", {"width", takes::number}},
};
const std::vector<std::string> commands{"diff", "export", "json", "print", "report", "show", "summary", "validate"};

// A case of the command as a question.
struct asked {
    std::string command;
    std::vector<std::string> paths;
    rapidjson::Document question{rapidjson::kObjectType};
    bool possible = true; // false if the question has no such option

    explicit asked(const std::string& line)
    {
        std::istringstream words(line);
        words >> command;
        possible = std::find(commands.begin(), commands.end(), command) != commands.end() &&
                   line.find_first_of("'\"<>|\\") == std::string::npos;
        auto& memory = question.GetAllocator();
        put("ask", rapidjson::Value(command.c_str(), memory));
        bool has_format = false;
        for (std::string word; possible && words >> word;) {
            if (!word.starts_with('-')) {
                paths.push_back(word);
                continue;
            }
            const auto known = options.find(word);
            possible = known != options.end();
            if (!possible) return;
            const auto& [name, is] = known->second;
            has_format |= word == "--format";
            std::string given;
            if (is != takes::none) words >> given;
            if (is == takes::none) put(name, rapidjson::Value(true));
            if (is == takes::text) put(name, rapidjson::Value(given.c_str(), memory));
            if (is == takes::number) put(name, rapidjson::Value(std::stoi(given)));
            if (is == takes::gibibytes) put(name, rapidjson::Value(std::int64_t{std::stoi(given)} << 30));
            if (is == takes::list) put(name, list_of(given));
        }
        if (!has_format && command != "report") put("format", rapidjson::Value("text"));
        // Converting has an answer of its own.
        possible = possible && !(command == "print" && question.HasMember("era"));
    }

    [[nodiscard]] std::string json() const
    {
        rapidjson::StringBuffer text;
        rapidjson::Writer<rapidjson::StringBuffer> to(text);
        question.Accept(to);
        return text.GetString();
    }

private:
    void put(const char* name, rapidjson::Value&& of)
    {
        question.AddMember(rapidjson::Value(name, question.GetAllocator()), std::move(of), question.GetAllocator());
    }
    rapidjson::Value list_of(const std::string& words)
    {
        rapidjson::Value result(rapidjson::kArrayType);
        std::istringstream each(words);
        for (std::string word; std::getline(each, word, ',');)
            result.PushBack(rapidjson::Value(word.c_str(), question.GetAllocator()), question.GetAllocator());
        return result;
    }
};

// Text for people ends with further commands, which have no files in memory.
std::string without_commands(const std::string& text)
{
    static const std::string lines = "( ?(the largest|the largest buffer|all details|all modules|with pictures|on a "
                                     "TPU or GPU): +ballast [^\n]*\n)+";
    static const std::regex after_gap("\n\n" + lines);
    static const std::regex alone(lines);
    return std::regex_replace(std::regex_replace(text, after_gap, "\n"), alone, "");
}

// As the output of the command and its exit code.
std::string printed_like(const answered& of)
{
    const bool ended = of.output.empty() || of.output.back() == '\n';
    return of.output + (ended ? "" : "(no line end)\n") + "--- exit " + std::to_string(of.code) + "\n";
}

// Commands about one module read its other files, too.
std::vector<std::string> with_others(const std::string& command, const std::vector<std::string>& paths)
{
    if (paths.size() != 1 || command == "json" || command == "print" || command == "validate" || command == "summary")
        return paths;
    std::vector<std::string> result;
    const auto add = [&](const std::string& path) {
        result.push_back(fs::path(path).lexically_relative(golden()).string());
    };
    const auto named = (golden() / paths.front()).string();
    for (const auto& path : files::with_siblings(named, {})) add(path);
    for (const auto& path : names_of_text_beside(named))
        if (fs::is_regular_file(path)) add(path);
    return result;
}

} // namespace

TEST(MemoryFiles, AnswerGoldenCasesAsTheCommandDoes)
{
    std::size_t compared = 0;
    std::map<std::string, std::size_t> by_command;
    for (const auto& entry : fs::directory_iterator(golden() / "cli")) {
        if (entry.path().extension() != ".cmd") continue;
        auto line = read_file(entry.path());
        line.erase(line.find_last_not_of('\n') + 1);
        // Module texts and binary files beside a dump are not added to a session.
        if (line.find("frameworks/") != std::string::npos || line.find("bad_binary_form") != std::string::npos)
            continue;
        const asked made(line);
        if (!made.possible || made.paths.empty()) continue;
        const bool two = made.command == "diff" || (made.command == "report" && made.paths.size() == 2);
        const session first(ballast_open());
        const session second(two ? ballast_open() : nullptr);
        if (two && made.paths.size() != 2) continue;
        bool all_here = true;
        const auto add_all = [&](const session& to, const std::vector<std::string>& paths) {
            for (const auto& path : with_others(made.command, paths)) all_here = add_path(to, path) && all_here;
        };
        if (two) {
            add_all(first, {made.paths[0]});
            add_all(second, {made.paths[1]});
        } else {
            add_all(first, made.paths);
        }
        if (!all_here) continue;
        // Lines of an answer have 80 columns, those of the command in a pipe have no limit.
        const bool has_columns = made.command == "diff" || made.command == "show" || made.command == "summary";
        const bool is_wide = has_columns && line.find("--width") == std::string::npos;
        const auto printed =
            without_commands(run(is_wide ? made.command + " --width 80" + line.substr(made.command.size()) : line));
        // Errors of usage and of the file system have different messages.
        if (printed.find("See `ballast help") != std::string::npos || printed.find("no dumps in") != std::string::npos)
            continue;
        const auto answer = ask(first, made.json(), second);
        const auto end = printed.rfind("--- exit ");
        EXPECT_EQ(printed_like(answer), printed.substr(0, printed.find('\n', end) + 1)) << line << "\n" << made.json();
        for (const auto& message : answer.messages)
            EXPECT_NE(printed.find(message), std::string::npos) << line << ": " << message;
        ++compared;
        ++by_command[made.command];
    }
    EXPECT_GE(compared, 60U);
    for (const auto& command : commands) EXPECT_GE(by_command[command], 1U) << command;
}

TEST(MemoryFiles, AreGroupedIntoModules)
{
    const session all(ballast_open());
    ASSERT_TRUE(add_path(all, "modules"));
    rapidjson::Document read;
    read.Parse(ask(all, R"({"ask":"files"})").output.c_str());
    ASSERT_TRUE(read.IsObject());
    const auto& modules = read["modules"];
    const auto count = modules.Size();
    EXPECT_GE(count, 2U);
    EXPECT_STREQ(modules[0]["name"].GetString(), "jit_step");
    EXPECT_EQ(ask(all, R"({"ask":"show","module":0})").code, 0);
    const auto beyond = ask(all, R"({"ask":"show","module":)" + std::to_string(count) + "}");
    EXPECT_EQ(beyond.code, 2);
    EXPECT_EQ(beyond.messages.front(),
              "ballast show: module " + std::to_string(count) + ": there are " + std::to_string(count));
}

TEST(MemoryFiles, AnswerWrongQuestions)
{
    const session one(ballast_open());
    const std::map<std::string, std::string> wrong{
        {"", "ballast: the question is not JSON: The document is empty."},
        {"[]", "ballast: the question is not a JSON object"},
        {"{}", "ballast: unknown question "},
        {R"({"ask":"shwo"})", "ballast: unknown question shwo"},
        {R"({"ask":"show","formta":"json"})", "ballast: unknown option formta; did you mean format?"},
        {R"({"ask":"show","top":-1})", "ballast: option top: expected a number from 0 on"},
        {R"({"ask":"show","strict":"yes"})", "ballast: option strict: expected true or false"},
        {R"({"ask":"validate","only":[1]})", "ballast: option only: expected an array of texts"},
        {R"({"ask":"show","format":"xml"})", "ballast show: unknown format xml"},
        {R"({"ask":"show","device":"v99"})", "ballast: " + unknown_device("v99")},
        {R"({"ask":"show","device":"v5e","limit":1})", "ballast: the options device and limit exclude each other"},
        {R"({"ask":"show"})", "ballast show: no files"},
        {R"({"ask":"diff"})", "ballast diff: needs two sessions"},
        {R"({"ask":"explain","id":"nothing"})", "ballast explain: nothing is not a finding"},
        {R"({"ask":"convert","era":"D99"})", "ballast print: D99 is not an era"},
    };
    for (const auto& [question, message] : wrong) {
        const auto answer = ask(one, question);
        EXPECT_EQ(answer.code, 2) << question;
        EXPECT_EQ(answer.output, "") << question;
        ASSERT_EQ(answer.messages.size(), 1U) << question;
        EXPECT_EQ(answer.messages.front(), message);
    }
}

TEST(MemoryFiles, AreComparedToALimit)
{
    const session message(ballast_open());
    add(message, "message.txt", golden_dump("message_program_failure.txt"));
    const auto over = ask(message, R"({"ask":"show","limit":17179869184})");
    EXPECT_EQ(over.code, 1);
    ASSERT_EQ(over.messages.size(), 1U);
    EXPECT_NE(run("show --limit 16G dumps/message_program_failure.txt").find(over.messages.front()), std::string::npos);
    EXPECT_EQ(ask(message, R"({"ask":"show","limit":34359738368})").code, 2);
    const session dump(ballast_open());
    add(dump, "d17.txt", golden_dump("d17.txt"));
    for (const std::string command : {"show", "summary", "report"}) {
        EXPECT_EQ(ask(dump, R"({"ask":")" + command + R"(","limit":1675})").code, 1) << command;
        EXPECT_EQ(ask(dump, R"({"ask":")" + command + R"(","limit":1676})").code, 0) << command;
    }
}

TEST(MemoryFiles, AreReplacedByTheirNames)
{
    const session one(ballast_open());
    add(one, "a.txt", "nonsense");
    EXPECT_EQ(ask(one, R"({"ask":"validate"})").code, 1);
    add(one, "a.txt", golden_dump("d17.txt"));
    EXPECT_EQ(ask(one, R"({"ask":"validate"})").code, 0);
    EXPECT_EQ(ask(one, R"({"ask":"text","module":0})").output, golden_dump("d17.txt"));
}

TEST(MemoryFiles, ReportProgressAndAreCancelled)
{
    const session all(ballast_open());
    ASSERT_TRUE(add_path(all, "modules"));
    struct seen {
        std::vector<double> read;
        double bytes = 0;
        bool goes_on = true;
    } watched;
    ballast_watch(
        all.get(),
        [](void* context, double read, double bytes) {
            auto& to = *static_cast<seen*>(context);
            to.read.push_back(read);
            to.bytes = bytes;
            return to.goes_on ? 1 : 0;
        },
        &watched);
    EXPECT_EQ(ask(all, R"({"ask":"summary"})").code, 0);
    ASSERT_FALSE(watched.read.empty());
    EXPECT_TRUE(std::is_sorted(watched.read.begin(), watched.read.end()));
    EXPECT_LE(watched.read.back(), watched.bytes);
    EXPECT_GT(watched.read.back(), watched.bytes / 2);
    watched.goes_on = false;
    const auto stopped = ask(all, R"({"ask":"summary"})");
    EXPECT_EQ(stopped.code, 3);
    EXPECT_EQ(stopped.output, "");
    EXPECT_EQ(stopped.messages, std::vector<std::string>{"ballast: cancelled"});
    watched.goes_on = true;
    EXPECT_EQ(ask(all, R"({"ask":"summary"})").code, 0);
}

TEST(MemoryFiles, OfFoldersAreLeftOutIfTheyAreNoDumps)
{
    const session all(ballast_open());
    add(all, "folder/readme.txt", "nonsense", true);
    const auto none = ask(all, R"({"ask":"validate"})");
    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.messages.front(), "ballast: no dumps in the folder; logs are read if they are named");
    add(all, "folder/d17.txt", golden_dump("d17.txt"), true);
    const auto one = ask(all, R"({"ask":"validate","format":"text"})");
    EXPECT_EQ(one.output, "1 files: 1 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n");
}

TEST(MemoryFiles, AreConverted)
{
    const session one(ballast_open());
    add(one, "dir/d17.txt", golden_dump("d17.txt"));
    rapidjson::Document made;
    made.Parse(ask(one, R"({"ask":"convert","era":"D24"})").output.c_str());
    ASSERT_TRUE(made.IsObject());
    const auto& all = made["files"];
    ASSERT_EQ(all.Size(), 3U);
    EXPECT_STREQ(all[0]["name"].GetString(), "d17-buffer-assignment.txt");
    const auto by_command = output_of("print --era D24 --part assignment dumps/d17.txt");
    EXPECT_EQ(all[0]["text"].GetString(), by_command);
}

} // namespace ballast::tests
