#include "ballast/ast/total.hpp"

#include "base/keyed_table.hpp"

#include <algorithm>

namespace ballast::inline v0::ast {

namespace {

constexpr keyed_table<size_unit, std::string_view> units{{
    {size_unit::bytes, "B"},
    {size_unit::kib, "KiB"},
    {size_unit::mib, "MiB"},
    {size_unit::gib, "GiB"},
    {size_unit::tib, "TiB"},
    {size_unit::pib, "PiB"},
    {size_unit::eib, "EiB"},
}};

} // namespace

std::string_view spelling(size_unit unit) { return units[unit]; }

size_unit size_unit_of(std::string_view text)
{
    const auto digits = text.find_last_of("0123456789");
    const auto ending = text.substr(digits + 1);
    return static_cast<size_unit>(std::ranges::find(units.values(), ending) - units.values().begin());
}

} // namespace ballast::inline v0::ast
