// The stack-trace tree under the peak (D17+).
//
//       Stack trace breakdown for peak usage: 12 304 bytes
//         entry.7 (100.0%, total: 12 304 bytes, current: 0 bytes, remaining: 12 304 bytes)
//           ├── params (66.6%, total: 8 192 bytes, current: 8 192 bytes, remaining: 4 112 bytes)
//           └── out.1 (33.3%, total: 4 112 bytes, current: 4 112 bytes, remaining: 0 bytes)
//
// A label is raw text and can contain anything, including ` (` and line feeds, so a row ends at its numbers, which are
// at the end of a line. Top-level nodes are names of computations. The rails left of a glyph follow from the rows
// around it; a context rule checks them.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct first_group      : sor<seq<range<'1', '9'>, tao::pegtl::rep_opt<2, range<'0', '9'>>>,
                              seq<one<'0'>, not_at<opt<blank>, range<'0', '9'>>>> {};
struct next_group       : seq<blank, tao::pegtl::rep<3, range<'0', '9'>>> {};
struct grouped          : seq<first_group, star<next_group>> {};

struct stack_percent    : seq<decimal, one<'.'>, range<'0', '9'>> {};
struct stack_total      : seq<grouped> {};
struct stack_current    : seq<grouped> {};
struct stack_remaining  : seq<grouped> {};
struct stack_numbers    : seq<lit<" (">, stack_percent, lit<"%, total: ">, stack_total, lit<" bytes, current: ">,
                              stack_current, lit<" bytes, remaining: ">, stack_remaining, lit<" bytes)">> {};
struct stack_tail       : seq<stack_numbers, line_end> {};

struct rail             : lit<"│   "> {};
struct no_rail          : lit<"    "> {};
struct rails            : plus<sor<rail, no_rail>> {};
struct inner_branch     : lit<"├── "> {};
struct last_branch      : lit<"└── "> {};
struct branch           : seq<lit<"  ">, rails, sor<inner_branch, last_branch>> {};
struct stack_label      : text_before_last_parenthesis<stack_tail, branch> {};
struct top_label        : seq<name> {};
struct branch_row       : seq<branch, stack_label> {};
struct top_row          : seq<lit<"    ">, top_label> {};
struct stack_row        : seq<sor<top_row, branch_row>, stack_tail> {};
struct stack_rows       : star<stack_row> {};
struct peak_total       : seq<grouped> {};
struct stack_trace_head : seq<lit<"  Stack trace breakdown for peak usage: ">, peak_total, lit<" bytes\n">> {};
struct stack_trace      : seq<stack_trace_head, stack_rows> {};
// clang-format on

} // namespace ballast::grammar
