// The memory of modules, changes, and summaries of folders, as the command prints them.
#include "render/text.hpp"
#include "tests/cli/command.hpp"
#include "tests/cli/json.hpp"
#include "tests/cli/schema_check.hpp"

#include "ballast/analysis.hpp"
#include "ballast/fit.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ballast::tests {

namespace {

std::size_t columns_of(std::string_view line)
{
    std::size_t count = 0;
    for (; !line.empty(); ++count) line.remove_prefix(std::max<std::size_t>(1, utf8::sequence_length(line)));
    return count;
}

const std::string module_3 = "modules/module_0003*";

void put_file(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

} // namespace

TEST(Show, FitsItsColumns)
{
    for (const auto& name : golden_dumps())
        for (const std::size_t columns : {80U, 140U}) {
            const auto output = output_of(joined({"show --width ", std::to_string(columns), " dumps/", name}));
            for (const auto& line : lines_of(output)) EXPECT_LE(columns_of(line), columns) << name << ": " << line;
        }
}

// Which columns a table has depends on the width, not on the rows that are shown.
TEST(Show, ColumnsDoNotDependOnTheNumberOfRows)
{
    const auto heads = [](const std::string& options) {
        for (const auto& line : lines_of(output_of("show train/before " + options)))
            if (line.find(" size") != std::string::npos && line.find(" label") != std::string::npos) {
                std::istringstream words(line);
                std::vector<std::string> result;
                for (std::string word; words >> word;) result.push_back(word);
                return result;
            }
        return std::vector<std::string>();
    };
    for (const auto* width : {"--width 60", "--width 80", "--width 120", ""}) {
        const auto usual = heads(width);
        EXPECT_FALSE(usual.empty()) << width;
        for (const auto* top : {"1", "3", "20", "0"})
            EXPECT_EQ(heads(joined({width, " --top ", top})), usual) << width << ' ' << top;
    }
}

TEST(Show, NamesHiddenColumns)
{
    const auto narrow = output_of("show train/before --width 80");
    EXPECT_NE(narrow.find("\n not shown in 80 columns: cumulative\n"), std::string::npos) << narrow;
    EXPECT_EQ(narrow.find("share cumulative"), std::string::npos) << narrow;
    const auto wide = output_of("show train/before --width 120");
    EXPECT_EQ(wide.find("not shown"), std::string::npos) << wide;
}

TEST(Show, ATableInAPipeIsNotCut)
{
    const auto text = output_of("show train/before --by value --top 0");
    EXPECT_EQ(text.find("…"), std::string::npos) << text;
    EXPECT_NE(text.find(" cumulative "), std::string::npos) << text;
}

// Parts below 1 % are one, so that the sum adds up; --verbose names them.
TEST(Show, SumsUpSmallParts)
{
    const auto text = output_of("show train/before --width 200");
    EXPECT_NE(text.find(" + 20 B other\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("thread-local"), std::string::npos) << text;
    const auto all = output_of("show train/before --width 200 --verbose");
    EXPECT_NE(all.find(" + 20 B constants + "), std::string::npos) << all;
    EXPECT_NE(all.find("plus 108 B thread-local"), std::string::npos) << all;
}

TEST(Show, RowsOfOneLabelHaveTheirResults)
{
    const auto text = output_of("show train/before --top 3");
    EXPECT_NE(text.find("train_step/add, result {"), std::string::npos) << text;
}

TEST(Show, SaysHowToDonateInJax)
{
    const auto text = output_of("show train/before --width 200");
    EXPECT_NE(text.find("donate params, m, v: jax.jit(f, donate_argnums=(0, 1, 2))"), std::string::npos) << text;
}

TEST(Show, SuggestsDiffForTwoVersionsOfAModule)
{
    const auto said = run("show train/before train/after");
    EXPECT_NE(
        said.find("ballast: two versions of jit_train_step; what changed: ballast diff train/before train/after\n"),
        std::string::npos)
        << said;
    for (const auto* other : {"train/before", "train", "releases/libtpu-0.0.50.1-v5e"})
        EXPECT_EQ(run(std::string("show ") + other).find("two versions"), std::string::npos) << other;
}

TEST(Show, NextCommandsAreThereForSeveralModules)
{
    const auto text = output_of("show train");
    EXPECT_NE(text.find("the largest buffer: ballast show --why multiply_add_fusion.8 train\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("all modules:        ballast summary train\n"), std::string::npos) << text;
    EXPECT_EQ(exit_of("show --why multiply_add_fusion.8 train"), 0);
}

// The rows of each level add up to the row above them.
TEST(Show, DividesByOneKeyAfterAnother)
{
    const auto tree = output_of("show train/before --by class,shape --top 2");
    EXPECT_NE(tree.find("in use at the peak in space 0: 16.50 GiB\n"), std::string::npos) << tree;
    EXPECT_NE(tree.find(" output\n"), std::string::npos) << tree;
    EXPECT_NE(tree.find("   f32[32768,6144]\n"), std::string::npos) << tree;
    EXPECT_NE(tree.find("more rows)\n"), std::string::npos) << tree;
}

TEST(Show, DividesByGroupsOfAFile)
{
    const temporary_folder folder("groups");
    put_file(folder.path / "groups.txt", "embedding: *embed* | f32[32768,*\n");
    const auto text = output_of("show train/before --groups '" + (folder.path / "groups.txt").string() + "'");
    EXPECT_NE(text.find(" embedding\n"), std::string::npos) << text;
    EXPECT_NE(text.find(" (other)\n"), std::string::npos) << text;
    put_file(folder.path / "groups.txt", "embedding\n");
    EXPECT_NE(run("show train/before --groups '" + (folder.path / "groups.txt").string() + "'")
                  .find("line 1: expected NAME: PATTERN"),
              std::string::npos);
    EXPECT_NE(run("show train/before --by group").find("--by group needs --groups FILE"), std::string::npos);
    EXPECT_NE(run("show train/before --by layer --format json").find("--format text"), std::string::npos);
    EXPECT_NE(run("show train/before --by layer,sope").find("did you mean scope?"), std::string::npos);
}

TEST(Show, SaysTheSameInEveryForm)
{
    const auto text = output_of("show --verbose --width 120 " + module_3);
    EXPECT_NE(text.find(" memory space    total arguments outputs constants temporary shared     peak at\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("\n 0 (HBM)      18.0 KiB   1.0 KiB   512 B  16.5 KiB     512 B  512 B 18.0 KiB  9\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("space 1 (VMEM): total allocated: 32.5 KiB = 32.5 KiB temporary\n"
                        "peak: 32.5 KiB at instruction 7 of 11 (32.5 KiB of it temporary)\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("space 0 (HBM): padding: 9.9 KiB of 18.5 KiB in values of padded shapes\n"), std::string::npos)
        << text;
    const auto markdown = output_of("show --format markdown " + module_3);
    EXPECT_NE(markdown.find("| 0 (HBM) | 18.0 KiB | 1.0 KiB | 512 B | 16.5 KiB | 512 B | 512 B | 18.0 KiB | 9 |\n"),
              std::string::npos)
        << markdown;
    const auto json = output_of("show --format json " + module_3);
    EXPECT_NE(
        json.find("\"space\":1,\"total\":33280,\"arguments\":0,\"outputs\":0,\"constants\":0,\"temporaries\":33280,"
                  "\"shared\":0,\"peak\":33280,\"temporary_peak\":{\"bytes\":33280,\"step\":7}"),
        std::string::npos)
        << json;
}

TEST(Show, ReadsTheFilesOfItsModuleTogether)
{
    const auto all = output_of("show " + module_3);
    const auto one =
        output_of("show modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment-values.txt");
    EXPECT_EQ(one, output_of("show modules/module_0003*assignment*.txt modules/module_0003*live-range.txt"));
    EXPECT_NE(one.find(" 1 (VMEM)     32.5 KiB "), std::string::npos) << one;
    const auto alone =
        output_of("show --files modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt");
    EXPECT_NE(alone.find("No live ranges"), std::string::npos) << alone;
    EXPECT_NE(alone.find("No instructions"), std::string::npos) << alone;
    const auto ranges = run("show --files modules/module_0003.jit_split.cpu_after_optimizations-live-range.txt");
    EXPECT_TRUE(ranges.starts_with("--- exit 2\n") && ranges.find(": no allocations;") != std::string::npos) << ranges;
}

TEST(Show, TakesItsOptions)
{
    EXPECT_NE(output_of("show --space 1 " + module_3)
                  .find("\nspace 1 (VMEM): total allocated: 32.5 KiB = 32.5 KiB temporary\n"),
              std::string::npos);
    EXPECT_EQ(run("show --space 5 " + module_3),
              "--- exit 2\n--- standard error\nballast show: --space 5: memory is used in space 0, 1, 6 only\n");
    EXPECT_NE(output_of("show --top 1 --space 1 " + module_3)
                  .find(" 16.5 KiB 50.8%     100.0%                      (2 more rows)\n"),
              std::string::npos);
    const auto all = output_of("show --top 2 --space 1 " + module_3);
    EXPECT_EQ(all.find("more row"), std::string::npos) << "a line for one row is the row: " << all;
    for (const auto* by : {"class", "label", "source", "scope", "shape", "dtype", "op", "value"})
        EXPECT_EQ(exit_of(joined({"show --by ", by, " ", module_3})), 0) << by;
    EXPECT_NE(output_of("show --by dtype --space 1 " + module_3).find(" 32.0 KiB 98.5%      98.5%     2 c64\n"),
              std::string::npos)
        << output_of("show --by dtype --space 1 " + module_3);
    const auto plain = output_of("show --plain " + module_3);
    EXPECT_TRUE(std::ranges::all_of(plain, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    // At step 5 one of three is live.
    const auto at_5 = output_of("show --step 5 --space 1 " + module_3);
    EXPECT_NE(at_5.find("in use at instruction 5: "), std::string::npos) << at_5;
    EXPECT_EQ(at_5, output_of("show --at 5 --space 1 " + module_3)) << "the earlier name";
    EXPECT_EQ(exit_of("show --by colour " + module_3), 2);
    EXPECT_EQ(exit_of("show --at now " + module_3), 2);
    EXPECT_EQ(exit_of("show --at -1 " + module_3), 2);
}

// The environment variables that other commands use, too.
TEST(Show, ObeysTheEnvironment)
{
    const std::string command = "show --verbose dumps/d17.txt";
    const auto is_ascii = [](const std::string& text) {
        return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
    };
    EXPECT_TRUE(is_ascii(output_of(command, "LC_ALL=C")));
    EXPECT_TRUE(is_ascii(output_of(command, "LC_ALL= LC_CTYPE= LANG=POSIX")));
    EXPECT_FALSE(is_ascii(output_of(command, "LC_ALL=C.UTF-8")));
    const std::string bold = "\x1b[1m";
    EXPECT_NE(output_of(command, "FORCE_COLOR=1 NO_COLOR=").find(bold), std::string::npos);
    EXPECT_EQ(output_of(command, "FORCE_COLOR=1 NO_COLOR=1").find(bold), std::string::npos);
    EXPECT_EQ(output_of(command, "FORCE_COLOR=0 NO_COLOR=").find(bold), std::string::npos);
    EXPECT_EQ(output_of(command + " --plain", "FORCE_COLOR=1 NO_COLOR=").find(bold), std::string::npos);
}

TEST(Show, SaysWhyOneBufferIsThere)
{
    const auto output = output_of("show --why add.3 dumps/d17.txt");
    EXPECT_TRUE(output.starts_with(
        "add.3: value 8, f32[8,16], output\n size        512 B\n memory      space 0, bytes 0 to 512 "
        "of allocation 8 (512 B)\n live        from instruction 4 to 9\n why         a result: its memory "
        "is in use for the whole run\n label       step/add\n source      "))
        << output;
    EXPECT_NE(output.find("\n uses        reduce.4, operand 0, instruction 6: step/reduce_sum\n"), std::string::npos)
        << output;
    EXPECT_EQ(output, output_of("show --why 8 dumps/d17.txt"));
    // The call stack is in the module text.
    EXPECT_NE(output_of("show --why add.3 modules/module_0004*").find(" stack       "), std::string::npos)
        << output_of("show --why add.3 modules/module_0004*");
    EXPECT_EQ(exit_of("show --why nobody dumps/d17.txt"), 2);
    // Labels name values, too; a name that is nearly right is suggested.
    const auto labelled = output_of("show --why step/add dumps/d17.txt");
    EXPECT_NE(labelled.find(output), std::string::npos) << labelled;
    EXPECT_EQ(run("show --why ad.3 dumps/d17.txt"),
              "--- exit 2\n--- standard error\nballast show: no value has the name or label ad.3; near: add.3\n");
}

TEST(Show, SaysWhatIsNotKnown)
{
    const auto allocations =
        std::string("--files modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt");
    EXPECT_EQ(exit_of("show --at 11 " + module_3), 2);
    EXPECT_EQ(exit_of("show --at 10 " + module_3), 0);
    EXPECT_EQ(exit_of("show --at 3 " + allocations), 2);
    EXPECT_EQ(exit_of("export --to csv --at 11 " + module_3), 2);
    EXPECT_EQ(exit_of("show --max 1k --files dumps/d23_live_range.txt"), 2);
    EXPECT_EQ(exit_of("show --max 1k --why add.3 dumps/d17.txt"), 2);
    EXPECT_EQ(exit_of("diff - - < dumps/d17.txt"), 2);
    const auto output = output_of(joined({"diff --files dumps/d19_assignment.txt dumps/d18.txt"}));
    EXPECT_NE(output.find("before has no live ranges"), std::string::npos) << output;
    EXPECT_EQ(output.find("\n peak"), std::string::npos) << output;
    EXPECT_EQ(exit_of("diff --files --metric held --max-growth 1k dumps/d19_assignment.txt dumps/d18.txt"), 2);
}

TEST(Show, ReadsTheTextOfTheModuleWhereSourceLinesAreInIt)
{
    const temporary_folder folder("beside");
    // A dump in one file whose metadata has frames alone, and its module text.
    const std::string base = "module_0004.jit_step.cpu_after_optimizations";
    fs::copy_file(golden() / "dumps" / "d18.txt", folder.path / (base + "-buffer-assignment.txt"));
    const auto in_folder = [&](std::string_view command) {
        return run(joined({command, " ", base, "-buffer-assignment.txt"}), joined({"cd ", folder.quoted(), " &&"}));
    };
    const auto without = in_folder("show");
    EXPECT_NE(without.find("\nSource lines are in the text of the module (NAME.txt beside the dump)"),
              std::string::npos)
        << without;
    EXPECT_EQ(without.find("layers.py"), std::string::npos) << without;
    EXPECT_EQ(in_folder("export --to csv").find(".py:"), std::string::npos);

    fs::copy_file(golden() / "modules" / (base + ".txt"), folder.path / (base + ".txt"));
    const auto with = in_folder("show");
    EXPECT_EQ(with.find("Source lines are in"), std::string::npos) << with;
    EXPECT_NE(with.find("step/add, result {0}        layers.py:12\n"), std::string::npos) << with;
    EXPECT_NE(in_folder("export --to csv").find("layers.py:12"), std::string::npos);
}

// A log in a folder of its own: failed allocations of so many KiB, then a golden text.
struct log_of_failures {
    temporary_folder folder{"failures"};
    std::string path = (folder.path / "step.log").string();

    log_of_failures(const std::vector<int>& sizes, const std::string& dump)
    {
        std::ofstream out(path);
        for (const int size : sizes)
            out << "RESOURCE_EXHAUSTED: Out of memory while trying to allocate " << 1024 * size << " bytes.\n";
        out << read_file(golden() / "dumps" / dump);
    }
    [[nodiscard]] std::string shown(const std::string& options = "--width 400") const
    {
        return output_of(joined({"show ", options, " ", path}));
    }
};

TEST(Show, OfALogNamesEachFailureOnce)
{
    const auto many = log_of_failures({4, 1, 2, 3, 4, 5, 6, 7}, "statistics.txt").shown();
    EXPECT_TRUE(many.starts_with("7 failures, the first in the text first\n")) << many;
    EXPECT_NE(
        many.find("step.log:1: GPU: an allocation of 4.0 KiB failed in the GPU; the message does not say how much "
                  "is free (2 times)\n"),
        std::string::npos)
        << many;
    EXPECT_NE(many.find("step.log:6: GPU: an allocation of 5.0 KiB failed"), std::string::npos) << many;
}

TEST(Show, OfALogSaysWhatFailedBesideAReportOfATpu)
{
    const log_of_failures log({4}, "tpu_hbm.txt");
    for (const auto* format : {"--width 400", "--format markdown"}) {
        const auto output = log.shown(format);
        EXPECT_NE(output.find("an allocation of 4.0 KiB failed"), std::string::npos) << output;
        EXPECT_NE(output.find("hbm is 17.84G short: 33.59G needed, 15.75G available"), std::string::npos) << output;
    }
    auto json = parsed_json(log.shown("--format json"));
    EXPECT_EQ(json["messages/0/sizes/needed"], "4096");
    EXPECT_EQ(json["messages/1/source"], "TPU");
}

// The message is not an input, so nothing is said about it.
TEST(Show, OfALogIsSilentAboutTheRepairOfAMessageBesideAReport)
{
    const temporary_folder folder("repaired");
    const auto log = (folder.path / "step.log").string();
    std::ofstream(log) << "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4096 bytes\n"
                       << read_file(golden() / "dumps" / "statistics.txt");
    EXPECT_EQ(run("validate " + log).find("repaired"), std::string::npos);
    EXPECT_EQ(output_of("show --width 400 " + log).find(log + ":1: GPU: an allocation of 4.0 KiB failed"), 0U);
}

TEST(Show, OfAMessageHasALimit)
{
    const auto over = run("show dumps/message_cpu.txt --max 1k");
    EXPECT_NE(over.find("--- exit 1\n"), std::string::npos) << over;
    EXPECT_NE(over.find("over the limit: 1.00 TiB"), std::string::npos) << over;
    EXPECT_EQ(exit_of("show dumps/message_cpu.txt --max 2T"), 0);
    EXPECT_EQ(exit_of("show dumps/message_host_output.txt --max 1k"), 2); // has no size
    EXPECT_EQ(exit_of("show dumps/tpu_hbm.txt --max 1G"), 1);
    EXPECT_EQ(exit_of("show dumps/tpu_bare.txt --max 1G"), 2);
    // Neither the memory of the host nor that of a kernel is the device's, and one request is not the program.
    for (const auto* name : {"message_cpu.txt", "message_host_allocation.txt", "message_allocation.txt",
                             "message_buffer_failure.txt", "tpu_stack.txt", "tpu_vmem.txt"}) {
        const auto said = run(std::string("show dumps/") + name + " --device v5e");
        EXPECT_EQ(said.find("fits"), std::string::npos) << said;
        EXPECT_EQ(said.find("does not fit TPU"), std::string::npos) << said;
        EXPECT_NE(said.find("--- exit 2\n"), std::string::npos) << said;
    }
}

// The total decides. The exit code 1 means that it is too large, in every format.
TEST(Show, FailsIfAModuleDoesNotFit)
{
    for (const auto* format : {"text", "json", "markdown"}) {
        const auto show = joined({"show --format ", format, " dumps/d17.txt --limit "});
        EXPECT_EQ(exit_of(show + "1676B"), 0) << format;
        EXPECT_EQ(exit_of(show + "1675B"), 1) << format;
    }
    EXPECT_EQ(exit_of("summary dumps/d17.txt --limit 1675B"), 1);
    EXPECT_EQ(exit_of("summary dumps/d17.txt --device v5e"), 0);
    EXPECT_EQ(exit_of("diff dumps/d17.txt dumps/d17.txt --limit 1675B"), 1);
    EXPECT_EQ(exit_of("diff train/before train/after --limit 16G"), 0);
    EXPECT_EQ(exit_of("diff train/after train/before --limit 16G"), 1);
    EXPECT_EQ(exit_of("report dumps/d17.txt --limit 1675B"), 1);
    EXPECT_EQ(exit_of("report dumps/d17.txt --limit 1676B"), 0);
    EXPECT_EQ(exit_of("report --svg dumps/d17.txt --limit 1675B"), 1);
    EXPECT_EQ(exit_of("report --svg dumps/d17.txt --limit 1676B"), 0);
    for (const auto* command : {"show", "summary", "report"})
        EXPECT_EQ(exit_of(joined({command, " inputs/bad_dump.txt --limit 1G"})), 2) << command;
    EXPECT_EQ(run("summary inputs/bad_dump.txt --limit 1G").find("all fit"), std::string::npos);
    EXPECT_EQ(exit_of("show dumps/d17.txt --device v99"), 2);
}

// 12 can be 12 GiB or 12 bytes.
TEST(Show, RefusesASizeWithoutAUnit)
{
    const std::string d17 = " dumps/d17.txt";
    for (const auto& command :
         {"show --limit {}" + d17, "summary --limit {}" + d17, "report --limit {}" + d17, "diff --limit {}" + d17 + d17,
          "show --max {}" + d17, "summary --max {}" + d17, "diff --max-growth {}" + d17 + d17}) {
        const auto with = [&](std::string_view size) {
            auto result = command;
            return result.replace(result.find("{}"), 2, size);
        };
        const auto output = run(with("12"));
        EXPECT_NE(output.find(": 12 has no unit: 12GiB, 12MiB, …"), std::string::npos) << command << output;
        EXPECT_NE(output.find("--- exit 2\n"), std::string::npos) << command << output;
        EXPECT_NE(run(with("1.5")).find(": 1.5 has no unit: 1.5GiB, 1.5MiB, …"), std::string::npos) << command;
        EXPECT_NE(run(with("16X")).find(": 16X is not a size like 15.75GiB"), std::string::npos) << command;
        EXPECT_NE(run(with("8E")).find(": 8E is not a size like 15.75GiB"), std::string::npos) << command;
        EXPECT_EQ(run(with("12GiB")).find("has no unit"), std::string::npos) << command;
    }
    EXPECT_EQ(exit_of("show --max 0" + d17), 0); // no limit
}

// A dump of a CPU does not show what a TPU needs.
TEST(Show, EstimatesFromADumpOfAnotherPlatform)
{
    EXPECT_EQ(exit_of("show train/before --device v5e"), 1);
    EXPECT_EQ(exit_of("show train/after --device v5e"), 2);
    EXPECT_EQ(exit_of("show train/after --device v5e --estimate"), 0);
    EXPECT_EQ(exit_of("show train/after --limit 16GiB"), 0); // not a device
    for (const auto* command : {"summary", "report", "diff train/before"}) {
        EXPECT_EQ(exit_of(joined({command, " train/after --device v5e"})), 2) << command;
        EXPECT_EQ(exit_of(joined({command, " train/after --device v5e --estimate"})), 0) << command;
    }
    const auto over = output_of("show --width 1000 train/before --device v5e");
    EXPECT_NE(over.find("does not fit TPU v5e: 16.50 GiB allocated, 15.75 GiB available, 769.53 MiB missing; an "
                        "estimate, because the dump is of CPU\n"),
              std::string::npos)
        << over;
    const auto under = output_of("show --width 1000 train/after --device v5e");
    EXPECT_NE(under.find("probably fits TPU v5e: 14.53 GiB allocated, 15.75 GiB available, 1.22 GiB left; an estimate, "
                         "because the dump is of CPU; --estimate accepts that\n"),
              std::string::npos)
        << under;
    EXPECT_NE(output_of("summary --width 1000 train/after --device v5e")
                  .find(", 1 cannot be decided; dumps of CPU are estimates, which --estimate accepts\n"),
              std::string::npos);
    const auto json = parsed_json(output_of("show --format json train/after --device v5e"));
    EXPECT_EQ(value_of(json, "fit/estimate_of"), "CPU");
    EXPECT_EQ(value_of(json, "fit/fits"), "(none)");
    EXPECT_EQ(exit_of("show train/after --estimate"), 2); // without a device
}

TEST(Show, KnowsThePlatformOfADump)
{
    const auto limit = [](const char* name) { return limit_of(*find_device(name)); };
    EXPECT_EQ(other_platform(limit("h100"), "GPU sm_9.0a"), "");
    EXPECT_EQ(other_platform(limit("h100"), "GPU sm_8.0"), "GPU sm_8.0");
    EXPECT_EQ(other_platform(limit("a100-40gb"), "GPU sm_8.0"), "");
    EXPECT_EQ(other_platform(limit("mi300x"), "GPU gfx942"), "");
    EXPECT_EQ(other_platform(limit("h100"), "GPU"), "");
    EXPECT_EQ(other_platform(limit("h100"), "TPU"), "TPU");
    EXPECT_EQ(other_platform(limit("v5e"), "TPU"), "");
    EXPECT_EQ(other_platform(limit("v5e"), "GPU sm_9.0"), "GPU sm_9.0");
    EXPECT_EQ(other_platform(limit("v5e"), ""), ""); // unknown
    EXPECT_EQ(other_platform(limit_of(std::int64_t{1} << 34), "CPU"), "");
    EXPECT_EQ(exit_of("show releases/libtpu-0.0.50.1-v5e/module_0138* --device v5e"), 0);
}

TEST(Show, WarnsIfLittleIsLeft)
{
    const auto left = [](const char* limit) {
        return output_of(joined({"show --width 1000 dumps/d17.txt --limit ", limit}));
    };
    EXPECT_NE(left("1700B").find("24 B left, less than 5%: other programs or fragmentation can take that"),
              std::string::npos)
        << left("1700B");
    EXPECT_EQ(left("1800B").find("less than 5%"), std::string::npos);
}

// A text that names no module is about a module with its total, or about none.
TEST(Show, AddsTheDumpOfEveryKindOfText)
{
    const auto of_report = output_of("show --width 1000 train/oom.log --dump train");
    EXPECT_NE(of_report.find("a guess: the text names no module; jit_train_step is the only one of the dump with a "
                             "total of about 16.50 GiB\n"),
              std::string::npos)
        << of_report;
    EXPECT_NE(of_report.find("peak: 16.50 GiB at instruction"), std::string::npos) << of_report;
    EXPECT_EQ(exit_of("show train/oom.log --dump train"), 0);
    const auto json = parsed_json(output_of("show --format json train/oom.log --dump train"));
    EXPECT_EQ(value_of(json, "dump/module"), "jit_train_step");
    EXPECT_TRUE(value_of(json, "dump/guess").starts_with("a guess: ")) << value_of(json, "dump/guess");
    // The answer comes without a module if none is near.
    const auto none = run("show --width 1000 train/oom.log --dump train/after");
    EXPECT_NE(none.find("total allocated: 16.50 GiB"), std::string::npos) << none;
    EXPECT_NE(none.find("ballast show: --dump: the text names no module, and no module has a total or temporaries of "
                        "about 16.50 GiB"),
              std::string::npos)
        << none;
    EXPECT_NE(none.find("--- exit 2\n"), std::string::npos) << none;
    // What `bundle` wrote has the report, which is no module, beside the dump.
    const temporary_folder folder("dump_of_bundle");
    fs::copy(golden() / "train" / "before", folder.path / "dump");
    fs::copy_file(golden() / "dumps" / "oom_report.txt", folder.path / "dump" / "oom.txt");
    EXPECT_EQ(exit_of("show train/oom.log --dump " + folder.quoted()), 0);
    for (const auto* vmem : {"dumps/tpu_vmem.txt", "dumps/tpu_stack.txt"}) {
        const auto output = run(joined({"show ", vmem, " --dump train/after"}));
        EXPECT_EQ(output.find("14.53 GiB"), std::string::npos) << output;
        EXPECT_NE(output.find("--- exit 2\n"), std::string::npos) << output;
    }
    schema_check schemas("dump_schemas");
    schemas.add("show.schema.json", output_of("show --format json train/oom.log --dump train"));
    schemas.add("show.schema.json", output_of("show --format json dumps/tpu_hbm.txt --dump modules"));
    EXPECT_EQ(schemas.faults(), "");
}

// A log has failures, however many texts report them.
TEST(Summary, ListsTheFailuresOfLogsBesideModules)
{
    const temporary_folder folder("failures");
    fs::copy_file(golden() / "train" / "oom.log", folder.path / "rank0.log");
    fs::copy_file(golden() / "dumps" / "tpu_hbm.txt", folder.path / "tpu.txt");
    const auto logs = run("summary --width 200 " + folder.quoted());
    EXPECT_NE(logs.find("/rank0.log:1 "), std::string::npos) << logs;
    EXPECT_NE(logs.find(" 33.59 GiB 15.75 GiB 17.84 GiB "), std::string::npos) << logs;
    EXPECT_NE(logs.find("2 failures\n"), std::string::npos) << logs;
    EXPECT_EQ(logs.find("modules"), std::string::npos) << logs;
    EXPECT_NE(logs.find("--- exit 0\n"), std::string::npos) << logs;
    fs::copy(golden() / "train" / "before", folder.path / "dump");
    const auto both = output_of("summary --width 200 " + folder.quoted());
    EXPECT_NE(both.find("2 failures\n"), std::string::npos) << both;
    EXPECT_NE(both.find("1 module\n"), std::string::npos) << both;
    const auto json = output_of("summary --format json " + folder.quoted());
    const auto parsed = parsed_json(json);
    EXPECT_EQ(value_of(parsed, "modules"), "1");
    EXPECT_EQ(value_of(parsed, "failures/1/source"), "TPU");
    EXPECT_EQ(value_of(parsed, "failures/1/sizes/missing"), "19155554140");
    schema_check schemas("failure_schemas");
    schemas.add("summary.schema.json", json);
    EXPECT_EQ(schemas.faults(), "");
    EXPECT_EQ(exit_of("summary --max 1G " + folder.quoted()), 1);
    EXPECT_EQ(exit_of("summary --max 1T " + folder.quoted()), 2); // a request is not a total
    // As from standard input.
    EXPECT_NE(output_of("summary - <train/oom.log").find("1 failure\n"), std::string::npos);
}

// A lower bound can exceed a limit, but not keep it.
TEST(Show, NeverSaysThatAnIncompleteDumpFits)
{
    ASSERT_TRUE(schema_check::is_here()) << "this test needs Python's jsonschema: install python3-jsonschema";
    const temporary_folder folder("incomplete");
    const auto part = "'" + (folder.path / "part-buffer-assignment.txt").string() + "'";
    ASSERT_EQ(
        std::system(
            ("head -60 '" + (golden() / "train" / "before").string() + "'/*-buffer-assignment.txt >" + part).c_str()),
        0);
    const std::string why = "incomplete: parameter 2 has no allocation, no allocation has the output shape, "
                            "allocation 17 has 603979776 bytes, but no values; all sizes are lower bounds";
    const std::string undecided = "whether it fits TPU v5e cannot be decided, because the dump is incomplete: at least "
                                  "11.25 GiB allocated, 15.75 GiB available";
    schema_check schemas("incomplete_schemas");
    for (const std::string command : {"show", "summary", "report", "diff train/after"}) {
        EXPECT_EQ(exit_of(command + " " + part + " --device v5e"), 2) << command;
        EXPECT_EQ(exit_of(command + " " + part + " --limit 1G"), 1) << command;
        EXPECT_EQ(exit_of(command + " " + part), 0) << command;
        const auto output = output_of(command + " --device v5e " + part + (command == "report" ? "" : " --width 1000"));
        EXPECT_NE(output.find(why), std::string::npos) << output.substr(0, 2000);
        EXPECT_EQ(output.find("all fit"), std::string::npos);
        const std::string& verdict = command == "summary" ? "1 cannot be decided" : undecided;
        EXPECT_NE(output.find(verdict), std::string::npos) << output.substr(0, 2000);
        if (command == "report") continue;
        const auto markdown = output_of(command + " --format markdown " + part);
        EXPECT_NE(markdown.find("incomplete: parameter 2 has no allocation"), std::string::npos) << markdown;
        const auto json = output_of(command + " --format json --device v5e " + part);
        EXPECT_NE(json.find("\"parameter 2 has no allocation\""), std::string::npos) << json.substr(0, 2000);
        schemas.add(command.substr(0, command.find(' ')) + ".schema.json", json);
    }
    EXPECT_EQ(schemas.faults(), "");
    EXPECT_EQ(exit_of("show " + part + " --max 1G"), 1);
    EXPECT_EQ(exit_of("show " + part + " --max 1T"), 2);
    EXPECT_EQ(exit_of("summary " + part + " --max 1T"), 2);
    EXPECT_EQ(exit_of("diff --max-growth 1T train/after " + part), 2);
    EXPECT_EQ(exit_of("diff --max-growth 1G dumps/d17.txt " + part), 1);
    EXPECT_EQ(exit_of("diff " + part + " train/after --device v5e --estimate"), 0); // only what is after must fit
}

// Half a line at the end could be the tail of the line before it.
TEST(Show, NeverSaysThatADumpFitsThatEndsInsideALine)
{
    const temporary_folder folder("half");
    const auto part = folder.path / "part.txt";
    std::size_t cuts = 0;
    for (const auto& name : golden_dumps()) {
        const auto dump = golden_dump(name);
        if (!dump.starts_with("BufferAssignment:\n")) continue;
        const auto second = dump.find("\nallocation 1");
        if (second == std::string::npos) continue;
        for (const std::size_t half : {2U, 8U}) {
            put_file(part, dump.substr(0, second + half));
            EXPECT_EQ(exit_of("show --limit 1T " + part.string()), 2) << name << ", byte " << second + half;
            ++cuts;
        }
    }
    EXPECT_GT(cuts, 40U);
}

// After a block the compiler prints an empty line, so that a text that ends before it was cut.
TEST(Show, NeverSaysThatAnIncompleteTpuTextFits)
{
    ASSERT_TRUE(schema_check::is_here()) << "this test needs Python's jsonschema: install python3-jsonschema";
    const temporary_folder folder("incomplete_tpu");
    schema_check schemas("incomplete_tpu_schemas");
    const auto cut = "'" + (folder.path / "cut.txt").string() + "'";
    const auto whole = read_file(golden() / "tpu" / "0.0.37-v5e-args_4.txt");
    const auto after = [&](std::string_view line) { return whole.substr(0, whole.find(line) + line.size()); };
    const auto rule = after("     ==========================\n");
    for (const auto& [text, sentence] : std::map<std::string, std::string>{
             {rule, "incomplete: the text ends after line 22\n"},
             {rule.substr(0, rule.size() - 20), "incomplete: the list of buffers is cut\n"},
             {after("Program hbm requirement 16.0K:\n"), "incomplete: the report lists no allocations, but the"},
             {whole, ""}}) {
        put_file(folder.path / "cut.txt", text);
        EXPECT_EQ(exit_of("show " + cut), 0) << text;
        EXPECT_EQ(exit_of("show --limit 1G " + cut), 1) << text;
        EXPECT_EQ(exit_of("show --limit 1T " + cut), sentence.empty() ? 0 : 2) << text;
        const auto output = output_of("show --width 200 " + cut);
        EXPECT_EQ(output.find("incomplete: ") != std::string::npos, !sentence.empty()) << output;
        EXPECT_NE(output.find(sentence), std::string::npos) << output;
        schemas.add("show.schema.json", output_of("show --format json " + cut));
    }
    EXPECT_EQ(schemas.faults(), "");
}

// A cut inside a line, and damaged lines: what was read is answered, also as other forms.
TEST(Show, AnswersFromWhatCanBeRead)
{
    const temporary_folder folder("partial");
    const auto whole = read_file(golden() / "train" / "before" /
                                 "module_0000.jit_train_step.cpu_after_optimizations-buffer-assignment.txt");
    const auto part = "'" + (folder.path / "part-buffer-assignment.txt").string() + "'";
    put_file(folder.path / "part-buffer-assignment.txt", whole.substr(0, 3000));
    schema_check schemas("partial_schemas");
    for (const std::string command : {"show", "summary", "report", "diff train/after"}) {
        EXPECT_EQ(exit_of(command + " " + part + " --device v5e"), 2) << command;
        EXPECT_EQ(exit_of(command + " " + part + " --limit 1G"), 1) << command;
        EXPECT_EQ(exit_of(command + " " + part), 0) << command;
        if (command == "report") continue;
        const auto json = output_of(command + " --format json " + part);
        EXPECT_NE(json.find("\"complete\":false"), std::string::npos) << json.substr(0, 2000);
        EXPECT_NE(json.find("\"the text ends inside the allocations (line 40)\""), std::string::npos);
        schemas.add(command.substr(0, command.find(' ')) + ".schema.json", json);
    }
    EXPECT_EQ(schemas.faults(), "");
    const auto text = output_of("show --width 1000 " + part);
    EXPECT_TRUE(text.starts_with("incomplete: the text ends inside the allocations (line 40), ")) << text;
    EXPECT_NE(text.find("\ntotal allocated: at least 7.31 GiB = "), std::string::npos) << text;
    EXPECT_EQ(text.find("donating"), std::string::npos) << text;
    EXPECT_EQ(exit_of("show " + part + " --max 1T"), 2);
    EXPECT_EQ(exit_of("validate " + part), 1);
    EXPECT_EQ(exit_of("roundtrip " + part), 1);
    EXPECT_EQ(exit_of("print " + part), 1);
    EXPECT_EQ(exit_of("json " + part), 1);
    EXPECT_NE(output_of("json " + part).find("\"unread\":[{\"line\":39,"), std::string::npos);
    const auto redacted = output_of("redact " + part);
    EXPECT_TRUE(redacted.ends_with("\n(not read)\n")) << redacted;
    EXPECT_EQ(exit_of("export --to csv " + part), 0);
}

// A damaged file beside the allocations costs only what it has.
TEST(Show, NeedsNoOtherFileForTheTotal)
{
    const temporary_folder folder("damaged_beside");
    const std::string stem = "module_0000.jit_train_step.cpu_after_optimizations";
    const auto copy = [&](const std::string& kind, std::size_t size) {
        const auto text = read_file(golden() / "train" / "before" / (stem + kind + ".txt"));
        put_file(folder.path / (stem + kind + ".txt"), text.substr(0, size));
    };
    copy("-buffer-assignment", std::string::npos);
    copy("-buffer-assignment-values", 20000);
    copy("-live-range", std::string::npos);
    const auto path = "'" + folder.path.string() + "'";
    auto text = output_of("show --width 1000 " + path);
    EXPECT_TRUE(text.starts_with("incomplete: the text ends inside the used values (line 465)\n")) << text;
    EXPECT_NE(text.find("\ntotal allocated: 16.50 GiB = "), std::string::npos) << text;
    EXPECT_NE(text.find("\npeak: 16.50 GiB at instruction 59 of 105 "), std::string::npos) << text;
    EXPECT_EQ(exit_of("show --estimate --device v5p " + path), 0);
    EXPECT_EQ(exit_of("show --estimate --device v5e " + path), 1);
    copy("-live-range", 4000);
    text = output_of("show --width 1000 " + path);
    EXPECT_NE(text.find("the text ends inside the live ranges (line 149)\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("\npeak: "), std::string::npos) << text;
    put_file(folder.path / (stem + "-live-range.txt"), "garbage\n");
    text = output_of("show --width 1000 " + path);
    EXPECT_NE(text.find("nothing was read of "), std::string::npos) << text;
    EXPECT_NE(text.find("\ntotal allocated: 16.50 GiB = "), std::string::npos) << text;
    EXPECT_EQ(exit_of("show " + path), 0);
    EXPECT_EQ(exit_of("summary " + path), 0);
    EXPECT_NE(output_of("summary " + path).find(" 16.50 GiB "), std::string::npos);
}

// Two processes wrote one file: the shorter text is over the longer one.
TEST(Show, ReadsAnOverwrittenFileUpToItsEnd)
{
    const temporary_folder folder("overwritten");
    const auto whole = read_file(golden() / "train" / "before" /
                                 "module_0000.jit_train_step.cpu_after_optimizations-buffer-assignment.txt");
    put_file(folder.path / "x-buffer-assignment.txt", whole + whole.substr(whole.size() - 700));
    const auto path = "'" + (folder.path / "x-buffer-assignment.txt").string() + "'";
    const auto all = run("show --device v5p " + path);
    EXPECT_TRUE(all.find("--- exit 0\n") != std::string::npos) << all;
    EXPECT_NE(all.find("total allocated: 16.50 GiB"), std::string::npos) << all;
    EXPECT_NE(all.find("from line 195 on it is the end of a longer file: several processes wrote this file; give each "
                       "process a folder of its own"),
              std::string::npos)
        << all;
    EXPECT_EQ(all.find("incomplete"), std::string::npos) << all;
}

// The sentence needs a capacity, in the text or as an option.
TEST(Show, SaysThatAProgramFitsOnlyIfItKnowsTheCapacity)
{
    const temporary_folder folder("capacity");
    auto text = golden_dump("tpu_usage.txt");
    const auto begin = text.find("XLA::TPU program HBM usage");
    text.erase(begin, text.find('\n', begin) + 1 - begin);
    std::ofstream(folder.path / "usage.txt", std::ios::binary) << text;
    const auto path = "'" + (folder.path / "usage.txt").string() + "'";
    const auto output = output_of("show --width 1000 " + path);
    EXPECT_NE(
        output.find("the program uses 5.65G of hbm, arguments 4.80G, program 614.78M; the text does not say how much "
                    "there is\n"),
        std::string::npos)
        << output;
    EXPECT_EQ(output.find("fits"), std::string::npos) << output;
    EXPECT_NE(output_of("show --width 1000 --device v5e " + path).find("; fits TPU v5e: 5.65 GiB allocated"),
              std::string::npos);
    EXPECT_EQ(exit_of("show --device v5e " + path), 0);
    EXPECT_NE(output_of("show --width 1000 --limit 1G " + path).find("; does not fit the limit: "), std::string::npos);
    EXPECT_EQ(exit_of("show --limit 1G " + path), 1);
}

// A pipe can only be read once.
TEST(Show, ReadsPipes)
{
    const auto piped = output_of("show /dev/stdin", "cat dumps/d17.txt |");
    EXPECT_NE(piped.find("total allocated: 1.6 KiB"), std::string::npos) << piped;
    const auto message = output_of("show /dev/stdin", "cat dumps/message_cpu.txt |");
    EXPECT_NE(message.find("an allocation of 1.00 TiB failed"), std::string::npos) << message;
}

TEST(Show, JsonIsAsItsSchemaSays)
{
    ASSERT_TRUE(schema_check::is_here()) << "this test needs Python's jsonschema: install python3-jsonschema";
    schema_check all("schemas");
    for (const auto& name : golden_dumps()) {
        const auto json = output_of("show --format json dumps/" + name);
        if (!json.empty()) all.add("show.schema.json", json); // a dump
    }
    EXPECT_GT(all.count(), 40U);
    for (const auto* by : {"class", "value", "source"})
        all.add("show.schema.json", output_of(joined({"show --format json --by ", by, " ", module_3})));
    all.add("show.schema.json", output_of("show --format json train/oom.log"));
    all.add("show.schema.json", log_of_failures({4}, "tpu_hbm.txt").shown("--format json"));
    for (const auto* of : {"dumps/d17.txt", "modules/module_0004*"})
        all.add("why.schema.json", output_of(joined({"show --format json --why add.3 ", of})));
    all.add("summary.schema.json", output_of("summary --format json modules dumps/d17.txt"));
    all.add("diff.schema.json", output_of("diff --format json dumps/d16.txt dumps/d17.txt"));
    all.add("diff.schema.json", output_of("diff --format json modules dumps"));
    for (const auto* limit : {"--device v5e", "--limit 1k", "--limit 16G"}) {
        for (const auto* of : {"dumps/d17.txt", "train/before", "modules"})
            all.add("show.schema.json", output_of(joined({"show --format json ", limit, " ", of})));
        all.add("summary.schema.json", output_of(joined({"summary --format json train ", limit})));
        all.add("diff.schema.json", output_of(joined({"diff --format json modules dumps ", limit})));
        all.add("diff.schema.json", output_of(joined({"diff --format json train/before train/after ", limit})));
    }
    all.add("validate.schema.json", output_of("validate --format json modules dumps inputs"));
    EXPECT_EQ(all.faults(), "");
    // The validator detects errors.
    schema_check wrong("no_schema");
    wrong.add("show.schema.json", "{\"tool\":\"ballast\"}");
    wrong.add("diff.schema.json", output_of("show --format json dumps/d17.txt"));
    EXPECT_EQ(lines_of(wrong.faults()).size(), 2U) << wrong.faults();
}

TEST(Diff, OfADumpWithItselfIsNoChange)
{
    for (const auto& name : golden_dumps()) {
        const auto output = run(joined({"diff dumps/", name, " dumps/", name}));
        if (output.find("no allocations") != std::string::npos) continue;
        // Some of our own are incomplete, which is reported first.
        EXPECT_NE(output.find("no change\n--- exit 0\n"), std::string::npos) << name << "\n" << output;
    }
    EXPECT_TRUE(
        output_of("diff modules modules").ends_with(" 0 changed, new or gone, 4 the same (totals of space 0)\n"));
}

// A result that replaces an argument counts as an output.
TEST(Diff, ReportsWhichOutputGrew)
{
    const temporary_folder folder("diff");
    const auto dump_with = [](std::int64_t elements) {
        const auto bytes = 4 * elements;
        return fmt::format("BufferAssignment:\n"
                           "allocation 0: size {1}, parameter 0, shape |f32[{0}]| at ShapeIndex {{}}, output shape is "
                           "|f32[{0}]|, maybe-live-out:\n value: <0 a @0> (size={1},offset=0): f32[{0}]{{0}}\n"
                           "allocation 1: size 32, parameter 1, shape |f32[8]| at ShapeIndex {{}}:\n"
                           " value: <1 b @0> (size=32,offset=0): f32[8]{{0}}\n",
                           elements, bytes);
    };
    std::ofstream(folder.path / "a-buffer-assignment.txt", std::ios::binary) << dump_with(8);
    std::ofstream(folder.path / "b-buffer-assignment.txt", std::ios::binary) << dump_with(1024);
    const auto output = run("diff --max-growth 1k --metric outputs a-buffer-assignment.txt b-buffer-assignment.txt",
                            joined({"cd ", folder.quoted(), " &&"}));
    EXPECT_NE(output.find("--- exit 1\n"), std::string::npos) << output;
    EXPECT_NE(output.find("outputs of space 0 32 -> 4096 bytes"), std::string::npos) << output;
    EXPECT_NE(output.find(", most of it +4.0 KiB by donated"), std::string::npos) << output;
}

TEST(Diff, HoldsABudget)
{
    const temporary_folder folder("diff");
    const auto text = golden_dump("d17.txt");
    folder.add("a.txt", "d17.txt");
    // The first allocation and its value take 4 MiB more.
    const auto size_of = [&](const std::string& json) { return std::stoll(json.substr(json.find("\"total\":") + 8)); };
    const auto total = size_of(output_of("show --format json dumps/d17.txt"));
    const auto before = text.find(" size ") + 6;
    const auto old = std::stoll(text.substr(before));
    const auto grown = old + (std::int64_t{4} << 20);
    auto rest = text.substr(text.find(',', before));
    const auto size = fmt::format("(size={},", old);
    rest.replace(rest.find(size), size.size(), fmt::format("(size={},", grown));
    std::ofstream(folder.path / "b.txt", std::ios::binary) << text.substr(0, before) << grown << rest;
    const auto in_folder = [&](const std::string& arguments) {
        return run(arguments, joined({"cd ", folder.quoted(), " &&"}));
    };
    EXPECT_EQ(size_of(in_folder("show --format json b.txt")), total + (4 << 20));
    const auto output = in_folder("diff --max-growth 2% a.txt b.txt");
    EXPECT_NE(output.find("--- exit 1\n"), std::string::npos) << output;
    EXPECT_NE(output.find("ballast diff: over the limit: b: total of space 0 "), std::string::npos) << output;
    EXPECT_NE(output.find(", most of it +4.00 MiB by constant "), std::string::npos) << output;
    EXPECT_NE(
        in_folder("diff --max-growth 2% --metric constants a.txt b.txt").find(", most of it +4.00 MiB by constant "),
        std::string::npos);
    EXPECT_NE(in_folder("diff --max-growth 2% --metric shared a.txt b.txt").find("--- exit 0\n"), std::string::npos);
    EXPECT_NE(in_folder("diff --max-growth 4MiB a.txt b.txt").find("--- exit 0\n"), std::string::npos);
    EXPECT_NE(in_folder("diff --max-growth 4194303B a.txt b.txt").find("--- exit 1\n"), std::string::npos);
    EXPECT_NE(in_folder("diff --max-growth 2% b.txt a.txt").find("--- exit 0\n"), std::string::npos);
    EXPECT_NE(in_folder("diff --max-growth 2% --metric temporaries a.txt b.txt").find("--- exit 0\n"),
              std::string::npos);
    EXPECT_NE(in_folder("diff --max-growth much a.txt b.txt").find("--- exit 2\n"), std::string::npos);
    EXPECT_NE(in_folder("diff a.txt").find("--- exit 2\n"), std::string::npos);
    EXPECT_NE(in_folder("diff a.txt c.txt").find("--- exit 2\n"), std::string::npos);
}

TEST(Summary, IsATableOfDistinctModules)
{
    const temporary_folder folder("summary");
    folder.add("module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt", "d17.txt");
    folder.add("module_0002.jit_f.cpu_after_optimizations-buffer-assignment.txt", "d17.txt");
    folder.add("module_0003.jit_g.cpu_after_optimizations-buffer-assignment.txt", "d17.txt");
    folder.add("module_0004.jit_f.cpu_after_optimizations-buffer-assignment.txt", "unusual_shapes.txt");
    const auto output = output_of("summary " + folder.quoted());
    EXPECT_NE(output.find("\n4 modules, 3 distinct\nthe largest: ballast show "), std::string::npos) << output;
    EXPECT_EQ(lines_of(output).size(), 7U) << output;
    EXPECT_NE(output_of("summary --top 1 " + folder.quoted()).find("(2 more)"), std::string::npos);
    // With any number of threads.
    EXPECT_EQ(output, output_of("summary --jobs 1 " + folder.quoted()));
    EXPECT_EQ(exit_of("summary inputs/gone.txt"), 2);
    EXPECT_EQ(exit_of("summary inputs/bad_empty.txt"), 1);
}

// XLA's own peak has a mark only if less is temporary there.
TEST(Show, MarksThePeakThatXlaFound)
{
    const temporary_folder folder("peaks");
    auto text = golden_dump("d17.txt");
    const std::string_view output = "Live ranges at 5 (peak)";
    const auto marks = [&](const std::string& of) {
        std::ofstream(folder.path / "a.txt", std::ios::binary) << of;
        const auto shown = output_of("show --verbose '" + (folder.path / "a.txt").string() + "'");
        const auto begin = shown.find(" ^ peak");
        return begin == std::string::npos ? shown : shown.substr(begin, shown.find('\n', begin) - begin);
    };
    EXPECT_EQ(marks(text), " ^ peak, x XLA's own peak");
    EXPECT_EQ(marks(text.replace(text.find(output), output.size(), "Live ranges at 3 (peak)")), " ^ peak");
}

} // namespace ballast::tests
