#include "ballast/ast/sharding.hpp"

#include "base/keyed_table.hpp"

#include <algorithm>

namespace ballast::inline v0::ast {

namespace {

// Subgroups are spelled like their enumerators, except for the last one, which ends with a period.
constexpr keyed_table<subgroup, std::string_view> subgroups{{
    {subgroup::manual, spelled_as_named<subgroup::manual>},
    {subgroup::maximal, spelled_as_named<subgroup::maximal>},
    {subgroup::maximul, spelled_as_named<subgroup::maximul>},
    {subgroup::replicated, spelled_as_named<subgroup::replicated>},
    {subgroup::unreduced, spelled_as_named<subgroup::unreduced>},
    {subgroup::error_type, "error_type."},
}};

} // namespace

std::string_view spelling(subgroup x) { return subgroups[x]; }

subgroup subgroup_of(std::string_view spelling)
{
    return static_cast<subgroup>(std::ranges::find(subgroups.values(), spelling) - subgroups.values().begin());
}

} // namespace ballast::inline v0::ast
