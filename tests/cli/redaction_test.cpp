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
