// The log of the BFC allocator after it ran out of memory.
#include "tests/support/support.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace ballast::tests {

namespace {

// The golden texts are what TensorFlow's allocator logged for one request of 1 GiB above a limit of 64 MiB.
document summary_of(const std::string& form)
{
    return accepted(golden_dump("message_allocator_summary" + form + ".txt"));
}

const ast::allocator_summary& content(const document& read)
{
    return *read.memory_message()->is<ast::allocator_summary>();
}

std::string with_annotation(std::string text, std::string_view after, std::string_view annotation)
{
    const auto at = text.find(after);
    EXPECT_NE(at, std::string::npos);
    return text.insert(at + after.size(), " allocation_annotation " + std::string(annotation));
}

} // namespace

TEST(AllocatorSummaries, HaveBinsChunksAndCounters)
{
    const auto read = summary_of("");
    const auto& summary = content(read);
    EXPECT_EQ(summary.name, "bfc_cpu_allocator_for_gpu");
    ASSERT_EQ(summary.bins.size(), 21U);
    EXPECT_EQ(summary.bins[0].size, 256);
    EXPECT_EQ(summary.bins[0].used_chunks, 2);
    EXPECT_EQ(summary.bins[0].used_bytes, (ast::human_size{512, ast::size_unit::bytes}));
    EXPECT_EQ(summary.wanted, (ast::human_size{100, ast::size_unit::gib}));
    EXPECT_TRUE(summary.chunks.empty());
    ASSERT_EQ(summary.regions.size(), 1U);
    const auto chunks = summary.regions[0].chunks;
    ASSERT_EQ(chunks.size(), 3U);
    EXPECT_TRUE(chunks[0].used);
    EXPECT_EQ(chunks[0].form, ast::chunk_form::of_list);
    EXPECT_EQ(chunks[0].tag, "lower");
    EXPECT_FALSE(chunks[2].used);
    EXPECT_EQ(chunks[2].size, 2096640);
    EXPECT_EQ(chunks[2].next, "18446744073709551615");
    ASSERT_EQ(summary.classes.size(), 1U);
    EXPECT_EQ(summary.classes[0].size, 256);
    const auto pool = std::get<ast::pool_account>(summary.pool);
    EXPECT_EQ(pool.limit, (ast::human_size{6400, ast::size_unit::mib}));
    EXPECT_TRUE(pool.grows);
    EXPECT_FALSE(pool.upper);
    EXPECT_FALSE(pool.partition);
    const auto counters = std::get<ast::sized_counters>(summary.counters);
    EXPECT_EQ(counters.in_use, (ast::human_size{512, ast::size_unit::bytes}));
    EXPECT_EQ(counters.allocations, 2);
    EXPECT_TRUE(counters.peak_allocated);
    EXPECT_EQ(summary.picture.size(), 100U);
    EXPECT_EQ(summary.picture.substr(0, 2), "*_");
}

TEST(AllocatorSummaries, NameWhatAskedForAChunk)
{
    const auto text = with_annotation(golden_dump("message_allocator_summary.txt"), "of size 256 tag lower",
                                      "xla.execute{executable=jit_step, device=7} / xla.buffer");
    const auto read = accepted(text);
    const auto chunk = content(read).regions[0].chunks[0];
    ASSERT_EQ(chunk.annotation.size(), 2U);
    EXPECT_EQ(chunk.annotation[0].name, "xla.execute");
    ASSERT_EQ(chunk.annotation[0].arguments.size(), 2U);
    EXPECT_EQ(chunk.annotation[0].arguments[0], (ast::frame_argument{"executable", "jit_step"}));
    EXPECT_TRUE(chunk.annotation[1].arguments.empty());
}

TEST(AllocatorSummaries, HaveAFormForEachTime)
{
    const auto first = summary_of("_f1");
    EXPECT_EQ(content(first).name, "");
    EXPECT_TRUE(content(first).regions.empty());
    EXPECT_TRUE(std::holds_alternative<ast::no_pool>(content(first).pool));
    EXPECT_FALSE(std::get<ast::allocator_counters>(content(first).counters).reserved);
    EXPECT_EQ(content(first).picture, "<allocator contains no memory>");

    const auto second = summary_of("_f2");
    EXPECT_EQ(content(second).name, "");
    ASSERT_EQ(content(second).regions.size(), 1U);
    EXPECT_EQ(content(second).regions[0].chunks[0].form, ast::chunk_form::with_next);
    EXPECT_TRUE(std::get<ast::pool_in_bytes>(content(second).pool).early);

    const auto third = summary_of("_f3");
    EXPECT_EQ(content(third).name, "bfc_cpu_allocator_for_gpu");
    EXPECT_EQ(content(third).regions[0].chunks[0].form, ast::chunk_form::of_list);
    EXPECT_FALSE(std::get<ast::allocator_counters>(content(third).counters).reserved);

    const auto fourth = summary_of("_f4");
    EXPECT_FALSE(std::get<ast::pool_in_bytes>(content(fourth).pool).early);
    EXPECT_TRUE(std::get<ast::allocator_counters>(content(fourth).counters).reserved);

    const auto debug = summary_of("_f4_debug");
    const auto chunk = content(debug).regions[0].chunks[0];
    ASSERT_TRUE(chunk.user);
    EXPECT_FALSE(chunk.user->operation.empty());

    const auto fifth = summary_of("_f5");
    EXPECT_EQ(std::get<ast::pool_in_sizes>(content(fifth).pool).limit, (ast::human_size{6400, ast::size_unit::mib}));
    EXPECT_FALSE(std::get<ast::sized_counters>(content(fifth).counters).peak_allocated);
}

// No XLA printed lines of two times.
TEST(AllocatorSummaries, AreOfOneTime)
{
    const auto text = with_annotation(golden_dump("message_allocator_summary_f4.txt"), "of size 256",
                                      "xla.execute{executable=jit_step}");
    EXPECT_FALSE(parse(text).accepted());
}

} // namespace ballast::tests
