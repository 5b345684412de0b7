// README.md and docs/: every console example prints what the document shows, docs/commands.md is derived from the
// options, and docs/heap.svg is drawn by the command. BALLAST_UPDATE_GOLDEN=1 rewrites all of them.
#include "base/letters.hpp"
#include "tests/cli/command.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>

namespace ballast::tests {

namespace {

const fs::path root = BALLAST_ROOT;
constexpr std::string_view prompt = "    $ ";

// A folder that looks like the root of the repository to the examples. Files that they write stay in it.
struct example_folder : temporary_folder {
    example_folder() : temporary_folder("examples") { fs::create_directory_symlink(root / "tests", path / "tests"); }

    // Both streams, as on a terminal.
    [[nodiscard]] std::string output_of(const std::string& commands) const
    {
        std::ofstream(path / ".example", std::ios::binary) << commands << '\n';
        const auto output = path / ".output";
        const auto line = "cd " + quoted() + " && PATH=\"$(dirname '" BALLAST_COMMAND "'):$PATH\" bash .example >'" +
                          output.string() + "' 2>&1 </dev/null";
        [[maybe_unused]] const int status = std::system(line.c_str());
        return read_file(output);
    }
};

bool is_output(const std::string& line) { return line.starts_with("    ") && !line.starts_with(prompt); }

// Where the output of an example ends. Empty lines belong to it if more output follows them.
std::size_t end_of_output(const std::vector<std::string>& lines, std::size_t at)
{
    auto end = at;
    for (; at < lines.size() && (lines[at].empty() || is_output(lines[at])); ++at)
        if (!lines[at].empty()) end = at + 1;
    return end;
}

// The document with the current output of its examples.
std::string with_outputs(const std::string& document, std::size_t& examples)
{
    const example_folder folder;
    const auto lines = lines_of(document);
    std::string result;
    for (std::size_t i = 0; i < lines.size();) {
        const auto& line = lines[i++];
        result += line + '\n';
        if (!line.starts_with(prompt)) continue;
        ++examples;
        auto commands = line.substr(prompt.size());
        for (; commands.ends_with('\\') && i < lines.size(); ++i) {
            result += lines[i] + '\n';
            commands += '\n' + lines[i];
        }
        auto output = folder.output_of(commands);
        output.erase(output.find_last_not_of('\n') + 1);
        for (const auto& printed : lines_of(output)) result += (printed.empty() ? "" : "    " + printed) + '\n';
        i = end_of_output(lines, i);
    }
    return result;
}

void compare(const fs::path& path, const std::string& expected)
{
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << expected;
    const auto text = read_file(path);
    const auto lines = lines_of(text);
    const auto wanted = lines_of(expected);
    const auto [is, should_be] = std::ranges::mismatch(lines, wanted);
    EXPECT_TRUE(text == expected) << path.string() << ":" << is - lines.begin() + 1 << ": should be:\n"
                                  << (should_be == wanted.end() ? "" : *should_be)
                                  << "\nscripts/dev/update_documents.sh rewrites it";
}

} // namespace

TEST(Command, SaysWhatTheDocumentsShow)
{
    std::size_t examples = 0;
    std::vector<fs::path> documents{root / "README.md"};
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md") documents.push_back(entry.path());
    for (const auto& path : documents) compare(path, with_outputs(read_file(path), examples));
    EXPECT_GE(examples, 30U);
}

TEST(Command, SaysItsOptionsAsTheDocumentDoes)
{
    compare(root / "docs" / "commands.md", output_of("manual --format markdown"));
}

TEST(Command, SaysWhatThePictureShows)
{
    const auto dumps = root / "tests" / "golden" / "train" / "after";
    compare(root / "docs" / "heap.svg", output_of("report --svg '" + dumps.string() + "'"));
}

// Documents for those who write programs that read dumps, and for developers, are apart.
TEST(Documents, ThoseForUsersHaveAtMost20000Words)
{
    const std::set<std::string> others{"json.md", "library.md", "parsers.md", "wasm.md"};
    std::size_t words = 0;
    const auto add = [&](const fs::path& path) {
        std::istringstream text(read_file(path));
        for (std::string word; text >> word;) ++words;
    };
    add(root / "README.md");
    for (const auto& entry : fs::directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md" && !others.contains(entry.path().filename().string())) add(entry.path());
    EXPECT_LE(words, 20'000U);
    EXPECT_LE(fs::file_size(root / "README.md"), 7000U);
}

TEST(Documents, TheGlossaryIsInAlphabeticalOrder)
{
    std::string before;
    std::size_t terms = 0;
    for (const auto& line : lines_of(read_file(root / "docs" / "glossary.md"))) {
        if (!line.starts_with("- **")) continue;
        const auto term = lower_case(line.substr(4, line.find("**", 4) - 4));
        EXPECT_LT(before, term);
        before = term;
        ++terms;
    }
    EXPECT_GE(terms, 80U);
}

} // namespace ballast::tests
