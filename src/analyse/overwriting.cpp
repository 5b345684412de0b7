#include "analyse/overwriting.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;
using op = ast::opcode_kind;

// What an instruction does with an element of an operand.
enum class reading : std::uint8_t {
    elementwise, // computes the same element of the result from it
    first,       // updates the first operand in place and reads the others in another order
    other,       // needs it for other elements
    unknown,
};

// clang-format off
constexpr std::array by_element{
    op::abs, op::acos, op::acosh, op::add, op::and_, op::asin, op::asinh, op::atan2, op::atanh, op::bitcast,
    op::bitcast_convert, op::cbrt, op::ceil, op::clamp, op::compare, op::complex, op::convert, op::cosh, op::cosine,
    op::count_leading_zeros, op::divide, op::erf, op::exp2, op::exponential, op::exponential_minus_one, op::floor,
    op::imag, op::is_finite, op::log, op::log_plus_one, op::log2, op::logistic, op::map, op::maximum, op::minimum,
    op::mulhi, op::multiply, op::negate, op::not_, op::or_, op::popcnt, op::power, op::real, op::reduce_precision,
    op::remainder, op::round_nearest_afz, op::round_nearest_even, op::rsqrt, op::select, op::shift_left,
    op::shift_right_arithmetic, op::shift_right_logical, op::sign, op::sine, op::sinh, op::sqrt,
    op::stochastic_convert, op::subtract, op::tan, op::tanh, op::tuple, op::xor_};
constexpr std::array in_place{op::dynamic_update_slice, op::scatter};
constexpr std::array in_another_order{
    op::all_gather, op::all_to_all, op::broadcast, op::cholesky, op::collective_permute, op::concatenate,
    op::conditional, op::convolution, op::copy, op::dot, op::dynamic_slice, op::fft, op::gather, op::pad,
    op::ragged_all_to_all, op::ragged_dot, op::reduce, op::reduce_scatter, op::reduce_window, op::reverse,
    op::scaled_dot, op::select_and_scatter, op::slice, op::topk, op::transpose};
// clang-format on

reading reading_of(op opcode)
{
    const auto is_in = [&](const auto& opcodes) { return std::ranges::find(opcodes, opcode) != opcodes.end(); };
    if (is_in(by_element)) return reading::elementwise;
    if (is_in(in_place)) return reading::first;
    return is_in(in_another_order) ? reading::other : reading::unknown;
}

// Whether a computation reads a parameter element by element.
overwriting read_by_element(const ast::computation_text& computation, std::int64_t parameter)
{
    std::set<std::string_view> reached; // instructions whose elements are computed from those of the parameter
    auto result = overwriting::possible;
    for (const auto& line : computation.instructions) {
        const auto* const i = line.instruction();
        if (!i) return overwriting::unknown;
        const auto* const own = std::get_if<ast::parameter_number>(&i->body);
        if (own && own->number == parameter) reached.insert(i->name);
        const auto* const operands = std::get_if<ast::list<ast::operand>>(&i->body);
        for (std::size_t k = 0; operands && k < operands->size(); ++k) {
            if (!reached.contains((*operands)[k].name)) continue;
            auto how = reading_of(i->opcode.kind);
            if (how == reading::first) how = k == 0 ? reading::elementwise : reading::other;
            if (how == reading::other) return overwriting::impossible;
            if (how == reading::unknown) result = overwriting::unknown;
            reached.insert(i->name);
        }
    }
    return reached.empty() ? overwriting::unknown : result;
}

const ast::attribute* attribute_of(const ast::instruction& of, ast::attribute_kind kind)
{
    const auto found = std::ranges::find_if(of.attributes, [&](const ast::attribute& a) { return a.key.kind == kind; });
    return found == of.attributes.end() ? nullptr : &*found;
}

// True if a custom call states that its result is in the memory of an operand.
bool states_alias(const ast::instruction& of, std::int64_t operand)
{
    const auto* found = attribute_of(of, ast::attribute_kind::output_to_operand_aliasing);
    const auto* all = found ? std::get_if<ast::aliases>(&found->value) : nullptr;
    return all && std::ranges::any_of(all->entries, [&](const ast::alias& a) { return a.operand == operand; });
}

} // namespace

overwriting overwrites::operator()(number instruction, number line)
{
    const auto& rows = of_.rows();
    if (instruction == none) return overwriting::unknown;
    const auto made = rows.instructions[instruction];
    const auto entry = of_.entry_of(rows.lines[line]);
    if (!entry || !entry->uses_known) return overwriting::unknown;
    auto result = overwriting::impossible; // it does not read the value
    bool is_read = false;
    for (const auto& use : rows.uses_of(*entry)) {
        if (use.name != made.name) continue;
        auto found = overwriting::impossible;
        const auto operand = static_cast<std::int64_t>(use.operand);
        switch (made.opcode) {
        case op::fusion:
        case op::custom_call: {
            const auto* node = of_.instruction(instruction);
            if (!node || use.operand == none)
                found = overwriting::unknown;
            else if (made.opcode == op::fusion)
                found = of_fusion(*node, operand);
            else if (states_alias(*node, operand))
                found = overwriting::possible;
            break;
        }
        case op::while_: found = overwriting::possible; break;
        default:
            switch (reading_of(made.opcode)) {
            case reading::elementwise: found = overwriting::possible; break;
            case reading::first: found = operand == 0 ? overwriting::possible : overwriting::impossible; break;
            case reading::other: break;
            case reading::unknown: found = overwriting::unknown; break;
            }
        }
        result = is_read ? std::max(result, found) : found;
        is_read = true;
    }
    return result;
}

overwriting overwrites::of_fusion(const ast::instruction& fusion, std::int64_t operand)
{
    if (by_ == fusions_by::kind) {
        const auto* kind = attribute_of(fusion, ast::attribute_kind::kind);
        const auto* word = kind ? std::get_if<ast::keyword>(&kind->value) : nullptr;
        const bool in_place = word && (*word == ast::keyword::kLoop || *word == ast::keyword::kOutput);
        return in_place ? overwriting::possible : overwriting::impossible;
    }
    const auto* calls = attribute_of(fusion, ast::attribute_kind::calls);
    if (!calls || !of_.text()) return overwriting::unknown;
    if (const auto* called = std::get_if<ast::computation>(&calls->value)) return of_parameter(called->name, operand);
    const auto* all = std::get_if<ast::computations>(&calls->value);
    return all && all->names.size() == 1 ? of_parameter(all->names[0], operand) : overwriting::unknown;
}

overwriting overwrites::of_parameter(std::string_view computation, std::int64_t parameter)
{
    if (computations_.empty())
        for (const auto& c : of_.text()->computations) computations_.emplace(c.name, &c);
    const auto found = computations_.find(computation);
    if (found == computations_.end()) return overwriting::unknown;
    const auto name = found->first;
    const auto known = known_.find({name, parameter});
    if (known != known_.end()) return known->second;
    if (known_.size() >= most_computations) return overwriting::unknown;
    auto result = read_by_element(*found->second, parameter);
    // A TPU can have copied the operand to memory on the chip.
    if (result == overwriting::impossible && tiled_) result = overwriting::unknown;
    known_.emplace(std::pair(name, parameter), result);
    return result;
}

} // namespace ballast::analyse
