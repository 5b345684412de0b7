#include "failures/verdict.hpp"

#include "base/saturating_sum.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace ballast::failures {

namespace {

// The memory that is not the device's, or of which a kernel has a part.
std::string memory_of(const draft& of)
{
    if (!of.space.empty()) return of.space;
    switch (of.kind) {
    case event::tpu_scoped: return "vmem";
    case event::kernel_memory: return "shared memory";
    case event::host_output:
    case event::host_buffer:
    case event::cpu_request: return "host";
    default: return of.host ? "host" : "";
    }
}

} // namespace

std::string short_text(std::int64_t bytes)
{
    auto text = size_text(bytes);
    std::erase(text, ' ');
    if (text.ends_with("iB")) text.resize(text.size() - 2);
    return text;
}

void verdict_writer::size(std::string_view what, const std::optional<amount>& bytes)
{
    if (bytes) made_.sizes.push_back({std::string(what), bytes->text, bytes->bytes});
}

std::optional<amount> verdict_writer::gap(const std::optional<amount>& needed, const std::optional<amount>& available,
                                          bool is_short)
{
    if (!needed || !available || needed->overflows || available->overflows || available->bytes < 0 ||
        needed->bytes <= available->bytes)
        return std::nullopt;
    if (of_.missing) return of_.missing;
    const auto difference = needed->bytes - available->bytes;
    return amount{difference, is_short ? short_text(difference) : size_text(difference), false};
}

void verdict_writer::advise_dump(std::string_view stage)
{
    const auto filter = of_.program.empty() ? std::string() : fmt::format(" --xla_dump_hlo_module_re={}", of_.program);
    advise(
        "For all buffers, run the program again with XLA_FLAGS=\"--xla_dump_to=DIR{}\", set before the first import; "
        "then `ballast show DIR`",
        filter);
    const auto name = of_.program.empty() ? std::string("MODULE") : of_.program;
    advise("XLA writes DIR/module_*.{}.*{}after_optimizations-buffer-assignment.txt when it compiles a module, also if "
           "memory runs out later",
           name, stage);
}

failure verdict_writer::run()
{
    made_.program = of_.program;
    made_.memory = memory_of(of_);
    made_.facts = of_.facts;
    made_.lacks = of_.lacks;
    made_.times = std::max({of_.times, of_.logged, of_.heads, std::size_t{1}});
    switch (of_.kind) {
    case event::tpu_memory: tpu_memory(); break;
    case event::tpu_scoped: tpu_scoped(); break;
    case event::tpu_allocation: tpu_allocation(); break;
    case event::array_overflow: array_overflow(); break;
    case event::host_output: host_output(); break;
    case event::tpu_cores: tpu_cores(); break;
    case event::sparse_core: sparse_core(); break;
    case event::replica_count: replica_count(); break;
    case event::tpu_buffer: tpu_buffer(); break;
    case event::tpu_program: tpu_program(); break;
    case event::allocator: allocator(); break;
    case event::async_allocator: async_allocator(); break;
    case event::gpu_request: gpu_request(); break;
    case event::mapped_allocator: mapped_allocator(); break;
    case event::driver: driver(); break;
    case event::kernel_memory: kernel_memory(); break;
    case event::command_buffer: command_buffer(); break;
    case event::host_buffer: host_buffer(); break;
    case event::cpu_request: cpu_request(); break;
    case event::tensor: tensor(); break;
    case event::retry: retry(); break;
    case event::rematerialization: rematerialization(); break;
    case event::base_limit: base_limit(); break;
    case event::partitioner: partitioner(); break;
    case event::usage_report: usage_report(); break;
    case event::compiled_sizes: compiled_sizes(); break;
    case event::device_counters: device_counters(); break;
    case event::dump_rows: dump_rows(); break;
    }
    auto& buffers = made_.buffers;
    std::ranges::move(of_.buffers, std::back_inserter(buffers));
    std::ranges::stable_sort(buffers, std::greater(), &listed_buffer::bytes);
    made_.is_complete = made_.lacks.empty();
    if (of_.retried && of_.times == 0 && of_.logged == 0 && of_.heads == 0) {
        made_.is_failure = false;
        made_.verdict += "; the runtime tried again";
    }
    return std::move(made_);
}

failure finished(draft&& of) { return verdict_writer(of).run(); }

} // namespace ballast::failures
