// Messages about memory in logs.
#include "extract/messages.hpp"

#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

const std::string message =
    "RESOURCE_EXHAUSTED: Error loading program 'jit_step': Attempting to reserve 26.25G at the bottom of "
    "memory. That was not possible. There are 25.52G free, 0B reserved, and 25.52G reservable.";
const std::string see = "\nSee https://openxla.org/xla/errors/error_0101 for more details.";

// The only message in a log.
extraction message_in(std::string_view log)
{
    auto found = extracting::messages_in(log);
    EXPECT_EQ(found.size(), 1U) << log;
    return found.empty() ? extraction() : std::move(found.front());
}
std::string text_in(std::string_view log) { return std::string(message_in(log).read.text()); }

} // namespace

TEST(MessagesInLogs, AreFoundBehindPrefixes)
{
    for (const std::string before : {"", "jaxlib.xla_extension.XlaRuntimeError: ", "E0000 00:00:1.2    42 a.cc:9] ",
                                     "[2025-11-22 10:00:00][rank 3] ", "# ", "  > "}) {
        const auto found = message_in("first line\n" + before + message + "\nnext line\n");
        EXPECT_TRUE(found.read.accepted());
        EXPECT_EQ(found.read.text(), message + "\n") << before;
        EXPECT_EQ(found.prefix, before);
        ASSERT_EQ(found.lines.size(), 1U);
        EXPECT_EQ(found.lines.front().line, 2);
        EXPECT_EQ(found.lines.front().column, static_cast<std::int64_t>(before.size()));
    }
}

TEST(MessagesInLogs, HaveTheirFurtherLines)
{
    EXPECT_EQ(text_in(message + see + "\nnext\n"), message + see + "\n");
    EXPECT_EQ(text_in("a] " + message + "\na] See https://openxla.org/xla/errors/error_0101 for more details.\na] b\n"),
              message + see + "\n");
    const auto coded =
        "INVALID_ARGUMENT: E1200: Mismatch:\nTensor which is moved to host (starting from add.3) is returned "
        "from the entry computation but the layout for this output is not set to host memory.";
    EXPECT_EQ(text_in(std::string("x: ") + coded), coded + std::string("\n"));
    EXPECT_EQ(text_in(golden_dump("message_program_table.txt") + "next\n"), golden_dump("message_program_table.txt"));
    EXPECT_EQ(text_in("..." + golden_dump("message_analysis.txt")), golden_dump("message_analysis.txt"));
}

TEST(MessagesInLogs, AreFoundInStringsOfPython)
{
    auto escaped = message;
    for (const std::string_view name : {"'jit_", "': "}) escaped.insert(escaped.find(name), 1, '\\');
    const auto found = message_in("err=Error('" + escaped +
                                  "\\nSee https://openxla.org/xla/errors/error_0101 for more details.'), 7\n");
    EXPECT_EQ(found.read.text(), message + see);
    EXPECT_EQ(found.repairs, std::vector<std::string>{"unescaped a quoted string"});
    // Without escapes there are no repairs.
    EXPECT_TRUE(message_in("err=Error(\"" + message + "\")\n").repairs.empty());
}

TEST(MessagesInLogs, AreJoinedIfTheyWereWrapped)
{
    auto wrapped = message;
    for (const std::string_view blank : {" at the", " That", " 0B"}) wrapped.replace(wrapped.find(blank), 1, "\n# ");
    const auto found = message_in("# " + wrapped + "\n# and so on\n");
    EXPECT_EQ(found.read.text(), message);
    EXPECT_EQ(found.repairs, std::vector<std::string>{"joined 4 lines of a sentence that was wrapped"});
    EXPECT_EQ(found.lines.size(), 1U); // the lines of the text
    // Blanks at the ends of lines.
    for (std::size_t at = 0; (at = wrapped.find("\n#", at)) != std::string::npos; at += 3) wrapped.insert(at, 1, ' ');
    EXPECT_EQ(message_in("# " + wrapped + " \n# and so on\n").read.text(), message);
}

TEST(MessagesInLogs, MayLackTheirPeriod)
{
    const auto found = message_in(message.substr(0, message.size() - 1) + "\n");
    EXPECT_EQ(found.read.text(), message);
    EXPECT_EQ(found.repairs, std::vector<std::string>{"added the period at the end"});
}

TEST(MessagesInLogs, AreRefusedIfTheyWereEdited)
{
    const auto found = message_in("RESOURCE_EXHAUSTED: Attempting to reserve 26.25G ... reservable.\n");
    EXPECT_FALSE(found.read.accepted());
    EXPECT_EQ(found.read.findings.front().id, finding_id::memory_message);
}

TEST(MessagesInLogs, AreNotFoundInOtherText)
{
    for (const std::string_view log :
         {"", "out of memory\n", "raise Error(\"Attempting to reserve %s at the bottom\")\n",
          "class CompiledMemoryStats(object):\n", "RESOURCE_EXHAUSTED: Out of memory\n"})
        EXPECT_TRUE(extracting::messages_in(log).empty()) << log;
}

TEST(MessagesInLogs, AreAllFound)
{
    std::string log;
    std::vector<std::string> all;
    for (const auto& name : golden_dumps()) {
        if (!name.starts_with("message_")) continue;
        auto text = golden_dump(name);
        if (!text.ends_with('\n')) text += '\n';
        log += "some line\n" + text;
        all.push_back(text);
    }
    const auto found = extracting::messages_in(log);
    ASSERT_EQ(found.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(found[i].read.text(), all[i]);
}

// The time of a search is linear in the size of the log.
TEST(MessagesInLogs, AreTriedAFewTimesInALine)
{
    std::string line;
    for (int i = 0; i < 1000; ++i) line += "Attempting to allocate 5 or more. ";
    EXPECT_EQ(extracting::messages_in(line + "\n").size(), 16U);
    std::string summaries;
    for (int i = 0; i < 100; ++i) summaries += "BFCAllocator dump for GPU_" + std::to_string(i) + "\n";
    const auto found = extracting::messages_in(summaries);
    EXPECT_EQ(found.size(), 100U);
    for (const auto& one : found) EXPECT_EQ(one.lines.size(), 1U);
}

// Each line of an allocator's summary is a record with a prefix, except that the counters are one record, and the
// picture is a warning.
TEST(MessagesInLogs, OfAllocatorsHaveAPrefixForEachRecord)
{
    std::size_t count = 0;
    for (const auto& name : golden_dumps()) {
        if (!name.starts_with("message_allocator_summary")) continue;
        ++count;
        const auto text = golden_dump(name);
        std::string log;
        bool in_counters = false;
        std::size_t number = 0;
        for (std::size_t at = 0; at < text.size(); ++number) {
            const auto end = text.find('\n', at);
            const auto line = text.substr(at, end - at);
            const auto at_picture = end + 1 == text.size();
            if (!in_counters)
                log += (at_picture ? "W" : "I") + std::string("0000 00:00:1795736992.88811") +
                       std::to_string(number % 10) + "   22354 bfc_allocator.cc:" + std::to_string(1000 + number / 2) +
                       "] ";
            log += line + '\n';
            in_counters = line == "Stats: " || (in_counters && !line.empty());
            at = end + 1;
        }
        EXPECT_EQ(text_in(log + "I0000 00:00:1 1 other.cc:1] more\n"), text) << name;
    }
    EXPECT_EQ(count, 7U);
}

} // namespace ballast::tests
