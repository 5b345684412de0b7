// Real texts of many releases, made with our own programs: all are read, print back, have no finding, and are of the
// right era.
#include "ballast/print.hpp"
#include "ballast/releases.hpp"
#include "era/joint.hpp"
#include "tests/cli/command.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

const fs::path releases_folder = golden() / "releases";

// A row of releases.tsv: a folder, the release or day of its texts, and their possible states.
struct row {
    std::string name;
    std::string era;
    std::string states;
};

std::vector<row> rows()
{
    std::vector<row> result;
    for (const auto& line : lines_of(read_file(releases_folder / "releases.tsv"))) {
        if (line.starts_with('#')) continue;
        std::istringstream fields(line);
        auto& r = result.emplace_back();
        std::getline(std::getline(std::getline(fields, r.name, '\t'), r.era, '\t'), r.states);
    }
    return result;
}

std::vector<fs::path> files_of(const row& r)
{
    std::vector<fs::path> result;
    for (const auto& entry : fs::recursive_directory_iterator(releases_folder / r.name))
        if (entry.is_regular_file()) result.push_back(entry.path());
    std::ranges::sort(result);
    return result;
}

// The time from the begin of the first state of `D17..D18` to the end of the last.
era_set times_of(const std::string& states)
{
    const auto first = parse_era(states.substr(0, states.find("..")));
    const auto last = parse_era(states.substr(states.find("..") + 2));
    return era_set{{{first->intervals().front().begin, last->intervals().back().end}}};
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

// The files of each module by the common part of their names, for commands that take one module.
std::map<std::string, std::string> modules_of(const row& r)
{
    static const std::vector<std::string> endings{"-buffer-assignment.txt", "-buffer-assignment-values.txt",
                                                  "-live-range.txt",        "-memory-usage-report.txt",
                                                  ".buffer_assignment",     ".txt"};
    std::map<std::string, std::string> result;
    for (const auto& path : files_of(r)) {
        const auto name = path.string();
        const auto ending = std::ranges::find_if(endings, [&](const auto& e) { return name.ends_with(e); });
        EXPECT_NE(ending, endings.end()) << name;
        if (ending != endings.end()) result[name.substr(0, name.size() - ending->size())] += " " + quoted(path);
    }
    return result;
}

} // namespace

TEST(GoldenReleases, AreListed)
{
    std::set<std::string> listed;
    for (const auto& r : rows()) {
        EXPECT_TRUE(listed.insert(r.name).second) << r.name;
        EXPECT_TRUE(parse_era(r.era)) << r.era;
    }
    std::set<std::string> there;
    for (const auto& entry : fs::directory_iterator(releases_folder))
        if (entry.is_directory()) there.insert(entry.path().filename().string());
    EXPECT_EQ(listed, there);
}

TEST(GoldenReleases, AreOfEveryPlatform)
{
    std::set<std::string> platforms;
    for (const auto& r : rows()) platforms.insert(r.name.substr(r.name.rfind('-') + 1));
    for (const auto* platform : {"cpu", "cuda", "rocm", "v3", "v4", "v5e", "v5p", "v6e", "tpu7x"})
        EXPECT_TRUE(platforms.contains(platform)) << platform;
}

TEST(GoldenReleases, ReadAndPrintBack)
{
    for (const auto& r : rows())
        for (const auto& path : files_of(r)) {
            const auto text = read_file(path);
            const auto read = parse(text);
            ASSERT_TRUE(read.accepted()) << path << ": " << read.findings.front().message.text();
            EXPECT_EQ(print(*read.value), text) << path;
        }
}

TEST(GoldenReleases, AreOfTheEraOfTheirRelease)
{
    for (const auto& r : rows()) {
        timeline::joint_era era;
        for (const auto& path : files_of(r)) {
            const auto text = read_file(path);
            const auto read = parse(text);
            ASSERT_TRUE(read.accepted()) << path;
            EXPECT_FALSE(era.add(read.value->witnesses())) << path << " is not of the era of " << r.name;
        }
        const auto found = era.report();
        EXPECT_EQ(found.possible.intersect(times_of(r.states)), found.possible) << r.name;
        EXPECT_FALSE(found.skewed) << r.name;
        EXPECT_FALSE(found.possible.intersect(*parse_era(r.era)).empty())
            << r.name << " is of " << found.possible.to_string() << ", and " << r.era << " of "
            << parse_era(r.era)->to_string();
    }
}

TEST(GoldenReleases, HaveNoFinding)
{
    for (const auto& r : rows()) {
        const auto output = output_of("validate --quiet " + quoted(releases_folder / r.name));
        EXPECT_NE(output.find(", 0 with errors, 0 unreadable; 0 errors, 0 warnings, "), std::string::npos) << output;
    }
}

TEST(GoldenReleases, AreShown)
{
    for (const auto& r : rows())
        for (const auto& [stem, files] : modules_of(r)) {
            const auto output = run("show --verbose" + files);
            EXPECT_NE(output.find("\nXLA "), std::string::npos) << output;
            EXPECT_NE(output.find("\n--- exit 0\n"), std::string::npos) << stem << "\n" << output;
        }
}

} // namespace ballast::tests
