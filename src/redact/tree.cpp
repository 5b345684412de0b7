#include "redact/tree.hpp"

#include "ballast/ast/copy.hpp"
#include "ballast/text.hpp"
#include "redact/configuration.hpp"
#include "redact/file_name.hpp"
#include "redact/names.hpp"
#include "redact/order.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ballast::inline v0::redact {

namespace {

bool is_config(ast::attribute_kind key)
{
    using enum ast::attribute_kind;
    return key == backend_config || key == infeed_config || key == outfeed_config;
}

bool is_thread(ast::attribute_kind key)
{
    using enum ast::attribute_kind;
    return key == async_execution_thread || key == async_thread_name;
}

std::string word(std::string_view old, dictionary& words, std::string_view prefix)
{
    return std::string(words.replace(old, prefix));
}

std::string dict(std::string_view old, dictionary& words)
{
    return is_replaced_dict(old) ? std::string(old) : in_dict(words.replace(old, prefix::text));
}

// Changes the words of one node; nodes without words are left alone.
class editor {
public:
    editor(ast::arena& memory, const rewording& words) : memory_(memory), words_(words) {}

    void operator()(const auto& /*other*/) const {}

    // --- names of instructions, computations, modules and files ---

    void operator()(ast::value_name& x) const { rename(x.name); }
    void operator()(ast::value_position& x) const { rename(x.name); }
    void operator()(ast::value_use& x) const { rename(x.name); }
    void operator()(ast::operand& x) const { rename(x.name); }
    void operator()(ast::instruction& x) const { rename(x.name); }
    void operator()(ast::unread& x) const
    {
        const auto line = x.text.substr(0, x.text.find('\n'));
        x.text = memory_.copy(words_(loose_text, line).append(x.text.substr(line.size())));
        x.reason = {};
    }
    void operator()(ast::computation& x) const { rename(x.name); }
    void operator()(ast::computations& x) const { rename(x.names); }
    void operator()(ast::allocation& x) const { drop(x.unknown_items); }
    void operator()(ast::report_allocation& x) const { drop(x.unknown_items); }
    void operator()(ast::array_shape& x) const
    {
        if (!x.layout || !x.layout->suffixes || x.layout->suffixes->unknown_items.empty()) return;
        auto suffixes = *x.layout->suffixes;
        drop(suffixes.unknown_items);
        x.layout->suffixes =
            suffixes == ast::layout_suffixes{} ? ast::box<ast::layout_suffixes>{} : memory_.make(suffixes);
        // A scalar without suffixes has no braces.
        if (!x.layout->suffixes && x.layout->minor_to_major.empty()) x.layout.reset();
    }
    void operator()(ast::value_line& x) const { drop(x.unknown_tail); }
    void operator()(ast::used_value& x) const { drop(x.unknown_tail); }
    void operator()(ast::sequence_row& x) const
    {
        scheduled_->insert(x.name);
        rename(x.name);
    }
    void operator()(ast::live_range_row& x) const
    {
        rename(x.name);
        drop(x.unknown_tail);
    }
    void operator()(ast::moment_row& x) const { rename(x.names); }
    void operator()(ast::head_parameter& x) const { rename(x.name); }
    void operator()(ast::origin_leaf& x) const
    {
        if (x.name) rename(*x.name);
    }
    void operator()(ast::origin& x) const
    {
        if (x.call) rename(*x.call);
    }
    void operator()(ast::computation_text& x) const
    {
        rename(x.name);
        if (x.thread) rename(*x.thread);
    }
    void operator()(ast::dump& x) const { rename_frame(x.frame); }
    void operator()(ast::usage_report& x) const { rename_frame(x.frame); }
    void operator()(ast::mesh_axis& x) const { replace(private_part::names, x.name, prefix::axis); }
    void operator()(ast::axis& x) const { replace(private_part::names, x.name, prefix::axis); }
    void operator()(ast::module_text& x) const
    {
        rename_module(x.name);
        if (!words_.redacts() || words_.keeps(private_part::attributes)) return;
        x.origin_recovery_table = {};
        x.debug_attributes = {};
        drop(x.unknown_items);
    }

    // --- where they come from ---

    void operator()(ast::rare_metadata& x) const
    {
        drop(x.unknown_items);
        rename(x.deduplicated_name);
        if (x.payload) replace(private_part::attributes, *x.payload, prefix::text);
    }
    void operator()(ast::metadata& x) const
    {
        rescope(x.op_type);
        rescope(x.op_name);
        if (!x.source_file.empty()) relocate(x.source_file);
        rename(x.scheduling_name);
    }
    void operator()(ast::stack_frame_tables& x) const
    {
        for_each(x.file_names, [&](ast::name_entry& file) { relocate(file.text); });
        for_each(x.function_names, [&](ast::name_entry& function) { rescope(function.text); });
    }
    // Rows that are in XLA's order stay in it.
    void operator()(ast::peak& x) const
    {
        const auto sorted = sorted_rows(x.rows) == std::vector(x.rows.begin(), x.rows.end());
        for_each(x.rows, [&](ast::peak_row& row) {
            rename(row.name);
            drop(row.unknown_tail);
        });
        if (sorted) x.rows = memory_.make_list(std::span<const ast::peak_row>(sorted_rows(x.rows)));
    }
    void operator()(ast::stack_trace& x) const
    {
        const auto sorted = sorted_siblings(x.rows) == std::vector(x.rows.begin(), x.rows.end());
        // Top-level nodes are computations; labels are not escaped.
        for_each(x.rows, [&](ast::stack_row& row) {
            const auto instruction = without_index(row.label);
            if (row.branch == ast::branch::top)
                rename(row.label);
            else if (scheduled_->contains(instruction))
                rename_label(row.label, instruction);
            else if (!words_.keeps(private_part::scope))
                change(row.label, scope);
        });
        if (sorted) x.rows = memory_.make_list(std::span<const ast::stack_row>(sorted_siblings(x.rows)));
    }

    // --- reports of TPUs ---

    void operator()(ast::tpu_lead& x) const { rename_module(x.module_name); }
    void operator()(ast::tpu_temporaries& x) const { rename_module(x.module_name); }
    void operator()(ast::tpu_label& x) const { rewrite(x.text); }
    void operator()(ast::tpu_stack_overflow& x) const { rewrite(x.instruction); }
    void operator()(ast::tpu_large_allocation& x) const
    {
        if (x.instruction) rewrite(*x.instruction);
    }
    void operator()(ast::tpu_place& x) const { rename(x.name); }
    void operator()(ast::tpu_report& x) const
    {
        if (x.function) rewrite(*x.function);
    }

    // --- messages about memory ---

    void operator()(ast::status& x) const
    {
        if (x.sender) relocate(*x.sender);
    }
    void operator()(ast::status_payload& x) const
    {
        if (x.key == "executable_name")
            rename_module(x.text);
        else
            replace(private_part::names, x.text, prefix::text);
    }
    void operator()(ast::trace_location& x) const { relocate(x.path); }
    void operator()(ast::program_load& x) const { rename_module(x.name); }
    void operator()(ast::host_output& x) const { rename(x.tensor); }
    void operator()(ast::array_overflow& x) const { rewrite(x.operation); }
    void operator()(ast::allocator_failure& x) const { rewrite(x.operation); }
    void operator()(ast::frame_argument& x) const
    {
        if (x.key == "executable")
            rename_module(x.value);
        else
            rewrite(x.value);
    }

    // --- attributes ---

    void operator()(ast::frontend_attributes& x) const
    {
        if (words_.keeps(private_part::attributes)) return;
        std::vector<ast::frontend_attribute> all(x.entries.begin(), x.entries.end());
        for (auto& entry : all) {
            change(entry.key, word, prefix::key);
            replace(entry.value);
            if (entry.value.form == ast::text_form::raw) entry.value.form = ast::text_form::either;
        }
        std::ranges::stable_sort(all, {}, &ast::frontend_attribute::key);
        x.entries = memory_.make_list(std::span<const ast::frontend_attribute>(all));
    }
    void operator()(ast::attribute& x) const
    {
        if (auto* const loose = std::get_if<ast::attribute_text>(&x.value)) {
            if (!words_.keeps(private_part::attributes)) change(loose->text, loose_text);
            return;
        }
        auto* const text = std::get_if<ast::text>(&x.value);
        if (!text || text->bytes.empty()) return;
        if (is_thread(x.key.kind))
            rename(text->bytes);
        else if (x.key.kind == ast::attribute_kind::custom_call_target) {
            if (!is_target_of_xla(text->bytes)) replace(private_part::target, text->bytes, prefix::call);
        } else if (is_config(x.key.kind)) {
            if (!words_.keeps(private_part::config)) reconfigure(*text);
        } else if (!words_.keeps(private_part::attributes)) {
            replace(*text);
        }
    }
    void operator()(ast::statistic& x) const { replace(private_part::attributes, x.name, prefix::key); }
    void operator()(ast::domain& x) const
    {
        if (x.kind != "sharding") replace(private_part::attributes, x.kind, prefix::text);
    }
    void operator()(ast::unlisted_sharding& x) const
    {
        if (!words_.keeps(private_part::attributes)) change(x.text, loose_text);
    }

    // --- literals ---

    void operator()(ast::literal_text& x) const
    {
        if (!words_.keeps(private_part::literal)) change(x.text, loose_text);
    }
    void operator()(ast::array_literal& x) const
    {
        if (!words_.redacts() || words_.keeps(private_part::literal)) return;
        // Not every type has a zero; all floating-point types have a one.
        constexpr ast::float_text one{"1"};
        std::visit(
            [&]<typename Element>(ast::list<Element>& elements) {
                Element neutral{};
                if constexpr (std::is_same_v<Element, ast::float_text>) neutral = one;
                if constexpr (std::is_same_v<Element, ast::complex_text>) neutral = {one, one};
                for_each(elements, [&](Element& element) { element = neutral; });
            },
            x.elements);
    }

private:
    // What a later XLA adds can name anything.
    template <typename T>
    void drop(T& unknown) const
    {
        if (words_.redacts() && !words_.keeps(private_part::attributes)) unknown = {};
    }
    // Lists do not change; this makes another one.
    template <typename T, typename F>
    void for_each(ast::list<T>& list, F&& edit) const
    {
        std::vector<std::conditional_t<std::is_same_v<T, bool>, char, T>> all(list.begin(), list.end());
        if constexpr (std::is_same_v<T, bool>) {
            auto* const first = static_cast<bool*>(memory_.allocate(all.size(), 1));
            for (std::size_t i = 0; i < all.size(); ++i) edit(first[i]);
            list = {first, all.size()};
        } else {
            for (auto& x : all) edit(x);
            list = memory_.make_list(std::span<const T>(all));
        }
    }

    template <typename Redact, typename... More>
    void change(std::string_view& x, Redact redact, More... more) const
    {
        x = memory_.copy(words_(redact, x, more...));
    }
    void rename(std::string_view& x) const
    {
        if (!words_.keeps(private_part::names) && !x.empty()) change(x, name, prefix::op);
    }
    void rename(ast::list<std::string_view>& all) const
    {
        for_each(all, [&](std::string_view& x) { rename(x); });
    }
    void rename_frame(std::optional<std::string_view>& frame) const
    {
        if (frame && !words_.keeps(private_part::names)) change(*frame, file_name);
    }
    void rename_module(std::string_view& x) const
    {
        if (!words_.keeps(private_part::names) && !x.empty()) change(x, module_name);
    }
    void rename_module(std::optional<std::string_view>& x) const
    {
        if (x) rename_module(*x);
    }
    // A text with the names of instructions and scopes, perhaps cut off.
    void rewrite(std::string_view& x) const
    {
        if (!words_.keeps(private_part::names)) change(x, scope);
    }
    // `copy.3` for the label `copy.3{1}`, as instructions without an op_name have it. The schedule comes before labels.
    static std::string_view without_index(std::string_view label)
    {
        return label.ends_with('}') ? label.substr(0, label.rfind('{')) : label;
    }
    void rename_label(std::string_view& label, std::string_view instruction) const
    {
        const auto index = label.substr(instruction.size());
        if (!words_.keeps(private_part::names))
            label = memory_.copy(words_(name, instruction, prefix::op).append(index));
    }
    // An escaped scope.
    void rescope(std::string_view& x) const
    {
        if (!words_.keeps(private_part::scope) && !x.empty()) x = memory_.copy(escaped(words_(scope, unescaped(x))));
    }
    void relocate(std::string_view& x) const
    {
        if (!words_.keeps(private_part::source)) change(x, path);
    }
    void replace(private_part part, std::string_view& x, std::string_view prefix) const
    {
        if (!words_.keeps(part) && !x.empty()) change(x, word, prefix);
    }
    void replace(ast::text& x) const
    {
        if (x.form == ast::text_form::dict)
            change(x.bytes, dict);
        else
            change(x.bytes, word, prefix::text);
    }
    // JSON in quotes is escaped.
    void reconfigure(ast::text& x) const
    {
        const auto bytes = x.form == ast::text_form::dict ? std::string(x.bytes) : unescaped(x.bytes);
        if (x.form == ast::text_form::dict)
            change(x.bytes, bytes.find('{') == bytes.find_first_not_of(" \t\n\r") ? configuration : dict);
        else if (bytes.starts_with('{') && escaped(bytes) == x.bytes)
            x.bytes = memory_.copy(escaped(words_(configuration, bytes)));
        else
            change(x.bytes, word, prefix::text);
    }

    ast::arena& memory_;
    const rewording& words_;
    // The names of the schedule; shared by copies of the editor.
    std::shared_ptr<std::unordered_set<std::string_view>> scheduled_ =
        std::make_shared<std::unordered_set<std::string_view>>();
};

} // namespace

ast::tree reworded(const ast::tree& tree, ast::arena& memory, const rewording& words)
{
    const editor edit(memory, words);
    const auto* const module = std::get_if<ast::module_text>(&tree);
    if (!module) return ast::copy(tree, memory, edit);
    // The header and the heads of all computations come first: replacements are numbered in this order.
    auto heads = *module;
    std::vector<ast::computation_text> computations(heads.computations.begin(), heads.computations.end());
    for (auto& each : computations) each.instructions = {};
    heads.computations = {computations.data(), computations.size()};
    auto result = ast::copy(heads, memory, edit);
    computations.assign(result.computations.begin(), result.computations.end());
    for (std::size_t i = 0; i < computations.size(); ++i)
        computations[i].instructions = ast::copy(module->computations[i].instructions, memory, edit);
    result.computations = memory.make_list(std::span<const ast::computation_text>(computations));
    return result;
}

} // namespace ballast::inline v0::redact
