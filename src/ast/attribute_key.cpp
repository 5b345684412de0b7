#include "ballast/ast/attribute_key.hpp"

#include "base/enumerators.hpp"
#include "base/spelling_table.hpp"

#include <algorithm>

namespace ballast::inline v0::ast {

namespace {

// Keys and words are spelled like their enumerators, except for one key.
constexpr auto keys = [] {
    auto result = spellings_of_names<attribute_kind>();
    result[static_cast<std::size_t>(attribute_kind::control_predecessors)] = "control-predecessors";
    return result;
}();
constexpr auto words = spellings_of_names<keyword>();
static_assert(keys.size() == attribute_kind_count);
static_assert(std::ranges::is_sorted(keys), "the enumerators of keys are not sorted");

constexpr spelling_table<512> key_table{keys};
constexpr spelling_table<256> word_table{words};

} // namespace

std::string_view spelling(attribute_kind kind) { return keys[static_cast<std::size_t>(kind)]; }
std::string_view spelling(keyword word) { return words[static_cast<std::size_t>(word)]; }
attribute_kind attribute_kind_of(std::string_view spelling)
{
    return static_cast<attribute_kind>(key_table.find(spelling));
}
keyword keyword_of(std::string_view spelling) { return static_cast<keyword>(word_table.find(spelling)); }

} // namespace ballast::inline v0::ast
