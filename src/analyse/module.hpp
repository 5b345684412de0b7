// One module, as analyses see it: the rows of its dump, and the tables of its module text. Its documents must outlive
// it.
#pragma once

#include "analyse/bare_shape.hpp"
#include "ballast/analysis.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/ast/module_text.hpp"
#include "ballast/document.hpp"
#include "ballast/era.hpp"
#include "model/model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::analyse {

class module {
public:
    explicit module(std::span<const document* const> files);

    [[nodiscard]] const model::rows& rows() const { return rows_; }
    [[nodiscard]] const ast::module_text* text() const { return text_; }
    // The last step; the one after it is a number, too.
    [[nodiscard]] std::int64_t steps() const
    {
        return std::clamp<std::int64_t>(rows_.max, 0, std::numeric_limits<std::int64_t>::max() - 1);
    }
    // True if all XLA that can have printed the dump printed this; false if that is unknown.
    [[nodiscard]] bool always(feature which) const
    {
        return !printed_.empty() && printed_.intersect(eras(which)) == printed_;
    }

    // The instruction of a row; null if there is none.
    [[nodiscard]] const ast::instruction* instruction(model::number row) const
    {
        return row == model::none ? nullptr : rows_.instructions[row].node;
    }
    [[nodiscard]] const ast::metadata* metadata(model::number row) const;
    // The instruction that defines a value, by the row of its line; none if it is not printed.
    [[nodiscard]] model::number defined_by(const model::line_row& line) const;
    // The entry with the positions and uses of the value, if known.
    [[nodiscard]] std::optional<model::entry_row> entry_of(const model::line_row& line) const;

    // True if tiles make an array larger than its elements.
    [[nodiscard]] bool is_padded(const model::line_row& line) const
    {
        const auto& shape = rows_.shapes[line.shape];
        return !shape.tuple && shape.tiled && shape.bytes >= 0 && shape.padded >= 0 && line.size > shape.bytes;
    }

    [[nodiscard]] const ast::shape& shape(model::number row) const
    {
        const auto* node = rows_.shapes[row].node;
        return node ? *node : ast::default_node<ast::shape>;
    }
    // Without layouts.
    [[nodiscard]] std::string shape_text(model::number row) const { return bare_text(shape(row)); }

    // `file:line` of an instruction: of a stack the innermost call in the user's own code, or the innermost if all are
    // in libraries. Empty if unknown. `frames_missing` is set if the stack is in the module text and that is not
    // given.
    [[nodiscard]] std::string source_of(model::number instruction);
    // All calls, innermost first; only the line of the metadata if there are no frames.
    [[nodiscard]] std::vector<source_call> stack_of(model::number instruction);
    [[nodiscard]] bool frames_missing() const { return frames_missing_; }

    // What the texts lack, as far as their readers could tell.
    [[nodiscard]] const completeness& lacks() const { return lacks_; }

private:
    void take_lacks(std::span<const document* const> files);
    static void take_instructions(std::span<const document* const> files, model::builder& to);
    // The source line that nearly all instructions share; empty if there is none.
    void find_shared_source();
    // Null if there is none; then sets `frames_missing_`.
    const ast::stack_frame* frame_of(const ast::metadata& of);

    completeness lacks_;
    bool has_all_ranges_ = true;
    model::rows rows_;
    era_set printed_ = era_set::all(); // by all files of the dump
    const ast::module_text* text_ = nullptr;
    bool frames_missing_ = false;
    // `ops.py:1221` is the line of TensorFlow that makes all operations.
    std::optional<std::pair<std::string_view, std::int64_t>> shared_source_; // none until it is needed
};

} // namespace ballast::analyse
