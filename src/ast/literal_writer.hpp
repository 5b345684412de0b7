// The text of array literals, for printing and for comparison with a text.
#pragma once

#include "ballast/ast/literal.hpp"

#include <cstdint>

namespace ballast {

// Writes literals to a target with put(pieces…), and stops early if its more() is false.
template <typename Out>
class literal_writer {
public:
    literal_writer(Out& out, const ast::array_literal& literal, bool one_blank_when_empty)
        : out_(out), literal_(literal), one_blank_(one_blank_when_empty)
    {
    }

    void write()
    {
        if (literal_.dimensions.empty())
            element();
        else if (literal_.dimensions.size() == 1)
            row("{", "}");
        else
            level(0, -1);
    }

private:
    [[nodiscard]] std::int64_t size(std::size_t level) const { return literal_.dimensions[level]; }

    // The innermost dimension.
    void row(std::string_view open, std::string_view close)
    {
        out_.put(open);
        const auto count = literal_.dimensions[literal_.dimensions.size() - 1];
        for (std::int64_t i = 0; i < count && out_.more(); ++i) {
            if (i != 0) out_.put(std::string_view(", "));
            element();
        }
        out_.put(close);
    }

    // `index` is the index in the enclosing level; -1 for the outermost level.
    void level(std::size_t at, std::int64_t index)
    {
        const auto rank = literal_.dimensions.size();
        if (at + 1 == rank) {
            if (size(at) <= 1)
                row("{", "}");
            else
                row("{ ", " }");
            return;
        }
        const bool marked = rank >= 4 && index >= 0;
        if (marked) {
            out_.put(std::string_view("{ /*i"), static_cast<std::int64_t>(at) - 1, '=', index, std::string_view("*/"));
            if (size(at) != 0) out_.put(' ');
        } else {
            out_.put(std::string_view("{ "));
        }
        for (std::int64_t i = 0; i < size(at) && out_.more(); ++i) {
            if (i != 0) out_.put(std::string_view(", "));
            level(at + 1, i);
        }
        if (size(at) != 0 || marked || !one_blank_) out_.put(' ');
        out_.put('}');
    }

    void element()
    {
        const auto i = next_++;
        if (const auto* booleans = std::get_if<ast::list<bool>>(&literal_.elements)) {
            if (i >= booleans->size()) return;
            if (literal_.dimensions.empty())
                out_.put(std::string_view((*booleans)[i] ? "true" : "false"));
            else
                out_.put((*booleans)[i] ? '1' : '0');
        } else if (const auto* integers = std::get_if<ast::list<std::int64_t>>(&literal_.elements)) {
            if (i < integers->size()) out_.put((*integers)[i]);
        } else if (const auto* naturals = std::get_if<ast::list<std::uint64_t>>(&literal_.elements)) {
            if (i < naturals->size()) out_.put((*naturals)[i]);
        } else if (const auto* floats = std::get_if<ast::list<ast::float_text>>(&literal_.elements)) {
            if (i < floats->size()) out_.put((*floats)[i].text);
        } else {
            const auto& pairs = std::get<ast::list<ast::complex_text>>(literal_.elements);
            if (i < pairs.size())
                out_.put('(', pairs[i].real.text, std::string_view(", "), pairs[i].imaginary.text, ')');
        }
    }

    Out& out_;
    const ast::array_literal& literal_;
    bool one_blank_;
    std::size_t next_ = 0;
};

} // namespace ballast
