// The meaning of messages about the memory of a TPU.
#include "ballast/tpu_memory.hpp"
#include "tests/support/support.hpp"

#include <limits>

namespace ballast::tests {

namespace {

tpu_memory tpu_memory_in(const std::string& text)
{
    const auto read = parse(text, {.live_range_optional = true});
    if (!read.accepted()) throw std::runtime_error(read.findings.front().message.text());
    return read.value->tpu_report() ? tpu_memory_of(*read.value->tpu_report())
                                    : tpu_memory_of(*read.value->tpu_usage());
}
tpu_memory memory_of(const std::string& name) { return tpu_memory_in(golden_dump(name)); }

bool any_has(const std::vector<std::string>& texts, std::string_view part)
{
    return std::ranges::any_of(texts, [&](const auto& text) { return text.find(part) != std::string::npos; });
}

} // namespace

TEST(TpuMemory, SaysHowMuchIsMissing)
{
    const auto memory = memory_of("tpu_hbm.txt");
    EXPECT_EQ(memory.space, "hbm");
    EXPECT_EQ(
        memory.verdict,
        "hbm is 17.84G short: 33.59G needed, 15.75G available (213 %); arguments 33.00G, program 604.00M; the largest "
        "is f32[4194304,7,129] 32.00G, 17.89G of it padding");
    EXPECT_EQ(memory.arguments, std::int64_t{33} << 30);
    ASSERT_EQ(memory.buffers.size(), 6U);
    EXPECT_EQ(memory.buffers[0].owner, "argument");
    EXPECT_EQ(memory.buffers[0].bytes, std::int64_t{32} << 30);
    EXPECT_EQ(memory.by_scope.front().name, "step");
}

// The last two dimensions in memory are rounded up to the tile.
TEST(TpuMemory, SaysWhichOrderOfDimensionsNeedsLess)
{
    const auto memory = memory_of("tpu_hbm.txt");
    EXPECT_EQ(memory.buffers[0].padding, (std::int64_t{32} << 30) - std::int64_t{4194304} * 7 * 129 * 4);
    EXPECT_EQ(memory.buffers[0].better_shape, "f32[7,129,4194304]");
    EXPECT_EQ(memory.buffers[0].better_bytes, std::int64_t{7} * 136 * 4194304 * 4);
    EXPECT_TRUE(any_has(memory.facts, "as f32[7,129,4194304] it would take"));
}

TEST(TpuMemory, SaysHowToGetBuffers)
{
    const auto memory = memory_of("tpu_temporaries.txt");
    EXPECT_EQ(memory.verdict, "hbm is 3.45G short: arguments and temporaries need 19.20G, 15.75G available (122 %)");
    EXPECT_EQ(memory.module_name, "jit_args_4");
    EXPECT_TRUE(any_has(memory.advice, "XLA_FLAGS=--xla_dump_to=DIR"));
    EXPECT_TRUE(any_has(memory.advice, "DIR/module_*.jit_args_4.cl_*.after_optimizations-buffer-assignment.txt"));
}

TEST(TpuMemory, ReadsWindowsOfKernels)
{
    auto text = golden_dump("tpu_vmem.txt");
    const std::string tag =
        "input window allocation for operator input 2. The window shape is bf16[64,128], while the full shape is "
        "bf16[64,4096]. The u8 shape/size shown above represents the raw byte size of this window in VMEM. This "
        "allocation has 2 buffering levels.";
    text.replace(text.find("scratch operand"), 15, tag);
    EXPECT_EQ(tpu_memory_in(text).buffers[0].use,
              "input window of operand 2: bf16[64,128] of bf16[64,4096], 2 buffers");
    EXPECT_TRUE(any_has(tpu_memory_in(text).advice, "xla_tpu_scoped_vmem_limit_kib=67584"));
}

TEST(TpuMemory, OfOneLineMessages)
{
    EXPECT_EQ(memory_of("tpu_stack.txt").verdict,
              "matmul_kernel.1 needs 61.88M of scoped vmem, 1.88M more than the limit of 60.00M");
    EXPECT_EQ(memory_of("tpu_large.txt").verdict,
              "one allocation of 3.81M, u8[4000256], is larger than all of smem (1.00M): prefetched SMEM operand 0");
    EXPECT_EQ(memory_of("tpu_cores.txt").verdict,
              "hbm is 113.18G short: the TensorCore needs 34.82G and the SparseCore 174.10G, 95.74G available");
    EXPECT_EQ(memory_of("tpu_sparse_core.txt").verdict,
              "sparse_core_4096.6 needs 8388607 words of spmem on the SparseCore, 6291456 more than there are");
    EXPECT_TRUE(any_has(memory_of("tpu_abort.txt").advice, "xla_tpu_impure_oom_fast_exit_threshold=-1"));
    EXPECT_EQ(memory_of("tpu_bare.txt").space, "vmem");
    EXPECT_EQ(memory_of("tpu_bare.txt").buffers.size(), 2U);
}

TEST(TpuMemory, OfAProgramThatFits)
{
    const auto memory = memory_of("tpu_usage.txt");
    EXPECT_EQ(memory.verdict, "the program fits: it uses 5.65G of 15.75G of hbm, arguments 4.80G, program 614.78M");
    EXPECT_FALSE(memory.missing);
    auto text = golden_dump("tpu_usage.txt");
    text.replace(text.find("/ 15.75G"), 8, "/ 5.00G");
    EXPECT_TRUE(tpu_memory_in(text).verdict.starts_with("the program does not fit: it uses 5.65G of 5.00G of hbm"));
    EXPECT_TRUE(any_has(memory.facts, "sflag 236B, hbm 614.78M, smem 12B"));
}

// A changed text can have any number that fits into 64 bits.
TEST(TpuMemory, HugeNumbersDoNotOverflow)
{
    const std::string most = "9223372036854775807";
    const auto program = [&](const std::string& utilized) {
        return tpu_memory_in(
            "Ran out of memory in memory space hbm. Used 8.00E of 15.75G hbm. Exceeded hbm capacity by 7.99E.\n\n"
            "Total hbm usage >= 8.00E:\n    reserved          8.00E \n    program           8.00E \n"
            "    arguments         8.00E \n\nOutput size unknown.\n\n"
            "Program hbm requirement 8.00E:\n    HLO temp          8.00E (" +
            utilized + "% utilization, 0.0% fragmentation (0B))\n");
    };
    EXPECT_EQ(program(most.substr(0, 17) + ".0").padding, 0);
    EXPECT_EQ(program("100.0").padding, 0);
    EXPECT_GT(program("50.0").padding, std::int64_t{1} << 61);

    const auto stack =
        tpu_memory_in("Ran out of memory in memory space vmem while allocating on stack for %k.1 = f32[8]{0} "
                      "custom-call(%a). Scoped allocation with size 8.00E and limit 60.00M exceeded scoped "
                      "vmem limit by 8.00E.");
    EXPECT_FALSE(any_has(stack.advice, "xla_tpu_scoped_vmem_limit_kib")) << stack.advice.front();

    const auto large = tpu_memory_in("Allocation (size=" + most +
                                     ") would exceed memory (size=1048576) :: #allocation3 "
                                     "[shape = 'u8[1048576,8796093022207]{1,0:T(8,128)}', space=smem, size = 0x3d0a00, "
                                     "tag = 'scratch operand'] :: smem_prefetch.1");
    EXPECT_EQ(large.used, std::numeric_limits<std::int64_t>::max());
    EXPECT_FALSE(large.missing);
    EXPECT_NE(large.verdict.find("is no real size"), std::string::npos) << large.verdict;

    const auto sparse =
        tpu_memory_in("Failed to run MLO pass pipeline.k.6:57:1: error: 'memref.alloca' op E3000: "
                      "CompileTimeSparseCoreAllocationFailure: current allocation offset upper bound (" +
                      most +
                      " words) exceeds the legitimate user allocatable offset upper bound (1 words) "
                      "in memory space spmem when allocating 8 words");
    EXPECT_EQ(sparse.used, std::numeric_limits<std::int64_t>::max());
}

} // namespace ballast::tests
