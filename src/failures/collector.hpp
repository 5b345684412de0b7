// Finds the sentences of one stream, and collects those that belong to one failure.
#pragma once

#include "failures/draft.hpp"
#include "failures/stream.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::failures {

class collector {
public:
    explicit collector(const stream& of) : joined_(of.joined), text_(of.joined.text) {}

    // The drafts in the order of their first sentence.
    std::vector<draft> run();

    // --- TPU: compile time (tpu_sentences.cpp) ---
    void used(const match& found, std::size_t at);
    void used_of_space(const match& found, std::size_t at);
    void exceeded(const match& found, std::size_t at);
    void ran_out(const match& found, std::size_t at);
    void temporaries(const match& found, std::size_t at);
    void module_name(const match& found, std::size_t at);
    void array_overflow(const match& found, std::size_t at);
    void host_output(const match& found, std::size_t at);
    void replica(const match& found, std::size_t at);
    void early_abort(const match& found, std::size_t at);
    void cores(const match& found, std::size_t at);
    void on_stack(const match& found, std::size_t at);
    void scoped(const match& found, std::size_t at);
    void scoped_bytes(const match& found, std::size_t at);
    void scoped_kernel(const match& found, std::size_t at);
    void large_allocation(const match& found, std::size_t at);
    void sparse_core(const match& found, std::size_t at);
    void replica_count(const match& found, std::size_t at);
    void total(const match& found, std::size_t at);
    void program(const match& found, std::size_t at);
    void output(const match& found, std::size_t at);
    void block(const match& found, std::size_t at); // of a TPU or a GPU
    void list_title(const match& found, std::size_t at);
    void budget(const match& found, std::size_t at);
    // --- TPU: run time (tpu_runtime_sentences.cpp) ---
    void buffer_failure(const match& found, std::size_t at);
    void cut_buffer_failure(const match& found, std::size_t at);
    void reserve_failure(const match& found, std::size_t at);
    void summary_reason(const match& found, std::size_t at);
    void scope_allocations(const match& found, std::size_t at);
    void capacity(const match& found, std::size_t at);
    void allocated(const match& found, std::size_t at);
    void usage_line(const match& found, std::size_t at);
    // --- GPU and CPU (gpu_sentences.cpp) ---
    void request(const match& found, std::size_t at);
    [[nodiscard]] bool is_of_search(std::size_t at) const;
    void search_request(const amount& needed, std::size_t at, std::size_t end);
    void constant_request(const match& found, std::size_t at);
    void ordinal_request(const match& found, std::size_t at);
    void allocator(const match& found, std::size_t at);
    void async_request(const match& found, std::size_t at);
    void free_of_driver(const match& found, std::size_t at);
    void mapped_request(const match& found, std::size_t at);
    void driver(const match& found, std::size_t at);
    void driver_kind(const match& found, std::size_t at);
    void host_driver(const match& found, std::size_t at);
    void refused_memory(const match& found, std::size_t at);
    void kernel_memory(const match& found, std::size_t at);
    void kernel_request(const match& found, std::size_t at);
    void command_buffer(const match& found, std::size_t at);
    void host_buffer(const match& found, std::size_t at);
    void tensor(const match& found, std::size_t at);
    void cpu_request(const match& found, std::size_t at);
    void executable(const match& found, std::size_t at);
    void statistic(const match& found, std::size_t at);
    // --- the allocator's dump (pool_sentences.cpp) ---
    void dump_begin(const match& found, std::size_t at);
    void wanted_bin(const match& found, std::size_t at);
    void region(const match& found, std::size_t at);
    void chunk(const match& found, std::size_t at);
    void chunk_class(const match& found, std::size_t at);
    void used_chunks(const match& found, std::size_t at);
    void pool_bytes(const match& found, std::size_t at);
    void pool_summary(const match& found, std::size_t at);
    void counters(const match& found, std::size_t at);
    void pool_start(const match& found, std::size_t at);
    // --- the compiler (compiler_sentences.cpp) ---
    void rematerialization(const match& found, std::size_t at);
    void base_limit(const match& found, std::size_t at);
    void partitioner(const match& found, std::size_t at);
    void usage_total(const match& found, std::size_t at);
    void space_total(const match& found, std::size_t at);
    void usage_row(const match& found, std::size_t at);
    void compiled_size(const match& found, std::size_t at);
    void analysed_size(const match& found, std::size_t at);
    void summed_sizes(const match& found, std::size_t at);
    void device_counter(const match& found, std::size_t at);
    void device_counters(const match& found, std::size_t at);
    void device_use(const match& found, std::size_t at);
    // --- rows of dumps (dump_sentences.cpp) ---
    void dump_allocation(const match& found, std::size_t at);
    void dump_value(const match& found, std::size_t at);
    void peak_row(const match& found, std::size_t at);
    void stack_row(const match& found, std::size_t at);

private:
    draft& open(event kind, std::size_t at);
    // The last draft of one of these kinds; null if there is none near.
    draft* last(std::initializer_list<event> kinds);
    template <typename Is>
    draft* last_that(Is is);
    // A draft of the kind that the text repeats, after counting it; null if there is none.
    template <typename Is>
    draft* repeated(event kind, std::size_t at, Is is);
    // Counts an error at a place: raised, copied into a log, or followed by another attempt.
    void count(draft& of, std::size_t at) const;
    draft& tpu_draft(std::string_view space, std::size_t at);
    draft& pool_draft(std::size_t at);
    draft& dumped(std::size_t at);
    std::string take_driver(bool host, std::size_t before);
    void add_scoped(const amount& size, const amount& limit, const std::optional<amount>& missing,
                    std::string_view space, std::size_t at, std::size_t end);
    draft& dump_rows(std::size_t at);
    void add_needs(const amount& needed, const amount& available, std::string_view space, std::size_t at,
                   std::size_t end);
    void rows(draft& of, std::size_t from);
    void fields(draft& of, listed_buffer made, std::size_t from, std::string_view number);

    [[nodiscard]] std::optional<match> here(std::string_view pattern, std::size_t at) const;
    // The word after `mark` at most `distance` bytes before a place; empty if there is none.
    [[nodiscard]] std::string word_before(std::string_view mark, std::size_t at, std::size_t distance) const;
    // The number whose last digit is before a place, apart from blanks.
    [[nodiscard]] std::optional<std::int64_t> number_before(std::size_t at) const;
    [[nodiscard]] std::string_view after(std::size_t at, std::size_t length) const;
    void skip_to(std::size_t at) { next_ = at > next_ ? at : next_; }

    const joined_text& joined_;
    std::string_view text_;
    std::vector<draft> drafts_;
    std::size_t next_ = 0;             // where the search goes on
    std::optional<amount> pool_limit_; // of the line when the pool began
    std::optional<memory_budget> budget_;
    std::optional<amount> requirement_; // of a program in the memory of a kernel
    std::string requirement_of_;        // that memory
};

template <typename Is>
draft* collector::last_that(Is is)
{
    constexpr std::size_t most = 64; // drafts that a sentence can belong to
    const auto count = std::min(drafts_.size(), most);
    for (std::size_t i = 0; i < count; ++i)
        if (auto& each = drafts_[drafts_.size() - 1 - i]; is(each)) return &each;
    return nullptr;
}

template <typename Is>
draft* collector::repeated(event kind, std::size_t at, Is is)
{
    auto* found = last_that([&](const draft& d) { return d.kind == kind && is(d); });
    if (!found) return nullptr;
    count(*found, at);
    found->repeated = true;
    found->end = at;
    return found;
}

} // namespace ballast::failures
