// Cases for the rules of the GPU allocator's summary.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts sizes{"0B", "11.99GiB", "4.0KiB"};
const texts no_sizes{"", "4KiB", "11.99G", "-1.50MiB"};
const std::string bin =
    "Bin (256): \tTotal Chunks: 2, Chunks in use: 2. 1.5KiB allocated for chunks. 1.5KiB in use in bin. 1.0KiB "
    "client-requested in use in bin.\n";
const std::string free_chunk = "  Size: 1.00MiB | Requested Size: 0B | in_use: 0 | bin_num: 12";
const std::string buffer = "xla.buffer{kind=live_out, allocation_index=3}";
const std::string chunk = "InUse at 7f2e72000000 of size 256 next 1\n";
const std::string annotated =
    "Free  at 7f of size 256 allocation_annotation xla.execute / " + buffer + " next 1 freed_at_count 3\n";
const std::string region = "Next region of size 3147264\n";
const std::string of_class = "1 Chunks of size 256 totalling 256B\n";
const std::string counters = "Stats: \n"
                             "Limit:                         3147264\n"
                             "InUse:                         2098688\n"
                             "MaxInUse:                      2098688\n"
                             "NumAllocs:                           3\n"
                             "MaxAllocSize:                  2097152\n"
                             "Reserved:                            0\n"
                             "PeakReserved:                        0\n"
                             "LargestFreeBlock:                    0\n";
const std::string summary =
    "BFCAllocator dump for GPU_0_bfc\n" + bin + "Bin for 1.50MiB was 1.00MiB, Chunk State: \n" + free_chunk + "\n" +
    region + chunk + "     Summary of in-use Chunks by size: \n" + of_class +
    "Sum Total of in-use chunks: 256B\nTotal bytes in pool: 3 memory_limit_: 3 available bytes: 0 "
    "curr_region_allocation_bytes_: 6\n" +
    counters;

} // namespace

void allocator_summary_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::summarized_allocator>({"GPU_0_bfc"}, {"", "a b", "(a)"}));
    same<g::bin_size, g::bin_chunks, g::bin_used_chunks, g::chunk_size, g::next_chunk, g::chunk_freed_at,
         g::region_size, g::class_chunks, g::class_size, g::pool_bytes, g::pool_limit, g::next_region_bytes>(
        all, numbers, no_numbers);
    same<g::bin_bytes, g::bin_used_bytes, g::bin_asked_bytes, g::wanted_size, g::wanted_bin, g::class_total,
         g::used_total>(all, sizes, no_sizes);
    all.push_back(on<g::chunk_bin>({bin}, {"", bin.substr(1), bin + "\n"}));
    all.push_back(on<g::chunk_bins>({"", bin, bin + bin}, {"\n", bin + "\n"}));
    all.push_back(on<g::free_chunk>({free_chunk}, {"", free_chunk + "\n"}));
    all.push_back(on<g::free_chunk_line>({free_chunk + "\n"}, {"", free_chunk, "Size: 1B\n"}));
    all.push_back(on<g::free_chunks>({"", free_chunk + "\n"}, {"\n", free_chunk}));
    same<g::annotation_name, g::annotation_key, g::annotation_value>(all, {"xla.execute", "live_out", "3"},
                                                                     {"", "a b", "a=b", "a,", "{}"});
    all.push_back(on<g::annotation_argument>({"device=7"}, {"", "device", "device=", "=7"}));
    all.push_back(on<g::annotation_arguments>({"a=1", "a=1, b=2"}, {"", "a=1,b=2", "a=1, "}));
    all.push_back(on<g::annotation_frame>({"xla.execute", buffer}, {"", "xla.execute{}", "xla.execute{a}"}));
    all.push_back(
        on<g::annotation_frames>({buffer, buffer + " / " + buffer}, {"", buffer + " / ", buffer + "/" + buffer}));
    all.push_back(
        on<g::chunk_annotation>({" allocation_annotation " + buffer}, {"", " allocation_annotation ", buffer}));
    all.push_back(on<g::used_chunk>({"InUse"}, {"", "Free "}));
    all.push_back(on<g::unused_chunk>({"Free "}, {"", "Free"}));
    all.push_back(on<g::chunk_address>({"7f2e72000000"}, {"", "0x7f", "7F"}));
    all.push_back(
        on<g::chunk_line>({chunk, annotated}, {"", "InUse at 7f of size 256\n", "Free at 7f of size 256 next 1\n"}));
    all.push_back(on<g::chunk_lines>({"", chunk, chunk + annotated}, {"\n"}));
    all.push_back(on<g::memory_region>({region, region + chunk}, {"", chunk, region + region}));
    all.push_back(on<g::memory_regions>({"", region + chunk + region}, {"\n"}));
    all.push_back(on<g::chunk_class>({of_class}, {"", "Chunks of size 256 totalling 256B\n"}));
    all.push_back(on<g::chunk_classes>({"", of_class + of_class}, {"\n"}));
    same<g::pool_available>(all, integers, no_integers);
    for (const auto& one :
         {on<g::counted_limit>({}, {}), on<g::counted_in_use>({}, {}), on<g::counted_peak>({}, {}),
          on<g::counted_allocations>({}, {}), on<g::counted_largest>({}, {}), on<g::counted_reserved>({}, {}),
          on<g::counted_peak_reserved>({}, {}), on<g::counted_free_block>({}, {})}) {
        auto column = one;
        column.accepted = {"             3147264", "                  -1"};
        column.refused = {"", "3147264", "            3147264", "                   x"};
        all.push_back(std::move(column));
    }
    all.push_back(on<g::allocator_counters>({counters}, {"", counters + "\n", counters.substr(1)}));
    all.push_back(on<g::allocator_summary>({summary}, {"", summary + "\n", "BFCAllocator dump for GPU_0_bfc\n"}));
}

} // namespace ballast::tests
