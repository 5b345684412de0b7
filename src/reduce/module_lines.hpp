// The instructions of a module text, each read once.
#pragma once

#include "ballast/document.hpp"
#include "ballast/owned.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::reducing {

struct module_line {
    std::string_view before; // blanks and `ROOT `
    std::string_view text;   // the whole line
    bool is_short = false;   // names have no `%`
    owned<fragment> read;    // empty if it was refused

    // Null if it was refused.
    [[nodiscard]] const ast::instruction* made() const
    {
        return read ? std::get_if<ast::instruction>(&read->node()) : nullptr;
    }
    [[nodiscard]] bool is_root() const { return before.ends_with("ROOT "); }
};

// Computations are numbered in the order of the text. The document must be a module text and live longer.
class module_lines {
public:
    explicit module_lines(const document& of);

    [[nodiscard]] const document& file() const { return *of_; }
    [[nodiscard]] const ast::module_text& tree() const { return *of_->module_text(); }
    [[nodiscard]] std::size_t size() const { return lines_.size(); }
    [[nodiscard]] const std::vector<module_line>& of(std::size_t computation) const { return lines_[computation]; }

    // The computations that an instruction calls.
    [[nodiscard]] std::vector<std::size_t> called_by(const ast::instruction& made) const;
    // True if no instruction calls it.
    [[nodiscard]] bool is_never_called(std::size_t computation) const { return !called_[computation]; }

private:
    const document* of_;
    std::deque<std::string> long_texts_; // of lines that are short
    std::vector<std::vector<module_line>> lines_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
    std::vector<bool> called_;
};

} // namespace ballast::reducing
