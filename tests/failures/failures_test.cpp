// Sentences about memory that ran out, in damaged text.
#include "failures/damage.hpp"
#include "failures/failures.hpp"
#include "failures/pattern.hpp"
#include "failures/stream.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

namespace {

using failures::read;

std::string verdict_of(const std::string& text)
{
    const auto found = read(text).failures;
    return found.empty() ? std::string() : found.front().verdict;
}

const std::string lead =
    "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 21.90G of 7.48G hbm. Exceeded hbm "
    "capacity by 14.42G.";
const std::string short_by = "hbm is 14.42G short: 21.90G needed, 7.48G available";

} // namespace

TEST(Failures, SizesAreReadInEveryForm)
{
    EXPECT_EQ(failures::amount_of("25.25G")->bytes, 27111981056);
    EXPECT_EQ(failures::amount_of("25.25G")->text, "25.25G");
    EXPECT_EQ(failures::amount_of("2.00GiB")->text, "2.00 GiB");
    EXPECT_EQ(failures::amount_of("1,024 bytes")->bytes, 1024);
    EXPECT_TRUE(failures::amount_of("3.47E")->overflows);
    EXPECT_FALSE(failures::amount_of("12"));
    EXPECT_FALSE(failures::amount_of("5 Good"));
    EXPECT_FALSE(failures::number_of("99999999999999999999"));
}

TEST(Failures, SentencesCanBeBrokenAnywhere)
{
    for (std::size_t at = 30; at < lead.size(); ++at) {
        if (lead[at] != ' ') continue;
        auto broken = lead;
        broken[at] = '\n';
        EXPECT_EQ(verdict_of(broken), short_by) << at;
        broken.insert(at + 1, "# ");
        EXPECT_EQ(verdict_of("# " + broken), short_by) << at;
    }
}

TEST(Failures, PrefixesOfLoggersAreLeftOut)
{
    for (const std::string prefix :
         {"E0203 04:05:06.000007 424242 compiler.cc:1931] ", "2026-02-03 04:05:06.100000: W external/xla/a.cc:501] ",
          "(EngineCore pid=591547) ERROR 04-30 22:40:27 [core.py:1136] ", "[rank3]: ", "worker-3: ", "app-1  | ",
          "2026-02-03T04:05:06.1234567Z stderr F ", "Feb 03 04:05:06 host train[12]: ", "> ", "// ",
          "[1,0]<stderr>:"}) {
        const auto text = prefix + "Total hbm usage >= 22.47G:\n" + prefix + "    reserved        530.00M \n" + prefix +
                          "    program          21.95G \n" + prefix + "    arguments            0B \n";
        EXPECT_EQ(verdict_of(text).substr(0, 31), "the program uses 22.47G of hbm;") << prefix;
        EXPECT_EQ(verdict_of(prefix + lead), short_by) << prefix;
    }
}

TEST(Failures, StringsAndMarkupAreUndone)
{
    EXPECT_EQ(verdict_of("{\"log\": \"" + lead + "\\n\", \"stream\": \"stderr\"}"), short_by);
    EXPECT_EQ(verdict_of("<pre>" + lead + "</pre>"), short_by);
    std::string wide = "\xff\xfe";
    for (const char c : lead) (wide += c) += '\0';
    EXPECT_EQ(verdict_of(wide), short_by);
    auto blanks = lead;
    for (auto at = blanks.find(' '); at != std::string::npos; at = blanks.find(' ', at))
        blanks.replace(at, 1, "\xc2\xa0");
    EXPECT_EQ(verdict_of(blanks), short_by);
}

TEST(Failures, OneFailureIsOneUnit)
{
    const auto found = read("E0203 04:05:06.000007 1 c.cc:1] Program hbm requirement 21.90G:\n"
                            "E0203 04:05:06.000007 1 c.cc:1]     HLO temp         21.90G\n"
                            "jax.errors.JaxRuntimeError: " +
                            lead + "\n" + lead + "\n");
    ASSERT_EQ(found.failures.size(), 1U);
    EXPECT_EQ(found.failures.front().verdict, short_by);
    EXPECT_EQ(found.failures.front().times, 2U);
    EXPECT_EQ(found.failures.front().line, 1);
}

TEST(Failures, NumbersThatMakeNoSenseAreNotSubtracted)
{
    EXPECT_EQ(verdict_of("Used 9.20G of 15.75G hbm. Exceeded hbm capacity by 1.00G."),
              "the text contradicts itself: hbm ran out, but 9.20G are needed and 15.75G are available");
    const auto overflow = read("Requires 3.47E, has 14.49G available.").failures;
    ASSERT_EQ(overflow.size(), 1U);
    EXPECT_FALSE(overflow.front().bytes("missing"));
    const auto negative =
        read("Can't reduce memory use below -6.50GiB (-6979321856 bytes) by rematerialization; only reduced to "
             "1.00GiB (1073741824 bytes)")
            .failures;
    ASSERT_EQ(negative.size(), 1U);
    EXPECT_EQ(negative.front().verdict,
              "arguments and results alone exceed the memory by 6.50 GiB; recomputing cannot help");
    EXPECT_FALSE(negative.front().bytes("missing"));
}

TEST(Failures, AdviceIsNotGivenWhereItCannotWork)
{
    const auto advice_of = [](const std::string& text) {
        std::string all;
        const auto found = read(text).failures;
        for (const auto& f : found)
            for (const auto& sentence : f.advice) all += sentence + '\n';
        return all;
    };
    EXPECT_EQ(advice_of("Scoped allocation with size 300.00M and limit 64.00M exceeded scoped vmem limit by 236.00M")
                  .find("vmem_limit_kib"),
              std::string::npos);
    EXPECT_EQ(
        advice_of("Allocator (xla_gpu_host_bfc) ran out of memory trying to allocate 1.00GiB (rounded to 1073741824)"
                  "requested by op ")
            .find("MEM_FRACTION=.95"),
        std::string::npos);
    EXPECT_EQ(advice_of("Out of memory while trying to allocate 1.00GiB with allocator gpu_async_0 on device 0.")
                  .find("=.95"),
              std::string::npos);
    EXPECT_NE(
        advice_of(
            "ran out of memory trying to instantiate command buffer with 5 (total of 2 alive graphs in the process).")
            .find("lower XLA_CLIENT_MEM_FRACTION"),
        std::string::npos);
}

TEST(Failures, HostsAndRanksAreReadApart)
{
    const auto found = read("worker-0: Attempting to allocate 8.00M. That was not possible.\n"
                            "worker-1: Attempting to allocate 9.00M. That was not possible.\n"
                            "worker-0: There are 6.43M free.; (0x0x1_HBM0)\n"
                            "worker-1: There are 6.44M free.; (0x0x2_HBM0)\n");
    ASSERT_EQ(found.failures.size(), 2U);
    EXPECT_EQ(found.failures[0].verdict,
              "an array of 8.00M does not fit into the 6.43M that are free on chip 0x0x1: 1.57M missing");
    EXPECT_EQ(found.failures[1].verdict,
              "an array of 9.00M does not fit into the 6.44M that are free on chip 0x0x2: 2.56M missing");
    EXPECT_EQ(found.failures[1].sender, "worker-1");
}

// With a step that looks at the rest of the text for each of these pieces, this would take hours.
TEST(Failures, LargeTextsOfNearMissesAreRead)
{
    const auto many = [](std::string_view piece) {
        constexpr std::size_t size = std::size_t{4} << 20;
        std::string text;
        while (text.size() < size) text += piece;
        return text;
    };
    for (const std::string_view piece :
         {"Used 1.00G of 2.00G hbm Size: 4.00G allocating on stack for %f = f32[8] Scoped allocation with size \n"
          "InUse at 7f of size Limit: 5 Free at 7f of size 8 next\n",
          "<", "<b>", "<b", "&", "{\"log\": \"", "\\n", "\r", "(total of ", "[", "> "}) {
        const auto text = many(piece) + "\n" + lead + "\n>";
        EXPECT_FALSE(read(text).failures.empty()) << piece;
    }
}

TEST(Failures, NumbersOfAnyLengthAndHalfCharactersAreRead)
{
    const std::string digits(400, '9');
    EXPECT_TRUE(failures::amount_of(digits + "." + digits + "G")->overflows);
    EXPECT_TRUE(failures::amount_of(digits + "E")->overflows);
    EXPECT_EQ(failures::undo_damage("{\"log\": \"a \\ud83d b\"}").text(), "a \xef\xbf\xbd b");
    EXPECT_EQ(failures::undo_damage(std::string_view("\xff\xfe\x00\xd8", 4)).text(), "\xef\xbf\xbd");
}

TEST(Failures, SizesThatContradictEachOtherAreNotAdded)
{
    EXPECT_EQ(verdict_of("CompiledMemoryStats(argument_size_in_bytes=1024, output_size_in_bytes=1024, "
                         "alias_size_in_bytes=4096, temp_size_in_bytes=0)"),
              "the message contradicts itself: 4.0 KiB of outputs are shared, which have 1.0 KiB");
}

// Rows of dumps that are pasted alone; long pieces take linear time and keep the largest.
TEST(Failures, RowsOfDumpsAreLists)
{
    const auto rows = [](std::size_t count) {
        std::string result;
        for (std::size_t i = 0; i < count; ++i)
            result += " value: <" + std::to_string(i) + " fusion." + std::to_string(i) +
                      "{1} @0> (size=" + std::to_string(100 + i) + ",offset=0): f32[8,16]{1,0}\n";
        return result;
    };
    const auto one = read(rows(1)).failures;
    ASSERT_EQ(one.size(), 1U);
    EXPECT_TRUE(one.front().is_of_dump);
    EXPECT_FALSE(one.front().is_failure);
    EXPECT_FALSE(one.front().is_complete);
    EXPECT_EQ(one.front().buffers.front().label, "fusion.0{1}");
    EXPECT_EQ(one.front().buffers.front().shape, "f32[8,16]");
    const auto many = read(rows(50000)).failures;
    ASSERT_EQ(many.size(), 1U);
    EXPECT_EQ(many.front().buffers.front().bytes, 50099);
    EXPECT_LE(many.front().buffers.size(), 20000U);
    // The total is exact if the text has it.
    const std::string allocation = "allocation 7: size 512, maybe-live-out:\n";
    EXPECT_EQ(read(allocation).failures.front().bytes("needed"), 512);
    EXPECT_EQ(read(allocation + "\nTotal bytes used: 1688 (1.6KiB)\n").failures.front().bytes("needed"), 1688);
    EXPECT_EQ(read(allocation + allocation).failures.front().bytes("needed"), 512);
    EXPECT_TRUE(read("the size (size=5,offset=3): large, : size 8, x\n").failures.empty());
}

TEST(Failures, SizesThatProgramsPrintAreRead)
{
    EXPECT_EQ(
        verdict_of("Total memory size: 25.3 GB, Output size: 12.6 GB, Temp size: 12.7 GB, Argument size: 12.6 GB, "
                   "Host temp size: 0.0 GB."),
        "the program needs 25.30 GiB = 12.6 GiB arguments + 12.6 GiB outputs - 12.60 GiB shared + 12.7 GiB "
        "temporary");
    // Less than what four rounded numbers can differ is not shared.
    EXPECT_EQ(verdict_of("Total memory size: 3.0 GB, Output size: 1.0 GB, Temp size: 1.0 GB, Argument size: 1.1 GB"),
              "the program needs 3.10 GiB = 1.1 GiB arguments + 1.0 GiB outputs - 0 B shared + 1.0 GiB temporary");
    EXPECT_EQ(verdict_of("Memstats: x:\n\tUsing (GB) 4.21 / 15.75 (26.730159%) on TPU_0(process=0,(0,0,0,0))\n"),
              "4.21 GiB of 15.75 GiB are in use");
}

TEST(Failures, WarningsOfThePartitionerNameTheArray)
{
    const std::string end = ", dimensions={0}. You probably want to enrich the sharding annotations.";
    EXPECT_EQ(
        verdict_of("[SPMD] Involuntary full rematerialization. The compiler was not able to go from sharding "
                   "{devices=[1,8]<=[8]} to {devices=[8,1]<=[8]} without doing a full rematerialization of the "
                   "tensor for HLO operation: %all-gather.5 = bf16[8192,8192]{1,0} all-gather(bf16[1024,8192] %p)" +
                   end)
            .substr(0, 60),
        "the partitioner replicates all-gather.5 (bf16[8192,8192]) on");
    EXPECT_EQ(verdict_of("Involuntary full rematerialization. The compiler cannot go from sharding {replicated} "
                         "efficiently for HLO operation %copy = (f32[2], f32[3]) copy(%x)" +
                         end)
                  .substr(0, 35),
              "the partitioner replicates copy on ");
    EXPECT_EQ(verdict_of("Involuntary full rematerialization.").substr(0, 39),
              "the partitioner replicates a tensor on ");
}

TEST(Failures, RequestsForConstantsAndKernelsHaveTheirSizes)
{
    EXPECT_EQ(verdict_of("Execution of replica 0 failed: INTERNAL: Failed to allocate 50331648 bytes for new constant"),
              "an allocation of 48.00 MiB failed in the GPU; the message does not say how much is free");
    EXPECT_EQ(
        verdict_of("operation cuFuncSetAttribute failed: Shared memory requested exceeds device resources: 196608 > "
                   "101376.")
            .substr(0, 54),
        "a kernel needs 196608 bytes of shared memory, the GPU ");
}

TEST(Failures, ASearchThatGoesOnIsNoFailure)
{
    const auto found =
        read("Failed to determine best cudnn convolution algorithm: Resource exhausted: Out of memory while "
             "trying to allocate 16777716 bytes.\n\nConvolution performance may be suboptimal.")
            .failures;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_FALSE(found.front().is_failure);
    EXPECT_EQ(found.front().verdict,
              "the search for the best convolution algorithm had no block of 16.00 MiB and went on "
              "without it; more memory might make the program faster");
}

TEST(Failures, ARefusalOfTheDriverIsOneFailureWithItsRequest)
{
    const auto found = read("cuda_driver.cc:828] failed to allocate 3.39G (3640655872 bytes) from device: "
                            "CUDA_ERROR_OUT_OF_MEMORY: out of "
                            "memory\nRuntimeError: Resource exhausted: Failed to allocate request for 3.39GiB "
                            "(3640655872B) on device ordinal 0")
                           .failures;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().bytes("needed"), 3640655872);
    EXPECT_TRUE(verdict_of("rocm_driver.cc:606] failed to allocate 127.99TiB (140729850295296 bytes) from device: "
                           "HIP_ERROR_OutOfMemory")
                    .ends_with("no GPU has so much; the driver gave a wrong size of its memory"));
}

// The share of a GPU that a program takes is set in another way in each framework.
TEST(Failures, ARetryOrACopyInALogIsTheSameFailure)
{
    const std::string error =
        "RESOURCE_EXHAUSTED: Error allocating device buffer: Attempting to allocate 2.00G. That was "
        "not possible. There are 1.30G free.; (0x0x0_HBM0)\n";
    const std::string retried = "I1103 12:00:00.100000 1234 tpu_client.cc:100] TpuClient::AllocateBuffer attempting to "
                                "retry (1/3) after seeing error: " +
                                error;
    const auto again = read(retried + "step 100\n").failures;
    ASSERT_EQ(again.size(), 1U);
    EXPECT_FALSE(again.front().is_failure);
    EXPECT_TRUE(again.front().verdict.ends_with("; the runtime tried again"));
    const std::string logged =
        "E1103 12:00:00.300000 1234 tpu_client.cc:120] TpuClient::AllocateBuffer returning error "
        "after 3 attempt(s): " +
        error;
    for (const auto& text : {retried + retried + logged, retried + logged + "XlaRuntimeError: " + error}) {
        const auto found = read(text).failures;
        ASSERT_EQ(found.size(), 1U);
        EXPECT_TRUE(found.front().is_failure);
        EXPECT_EQ(found.front().times, 1U) << text;
    }
    EXPECT_EQ(read("[host0] " + error + "[host1] " + error).failures.front().times, 2U);

    const std::string status = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 6442450944 bytes.\n";
    const auto pool = read("Allocator (GPU_0_bfc) ran out of memory trying to allocate 6.00GiB (rounded to "
                           "6442450944)requested by op \nExecution of replica 0 failed: " +
                           status + "Error: " + status)
                          .failures;
    ASSERT_EQ(pool.size(), 1U);
    EXPECT_EQ(pool.front().times, 1U);
}

TEST(Failures, OnlyAProgramIsComparedWithADevice)
{
    const auto program = read(lead).failures.front();
    EXPECT_TRUE(program.is_of_program);
    EXPECT_EQ(program.needed_of_device(), program.bytes("needed"));
    const auto request = read("Out of memory while trying to allocate 1.00GiB.").failures.front();
    EXPECT_FALSE(request.is_of_program);
    EXPECT_TRUE(request.needed_of_device());
    for (const std::string text :
         {"Out of host memory while trying to allocate 1.00GiB.", "Out of memory allocating 64 bytes.",
          "Scoped allocation with size 20.00M and limit 16.00M exceeded scoped vmem limit by 4.00M",
          "Shared memory size limit exceeded: requested 294912, available: 232448",
          "Aborting compilation early because it's unlikely to have enough memory. Requires 3.47E, has 14.49G "
          "available."})
        EXPECT_FALSE(read(text).failures.front().needed_of_device()) << text;
}

// Logs of compilers have neither the sentence with the capacity nor the total.
TEST(Failures, TheLimitOfRematerializationSaysWhatIsAvailable)
{
    const auto limit = [](const std::string& arguments) {
        return "I1124 19:33:27.747361 8522 a_compiler.cc:6849] XLA::TPU post optimization rematerialization limit 0B = "
               "95% "
               "hbm (14.96G) - (arguments (" +
               arguments + ") - aliased_output(0B)) - overlays (170.0K)\n";
    };
    const std::string program = "E1124 19:33:28.000000 8522 a_compiler.cc:2223] Program hbm requirement 6.12G:\n";
    const auto alone = read(limit("15.77G")).failures;
    ASSERT_EQ(alone.size(), 1U);
    EXPECT_TRUE(alone.front().is_failure);
    EXPECT_EQ(alone.front().verdict,
              "hbm is about 0.02G short: 15.77G needed, 15.77G of it for arguments, 15.75G available");
    const auto both = read(limit("12.25G") + program).failures;
    ASSERT_EQ(both.size(), 1U);
    EXPECT_TRUE(both.front().verdict.starts_with("hbm is about 2.62G short: 18.37G needed, 12.25G of it for arguments"))
        << both.front().verdict;
    EXPECT_FALSE(both.front().is_complete);
    EXPECT_TRUE(read(limit("1.00G")).failures.empty());
    EXPECT_FALSE(read(limit("1.00G") + program).failures.front().bytes("available"));
    EXPECT_EQ(read("E1124 Program smem requirement 1.36M:\n\n  Largest program allocations in smem:\n")
                  .failures.front()
                  .bytes("needed"),
              1426063);
    // A sentence with the exact sizes is better.
    EXPECT_EQ(verdict_of(limit("15.77G") + "E1124 19:33:28.000000 8522 a_compiler.cc:9] " + lead), short_by);
}

TEST(Failures, MemoryOfTheHostIsNamed)
{
    for (const std::string text :
         {"[0] Failed to allocate 8.00GiB (8589934592 bytes) of host memory pinned to NUMA node 1",
          "Failed to allocate 8.00GiB (8589934592 bytes) of pinned host memory: CUDA_ERROR_A: b"}) {
        const auto found = read(text).failures;
        ASSERT_EQ(found.size(), 1U) << text;
        EXPECT_EQ(found.front().memory, "host");
        EXPECT_EQ(found.front().bytes("needed"), 8589934592);
    }
    const auto unified =
        read("Failed to allocate 8.00GiB (8589934592 bytes) of unified memory: CUDA_ERROR_A: b").failures;
    ASSERT_EQ(unified.size(), 1U);
    EXPECT_EQ(unified.front().memory, "");
}

TEST(Failures, ARequestAboveThePoolCanNeverFit)
{
    const std::string start = "XLA backend allocating 18253611008 bytes on device 0 for BFCAllocator.\n";
    const auto asking = [](const std::string& pool) {
        return "Allocator (" + pool +
               ") ran out of memory trying to allocate 32.00GiB (rounded to "
               "34359738368)requested by op \n";
    };
    EXPECT_NE(verdict_of(start + asking("GPU_0_bfc")).find("can never fit, the pool has 17.00 GiB"), std::string::npos);
    EXPECT_EQ(verdict_of(start + asking("xla_gpu_host_bfc")).find("can never fit"), std::string::npos);
}

TEST(Failures, AdviceIsForTheFramework)
{
    const auto advice = [](const std::string& around) {
        const auto found = read(around + "Out of memory while trying to allocate 17179869184 bytes.").failures;
        return found.empty() || found.front().advice.empty() ? std::string() : found.front().advice.front();
    };
    EXPECT_TRUE(advice("jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: ").starts_with("JAX takes 75 %"));
    EXPECT_TRUE(advice("ResourceExhaustedError: 2 root error(s) found.\n  (0) RESOURCE_EXHAUSTED: ")
                    .starts_with("TensorFlow takes what is free"));
    EXPECT_TRUE(advice("  File \"torch_xla/core/xla_model.py\", line 1055\nRESOURCE_EXHAUSTED: ")
                    .starts_with("PyTorch/XLA takes 75 %"));
}

// Of a part of a dump, what is in use and free is not all.
TEST(Failures, APartOfAPoolHasNoLargestHole)
{
    const auto found = read("bfc_allocator.cc:1066] InUse at 703b12d00 of size 256 next 275\n"
                            "bfc_allocator.cc:1066] InUse at 703b12e00 of size 256 next 276\n")
                           .failures;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_FALSE(found.front().bytes("largest free block"));
    EXPECT_FALSE(found.front().bytes("in use"));
    EXPECT_EQ(found.front().facts.front(), "at least 2 chunks in use take 512 B, 0 free 0 B");
}

} // namespace ballast::tests
