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

// The numbers of contracting and batch dimensions of a dot; empty if none fit.
struct dot_counts {
    std::size_t contracted = 0;
    std::size_t common = 0;
};
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

void nodes::fit(ast::instruction& node, const arrays_of& arrays)
{
    const auto kind = node.opcode.kind;
    if (!has_dimensions(kind) || node.opcode.suffix != ast::async_suffix::none) return;
    const auto rank = rank_of(arrays.result);
    const auto whole = static_cast<std::int64_t>(rank);
    std::vector<ast::attribute> attributes(node.attributes.begin(), node.attributes.end());
    const auto dot = kind == op::dot ? std::optional(dot_of(arrays).value_or(dot_counts())) : std::nullopt;
    // The dimensions of the operands of a dot: batch dimensions first.
    const auto drawn = [&](std::size_t operand) {
        if (!dot) return ast::list<std::int64_t>{};
        const auto count = dot->contracted + dot->common;
        return known(arrays, 0) ? last_of(rank_of(arrays, operand), count) : some_of(rank_of(arrays, operand), count);
    };
    const ast::list<std::int64_t> sides[] = {drawn(0), drawn(1)};
    const auto of_dot = [&](std::size_t operand, bool common) {
        const auto& all = sides[operand];
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(dot->common);
        return ast::integers{common ? list(std::vector<std::int64_t>(all.begin(), middle))
                                    : list(std::vector<std::int64_t>(middle, all.end()))};
    };
    std::erase_if(attributes, [&](const ast::attribute& a) {
        switch (a.key.kind) {
        case key::window: return kind == op::convolution ? rank == 2 : rank == 0;
        case key::lhs_batch_dims:
        case key::rhs_batch_dims: return dot.has_value();
        default: return false;
        }
    });
    for (std::size_t i = 0; dot && dot->common != 0 && i < attributes.size(); ++i) {
        const auto k = attributes[i].key.kind;
        if (k != key::lhs_contracting_dims && k != key::rhs_contracting_dims) continue;
        const auto batch = k == key::lhs_contracting_dims ? key::lhs_batch_dims : key::rhs_batch_dims;
        attributes.insert(attributes.begin() + static_cast<std::ptrdiff_t>(i++), ast::attribute{{batch, {}}, {}});
    }
    const bool windowed =
        std::ranges::any_of(attributes, [](const ast::attribute& a) { return a.key.kind == key::window; });
    for (auto& a : attributes) {
        const auto names = [&](std::size_t of, std::size_t count) { a.value = ast::integers{some_of(of, count)}; };
        switch (a.key.kind) {
        case key::dimensions:
            switch (kind) {
            case op::broadcast:
                // The last dimensions, if they have the sizes of the operand.
                names(rank, rank_of(arrays, 0));
                if (known(arrays, 0)) a.value = ast::integers{last_of(rank, rank_of(arrays, 0))};
                break;
            case op::all_gather:
            case op::concatenate:
                names(rank, 1);
                if (known(arrays, 0)) a.value = ast::integers{list(std::vector<std::int64_t>{0})};
                break;
            case op::reduce: names(rank_of(arrays, 0), rank_of(arrays, 0) - rank); break;
            case op::map: names(rank, rank); break;
            case op::reverse: names(rank, static_cast<std::size_t>(below(whole + 1))); break;
            case op::get_dimension_size: names(rank_of(arrays, 0), 1); break;
            case op::transpose: {
                std::vector<std::int64_t> order;
                for (std::int64_t i = 0; i < whole; ++i)
                    order.insert(order.begin() + (known(arrays, 0) ? 0 : below(i + 1)), i);
                a.value = ast::integers{list(order)};
                break;
            }
            default: names(rank, 1);
            }
            break;
        case key::iota_dimension: a.value = below(whole); break;
        case key::slice: a.value = slice_of(arrays); break;
        case key::dynamic_slice_sizes: {
            std::vector<std::int64_t> sizes;
            for (const auto& d : arrays.result->dimensions) sizes.push_back(d.size);
            a.value = ast::integers{list(sizes)};
            break;
        }
        case key::slice_sizes:
            if (kind == op::gather) {
                const auto count = static_cast<std::int64_t>(rank_of(arrays, 0));
                a.value = ast::integers{many(count, count, [&] { return 1 + below(4); })};
            }
            break;
        case key::padding: {
            const bool interior = rank != 0 && chance(2);
            a.value = ast::padding_config{many(whole, whole, [&, i = std::size_t{0}]() mutable {
                ast::padding_dimension made{below(5) - 2, below(5) - 2,
                                            interior ? std::optional(1 + below(3)) : std::nullopt};
                // The padding at the end makes up the rest, if the operand is known.
                if (const auto* from = known(arrays, 0); from && from->dimensions.size() == rank) {
                    const auto size = from->dimensions[i].size;
                    const auto inside = size > 0 ? (size - 1) * made.interior.value_or(0) : 0;
                    made.high = arrays.result->dimensions[i].size - size - inside - made.low;
                }
                ++i;
                return made;
            })};
            break;
        }
        case key::window: a.value = memory_.make(window(kind == op::convolution ? whole - 2 : whole)); break;
        case key::dim_labels: a.value = labels(rank, windowed); break;
        case key::lhs_contracting_dims: a.value = of_dot(0, false); break;
        case key::rhs_contracting_dims: a.value = of_dot(1, false); break;
        case key::lhs_batch_dims: a.value = of_dot(0, true); break;
        case key::rhs_batch_dims: a.value = of_dot(1, true); break;
        default: break;
        }
    }
    node.attributes = list(attributes);
}

} // namespace ballast::generate
