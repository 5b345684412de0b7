// The instructions of a module text, looked up by name.
#pragma once

#include "ballast/ast/module_text.hpp"
#include "model/tables.hpp"

#include <cstddef>
#include <string_view>

namespace ballast::checking {

// `ROOT %add.3 = f32[8]{0} add(%x, %y)`
struct text_line {
    std::string_view text; // from the name on, without `%`
    model::number computation = model::none;
    bool root = false;
    bool marked = false; // names have their `%`: long text

    [[nodiscard]] std::string_view name() const { return text.substr(0, text.find(' ')); }
};

class text_lines {
public:
    text_lines(const ast::module_text& of, std::string_view text);

    [[nodiscard]] std::size_t size() const { return lines_.size(); }
    [[nodiscard]] const text_line& operator[](model::number line) const { return lines_[line]; }
    // The first line with the name, or none.
    [[nodiscard]] model::number line_of(std::string_view name) const
    {
        const auto which = names_.find(name.data(), name.size());
        return which == model::none ? model::none : first_[which];
    }
    // The computation with the name, or none.
    [[nodiscard]] model::number computation_of(std::string_view name) const
    {
        const auto which = computations_.find(name.data(), name.size());
        return which == model::none ? model::none : first_computation_[which];
    }
    [[nodiscard]] std::size_t computations() const { return roots_.size(); }
    // The lines of a computation.
    [[nodiscard]] model::number begin_of(model::number computation) const { return begins_[computation]; }
    [[nodiscard]] model::number end_of(model::number computation) const { return begins_[computation + 1]; }
    // The last line that is marked as its result, or none.
    [[nodiscard]] model::number root_of(model::number computation) const { return roots_[computation]; }

private:
    model::row_list<text_line> lines_;
    model::row_list<model::number> begins_;            // by computation
    model::row_list<model::number> roots_;             // likewise
    model::row_list<model::number> first_;             // by name
    model::row_list<model::number> first_computation_; // by name of a computation
    model::interned<char> names_;
    model::interned<char> computations_;
};

} // namespace ballast::checking
