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
        return shape.tuple ? std::span<const std::int64_t>() : rows_of(dimensions_, shape);
    }
    [[nodiscard]] std::span<const model::number> parts(model::number which) const
    {
        const auto& shape = shapes_[which];
        return shape.tuple ? rows_of(parts_, shape) : std::span<const model::number>();
    }
    // The part of a tuple, or none; none has no parts.
    [[nodiscard]] model::number part(model::number which, std::size_t element) const
    {
        if (which == model::none) return model::none;
        const auto all = parts(which);
        return element < all.size() ? all[element] : model::none;
    }
    [[nodiscard]] bool same_without_layout(model::number a, model::number b) const
    {
        return shapes_[a].bare == shapes_[b].bare;
    }

    // True if a layout in the shape names a memory space.
    [[nodiscard]] bool has_memory_space(model::number which) const
    {
        const auto text = texts_[which];
        return std::string_view(text.data(), text.size()).find("S(") != std::string_view::npos;
    }

private:
    template <typename T>
    static std::span<const T> rows_of(const model::row_list<T>& all, const read_shape& shape)
    {
        return std::span(all.data(), all.size()).subspan(shape.first, shape.count);
    }
    model::number read(std::string_view text, int depth);
    model::number read_array(std::string_view text);
    model::number read_tuple(std::string_view text, int depth);

    model::row_list<read_shape> shapes_; // by number in `texts_`
    model::row_list<std::int64_t> dimensions_;
    model::row_list<model::number> parts_;
    model::interned<char> texts_;
    model::interned<char> bare_;
    model::row_list<model::number> by_text_; // none: not a shape
    std::vector<model::number> open_;        // the parts of the tuples that are being read
    std::vector<char> key_;
};

} // namespace ballast::checking
