// Archives for bug reports: their contents, and that they show nothing private.
#include "tests/cli/command.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

// Makes an archive of these inputs, and unpacks it.
class bundle {
public:
    explicit bundle(const std::string& inputs, const std::string& ending = ".tar.zst")
        : folder_(fs::temp_directory_path() / ("ballast_bundle_" + std::to_string(::getpid())))
    {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        archive = (folder_ / ("report" + ending)).string();
        answer = run("bundle " + inputs + " -o " + archive);
        const std::string unpack =
            ending == ".tar.zst" ? "zstd -dcq " + archive + " | tar -xf -" : "tar -xf " + archive;
        if (!fs::exists(archive)) return;
        EXPECT_EQ(std::system(("cd " + folder_.string() + " && " + unpack).c_str()), 0);
    }
    bundle(const bundle&) = delete;
    bundle& operator=(const bundle&) = delete;
    ~bundle() { fs::remove_all(folder_); }

    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> result;
        for (const auto& entry : fs::directory_iterator(folder_ / "report"))
            result.push_back(entry.path().filename().string());
        std::sort(result.begin(), result.end());
        return result;
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / "report" / name).string(); }
    [[nodiscard]] std::string text(const std::string& name) const { return read_file(path(name)); }

    std::string archive;
    std::string answer;

private:
    fs::path folder_;
};

const std::string split_assignment = "modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt";

} // namespace

TEST(Bundle, HasAllFilesOfAModuleAndTheAnswerAboutThem)
{
    const bundle made(split_assignment);
    EXPECT_NE(made.answer.find("4 redacted files and the answer of show"), std::string::npos) << made.answer;
    const std::string base = "module_0003.jit_op_2.cpu_after_optimizations-";
    const std::vector<std::string> expected{base + "buffer-assignment-values.txt",
                                            base + "buffer-assignment.txt",
                                            base + "live-range.txt",
                                            base + "memory-usage-report.txt",
                                            "show.txt",
                                            "versions.txt"};
    EXPECT_EQ(made.names(), expected);
    std::string words;
    for (const auto& name : made.names()) words += name + made.text(name);
    EXPECT_EQ(words.find("split"), std::string::npos) << "a name of the program";
    EXPECT_EQ(exit_of("validate --quiet " + made.path("")), 0);
    const auto answer = output_of("show --plain --width 100 " + made.path(base + "buffer-assignment.txt"));
    EXPECT_TRUE(answer.starts_with(made.text("show.txt"))) << answer;
    EXPECT_GT(made.text("show.txt").size(), 500U);
    const auto versions = made.text("versions.txt");
    EXPECT_TRUE(versions.starts_with("ballast ")) << versions;
    EXPECT_NE(versions.find("\nXLA since "), std::string::npos) << versions;
    EXPECT_NE(versions.find("\nreleases: jaxlib-"), std::string::npos) << versions;
    // Files that are named one by one come without others.
    const std::string values = "modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment-values.txt";
    const bundle of_two(split_assignment + " " + values);
    EXPECT_NE(of_two.answer.find("2 redacted files and the answer of show"), std::string::npos) << of_two.answer;
    EXPECT_NE(versions.find(base + "live-range.txt: live-range, "), std::string::npos) << versions;
}

TEST(Bundle, EqualInputsGiveEqualArchivesInEachForm)
{
    const bundle first(split_assignment);
    const auto bytes = read_file(first.archive);
    const auto names = first.names();
    const auto text = first.text("show.txt");
    for (const std::string ending : {".tar.zst", ".tar.gz", ".tar"}) {
        const bundle again(split_assignment, ending);
        EXPECT_EQ(again.names(), names) << ending;
        EXPECT_EQ(again.text("show.txt"), text) << ending;
        EXPECT_EQ(read_file(again.archive) == bytes, ending == ".tar.zst");
    }
}

TEST(Bundle, TakesTheTextsOfALogAndNothingElseOfIt)
{
    const bundle made("logs/messages.log");
    ASSERT_NE(made.answer.find("--- exit 0"), std::string::npos) << made.answer;
    const auto names = made.names();
    EXPECT_GT(names.size(), 3U);
    EXPECT_EQ(std::ranges::count(names, std::string("messages.log")), 0);
    EXPECT_FALSE(made.text("show.txt").empty());
}

TEST(Bundle, TakesADumpWithEveryKindOfLog)
{
    const bundle made("train/before train/oom.log");
    ASSERT_NE(made.answer.find("--- exit 0"), std::string::npos) << made.answer;
    const auto names = made.names();
    EXPECT_EQ(std::ranges::count(names, std::string("failures.txt")), 1);
    EXPECT_EQ(names.size(), 9U);
    EXPECT_NE(made.text("show.txt").find("total allocated: 16.50 GiB"), std::string::npos);
    // Of a damaged text, only sizes.
    const temporary_folder folder("bundle_damaged");
    std::ofstream(folder.path / "cut.log")
        << "E1: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory "
           "in memory space hbm. Used 20.00G\nof 15.75G hbm. Exceeded hbm\ncapacity by 4.25G.\n";
    const bundle cut("train/before '" + (folder.path / "cut.log").string() + "'");
    ASSERT_NE(cut.answer.find("--- exit 0"), std::string::npos) << cut.answer;
    EXPECT_NE(cut.text("failures.txt").find("needed 20.00G, available 15.75G, missing 4.25G"), std::string::npos)
        << cut.text("failures.txt");
}

TEST(Bundle, IsOfOneModule)
{
    const temporary_folder folder("bundle_modules");
    for (const auto* number : {"1", "2", "3"})
        folder.add(joined({"module_000", number, ".jit_f-buffer-assignment.txt"}));
    const auto file = [&](const char* number) {
        return (folder.path / joined({"module_000", number, ".jit_f-buffer-assignment.txt"})).string();
    };
    const bundle three(folder.path.string());
    EXPECT_NE(three.answer.find(joined({"expected one module, found 3: ", file("1"), ", ", file("2"), ", …; name"})),
              std::string::npos)
        << three.answer;
    fs::remove(file("3"));
    const bundle two(folder.path.string());
    EXPECT_NE(two.answer.find(joined({"expected one module, found 2: ", file("1"), ", ", file("2"), "; name"})),
              std::string::npos)
        << two.answer;
}

TEST(Bundle, WritesTheMapOfItsWords)
{
    const auto map = fs::temp_directory_path() / ("ballast_bundle_map_" + std::to_string(::getpid()));
    const bundle made(split_assignment + " --map " + map.string());
    EXPECT_NE(read_file(map).find("op_2\tsplit\n"), std::string::npos) << read_file(map);
    fs::remove(map);
}

} // namespace ballast::tests
