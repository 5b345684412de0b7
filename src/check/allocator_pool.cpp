#include "check/allocator_pool.hpp"

#include "ast/human_size.hpp"
#include "check/byte_span.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

namespace ballast::checking {

namespace {

struct chunk_sums {
    std::int64_t used = 0;   // chunks
    std::int64_t binned = 0; // chunks
    std::int64_t used_bytes = 0;
    std::int64_t bytes = 0;
    std::int64_t largest_free = 0;
    bool is_late = false; // a chunk was freed before other streams were done with it; it may be in no bin

    void add(const ast::memory_chunk& x)
    {
        if (x.freed_at) is_late = true;
        // The free middle of a pool with two ends is in no bin.
        if (x.tag != "central_gap") ++binned;
        bytes = byte_span::sum(bytes, x.size);
        if (x.used) {
            ++used;
            used_bytes = byte_span::sum(used_bytes, x.size);
        } else
            largest_free = std::max(largest_free, x.size);
    }
};

// Follows the order of the text.
class pool_checker {
public:
    pool_checker(const ast::allocator_summary& of, message_text at, report& out) : of_(of), at_(at), out_(out)
    {
        for (const auto& chunk : of.chunks) all_.add(chunk);
        for (const auto& region : of.regions)
            for (const auto& chunk : region.chunks) all_.add(chunk);
    }

    void check()
    {
        out_.applies(finding_id::message_sum);
        check_bins();
        for (const auto& region : of_.regions) check_region(region);
        check_classes();
        compare("Sum Total of in-use chunks: ", span_of(of_.used), all_.used_bytes, "chunks in use");
        std::visit([&](const auto& pool) { check_line(pool); }, of_.pool);
        at_.pass("Stats: ");
        std::visit([&](const auto& counters) { check_counters(counters); }, of_.counters);
    }

private:
    static byte_span exactly(std::int64_t bytes) { return {bytes, bytes}; }

    void add(std::string_view words, finding_message text)
    {
        at_.contradicts(out_, finding_id::message_sum, words, std::move(text));
    }
    void compare(std::string_view words, const byte_span& said, std::int64_t bytes, std::string_view what)
    {
        if (bytes < said.low || bytes > said.high)
            add(words, say("{}, the {} have {} bytes", text_of(said), what, bytes));
    }
    void count(std::string_view words, std::int64_t said, std::int64_t listed, std::string_view what)
    {
        if (said != listed) add(words, say("{} {}, the list has {}", said, what, listed));
    }

    void check_bins()
    {
        std::int64_t chunks = 0;
        std::int64_t used = 0;
        for (const auto& bin : of_.bins) {
            chunks = byte_span::sum(chunks, bin.chunks);
            used = byte_span::sum(used, bin.used_chunks);
        }
        if (of_.bins.empty()) return;
        if (!all_.is_late) count("Total Chunks: ", chunks, all_.binned, "chunks in all bins");
        count("Chunks in use: ", used, all_.used, "chunks in use in all bins");
    }

    void check_region(const ast::memory_region& region)
    {
        chunk_sums sums;
        for (const auto& chunk : region.chunks) sums.add(chunk);
        constexpr std::string_view words = "Next region of size ";
        compare(words, exactly(region.size), sums.bytes, "chunks of the region");
        at_.pass(words);
    }

    void check_classes()
    {
        constexpr std::string_view before = "Summary of in-use Chunks by size: ";
        std::int64_t chunks = 0;
        at_.pass(before);
        for (const auto& row : of_.classes) {
            chunks = byte_span::sum(chunks, row.chunks);
            std::int64_t bytes = 0;
            if (__builtin_mul_overflow(row.chunks, row.size, &bytes)) bytes = byte_span::most;
            if (row.total != ast::human(bytes))
                add(" totalling ", say("XLA prints another size for {} chunks of {} bytes", row.chunks, row.size));
            at_.pass(" totalling ");
        }
        count("Sum Total of in-use chunks: ", chunks, all_.used, "chunks in the rows by size");
    }

    void check_line(ast::no_pool) {}
    void check_line(const ast::pool_in_bytes& x)
    {
        compare(x.early ? "total_region_allocated_bytes_: " : "Total bytes in pool: ", exactly(x.bytes), all_.bytes,
                "chunks");
    }
    void check_line(const ast::pool_in_sizes& x)
    {
        compare("Total size in pool: ", span_of(x.size), all_.bytes, "chunks");
    }
    void check_line(const ast::pool_account& x)
    {
        compare("total free in pool ", span_of(x.free), all_.bytes - all_.used_bytes, "free chunks");
        compare("pool size ", span_of(x.size), all_.bytes, "chunks");
    }

    void check_counters(const ast::allocator_counters& x)
    {
        compare("\nInUse:", exactly(x.in_use), all_.used_bytes, "chunks in use");
    }
    void check_counters(const ast::sized_counters& x)
    {
        compare("\nInUse:", span_of(x.in_use), all_.used_bytes, "chunks in use");
        // Until 2026-06-15 the largest free chunk was not computed.
        if (x.peak_allocated) {
            const auto free = span_of(x.free_block);
            if (all_.largest_free < free.low || all_.largest_free > free.high)
                add("LargestFreeBlock:",
                    say("{}, the largest free chunk has {} bytes", text_of(free), all_.largest_free));
        }
    }

    const ast::allocator_summary& of_;
    message_text at_;
    report& out_;
    chunk_sums all_;
};

} // namespace

void check_pool(const ast::allocator_summary& of, message_text at, report& out) { pool_checker(of, at, out).check(); }

} // namespace ballast::checking
