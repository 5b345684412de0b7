#include "generate/dimensions.hpp"

#include "generate/nodes.hpp"

#include <algorithm>
#include <numeric>

namespace ballast::generate {

namespace {

using key = ast::attribute_kind;
using op = ast::opcode_kind;

std::size_t rank_of(const ast::array_shape* array) { return array->dimensions.size(); }

// The rank of an operand, or of the result if there is no such operand.
std::size_t rank_of(const arrays_of& arrays, std::size_t operand)
{
    const auto* array = operand < arrays.operands.size() ? arrays.operands[operand] : nullptr;
    return rank_of(array ? array : arrays.result);
}

const ast::array_shape* known(const arrays_of& arrays, std::size_t operand)
{
    return operand < arrays.operands.size() ? arrays.operands[operand] : nullptr;
}

bool is_as_long(const arrays_of& arrays) { return rank_of(arrays, 0) == rank_of(arrays.result); }

bool holds_a_slice(const arrays_of& arrays)
{
    if (!is_as_long(arrays)) return false;
    const auto* from = arrays.operands.empty() ? nullptr : arrays.operands[0];
    if (!from) return true;
    for (std::size_t i = 0; i < from->dimensions.size(); ++i)
        if (from->dimensions[i].size < arrays.result->dimensions[i].size) return false;
    return true;
}

std::optional<dot_counts> dot_of(const arrays_of& arrays)
{
    const auto left = rank_of(arrays, 0);
    const auto right = rank_of(arrays, 1);
    const auto result = rank_of(arrays.result);
    for (std::size_t common = 0; common <= std::min(left, right); ++common) {
        if (left + right < result + common || (left + right - result - common) % 2 != 0) continue;
        const auto contracted = (left + right - result - common) / 2;
        if (contracted + common <= std::min(left, right)) return dot_counts{contracted, common};
    }
    return std::nullopt;
}

} // namespace

bool has_dimensions(op kind)
{
    switch (kind) {
    case op::broadcast:
    case op::transpose:
    case op::reverse:
    case op::reduce:
    case op::map:
    case op::concatenate:
    case op::sort:
    case op::all_gather:
    case op::reduce_scatter:
    case op::all_to_all:
    case op::set_dimension_size:
    case op::get_dimension_size:
    case op::iota:
    case op::slice:
    case op::dynamic_slice:
    case op::gather:
    case op::pad:
    case op::reduce_window:
    case op::select_and_scatter:
    case op::convolution:
    case op::dot: return true;
    default: return false;
    }
}

bool can_fit(op kind, const arrays_of& arrays)
{
    const auto rank = rank_of(arrays.result);
    switch (kind) {
    case op::broadcast: return rank_of(arrays, 0) <= rank;
    case op::reduce: return rank_of(arrays, 0) >= rank;
    case op::transpose: return is_as_long(arrays);
    case op::pad: return rank != 0 && is_as_long(arrays);
    case op::concatenate:
    case op::sort:
    case op::all_gather:
    case op::reduce_scatter:
    case op::all_to_all:
    case op::set_dimension_size:
    case op::iota: return rank != 0;
    case op::get_dimension_size: return rank_of(arrays, 0) != 0;
    case op::slice: return holds_a_slice(arrays);
    case op::convolution: return rank >= 2 && is_as_long(arrays) && rank_of(arrays, 1) == rank;
    case op::dot: return dot_of(arrays).has_value();
    default: return true;
    }
}

// --- shapes for an opcode --------------------------------------------------------------------------------------------

ast::shape nodes::array_of_rank(std::size_t rank, std::int64_t least)
{
    ast::array_shape result;
    result.type.kind = ast::element_kind::f32;
    std::vector<ast::dimension> dimensions;
    for (; dimensions.size() < rank;)
        dimensions.push_back({least + below(5), chance(8) ? ast::dimension_kind::bounded : ast::dimension_kind::fixed});
    result.dimensions = list(dimensions);
    if (rank != 0) result.layout = layout(rank, 0);
    return {result};
}

void nodes::draw_fitting_shapes(ast::instruction& node, std::vector<ast::operand>& operands)
{
    const auto kind = node.opcode.kind;
    auto rank = static_cast<std::size_t>(below(4));
    if (kind == op::convolution) rank += 2;
    if (!can_fit(kind, {&*array_of_rank(rank, 1).array(), {}})) ++rank;
    auto first = rank;
    auto second = rank;
    if (kind == op::broadcast) first = static_cast<std::size_t>(below(static_cast<std::int64_t>(rank) + 1));
    if (kind == op::reduce) first = rank + static_cast<std::size_t>(below(3));
    if (kind == op::dot) {
        const auto common = static_cast<std::size_t>(below(static_cast<std::int64_t>(rank) + 1));
        const auto contracted = static_cast<std::size_t>(below(3));
        const auto left = static_cast<std::size_t>(below(static_cast<std::int64_t>(rank - common) + 1));
        first = common + contracted + left;
        second = rank - left + contracted;
    }
    node.shape = memory_.share(array_of_rank(rank, 1));
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i].detail->shape)
            operands[i].detail = memory_.share(ast::operand_detail{
                memory_.make(array_of_rank(i == 0 ? first : second, 5)), operands[i].detail->element});
}

// --- attributes for the shapes ---------------------------------------------------------------------------------------

// Some of the numbers below `rank`, ascending.
ast::list<std::int64_t> nodes::some_of(std::size_t rank, std::size_t count)
{
    std::vector<std::int64_t> all(rank);
    std::iota(all.begin(), all.end(), 0);
    while (all.size() > count) all.erase(all.begin() + below(static_cast<std::int64_t>(all.size())));
    return list(all);
}

// The last of them.
ast::list<std::int64_t> nodes::last_of(std::size_t rank, std::size_t count)
{
    std::vector<std::int64_t> result;
    for (auto i = rank - std::min(rank, count); i < rank; ++i) result.push_back(static_cast<std::int64_t>(i));
    return list(result);
}

ast::dimension_labels nodes::labels(std::size_t rank, bool windowed)
{
    const bool unused = !windowed && rank > 2 && chance(3, feature::unused_label);
    const auto side = [&](char first, char second) {
        std::string text{first, second};
        for (std::size_t i = 0; i + 2 < rank; ++i)
            text.insert(text.begin() + below(static_cast<std::int64_t>(text.size()) + 1),
                        unused ? '?' : static_cast<char>('0' + i));
        while (text.back() == '?') text.insert(text.begin(), '?'), text.pop_back(); // XLA omits a final `?`
        return text;
    };
    const auto input = side('b', 'f');
    const auto kernel = side('i', 'o');
    return {memory_.copy(input + "_" + kernel + "->" + side('b', 'f'))};
}

ast::slice_ranges nodes::slice_of(const arrays_of& arrays)
{
    const auto* from = arrays.operands.empty() ? nullptr : arrays.operands[0];
    const auto& to = arrays.result->dimensions;
    // The largest stride above 1 for which every dimension of the operand is long enough, if there is one.
    std::int64_t stride = 2 + below(3);
    for (std::size_t i = 0; i < to.size() && from; ++i)
        while (stride > 1 && to[i].size > 1 && (to[i].size - 1) * stride + 1 > from->dimensions[i].size) --stride;
    const bool strides = stride > 1 && !to.empty() && chance(2);
    std::vector<ast::slice_dimension> result;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const auto size = to[i].size;
        const auto taken = size == 0 ? 0 : strides ? (size - 1) * stride + 1 : size;
        const auto room = from ? from->dimensions[i].size - taken : 3;
        const auto start = below(std::min<std::int64_t>(room, 3) + 1);
        result.push_back({start, start + taken, strides ? std::optional(stride) : std::nullopt});
    }
    return {list(result)};
}

// Draws the attributes of one instruction so that they fit its arrays.
class nodes::fitter {
public:
    fitter(nodes& draw, op kind, const arrays_of& arrays)
        : draw_(draw),
          kind_(kind),
          arrays_(arrays),
          rank_(rank_of(arrays.result)),
          dot_(kind == op::dot ? std::optional(dot_of(arrays).value_or(dot_counts())) : std::nullopt),
          sides_{dimensions_of_dot(0), dimensions_of_dot(1)}
    {
    }

    void fit(std::vector<ast::attribute>& attributes)
    {
        std::erase_if(attributes, [&](const ast::attribute& a) { return has_no_place(a.key.kind); });
        for (std::size_t i = 0; dot_ && dot_->common != 0 && i < attributes.size(); ++i) {
            const auto k = attributes[i].key.kind;
            if (k != key::lhs_contracting_dims && k != key::rhs_contracting_dims) continue;
            const auto batch = k == key::lhs_contracting_dims ? key::lhs_batch_dims : key::rhs_batch_dims;
            attributes.insert(attributes.begin() + static_cast<std::ptrdiff_t>(i++), ast::attribute{{batch, {}}, {}});
        }
        windowed_ = std::ranges::any_of(attributes, [](const auto& a) { return a.key.kind == key::window; });
        for (auto& a : attributes)
            if (auto made = value_of(a.key.kind)) a.value = std::move(*made);
    }

private:
    using value = std::optional<decltype(ast::attribute::value)>;

    [[nodiscard]] bool has_no_place(key of) const
    {
        switch (of) {
        case key::window: return kind_ == op::convolution ? rank_ == 2 : rank_ == 0;
        case key::lhs_batch_dims:
        case key::rhs_batch_dims: return dot_.has_value();
        default: return false;
        }
    }

    // Empty if any value fits.
    value value_of(key of)
    {
        const auto whole = static_cast<std::int64_t>(rank_);
        switch (of) {
        case key::dimensions: return ast::integers{dimensions()};
        case key::iota_dimension: return draw_.below(whole);
        case key::slice: return draw_.slice_of(arrays_);
        case key::dynamic_slice_sizes: return ast::integers{sizes_of_result()};
        case key::slice_sizes: {
            if (kind_ != op::gather) return std::nullopt;
            const auto count = static_cast<std::int64_t>(rank_of(arrays_, 0));
            return ast::integers{draw_.many(count, count, [&] { return 1 + draw_.below(4); })};
        }
        case key::padding: return padding();
        case key::window: return draw_.memory_.make(draw_.window(kind_ == op::convolution ? whole - 2 : whole));
        case key::dim_labels: return draw_.labels(rank_, windowed_);
        case key::lhs_contracting_dims: return of_dot(0, false);
        case key::rhs_contracting_dims: return of_dot(1, false);
        case key::lhs_batch_dims: return of_dot(0, true);
        case key::rhs_batch_dims: return of_dot(1, true);
        default: return std::nullopt;
        }
    }

    ast::list<std::int64_t> dimensions()
    {
        const auto first = rank_of(arrays_, 0);
        switch (kind_) {
        case op::broadcast: {
            // The last dimensions, if they have the sizes of the operand.
            const auto some = draw_.some_of(rank_, first);
            return known(arrays_, 0) ? draw_.last_of(rank_, first) : some;
        }
        case op::all_gather:
        case op::concatenate: {
            const auto some = draw_.some_of(rank_, 1);
            return known(arrays_, 0) ? draw_.list(std::vector<std::int64_t>{0}) : some;
        }
        case op::reduce: return draw_.some_of(first, first - rank_);
        case op::map: return draw_.some_of(rank_, rank_);
        case op::reverse:
            return draw_.some_of(rank_, static_cast<std::size_t>(draw_.below(static_cast<std::int64_t>(rank_) + 1)));
        case op::get_dimension_size: return draw_.some_of(first, 1);
        case op::transpose: return order();
        default: return draw_.some_of(rank_, 1);
        }
    }

    // Reversed, if the sizes of the operand are known.
    ast::list<std::int64_t> order()
    {
        std::vector<std::int64_t> result;
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank_); ++i)
            result.insert(result.begin() + (known(arrays_, 0) ? 0 : draw_.below(i + 1)), i);
        return draw_.list(result);
    }

    ast::list<std::int64_t> sizes_of_result()
    {
        std::vector<std::int64_t> sizes;
        for (const auto& d : arrays_.result->dimensions) sizes.push_back(d.size);
        return draw_.list(sizes);
    }

    ast::padding_config padding()
    {
        const bool interior = rank_ != 0 && draw_.chance(2);
        const auto whole = static_cast<std::int64_t>(rank_);
        return {draw_.many(whole, whole, [&, i = std::size_t{0}]() mutable { return padding_of(i++, interior); })};
    }
    ast::padding_dimension padding_of(std::size_t dimension, bool interior)
    {
        ast::padding_dimension made{draw_.below(5) - 2, draw_.below(5) - 2,
                                    interior ? std::optional(1 + draw_.below(3)) : std::nullopt};
        // The padding at the end makes up the rest, if the operand is known.
        if (const auto* from = known(arrays_, 0); from && from->dimensions.size() == rank_) {
            const auto size = from->dimensions[dimension].size;
            const auto inside = size > 0 ? (size - 1) * made.interior.value_or(0) : 0;
            made.high = arrays_.result->dimensions[dimension].size - size - inside - made.low;
        }
        return made;
    }

    // Of an operand of a dot, those that are contracted or common; the common ones first.
    ast::list<std::int64_t> dimensions_of_dot(std::size_t operand)
    {
        if (!dot_) return {};
        const auto count = dot_->contracted + dot_->common;
        const auto rank = rank_of(arrays_, operand);
        return known(arrays_, 0) ? draw_.last_of(rank, count) : draw_.some_of(rank, count);
    }
    ast::integers of_dot(std::size_t operand, bool common)
    {
        const auto& all = sides_[operand];
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(dot_ ? dot_->common : 0);
        return {draw_.list(common ? std::vector<std::int64_t>(all.begin(), middle)
                                  : std::vector<std::int64_t>(middle, all.end()))};
    }

    nodes& draw_;
    op kind_;
    const arrays_of& arrays_;
    std::size_t rank_;
    std::optional<dot_counts> dot_;
    ast::list<std::int64_t> sides_[2];
    bool windowed_ = false;
};

void nodes::fit(ast::instruction& node, const arrays_of& arrays)
{
    const auto kind = node.opcode.kind;
    if (!has_dimensions(kind) || node.opcode.suffix != ast::async_suffix::none) return;
    std::vector<ast::attribute> attributes(node.attributes.begin(), node.attributes.end());
    fitter(*this, kind, arrays).fit(attributes);
    node.attributes = list(attributes);
}

} // namespace ballast::generate
