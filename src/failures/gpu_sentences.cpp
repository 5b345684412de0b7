// What allocators and drivers of GPUs, and hosts, say when a request fails.
#include "failures/collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::failures {

namespace {

constexpr std::int64_t granule = 256; // to which the allocator rounds requests up

// Allocators of the host's memory.
bool is_host(std::string_view allocator)
{
    constexpr std::array<std::string_view, 8> names{"bfc_cpu_allocator_for_gpu",
                                                    "cpu_pool",
                                                    "xla_gpu_host_bfc",
                                                    "gpu_host_bfc",
                                                    "cuda_host_bfc",
                                                    "cpu",
                                                    "mklcpu",
                                                    "CUDA_Host"};
    return std::ranges::find(names, allocator) != names.end();
}

// True if both are the same request: one of them can be rounded.
bool is_same_request(const draft& of, const amount& other)
{
    if (!of.needed) return false;
    if (of.needed->text == other.text || of.needed->bytes == other.bytes) return true;
    if (!of.rounded || !other.exact) return false;
    return other.bytes <= of.rounded->bytes && of.rounded->bytes - other.bytes < granule;
}

} // namespace

// Lines of the driver before a failure say that the pool could not grow; they belong to it. Empty if there are none.
std::string collector::take_driver(bool host, std::size_t before)
{
    constexpr std::size_t distance = 20000;
    const auto of_driver = [&](const draft& d) {
        return d.kind == event::driver && d.host == host && before - std::min(before, d.end) < distance;
    };
    std::string result;
    for (const auto& d : drafts_) {
        if (!of_driver(d) || !result.empty()) continue;
        result = fmt::format("before, the driver refused {}{}: the pool could not grow",
                             d.needed ? d.needed->text : "memory",
                             d.detail.empty() ? std::string() : fmt::format(" ({})", d.detail));
    }
    if (!result.empty()) std::erase_if(drafts_, of_driver);
    return result;
}

void collector::request(const match& found, std::size_t at)
{
    const auto needed = amount_at(found, 0);
    if (is_of_search(at)) return search_request(needed, at, found.end);
    const auto before = text_.substr(at - std::min<std::size_t>(at, 24), std::min<std::size_t>(at, 24));
    const bool host = before.find("host memory") != npos;
    constexpr std::size_t longest = 160;
    const auto rest = after(found.end, longest);
    std::string name;
    std::string device;
    if (const auto where = here(" with allocator %w on device %n", found.end)) {
        name = where->values[0];
        device = where->values[1];
    }
    const bool of_host = host || is_host(name);
    // The status follows the log of the allocator.
    auto* pending = last_that([&](const draft& d) {
        const bool cut = d.kind == event::allocator && !d.needed; // the dump lacks its beginning
        return (d.kind == event::allocator || d.kind == event::async_allocator) && !d.has_status &&
               (cut || is_same_request(d, needed));
    });
    if (!pending) {
        const auto same = [&](const draft& d) { return is_same_request(d, needed) && d.host == of_host; };
        auto* known = repeated(event::gpu_request, at, same);
        const auto logged = [&](const draft& d) { return d.has_status && is_same_request(d, needed); };
        if (!known) known = repeated(event::allocator, at, logged);
        if (!known) known = repeated(event::async_allocator, at, logged);
        if (known) return;
    }
    auto refused = pending ? std::string() : take_driver(of_host, at);
    if (pending) count(*pending, at);
    auto& d = pending ? *pending : open(event::gpu_request, at);
    if (!refused.empty()) d.detail = "driver";
    if (!refused.empty()) d.facts.push_back(std::move(refused));
    d.has_status = true;
    d.has_lead = true;
    if (!d.needed || (needed.exact && !d.needed->exact)) d.needed = needed;
    d.host = d.host || of_host;
    if (d.name.empty()) d.name = name;
    if (d.device.empty()) d.device = device;
    const bool is_bare = !pending && d.detail.empty() && d.name.empty() && d.device.empty() && !d.host;
    if (const auto line = rest.substr(0, rest.find('\n')); is_bare && line.find("[Op:") != npos) d.detail = "operation";
    if (rest.find("XLA_PJRT_GPU_HOST_MEMORY_LIMIT_GB") != npos) d.host = true;
    if (const auto program = rest.find("executable_name='"); program != npos)
        if (const auto word = here("%w", found.end + program + 17)) d.program = word->values[0];
    d.end = found.end;
}

void collector::executable(const match& found, std::size_t at)
{
    auto* d = last({event::gpu_request, event::allocator, event::async_allocator});
    constexpr std::size_t distance = 200;
    if (d && d->program.empty() && at - std::min(at, d->end) < distance) d->program = found.values[0];
}

// `Failed to determine best cudnn convolution algorithm: …`: the search goes on without the memory.
bool collector::is_of_search(std::size_t at) const
{
    constexpr std::size_t longest = 200;
    const auto from = at - std::min(at, longest);
    const auto before = text_.substr(from, at - from);
    const auto of_picker = before.rfind("algorithm_picker.cc:");
    // The prefix of another line can be between them.
    return before.find("best cudnn convolution algorithm") != npos ||
           (of_picker != npos && before.find(".cc:", of_picker + 20) == npos);
}

void collector::search_request(const amount& needed, std::size_t at, std::size_t end)
{
    if (repeated(event::retry, at, [&](const draft& d) { return *d.needed == needed; })) return;
    auto& d = open(event::retry, at);
    d.operation = "the search for the best convolution algorithm";
    d.needed = needed;
    d.end = end;
}

// `Failed to allocate 50331648 bytes for new constant`
void collector::constant_request(const match& found, std::size_t at)
{
    const auto bytes = number_before(at);
    if (!bytes) return;
    const auto needed = exact_amount(*bytes);
    if (repeated(event::gpu_request, at, [&](const draft& d) { return is_same_request(d, needed); })) return;
    auto& d = open(event::gpu_request, at);
    d.needed = needed;
    d.facts.emplace_back("it is for a constant of the program");
    d.has_lead = true;
    d.end = found.end;
}

void collector::ordinal_request(const match& found, std::size_t at)
{
    const auto needed = bytes_at(found, 1);
    if (is_of_search(at)) return search_request(needed, at, found.end);
    if (repeated(event::gpu_request, at, [&](const draft& d) { return is_same_request(d, needed); })) return;
    auto refused = take_driver(false, at);
    auto& d = open(event::gpu_request, at);
    if (!refused.empty()) d.detail = "driver";
    if (!refused.empty()) d.facts.push_back(std::move(refused));
    d.needed = needed;
    d.device = found.values[2];
    d.name = "platform";
    d.has_lead = true;
    d.end = found.end;
}

void collector::allocator(const match& found, std::size_t at)
{
    const auto size = amount_at(found, 0);
    auto name = word_before("Allocator (", at, 100);
    const auto before = text_.substr(at - std::min<std::size_t>(at, 4), std::min<std::size_t>(at, 4));
    if (before != "ran " && before != "Ran ") return;
    // Until 2017 the sentence had no name, and came after the dump.
    constexpr std::size_t distance = 3000;
    auto* dumped_before = last_that([&](const draft& d) { return d.kind == event::allocator && !d.needed; });
    if (name.empty() && dumped_before && at - std::min(at, dumped_before->end) < distance) {
        dumped_before->needed = size;
        dumped_before->end = found.end;
        dumped_before->has_lead = true;
        return;
    }
    constexpr std::size_t longest = 400;
    const auto rest = after(found.end, longest);
    const auto freed = rest.find("freed_by_count");
    if (freed < 48) {
        // Not a failure.
        if (repeated(event::retry, at, [&](const draft& d) { return d.name == name && *d.needed == size; })) return;
        auto& d = open(event::retry, at);
        d.name = std::move(name);
        d.needed = size;
        d.host = is_host(d.name);
        d.end = found.end;
        return;
    }
    std::optional<amount> rounded;
    if (const auto bytes = here(" (rounded to %n)", found.end)) rounded = bytes_at(*bytes, 0);
    std::string operation;
    constexpr std::string_view by_op = "requested by op ";
    if (const auto op = rest.find(by_op); op < 64) {
        const auto at_name = found.end + op + by_op.size();
        // The name can be empty; then the blank is a line end.
        const bool named = joined_.marked[at_name - 1] != joint;
        if (const auto word = named ? here("%w", at_name) : std::nullopt) operation = word->values[0];
    }
    const auto same = [&](const draft& d) { return d.name == name && *d.needed == size && d.operation == operation; };
    if (auto* known = last_that([&](const draft& d) { return d.kind == event::allocator && d.needed && same(d); })) {
        ++known->heads;
        known->repeated = true;
        known->end = found.end;
        return;
    }
    auto refused = take_driver(is_host(name), at);
    auto& d = open(event::allocator, at);
    if (!refused.empty()) d.detail = "driver";
    if (!refused.empty()) d.facts.push_back(std::move(refused));
    d.name = std::move(name);
    d.needed = size;
    d.rounded = rounded;
    d.operation = std::move(operation);
    d.host = is_host(d.name);
    d.has_lead = true;
    d.times = 0;
    d.heads = 1;
    const bool is_main = !d.host && d.name.find("collective") == npos;
    if (pool_limit_ && is_main) d.limit = pool_limit_;
    d.end = found.end;
}

void collector::async_request(const match& found, std::size_t at)
{
    const auto needed = bytes_at(found, 0);
    const auto from = at - std::min<std::size_t>(at, 60);
    const auto before = text_.substr(from, at - from);
    auto name = std::string(before.substr(std::min(before.rfind("gpu_async"), before.size())));
    while (name.ends_with(' ')) name.pop_back();
    const auto same = [&](const draft& d) {
        return d.kind == event::async_allocator && *d.needed == needed && d.name == name;
    };
    if (auto* known = last_that(same)) {
        ++known->heads;
        known->repeated = true;
        known->end = found.end;
        return;
    }
    auto& d = open(event::async_allocator, at);
    d.times = 0;
    d.heads = 1;
    d.needed = needed;
    d.name = std::move(name);
    d.has_lead = true;
    d.end = found.end;
}

void collector::free_of_driver(const match& found, std::size_t at)
{
    auto* d = last({event::async_allocator});
    if (!d || d->free || at - std::min(at, d->end) > 400) return;
    d->free = bytes_at(found, 0);
    d->available = bytes_at(found, 1);
    d->end = found.end;
}

void collector::mapped_request(const match& found, std::size_t at)
{
    const auto needed = bytes_at(found, 1);
    if (repeated(event::mapped_allocator, at, [&](const draft& d) { return *d.needed == needed; })) return;
    auto& d = open(event::mapped_allocator, at);
    d.in_use = bytes_at(found, 0);
    d.needed = needed;
    d.limit = bytes_at(found, 2);
    d.has_lead = true;
    d.end = found.end;
}

namespace {

// The allocator asks for a tenth less after each refusal.
bool continues_series(const draft& d, const amount& next)
{
    const auto& before = d.series.empty() ? *d.needed : d.series.back();
    return next.bytes <= before.bytes && next.bytes >= before.bytes / 8 * 7;
}

} // namespace

void collector::driver(const match& found, std::size_t at)
{
    const auto size = found.count == 3 ? bytes_at(found, 1) : amount_at(found, 0);
    auto status = std::string(found.values[found.count - 1]);
    if (status == "RESOURCE_EXHAUSTED" || status == "INTERNAL") {
        const auto rest = after(found.end, 80);
        const auto code = rest.find("CUDA_ERROR") != npos ? rest.find("CUDA_ERROR") : rest.find("HIP_ERROR");
        if (const auto word = here("%w", found.end + code); code != npos && word) status = word->values[0];
    }
    auto* d = last({event::driver, event::allocator});
    if (d && d->kind == event::driver && d->detail == status && !d->host && continues_series(*d, size)) {
        d->series.push_back(size);
        d->end = found.end;
        return;
    }
    auto& made = open(event::driver, at);
    made.needed = size;
    if (const auto printed = amount_at(found, 0); found.count == 3 && printed.text.ends_with("iB"))
        made.needed->text = printed.text;
    made.detail = std::move(status);
    made.has_lead = true;
    made.end = found.end;
}

// `[0] Failed to allocate device memory of 8.00GiB (8589934592 bytes): …`
void collector::driver_kind(const match& found, std::size_t at)
{
    const bool host = after(at, 30).find("host") != npos;
    const auto size = here(" of %s (%n bytes)", found.end);
    const auto rest = after(found.end, 160);
    std::string status;
    for (const std::string_view code : {"CUDA_ERROR", "HIP_ERROR", "RESOURCE_EXHAUSTED"})
        if (const auto place = rest.find(code); place != npos && status.empty())
            if (const auto word = here("%w", found.end + place)) status = word->values[0];
    const auto bytes = size ? std::optional(bytes_at(*size, 1)) : std::nullopt;
    auto* d = last({event::driver});
    if (d && d->detail == status && d->host == host && (!bytes || (d->needed && continues_series(*d, *bytes)))) {
        if (bytes)
            d->series.push_back(*bytes);
        else
            ++d->times;
        d->end = found.end;
        return;
    }
    auto& made = open(event::driver, at);
    made.needed = bytes;
    made.host = host;
    made.detail = std::move(status);
    made.has_lead = true;
    made.end = found.end;
}

void collector::host_driver(const match& found, std::size_t at)
{
    const auto needed = bytes_at(found, 0);
    if (auto* pool = last_that([](const draft& d) { return d.kind == event::allocator && d.host; })) {
        pool->facts.push_back(fmt::format("the driver refused {} of host memory ({})", needed.text, found.values[1]));
        pool->end = found.end;
        return;
    }
    if (repeated(event::driver, at, [&](const draft& d) { return d.host && d.needed && *d.needed == needed; })) return;
    auto& d = open(event::driver, at);
    d.needed = needed;
    d.host = true;
    d.detail = found.values[1];
    d.has_lead = true;
    d.end = found.end;
}

// `[0] Failed to allocate 1.00GiB (1073741824 bytes) of pinned host memory: …`
void collector::refused_memory(const match& found, std::size_t at)
{
    const auto bytes = number_before(at);
    if (!bytes) return;
    const auto needed = exact_amount(*bytes);
    const bool host = !text_.substr(at).starts_with("bytes) of unified");
    constexpr std::size_t longest = 80;
    const auto rest = after(found.end, longest);
    std::string status;
    for (const std::string_view code : {"CUDA_ERROR", "HIP_ERROR"})
        if (const auto place = rest.find(code); place != npos && status.empty())
            if (const auto word = here("%w", found.end + place)) status = word->values[0];
    const auto same = [&](const draft& d) { return d.host == host && d.needed && *d.needed == needed; };
    if (repeated(event::driver, at, same)) return;
    auto& d = open(event::driver, at);
    d.needed = needed;
    d.host = host;
    d.detail = std::move(status);
    d.operation = host ? "" : "unified";
    d.has_lead = true;
    d.end = found.end;
}

void collector::kernel_memory(const match& found, std::size_t at)
{
    const auto needed = bytes_at(found, 0);
    const auto available = bytes_at(found, 1);
    if (repeated(event::kernel_memory, at,
                 [&](const draft& d) { return *d.needed == needed && *d.available == available; }))
        return;
    const bool tensor =
        text_.substr(at - std::min<std::size_t>(at, 24), std::min<std::size_t>(at, 24)).find("Tensor memory") != npos;
    auto& d = open(event::kernel_memory, at);
    d.needed = needed;
    d.available = available;
    d.space = tensor ? "tensor memory" : "shared memory";
    if (const auto rest = after(found.end, 200); rest.starts_with(", context: ["))
        d.instruction = rest.substr(12, std::min<std::size_t>(rest.find(']'), rest.size()) - 12);
    d.has_lead = true;
    d.end = found.end;
}

void collector::kernel_request(const match& found, std::size_t at)
{
    const auto needed = number_before(at);
    if (!needed) return;
    auto& d = open(event::kernel_memory, at);
    d.needed = exact_amount(*needed);
    d.available = bytes_at(found, 0);
    d.space = "shared memory";
    d.has_lead = true;
    d.end = found.end;
}

void collector::command_buffer(const match& found, std::size_t at)
{
    auto& d = open(event::command_buffer, at);
    d.allocations = number_of(found.values[0]);
    d.has_lead = true;
    d.end = found.end;
}

void collector::host_buffer(const match& found, std::size_t at)
{
    const auto from = at - std::min<std::size_t>(at, 60);
    const auto before = text_.substr(from, at - from);
    const auto a = before.rfind(" a ");
    if (a == npos) return;
    const auto needed = number_of(before.substr(a + 3));
    if (!needed) return;
    if (repeated(event::host_buffer, at, [&](const draft& d) { return d.needed->bytes == *needed; })) return;
    auto& d = open(event::host_buffer, at);
    d.needed = exact_amount(*needed);
    d.host = true;
    d.has_lead = true;
    d.end = found.end;
}

void collector::tensor(const match& found, std::size_t at)
{
    std::string name(found.values[3]);
    const std::string shape = fmt::format("{}[{}]", found.values[1], found.values[0]);
    const auto same = [&](const draft& d) { return d.shape == shape && d.name == name; };
    if (repeated(event::tensor, at, same)) return;
    // The allocator's dump is before it.
    auto* pool = last_that([&](const draft& d) {
        return d.kind == event::allocator && d.name == name && (!d.has_status || d.shape == shape);
    });
    if (pool) {
        if (!pool->has_status) pool->facts.push_back(fmt::format("TensorFlow asked for a tensor {}", shape));
        pool->has_status = true;
        pool->shape = shape;
        pool->end = found.end;
        return;
    }
    auto& d = open(event::tensor, at);
    d.shape = shape;
    d.device = found.values[2];
    d.name = std::move(name);
    d.host = is_host(d.name) || d.device.find("CPU") != npos;
    std::int64_t bytes = 4;
    const auto type = found.values[1];
    if (type == "half" || type == "bfloat16" || type == "int16") bytes = 2;
    if (type == "double" || type == "int64" || type == "complex64") bytes = 8;
    if (type == "bool" || type == "uint8" || type == "int8") bytes = 1;
    auto rest = found.values[0];
    bool fits = true;
    while (!rest.empty()) {
        const auto end = std::min(rest.find(','), rest.size());
        const auto dimension = number_of(rest.substr(0, end));
        fits = fits && dimension && !__builtin_mul_overflow(bytes, *dimension, &bytes);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (fits) d.needed = exact_amount(bytes);
    d.has_lead = true;
    d.end = found.end;
}

void collector::cpu_request(const match& found, std::size_t at)
{
    const auto needed = bytes_at(found, 0);
    if (repeated(event::cpu_request, at, [&](const draft& d) { return *d.needed == needed; })) return;
    auto& d = open(event::cpu_request, at);
    d.needed = needed;
    d.host = true;
    d.has_lead = true;
    d.end = found.end;
}

// Rows of the statistics of a module, in the text of a failed request.
void collector::statistic(const match& found, std::size_t at)
{
    struct row {
        std::string_view begin;
        std::optional<amount> draft::* to;
    };
    constexpr std::array rows{
        row{"parameter", &draft::arguments},
        row{"constant", &draft::constants},
        row{"maybe_live_out", &draft::outputs},
        row{"preallocated temp a", &draft::temporaries},
        row{"preallocated temp f", &draft::fragmentation},
        row{"total a", &draft::total},
        row{"total f", nullptr},
    };
    auto* d = last({event::gpu_request, event::allocator, event::async_allocator});
    if (d && d->repeated) return;
    if (!d) d = &open(event::gpu_request, at);
    for (const auto& each : rows)
        if (each.to && text_.substr(at).starts_with(each.begin) && !(d->*each.to)) d->*each.to = amount_at(found, 0);
    d->end = found.end;
}

} // namespace ballast::failures
