// Short messages about memory.
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

template <typename What>
What failure_in(const document& read)
{
    return std::get<What>(read.memory_message()->is<ast::memory_failure>()->what);
}
template <typename Content>
Content content_of(const document& read)
{
    return std::get<Content>(read.memory_message()->content);
}

constexpr ast::human_size mib(std::int64_t count) { return {count, ast::size_unit::mib}; }
constexpr ast::human_size gib(std::int64_t count) { return {count, ast::size_unit::gib}; }

} // namespace

TEST(MemoryMessages, OfTpusHaveWhatIsNeededAndFree)
{
    const auto buffer = accepted(golden_dump("message_buffer_failure.txt"));
    EXPECT_EQ(failure_in<ast::buffer_failure>(buffer), (ast::buffer_failure{gib(264), gib(130), {0, 1, 0, 1}}));

    const auto program = accepted(golden_dump("message_program_failure.txt"));
    const auto failed = failure_in<ast::program_failure>(program);
    EXPECT_EQ(failed.load->name, "jit_step");
    const auto reserved = std::get<ast::reservation>(failed.attempt);
    EXPECT_EQ(reserved.needed, gib(2625));
    EXPECT_EQ(reserved.reservable, gib(2552));
    EXPECT_TRUE(std::holds_alternative<ast::unknown_scope>(reserved.rest));

    const auto allocation = accepted(golden_dump("message_program_allocation.txt"));
    const auto without_name = failure_in<ast::program_failure>(allocation);
    EXPECT_EQ(std::get<ast::program_allocation>(without_name.attempt), (ast::program_allocation{gib(704), gib(690)}));
    ASSERT_TRUE(without_name.load);
    EXPECT_FALSE(without_name.load->name);
}

TEST(MemoryMessages, HadATableIn2020)
{
    const auto read = accepted(golden_dump("message_program_table.txt"));
    const auto table = std::get<ast::reservation_table>(
        std::get<ast::reservation>(failure_in<ast::program_failure>(read).attempt).rest);
    EXPECT_EQ(table.capacity, gib(800));
    EXPECT_EQ(table.top_reserved, (ast::table_row{mib(53000), 555745280}));
    EXPECT_EQ(table.available, (ast::table_row{gib(-203), -2177109197}));
    EXPECT_EQ(table.available.bytes,
              (std::int64_t{8} << 30) - table.top_reserved.bytes - table.allocated.bytes - table.requirement.bytes);
}

TEST(MemoryMessages, OfGpusHaveAnAmount)
{
    const auto bytes = accepted(golden_dump("message_allocation_bytes.txt"));
    EXPECT_EQ(std::get<std::int64_t>(failure_in<ast::allocation_failure>(bytes).amount), 10516807680);
    EXPECT_FALSE(bytes.memory_message()->line_end);

    const auto rounded = accepted(golden_dump("message_allocation.txt"));
    const auto allocation = failure_in<ast::allocation_failure>(rounded);
    EXPECT_EQ(std::get<ast::human_size>(allocation.amount), gib(195));
    EXPECT_EQ(allocation.allocator, (ast::allocator_place{"GPU_0_bfc", 0}));

    const auto host = accepted(golden_dump("message_host_allocation.txt"));
    EXPECT_TRUE(failure_in<ast::allocation_failure>(host).host);
    EXPECT_TRUE(failure_in<ast::allocation_failure>(host).host_note);
    EXPECT_TRUE(host.memory_message()->line_end);

    const auto request = accepted(golden_dump("message_request.txt"));
    EXPECT_EQ(failure_in<ast::request_failure>(request), (ast::request_failure{gib(100), 1073741824, 0}));
    const auto cpu = accepted(golden_dump("message_cpu.txt"));
    EXPECT_EQ(failure_in<ast::cpu_failure>(cpu).bytes, std::int64_t{1} << 40);
}

TEST(MemoryMessages, OfTheCompilerNameWhatIsWrong)
{
    const auto output = accepted(golden_dump("message_host_output.txt"));
    EXPECT_EQ(failure_in<ast::host_output>(output).tensor, "dot.3");
    const auto overflow = accepted(golden_dump("message_array_overflow.txt"));
    const auto array = failure_in<ast::array_overflow>(overflow);
    EXPECT_EQ(array.path, "platforms/xla/service/jellyfish/bounds_check.cc");
    EXPECT_EQ(array.words, std::int64_t{1} << 40);
    EXPECT_TRUE(array.operation.starts_with("%s0 = inlined_call_operand.hbm [shape: f32[33554432,8388608]"));
    EXPECT_TRUE(array.operation.ends_with("second_minor_factor: 1 */"));
}

TEST(MemoryMessages, OfAllocatorsAreFailuresOrNot)
{
    const auto failed = accepted(golden_dump("message_allocator.txt"));
    const auto message = content_of<ast::allocator_message>(failed);
    EXPECT_EQ(message.name, "GPU_0_bfc");
    EXPECT_EQ(message.size, gib(1199));
    const auto failure = std::get<ast::allocator_failure>(message.outcome);
    EXPECT_EQ(failure.rounded, 12874361856);
    EXPECT_EQ(failure.end, ast::allocation_end::lower);
    EXPECT_EQ(failure.operation, "jit_step");
    EXPECT_EQ(failure.hint, ast::fragmentation_hint::early);
    EXPECT_EQ(failure.summary, ast::summary_line::twice);

    const auto again = accepted(golden_dump("message_allocator_retry.txt"));
    EXPECT_TRUE(std::holds_alternative<ast::allocator_retry>(content_of<ast::allocator_message>(again).outcome));
}

TEST(MemoryMessages, OfRematerializationMayHaveANegativeLimit)
{
    const auto read = accepted(golden_dump("message_rematerialization.txt"));
    const auto warning = content_of<ast::rematerialization>(read);
    EXPECT_EQ(warning.limit, (ast::size_in_bytes{{3785, ast::size_unit::kib}, 387564}));
    EXPECT_EQ(warning.original->bytes, 576524);
    const auto before = accepted(golden_dump("message_rematerialization_short.txt"));
    EXPECT_EQ(content_of<ast::rematerialization>(before).limit, (ast::size_in_bytes{gib(-2562), -27509265531}));
    EXPECT_FALSE(content_of<ast::rematerialization>(before).original);
    const auto base = accepted(golden_dump("message_base_limit.txt"));
    EXPECT_EQ(content_of<ast::base_limit>(base), (ast::base_limit{390124, 160000}));
}

TEST(MemoryMessages, HaveTheSizesOfCompiledPrograms)
{
    const auto read = accepted(golden_dump("message_sizes.txt"));
    const auto sizes = content_of<ast::compiled_sizes>(read);
    EXPECT_EQ(sizes.device, (ast::memory_sizes{2856, 596, 632, 68, 0}));
    EXPECT_EQ(sizes.host, ast::memory_sizes{});
    const auto early = accepted(golden_dump("message_sizes_device.txt"));
    EXPECT_FALSE(content_of<ast::compiled_sizes>(early).host);

    const auto torch = accepted(golden_dump("message_analysis.txt"));
    const auto analysis = content_of<ast::compilation_analysis>(torch);
    EXPECT_EQ(analysis.input, 169890);
    EXPECT_EQ(analysis.intermediate, 4341870);
    EXPECT_FALSE(analysis.program);
}

TEST(MemoryMessages, AreRefusedIfAWordIsWrong)
{
    EXPECT_EQ(refused("RESOURCE_EXHAUSTED: Out of memory while trying to allocate 64 byte.").id,
              finding_id::memory_message);
    EXPECT_FALSE(parse("Out of memory while trying to allocate 1.95GiB").accepted());
    EXPECT_FALSE(parse("CompiledMemoryStats(generated_code_size_in_bytes=1)").accepted());
}

} // namespace ballast::tests
