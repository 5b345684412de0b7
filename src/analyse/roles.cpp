#include "analyse/roles.hpp"

#include "analyse/labels.hpp"
#include "ballast/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ballast::analyse {

using namespace std::string_view_literals;
using op = ast::opcode_kind;

namespace {

constexpr int deepest = 8;                // fusions and copies between a parameter and its readers
constexpr std::size_t most_readers = 256; // that are visited from a parameter, on all paths

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string_view op_name_of(const ast::instruction& of)
{
    const auto* found = of.metadata();
    return found ? std::string_view(found->op_name) : std::string_view();
}

bool only_moves(op opcode)
{
    static constexpr std::array moves{op::bitcast, op::copy,      op::reshape, op::transpose,
                                      op::convert, op::broadcast, op::slice,   op::tuple};
    return std::ranges::find(moves, opcode) != moves.end();
}

// The last part of a name: `AssignSubVariableOp_3` of `adam/AssignSubVariableOp_3`.
std::string_view last_part(std::string_view name) { return name.substr(name.rfind('/') + 1); }

// The computation that an instruction runs on its operands, or empty.
std::string_view called_by(const ast::instruction& of)
{
    if (of.opcode.kind != op::fusion && of.opcode.kind != op::call) return {};
    for (const auto& a : of.attributes) {
        if (a.key.kind != ast::attribute_kind::calls && a.key.kind != ast::attribute_kind::to_apply) continue;
        if (const auto* one = std::get_if<ast::computation>(&a.value)) return one->name;
        const auto* all = std::get_if<ast::computations>(&a.value);
        if (all && all->names.size() == 1) return all->names[0];
    }
    return {};
}

struct read {
    const ast::instruction* by = nullptr;
    std::size_t operand = 0;
};

struct body {
    std::unordered_map<std::string_view, std::vector<read>> readers; // by the name of what is read, in their order
    std::unordered_map<std::int64_t, const ast::instruction*> parameters;
};

class role_finder {
public:
    explicit role_finder(const ast::module_text& text) : text_(text)
    {
        for (const auto& c : text.computations) add(c);
        for (const auto& c : text.computations)
            for (const auto& line : c.instructions)
                if (const auto* i = line.instruction()) take(op_name_of(*i));
    }

    std::map<std::string_view, std::string> run() const
    {
        std::map<std::string_view, std::string> result;
        for (const auto& c : text_.computations) {
            if (!c.entry) continue;
            const auto& in = bodies_.at(c.name);
            const auto moments = moments_in(in);
            for (const auto& [place, parameter] : in.parameters) {
                std::vector<std::string_view> names;
                auto left = most_readers;
                find_readers(in, parameter->name, 0, left, names);
                auto role = role_of(*parameter, names, moments);
                if (!role.empty()) result.emplace(parameter->name, std::move(role));
            }
        }
        return result;
    }

private:
    void add(const ast::computation_text& computation)
    {
        auto& made = bodies_[computation.name];
        for (const auto& line : computation.instructions) {
            const auto* i = line.instruction();
            if (!i) continue;
            if (const auto* own = std::get_if<ast::parameter_number>(&i->body)) made.parameters.emplace(own->number, i);
            const auto* operands = std::get_if<ast::list<ast::operand>>(&i->body);
            for (std::size_t k = 0; operands && k < operands->size(); ++k)
                made.readers[(*operands)[k].name].push_back({i, k});
        }
    }

    void take(std::string_view op_name)
    {
        take_optimizer(op_name);
        model_.take(op_name);
    }

    // The scope of an optimizer of TensorFlow, which assigns variables: `adam` of `adam/AssignSubVariableOp_3`.
    void take_optimizer(std::string_view name)
    {
        const auto scope = name.find('/');
        if (scope == std::string_view::npos || name.starts_with("gradient_tape/"sv)) return;
        const auto last = last_part(name);
        if (last.starts_with("Assign"sv) && contains(last, "VariableOp"sv) && scope + 1 == name.size() - last.size())
            optimizers_.insert(name.substr(0, scope));
    }

    // Operation names of what reads a value, those in fused computations instead of fusions.
    void find_readers(const body& in, std::string_view name, int depth, std::size_t& left,
                      std::vector<std::string_view>& to) const
    {
        const auto found = in.readers.find(name);
        if (found == in.readers.end() || depth > deepest) return;
        for (const auto& r : found->second) {
            if (left == 0) return;
            --left;
            const auto before = to.size();
            const auto called = bodies_.find(called_by(*r.by));
            if (called != bodies_.end()) {
                const auto inner = called->second.parameters.find(static_cast<std::int64_t>(r.operand));
                if (inner != called->second.parameters.end())
                    find_readers(called->second, inner->second->name, depth + 1, left, to);
            } else if (only_moves(r.by->opcode.kind)) {
                find_readers(in, r.by->name, depth + 1, left, to);
            }
            const auto own = op_name_of(*r.by);
            if (to.size() == before && !own.empty() && !is_name_of_all(own)) to.push_back(own);
        }
    }

    [[nodiscard]] std::string_view optimizer_of(std::string_view name) const
    {
        const auto found = optimizers_.find(name.substr(0, name.find('/')));
        return found == optimizers_.end() ? std::string_view() : *found;
    }

    [[nodiscard]] std::string role_of(const ast::instruction& parameter, std::span<const std::string_view> readers,
                                      std::span<const std::int64_t> moments) const
    {
        const auto own = op_name_of(parameter);
        if (!is_name_of_all(own)) return {};
        const auto* from = parameter.metadata();
        const auto source = from ? std::string_view(from->source_file) : std::string_view();
        if (contains(source, "torch/optim/"sv)) return torch_state(parameter, moments);
        std::string_view forward;
        std::string_view backward;
        std::string_view optimizer;
        for (const auto name : readers) {
            if (const auto scope = optimizer_of(name); !scope.empty())
                optimizer = scope;
            else if (name.starts_with("gradient_tape/"sv))
                backward = backward.empty() ? name : backward;
            else
                forward = forward.empty() ? name : forward;
        }
        const auto reader = forward.empty() ? backward : forward;
        if (reader.empty()) return optimizer.empty() ? std::string() : fmt::format("{} state", optimizer);
        const bool is_weight = contains(source, "torch/nn/"sv) || !optimizer.empty();
        const auto label = label_of(model_.removed_from(unescaped(reader)));
        return optimizers_.empty() && !is_weight ? label : fmt::format("{} {}", label, is_weight ? "weight" : "input");
    }

    // The lines of Adam that first use its moments, in their order: the first moment is updated before the second.
    static std::vector<std::int64_t> moments_in(const body& in)
    {
        std::set<std::int64_t> lines;
        for (const auto& [place, parameter] : in.parameters)
            if (const auto* from = parameter->metadata(); from && is_moment(*parameter))
                lines.insert(from->source_line);
        return {lines.begin(), lines.end()};
    }
    static bool is_moment(const ast::instruction& parameter)
    {
        const auto* array = parameter.shape->array();
        return contains(parameter.metadata()->source_file, "torch/optim/adam"sv) && array && !array->dimensions.empty();
    }
    static std::string torch_state(const ast::instruction& parameter, std::span<const std::int64_t> moments)
    {
        if (moments.size() != 2 || !is_moment(parameter)) return "optimizer state";
        return parameter.metadata()->source_line == moments[0] ? "first moment" : "second moment";
    }

    const ast::module_text& text_;
    std::unordered_map<std::string_view, body> bodies_;
    std::set<std::string_view> optimizers_;
    model_scope model_;
};

} // namespace

namespace {

constexpr auto tape = "gradient_tape/"sv;

} // namespace

void model_scope::take(std::string_view op_name)
{
    if (!op_name.starts_with(tape)) return;
    op_name.remove_prefix(tape.size());
    const auto scope = op_name.substr(0, op_name.find('/'));
    if (scope.size() == op_name.size() || scope == "compile_loss"sv) return;
    ++all_;
    const auto known = counts_.find(scope);
    if (known == counts_.end())
        counts_.emplace(scope, 1);
    else
        ++known->second;
}

std::string model_scope::removed_from(std::string_view op_name) const
{
    const auto head = op_name.starts_with(tape) ? tape.size() : 0;
    const auto rest = op_name.substr(head);
    const auto end = rest.find('/');
    const auto known = end == std::string_view::npos ? counts_.end() : counts_.find(rest.substr(0, end));
    const bool has_it = known != counts_.end() && known->second > all_ / 10 * 9 && rest.find('/', end + 1) != rest.npos;
    return has_it ? std::string(op_name.substr(0, head)).append(rest.substr(end + 1)) : std::string(op_name);
}

bool is_name_of_all(std::string_view op_name)
{
    return op_name == "XLA_Args"sv || last_part(op_name).starts_with("xla__device_data"sv) ||
           op_name.starts_with("xla::device_data"sv);
}

std::map<std::string_view, std::string> parameter_roles(const ast::module_text& text)
{
    return role_finder(text).run();
}

} // namespace ballast::analyse
