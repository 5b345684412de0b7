// Texts with wrong or doubtful results in the past: a folder `cases` beside the corpus.
#include "ballast/text.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <sstream>

namespace ballast::tests {

namespace {

// The files of one kind; none if there is no corpus, or no such folder.
std::vector<fs::path> cases(const char* kind)
{
    std::vector<fs::path> files;
    if (!corpus()) return files;
    const auto folder = *corpus() / ".." / "cases" / kind;
    if (!fs::is_directory(folder)) {
        std::puts("there is no folder of cases beside BALLAST_CORPUS: they are not read in this run");
        return files;
    }
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    std::ranges::sort(files);
    EXPECT_FALSE(files.empty()) << folder;
    return files;
}

// Files of lines have one construct per line.
bool has_lines(const fs::path& file) { return file.extension() == ".lines"; }
entry entry_of(const fs::path& file)
{
    if (file.stem() == "sharding") return entry::sharding;
    if (file.stem() == "layout_levels") return entry::shape;
    return entry::instruction;
}
template <typename Look>
void for_each_line(const fs::path& file, Look look)
{
    std::istringstream text(read_file(file));
    for (std::string line; std::getline(text, line);) look(line, parse(entry_of(file), line));
}

bool has(const std::vector<finding>& findings, finding_id id)
{
    return std::ranges::any_of(findings, [&](const finding& f) { return f.id == id; });
}

} // namespace

TEST(Cases, ThatXlaPrintsAreAccepted)
{
    for (const auto& file : cases("accept")) {
        if (has_lines(file)) {
            for_each_line(file, [&](const std::string& line, const auto& read) {
                EXPECT_TRUE(read.accepted()) << file << ": " << line;
                if (!read.accepted()) return;
                EXPECT_EQ(print(*read.value), line);
            });
            continue;
        }
        const auto text = read_file(file);
        const auto read = parse(text);
        EXPECT_TRUE(read.findings.empty()) << file << ": " << read.findings.front().message.text();
        if (!read.accepted()) continue;
        EXPECT_EQ(print(*read.value), text) << file;
    }
}

TEST(Cases, ThatNoXlaPrintsAreRefused)
{
    for (const auto& file : cases("refuse")) {
        if (has_lines(file))
            for_each_line(file, [&](const std::string& line, const auto& read) {
                EXPECT_FALSE(read.accepted()) << file << ": " << line;
            });
        else
            EXPECT_FALSE(parse(read_file(file)).accepted()) << file;
    }
}

TEST(Cases, OfAnotherEraAreToldAsAWarning)
{
    for (const auto& file : cases("era")) {
        const auto read = parse(read_file(file));
        EXPECT_TRUE(read.accepted()) << file;
        EXPECT_TRUE(has(read.findings, finding_id::era_skew)) << file;
        for (const auto& found : read.findings) EXPECT_EQ(found.severity, severity::warning) << file;
    }
}

TEST(Cases, OfMessagesSayWhatWasExpectedAndWhere)
{
    for (const auto& file : cases("message")) {
        const auto text = read_file(file);
        const auto fault = refused(text);
        EXPECT_EQ(fault.message.find("expected ,"), std::string::npos) << file << ": " << fault.message;
        EXPECT_NE(fault.message.find("expected "), std::string::npos) << file << ": " << fault.message;
        // The text that is quoted as found follows there.
        const auto quote = fault.message.find("found `");
        ASSERT_NE(quote, std::string::npos) << file << ": " << fault.message;
        EXPECT_EQ(text.compare(static_cast<std::size_t>(fault.begin), 8, fault.message, quote + 7, 8), 0) << file;
    }
}

} // namespace ballast::tests
