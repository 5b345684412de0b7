// Sentences about warnings of compilers, reports and sizes.
#include "failures/verdict.hpp"

#include "base/saturating_sum.hpp"

#include <algorithm>

namespace ballast::failures {

void verdict_writer::rematerialization()
{
    made_.source = place::compiler;
    made_.is_of_program = true;
    made_.is_failure = false;
    size("needed", of_.needed);
    size("available", of_.limit);
    size("without rematerialization", of_.original);
    if (!of_.needed) {
        verdict("rematerialization cannot get below {}; what the program takes is not in this text", of_.limit->text);
        lacks("what the program takes is not in the text");
    } else if (of_.limit->bytes < 0) {
        verdict("arguments and results alone exceed the memory by {}; recomputing cannot help",
                size_text(-of_.limit->bytes));
    } else if (const auto by = gap(of_.needed, of_.limit, false)) {
        verdict("the program takes {}, the limit is {}: {} too much", of_.needed->text, of_.limit->text, by->text);
        size("missing", by);
    } else {
        verdict("the message contradicts itself: the program takes {}, which is not above the limit of {}",
                of_.needed->text, of_.limit->text);
    }
    if (of_.original && of_.needed && of_.original->bytes >= of_.needed->bytes)
        made_.verdict +=
            fmt::format("; rematerialization saved {}", size_text(of_.original->bytes - of_.needed->bytes));
    advise("This is a warning: compilation goes on, and memory may run out later");
    advise_dump("");
}

void verdict_writer::base_limit()
{
    made_.source = place::compiler;
    made_.is_failure = false;
    size("needed", of_.needed);
    size("available", of_.limit);
    if (!of_.limit) {
        verdict(
            "arguments and results alone take {}, more than the scheduler may use; how much that is, is not in this "
            "text",
            of_.needed->text);
        lacks("what is available is not in the text");
    } else if (const auto by = gap(of_.needed, of_.limit, false)) {
        verdict("arguments and results alone take {}, the scheduler may use {}: {} missing", of_.needed->text,
                of_.limit->text, by->text);
        size("missing", by);
    } else {
        verdict("the message contradicts itself: arguments and results take {}, which is not above the limit of {}",
                of_.needed->text, of_.limit->text);
    }
    advise("Donate arguments that are not read later, or shard them over more devices");
    advise_dump("gpu_");
}

void verdict_writer::partitioner()
{
    made_.source = place::compiler;
    made_.is_failure = false;
    verdict("the partitioner replicates {} on every device to change its sharding, which takes the memory of the whole "
            "array",
            of_.instruction.empty() ? std::string("a tensor")
            : of_.shape.empty()     ? of_.instruction
                                    : fmt::format("{} ({})", of_.instruction, of_.shape));
    advise("Give the operation and its user the same sharding, or annotate a sharding between the two");
}

void verdict_writer::usage_report()
{
    made_.source = place::compiler;
    made_.is_of_program = true;
    made_.is_failure = false;
    size("needed", of_.total);
    if (of_.total)
        verdict("the program uses {} ({} bytes); how much is available is not in this text; --device names the device",
                of_.total->text, of_.total->bytes);
    else if (of_.pool)
        verdict(
            "a part of a memory-usage report: the program uses about {}; how much is available is not in this text; "
            "--device names the device",
            of_.pool->text);
    else
        verdict("a part of a memory-usage report, without the total");
    if (!of_.total) size("needed", of_.pool);
    if (of_.lacks.empty()) lacks("the report is cut");
    advise_dump("");
}

void verdict_writer::device_counters()
{
    made_.source = place::jax;
    made_.is_failure = false;
    size("in use", of_.in_use);
    size("peak", of_.peak);
    size("limit", of_.limit);
    const auto most = of_.peak ? fmt::format(", at most {} were", of_.peak->text) : std::string();
    if (of_.in_use && of_.limit)
        verdict("{} of {} are in use{}", of_.in_use->text, of_.limit->text, most);
    else if (of_.in_use)
        verdict("{} are in use{}", of_.in_use->text, most);
    else
        verdict("a part of the counters of a device");
    if (!of_.in_use || !of_.limit) lacks("other counters are not in the text");
    advise("jax.live_arrays() lists the arrays; a dump says what a program adds to them");
    advise_dump("");
}

// Only lower bounds: the rest of the dump is not there, or cannot be read.
void verdict_writer::dump_rows()
{
    made_.source = place::compiler;
    made_.is_of_program = true;
    made_.is_failure = false;
    made_.is_of_dump = true;
    auto& all = of_.buffers;
    const auto is = [](std::string_view owner) { return [owner](const listed_buffer& b) { return b.owner == owner; }; };
    const auto largest = [&] {
        const auto& most = *std::ranges::max_element(all, {}, &listed_buffer::bytes);
        return fmt::format("the largest has {}{}{}", size_text(most.bytes), most.shape.empty() ? "" : " ", most.shape);
    };
    if (of_.allocations) {
        std::erase_if(all,
                      [&](const listed_buffer& b) { return is("value")(b) || is("live")(b) || is("in the tree")(b); });
        verdict("a part of a dump: {} in {} allocation{}, {}{}", of_.total->text, *of_.allocations,
                *of_.allocations == 1 ? "" : "s",
                of_.pool ? of_.pool->text + " in all" : std::string("which may not be all"),
                all.empty() ? "" : "; " + largest());
        size("needed", of_.pool && of_.pool->bytes >= of_.total->bytes ? of_.pool : of_.total);
    } else if (std::ranges::any_of(all, is("value"))) {
        std::erase_if(all, [&](const listed_buffer& b) { return !is("value")(b); });
        verdict("a part of the values of a dump: {} value{}, {}", all.size(), all.size() == 1 ? "" : "s", largest());
    } else {
        verdict("a part of the peak of a dump: at least {} are live at once{}", of_.peak->text,
                all.empty() ? std::string() : ", " + largest());
    }
    if (!of_.allocations && of_.peak) size("needed", of_.peak);
    if (of_.scoped) fact("{} more are thread-local", of_.scoped->text);
    lacks("the rest of the dump is not in the text, or cannot be read");
    advise("The whole file says which buffers are live at the peak, and what holds them: `ballast show FILE`");
}

void verdict_writer::compiled_sizes()
{
    const bool torch = of_.detail == "torch-xla";
    made_.source = torch ? place::torch_xla : place::jax;
    made_.is_of_program = true;
    made_.is_failure = false;
    size("arguments", of_.arguments);
    size("outputs", of_.outputs);
    size("shared by both", of_.aliased);
    size("temporary", of_.temporaries);
    size("code", of_.code);
    const bool all = of_.arguments && of_.outputs && of_.aliased && of_.temporaries;
    // Each shared byte is one of an output.
    if (all && of_.aliased->bytes > of_.outputs->bytes) {
        verdict("the message contradicts itself: {} of outputs are shared, which have {}", of_.aliased->text,
                of_.outputs->text);
    } else if (all) {
        const auto sum = saturating_sum(saturating_sum(of_.arguments->bytes, of_.outputs->bytes - of_.aliased->bytes),
                                        of_.temporaries->bytes);
        made_.sizes.insert(made_.sizes.begin(), {"needed", size_text(sum), sum});
        verdict("the program needs {} = {} arguments + {} outputs - {} shared + {} temporary", size_text(sum),
                of_.arguments->text, of_.outputs->text, of_.aliased->text, of_.temporaries->text);
    } else {
        const auto part = [](std::string_view name, const std::optional<amount>& x) {
            return x ? fmt::format("{} {}", x->text, name) : std::string();
        };
        std::string parts;
        for (const auto& text :
             {part("arguments", of_.arguments), part("outputs", of_.outputs), part("shared", of_.aliased),
              part("temporary", of_.temporaries), part("code", of_.code)})
            if (!text.empty()) parts += parts.empty() ? text : ", " + text;
        verdict("a part of the sizes of a program: {}", parts);
        lacks("other sizes are not in the text");
    }
    if (torch)
        advise("Constants are not counted, and GB means 1024³ bytes");
    else
        advise("The line does not have the peak. A dump has it");
    advise_dump("");
}

} // namespace ballast::failures
