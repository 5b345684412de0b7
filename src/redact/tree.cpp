#include "redact/tree.hpp"

#include "ballast/ast/copy.hpp"
#include "ballast/print.hpp"
#include "ballast/text.hpp"
#include "read/instruction_lines.hpp"
#include "redact/file_name.hpp"
#include "redact/names.hpp"

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

// Replaces the words of one node; nodes without words are left alone.
class editor {
public:
    editor(ast::arena& memory, const kept_parts& kept, dictionary& words) : memory_(memory), kept_(kept), words_(words)
    {
    }

    void operator()(const auto& /*other*/) const {}

    // --- names of instructions, computations, modules and files ---

    void operator()(ast::value_name& x) const { rename(x.name); }
    void operator()(ast::value_position& x) const { rename(x.name); }
    void operator()(ast::value_use& x) const { rename(x.name); }
    void operator()(ast::operand& x) const { rename(x.name); }
    void operator()(ast::instruction& x) const { rename(x.name); }
    void operator()(ast::computation& x) const { rename(x.name); }
    void operator()(ast::computations& x) const { rename(x.names); }
    void operator()(ast::sequence_row& x) const
    {
        scheduled_->insert(x.name);
        rename(x.name);
    }
    void operator()(ast::live_range_row& x) const { rename(x.name); }
    void operator()(ast::peak_row& x) const { rename(x.name); }
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
        if (kept_[private_part::attributes]) return;
        x.origin_recovery_table = {};
        x.debug_attributes = {};
        x.unknown_items = {};
    }

    // --- where they come from ---

    void operator()(ast::rare_metadata& x) const
    {
        rename(x.deduplicated_name);
        if (x.payload) replace(private_part::attributes, *x.payload, prefix::text);
    }
    void operator()(ast::metadata& x) const
    {
        rescope(x.op_type);
        rescope(x.op_name);
        if (!x.source_file.empty()) x.source_file = source(x.source_file);
        rename(x.scheduling_name);
    }
    void operator()(ast::stack_frame_tables& x) const
    {
        for_each(x.file_names, [&](ast::name_entry& file) { file.text = source(file.text); });
        for_each(x.function_names, [&](ast::name_entry& function) { rescope(function.text); });
    }
    void operator()(ast::peak& x) const
    {
        if (!kept_[private_part::names]) sort_rows(x, memory_);
    }
    void operator()(ast::stack_trace& x) const
    {
        // Top-level nodes are computations; labels are not escaped.
        for_each(x.rows, [&](ast::stack_row& row) {
            const auto instruction = without_index(row.label);
            if (row.branch == ast::branch::top)
                rename(row.label);
            else if (scheduled_->contains(instruction))
                rename_label(row.label, instruction);
            else if (!kept_[private_part::scope])
                row.label = memory_.copy(scope(row.label, words_));
        });
        sort_siblings(x, memory_);
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
        if (x.sender) x.sender = source(*x.sender);
    }
    void operator()(ast::status_payload& x) const
    {
        if (x.key == "executable_name")
            rename_module(x.text);
        else
            replace(private_part::names, x.text, prefix::text);
    }
    void operator()(ast::trace_location& x) const { x.path = source(x.path); }
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
        if (kept_[private_part::attributes]) return;
        std::vector<ast::frontend_attribute> all(x.entries.begin(), x.entries.end());
        for (auto& entry : all) {
            entry.key = words_.replace(entry.key, prefix::key);
            replace(entry.value);
            if (entry.value.form == ast::text_form::raw) entry.value.form = ast::text_form::either;
        }
        std::ranges::stable_sort(all, {}, &ast::frontend_attribute::key);
        x.entries = memory_.make_list(std::span<const ast::frontend_attribute>(all));
    }
    void operator()(ast::attribute& x) const
    {
        if (auto* const loose = std::get_if<ast::attribute_text>(&x.value)) {
            if (!kept_[private_part::attributes]) loose->text = memory_.copy(loose_text(loose->text, words_));
            return;
        }
        auto* const text = std::get_if<ast::text>(&x.value);
        if (!text || text->bytes.empty()) return;
        if (is_thread(x.key.kind))
            rename(text->bytes);
        else if (x.key.kind == ast::attribute_kind::custom_call_target) {
            if (!is_target_of_xla(text->bytes)) replace(private_part::target, text->bytes, prefix::call);
        } else if (!kept_[is_config(x.key.kind) ? private_part::config : private_part::attributes])
            replace(*text);
    }
    void operator()(ast::statistic& x) const { replace(private_part::attributes, x.name, prefix::key); }
    void operator()(ast::domain& x) const
    {
        if (x.kind != "sharding") replace(private_part::attributes, x.kind, prefix::text);
    }
    void operator()(ast::unlisted_sharding& x) const
    {
        if (!kept_[private_part::attributes]) x.text = memory_.copy(loose_text(x.text, words_));
    }

    // --- literals ---

    void operator()(ast::literal_text& x) const
    {
        if (!kept_[private_part::literal]) x.text = memory_.copy(loose_text(x.text, words_));
    }
    void operator()(ast::array_literal& x) const
    {
        if (kept_[private_part::literal]) return;
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

    void rename(std::string_view& x) const
    {
        if (!kept_[private_part::names] && !x.empty()) x = memory_.copy(name(x, words_));
    }
    void rename(ast::list<std::string_view>& all) const
    {
        for_each(all, [&](std::string_view& x) { rename(x); });
    }
    void rename_frame(std::optional<std::string_view>& frame) const
    {
        if (frame && !kept_[private_part::names]) frame = memory_.copy(file_name(*frame, words_));
    }
    void rename_module(std::string_view& x) const
    {
        if (!kept_[private_part::names] && !x.empty()) x = memory_.copy(module_name(x, words_));
    }
    void rename_module(std::optional<std::string_view>& x) const
    {
        if (x) rename_module(*x);
    }
    // A text with the names of instructions and scopes, perhaps cut off.
    void rewrite(std::string_view& x) const
    {
        if (!kept_[private_part::names]) x = memory_.copy(scope(x, words_));
    }
    // `copy.3` for the label `copy.3{1}`, as instructions without an op_name have it. The schedule comes before labels.
    static std::string_view without_index(std::string_view label)
    {
        return label.ends_with('}') ? label.substr(0, label.rfind('{')) : label;
    }
    void rename_label(std::string_view& label, std::string_view instruction) const
    {
        if (kept_[private_part::names]) return;
        label = memory_.copy(name(instruction, words_).append(label.substr(instruction.size())));
    }
    // An escaped scope.
    void rescope(std::string_view& x) const
    {
        if (!kept_[private_part::scope] && !x.empty()) x = memory_.copy(escaped(scope(unescaped(x), words_)));
    }
    [[nodiscard]] std::string_view source(std::string_view old) const
    {
        return kept_[private_part::source] ? old : memory_.copy(path(old, words_));
    }
    void replace(private_part part, std::string_view& x, std::string_view prefix) const
    {
        if (!kept_[part] && !x.empty()) x = words_.replace(x, prefix);
    }
    void replace(ast::text& x) const
    {
        if (x.form != ast::text_form::dict)
            x.bytes = words_.replace(x.bytes, prefix::text);
        else if (!is_replaced_dict(x.bytes))
            x.bytes = memory_.copy(in_dict(words_.replace(x.bytes, prefix::text)));
    }

    ast::arena& memory_;
    const kept_parts& kept_;
    dictionary& words_;
    // The old names of the schedule; shared by copies of the editor.
    std::shared_ptr<std::unordered_set<std::string_view>> scheduled_ =
        std::make_shared<std::unordered_set<std::string_view>>();
};

// The rows of a node and of all nodes below it end here.
std::size_t end_of_node(std::span<const ast::stack_row> rows, std::size_t node)
{
    auto end = node + 1;
    while (end < rows.size() && rows[end].depth > rows[node].depth) ++end;
    return end;
}

// Sorts the nodes of `rows`, which are siblings with all nodes below them.
void sort_nodes(std::span<ast::stack_row> rows)
{
    struct node {
        std::int64_t total;
        std::string_view label;
        ast::branch branch;
        std::span<const ast::stack_row> rows;
    };
    std::vector<node> nodes;
    for (std::size_t at = 0; at < rows.size();) {
        const auto end = end_of_node(rows, at);
        sort_nodes(rows.subspan(at + 1, end - at - 1));
        nodes.push_back({rows[at].total, rows[at].label, rows[at].branch, rows.subspan(at, end - at)});
        at = end;
    }
    std::vector<node> sorted = nodes;
    for (auto first = sorted.begin(); first != sorted.end();) {
        const auto last = std::find_if(first, sorted.end(), [&](const node& n) { return n.total != first->total; });
        std::stable_sort(first, last, [](const node& a, const node& b) { return a.label < b.label; });
        first = last;
    }
    std::vector<ast::stack_row> result;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto begin = result.size();
        result.insert(result.end(), sorted[i].rows.begin(), sorted[i].rows.end());
        result[begin].branch = nodes[i].branch;
    }
    std::ranges::copy(result, rows.begin());
}

} // namespace

void sort_rows(ast::peak& peak, ast::arena& memory)
{
    std::vector<ast::peak_row> rows(peak.rows.begin(), peak.rows.end());
    const auto is_sorted = [](const ast::peak_row& row) { return row.index && row.cumulative; };
    if (!std::ranges::all_of(rows, is_sorted)) return;
    for (auto first = rows.begin(); first != rows.end();) {
        const auto last =
            std::find_if(first, rows.end(), [&](const ast::peak_row& row) { return row.bytes != first->bytes; });
        std::vector<ast::maybe<std::int64_t>> sums;
        for (auto row = first; row != last; ++row) sums.push_back(row->cumulative);
        std::stable_sort(first, last, [](const ast::peak_row& a, const ast::peak_row& b) {
            if (a.name != b.name) return a.name < b.name;
            return std::ranges::lexicographical_compare(*a.index, *b.index);
        });
        for (const auto& sum : sums) first++->cumulative = sum;
    }
    peak.rows = memory.make_list(std::span<const ast::peak_row>(rows));
}

void sort_siblings(ast::stack_trace& trace, ast::arena& memory)
{
    if (trace.rows.empty()) return;
    std::vector<ast::stack_row> rows(trace.rows.begin(), trace.rows.end());
    // A node without a label has no row, and damaged dumps have any numbers.
    const auto unsigned_of = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
    auto remaining = unsigned_of(rows[0].remaining) + unsigned_of(rows[0].current);
    auto left = remaining;
    for (const auto& row : rows)
        if ((left -= unsigned_of(row.current)) != unsigned_of(row.remaining)) return;
    sort_nodes(rows);
    for (auto& row : rows) {
        remaining -= unsigned_of(row.current);
        row.remaining = static_cast<std::int64_t>(remaining);
    }
    trace.rows = memory.make_list(std::span<const ast::stack_row>(rows));
}

ast::tree redacted(const ast::tree& tree, ast::arena& memory, const kept_parts& kept, dictionary& words)
{
    return ast::copy(tree, memory, editor(memory, kept, words));
}

ast::instruction redacted(const ast::instruction& x, ast::arena& memory, const kept_parts& kept, dictionary& words)
{
    return ast::copy(x, memory, editor(memory, kept, words));
}

} // namespace ballast::inline v0::redact
