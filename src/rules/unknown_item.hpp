// What a later XLA adds at known places: whether a text can be such an item or such a tail.
#pragma once

#include "ballast/ast.hpp"
#include "rules/violation.hpp"

#include <string_view>

namespace ballast::rules {

// Checks the unknown items of a node: their order, their texts, and that none has the key of a known one.
verdict check_unknown(const ast::metadata& node);
verdict check_unknown(const ast::allocation& node);
verdict check_unknown(const ast::report_allocation& node);
verdict check_unknown(const ast::layout_suffixes& node);
verdict check_unknown(const ast::module_text& node);

// Checks the tail of a row.
verdict check_tail(const ast::value_line& row);
verdict check_tail(const ast::used_value& row);
verdict check_tail(const ast::live_range_row& row);
verdict check_tail(const ast::peak_row& row);

} // namespace ballast::rules
