// Names, positions and numbers of what is left.
#pragma once

#include "ballast/arena.hpp"
#include "reduce/program.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace ballast::reducing {

class names {
public:
    names(const program& of, const parts& kept, ast::arena& memory);

    [[nodiscard]] bool has(part which) const { return which == no_part || kept_[which]; }
    [[nodiscard]] bool has(std::string_view name) const { return has(of_.part_of(name)); }
    [[nodiscard]] bool has(const ast::value_position& position) const;
    // The number in the name of a parameter is that of the parameter.
    [[nodiscard]] std::string_view operator()(std::string_view name) const;
    [[nodiscard]] ast::value_name operator()(ast::value_name value) const;
    // A position that is left.
    [[nodiscard]] ast::value_position operator()(ast::value_position position) const;
    [[nodiscard]] std::int64_t parameter(std::int64_t number) const;

    // True if elements of the root were removed.
    [[nodiscard]] bool shortens_root() const { return elements_left_ != of_.elements(); }
    [[nodiscard]] bool is_root(std::string_view name) const { return of_.elements() != 0 && name == of_.root(); }
    // True if an allocation that was live-out still holds a part of the result.
    [[nodiscard]] bool is_live_out(const ast::allocation& of) const;
    // The new number of an element of the root; empty if it was removed.
    [[nodiscard]] std::optional<std::int64_t> element(std::int64_t old) const;
    // The shape of the root without the removed elements.
    [[nodiscard]] ast::shape shortened(const ast::shape& root) const;

private:
    void number_parameters();
    void rename_parameter(part which, std::int64_t number);

    const program& of_;
    const parts& kept_;
    ast::arena& memory_;
    std::vector<std::int64_t> elements_; // by old number; -1: removed
    std::size_t elements_left_ = 0;
    std::map<std::int64_t, std::int64_t> parameters_;
    std::map<part, std::string_view> renamed_;
};

} // namespace ballast::reducing
