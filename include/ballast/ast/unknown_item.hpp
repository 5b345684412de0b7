// Items that this version does not know, because XLA is newer: `, new-item` on the head of an allocation.
#pragma once

#include <cstdint>
#include <string_view>

namespace ballast::inline v0::ast {

struct unknown_item {
    std::int64_t after = 0; // the number of known items before it
    std::string_view text;  // verbatim, without the separator before it

    bool operator==(const unknown_item&) const = default;
    static constexpr auto members(auto m)
    {
        return m("unknown_item", m("after", &unknown_item::after), m("text", &unknown_item::text));
    }
};

} // namespace ballast::inline v0::ast
