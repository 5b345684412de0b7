// Cases for the rules of the BFC allocator's summary.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts sizes{"0B", "11.99GiB", "4.0KiB"};
const texts no_sizes{"", "4KiB", "11.99G", "-1.50MiB"};
const std::string bin =
    "Bin (256): \tTotal Chunks: 2, Chunks in use: 2. 1.5KiB allocated for chunks. 1.5KiB in use in bin. 1.0KiB "
    "client-requested in use in bin.\n";
const std::string free_chunk = "1.00MiB | Requested Size: 0B | in_use: 0 | bin_num: 12";
const std::string free_chunk_line = "  Size: " + free_chunk + "\n";
const std::string buffer = "xla.buffer{kind=live_out, allocation_index=3}";
const std::string chunk = "InUse at 7f2e72000000 of size 256 next 1\n";
const std::string annotated =
    "Free  at 7f of size 256 allocation_annotation xla.execute / " + buffer + " next 1 freed_at_count 3\n";
const std::string tagged = "InUse at 7f of size 256 tag lower next 1\n";
const std::string with_next = "InUse at 0x7f next 1 of size 256";
const std::string alone = "Chunk at 0x7f of size 256";
const std::string user = " by op UNKNOWN action_count 7 step 0";
const std::string region = "Next region of size 3147264\n";
const std::string of_class = "1 Chunks of size 256 totalling 256B\n";
const std::string reserved_counted = "\nReserved:                            0\n"
                                     "PeakReserved:                        0\n"
                                     "LargestFreeBlock:                    0";
const std::string counters = "Limit:                         3147264\n"
                             "InUse:                         2098688\n"
                             "MaxInUse:                      2098688\n"
                             "NumAllocs:                           3\n"
                             "MaxAllocSize:                  2097152" +
                             reserved_counted;
const std::string early_counted = "Limit:                     3147264\n"
                                  "InUse:                     2098688\n"
                                  "MaxInUse:                  2098688\n"
                                  "NumAllocs:                       3\n"
                                  "MaxAllocSize:              2097152";
const std::string peak_allocated = "\nPeakAllocated:                        512B";
const std::string sized = "Limit:                        64.00MiB\n"
                          "InUse:                            512B\n"
                          "MaxInUse:                         512B\n"
                          "NumAllocs:                           2\n"
                          "MaxAllocSize:                     256B\n"
                          "Reserved:                           0B\n"
                          "PeakReserved:                       0B";
const std::string sized_end = "\nLargestFreeBlock:              2.00MiB";
const std::string in_bytes =
    "Total bytes in pool: 3 memory_limit_: 3 available bytes: 0 curr_region_allocation_bytes_: 6\n";
const std::string early_in_bytes =
    "total_region_allocated_bytes_: 3 memory_limit_: 3 available bytes: -1 curr_region_allocation_bytes_: 6\n";
const std::string in_sizes =
    "Total size in pool: 64.00MiB memory_limit_: 64.00MiB available size: 0B curr_region_allocation_bytes_: 1.0KiB\n";
const std::string partition = "Spatial partitioning summary for lower end: central gap 1.0KiB, largest same-end binned "
                              "free chunk 0B, largest binned "
                              "free chunk from any end 512B. The central gap is shared by lower/upper allocations and "
                              "is not inserted into a bin.\n";
const std::string growth = "Allocator region growth hint: next region allocation target 4.00MiB (growth enabled).\n";
const std::string no_growth = "(growth disabled; fixed-size pool; not an attempted allocation)";
const std::string account = "Allocator memory summary: rounded request 1.00GiB, total free in pool 2.00MiB, largest "
                            "free chunk usable by lower end "
                            "2.00MiB, unallocated bytes 62.00MiB, pool size 2.00MiB, pool limit 64.00MiB\n";
// The same with another word.
std::string with(std::string text, std::string_view word, std::string_view other)
{
    return text.replace(text.find(word), word.size(), other);
}
const std::string upper_account = with(account, "lower", "upper");
const std::string upper_partition = with(partition, "lower", "upper");
const std::string fixed = with(growth, "(growth enabled)", no_growth);
const std::string beginning = bin + "Bin for 1.50MiB was 1.00MiB, Chunk State: \n" + free_chunk_line;
const std::string sums = "     Summary of in-use Chunks by size: \n" + of_class + "Sum Total of in-use chunks: 256B\n";
const std::string summary = "BFCAllocator dump for GPU_0_bfc\n" + beginning + region + chunk + sums + in_bytes +
                            "Stats: \n" + counters + "\n\n**xx__";
const std::string first = beginning + "Chunk at 0x7f of size 256\n" + sums + "Stats: \n" + early_counted + "\n\n";
const std::string last = "BFCAllocator dump for GPU_0_bfc\n" + beginning + region + tagged + sums + account + growth +
                         "Stats: \n" + sized + peak_allocated + sized_end + "\n\n<allocator contains no memory>";

} // namespace

void allocator_summary_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::summarized_allocator>({"GPU_0_bfc"}, {"", "a b", "(a)"}));
    same<g::bin_size, g::bin_chunks, g::bin_used_chunks, g::chunk_size, g::next_chunk, g::chunk_freed_at,
         g::region_size, g::class_chunks, g::class_size, g::pool_bytes, g::pool_limit, g::next_region_bytes,
         g::chunk_actions, g::chunk_step>(all, numbers, no_numbers);
    same<g::bin_bytes, g::bin_used_bytes, g::bin_asked_bytes, g::wanted_size, g::wanted_bin, g::class_total,
         g::used_total, g::pool_size, g::pool_size_limit, g::pool_size_available, g::next_region_size,
         g::account_request, g::account_free, g::account_largest, g::account_unallocated, g::account_size,
         g::account_limit, g::account_next_region, g::central_gap, g::largest_of_end, g::largest_of_ends>(all, sizes,
                                                                                                          no_sizes);
    all.push_back(on<g::named_summary>({"BFCAllocator dump for GPU_0_bfc\n"}, {"", "BFCAllocator dump for \n", bin}));
    all.push_back(on<g::chunk_bin>({bin}, {"", bin.substr(1), bin + "\n"}));
    all.push_back(on<g::chunk_bins>({"", bin, bin + bin}, {"\n", bin + "\n"}));
    all.push_back(on<g::free_chunk>({free_chunk}, {"", free_chunk + "\n"}));
    all.push_back(on<g::free_chunk_line>({free_chunk_line}, {"", free_chunk, "Size: 1B\n"}));
    all.push_back(on<g::free_chunks>({"", free_chunk_line}, {"\n", free_chunk}));
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
    all.push_back(on<g::early_used_chunk>({"Chunk"}, {"", "InUse"}));
    same<g::chunk_operation, g::chunk_tag>(all, {"UNKNOWN", "lower"}, {"", "a b"});
    all.push_back(on<g::chunk_user>({user}, {"", user.substr(1), " by op a"}));
    all.push_back(on<g::tagged_chunk>({" tag lower"}, {"", " tag ", "tag lower"}));
    all.push_back(
        on<g::chunk_alone>({alone, "Free  at 0x7f of size 1"}, {"", "InUse at 0x7f of size 1", alone + "\n"}));
    all.push_back(on<g::chunk_with_next>({with_next, "Free  at 0x7f next 1 of size 2"},
                                         {"", alone, "Chunk at 0x7f next 1 of size 2"}));
    all.push_back(on<g::chunk_of_list>({"InUse at 7f of size 1" + user + " tag upper next 1"}, {"", with_next, alone}));
    all.push_back(on<g::unused_chunk>({"Free "}, {"", "Free"}));
    all.push_back(on<g::chunk_address>({"7f2e72000000"}, {"", "0x7f", "7F"}));
    all.push_back(on<g::chunk_line>(
        {chunk, annotated, tagged, with_next + "\n", alone + "\n"},
        {"", "InUse at 7f of size 256\n", "Free at 7f of size 256 next 1\n", "Chunk at 7f of size 1 next 2\n"}));
    same<g::chunk_lines, g::chunks_of_no_region>(all, {"", chunk, chunk + annotated}, {"\n"});
    all.push_back(on<g::memory_region>({region, region + chunk}, {"", chunk, region + region}));
    all.push_back(on<g::memory_regions>({"", region + chunk + region}, {"\n"}));
    all.push_back(on<g::chunk_class>({of_class}, {"", "Chunks of size 256 totalling 256B\n"}));
    all.push_back(on<g::chunk_classes>({"", of_class + of_class}, {"\n"}));
    same<g::pool_available>(all, integers, no_integers);
    all.push_back(on<g::early_pool>({"total_region_allocated_bytes_: "}, {"", "Total bytes in pool: "}));
    all.push_back(on<g::pool_in_bytes>({in_bytes, early_in_bytes}, {"", in_sizes, in_bytes + "\n"}));
    all.push_back(on<g::pool_in_sizes>({in_sizes}, {"", in_bytes, in_sizes.substr(1)}));
    same<g::upper_end_usable, g::upper_end_partitioned>(all, {"upper"}, {"", "lower"});
    all.push_back(on<g::partition_account>({partition, upper_partition}, {"", partition.substr(1)}));
    all.push_back(on<g::no_growth>({no_growth}, {"", "(growth enabled)"}));
    all.push_back(on<g::region_growth>({growth, fixed}, {"", growth.substr(1), growth + "\n"}));
    all.push_back(
        on<g::pool_account>({account + growth, account + partition + growth, upper_account + upper_partition + fixed},
                            {"", account, growth}));
    all.push_back(on<g::pool_line>({in_bytes, in_sizes, account + growth}, {"", "\n"}));
    same<g::counted_limit, g::counted_in_use, g::counted_peak, g::counted_allocations, g::counted_largest,
         g::counted_reserved, g::counted_peak_reserved, g::counted_free_block, g::sized_allocations>(all, integers,
                                                                                                     no_integers);
    same<g::counted_limit_column, g::counted_in_use_column, g::counted_peak_column, g::counted_allocations_column,
         g::counted_largest_column, g::counted_reserved_column, g::counted_peak_reserved_column,
         g::counted_free_block_column, g::sized_allocations_column>(
        all, {"             3147264", "                  -1"},
        {"", "3147264", "            3147264", "                   x"});
    same<g::sized_limit, g::sized_in_use, g::sized_peak, g::sized_largest, g::sized_reserved, g::sized_peak_reserved,
         g::sized_peak_allocated, g::sized_free_block>(all, sizes, no_sizes);
    same<g::sized_limit_column, g::sized_in_use_column, g::sized_peak_column, g::sized_largest_column,
         g::sized_reserved_column, g::sized_peak_reserved_column, g::sized_peak_allocated_column,
         g::sized_free_block_column>(all, {"            64.00MiB", "                  0B"},
                                     {"", "64.00MiB", "                   0", "           64.00MiB"});
    all.push_back(
        on<g::reserved_counters>({reserved_counted}, {"", reserved_counted + "\n", reserved_counted.substr(1)}));
    all.push_back(on<g::early_counters>({early_counted}, {"", counters, early_counted + "\n"}));
    all.push_back(on<g::allocator_counters>({counters}, {"", early_counted, counters + "\n", counters.substr(1)}));
    all.push_back(on<g::peak_allocated>({peak_allocated}, {"", peak_allocated.substr(1)}));
    all.push_back(
        on<g::sized_counters>({sized + sized_end, sized + peak_allocated + sized_end}, {"", sized, counters}));
    all.push_back(on<g::memory_picture>({"*", "**xx__", "<allocator contains no memory>"}, {"", "* *", "<>"}));
    all.push_back(
        on<g::allocator_summary>({summary, first, last}, {"", summary + "\n", "BFCAllocator dump for GPU_0_bfc\n"}));
}

} // namespace ballast::tests
