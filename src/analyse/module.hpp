// One module as analyses look at it: the rows of its dump, what is read again of its text where they do not say it, the
// tables of the module's text.
#pragma once

#include "analyse/bare_shape.hpp"
#include "ballast/analysis.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/ast/module_text.hpp"
#include "ballast/document.hpp"
#include "ballast/read.hpp"
#include "model/model.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::analyse {

class module {
public:
    // Dumps that have no rows are read again, on as many threads. Throws read::changed_text.
    explicit module(std::span<const document* const> files, std::size_t threads = 1);

    [[nodiscard]] const model::rows& rows() const { return rows_; }
    [[nodiscard]] const ast::module_text* text() const { return text_; }
    [[nodiscard]] std::int64_t steps() const { return rows_.max > 0 ? rows_.max : 0; }

    // The instruction that a row was made of, of the tree or read again; null for none. It stays until the next two are
    // asked for.
    [[nodiscard]] const ast::instruction* instruction(model::number row);
    [[nodiscard]] const ast::metadata* metadata(model::number row);
    // The instruction that defines a value, by the value's row in the lines; none where it is not printed.
    [[nodiscard]] model::number defined_by(const model::line_row& line) const;
    // Positions and uses of the value, where they are known.
    [[nodiscard]] std::optional<model::entry_row> entry_of(const model::line_row& line) const;

    // A shape as it is printed, with its layout and without.
    [[nodiscard]] std::string shape_with_layout(model::number shape) const;
    [[nodiscard]] std::string shape_text(model::number shape) const { return bare_text(shape_with_layout(shape)); }
    // Of an array: the type of its elements as it is spelled, the number of its dimensions.
    struct element_facts {
        std::string type; // `tuple` of a tuple
        std::int64_t rank = -1;
    };
    [[nodiscard]] element_facts facts_of(model::number shape) const;

    // `file:line` of an instruction: of a stack the innermost call in the user's own code, or the innermost if all are
    // in libraries. Empty if unknown. `frames_missing` is set if the stack is in the text of the module, which is not
    // here.
    [[nodiscard]] std::string source_of(model::number instruction);
    // All calls, the innermost first; the line of the metadata alone where there are no frames.
    [[nodiscard]] std::vector<source_call> stack_of(model::number instruction);
    [[nodiscard]] bool frames_missing() const { return frames_missing_; }

private:
    void take_instructions(std::span<const document* const> files, model::builder& to);
    // False where the text is none.
    static bool take_instruction(std::string_view text, model::builder& to);
    // Null where there is none; sets `frames_missing_`.
    const ast::stack_frame* frame_of(const ast::metadata& of);

    model::rows rows_;
    const ast::module_text* text_ = nullptr;
    struct placed_text {
        model::offset begin;
        std::string_view text;
        look_ahead ahead{text.size()};
    };
    std::vector<placed_text> files_;
    std::vector<const ast::shape*> shape_nodes_; // of trees, by row
    model::row_list<char> shape_texts_;          // of others, one after another
    model::row_list<std::size_t> shape_ends_;    // by row
    std::vector<const ast::instruction*> nodes_; // of trees, by row
    struct instruction_again {
        model::number row = model::none;
        fragment_result read;
    };
    std::array<instruction_again, 2> again_;
    std::size_t next_again_ = 0;
    bool frames_missing_ = false;
};

} // namespace ballast::analyse
