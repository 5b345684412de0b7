// The stack trace of the peak: its sums, order and percentages, and the values that its bytes belong to.
#include "check/report.hpp"

#include "analyse/sums.hpp"
#include "ballast/text.hpp"
#include "base/label.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::checking {

namespace {

using analyse::wrapped_rest;
using analyse::wrapped_sum;

std::string grouped_label(const context& in, const model::trace_row& row) { return shown(in.rows.name(row.label), 60); }

// An empty part of a label has no line; its children move up. Its bytes are in the totals above it, but on no line.
// Siblings are then not always in order, and a total can exceed a node's own bytes and those of its children.
bool may_have_empty_parts(const context& in)
{
    return std::ranges::any_of(in.rows.peak, [&](const model::peak_row& row) {
        const auto made = in.instruction_of(row.name);
        if (!made) return true;
        if (made->op_name == none) return false;
        const auto name = in.rows.name(made->op_name);
        return name.find("[\\'") != std::string_view::npos &&
               std::ranges::any_of(label_parts(unescaped(name)), [](const auto& part) { return part.empty(); });
    });
}

// Invariant 35, node by node. Without the instructions the sums show whether there are empty parts.
void check_nodes(const context& in)
{
    const auto& rows = in.rows;
    const auto all = *rows.trace_total;
    const auto& nodes = rows.trace;
    bool loose = rows.has.instructions && may_have_empty_parts(in);
    if (!rows.has.instructions && !nodes.empty() && nodes.back().remaining != 0) loose = true;

    model::row_list<bool> wrong(nodes.size(), false);
    // Visits children before their parents, with the sums of each open depth.
    struct sums {
        std::int64_t total = 0;
        std::size_t last = SIZE_MAX; // the topmost child visited so far at this depth
        bool wrong = false;
    };
    std::vector<sums> below(2);
    for (auto i = nodes.size(); i-- > 0;) {
        const auto& node = nodes[i];
        const auto depth = static_cast<std::size_t>(node.depth);
        if (below.size() < depth + 2) below.resize(depth + 2);
        auto& children = below[depth + 1];
        const auto expected = wrapped_sum(node.current, children.total);
        const auto subject = subject_of(about::trace_row, i);
        in.out.applies(finding_id::trace_sum);
        if (!children.wrong && (loose ? node.total < expected : node.total != expected)) {
            wrong[i] = true;
            in.out.add(finding_id::trace_sum, in.at.last_number_after(node.at, "total: ", 1),
                       say("{} has {} bytes in total, {} of its own and {} below", grouped_label(in, node), node.total,
                           node.current, children.total),
                       {subject}, {subject_of(about::trace)});
        }
        auto& siblings = below[depth];
        if (siblings.last != SIZE_MAX && !loose && !wrong[i]) {
            in.out.applies(finding_id::trace_order);
            const auto& next = nodes[siblings.last];
            if (!wrong[siblings.last] && (node.total < next.total ||
                                          (node.total == next.total && rows.name(node.label) > rows.name(next.label))))
                in.out.add(finding_id::trace_order, in.name(next.at, next.label),
                           say("{} of {} bytes comes after {} of {}", grouped_label(in, next), next.total,
                               grouped_label(in, node), node.total),
                           {subject_of(about::trace_row, siblings.last)}, {subject, subject_of(about::trace)},
                           {{in.name(node.at, node.label), say("the sibling before it")}});
        }
        siblings.total = wrapped_sum(siblings.total, node.total);
        siblings.last = i;
        siblings.wrong = siblings.wrong || wrong[i];
        children = {};
        if (wrong[i]) continue;
        in.out.applies(finding_id::trace_percent);
        const double percent = all == 0 ? 0.0 : 100.0 * static_cast<double>(node.total) / static_cast<double>(all);
        const auto tenths = fmt::format("{:.1f}", percent);
        const auto printed = fmt::format("{}.{}", node.tenths / 10, node.tenths % 10);
        if (tenths != printed)
            in.out.add(finding_id::trace_percent, in.at.last_number_after(node.at, " (", 1),
                       say("{} of {} bytes is {}%, not {}%", node.total, all, tenths, printed), {subject},
                       {subject_of(about::trace)});
    }
    if (!nodes.empty() && !below[0].wrong && below[0].total != all)
        in.out.add(finding_id::trace_sum, in.trace_head(),
                   say("the stack trace has {} bytes, its top-level nodes have {}", all, below[0].total),
                   {subject_of(about::trace)}, {subject_of(about::peak)});

    std::int64_t remaining = all;
    std::int64_t before = all;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        in.out.applies(finding_id::trace_remaining);
        remaining = wrapped_rest(remaining, nodes[i].current);
        const auto by_row = wrapped_rest(before, nodes[i].current);
        before = nodes[i].remaining;
        // One wrong number is reported once.
        if (before != remaining && before != by_row)
            in.out.add(finding_id::trace_remaining, in.at.last_number_after(nodes[i].at, "remaining: ", 1),
                       say("{} bytes remain after {}, but the nodes up to it leave {}", before,
                           grouped_label(in, nodes[i]), by_row),
                       {subject_of(about::trace_row, i)}, {subject_of(about::trace)});
    }
}

// Compares the bytes of all nodes with one label with the values whose labels end with it. A value in a computation
// that is called several times is split over several nodes with the same label.
void check_labels(const context& in)
{
    const auto& rows = in.rows;
    struct held {
        std::int64_t in_values = 0;
        std::int64_t in_nodes = 0;
        number value = none; // the last row of the peak
        number node = none;
    };
    model::interned<char> labels;
    model::row_list<held> by_label;
    const auto with = [&](std::string_view label) -> held& {
        const auto which = labels.of(label.data(), label.size());
        if (which == by_label.size()) by_label.push_back({});
        return by_label[which];
    };
    for (number i = 0; i < rows.trace.size(); ++i) {
        auto& there = with(rows.name(rows.trace[i].label));
        there.in_nodes = wrapped_sum(there.in_nodes, rows.trace[i].current);
        if (rows.trace[i].current != 0 || there.node == none) there.node = i;
    }
    const auto is_node = [&, nodes = labels.size()](std::string_view label) {
        return labels.find(label.data(), label.size()) < nodes;
    };
    for (number i = 0; i < rows.peak.size(); ++i) {
        const auto row = rows.peak[i];
        const auto made = in.instruction_of(row.name);
        if (!made) return;
        auto label = made->op_name == none ? std::string(rows.name(made->name)) : unescaped(rows.name(made->op_name));
        auto parts = label_parts(label);
        if (row.index != none && row.index != model::empty_index) {
            const auto index = index_text(rows.index(row.index));
            parts.back() += index;
            label += index;
        }
        // The bytes of an empty part are on no line; the other parts have theirs. A converted tree has such a label as
        // a whole.
        const bool empty_part = std::ranges::any_of(parts, [](const auto& part) { return part.empty(); });
        const bool whole = empty_part && is_node(label);
        if (empty_part && !whole) {
            const auto gone =
                std::ranges::find_if(parts, [&](const auto& part) { return !part.empty() && !is_node(part); });
            if (gone != parts.end() && row.bytes != 0)
                in.out.add(finding_id::trace_label, in.name(row.at, row.name),
                           say("{} is a row of the peak, but the stack trace has no node {}",
                               in.called(row.name, row.index), shown(*gone, 60)),
                           {subject_of(about::trace), in.instruction(row.name)}, {subject_of(about::peak)});
            if (gone != parts.end() || parts.back().empty()) continue;
        }
        auto& there = with(whole ? label : parts.back());
        there.in_values = wrapped_sum(there.in_values, row.bytes);
        there.value = i;
    }
    for (number i = 0; i < rows.trace.size(); ++i) {
        const auto& there = with(rows.name(rows.trace[i].label));
        in.out.applies(finding_id::trace_label);
        if (there.node != i || there.in_nodes == there.in_values) continue;
        std::vector<evidence> beside;
        if (there.value != none) {
            const auto row = rows.peak[there.value];
            beside.push_back({in.name(row.at, row.name), say("the last of the values")});
        }
        in.out.add(finding_id::trace_label, in.name(rows.trace[i].at, rows.trace[i].label),
                   say("the nodes {} have {} bytes of their own, the values with that label have {}",
                       grouped_label(in, rows.trace[i]), there.in_nodes, there.in_values),
                   {subject_of(about::trace_row, i)}, {subject_of(about::trace)}, beside);
    }
    for (number i = 0; i < by_label.size(); ++i) {
        const auto& there = by_label[i];
        if (there.node != none || there.in_values == 0) continue;
        const auto row = rows.peak[there.value];
        const auto label = labels[i];
        in.out.add(finding_id::trace_label, in.name(row.at, row.name),
                   say("{} is a row of the peak, but the stack trace has no node {}", in.called(row.name, row.index),
                       shown({label.data(), label.size()}, 60)),
                   {subject_of(about::trace), in.instruction(row.name)}, {subject_of(about::peak)});
    }
}

// A node without bytes of its own is a computation, or a part of the label of an instruction. Few labels start with a
// blank, and those are in the text.
void check_blanks(const context& in)
{
    const auto& rows = in.rows;
    std::vector<number> suspects;
    for (number i = 0; i < rows.trace.size(); ++i)
        if (rows.trace[i].current == 0 && rows.name(rows.trace[i].label).starts_with(' ')) suspects.push_back(i);
    if (suspects.empty()) return;
    std::vector<std::string> known;
    for (const auto& made : rows.instructions)
        if (made.op_name != none)
            for (auto& part : label_parts(unescaped(rows.name(made.op_name))))
                if (part.starts_with(' ')) known.push_back(std::move(part));
    std::ranges::sort(known);
    for (const auto i : suspects)
        if (!std::ranges::binary_search(known, rows.name(rows.trace[i].label)))
            in.out.add(finding_id::trace_label, in.name(rows.trace[i].at, rows.trace[i].label),
                       say("the node {} starts with a blank, but no label of an instruction does",
                           grouped_label(in, rows.trace[i])),
                       {subject_of(about::trace_row, i)}, {subject_of(about::trace)});
}

} // namespace

void check_trace(const context& in)
{
    const auto& rows = in.rows;
    if (!rows.has.ranges || !rows.peak_known) return;
    // Invariant 36.
    if (!rows.trace_total) {
        in.out.applies(finding_id::trace_presence);
        if (in.when.always(feature::stack_trace) && !rows.sequence.empty())
            in.out.add(finding_id::trace_presence, in.peak_head(),
                       say("the sequence has {} rows, but there is no stack trace", rows.sequence.size()),
                       {subject_of(about::trace)}, {subject_of(about::sequence)});
        return;
    }
    in.out.applies(finding_id::trace_presence);
    if (rows.sequence.empty())
        in.out.add(finding_id::trace_presence, in.trace_head(),
                   say("there is a stack trace, although the sequence is empty"), {subject_of(about::trace)},
                   {subject_of(about::sequence)});
    // Invariant 34.
    const auto last = rows.peak.empty() ? 0 : rows.peak.back().cumulative;
    if (last >= 0) in.out.applies(finding_id::trace_total);
    if (last >= 0 && last != *rows.trace_total)
        in.out.add(finding_id::trace_total, in.trace_head(),
                   say("the stack trace has {} bytes, the rows of the peak have {}", *rows.trace_total, last),
                   {subject_of(about::trace)}, {subject_of(about::peak)});
    check_nodes(in);
    if (!rows.has.instructions) return;
    check_labels(in);
    check_blanks(in);
}

} // namespace ballast::checking
