// Describes values for people.
#pragma once

#include "analyse/module.hpp"
#include "analyse/roles.hpp"
#include "ballast/analysis.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::analyse {

buffer_class class_of(const model::allocation_row& a);
// `all-gather-start`.
std::string opcode_text(const ast::instruction& of);
inline bool is_temporary(const model::allocation_row& a) { return class_of(a) == buffer_class::temporary; }

class namer {
public:
    explicit namer(module& of) : of_(of), rows_(of.rows()) {}

    // A holder for a value, with the bytes of its size.
    holder of_value(const model::allocation_row& a, const model::line_row& line);
    // Fills in the texts and the numbers that depend only on the value. `parameter` must be set.
    void name(holder& made, const model::line_row& line);

    // `{0,1}`.
    [[nodiscard]] std::string index_text(model::number index) const;
    // `fusion.3{1}`.
    [[nodiscard]] std::string place_text(model::number name, model::number index) const;
    // The label from its op_name; empty if it has none.
    [[nodiscard]] std::string label_of_instruction(model::number name) const
    {
        return label_of_row(rows_.instruction_of(name));
    }

private:
    [[nodiscard]] model::number op_name_of(model::number row) const;
    // The label of an instruction with an op_name; empty if it has none.
    [[nodiscard]] std::string label_of_row(model::number row) const;
    [[nodiscard]] const model_scope& model() const;
    [[nodiscard]] std::string name_or_label(model::number name) const;
    // The instruction with that name. If it has no row because it defines no value, such as an element of a tuple: the
    // instruction of the value there; `name` is set to its name.
    [[nodiscard]] model::number defining(model::number& name) const;
    // Follows copies of copies to the first source.
    [[nodiscard]] model::number copied_by(model::number row) const;
    // Returns the instruction of the label.
    model::number label(holder& made, const model::line_row& line, model::number row) const;

    // Sets the fields of a holder that depend on its shape.
    void name_shape(holder& made, model::number shape);

    struct known_shape {
        model::number shape = model::none;
        std::string text{};
        std::string type{};
        std::int64_t rank = -1;
    };

    module& of_;
    const model::rows& rows_;
    mutable std::optional<model_scope> model_;                             // once needed
    mutable std::optional<std::map<std::string_view, std::string>> roles_; // of parameters without names, once needed
    std::vector<known_shape> shapes_{64};                                  // by the last bits of their numbers
};

} // namespace ballast::analyse
