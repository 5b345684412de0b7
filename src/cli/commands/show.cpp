#include "cli/commands/show.hpp"

#include "ballast/era.hpp"
#include "ballast/print.hpp"
#include "base/human_size.hpp"
#include "base/utf8.hpp"
#include "cli/table.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace ballast {

namespace {

constexpr std::size_t allocations_shown = 10;
constexpr std::size_t values_shown = 3;
constexpr std::size_t peak_rows_shown = 20;

std::string share(std::int64_t part, std::int64_t whole)
{
    if (whole == 0) return "-";
    return fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// One class for each allocation: the first that applies, in the order of the head's items.
std::string_view class_of(const ast::allocation& a)
{
    if (a.parameter) return "parameter";
    if (a.constant) return "constant";
    if (a.thread_local_) return "thread-local";
    if (a.maybe_live_out) return "maybe-live-out";
    if (a.preallocated_temp) return "preallocated-temp";
    return "other";
}

bool append(void* to, std::string_view bytes)
{
    static_cast<std::string*>(to)->append(bytes);
    return true;
}

template <typename Node>
std::string text_of(const Node& node, const ast::forms& forms)
{
    std::string result;
    sink out(append, &result);
    print(out, node, forms);
    out.flush();
    return result;
}

// Elements of one list, by a size; equal ones stay in the order of the list.
template <typename Node>
void largest_first(std::vector<const Node*>& nodes, std::int64_t Node::* size)
{
    std::ranges::sort(nodes,
                      [&](const Node* a, const Node* b) { return a->*size != b->*size ? a->*size > b->*size : a < b; });
}

std::string clipped(std::string text, std::size_t columns)
{
    if (cli::width(text) <= columns) return text;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i + 3 < columns; ++i)
        bytes += std::max<std::size_t>(1, utf8::sequence_length(std::string_view(text).substr(bytes)));
    return text.substr(0, bytes) + "...";
}

// The parts of a dump, each from the file that has it; null where none has.
struct parts {
    const ast::dump* allocations = nullptr;
    const ast::dump* values = nullptr;
    const ast::dump* ranges = nullptr;
};
parts parts_of(const std::vector<shown_file>& files)
{
    using enum ast::dump_kind;
    parts result;
    for (const auto& f : files) {
        const auto* dump = std::get_if<ast::dump>(&f.what->tree());
        if (!dump) continue;
        const auto is = [&](ast::dump_kind kind) { return dump->kind == kind || dump->kind == combined; };
        if (is(assignment)) result.allocations = dump;
        if (is(values)) result.values = dump;
        if (is(live_range)) result.ranges = dump;
    }
    return result;
}

void show_header(const std::vector<shown_file>& files, const parts& dump, const era_set& possible, std::string& out)
{
    for (const auto& f : files) {
        const bool is_dump = std::holds_alternative<ast::dump>(f.what->tree());
        out += fmt::format("{}: {}{}, {} bytes\n", f.name, f.kind, is_dump ? " dump" : "", f.what->text().size());
    }
    out += fmt::format("era: {}\n", possible.to_string());
    std::vector<std::string> sections;
    if (dump.allocations) sections.push_back(fmt::format("{} allocations", dump.allocations->allocations.size()));
    if (dump.values) sections.push_back(fmt::format("{} used values", dump.values->used_values.size()));
    if (dump.ranges) {
        if (const auto* ranges = dump.ranges->ranges())
            sections.push_back(
                fmt::format("{} scheduled instructions, {} live ranges", ranges->sequence.size(), ranges->rows.size()));
        if (std::holds_alternative<ast::live_range_not_available>(dump.ranges->live_range))
            sections.emplace_back("live range not available");
    }
    out += fmt::format("sections: {}\n", fmt::join(sections, ", "));
    if (dump.values && dump.values->total)
        out += fmt::format("total: {} bytes ({})\n", dump.values->total->bytes, human_size(dump.values->total->bytes));
}

struct sum {
    std::size_t count = 0;
    std::int64_t bytes = 0;
};

// Sizes are what the text says; a sum that leaves 64 bits stays at the limit.
void add(std::int64_t& to, std::int64_t bytes)
{
    if (__builtin_add_overflow(to, bytes, &to)) to = INT64_MAX;
}

void show_totals(const ast::dump& dump, std::string& out)
{
    std::map<std::pair<std::string_view, std::int64_t>, sum> totals;
    sum all;
    for (const auto& a : dump.allocations) {
        auto& entry = totals[{class_of(a), a.color}];
        ++entry.count;
        add(entry.bytes, a.size);
        ++all.count;
        add(all.bytes, a.size);
    }
    std::vector<std::pair<std::pair<std::string_view, std::int64_t>, sum>> sorted(totals.begin(), totals.end());
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
        return a.second.bytes != b.second.bytes ? a.second.bytes > b.second.bytes : a.first < b.first;
    });

    out += "\nallocations by class and memory space\n";
    using enum cli::table::side;
    cli::table t({left, right, right, right, right, right});
    t.row({"class", "space", "count", "bytes", "size", "share"});
    for (const auto& [key, entry] : sorted)
        t.row({std::string(key.first), fmt::to_string(key.second), fmt::to_string(entry.count),
               fmt::to_string(entry.bytes), human_size(entry.bytes), share(entry.bytes, all.bytes)});
    t.row({"all", "", fmt::to_string(all.count), fmt::to_string(all.bytes), human_size(all.bytes), ""});
    t.print(out);
}

void show_largest(const ast::dump& dump, std::string& out)
{
    std::int64_t all = 0;
    for (const auto& a : dump.allocations) add(all, a.size);
    std::vector<const ast::allocation*> sorted;
    for (const auto& a : dump.allocations) sorted.push_back(&a);
    largest_first(sorted, &ast::allocation::size);
    if (sorted.size() > allocations_shown) sorted.resize(allocations_shown);

    out += fmt::format("\nlargest allocations ({} of {}), each with its largest values\n", sorted.size(),
                       dump.allocations.size());
    using enum cli::table::side;
    cli::table t({right, left, right, right, right, left});
    t.row({"number", "class", "values", "size", "share", "shape"});
    for (const auto* a : sorted) {
        t.row({fmt::to_string(a->number), std::string(class_of(*a)), fmt::to_string(a->values.size()),
               human_size(a->size), share(a->size, all), ""});
        std::vector<const ast::value_line*> values;
        for (const auto& v : a->values) values.push_back(&v);
        largest_first(values, &ast::value_line::size);
        if (values.size() > values_shown) values.resize(values_shown);
        for (const auto* v : values) {
            std::string name(v->value.name);
            if (v->value.index && !v->value.index->empty())
                name += fmt::format("{{{}}}", fmt::join(*v->value.index, ","));
            t.row({"", "  " + clipped(name, 40), fmt::format("@{}", v->offset), human_size(v->size), "",
                   clipped(text_of(v->shape, dump.forms), 60)});
        }
    }
    t.print(out);
}

void show_peak(const ast::dump& dump, std::string& out)
{
    const auto* ranges = dump.ranges();
    if (!ranges) return;
    if (std::holds_alternative<ast::unbounded_peak>(ranges->summary)) {
        out += "\npeak: not known, a shape is unbounded\n";
        return;
    }
    const auto* peak = std::get_if<ast::peak>(&ranges->summary);
    if (!peak) return;
    std::int64_t all = 0;
    for (const auto& row : peak->rows) add(all, row.bytes);
    std::vector<const ast::peak_row*> sorted;
    for (const auto& row : peak->rows) sorted.push_back(&row);
    largest_first(sorted, &ast::peak_row::bytes);
    const auto shown = std::min(sorted.size(), peak_rows_shown);

    std::string_view at;
    for (const auto& row : ranges->sequence)
        if (row.number == peak->moment) at = row.name;
    out += fmt::format("\npeak at {} of {}{}: {} values, {} bytes ({})\n", peak->moment, ranges->max,
                       at.empty() ? "" : fmt::format(" ({})", at), sorted.size(), all, human_size(all));
    using enum cli::table::side;
    cli::table t({right, right, right, right, left});
    t.row({"bytes", "size", "share", "cumulative", "value"});
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& row = *sorted[i];
        add(sum, row.bytes);
        std::string name(row.name);
        if (row.index && !row.index->empty()) name += fmt::format("{{{}}}", fmt::join(*row.index, ","));
        t.row({fmt::to_string(row.bytes), human_size(row.bytes), share(row.bytes, all), share(sum, all),
               clipped(name, 60)});
    }
    if (shown < sorted.size())
        t.row({fmt::to_string(all - sum), human_size(all - sum), share(all - sum, all), "",
               fmt::format("({} more)", sorted.size() - shown)});
    t.print(out);
}

} // namespace

std::string show(const std::vector<shown_file>& files, const era_set& possible)
{
    std::string out;
    const auto dump = parts_of(files);
    show_header(files, dump, possible, out);
    if (dump.allocations && !dump.allocations->allocations.empty()) {
        show_totals(*dump.allocations, out);
        show_largest(*dump.allocations, out);
    }
    if (dump.ranges) show_peak(*dump.ranges, out);
    return out;
}

} // namespace ballast
