// What files are that say nothing about memory.
#include "answers/foreign_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::tests {

TEST(ForeignText, IsNamedWithWhatToDo)
{
    using namespace std::string_view_literals;
    struct row {
        std::string_view text;
        std::string_view name;
        std::string_view what;
    };
    for (const auto& [text, name, what] : {
             row{"\x0a\x01", "t.xplane.pb", "a profile"},
             row{"\x1f\x8b", "t.trace.json.gz", "a trace of a profiler"},
             row{"x", "snapshot.pickle", "a pickle of Python"},
             row{"x", "snapshot.pkl", "a pickle of Python"},
             row{"\x80\x04\x95", "f", "a pickle of Python"},
             row{"\177ELF\x02", "f", "a program"},
             row{"PK\x03\x04", "f", "unpack it first"},
             row{"\x89PNG", "f", "copy the message instead"},
             row{"module @jit_f { stablehlo.add", "f", "StableHLO"},
             row{"module @jit_f { }", "f", "MLIR"},
             row{"#loc1 = loc(\"x\")", "f", "MLIR"},
             row{"{ lambda ; a:f32[]. let", "f", "a jaxpr"},
             row{"log\nHloModule jit_f\n", "f", "the text of a module"},
             row{"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB", "f", "PyTorch's own allocator"},
             row{"{\"device_traces\": []}", "f", "a memory snapshot of PyTorch"},
             row{"kernel: oom-kill:constraint", "f", "OOM killer"},
             row{"Out of memory: Killed process 5 (python)", "f", "OOM killer"},
             row{"Reason: OOMKilled", "f", "the container"},
             row{"Dst tensor is not initialized.", "f", "TF_CPP_MIN_LOG_LEVEL"},
             row{"step 5\nKilled\n", "f", "`dmesg`"},
             row{"Killed\n", "f", "`dmesg`"},
             row{"429 RESOURCE_EXHAUSTED: Quota exceeded for quota metric", "f", "not about memory"},
             row{"ResourceExhaustedError: m.ckpt; No space left on device [Op:SaveV2]", "f", "not about memory"},
             row{"Garbage collection: deallocate free memory regions (i.e., allocations)", "f", "not an error"},
             row{"Allocation of 2359296000 exceeds 10% of free system memory.", "f", "not an error"},
             row{"failed to create cublas handle: cublas error", "f", "cuBLAS"},
             row{"nrt_allocate failed: NRT_RESOURCE", "f", "Neuron"},
             row{"MemoryError\n", "f", "the device's is not the problem"},
             row{"what():  std::bad_alloc", "f", "the device's is not the problem"},
             row{"ValueError: No available memory for the cache blocks.", "f", "KV cache"},
             row{"NCCL: CUDA_ERROR_OUT_OF_MEMORY", "f", "the GPU's driver"},
             row{"LLVM ERROR: out of memory", "f", "the device's is not the problem"},
             row{"failed to create cublas handle: CUBLAS_STATUS_NOT_INITIALIZED", "f", "cuBLAS"},
             row{"FAILED_PRECONDITION: DNN library initialization failed.", "f", "cuDNN"},
             row{"operation gpusolverDnCreate(&handle) failed: cuSolver internal error", "f", "cuSOLVER"},
             row{"RESOURCE_EXHAUSTED: quota", "f", "--xla_dump_to=DIR"},
             row{""sv, "f", "the text is empty"},
             row{" \n\t\n", "f", "only blanks"},
             row{"a\0b"sv, "f", "a binary file"},
         })
        EXPECT_NE(answers::foreign_text(text, name).find(what), std::string::npos) << what << "\n"
                                                                                   << answers::foreign_text(text, name);
    EXPECT_EQ(answers::foreign_text("step 5 loss 0.1\n", "f"), "");
}

} // namespace ballast::tests
