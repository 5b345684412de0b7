// Which computations of a module text call each other.
#pragma once

#include "ballast/ast/module_text.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::reducing {

// Computations are numbered in the order of the text. The module text must live longer.
class module_calls {
public:
    explicit module_calls(const ast::module_text& of);

    [[nodiscard]] const ast::module_text& tree() const { return *of_; }
    [[nodiscard]] std::size_t size() const { return of_->computations.size(); }
    [[nodiscard]] const ast::list<ast::computation_line>& of(std::size_t computation) const
    {
        return of_->computations[computation].instructions;
    }

    // The computations that an instruction calls.
    [[nodiscard]] std::vector<std::size_t> called_by(const ast::instruction& made) const;
    // True if no instruction calls it.
    [[nodiscard]] bool is_never_called(std::size_t computation) const { return !called_[computation]; }

private:
    const ast::module_text* of_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
    std::vector<bool> called_;
};

} // namespace ballast::reducing
