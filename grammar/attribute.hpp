// Attributes of instructions.
//
//     dimensions={0,1}, to_apply=%sum, sharding={replicated}, metadata={…}, backend_config={"a":"b"}
//
// The key determines the rule of the value. If the value of a key has different forms for different opcodes, all of
// them are alternatives here. A context rule checks the form for the opcode and the order of the keys. For a pair of
// opcode and key that XLA's tables lack, the value is balanced text. The same context rule refuses such text for a
// known pair.
#pragma once

#include "base/spelling_table.hpp"
#include "grammar/lexical.hpp"
#include "grammar/literal.hpp"
#include "grammar/metadata.hpp"
#include "grammar/shape.hpp"
#include "grammar/sharding.hpp"

namespace ballast::grammar {

// --- dispatch --------------------------------------------------------------------------------------------------------

template <fixed_text Key, typename Value>
struct keyed {
    static constexpr std::string_view key = Key.view();
    using value = Value;
};
struct attribute_key : seq<at<range<'a', 'z'>>, run<key_bytes>> {};
struct attribute_equals : one<'='> {};

// One of the entries: its key, `=`, its value. Equivalent to a sor<> over all entries, but finds the entry by its key.
template <typename... Entries>
struct keyed_values {
    using rule_t = keyed_values;
    using subs_t = tao::pegtl::type_list<attribute_key, typename Entries::value...>;

    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename In, typename... States>
    [[nodiscard]] static bool match(In& in, States&&... st)
    {
        const char* const first = in.current();
        const char* const last = in.end();
        const char* p = first;
        while (p != last && key_bytes::bytes(*p)) ++p;
        if (p == last || *p != '=') return false;
        const auto index = table.find({first, static_cast<std::size_t>(p - first)});
        if (index == 0) return false;
        using function = bool (*)(In&, std::remove_reference_t<States>&...);
        static constexpr function functions[] = {
            &one_entry<Entries, A, Action, Control, In, std::remove_reference_t<States>...>...};
        auto marker = in.template mark<M>();
        return marker(functions[index - 1](in, st...));
    }

private:
    static constexpr std::array<std::string_view, sizeof...(Entries) + 1> keys{"", Entries::key...};
    static_assert(std::ranges::is_sorted(keys));
    static constexpr ballast::spelling_table<512> table{keys};

    template <typename Entry, tao::pegtl::apply_mode A, template <typename...> class Action,
              template <typename...> class Control, typename In, typename... States>
    [[nodiscard]] static bool one_entry(In& in, States&... st)
    {
        return tao::pegtl::internal::seq<attribute_key, attribute_equals, typename Entry::value>::template match<
            A, tao::pegtl::rewind_mode::active, Action, Control>(in, st...);
    }
};

// clang-format off

struct attribute_end     : at<sor<lit<", ">, line_end, eof, seq<one<'<'>, range<'0', '9'>>>> {};

// --- simple values ---------------------------------------------------------------------------------------------------

struct true_value        : lit<"true"> {};
struct false_value       : lit<"false"> {};
struct only_true         : seq<true_value> {};
struct boolean           : sor<true_value, false_value> {};
struct integer_value     : seq<integer> {};
struct float_value       : seq<number> {};
struct integer_element   : seq<integer> {};
struct integer_list      : list<integer_element, one<','>> {};
struct integers          : seq<one<'{'>, opt<integer_list>, one<'}'>> {};
struct some_integers     : seq<one<'{'>, integer_list, one<'}'>> {};
struct spaced_integers   : seq<one<'{'>, list<integer_element, lit<", ">>, one<'}'>> {};   // wait_on_operation_queues
struct boolean_element   : seq<boolean> {};
struct booleans          : seq<one<'{'>, opt<list<boolean_element, one<','>>>, one<'}'>> {};
struct integers_element  : seq<integers> {};
struct integer_lists     : seq<one<'{'>, list<integers_element, one<','>>, one<'}'>> {};

struct computation_name  : seq<name> {};
struct computation       : seq<one<'%'>, computation_name> {};
struct computation_element : seq<name> {};
struct computation_list  : list<seq<one<'%'>, computation_element>, lit<", ">> {};
struct braced_computations : seq<one<'{'>, opt<computation_list>, one<'}'>> {};
struct some_computations : seq<one<'{'>, computation_list, one<'}'>> {};
struct bare_computations : seq<computation_list> {};

// In short text, names have no `%`. What follows a comma in a list without braces is a name if it is not a key.
struct short_computation : seq<computation_name> {};
struct not_a_key         : at<name, not_at<one<'='>>> {};
struct short_list        : list<computation_element, lit<", ">> {};
struct short_braced      : seq<one<'{'>, opt<short_list>, one<'}'>> {};
struct short_some        : seq<one<'{'>, short_list, one<'}'>> {};
struct short_bare        : list<seq<not_a_key, computation_element>, lit<", ">> {};

struct escaped_value     : seq<escaped_text> {};
struct raw_value_end     : seq<string_close, attribute_end> {};
struct raw_value         : star<sor<run<raw_string_bytes>, seq<not_at<raw_value_end>, one<'"'>>, multibyte>> {};
struct quoted_value      : seq<one<'"'>, escaped_value, string_close> {};
struct raw_string        : seq<one<'"'>, raw_value, string_close> {};

// Blanks, comments and line feeds can surround a dict. Those after it belong to it up to the last line feed, or up to
// the empty lines before a live range or the end of a frame.
struct config_end        : sor<seq<line_end, sor<seq<opt<lit<"  ">>, not_at<sor<line_end, dict_space>>>, lit<"\n\nHloLiveRange">,
                                                 lit<"\n*** End ">>>,
                               lit<"\n\nHloLiveRange">> {};
struct space_after_dict  : seq<not_at<config_end>, dict_space> {};
struct dict_value        : seq<star<dict_space>, dict, star<space_after_dict>> {};
struct config            : sor<dict_value, quoted_value> {};                       // bare dicts: 2023-06-06+

// --- words -----------------------------------------------------------------------------------------------------------

template <fixed_text... Words>
struct words : sor<lit<Words>...> {};
struct fusion_kind       : words<"kLoop", "kInput", "kOutput", "kCustom"> {};
struct comparison_direction : words<"EQ", "NE", "GE", "GT", "LE", "LT"> {};
struct comparison_type   : words<"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"> {};
struct comparison_order  : words<"TOTAL", "PARTIAL"> {};                                   // 2026-09-06+, in place of the type
struct fft_type          : words<"FFT", "IFFT", "RFFT", "IRFFT"> {};
struct transpose_word    : words<"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"> {};
struct convolution_kind  : words<"fprop", "wgrad", "dgrad"> {};
struct distribution      : words<"rng_uniform", "rng_normal", "rng_invalid"> {};
struct padding_type      : words<"PADDING_VALID", "PADDING_SAME"> {};
struct schedule          : words<"SCHEDULE_LATEST", "SCHEDULE_EARLIEST", "LATE_AS_POSSIBLE", "EARLY_AS_POSSIBLE", "LATEST", "EARLIEST"> {};
struct api_version       : words<"API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_STATUS_RETURNING", "API_VERSION_TYPED_FFI",
                                 "API_VERSION_UNSPECIFIED"> {};
struct collective_mode   : words<"cross_replica_and_partition", "cross_replica", "cross_partition", "flattened_id"> {};
struct shuffle_mode      : words<"rotate"> {};
struct mode              : sor<collective_mode, shuffle_mode> {};
struct rng_algorithm     : words<"rng_default", "rng_three_fry", "rng_philox"> {};
struct dot_algorithm     : words<"dot_any_f8_any_f8_f32_fast_accum", "dot_any_f8_any_f8_f32", "dot_f16_f16_f16",
                                 "dot_f16_f16_f32", "dot_bf16_bf16_bf16", "dot_bf16_bf16_fp8x3", "dot_bf16_bf16_fp8x4",
                                 "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6", "dot_bf16_bf16_f32_x9", "dot_bf16_bf16_f32", "dot_tf32_tf32_f32_x3", "dot_tf32_tf32_f32",
                                 "dot_f32_f32_f32", "dot_f64_f64_f64"> {};
struct algorithm         : sor<rng_algorithm, dot_algorithm> {};
struct precision         : words<"default", "highest", "high", "packed_nibble"> {};
struct precisions        : seq<one<'{'>, list<precision, one<','>>, one<'}'>> {};

// --- structured values -----------------------------------------------------------------------------------------------

struct slice_start       : seq<decimal> {};
struct slice_limit       : seq<decimal> {};
struct slice_stride      : seq<decimal> {};
struct slice_dimension   : seq<one<'['>, slice_start, one<':'>, slice_limit, opt<one<':'>, slice_stride>, one<']'>> {};
struct slice_ranges      : seq<one<'{'>, opt<list<slice_dimension, lit<", ">>>, one<'}'>> {};

struct pair_source       : seq<decimal> {};
struct pair_target       : seq<decimal> {};
struct device_pair       : seq<one<'{'>, pair_source, one<','>, pair_target, one<'}'>> {};
struct device_pairs      : seq<one<'{'>, opt<list<device_pair, one<','>>>, one<'}'>> {};

struct padding_low       : integer {};
struct padding_high      : integer {};
struct padding_interior  : seq<decimal> {};
struct padding_dimension : seq<padding_low, one<'_'>, padding_high, opt<one<'_'>, padding_interior>> {};
struct padding_config    : opt<list<padding_dimension, one<'x'>>> {};                      // empty for rank 0

struct window_number     : seq<decimal> {};
struct window_numbers    : list<window_number, one<'x'>> {};
struct window_size       : seq<window_numbers> {};
struct window_stride     : seq<window_numbers> {};
struct lhs_dilate        : seq<window_numbers> {};
struct rhs_dilate        : seq<window_numbers> {};
struct window_low        : integer {};
struct window_high       : integer {};
struct window_padding    : seq<window_low, one<'_'>, window_high> {};
struct window_pad        : list<window_padding, one<'x'>> {};
struct reversal          : one<'0', '1'> {};
struct rhs_reversal      : list<reversal, one<'x'>> {};
struct window_fields     : seq<lit<"size=">, window_size, opt<lit<" stride=">, window_stride>, opt<lit<" pad=">, window_pad>,
                               opt<lit<" lhs_dilate=">, lhs_dilate>, opt<lit<" rhs_dilate=">, rhs_dilate>,
                               opt<lit<" rhs_reversal=">, rhs_reversal>> {};
struct window            : seq<one<'{'>, opt<window_fields>, one<'}'>> {};

struct input_label       : one<'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'b', 'f', '?'> {};
struct kernel_label      : one<'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'i', 'o', '?'> {};
struct input_labels      : seq<input_label, plus<input_label>> {};
struct kernel_labels     : seq<kernel_label, plus<kernel_label>> {};
struct dim_labels        : seq<input_labels, one<'_'>, kernel_labels, lit<"->">, input_labels> {};

struct layout_constraint : seq<shape> {};
struct layout_constraints : seq<one<'{'>, opt<list<layout_constraint, lit<", ">>>, one<'}'>> {};
struct outfeed_shape     : seq<shape> {};

struct alias_output      : seq<index> {};
struct alias_operand     : seq<decimal> {};
struct alias_operand_index : seq<index> {};
struct alias             : seq<alias_output, lit<": (">, alias_operand, lit<", ">, alias_operand_index, one<')'>> {};
struct aliases           : seq<one<'{'>, list<alias, lit<", ">>, one<'}'>> {};

// Keys of frontend attributes are printed unescaped. Frontends use words, dots, dashes and paths, but no quotes,
// brackets or operators. No key begins with a blank, which helps to find the end of a raw string. Values: dicts
// (2024-08-05+), escaped strings (2025-04-09+), raw strings before. A raw string has no exact end: it ends at the first
// quote before `}`, or before `,`, a key, `=` and a quote or brace.
struct frontend_key_bytes { static constexpr byte_set bytes{"azAZ09__..--//::@@$$##++  "}; };
struct frontend_key      : seq<not_at<blank>, plus<sor<run<frontend_key_bytes>, multibyte>>> {};
struct frontend_end      : at<sor<one<'}'>, seq<one<','>, frontend_key, one<'='>, one<'"', '{'>>>> {};
struct frontend_raw_end  : at<one<'"'>, frontend_end> {};
struct frontend_dict     : seq<star<dict_space>, dict, star<dict_space>> {};
struct frontend_escaped  : seq<escaped_text> {};
struct frontend_raw      : star<sor<run<raw_string_bytes>, seq<not_at<frontend_raw_end>, one<'"'>>, inner_line_end, multibyte>> {};
struct frontend_bare_bytes { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"\"\"{{}},,"}; };
struct frontend_bare     : seq<not_at<frontend_dict>, run<frontend_bare_bytes>> {};       // until 2020-04-27
struct frontend_value    : sor<seq<frontend_dict, frontend_end>,
                               seq<one<'"'>, frontend_escaped, one<'"'>, frontend_end>,
                               seq<one<'"'>, frontend_raw, one<'"'>, frontend_end>> {};
struct frontend_attribute : seq<frontend_key, one<'='>, frontend_value> {};
struct bare_frontend_attribute : seq<frontend_key, one<'='>, frontend_bare> {};
struct frontend_attributes : seq<one<'{'>, sor<list<frontend_attribute, one<','>>, list<bare_frontend_attribute, one<','>>>,
                                 one<'}'>> {};

// A name is raw. As in XLA's parser, it ends at the first quote after which the leaf can end; blanks may be between.
struct origin_index      : seq<not_at<lit<"{}">>, index> {};
struct index_like_bytes  { static constexpr byte_set bytes{"09--,,  "}; };
struct index_like        : seq<one<'{'>, opt<run<index_like_bytes>>, one<'}'>> {};
struct origin_name_end   : seq<string_close, star<blank>, opt<index_like>, star<blank>, sor<one<'}'>, eof>> {};
struct origin_name       : seq<not_at<origin_name_end>, star<sor<run<raw_string_bytes>, seq<not_at<origin_name_end>, one<'"'>>, multibyte>>> {};
struct origin_named      : seq<one<'"'>, origin_name, string_close, opt<blank, origin_index>> {};
struct origin_leaf       : seq<one<'{'>, opt<origin_named>, one<'}'>> {};
struct origin_invisible  : at<sor<one<','>, one<')'>>> {};                                 // 2024-12-06 to 2025-01-07
struct origin_node;
struct origin_part       : nested<sor<origin_node, origin_invisible>> {};
struct origin_parts      : list<origin_part, lit<", ">> {};
struct empty_origin_tuple : lit<"()"> {};
struct origin_tuple      : sor<empty_origin_tuple, seq<one<'('>, origin_parts, one<')'>>> {};
struct origin_node       : sor<origin_leaf, origin_tuple> {};
struct synthetic_call    : lit<"[synthetic_call]"> {};                                     // 2025-09-09+
struct synthetic_root    : seq<synthetic_call> {};
struct origin_call_end   : seq<lit<"\"]">, sor<one<'}'>, eof>> {};
struct origin_call       : star<sor<run<raw_string_bytes>, seq<not_at<origin_call_end>, one<'"'>>, multibyte>> {};
struct origin_tree       : seq<origin_node> {};
struct origin_root       : seq<origin_tree, opt<lit<",[\"">, origin_call, lit<"\"]">>> {};   // calls: 2026-08-23+
struct origin            : seq<one<'{'>, sor<synthetic_root, origin_root>, one<'}'>> {};

struct domain_kind       : star<sor<run<raw_string_bytes>, multibyte>> {};
struct domain_entry      : seq<sharding> {};
struct domain_exit       : seq<sharding> {};
struct domain            : seq<lit<"{kind=\"">, domain_kind, lit<"\", entry=">, domain_entry, lit<", exit=">, domain_exit, one<'}'>> {};

struct highest_accuracy  : lit<"{mode=highest}"> {};
struct atol              : seq<number> {};
struct rtol              : seq<number> {};
struct ulps              : integer {};
struct tolerance         : seq<lit<"{tolerance={atol=">, atol, lit<",rtol=">, rtol, lit<",ulps=">, ulps, lit<"}}">> {};
struct result_accuracy   : sor<highest_accuracy, tolerance> {};

struct visualizing_index : integer {};
struct statistic_bytes   { static constexpr byte_set bytes = byte_set{"\x20\x7e"} - byte_set{"==,,{{}}"}; };
struct statistic_name    : seq<not_at<blank>, run<statistic_bytes>> {};
struct statistic_value   : seq<number> {};
struct statistic         : seq<statistic_name, one<'='>, statistic_value> {};
struct statistic_list    : plus<one<','>, statistic> {};
struct statistics        : seq<lit<"{visualizing_index=">, visualizing_index, statistic_list, one<'}'>> {};

struct sparsity_left     : lit<"L."> {};
struct sparsity_right    : lit<"R."> {};
struct sparse_dimension  : seq<decimal> {};
struct sparse_n          : seq<decimal> {};
struct sparse_m          : seq<decimal> {};
struct sparsity_descriptor : seq<sor<sparsity_left, sparsity_right>, sparse_dimension, one<'@'>, sparse_n, one<':'>, sparse_m> {};
struct sparsity          : list<sparsity_descriptor, one<'_'>> {};                         // 2024-02-28 to 2025-08-05

struct config_n          : seq<decimal> {};
struct config_m          : seq<decimal> {};
struct config_dimension  : integer {};
struct config_stride     : integer {};
struct config_index      : integer {};
struct operand_sparsity  : seq<lit<"{sparsity=">, config_n, one<'x'>, config_m, lit<" dimension=">, config_dimension,
                               lit<" stride=">, config_stride, opt<lit<" idx=">, config_index>, one<'}'>> {};
struct lhs_sparsity      : seq<operand_sparsity> {};
struct rhs_sparsity      : seq<operand_sparsity> {};
struct sparsity_config   : seq<one<'{'>, sor<seq<lit<"lhs=">, lhs_sparsity, opt<lit<" rhs=">, rhs_sparsity>>,
                                             seq<lit<"rhs=">, rhs_sparsity>>, one<'}'>> {};

struct scale_index       : integer {};
struct zero_index        : integer {};
struct scaling_number    : seq<decimal> {};
struct scaling_numbers   : list<scaling_number, one<'x'>> {};
struct scaling_strides   : seq<scaling_numbers> {};
struct scaling_steps     : seq<scaling_numbers> {};
struct operand_scaling   : seq<lit<"{scale_idx=">, scale_index, opt<lit<" zero_idx=">, zero_index>,
                               opt<lit<" strides=">, scaling_strides>, opt<lit<" steps=">, scaling_steps>, one<'}'>> {};
struct lhs_scaling       : seq<operand_scaling> {};
struct rhs_scaling       : seq<operand_scaling> {};
struct block_scaling_config : seq<one<'{'>, sor<seq<lit<"lhs=">, lhs_scaling, opt<lit<" rhs=">, rhs_scaling>>,
                                                seq<lit<"rhs=">, rhs_scaling>>, one<'}'>> {};  // 2026-08-23+

struct braced_delta      : seq<one<'{'>, integer_element, one<'}'>> {};                     // until 2019-10-14
struct delta             : sor<braced_delta, integer_value> {};
struct slice_sizes       : sor<integers, integer_lists> {};
struct stable            : seq<boolean> {};
struct literal_value     : sor<parenthesised_literal, unparenthesised_literal> {};

// --- all keys --------------------------------------------------------------------------------------------------------

struct typed_attribute : keyed_values<
    keyed<"algorithm", algorithm>,
    keyed<"api_version", api_version>,
    keyed<"async_execution_thread", raw_string>,
    keyed<"async_group_id", integer_value>,
    keyed<"async_thread_name", raw_string>,
    keyed<"backend_config", config>,
    keyed<"batch_group_count", integer_value>,
    keyed<"block_scaling_config", block_scaling_config>,
    keyed<"channel_id", integer_value>,
    keyed<"collapsed_slice_dims", integers>,
    keyed<"constrain_layout", only_true>,
    keyed<"convolution_kind", convolution_kind>,
    keyed<"cross_program_prefetch_index", integer_value>,
    keyed<"custom_call_has_side_effect", only_true>,
    keyed<"custom_call_target", quoted_value>,
    keyed<"delta", delta>,
    keyed<"dim_labels", dim_labels>,
    keyed<"dimensions", integers>,
    keyed<"direction", comparison_direction>,
    keyed<"distribution", distribution>,
    keyed<"domain", domain>,
    keyed<"dynamic_slice_sizes", integers>,
    keyed<"epsilon", float_value>,
    keyed<"exponent_bits", integer_value>,
    keyed<"feature_group_count", integer_value>,
    keyed<"feature_index", integer_value>,
    keyed<"fft_length", integers>,
    keyed<"fft_type", fft_type>,
    keyed<"frontend_attributes", frontend_attributes>,
    keyed<"has_dynamic_root", boolean>,
    keyed<"index", integer_value>,
    keyed<"index_vector_dim", integer_value>,
    keyed<"indices_are_sorted", only_true>,
    keyed<"infeed_config", quoted_value>,
    keyed<"inferred_dimension", integer_value>,
    keyed<"input_batching_dims", some_integers>,
    keyed<"inserted_window_dims", integers>,
    keyed<"iota_dimension", integer_value>,
    keyed<"is_associative", boolean>,
    keyed<"is_composite", only_true>,
    keyed<"is_cross_program_prefetch", only_true>,
    keyed<"is_host_transfer", only_true>,
    keyed<"is_reverse", only_true>,
    keyed<"is_stable", stable>,
    keyed<"k", integer_value>,
    keyed<"kind", fusion_kind>,
    keyed<"largest", boolean>,
    keyed<"left_side", only_true>,
    keyed<"lhs_batch_dims", some_integers>,
    keyed<"lhs_contracting_dims", integers>,
    keyed<"lhs_ragged_dims", some_integers>,
    keyed<"literal", literal_value>,
    keyed<"lower", only_true>,
    keyed<"mantissa_bits", integer_value>,
    keyed<"metadata", metadata>,
    keyed<"mode", mode>,
    keyed<"num_carries", integer_value>,
    keyed<"offset_dims", integers>,
    keyed<"operand_batching_dims", some_integers>,
    keyed<"operand_layout_constraints", layout_constraints>,
    keyed<"operand_precision", precisions>,
    keyed<"operation_queue_id", integer_value>,
    keyed<"order", comparison_order>,
    keyed<"origin", origin>,
    keyed<"original_value", origin>,
    keyed<"outer_dimension_partitions", some_integers>,
    keyed<"outfeed_config", quoted_value>,
    keyed<"outfeed_shape", outfeed_shape>,
    keyed<"output_to_operand_aliasing", aliases>,
    keyed<"padding", padding_config>,
    keyed<"padding_type", padding_type>,
    keyed<"parameter_replication", booleans>,
    keyed<"replica_groups", replica_groups>,
    keyed<"result_accuracy", result_accuracy>,
    keyed<"rhs_batch_dims", some_integers>,
    keyed<"rhs_contracting_dims", integers>,
    keyed<"rhs_group_dims", some_integers>,
    keyed<"scatter_dims_to_operand_dims", integers>,
    keyed<"scatter_indices_batching_dims", some_integers>,
    keyed<"schedule", schedule>,
    keyed<"sharding", sharding>,
    keyed<"shifts", integers>,
    keyed<"slice", slice_ranges>,
    keyed<"slice_sizes", slice_sizes>,
    keyed<"source_target_pairs", device_pairs>,
    keyed<"sparsity", sparsity>,
    keyed<"sparsity_config", sparsity_config>,
    keyed<"start_index_map", integers>,
    keyed<"start_indices_batching_dims", some_integers>,
    keyed<"statistics", statistics>,
    keyed<"transpose_a", transpose_word>,
    keyed<"type", comparison_type>,
    keyed<"unique_indices", only_true>,
    keyed<"unit_diagonal", only_true>,
    keyed<"update_window_dims", integers>,
    keyed<"use_global_device_ids", only_true>,
    keyed<"wait_on_operation_queues", spaced_integers>,
    keyed<"window", window>> {};

// The attributes with names of computations and instructions, in the two forms of text.
struct naming_attribute : keyed_values<
    keyed<"body", computation>,
    keyed<"branch_computations", braced_computations>,
    keyed<"called_computations", some_computations>,
    keyed<"calls", bare_computations>,
    keyed<"condition", computation>,
    keyed<"control-predecessors", some_computations>,
    keyed<"false_computation", computation>,
    keyed<"scatter", computation>,
    keyed<"select", computation>,
    keyed<"to_apply", computation>,
    keyed<"true_computation", computation>> {};
struct short_naming_attribute : keyed_values<
    keyed<"body", short_computation>,
    keyed<"branch_computations", short_braced>,
    keyed<"called_computations", short_some>,
    keyed<"calls", short_bare>,
    keyed<"condition", short_computation>,
    keyed<"control-predecessors", short_some>,
    keyed<"false_computation", short_computation>,
    keyed<"scatter", short_computation>,
    keyed<"select", short_computation>,
    keyed<"to_apply", short_computation>,
    keyed<"true_computation", short_computation>> {};

// --- attributes ------------------------------------------------------------------------------------------------------
// Balanced text ends before `, `, unless a `%` follows (`calls=%a, %b`; in short text a name that is not a key), and before the `<` of a value header that D13
// printed on the same line.

struct bare_bytes        { static constexpr byte_set bytes = byte_set{"\x20\x7e"} - byte_set{"\"\"{{}}(())[[]],,<<"}; };
struct bare_comma        : seq<one<','>, at<not_one<' ', '\n'>>> {};
struct bare_list_comma   : seq<lit<", ">, at<one<'%'>>> {};
struct bare_less         : seq<one<'<'>, not_at<range<'0', '9'>>> {};
struct attribute_text    : star<sor<run<bare_bytes>, quoted, braces, nested<round_group>, nested<square_group>,
                                    bare_comma, bare_list_comma, bare_less, multibyte>> {};
struct text_attribute    : seq<attribute_key, attribute_equals, attribute_text> {};
struct complete_attribute : seq<sor<typed_attribute, naming_attribute>, attribute_end> {};
struct attribute         : sor<complete_attribute, text_attribute> {};
struct attributes        : star<lit<", ">, attribute> {};

struct short_list_comma  : seq<lit<", ">, sor<not_a_key, at<one<'%'>>>> {};
struct short_attribute_text : star<sor<run<bare_bytes>, quoted, braces, nested<round_group>, nested<square_group>,
                                    bare_comma, short_list_comma, bare_less, multibyte>> {};
struct short_text_attribute : seq<attribute_key, attribute_equals, short_attribute_text> {};
struct short_complete_attribute : seq<sor<typed_attribute, short_naming_attribute>, attribute_end> {};
struct short_attribute   : sor<short_complete_attribute, short_text_attribute> {};
struct short_attributes  : star<lit<", ">, short_attribute> {};
// clang-format on

} // namespace ballast::grammar

namespace tao::pegtl {

template <typename Name, typename... Entries>
struct analyze_traits<Name, ballast::grammar::keyed_values<Entries...>>
    : analyze_any_traits<typename Entries::value...> {};

} // namespace tao::pegtl
