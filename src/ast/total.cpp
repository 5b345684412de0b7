#include "ballast/ast/total.hpp"

#include "ast/human_size.hpp"
#include "base/keyed_table.hpp"

#include <fmt/compile.h>

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
    const auto begins_with_it = [&](std::string_view unit) { return unit.starts_with(ending); };
    return static_cast<size_unit>(std::ranges::find_if(units.values(), begins_with_it) - units.values().begin());
}

} // namespace ballast::inline v0::ast

namespace ballast::ast {

std::string human_text(const human_size& x)
{
    const auto unit = spelling(x.unit);
    switch (x.unit) {
    case size_unit::bytes: return fmt::format(FMT_COMPILE("{}{}"), x.count, unit);
    case size_unit::kib: return fmt::format(FMT_COMPILE("{}.{}{}"), x.count / 10, x.count % 10, unit);
    default: return fmt::format(FMT_COMPILE("{}.{:02}{}"), x.count / 100, x.count % 100, unit);
    }
}

std::string short_text(const human_size& x)
{
    auto result = human_text(x);
    if (x.unit != size_unit::bytes) result.resize(result.size() - 2); // `iB`
    return result;
}

std::string tenths_text(std::int64_t x) { return fmt::format(FMT_COMPILE("{}.{}"), x / 10, x % 10); }

} // namespace ballast::ast
