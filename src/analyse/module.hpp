// One module as analyses look at it: the rows of its dump, the nodes behind them where text is needed, the tables of
// its text.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/arena.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/ast/module_text.hpp"
#include "ballast/document.hpp"
#include "model/model.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::analyse {

class module {
public:
    explicit module(std::span<const document* const> files);

    [[nodiscard]] const model::rows& rows() const { return rows_; }
    [[nodiscard]] const ast::module_text* text() const { return text_; }
    [[nodiscard]] std::int64_t ticks() const { return rows_.max > 0 ? rows_.max : 0; }

    // Of the instruction that the row was made of; null where there is none.
    [[nodiscard]] const ast::instruction* instruction(model::number row) const;
    [[nodiscard]] const ast::metadata* metadata(model::number row) const;
    // The instruction that defines a value, by the value's row in the lines; none where it is not printed.
    [[nodiscard]] model::number defined_by(const model::line_row& line) const;
    // Positions and uses of the value, or null.
    [[nodiscard]] const model::entry_row* entry_of(const model::line_row& line) const;

    // The shape of a value or of a head; without its layout, as it is printed, made once.
    [[nodiscard]] const std::string& shape_text(model::number shape);
    [[nodiscard]] std::string shape_with_layout(model::number shape) const;
    // Of its elements, as it is spelled; `tuple` of a tuple.
    [[nodiscard]] std::string type_of(model::number shape) const;
    [[nodiscard]] const ast::shape* node_of(model::number shape) const
    {
        return shape < shapes_.size() ? shapes_[shape] : nullptr;
    }

    // `file:line` of an instruction; empty where it is not known. Where the metadata has a frame and there is no text
    // of the module, `frames_missing` is set.
    [[nodiscard]] std::string source_of(model::number instruction);
    // All calls, the innermost first; the line of the metadata alone where there are no frames.
    [[nodiscard]] std::vector<source_call> stack_of(model::number instruction);
    [[nodiscard]] bool frames_missing() const { return frames_missing_; }

private:
    // The row of a shape and those of its parts.
    void know(model::number row, const ast::shape& node);
    // Null where there is none; sets `frames_missing_`.
    const ast::stack_frame* frame_of(const ast::metadata& of);

    model::rows rows_;
    const ast::module_text* text_ = nullptr;
    std::vector<const ast::used_value*> used_;
    std::size_t first_used_ = 0;             // of the entries
    std::vector<model::number> first_entry_; // of an instruction's row
    std::vector<const ast::shape*> shapes_;  // by row
    std::vector<std::string> texts_;         // by row, where made
    ast::arena memory_;
    bool frames_missing_ = false;
};

} // namespace ballast::analyse
