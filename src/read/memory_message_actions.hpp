// Short messages about memory.
#pragma once

#include "ballast/ast/memory_message.hpp"
#include "grammar/memory_message.hpp"
#include "read/action.hpp"
#include "read/allocator_summary_actions.hpp"
#include "read/status_actions.hpp"

#include <algorithm>
#include <string>

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// `-25.62GiB` is -2562 GiB.
template <auto M>
struct sets_signed : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, owner_of<M>& node)
    {
        auto text = text_of(in);
        const bool negative = text.starts_with('-');
        if (negative) text.remove_prefix(1);
        convert(ctx, text, node.*M);
        if (negative) (node.*M).count = -(node.*M).count;
    }
};

// The member, a variant, becomes the value of the text.
template <typename T, auto M>
struct sets_alternative : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, owner_of<M>& node)
    {
        T value{};
        convert(ctx, text_of(in), value);
        node.*M = value;
    }
};

// A number without the marks that separate its digits.
template <char Mark, auto M>
struct sets_without : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, owner_of<M>& node)
    {
        std::string digits(text_of(in));
        std::erase(digits, Mark);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), node.*M);
        if (error != std::errc{}) refuse_integer(ctx, text_of(in), "a signed 64-bit integer");
    }
};

// `0.169890` is 169890.
template <auto M>
struct sets_amount : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::compilation_analysis& node)
    {
        const auto text = text_of(in);
        if (text.starts_with("Unknown")) return;
        std::string digits(text);
        std::erase(digits, '.');
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{}) refuse_integer(ctx, text, "a signed 64-bit integer");
        node.*M = value;
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::needed_bytes>
    : sets_either<&ast::buffer_failure::needed, &ast::reservation::needed, &ast::program_allocation::needed> {};
template <> struct action<g::free_bytes>
    : sets_either<&ast::buffer_failure::free, &ast::reservation::free, &ast::program_allocation::free> {};
template <> struct action<g::reserved_bytes>     : sets<&ast::reservation::reserved> {};
template <> struct action<g::reservable_bytes>   : sets<&ast::reservation::reservable> {};

template <> struct action<g::buffer_failure>     : becomes<ast::buffer_failure, &ast::memory_failure::what> {};
template <> struct action<g::device_place>       : inside<&ast::buffer_failure::place> {};
template <> struct action<g::place_x>            : sets<&ast::device_place::x> {};
template <> struct action<g::place_y>            : sets<&ast::device_place::y> {};
template <> struct action<g::place_z>            : sets<&ast::device_place::z> {};
template <> struct action<g::place_memory>       : sets<&ast::device_place::memory> {};

template <> struct action<g::program_failure>    : becomes<ast::program_failure, &ast::memory_failure::what> {};
template <> struct action<g::program_load>       : emplaces<&ast::program_failure::load> {};
template <> struct action<g::loaded_name>        : sets<&ast::program_load::name> {};
template <> struct action<g::reservation>        : becomes<ast::reservation, &ast::program_failure::attempt> {};
template <> struct action<g::program_allocation> : becomes<ast::program_allocation, &ast::program_failure::attempt> {};
template <> struct action<g::unknown_scope>      : marks<&ast::reservation::rest, ast::unknown_scope{}> {};
template <> struct action<g::reservation_table>  : becomes<ast::reservation_table, &ast::reservation::rest> {};
template <> struct action<g::table_capacity>     : sets<&ast::reservation_table::capacity> {};
template <> struct action<g::top_reserved_row>   : inside<&ast::reservation_table::top_reserved> {};
template <> struct action<g::allocated_row>      : inside<&ast::reservation_table::allocated> {};
template <> struct action<g::requirement_row>    : inside<&ast::reservation_table::requirement> {};
template <> struct action<g::available_row>      : inside<&ast::reservation_table::available> {};
template <> struct action<g::table_size>         : sets_signed<&ast::table_row::size> {};
template <> struct action<g::table_bytes>        : sets_without<',', &ast::table_row::bytes> {};

template <> struct action<g::allocation_failure> : becomes<ast::allocation_failure, &ast::memory_failure::what> {};
template <> struct action<g::host_memory>        : marks<&ast::allocation_failure::host, true> {};
template <> struct action<g::amount_in_bytes>    : sets_alternative<std::int64_t, &ast::allocation_failure::amount> {};
template <> struct action<g::rounded_amount>     : sets_alternative<ast::human_size, &ast::allocation_failure::amount> {};
template <> struct action<g::allocator_place>    : emplaces<&ast::allocation_failure::allocator> {};
template <> struct action<g::allocator_name>
    : sets_either<&ast::allocator_place::name, &ast::allocator_message::name> {};
template <> struct action<g::allocator_device>   : sets<&ast::allocator_place::device> {};
template <> struct action<g::host_note>          : marks<&ast::allocation_failure::host_note, true> {};

template <> struct action<g::request_failure>    : becomes<ast::request_failure, &ast::memory_failure::what> {};
template <> struct action<g::request_size>       : sets<&ast::request_failure::size> {};
template <> struct action<g::request_bytes>      : sets<&ast::request_failure::bytes> {};
template <> struct action<g::request_device>     : sets<&ast::request_failure::device> {};
template <> struct action<g::cpu_failure>        : becomes<ast::cpu_failure, &ast::memory_failure::what> {};
template <> struct action<g::cpu_bytes>          : sets<&ast::cpu_failure::bytes> {};
template <> struct action<g::host_output>        : becomes<ast::host_output, &ast::memory_failure::what> {};
template <> struct action<g::moved_tensor>       : sets<&ast::host_output::tensor> {};
template <> struct action<g::array_overflow>     : becomes<ast::array_overflow, &ast::memory_failure::what> {};
template <> struct action<g::check_path>         : sets<&ast::array_overflow::path> {};
template <> struct action<g::check_line>         : sets<&ast::array_overflow::line> {};
template <> struct action<g::array_words>        : sets<&ast::array_overflow::words> {};
template <> struct action<g::checked_operation>  : sets<&ast::array_overflow::operation> {};

template <> struct action<g::status_begin>       : inside<&ast::memory_failure::status> {};
template <> struct action<g::status_end>         : inside<&ast::memory_failure::status> {};

template <> struct action<g::allocator_message>  : becomes<ast::allocator_message, &ast::memory_message::content> {};
template <> struct action<g::asked_size>         : sets<&ast::allocator_message::size> {};
template <> struct action<g::allocator_retry>    : becomes<ast::allocator_retry, &ast::allocator_message::outcome> {};
template <> struct action<g::allocator_failure>  : becomes<ast::allocator_failure, &ast::allocator_message::outcome> {};
template <> struct action<g::rounded_bytes>      : sets<&ast::allocator_failure::rounded> {};
template <> struct action<g::freed_count>        : sets<&ast::allocator_retry::freed> {};
template <> struct action<g::no_failure>         : marks<&ast::allocator_retry::note, ast::retry_note::late> {};
template <> struct action<g::early_no_failure>   : marks<&ast::allocator_retry::note, ast::retry_note::early> {};
template <> struct action<g::lower_end>
    : marks_either<ast::allocation_end::lower, &ast::allocator_failure::end, &ast::allocator_retry::end> {};
template <> struct action<g::upper_end>
    : marks_either<ast::allocation_end::upper, &ast::allocator_failure::end, &ast::allocator_retry::end> {};
template <> struct action<g::asking_op>          : sets<&ast::allocator_failure::operation> {};
template <> struct action<g::fragmentation_hint> : marks<&ast::allocator_failure::hint, ast::fragmentation_hint::early> {};
template <> struct action<g::later_hint>         : marks<&ast::allocator_failure::hint, ast::fragmentation_hint::late> {};
template <> struct action<g::early_allocator_failure>
    : becomes<ast::early_allocator_failure, &ast::allocator_message::outcome> {};
template <> struct action<g::early_rounded_bytes> : sets<&ast::early_allocator_failure::rounded> {};
template <> struct action<g::summary_on_next_line> : marks<&ast::early_allocator_failure::on_next_line, true> {};
template <> struct action<g::summary_follows_once> : marks<&ast::allocator_failure::summary, ast::summary_line::once> {};
template <> struct action<g::summary_follows_twice> : marks<&ast::allocator_failure::summary, ast::summary_line::twice> {};

template <> struct action<g::allocator_summary>  : becomes<ast::allocator_summary, &ast::memory_message::content> {};

template <> struct action<g::rematerialization>  : becomes<ast::rematerialization, &ast::memory_message::content> {};
template <> struct action<g::memory_limit>       : inside<&ast::rematerialization::limit> {};
template <> struct action<g::reduced_size>       : inside<&ast::rematerialization::reduced> {};
template <> struct action<g::original_size>      : emplaces<&ast::rematerialization::original> {};
template <> struct action<g::bytes_as_text>      : sets_signed<&ast::size_in_bytes::size> {};
template <> struct action<g::bytes_as_number>    : sets<&ast::size_in_bytes::bytes> {};

template <> struct action<g::base_limit>         : becomes<ast::base_limit, &ast::memory_message::content> {};
template <> struct action<g::argument_bytes>     : sets<&ast::base_limit::arguments> {};
template <> struct action<g::base_limit_bytes>   : sets<&ast::base_limit::limit> {};

template <> struct action<g::compiled_sizes>     : becomes<ast::compiled_sizes, &ast::memory_message::content> {};
template <> struct action<g::device_sizes>       : inside<&ast::compiled_sizes::device> {};
template <> struct action<g::host_sizes>         : emplaces<&ast::compiled_sizes::host> {};
template <> struct action<g::code_size>          : sets<&ast::memory_sizes::code> {};
template <> struct action<g::argument_size>      : sets<&ast::memory_sizes::argument> {};
template <> struct action<g::output_size>        : sets<&ast::memory_sizes::output> {};
template <> struct action<g::alias_size>         : sets<&ast::memory_sizes::alias> {};
template <> struct action<g::temp_size>          : sets<&ast::memory_sizes::temp> {};

template <> struct action<g::compilation_analysis>
    : becomes<ast::compilation_analysis, &ast::memory_message::content> {};
template <> struct action<g::input_amount>       : sets_amount<&ast::compilation_analysis::input> {};
template <> struct action<g::output_amount>      : sets_amount<&ast::compilation_analysis::output> {};
template <> struct action<g::aliased_amount>     : sets_amount<&ast::compilation_analysis::aliased> {};
template <> struct action<g::intermediate_amount> : sets_amount<&ast::compilation_analysis::intermediate> {};
template <> struct action<g::program_amount>     : sets_amount<&ast::compilation_analysis::program> {};

template <> struct action<g::memory_failure>     : becomes<ast::memory_failure, &ast::memory_message::content> {};
template <> struct action<g::message_line_end>   : marks<&ast::memory_message::line_end, true> {};
// clang-format on

} // namespace ballast::read
