// Sentences about failures of GPUs and hosts.
#include "failures/verdict.hpp"

#include "base/saturating_sum.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace ballast::failures {

namespace {

constexpr std::string_view rest_unknown = "; the message does not say how much is free";

// The variable that limits an allocator of host memory.
std::string_view host_variable(std::string_view name)
{
    if (name == "gpu_host_bfc" || name == "cuda_host_bfc") return "TF_GPU_HOST_MEM_LIMIT_IN_MB";
    if (name == "bfc_cpu_allocator_for_gpu" || name == "cpu") return "TF_CPU_BFC_MEM_LIMIT_IN_MB";
    return "XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB";
}
// How much of a GPU a framework takes, and what changes that.
std::string_view share_of_memory(framework from)
{
    switch (from) {
    case framework::tensorflow: return "TensorFlow takes what is free on the GPU when it starts, less a reserve";
    case framework::torch_xla:
        return "PyTorch/XLA takes 75 % of the GPU by default: PJRT_ALLOCATOR_FRACTION=.95 raises it";
    case framework::jax:
    case framework::unknown: break;
    }
    return "JAX takes 75 % of the GPU by default: XLA_CLIENT_MEM_FRACTION=.95 (formerly "
           "XLA_PYTHON_CLIENT_MEM_FRACTION) raises it";
}
// True for the memory of the CPU itself, false for memory that is pinned for a GPU.
bool is_cpu(std::string_view name) { return name.starts_with("bfc_cpu") || name.starts_with("cpu"); }

} // namespace

// --- an allocator of chunks ------------------------------------------------------------------------------------------

void verdict_writer::allocator()
{
    made_.source = of_.host ? place::cpu : place::gpu;
    allocator_state();
    const auto who = of_.name.empty() ? std::string("the allocator") : of_.name;
    const auto memory = !of_.host          ? std::string()
                        : is_cpu(of_.name) ? " (memory of the host, not of the GPU)"
                                           : " (pinned memory of the host, not of the GPU)";
    const auto what = of_.operation.empty() ? std::string() : fmt::format(" for {}", of_.operation);
    const auto program = of_.program.empty() ? std::string() : fmt::format(" for {}", of_.program);
    const auto& asked = of_.rounded ? of_.rounded : of_.needed;
    const auto state =
        of_.in_use && of_.limit ? fmt::format("{} of {} are in use", of_.in_use->text, of_.limit->text) : std::string();
    const bool has_hole = of_.dump && of_.dump->has_chunks;
    const auto largest = of_.largest ? of_.largest
                         : has_hole  ? std::optional(exact_amount(of_.dump->largest_free))
                                     : std::nullopt;
    if (!of_.needed) {
        verdict("{}{}: {}", who, memory, state.empty() ? "a part of the allocator's dump" : state);
        lacks("what was requested is not in the text");
        return allocator_advice();
    }
    const auto request = fmt::format("{}{} has no free block of {}{}{}", who, memory, of_.needed->text, what, program);
    if (of_.limit && asked->bytes > of_.limit->bytes && !of_.dump) {
        verdict("{}: it can never fit, the pool has {} in all", request, of_.limit->text);
        return allocator_advice();
    }
    if (!of_.limit || !of_.in_use) {
        verdict("{}{}", request, rest_unknown);
        if (of_.dump) lacks("the allocator's dump is cut");
        return allocator_advice();
    }
    const auto left = of_.limit->bytes - of_.in_use->bytes;
    const auto hole = largest ? fmt::format(", the largest free block has {}", largest->text) : std::string();
    if (of_.limit->bytes < of_.in_use->bytes)
        verdict("{}: {}, which contradicts itself", request, state);
    else if (asked->bytes > of_.limit->bytes)
        verdict("{}: it can never fit, the pool has {} in all", request, of_.limit->text);
    else if (asked->bytes > left) {
        verdict("{}: {}{}; {} missing", request, state, hole, size_text(asked->bytes - left));
        made_.sizes.push_back({"missing", size_text(asked->bytes - left), asked->bytes - left});
    } else if (of_.detail == "driver")
        verdict("{}: {}, but the driver gave no more: other processes or the driver itself hold the memory", request,
                state);
    else
        verdict("{}: {} are free, but not in one piece (fragmentation): {}{}", request, size_text(left), state, hole);
    made_.advice.clear();
    allocator_advice();
}

// The figures of the pool, and who holds it.
void verdict_writer::allocator_state()
{
    size("needed", of_.needed);
    if (of_.rounded) size("rounded", of_.rounded);
    // The counters are at the end of a dump.
    const bool whole = of_.limit.has_value();
    if (of_.dump && of_.dump->has_chunks) {
        const auto& dump = *of_.dump;
        if (whole && (!of_.in_use || !of_.in_use->exact)) of_.in_use = exact_amount(dump.in_use);
        fact("{}{} chunks in use take {}, {} free {}{}", whole ? "" : "at least ", dump.used_chunks,
             size_text(dump.in_use), dump.free_chunks, size_text(dump.free),
             dump.region_count == 0
                 ? std::string()
                 : fmt::format(", in {} region{}", dump.region_count, dump.region_count == 1 ? "" : "s"));
    }
    // A printed size is rounded.
    if (whole && of_.largest && of_.dump && of_.largest->text == size_text(of_.dump->largest_free))
        of_.largest = exact_amount(of_.dump->largest_free);
    size("in use", of_.in_use);
    size("limit", of_.limit);
    if (of_.largest)
        size("largest free block", of_.largest);
    else if (whole && of_.dump && of_.dump->has_chunks)
        size("largest free block", exact_amount(of_.dump->largest_free));
    if (of_.peak && of_.in_use && of_.peak->bytes != of_.in_use->bytes) size("peak in use", of_.peak);
    if (of_.unallocated && of_.unallocated->bytes != 0) size("not allocated yet", of_.unallocated);
    if (!of_.dump) return statistics();
    std::vector<listed_buffer> holders;
    for (const auto& [label, owner] : of_.dump->owners) {
        holders.push_back(owner);
        holders.back().owner = fmt::format("{} chunk{}", owner.count, owner.count == 1 ? "" : "s");
        holders.back().count = 1;
    }
    for (const auto& [bytes, count] : of_.dump->sizes) {
        listed_buffer chunk{.bytes = bytes, .count = count, .owner = "chunk"};
        holders.push_back(std::move(chunk));
    }
    const auto total = [](const listed_buffer& b) {
        std::int64_t result = 0;
        return __builtin_mul_overflow(b.bytes, b.count, &result) ? INT64_MAX : result;
    };
    std::ranges::stable_sort(holders, std::greater(), total);
    constexpr std::size_t most = 20;
    if (holders.size() > most) holders.resize(most);
    for (const auto& h : holders)
        if (h.label.empty() && &h == &holders.front())
            fact("most is held by {} chunk{} of {}", h.count, h.count == 1 ? "" : "s", size_text(h.bytes));
    std::ranges::move(holders, std::back_inserter(made_.buffers));
    if (of_.dump->chunks.size() == of_.dump->used_chunks + of_.dump->free_chunks)
        made_.chunks = std::move(of_.dump->chunks);
    statistics();
}

void verdict_writer::allocator_advice()
{
    if (of_.host) {
        advise("{} limits this memory{}; TF_GPU_ALLOCATOR and the memory fraction of the GPU do nothing here",
               host_variable(of_.name), of_.name == "xla_gpu_host_bfc" ? ", 64 (GB) by default" : "");
        return;
    }
    if (of_.name.find("collective") != std::string::npos) {
        advise("This pool has what XLA_CLIENT_MEM_FRACTION leaves: lower the fraction (formerly "
               "XLA_PYTHON_CLIENT_MEM_FRACTION), or set XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB");
        return;
    }
    const bool fragmented = made_.verdict.find("(fragmentation)") != std::string::npos;
    if (fragmented)
        advise("In JAX, XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async takes memory from the driver, in TensorFlow "
               "TF_GPU_ALLOCATOR=cuda_malloc_async; JAX ignores the latter, which the log suggests");
    if (of_.detail == "driver") advise("End the other processes on the GPU (nvidia-smi or rocm-smi lists them)");
    const bool never = made_.verdict.find("can never fit") != std::string::npos;
    const auto& asked = of_.rounded ? of_.rounded : of_.needed;
    // The fraction is .75 by default; all of the GPU is a third more.
    const bool beyond_device = never && asked->bytes / 4 > of_.limit->bytes / 3;
    if (beyond_device)
        advise("Split the array, or shard it over more devices");
    else if (!fragmented && of_.detail != "driver")
        advise("{}{}", share_of_memory(of_.operation.empty() ? of_.from : framework::tensorflow),
               never ? "; otherwise split or shard the array" : "; other processes on the GPU may need the rest");
    advise_dump("gpu_");
}

// --- other requests --------------------------------------------------------------------------------------------------

void verdict_writer::async_allocator()
{
    size("needed", of_.needed);
    size("free on the device", of_.free);
    size("device", of_.available);
    size("in use", of_.in_use);
    size("limit", of_.limit);
    const auto who = of_.name.empty() ? std::string("the driver's pool") : of_.name;
    const auto of_device = of_.free && of_.available
                               ? fmt::format(": the driver reports {} of {} free", of_.free->text, of_.available->text)
                               : std::string(rest_unknown);
    verdict("{} could not allocate {}{}", who, of_.needed->text, of_device);
    if (of_.in_use && of_.limit)
        fact("{} are in use; the limit of {} is a threshold above which memory goes back to the driver, not a ceiling",
             of_.in_use->text, of_.limit->text);
    if (of_.free && of_.free->bytes >= of_.needed->bytes)
        fact("enough is free in all: the pool's free memory is fragmented, or the driver cannot map it in one piece");
    if (of_.available && of_.needed->bytes > of_.available->bytes)
        advise("Split the array, or shard it over more devices: the GPU has less in all");
    else
        advise("Lower XLA_CLIENT_MEM_FRACTION (formerly XLA_PYTHON_CLIENT_MEM_FRACTION) or drop preallocation, so that "
               "the driver has memory for the request");
    statistics();
    advise_dump("gpu_");
}

// What TensorFlow says of an operation is the same for all devices.
void verdict_writer::operation_request(const std::string& program)
{
    made_.source = place::tensorflow;
    verdict("an allocation of {}{} failed; the message does not say on which device", of_.needed->text, program);
    advise_dump("");
}

void verdict_writer::gpu_request()
{
    made_.source = of_.host ? place::cpu : place::gpu;
    size("needed", of_.needed);
    const auto program = of_.program.empty() ? std::string() : fmt::format(" for {}", of_.program);
    std::string where = of_.host ? "pinned memory of the host, not of the GPU" : "the GPU";
    if (of_.detail == "operation") return operation_request(program);
    if (!of_.name.empty() && of_.name != "platform")
        where = of_.device.empty() ? of_.name
                                   : fmt::format("{} of device {}{}", of_.name, of_.device,
                                                 of_.host ? " (pinned memory of the host, not of the GPU)" : "");
    else if (!of_.device.empty())
        where = fmt::format("device {}", of_.device);
    if (of_.needed) {
        verdict("an allocation of {}{} failed in {}{}", of_.needed->text, program, where, rest_unknown);
    } else if (of_.total) {
        made_.is_failure = false;
        verdict(
            "the module{} allocates {} in all; how much is available is not in this text; --device names the device",
            program, of_.total->text);
        lacks("the request that failed is not in the text");
    } else {
        made_.is_failure = false;
        std::int64_t sum = 0;
        for (const auto& b : of_.buffers) sum = saturating_sum(sum, b.bytes);
        verdict("a part of a list of peak buffers: {} in {} buffer{}", size_text(sum), of_.buffers.size(),
                of_.buffers.size() == 1 ? "" : "s");
        lacks("the request that failed is not in the text");
    }
    statistics();
    if (of_.host)
        advise("XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB limits this memory, 64 (GB) by default; TF_GPU_ALLOCATOR and the "
               "memory fraction "
               "of the GPU do nothing here");
    else if (of_.detail == "driver")
        advise("End the other processes on the GPU (nvidia-smi or rocm-smi lists them)");
    else if (of_.name.starts_with("gpu_async"))
        advise("For this allocator XLA_CLIENT_MEM_FRACTION is no ceiling: lower it, so that the driver has memory for "
               "the request");
    else if (of_.name == "platform" || of_.name.starts_with("SE_"))
        advise("This allocator asks the driver each time: other processes on the GPU hold the rest");
    else if (of_.needed)
        advise("{}; other processes on the GPU lower what is free", share_of_memory(of_.from));
    advise_dump("gpu_");
}

// The rows of `BufferAssignment stats`.
void verdict_writer::statistics()
{
    size("total", of_.total);
    size("arguments", of_.arguments);
    size("constants", of_.constants);
    size("outputs", of_.outputs);
    size("temporary", of_.temporaries);
    if (of_.fragmentation) size("fragmentation", of_.fragmentation);
    const bool has_rows = of_.total || of_.arguments || of_.constants || of_.outputs || of_.temporaries;
    if (has_rows && !of_.total) lacks("the statistics are cut");
    if (of_.total && of_.kind == event::gpu_request && of_.needed)
        fact("the module allocates {} in all", of_.total->text);
    if (!has_rows || of_.listed || of_.kind != event::gpu_request) return;
    lacks("the list of buffers is missing");
}

void verdict_writer::mapped_allocator()
{
    size("needed", of_.needed);
    size("in use", of_.in_use);
    size("limit", of_.limit);
    const auto left = of_.limit->bytes - of_.in_use->bytes;
    if (left >= 0 && of_.needed->bytes > left) {
        verdict("the pool of mapped memory has no {}: {} of {} are in use; {} missing", of_.needed->text,
                of_.in_use->text, of_.limit->text, size_text(of_.needed->bytes - left));
        made_.sizes.push_back({"missing", size_text(of_.needed->bytes - left), of_.needed->bytes - left});
        // All of the GPU is a third more than the budget by default.
        if (of_.needed->bytes - left <= of_.limit->bytes / 3)
            advise("XLA_CLIENT_MEM_FRACTION raises the budget");
        else
            advise("Split the array, or shard it over more devices");
    } else {
        verdict("the text contradicts itself: {} requested, {} of {} are in use", of_.needed->text, of_.in_use->text,
                of_.limit->text);
    }
}

void verdict_writer::driver()
{
    made_.source = of_.host ? place::cpu : place::gpu;
    size("needed", of_.needed);
    const auto status = of_.detail.empty() ? std::string() : fmt::format(" ({})", of_.detail);
    const auto what = of_.needed ? of_.needed->text : std::string("memory");
    if (of_.host) {
        verdict("pinned memory of the host is exhausted, not the GPU's: the driver refused {}{}", what, status);
        advise("XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB limits pinned memory; the machine may have no more; TF_GPU_ALLOCATOR "
               "does nothing here");
        return;
    }
    if (of_.operation == "unified") {
        verdict("the driver refused {} of unified memory{}: the GPU and the host together have not so much free", what,
                status);
        return advise_dump("gpu_");
    }
    constexpr std::int64_t largest_device = std::int64_t{1} << 41;
    if (of_.needed && of_.needed->bytes > largest_device) {
        verdict("the driver refused {}{}: no GPU has so much; the driver gave a wrong size of its memory", what,
                status);
        return;
    }
    verdict("the driver refused {}{}: the pool could not grow, because other processes or the driver itself hold the "
            "memory",
            what, status);
    if (!of_.series.empty())
        fact("it refused {} more request{}, the last one for {}", of_.series.size(), of_.series.size() == 1 ? "" : "s",
             of_.series.back().text);
    advise("End the other processes on the GPU (nvidia-smi or rocm-smi lists them)");
    advise_dump("gpu_");
}

void verdict_writer::kernel_memory()
{
    size("needed", of_.needed);
    size("available", of_.available);
    const auto who = of_.instruction.empty() ? std::string("a kernel") : fmt::format("a kernel ({})", of_.instruction);
    if (of_.needed->bytes > of_.available->bytes) {
        verdict("{} needs {} bytes of {}, the GPU has {} for a block: {} too many", who, of_.needed->bytes, of_.space,
                of_.available->bytes, of_.needed->bytes - of_.available->bytes);
        made_.sizes.push_back(
            {"missing", size_text(of_.needed->bytes - of_.available->bytes), of_.needed->bytes - of_.available->bytes});
    } else {
        verdict("the text contradicts itself: {} needs {} bytes of {}, the GPU has {}", who, of_.needed->bytes,
                of_.space, of_.available->bytes);
        return;
    }
    advise("Take smaller blocks or fewer stages in the kernel; the memory of the GPU is not the problem");
}

void verdict_writer::command_buffer()
{
    verdict("the driver has no memory to instantiate a command buffer with {} nodes", of_.allocations.value_or(0));
    advise(
        "Here a lower XLA_CLIENT_MEM_FRACTION helps, which leaves more to the driver; or disable command buffers with "
        "XLA_FLAGS=--xla_gpu_enable_command_buffer=");
}

void verdict_writer::host_buffer()
{
    made_.source = place::cpu;
    size("needed", of_.needed);
    verdict("pinned memory of the host is exhausted or fragmented, not the GPU's: a staging buffer of {} bytes failed",
            of_.needed->bytes);
    advise("XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB limits pinned memory, 64 (GB) by default");
}

void verdict_writer::cpu_request()
{
    made_.source = place::cpu;
    size("needed", of_.needed);
    verdict("an allocation of {} failed in the memory of the host", of_.needed->text);
    advise_dump("cpu_");
}

void verdict_writer::tensor()
{
    made_.source = of_.host ? place::cpu : place::gpu;
    size("needed", of_.needed);
    verdict("TensorFlow could not allocate a tensor {}{} by {}{}", of_.shape,
            of_.needed ? fmt::format(" ({})", of_.needed->text) : std::string(),
            of_.name.empty() ? "an allocator" : of_.name, of_.host ? " (memory of the host, not of the GPU)" : "");
    advise("TensorFlow allocates this tensor outside XLA; the allocator's dump is in the log above the message, if "
           "TF_CPP_MIN_LOG_LEVEL "
           "is 0: `ballast show LOG`");
}

void verdict_writer::retry()
{
    made_.source = of_.host ? place::cpu : place::gpu;
    made_.is_failure = false;
    size("needed", of_.needed);
    verdict("{} had no block of {} and went on without it; more memory might make the program faster",
            of_.operation.empty() ? "allocator " + of_.name : of_.operation, of_.needed->text);
}

} // namespace ballast::failures
