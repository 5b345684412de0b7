#include "ballast/message_facts.hpp"

#include "analyse/report_memory.hpp"
#include "base/human_size.hpp"
#include "base/saturating_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <variant>

namespace ballast::inline v0 {

namespace {

std::int64_t difference(std::int64_t a, std::int64_t b) { return saturating_sum(a, b < -INT64_MAX ? INT64_MAX : -b); }

std::string text_of(std::int64_t bytes) { return bytes < 0 ? "-" + size_text(difference(0, bytes)) : size_text(bytes); }
std::string text_of(const ast::human_size& x) { return text_of(analyse::bytes_of(x)); }

era_set since_divided_files() { return eras(feature::values_file); }

// Where to get the allocations that a message lacks.
class message_advice {
public:
    message_advice(const era_set& when, std::string_view stage) : when_(when), stage_(stage) {}

    [[nodiscard]] std::vector<std::string> of(std::string_view module) const
    {
        std::vector<std::string> result;
        const auto filter = module.empty() ? std::string() : fmt::format(" --xla_dump_hlo_module_re={}", module);
        result.push_back(
            fmt::format("For all buffers, run the program again with XLA_FLAGS=\"--xla_dump_to=DIR{}\", then "
                        "`ballast show DIR`",
                        filter));
        const auto name = module.empty() ? std::string("MODULE") : std::string(module);
        const auto stem = fmt::format("DIR/module_*.{}.*{}after_optimizations", name, stage_);
        const auto divided = when_.intersect(since_divided_files());
        if (divided.empty())
            result.push_back(
                fmt::format("XLA writes {}-buffer-assignment.txt when it compiles a module, also if memory runs "
                            "out later",
                            stem));
        else
            result.push_back(
                fmt::format("XLA writes {}-buffer-assignment.txt, and since April 2026 "
                            "…-buffer-assignment-values.txt and …-live-range.txt next to it, when it compiles "
                            "a module, also if memory runs out later",
                            stem));
        return result;
    }

private:
    const era_set& when_;
    std::string_view stage_;
};

class reader {
public:
    reader(const ast::memory_message& message, const era_set& when) : message_(message), when_(when) {}

    message_facts run()
    {
        std::visit([&](const auto& content) { read(content); }, message_.content);
        return std::move(facts_);
    }

private:
    template <typename... Arguments>
    void verdict(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        facts_.verdict = fmt::format(text, std::forward<Arguments>(arguments)...);
    }
    void size(std::string what, const ast::human_size& x)
    {
        facts_.sizes.push_back({std::move(what), text_of(x), analyse::bytes_of(x)});
    }
    void size(std::string what, std::int64_t bytes)
    {
        facts_.sizes.push_back({std::move(what), fmt::format("{} bytes", bytes), bytes});
    }
    // Adds the missing bytes, and returns them as text.
    std::string missing(std::int64_t needed, std::int64_t available)
    {
        const auto gap = difference(needed, available);
        facts_.sizes.push_back({"missing", text_of(gap), gap});
        return text_of(gap);
    }
    void advise(std::string sentence) { facts_.advice.push_back(std::move(sentence)); }
    void advise_dump(std::string_view stage, std::string_view module = {})
    {
        for (auto& sentence : message_advice(when_, stage).of(module)) advise(std::move(sentence));
    }
    // The name of the program in a payload.
    [[nodiscard]] static std::string_view executable_of(const ast::status& status)
    {
        const auto found =
            std::ranges::find(status.payloads, std::string_view("executable_name"), &ast::status_payload::key);
        return found == status.payloads.end() ? std::string_view() : found->text;
    }

    // --- errors ------------------------------------------------------------------------------------------------------

    void read(const ast::memory_failure& x)
    {
        std::visit([&](const auto& what) { read(what, x.status); }, x.what);
        if (x.status.sender)
            advise(fmt::format("{} compiled the program: the flags are those of its process", *x.status.sender));
        if (x.status.replica)
            advise(fmt::format("Replica {}, partition {} failed first; the others ended because of it",
                               x.status.replica->replica, x.status.replica->partition));
    }

    void read(const ast::buffer_failure& x, const ast::status&)
    {
        facts_.source = message_source::tpu;
        size("needed", x.needed);
        size("available", x.free);
        const auto& at = x.place;
        if (analyse::bytes_of(x.needed) <= analyse::bytes_of(x.free))
            verdict("an array of {} was refused although {} are free on chip {}x{}x{}: no free piece is large enough",
                    text_of(x.needed), text_of(x.free), at.x, at.y, at.z);
        else
            verdict("an array of {} does not fit into the {} that are free on chip {}x{}x{}: {} are missing",
                    text_of(x.needed), text_of(x.free), at.x, at.y, at.z,
                    missing(analyse::bytes_of(x.needed), analyse::bytes_of(x.free)));
        advise("Arrays of the program hold the rest, such as parameters, optimizer state and results that are still in "
               "use: jax.live_arrays() lists them");
        advise_dump("");
    }

    void read(const ast::program_failure& x, const ast::status&)
    {
        facts_.source = message_source::tpu;
        const auto name = x.load && x.load->name ? *x.load->name : std::string_view();
        facts_.program = name;
        const auto program = name.empty() ? std::string("a program") : fmt::format("program {}", name);
        if (const auto* reserved = std::get_if<ast::reservation>(&x.attempt)) {
            size("needed", reserved->needed);
            size("available", reserved->reservable);
            size("free", reserved->free);
            const auto needed = analyse::bytes_of(reserved->needed);
            const auto reservable = analyse::bytes_of(reserved->reservable);
            const auto sentence = fmt::format("{} needs {} in one piece, {} of {} free can be reserved", program,
                                              text_of(needed), text_of(reservable), text_of(reserved->free));
            if (needed < reservable || reservable > analyse::bytes_of(reserved->free))
                verdict("the message contradicts itself: {}", sentence);
            else
                verdict("{}: {} are missing", sentence, missing(needed, reservable));
            if (const auto* rows = std::get_if<ast::reservation_table>(&reserved->rest)) read(*rows);
        } else {
            const auto& allocation = std::get<ast::program_allocation>(x.attempt);
            size("needed", allocation.needed);
            size("available", allocation.free);
            if (analyse::bytes_of(allocation.needed) <= analyse::bytes_of(allocation.free))
                verdict("{} needs {}, although {} are free: not in one piece", program, text_of(allocation.needed),
                        text_of(allocation.free));
            else
                verdict("{} needs {}, {} are free: {} are missing", program, text_of(allocation.needed),
                        text_of(allocation.free),
                        missing(analyse::bytes_of(allocation.needed), analyse::bytes_of(allocation.free)));
        }
        advise("These are temporaries and code of the program; arguments are in memory already");
        advise_dump("", name);
    }
    void read(const ast::reservation_table& x)
    {
        size("capacity", x.capacity);
        size("reserved by the system", x.top_reserved.bytes);
        size("allocated", x.allocated.bytes);
        size("required", x.requirement.bytes);
    }

    void read(const ast::allocation_failure& x, const ast::status& status)
    {
        const auto* exact = std::get_if<std::int64_t>(&x.amount);
        const auto bytes = exact ? *exact : analyse::bytes_of(std::get<ast::human_size>(x.amount));
        if (exact)
            size("needed", *exact);
        else
            size("needed", std::get<ast::human_size>(x.amount));
        const auto program = executable_of(status);
        facts_.program = program;
        std::string where = x.host ? "host memory of the GPU" : "the GPU";
        if (x.allocator) where = fmt::format("{} of device {}", x.allocator->name, x.allocator->device);
        verdict("an allocation of {}{} failed in {}{}", text_of(bytes),
                program.empty() ? std::string() : fmt::format(" for {}", program), where, unknown_rest);
        if (x.host)
            advise("Host memory is limited by XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB, 64 by default");
        else
            advise("JAX takes 75 % of the memory: XLA_PYTHON_CLIENT_MEM_FRACTION=.95 raises it, other processes "
                   "on the GPU lower what is free");
        advise_dump("gpu_", program);
    }

    void read(const ast::request_failure& x, const ast::status&)
    {
        size("needed", x.bytes);
        verdict("an allocation of {} failed on device {}{}", text_of(x.bytes), x.device, unknown_rest);
        advise_dump("gpu_");
    }

    void read(const ast::cpu_failure& x, const ast::status&)
    {
        facts_.source = message_source::cpu;
        size("needed", x.bytes);
        verdict("an allocation of {} failed in the memory of the host", text_of(x.bytes));
        advise_dump("cpu_");
    }

    void read(const ast::host_output& x, const ast::status&)
    {
        facts_.source = message_source::compiler;
        verdict("result {} is kept in host memory, but its layout is one of the device", x.tensor);
        advise("Give this result a sharding with memory_kind=\"pinned_host\" in out_shardings, or move it back to the "
               "device");
    }

    void read(const ast::array_overflow& x, const ast::status&)
    {
        facts_.source = message_source::tpu;
        constexpr std::int64_t word = 4;
        constexpr std::int64_t most_words = INT32_MAX;
        const bool fits = x.words <= INT64_MAX / word;
        if (fits) size("needed", x.words * word);
        verdict("an array of {} words{} is larger than the compiler can address, {} words", x.words,
                fits ? fmt::format(" ({})", text_of(x.words * word)) : std::string(), most_words);
        advise("Split the array, or shard it over more devices");
    }

    // --- lines of logs -----------------------------------------------------------------------------------------------

    void read(const ast::allocator_message& x)
    {
        size("needed", x.size);
        if (std::holds_alternative<ast::allocator_retry>(x.outcome)) {
            facts_.failure = false;
            verdict("allocator {} had no block of {} and went on without it; more memory might make the program faster",
                    x.name, text_of(x.size));
            return;
        }
        std::string operation;
        if (const auto* failure = std::get_if<ast::allocator_failure>(&x.outcome)) {
            size("rounded", failure->rounded);
            if (!failure->operation.empty()) operation = fmt::format(" for {}", failure->operation);
        }
        if (const auto* early = std::get_if<ast::early_allocator_failure>(&x.outcome); early && early->rounded)
            size("rounded", *early->rounded);
        verdict("allocator {} has no free block of {}{}", x.name, text_of(x.size), operation);
        advise("If its summary shows more free memory than this, the memory is fragmented: "
               "TF_GPU_ALLOCATOR=cuda_malloc_async may help");
        advise_dump("gpu_");
    }

    void read(const ast::allocator_summary& x)
    {
        const auto largest = largest_free(x);
        const auto [limit, in_use] = limit_and_use(x);
        size("needed", x.wanted);
        size("in use", in_use);
        size("limit", limit);
        size("largest free block", largest);
        verdict("allocator {} has {} of {} in use and no free block of {}, the largest has {}",
                x.name.empty() ? std::string_view("(without a name)") : x.name, text_of(in_use), text_of(limit),
                text_of(x.wanted), text_of(largest));
        constexpr std::size_t most_named = 5;
        const auto named = bytes_by_program(x);
        for (std::size_t i = 0; i < std::min(named.size(), most_named); ++i)
            size("held by " + named[i].first, named[i].second);
        if (difference(limit, in_use) >= analyse::bytes_of(x.wanted))
            advise(
                "There is enough free memory in all, in smaller blocks: TF_GPU_ALLOCATOR=cuda_malloc_async may help");
        advise_dump("gpu_");
    }
    static std::pair<std::int64_t, std::int64_t> limit_and_use(const ast::allocator_summary& x)
    {
        if (const auto* sizes = std::get_if<ast::sized_counters>(&x.counters))
            return {analyse::bytes_of(sizes->limit), analyse::bytes_of(sizes->in_use)};
        const auto& counters = std::get<ast::allocator_counters>(x.counters);
        return {counters.limit, counters.in_use};
    }
    // Of the chunks that are listed; the counter was always 0 until 2026.
    static std::int64_t largest_free(const ast::allocator_summary& x)
    {
        std::int64_t result = 0;
        const auto see = [&](const ast::memory_chunk& chunk) {
            if (!chunk.used) result = std::max(result, chunk.size);
        };
        for (const auto& chunk : x.chunks) see(chunk);
        for (const auto& region : x.regions)
            for (const auto& chunk : region.chunks) see(chunk);
        return result;
    }
    // The chunks in use by the executable that asked for them, the largest sum first.
    static std::vector<std::pair<std::string, std::int64_t>> bytes_by_program(const ast::allocator_summary& x)
    {
        std::map<std::string, std::int64_t> sums;
        for (const auto& region : x.regions)
            for (const auto& chunk : region.chunks)
                for (const auto& frame : chunk.annotation)
                    for (const auto& [key, value] : frame.arguments) {
                        if (key != "executable") continue;
                        auto& sum = sums[std::string(value)];
                        sum = saturating_sum(sum, chunk.size);
                    }
        std::vector<std::pair<std::string, std::int64_t>> result(sums.begin(), sums.end());
        std::ranges::stable_sort(result, std::ranges::greater(), &std::pair<std::string, std::int64_t>::second);
        return result;
    }

    void read(const ast::rematerialization& x)
    {
        facts_.source = message_source::compiler;
        facts_.failure = false;
        size("needed", x.reduced.bytes);
        size("available", x.limit.bytes);
        const bool above = x.reduced.bytes > x.limit.bytes;
        const auto gap = above ? missing(x.reduced.bytes, x.limit.bytes) : std::string();
        std::string saved;
        if (x.original) {
            size("without rematerialization", x.original->bytes);
            saved =
                fmt::format("; rematerialization saved {}", text_of(difference(x.original->bytes, x.reduced.bytes)));
        }
        if (above)
            verdict("the program takes {}, the limit is {}: {} too much{}", text_of(x.reduced.bytes),
                    text_of(x.limit.bytes), gap, saved);
        else
            verdict("the message contradicts itself: the program takes {}, which is not above the limit of {}",
                    text_of(x.reduced.bytes), text_of(x.limit.bytes));
        advise("This is a warning: compilation goes on, and memory may run out later");
        advise_dump("");
    }

    void read(const ast::base_limit& x)
    {
        facts_.source = message_source::compiler;
        facts_.failure = false;
        size("needed", x.arguments);
        size("available", x.limit);
        if (x.arguments <= x.limit)
            verdict("the message contradicts itself: arguments and results take {}, which is not above the limit of {}",
                    text_of(x.arguments), text_of(x.limit));
        else
            verdict("arguments and results alone take {}, the scheduler may use {}: {} are missing",
                    text_of(x.arguments), text_of(x.limit), missing(x.arguments, x.limit));
        advise("Donate arguments that are not read later, or shard them over more devices");
        advise_dump("gpu_");
    }

    // --- sizes of a program that was compiled ------------------------------------------------------------------------

    // `needs 1.00 GiB = …`
    void sizes_of(std::string_view where, std::int64_t arguments, std::int64_t outputs, std::int64_t aliased,
                  std::int64_t temporaries)
    {
        const auto needed = saturating_sum(difference(saturating_sum(arguments, outputs), aliased), temporaries);
        size("needed", needed);
        size("arguments", arguments);
        size("outputs", outputs);
        size("shared by both", aliased);
        size("temporary", temporaries);
        verdict("the program needs {}{} = {} arguments + {} outputs - {} shared + {} temporary", text_of(needed), where,
                text_of(arguments), text_of(outputs), text_of(aliased), text_of(temporaries));
    }

    void read(const ast::compiled_sizes& x)
    {
        facts_.source = message_source::jax;
        facts_.failure = false;
        sizes_of("", x.device.argument, x.device.output, x.device.alias, x.device.temp);
        size("code", x.device.code);
        if (x.host && *x.host != ast::memory_sizes{}) {
            size("arguments on the host", x.host->argument);
            size("outputs on the host", x.host->output);
            size("shared by both on the host", x.host->alias);
            size("temporary on the host", x.host->temp);
        }
        advise("The line does not have the peak. A dump has it");
        advise_dump("");
    }

    void read(const ast::compilation_analysis& x)
    {
        facts_.source = message_source::torch_xla;
        facts_.failure = false;
        // Six decimals of 1024³ bytes.
        const auto bytes = [](const std::optional<std::int64_t>& amount) {
            const auto exact = std::ldexp(static_cast<double>(amount.value_or(0)) / 1e6, 30);
            return exact < 0x1p63 ? static_cast<std::int64_t>(std::llround(exact)) : INT64_MAX;
        };
        sizes_of(" or more", bytes(x.input), bytes(x.output), bytes(x.aliased), bytes(x.intermediate));
        if (x.program) size("code", bytes(x.program));
        advise("Constants are not counted, and GB means 1024³ bytes");
        advise_dump("");
    }

    const ast::memory_message& message_;
    const era_set& when_;
    message_facts facts_;
};

constexpr std::array<std::string_view, 6> sources{"TPU", "GPU", "CPU", "compiler", "torch-xla", "JAX"};

} // namespace

std::string_view spelling(message_source source) { return sources[static_cast<std::size_t>(source)]; }

std::optional<std::int64_t> message_facts::bytes(std::string_view what) const
{
    const auto found = std::ranges::find(sizes, what, &known_size::what);
    if (found == sizes.end()) return std::nullopt;
    return found->bytes;
}

message_facts facts_of(const ast::memory_message& message, const era_set& when) { return reader(message, when).run(); }

} // namespace ballast::inline v0
