// The timeline: when XLA printed which form. All dates of forms are here. A row is a feature of the text: its intervals
// on XLA's mainline, the grammar rules that show it, what it excludes, and the spelling for the printer. Everything
// else about time is derived from the rows.
#pragma once

#include "era/timeline_row.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ballast::timeline {

using key = ast::attribute_kind;
using op = ast::opcode_kind;

// --- dates -----------------------------------------------------------------------------------------------------------

// `2021-02-12`, `2021-02-12 14:22`.
consteval commit_time date(std::string_view text)
{
    if (text.size() != 10 && text.size() != 16) throw "not a date";
    constexpr std::string_view form = "dddd-dd-dd dd:dd";
    commit_time result = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == 'd' ? !digit : text[i] != form[i]) throw "not a date";
        if (digit) result = result * 10 + (text[i] - '0');
    }
    return text.size() == 10 ? result * 10000 : result;
}

// The states of the dump text by the mainline date of their commit. D1' and D7 were reverted soon after.
struct state_begin {
    std::string_view name;
    commit_time begin;
};
// clang-format off
inline constexpr state_begin state_begins[]{
    {"D0",  date("2019-03-12")},
    {"D1",  date("2019-04-24")},
    {"D1'", date("2019-05-14")},
    {"D1",  date("2019-05-15")},
    {"D2",  date("2019-05-17")},
    {"D3",  date("2019-09-06")},
    {"D4",  date("2019-09-09")},
    {"D5",  date("2019-10-14")},
    {"D6",  date("2019-12-13")},
    {"D7",  date("2021-02-12 14:22")},
    {"D6",  date("2021-02-12 17:48")},
    {"D6b", date("2021-03-30")},
    {"D8",  date("2021-04-07")},
    {"D9",  date("2021-08-09")},
    {"D10", date("2021-09-23")},
    {"D11", date("2022-09-07")},
    {"D12", date("2024-01-14")},
    {"D13", date("2024-01-16")},
    {"D14", date("2024-11-01")},
    {"D15", date("2025-04-14")},
    {"D16", date("2025-05-16")},
    {"D17", date("2025-07-23")},
    {"D18", date("2025-08-20")},
    {"D19", date("2026-04-03")},
    {"D20", date("2026-04-13")},
    {"D21", date("2026-06-02")},
    {"D22", date("2026-06-17")},
    {"D23", date("2026-08-05")},
    {"D24", date("2026-08-10")},
};
// clang-format on

// Dumps begin with the first state.
inline constexpr commit_time begin_of_dumps = state_begins[0].begin;

// The time of a date, or the begin of a state.
consteval commit_time moment(std::string_view text)
{
    for (const auto& s : state_begins)
        if (s.name == text) return s.begin;
    return date(text);
}

// --- intervals -------------------------------------------------------------------------------------------------------

consteval interval_pair between(std::string_view begin, std::string_view end)
{
    return {{{{moment(begin), moment(end)}}}, 1};
}
consteval interval_pair since(std::string_view begin) { return {{{{moment(begin), end_of_history}}}, 1}; }
consteval interval_pair until(std::string_view end) { return {{{{begin_of_dumps, moment(end)}}}, 1}; }
consteval interval_pair operator+(const interval_pair& a, const interval_pair& b)
{
    return {{{a.list[0], b.list[0]}}, 2};
}

// --- rows ------------------------------------------------------------------------------------------------------------

namespace detail {

using forms = ast::forms;
using ast::element_kind;
using ast::keyword;

// clang-format off
inline constexpr auto listed = std::to_array<row>({
    // --- the dump text ---
    dump(feature::pointer, "allocation pointer", until("D11")).by("pointer"),
    dump(feature::no_pointer, "no allocation pointer", since("D11")).without("pointer_item"),
    dump(feature::value_lines_v1, "`name[](#id @c) [offset,size]` value lines", until("D1'") + between("2019-05-15", "D2"))
        .by("value_line_v1").sets<&forms::value_lines, ast::value_line_form::v1>(),
    dump(feature::value_lines_v2, "`id name @c, positions:` in value lines", between("D1'", "2019-05-15") + between("D2", "D3"))
        .by("value_line_v2").sets<&forms::value_lines, ast::value_line_form::v2>(),
    dump(feature::value_lines_v3, "`<id name @c>, positions:` in value lines", between("D3", "D4"))
        .by("value_line_v3").sets<&forms::value_lines, ast::value_line_form::v3>(),
    dump(feature::value_lines_v4, "`(size=,offset=)` value lines", since("D4"))
        .by("value_line_v4").sets<&forms::value_lines, ast::value_line_form::v4>(),
    dump(feature::allocations_alone, "file with allocations alone", until("D4") + since("D19")).without("combined_rest"),
    dump(feature::combined_file, "allocations and used values in one file", between("D4", "D19")).by("combined_values_head"),
    dump(feature::values_file, "file with used values alone", since("D19")).by("values_total"),
    dump(feature::live_range_file, "file with the live range alone", since("D19")).by("lone_range_head"),
    dump(feature::no_total, "no total", between("D4", "D5")).without("total_section"),
    dump(feature::bare_total, "total without human-readable size", between("D5", "D9")).without("total_human_item"),
    dump(feature::human_total, "total with human-readable size", since("D9")).by("total_human_item"),
    dump(feature::every_moment, "live ranges at every moment", between("D7", "2021-02-12 17:48")).by("moments_head"),
    dump(feature::no_live_range, "no live range", between("D4", "D7") + between("2021-02-12 17:48", "D8"))
        .without("combined_live_range"),
    dump(feature::live_range_section, "live range in the same file", between("D8", "D19")).by("combined_range_head"),
    dump(feature::parameter_without_shape, "parameter without shape", until("D6")).by("parameter_without_shape"),
    dump(feature::parameter_with_shape, "parameter with shape", since("D6")).by("parameter_with_shape"),
    dump(feature::unknown_parameter_shape, "`<unknown shape>`", since("D6b")).by("unknown_shape"),
    dump(feature::output_shape, "`output shape is`", since("D6")).by("output_shape_item"),
    dump(feature::whole_parameter_shape, "whole shape of a parameter at a part of it", between("D6", "D18")),
    dump(feature::parameter_subshape, "shape of a part of a parameter", since("D18")),
    dump(feature::no_from_line, "no `from instruction`", between("D4", "D10")).by("no_from_line"),
    dump(feature::from_tight, "`from instruction:` without blank", between("D10", "D13"))
        .by("from_tight").sets<&forms::from_instruction, ast::from_form::tight>(),
    dump(feature::from_glued, "`from instruction: ` without line end", between("D13", "D14"))
        .by("from_glued").sets<&forms::from_instruction, ast::from_form::glued>(),
    dump(feature::from_own_line, "`from instruction: ` on its own line", since("D14"))
        .by("from_own_line").sets<&forms::from_instruction, ast::from_form::own_line>(),
    dump(feature::uses_not_initialized, "`uses are not initialized yet.`", since("D12")).by("uses_not_initialized"),
    dump(feature::bare_empty_uses, "nothing under empty uses", between("D4", "D21"))
        .by("bare_uses").sets<&forms::empty_uses, ast::empty_uses_form::bare>(),
    dump(feature::none_for_empty_uses, "`(none)` under empty uses", since("D21"))
        .by("no_uses").sets<&forms::empty_uses, ast::empty_uses_form::none>(),
    dump(feature::reused_block, "`reused by buffers of a different color:`", since("D22")).by("reused_head"),
    dump(feature::page, "`, page N`", since("D24")).by("page"),
    dump(feature::unbounded_peak, "unbounded peak", since("D23")).by("unbounded_peak"),
    dump(feature::live_range_not_available, "`HloLiveRange not available`", since("D20")).by("live_range_not_available"),
    dump(feature::bare_peak_rows, "peak rows without index", between("D8", "D15")).by("peak_row_bare"),
    dump(feature::indexed_peak_rows, "peak rows with index", between("D15", "D16")).without("cumulative_tail"),
    dump(feature::cumulative_peak_rows, "cumulative peak rows", since("D16")).by("cumulative_tail"),
    dump(feature::no_stack_trace, "no stack trace", between("D8", "D17")).without("stack_trace"),
    dump(feature::stack_trace, "stack trace", since("D17")).by("stack_trace_head"),
    semantic(feature::ranges_reach_positions, "live ranges that reach the last position of a value", since("2022-03-04")),
    semantic(feature::colors_in_layouts, "colors in the layouts of all positions", since("2019-11-22")),
    semantic(feature::arenas_of_one_color, "arenas that hold values of one color", until("2024-06-25")),
    semantic(feature::private_stacks, "private stacks, whose arenas may shrink", since("2022-11-09")),
    semantic(feature::asynchronous_schedule, "wrapped computations in the sequence", since("2022-06-16")),
    semantic(feature::ranges_share_a_step, "live ranges of one buffer that meet at a step", since("2022-06-24")),
    semantic(feature::calls_as_users, "live ranges that reach the calls of a value", until("2024-01-08")),
    semantic(feature::sorted_usage_report, "memory-usage reports whose order nothing but their values decides", since("2025-10-27")),
    dump(feature::many_peak_buffers, "more than 15 peak buffers", since("2023-10-02")),
    dump(feature::six_digit_literals, "six digits of a literal of any type", until("D5")),

    // --- instructions: shapes ---
    text(feature::operand_shapes, "operand shapes", until("2025-03-11")).by("shaped_operand").of(choice::operands),
    text(feature::no_operand_shapes, "operands without shapes", since("2025-03-11")).of(choice::operands),
    text(feature::index_marks, "index marks", since("2021-03-15")).of(choice::index_marks)
        .sets<&forms::index_marks, ast::index_mark_form::present>(),
    text(feature::no_index_marks, "no index marks", until("2021-03-15")).of(choice::index_marks)
        .sets<&forms::index_marks, ast::index_mark_form::absent>(),
    text(feature::invalid_layout, "`invalid{}` layout", until("2022-08-16")).by("invalid_layout"),
    text(feature::sparse_layout, "`sparse{}` layout", until("2020-01-02")).by("sparse_layout"),
    text(feature::unbounded_dimension, "unbounded dimension", since("2023-11-16")).by("unbounded_dimension"),
    text(feature::buffer_shape, "buffer shape", since("2025-05-12")).by("buffer_shape", "plain_buffer"),
    text(feature::levels, "D()", between("2022-08-19", "2025-05-14")).by("levels"),
    text(feature::dense_levels, "D() of dense dimensions", between("2022-08-19", "2025-04-25")),
    text(feature::level_marks, "`+` or `~` in D()", between("2022-10-31", "2025-05-07")).by("level_non_unique", "level_non_ordered"),
    text(feature::loose_levels, "`H` in D()", between("2023-04-20", "2025-05-14")),
    text(feature::invalid_levels, "`?` in D()", between("2025-05-09", "2025-05-14")),
    text(feature::levels_after_tiles, "D() after T()", between("2022-08-19", "2022-10-27")).by("levels_after_tiles")
        .of(choice::level_order).sets<&forms::levels, ast::level_order::after_tiles>(),
    text(feature::levels_before_tiles, "D() before T()", between("2022-10-27", "2025-05-14"))
        .of(choice::level_order).sets<&forms::levels, ast::level_order::before_tiles>(),
    text(feature::element_bits, "E()", until("2022-10-17") + since("2023-05-12")).by("element_bits"),
    text(feature::tail_padding, "L()", since("2024-01-26")).by("tail_padding"),
    text(feature::splits, "SC()", since("2024-02-26")).by("splits"),
    text(feature::physical_shape, "P()", since("2022-08-25")).by("physical_shape_suffix"),
    text(feature::dynamic_metadata, "M()", since("2023-01-09")).by("dynamic_metadata"),
    text(feature::sparse_types, "#() or *()", since("2022-10-27")).by("index_type", "pointer_type"),
    text(feature::invalid_type, "`invalid` in #() or *()", since("2022-12-28")).by("invalid_type"),

    // --- instructions: metadata ---
    text(feature::bare_deduplicated_name, "deduplicated_name without quotes", between("2023-03-14", "2023-03-29"))
        .by("bare_deduplicated_name").of(choice::deduplicated_name),
    text(feature::deduplicated_name, "deduplicated_name", since("2023-03-29")).by("deduplicated_name").of(choice::deduplicated_name),
    text(feature::preserve_layout, "preserve_layout", between("2023-07-06", "2025-01-08")).by("preserve_layout"),
    text(feature::scheduling_name, "scheduling_name", since("2024-07-25")).by("scheduling_name"),
    text(feature::source_columns, "source columns", since("2025-07-30")).by("source_end_line", "source_column", "source_end_column"),
    text(feature::stack_frame_id, "stack_frame_id", since("2025-12-02")).by("stack_frame_id"),
    text(feature::metadata_payload, "metadata_payload", since("2026-06-02")).by("metadata_payload"),
    text(feature::profile_types, "profile_type", since("2020-11-04")).by("profile_type_field"),
    text(feature::scheduling_name_alone, "scheduling_name without op_type, op_name and source_file", since("2024-07-26")),
    text(feature::stack_frame_id_alone, "stack_frame_id without op_type, op_name and source_file", since("2026-01-30")),
    text(feature::empty_metadata, "metadata of nothing that names its source", since("2026-06-02")),

    // --- instructions: literals ---
    text(feature::two_blanks_in_empty_literals, "two blanks in empty literals", since("2023-01-30"))
        .of(choice::empty_literals).sets<&forms::empty_literals, ast::empty_literal_form::two_blanks>(),
    text(feature::one_blank_in_empty_literals, "one blank in empty literals", until("2023-01-30"))
        .of(choice::empty_literals).sets<&forms::empty_literals, ast::empty_literal_form::one_blank>(),
    text(feature::large_constants, "large constants in full", between("2025-03-11", "2025-03-12")),
    text(feature::nan_payload, "payload of a NaN", since("2021-06-23")).by("nan_payload"),
    text(feature::parenthesised_literal, "`literal=` in parentheses", between("2021-02-17", "2021-06-14"))
        .by("parenthesised_literal").of(choice::literal_attribute),
    text(feature::shaped_literal, "`literal=` with layouts", since("2021-06-14")).in("unparenthesised_literal").of(choice::literal_attribute),

    // --- instructions: meshes and groups ---
    text(feature::angle_mesh, "`@mesh<>`", between("2025-12-16", "2026-02-03")).by("angle_mesh").of(choice::mesh),
    text(feature::angle_maximal_mesh, "`@maximal_mesh<>`", between("2026-01-08", "2026-02-03")).by("angle_maximal_mesh").of(choice::mesh),
    text(feature::square_mesh, "`mesh[]`", since("2026-02-03")).by("quoted_mesh").of(choice::mesh),
    text(feature::bracket_mesh, "`mesh[]` without quotes", between("2026-02-03", "2026-03-05")).by("bracket_mesh").of(choice::mesh),
    text(feature::quoted_mesh, "`mesh[]` with quotes", since("2026-03-05")).by("quoted_mesh_axes").of(choice::mesh),
    text(feature::maximal_mesh, "`maximal_mesh[]`", between("2026-02-03", "2026-09-07")).by("maximal_mesh").of(choice::mesh_of_one),
    text(feature::single_device, "`single_device[]`", since("2026-09-07")).by("single_device").of(choice::mesh_of_one),
    text(feature::glued_device_ids, "device order glued to a mesh", between("2025-12-16", "2026-01-08"))
        .by("glued_device_ids").of(choice::device_order),
    text(feature::device_ids, "`device_ids` of a mesh", since("2026-01-08")).by("device_ids").of(choice::device_order),
    text(feature::mesh_groups, "replica groups of a mesh", since("2025-12-16")).by("mesh_groups"),
    text(feature::iota_groups, "iota replica groups", since("2024-07-16")).by("iota_groups"),

    // --- instructions: shardings ---
    text(feature::named_sharding, "named sharding", since("2026-01-08")).by("named_sharding").in("comma_metadata"),
    text(feature::manual_axes, "manual axes of a sharding", since("2026-01-14")).by("manual_axes"),
    text(feature::word_after_mesh, "word after the mesh of a sharding", since("2026-02-02")).by("named_manual"),
    text(feature::replicated_after_mesh, "`replicated` after the mesh of a sharding", between("2026-02-02", "2026-08-10") + since("2026-08-23"))
        .by("named_replicated"),
    text(feature::unreduced_after_mesh, "`unreduced` alone after the mesh of a sharding",
         between("2026-02-02", "2026-08-10") + since("2026-08-23")),
    text(feature::reduction_of_axes, "reduction of unreduced axes", since("2026-07-06")),
    text(feature::reduction_after_mesh, "reduction after `unreduced` of a mesh",
         between("2026-07-17", "2026-08-10") + since("2026-08-23")),
    text(feature::reduction_alone, "`unreduced=` without mesh", since("2026-08-10")),
    text(feature::metadata_after_word, "metadata after a comma without mesh", since("2026-08-10")),
    text(feature::sharding_metadata, "metadata in a sharding", since("2021-01-12")).by("sharding_metadata"),
    text(feature::reduction_metadata, "reduction in the metadata of a sharding", since("2026-07-17")),
    text(feature::shard_group, "`shard_as` or `shard_like`", since("2023-08-31")).by("shard_group"),
    text(feature::replicated_last_tile, "`last_tile_dim_replicate`", since("2020-08-05")).by("replicate_last"),
    text(feature::manual_sharding, "sharding `manual`", since("2020-11-25")).by("manual_word"),
    text(feature::iota_sharding, "iota tiles in a sharding", since("2023-06-22")).by("sharded_iota"),
    text(feature::last_tile_dims, "`last_tile_dims`", since("2021-07-28")).by("last_tile_dims"),
    text(feature::maximal_subgroup, "`maximal` in `last_tile_dims`", since("2025-08-07")).of(choice::maximal_subgroup),
    text(feature::maximul_subgroup, "`maximul`", between("2021-07-28", "2025-08-07")).of(choice::maximal_subgroup),
    text(feature::unreduced_subgroup, "`unreduced` in `last_tile_dims`", since("2025-08-07")),
    text(feature::unknown_sharding, "sharding `unknown`", since("2023-09-11")).by("unknown_word"),
    text(feature::unreduced, "sharding `unreduced`", since("2025-08-01")).by("unreduced_word"),
    text(feature::sharding_marks, "index marks in a sharding", since("2021-07-12")).of(choice::sharding_marks)
        .sets<&forms::sharding_marks, ast::index_mark_form::present>(),
    text(feature::no_sharding_marks, "no index marks in a sharding", until("2021-07-12")).of(choice::sharding_marks)
        .sets<&forms::sharding_marks, ast::index_mark_form::absent>(),

    // --- instructions: attributes of several forms ---
    text(feature::frontend_dict, "dict in frontend attributes", since("2024-08-05")).by("frontend_dict").of(choice::frontend_value),
    text(feature::frontend_quoted_dict, "dict in quotes in frontend attributes", between("2020-04-27", "2024-08-05"))
        .of(choice::frontend_value),
    text(feature::frontend_raw, "raw frontend attribute", between("2020-04-27", "2025-04-09")).by("frontend_raw").of(choice::frontend_value),
    text(feature::frontend_quoted, "frontend attribute in quotes", since("2020-04-27")).by("frontend_escaped").of(choice::frontend_value),
    text(feature::frontend_bare, "frontend attribute without quotes", until("2020-04-27"))
        .by("frontend_bare").of(choice::frontend_value),
    text(feature::doubled_frontend_attributes, "`frontend_attributes` twice on a line", between("2022-03-17", "2026-04-08")),
    text(feature::bare_dict_config, "config without quotes", since("2023-06-06")).by("dict_value").of(choice::dict_config),
    text(feature::quoted_dict_config, "dict config in quotes", until("2023-06-06")).of(choice::dict_config),
    text(feature::invisible_origin, "missing origin without text", between("2024-12-06", "2025-01-07"))
        .by("origin_invisible").of(choice::origin_leaf),
    text(feature::empty_origin, "missing origin in braces", since("2025-01-07")).of(choice::origin_leaf),
    text(feature::synthetic_call, "`[synthetic_call]`", between("2025-09-09", "2026-08-23")).by("synthetic_call").of(choice::origin_call),
    text(feature::async_sugar, "opcode with async suffix", since("2022-03-17")),
    text(feature::attributes_of_async_end, "attributes of the wrapped instruction on `-update` or `-done`",
         between("2022-03-21", "2024-01-12")),
    text(feature::early_result_accuracy, "`result_accuracy` before the common attributes", between("2024-11-15", "2024-12-06")),
    text(feature::schedule_as_possible, "schedule `…_AS_POSSIBLE`", between("2021-04-28", "2021-05-05")).of(choice::schedule),
    text(feature::schedule_bare, "schedule without prefix", between("2021-05-05", "2021-05-19")).of(choice::schedule),
    text(feature::schedule_prefixed, "schedule `SCHEDULE_…`", since("2021-05-19")).of(choice::schedule),
    text(feature::sparsity_index, "`idx` in `sparsity_config`", since("2026-08-17")).by("config_index").of(choice::sparsity),
    text(feature::no_sparsity_index, "no `idx` in `sparsity_config`", between("2026-03-01", "2026-08-17"))
        .of(choice::sparsity),
    text(feature::convolution_of_many, "convolution of more than two operands", since("2026-08-17")),
    text(feature::empty_window, "empty window", since("2020-01-13")),
    text(feature::unused_label, "`?` in `dim_labels`", since("2021-05-27")),

    // --- rows without an enumerator: what is written beside dumps ---
    dump("memory-usage report of the program", between("2024-10-04", "2026-03-10")).by("program_usage_head"),
    dump("memory-usage report by memory space", since("2026-03-10")).by("space_head"),
    dump("out-of-memory report of allocations", between("2021-09-23", "2021-11-05")).by("contains_head"),
    dump("out-of-memory report of peak buffers", since("2021-11-05")).by("peak_buffers_head"),
    dump("table of buffers", since("2021-01-27")).by("info_head"),
    dump("failed allocation in bytes", until("2025-11-05")).by("exact_amount"),
    dump("failed allocation as a human-readable size", since("2025-11-05")).by("rounded_amount"),
    dump("failed allocation with its allocator", since("2026-07-23")).by("allocator_place"),
    dump("failed allocation that names the limit of host memory", since("2025-01-13")).by("host_note"),
    dump("allocator that names the end of its memory", since("2026-06-15")).by("lower_end", "upper_end"),
    dump("chunks of memory with what asked for them", since("2026-06-18")).by("chunk_annotation"),
    dump("pool of an allocator, of which regions are allocated", until("2022-12-09")).by("early_pool"),
    dump("pool of an allocator in bytes", until("2025-12-10")).by("pool_in_bytes"),
    dump("pool of an allocator as human-readable sizes", between("2025-12-10", "2026-06-15")).by("pool_in_sizes"),
    dump("pool of an allocator with its largest free chunk", since("2026-06-15"))
        .by("pool_account", "tagged_chunk", "peak_allocated", "later_hint"),
    dump("counters of an allocator in bytes", until("2025-12-10")).by("allocator_counters", "early_counters"),
    dump("counters of an allocator as human-readable sizes", since("2025-12-10")).by("sized_counters"),
    dump("rematerialization with the original size", since("2023-07-12")).by("reduced_from"),
    dump("`CompiledMemoryStats`", since("2022-04-19")).by("compiled_sizes"),
    dump("`CompiledMemoryStats` with sizes on the host", since("2024-02-24")).by("host_sizes"),
    text("unreduced devices without their reduction in the metadata", between("2025-08-01", "2026-07-17") + between("2026-08-10", "2026-08-23"))
        .by("unreduced_alone"),
    text("stack-frame tables", since("2025-12-02")).by("file_names_head"),
    text("`entry_computation_layout`", since("2022-05-01")).by("entry_layout_item"),
    text("`entry_computation_layout` without blanks", between("2022-05-01", "2023-06-01"))
        .by("tight_parameters").of(choice::entry_layout).sets<&forms::entry_layouts, ast::entry_layout_form::tight>(),
    text("`entry_computation_layout` with blanks", since("2023-06-01"))
        .by("spaced_parameters").of(choice::entry_layout).sets<&forms::entry_layouts, ast::entry_layout_form::spaced>(),
    text("call in `origin`", since("2026-08-23")).by("origin_call").of(choice::origin_call),
    text("`delta` in braces", until("D5")).by("braced_delta"),
    text("name behind the end of a computation", between("2023-06-23", "2025-02-15")).by("named_end"),
    text("element of a tuple as operand", since("2026-06-17")).by("operand_elements"),

    // --- instructions: words ---
    dated<element_kind::f8e5m2>(since("2022-11-21")),
    dated<element_kind::f8e4m3fn>(since("2022-11-21")),
    dated<element_kind::s4>(since("2023-02-24")),
    dated<element_kind::u4>(since("2023-02-24")),
    dated<element_kind::f8e4m3b11fnuz>(since("2023-05-05")),
    dated<element_kind::f8e5m2fnuz>(since("2023-06-28")),
    dated<element_kind::f8e4m3fnuz>(since("2023-06-28")),
    dated<element_kind::s2>(since("2024-04-18")),
    dated<element_kind::u2>(since("2024-04-18")),
    dated<element_kind::f8e4m3>(since("2024-10-02")),
    dated<element_kind::f8e3m4>(since("2024-10-02")),
    dated<element_kind::s1>(since("2024-12-17")),
    dated<element_kind::u1>(since("2024-12-17")),
    dated<element_kind::f4e2m1fn>(between("2024-12-20", "2024-12-23") + since("2025-01-14")),
    dated<element_kind::f8e8m0fnu>(between("2024-12-20", "2024-12-23") + since("2025-01-14")),
    dated<element_kind::f6e3m2fn>(since("2026-06-03")),
    dated<element_kind::f6e2m3fn>(since("2026-06-03")),

    dated<op::all_reduce_scatter>(between("2021-06-07", "2021-07-08")),
    dated<op::trace>(until("2022-03-31")),
    dated<op::tuple_select>(until("2022-04-20")),
    dated<op::rng_bit_generator>(since("2020-02-06")),
    dated<op::cbrt>(since("2020-05-02")),
    dated<op::all_gather>(since("2020-05-09")),
    dated<op::collective_permute_start>(since("2020-05-21")),
    dated<op::collective_permute_done>(since("2020-05-21")),
    dated<op::logistic>(since("2020-06-24")),
    dated<op::dynamic_reshape>(since("2020-08-14")),
    dated<op::all_reduce_start>(since("2021-05-28")),
    dated<op::all_reduce_done>(since("2021-05-28")),
    dated<op::reduce_scatter>(since("2021-07-08")),
    dated<op::all_gather_start>(since("2021-07-12")),
    dated<op::all_gather_done>(since("2021-07-12")),
    dated<op::opt_barrier>(since("2022-01-06")),
    dated<op::async_start>(since("2022-03-17")),
    dated<op::async_update>(since("2022-03-17")),
    dated<op::async_done>(since("2022-03-17")),
    dated<op::round_nearest_even>(since("2022-04-08")),
    dated<op::stochastic_convert>(since("2022-10-04")),
    dated<op::tan>(since("2023-01-20")),
    dated<op::topk>(since("2023-05-09")),
    dated<op::erf>(since("2024-02-02")),
    dated<op::collective_broadcast>(since("2024-02-21")),
    dated<op::ragged_all_to_all>(since("2024-10-22")),
    dated<op::ragged_dot>(since("2024-11-13")),
    dated<op::scaled_dot>(since("2025-08-07")),
    dated<op::acosh>(since("2025-09-10")),
    dated<op::acos>(since("2025-09-14")),
    dated<op::sinh>(since("2025-09-19")),
    dated<op::asin>(since("2025-09-22")),
    dated<op::cosh>(since("2025-09-23")),
    dated<op::atanh>(since("2025-09-26")),
    dated<op::asinh>(since("2025-10-16")),
    dated<op::scan>(since("2026-01-10")),
    dated<op::mulhi>(since("2026-05-22")),
    dated<op::collective_reduce>(since("2026-08-22")),
    dated<op::exp2>(since("2026-09-07")),
    dated<op::log2>(since("2026-09-07")),
    dated<op::shuffle>(since("2026-09-07")),

    dated<key::use_global_device_ids>(since("2020-02-21")),
    dated<key::type>(between("2020-08-10", "2026-09-06")).of(choice::comparison),
    dated<key::order>(since("2026-09-06")).of(choice::comparison),
    dated<key::is_cross_program_prefetch>(between("2020-08-21", "2023-01-12")).of(choice::prefetch),
    dated<key::cross_program_prefetch_index>(since("2023-01-12")).of(choice::prefetch),
    dated<key::output_to_operand_aliasing>(since("2020-09-23")),
    dated<key::padding_type>(since("2020-10-27")),
    dated<key::called_computations>(since("2020-11-03")).of(choice::computations),
    dated<key::outfeed_shape>(since("2021-01-11")),
    dated<key::literal>(since("2021-02-17")),
    dated<key::schedule>(since("2021-04-28")),
    dated<key::api_version>(since("2021-07-30")),
    dated<key::async_group_id>(between("2022-06-16", "2024-01-12")),
    dated<key::async_thread_name>(between("2022-06-30", "2022-07-18")),
    dated<key::async_execution_thread>(since("2022-07-18")),
    dated<key::outer_dimension_partitions>(until("2022-09-08")),
    dated<key::statistics>(since("2023-07-14")),
    dated<key::operation_queue_id>(between("2023-11-17", "2024-01-15")),
    dated<key::wait_on_operation_queues>(between("2023-11-17", "2024-01-09")),
    dated<key::largest>(since("2023-11-22")),
    dated<key::sparsity>(between("2024-02-28", "2025-08-05")),
    dated<key::original_value>(between("2024-07-30", "2024-09-19")).of(choice::origin_key),
    dated<key::origin>(since("2024-09-19")).of(choice::origin_key),
    dated<key::is_composite>(since("2024-08-05")),
    dated<key::input_batching_dims>(since("2024-08-07")),
    dated<key::scatter_indices_batching_dims>(since("2024-08-07")),
    dated<key::operand_batching_dims>(since("2024-08-07")),
    dated<key::start_indices_batching_dims>(since("2024-08-07")),
    dated<key::lhs_ragged_dims>(since("2024-11-13")),
    dated<key::rhs_group_dims>(since("2024-11-13")),
    dated<key::result_accuracy>(since("2024-11-15")),
    dated<key::num_carries>(since("2026-02-07")),
    dated<key::sparsity_config>(since("2026-03-01")),
    dated<key::block_scaling_config>(since("2026-08-23")),
    dated<key::convolution_kind>(since("2026-03-20")),
    dated<key::has_dynamic_root>(since("2026-07-08")),

    dated_at("`dimensions` of all-to-all", key::dimensions, since("2020-02-03"), op::all_to_all),
    dated_at("`constrain_layout` of another opcode than all-reduce", key::constrain_layout, since("2020-04-27"),
             op::all_gather, op::all_gather_start, op::all_reduce_scatter, op::reduce_scatter, op::all_to_all,
             op::ragged_all_to_all, op::collective_broadcast),
    dated_at("`operand_precision` of custom-call", key::operand_precision, since("2020-10-27"), op::custom_call),
    dated_at("`calls` of custom-call", key::calls, until("2020-11-03"), op::custom_call).of(choice::computations),
    dated_at("`slice_sizes` of collective-permute", key::slice_sizes, since("2021-05-07"), op::collective_permute,
             op::collective_permute_start),
    dated_at("`output_to_operand_aliasing` of fusion", key::output_to_operand_aliasing, since("2022-11-17"), op::fusion),
    dated_at("`output_to_operand_aliasing` of async-start", key::output_to_operand_aliasing, since("2026-01-08"),
             op::async_start),
    dated_at("`output_to_operand_aliasing` of async-update", key::output_to_operand_aliasing, since("2026-08-11"),
             op::async_update),
    dated_at("`mode` of a collective", key::mode, between("2025-07-14", "2025-07-16"), op::all_reduce, op::all_reduce_start,
             op::reduce_scatter),
    dated_at("`sparsity_config` of dot", key::sparsity_config, since("2026-09-07"), op::dot),
    dated_at("`block_scaling_config` of dot", key::block_scaling_config, since("2026-09-07"), op::dot),
    dated_at("`to_apply` of topk", key::to_apply, between("2023-05-09", "2025-05-14"), op::topk),
    dated_at("`is_stable` of topk", key::is_stable, since("2026-06-26"), op::topk),
    absent("topk without `largest`", op::topk, key::largest, between("2023-05-09", "2023-11-22")),
    absent("topk without `is_stable`", op::topk, key::is_stable, between("2023-05-09", "2026-06-26")),
    absent("scan without `num_carries`", op::scan, key::num_carries, between("2026-01-10", "2026-02-07")),
    absent("collective-broadcast without `has_dynamic_root`", op::collective_broadcast, key::has_dynamic_root,
           between("2024-02-21", "2026-07-08")),
    dated_at("dot algorithm", key::algorithm, since("2024-03-11"), op::dot, op::ragged_dot, op::scaled_dot,
             op::convolution, op::custom_call),

    dated<keyword::API_VERSION_STATUS_RETURNING_UNIFIED>(since("2022-05-02")),
    dated<keyword::API_VERSION_TYPED_FFI>(since("2022-11-29")),
    dated<keyword::packed_nibble>(between("2022-09-14", "2025-03-31")),
    dated<keyword::dot_bf16_bf16_f32_x9>(since("2025-03-03")),
    dated<keyword::dot_bf16_bf16_fp8x3>(since("2026-08-23")),
    dated<keyword::dot_bf16_bf16_fp8x4>(since("2026-08-23")),
});
// clang-format on

} // namespace detail

// The rows by feature. Features without an enumerator come last; they are known by the word or the rule that shows
// them.
inline constexpr auto rows = [] {
    auto result = detail::listed;
    for (std::size_t i = 0; i < result.size(); ++i) {
        auto& r = result[i];
        if (i >= named_features) {
            if (r.is != feature{}) throw "a feature with a name comes after those without";
            if (r.shown_by_word.what == word::of::nothing && r.shown_by.count == 0) throw "nothing shows a row";
            r.is = static_cast<feature>(i);
        }
        if (static_cast<std::size_t>(r.is) != i) throw "a row is not where its feature is";
        for (std::size_t k = 0; k < r.printed.count; ++k) {
            if (r.printed.list[k].begin >= r.printed.list[k].end) throw "an interval that ends before it begins";
            if (k != 0 && r.printed.list[k - 1].end >= r.printed.list[k].begin) throw "intervals that touch";
        }
    }
    return result;
}();
inline constexpr std::size_t count = rows.size();

constexpr const row& row_of(feature which) { return rows[static_cast<std::size_t>(which)]; }

// True if XLA of that time printed the feature.
constexpr bool printed_at(feature which, commit_time when)
{
    for (const auto& printed : row_of(which).intervals())
        if (printed.begin <= when && when < printed.end) return true;
    return false;
}

// The limit for peak buffers in an out-of-memory report until 2023-10-02, and the default limit since.
inline constexpr std::size_t peak_buffers_by_default = 15;

// --- what shows a feature --------------------------------------------------------------------------------------------

namespace detail {

inline constexpr std::uint16_t nothing = 0xffff;

struct rule_entry {
    std::string_view rule;
    std::uint16_t shows;
};
inline constexpr auto by_rule = [] {
    constexpr auto size = [] {
        std::size_t n = 0;
        for (const auto& r : rows) n += r.shown_by.count;
        return n;
    }();
    std::array<rule_entry, size> result{};
    std::size_t n = 0;
    for (std::size_t i = 0; i < count; ++i)
        for (const auto rule : rows[i].shown_by.view()) result[n++] = {rule, static_cast<std::uint16_t>(i)};
    std::ranges::sort(result, {}, &rule_entry::rule);
    if (std::ranges::adjacent_find(result, {}, &rule_entry::rule) != result.end()) throw "a rule shows two features";
    return result;
}();

constexpr auto words_of(word::of what)
{
    std::array<std::uint16_t, 256> result{};
    result.fill(nothing);
    for (std::size_t i = count; i-- > 0;)
        if (rows[i].shown_by_word.what == what) result[rows[i].shown_by_word.value] = static_cast<std::uint16_t>(i);
    return result;
}
template <typename Enum>
inline constexpr auto by_word = words_of(vocabulary<Enum>::what);
inline constexpr auto by_key_of_opcodes = words_of(word::of::key_of_opcodes); // the first row of each key

constexpr std::optional<feature> maybe(std::uint16_t found)
{
    if (found == nothing) return std::nullopt;
    return static_cast<feature>(found);
}

} // namespace detail

// The feature that a rule shows by itself. For use at compile time; clang 14 refuses `consteval` in templates.
constexpr std::optional<feature> shown_by_rule(std::string_view rule)
{
    const auto found = std::ranges::lower_bound(detail::by_rule, rule, {}, &detail::rule_entry::rule);
    if (found == detail::by_rule.end() || found->rule != rule) return std::nullopt;
    return detail::maybe(found->shows);
}

// The same for a feature without an enumerator.
consteval feature feature_of(std::string_view rule)
{
    const auto found = shown_by_rule(rule);
    if (!found) throw "the timeline has no row for this rule";
    return *found;
}

// The feature that a word of the vocabulary shows wherever it is printed.
template <typename Word>
constexpr std::optional<feature> shown_by(Word word)
{
    return detail::maybe(detail::by_word<Word>[static_cast<std::size_t>(word)]);
}
// The feature that a key shows for this opcode, in addition to the one that the key always shows.
std::optional<feature> shown_by(const ast::opcode& of, ast::attribute_kind key);
// The feature that is shown if a key is absent that the opcode always has today.
std::optional<feature> shown_without(ast::opcode_kind opcode, ast::attribute_kind key);

// True if XLA of that time printed the word, or the key for the opcode.
template <typename Word>
constexpr bool printed_at(Word word, commit_time when)
{
    const auto shown = shown_by(word);
    return !shown || printed_at(*shown, when);
}
bool printed_at(const ast::opcode& of, ast::attribute_kind key, commit_time when);

// True for two forms of one choice that were never printed at the same time.
bool exclude_each_other(feature a, feature b);

} // namespace ballast::timeline
