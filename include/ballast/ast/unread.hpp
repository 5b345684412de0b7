// A piece of a text that was not read: its bytes, and why.
#pragma once

#include "ballast/list.hpp"

#include <string_view>

namespace ballast::inline v0::ast {

// A text about a node that is not part of its value. All remarks are equal, as positions are.
struct remark {
    std::string_view text;

    friend constexpr bool operator==(const remark&, const remark&) { return true; }
};

// `  ROOT add.3 = f32[ add(x, y)` and its line feed. It is well-formed only if no record of the section matches its
// bytes: printed and read again, it would become that record.
struct unread {
    position at;
    std::string_view text; // whole lines
    remark reason;         // what was expected and found; empty if there were too many unread pieces before
    position fault;        // where the text stops matching

    bool operator==(const unread&) const = default;
    static constexpr auto members(auto m)
    {
        return m("unread", m("at", &unread::at), m("text", &unread::text), m("reason", &unread::reason),
                 m("fault", &unread::fault));
    }
};

} // namespace ballast::inline v0::ast
