#include "check/memory_message.hpp"

#include "ast/human_size.hpp"
#include "base/saturating_sum.hpp"
#include "check/allocator_pool.hpp"
#include "check/byte_span.hpp"
#include "check/message_text.hpp"
#include "check/usage_report.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace ballast::checking {

namespace {

// What XLA prints for a number of bytes, which can be less than 0.
ast::human_size rounded(std::int64_t bytes)
{
    if (bytes >= 0) return ast::human(bytes);
    auto result = ast::human(bytes == INT64_MIN ? INT64_MAX : -bytes);
    result.count = -result.count;
    return result;
}

class message_checker {
public:
    message_checker(std::string_view text, std::int64_t base, report& out) : at_(text, base), out_(out) {}

    void check(const ast::memory_message& of)
    {
        if (const auto* failure = of.is<ast::memory_failure>()) {
            if (const auto* request = std::get_if<ast::request_failure>(&failure->what))
                check_size("Failed to allocate request for ", request->size, request->bytes);
            if (const auto* program = std::get_if<ast::program_failure>(&failure->what)) check(*program);
        }
        if (const auto* warning = of.is<ast::rematerialization>()) check(*warning);
        if (const auto* summary = of.is<ast::allocator_summary>()) check_pool(*summary, at_, out_);
        const auto* base = of.is<ast::base_limit>();
        if (base) out_.applies(finding_id::message_sum);
        if (base && base->arguments <= base->limit)
            add(finding_id::message_sum, "arguments (",
                say("{} bytes do not exceed the limit of {} bytes", base->arguments, base->limit));
    }

private:
    void add(finding_id which, std::string_view words, finding_message text)
    {
        at_.contradicts(out_, which, words, std::move(text));
    }

    void check_size(std::string_view words, const ast::human_size& size, std::int64_t bytes)
    {
        out_.applies(finding_id::message_size);
        if (size != rounded(bytes))
            add(finding_id::message_size, words, say("XLA prints another size for {} bytes", bytes));
    }

    void check(const ast::rematerialization& x)
    {
        out_.applies(finding_id::message_sum);
        check_size("use below ", x.limit.size, x.limit.bytes);
        check_size("only reduced to ", x.reduced.size, x.reduced.bytes);
        if (x.original) check_size("down from ", x.original->size, x.original->bytes);
        if (x.reduced.bytes <= x.limit.bytes)
            add(finding_id::message_sum, "only reduced to ",
                say("{} bytes are not above the limit of {} bytes", x.reduced.bytes, x.limit.bytes));
        if (x.original && x.original->bytes < x.reduced.bytes)
            add(finding_id::message_sum, "down from ",
                say("{} bytes were reduced to {} bytes, which is more", x.original->bytes, x.reduced.bytes));
    }

    void check(const ast::program_failure& x)
    {
        const auto* reserved = std::get_if<ast::reservation>(&x.attempt);
        if (!reserved) return;
        check(*reserved);
        const auto* table = std::get_if<ast::reservation_table>(&reserved->rest);
        if (!table) return;
        out_.applies(finding_id::message_sum);
        check_size("Top-of-Memory reserved: ", table->top_reserved.size, table->top_reserved.bytes);
        check_size("Currently allocated: ", table->allocated.size, table->allocated.bytes);
        check_size("Program requirement: ", table->requirement.size, table->requirement.bytes);
        check_size("Available after request: ", table->available.size, table->available.bytes);
        // The capacity, whose bytes are not printed.
        auto capacity = table->available.bytes;
        for (const auto* row : {&table->top_reserved, &table->allocated, &table->requirement})
            capacity = saturating_sum(capacity, row->bytes);
        const auto span = span_of(table->capacity);
        if (capacity < span.low || capacity > span.high)
            add(finding_id::message_sum, "Available after request: ",
                say("the rows add up to a capacity of {} bytes, it is {}", capacity, text_of(span)));
    }

    // What can be reserved is one piece of the free memory, and the program needs a larger one.
    void check(const ast::reservation& x)
    {
        const auto needed = span_of(x.needed);
        const auto reservable = span_of(x.reservable);
        const auto free = span_of(x.free);
        out_.applies(finding_id::message_sum);
        if (needed.high <= reservable.low)
            add(finding_id::message_sum, "Attempting to reserve ",
                say("{} can be reserved: there are {}", text_of(needed), text_of(reservable)));
        if (reservable.low > free.high)
            add(finding_id::message_sum, " reserved, and ",
                say("{} cannot be reserved: {} are free", text_of(reservable), text_of(free)));
    }

    message_text at_;
    report& out_;
};

// Sums of the allocations of a memory space, as XLA counts them for its analysis.
ast::memory_sizes sizes_of(const model::rows& rows, std::int64_t color)
{
    ast::memory_sizes result;
    const auto add = [](std::int64_t& to, std::int64_t bytes) { to = saturating_sum(to, bytes); };
    for (const auto& a : rows.allocations) {
        if (a.color != color) continue;
        if (a.parameter >= 0) add(result.argument, a.size);
        if (a.live_out) add(result.output, a.size);
        if (a.parameter >= 0 && a.live_out) add(result.alias, a.size);
        if (a.arena) add(result.temp, a.size);
    }
    return result;
}

} // namespace

void check_message(const ast::memory_message& of, std::string_view text, std::int64_t base, report& out)
{
    message_checker(text, base, out).check(of);
}

void check_compiled_sizes(const context& in, const ast::memory_message& of, std::string_view text, std::int64_t base)
{
    const auto* printed = of.is<ast::compiled_sizes>();
    if (!printed || in.rows.allocations.empty()) return;
    // Before 2024 XLA filled in only the code of programs for GPU and CPU.
    auto filled = printed->device;
    filled.code = 0;
    if (filled == ast::memory_sizes{} && !printed->host) return;
    const message_text at(text, base);
    enum class exact : bool { mostly, always };
    const auto compare = [&](std::string_view words, std::int64_t said, std::int64_t bytes, exact how = exact::always) {
        in.out.applies(finding_id::compiled_sizes);
        if (said == bytes) return;
        const auto where = at.after(words);
        auto what = say("{} bytes, the dump has {}", said, bytes);
        if (how == exact::always)
            in.out.add(finding_id::compiled_sizes, where, std::move(what), {row_of(where)});
        else
            in.out.warn(finding_id::compiled_sizes, where, std::move(what), {row_of(where)});
    };
    const auto device = sizes_of(in.rows, 0);
    compare("argument_size_in_bytes=", printed->device.argument, device.argument);
    compare("output_size_in_bytes=", printed->device.output, device.output);
    compare("alias_size_in_bytes=", printed->device.alias, device.alias);
    // On other platforms the printed size is another quantity, or is not known to be the same.
    if (in.on.kind == platform_kind::cpu) compare("temp_size_in_bytes=", printed->device.temp, device.temp);
    if (!printed->host) return;
    constexpr std::int64_t pinned_host = 5;
    const auto host = sizes_of(in.rows, pinned_host);
    // libtpu 0.0.11.4 printed other sizes for some programs.
    compare("host_argument_size_in_bytes=", printed->host->argument, host.argument, exact::mostly);
    compare("host_output_size_in_bytes=", printed->host->output, host.output, exact::mostly);
    compare("host_alias_size_in_bytes=", printed->host->alias, host.alias);
    compare("host_temp_size_in_bytes=", printed->host->temp, host.temp);
}

} // namespace ballast::checking
