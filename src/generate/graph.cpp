#include "generate/program.hpp"

#include <algorithm>
#include <iterator>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

program::number program::announce(purpose is, number count)
{
    const auto first = static_cast<number>(computations_.size());
    for (; count != 0; --count) computations_.push_back({is});
    return first;
}

program::scope program::open(number which, std::uint64_t count)
{
    computations_[which].first = static_cast<number>(operations_.size());
    return {which, operations_.size() + count};
}

void program::finish(const scope& of, number root)
{
    auto& made = computations_[of.computation];
    made.end = static_cast<number>(operations_.size());
    made.root = root;
    made.rank = finished_++;
}

program::number program::add(const scope& in, op opcode, number shape, std::span<const number> operands)
{
    operation made;
    made.opcode = opcode;
    made.applied = computations_[in.computation].is == purpose::applied;
    made.operand_count = static_cast<std::uint8_t>(operands.size());
    made.salt = static_cast<std::uint16_t>(from_->below(UINT16_MAX));
    made.computation = in.computation;
    made.shape = shape;
    made.first_operand = static_cast<number>(operands_.size());
    made.first_part = static_cast<number>(held_.size());
    operands_.insert(operands_.end(), operands.begin(), operands.end());
    held_.resize(held_.size() + parts_of(shape), none);
    operations_.push_back(made);
    return static_cast<number>(operations_.size()) - 1;
}

void program::define_rest(number of)
{
    for (number part = 0; part < parts_of(operations_[of].shape); ++part)
        if (held(of, part) == none) define_part(of, part, false);
}

program::number program::define_part(number of, number part, bool phi)
{
    const auto made = static_cast<number>(values_.size());
    values_.push_back({of, part, 0, made, made, phi});
    return held_[operations_[of].first_part + part] = made;
}

program::number program::define(const scope& in, op opcode, number shape, std::initializer_list<number> operands)
{
    const auto made = add(in, opcode, shape, operands);
    define_rest(made);
    return made;
}

program::number program::define_parameter(const scope& in, number index, number shape)
{
    const auto made = define(in, op::parameter, shape, {});
    operations_[made].index = index;
    return made;
}

// All values at one position and below it are also at the other.
void program::pass(number to, number to_part, number from, number from_part)
{
    const auto source = held_.begin() + operations_[from].first_part + from_part;
    const auto count = parts_of(part_of(operations_[from].shape, from_part));
    std::copy(source, source + count, held_.begin() + operations_[to].first_part + to_part);
}

program::number program::tuple(const scope& in, std::span<const number> operands)
{
    std::vector<number> elements;
    for (const auto o : operands) elements.push_back(operations_[o].shape);
    const auto shape = tuple_of(elements);
    const auto made = add(in, op::tuple, shape, operands);
    for (number i = 0; i < operands.size(); ++i) pass(made, element_of(shape, i), operands[i], 0);
    define_rest(made);
    return made;
}

program::number program::element(const scope& in, number of, number place)
{
    const auto part = element_of(operations_[of].shape, place);
    const auto made = add(in, op::get_tuple_element, part_of(operations_[of].shape, part), std::array{of});
    operations_[made].index = place;
    pass(made, 0, of, part);
    return made;
}

// The arrays in a tuple, including those in nested tuples.
void program::take_elements(scope& in, number of, bool results)
{
    for (number i = 0; i < tuple(operations_[of].shape).elements; ++i) {
        const auto made = element(in, of, i);
        if (is_tuple(operations_[made].shape))
            take_elements(in, made, results);
        else if (results)
            add_result(in, made);
        else
            in.arrays.push_back(made);
    }
}

void program::add_result(scope& in, number array)
{
    in.arrays.push_back(array);
    if (shapes_[operations_[array].shape].color != 0) return;
    in.results.push_back(array);
    if (in.results.size() > 64) in.results.erase(in.results.begin(), in.results.begin() + 32);
}

// `region { a = parameter(0), b = parameter(1), ROOT add(a, b) }`, or with a constant. On padded backends thread-local
// values have a size of their own; that of constants is unknown.
void program::draw_regions(std::uint64_t count)
{
    for (; count != 0; --count) {
        const auto region = begin(purpose::applied, 0);
        const auto scalar = number{0};
        const auto a = define_parameter(region, 0, scalar);
        const auto b = define_parameter(region, 1, scalar);
        auto root = define(region, op::add, scalar, {a, b});
        if (!padded_ && from_->chance(3)) {
            const auto constant = define(region, op::constant, scalar, {});
            root = define(region, op::multiply, scalar, {root, constant});
        }
        finish(region, root);
    }
    first_entry_ = static_cast<number>(operations_.size());
}

void program::draw_parameters(scope& in)
{
    auto& from = *from_;
    in.arrays.push_back(define_parameter(in, 0, first_shape_));
    number index = 1;
    for (auto more = from.below(5); more != 0 && operations_.size() < in.end; --more) {
        if (!from.chance(2)) {
            in.arrays.push_back(define_parameter(in, index++, any_shape(true)));
            continue;
        }
        std::vector<number> elements;
        for (auto count = 2 + from.below(3); count != 0; --count) {
            elements.push_back(any_shape(true));
            if (!from.chance(3)) continue;
            const std::array inner{elements.back(), any_shape(true)};
            elements.back() = tuple_of(inner);
        }
        take_elements(in, define_parameter(in, index++, tuple_of(elements)), false);
    }
    for (const auto array : in.arrays)
        if (from.chance(4)) (from.chance(2) ? given_ : donated_).push_back(array);
    if (given_.size() == in.arrays.size()) given_.pop_back();
    for (const auto array : given_) std::erase(in.arrays, array);
    for (auto constants = from.below(3); constants != 0 && operations_.size() < in.end; --constants)
        in.arrays.push_back(define(in, op::constant, fixed_shape(), {}));
    if (padded_) {
        const auto constant = define(in, op::constant, counter_, {});
        in.arrays.push_back(define(in, op::copy, near_counter_, {constant}));
    }
}

void program::draw_entry(std::uint64_t count)
{
    auto main = begin(purpose::entry, count);
    entry_ = main.computation;
    draw_parameters(main);
    draw_steps(main);
    draw_donations(main);
    finish(main, draw_root(main));
}

// The result: a tuple of several values, perhaps nested, or the last value alone.
program::number program::draw_root(const scope& in)
{
    auto& from = *from_;
    const auto& results = in.owed.empty() ? in.results : in.owed;
    if (in.owed.size() < 2 && from.chance(3) && results.back() + 1 == operations_.size()) return results.back();
    const auto wanted = 1 + from.below(std::min<std::size_t>(in.results.size(), 4));
    std::vector<number> chosen(in.results.end() - static_cast<std::ptrdiff_t>(wanted), in.results.end());
    chosen.insert(chosen.end(), in.owed.begin(), in.owed.end());
    if (chosen.size() > 2 && from.chance(2)) {
        const auto last = chosen.end() - 2;
        const auto inner = tuple(in, std::span(last, chosen.end()));
        chosen.erase(last, chosen.end());
        chosen.push_back(inner);
    }
    return tuple(in, chosen);
}

} // namespace ballast::generate
