#include "ballast/tpu_memory.hpp"

#include "analyse/bare_shape.hpp"
#include "analyse/labels.hpp"
#include "analyse/report_memory.hpp"
#include "ast/byte_size.hpp"
#include "ast/human_size.hpp"
#include "ballast/arena.hpp"
#include "ballast/text.hpp"
#include "base/saturating_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace ballast::inline v0 {

namespace {

using analyse::bytes_of;
using ast::short_text;

std::string size_of(std::int64_t bytes) { return short_text(ast::human(std::max<std::int64_t>(bytes, 0))); }
std::string rounded_share(std::int64_t part, std::int64_t whole)
{
    return fmt::format("{:.0f} %", whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

// --- padding ---------------------------------------------------------------------------------------------------------

struct reordered {
    std::vector<std::int64_t> dimensions;
    std::int64_t bytes = 0;
};

// The bytes of an array whose last dimensions in memory are `last` and `before_last`, of those with these numbers.
std::int64_t bytes_with(const ast::array_shape& of, std::size_t last, std::size_t before_last, ast::arena& memory)
{
    auto changed = of;
    auto layout = *of.layout;
    std::vector<std::int64_t> order{static_cast<std::int64_t>(last)};
    if (before_last != last) order.push_back(static_cast<std::int64_t>(before_last));
    for (std::size_t i = of.dimensions.size(); i-- != 0;)
        if (i != last && i != before_last) order.push_back(static_cast<std::int64_t>(i));
    layout.minor_to_major = memory.make_list(std::span<const std::int64_t>(order));
    changed.layout = layout;
    return ast::tiled_byte_size(changed);
}

// The order of dimensions that needs the least memory: any two can be the last ones.
reordered best_order(const ast::array_shape& of)
{
    ast::arena memory;
    reordered result{{}, ast::tiled_byte_size(of)};
    const auto rank = of.dimensions.size();
    constexpr std::size_t most_dimensions = 8;
    if (rank < 2 || rank > most_dimensions || !of.layout || !of.layout->suffixes) return result;
    for (std::size_t last = 0; last < rank; ++last)
        for (std::size_t before = 0; before < rank; ++before) {
            if (before == last) continue;
            const auto bytes = bytes_with(of, last, before, memory);
            if (bytes < 0 || bytes >= result.bytes) continue;
            result.bytes = bytes;
            result.dimensions.clear();
            for (std::size_t i = 0; i < rank; ++i)
                if (i != last && i != before) result.dimensions.push_back(of.dimensions[i].size);
            result.dimensions.push_back(of.dimensions[before].size);
            result.dimensions.push_back(of.dimensions[last].size);
        }
    return result;
}

// --- labels and tags -------------------------------------------------------------------------------------------------

// The name in `%fusion.1 = f32[8]{0} fusion(…)` or `fusion.1 = fusion(…)`, or the whole label.
std::string name_in(std::string_view label)
{
    const auto line = label.substr(0, label.find('\n'));
    const auto equals = line.find(" = ");
    if (equals == std::string_view::npos) return std::string(line);
    return std::string(line.substr(line.starts_with('%') ? 1 : 0, equals - (line.starts_with('%') ? 1 : 0)));
}

// The text between two others; empty if they are not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view after)
{
    const auto begin = text.find(before);
    if (begin == std::string_view::npos) return {};
    const auto rest = text.substr(begin + before.size());
    const auto end = rest.find(after);
    return end == std::string_view::npos ? std::string_view{} : rest.substr(0, end);
}

// `input window of operand 2: bf16[64,7168,4096], 2 buffers` for the tag of a window, or the tag.
std::string use_of(std::string_view tag)
{
    const bool input = tag.starts_with("input window allocation ");
    if (!input && !tag.starts_with("output window allocation ")) return std::string(tag);
    const auto number = between(tag, input ? "operator input " : "operator output ", ".");
    if (number.empty()) return std::string(tag);
    auto result = fmt::format("{} window of operand {}", input ? "input" : "output", number);
    const auto window = between(tag, "The window shape is ", ", while");
    const auto whole = between(tag, "while the full shape is ", ". The");
    if (!window.empty()) result += fmt::format(": {}", window);
    if (!whole.empty() && whole != window) result += fmt::format(" of {}", whole);
    const auto levels = between(tag, "This allocation has ", " buffering");
    if (!levels.empty()) result += fmt::format(", {} buffers", levels);
    if (tag.find("single buffered") != std::string_view::npos) result += ", 1 buffer";
    return result;
}

// --- buffers ---------------------------------------------------------------------------------------------------------

void set_shape(tpu_buffer& made, const ast::shape& shape, const ast::human_size& printed)
{
    made.shape = analyse::bare_text(shape);
    const auto facts = analyse::facts_of(shape);
    made.type = facts.type;
    made.rank = facts.rank;
    made.bytes = bytes_of(printed);
    const auto* const array = shape.array();
    if (!array) return;
    // If the sizes agree, that of the shape is exact.
    const auto bytes = ast::tiled_byte_size(*array);
    if (bytes < 0 || ast::human(bytes) != printed) return;
    made.bytes = bytes;
    made.padding = std::max<std::int64_t>(bytes - ast::byte_size(*array), 0);
    const auto best = best_order(*array);
    constexpr std::int64_t worth = 10; // a tenth of it
    if (best.dimensions.empty() || bytes - best.bytes < bytes / worth) return;
    const auto type = made.shape.substr(0, made.shape.find('['));
    made.better_shape = fmt::format("{}[{}]", type, fmt::join(best.dimensions, ","));
    made.better_bytes = best.bytes;
}

void set_source(tpu_buffer& made, const ast::metadata& source)
{
    made.op_name = unescaped(source.op_name);
    made.scope = analyse::scope_of(made.op_name);
    if (!source.source_file.empty())
        made.source = fmt::format("{}:{}", unescaped(source.source_file), source.source_line);
}

tpu_buffer buffer_of(const ast::tpu_block& block)
{
    tpu_buffer made;
    made.number = block.number;
    made.owner = ast::spelling(block.owner);
    made.bytes = bytes_of(block.size);
    made.label = name_in(block.label.text);
    if (block.array) {
        set_shape(made, block.array->shape, block.size);
        if (block.array->tag) made.use = use_of(*block.array->tag);
    }
    if (block.source) set_source(made, *block.source);
    return made;
}

tpu_buffer buffer_of(const ast::tpu_argument& argument)
{
    tpu_buffer made;
    made.number = argument.number;
    made.owner = argument.parameter ? "argument" : "output";
    made.label = argument.parameter ? fmt::format("argument {}", *argument.parameter) : "output";
    if (!argument.index.empty()) made.label += fmt::format(" {{{}}}", fmt::join(argument.index, ","));
    set_shape(made, argument.shape, argument.size);
    return made;
}

std::vector<tpu_sum> sums_by(const std::vector<tpu_buffer>& buffers, std::string tpu_buffer::* by)
{
    std::map<std::string, tpu_sum> sums;
    for (const auto& buffer : buffers) {
        if ((buffer.*by).empty()) continue;
        auto& sum = sums[buffer.*by];
        sum.name = buffer.*by;
        sum.bytes = saturating_sum(sum.bytes, buffer.bytes);
        ++sum.count;
    }
    std::vector<tpu_sum> result;
    for (auto& [name, sum] : sums) result.push_back(std::move(sum));
    std::ranges::stable_sort(result, std::greater{}, &tpu_sum::bytes);
    return result;
}

// --- what to do ------------------------------------------------------------------------------------------------------

std::string dump_advice(std::string_view module)
{
    return fmt::format(
        "for all buffers, run the program with XLA_FLAGS=--xla_dump_to=DIR: the compiler writes "
        "DIR/module_*.{}.cl_*.after_optimizations-buffer-assignment.txt before it gives up; then `ballast "
        "show DIR`",
        module.empty() ? std::string_view("NAME") : module);
}
std::string log_advice()
{
    return "the compiler's log has a memory-usage report after the same error, if TPU_STDERR_LOG_LEVEL and "
           "TPU_MIN_LOG_LEVEL are at most 2: `ballast show LOG`";
}
// No chip has more vmem than 128 MiB.
std::string scoped_advice(std::int64_t bytes)
{
    constexpr std::int64_t kib = 1024;
    constexpr std::int64_t largest_vmem = std::int64_t{128} << 20;
    std::string result = "smaller blocks or fewer buffers in the kernel";
    if (bytes > largest_vmem) return result;
    return result + fmt::format(", or a higher limit, up to the vmem of the chip: "
                                "LIBTPU_INIT_ARGS=--xla_tpu_scoped_vmem_limit_kib={}",
                                bytes / kib + (bytes % kib == 0 ? 0 : 1));
}

// --- the contents of a message ---------------------------------------------------------------------------------------

class message_reader {
public:
    tpu_memory result;

    void operator()(const ast::box<ast::tpu_space_report>& of) { read(*of); }
    void operator()(const ast::box<ast::tpu_bare_report>& of)
    {
        result.space = of->space;
        for (const auto& block : of->blocks) {
            tpu_buffer made;
            made.number = static_cast<std::int64_t>(result.buffers.size()) + 1;
            made.owner = ast::spelling(block.owner);
            made.label = name_in(block.label.text);
            result.buffers.push_back(std::move(made));
        }
        result.verdict = fmt::format("{} is too small for the program; the compiler lists {} allocations without sizes",
                                     of->space, of->blocks.size());
        result.advice.push_back(dump_advice({}));
    }
    void operator()(const ast::box<ast::tpu_stack_overflow>& of)
    {
        result.space = of->space;
        limits(of->size, of->limit, of->excess);
        result.instruction = name_in(of->instruction);
        if (result.missing)
            result.verdict =
                fmt::format("{} needs {} of scoped {}, {} more than the limit of {}", result.instruction,
                            short_text(of->size), of->space, short_text(of->excess), short_text(of->limit));
        result.advice.push_back(scoped_advice(*result.used));
    }
    void operator()(const ast::box<ast::tpu_large_allocation>& of)
    {
        result.space = of->space;
        limits(of->size, of->capacity);
        if (of->instruction) result.instruction = *of->instruction;
        tpu_buffer made;
        made.owner = of->scoped ? "scoped" : "";
        made.use = use_of(of->tag);
        made.label = result.instruction;
        set_shape(made, of->shape, ast::human(of->size));
        made.bytes = of->size;
        if (result.missing)
            result.verdict = fmt::format("one allocation of {}, {}, is larger than all of {} ({}): {}",
                                         size_of(of->size), made.shape, of->space, size_of(of->capacity), made.use);
        if (!made.better_shape.empty()) add_better(made);
        result.buffers.push_back(std::move(made));
        if (of->space == "hbm")
            result.advice.push_back("split the array, shard it over more chips, or compute it in parts");
        else
            result.advice.push_back("a smaller block, or the operand in hbm (memory space ANY) with explicit copies");
    }
    void operator()(const ast::tpu_temporaries& of)
    {
        result.space = "hbm";
        limits(of.required, of.available);
        if (of.module_name) result.module_name = *of.module_name;
        if (result.missing)
            result.verdict = fmt::format("{}: arguments and temporaries need {}, {} available ({})", shortage(),
                                         short_text(of.required), short_text(of.available),
                                         rounded_share(*result.used, *result.capacity));
        without_buffers();
    }
    void operator()(const ast::tpu_cores& of)
    {
        result.space = "hbm";
        limits(saturating_sum(bytes_of(of.tensor_core), bytes_of(of.sparse_core)), bytes_of(of.available));
        if (result.missing)
            result.verdict =
                fmt::format("{}: the TensorCore needs {} and the SparseCore {}, {} available", shortage(),
                            short_text(of.tensor_core), short_text(of.sparse_core), short_text(of.available));
        without_buffers();
    }
    void operator()(const ast::tpu_early_abort& of)
    {
        result.space = "hbm";
        limits(of.required, of.available);
        if (result.missing)
            result.verdict = fmt::format("{}: the program needs at least {}, {} available", shortage(),
                                         short_text(of.required), short_text(of.available));
        without_buffers();
        if (of.threshold)
            result.advice.push_back(
                fmt::format("LIBTPU_INIT_ARGS=--xla_tpu_impure_oom_fast_exit_threshold={} makes the compiler go on to "
                            "its full report (libtpu until 0.0.23)",
                            *of.threshold));
    }
    void operator()(const ast::box<ast::tpu_sparse_core>& of)
    {
        constexpr std::int64_t word = 4;
        result.space = of->space;
        result.instruction = of->place.name;
        const auto bytes_of_words = [](std::int64_t words) {
            const auto bytes = ast::byte_product(words, word);
            return bytes < 0 ? std::numeric_limits<std::int64_t>::max() : bytes;
        };
        limits(bytes_of_words(of->reached), bytes_of_words(of->limit));
        if (result.missing)
            result.verdict = fmt::format("{} needs {} words of {} on the SparseCore, {} more than there are",
                                         of->place.name, of->reached, of->space, of->reached - of->limit);
        result.advice.push_back("smaller blocks in the kernel");
    }

private:
    // If what is needed is less than what is available, nothing is missing, and the numbers are wrong.
    void limits(std::int64_t used, std::int64_t capacity)
    {
        result.used = used;
        result.capacity = capacity;
        constexpr std::int64_t no_memory = std::int64_t{1} << 60; // has so much
        if (used >= no_memory)
            result.verdict =
                fmt::format("the program does not fit into the {} of {}; the {} that it needs is no real size: a "
                            "computation of the compiler overflowed",
                            size_of(capacity), result.space, size_of(used));
        else if (used >= capacity)
            result.missing = used - capacity;
        else
            result.verdict = fmt::format("the message contradicts itself: {} ran out, but {} are needed and {} are "
                                         "available",
                                         result.space, size_of(used), size_of(capacity));
    }
    void limits(const ast::human_size& used, const ast::human_size& capacity)
    {
        limits(bytes_of(used), bytes_of(capacity));
    }
    // With the difference that is printed.
    void limits(const ast::human_size& used, const ast::human_size& capacity, const ast::human_size& missing)
    {
        limits(used, capacity);
        if (result.missing) result.missing = bytes_of(missing);
    }
    // `hbm is 1.50G short`, or `hbm is short` if both sizes are printed alike.
    [[nodiscard]] std::string shortage() const
    {
        const auto by = *result.missing == 0 ? std::string() : size_of(*result.missing) + ' ';
        return fmt::format("{} is {}short", result.space, by);
    }
    void without_buffers()
    {
        result.facts.emplace_back("the message lists no buffers");
        result.advice.push_back(dump_advice(result.module_name));
        result.advice.push_back(log_advice());
    }

    // True if the bytes are worth a sentence.
    [[nodiscard]] bool matters(std::int64_t bytes) const
    {
        constexpr std::int64_t part = 50;
        return bytes >= std::max(result.used.value_or(0), result.program.value_or(0)) / part && bytes != 0;
    }

    void read(const ast::tpu_space_report& of)
    {
        if (of.lead) {
            result.space = of.lead->space;
            limits(of.lead->used, of.lead->capacity, of.lead->exceeded);
            if (of.lead->module_name) result.module_name = *of.lead->module_name;
        }
        if (of.total) read(*of.total);
        if (of.program) read(*of.program);
        for (const auto& block : of.arguments.blocks) result.buffers.push_back(buffer_of(block));
        for (const auto& block : of.allocations.blocks) result.buffers.push_back(buffer_of(block));
        std::ranges::stable_sort(result.buffers, std::greater{}, &tpu_buffer::bytes);
        result.by_source = sums_by(result.buffers, &tpu_buffer::source);
        result.by_scope = sums_by(result.buffers, &tpu_buffer::scope);
        judge();
    }
    void read(const ast::tpu_total& of)
    {
        if (result.space.empty()) result.space = of.space;
        result.reserved = bytes_of(of.reserved);
        if (of.program) result.program = bytes_of(*of.program);
        if (of.arguments) result.arguments = bytes_of(*of.arguments);
        if (!of.output) return;
        const auto size = bytes_of(of.output->size);
        const auto shared = bytes_of(of.output->shared);
        if (matters(size))
            result.facts.push_back(shared == 0
                                       ? fmt::format("the output takes {} and shares no memory with arguments; "
                                                     "donated arguments would be reused for it",
                                                     short_text(of.output->size))
                                       : fmt::format("the output takes {}, of which {} share memory with arguments",
                                                     short_text(of.output->size), short_text(of.output->shared)));
    }
    void read(const ast::tpu_program& of)
    {
        if (result.space.empty()) result.space = of.space;
        result.program = bytes_of(of.requirement);
        for (const auto& row : of.rows) {
            if (row.owner == ast::tpu_owner::hlo_temp) temporaries(row);
            if (row.owner == ast::tpu_owner::overlays && of.space == "hbm")
                result.facts.push_back(fmt::format("the program's own code takes {}", short_text(row.size)));
        }
    }
    void temporaries(const ast::tpu_row& row)
    {
        result.temporaries = bytes_of(row.size);
        if (!row.utilization) return;
        result.fragmentation = bytes_of(row.utilization->fragmented);
        if (row.utilization->padding)
            result.padding = std::max<std::int64_t>(
                bytes_of(row.utilization->padding->padded) - bytes_of(row.utilization->padding->unpadded), 0);
        else
            // In tenths of a percent; a changed text can have any number.
            result.padding = *result.temporaries / 1000 * std::max<std::int64_t>(1000 - row.utilization->utilized, 0);
    }

    // What takes most of the memory.
    void judge_memory()
    {
        if (result.missing)
            result.verdict = fmt::format("{}: {} needed, {} available ({})", shortage(), size_of(*result.used),
                                         size_of(*result.capacity), rounded_share(*result.used, *result.capacity));
        else if (result.program)
            result.verdict = fmt::format("the program takes {} of {}", size_of(*result.program), result.space);
        else
            result.verdict = "a part of a report; how much is missing is not in it";
        if (result.space == "hbm" && result.arguments && result.program)
            result.verdict +=
                fmt::format("; arguments {}, program {}", size_of(*result.arguments), size_of(*result.program));
        if (!result.buffers.empty() && matters(result.buffers.front().bytes)) {
            const auto& first = result.buffers.front();
            result.verdict += fmt::format("; the largest is {} {}", first.shape.empty() ? first.label : first.shape,
                                          size_of(first.bytes));
            if (first.padding >= first.bytes / 4 && first.padding != 0)
                result.verdict += fmt::format(", {} of it padding", size_of(first.padding));
            if (!first.use.empty()) result.verdict += fmt::format(" ({})", first.use);
        }
    }
    void judge()
    {
        const bool contradicts = result.used && !result.missing;
        if (!contradicts) judge_memory();
        facts();
        if (result.buffers.empty()) {
            result.facts.emplace_back("the text lists no buffers");
            result.advice.push_back(dump_advice(result.module_name));
        }
        if (result.space == "vmem" && result.program) result.advice.push_back(scoped_advice(*result.program));
    }
    void facts()
    {
        if (result.padding && result.temporaries && matters(*result.padding))
            result.facts.push_back(fmt::format("padding takes {} of the temporaries ({})", size_of(*result.padding),
                                               rounded_share(*result.padding, *result.temporaries)));
        if (result.fragmentation && result.temporaries && matters(*result.fragmentation))
            result.facts.push_back(fmt::format("fragmentation takes {} of the temporaries ({})",
                                               size_of(*result.fragmentation),
                                               rounded_share(*result.fragmentation, *result.temporaries)));
        std::size_t reported = 0;
        constexpr std::size_t most_told = 3;
        std::string last;
        for (const auto& buffer : result.buffers)
            if (!buffer.better_shape.empty() && matters(buffer.padding) && buffer.shape != last &&
                reported < most_told) {
                add_better(buffer);
                last = buffer.shape;
                ++reported;
            }
    }
    void add_better(const tpu_buffer& of)
    {
        result.facts.push_back(fmt::format("{} takes {}, of which {} is padding; as {} it would take {}", of.shape,
                                           size_of(of.bytes), size_of(of.padding), of.better_shape,
                                           size_of(of.better_bytes)));
    }
};

} // namespace

tpu_memory tpu_memory_of(const ast::tpu_report& report)
{
    message_reader reader;
    std::visit(reader, report.message);
    return std::move(reader.result);
}

namespace {

// Whether the program fits, if the text has the capacity of its memory; sets that.
std::string verdict_of_usage(tpu_memory& of, const ast::tpu_share* hbm, const std::string& needs)
{
    constexpr std::string_view unknown = "; the text does not say how much there is";
    if (hbm) of.capacity = bytes_of(hbm->capacity);
    if (!of.used && hbm)
        return fmt::format("the program without its arguments takes {} of {} of hbm", size_of(bytes_of(hbm->used)),
                           size_of(*of.capacity));
    if (!of.used)
        return needs.empty() ? "the text does not say how much memory the program uses"
                             : fmt::format("the program requires {}{}", needs, unknown);
    std::string parts;
    if (of.arguments && of.program)
        parts = fmt::format(", arguments {}, program {}", size_of(*of.arguments), size_of(*of.program));
    if (!hbm) return fmt::format("the program uses {} of hbm{}{}", size_of(*of.used), parts, unknown);
    if (*of.used > *of.capacity) of.missing = *of.used - *of.capacity;
    return fmt::format("the program {}: it uses {} of {} of hbm{}", of.missing ? "does not fit" : "fits",
                       size_of(*of.used), size_of(*of.capacity), parts);
}

} // namespace

tpu_memory tpu_memory_of(const ast::tpu_usage& usage)
{
    tpu_memory result;
    std::string needs;
    const ast::tpu_share* hbm = nullptr;
    for (const auto& section : usage.sections) {
        if (const auto* share = std::get_if<ast::tpu_share>(&section.form)) {
            result.facts.push_back(
                fmt::format("{}: {} of {}", share->space, short_text(share->used), short_text(share->capacity)));
            if (share->space == "HBM") hbm = share;
        }
        if (const auto* program = std::get_if<ast::tpu_program>(&section.form))
            if (program->requirement.count != 0)
                needs +=
                    fmt::format("{}{} {}", needs.empty() ? "" : ", ", program->space, short_text(program->requirement));
        if (const auto* total = std::get_if<ast::tpu_total>(&section.form); total && total->space == "hbm") {
            result.space = "hbm";
            result.used = bytes_of(total->usage);
            result.reserved = bytes_of(total->reserved);
            if (total->program) result.program = bytes_of(*total->program);
            if (total->arguments) result.arguments = bytes_of(*total->arguments);
        }
    }
    result.verdict = verdict_of_usage(result, hbm, needs);
    if (!needs.empty()) result.facts.push_back("the program requires " + needs);
    return result;
}

} // namespace ballast::inline v0
