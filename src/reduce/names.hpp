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
    [[nodiscard]] bool has(const ast::value_name& value) const { return has(of_.part_of(value)); }
    [[nodiscard]] bool has(const ast::value_position& position) const { return has(of_.part_of(position)); }
    [[nodiscard]] bool has(std::string_view name, const ast::shape_index& index) const
    {
        return has(of_.part_at(name, index));
    }
    // A use goes with its user, with the operand, and with the position that is the operand.
    [[nodiscard]] bool has(const ast::value_use& use, const ast::value_detail& of) const;
    // The number in the name of a parameter is that of the parameter.
    [[nodiscard]] std::string_view operator()(std::string_view name) const;
    // What is left of these.
    [[nodiscard]] ast::value_name operator()(ast::value_name value) const;
    [[nodiscard]] ast::value_position operator()(ast::value_position position) const;
    [[nodiscard]] ast::value_use operator()(ast::value_use use, const ast::value_detail& of) const;
    [[nodiscard]] ast::shape_index index(std::string_view name, const ast::shape_index& old) const;
    [[nodiscard]] std::int64_t parameter(std::int64_t number) const;

    // True if elements of the instruction's result were removed.
    [[nodiscard]] bool shortens(std::string_view name) const;
    // True if an allocation that was live-out still holds a part of the result.
    [[nodiscard]] bool is_live_out(const ast::allocation& of) const;
    // The new number of an element; empty if it was removed.
    [[nodiscard]] std::optional<std::int64_t> element(std::string_view name, std::int64_t old) const;
    // The shape of an instruction's result without the removed elements.
    [[nodiscard]] ast::shape shortened(std::string_view name, const ast::shape& old) const;

private:
    // The position of a value that a use is of, among those that are left or among all; null if there is none.
    [[nodiscard]] const ast::value_position* position_of(const ast::value_use& use, const ast::value_detail& of,
                                                         bool all) const;
    [[nodiscard]] const ast::instruction* tuple_of(std::string_view name) const;
    void number_parameters();
    void rename_parameter(part which, std::int64_t number);

    const program& of_;
    const parts& kept_;
    ast::arena& memory_;
    std::vector<std::int64_t> elements_; // new numbers, by part; -1: removed
    std::map<std::int64_t, std::int64_t> parameters_;
    std::map<part, std::string_view> renamed_;
};

} // namespace ballast::reducing
