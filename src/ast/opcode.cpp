#include "ballast/ast/opcode.hpp"

#include "base/keyed_table.hpp"
#include "base/spelling_table.hpp"

#include <algorithm>

namespace ballast::inline v0::ast {

namespace {

// Opcodes are spelled like their enumerators, with hyphens.
constexpr auto opcode_spellings = spellings_of_names<opcode_kind, '-'>();
static_assert(std::ranges::is_sorted(opcode_spellings), "the enumerators of opcodes are not sorted");
constexpr spelling_table<512> opcode_table{opcode_spellings};

constexpr keyed_table<async_suffix, std::string_view> suffixes{{
    {async_suffix::none, ""},
    {async_suffix::start, "-start"},
    {async_suffix::update, "-update"},
    {async_suffix::done, "-done"},
}};

} // namespace

std::string_view spelling(opcode_kind kind) { return opcode_spellings[static_cast<std::size_t>(kind)]; }

std::string_view spelling(async_suffix suffix) { return suffixes[suffix]; }

opcode_name resolve_opcode(std::string_view printed)
{
    if (const auto found = opcode_table.find(printed))
        return {static_cast<opcode_kind>(found), async_suffix::none, printed};
    for (const auto suffix : {async_suffix::start, async_suffix::update, async_suffix::done}) {
        const auto end = suffixes[suffix];
        if (printed.size() <= end.size() || !printed.ends_with(end)) continue;
        const auto base = printed.substr(0, printed.size() - end.size());
        return {static_cast<opcode_kind>(opcode_table.find(base)), suffix, base};
    }
    return {opcode_kind::unknown, async_suffix::none, printed};
}

} // namespace ballast::inline v0::ast
