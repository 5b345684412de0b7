// The log of the GPU allocator after it ran out of memory.
#pragma once

#include "ballast/ast/allocator_summary.hpp"
#include "grammar/allocator_summary.hpp"
#include "read/action.hpp"

#include <string_view>

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// A number in a column.
template <auto M>
struct sets_column : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, owner_of<M>& node)
    {
        auto text = text_of(in);
        text.remove_prefix(text.find_first_not_of(' '));
        convert(ctx, text, node.*M);
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
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
template <> struct action<g::pool_bytes>         : sets<&ast::allocator_summary::pool_bytes> {};
template <> struct action<g::pool_limit>         : sets<&ast::allocator_summary::pool_limit> {};
template <> struct action<g::pool_available>     : sets<&ast::allocator_summary::available> {};
template <> struct action<g::next_region_bytes>  : sets<&ast::allocator_summary::next_region> {};
template <> struct action<g::allocator_counters> : inside<&ast::allocator_summary::counters> {};
template <> struct action<g::counted_limit>      : sets_column<&ast::allocator_counters::limit> {};
template <> struct action<g::counted_in_use>     : sets_column<&ast::allocator_counters::in_use> {};
template <> struct action<g::counted_peak>       : sets_column<&ast::allocator_counters::peak> {};
template <> struct action<g::counted_allocations> : sets_column<&ast::allocator_counters::allocations> {};
template <> struct action<g::counted_largest>    : sets_column<&ast::allocator_counters::largest> {};
template <> struct action<g::counted_reserved>   : sets_column<&ast::allocator_counters::reserved> {};
template <> struct action<g::counted_peak_reserved> : sets_column<&ast::allocator_counters::peak_reserved> {};
template <> struct action<g::counted_free_block> : sets_column<&ast::allocator_counters::free_block> {};
// clang-format on

} // namespace ballast::read
