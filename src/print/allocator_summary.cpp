#include "print/allocator_summary.hpp"

#include "print/human_size.hpp"
#include "print/lists.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <variant>

namespace ballast::print_detail {

namespace {

void put(sink& out, const ast::chunk_bin& x)
{
    out.put("Bin (", x.size, "): \tTotal Chunks: ", x.chunks, ", Chunks in use: ", x.used_chunks, ". ",
            human_text(x.bytes), " allocated for chunks. ", human_text(x.used_bytes), " in use in bin. ",
            human_text(x.asked_bytes), " client-requested in use in bin.\n");
}

void put(sink& out, const ast::annotation_frame& x)
{
    out.put(x.name);
    if (x.arguments.empty()) return;
    out.put('{');
    put_list(out, x.arguments, ", ", [&](const ast::frame_argument& a) { out.put(a.key, '=', a.value); });
    out.put('}');
}

std::string_view state_of(const ast::memory_chunk& x)
{
    if (!x.used) return "Free ";
    return x.form == ast::chunk_form::alone ? "Chunk" : "InUse";
}

void put(sink& out, const ast::memory_chunk& x)
{
    const auto address = fmt::format("{:x}", x.address);
    out.put(state_of(x), " at ");
    switch (x.form) {
    case ast::chunk_form::alone: out.put("0x", address, " of size ", x.size, '\n'); return;
    case ast::chunk_form::with_next: out.put("0x", address, " next ", x.next, " of size ", x.size, '\n'); return;
    case ast::chunk_form::of_list: break;
    }
    out.put(address, " of size ", x.size);
    if (x.user) out.put(" by op ", x.user->operation, " action_count ", x.user->actions, " step ", x.user->step);
    if (!x.tag.empty()) out.put(" tag ", x.tag);
    if (!x.annotation.empty()) {
        out.put(" allocation_annotation ");
        put_list(out, x.annotation, " / ", [&](const ast::annotation_frame& frame) { put(out, frame); });
    }
    out.put(" next ", x.next);
    if (x.freed_at) out.put(" freed_at_count ", *x.freed_at);
    out.put('\n');
}

void put(sink&, ast::no_pool) {}

void put(sink& out, const ast::pool_in_bytes& x)
{
    out.put(std::string_view(x.early ? "total_region_allocated_bytes_: " : "Total bytes in pool: "), x.bytes,
            " memory_limit_: ", x.limit, " available bytes: ", x.available,
            " curr_region_allocation_bytes_: ", x.next_region, '\n');
}

void put(sink& out, const ast::pool_in_sizes& x)
{
    out.put("Total size in pool: ", human_text(x.size), " memory_limit_: ", human_text(x.limit),
            " available size: ", human_text(x.available), " curr_region_allocation_bytes_: ", human_text(x.next_region),
            '\n');
}

std::string_view end_of(bool upper) { return upper ? "upper" : "lower"; }

void put(sink& out, const ast::pool_account& x)
{
    out.put("Allocator memory summary: rounded request ", human_text(x.rounded), ", total free in pool ",
            human_text(x.free), ", largest free chunk usable by ", end_of(x.upper), " end ", human_text(x.largest),
            ", unallocated bytes ", human_text(x.unallocated), ", pool size ", human_text(x.size), ", pool limit ",
            human_text(x.limit), '\n');
    if (const auto& p = x.partition)
        out.put("Spatial partitioning summary for ", end_of(p->upper), " end: central gap ", human_text(p->gap),
                ", largest same-end binned free chunk ", human_text(p->largest_of_end),
                ", largest binned free chunk from any end ", human_text(p->largest_of_ends),
                ". The central gap is shared by lower/upper allocations and is not inserted into a bin.\n");
    out.put("Allocator region growth hint: next region allocation target ", human_text(x.next_region), " (growth ",
            std::string_view(x.grows ? "enabled" : "disabled; fixed-size pool; not an attempted allocation"), ").\n");
}

// Writes rows whose labels have a width.
class counter_rows {
public:
    counter_rows(sink& out, std::size_t width) : out_(out), width_(width) {}

    void row(std::string_view label, std::string_view value, std::size_t more = 0)
    {
        out_.put(label);
        for (auto column = label.size(); column < width_ + more; ++column) out_.put(' ');
        put_right(out_, 20, value);
        out_.put('\n');
    }
    void row(std::string_view label, std::int64_t value) { row(label, fmt::format("{}", value)); }
    void row(std::string_view label, ast::human_size value) { row(label, std::string_view(human_text(value))); }

private:
    sink& out_;
    std::size_t width_;
};

void put(sink& out, const ast::allocator_counters& x)
{
    counter_rows rows(out, x.reserved ? 18 : 14);
    rows.row("Limit:", x.limit);
    rows.row("InUse:", x.in_use);
    rows.row("MaxInUse:", x.peak);
    rows.row("NumAllocs:", x.allocations);
    rows.row("MaxAllocSize:", x.largest);
    if (!x.reserved) return;
    rows.row("Reserved:", x.reserved->reserved);
    rows.row("PeakReserved:", x.reserved->peak);
    rows.row("LargestFreeBlock:", x.reserved->free_block);
}

void put(sink& out, const ast::sized_counters& x)
{
    counter_rows rows(out, 18);
    rows.row("Limit:", x.limit);
    rows.row("InUse:", x.in_use);
    rows.row("MaxInUse:", x.peak);
    rows.row("NumAllocs:", x.allocations);
    rows.row("MaxAllocSize:", x.largest);
    rows.row("Reserved:", x.reserved);
    rows.row("PeakReserved:", x.peak_reserved);
    if (x.peak_allocated) rows.row("PeakAllocated:", std::string_view(human_text(*x.peak_allocated)), 4);
    rows.row("LargestFreeBlock:", x.free_block);
}

} // namespace

void put_summary(sink& out, const ast::allocator_summary& x)
{
    if (!x.name.empty()) out.put("BFCAllocator dump for ", x.name, '\n');
    for (const auto& bin : x.bins) put(out, bin);
    out.put("Bin for ", human_text(x.wanted), " was ", human_text(x.wanted_bin), ", Chunk State: \n");
    for (const auto chunk : x.free_chunks) out.put("  Size: ", chunk, '\n');
    for (const auto& chunk : x.chunks) put(out, chunk);
    for (const auto& region : x.regions) {
        out.put("Next region of size ", region.size, '\n');
        for (const auto& chunk : region.chunks) put(out, chunk);
    }
    out.put("     Summary of in-use Chunks by size: \n");
    for (const auto& of : x.classes)
        out.put(of.chunks, " Chunks of size ", of.size, " totalling ", human_text(of.total), '\n');
    out.put("Sum Total of in-use chunks: ", human_text(x.used), '\n');
    std::visit([&](const auto& pool) { put(out, pool); }, x.pool);
    out.put("Stats: \n");
    std::visit([&](const auto& counters) { put(out, counters); }, x.counters);
    out.put('\n', x.picture);
}

} // namespace ballast::print_detail
