#include "answers/shape_words.hpp"

#include "ast/byte_size.hpp"
#include "base/human_size.hpp"
#include "base/letters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>

namespace ballast::inline v0::answers {

namespace {

using ast::element_kind;

// The number after a letter of a type's spelling: the exponent of `f8e4m3` is 4.
std::optional<int> digits_after(std::string_view spelling, char letter)
{
    const auto at = spelling.find(letter, 1);
    if (at == std::string_view::npos) return std::nullopt;
    int result = 0;
    auto end = at + 1;
    for (; end < spelling.size() && spelling[end] >= '0' && spelling[end] <= '9'; ++end)
        result = result * 10 + (spelling[end] - '0');
    return end == at + 1 ? std::nullopt : std::optional(result);
}

// A float whose spelling says its parts, such as `f8e4m3b11fnuz`.
std::string small_float(std::string_view spelling, int exponent, int fraction)
{
    auto result = fmt::format("a floating-point number of {} bits: {} for the exponent, {} for the fraction",
                              1 + exponent + fraction, exponent, fraction);
    if (const auto bias = digits_after(spelling, 'b')) result += fmt::format("; the bias is {}", *bias);
    if (spelling.ends_with("fn")) result += "; it has no infinities";
    if (spelling.ends_with("fnuz")) result += "; it has neither infinities nor a negative zero";
    return result;
}

std::string count_of(std::size_t count, std::string_view what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string order_in_words(const ast::layout& layout)
{
    const auto& order = layout.minor_to_major;
    if (order.empty()) return "There are no dimensions to order.";
    bool row_major = true;
    bool column_major = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
        row_major = row_major && order[i] == static_cast<std::int64_t>(order.size() - 1 - i);
        column_major = column_major && order[i] == static_cast<std::int64_t>(i);
    }
    const auto name = order.size() == 1 ? "" : row_major ? " (row-major)" : column_major ? " (column-major)" : "";
    return fmt::format(
        "Minor to major: the index of dimension {} varies fastest in memory, that of dimension {} slowest{}.", order[0],
        order[order.size() - 1], name);
}

std::string tile_in_words(const ast::tile& tile, bool first)
{
    std::vector<std::string> sizes;
    for (const auto& d : tile.dimensions) sizes.push_back(d.size ? fmt::format("{}", *d.size) : std::string("all"));
    const auto by = fmt::format("{}", fmt::join(sizes, " by "));
    if (!first) return fmt::format("Each tile is cut into tiles of {} again.", by);
    return fmt::format("Tiles: the {} most minor {} cut into blocks of {} elements, and rounded up to whole blocks.",
                       tile.dimensions.size(), tile.dimensions.size() == 1 ? "dimension is" : "dimensions are", by);
}

void add_suffixes(const ast::layout_suffixes& of, std::vector<std::string>& to)
{
    if (!of.levels.empty()) to.push_back("Dimension levels: how each dimension of a sparse array is stored.");
    for (std::size_t i = 0; i < of.tiles.size(); ++i) to.push_back(tile_in_words(of.tiles[i], i == 0));
    if (of.tail_padding_alignment)
        to.push_back(
            fmt::format("The number of elements is rounded up to a multiple of {}.", *of.tail_padding_alignment));
    if (of.index_type || of.pointer_type) to.push_back("The element types of a sparse array's indices and pointers.");
    if (of.element_bits != 0)
        to.push_back(fmt::format("An element takes {}.", count_of(static_cast<std::size_t>(of.element_bits), "bit")));
    if (of.memory_space != 0)
        to.push_back(fmt::format("The array is in memory space {}; without `S(…)` it is in space 0, the main memory.",
                                 of.memory_space));
    if (!of.splits.empty()) to.push_back("The array is split at some indices, between cores or memories.");
    if (of.physical_shape) to.push_back("It is stored as the shape in `P(…)`.");
    if (of.dynamic_metadata_bytes != 0)
        to.push_back(fmt::format("{} bytes before the elements hold the sizes of dynamic dimensions.",
                                 of.dynamic_metadata_bytes));
    for (const auto& item : of.unknown_items)
        to.push_back(fmt::format("`{}` is not known to this version; XLA may be newer.", item.text));
}

std::vector<std::string> array_in_words(const ast::array_shape& array)
{
    std::vector<std::string> result;
    const auto rank = array.dimensions.size();
    auto type = in_words(array.type.kind);
    if (array.type.kind == element_kind::token || array.type.kind == element_kind::opaque) return {as_sentence(type)};
    result.push_back(fmt::format("{} of `{}`: {}.",
                                 rank == 0 ? std::string("A scalar") : "An array of " + count_of(rank, "dimension"),
                                 ast::spelling(array.type.kind), type));
    for (const auto& d : array.dimensions)
        if (d.kind == ast::dimension_kind::bounded)
            result.push_back(fmt::format("`<={}` is a dimension of dynamic size, of at most {}.", d.size, d.size));
    const auto bytes = ast::byte_size(array);
    const auto padded = ast::tiled_byte_size(array);
    if (bytes >= 0)
        result.push_back(fmt::format(
            "The elements take {} ({} bytes){}.", human_size(bytes), bytes,
            padded > bytes ? fmt::format("; with the padding of the layout, {} ({} bytes)", human_size(padded), padded)
                           : std::string()));
    if (array.layout)
        for (auto& sentence : in_words(*array.layout)) result.push_back(std::move(sentence));
    return result;
}

} // namespace

std::string in_words(element_kind type)
{
    const auto spelling = ast::spelling(type);
    const auto bits = ast::bits(type);
    switch (type) {
    case element_kind::unknown: return "a type that this version does not know";
    case element_kind::pred: return "a truth value; it takes a byte";
    case element_kind::token: return "no data: orders instructions with side effects";
    case element_kind::opaque: return "data that only the runtime understands";
    case element_kind::primitive_type_invalid: return "no type";
    case element_kind::f16: return small_float(spelling, 5, 10);
    case element_kind::bf16: return small_float("", 8, 7);
    case element_kind::f32: return small_float(spelling, 8, 23);
    case element_kind::f64: return small_float(spelling, 11, 52);
    case element_kind::c64: return "a complex number: two `f32`";
    case element_kind::c128: return "a complex number: two `f64`";
    case element_kind::f8e8m0fnu:
        return "a power of two, as the scale of a block: 8 bits of exponent, neither sign nor zero";
    default: break;
    }
    if (spelling.starts_with('f'))
        return small_float(spelling, *digits_after(spelling, 'e'), *digits_after(spelling, 'm'));
    const auto packed = bits < 8 ? "; it takes a byte unless the layout has `E(…)`" : "";
    return fmt::format("{} integer of {}{}", spelling.starts_with('s') ? "a signed" : "an unsigned",
                       count_of(static_cast<std::size_t>(bits), "bit"), packed);
}

std::vector<std::string> in_words(const ast::layout& layout)
{
    std::vector<std::string> result{order_in_words(layout)};
    if (layout.suffixes) add_suffixes(*layout.suffixes, result);
    return result;
}

std::vector<std::string> in_words(const ast::shape& shape)
{
    if (const auto* array = shape.array()) return array_in_words(*array);
    if (const auto* tuple = shape.tuple())
        return {fmt::format(
            "A tuple of {}. Its own buffer is a table of pointers, {} bytes; the elements have buffers of their own.",
            count_of(tuple->elements.size(), "element"), ast::byte_size(shape))};
    auto result = array_in_words(std::get<ast::buffer_shape>(shape.form).array);
    result.insert(result.begin(), "A buffer with the array in parentheses, which instructions can write in place.");
    return result;
}

} // namespace ballast::inline v0::answers
