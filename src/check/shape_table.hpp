// Shapes as they are printed, each read once: `f32[8,16]{1,0}`, `(f32[8]{0}, s32[])`.
#pragma once

#include "model/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::checking {

struct read_shape {
    std::string_view type{}; // of an array
    model::number bare = 0;  // equal for shapes that are the same without their layouts
    model::number first = 0; // of the dimensions of an array, or of the parts of a tuple
    model::number count = 0;
    bool tuple = false;
    bool array = false; // with dimensions that are all fixed
    bool tiled = false;
};

class shape_table {
public:
    // The number of a shape: equal for equal texts, apart from comments. None if the text is not a shape.
    model::number of(std::string_view text) { return read(text, 0); }

    [[nodiscard]] const read_shape& operator[](model::number which) const { return shapes_[which]; }
    [[nodiscard]] std::span<const std::int64_t> dimensions(model::number which) const
    {
        const auto& shape = shapes_[which];
        return std::span(dimensions_).subspan(shape.first, shape.count);
    }
    [[nodiscard]] std::span<const model::number> parts(model::number which) const
    {
        const auto& shape = shapes_[which];
        return std::span(parts_).subspan(shape.first, shape.count);
    }
    // The part of a tuple, or none.
    [[nodiscard]] model::number part(model::number which, std::size_t element) const
    {
        return shapes_[which].tuple && element < shapes_[which].count ? parts(which)[element] : model::none;
    }
    [[nodiscard]] bool same_without_layout(model::number a, model::number b) const
    {
        return shapes_[a].bare == shapes_[b].bare;
    }

private:
    model::number read(std::string_view text, int depth);
    model::number read_array(std::string_view text);
    model::number read_tuple(std::string_view text, int depth);

    std::vector<read_shape> shapes_; // by number in `texts_`
    std::vector<std::int64_t> dimensions_;
    std::vector<model::number> parts_;
    model::interned<char> texts_;
    model::interned<char> bare_;
    std::vector<model::number> by_text_; // none: not a shape
    std::vector<model::number> open_;    // the parts of the tuples that are being read
    std::vector<char> key_;
};

} // namespace ballast::checking
