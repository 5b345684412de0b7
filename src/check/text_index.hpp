// The instructions of a module text, looked up by name.
#pragma once

#include "ballast/ast/module_text.hpp"
#include "model/tables.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::checking {

// Instructions and computations are numbered in the order of the text. Unread pieces are not counted.
class text_index {
public:
    explicit text_index(const ast::module_text& of);

    [[nodiscard]] std::size_t size() const { return lines_.size(); }
    [[nodiscard]] const ast::text_instruction& operator[](model::number line) const { return *lines_[line]; }
    [[nodiscard]] const ast::instruction& node(model::number line) const { return lines_[line]->instruction; }
    [[nodiscard]] std::string_view name(model::number line) const { return node(line).name; }
    // The first instruction with the name, or none.
    [[nodiscard]] model::number line_of(std::string_view name) const { return find(by_name_, name); }
    // The computation with the name, or none.
    [[nodiscard]] model::number computation_of(std::string_view name) const { return find(computations_, name); }
    [[nodiscard]] std::size_t computations() const { return roots_.size(); }
    // The instructions of a computation.
    [[nodiscard]] model::number begin_of(model::number computation) const { return begins_[computation]; }
    [[nodiscard]] model::number end_of(model::number computation) const { return begins_[computation + 1]; }
    // The last one that is marked as its result, or none.
    [[nodiscard]] model::number root_of(model::number computation) const { return roots_[computation]; }
    // True if a computation has unread pieces, which may be instructions.
    [[nodiscard]] bool has_unread(model::number computation) const { return unread_[computation]; }
    [[nodiscard]] bool has_unread() const { return any_unread_; }

private:
    using numbers_by_name = std::unordered_map<std::string_view, model::number>;
    static model::number find(const numbers_by_name& in, std::string_view name)
    {
        const auto found = in.find(name);
        return found == in.end() ? model::none : found->second;
    }

    std::vector<const ast::text_instruction*> lines_;
    std::vector<model::number> begins_; // by computation
    std::vector<model::number> roots_;  // likewise
    std::vector<bool> unread_;          // likewise
    numbers_by_name by_name_;
    numbers_by_name computations_;
    bool any_unread_ = false;
};

} // namespace ballast::checking
