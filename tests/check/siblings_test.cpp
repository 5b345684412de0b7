// `validate` reports files of a module that are missing, duplicate, of another kind or module, or truncated.
#include "tests/cli/command.hpp"

#include <zlib.h>

#include <array>

namespace ballast::tests {

namespace {

const std::array<std::string, 4> endings{"-buffer-assignment-values.txt", "-buffer-assignment.txt", "-live-range.txt",
                                         "-memory-usage-report.txt"};

// A golden module in a folder of its own.
struct module_folder : temporary_folder {
    std::string name;

    explicit module_folder(const std::string& what, const std::string& module = "module_0003.jit_split")
        : temporary_folder("siblings_" + what), name(module + ".cpu_after_optimizations")
    {
        for (const auto& ending : endings)
            if (fs::exists(source(ending))) fs::copy_file(source(ending), file(ending));
    }
    [[nodiscard]] fs::path source(const std::string& ending) const { return golden() / "modules" / (name + ending); }
    [[nodiscard]] fs::path file(const std::string& ending) const { return path / (name + ending); }
    void write(const std::string& ending, std::string_view text) const
    {
        std::ofstream(file(ending), std::ios::binary) << text;
    }
    [[nodiscard]] std::string output(const std::string& options = "") const
    {
        return output_of("validate " + options + " " + quoted());
    }
};

constexpr std::string_view sound = "4 files: 4 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n";

bool tells(const std::string& output, const std::string& file, const std::string& identifier)
{
    return output.find(" [" + identifier + "]\n") != std::string::npos && output.find(file) != std::string::npos;
}

} // namespace

TEST(Siblings, OfOneModuleAreSound) { EXPECT_EQ(module_folder("sound").output(), sound); }

TEST(Siblings, ThatAreMissingAreNamed)
{
    for (std::size_t i = 0; i < 3; ++i) {
        const module_folder folder("missing");
        fs::remove(folder.file(endings[i]));
        const auto output = folder.output();
        EXPECT_NE(output.find(": warning: `" + folder.name + endings[i] + "`, which has the "), std::string::npos)
            << output;
        EXPECT_NE(output.find("0 errors, 1 warnings, 0 notes\n"), std::string::npos) << output;
        EXPECT_EQ(exit_of("validate " + folder.quoted()), 0);
        EXPECT_EQ(exit_of("validate --strict " + folder.quoted()), 1);
        EXPECT_EQ(folder.output("--files").find("missing"), std::string::npos);
        EXPECT_EQ(folder.output("--disable siblings").find("missing"), std::string::npos);
        // If files are named, other files are not missing.
        EXPECT_EQ(output_of("validate " + folder.path.string() + "/*").find("missing"), std::string::npos);
    }
    // Without a report, as before 2024-10-04, and for a module that needs no report.
    const module_folder folder("no_report");
    fs::remove(folder.file(endings[3]));
    EXPECT_TRUE(
        folder.output().starts_with("3 files: 3 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 "));
}

TEST(Siblings, ThatWereNotWrittenAreANote)
{
    const module_folder folder("no_analysis");
    fs::remove(folder.file(endings[0]));
    fs::remove(folder.file(endings[2]));
    const auto output = folder.output();
    EXPECT_NE(
        output.find(": note: `" + folder.name + endings[0] + "` and `" + folder.name + endings[2] + "` are missing"),
        std::string::npos)
        << output;
    EXPECT_NE(output.find("0 errors, 0 warnings, 1 notes\n"), std::string::npos) << output;
    EXPECT_EQ(exit_of("validate --strict " + folder.quoted()), 0) << "XLA may not have written them";
    // Dumps in one file miss nothing, and earlier allocations were alone.
    const temporary_folder earlier("siblings_earlier");
    earlier.add("a-buffer-assignment.txt", "d16.txt");
    earlier.add("b-buffer-assignment.txt", "d3.txt");
    EXPECT_EQ(output_of("validate --disable peak_audit " + earlier.quoted()).find("missing"), std::string::npos);
    // A report belongs to a dump.
    const module_folder report("report_alone", "module_0001.jit_step");
    fs::remove(report.file(endings[1]));
    EXPECT_NE(report.output().find(
                  "-buffer-assignment.txt`, which has the allocations of the module, is missing [missing_sibling]\n"),
              std::string::npos);
}

TEST(Siblings, WhoseNamesWouldBeTooLongAreANote)
{
    const temporary_folder folder("siblings_long");
    const auto base = "module_0001." + std::string(195, 'n') + ".cpu_after_optimizations";
    folder.add(base + "-buffer-assignment.txt", "d24_assignment.txt");
    folder.add(base + "-live-range.txt", "d24_live_range.txt");
    const auto output = output_of("validate --disable peak_audit " + folder.quoted());
    EXPECT_NE(output.find("-buffer-assignment-values.txt` is missing: a name of 260 bytes is too long for a file "),
              std::string::npos)
        << output;
    EXPECT_NE(output.find("0 errors, 0 warnings, 1 notes\n"), std::string::npos) << output;
}

TEST(Siblings, ThatAreThereTwiceAreNamed)
{
    for (const auto& ending : endings) {
        const module_folder folder("twice");
        const auto text = read_file(folder.file(ending));
        const auto copy = folder.file(ending).string() + ".gz";
        const auto compress = [&](const std::string& what) {
            const auto to = ::gzopen(copy.c_str(), "wb");
            EXPECT_EQ(::gzwrite(to, what.data(), static_cast<unsigned>(what.size())), static_cast<int>(what.size()));
            ::gzclose(to);
        };
        compress(text);
        auto output = folder.output();
        EXPECT_TRUE(output.starts_with(copy + ":1:1: warning: the same text is in `" + folder.name + ending + "` ["))
            << output;
        EXPECT_TRUE(tells(output, folder.file(ending).string() + ":1:1: note: ", "sibling_twice")) << output;
        // A different one contradicts it.
        compress(read_file(golden() / "dumps" /
                           (ending == endings[0]   ? "d24_values.txt"
                            : ending == endings[1] ? "d24_assignment.txt"
                            : ending == endings[2] ? "d24_live_range.txt"
                                                   : "usage_report_spaces.txt")));
        output = folder.output();
        EXPECT_NE(output.find(copy + ":1:1: error: `"), std::string::npos) << output;
        EXPECT_TRUE(tells(output, folder.file(ending).string() + ":1:1: note: ", "sibling_twice")) << output;
        EXPECT_EQ(folder.output("--files").find("sibling_twice"), std::string::npos);
    }
    // A whole dump beside files with parts of one.
    const module_folder folder("whole");
    folder.write(endings[1], golden_dump("d16.txt"));
    const auto output = folder.output("--only siblings");
    EXPECT_NE(output.find(folder.file(endings[0]).string() + ":1:1: error: `" + folder.name + endings[1] +
                          "` also contains values of the module, and they differ [sibling_twice]\n"),
              std::string::npos)
        << output;
    EXPECT_NE(output.find(folder.file(endings[2]).string() + ":1:1: error: `" + folder.name + endings[1] +
                          "` also contains live ranges of the module"),
              std::string::npos)
        << output;
}

TEST(Siblings, WithTheTextOfAnotherAreOfAnotherKind)
{
    for (const auto& ending : endings)
        for (const auto& other : endings) {
            if (other == ending) continue;
            const module_folder folder("kind");
            folder.write(ending, read_file(folder.source(other)));
            const auto output = folder.output();
            EXPECT_NE(output.find(folder.file(ending).string() + ":1:1: error: by its name the file contains "),
                      std::string::npos)
                << output;
            EXPECT_TRUE(tells(output, ending, "other_kind")) << output;
        }
    // Files with exchanged names are reported, and compared as the files that they are.
    const module_folder folder("exchanged_names");
    folder.write(endings[0], read_file(folder.source(endings[2])));
    folder.write(endings[2], read_file(folder.source(endings[0])));
    const auto output = folder.output();
    EXPECT_NE(output.find("4 files: 2 conform, 2 with errors, 0 unreadable; 2 errors, 0 warnings, 0 notes\n"),
              std::string::npos)
        << output;
}

TEST(Siblings, WithTheirTextTwiceAreRefused)
{
    for (const auto& ending : endings) {
        const module_folder folder("doubled");
        const auto text = read_file(folder.file(ending));
        folder.write(ending, text + text);
        EXPECT_NE(folder.output().find(folder.file(ending).string() + ":"), std::string::npos) << ending;
        EXPECT_EQ(exit_of("validate " + folder.quoted()), 1) << ending;
    }
}

// For every golden module, some places; the Injection tests try all.
TEST(Siblings, ThatAreCutOffAreNamed)
{
    for (const auto* module : {"module_0001.jit_step", "module_0002.jit_long", "module_0003.jit_split"})
        for (const auto& ending : endings) {
            const module_folder folder("cut", module);
            if (!fs::exists(folder.source(ending))) continue;
            const auto text = read_file(folder.source(ending));
            for (const std::size_t part : {0U, 1U, 2U, 3U}) {
                const auto end = text.rfind('\n', text.size() * part / 4);
                const auto rest = text.substr(0, end == std::string::npos ? 0 : end + 1);
                folder.write(ending, rest);
                const auto output = folder.output("--disable peak_audit");
                EXPECT_NE(output.find(folder.file(ending).string() + ":"), std::string::npos)
                    << rest.size() << " bytes\n"
                    << output;
                EXPECT_EQ(exit_of("validate " + folder.quoted()), 1) << output;
            }
        }
    // After a record a file looks complete: the other files show that it is not.
    const module_folder values("cut_after_value");
    const auto complete = read_file(values.source(endings[0]));
    values.write(endings[0], complete.substr(0, complete.find("<5 copy.5")));
    EXPECT_NE(
        values.output().find(values.file(endings[0]).string() +
                             ":29:4: error: `Used values:` end with `constant.4`, 6 values of the allocations are "
                             "missing [missing_entry]\n"),
        std::string::npos)
        << values.output();
    // A record that is missing before others is no cut.
    values.write(endings[0],
                 complete.substr(0, complete.find("<3 const")) + complete.substr(complete.find("<5 copy.5")));
    EXPECT_NE(values.output().find("error: value 3, `constant.3`, is in an allocation, but not under `Used values:`"),
              std::string::npos)
        << values.output();
    const module_folder folder("cut_after_record");
    const auto text = read_file(folder.source(endings[1]));
    folder.write(endings[1], text.substr(0, text.find("allocation 5:")));
    EXPECT_EQ(exit_of("validate '" + folder.file(endings[1]).string() + "'"), 0);
    const auto output = folder.output();
    EXPECT_TRUE(output.find(folder.file(endings[1]).string() +
                            ":11:1: error: the allocations end with number 4: 5 used values are in none, and 34304 of "
                            "52232 bytes are missing [missing_entry]\n") != std::string::npos)
        << output;
}

TEST(Siblings, OfOtherModulesAreNamed)
{
    const std::array<std::string, 3> dumps{"d24_values.txt", "d24_assignment.txt", "d24_live_range.txt"};
    for (std::size_t i = 0; i < dumps.size(); ++i) {
        const module_folder folder("exchanged");
        folder.write(endings[i], golden_dump(dumps[i]));
        const auto output = folder.output("--disable peak_audit");
        EXPECT_TRUE(tells(output, folder.file(endings[i]).string() + ":", "other_module")) << output;
        EXPECT_NE(output.find("4 files: 3 conform, 1 with errors, 0 unreadable; 1 errors, 0 warnings, 0 notes\n"),
                  std::string::npos)
            << output;
    }
    // Computations whose names are others.
    const module_folder program("exchanged_text", "module_0004.jit_step");
    auto text = read_file(golden() / "modules" / (program.name + ".txt"));
    for (auto at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) text.insert(at + 1, "other_");
    program.write(".txt", text);
    EXPECT_NE(program.output().find(program.file(".txt").string() +
                                    ":1:1: error: only 0 of 11 instructions of the dump are "
                                    "in the module text: it belongs to another module [other_module]\n"),
              std::string::npos)
        << program.output();
    const module_folder folder("exchanged_report");
    folder.write(endings[3], golden_dump("usage_report_spaces.txt"));
    EXPECT_TRUE(tells(folder.output(), folder.file(endings[3]).string() + ":", "report_total")) << folder.output();
}

} // namespace ballast::tests
