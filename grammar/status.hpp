// What clients of XLA add around an error message: before it the status and, since 2026, a code; after it notes and a
// source location trace.
//
//     RESOURCE_EXHAUSTED: E0101: RuntimeProgramAllocationFailure: …: while running replica 0 and partition 34 of a
//     replicated computation (other replicas may have failed as well).⏎
//     See https://openxla.org/xla/errors/error_0101 for more details. [key='text']⏎
//     === Source Location Trace: ===⏎
//     xla/pjrt/pjrt_client.cc:92
//
// TensorFlow spelled the status in words until 2022. The heading of the trace often ends with a blank.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
// The names of errors in absl::Status.
struct status_word          : sor<lit<"RESOURCE_EXHAUSTED">, lit<"INTERNAL">, lit<"INVALID_ARGUMENT">, lit<"UNAVAILABLE">,
                                  lit<"UNKNOWN">, lit<"UNIMPLEMENTED">, lit<"UNAUTHENTICATED">, lit<"FAILED_PRECONDITION">,
                                  lit<"ABORTED">, lit<"CANCELLED">, lit<"DEADLINE_EXCEEDED">, lit<"NOT_FOUND">,
                                  lit<"ALREADY_EXISTS">, lit<"PERMISSION_DENIED">, lit<"OUT_OF_RANGE">, lit<"DATA_LOSS">> {};
struct status_task_bytes    { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"::"}; };
struct status_name          : seq<sor<lit<"Resource exhausted">, status_word>, at<lit<": ">>> {};
struct status_task          : seq<run<status_task_bytes>, star<one<':'>, run<status_task_bytes>>> {};
struct status_sender        : seq<lit<"From ">, status_task, lit<":\n">> {};
struct status_head          : seq<status_name, lit<": ">, opt<status_sender>> {};

struct status_code_bytes    { static constexpr byte_set bytes{"AZaz09"}; };
struct status_code_number   : rep<4, range<'0', '9'>> {};
struct status_code_name     : run<status_code_bytes> {};
struct status_code_break    : seq<line_end> {};
struct status_code          : seq<one<'E'>, status_code_number, lit<": ">, status_code_name, one<':'>,
                                   sor<blank, status_code_break>> {};
struct status_begin         : seq<opt<status_head>, opt<status_code>> {};

struct failed_replica       : seq<decimal> {};
struct failed_partition     : seq<decimal> {};
struct replica_suffix       : seq<lit<": while running replica ">, failed_replica, lit<" and partition ">, failed_partition,
                                   lit<" of a replicated computation (other replicas may have failed as well).">> {};

struct status_link_number   : rep<4, range<'0', '9'>> {};
struct status_link          : seq<lit<"\nSee https://openxla.org/xla/errors/error_">, status_link_number,
                                   lit<" for more details.">> {};

struct status_key_bytes     { static constexpr byte_set bytes{"azAZ09__..--//"}; };
struct status_text_bytes    : long_runs { static constexpr byte_set bytes = byte_set{"\x20\x7e"} - byte_set{"\"\"''\\\\"}; };
struct status_hex           : seq<one<'x'>, rep<2, ranges<'0', '9', 'a', 'f'>>> {};
struct status_escape        : seq<one<'\\'>, sor<letter_escape, status_hex, rep<3, range<'0', '7'>>>> {};
struct status_key           : run<status_key_bytes> {};
struct status_text          : star<sor<run<status_text_bytes>, status_escape>> {};
struct status_payload       : seq<lit<" [">, status_key, lit<"='">, status_text, lit<"']">> {};
struct status_payloads      : star<status_payload> {};

struct status_path_bytes    { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"::"}; };
struct status_trace_blank   : seq<blank> {};
struct status_path          : run<status_path_bytes> {};
struct status_path_line     : seq<decimal> {};
struct status_location      : seq<line_end, status_path, one<':'>, status_path_line> {};
struct status_locations     : plus<status_location> {};
struct status_trace         : seq<lit<"\n=== Source Location Trace: ===">, opt<status_trace_blank>, status_locations> {};
struct status_end           : seq<opt<replica_suffix>, opt<status_link>, status_payloads, opt<status_trace>> {};
// clang-format on

} // namespace ballast::grammar
