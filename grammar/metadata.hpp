// The metadata of an instruction.
//
//     metadata={op_type="dot" op_name="jit(f)/dot" source_file="f.py" source_line=3}
//
// The fields have a fixed order, each at most once. Empty fields are omitted, so the braces may be empty. All strings
// except scheduling_name are escaped. deduplicated_name had no quotes from 2023-03-14 to 2023-03-29. Fields with other
// keys are kept as text.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct op_type            : seq<escaped_some> {};
struct op_name            : seq<escaped_some> {};
struct source_file        : seq<escaped_some> {};
struct source_line        : seq<opt<one<'-'>>, positive> {};
struct source_end_line    : seq<opt<one<'-'>>, positive> {};
struct source_column      : seq<opt<one<'-'>>, positive> {};
struct source_end_column  : seq<opt<one<'-'>>, positive> {};
struct profile_type       : seq<decimal> {};
struct profile_types      : list<profile_type, one<','>> {};
struct deduplicated_name  : seq<escaped_some> {};
struct bare_deduplicated_name : seq<name> {};
struct preserve_layout    : lit<"preserve_layout=true"> {};
struct scheduling_name    : seq<raw_some> {};
struct stack_frame_id     : seq<opt<one<'-'>>, positive> {};
struct metadata_payload   : seq<escaped_text> {};

struct op_type_field           : seq<lit<"op_type=\"">, op_type, string_close> {};
struct op_name_field           : seq<lit<"op_name=\"">, op_name, string_close> {};
struct source_file_field       : seq<lit<"source_file=\"">, source_file, string_close> {};
struct source_line_field       : seq<lit<"source_line=">, source_line> {};
struct source_end_line_field   : seq<lit<"source_end_line=">, source_end_line> {};
struct source_column_field     : seq<lit<"source_column=">, source_column> {};
struct source_end_column_field : seq<lit<"source_end_column=">, source_end_column> {};
struct profile_type_field      : seq<lit<"profile_type={">, profile_types, one<'}'>> {};
struct deduplicated_name_field : seq<lit<"deduplicated_name=">,
                                     sor<seq<one<'"'>, deduplicated_name, string_close>, bare_deduplicated_name>> {};
struct scheduling_name_field   : seq<lit<"scheduling_name=\"">, scheduling_name, string_close> {};
struct stack_frame_id_field    : seq<lit<"stack_frame_id=">, stack_frame_id> {};
struct metadata_payload_field  : seq<lit<"metadata_payload=\"">, metadata_payload, string_close> {};

struct metadata_first : one<'{'> {};
struct metadata_gap   : sor<seq<blank, not_at<one<'}'>>>, at<one<'}'>>> {};      // after each field
struct metadata_close : one<'}'> {};

// Fields are separated by a blank: after a field follows a blank and another field, or the end.
template <typename Field, typename Gap>
struct metadata_field : opt<Field, Gap> {};

// The fields after the name of the operation.
template <typename Gap>
struct later_fields    : seq<metadata_field<source_file_field, Gap>, metadata_field<source_line_field, Gap>,
                             metadata_field<source_end_line_field, Gap>, metadata_field<source_column_field, Gap>,
                             metadata_field<source_end_column_field, Gap>, metadata_field<profile_type_field, Gap>,
                             metadata_field<deduplicated_name_field, Gap>, metadata_field<preserve_layout, Gap>,
                             metadata_field<scheduling_name_field, Gap>, metadata_field<stack_frame_id_field, Gap>,
                             metadata_field<metadata_payload_field, Gap>> {};
struct known_fields    : seq<metadata_field<op_type_field, metadata_gap>, metadata_field<op_name_field, metadata_gap>,
                             later_fields<metadata_gap>> {};

// Fields that a later XLA adds, before, between or after the known ones.
struct known_field_key : seq<sor<lit<"op_type">, lit<"op_name">, lit<"source_file">, lit<"source_line">,
                                 lit<"source_end_line">, lit<"source_column">, lit<"source_end_column">,
                                 lit<"profile_type">, lit<"deduplicated_name">, lit<"preserve_layout">,
                                 lit<"scheduling_name">, lit<"stack_frame_id">, lit<"metadata_payload">>, one<'='>> {};
struct unknown_field   : seq<not_at<known_field_key>, unknown_key, one<'='>, unknown_value> {};
struct unknown_fields  : star<unknown_field, metadata_gap> {};
template <typename Field>
struct mixed_field     : opt<Field, metadata_gap, unknown_fields> {};
struct mixed_fields    : seq<not_at<known_fields, metadata_close>, unknown_fields, mixed_field<op_type_field>,
                             mixed_field<op_name_field>, mixed_field<source_file_field>,
                             mixed_field<source_line_field>, mixed_field<source_end_line_field>,
                             mixed_field<source_column_field>, mixed_field<source_end_column_field>,
                             mixed_field<profile_type_field>, mixed_field<deduplicated_name_field>,
                             mixed_field<preserve_layout>, mixed_field<scheduling_name_field>,
                             mixed_field<stack_frame_id_field>, mixed_field<metadata_payload_field>> {};
struct metadata_fields : sor<seq<known_fields, at<metadata_close>>, mixed_fields> {};
struct metadata        : seq<metadata_first, metadata_fields, metadata_close> {};
// clang-format on

} // namespace ballast::grammar
