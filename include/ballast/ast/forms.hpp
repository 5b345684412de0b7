// The spellings that a file chooses once and that its nodes do not record.
#pragma once

#include <cstdint>

namespace ballast::inline v0::ast {

// Each spelling is one choice per file, or `unseen` if nothing in the file shows it.
enum class value_line_form : std::uint8_t { unseen, v1, v2, v3, v4 };
enum class from_form : std::uint8_t {
    unseen,
    tight,    // ` from instruction:%x …` LF, D10 to D12
    glued,    // ` from instruction: %x …` and no LF, D13
    own_line, // ` from instruction: %x …` LF, D14+
};
enum class empty_uses_form : std::uint8_t { unseen, bare, none };               // no line, or `  (none)` (D21+)
enum class index_mark_form : std::uint8_t { unseen, absent, present };          // `/*index=5*/`, 2021-03-15+
enum class empty_literal_form : std::uint8_t { unseen, one_blank, two_blanks }; // `{  }` since 2023-01-30
enum class level_order : std::uint8_t { unseen, after_tiles, before_tiles };    // D() and T(), 2022-10-27+
enum class entry_layout_form : std::uint8_t { unseen, tight, spaced };          // `(a,b)->c`, `(a, b)->c`
struct forms {
    value_line_form value_lines = value_line_form::unseen;
    from_form from_instruction = from_form::unseen;
    empty_uses_form empty_uses = empty_uses_form::unseen;
    index_mark_form index_marks = index_mark_form::unseen;
    level_order levels = level_order::unseen;
    index_mark_form sharding_marks = index_mark_form::unseen; // in tuple shardings, 2021-07-12+
    empty_literal_form empty_literals = empty_literal_form::unseen;
    entry_layout_form entry_layouts = entry_layout_form::unseen; // in module texts, spaced since 2023-06-01
    index_mark_form short_marks = index_mark_form::unseen;       // of operands whose names have no `%`

    bool operator==(const forms&) const = default;
    static constexpr auto members(auto m)
    {
        return m("forms", m("value_lines", &forms::value_lines), m("from_instruction", &forms::from_instruction),
                 m("empty_uses", &forms::empty_uses), m("index_marks", &forms::index_marks),
                 m("levels", &forms::levels), m("sharding_marks", &forms::sharding_marks),
                 m("empty_literals", &forms::empty_literals), m("entry_layouts", &forms::entry_layouts),
                 m("short_marks", &forms::short_marks));
    }
};

} // namespace ballast::inline v0::ast
