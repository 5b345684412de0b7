#include "render/pool_picture.hpp"

#include "base/human_size.hpp"
#include "base/saturating_sum.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ballast::inline v0::render {

namespace {

constexpr double picture_width = 960;
constexpr double row_height = 20;
constexpr double row_step = 24;
constexpr double rows = 16;
constexpr double least_rectangle = 1; // of a rectangle; narrower neighbours are drawn together

// Neighbours that are drawn as one.
struct stretch {
    std::int64_t begin = 0;
    std::int64_t bytes = 0;
    std::size_t chunks = 0;
    bool used = false;
    std::string_view label;
};

std::string title_of(const stretch& s)
{
    auto result = size_text(s.bytes);
    result += s.used ? " in use" : " free";
    if (s.chunks > 1) result += fmt::format(", {} chunks", s.chunks);
    if (!s.label.empty()) result += fmt::format(", {}", s.label);
    return result;
}

class pool_drawing {
public:
    explicit pool_drawing(std::int64_t bytes) : scale_(rows * picture_width / static_cast<double>(bytes)) {}

    void add(const failures::pool_chunk& chunk)
    {
        const bool narrow = width_of(chunk.bytes) < least_rectangle && width_of(now_.bytes) < least_rectangle;
        if (now_.chunks != 0 && !(narrow && now_.used == chunk.used)) finish();
        if (now_.chunks == 0) now_ = {at_, 0, 0, chunk.used, chunk.label};
        if (now_.label != chunk.label) now_.label = {};
        now_.bytes = saturating_sum(now_.bytes, chunk.bytes);
        ++now_.chunks;
        at_ = saturating_sum(at_, chunk.bytes);
    }
    std::string result()
    {
        if (now_.chunks != 0) finish();
        return std::move(drawn_);
    }

private:
    [[nodiscard]] double width_of(std::int64_t bytes) const { return static_cast<double>(bytes) * scale_; }

    // A rectangle for each row that the stretch is in.
    void finish()
    {
        auto from = width_of(now_.begin);
        const auto to = from + width_of(now_.bytes);
        drawn_ +=
            fmt::format("<g class=\"{}\"><title>{}</title>", now_.used ? "used" : "free", xml_text(title_of(now_)));
        while (from < to) {
            const auto row = std::min(static_cast<double>(static_cast<int>(from / picture_width)), rows - 1);
            const auto left = from - row * picture_width;
            const auto end = row + 1 < rows ? std::min(to, (row + 1) * picture_width) : to;
            drawn_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\"/>", left,
                                  row * row_step, std::max(end - from - 0.3, 0.2), row_height);
            from = end;
        }
        drawn_ += "</g>\n";
        now_ = {};
    }

    double scale_;
    std::int64_t at_ = 0;
    stretch now_;
    std::string drawn_;
};

} // namespace

std::string pool_picture(const std::vector<failures::pool_chunk>& chunks)
{
    std::int64_t bytes = 0;
    for (const auto& chunk : chunks) bytes = saturating_sum(bytes, std::max<std::int64_t>(chunk.bytes, 0));
    if (bytes <= 0) return {};
    pool_drawing drawing(bytes);
    for (const auto& chunk : chunks) drawing.add(chunk);
    return fmt::format(
        "<h3>The pool in the order of addresses</h3>\n<p>{} in {} chunks, from left to right and from top to "
        "bottom: filled in use, empty free</p>\n<svg class=\"pool\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
        "aria-label=\"chunks of the pool\">\n{}</svg>\n",
        size_text(bytes), chunks.size(), picture_width, rows * row_step, drawing.result());
}

} // namespace ballast::inline v0::render
