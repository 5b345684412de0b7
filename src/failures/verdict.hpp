// Sentences about drafts.
#pragma once

#include "failures/draft.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace ballast::failures {

// `1.50G` as the TPU compiler prints it.
std::string short_text(std::int64_t bytes);

// Builds the failure of a draft.
class verdict_writer {
public:
    explicit verdict_writer(draft& of) : of_(of) {}
    failure run();

private:
    template <typename... Arguments>
    void verdict(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        made_.verdict = fmt::format(text, std::forward<Arguments>(arguments)...);
    }
    template <typename... Arguments>
    void fact(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        made_.facts.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }
    template <typename... Arguments>
    void advise(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        made_.advice.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }
    template <typename... Arguments>
    void lacks(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        made_.lacks.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    }
    void size(std::string_view what, const std::optional<amount>& bytes);
    // What is missing: as printed, or the difference. Empty if the numbers contradict each other.
    std::optional<amount> gap(const std::optional<amount>& needed, const std::optional<amount>& available,
                              bool is_short);
    void advise_dump(std::string_view stage);

    void tpu_memory();
    void tpu_needs();
    bool tpu_budget();
    void tpu_parts();
    void tpu_advice();
    void tpu_scoped();
    void tpu_allocation();
    void array_overflow();
    void host_output();
    void tpu_cores();
    void sparse_core();
    void replica_count();
    void tpu_buffer();
    void tpu_program();
    void tpu_counters();

    void allocator();
    void allocator_state();
    void allocator_advice();
    void async_allocator();
    void gpu_request();
    void operation_request(const std::string& program);
    void statistics();
    void mapped_allocator();
    void driver();
    void kernel_memory();
    void command_buffer();
    void host_buffer();
    void cpu_request();
    void tensor();
    void retry();

    void rematerialization();
    void base_limit();
    void partitioner();
    void usage_report();
    void compiled_sizes();
    void device_counters();
    void dump_rows();

    draft& of_;
    failure made_;
};

} // namespace ballast::failures
