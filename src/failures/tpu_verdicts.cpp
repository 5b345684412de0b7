// Sentences about failures of TPUs.
#include "failures/verdict.hpp"

#include "base/saturating_sum.hpp"

#include <algorithm>

namespace ballast::failures {

namespace {

constexpr std::string_view unknown_capacity = "how much is available is not in this text; --device names the device";

std::string in_parts(const std::vector<listed_buffer>& buffers)
{
    const auto& most = *std::ranges::max_element(buffers, {}, &listed_buffer::bytes);
    auto text =
        fmt::format("the largest buffer is {}{}{}", size_text(most.bytes), most.shape.empty() ? "" : " ", most.shape);
    if (!most.label.empty()) text += fmt::format(", {}", most.label);
    if (!most.source.empty()) text += fmt::format(" ({})", most.source);
    return text;
}

} // namespace

void verdict_writer::tpu_memory()
{
    made_.source = place::tpu;
    const auto space = of_.space.empty() ? std::string("hbm") : of_.space;
    made_.is_failure = of_.has_lead;
    made_.is_of_program = true;
    if (!of_.needed && !of_.has_lead) {
        if (!tpu_budget()) tpu_needs();
    } else if (!of_.needed) {
        if (of_.missing)
            verdict("{} is {} short; how much is needed is not in this text", space, of_.missing->text);
        else
            verdict("{} is too small for the program; the text does not say by how much", space);
        lacks("what is needed is not in the text");
    } else if (!of_.has_lead) {
        size("needed", of_.needed);
        size("available", of_.available);
        verdict("a compiled program uses {} of {} {}", of_.needed->text, of_.available->text, space);
        made_.is_of_program = false; // its arguments are not counted
        return;
    } else {
        size("needed", of_.needed);
        size("available", of_.available);
        const auto by = gap(of_.needed, of_.available, true);
        const auto least = of_.detail == "at least" ? "at least " : "";
        if (of_.needed->overflows) {
            verdict(
                "the program does not fit into the {} of {}; the {} that it needs is no real size: a computation of "
                "the compiler overflowed",
                of_.available->text, space, of_.needed->text);
        } else if (of_.available->bytes < 0) {
            verdict("arguments and results alone exceed {} by {}", space, size_text(-of_.available->bytes));
        } else if (by) {
            verdict("{} is {} short: {}{} needed, {} available", space, by->text, least, of_.needed->text,
                    of_.available->text);
            size("missing", by);
        } else if (of_.needed->text == of_.available->text) {
            verdict("{} is short by less than the sizes show: {} needed, {} available{}", space, of_.needed->text,
                    of_.available->text, of_.missing ? fmt::format(", {} missing", of_.missing->text) : std::string());
            size("missing", of_.missing);
        } else {
            verdict("the text contradicts itself: {} ran out, but {} are needed and {} are available", space,
                    of_.needed->text, of_.available->text);
        }
    }
    tpu_parts();
    tpu_advice();
}

// A report without the sentence that says what is available, but with the limit of rematerialization above it. False if
// that does not decide.
bool verdict_writer::tpu_budget()
{
    if (!of_.budget || of_.total || (!of_.space.empty() && of_.space != "hbm")) return false;
    const auto& [share, percent, arguments] = *of_.budget;
    const auto capacity = share.bytes / percent * 100 + share.bytes % percent * 100 / percent;
    const auto program = of_.program_bytes ? of_.program_bytes->bytes : 0;
    const auto needed = saturating_sum(program, arguments.bytes);
    if (needed <= capacity) return false;
    of_.arguments = arguments;
    of_.needed = amount{needed, short_text(needed), false};
    of_.available = amount{capacity, short_text(capacity), false};
    made_.is_failure = true;
    size("needed", of_.needed);
    size("available", of_.available);
    // The sizes above have two decimals.
    const auto gib = static_cast<double>(needed - capacity) / static_cast<double>(std::int64_t{1} << 30);
    const amount by{needed - capacity, gib < 1024 ? fmt::format("{:.2f}G", gib) : short_text(needed - capacity), false};
    size("missing", by);
    verdict("hbm is about {} short: {} needed, {} of it for arguments, {} available", by.text, of_.needed->text,
            arguments.text, of_.available->text);
    fact("the compiler may use {}% of hbm, {}", percent, share.text);
    lacks("the exact sizes are not in the text");
    return true;
}

// A report without the sentence that says what is available.
void verdict_writer::tpu_needs()
{
    const auto space = of_.space.empty() ? std::string("hbm") : of_.space;
    // Compilers list allocations if they do not fit.
    made_.is_failure = of_.listed || !of_.buffers.empty();
    std::int64_t listed = 0;
    for (const auto& b : of_.buffers)
        if (b.owner == "argument" || b.owner == "output") listed = saturating_sum(listed, b.bytes);
    if (of_.total) {
        size("needed", of_.total);
        verdict("the program uses {} of {}; {}", of_.total->text, space, unknown_capacity);
    } else if (of_.program_bytes && listed != 0) {
        const auto sum = exact_amount(saturating_sum(of_.program_bytes->bytes, listed));
        size("needed", sum);
        verdict("the program uses at least {} of {}, {} of it for arguments and outputs that are listed; {}", sum.text,
                space, size_text(listed), unknown_capacity);
    } else if (of_.program_bytes) {
        size("needed", of_.program_bytes);
        verdict("the program uses {} of {} without its arguments; {}", of_.program_bytes->text, space,
                unknown_capacity);
    } else if (!of_.buffers.empty()) {
        verdict("a part of a list of allocations in {}: {}; {}", space, in_parts(of_.buffers), unknown_capacity);
    } else {
        verdict("a part of a report about {}; {}", space, unknown_capacity);
    }
    if (!of_.buffers.empty()) fact("the compiler lists allocations if a program does not fit");
    lacks("what is available is not in the text");
}

void verdict_writer::tpu_parts()
{
    const auto known = [](const std::optional<amount>& x) { return x && x->bytes != 0; };
    if (of_.needed && of_.total && of_.total->text != of_.needed->text) size("total", of_.total);
    size("reserved", of_.reserved);
    size("program", of_.program_bytes);
    size("arguments", of_.arguments);
    if (known(of_.outputs)) size("outputs", of_.outputs);
    size("temporaries", of_.temporaries);
    if (known(of_.padded) && known(of_.unpadded)) {
        size("padded temporaries", of_.padded);
        size("unpadded temporaries", of_.unpadded);
        if (const auto by = of_.padded->bytes - of_.unpadded->bytes; by > of_.padded->bytes / 10)
            fact("padding takes {} of the temporaries", size_text(by));
    }
    if (of_.fragmentation) size("fragmentation", of_.fragmentation);
    if (known(of_.scoped)) size("scoped", of_.scoped);
    if (known(of_.code)) size("code", of_.code);
    if (!of_.arguments || !of_.available || of_.arguments->bytes <= of_.available->bytes) return;
    fact("the arguments alone take {} of {}: shard them over more chips, or donate those that are not read later",
         of_.arguments->text, of_.available->text);
}

void verdict_writer::tpu_advice()
{
    if (of_.space == "vmem" || of_.space == "smem") {
        advise("Take smaller blocks in the kernel, or keep the operand in hbm (memory space ANY) with explicit copies");
        return;
    }
    advise_dump("cl_*.");
    if (of_.buffers.empty() && of_.has_lead)
        advise("The compiler's log has the largest allocations before the same error, if TPU_STDERR_LOG_LEVEL and "
               "TPU_MIN_LOG_LEVEL are at most 2: `ballast show LOG`");
}

void verdict_writer::tpu_scoped()
{
    made_.source = place::tpu;
    const auto who = of_.instruction.empty() ? std::string("a kernel") : of_.instruction;
    if (!of_.needed) {
        verdict("{} is too small for {}; the text does not say by how much", of_.space.empty() ? "vmem" : of_.space,
                who);
        lacks("what is needed is not in the text");
        advise("Take smaller blocks or fewer buffers in the kernel");
        return;
    }
    size("needed", of_.needed);
    size("available", of_.available);
    if (const auto by = gap(of_.needed, of_.available, true)) {
        verdict("{} is {} short for {}: {} needed, {} is the limit", of_.space, by->text, who, of_.needed->text,
                of_.available->text);
        size("missing", by);
    } else {
        verdict("the text contradicts itself: {} needs {} of scoped {}, and the limit is {}", who, of_.needed->text,
                of_.space, of_.available->text);
    }
    if (of_.instruction.empty()) lacks("the instruction is not in the text");
    constexpr std::int64_t kib = 1024;
    constexpr std::int64_t largest_vmem = std::int64_t{128} << 20;
    advise("Take smaller blocks or fewer buffers in the kernel");
    if (of_.needed->bytes <= largest_vmem)
        advise("Or raise the limit: LIBTPU_INIT_ARGS=--xla_tpu_scoped_vmem_limit_kib={}, if the chip has more vmem "
               "than that "
               "(16 MiB on v4, 64 MiB on v5p and tpu7x, 128 MiB on v5e and v6e)",
               (of_.needed->bytes + kib - 1) / kib);
}

void verdict_writer::tpu_allocation()
{
    made_.source = place::tpu;
    size("needed", of_.needed);
    size("available", of_.available);
    const auto what = of_.shape.empty() ? std::string() : fmt::format(", {},", of_.shape);
    const auto memory = of_.space.empty() ? std::string("the memory") : of_.space;
    const auto tag = of_.operation.empty() ? std::string() : fmt::format(": {}", of_.operation);
    if (const auto by = gap(of_.needed, of_.available, false)) {
        verdict("one allocation of {}{} is larger than all of {} ({}){}", of_.needed->text, what, memory,
                of_.available->text, tag);
        size("missing", by);
    } else {
        verdict("the text contradicts itself: an allocation of {} would fit into {} of {}", of_.needed->text, memory,
                of_.available->text);
    }
    if (of_.shape.empty()) lacks("the shape and the memory space are not in the text");
    if (of_.space == "vmem" || of_.space == "smem")
        advise("Take a smaller block, or keep the operand in hbm (memory space ANY) with explicit copies");
    else
        advise("Split the array, shard it over more chips, or compute it in parts");
}

void verdict_writer::array_overflow()
{
    made_.source = place::tpu;
    constexpr std::int64_t most_words = INT32_MAX;
    size("needed", of_.needed);
    verdict("an array of {} words{} is larger than the compiler can address, {} words", of_.allocations.value_or(0),
            of_.needed ? fmt::format(" ({})", of_.needed->text) : std::string(), most_words);
    advise("Split the array, or shard it over more devices");
}

void verdict_writer::host_output()
{
    made_.source = place::compiler;
    verdict("result {} is kept in host memory, but its layout is one of the device", of_.instruction);
    advise(
        "Give this result a sharding with memory_kind=\"pinned_host\" in out_shardings, or move it back to the device");
}

void verdict_writer::tpu_cores()
{
    made_.source = place::tpu;
    made_.is_of_program = true;
    size("needed", of_.needed);
    size("available", of_.available);
    if (const auto by = gap(of_.needed, of_.available, true)) {
        verdict("hbm is {} short: the TensorCore needs {} and the SparseCore {}, {} available", by->text,
                of_.temporaries->text, of_.code->text, of_.available->text);
        size("missing", by);
    } else {
        verdict(
            "the text contradicts itself: the TensorCore needs {} and the SparseCore {} of hbm, and {} are available",
            of_.temporaries->text, of_.code->text, of_.available->text);
    }
    advise_dump("cl_*.");
}

void verdict_writer::sparse_core()
{
    made_.source = place::tpu;
    constexpr std::int64_t word = 4;
    const auto bytes = [&](std::int64_t words) {
        return words > std::numeric_limits<std::int64_t>::max() / word ? words : words * word;
    };
    made_.sizes.push_back({"needed", of_.needed->text, bytes(of_.needed->bytes)});
    made_.sizes.push_back({"available", of_.available->text, bytes(of_.available->bytes)});
    const auto by = of_.needed->bytes - of_.available->bytes;
    if (by > 0)
        verdict("SparseCore memory space {}: {} reached, {} are the limit ({} words too many)", of_.space,
                of_.needed->text, of_.available->text, by);
    else
        verdict("the text contradicts itself: SparseCore memory space {}: {} reached, {} are the limit", of_.space,
                of_.needed->text, of_.available->text);
    advise("Take smaller blocks in the kernel{}",
           of_.instruction.empty() ? std::string() : fmt::format(" ({})", of_.instruction));
}

void verdict_writer::replica_count()
{
    made_.source = place::tpu;
    size("needed", of_.needed);
    size("available", of_.available);
    if (of_.needed && of_.temporaries && of_.available)
        verdict(
            "SparseCore: no number of logical replicas makes an embedding table fit into its memory ({}): it takes {}, "
            "and {} for its rows",
            of_.available->text, of_.needed->text, of_.temporaries->text);
    else
        verdict("SparseCore: no number of logical replicas makes an embedding table fit into its memory; the sizes are "
                "not in this text");
    if (!of_.needed || !of_.available) lacks("the sizes are not in the text");
    advise("Lower max_nz_per_row, max_unique_nz_per_row or the batch of the table, or divide the table");
}

void verdict_writer::tpu_counters()
{
    if (of_.in_use && of_.limit) {
        size("in use", of_.in_use);
        size("limit", of_.limit);
        if (!of_.in_use->exact || !of_.limit->exact) {
            fact("{} of {} are in use", of_.in_use->text, of_.limit->text);
            return;
        }
        fact("{} of {} bytes are in use{}{}", of_.in_use->bytes, of_.limit->bytes,
             of_.allocations ? fmt::format(" by {} arrays", *of_.allocations) : std::string(),
             of_.reserved && of_.reserved->bytes != 0
                 ? fmt::format(", {} are reserved for programs", of_.reserved->bytes)
                 : std::string());
    }
}

void verdict_writer::tpu_buffer()
{
    made_.source = place::tpu;
    size("needed", of_.needed);
    size("available", of_.free);
    size("largest free block", of_.largest && of_.largest->bytes != 0 ? of_.largest : std::nullopt);
    const auto chip = of_.device.empty() ? std::string() : fmt::format(" on chip {}", of_.device);
    const bool fragmented = of_.free && of_.needed->bytes <= of_.free->bytes;
    if (!of_.free) {
        verdict("an array of {} does not fit{}; how much is free is not in this text", of_.needed->text, chip);
        lacks("what is free is not in the text");
    } else if (fragmented) {
        if (of_.reason_is_fragmentation && of_.largest)
            verdict("an array of {} does not fit: {} are free{}, but in pieces of at most {} (fragmentation)",
                    of_.needed->text, of_.free->text, chip, of_.largest->text);
        else
            verdict(
                "an array of {} does not fit although {} are free{}: the free memory is fragmented, no piece is large "
                "enough",
                of_.needed->text, of_.free->text, chip);
        advise("Live arrays divide the free memory: delete arrays before large ones are made, make large arrays first, "
               "and "
               "keep fewer of different sizes alive");
    } else {
        const auto by = gap(of_.needed, of_.free, true);
        verdict("an array of {} does not fit into the {} that are free{}: {} missing", of_.needed->text, of_.free->text,
                chip, by ? by->text : std::string("some are"));
        size("missing", by);
    }
    tpu_counters();
    advise(
        "Arrays of the program hold the rest, such as parameters, optimizer state and results that are still in use: "
        "jax.live_arrays() lists them");
}

void verdict_writer::tpu_program()
{
    made_.source = place::tpu;
    size("needed", of_.needed);
    size("available", of_.reservable ? of_.reservable : of_.free);
    if (of_.reservable) size("free", of_.free);
    const auto who = of_.program.empty() ? std::string("a program") : fmt::format("program {}", of_.program);
    const auto& most = of_.reservable ? of_.reservable : of_.free;
    const std::string_view can = of_.reservable ? "can be reserved" : "are free";
    if (!most) {
        verdict("{} needs {} in one piece; how much is free is not in this text", who, of_.needed->text);
        lacks("what is free is not in the text");
    } else if (const auto by = gap(of_.needed, most, true)) {
        verdict("{} needs {} in one piece, {} {}: {} missing", who, of_.needed->text, most->text, can, by->text);
        size("missing", by);
    } else if (of_.reservable) {
        verdict("the text contradicts itself: {} needs {} in one piece, and {} can be reserved", who, of_.needed->text,
                most->text);
    } else {
        verdict("{} needs {} in one piece, and {} are free, but not in one piece", who, of_.needed->text, most->text);
    }
    tpu_counters();
    if (of_.total) {
        size("total", of_.total);
        size("program", of_.program_bytes);
        size("temporaries", of_.temporaries);
        size("fragmentation", of_.fragmentation);
    }
    advise("These are temporaries and code of the program; its arguments are in memory already");
    advise_dump("cl_*.");
}

} // namespace ballast::failures
