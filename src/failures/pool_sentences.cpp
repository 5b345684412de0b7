// The dump of an allocator: its bins, chunks and counters, in every form since 2016.
#include "failures/collector.hpp"

#include "base/saturating_sum.hpp"

#include <algorithm>
#include <array>

namespace ballast::failures {

namespace {

constexpr std::size_t most_rows = 65536; // different sizes, owners and chunks that are kept

} // namespace

draft& collector::pool_draft(std::size_t at)
{
    if (auto* d = last({event::allocator})) return *d;
    return open(event::allocator, at);
}

// The draft with a dump that takes rows; a dump that is repeated is counted again.
draft& collector::dumped(std::size_t at)
{
    auto& d = pool_draft(at);
    if (!d.dump) d.dump.emplace();
    d.end = std::max(d.end, at);
    return d;
}

void collector::dump_begin(const match& found, std::size_t at)
{
    if (!text_.substr(at - std::min<std::size_t>(at, 13), std::min<std::size_t>(at, 13)).ends_with("BFCAllocator "))
        return;
    auto* d = last({event::allocator});
    const bool own = d && (d->name.empty() || d->name == found.values[0]);
    if (!own) {
        d = &open(event::allocator, at);
        d->name = found.values[0];
    }
    // Another request for the same size fails later; the last dump counts.
    d->dump.emplace();
    d->end = found.end;
}

void collector::wanted_bin(const match& found, std::size_t at)
{
    auto& d = dumped(at);
    if (!d.needed) d.needed = amount_at(found, 0);
}

void collector::region(const match& found, std::size_t at)
{
    auto& dump = *dumped(at).dump;
    dump.regions = saturating_sum(dump.regions, number_of(found.values[0]).value_or(0));
    ++dump.region_count;
}

// `InUse at 7f2e72000000 of size 256 next 1`; the number of the next chunk was before the size in 2019.
void collector::chunk(const match& found, std::size_t at)
{
    std::size_t from = found.end;
    if (const auto next = here(" next %n", from)) from = next->end;
    const auto size = here(" of size %n", from);
    if (!size) return;
    auto& dump = *dumped(at).dump;
    const bool used = !text_.substr(at).starts_with("Free");
    const auto bytes = number_of(size->values[0]).value_or(0);
    dump.has_chunks = true;
    const bool kept = dump.chunks.size() < most_rows;
    if (kept)
        dump.chunks.push_back(
            {bytes, used, static_cast<std::uint32_t>(std::max<std::size_t>(dump.region_count, 1) - 1)});
    if (!used) {
        dump.free = saturating_sum(dump.free, bytes);
        dump.largest_free = std::max(dump.largest_free, bytes);
        ++dump.free_chunks;
        return;
    }
    dump.in_use = saturating_sum(dump.in_use, bytes);
    ++dump.used_chunks;
    std::string label;
    if (const auto op = here(" by op %w action_count", size->end); op && op->values[0] != "UNKNOWN")
        label = op->values[0];
    constexpr std::size_t longest = 400;
    const auto rest = after(size->end, longest);
    constexpr std::string_view execute = "{executable=";
    if (const auto annotation = rest.find("allocation_annotation "); annotation < 24)
        if (const auto program = rest.find(execute); program != npos && program < rest.find(" next "))
            if (const auto word = here("%w", size->end + program + execute.size())) label = word->values[0];
    if (dump.sizes.size() < most_rows) ++dump.sizes[bytes];
    if (kept) dump.chunks.back().label = label;
    if (label.empty() || dump.owners.size() >= most_rows) return;
    auto& owner =
        dump.owners.try_emplace(label, listed_buffer{.count = 0, .owner = "chunk", .label = label}).first->second;
    owner.bytes = saturating_sum(owner.bytes, bytes);
    ++owner.count;
}

// `3 Chunks of size 2147483648 totalling 6.00GiB`
void collector::chunk_class(const match& found, std::size_t at)
{
    const auto count = number_before(at);
    if (!count) return;
    auto& dump = *dumped(at).dump;
    const auto bytes = number_of(found.values[0]).value_or(0);
    if (dump.has_chunks) return;
    if (dump.sizes.size() < most_rows) dump.sizes[bytes] += *count;
}

void collector::used_chunks(const match& found, std::size_t at)
{
    auto& d = dumped(at);
    if (!d.in_use) d.in_use = amount_at(found, 0);
}

void collector::pool_bytes(const match& found, std::size_t at)
{
    auto& d = dumped(at);
    d.limit = amount_at(found, 0);
    if (!amount_of(found.values[0])) d.limit = bytes_at(found, 0);
    d.unallocated = amount_of(found.values[1]);
    if (!d.unallocated) d.unallocated = bytes_at(found, 1);
}

void collector::pool_summary(const match& found, std::size_t at)
{
    auto& d = dumped(at);
    d.rounded = d.rounded ? d.rounded : std::optional(amount_at(found, 0));
    d.free = amount_at(found, 1);
    d.largest = amount_at(found, 3);
    d.unallocated = amount_at(found, 4);
    d.pool = amount_at(found, 5);
    d.limit = amount_at(found, 6);
}

// The counters of an allocator; one `name: value` after another.
void collector::counters(const match&, std::size_t at)
{
    auto* d = last({event::allocator, event::async_allocator, event::tpu_buffer, event::tpu_program});
    if (!d) d = &open(event::allocator, at);
    struct counter {
        std::string_view pattern;
        std::optional<amount> draft::* to;
    };
    constexpr std::array<counter, 9> all{{
        {"Limit: ", &draft::limit},
        {"InUse: ", &draft::in_use},
        {"MaxInUse: ", &draft::peak},
        {"NumAllocs: ", nullptr},
        {"MaxAllocSize: ", nullptr},
        {"Reserved: ", &draft::reserved},
        {"PeakReserved: ", nullptr},
        {"PeakAllocated: ", nullptr},
        {"LargestFreeBlock: ", nullptr},
    }};
    auto from = at;
    for (bool any = true; any;) {
        any = false;
        while (from < text_.size() && (text_[from] == ' ' || text_[from] == '\n')) ++from;
        for (const auto& each : all) {
            const auto name = here(each.pattern, from);
            if (!name) continue;
            const auto size = here("%s", name->end);
            const auto number = size ? std::nullopt : here("%n", name->end);
            if (!size && !number) continue;
            const auto value = size ? amount_at(*size, 0) : bytes_at(*number, 0);
            if (each.to) d->*each.to = value;
            if (each.pattern.starts_with("Num")) d->allocations = value.bytes;
            if (each.pattern.starts_with("LargestFree") && value.bytes != 0) d->largest = value;
            from = size ? size->end : number->end;
            any = true;
            break;
        }
    }
    d->listed = true;
    d->end = from;
    skip_to(from);
}

// When the pool began: `XLA backend allocating 6291456 bytes on device 0 for BFCAllocator.`
void collector::pool_start(const match& found, std::size_t)
{
    constexpr std::size_t longest = 100;
    const auto rest = after(found.end, longest);
    if (rest.find("for BFCAllocator") != npos) pool_limit_ = amount_at(found, 0);
}

} // namespace ballast::failures
