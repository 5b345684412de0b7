// Reads the lines of a computation: instructions, and what is not one.
#pragma once

#include "grammar/lexical.hpp"
#include "read/context.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace ballast::read {

// A line that can be kept unread.
struct unread_line_bytes : grammar::long_runs {
    static constexpr grammar::byte_set bytes = grammar::byte_set{"\x01\x7f"} - grammar::byte_set{"\n\n\r\r"};
};
struct unread_line : grammar::seq<grammar::star<grammar::sor<grammar::run<unread_line_bytes>, grammar::multibyte>>,
                                  grammar::line_end> {};

// The rules for lines, compiled elsewhere.
struct line_rules {
    bool (*instruction)(grammar::input& line, context& own, ast::text_instruction& to);
    bool (*ends_computation)(grammar::input& from);
    bool (*is_line)(grammar::input& from);
};

// The lines of one module text. What they show is kept apart from what the header shows, because it does not date the
// text: vendors mix versions.
class line_reader {
public:
    explicit line_reader(context& header);

    void begin_computation() { first_ = true; }

    // Reads the instruction at the start of the input, or makes an unread piece. Returns false at the end of the
    // computation, and before text that no computation contains.
    [[nodiscard]] bool read(const line_rules& rules, grammar::input& in, ast::computation_line& node);

    // The features of the header and of all lines.
    [[nodiscard]] std::vector<witness> witnesses() const;
    [[nodiscard]] ast::index_mark_form short_marks() const { return own_.short_marks; }
    // Why pieces are unread, for as many pieces as there may be errors, and notes; ordered by place.
    [[nodiscard]] std::vector<finding> take_findings();

private:
    struct attempt {
        const char* end = nullptr;  // after the instruction; null if there is none
        std::optional<finding> why; // if a context rule refused it
    };
    [[nodiscard]] attempt try_instruction(const line_rules& rules, const char* begin, const char* end,
                                          ast::computation_line& node);
    [[nodiscard]] const char* try_lines(const line_rules& rules, const char* begin, ast::computation_line& node);
    [[nodiscard]] std::optional<finding> contradiction() const;
    [[nodiscard]] std::string_view rest_of_computation(const line_rules& rules, const char* begin);
    [[nodiscard]] finding explain_line(const char* begin, const char* feed) const;
    void keep_unread(const char* begin, const char* end, std::optional<finding> why, ast::computation_line& node);

    context& header_;
    context own_;
    std::size_t left_; // bytes that may be read again, because an instruction may continue on the next line
    std::size_t errors_ = 0;
    std::vector<finding> findings_;
    bool first_ = true;         // no line of the computation was read yet
    const char* end_ = nullptr; // of a computation, once it was looked for
};

} // namespace ballast::read
