// Each piece of advice: a text for which it is given, and one for which it could not work.
#include "failures/failures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

namespace {

namespace fs = std::filesystem;

std::string log_of_pool(const std::string& name, const std::string& asked, const std::string& in_use,
                        bool driver = false)
{
    return (driver ? "failed to allocate 2.12GiB (2276425728 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY: a\n" : "") +
           ("Allocator (" + name + ") ran out of memory trying to allocate " + asked + " (rounded to " +
            (asked == "1.00GiB" ? "1073741824" : "68719476736") + ")requested by op \nBFCAllocator dump for " + name +
            "\nBin for " + asked +
            " was 256.00MiB, Chunk State: \nNext region of size 8589934592\nInUse at 7f of size " + in_use +
            " next 1\nFree  at 8f of size " + std::to_string(8589934592 - std::stoll(in_use)) +
            " next 18446744073709551615\nStats: \nLimit:            8589934592\nInUse:            " + in_use + "\n");
}
struct advice_row {
    std::string words;  // of the sentence
    std::string source; // of its text in the program; empty if the words are a part of that
    std::vector<std::string> given;
    std::vector<std::string> not_given;
};

const std::vector<advice_row>& all_advice()
{
    const std::string full = "8053063680";
    const std::string half = "4294967296";
    const std::string asked_gpu = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1.00GiB";
    const std::string asked_host = "RESOURCE_EXHAUSTED: Out of host memory while trying to allocate 1.00GiB.";
    const std::string by_operation =
        "ResourceExhaustedError: Out of memory while trying to allocate 64 bytes. [Op:Fill]";
    const std::string of_torch = "  File \"torch_xla/core/xla_model.py\", line 1\n" + asked_gpu + ".";
    const std::string driver_line =
        "failed to allocate 2.12GiB (2276425728 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY: out of memory";
    const std::string async = "gpu_async_0 cuMemAllocAsync failed to allocate ";
    const std::string of_async =
        " bytes: CUDA_ERROR_OUT_OF_MEMORY\n Reported by CUDA: Free memory/Total memory: 1024/4096";
    const std::string hbm =
        "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 17.20G of 15.75G hbm. Exceeded "
        "hbm capacity by 1.45G.";
    const std::string vmem = "RESOURCE_EXHAUSTED: Ran out of memory in memory space vmem. Used 17.20M of 16.00M vmem. "
                             "Exceeded vmem capacity by 1.20M.";
    const std::string block = "  1. Size: 2.00G\n     XLA label: fusion.1\n     Allocation type: HLO temp\n";
    const std::string scoped = "Scoped allocation with size ";
    const std::string buffer =
        "Error allocating device buffer: Attempting to allocate 2.00G. That was not possible. There are ";
    const std::string program =
        "Error loading program: Attempting to reserve 2.00G at the bottom of memory. That was not "
        "possible. There are 1.00G free, 0B reserved, and 1.00G reservable.";
    const std::string large =
        "Allocation (size=142606336) would exceed memory (size=134217728) :: #allocation7 [shape = "
        "'bf16[2,8192,4352]{2,1,0}', space=";
    const std::string sizes = "CompiledMemoryStats(generated_code_size_in_bytes=1, argument_size_in_bytes=8, "
                              "output_size_in_bytes=8, alias_size_in_bytes=0, temp_size_in_bytes=8)";
    const std::string torch =
        "Graph input size: 0.1 GB\nGraph output size: 0.1 GB\nAliased Input size: 0.0 GB\nIntermediate "
        "tensor size: 0.2 GB";
    const std::string words = "RET_CHECK failure (a/bounds_check.cc:7) allocation_size_words <= "
                              "std::numeric_limits<int32_t>::max() 2415919104 %s0 = a";
    const std::string mapped = "Not enough PA budget: pa_allocated=600B, allocation_size=";
    const std::string tensor =
        "OOM when allocating tensor with shape[64,64] and type float on /device:GPU:0 by allocator ";
    const std::string shared = "Shared memory size limit exceeded: requested 294912, available: ";
    const std::string staging =
        "Failed to allocate a 64-byte pinned host staging buffer for a device-to-host transfer.";

    static const std::vector<advice_row> all{
        // GPUs and hosts
        {"limits this memory", "", {log_of_pool("xla_gpu_host_bfc", "1.00GiB", full), asked_host}, {asked_gpu + "."}},
        {"TF_GPU_HOST_MEM_LIMIT_IN_MB",
         "limits this memory",
         {log_of_pool("gpu_host_bfc", "1.00GiB", full)},
         {log_of_pool("xla_gpu_host_bfc", "1.00GiB", full), log_of_pool("GPU_0_bfc", "1.00GiB", full)}},
        {"lower the fraction",
         "",
         {log_of_pool("GPU_collectivememory_0_bfc", "1.00GiB", full)},
         {log_of_pool("GPU_0_bfc", "1.00GiB", full), log_of_pool("xla_gpu_host_bfc", "1.00GiB", full)}},
        {"XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async",
         "",
         {log_of_pool("GPU_0_bfc", "1.00GiB", half)},
         {log_of_pool("GPU_0_bfc", "1.00GiB", full), log_of_pool("GPU_0_bfc", "64.00GiB", half),
          log_of_pool("xla_gpu_host_bfc", "1.00GiB", half), asked_gpu + "."}},
        {"End the other processes",
         "",
         {driver_line, log_of_pool("GPU_0_bfc", "1.00GiB", half, true), driver_line + "\n" + asked_gpu + "."},
         {log_of_pool("GPU_0_bfc", "1.00GiB", full), "failed to alloc 64 bytes on host: CUDA_ERROR_INVALID_VALUE",
          "failed to allocate 4096.00GiB (4398046511104 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY"}},
        {"XLA_CLIENT_MEM_FRACTION=.95",
         "{}{}",
         {log_of_pool("GPU_0_bfc", "1.00GiB", full)},
         {log_of_pool("GPU_0_bfc", "64.00GiB", full), log_of_pool("GPU_0_bfc", "1.00GiB", half),
          log_of_pool("GPU_collectivememory_0_bfc", "1.00GiB", full), log_of_pool("xla_gpu_host_bfc", "1.00GiB", full),
          asked_gpu + " with allocator gpu_async_0 on device 0.", asked_host, by_operation, of_torch}},
        {"lower what is free",
         "",
         {asked_gpu + "."},
         {asked_gpu + " with allocator gpu_async_0 on device 0.", asked_host, by_operation}},
        {"PJRT_ALLOCATOR_FRACTION=.95", "lower what is free", {of_torch}, {asked_gpu + ".", by_operation}},
        {"Split the array, or shard it over more devices",
         "",
         {log_of_pool("GPU_0_bfc", "64.00GiB", full), words, mapped + "900B, pa_budget=1000B",
          async + "8192" + of_async},
         {log_of_pool("GPU_0_bfc", "1.00GiB", full), mapped + "500B, pa_budget=1000B", hbm}},
        {"Lower XLA_CLIENT_MEM_FRACTION",
         "",
         {async + "2048" + of_async},
         {async + "8192" + of_async, log_of_pool("GPU_0_bfc", "1.00GiB", full), asked_host}},
        {"is no ceiling",
         "",
         {asked_gpu + " with allocator gpu_async_0 on device 0."},
         {asked_gpu + " with allocator GPU_0_bfc on device 0.", asked_host}},
        {"asks the driver each time",
         "",
         {"Failed to allocate request for 1.00GiB (1073741824B) on device ordinal 0"},
         {asked_gpu + ".", asked_gpu + " with allocator GPU_0_bfc on device 0."}},
        {"raises the budget",
         "",
         {mapped + "500B, pa_budget=1000B"},
         {mapped + "900B, pa_budget=1000B", mapped + "100B, pa_budget=1000B", asked_gpu + "."}},
        {"the machine may have no more",
         "",
         {"failed to alloc 64 bytes on host: CUDA_ERROR_INVALID_VALUE"},
         {driver_line}},
        {"the memory of the GPU is not the problem",
         "",
         {shared + "232448"},
         {shared + "332448", asked_gpu + ".", vmem}},
        {"a lower XLA_CLIENT_MEM_FRACTION helps",
         "",
         {"out of memory trying to instantiate command buffer with 5 (total of 2 alive"},
         {asked_gpu + ".", asked_host}},
        {"limits pinned memory, 64 (GB)", "", {staging}, {asked_gpu + ".", driver_line}},
        {"TensorFlow allocates this tensor outside XLA",
         "",
         {tensor + "GPU_0_bfc"},
         {log_of_pool("GPU_0_bfc", "1.00GiB", full) + tensor + "GPU_0_bfc", asked_gpu + "."}},
        // TPUs
        {"Take smaller blocks in the kernel, or keep", "", {vmem}, {hbm, shared + "232448"}},
        {"The compiler's log has the largest allocations",
         "",
         {hbm},
         {hbm + "\n" + block, vmem, program, asked_gpu + "."}},
        {"Take smaller blocks or fewer buffers",
         "",
         {scoped + "20.00M and limit 16.00M exceeded scoped vmem limit by 4.00M",
          "Ran out of memory in memory space vmem while allocating on stack for %a.1 = "},
         {hbm, buffer + "1.00G free.; (0x0x0_HBM0)"}},
        {"xla_tpu_scoped_vmem_limit_kib",
         "",
         {scoped + "20.00M and limit 16.00M exceeded scoped vmem limit by 4.00M"},
         {scoped + "300.00M and limit 64.00M exceeded scoped vmem limit by 236.00M", vmem, hbm}},
        {"Take a smaller block, or keep",
         "",
         {large + "vmem, size = 0x8800000, tag = 'a'] :: a"},
         {large + "hbm, size = 0xffffffffffffffff, tag = 'a'] :: a", hbm}},
        {"or compute it in parts",
         "",
         {large + "hbm, size = 0xffffffffffffffff, tag = 'a'] :: a"},
         {large + "vmem, size = 0x8800000, tag = 'a'] :: a"}},
        {"memory_kind",
         "",
         {"Tensor which is moved to host (starting from add.3) is returned from the entry computation"},
         {hbm}},
        {"Take smaller blocks in the kernel",
         "",
         {"INTERNAL: a:57:1: error: E3000: CompileTimeSparseCoreAllocationFailure: current allocation offset upper "
          "bound (8388607 words) exceeds the legitimate user allocatable offset upper bound (2097151 words) in memory "
          "space spmem"},
         {hbm, program}},
        {"Lower max_nz_per_row", "", {"No viable logical replica count for the embedding table"}, {hbm}},
        {"Live arrays divide the free memory",
         "",
         {buffer + "3.00G free.; (0x0x0_HBM0)"},
         {buffer + "1.00G free.; (0x0x0_HBM0)", program}},
        {"Arrays of the program hold the rest",
         "",
         {buffer + "1.00G free.; (0x0x0_HBM0)"},
         {program, hbm, asked_gpu + "."}},
        {"its arguments are in memory already", "", {program}, {buffer + "1.00G free.; (0x0x0_HBM0)", hbm}},
        // compilers
        {"This is a warning",
         "",
         {"Can't reduce memory use below 10.00GiB (10737418240 bytes) by rematerialization; only reduced to 14.00GiB "
          "(15032385536 bytes)"},
         {hbm, asked_gpu + "."}},
        {"Donate arguments",
         "",
         {"The byte size of input/output arguments (390124) exceeds the base limit (160000)."},
         {hbm, asked_gpu + "."}},
        {"the same sharding", "", {"Involuntary full rematerialization. The compiler cannot go from"}, {hbm}},
        {"lists the arrays; a dump says", "", {"{'bytes_in_use': 100, 'bytes_limit': 200}"}, {hbm, sizes}},
        {"The whole file says",
         "",
         {"allocation 0: size 4096, parameter 0, shape |f32[1024]| at ShapeIndex {}:\n value: <1 a @0> "
          "(size=4096,offset=0): f32[1024]{0}\n"},
         {hbm, asked_gpu + "."}},
        {"GB means 1024", "", {torch}, {sizes}},
        {"does not have the peak", "", {sizes}, {torch, "{'bytes_in_use': 100, 'bytes_limit': 200}"}},
        {"XLA_FLAGS=",
         "set before the first import",
         {asked_gpu + ".", hbm},
         {scoped + "20.00M and limit 16.00M exceeded scoped vmem limit by 4.00M", shared + "232448", staging}},
        {"after_optimizations-buffer-assignment.txt", "", {asked_gpu + "."}, {vmem, shared + "232448"}},
    };
    return all;
}

std::string advice_of(const std::string& text)
{
    std::string all;
    const auto found = failures::read(text).failures;
    for (const auto& f : found)
        for (const auto& sentence : f.advice) all += sentence + '\n';
    return all;
}

// The literals of the calls of a function in a source file: the first one of each call, with those that continue it.
std::vector<std::string> literals_of(std::string_view function, std::string_view source)
{
    std::vector<std::string> result;
    for (auto at = source.find(function); at != std::string_view::npos; at = source.find(function, at + 1)) {
        auto from = at + function.size();
        std::string literal;
        for (;;) {
            while (from < source.size() && (source[from] == ' ' || source[from] == '\n')) ++from;
            if (from >= source.size() || source[from] != '"') break;
            for (++from; from < source.size() && source[from] != '"'; ++from) {
                if (source[from] == '\\') ++from;
                literal += source[from];
            }
            ++from;
        }
        if (!literal.empty()) result.push_back(std::move(literal));
    }
    return result;
}

} // namespace

TEST(Advice, IsGivenWhereItCanWorkAndNowhereElse)
{
    for (const auto& each : all_advice()) {
        for (const auto& text : each.given)
            EXPECT_NE(advice_of(text).find(each.words), std::string::npos) << each.words << "\nfor\n" << text;
        for (const auto& text : each.not_given)
            EXPECT_EQ(advice_of(text).find(each.words), std::string::npos) << each.words << "\nfor\n" << text;
    }
}

// A new sentence needs its row above.
TEST(Advice, IsTestedForEachSentence)
{
    std::size_t seen = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(BALLAST_ROOT) / "src" / "failures")) {
        if (entry.path().extension() != ".cpp") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string source{std::istreambuf_iterator<char>(file), {}};
        for (const auto& literal : literals_of("advise(", source)) {
            ++seen;
            EXPECT_TRUE(std::ranges::any_of(all_advice(), [&](const advice_row& a) {
                return !a.given.empty() && literal.find(a.source.empty() ? a.words : a.source) != std::string::npos;
            })) << literal;
        }
    }
    EXPECT_GE(seen, 30U);
}

} // namespace ballast::tests
