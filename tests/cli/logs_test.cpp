// Texts as people really come with them: what `show` says about each, and its exit code.
#include "tests/cli/command.hpp"

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

struct expected_text {
    std::string file;
    std::string exit;
    std::vector<std::string> parts; // of the output, without line ends
};

std::vector<std::string> divided(const std::string& text, char by)
{
    std::vector<std::string> result;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, by);) result.push_back(part);
    return result;
}

std::vector<expected_text> expected_texts()
{
    std::vector<expected_text> result;
    for (const auto& line : divided(read_file(golden() / "texts" / "expected.tsv"), '\n')) {
        const auto cells = divided(line, '\t');
        if (cells.size() == 3) result.push_back({cells[0], cells[1], divided(cells[2], '|')});
    }
    return result;
}

// Lines are broken anywhere.
std::string on_one_line(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\n';
        if (!blank || !result.ends_with(' ')) result += blank ? ' ' : c;
    }
    return result;
}

} // namespace

TEST(Texts, AreAnsweredWithTheFiguresInThem)
{
    const auto all = expected_texts();
    ASSERT_GE(all.size(), 118U);
    for (const auto& text : all) {
        const auto output = run("show --width 200 texts/" + text.file);
        const auto line = on_one_line(output);
        EXPECT_NE(output.find("--- exit " + text.exit + "\n"), std::string::npos) << text.file << "\n" << output;
        for (const auto& part : text.parts)
            EXPECT_NE(line.find(part), std::string::npos) << text.file << ": " << part << "\n" << output;
        // "Fits" needs a capacity.
        EXPECT_EQ(line.find(" fits"), std::string::npos) << text.file << "\n" << output;
    }
}

TEST(Texts, EachFileHasARow)
{
    std::set<std::string> rows;
    for (const auto& text : expected_texts()) rows.insert(text.file);
    for (const auto& entry : fs::directory_iterator(golden() / "texts"))
        if (entry.path().extension() == ".txt") {
            EXPECT_TRUE(rows.contains(entry.path().filename().string())) << entry.path();
        }
}

TEST(Texts, ALimitIsNeverMetByAPart)
{
    EXPECT_EQ(exit_of("show --device v5e texts/readme-example-head60.txt"), 2);
    EXPECT_EQ(exit_of("show --device v5e texts/tpu-total-without-lead.txt"), 2);
    EXPECT_EQ(exit_of("show --limit 1G texts/tpu-total-without-lead.txt"), 1);
    EXPECT_EQ(exit_of("show --limit 1G texts/usage-report-head.txt"), 2);
}

TEST(Texts, AreReadAlikeHoweverTheyAreFound)
{
    const fs::path folder = fs::temp_directory_path() / ("ballast_texts_" + std::to_string(::getpid()));
    fs::create_directories(folder);
    fs::copy_file(golden() / "texts" / "driver-lines.txt", folder / "step.log", fs::copy_options::overwrite_existing);
    const auto without_name = [&](std::string text) {
        for (const auto& name :
             {std::string("<stdin>"), (folder / "step.log").string(), std::string("texts/driver-lines.txt")})
            for (auto at = text.find(name); at != std::string::npos; at = text.find(name)) text.erase(at, name.size());
        return text;
    };
    const auto named = without_name(output_of("show --width 400 texts/driver-lines.txt"));
    EXPECT_EQ(without_name(output_of("show --width 400 " + folder.string())), named);
    EXPECT_EQ(without_name(output_of("show --width 400 - <texts/driver-lines.txt")), named);
    fs::remove_all(folder);
}

TEST(Texts, AReportShowsTheFailureFirst)
{
    const auto page = output_of("report texts/hbm-easydel-166.txt");
    EXPECT_NE(page.find("<h2>TPU: hbm is 33.05G short: 63.80G needed, 30.75G available</h2>"), std::string::npos)
        << page;
    EXPECT_NE(page.find("f32[32,4096,4096]"), std::string::npos);
}

} // namespace ballast::tests
