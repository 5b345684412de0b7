// `reduce` with a command, as people run it.
#include "tests/cli/command.hpp"

#include <chrono>
#include <iterator>
#include <string>
#include <thread>

namespace ballast::tests {

namespace {

const std::string module_of_three =
    "modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt "
    "modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment-values.txt "
    "modules/module_0003.jit_split.cpu_after_optimizations-live-range.txt";

} // namespace

TEST(ReduceCommand, RunsTheCommandWithThePathOfACandidate)
{
    const auto end = output_of("reduce dumps/d18.txt --while 'grep -q preallocated-temp'");
    EXPECT_NE(end.find("preallocated-temp"), std::string::npos);
    EXPECT_LT(end.size(), golden_dump("d18.txt").size());
    EXPECT_TRUE(parse(end).accepted());
    EXPECT_EQ(output_of("reduce dumps/d18.txt --while 'grep -q preallocated-temp {} && true'"), end);
}

TEST(ReduceCommand, GivesTheCommandTheFolderOfSeveralFiles)
{
    const temporary_folder out("reduce_test");
    const auto answer = run("reduce " + module_of_three +
                            " --while 'test 3 = $(ls {} | wc -l) && grep -rq parameter' -o " + out.path.string());
    EXPECT_NE(answer.find("--- exit 0"), std::string::npos) << answer;
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(out.path)) {
        ++files;
        EXPECT_LT(entry.file_size(), fs::file_size(golden() / "modules" / entry.path().filename()));
    }
    EXPECT_EQ(files, 3U);
    EXPECT_EQ(exit_of("validate --quiet " + out.path.string()), 0);
}

TEST(ReduceCommand, StopsAfterItsTimeAndAtCtrlC)
{
    const temporary_folder out("reduce_test");
    const auto file = (out.path / "small.txt").string();
    const auto late = run("reduce dumps/d18.txt --while 'sleep 0.4; test -f' --within 2s -o " + file);
    EXPECT_NE(late.find("stopped; this is the smallest dump so far"), std::string::npos) << late;
    EXPECT_NE(late.find("--- exit 0"), std::string::npos) << late;
    EXPECT_TRUE(parse(read_file(file)).accepted());
    fs::remove(file);
    // Otherwise timeout also signals its process group, and the second Ctrl-C ends the program.
    const auto interrupted =
        run("reduce dumps/d18.txt --while 'sleep 0.5; test -f' -o " + file, "timeout --foreground -s INT 2");
    EXPECT_NE(interrupted.find("stopped; this is the smallest dump so far"), std::string::npos) << interrupted;
    EXPECT_TRUE(parse(read_file(file)).accepted());
}

TEST(ReduceCommand, LeavesNothingBehindIfItIsTerminated)
{
    const temporary_folder out("reduce_test");
    fs::create_directories(out.path / "tmp");
    const auto file = (out.path / "small.txt").string();
    for (const auto* signal : {"TERM", "HUP", "INT"}) {
        const auto ended = run("reduce dumps/d18.txt --while 'sleep 0.3; test -f' -o " + file,
                               "TMPDIR='" + (out.path / "tmp").string() + "' timeout --foreground -s " + signal + " 2");
        EXPECT_NE(ended.find("stopped; this is the smallest dump so far"), std::string::npos) << ended;
        EXPECT_TRUE(parse(read_file(file)).accepted()) << signal;
        EXPECT_TRUE(fs::is_empty(out.path / "tmp")) << signal;
    }
}

TEST(ReduceCommand, EndsWhatTheCommandLeavesRunning)
{
    const temporary_folder out("reduce_test");
    const auto list = (out.path / "list").string();
    const auto file = (out.path / "small.txt").string();
    const auto answer =
        run("reduce dumps/d18.txt --while 'sleep 300 & echo $! >>" + list + "; grep -q preallocated-temp' -o " + file);
    EXPECT_NE(answer.find("--- exit 0"), std::string::npos) << answer;
    const auto left = lines_of(read_file(list));
    EXPECT_GT(left.size(), 5U);
    for (const auto& number : left) {
        // Killed processes may not be gone yet, or not be reaped.
        const auto state = fs::path("/proc") / number / "stat";
        const auto is_running = [&] {
            std::ifstream in(state);
            const std::string text(std::istreambuf_iterator<char>(in), {});
            return !text.empty() && text.find(") Z ") == std::string::npos;
        };
        for (int i = 0; i < 100 && is_running(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
        EXPECT_FALSE(is_running()) << number;
    }
}

TEST(ReduceCommand, EndsACommandThatRunsTooLong)
{
    const temporary_folder out("reduce_test");
    const auto file = (out.path / "small.txt").string();
    const auto first = run("reduce dumps/d18.txt --while 'sleep 60; test -f' --within 1s -o " + file, "timeout 20");
    EXPECT_NE(first.find("stopped before it was known"), std::string::npos) << first;
    EXPECT_NE(first.find("--- exit 1"), std::string::npos) << first;
    // The command ends at once for the original file, and runs long for all candidates.
    const auto later = run("reduce dumps/d18.txt --while 'test " + std::to_string(golden_dump("d18.txt").size()) +
                               " = $(wc -c < {}) || sleep 60' --within 1s -o " + file,
                           "timeout 20");
    EXPECT_NE(later.find("stopped; this is the smallest dump so far"), std::string::npos) << later;
    EXPECT_EQ(read_file(file), golden_dump("d18.txt"));
}

TEST(ReduceCommand, ReducesWhatIsBesideTheDumpsOfAFolder)
{
    const temporary_folder out("reduce_test");
    const auto answer = run("reduce train/before --while 'grep -rq dot_general' -o " + out.path.string());
    EXPECT_NE(answer.find("--- exit 0"), std::string::npos) << answer;
    EXPECT_EQ(answer.find("left out"), std::string::npos) << answer;
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(golden() / "train/before")) {
        ++files;
        const auto small = out.path / entry.path().filename();
        ASSERT_TRUE(fs::exists(small)) << small;
        EXPECT_LT(fs::file_size(small), entry.file_size() / 4) << small;
    }
    EXPECT_GE(files, 5U);
    EXPECT_EQ(output_of("validate --quiet " + out.path.string()), output_of("validate --quiet train/before"));
}

namespace {

// A copy of the module whose report has another total.
void copy_with_wrong_report(const fs::path& to)
{
    fs::copy(golden() / "train/before", to);
    const auto report = to / "module_0000.jit_train_step.cpu_after_optimizations-memory-usage-report.txt";
    auto text = read_file(report);
    const std::string total = "16.50GiB";
    const auto at = text.find(total);
    ASSERT_NE(at, std::string::npos) << text.substr(0, 200);
    text.replace(at, total.size(), "17.50GiB");
    std::ofstream(report, std::ios::binary) << text;
}

} // namespace

TEST(ReduceCommand, ReducesDumpsAloneIfTheRestDoesNotFollowFromThem)
{
    const temporary_folder in("reduce_test");
    const temporary_folder out("reduce_result");
    const auto from = in.path / "module";
    copy_with_wrong_report(from);
    // The command requires the report as it is, or none.
    const auto answer = run("reduce " + from.string() +
                            " --while 'cd {} && grep -q dot_general *values.txt && (grep -q 17.50GiB *report.txt || ! "
                            "ls *report.txt)' -o " +
                            out.path.string());
    EXPECT_NE(answer.find("report.txt: does not follow from the dumps, so it is left out"), std::string::npos)
        << answer;
    EXPECT_NE(answer.find("--- exit 0"), std::string::npos) << answer;
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(out.path)) files += entry.file_size() < 1000 ? 1U : 0U;
    EXPECT_EQ(files, 3U);
}

TEST(ReduceCommand, KeepsEverythingIfOnlyTheReportShowsIt)
{
    const temporary_folder in("reduce_test");
    const temporary_folder out("reduce_result");
    const auto from = in.path / "module";
    copy_with_wrong_report(from);
    const auto answer = run("reduce " + from.string() + " --while 'grep -rq 17.50GiB' -o " + out.path.string());
    EXPECT_NE(answer.find("nothing can be removed"), std::string::npos) << answer;
    EXPECT_EQ(answer.find("fails with the files as they are"), std::string::npos) << answer;
    EXPECT_NE(answer.find("--- exit 1"), std::string::npos) << answer;
    for (const auto& entry : fs::directory_iterator(from))
        EXPECT_EQ(read_file(out.path / entry.path().filename()), read_file(entry.path()));
}

} // namespace ballast::tests
