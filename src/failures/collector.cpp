#include "failures/collector.hpp"

#include "base/needles.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::failures {

namespace {

using handler = void (collector::*)(const match&, std::size_t);

// The first words of a pattern are searched for; `from` is their first byte.
struct sentence {
    std::string_view words; // one of the searched words; the pattern begins there
    std::string_view pattern;
    handler on;
};

constexpr std::array sentences{
    sentence{"allocation_size_words ", "allocation_size_words <= std::numeric_limits<int32_t>::max() %n",
             &collector::array_overflow},
    sentence{"is moved to host ", "is moved to host (starting from %w)", &collector::host_output},
    sentence{"while running replica ", "while running replica %n and partition %n", &collector::replica},
    sentence{"Graph input size: ", "Graph input size: %s", &collector::analysed_size},
    sentence{"Graph output size: ", "Graph output size: %s", &collector::analysed_size},
    sentence{"Aliased Input size: ", "Aliased Input size: %s", &collector::analysed_size},
    sentence{"Intermediate tensor ", "Intermediate tensor size: %s", &collector::analysed_size},
    sentence{"Compiled program size: ", "Compiled program size: %s", &collector::analysed_size},
    sentence{"Total memory size: ", "Total memory size: %s, Output size: %s, Temp size: %s, Argument size: %s",
             &collector::summed_sizes},
    sentence{"Used ", "Used %s of %s %w", &collector::used},
    sentence{"Used ", "Used %s of %s", &collector::used_of_space},
    sentence{"Exceeded ", "Exceeded %w capacity by %s", &collector::exceeded},
    sentence{"memory in memory space ", "memory in memory space %w", &collector::ran_out},
    sentence{"HLO temporaries ", "HLO temporaries (%s) exceed%?s available HBM (%s)", &collector::temporaries},
    sentence{"HLO module: ", "HLO module: %w", &collector::module_name},
    sentence{"Requires ", "Requires %s, has %s available", &collector::early_abort},
    sentence{"TensorCore Hbm usage: ",
             "TensorCore Hbm usage: %s, SparseCore Hbm usage%?: %s, exceeding available bytes: %s", &collector::cores},
    sentence{"allocating on stack for ", "allocating on stack for ", &collector::on_stack},
    sentence{"coped allocation with size ", "coped allocation with size %s and limit %s exceeded scoped %w limit by %s",
             &collector::scoped},
    sentence{"coped allocation with size ", "coped allocation with size %s and limit %s exceeded scoped %w limit",
             &collector::scoped},
    sentence{"coped allocation with size ", "coped allocation with size %s exceed%?s the scoped %w limit of %n",
             &collector::scoped_bytes},
    sentence{"nsufficient scoped ", "nsufficient scoped %w: %s > %s", &collector::scoped_kernel},
    sentence{"llocation (size=", "llocation (size=%n) would exceed memory (size=%n)", &collector::large_allocation},
    sentence{"allocation offset upper bound (",
             "allocation offset upper bound (%n words) exceeds the legitimate user allocatable offset upper bound (%n "
             "words) in memory space %w",
             &collector::sparse_core},
    sentence{"No viable logical ", "No viable logical replica count for the embedding table",
             &collector::replica_count},
    sentence{"rematerialization limit ", "rematerialization limit %s = %n%% hbm (%s) - (arguments (%s)",
             &collector::budget},
    sentence{"HBM capacity ", "HBM capacity %s", &collector::capacity},
    sentence{"Currently allocated: ", "Currently allocated: %s", &collector::allocated},
    sentence{"XLA::TPU program ", "XLA::TPU program %w usage: %s / %s", &collector::usage_line},
    sentence{"Total ", "Total %w usage >= %s", &collector::total},
    sentence{"Program ", "Program %w requirement %s", &collector::program},
    sentence{"Output size ", "Output size %s", &collector::output},
    sentence{"Size: ", "Size: %s", &collector::block},
    sentence{"Largest program ", "Largest program ", &collector::list_title},
    sentence{"Peak buffers:", "Peak buffers:", &collector::list_title},
    sentence{"Attempting to allocate ", "Attempting to allocate %s. That was not possible", &collector::buffer_failure},
    sentence{"Attempting to allocate ", "Attempting to allocate %s", &collector::cut_buffer_failure},
    sentence{"Attempting to reserve ", "Attempting to reserve %s at the bottom of memory", &collector::reserve_failure},
    sentence{"OOM Summary: ", "OOM Summary: Reason: %w", &collector::summary_reason},
    sentence{"allocation(s) with ", "allocation(s) with total size %n (%s) in ", &collector::scope_allocations},
    sentence{"while trying to allocate ", "while trying to allocate %s", &collector::request},
    sentence{"allocate request for ", "allocate request for %s (%nB) on device ordinal %n",
             &collector::ordinal_request},
    sentence{"out of memory trying to allocate ", "out of memory trying to allocate %s", &collector::allocator},
    sentence{"cuMemAllocAsync failed ", "cuMemAllocAsync failed to allocate %n", &collector::async_request},
    sentence{"memory/Total memory: ", "memory/Total memory: %n/%n", &collector::free_of_driver},
    sentence{"PA budget: ", "PA budget: pa_allocated=%nB, allocation_size=%nB, pa_budget=%nB",
             &collector::mapped_request},
    sentence{"failed to allocate ", "failed to allocate %s (%n bytes) from device: %w", &collector::driver},
    sentence{"failed to allocate ", "failed to allocate %s from device: %w", &collector::driver},
    sentence{"ailed to allocate device ", "ailed to allocate device memory", &collector::driver_kind},
    sentence{"ailed to allocate host ", "ailed to allocate host memory", &collector::driver_kind},
    sentence{"ailed to allocate collective ", "ailed to allocate collective memory", &collector::driver_kind},
    sentence{"bytes for new constant", "bytes for new constant", &collector::constant_request},
    sentence{"failed to alloc ", "failed to alloc %n bytes on host: %w", &collector::host_driver},
    sentence{"bytes) of pinned host ", "bytes) of pinned host memory", &collector::refused_memory},
    sentence{"bytes) of unified ", "bytes) of unified memory", &collector::refused_memory},
    sentence{"bytes) of host memory ", "bytes) of host memory pinned to NUMA node", &collector::refused_memory},
    sentence{"size limit exceeded: ", "size limit exceeded: requested %n, available: %n", &collector::kernel_memory},
    sentence{"of resource: shared ", "of resource: shared memory, Required: %n, Hardware limit: %n",
             &collector::kernel_memory},
    sentence{"exceeds device resources: ", "exceeds device resources: %n > %n", &collector::kernel_memory},
    sentence{"exceeds available shared ", "exceeds available shared memory: smem_bytes=%n > %n",
             &collector::kernel_memory},
    sentence{"bytes of shared memory, ", "bytes of shared memory, which exceeds the device limit of %n",
             &collector::kernel_request},
    sentence{"instantiate command buffer ", "instantiate command buffer with %n", &collector::command_buffer},
    sentence{"pinned host staging ", "pinned host staging ", &collector::host_buffer},
    sentence{"buffer from the custom host ", "buffer from the custom host memory allocator", &collector::host_buffer},
    sentence{"when allocating tensor ", "when allocating tensor with shape[%t] and type %w on %w by allocator %w",
             &collector::tensor},
    sentence{"Out of memory allocating ", "Out of memory allocating %n bytes", &collector::cpu_request},
    sentence{"executable_name='", "executable_name='%w", &collector::executable},
    sentence{"parameter allocation: ", "parameter allocation: %s", &collector::statistic},
    sentence{"constant allocation: ", "constant allocation: %s", &collector::statistic},
    sentence{"maybe_live_out ", "maybe_live_out allocation: %s", &collector::statistic},
    sentence{"preallocated temp ", "preallocated temp allocation: %s", &collector::statistic},
    sentence{"preallocated temp ", "preallocated temp fragmentation: %s", &collector::statistic},
    sentence{"total allocation: ", "total allocation: %s", &collector::statistic},
    sentence{"total fragmentation: ", "total fragmentation: %s", &collector::statistic},
    sentence{"dump for ", "dump for %w", &collector::dump_begin},
    sentence{"Bin for ", "Bin for %s was %s", &collector::wanted_bin},
    sentence{"region of size ", "region of size %n", &collector::region},
    sentence{"InUse at ", "InUse at %w", &collector::chunk},
    sentence{"Free at ", "Free at %w", &collector::chunk},
    sentence{"Chunk at ", "Chunk at %w", &collector::chunk},
    sentence{"Chunks of size ", "Chunks of size %n totalling %s", &collector::chunk_class},
    sentence{"in-use chunks: ", "in-use chunks: %s", &collector::used_chunks},
    sentence{"memory_limit_: ", "memory_limit_: %s available size: %s", &collector::pool_bytes},
    sentence{"memory_limit_: ", "memory_limit_: %n available bytes: %n", &collector::pool_bytes},
    sentence{"Allocator memory summary: ",
             "Allocator memory summary: rounded request %s, total free in pool %s, largest free chunk usable by %w end "
             "%s, unallocated bytes %s, pool size %s, pool limit %s",
             &collector::pool_summary},
    sentence{"Limit: ", "Limit: %s InUse: %s", &collector::counters},
    sentence{"Limit: ", "Limit: %n InUse: %n", &collector::counters},
    sentence{"XLA backend ", "XLA backend allocating %s", &collector::pool_start},
    sentence{"XLA backend ", "XLA backend will use up to %s", &collector::pool_start},
    sentence{"reduce memory use below ", "reduce memory use below %s", &collector::rematerialization},
    sentence{"input/output arguments (", "input/output arguments (%n) exceeds the base limit (%n)",
             &collector::base_limit},
    sentence{"input/output arguments (", "input/output arguments (%n) exceeds the base limit", &collector::base_limit},
    sentence{"Involuntary full ", "Involuntary full rematerialization", &collector::partitioner},
    sentence{"Total bytes used: ", "Total bytes used: %n", &collector::usage_total},
    sentence{"Memory Space: ", "Memory Space: %w", &collector::space_total},
    sentence{"%); ", "%%); %s; ", &collector::usage_row},
    sentence{"_size_in_bytes=", "_size_in_bytes=%n", &collector::compiled_size},
    sentence{"Num Allocs: ", "Num Allocs: %n In Use: %s Peak In Use: %s", &collector::device_counters},
    sentence{"Using (GB) ", "Using (GB) %w / %w (", &collector::device_use},
    sentence{"bytes_in_use", "bytes_in_use%?'%?\"%?:%?=%n", &collector::device_counter},
    sentence{"bytes_limit", "bytes_limit%?'%?\"%?:%?=%n", &collector::device_counter},
    sentence{": size ", ": size %n, ", &collector::dump_allocation},
    sentence{"(size=", "(size=%n,offset=%n): %t", &collector::dump_value},
    sentence{"%, total: ", "%%, total: %n bytes, current: %n bytes", &collector::stack_row},
    sentence{" bytes (cumulative: ", " bytes (cumulative: %n bytes)", &collector::peak_row},
};

// The searched words, each once.
const std::vector<std::string_view>& searched_words()
{
    static const auto words = [] {
        std::vector<std::string_view> result;
        for (const auto& s : sentences)
            if (std::ranges::find(result, s.words) == result.end()) result.push_back(s.words);
        return result;
    }();
    return words;
}

framework framework_of(std::string_view text)
{
    const auto has = [&](std::string_view words) { return text.find(words) != npos; };
    if (has("torch_xla")) return framework::torch_xla;
    if (has("tensorflow.python") || has("ResourceExhaustedError") || has("root error(s) found") || has("[[{{node"))
        return framework::tensorflow;
    return framework::unknown;
}

} // namespace

std::vector<draft> collector::run()
{
    static const needles search(searched_words());
    for (;;) {
        const auto found = search.first(text_, next_);
        if (found.at == npos) {
            const auto from = framework_of(text_);
            for (auto& d : drafts_) d.from = from;
            return std::move(drafts_);
        }
        next_ = found.at + 1;
        const auto rest = text_.substr(found.at);
        for (const auto& each : sentences) {
            if (each.words.front() != rest.front() || !rest.starts_with(each.words)) continue;
            const auto match = matched(each.pattern, joined_, found.at);
            if (!match) continue;
            // Later fields of the sentence are searched, too.
            skip_to(found.at + each.words.size());
            (this->*each.on)(*match, found.at);
            break;
        }
    }
}

draft& collector::open(event kind, std::size_t at)
{
    auto& made = drafts_.emplace_back();
    made.kind = kind;
    made.begin = at;
    made.end = at;
    if (kind == event::tpu_memory) made.budget = budget_;
    made.times = 0;
    count(made, at);
    return made;
}

void collector::count(draft& of, std::size_t at) const
{
    constexpr std::size_t distance = 160;
    const auto from = at - std::min(at, distance);
    auto before = text_.substr(from, at - from);
    // On its line, or, after the line of a code, on that.
    const auto marked = std::string_view(joined_.marked).substr(from, at - from);
    auto line = marked.rfind(joint);
    if (line != npos && line != 0 && marked[line - 1] == ':') line = marked.rfind(joint, line - 1);
    before.remove_prefix(line == npos ? 0 : line + 1);
    before.remove_prefix(std::min(before.size(), before.rfind(paragraph) + 1));
    const auto begins = [&](std::string_view words) { return before.find(words) != npos; };
    if (begins("after seeing error: "))
        of.retried = true;
    else if (begins("returning error") || begins("OP_REQUIRES failed") || begins("Execution of replica"))
        ++of.logged;
    else
        ++of.times;
}

draft* collector::last(std::initializer_list<event> kinds)
{
    return last_that([&](const draft& d) { return std::ranges::find(kinds, d.kind) != kinds.end(); });
}

std::optional<match> collector::here(std::string_view pattern, std::size_t at) const
{
    return matched(pattern, joined_, at);
}

std::string_view collector::after(std::size_t at, std::size_t length) const
{
    return at < text_.size() ? text_.substr(at, length) : std::string_view();
}

std::optional<std::int64_t> collector::number_before(std::size_t at) const
{
    constexpr std::size_t longest = 24;
    const auto from = at - std::min(at, longest);
    auto before = text_.substr(from, at - from);
    while (before.ends_with(' ')) before.remove_suffix(1);
    const auto begin = before.find_last_not_of("0123456789");
    return number_of(before.substr(begin == npos ? 0 : begin + 1));
}

std::string collector::word_before(std::string_view mark, std::size_t at, std::size_t distance) const
{
    const auto from = at - std::min(at, distance);
    const auto found = text_.substr(from, at - from).rfind(mark);
    if (found == npos) return {};
    const auto word = here("%w", from + found + mark.size());
    return word ? std::string(word->values[0]) : std::string();
}

} // namespace ballast::failures
