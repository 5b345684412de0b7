// Texts inside logs as inputs.
#include "answers/log_texts.hpp"

#include "answers/load.hpp"
#include "tests/support/support.hpp"

#include <unistd.h>

#include <fstream>

namespace ballast::tests {

TEST(LogTexts, OfALogInMemoryHaveNamesAndPlaces)
{
    const auto dump = golden_dump("d16.txt");
    const auto found = answers::texts_of("run", source_text::copy_of("starting\n" + dump + "done\n"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].path, "run/run.1-buffer-assignment.txt");
    EXPECT_EQ(found[0].text->bytes.view(), dump);
    EXPECT_EQ(found[0].place_in_file({1, 1}).line, 2);
    EXPECT_TRUE(answers::parse_file(found[0], {}).accepted());
}

TEST(LogTexts, OfATextThatIsNoLogAreTheTextItself)
{
    for (const std::string text : {"BufferAssignment:\nallocation", "nothing"}) {
        const auto found = answers::texts_of("bytes", source_text::copy_of(text));
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].path, "bytes");
        EXPECT_EQ(found[0].text->bytes.view(), text);
        EXPECT_FALSE(answers::parse_file(found[0], {}).accepted());
    }
}

TEST(LogTexts, HaveTheMessagesBesideThem)
{
    const std::string message = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4096 bytes.\n";
    const auto with = [&](std::size_t count) {
        std::string log;
        for (std::size_t i = 0; i < count; ++i) log += message;
        const auto dump = golden_dump("d16.txt");
        return answers::texts_of("run", source_text::copy_of(log + dump + "done\n" + dump + "done\n"));
    };
    const auto found = with(2);
    ASSERT_EQ(found.size(), 2U);
    ASSERT_TRUE(found[0].text->messages);
    EXPECT_EQ(found[0].text->messages, found[1].text->messages) << "those of the log";
    ASSERT_EQ(found[0].text->messages->size(), 2U);
    const auto& second = found[0].text->messages->back();
    EXPECT_EQ(second.place_in_file({1, 1}).line, 2);
    EXPECT_EQ(second.text->messages, nullptr);
    const auto read = answers::parse_file(second, {});
    ASSERT_TRUE(read.accepted());
    EXPECT_TRUE(read.result.value->memory_message());
    // Without other texts, messages are inputs.
    const auto alone = answers::texts_of("run", source_text::copy_of("started\n" + message));
    ASSERT_EQ(alone.size(), 1U);
    EXPECT_TRUE(alone[0].text->messages->empty());
    EXPECT_EQ(with(10'001)[0].text->messages->size(), 10'000U) << "the limit";
}

namespace {

// A file in a folder of its own.
fs::path written(const std::string& name, const std::string& text)
{
    const auto folder = fs::temp_directory_path() / ("ballast-log-texts-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / name, std::ios::binary) << text;
    return folder / name;
}

} // namespace

TEST(LogTexts, AFileNamedLikeADumpIsOneEvenIfItsBeginningIsDamaged)
{
    auto text = golden_dump("d16.txt");
    text.replace(text.find("Assignment"), 10, "Assignmnet");
    const std::string name = "module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt";
    const auto path = written(name, text).string();
    const auto found = answers::find_texts({path}, {});
    ASSERT_EQ(found.files.size(), 1U);
    EXPECT_EQ(found.files[0].path, path);
    EXPECT_FALSE(answers::parse_file(found.files[0], {}).accepted());
    fs::remove_all(fs::path(path).parent_path());
}

TEST(LogTexts, OfTpusThatAreRepairedAreReported)
{
    const auto whole = golden_dump("tpu_hbm.txt");
    EXPECT_TRUE(answers::find_texts({written("whole.txt", whole).string()}, {}).notices.empty());
    auto text = whole;
    const std::string row = "    program         604.00M \n";
    const auto at = text.find(row);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, row.size(), "    program        604.00M\n");
    const auto path = written("damaged.txt", text);
    const auto found = answers::find_texts({path.string()}, {});
    ASSERT_EQ(found.files.size(), 1U);
    ASSERT_EQ(found.notices.size(), 1U);
    EXPECT_NE(found.notices[0].find("damaged.txt:1: the text is damaged; repaired: "), std::string::npos)
        << found.notices[0];
    fs::remove_all(path.parent_path());
}

} // namespace ballast::tests
