#include "analyse/overwriting.hpp"

#include "ballast/read.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

reading reading_of(op opcode)
{
    switch (opcode) {
    case op::abs:
    case op::acos:
    case op::acosh:
    case op::add:
    case op::and_:
    case op::asin:
    case op::asinh:
    case op::atan2:
    case op::atanh:
    case op::bitcast:
    case op::bitcast_convert:
    case op::cbrt:
    case op::ceil:
    case op::clamp:
    case op::compare:
    case op::complex:
    case op::convert:
    case op::cosh:
    case op::cosine:
    case op::count_leading_zeros:
    case op::divide:
    case op::erf:
    case op::exp2:
    case op::exponential:
    case op::exponential_minus_one:
    case op::floor:
    case op::imag:
    case op::is_finite:
    case op::log:
    case op::log_plus_one:
    case op::log2:
    case op::logistic:
    case op::map:
    case op::maximum:
    case op::minimum:
    case op::mulhi:
    case op::multiply:
    case op::negate:
    case op::not_:
    case op::or_:
    case op::popcnt:
    case op::power:
    case op::real:
    case op::reduce_precision:
    case op::remainder:
    case op::round_nearest_afz:
    case op::round_nearest_even:
    case op::rsqrt:
    case op::select:
    case op::shift_left:
    case op::shift_right_arithmetic:
    case op::shift_right_logical:
    case op::sign:
    case op::sine:
    case op::sinh:
    case op::sqrt:
    case op::stochastic_convert:
    case op::subtract:
    case op::tan:
    case op::tanh:
    case op::tuple:
    case op::xor_: return reading::elementwise;
    case op::dynamic_update_slice:
    case op::scatter: return reading::first;
    case op::all_gather:
    case op::all_to_all:
    case op::broadcast:
    case op::cholesky:
    case op::collective_permute:
    case op::concatenate:
    case op::conditional:
    case op::convolution:
    case op::copy:
    case op::dot:
    case op::dynamic_slice:
    case op::fft:
    case op::gather:
    case op::pad:
    case op::ragged_all_to_all:
    case op::ragged_dot:
    case op::reduce:
    case op::reduce_scatter:
    case op::reduce_window:
    case op::reverse:
    case op::scaled_dot:
    case op::select_and_scatter:
    case op::slice:
    case op::topk:
    case op::transpose: return reading::other;
    default: return reading::unknown;
    }
}

// An instruction of a fused computation.
struct fused_instruction {
    std::string name;
    op opcode = op::unknown;
    std::int64_t parameter = -1;
    std::vector<std::string> operands;
};

// The instructions of a computation, in the order of the text; empty if one is not understood.
std::vector<fused_instruction> instructions_of(const ast::computation_text& of)
{
    std::vector<fused_instruction> result;
    for (auto rest = of.instructions; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        auto line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.starts_with("ROOT ")) line.remove_prefix(5);
        const auto read = parse(entry::instruction, line);
        const auto* node = read.accepted() ? std::get_if<ast::instruction>(&read.value->node()) : nullptr;
        if (!node) return {};
        auto& made = result.emplace_back();
        made.name = node->name;
        made.opcode = node->opcode.kind;
        if (const auto* p = std::get_if<ast::parameter_number>(&node->body)) made.parameter = p->number;
        if (const auto* all = std::get_if<ast::list<ast::operand>>(&node->body))
            for (const auto& operand : *all) made.operands.emplace_back(operand.name);
    }
    return result;
}

overwriting read_by_element(const std::vector<fused_instruction>& all, std::int64_t parameter)
{
    std::set<std::string_view> reached; // instructions whose elements are computed from those of the parameter
    auto result = overwriting::possible;
    for (const auto& i : all) {
        if (i.parameter == parameter) reached.insert(i.name);
        for (std::size_t k = 0; k < i.operands.size(); ++k) {
            if (!reached.contains(i.operands[k])) continue;
            auto how = reading_of(i.opcode);
            if (how == reading::first) how = k == 0 ? reading::elementwise : reading::other;
            if (how == reading::other) return overwriting::impossible;
            if (how == reading::unknown) result = overwriting::unknown;
            reached.insert(i.name);
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
    auto result = read_by_element(instructions_of(*found->second), parameter);
    // A TPU can have copied the operand to memory on the chip.
    if (result == overwriting::impossible && tiled_) result = overwriting::unknown;
    known_.emplace(std::pair(name, parameter), result);
    return result;
}

} // namespace ballast::analyse
