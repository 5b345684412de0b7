#include "answers/foreign_text.hpp"

#include "ballast/proto.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ballast::inline v0::answers {

namespace {

constexpr auto npos = std::string_view::npos;

enum class where : std::uint8_t { begins, contains, name_ends };

struct kind {
    where in;
    std::array<std::string_view, 4> marks; // one of them; empty ones are none
    std::string_view sentence;
};

constexpr std::string_view how_to_dump = "; for its memory, run the program with XLA_FLAGS=--xla_dump_to=DIR, set "
                                         "before the first import, then `ballast show DIR`";

// The first row that fits counts. Sentences that end with a semicolon are followed by how to get a dump.
constexpr std::array kinds{
    kind{where::name_ends, {".xplane.pb"}, "a profile, which has no buffer assignment;"},
    kind{where::name_ends, {".trace.json.gz"}, "a trace of a profiler, which has no buffer assignment;"},
    kind{where::name_ends,
         {".pickle", ".pkl"},
         "a pickle of Python; ballast does not load it. PyTorch's memory snapshots are for "
         "https://pytorch.org/memory_viz"},
    kind{where::begins,
         {"\x80\x02", "\x80\x03", "\x80\x04", "\x80\x05"},
         "a pickle of Python; ballast does not load it. PyTorch's memory snapshots are for "
         "https://pytorch.org/memory_viz"},
    kind{where::begins, {"\177ELF"}, "a program, not a text about memory"},
    kind{where::begins, {"PK\x03\x04"}, "a ZIP archive; give it a name that ends in .zip, or unpack it first"},
    kind{where::begins, {"\x89PNG"}, "a picture; ballast reads text: copy the message instead"},
    kind{where::contains, {"stablehlo."}, "StableHLO (MLIR), the input of the compiler, which has no memory yet;"},
    kind{where::contains, {"mhlo."}, "MLIR, the input of the compiler, which has no memory yet;"},
    kind{where::begins, {"module @", "#loc"}, "MLIR, the input of the compiler, which has no memory yet;"},
    kind{where::begins, {"{ lambda "}, "a jaxpr, the program before it is compiled, which has no memory yet;"},
    kind{where::contains,
         {"Allocation type: scoped", "Allocation type: HLO temp"},
         "a part of a list of allocations in a TPU's memory, without their sizes; the lines before have them"},
    kind{where::contains, {"HloModule "}, "the text of a module, which has no buffer assignment;"},
    kind{
        where::contains,
        {"\n from instruction: ", " positions:\n "},
        "a part of the used values of a dump, which has no sizes; they are in its allocations, at the beginning of the "
        "file or in …-buffer-assignment.txt"},
    kind{
        where::contains,
        {"BufferLiveRange:", "InstructionSequence:"},
        "a part of the live ranges of a dump, which has no sizes; they are in its allocations, at the beginning of the "
        "file or in …-buffer-assignment.txt"},
    kind{where::contains,
         {"CUDA out of memory. Tried to allocate", "torch.OutOfMemoryError"},
         "an error of PyTorch's own allocator, not of XLA: torch.cuda.memory_summary() and "
         "torch.cuda.memory._dump_snapshot() show its memory"},
    kind{where::contains, {"device_traces"}, "a memory snapshot of PyTorch; see https://pytorch.org/memory_viz"},
    kind{where::contains,
         {"oom-kill:", "oom_kill", "Out of memory: Killed process"},
         "a message of the host, whose OOM killer ended the program: the memory of the machine ran out, not the "
         "device's"},
    kind{where::contains,
         {"OOMKilled"},
         "a message of the container, which was killed because the memory of the host, or its limit, ran out, not the "
         "device's"},
    kind{where::contains,
         {"Dst tensor is not initialized"},
         "a message of TensorFlow, which could not copy a tensor to the GPU, usually because the GPU has no memory "
         "left: the allocator's dump is in the log above the message, if TF_CPP_MIN_LOG_LEVEL is 0"},
    kind{where::contains,
         {"Failed to CUDA calloc", "NCCL operation"},
         "an error of NCCL, whose buffers are outside of XLA's pool: XLA_CLIENT_MEM_FRACTION=.75 or less leaves memory "
         "to "
         "it, if the GPU has none left"},
    kind{where::contains,
         {"\nKilled", " killed     "},
         "a message of the shell: the program was killed, usually because the memory of the host ran out: `dmesg` says "
         "so"},
    kind{where::begins,
         {"Killed"},
         "a message of the shell: the program was killed, usually because the memory of the host ran out: `dmesg` says "
         "so"},
    kind{where::contains,
         {"MemoryError", "std::bad_alloc", "LLVM ERROR: out of memory"},
         "a message of the host: the program had no memory there; the device's is not the problem"},
    kind{where::contains,
         {"No available memory for the cache blocks"},
         "a message of vLLM: what the weights and the program leave does not suffice for the KV cache: lower "
         "--max-model-len, raise --gpu-memory-utilization, or shard the model over more devices"},
    kind{where::contains,
         {"CUDA_ERROR_OUT_OF_MEMORY", "hipErrorOutOfMemory", "HIP_ERROR_OutOfMemory"},
         "an error of the GPU's driver without a size: the memory of the GPU is used up, by this program or by others "
         "(nvidia-smi or rocm-smi lists them); XLA_CLIENT_MEM_FRACTION=.75 or less leaves memory to libraries such as "
         "NCCL and cuDNN"},
    kind{
        where::contains,
        {"CUBLAS_STATUS_NOT_INITIALIZED", "CUBLAS_STATUS_ALLOC_FAILED", "CUDNN_STATUS_ALLOC_FAILED",
         "DNN library initialization failed"},
        "an error of a library of CUDA (cuBLAS, cuDNN), which could not start: often the GPU has no memory left beside "
        "XLA's pool; XLA_CLIENT_MEM_FRACTION=.75 or less leaves memory to it"},
    kind{where::contains,
         {"cusolverDnCreate", "gpusolverDnCreate", "CUDNN_STATUS_INTERNAL_ERROR", "() failed: out of memory"},
         "an error of a library of the GPU (cuSOLVER, cuDNN, hipSOLVER), which takes its own memory: often the GPU has "
         "no memory left "
         "beside "
         "XLA's pool; XLA_CLIENT_MEM_FRACTION=.75 or less leaves memory to it"},
    kind{where::contains,
         {"Quota exceeded", "No space left on device", "Received message larger than max", "Too many open files"},
         "an error about a quota, a disk, a message or files, not about memory"},
    kind{where::contains,
         {"Garbage collection: deallocate free memory regions"},
         "a notice of TensorFlow's allocator, not an error: it gives free regions back to the driver, because they are "
         "fragmented"},
    kind{where::contains,
         {"of free system memory", "of system memory."},
         "a notice of TensorFlow about memory of the host, not an error"},
    kind{where::contains,
         {"cublas handle", "without BLAS support"},
         "an error of a library of CUDA (cuBLAS), which could not start: often the GPU has no memory left beside XLA's "
         "pool; XLA_CLIENT_MEM_FRACTION=.75 or less leaves memory to it"},
    kind{where::contains,
         {"NRT_RESOURCE", "nrt_allocate"},
         "an error of the Neuron runtime, which ballast does not read"},
    kind{where::contains, {"RESOURCE_EXHAUSTED"}, "an error without a size of memory that ballast knows;"},
};

bool fits(const kind& k, std::string_view text, std::string_view name)
{
    return std::ranges::any_of(k.marks, [&](std::string_view mark) {
        if (mark.empty()) return false;
        switch (k.in) {
        case where::begins: return text.starts_with(mark);
        case where::contains: return text.find(mark) != npos;
        case where::name_ends: return name.ends_with(mark);
        }
        return false;
    });
}

// Why a binary file of XLA's has no dump. Empty for other files.
std::string foreign_program(std::string_view bytes)
{
    const auto found = find_programs(bytes);
    if (found.form == binary_form::none) return {};
    const auto& problem = found.programs.empty() ? found.problem : found.programs.front().problem;
    return std::string("this is ")
        .append(description(found.form))
        .append(problem.empty() ? "" : ", which ")
        .append(problem);
}

} // namespace

std::string other_text() { return std::string("nothing in it is a text of XLA about memory").append(how_to_dump); }

std::string foreign_text(std::string_view text, std::string_view name)
{
    constexpr std::size_t searched = std::size_t{8} << 20;
    text = text.substr(0, searched);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == npos && !text.empty()) return "the text has only blanks";
    if (text.empty()) return "the text is empty";
    const auto from_first = text.substr(first);
    const auto* const found = std::ranges::find_if(kinds, [&](const kind& k) { return fits(k, from_first, name); });
    if (found == kinds.end()) {
        if (auto sentence = foreign_program(text); !sentence.empty()) return sentence;
        if (text.substr(0, 4096).find('\0') != npos) return "this is a binary file that ballast does not know";
        return {};
    }
    auto result = std::string("this is ").append(found->sentence);
    if (!result.ends_with(';')) return result;
    result.pop_back();
    return result.append(how_to_dump);
}

} // namespace ballast::inline v0::answers
