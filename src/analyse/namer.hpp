// What a value is, for people.
#pragma once

#include "analyse/module.hpp"
#include "ballast/analysis.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::analyse {

buffer_class class_of(const model::allocation_row& a);

class namer {
public:
    explicit namer(module& of) : of_(of), rows_(of.rows()) {}

    // A value as a holder of its size.
    holder of_value(const model::allocation_row& a, const model::line_row& line);
    // Fills in all that is text, and what depends on the value alone; `parameter` is known already.
    void name(holder& made, const model::line_row& line);

    // `{0,1}`.
    [[nodiscard]] std::string index_text(model::number index) const;
    // `fusion.3{1}`.
    [[nodiscard]] std::string place_text(model::number name, model::number index) const;
    // What its op_name says; empty where it has none.
    [[nodiscard]] std::string label_of_instruction(model::number name) const
    {
        return label_of_row(rows_.instruction_of(name));
    }

private:
    [[nodiscard]] model::number op_name_of(model::number row) const;
    // The label of an instruction that has an op_name; empty where it has none.
    [[nodiscard]] std::string label_of_row(model::number row) const;
    [[nodiscard]] std::string name_or_label(model::number name) const;
    // The instruction of that name. Where it defines no value, as an element of a tuple, and so has no row: that of the
    // value there, whose name is set.
    [[nodiscard]] model::number defining(model::number& name) const;
    // Of a copy of a copy: what is copied first.
    [[nodiscard]] model::number copied_by(model::number row) const;
    // Gives the instruction that the label is of.
    model::number label(holder& made, const model::line_row& line, model::number row) const;

    // Sets what a holder says of its shape.
    void name_shape(holder& made, model::number shape);

    struct known_shape {
        model::number shape = model::none;
        std::string text{};
        std::string type{};
        std::int64_t rank = -1;
    };

    module& of_;
    const model::rows& rows_;
    std::vector<known_shape> shapes_{64}; // by the last bits of their numbers
};

} // namespace ballast::analyse
