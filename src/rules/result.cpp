#include "rules/result.hpp"

#include "ast/byte_size.hpp"
#include "ballast/ast/attribute_key.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <vector>

namespace ballast::rules {

namespace {

using key = ast::attribute_kind;
using op = ast::opcode_kind;
using sizes = std::span<const std::int64_t>;

// Numbers of an attribute, or sizes that follow from them. XLA's arrays have few dimensions.
struct few_numbers {
    static constexpr std::size_t most = 32;
    std::array<std::int64_t, most> values{};
    std::size_t count = 0;
    bool right = true; // false: not a list of numbers, or of too many

    [[nodiscard]] bool has(std::int64_t wanted) const { return std::ranges::find(all(), wanted) != all().end(); }
    [[nodiscard]] sizes all() const { return std::span(values).first(count); }
    void add(std::int64_t value)
    {
        right = right && count < most;
        if (right) values[count++] = value;
    }
};

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

// Lists that are not printed are empty.
bool fits(const ast::window& of)
{
    const auto count = of.size.size();
    const auto right = [&](const auto& list) { return list.empty() || list.size() == count; };
    return right(of.stride) && right(of.pad) && right(of.lhs_dilate) && right(of.rhs_dilate);
}

// The size of a dimension of the result.
std::int64_t slide(const ast::window& of, std::int64_t base, std::size_t i)
{
    const auto or_one = [&](const ast::list<std::int64_t>& list) { return list.empty() ? 1 : list[i]; };
    const auto dilated = [](std::int64_t size, std::int64_t by) {
        return size == 0 ? 0 : sum(product(difference(size, 1), by), 1);
    };
    const auto edge = of.pad.empty() ? ast::window_padding{} : of.pad[i];
    const auto whole = sum(sum(dilated(base, or_one(of.lhs_dilate)), edge.low), edge.high);
    const auto part = dilated(of.size[i], or_one(of.rhs_dilate));
    const auto step = or_one(of.stride);
    if (step <= 0 || whole < part) return 0;
    return sum(difference(whole, part) / step, 1);
}

bool is_float(ast::element_kind kind)
{
    const auto text = spelling(kind);
    return text.starts_with('f') || text.starts_with("bf");
}

// The dimensions of an array if all are fixed.
struct array_sizes {
    std::vector<std::int64_t> values{};
    bool known = false;

    explicit array_sizes(const ast::shape* shape)
    {
        const auto* const array = shape ? shape->array() : nullptr;
        if (!array || !has_elements(array->type.kind)) return;
        known = true;
        for (const auto& each : array->dimensions) {
            known = known && each.kind == ast::dimension_kind::fixed;
            values.push_back(each.size);
        }
    }
};

// One instruction with its shapes. A rule is only applied if all its shapes are known. A text that lacks what a rule
// needs is refused elsewhere, and passes here.
class one_result {
public:
    explicit one_result(const shaped_instruction& made) : made_(made), result_sizes_(made.result)
    {
        for (const auto* each : made.operands) sizes_.emplace_back(each);
    }

    // --- rules about any shapes ---
    bool same_as_operands()
    {
        if (!made_.result->is_tuple())
            return std::ranges::all_of(made_.operands,
                                       [&](const ast::shape* each) { return same(each, made_.result); });
        if (made_.operands.size() == 1 && made_.operands[0]->is_tuple()) return same_as(0);
        return are_parts(made_.operands);
    }
    bool same_as_first() { return same_as(0); }
    bool same_as_second() { return same_as(1); }
    bool tuple_of_operands() { return made_.result->is_tuple() && are_parts(made_.operands); }
    bool element()
    {
        const auto* const index = get<std::int64_t>(key::index);
        if (!index || *index < 0 || made_.operands.size() != 1) return true;
        const auto* const part = part_of(made_.operands[0], static_cast<std::size_t>(*index));
        return part && *part == *made_.result;
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
    bool predicates()
    {
        return !are_arrays(1) || (type() == ast::element_kind::pred && dimensions_of_operands() && same_types());
    }
    bool part_of_complex()
    {
        if (!are_arrays(1)) return true;
        const auto whole = type_of(0);
        const auto part = whole == ast::element_kind::c64    ? ast::element_kind::f32
                          : whole == ast::element_kind::c128 ? ast::element_kind::f64
                                                             : whole;
        return type() == part && dimensions_of_operands();
    }
    bool complex()
    {
        return !are_arrays(2) ||
               (type() == (type_of(0) == ast::element_kind::f32 ? ast::element_kind::c64 : ast::element_kind::c128) &&
                dimensions_of_operands() && same_types());
    }
    bool selected()
    {
        if (!are_arrays(3)) return true;
        return type_of(0) == ast::element_kind::pred && (of(0).empty() || std::ranges::equal(of(0), result())) &&
               same_as(1) && same_as(2);
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
        if (!are_arrays(1) || made_.on_tpu || ast::bits(type()) == 0 || ast::bits(type_of(0)) == 0) return true;
        return product(product(of(0)), ast::bits(type_of(0))) == product(product(result()), ast::bits(type()));
    }
    bool transposed()
    {
        const auto order = numbers(key::dimensions);
        if (!are_arrays(1) || !order.right) return true;
        if (!same_type(made_.operands[0]) || order.count != of(0).size()) return false;
        for (std::size_t i = 0; i < order.count; ++i)
            if (result()[i] != at(of(0), order.values[i])) return false;
        return true;
    }
    bool broadcast()
    {
        const auto places = numbers(key::dimensions);
        if (!are_arrays(1) || !places.right) return true;
        if (!same_type(made_.operands[0]) || places.count != of(0).size()) return false;
        for (std::size_t i = 0; i < places.count; ++i)
            if (at(result(), places.values[i]) != of(0)[i]) return false;
        return true;
    }
    bool concatenated()
    {
        const auto along = numbers(key::dimensions);
        if (!are_arrays(1) || along.count != 1) return true;
        std::int64_t all = 0;
        for (std::size_t k = 0; k < made_.operands.size(); ++k) {
            if (!alike_but(along.values[0], of(k), result()) || !same_type(made_.operands[k])) return false;
            all = sum(all, at(of(k), along.values[0]));
        }
        return all == at(result(), along.values[0]);
    }
    // The attributes say the rest.
    bool sliced() { return !are_arrays(1) || same_type(made_.operands[0]); }
    bool dynamically_sliced()
    {
        return !are_arrays(1) || (same_type(made_.operands[0]) && result().size() == of(0).size() &&
                                  std::ranges::equal(result(), of(0), std::less_equal()));
    }
    // `padding=0_1x2_0_1`
    bool padded()
    {
        if (!are_arrays(1)) return true;
        const auto* const config = get<ast::padding_config>(key::padding);
        if (!config) return true;
        const auto& all = config->dimensions;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto size = of(0)[i];
            const auto inside = size > 0 ? product(difference(size, 1), all[i].interior.value_or(0)) : 0;
            if (result()[i] != sum(sum(size, inside), sum(all[i].low, all[i].high))) return false;
        }
        return same_type(made_.operands[0]);
    }
    // Several arrays are reduced to a tuple.
    bool reduced()
    {
        const auto gone = numbers(key::dimensions);
        const auto half = made_.operands.size() / 2;
        if (!are_known_arrays(1) || !gone.right) return true;
        for (std::size_t k = 0; k < half; ++k) {
            const auto* const part = made_.result->is_tuple() ? part_of(made_.result, k) : made_.result;
            if (!part) return false;
            const array_sizes rest(part);
            if (!rest.known) return true;
            if (!same_types(part, made_.operands[k]) || !is_rest(of(k), gone, rest.values)) return false;
        }
        return true;
    }
    bool dot()
    {
        const auto batch = numbers(key::lhs_batch_dims);
        const auto contracted = numbers(key::lhs_contracting_dims);
        const auto other_batch = numbers(key::rhs_batch_dims);
        const auto other_contracted = numbers(key::rhs_contracting_dims);
        if (made_.operands.size() != 2 || !are_arrays(2) || !batch.right || !contracted.right) return true;
        few_numbers expected;
        for (const auto& [a, b] : {std::pair(&batch, &other_batch), std::pair(&contracted, &other_contracted)})
            for (std::size_t i = 0; i < std::min(a->count, b->count); ++i) {
                if (at(of(0), a->values[i]) != at(of(1), b->values[i])) return false;
                if (a == &batch) expected.add(at(of(0), a->values[i]));
            }
        add_rest(of(0), batch, contracted, expected);
        add_rest(of(1), other_batch, other_contracted, expected);
        return !expected.right || std::ranges::equal(expected.all(), result());
    }
    bool gathered()
    {
        const auto offsets = numbers(key::offset_dims);
        const auto window = numbers(key::slice_sizes);
        auto collapsed = numbers(key::collapsed_slice_dims);
        for (const auto batch : numbers(key::operand_batching_dims).all()) collapsed.add(batch);
        const auto* const vector = get<std::int64_t>(key::index_vector_dim);
        if (!are_arrays(2) || !vector || !offsets.right || !window.right || !collapsed.right) return true;
        if (!same_type(made_.operands[0])) return false;
        std::size_t in_window = 0;
        std::size_t in_indices = 0;
        for (std::size_t i = 0; i < result().size(); ++i) {
            const bool offset = offsets.has(static_cast<std::int64_t>(i));
            auto& next = offset ? in_window : in_indices;
            const auto from = offset ? window.all() : of(1);
            while (next < from.size() && (offset ? collapsed.has(static_cast<std::int64_t>(next))
                                                 : *vector == static_cast<std::int64_t>(next)))
                ++next;
            if (next >= from.size() || from[next++] != result()[i]) return false;
        }
        return true;
    }
    bool windows_reduced()
    {
        const auto* const slides = window();
        if (!slides || made_.operands.size() != 2 || !are_arrays(2)) return true;
        if (!fits(*slides)) return true;
        if (slides->size.size() != of(0).size() || result().size() != of(0).size() || !same_type(made_.operands[0]))
            return false;
        for (std::size_t i = 0; i < result().size(); ++i)
            if (result()[i] != slide(*slides, of(0)[i], i)) return false;
        return true;
    }
    // `dim_labels=b01f_01io->b01f`
    bool convolved()
    {
        const auto* const text = get<ast::dimension_labels>(key::dim_labels);
        const auto labels = text ? text->text : std::string_view();
        const auto first = labels.find('_');
        const auto second = labels.find("->");
        const ast::window none;
        const auto& slides = window() ? *window() : none;
        if (first == std::string_view::npos || second == std::string_view::npos || second < first) return true;
        if (!are_arrays(2) || !fits(slides) || labels.find('?') != std::string_view::npos) return true;
        const auto lhs = labels.substr(0, first);
        const auto rhs = labels.substr(first + 1, second - first - 1);
        const auto out = labels.substr(second + 2);
        if (lhs.size() != of(0).size() || rhs.size() != of(1).size() || out.size() != result().size()) return false;
        const auto in_lhs = [&](char label) { return labelled(of(0), lhs, label); };
        const auto in_rhs = [&](char label) { return labelled(of(1), rhs, label); };
        const auto groups = count_of(key::feature_group_count);
        const auto batches = count_of(key::batch_group_count);
        if (product(in_rhs('i'), groups) != in_lhs('f')) return false;
        for (std::size_t k = 0; k < out.size(); ++k) {
            const char label = out[k];
            const auto i = static_cast<std::size_t>(label - '0');
            const bool spatial = label >= '0' && label <= '9';
            if (spatial && (i >= slides.size.size() || in_rhs(label) != slides.size[i])) return false;
            const auto expected = spatial        ? slide(slides, in_lhs(label), i)
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
        if (made_.result->is_tuple()) return are_parts(made_.operands);
        return !are_arrays(1) || (same_type(made_.operands[0]) && product(of(0)) == product(result()));
    }

private:
    // --- shapes ---
    [[nodiscard]] bool same_as(std::size_t k) const
    {
        return k >= made_.operands.size() || same(made_.operands[k], made_.result);
    }
    // On a TPU the floating-point types of one operation may differ.
    [[nodiscard]] bool same(const ast::shape* a, const ast::shape* b) const
    {
        if (ast::same_without_layout(*a, *b)) return true;
        const array_sizes one(a);
        const array_sizes other(b);
        return one.known && other.known && same_types(a, b) && one.values == other.values;
    }
    [[nodiscard]] bool same_types(const ast::shape* a, const ast::shape* b) const
    {
        const auto* const one = a->array();
        const auto* const other = b->array();
        if (!one || !other) return one == other;
        const auto [kind, known] = std::pair(one->type.kind, other->type.kind);
        if (kind == known || kind == ast::element_kind::unknown || known == ast::element_kind::unknown) return true;
        return (made_.on_tpu || is_tiled(*one) || is_tiled(*other)) && is_float(kind) && is_float(known);
    }
    static bool is_tiled(const ast::array_shape& of)
    {
        return of.layout && of.layout->suffixes && !of.layout->suffixes->tiles.empty();
    }
    [[nodiscard]] bool same_type(const ast::shape* shape) const { return same_types(made_.result, shape); }
    [[nodiscard]] bool same_types() const
    {
        return std::ranges::all_of(made_.operands,
                                   [&](const ast::shape* each) { return same_types(made_.operands[0], each); });
    }
    static const ast::shape* part_of(const ast::shape* of, std::size_t element)
    {
        const auto* const tuple = of->tuple();
        return tuple && element < tuple->elements.size() ? &tuple->elements[element] : nullptr;
    }
    [[nodiscard]] bool are_parts(std::span<const ast::shape* const> operands) const
    {
        const auto* const tuple = made_.result->tuple();
        if (!tuple || tuple->elements.size() != operands.size()) return false;
        for (std::size_t k = 0; k < operands.size(); ++k)
            if (operands[k] && !ast::same_without_layout(tuple->elements[k], *operands[k])) return false;
        return true;
    }
    [[nodiscard]] bool is_part(std::size_t element, const ast::shape* shape) const
    {
        const auto* const part = part_of(made_.result, element);
        return part && ast::same_without_layout(*part, *shape);
    }
    [[nodiscard]] bool is_part_of_operand(std::size_t element) const
    {
        if (made_.operands.size() != 1) return true;
        const auto* const part = part_of(made_.operands[0], element);
        return !part || ast::same_without_layout(*part, *made_.result);
    }

    // --- arrays ---
    // True if there are so many operands, and all of them and the result are arrays of fixed dimensions.
    [[nodiscard]] bool are_arrays(std::size_t least) const { return result_sizes_.known && are_known_arrays(least); }
    [[nodiscard]] bool are_known_arrays(std::size_t least) const
    {
        return made_.operands.size() >= least &&
               std::ranges::all_of(sizes_, [](const array_sizes& each) { return each.known; });
    }
    [[nodiscard]] sizes result() const { return result_sizes_.values; }
    [[nodiscard]] sizes of(std::size_t k) const { return sizes_[k].values; }
    [[nodiscard]] ast::element_kind type() const { return made_.result->array()->type.kind; }
    [[nodiscard]] ast::element_kind type_of(std::size_t k) const { return made_.operands[k]->array()->type.kind; }
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
        const auto along = numbers(key::dimensions);
        if (!along.right || along.count != 1) return true;
        const auto dimension = along.values[0];
        if (!same_type(made_.operands[0]) || !alike_but(dimension, larger, smaller)) return false;
        const auto part = at(smaller, dimension);
        return part == 0 ? at(larger, dimension) == 0 : at(larger, dimension) % part == 0;
    }

    // --- attributes ---
    template <typename T>
    [[nodiscard]] const T* get(ast::attribute_kind which) const
    {
        for (const auto& each : made_.attributes)
            if (each.key.kind == which) return std::get_if<T>(&each.value);
        return nullptr;
    }
    [[nodiscard]] const ast::window* window() const
    {
        const auto* const found = get<ast::box<ast::window>>(key::window);
        return found ? found->get() : nullptr;
    }
    // Empty if it is not printed.
    [[nodiscard]] few_numbers numbers(ast::attribute_kind which) const
    {
        few_numbers result;
        for (const auto& each : made_.attributes) {
            if (each.key.kind != which) continue;
            const auto* const list = std::get_if<ast::integers>(&each.value);
            result.right = list != nullptr;
            if (!list) return result;
            for (const auto number : list->values) result.add(number);
            return result;
        }
        return result;
    }
    // 1 if it is not printed.
    [[nodiscard]] std::int64_t count_of(ast::attribute_kind which) const
    {
        const auto* const found = get<std::int64_t>(which);
        return found && *found > 0 ? *found : 1;
    }

    const shaped_instruction& made_;
    array_sizes result_sizes_;
    std::vector<array_sizes> sizes_; // of the operands
};

using rule = bool (one_result::*)();

struct row {
    op opcode;
    rule holds;
};

// clang-format off
constexpr row rules_by_opcode[] = {
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

constexpr auto by_opcode = [] {
    std::array<rule, opcodes> result{};
    for (const auto& each : rules_by_opcode) result[static_cast<std::size_t>(each.opcode)] = each.holds;
    return result;
}();

rule rule_of(op opcode) { return by_opcode[static_cast<std::size_t>(opcode)]; }

} // namespace

bool has_result_rule(ast::opcode_kind opcode) { return rule_of(opcode) != nullptr; }

bool result_fits(const shaped_instruction& made)
{
    const auto holds = rule_of(made.opcode);
    if (!holds || !made.result) return true;
    // A tuple needs no other operand to compare one of them.
    if (made.opcode != op::tuple && std::ranges::find(made.operands, nullptr) != made.operands.end()) return true;
    if (check_dimensions(made)) return false;
    return (one_result(made).*holds)();
}

} // namespace ballast::rules
