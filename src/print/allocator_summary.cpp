#include "print/allocator_summary.hpp"

#include "print/human_size.hpp"
#include "print/lists.hpp"

#include <fmt/format.h>

#include <string_view>

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

void put(sink& out, const ast::memory_chunk& x)
{
    out.put(std::string_view(x.used ? "InUse" : "Free "), " at ", fmt::format("{:x}", x.address), " of size ", x.size);
    if (!x.annotation.empty()) {
        out.put(" allocation_annotation ");
        put_list(out, x.annotation, " / ", [&](const ast::annotation_frame& frame) { put(out, frame); });
    }
    out.put(" next ", x.next);
    if (x.freed_at) out.put(" freed_at_count ", *x.freed_at);
    out.put('\n');
}

void put(sink& out, const ast::allocator_counters& x)
{
    const auto row = [&](std::string_view name, std::int64_t number) {
        out.put(name);
        put_right(out, 20, fmt::format("{}", number));
        out.put('\n');
    };
    out.put("Stats: \n");
    row("Limit:            ", x.limit);
    row("InUse:            ", x.in_use);
    row("MaxInUse:         ", x.peak);
    row("NumAllocs:        ", x.allocations);
    row("MaxAllocSize:     ", x.largest);
    row("Reserved:         ", x.reserved);
    row("PeakReserved:     ", x.peak_reserved);
    row("LargestFreeBlock: ", x.free_block);
}

} // namespace

void put_summary(sink& out, const ast::allocator_summary& x)
{
    out.put("BFCAllocator dump for ", x.name, '\n');
    for (const auto& bin : x.bins) put(out, bin);
    out.put("Bin for ", human_text(x.wanted), " was ", human_text(x.wanted_bin), ", Chunk State: \n");
    for (const auto chunk : x.free_chunks) out.put(chunk, '\n');
    for (const auto& region : x.regions) {
        out.put("Next region of size ", region.size, '\n');
        for (const auto& chunk : region.chunks) put(out, chunk);
    }
    out.put("     Summary of in-use Chunks by size: \n");
    for (const auto& of : x.classes)
        out.put(of.chunks, " Chunks of size ", of.size, " totalling ", human_text(of.total), '\n');
    out.put("Sum Total of in-use chunks: ", human_text(x.used), "\nTotal bytes in pool: ", x.pool_bytes,
            " memory_limit_: ", x.pool_limit, " available bytes: ", x.available,
            " curr_region_allocation_bytes_: ", x.next_region, '\n');
    put(out, x.counters);
}

} // namespace ballast::print_detail
