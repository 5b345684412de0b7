// Change lists in names and logs: a text is not newer than the change list in its name, and has the date of a log's
// baseline.
#include "answers/change_list.hpp"
#include "tests/cli/command.hpp"

namespace ballast::tests {

namespace {

constexpr std::string_view assignment_ending = ".after_optimizations-buffer-assignment.txt";

// The findings of `validate` in a golden dump of a TPU compiler at that change list.
std::string said_of(const std::string& dump, const std::string& change_list)
{
    const temporary_folder folder("change_list");
    folder.add("module_0001.jit_f.cl_" + change_list + std::string(assignment_ending), dump);
    return output_of("validate --only other_era " + folder.quoted());
}
constexpr std::string_view nothing = "1 files: 1 conform, 0 with errors, 0 unreadable; 0 errors, 0 warnings, 0 notes\n";

std::string said_of_log(const std::string& first_line, const std::string& dump)
{
    const temporary_folder folder("baseline");
    const auto text = golden_dump(dump);
    std::ofstream(folder.path / "a.log", std::ios::binary)
        << first_line << "\n*** Begin module_0001.jit_f.cl_1014260217" << assignment_ending << " ***\n"
        << text << "\n*** End module_0001.jit_f.cl_1014260217" << assignment_ending << " ***\n";
    return output_of("extract --validate '" + (folder.path / "a.log").string() + "'");
}

} // namespace

TEST(ChangeLists, InANameBoundFromAboveOnly)
{
    // D14 under the name of a compiler with changes up to D16, as libtpu 0.0.11.4.
    EXPECT_EQ(said_of("d14.txt", "765218913"), nothing);
    EXPECT_EQ(said_of("d16.txt", "765218913"), nothing);
    EXPECT_EQ(said_of("d24_assignment.txt", "99999999999999999999"), nothing);
    const auto later = said_of("d16.txt", "747619031");
    EXPECT_NE(
        later.find(":137:23: warning: change list 747619031 in the name allows XLA Mar 2019 – May 2025 (D0 – D15; "
                   "jaxlib 0.4.7 – 0.6.0), the text is from XLA May 2025 – Jul 2025 (D16; jaxlib 0.6.1 – 0.7.0), by "
                   "cumulative peak rows [other_era]\n"),
        std::string::npos)
        << later;
}

TEST(ChangeLists, AsBaselineOfALogDecide)
{
    const auto clean = [](const std::string& output) { return output.find("[other_era]") == std::string::npos; };
    EXPECT_TRUE(clean(said_of_log("no baseline here", "d14.txt")));
    EXPECT_TRUE(
        clean(said_of_log("built from changelist 765218913 with baseline 759573398 in a mint client", "d16.txt")));
    // Neither later nor earlier, regardless of the name.
    for (const auto* baseline : {"747619031", "797445036"}) {
        const auto output = said_of_log(
            joined({"built from changelist 1014260217 with baseline ", baseline, " in a mint client"}), "d16.txt");
        EXPECT_NE(output.find(joined({"warning: baseline ", baseline, " in the log allows XLA "})), std::string::npos)
            << output;
    }
}

TEST(ChangeLists, OfALogAreThoseBeforeTheText)
{
    const answers::log_baselines of(
        "a\nfrom changelist 2 with baseline 747619031\nb with baseline 1\n"
        "from changelist with baseline 1\nx from changelist 3 with baseline 962183568 in\n");
    const auto at = [&](std::int64_t line) { return of.allowed_at(line)->source; };
    EXPECT_EQ(at(1), "baseline 747619031 in the log");
    EXPECT_EQ(at(2), "baseline 747619031 in the log");
    EXPECT_EQ(at(4), "baseline 747619031 in the log");
    EXPECT_EQ(at(5), "baseline 962183568 in the log");
    EXPECT_FALSE(answers::log_baselines(" with baseline 747619031").allowed_at(1));
}

} // namespace ballast::tests
