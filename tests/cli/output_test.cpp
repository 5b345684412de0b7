// The output of the command: closed streams, inputs that must not be overwritten, files that appear only when they are
// complete.
#include "ballast/document.hpp"
#include "base/input_record.hpp"
#include "files/output_file.hpp"
#include "tests/cli/command_table.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

// The output of a shell line in that folder; `ballast` is the command.
std::string shell_in(const fs::path& folder, const std::string& line)
{
    const auto script = "cd '" + folder.string() + "'\nballast() { '" BALLAST_COMMAND "' \"$@\"; }\n" + line;
    std::FILE* const pipe = ::popen(script.c_str(), "r");
    if (!pipe) return "no shell";
    std::string result;
    std::array<char, 4096> bytes;
    while (const auto got = std::fread(bytes.data(), 1, bytes.size(), pipe)) result.append(bytes.data(), got);
    ::pclose(pipe);
    return result;
}

std::set<std::string> names_in(const fs::path& folder)
{
    std::set<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder)) result.insert(entry.path().filename().string());
    return result;
}

} // namespace

TEST(Output, OfAClosedPipeEndsWithoutAWord)
{
    const temporary_folder folder("pipe");
    for (const std::string arguments : {"grammar", "generate", "--help", "show d.txt", "validate --format json d.txt",
                                        "report -o /dev/stdout d.txt"}) {
        folder.add("d.txt", "d17.txt");
        // The reader has closed the pipe before the command begins. 128 plus the number of SIGPIPE.
        const auto status = " 2>said; echo $? >status; } | true; cat status said";
        EXPECT_EQ(shell_in(folder.path, "{ sleep 0.1; ballast " + arguments + status), "141\n") << arguments;
        const auto both = " 2>&1; echo $? >status; } | true; cat status";
        EXPECT_EQ(shell_in(folder.path, "{ sleep 0.1; ballast " + arguments + both), "141\n") << arguments;
        fs::remove(folder.path / "d.txt");
    }
}

TEST(Output, DoesNotDependOnStandardError)
{
    const temporary_folder folder("no_stderr");
    folder.add("d.txt", "d17.txt");
    fs::copy_file(golden() / "inputs" / "bad_total.txt", folder.path / "bad_total.txt");
    for (const std::string arguments :
         {"show d.txt", "show --max 1B d.txt", "show --space 9 d.txt", "validate bad_total.txt",
          "report -o no_folder/page.html d.txt", "validate --only era .", "show --nothing"}) {
        const auto normal = shell_in(folder.path, "ballast " + arguments + " 2>/dev/null; echo $?");
        for (const std::string where : {"2>/dev/full", "2>&-"})
            EXPECT_EQ(shell_in(folder.path, "ballast " + arguments + " " + where + "; echo $?"), normal)
                << arguments << " " << where;
        const auto broken = shell_in(folder.path, "{ sleep 0.1; ballast " + arguments +
                                                      " 2>&1 >out; echo $? >>out; } | true; cat out; rm out");
        EXPECT_EQ(broken, normal) << arguments;
    }
}

TEST(Output, ThatIsClosedIsAFailedWriteAndNoOtherFile)
{
    const temporary_folder folder("closed");
    folder.add("d.txt", "d17.txt");
    EXPECT_EQ(shell_in(folder.path, "ballast show d.txt 2>&1 >&-; echo $?"),
              "ballast: standard output: Bad file descriptor\n2\n");
    // No file gets the number of standard output.
    EXPECT_EQ(shell_in(folder.path, "ballast report -o page.html d.txt >&- 2>&-; echo $?"), "0\n");
    EXPECT_EQ(read_file(folder.path / "page.html"), shell_in(folder.path, "ballast report d.txt"));
    EXPECT_EQ(shell_in(folder.path, "ballast validate - <&-; echo $?"),
              "<stdin>: unreadable: Bad file descriptor\n"
              "1 files: 0 conform, 0 with errors, 1 unreadable; 0 errors, 0 warnings, 0 notes\n2\n");
    EXPECT_EQ(shell_in(folder.path, "ballast report -o /dev/full d.txt 2>/dev/full; echo $?"), "2\n");
}

TEST(Output, IsNeverAnInput)
{
    const temporary_folder folder("over");
    const auto& at = folder.path;
    const std::string base = "module_0003.jit_split.cpu_after_optimizations";
    for (const auto* name : {"a.txt", "in/b-buffer-assignment.txt"}) folder.add(name, "d17.txt");
    for (const auto& entry : fs::directory_iterator(golden() / "modules"))
        if (entry.path().filename().string().starts_with(base))
            fs::copy_file(entry.path(), at / entry.path().filename());
    fs::copy_file(golden() / "inputs" / "bad_text" / "module_0003.jit_step.cpu_after_optimizations.txt",
                  at / (base + ".txt"));
    std::ofstream(at / "large.txt", std::ios::binary) << output_of("generate --size 400k --era D18"); // mapped
    fs::create_symlink("a.txt", at / "link");
    fs::create_hard_link(at / "a.txt", at / "hard");
    fs::create_directory_symlink("in", at / "folder");
    const auto sums = [&] { return shell_in(at, "cat *.txt in/* | cksum"); };
    const auto before = sums();
    const auto names = names_in(at);
    const std::vector<std::string> lines{
        "report a.txt -o a.txt",
        "report --svg a.txt -o a.txt",
        "report a.txt -o ./in/../a.txt",
        "report a.txt -o link",
        "report link -o a.txt",
        "report a.txt -o hard",
        "report large.txt -o large.txt",
        "report in -o in/b-buffer-assignment.txt",
        "report folder/ -o in/b-buffer-assignment.txt",
        "report a.txt in -o folder/b-buffer-assignment.txt",
        "report in a.txt -o a.txt",
        "report - -o a.txt <a.txt",
        // Files of the module that are read together with the named one.
        "report " + base + "-buffer-assignment.txt -o " + base + "-live-range.txt",
        "report " + base + "-buffer-assignment.txt -o " + base + ".txt",
        "print --era D18 --to in in/b-buffer-assignment.txt",
        "redact a.txt -o link",
        "redact in --keep names,scope,source,attributes,config,target,literal -o in",
        "redact a.txt -o - --map a.txt",
        "redact a.txt -o /dev/stdout --map hard",
        "bundle a.txt -o out.tar --map a.txt",
        "bundle " + base + "-buffer-assignment.txt -o out.tar --map " + base + "-live-range.txt",
        "bundle a.txt -o out.tar --map out.tar",
        "reduce a.txt --while true -o link",
        "reduce " + base + "-buffer-assignment.txt " + base + "-live-range.txt --while true -o .",
        "print a.txt >>a.txt",
        "print - <a.txt >>a.txt",
        "validate . >>a.txt",
        "roundtrip --rule shape a.txt >>a.txt",
        "extract a.txt >>a.txt",
        "diff a.txt in >>a.txt",
        "validate --baseline a.txt in >>a.txt",
    };
    for (const auto& line : lines) {
        const auto said =
            shell_in(at, "ballast " + line + " 2>said; echo $? >status; cat status; cat said; rm status said");
        EXPECT_EQ(said.substr(0, 2), "2\n") << line << "\n" << said;
        EXPECT_GT(said.size(), 10U) << line;
        EXPECT_EQ(sums(), before) << line;
        EXPECT_EQ(names_in(at), names) << line;
    }
    EXPECT_EQ(shell_in(at, "ballast report link -o a.txt 2>&1"),
              "ballast: link: the input is also the output: a.txt\n");
    // Files that are only created by the run, terminals and devices may be input and output.
    EXPECT_EQ(shell_in(at, "ballast validate in >in/found.txt; cat in/found.txt; rm in/found.txt"),
              shell_in(at, "ballast validate in"));
    EXPECT_EQ(shell_in(at, "ballast validate --rule shape - </dev/null >/dev/null 2>&1; echo $?"), "2\n");
}

namespace {

// Options with a path: inputs, and outputs with the arguments that they need; `{}` are the options and the input.
const std::map<std::string, std::vector<std::string>> outputs_of_options{
    {"show --dump", {}},
    {"show --groups", {}},
    {"validate --baseline", {}},
    {"redact --undo", {}},
    {"report --output", {"{}", "--svg {}"}},
    {"export --output",
     {"--to csv {}", "--to trace {}", "--to pprof {}", "--to ndjson {}", "--to sqlite {}",
      "--to csv --tables values {}"}},
    {"json --output", {"{}", "--lines {}", "--positions {}"}},
    {"redact --output", {"{}"}},
    {"redact --map", {"{}", "-o out.txt {}"}},
    {"reduce --output", {"--while true {}", "--finding total_sum {}"}},
    {"bundle --output", {"{}"}},
    {"bundle --map", {"-o out.tar {}"}},
    {"extract --to", {}}, // only makes new files
    {"print --to", {}},   // names its files itself: IsNeverAnInput
};

} // namespace

TEST(Output, OfEveryOptionIsNeverAnInput)
{
    const temporary_folder folder("over_all");
    const auto& at = folder.path;
    const std::string base = "module_0003.jit_split.cpu_after_optimizations";
    folder.add("a.tar", "d17.txt");
    folder.add("in/b-buffer-assignment.txt", "d17.txt");
    for (const auto& entry : fs::directory_iterator(golden() / "modules"))
        if (entry.path().filename().string().starts_with(base))
            fs::copy_file(entry.path(), at / entry.path().filename());
    fs::create_symlink("a.tar", at / "link.tar");
    fs::create_symlink(base + "-live-range.txt", at / "sibling.tar");
    fs::create_symlink("in/b-buffer-assignment.txt", at / "inside.tar");
    fs::create_hard_link(at / "a.tar", at / "hard.tar");
    const auto sums = [&] { return shell_in(at, "cat *.t* in/* | cksum"); };
    const auto before = sums();
    const auto names = names_in(at);
    const std::vector<std::pair<std::string, std::string>> pairs{{"a.tar", "a.tar"},
                                                                 {"a.tar", "link.tar"},
                                                                 {"link.tar", "a.tar"},
                                                                 {"a.tar", "hard.tar"},
                                                                 {"a.tar", "./in/../a.tar"},
                                                                 {"in", "inside.tar"},
                                                                 {base + "-buffer-assignment.txt", "sibling.tar"},
                                                                 {"- <a.tar", "a.tar"}};
    std::size_t outputs = 0;
    for (const auto& option : listed_options()) {
        if (option.name.empty() || (option.argument != "FILE" && option.argument != "DIR" && option.argument != "PATH"))
            continue;
        const auto known = outputs_of_options.find(option.full_name());
        ASSERT_NE(known, outputs_of_options.end()) << option.full_name() << " needs a row: is it an output?";
        for (const auto& arguments : known->second) {
            ++outputs;
            for (const auto& [input, output] : pairs) {
                // These do not read the other files of a module.
                const bool alone =
                    option.command == "redact" || (option.command == "json" && arguments != "--lines {}");
                if (alone && output == "sibling.tar") continue;
                // A finding that the input lacks, and several files, end the command before it writes.
                auto line = option.command + " " + arguments;
                line.replace(line.find("{}"), 2, option.name + " " + output + " " + input);
                const auto said = shell_in(at, "ballast " + line +
                                                   " 2>said >printed; echo $? >status; cat status said; "
                                                   "rm status said printed");
                EXPECT_NE(said.substr(0, 2), "0\n") << line << "\n" << said;
                EXPECT_GT(said.size(), 10U) << line;
                EXPECT_EQ(sums(), before) << line << "\n" << said;
                EXPECT_EQ(names_in(at), names) << line << "\n" << said;
            }
        }
    }
    EXPECT_EQ(outputs, 18U);
    EXPECT_EQ(shell_in(at, "ballast json a.tar -o link.tar 2>&1; echo $?"),
              "ballast: a.tar: the input is also the output: link.tar\n2\n");
    EXPECT_EQ(shell_in(at, "ballast json in -o in/b-buffer-assignment.txt 2>&1; echo $?"),
              "ballast: in/b-buffer-assignment.txt: the input is also the output: in/b-buffer-assignment.txt\n2\n");
    // A run can be repeated: what it wrote is not an input.
    EXPECT_EQ(
        shell_in(at, "ballast json in -o in/tree.json && ballast json in -o in/tree.json; echo $?; rm in/tree.json"),
        "0\n");
}

TEST(Output, IsNotAnInputThatIsReadLater)
{
    const temporary_folder folder("over_late");
    const auto& at = folder.path;
    std::ofstream(at / "a.txt") << "first";
    inputs_of_run().begin();
    {
        files::output_file to((at / "a.txt").string(), files::existing::replaced);
        EXPECT_TRUE(to.write("second"));
        EXPECT_EQ(read_source((at / "a.txt").string(), 100).text.view(), "first");
        EXPECT_NE(to.finish().find("the output is also an input"), std::string::npos);
    }
    EXPECT_EQ(read_file(at / "a.txt"), "first");
    EXPECT_EQ(names_in(at), std::set<std::string>{"a.txt"});
    EXPECT_NE(files::write_file((at / "a.txt").string(), "third", files::existing::replaced), "");
    EXPECT_EQ(read_file(at / "a.txt"), "first");
    EXPECT_EQ(files::write_file((at / "b.txt").string(), "third", files::existing::replaced), "");
}

TEST(Output, OfAnotherEraIsRefusedBeforeTheFirstFile)
{
    const temporary_folder folder("over_era");
    const auto& at = folder.path;
    fs::copy_file(golden() / "dumps" / "d18.txt", at / "m.1-live-range.txt"); // the last of three
    const auto before = read_file(at / "m.1-live-range.txt");
    EXPECT_EQ(shell_in(at, "ballast print --era D19 --to . m.1-live-range.txt 2>&1; echo $?"),
              "ballast: m.1-live-range.txt: the input is also the output: ./m.1-live-range.txt\n2\n");
    EXPECT_EQ(names_in(at), std::set<std::string>{"m.1-live-range.txt"});
    EXPECT_EQ(read_file(at / "m.1-live-range.txt"), before);
}

TEST(Output, AppearsWhole)
{
    const temporary_folder folder("whole");
    const auto& at = folder.path;
    folder.add("d.txt", "d17.txt");
    const auto page = shell_in(at, "ballast report d.txt");
    // An existing file keeps its permissions, and a link to it stays a link.
    std::ofstream(at / "page.html") << "before";
    fs::permissions(at / "page.html", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("page.html", at / "latest");
    EXPECT_EQ(shell_in(at, "exec 3<page.html; ballast report d.txt -o latest; echo $?; cat <&3"), "0\nbefore");
    EXPECT_TRUE(fs::is_symlink(at / "latest"));
    EXPECT_EQ(read_file(at / "page.html"), page);
    EXPECT_EQ(fs::status(at / "page.html").permissions(), fs::perms::owner_read | fs::perms::owner_write);
    // A new file has the permissions that a shell would give it.
    EXPECT_EQ(shell_in(at, "umask 027; ballast report d.txt -o new.html; stat -c %a new.html"), "640\n");
    // After an error, nothing new is left, and existing files are kept.
    EXPECT_EQ(shell_in(at, "mkdir sub; ballast report d.txt -o sub 2>&1; ballast report d.txt -o sub/no/x 2>&1"),
              "ballast report: sub: Is a directory\nballast report: sub/no/x: No such file or directory\n");
    EXPECT_EQ(names_in(at), (std::set<std::string>{"d.txt", "latest", "new.html", "page.html", "sub"}));
    EXPECT_EQ(names_in(at / "sub"), std::set<std::string>{});
}

TEST(Output, ToPipesAndDevicesIsDirect)
{
    const temporary_folder folder("direct");
    const auto& at = folder.path;
    folder.add("d.txt", "d17.txt");
    const auto page = shell_in(at, "ballast report d.txt");
    EXPECT_EQ(shell_in(at, "ballast report d.txt -o /dev/stdout"), page);
    EXPECT_EQ(shell_in(at, "ballast report d.txt -o /dev/stdout | cat"), page);
    EXPECT_EQ(shell_in(at, "echo first >out; ballast report d.txt -o /dev/stdout >>out; cat out"), "first\n" + page);
    EXPECT_EQ(shell_in(at, "mkfifo pipe; cat pipe & ballast report d.txt -o pipe; wait"), page);
    EXPECT_EQ(shell_in(at, "ballast report d.txt -o /dev/null; echo $?"), "0\n");
    EXPECT_EQ(shell_in(at, "ballast report d.txt -o /dev/full 2>&1"),
              "ballast report: /dev/full: No space left on device\n");
}

TEST(Output, FoldersThatAreMadeAreReported)
{
    const temporary_folder folder("made");
    const auto log = (golden() / "logs" / "glog.log").string();
    const auto extract = "ballast extract --quiet --to new/deep '" + log + "' 2>&1 >/dev/null; ls new/deep | wc -l";
    EXPECT_EQ(shell_in(folder.path, extract), "ballast extract: made the folder new/deep\n2\n");
    EXPECT_EQ(shell_in(folder.path, "ballast extract --quiet --to . '" + log + "' 2>&1 >/dev/null"), "");
    EXPECT_EQ(shell_in(folder.path, "rm -r new; " + extract), "ballast extract: made the folder new/deep\n2\n");
    // Existing files are kept.
    EXPECT_EQ(shell_in(folder.path, "ballast extract --quiet --to new/deep '" + log + "' 2>&1 >/dev/null"),
              "ballast extract: new/deep/glog.1-buffer-assignment.txt: File exists\n"
              "ballast extract: new/deep/glog.1-buffer-assignment-values.txt: File exists\n");
}

// What `extract` writes, `validate` reads: also parts of reports, which it counts.
TEST(Output, ExtractedPartsOfReportsCanBeRead)
{
    const temporary_folder folder("extract_parts");
    const auto whole = golden_dump("tpu_hbm.txt");
    const auto at = [&](std::string_view words) { return whole.find(words); };
    const std::pair<std::string, std::string> parts[] = {
        {"cut.log", whole.substr(0, at("Program hbm requirement"))},
        {"list.log", whole.substr(at("  Largest program allocations"))},
        {"headless.log", whole.substr(at("Total hbm usage"))},
        {"blocks.log", whole.substr(at("  1. Size:"))},
    };
    for (const auto& [name, text] : parts) {
        std::ofstream(folder.path / name, std::ios::binary) << "started\n" << text << "\nended\n";
        const auto said = shell_in(folder.path, "ballast extract --to out " + name + " 2>/dev/null");
        if (said.find(" 0 texts") != std::string::npos) continue; // nothing of it is read
        EXPECT_NE(said.find("\n incomplete: the "), std::string::npos) << said;
        EXPECT_NE(said.find("1 logs: 1 texts (1 incomplete), 0 refused, 0 unreadable\n"), std::string::npos) << said;
    }
    EXPECT_GT(std::distance(fs::directory_iterator(folder.path / "out"), fs::directory_iterator()), 1);
    for (const auto& entry : fs::directory_iterator(folder.path / "out")) {
        EXPECT_TRUE(entry.path().string().ends_with("-tpu-out-of-memory.part.txt")) << entry.path();
        EXPECT_EQ(exit_of("validate '" + entry.path().string() + "'"), 0) << entry.path();
    }
    // A whole report has no such line.
    std::ofstream(folder.path / "whole.log", std::ios::binary) << "started\n" << whole << "\nended\n";
    EXPECT_EQ(shell_in(folder.path, "ballast extract whole.log").find("incomplete"), std::string::npos);
}

TEST(Output, PagesAndProfilesAreNotWrittenToATerminal)
{
    const auto page = output_on_terminal("report dumps/d17.txt");
    EXPECT_TRUE(page.starts_with("ballast report: a page is not text for a terminal; use -o FILE")) << page;
    const auto profile = output_on_terminal("export --to pprof dumps/d17.txt");
    EXPECT_TRUE(profile.starts_with("ballast export: a profile is not text for a terminal; use `-o FILE`, then "
                                    "`pprof -top FILE`"))
        << profile;
}

} // namespace ballast::tests
