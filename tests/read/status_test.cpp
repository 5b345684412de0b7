// What clients add around an error message.
#include "ballast/well_formed.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

ast::status status_of(const document& read) { return read.memory_message()->is<ast::memory_failure>()->status; }

} // namespace

TEST(Statuses, HaveAWordACodeAndALink)
{
    const auto read = accepted(golden_dump("message_buffer_failure.txt"));
    const auto status = status_of(read);
    EXPECT_EQ(status.word, "RESOURCE_EXHAUSTED");
    EXPECT_EQ(status.code, (ast::status_code{"0100", "RuntimeBufferAllocationFailure", false}));
    EXPECT_EQ(status.replica, (ast::failed_replica{0, 3}));
    EXPECT_EQ(status.link, "0100");
    EXPECT_TRUE(status.payloads.empty());
    EXPECT_FALSE(status.trace);
}

TEST(Statuses, MayHaveTheMessageOnALineOfItsOwn)
{
    EXPECT_TRUE(status_of(accepted(golden_dump("message_host_output.txt"))).code->own_line);
    EXPECT_EQ(status_of(accepted(golden_dump("message_program_table.txt"))).sender, "/job:tpu_worker/replica:0/task:0");
}

TEST(Statuses, HavePayloadsAndATrace)
{
    const auto allocation = accepted(golden_dump("message_allocation.txt"));
    const auto payloads = status_of(allocation).payloads;
    ASSERT_EQ(payloads.size(), 2U);
    EXPECT_EQ(payloads[0], (ast::status_payload{"executable_name", "jit_step"}));
    EXPECT_EQ(payloads[1].text, "");

    const auto request = accepted(golden_dump("message_request.txt"));
    const auto trace = status_of(request).trace;
    ASSERT_TRUE(trace);
    EXPECT_TRUE(trace->blank);
    ASSERT_EQ(trace->locations.size(), 2U);
    EXPECT_EQ(trace->locations[1], (ast::trace_location{"jaxlib/py_client.cc", 92}));
}

// A word without a status after it is not kept in the tree.
TEST(Statuses, MayBeMissing)
{
    const auto read = accepted("E0100: A: Out of memory allocating 64 bytes.");
    EXPECT_FALSE(status_of(read).word);
    EXPECT_EQ(status_of(read).code->name, "A");
}

TEST(Statuses, ThatAreBuiltAreChecked)
{
    ast::memory_message message;
    ast::memory_failure failure;
    failure.what = ast::cpu_failure{64};
    const auto faults = [&] {
        message.content = failure;
        return well_formed(message).size();
    };
    EXPECT_EQ(faults(), 0U);
    failure.status.sender = "/job:a";
    EXPECT_EQ(faults(), 1U);
    failure.status = {};
    failure.status.trace.emplace();
    EXPECT_EQ(faults(), 1U);
    failure.status = {};
    failure.status.link = "12";
    EXPECT_EQ(faults(), 1U);
    failure.status = {};
    failure.status.code = ast::status_code{"10000", "A", false};
    EXPECT_EQ(faults(), 1U);
}

} // namespace ballast::tests
