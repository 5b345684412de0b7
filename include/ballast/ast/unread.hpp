// A piece of a text that was not read: its bytes, and why.
#pragma once

#include "ballast/list.hpp"

#include <cstdint>
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

// An unread piece of a whole text, placed by the lines that its tree prints.
struct placed_piece {
    std::int64_t line = 0;     // so many printed lines precede it
    std::int64_t replaces = 0; // so many printed lines follow that the text does not have: it has the piece instead
    std::string_view text;     // empty if the text has nothing there
    remark reason;             // what was expected and found; empty if that is unknown

    bool operator==(const placed_piece&) const = default;
    static constexpr auto members(auto m)
    {
        return m("placed_piece", m("line", &placed_piece::line), m("replaces", &placed_piece::replaces),
                 m("text", &placed_piece::text), m("reason", &placed_piece::reason));
    }
};

} // namespace ballast::inline v0::ast
