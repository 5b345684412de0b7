// The log of the BFC allocator after it ran out of memory.
#pragma once

#include "ballast/ast/allocator_summary.hpp"
#include "grammar/allocator_summary.hpp"
#include "read/action.hpp"

#include <string_view>

namespace ballast::read {

namespace g = grammar;

// clang-format off

template <> struct action<g::summarized_allocator> : sets<&ast::allocator_summary::name> {};
template <> struct action<g::chunk_bins>         : gathers<&ast::allocator_summary::bins> {};
template <> struct action<g::chunk_bin>          : element<ast::chunk_bin> {};
template <> struct action<g::bin_size>           : sets<&ast::chunk_bin::size> {};
template <> struct action<g::bin_chunks>         : sets<&ast::chunk_bin::chunks> {};
template <> struct action<g::bin_used_chunks>    : sets<&ast::chunk_bin::used_chunks> {};
template <> struct action<g::bin_bytes>          : sets<&ast::chunk_bin::bytes> {};
template <> struct action<g::bin_used_bytes>     : sets<&ast::chunk_bin::used_bytes> {};
template <> struct action<g::bin_asked_bytes>    : sets<&ast::chunk_bin::asked_bytes> {};
template <> struct action<g::wanted_size>        : sets<&ast::allocator_summary::wanted> {};
template <> struct action<g::wanted_bin>         : sets<&ast::allocator_summary::wanted_bin> {};
template <> struct action<g::free_chunks>        : gathers<&ast::allocator_summary::free_chunks> {};
template <> struct action<g::free_chunk>         : pushes<std::string_view> {};

template <> struct action<g::memory_regions>     : gathers<&ast::allocator_summary::regions> {};
template <> struct action<g::memory_region>      : element<ast::memory_region> {};
template <> struct action<g::region_size>        : sets<&ast::memory_region::size> {};
template <> struct action<g::chunk_lines>        : gathers<&ast::memory_region::chunks> {};
template <> struct action<g::chunk_line>         : element<ast::memory_chunk> {};
template <> struct action<g::unused_chunk>       : marks<&ast::memory_chunk::used, false> {};
template <> struct action<g::chunk_address>      : sets<&ast::memory_chunk::address> {};
template <> struct action<g::chunk_size>         : sets<&ast::memory_chunk::size> {};
template <> struct action<g::next_chunk>         : sets<&ast::memory_chunk::next> {};
template <> struct action<g::chunk_freed_at>     : sets<&ast::memory_chunk::freed_at> {};
template <> struct action<g::chunks_of_no_region> : gathers<&ast::allocator_summary::chunks> {};
template <> struct action<g::chunk_with_next>    : marks<&ast::memory_chunk::form, ast::chunk_form::with_next> {};
template <> struct action<g::chunk_alone>        : marks<&ast::memory_chunk::form, ast::chunk_form::alone> {};
template <> struct action<g::chunk_user>         : boxes<&ast::memory_chunk::user> {};
template <> struct action<g::chunk_operation>    : sets<&ast::chunk_user::operation> {};
template <> struct action<g::chunk_actions>      : sets<&ast::chunk_user::actions> {};
template <> struct action<g::chunk_step>         : sets<&ast::chunk_user::step> {};
template <> struct action<g::chunk_tag>          : sets<&ast::memory_chunk::tag> {};
template <> struct action<g::annotation_frames>  : gathers<&ast::memory_chunk::annotation> {};
template <> struct action<g::annotation_frame>   : element<ast::annotation_frame> {};
template <> struct action<g::annotation_name>         : sets<&ast::annotation_frame::name> {};
template <> struct action<g::annotation_arguments>    : gathers<&ast::annotation_frame::arguments> {};
template <> struct action<g::annotation_argument>     : element<ast::frame_argument> {};
template <> struct action<g::annotation_key>          : sets<&ast::frame_argument::key> {};
template <> struct action<g::annotation_value>        : sets<&ast::frame_argument::value> {};

template <> struct action<g::chunk_classes>      : gathers<&ast::allocator_summary::classes> {};
template <> struct action<g::chunk_class>        : element<ast::chunk_class> {};
template <> struct action<g::class_chunks>       : sets<&ast::chunk_class::chunks> {};
template <> struct action<g::class_size>         : sets<&ast::chunk_class::size> {};
template <> struct action<g::class_total>        : sets<&ast::chunk_class::total> {};
template <> struct action<g::used_total>         : sets<&ast::allocator_summary::used> {};
template <> struct action<g::pool_in_bytes>     : becomes<ast::pool_in_bytes, &ast::allocator_summary::pool> {};
template <> struct action<g::pool_in_sizes>     : becomes<ast::pool_in_sizes, &ast::allocator_summary::pool> {};
template <> struct action<g::pool_account>      : becomes<ast::pool_account, &ast::allocator_summary::pool> {};
template <> struct action<g::early_pool>        : marks<&ast::pool_in_bytes::early, true> {};
template <> struct action<g::pool_bytes>        : sets<&ast::pool_in_bytes::bytes> {};
template <> struct action<g::pool_limit>        : sets<&ast::pool_in_bytes::limit> {};
template <> struct action<g::pool_available>    : sets<&ast::pool_in_bytes::available> {};
template <> struct action<g::next_region_bytes> : sets<&ast::pool_in_bytes::next_region> {};
template <> struct action<g::pool_size>         : sets<&ast::pool_in_sizes::size> {};
template <> struct action<g::pool_size_limit>   : sets<&ast::pool_in_sizes::limit> {};
template <> struct action<g::pool_size_available> : sets<&ast::pool_in_sizes::available> {};
template <> struct action<g::next_region_size>  : sets<&ast::pool_in_sizes::next_region> {};
template <> struct action<g::account_request>   : sets<&ast::pool_account::rounded> {};
template <> struct action<g::account_free>      : sets<&ast::pool_account::free> {};
template <> struct action<g::account_largest>   : sets<&ast::pool_account::largest> {};
template <> struct action<g::account_unallocated> : sets<&ast::pool_account::unallocated> {};
template <> struct action<g::account_size>      : sets<&ast::pool_account::size> {};
template <> struct action<g::account_limit>     : sets<&ast::pool_account::limit> {};
template <> struct action<g::account_next_region> : sets<&ast::pool_account::next_region> {};
template <> struct action<g::upper_end_usable>  : marks<&ast::pool_account::upper, true> {};
template <> struct action<g::no_growth>         : marks<&ast::pool_account::grows, false> {};
template <> struct action<g::partition_account> : emplaces<&ast::pool_account::partition> {};
template <> struct action<g::upper_end_partitioned> : marks<&ast::partition_account::upper, true> {};
template <> struct action<g::central_gap>       : sets<&ast::partition_account::gap> {};
template <> struct action<g::largest_of_end>    : sets<&ast::partition_account::largest_of_end> {};
template <> struct action<g::largest_of_ends>   : sets<&ast::partition_account::largest_of_ends> {};
template <> struct action<g::allocator_counters> : becomes<ast::allocator_counters, &ast::allocator_summary::counters> {};
template <> struct action<g::early_counters>    : becomes<ast::allocator_counters, &ast::allocator_summary::counters> {};
template <> struct action<g::sized_counters>    : becomes<ast::sized_counters, &ast::allocator_summary::counters> {};
template <> struct action<g::counted_limit>     : sets<&ast::allocator_counters::limit> {};
template <> struct action<g::counted_in_use>    : sets<&ast::allocator_counters::in_use> {};
template <> struct action<g::counted_peak>      : sets<&ast::allocator_counters::peak> {};
template <> struct action<g::counted_allocations> : sets<&ast::allocator_counters::allocations> {};
template <> struct action<g::counted_largest>   : sets<&ast::allocator_counters::largest> {};
template <> struct action<g::reserved_counters> : emplaces<&ast::allocator_counters::reserved> {};
template <> struct action<g::counted_reserved>  : sets<&ast::reserved_counters::reserved> {};
template <> struct action<g::counted_peak_reserved> : sets<&ast::reserved_counters::peak> {};
template <> struct action<g::counted_free_block> : sets<&ast::reserved_counters::free_block> {};
template <> struct action<g::sized_limit>       : sets<&ast::sized_counters::limit> {};
template <> struct action<g::sized_in_use>      : sets<&ast::sized_counters::in_use> {};
template <> struct action<g::sized_peak>        : sets<&ast::sized_counters::peak> {};
template <> struct action<g::sized_allocations> : sets<&ast::sized_counters::allocations> {};
template <> struct action<g::sized_largest>     : sets<&ast::sized_counters::largest> {};
template <> struct action<g::sized_reserved>    : sets<&ast::sized_counters::reserved> {};
template <> struct action<g::sized_peak_reserved> : sets<&ast::sized_counters::peak_reserved> {};
template <> struct action<g::sized_peak_allocated> : sets<&ast::sized_counters::peak_allocated> {};
template <> struct action<g::sized_free_block>  : sets<&ast::sized_counters::free_block> {};
template <> struct action<g::memory_picture>    : sets<&ast::allocator_summary::picture> {};
// clang-format on

} // namespace ballast::read
