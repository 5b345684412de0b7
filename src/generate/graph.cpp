#include "generate/program.hpp"

#include <algorithm>
#include <iterator>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

// Opcodes that define one array and read some, none of which shares memory with it by its nature.
constexpr op unary[] = {op::negate, op::exponential, op::tanh, op::abs, op::copy, op::rsqrt, op::floor};
constexpr op binary[] = {op::add, op::multiply, op::subtract, op::maximum, op::divide, op::power};
constexpr op others[] = {op::fusion,        op::dot,     op::custom_call, op::broadcast, op::transpose,
                         op::reshape,       op::convert, op::slice,       op::pad,       op::concatenate,
                         op::gather,        op::sort,    op::convolution, op::compare,   op::dynamic_slice,
                         op::reduce_window, op::iota,    op::scatter,     op::fft,       op::cholesky,
                         op::all_reduce,    op::reverse, op::all_gather,  op::clamp};

} // namespace

void program::draw_shapes()
{
    auto& from = *from_;
    choices details(seed_);
    nodes draw(details, memory_, when_);
    constexpr ast::element_kind kinds[] = {ast::element_kind::f32,  ast::element_kind::s32, ast::element_kind::bf16,
                                           ast::element_kind::pred, ast::element_kind::f64, ast::element_kind::u8,
                                           ast::element_kind::c64};
    constexpr std::int64_t sizes[] = {8, 1, 2, 3, 16, 64, 128, 300, 1024};
    for (auto count = 3 + from.below(14); count != 0; --count) {
        sized_shape made;
        made.shape.type.kind = kinds[from.below(std::size(kinds))];
        std::vector<ast::dimension> dimensions;
        std::vector<std::int64_t> order;
        std::int64_t elements = 1;
        for (auto rank = from.below(4); rank != 0; --rank) {
            const auto size = sizes[from.below(std::size(sizes))];
            const bool bounded = from.chance(12);
            dimensions.push_back({size, bounded ? ast::dimension_kind::bounded : ast::dimension_kind::fixed});
            order.insert(order.begin() + (from.chance(6) ? static_cast<std::ptrdiff_t>(order.size()) : 0),
                         static_cast<std::int64_t>(order.size()));
            elements *= size;
        }
        made.bytes = elements * (ast::bits(made.shape.type.kind) / 8);
        made.room = made.bytes;
        made.shape.dimensions = draw.list(dimensions);
        if (padded_ && !plain_shapes_.empty() && from.chance(3)) made.color = 1;
        if (!dimensions.empty() || made.color != 0) {
            ast::layout layout{draw.list(order), {}};
            ast::layout_suffixes suffixes;
            // What is not bounded: its sizes are kept beside it.
            const bool fixed = std::ranges::all_of(
                dimensions, [](const ast::dimension& d) { return d.kind == ast::dimension_kind::fixed; });
            if (padded_ && fixed && dimensions.size() > 1) {
                suffixes.tiles = memory_.make_list(
                    {ast::tile{memory_.make_list({ast::tile_dimension{8}, ast::tile_dimension{128}})}});
                const auto up = [&](std::int64_t dimension, std::int64_t to) {
                    const auto size = dimensions[static_cast<std::size_t>(dimension)].size;
                    return std::pair{size, (size + to - 1) / to * to};
                };
                for (const auto& [size, rounded] : {up(order[0], 128), up(order[1], 8)})
                    made.room = made.room / size * rounded;
                if (made.color == 0) tiled_ = static_cast<number>(shapes_.size());
            }
            suffixes.memory_space = made.color;
            if (suffixes != ast::layout_suffixes{}) layout.suffixes = memory_.make(suffixes);
            made.shape.layout = layout;
        }
        if (made.color == 0) plain_shapes_.push_back(static_cast<number>(shapes_.size()));
        shapes_.push_back(made);
    }
    if (!padded_ || tiled_) return;
    auto tiled = shapes_.front();
    tiled.color = 0;
    tiled.shape.type.kind = ast::element_kind::f32;
    tiled.shape.dimensions = memory_.make_list({ast::dimension{16}, ast::dimension{256}});
    ast::layout_suffixes suffixes;
    suffixes.tiles =
        memory_.make_list({ast::tile{memory_.make_list({ast::tile_dimension{8}, ast::tile_dimension{128}})}});
    tiled.shape.layout = ast::layout{memory_.make_list({std::int64_t{1}, std::int64_t{0}}), memory_.make(suffixes)};
    tiled.bytes = tiled.room = std::int64_t{4} * 16 * 256;
    tiled_ = static_cast<number>(shapes_.size());
    plain_shapes_.push_back(*tiled_);
    shapes_.push_back(tiled);
}

program::number program::any_shape(bool plain)
{
    return plain ? plain_shapes_[from_->below(plain_shapes_.size())]
                 : static_cast<number>(from_->below(shapes_.size()));
}

// Mostly one of the latest.
program::number program::any_array()
{
    const auto latest = std::min<std::size_t>(arrays_.size(), 8);
    if (from_->chance(8)) return arrays_[from_->below(std::min<std::size_t>(arrays_.size(), 64))];
    return arrays_[arrays_.size() - 1 - from_->below(latest)];
}

program::number program::add(operation made, std::initializer_list<number> operands)
{
    made.salt = static_cast<std::uint16_t>(from_->below(UINT16_MAX));
    made.first_operand = static_cast<number>(operands_.size());
    made.operand_count = static_cast<std::uint8_t>(operands.size());
    operands_.insert(operands_.end(), operands);
    operations_.push_back(made);
    return static_cast<number>(operations_.size() - 1);
}

// `region { a = parameter(0), b = parameter(1), ROOT add(a, b) }`.
void program::draw_regions(std::uint64_t count)
{
    for (; count != 0; --count) {
        operation scalar;
        scalar.in_region = true;
        scalar.opcode = op::parameter;
        scalar.what = role::parameter;
        scalar.shape = static_cast<std::uint16_t>(plain_shapes_.front());
        const auto a = add(scalar, {});
        scalar.index = 1;
        const auto b = add(scalar, {});
        scalar.opcode = op::add;
        scalar.what = role::operation;
        scalar.index = 2;
        add(scalar, {a, b});
    }
    first_entry_ = static_cast<number>(operations_.size());
}

void program::draw_entry(std::uint64_t count)
{
    auto& from = *from_;
    const auto begin = operations_.size();
    const auto done = [&] { return operations_.size() - begin >= count; };
    const auto array = [&](op opcode, role what, number shape) {
        operation made;
        made.opcode = opcode;
        made.what = what;
        made.shape = static_cast<std::uint16_t>(shape);
        return made;
    };
    const auto tuple = [&](op opcode, role what, std::uint64_t parts) {
        operation made;
        made.opcode = opcode;
        made.what = what;
        made.shape = static_cast<std::uint16_t>(tuples_.size());
        made.shape_count = static_cast<std::uint16_t>(parts);
        for (std::uint64_t i = 0; i < parts; ++i) tuples_.push_back(any_shape(what == role::parameter));
        return made;
    };
    const auto elements = [&](number of) {
        for (number i = 0; i < operations_[of].shape_count; ++i) {
            auto element = array(op::get_tuple_element, role::element, tuples_[operations_[of].shape + i]);
            const auto made = add(element, {of});
            operations_[made].index = i;
            arrays_.push_back(made);
        }
    };
    arrays_.push_back(add(array(op::parameter, role::parameter, tiled_ ? *tiled_ : any_shape(true)), {}));
    for (auto more = from.below(4); more != 0 && !done(); --more) {
        if (from.chance(3) && tuples_.size() < 1000)
            elements(add(tuple(op::parameter, role::parameter, 2 + from.below(3)), {}));
        else
            arrays_.push_back(add(array(op::parameter, role::parameter, any_shape(true)), {}));
    }
    for (auto constants = from.below(3); constants != 0 && !done(); --constants)
        arrays_.push_back(add(array(op::constant, role::constant, any_shape(true)), {}));

    std::vector<number> results; // what the root can return
    const auto add_result = [&](operation made, std::initializer_list<number> operands) {
        const auto id = add(made, operands);
        arrays_.push_back(id);
        if (shapes_[made.shape].color == 0) {
            results.push_back(id);
            if (results.size() > 64) results.erase(results.begin(), results.begin() + 32);
        }
    };
    while (!done() || results.empty()) {
        const auto a = any_array();
        // Something must be there to return, whatever is chosen.
        if (done()) {
            add_result(array(op::fusion, role::operation, any_shape(true)), {a});
            break;
        }
        switch (from.below(8)) {
        case 0:
        case 1:
            add_result(array(unary[from.below(std::size(unary))], role::operation, operations_[a].shape), {a});
            break;
        case 2:
        case 3: {
            const auto b = any_array();
            const bool alike = operations_[a].shape == operations_[b].shape;
            add_result(array(binary[from.below(std::size(binary))], role::operation, operations_[a].shape),
                       {a, alike ? b : a});
            break;
        }
        case 7:
            if (from.chance(4) && tuples_.size() < 60000) {
                const auto b = any_array();
                elements(add(tuple(op::fusion, role::several, 2 + from.below(2)), {a, b}));
                break;
            }
            [[fallthrough]];
        default: {
            const auto shape = any_shape(false);
            const auto any = others[from.below(std::size(others))];
            const auto b = from.chance(2) ? any_array() : a;
            arrays_of arrays{&shapes_[shape].shape, {}};
            if (any != op::iota) arrays.operands = {&shapes_[operations_[a].shape].shape};
            if (any != op::iota && b != a) arrays.operands.push_back(&shapes_[operations_[b].shape].shape);
            const auto opcode = !timeline::printed_at(any, when_) ? op::all_reduce
                                : can_fit(any, arrays)            ? any
                                                                  : op::fusion;
            if (opcode == op::iota)
                add_result(array(opcode, role::operation, shape), {});
            else if (b != a)
                add_result(array(opcode, role::operation, shape), {a, b});
            else
                add_result(array(opcode, role::operation, shape), {a});
        }
        }
    }
    // The result: a tuple of some, or the last one alone.
    if (from.chance(3) && results.back() + 1 == operations_.size()) {
        root_ = results.back();
    } else {
        operation root;
        root.opcode = op::tuple;
        root.what = role::root;
        const auto wanted = 1 + from.below(std::min<std::size_t>(results.size(), 4));
        std::vector<number> chosen(results.end() - static_cast<std::ptrdiff_t>(wanted), results.end());
        root_ = add(root, {});
        auto& made = operations_[root_];
        made.operand_count = static_cast<std::uint8_t>(chosen.size());
        operands_.insert(operands_.end(), chosen.begin(), chosen.end());
    }
    arrays_.clear();
    arrays_.shrink_to_fit();
}

void program::collect_users()
{
    first_user_.assign(operations_.size() + 1, 0);
    for (const auto o : operands_) ++first_user_[o + 1];
    for (std::size_t i = 1; i < first_user_.size(); ++i) first_user_[i] += first_user_[i - 1];
    users_.resize(operands_.size());
    auto next = first_user_;
    for (number i = 0; i < operations_.size(); ++i)
        for (number k = 0; k < operations_[i].operand_count; ++k)
            users_[next[operands_[operations_[i].first_operand + k]]++] = {i, k};
}

program::number program::parts_of(const operation& o) const
{
    if (o.what == role::element) return 0;
    if (o.what == role::root) return 1;
    return o.shape_count == 0 ? 1 : o.shape_count + 1U;
}

const program::sized_shape& program::part_shape(const operation& o, number part) const
{
    return o.shape_count == 0 ? shapes_[o.shape] : shapes_[tuples_[o.shape + part - 1]];
}

} // namespace ballast::generate
