#include "reduce/cut_module.hpp"

#include "reduce/cut_instruction.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

namespace ballast::reducing {

namespace {

using attribute = ast::attribute_kind;

class module_cutter {
public:
    module_cutter(const program& of, const names& left, const selection& chosen, ast::arena& memory)
        : of_(of), calls_(*of.calls()), left_(left), chosen_(chosen), memory_(memory)
    {
    }

    ast::module_text run()
    {
        find_computations();
        auto result = calls_.tree();
        std::vector<ast::computation_text> computations;
        for (std::size_t c = 0; c < calls_.size(); ++c)
            if (kept_[c]) computations.push_back(computation(c));
        if (!computations.empty()) computations.back().trimmed = calls_.tree().computations.back().trimmed;
        result.computations = memory_.make_list(std::span<const ast::computation_text>(computations));
        cut_header(result);
        return result;
    }

private:
    [[nodiscard]] bool is_kept(const ast::computation_line& line) const
    {
        const auto* const made = line.instruction();
        return !made || left_.has(made->name);
    }

    // --- computations ---

    // Those that the lines that are left call, and those that nothing called before.
    void find_computations()
    {
        kept_.resize(calls_.size(), false);
        std::vector<std::size_t> open;
        const auto keep = [&](std::size_t c) {
            if (kept_[c]) return;
            kept_[c] = true;
            open.push_back(c);
        };
        for (std::size_t c = 0; c < calls_.size(); ++c)
            if (calls_.tree().computations[c].entry || calls_.is_never_called(c)) keep(c);
        while (!open.empty()) {
            const auto next = open.back();
            open.pop_back();
            for (const auto& line : calls_.of(next))
                if (line.instruction() && is_kept(line))
                    for (const auto c : calls_.called_by(*line.instruction())) keep(c);
        }
    }

    ast::computation_text computation(std::size_t which)
    {
        auto result = calls_.tree().computations[which];
        std::vector<ast::computation_line> left;
        for (auto line : calls_.of(which)) {
            if (!is_kept(line)) continue;
            if (auto* const made = std::get_if<ast::text_instruction>(&line.content))
                made->instruction = cut(made->instruction, of_, left_, chosen_.without, memory_);
            left.push_back(line);
        }
        result.instructions = list_of(left);
        if (result.entry && result.signature) result.signature = memory_.make(signature(*result.signature, which));
        return result;
    }

    ast::signature signature(const ast::signature& old, std::size_t which)
    {
        ast::signature result;
        std::vector<ast::head_parameter> parameters;
        for (auto each : old.parameters)
            if (left_.has(each.name)) {
                each.name = left_(each.name);
                parameters.push_back(each);
            }
        result.parameters = memory_.make_list(std::span<const ast::head_parameter>(parameters));
        result.result = result_of(which, old.result);
        return result;
    }

    [[nodiscard]] ast::shape result_of(std::size_t which, const ast::shape& old) const
    {
        const auto* const root = root_of(which);
        return root ? left_.shortened(root->name, old) : old;
    }

    [[nodiscard]] const ast::instruction* root_of(std::size_t which) const
    {
        for (const auto& line : calls_.of(which))
            if (line.is_root()) return line.instruction();
        return nullptr;
    }

    // --- the header ---

    void cut_header(ast::module_text& to)
    {
        const auto& computations = calls_.tree().computations;
        const auto entry = std::ranges::find(computations, true, &ast::computation_text::entry);
        if (entry != computations.end()) cut_entry(to, static_cast<std::size_t>(entry - computations.begin()));
        if (chosen_.without.contains(attribute::frontend_attributes)) to.frontend_attributes = {};
        if (!chosen_.without.contains(attribute::metadata)) return;
        to.tables = {};
        to.origin_recovery_table = {};
        to.debug_attributes = {};
    }

    void cut_entry(ast::module_text& to, std::size_t entry)
    {
        find_parameters(entry);
        const auto* const root = root_of(entry);
        if (const auto* old = to.entry_computation_layout.get()) {
            auto layout = *old;
            layout.parameters = left_of(layout.parameters);
            layout.result = result_of(entry, layout.result);
            to.entry_computation_layout = memory_.make(layout);
        }
        cut_aliases(to, root);
        if (to.propagation_to_parameters) to.propagation_to_parameters = left_of(*to.propagation_to_parameters);
        if (to.propagation_to_output && root) to.propagation_to_output = elements_of(*to.propagation_to_output, *root);
        for (auto* each : {&to.propagation_to_parameters, &to.propagation_to_output})
            if (*each && (*each)->size() <= 1 && std::ranges::none_of(**each, std::identity())) each->reset();
    }

    void cut_aliases(ast::module_text& to, const ast::instruction* root)
    {
        std::vector<ast::output_alias> aliases;
        for (auto each : to.input_output_alias) {
            if (!has_parameter(each.parameter)) continue;
            if (root && !each.output.empty()) {
                if (!left_.element(root->name, each.output[0])) continue;
                each.output = left_.index(root->name, each.output);
            }
            each.parameter = left_.parameter(each.parameter);
            aliases.push_back(each);
        }
        to.input_output_alias = memory_.make_list(std::span<const ast::output_alias>(aliases));
        std::vector<ast::buffer_donor> donors;
        for (auto each : to.buffer_donor) {
            if (!has_parameter(each.parameter)) continue;
            each.parameter = left_.parameter(each.parameter);
            donors.push_back(each);
        }
        to.buffer_donor = memory_.make_list(std::span<const ast::buffer_donor>(donors));
    }

    void find_parameters(std::size_t entry)
    {
        for (const auto& line : calls_.of(entry)) {
            const auto* const made = line.instruction();
            const auto* const number = made ? std::get_if<ast::parameter_number>(&made->body) : nullptr;
            if (!number) continue;
            ++parameters_;
            if (!is_kept(line)) gone_.insert(number->number);
        }
    }
    [[nodiscard]] bool has_parameter(std::int64_t number) const { return !gone_.contains(number); }

    // Of a list with an element for each parameter; another one stays.
    template <typename T>
    ast::list<T> left_of(const ast::list<T>& old)
    {
        if (old.size() != parameters_) return old;
        std::vector<T> left;
        for (std::size_t i = 0; i < old.size(); ++i)
            if (has_parameter(static_cast<std::int64_t>(i))) left.push_back(old[i]);
        return list_of(left);
    }
    // Likewise for each element of the result.
    ast::list<bool> elements_of(const ast::list<bool>& old, const ast::instruction& root)
    {
        const auto* const tuple = root.shape->tuple();
        if (!tuple || tuple->elements.size() != old.size()) return old;
        std::vector<bool> left;
        for (std::size_t k = 0; k < old.size(); ++k)
            if (left_.element(root.name, static_cast<std::int64_t>(k))) left.push_back(old[k]);
        return list_of(left);
    }
    template <typename T>
    ast::list<T> list_of(const std::vector<T>& of)
    {
        const auto elements = std::make_unique<T[]>(of.size()); // std::vector<bool> has no array
        std::ranges::copy(of, elements.get());
        return memory_.make_list(std::span<const T>(elements.get(), of.size()));
    }

    const program& of_;
    const module_calls& calls_;
    const names& left_;
    const selection& chosen_;
    ast::arena& memory_;
    std::vector<bool> kept_;      // by computation
    std::size_t parameters_ = 0;  // of the entry
    std::set<std::int64_t> gone_; // those that are removed
};

} // namespace

ast::module_text cut_module(const program& of, const names& left, const selection& chosen, ast::arena& memory)
{
    return module_cutter(of, left, chosen, memory).run();
}

} // namespace ballast::reducing
