#include "check/result_rules.hpp"

#include "ast/byte_size.hpp"
#include "ballast/ast/shape.hpp"
#include "check/printed_instruction.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ballast::checking {

namespace {

using model::none;
using model::number;
using op = ast::opcode_kind;
using sizes = std::span<const std::int64_t>;

// The numbers of a list like `{0,1}`. XLA's arrays have few dimensions.
struct few_numbers {
    static constexpr std::size_t most = 32;
    std::array<std::int64_t, most> values{};
    std::size_t count = 0;
    bool right = true; // false: not a list of numbers, or of too many

    [[nodiscard]] bool has(std::int64_t wanted) const
    {
        return std::find(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), wanted) !=
               values.begin() + static_cast<std::ptrdiff_t>(count);
    }
    [[nodiscard]] sizes all() const { return std::span(values).first(count); }
    void add(std::int64_t value)
    {
        right = right && count < most;
        if (right) values[count++] = value;
    }
};

std::int64_t number_of(std::string_view text, bool& right)
{
    std::int64_t result = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    right = right && error == std::errc() && end == text.data() + text.size();
    return result;
}

few_numbers read_numbers(std::string_view text, char between)
{
    few_numbers result;
    while (!text.empty() && result.right) {
        const auto end = std::min(text.find(between), text.size());
        result.add(number_of(text.substr(0, end), result.right));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::string_view without_braces(std::string_view text)
{
    return text.size() >= 2 && text.front() == '{' ? text.substr(1, text.size() - 2) : text;
}

// Wraps around; no text of XLA has such sizes.
std::int64_t sum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t difference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t product(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
std::int64_t product(sizes all)
{
    std::int64_t result = 1;
    for (const auto size : all) result = product(result, size);
    return result;
}

// `window={size=3x3 stride=2x2 pad=1_1x1_1 lhs_dilate=2x2 rhs_dilate=2x2}`
struct window {
    few_numbers size{};
    few_numbers stride{};
    few_numbers low{};
    few_numbers high{};
    few_numbers base_dilation{};
    few_numbers dilation{};
    bool right = true;

    explicit window(std::string_view text)
    {
        for (auto rest = without_braces(text); !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            const auto [key, value] = cut_attribute(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (key == "size") size = read_numbers(value, 'x');
            if (key == "stride") stride = read_numbers(value, 'x');
            if (key == "lhs_dilate") base_dilation = read_numbers(value, 'x');
            if (key == "rhs_dilate") dilation = read_numbers(value, 'x');
            if (key == "pad") read_padding(value);
        }
        for (const auto* list : {&stride, &low, &high, &base_dilation, &dilation})
            right = right && list->right && (list->count == 0 || list->count == size.count);
        right = right && size.right;
    }
    // The size of a dimension of the result.
    [[nodiscard]] std::int64_t slide(std::int64_t base, std::size_t i) const
    {
        const auto dilated = [](std::int64_t of, std::int64_t by) {
            return of == 0 ? 0 : sum(product(difference(of, 1), by), 1);
        };
        const auto whole =
            sum(sum(dilated(base, or_else(base_dilation, i, 1)), or_else(low, i, 0)), or_else(high, i, 0));
        const auto part = dilated(size.values[i], or_else(dilation, i, 1));
        const auto step = or_else(stride, i, 1);
        if (step <= 0 || whole < part) return 0;
        return sum(difference(whole, part) / step, 1);
    }

private:
    void read_padding(std::string_view text)
    {
        while (!text.empty()) {
            const auto end = std::min(text.find('x'), text.size());
            const auto both = read_numbers(text.substr(0, end), '_');
            right = right && both.right && both.count == 2;
            low.add(both.values[0]);
            high.add(both.values[1]);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    static std::int64_t or_else(const few_numbers& list, std::size_t i, std::int64_t usual)
    {
        return list.count == 0 ? usual : list.values[i];
    }
};

bool is_float(std::string_view type) { return type.starts_with('f') || type.starts_with("bf"); }

bool is_unknown(std::string_view type) { return ast::element_kind_of(type) == ast::element_kind::unknown; }

std::int64_t bits(std::string_view type) { return ast::bits(ast::element_kind_of(type)); }

// One instruction with its shapes. A rule is only applied if all its shapes are known. A text that lacks what a rule
// needs is refused elsewhere, and passes here.
class one_result {
public:
    one_result(const shape_table& shapes, const shaped_instruction& made) : shapes_(shapes), made_(made) {}

    // --- rules about any shapes ---
    bool same_as_operands()
    {
        if (!shapes_[made_.result].tuple)
            return std::ranges::all_of(made_.operands, [&](number each) { return same(each, made_.result); });
        if (made_.operands.size() == 1 && shapes_[made_.operands[0]].tuple) return same_as(0);
        return are_parts(made_.operands);
    }
    bool same_as_first() { return same_as(0); }
    bool same_as_second() { return same_as(1); }
    bool tuple_of_operands() { return shapes_[made_.result].tuple && are_parts(made_.operands); }
    bool element()
    {
        bool right = true;
        const auto index = number_of(value("index"), right);
        if (!right || index < 0 || made_.operands.size() != 1) return true;
        return shapes_.part(made_.operands[0], static_cast<std::size_t>(index)) == made_.result;
    }
    // `(f32[8], f32[8], u32[]) copy-start(f32[8])`
    bool copy_started()
    {
        return made_.operands.size() != 1 || (is_part(0, made_.operands[0]) && is_part(1, made_.operands[0]));
    }
    // `f32[8] copy-done((f32[8], f32[8], u32[]))`
    bool first_part() { return is_part_of_operand(0); }
    bool second_part() { return is_part_of_operand(1); }

    // --- rules about arrays ---
    bool dimensions_of_operands()
    {
        if (!are_arrays(1)) return true;
        for (std::size_t k = 0; k < made_.operands.size(); ++k)
            if (!std::ranges::equal(of(k), result())) return false;
        return true;
    }
    bool predicates() { return !are_arrays(1) || (type() == "pred" && dimensions_of_operands() && same_types()); }
    bool part_of_complex()
    {
        if (!are_arrays(1)) return true;
        const auto whole = type_of(0);
        const auto part = whole == "c64" ? "f32" : whole == "c128" ? "f64" : whole;
        return type() == part && dimensions_of_operands();
    }
    bool complex()
    {
        return !are_arrays(2) ||
               (type() == (type_of(0) == "f32" ? "c64" : "c128") && dimensions_of_operands() && same_types());
    }
    bool selected()
    {
        if (!are_arrays(3)) return true;
        return type_of(0) == "pred" && (of(0).empty() || std::ranges::equal(of(0), result())) && same_as(1) &&
               same_as(2);
    }
    bool clamped()
    {
        const auto limit = [&](std::size_t k) {
            return type_of(k) == type() && (of(k).empty() || std::ranges::equal(of(k), result()));
        };
        return !are_arrays(3) || (same_as(1) && limit(0) && limit(2));
    }
    bool reshaped() { return !are_arrays(1) || (same_type(made_.operands[0]) && product(of(0)) == product(result())); }
    bool same_bytes()
    {
        if (!are_arrays(1) || made_.on_tpu || bits(type()) == 0 || bits(type_of(0)) == 0) return true;
        return product(product(of(0)), bits(type_of(0))) == product(product(result()), bits(type()));
    }
    bool transposed()
    {
        const auto order = numbers("dimensions");
        if (!are_arrays(1) || !order.right) return true;
        if (!same_type(made_.operands[0]) || order.count != of(0).size() || result().size() != order.count)
            return false;
        for (std::size_t i = 0; i < order.count; ++i)
            if (!is_below(order.values[i], order.count) || result()[i] != at(of(0), order.values[i])) return false;
        return true;
    }
    bool broadcast()
    {
        const auto places = numbers("dimensions");
        if (!are_arrays(1) || !places.right) return true;
        if (!same_type(made_.operands[0]) || places.count != of(0).size()) return false;
        for (std::size_t i = 0; i < places.count; ++i)
            if (!is_below(places.values[i], result().size()) || at(result(), places.values[i]) != of(0)[i])
                return false;
        return true;
    }
    bool concatenated()
    {
        const auto along = numbers("dimensions");
        if (!are_arrays(1) || !along.right || along.count != 1) return true;
        std::int64_t all = 0;
        for (std::size_t k = 0; k < made_.operands.size(); ++k) {
            if (!alike_but(along.values[0], of(k), result()) || !same_type(made_.operands[k])) return false;
            all = sum(all, at(of(k), along.values[0]));
        }
        return all == at(result(), along.values[0]);
    }
    bool sliced()
    {
        if (!are_arrays(1)) return true;
        std::size_t i = 0;
        for (printed_list list(without_braces(value("slice"))); !list.done(); ++i) {
            auto item = list.next();
            if (item.size() < 2 || i >= of(0).size() || i >= result().size()) return false;
            const auto part = read_numbers(item.substr(1, item.size() - 2), ':');
            if (!part.right || part.count < 2) return true;
            const auto stride = part.count > 2 ? part.values[2] : 1;
            const auto [start, limit] = std::pair(part.values[0], part.values[1]);
            if (stride <= 0 || start < 0 || limit < start || limit > of(0)[i]) return false;
            const auto size = limit - start;
            if (result()[i] != size / stride + (size % stride != 0 ? 1 : 0)) return false;
        }
        return i == of(0).size() && i == result().size() && same_type(made_.operands[0]);
    }
    bool dynamically_sliced()
    {
        const auto wanted = numbers("dynamic_slice_sizes");
        if (!are_arrays(1) || !wanted.right) return true;
        return same_type(made_.operands[0]) && std::ranges::equal(wanted.all(), result()) &&
               result().size() == of(0).size() && std::ranges::equal(result(), of(0), std::less_equal());
    }
    // `padding=0_1x2_0_1`
    bool padded()
    {
        if (!are_arrays(1)) return true;
        std::size_t i = 0;
        for (auto rest = value("padding"); !rest.empty(); ++i) {
            const auto end = std::min(rest.find('x'), rest.size());
            const auto edge = read_numbers(rest.substr(0, end), '_');
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (!edge.right || edge.count < 2) return true;
            if (i >= of(0).size() || i >= result().size()) return false;
            const auto size = of(0)[i];
            const auto inside = edge.count > 2 && size > 0 ? product(difference(size, 1), edge.values[2]) : 0;
            if (result()[i] != sum(sum(size, inside), sum(edge.values[0], edge.values[1]))) return false;
        }
        return same_type(made_.operands[0]);
    }
    // Several arrays are reduced to a tuple.
    bool reduced()
    {
        const auto gone = numbers("dimensions");
        const auto half = made_.operands.size() / 2;
        if (!are_known_arrays(1) || !gone.right) return true;
        for (std::size_t k = 0; k < half; ++k) {
            const auto part = shapes_[made_.result].tuple ? shapes_.part(made_.result, k) : made_.result;
            if (part == none) return false;
            if (!shapes_[part].array) return true;
            if (!same_types(part, made_.operands[k]) || !is_rest(of(k), gone, shapes_.dimensions(part))) return false;
        }
        return true;
    }
    bool dot()
    {
        const auto batch = numbers("lhs_batch_dims");
        const auto contracted = numbers("lhs_contracting_dims");
        const auto other_batch = numbers("rhs_batch_dims");
        const auto other_contracted = numbers("rhs_contracting_dims");
        if (made_.operands.size() != 2 || !are_arrays(2) || !batch.right || !contracted.right) return true;
        if (batch.count != other_batch.count || contracted.count != other_contracted.count) return false;
        few_numbers expected;
        for (const auto& [a, b] : {std::pair(&batch, &other_batch), std::pair(&contracted, &other_contracted)})
            for (std::size_t i = 0; i < a->count; ++i) {
                if (!is_below(a->values[i], of(0).size()) || !is_below(b->values[i], of(1).size())) return false;
                if (at(of(0), a->values[i]) != at(of(1), b->values[i])) return false;
                if (a == &batch) expected.add(at(of(0), a->values[i]));
            }
        add_rest(of(0), batch, contracted, expected);
        add_rest(of(1), other_batch, other_contracted, expected);
        return !expected.right || std::ranges::equal(expected.all(), result());
    }
    bool gathered()
    {
        const auto offsets = numbers("offset_dims");
        const auto window = numbers("slice_sizes");
        auto collapsed = numbers("collapsed_slice_dims");
        for (const auto batch : numbers("operand_batching_dims").all()) collapsed.add(batch);
        bool right = offsets.right && window.right && collapsed.right;
        const auto vector = number_of(value("index_vector_dim"), right);
        if (!are_arrays(2) || !right) return true;
        if (!same_type(made_.operands[0]) || window.count != of(0).size()) return false;
        std::size_t in_window = 0;
        std::size_t in_indices = 0;
        for (std::size_t i = 0; i < result().size(); ++i) {
            const bool offset = offsets.has(static_cast<std::int64_t>(i));
            auto& next = offset ? in_window : in_indices;
            const auto from = offset ? window.all() : of(1);
            while (next < from.size() && (offset ? collapsed.has(static_cast<std::int64_t>(next))
                                                 : vector == static_cast<std::int64_t>(next)))
                ++next;
            if (next >= from.size() || from[next++] != result()[i]) return false;
        }
        return true;
    }
    bool windows_reduced()
    {
        const auto text = value("window");
        if (text.empty() || made_.operands.size() != 2 || !are_arrays(2)) return true;
        const window slides(text);
        if (!slides.right) return true;
        if (slides.size.count != of(0).size() || result().size() != of(0).size() || !same_type(made_.operands[0]))
            return false;
        for (std::size_t i = 0; i < result().size(); ++i)
            if (result()[i] != slides.slide(of(0)[i], i)) return false;
        return true;
    }
    // `dim_labels=b01f_01io->b01f`
    bool convolved()
    {
        const auto labels = value("dim_labels");
        const auto first = labels.find('_');
        const auto second = labels.find("->");
        const window slides(value("window"));
        if (first == std::string_view::npos || second == std::string_view::npos || second < first) return true;
        if (!are_arrays(2) || !slides.right || labels.find('?') != std::string_view::npos) return true;
        const auto lhs = labels.substr(0, first);
        const auto rhs = labels.substr(first + 1, second - first - 1);
        const auto out = labels.substr(second + 2);
        if (lhs.size() != of(0).size() || rhs.size() != of(1).size() || out.size() != result().size()) return false;
        const auto in_lhs = [&](char label) { return labelled(of(0), lhs, label); };
        const auto in_rhs = [&](char label) { return labelled(of(1), rhs, label); };
        const auto groups = count_of("feature_group_count");
        const auto batches = count_of("batch_group_count");
        if (product(in_rhs('i'), groups) != in_lhs('f')) return false;
        for (std::size_t k = 0; k < out.size(); ++k) {
            const char label = out[k];
            const auto i = static_cast<std::size_t>(label - '0');
            const bool spatial = label >= '0' && label <= '9';
            if (spatial && (i >= slides.size.count || in_rhs(label) != slides.size.values[i])) return false;
            const auto expected = spatial        ? slides.slide(in_lhs(label), i)
                                  : label == 'b' ? in_lhs('b') / batches
                                                 : in_rhs('o');
            if (result()[k] != expected) return false;
        }
        return true;
    }
    // One dimension of the larger array is a multiple of that of the smaller one.
    bool all_gathered() { return made_.operands.size() != 1 || !are_arrays(1) || is_multiple(result(), of(0)); }
    bool reduced_and_scattered()
    {
        return made_.operands.size() != 1 || !are_arrays(1) || is_multiple(of(0), result());
    }
    bool exchanged()
    {
        if (shapes_[made_.result].tuple) return are_parts(made_.operands);
        return !are_arrays(1) || (same_type(made_.operands[0]) && product(of(0)) == product(result()));
    }

private:
    // --- shapes ---
    [[nodiscard]] bool same_as(std::size_t k) const
    {
        return k >= made_.operands.size() || same(made_.operands[k], made_.result);
    }
    // On a TPU the floating-point types of one operation may differ.
    [[nodiscard]] bool same(number a, number b) const
    {
        if (shapes_.same_without_layout(a, b)) return true;
        return shapes_[a].array && shapes_[b].array && same_types(a, b) &&
               std::ranges::equal(shapes_.dimensions(a), shapes_.dimensions(b));
    }
    [[nodiscard]] bool same_types(number a, number b) const
    {
        const auto& one = shapes_[a];
        const auto& other = shapes_[b];
        if (one.type == other.type || is_unknown(one.type) || is_unknown(other.type)) return true;
        return (made_.on_tpu || one.tiled || other.tiled) && is_float(one.type) && is_float(other.type);
    }
    [[nodiscard]] bool same_type(number shape) const { return same_types(made_.result, shape); }
    [[nodiscard]] bool same_types() const
    {
        return std::ranges::all_of(made_.operands, [&](number each) { return same_types(made_.operands[0], each); });
    }
    [[nodiscard]] bool are_parts(std::span<const number> operands) const
    {
        if (!shapes_[made_.result].tuple || shapes_[made_.result].count != operands.size()) return false;
        for (std::size_t k = 0; k < operands.size(); ++k)
            if (operands[k] != none && !shapes_.same_without_layout(shapes_.part(made_.result, k), operands[k]))
                return false;
        return true;
    }
    [[nodiscard]] bool is_part(std::size_t element, number shape) const
    {
        const auto part = shapes_.part(made_.result, element);
        return part != none && shapes_.same_without_layout(part, shape);
    }
    [[nodiscard]] bool is_part_of_operand(std::size_t element) const
    {
        if (made_.operands.size() != 1) return true;
        const auto part = shapes_.part(made_.operands[0], element);
        return part == none || shapes_.same_without_layout(part, made_.result);
    }

    // --- arrays ---
    // True if there are so many operands, and all of them and the result are arrays of fixed dimensions.
    [[nodiscard]] bool are_arrays(std::size_t least) const
    {
        return shapes_[made_.result].array && are_known_arrays(least);
    }
    [[nodiscard]] bool are_known_arrays(std::size_t least) const
    {
        return made_.operands.size() >= least &&
               std::ranges::all_of(made_.operands, [&](number each) { return shapes_[each].array; });
    }
    [[nodiscard]] sizes result() const { return shapes_.dimensions(made_.result); }
    [[nodiscard]] sizes of(std::size_t k) const { return shapes_.dimensions(made_.operands[k]); }
    [[nodiscard]] std::string_view type() const { return shapes_[made_.result].type; }
    [[nodiscard]] std::string_view type_of(std::size_t k) const { return shapes_[made_.operands[k]].type; }
    static bool is_below(std::int64_t dimension, std::size_t rank)
    {
        return dimension >= 0 && static_cast<std::size_t>(dimension) < rank;
    }
    static std::int64_t at(sizes all, std::int64_t dimension) { return all[static_cast<std::size_t>(dimension)]; }
    static bool alike_but(std::int64_t dimension, sizes a, sizes b)
    {
        if (a.size() != b.size() || !is_below(dimension, a.size())) return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (static_cast<std::int64_t>(i) != dimension && a[i] != b[i]) return false;
        return true;
    }
    static bool is_rest(sizes whole, const few_numbers& gone, sizes rest)
    {
        few_numbers expected;
        add_rest(whole, gone, {}, expected);
        return !expected.right || std::ranges::equal(expected.all(), rest);
    }
    static void add_rest(sizes whole, const few_numbers& gone, const few_numbers& also_gone, few_numbers& to)
    {
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const auto dimension = static_cast<std::int64_t>(i);
            if (!gone.has(dimension) && !also_gone.has(dimension)) to.add(whole[i]);
        }
    }
    static std::int64_t labelled(sizes all, std::string_view labels, char label)
    {
        const auto place = labels.find(label);
        return place < all.size() ? all[place] : -1;
    }
    [[nodiscard]] bool is_multiple(sizes larger, sizes smaller) const
    {
        const auto along = numbers("dimensions");
        if (!along.right || along.count != 1) return true;
        const auto dimension = along.values[0];
        if (!same_type(made_.operands[0]) || !alike_but(dimension, larger, smaller)) return false;
        const auto part = at(smaller, dimension);
        return part == 0 ? at(larger, dimension) == 0 : at(larger, dimension) % part == 0;
    }

    // --- attributes ---
    [[nodiscard]] std::string_view value(std::string_view key) const { return attribute_of(made_.attributes, key); }
    [[nodiscard]] few_numbers numbers(std::string_view key) const
    {
        return read_numbers(without_braces(value(key)), ',');
    }
    // 1 where it is not printed.
    [[nodiscard]] std::int64_t count_of(std::string_view key) const
    {
        bool right = true;
        const auto text = value(key);
        const auto result = text.empty() ? 1 : number_of(text, right);
        return right && result > 0 ? result : 1;
    }

    const shape_table& shapes_;
    const shaped_instruction& made_;
};

using rule = bool (one_result::*)();

struct row {
    op opcode;
    rule holds;
};

// clang-format off
constexpr row table[] = {
    // element by element
    {op::acos, &one_result::same_as_operands}, {op::acosh, &one_result::same_as_operands},
    {op::add, &one_result::same_as_operands}, {op::and_, &one_result::same_as_operands},
    {op::asin, &one_result::same_as_operands}, {op::asinh, &one_result::same_as_operands},
    {op::atan2, &one_result::same_as_operands}, {op::atanh, &one_result::same_as_operands},
    {op::cbrt, &one_result::same_as_operands}, {op::ceil, &one_result::same_as_operands},
    {op::copy, &one_result::same_as_operands}, {op::cosh, &one_result::same_as_operands},
    {op::cosine, &one_result::same_as_operands}, {op::count_leading_zeros, &one_result::same_as_operands},
    {op::divide, &one_result::same_as_operands}, {op::domain, &one_result::same_as_operands},
    {op::erf, &one_result::same_as_operands}, {op::exponential, &one_result::same_as_operands},
    {op::exponential_minus_one, &one_result::same_as_operands}, {op::floor, &one_result::same_as_operands},
    {op::log, &one_result::same_as_operands}, {op::log_plus_one, &one_result::same_as_operands},
    {op::logistic, &one_result::same_as_operands}, {op::maximum, &one_result::same_as_operands},
    {op::minimum, &one_result::same_as_operands}, {op::multiply, &one_result::same_as_operands},
    {op::negate, &one_result::same_as_operands}, {op::not_, &one_result::same_as_operands},
    {op::opt_barrier, &one_result::same_as_operands}, {op::or_, &one_result::same_as_operands},
    {op::popcnt, &one_result::same_as_operands}, {op::power, &one_result::same_as_operands},
    {op::reduce_precision, &one_result::same_as_operands}, {op::remainder, &one_result::same_as_operands},
    {op::reverse, &one_result::same_as_operands}, {op::round_nearest_afz, &one_result::same_as_operands},
    {op::round_nearest_even, &one_result::same_as_operands}, {op::rsqrt, &one_result::same_as_operands},
    {op::shift_left, &one_result::same_as_operands}, {op::shift_right_arithmetic, &one_result::same_as_operands},
    {op::shift_right_logical, &one_result::same_as_operands}, {op::sign, &one_result::same_as_operands},
    {op::sine, &one_result::same_as_operands}, {op::sinh, &one_result::same_as_operands},
    {op::sqrt, &one_result::same_as_operands}, {op::subtract, &one_result::same_as_operands},
    {op::tan, &one_result::same_as_operands}, {op::tanh, &one_result::same_as_operands},
    {op::xor_, &one_result::same_as_operands},
    {op::abs, &one_result::part_of_complex}, {op::imag, &one_result::part_of_complex},
    {op::real, &one_result::part_of_complex}, {op::complex, &one_result::complex},
    {op::compare, &one_result::predicates}, {op::convert, &one_result::dimensions_of_operands},
    {op::is_finite, &one_result::dimensions_of_operands}, {op::map, &one_result::dimensions_of_operands},
    {op::select, &one_result::selected}, {op::clamp, &one_result::clamped},
    // moved elements
    {op::bitcast, &one_result::same_bytes}, {op::bitcast_convert, &one_result::same_bytes},
    {op::broadcast, &one_result::broadcast}, {op::concatenate, &one_result::concatenated},
    {op::dynamic_slice, &one_result::dynamically_sliced}, {op::dynamic_update_slice, &one_result::same_as_first},
    {op::gather, &one_result::gathered}, {op::pad, &one_result::padded}, {op::reshape, &one_result::reshaped},
    {op::slice, &one_result::sliced}, {op::sort, &one_result::same_as_operands},
    {op::transpose, &one_result::transposed},
    // sums
    {op::cholesky, &one_result::same_as_first}, {op::convolution, &one_result::convolved}, {op::dot, &one_result::dot},
    {op::reduce, &one_result::reduced}, {op::reduce_window, &one_result::windows_reduced},
    {op::select_and_scatter, &one_result::same_as_first}, {op::triangular_solve, &one_result::same_as_second},
    // several devices
    {op::all_gather, &one_result::all_gathered}, {op::all_reduce, &one_result::same_as_operands},
    {op::all_to_all, &one_result::exchanged}, {op::collective_broadcast, &one_result::same_as_operands},
    {op::reduce_scatter, &one_result::reduced_and_scattered},
    // tuples and control
    {op::get_tuple_element, &one_result::element}, {op::tuple, &one_result::tuple_of_operands},
    {op::while_, &one_result::same_as_first},
    {op::copy_start, &one_result::copy_started}, {op::copy_done, &one_result::first_part},
    {op::all_gather_done, &one_result::second_part}, {op::collective_permute_done, &one_result::second_part},
};
// clang-format on

constexpr auto opcodes = static_cast<std::size_t>(op::xor_) + 1;

constexpr auto rules = [] {
    std::array<rule, opcodes> result{};
    for (const auto& each : table) result[static_cast<std::size_t>(each.opcode)] = each.holds;
    return result;
}();

rule rule_of(op opcode) { return rules[static_cast<std::size_t>(opcode)]; }

} // namespace

bool has_result_rule(ast::opcode_kind opcode) { return rule_of(opcode) != nullptr; }

bool result_fits(const shape_table& shapes, const shaped_instruction& made)
{
    const auto holds = rule_of(made.opcode);
    if (!holds || made.result == none) return true;
    // A tuple needs no other operand to compare one of them.
    if (made.opcode != op::tuple && std::ranges::find(made.operands, none) != made.operands.end()) return true;
    return (one_result(shapes, made).*holds)();
}

} // namespace ballast::checking
