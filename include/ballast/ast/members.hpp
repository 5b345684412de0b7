// The members of every struct of the tree, once. Copies, hashes, differences and walks follow from them. A table that
// lacks a member does not compile.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/ast/member_table.hpp"

#include <array>
#include <string_view>

namespace ballast::inline v0::ast {

// clang-format off
// --- total -----------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<human_size> = table<human_size>("human_size",
    member{"count", &human_size::count}, member{"unit", &human_size::unit});
template <> inline constexpr auto members<total> = table<total>("total",
    member{"at", &total::at}, member{"bytes", &total::bytes}, member{"human", &total::human});

// --- shape -----------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<element_type> = table<element_type>("element_type",
    member{"kind", &element_type::kind}, member{"other", &element_type::other});
template <> inline constexpr auto members<dimension> = table<dimension>("dimension",
    member{"size", &dimension::size}, member{"kind", &dimension::kind});
template <> inline constexpr auto members<tile_dimension> = table<tile_dimension>("tile_dimension",
    member{"size", &tile_dimension::size});
template <> inline constexpr auto members<tile> = table<tile>("tile",
    member{"dimensions", &tile::dimensions});
template <> inline constexpr auto members<dimension_level> = table<dimension_level>("dimension_level",
    member{"letter", &dimension_level::letter}, member{"non_unique", &dimension_level::non_unique},
    member{"non_ordered", &dimension_level::non_ordered});
template <> inline constexpr auto members<split> = table<split>("split",
    member{"dimension", &split::dimension}, member{"indices", &split::indices});
template <> inline constexpr auto members<auxiliary_type> = table<auxiliary_type>("auxiliary_type",
    member{"kind", &auxiliary_type::kind});
template <> inline constexpr auto members<layout_suffixes> = table<layout_suffixes>("layout_suffixes",
    member{"levels", &layout_suffixes::levels}, member{"tiles", &layout_suffixes::tiles},
    member{"tail_padding_alignment", &layout_suffixes::tail_padding_alignment},
    member{"index_type", &layout_suffixes::index_type}, member{"pointer_type", &layout_suffixes::pointer_type},
    member{"element_bits", &layout_suffixes::element_bits}, member{"memory_space", &layout_suffixes::memory_space},
    member{"splits", &layout_suffixes::splits}, member{"physical_shape", &layout_suffixes::physical_shape},
    member{"dynamic_metadata_bytes", &layout_suffixes::dynamic_metadata_bytes},
    member{"max_sparse_elements", &layout_suffixes::max_sparse_elements});
template <> inline constexpr auto members<layout> = table<layout>("layout",
    member{"minor_to_major", &layout::minor_to_major}, member{"suffixes", &layout::suffixes});
template <> inline constexpr auto members<array_shape> = table<array_shape>("array_shape",
    member{"type", &array_shape::type}, member{"dimensions", &array_shape::dimensions},
    member{"layout", &array_shape::layout}, member{"invalid_layout", &array_shape::invalid_layout});
template <> inline constexpr auto members<tuple_shape> = table<tuple_shape>("tuple_shape",
    member{"elements", &tuple_shape::elements});
template <> inline constexpr auto members<buffer_shape> = table<buffer_shape>("buffer_shape",
    member{"array", &buffer_shape::array});
template <> inline constexpr auto members<shape> = table<shape>("shape",
    member{"form", &shape::form});

// --- literal ---------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<float_text> = table<float_text>("float_text",
    member{"text", &float_text::text});
template <> inline constexpr auto members<complex_text> = table<complex_text>("complex_text",
    member{"real", &complex_text::real}, member{"imaginary", &complex_text::imaginary});
template <> inline constexpr auto members<elided_literal> = table<elided_literal>("elided_literal");
template <> inline constexpr auto members<array_literal> = table<array_literal>("array_literal",
    member{"dimensions", &array_literal::dimensions}, member{"elements", &array_literal::elements});
template <> inline constexpr auto members<tuple_literal> = table<tuple_literal>("tuple_literal",
    member{"parts", &tuple_literal::parts});
template <> inline constexpr auto members<literal> = table<literal>("literal",
    member{"form", &literal::form});
template <> inline constexpr auto members<literal_array> = table<literal_array>("literal_array",
    member{"shape", &literal_array::shape}, member{"dynamic_sizes", &literal_array::dynamic_sizes},
    member{"value", &literal_array::value});
template <> inline constexpr auto members<literal_token> = table<literal_token>("literal_token");
template <> inline constexpr auto members<literal_tuple> = table<literal_tuple>("literal_tuple",
    member{"parts", &literal_tuple::parts});
template <> inline constexpr auto members<shaped_literal> = table<shaped_literal>("shaped_literal",
    member{"form", &shaped_literal::form}, member{"in_parentheses", &shaped_literal::in_parentheses});

// --- metadata --------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<rare_metadata> = table<rare_metadata>("rare_metadata",
    member{"profile_types", &rare_metadata::profile_types},
    member{"deduplicated_name", &rare_metadata::deduplicated_name},
    member{"bare_deduplicated_name", &rare_metadata::bare_deduplicated_name},
    member{"preserve_layout", &rare_metadata::preserve_layout}, member{"payload", &rare_metadata::payload});
template <> inline constexpr auto members<metadata> = table<metadata>("metadata",
    member{"op_type", &metadata::op_type}, member{"op_name", &metadata::op_name},
    member{"source_file", &metadata::source_file}, member{"source_line", &metadata::source_line},
    member{"source_end_line", &metadata::source_end_line}, member{"source_column", &metadata::source_column},
    member{"source_end_column", &metadata::source_end_column}, member{"scheduling_name", &metadata::scheduling_name},
    member{"stack_frame_id", &metadata::stack_frame_id}, member{"rare", &metadata::rare});

// --- sharding --------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<iota_order> = table<iota_order>("iota_order",
    member{"reshape", &iota_order::reshape}, member{"transpose", &iota_order::transpose});
template <> inline constexpr auto members<iota_tiles> = table<iota_tiles>("iota_tiles",
    member{"dimensions", &iota_tiles::dimensions}, member{"order", &iota_tiles::order});
template <> inline constexpr auto members<sub_axis> = table<sub_axis>("sub_axis",
    member{"before", &sub_axis::before}, member{"size", &sub_axis::size});
template <> inline constexpr auto members<axis> = table<axis>("axis",
    member{"name", &axis::name}, member{"part", &axis::part});
template <> inline constexpr auto members<mesh_axis> = table<mesh_axis>("mesh_axis",
    member{"name", &mesh_axis::name}, member{"size", &mesh_axis::size});
template <> inline constexpr auto members<mesh> = table<mesh>("mesh",
    member{"form", &mesh::form}, member{"maximal_device", &mesh::maximal_device}, member{"axes", &mesh::axes},
    member{"device_order", &mesh::device_order});
template <> inline constexpr auto members<mesh_groups> = table<mesh_groups>("mesh_groups",
    member{"mesh", &mesh_groups::mesh}, member{"axes", &mesh_groups::axes});
template <> inline constexpr auto members<replica_groups> = table<replica_groups>("replica_groups",
    member{"form", &replica_groups::form});
template <> inline constexpr auto members<replicated_sharding> = table<replicated_sharding>("replicated_sharding");
template <> inline constexpr auto members<manual_sharding> = table<manual_sharding>("manual_sharding");
template <> inline constexpr auto members<unknown_sharding> = table<unknown_sharding>("unknown_sharding");
template <> inline constexpr auto members<unreduced_sharding> = table<unreduced_sharding>("unreduced_sharding",
    member{"reduction", &unreduced_sharding::reduction});
template <> inline constexpr auto members<maximal_sharding> = table<maximal_sharding>("maximal_sharding",
    member{"device", &maximal_sharding::device});
template <> inline constexpr auto members<unlisted_sharding> = table<unlisted_sharding>("unlisted_sharding",
    member{"text", &unlisted_sharding::text});
template <> inline constexpr auto members<tiled_sharding> = table<tiled_sharding>("tiled_sharding",
    member{"devices", &tiled_sharding::devices}, member{"dimensions", &tiled_sharding::dimensions},
    member{"last_tile_dim_replicate", &tiled_sharding::last_tile_dim_replicate},
    member{"last_tile_dims", &tiled_sharding::last_tile_dims});
template <> inline constexpr auto members<dimension_axes> = table<dimension_axes>("dimension_axes",
    member{"axes", &dimension_axes::axes}, member{"open", &dimension_axes::open});
template <> inline constexpr auto members<named_sharding> = table<named_sharding>("named_sharding",
    member{"mesh", &named_sharding::mesh}, member{"what", &named_sharding::what},
    member{"reduction", &named_sharding::reduction}, member{"unreduced_axes", &named_sharding::unreduced_axes},
    member{"dimensions", &named_sharding::dimensions}, member{"replicated_axes", &named_sharding::replicated_axes},
    member{"manual_axes", &named_sharding::manual_axes});
template <> inline constexpr auto members<tuple_sharding> = table<tuple_sharding>("tuple_sharding",
    member{"elements", &tuple_sharding::elements});
template <> inline constexpr auto members<shard_group> = table<shard_group>("shard_group",
    member{"like", &shard_group::like}, member{"id", &shard_group::id});
template <> inline constexpr auto members<sharding> = table<sharding>("sharding",
    member{"form", &sharding::form}, member{"group", &sharding::group}, member{"metadata", &sharding::metadata},
    member{"comma_before_metadata", &sharding::comma_before_metadata});

// --- attribute key ---------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<attribute_key> = table<attribute_key>("attribute_key",
    member{"kind", &attribute_key::kind}, member{"other", &attribute_key::other});

// --- opcode ----------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<opcode> = table<opcode>("opcode",
    member{"kind", &opcode::kind}, member{"suffix", &opcode::suffix}, member{"other", &opcode::other});

// --- attribute -------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<text> = table<text>("text",
    member{"bytes", &text::bytes}, member{"form", &text::form});
template <> inline constexpr auto members<attribute_text> = table<attribute_text>("attribute_text",
    member{"text", &attribute_text::text});
template <> inline constexpr auto members<computation> = table<computation>("computation",
    member{"name", &computation::name});
template <> inline constexpr auto members<computations> = table<computations>("computations",
    member{"names", &computations::names});
template <> inline constexpr auto members<integers> = table<integers>("integers",
    member{"values", &integers::values});
template <> inline constexpr auto members<booleans> = table<booleans>("booleans",
    member{"values", &booleans::values});
template <> inline constexpr auto members<keywords> = table<keywords>("keywords",
    member{"values", &keywords::values});
template <> inline constexpr auto members<integer_lists> = table<integer_lists>("integer_lists",
    member{"values", &integer_lists::values});
template <> inline constexpr auto members<dimension_labels> = table<dimension_labels>("dimension_labels",
    member{"text", &dimension_labels::text});
template <> inline constexpr auto members<shapes> = table<shapes>("shapes",
    member{"values", &shapes::values});
template <> inline constexpr auto members<slice_dimension> = table<slice_dimension>("slice_dimension",
    member{"start", &slice_dimension::start}, member{"limit", &slice_dimension::limit},
    member{"stride", &slice_dimension::stride});
template <> inline constexpr auto members<slice_ranges> = table<slice_ranges>("slice_ranges",
    member{"dimensions", &slice_ranges::dimensions});
template <> inline constexpr auto members<device_pair> = table<device_pair>("device_pair",
    member{"source", &device_pair::source}, member{"target", &device_pair::target});
template <> inline constexpr auto members<device_pairs> = table<device_pairs>("device_pairs",
    member{"pairs", &device_pairs::pairs});
template <> inline constexpr auto members<padding_dimension> = table<padding_dimension>("padding_dimension",
    member{"low", &padding_dimension::low}, member{"high", &padding_dimension::high},
    member{"interior", &padding_dimension::interior});
template <> inline constexpr auto members<padding_config> = table<padding_config>("padding_config",
    member{"dimensions", &padding_config::dimensions});
template <> inline constexpr auto members<window_padding> = table<window_padding>("window_padding",
    member{"low", &window_padding::low}, member{"high", &window_padding::high});
template <> inline constexpr auto members<window> = table<window>("window",
    member{"size", &window::size}, member{"stride", &window::stride}, member{"pad", &window::pad},
    member{"lhs_dilate", &window::lhs_dilate}, member{"rhs_dilate", &window::rhs_dilate},
    member{"rhs_reversal", &window::rhs_reversal});
template <> inline constexpr auto members<alias> = table<alias>("alias",
    member{"output", &alias::output}, member{"operand", &alias::operand},
    member{"operand_index", &alias::operand_index});
template <> inline constexpr auto members<aliases> = table<aliases>("aliases",
    member{"entries", &aliases::entries});
template <> inline constexpr auto members<frontend_attribute> = table<frontend_attribute>("frontend_attribute",
    member{"key", &frontend_attribute::key}, member{"value", &frontend_attribute::value});
template <> inline constexpr auto members<frontend_attributes> = table<frontend_attributes>("frontend_attributes",
    member{"entries", &frontend_attributes::entries});
template <> inline constexpr auto members<origin_leaf> = table<origin_leaf>("origin_leaf",
    member{"name", &origin_leaf::name}, member{"index", &origin_leaf::index},
    member{"invisible", &origin_leaf::invisible});
template <> inline constexpr auto members<origin_tuple> = table<origin_tuple>("origin_tuple",
    member{"parts", &origin_tuple::parts});
template <> inline constexpr auto members<synthetic_call> = table<synthetic_call>("synthetic_call");
template <> inline constexpr auto members<origin_node> = table<origin_node>("origin_node",
    member{"form", &origin_node::form});
template <> inline constexpr auto members<domain> = table<domain>("domain",
    member{"kind", &domain::kind}, member{"entry", &domain::entry}, member{"exit", &domain::exit});
template <> inline constexpr auto members<result_accuracy> = table<result_accuracy>("result_accuracy",
    member{"highest", &result_accuracy::highest}, member{"atol", &result_accuracy::atol},
    member{"rtol", &result_accuracy::rtol}, member{"ulps", &result_accuracy::ulps});
template <> inline constexpr auto members<statistic> = table<statistic>("statistic",
    member{"name", &statistic::name}, member{"value", &statistic::value});
template <> inline constexpr auto members<statistics> = table<statistics>("statistics",
    member{"visualizing_index", &statistics::visualizing_index}, member{"entries", &statistics::entries});
template <> inline constexpr auto members<sparsity_descriptor> = table<sparsity_descriptor>("sparsity_descriptor",
    member{"right", &sparsity_descriptor::right}, member{"dimension", &sparsity_descriptor::dimension},
    member{"n", &sparsity_descriptor::n}, member{"m", &sparsity_descriptor::m});
template <> inline constexpr auto members<sparsity_descriptors> = table<sparsity_descriptors>("sparsity_descriptors",
    member{"entries", &sparsity_descriptors::entries});
template <> inline constexpr auto members<operand_sparsity> = table<operand_sparsity>("operand_sparsity",
    member{"n", &operand_sparsity::n}, member{"m", &operand_sparsity::m},
    member{"dimension", &operand_sparsity::dimension}, member{"stride", &operand_sparsity::stride},
    member{"index", &operand_sparsity::index});
template <> inline constexpr auto members<sparsity_config> = table<sparsity_config>("sparsity_config",
    member{"lhs", &sparsity_config::lhs}, member{"rhs", &sparsity_config::rhs});
template <> inline constexpr auto members<attribute> = table<attribute>("attribute",
    member{"key", &attribute::key}, member{"value", &attribute::value});

// --- instruction -----------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<operand> = table<operand>("operand",
    member{"name", &operand::name}, member{"shape", &operand::shape});
template <> inline constexpr auto members<parameter_number> = table<parameter_number>("parameter_number",
    member{"number", &parameter_number::number});
template <> inline constexpr auto members<literal_text> = table<literal_text>("literal_text",
    member{"text", &literal_text::text});
template <> inline constexpr auto members<instruction> = table<instruction>("instruction",
    member{"name", &instruction::name}, member{"shape", &instruction::shape}, member{"opcode", &instruction::opcode},
    member{"body", &instruction::body}, member{"attributes", &instruction::attributes});

// --- value -----------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<value_name> = table<value_name>("value_name",
    member{"id", &value_name::id}, member{"name", &value_name::name}, member{"index", &value_name::index},
    member{"phi", &value_name::phi}, member{"color", &value_name::color});
template <> inline constexpr auto members<value_position> = table<value_position>("value_position",
    member{"name", &value_position::name}, member{"index", &value_position::index});
template <> inline constexpr auto members<value_use> = table<value_use>("value_use",
    member{"name", &value_use::name}, member{"operand", &value_use::operand}, member{"index", &value_use::index});
template <> inline constexpr auto members<value_detail> = table<value_detail>("value_detail",
    member{"positions", &value_detail::positions}, member{"uses", &value_detail::uses},
    member{"uses_initialized", &value_detail::uses_initialized});
template <> inline constexpr auto members<value_line> = table<value_line>("value_line",
    member{"value", &value_line::value}, member{"size", &value_line::size}, member{"offset", &value_line::offset},
    member{"shape", &value_line::shape}, member{"detail", &value_line::detail});
template <> inline constexpr auto members<used_value> = table<used_value>("used_value",
    member{"value", &used_value::value}, member{"detail", &used_value::detail},
    member{"instruction", &used_value::instruction});

// --- allocation ------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<reused_value> = table<reused_value>("reused_value",
    member{"value", &reused_value::value}, member{"color", &reused_value::color});
template <> inline constexpr auto members<allocation_parameter> = table<allocation_parameter>("allocation_parameter",
    member{"number", &allocation_parameter::number}, member{"shape", &allocation_parameter::shape},
    member{"unknown_shape", &allocation_parameter::unknown_shape}, member{"index", &allocation_parameter::index});
template <> inline constexpr auto members<allocation> = table<allocation>("allocation",
    member{"at", &allocation::at}, member{"number", &allocation::number}, member{"pointer", &allocation::pointer},
    member{"size", &allocation::size}, member{"color", &allocation::color}, member{"page", &allocation::page},
    member{"parameter", &allocation::parameter}, member{"output_shape", &allocation::output_shape},
    member{"constant", &allocation::constant}, member{"thread_local", &allocation::thread_local_},
    member{"maybe_live_out", &allocation::maybe_live_out}, member{"preallocated_temp", &allocation::preallocated_temp},
    member{"values", &allocation::values}, member{"reused", &allocation::reused});

// --- stack trace -----------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<stack_row> = table<stack_row>("stack_row",
    member{"depth", &stack_row::depth}, member{"branch", &stack_row::branch}, member{"label", &stack_row::label},
    member{"tenths", &stack_row::tenths}, member{"total", &stack_row::total}, member{"current", &stack_row::current},
    member{"remaining", &stack_row::remaining});
template <> inline constexpr auto members<stack_trace> = table<stack_trace>("stack_trace",
    member{"total", &stack_trace::total}, member{"rows", &stack_trace::rows});

// --- live range ------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<sequence_row> = table<sequence_row>("sequence_row",
    member{"number", &sequence_row::number}, member{"name", &sequence_row::name});
template <> inline constexpr auto members<live_range_row> = table<live_range_row>("live_range_row",
    member{"name", &live_range_row::name}, member{"index", &live_range_row::index},
    member{"start", &live_range_row::start}, member{"end", &live_range_row::end});
template <> inline constexpr auto members<peak_row> = table<peak_row>("peak_row",
    member{"name", &peak_row::name}, member{"index", &peak_row::index}, member{"bytes", &peak_row::bytes},
    member{"cumulative", &peak_row::cumulative});
template <> inline constexpr auto members<peak> = table<peak>("peak",
    member{"moment", &peak::moment}, member{"rows", &peak::rows}, member{"stack_trace", &peak::stack_trace});
template <> inline constexpr auto members<unbounded_peak> = table<unbounded_peak>("unbounded_peak");
template <> inline constexpr auto members<moment_row> = table<moment_row>("moment_row",
    member{"moment", &moment_row::moment}, member{"bytes", &moment_row::bytes}, member{"names", &moment_row::names},
    member{"at", &moment_row::at});
template <> inline constexpr auto members<every_moment> = table<every_moment>("every_moment",
    member{"rows", &every_moment::rows});
template <> inline constexpr auto members<live_range> = table<live_range>("live_range",
    member{"at", &live_range::at}, member{"max", &live_range::max}, member{"sequence", &live_range::sequence},
    member{"rows", &live_range::rows}, member{"summary", &live_range::summary});
template <> inline constexpr auto members<live_range_not_available> =
    table<live_range_not_available>("live_range_not_available");

// --- forms -----------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<forms> = table<forms>("forms",
    member{"value_lines", &forms::value_lines}, member{"from_instruction", &forms::from_instruction},
    member{"empty_uses", &forms::empty_uses}, member{"index_marks", &forms::index_marks},
    member{"levels", &forms::levels}, member{"sharding_marks", &forms::sharding_marks},
    member{"empty_literals", &forms::empty_literals});

// --- files -----------------------------------------------------------------------------------------------------------

template <> inline constexpr auto members<dump> = table<dump>("dump",
    member{"frame", &dump::frame}, member{"kind", &dump::kind}, member{"allocations", &dump::allocations},
    member{"total", &dump::total}, member{"every_moment", &dump::every_moment},
    member{"used_values", &dump::used_values}, member{"live_range", &dump::live_range}, member{"forms", &dump::forms});
// --- enums -----------------------------------------------------------------------------------------------------------

using namespace std::string_view_literals;

template <> inline constexpr std::array enumerators<size_unit>{
    "bytes"sv, "kib"sv, "mib"sv, "gib"sv, "tib"sv, "pib"sv, "eib"sv};
template <> inline constexpr std::array enumerators<dimension_kind>{"fixed"sv, "bounded"sv, "unbounded"sv};
template <> inline constexpr std::array enumerators<mesh_form>{"angle_glued"sv, "angle"sv, "bracket"sv, "quoted"sv};
template <> inline constexpr std::array enumerators<reduction>{"none"sv, "max"sv, "min"sv};
template <> inline constexpr std::array enumerators<named_sharding::body>{
    "nothing"sv, "replicated"sv, "manual"sv, "unreduced"sv, "dimensions"sv};
template <> inline constexpr std::array enumerators<text_form>{"escaped"sv, "raw"sv, "either"sv, "dict"sv, "bare"sv};
template <> inline constexpr std::array enumerators<branch>{"top"sv, "inner"sv, "last"sv};
template <> inline constexpr std::array enumerators<dump_kind>{
    "assignment"sv, "combined"sv, "values"sv, "live_range"sv};
template <> inline constexpr std::array enumerators<value_line_form>{"unseen"sv, "v1"sv, "v2"sv, "v3"sv, "v4"sv};
template <> inline constexpr std::array enumerators<from_form>{"unseen"sv, "tight"sv, "glued"sv, "own_line"sv};
template <> inline constexpr std::array enumerators<empty_uses_form>{"unseen"sv, "bare"sv, "none"sv};
template <> inline constexpr std::array enumerators<index_mark_form>{"unseen"sv, "absent"sv, "present"sv};
template <> inline constexpr std::array enumerators<empty_literal_form>{"unseen"sv, "one_blank"sv, "two_blanks"sv};
template <> inline constexpr std::array enumerators<level_order>{"unseen"sv, "after_tiles"sv, "before_tiles"sv};

// These have spellings.
template <> inline constexpr auto last_enumerator<element_kind> = element_kind::primitive_type_invalid;
template <> inline constexpr auto last_enumerator<opcode_kind> = opcode_kind::xor_;
template <> inline constexpr auto last_enumerator<async_suffix> = async_suffix::done;
template <> inline constexpr auto last_enumerator<attribute_kind> = attribute_kind::window;
template <> inline constexpr auto last_enumerator<keyword> = keyword::dot_f64_f64_f64;
template <> inline constexpr auto last_enumerator<subgroup> = subgroup::error_type;
// clang-format on

} // namespace ballast::inline v0::ast
