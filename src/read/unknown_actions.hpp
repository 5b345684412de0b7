// What a later XLA adds at known places: items and tails of rows, kept as text.
#pragma once

#include "ast/known_items.hpp"
#include "grammar/live_range.hpp"
#include "grammar/value.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

// The name of an item in its finding: up to its value.
inline std::string_view key_of_item(std::string_view text)
{
    const auto end = std::min(text.find_first_of("=:,0123456789\"{}()[]|"), text.size());
    const auto last = text.substr(0, end).find_last_not_of(' ');
    return text.substr(0, last == std::string_view::npos ? text.size() : last + 1);
}

inline std::string_view place_of(const ast::metadata&) { return "metadata field"; }
inline std::string_view place_of(const ast::allocation&) { return "item of an allocation"; }
inline std::string_view place_of(const ast::report_allocation&) { return "item of an allocation"; }
inline std::string_view place_of(const ast::layout_suffixes&) { return "layout suffix"; }
inline std::string_view place_of(const ast::module_text&) { return "item of the header"; }
inline std::string_view place_of(const ast::value_line&) { return "end of a value line"; }
inline std::string_view place_of(const ast::used_value&) { return "end of the first line of a value"; }
inline std::string_view place_of(const ast::live_range_row&) { return "end of a live range"; }
inline std::string_view place_of(const ast::peak_row&) { return "end of a row of the peak"; }

// The matched text is an item of the current node, after the known ones that were read so far.
struct keeps_item : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
        requires requires(const Node& node) { ast::known_items(node); }
    static void apply(const ActionInput& in, context& ctx, Node& node)
    {
        ctx.growing<ast::unknown_item>().push({ast::known_items(node), text_of(in)});
        ctx.note_unknown_item(place_of(node), key_of_item(text_of(in)), text_of(in));
    }
};

struct keeps_tail : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
        requires requires(Node& node) { node.unknown_tail; }
    static void apply(const ActionInput& in, context& ctx, Node& node)
    {
        node.unknown_tail = ctx.memory.make(text_of(in));
        const auto text = text_of(in).substr(text_of(in).find_first_of("abcdefghijklmnopqrstuvwxyz"));
        ctx.note_unknown_item(place_of(node), key_of_item(text), text);
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::unknown_tail>       : keeps_tail {};
// clang-format on

} // namespace ballast::read
