#include "ballast/print.hpp"
#include "print/allocator_summary.hpp"
#include "print/human_size.hpp"
#include "print/status.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace ballast::inline v0 {

namespace {

using ast::human_text;
using ast::short_text;
using print_detail::put_right;

// A size that can be negative.
template <typename Text>
std::string signed_text(const ast::human_size& x, Text text)
{
    return x.count < 0 ? '-' + text({-x.count, x.unit}) : text(x);
}

// --- errors ----------------------------------------------------------------------------------------------------------

void put(sink& out, const ast::buffer_failure& x)
{
    out.put("Error allocating device buffer: Attempting to allocate ", short_text(x.needed),
            ". That was not possible. There are ", short_text(x.free), " free.; (", x.place.x, 'x', x.place.y, 'x',
            x.place.z, "_HBM", x.place.memory, ')');
}

// `-2,735,391,744`
std::string with_commas(std::int64_t number)
{
    auto text = fmt::format("{}", number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (auto at = text.size(); at > first + 3;) text.insert(at -= 3, 1, ',');
    return text;
}

void put_row(sink& out, std::string_view label, const ast::table_row& x)
{
    out.put(label);
    put_right(out, 8, signed_text(x.size, short_text));
    out.put(" (");
    put_right(out, 16, with_commas(x.bytes));
    out.put(" bytes)\n");
}

void put(sink&, std::monostate) {}
void put(sink& out, ast::unknown_scope) { out.put(" Scope: unknown.."); }
void put(sink& out, const ast::reservation_table& x)
{
    out.put("; \nHBM capacity ", short_text(x.capacity), ":\n");
    put_row(out, "       Top-of-Memory reserved: ", x.top_reserved);
    put_row(out, "          Currently allocated: ", x.allocated);
    put_row(out, "          Program requirement: ", x.requirement);
    out.put("                               ------------\n");
    put_row(out, "      Available after request: ", x.available);
    out.put("; attempting reservation for program memory");
}

void put(sink& out, const ast::reservation& x)
{
    out.put("Attempting to reserve ", short_text(x.needed),
            " at the bottom of memory. That was not possible. There are ", short_text(x.free), " free, ",
            short_text(x.reserved), " reserved, and ", short_text(x.reservable), " reservable.");
    std::visit([&](const auto& rest) { put(out, rest); }, x.rest);
}
void put(sink& out, const ast::program_allocation& x)
{
    out.put("Attempting to allocate ", short_text(x.needed), ". That was not possible. There are ", short_text(x.free),
            " free.");
}

void put(sink& out, const ast::program_failure& x)
{
    if (x.load) {
        out.put("Error loading program");
        if (x.load->name) out.put(" '", *x.load->name, '\'');
        out.put(": ");
    }
    std::visit([&](const auto& attempt) { put(out, attempt); }, x.attempt);
}

void put(sink& out, const ast::allocation_failure& x)
{
    out.put("Out of ", x.host ? "host " : "", "memory while trying to allocate ");
    if (const auto* bytes = std::get_if<std::int64_t>(&x.amount))
        out.put(*bytes, " bytes");
    else
        out.put(human_text(std::get<ast::human_size>(x.amount)));
    if (x.allocator) out.put(" with allocator ", x.allocator->name, " on device ", x.allocator->device);
    out.put('.');
    if (x.host_note)
        out.put(" Please set the environment variable XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB to allocate larger host memory "
                "than the default 64 GB.");
}

void put(sink& out, const ast::request_failure& x)
{
    out.put("Failed to allocate request for ", human_text(x.size), " (", x.bytes, "B) on device ordinal ", x.device);
}

void put(sink& out, const ast::cpu_failure& x) { out.put("Out of memory allocating ", x.bytes, " bytes."); }

void put(sink& out, const ast::host_output& x)
{
    out.put("Tensor which is moved to host (starting from ", x.tensor,
            ") is returned from the entry computation but the layout for this output is not set to host memory.");
}

void put(sink& out, const ast::array_overflow& x)
{
    out.put("RET_CHECK failure (", x.path, ':', x.line,
            ") allocation_size_words <= std::numeric_limits<int32_t>::max() ", x.words, ' ', x.operation);
}

void put(sink& out, const ast::memory_failure& x)
{
    print_detail::put_status_head(out, x.status);
    print_detail::put_status_code(out, x.status);
    std::visit([&](const auto& what) { put(out, what); }, x.what);
    print_detail::put_failed_replica(out, x.status);
    print_detail::put_status_link(out, x.status);
    print_detail::put_status_rest(out, x.status);
}

// --- lines of logs ---------------------------------------------------------------------------------------------------

std::string_view words_of(ast::allocation_end end)
{
    switch (end) {
    case ast::allocation_end::unnamed: break;
    case ast::allocation_end::lower: return " from the lower end ";
    case ast::allocation_end::upper: return " from the upper end ";
    }
    return {};
}

void put(sink& out, const ast::allocator_retry& x)
{
    out.put(x.end == ast::allocation_end::unnamed ? std::string_view(" ") : words_of(x.end),
            "with freed_by_count=", x.freed, '.');
    if (x.note == ast::retry_note::absent) return;
    out.put(" The caller indicates that this is not a failure, but ",
            std::string_view(x.note == ast::retry_note::late ? "this " : ""),
            "may mean that there could be performance gains if more memory were available.");
}

void put(sink& out, const ast::early_allocator_failure& x)
{
    if (x.rounded) out.put(" (rounded to ", *x.rounded, ')');
    out.put(std::string_view(x.on_next_line ? "\n" : ".  "), "Current allocation summary follows.");
}

void put(sink& out, const ast::allocator_failure& x)
{
    out.put(" (rounded to ", x.rounded, ')', words_of(x.end));
    out.put("requested by op ", x.operation);
    switch (x.hint) {
    case ast::fragmentation_hint::absent: break;
    case ast::fragmentation_hint::early:
        out.put("\nIf the cause is memory fragmentation maybe the environment variable "
                "'TF_GPU_ALLOCATOR=cuda_malloc_async' will improve the situation. ");
        break;
    case ast::fragmentation_hint::late:
        out.put("\nIf this is caused by memory fragmentation, the environment variable "
                "'TF_GPU_ALLOCATOR=cuda_malloc_async' may improve the situation.");
        break;
    }
    constexpr std::string_view summary = "\nCurrent allocation summary follows.";
    if (x.summary != ast::summary_line::absent) out.put(summary);
    if (x.summary == ast::summary_line::twice) out.put(summary);
}

void put(sink& out, const ast::allocator_message& x)
{
    out.put("Allocator (", x.name, ") ran out of memory trying to allocate ", human_text(x.size));
    std::visit([&](const auto& outcome) { put(out, outcome); }, x.outcome);
}

void put(sink& out, const ast::allocator_summary& x) { print_detail::put_summary(out, x); }

void put(sink& out, const ast::size_in_bytes& x) { out.put(signed_text(x.size, human_text), " (", x.bytes, " bytes)"); }

void put(sink& out, const ast::rematerialization& x)
{
    out.put("Can't reduce memory use below ");
    put(out, x.limit);
    out.put(" by rematerialization; only reduced to ");
    put(out, x.reduced);
    if (!x.original) return;
    out.put(", down from ");
    put(out, *x.original);
    out.put(" originally");
}

void put(sink& out, const ast::base_limit& x)
{
    out.put("The byte size of input/output arguments (", x.arguments, ") exceeds the base limit (", x.limit,
            "). This indicates an error in the calculation!");
}

// --- sizes of a program that was compiled ----------------------------------------------------------------------------

void put_sizes(sink& out, std::string_view prefix, const ast::memory_sizes& x)
{
    out.put(prefix, "generated_code_size_in_bytes=", x.code, ", ", prefix, "argument_size_in_bytes=", x.argument, ", ",
            prefix, "output_size_in_bytes=", x.output, ", ", prefix, "alias_size_in_bytes=", x.alias, ", ", prefix,
            "temp_size_in_bytes=", x.temp);
}

void put(sink& out, const ast::compiled_sizes& x)
{
    out.put("CompiledMemoryStats(");
    put_sizes(out, "", x.device);
    if (x.host) {
        out.put(", ");
        put_sizes(out, "host_", *x.host);
    }
    out.put(')');
}

void put(sink& out, const ast::compilation_analysis& x)
{
    constexpr std::string_view prefix = "Post Compilation Analysis: ";
    constexpr std::string_view rule =
        "================================================================================";
    const auto row = [&](std::string_view label, const std::optional<std::int64_t>& amount) {
        out.put(prefix, label);
        if (amount)
            out.put(fmt::format("{}.{:06}", *amount / 1000000, *amount % 1000000));
        else
            out.put("Unknown ");
        out.put(" GB\n");
    };
    out.put(prefix, rule, '\n');
    row("Graph input size: ", x.input);
    row("Graph output size: ", x.output);
    row("Aliased Input size: ", x.aliased);
    row("Intermediate tensor size: ", x.intermediate);
    row("Compiled program size: ", x.program);
    out.put(prefix, "--------------------------------------------------------------------------------\n", prefix, rule);
}

} // namespace

void print(sink& out, const ast::memory_message& x)
{
    std::visit([&](const auto& content) { put(out, content); }, x.content);
    if (x.line_end) out.put('\n');
}

} // namespace ballast::inline v0
