// The answers of `show` about files in memory.
#include "answers/discovery.hpp"
#include "answers/show.hpp"
#include "render/answers.hpp"
#include "tests/support/support.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

files::input_file file_of(const std::string& path, bool in_folder = false)
{
    return answers::in_memory(path, source_text::copy_of(read_file(golden() / path)), in_folder);
}

struct shown {
    int code;
    std::string text;
    std::string messages;
};
shown show(const std::vector<files::input_file>& files, const answers::show_question& asked = {},
           const std::vector<files::input_file>& dump = {})
{
    auto of = answers::find_texts(files);
    of.logs.clear();
    const auto dumps = answers::find_texts(dump);
    auto answer = answers::show(of, dump.empty() ? nullptr : &dumps, asked);
    shown result{answer.code, {}, render::lines_of(answer.diagnostics)};
    render::write(std::move(answer), render::form::text, {}, asked.limit, [&](std::string_view piece) {
        result.text += piece;
        return true;
    });
    return result;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

TEST(ShowAnswer, IsAboutTheModuleWithTheLargestTotal)
{
    const std::string folder = "modules/";
    const std::vector files{
        file_of(folder + "module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt", true),
        file_of("dumps/d17.txt", true)};
    const auto all = show(files);
    const auto alone = show({files[1]});
    ASSERT_EQ(all.code, answers::success) << all.messages;
    EXPECT_TRUE(has(all.text, "of 2 modules")) << all.text;
    EXPECT_NE(all.text, alone.text);
}

TEST(ShowAnswer, ReportsExceededLimits)
{
    answers::show_question asked;
    asked.most_bytes = 1;
    const auto over = show({file_of("dumps/d17.txt")}, asked);
    EXPECT_EQ(over.code, answers::failure);
    EXPECT_TRUE(has(over.messages, "ballast show: over the limit: ")) << over.messages;
    EXPECT_FALSE(over.text.empty());

    asked.most_bytes = UINT64_MAX;
    const auto under = show({file_of("dumps/d17.txt")}, asked);
    EXPECT_EQ(under.code, answers::success);
    EXPECT_EQ(under.text, over.text);
    EXPECT_EQ(under.messages, "");

    // With a limit, 1 means that it is exceeded; it is not decided by a part of a dump, or by a refused file.
    EXPECT_EQ(show({file_of("inputs/bad_nul.txt")}, asked).code, answers::trouble);
    EXPECT_EQ(show({file_of("inputs/bad_nul.txt")}).code, answers::success);
    EXPECT_EQ(show({file_of("inputs/bad_binary.txt")}, asked).code, answers::trouble);
}

TEST(ShowAnswer, ReportsUnknownSpacesStepsAndNames)
{
    answers::show_question asked;
    asked.space = 99;
    EXPECT_EQ(show({file_of("dumps/d17.txt")}, asked).messages,
              "ballast show: --space 99: memory is used in space 0 only\n");
    asked = {};
    asked.step = 1'000'000;
    EXPECT_TRUE(has(show({file_of("dumps/d17.txt")}, asked).messages, "--step 1000000: the schedule has "));
    asked = {};
    asked.why = "nothing.like.this";
    const auto unknown = show({file_of("dumps/d17.txt")}, asked);
    EXPECT_EQ(unknown.code, answers::trouble);
    EXPECT_TRUE(has(unknown.messages, "no value has the name or label nothing.like.this")) << unknown.messages;
    const auto dump = std::vector{file_of("dumps/d17.txt")};
    EXPECT_TRUE(has(show(dump, {}, dump).messages, "--dump needs a message about memory, this is "));
}

// Each file is parsed once, whatever is tried to answer from it.
TEST(ShowAnswer, ReadsEachFileOnce)
{
    const auto parses_of = [](const std::vector<files::input_file>& files) {
        const auto before = answers::parse_count();
        const auto code = show(files).code;
        EXPECT_NE(code, answers::trouble);
        return answers::parse_count() - before;
    };
    const std::string folder = "modules/";
    EXPECT_EQ(parses_of({file_of("dumps/d17.txt")}), 1U);
    EXPECT_EQ(parses_of({file_of(folder + "module_0003.jit_split.cpu_after_optimizations-buffer-assignment.txt", true),
                         file_of("dumps/d17.txt", true)}),
              2U);
    EXPECT_EQ(parses_of({file_of("inputs/bad_nul.txt")}), 1U);
}

} // namespace ballast::tests
