// `redact` writes a map of its replacements, and `redact --undo` puts the words back.
#include "tests/cli/command.hpp"

namespace ballast::tests {

TEST(Redaction, IsUndoneWithItsMap)
{
    const temporary_folder folder("undo");
    const auto file = [&](const char* name) { return (folder.path / name).string(); };
    EXPECT_EQ(
        exit_of(joined({"redact dumps/d17.txt --keep literal -o '", file("redacted"), "' --map '", file("map"), "'"})),
        0);
    const auto redacted = read_file(file("redacted"));
    EXPECT_EQ(redacted.find("step.py"), std::string::npos);
    EXPECT_EQ(output_of(joined({"redact --undo '", file("map"), "' '", file("redacted"), "'"})),
              golden_dump("d17.txt"));

    // Texts about a redacted dump have its words, too.
    const auto about = redacted.substr(redacted.find("source_file="), 40);
    std::ofstream(file("answer"), std::ios::binary) << "see " << about << "\n";
    const auto restored = output_of(joined({"redact --undo '", file("map"), "' '", file("answer"), "'"}));
    EXPECT_TRUE(restored.starts_with("see source_file=\"step.py\"")) << restored;
}

// All releases have no finding, and still have none with other words. The old words lead back to the same bytes, except
// for elements of literals.
TEST(Redaction, OfReleasesHasNoFindingAndComesBack)
{
    const temporary_folder folder("releases");
    const auto path = [&](const char* name) { return "'" + (folder.path / name).string() + "'"; };
    EXPECT_EQ(exit_of("redact releases --keep literal -o " + path("redacted") + " --map " + path("map")), 0);
    const auto checked = output_of("validate --quiet " + path("redacted"));
    EXPECT_NE(checked.find(", 0 with errors, 0 unreadable; 0 errors, 0 warnings, "), std::string::npos) << checked;
    EXPECT_EQ(exit_of("redact --undo " + path("map") + " " + path("redacted") + " -o " + path("back")), 0);
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path / "back")) {
        if (!entry.is_regular_file()) continue;
        ++files;
        const auto name = entry.path().lexically_relative(folder.path / "back");
        EXPECT_TRUE(read_file(entry.path()) == read_file(golden() / "releases" / name)) << name;
    }
    EXPECT_GT(files, 700U);
}

TEST(Redaction, IsNotUndoneWithAnotherFile)
{
    const temporary_folder folder("no_map");
    const auto map = (folder.path / "map").string();
    EXPECT_EQ(exit_of(joined({"redact dumps/d17.txt -o /dev/null --map '", map, "'"})), 0);
    const auto whole = read_file(map);
    const auto undo = [&](const std::string& text) {
        std::ofstream(map, std::ios::binary) << text;
        return exit_of(joined({"redact --undo '", map, "' dumps/d17.txt"}));
    };
    EXPECT_EQ(undo(whole), 0);
    EXPECT_EQ(undo("a\tb\n"), 2);
    EXPECT_EQ(undo(whole.substr(0, whole.size() - 1)), 2) << "cut off";
    EXPECT_EQ(undo(whole + "a word\n"), 2);
}

} // namespace ballast::tests
