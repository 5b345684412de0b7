#include "analyse/usage_report.hpp"

#include "analyse/bare_shape.hpp"
#include "ast/human_size.hpp"
#include "ballast/analysis.hpp"
#include "ballast/print.hpp"
#include "base/say.hpp"
#include "era/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <new>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace ballast::analyse {

namespace {

bool add(std::int64_t& to, std::int64_t x) { return !__builtin_add_overflow(to, x, &to); }

class collector {
public:
    explicit collector(ast::arena& memory) : memory_(memory) {}

    // False if the sum of the sizes does not fit into 64 bits.
    bool take(const ast::allocation& a)
    {
        if (!add(result_.bytes, a.size)) return false;
        allocation_usage made{&a, 0, result_.groups.size(), 0};
        order_.resize(a.values.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::sort(order_, {}, [&](std::size_t i) { return std::tuple(a.values[i].offset, i); });
        for (std::size_t begin = 0; begin != order_.size();) {
            auto end = begin;
            while (end != order_.size() && a.values[order_[end]].offset == a.values[order_[begin]].offset) ++end;
            result_.groups.push_back(group_of(a, std::span(order_).subspan(begin, end - begin)));
            if (!add(made.bytes, result_.groups.back().size)) return false;
            begin = end;
        }
        made.groups = result_.groups.size() - made.first_group;
        std::ranges::sort(std::span(result_.groups).subspan(made.first_group), {},
                          [](const usage_group& g) { return std::tuple(-g.size, g.last_id, g.offset); });
        result_.allocations.push_back(made);
        return true;
    }
    usage finish()
    {
        std::ranges::sort(result_.allocations, {},
                          [](const allocation_usage& a) { return std::tuple(-a.of->size, a.of); });
        return std::move(result_);
    }

private:
    usage_group group_of(const ast::allocation& a, std::span<const std::size_t> values)
    {
        usage_group made;
        made.offset = a.values[values.front()].offset;
        made.values = static_cast<std::int64_t>(values.size());
        made.first_member = result_.members.size();
        result_.members.insert(result_.members.end(), values.begin(), values.end());
        found_.clear();
        for (const auto i : values) {
            const auto& value = a.values[i];
            made.size = std::max(made.size, value.size);
            made.last_id = std::max(made.last_id, value.value.id);
            found_.push_back(shape_of(*value.shape));
        }
        std::ranges::sort(found_);
        made.first_shape = result_.counted.size();
        for (std::size_t i = 0; i < found_.size(); ++i)
            if (i == 0 || found_[i] != found_[i - 1])
                result_.counted.push_back({1, found_[i]});
            else
                ++result_.counted.back().count;
        made.shapes = result_.counted.size() - made.first_shape;
        std::ranges::sort(std::span(result_.counted).subspan(made.first_shape), {}, [&](const counted_shape& s) {
            return std::tuple(s.count, std::string_view(result_.shapes[s.shape].text));
        });
        return made;
    }

    // Many values share a node, and nodes print the same.
    std::size_t shape_of(const ast::shape& node)
    {
        const auto [known, is_new] = by_node_.try_emplace(&node, 0);
        if (!is_new) return known->second;
        const auto bare = without_layout(node, memory_);
        auto text = text_of(bare);
        const auto [same, added] = by_text_.try_emplace(std::move(text), result_.shapes.size());
        if (added) result_.shapes.push_back({bare, same->first});
        return known->second = same->second;
    }

    ast::arena& memory_;
    usage result_;
    std::vector<std::size_t> order_;
    std::vector<std::size_t> found_;
    std::unordered_map<const ast::shape*, std::size_t> by_node_;
    std::unordered_map<std::string, std::size_t> by_text_;
};

// The precision in which XLA compares the remainder; double for the list of a memory space.
enum class precision : std::uint8_t { single, twofold };

bool is_small(std::int64_t left, std::int64_t whole, precision compared)
{
    const float share = static_cast<float>(whole) * share_not_shown;
    return compared == precision::single ? static_cast<float>(left) < share
                                         : static_cast<double>(left) < static_cast<double>(share);
}

template <typename Size>
extent extent_of(std::size_t count, std::int64_t whole, precision compared, Size size)
{
    auto left = whole;
    for (std::size_t i = 0; i < count; ++i) {
        left -= size(i);
        if (i >= rows_always_shown && is_small(left, whole, compared))
            return {i + 1, static_cast<std::int64_t>(count - i - 1)};
    }
    return {count, {}};
}

} // namespace

std::optional<usage> usage_of(const ast::list<ast::allocation>& allocations, ast::arena& memory)
{
    collector collect(memory);
    for (const auto& a : allocations)
        if (!collect.take(a)) return std::nullopt;
    return collect.finish();
}

namespace {

void take_order(usage& of, const allocation_usage& a, const ast::usage_table& table)
{
    std::unordered_map<std::int64_t, const ast::usage_row*> by_offset;
    for (const auto& row : table.rows) by_offset.emplace(row.offset, &row);
    const auto row_at = [&](const usage_group& g) {
        const auto found = by_offset.find(g.offset);
        return found == by_offset.end() ? nullptr : found->second;
    };
    // Groups that the report does not list come last.
    const auto place = [&](const usage_group& g) {
        const auto* row = row_at(g);
        return row ? row - table.rows.begin() : static_cast<std::ptrdiff_t>(table.rows.size());
    };
    const auto groups = std::span(of.groups).subspan(a.first_group, a.groups);
    std::ranges::sort(groups, {}, [&](const usage_group& g) { return std::tuple(-g.size, place(g), g.first_shape); });
    for (const auto& g : groups) {
        const auto* row = row_at(g);
        if (!row) continue;
        std::ranges::sort(std::span(of.counted).subspan(g.first_shape, g.shapes), {}, [&](const counted_shape& s) {
            const auto at = std::ranges::find(row->shapes, of.shapes[s.shape].node, &ast::counted_shape::shape);
            return std::tuple(at - row->shapes.begin(), s.shape);
        });
    }
}

} // namespace

void take_order(usage& of, const ast::program_usage& report)
{
    for (std::size_t i = 0; i < std::min(of.allocations.size(), report.listed.size()); ++i) {
        const auto& [head, table] = report.listed[i];
        if (table && head.number == of.allocations[i].of->number) take_order(of, of.allocations[i], *table);
    }
}

std::vector<space> spaces_of(const usage& of)
{
    std::vector<const allocation_usage*> all;
    for (const auto& a : of.allocations) all.push_back(&a);
    std::ranges::sort(all, {}, [](const allocation_usage* a) { return std::tuple(a->of->color, a); });
    std::vector<space> result;
    for (const auto* a : all) {
        if (result.empty() || result.back().color != a->of->color) result.push_back({a->of->color, 0, {}});
        result.back().bytes += a->of->size;
        result.back().allocations.push_back(a);
    }
    return result;
}

extent extent_of(const usage& of)
{
    return extent_of(of.allocations.size(), of.bytes, precision::single,
                     [&](std::size_t i) { return of.allocations[i].of->size; });
}

extent extent_of(const usage& of, const allocation_usage& table)
{
    const auto groups = of.groups_of(table);
    return extent_of(groups.size(), table.bytes, precision::single, [&](std::size_t i) { return groups[i].size; });
}

extent extent_of(const space& of)
{
    return extent_of(of.allocations.size(), of.bytes, precision::twofold,
                     [&](std::size_t i) { return of.allocations[i]->of->size; });
}

ast::whole_percent percent_of(std::int64_t part, std::int64_t whole)
{
    if (whole == 0) return ast::nan_sign::minus;
    // Rounded like printf, from the binary value.
    const auto text = fmt::format("{:.0f}", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
    std::int64_t result = 0;
    std::from_chars(text.data(), text.data() + text.size(), result);
    return result;
}

namespace {

// --- the tree --------------------------------------------------------------------------------------------------------

class reporter {
public:
    reporter(const usage& of, const document& read, ast::arena& memory, commit_time when)
        : usage_(of),
          read_(read),
          memory_(memory),
          parts_(timeline::printed_at(feature::parameter_subshape, when)),
          possible_(date(read.witnesses()).possible)
    {
    }

    usage_report_result by_program()
    {
        usage_report_result result;
        if (!usage_.allocations.empty() && possible_.intersect(eras(feature::output_shape)).empty())
            return {{}, say("its allocation headers have no shapes, which a report of the program needs"), 0, 0};
        for (const auto& a : usage_.allocations)
            if (auto fault = head_of(*a.of)) {
                const auto at = std::max<std::int64_t>(0, a.of->at.offset);
                const auto line = read_.text().substr(static_cast<std::size_t>(at));
                return {
                    {}, std::move(*fault), at, at + static_cast<std::int64_t>(std::min(line.find(':'), line.size()))};
            }
        ast::program_usage made;
        made.bytes = usage_.bytes;
        made.human = ast::human(usage_.bytes);
        const auto shown = extent_of(usage_);
        std::vector<ast::ranked_allocation> ranked;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < shown.rows; ++i) {
            sum += usage_.allocations[i].of->size;
            ranked.push_back(
                {{}, ast::human(sum), percent_of(sum, usage_.bytes), ast::human(usage_.bytes - sum), heads_[i]});
        }
        made.ranked = memory_.make_list(std::span<const ast::ranked_allocation>(ranked));
        made.rest = shown.rest;
        std::vector<ast::listed_allocation> listed;
        for (std::size_t i = 0; i < usage_.allocations.size(); ++i) {
            const auto& a = usage_.allocations[i];
            listed.push_back({heads_[i], {}});
            if (a.of->values.size() != 1) listed.back().table = memory_.make(table_of(a));
        }
        made.listed = memory_.make_list(std::span<const ast::listed_allocation>(listed));
        result.report.emplace().form = made;
        return result;
    }

    usage_report_result by_space()
    {
        std::vector<ast::space_usage> made;
        for (const auto& s : spaces_of(usage_)) {
            std::vector<ast::usage_table> tables;
            const auto shown = extent_of(s);
            for (std::size_t i = 0; i < shown.rows; ++i) tables.push_back(table_of(*s.allocations[i]));
            made.push_back({{},
                            s.color,
                            s.bytes,
                            ast::human(s.bytes),
                            memory_.make_list(std::span<const ast::usage_table>(tables))});
        }
        usage_report_result result;
        result.report.emplace().form = memory_.make_list(std::span<const ast::space_usage>(made));
        return result;
    }

private:
    // Keeps the header of the next allocation, or returns why there is none.
    std::optional<finding_message> head_of(const ast::allocation& a)
    {
        ast::report_allocation made{{},
                                    a.number,
                                    ast::human(a.size),
                                    a.color,
                                    a.parameter,
                                    a.output_shape,
                                    a.constant,
                                    a.thread_local_,
                                    a.maybe_live_out,
                                    a.preallocated_temp,
                                    {}};
        if (a.parameter && !a.parameter->unknown_shape) {
            if (!a.parameter->shape) return say("parameter {} has no shape", a.parameter->number);
            // The two are the same if the part is the whole parameter.
            if (!a.parameter->index.empty() && parts_ != has_parts()) {
                const auto* part = parts_ ? ast::subshape(*a.parameter->shape, a.parameter->index) : nullptr;
                if (!part)
                    return parts_ ? say("the shape of parameter {} has no such part", a.parameter->number)
                                  : say("the shape is that of a part of parameter {}, but a report of that time has "
                                        "the whole shape",
                                        a.parameter->number);
                auto item = *a.parameter;
                item.shape = memory_.make(*part);
                made.parameter = memory_.make(item);
            }
        }
        heads_.push_back(made);
        return std::nullopt;
    }

    // True if the allocation headers of the dump have the shapes of parts.
    [[nodiscard]] bool has_parts() const { return possible_.intersect(eras(feature::whole_parameter_shape)).empty(); }

    ast::usage_table table_of(const allocation_usage& a)
    {
        const auto groups = usage_.groups_of(a);
        const auto shown = extent_of(usage_, a);
        std::vector<ast::usage_row> rows;
        std::int64_t sum = 0;
        for (const auto& group : groups.first(shown.rows)) {
            sum += group.size;
            std::vector<ast::counted_shape> shapes;
            for (const auto& [count, shape] : usage_.shapes_of(group))
                shapes.push_back({count, usage_.shapes[shape].node});
            rows.push_back({{},
                            ast::human(sum),
                            percent_of(sum, a.bytes),
                            ast::human(group.size),
                            group.offset,
                            group.values,
                            memory_.make_list(std::span<const ast::counted_shape>(shapes))});
        }
        return {{}, memory_.make_list(std::span<const ast::usage_row>(rows)), shown.rest};
    }

    const usage& usage_;
    const document& read_;
    ast::arena& memory_;
    bool parts_; // the headers of the report have the shapes of parts
    era_set possible_;
    std::vector<ast::report_allocation> heads_;
};

usage_report_result report_of(const document& read, const ast::usage_report* beside, ast::arena& memory,
                              commit_time when)
{
    const auto* dump = std::get_if<ast::dump>(&read.tree());
    if (!dump || dump->kind == ast::dump_kind::values || dump->kind == ast::dump_kind::live_range)
        return {{}, say("no allocations; they are in the module's `…-buffer-assignment.txt`")};
    const bool by_program = eras(usage_report_form::program).contains(when);
    if (!by_program && !eras(usage_report_form::spaces).contains(when))
        return {{}, say("XLA wrote no memory-usage reports at that time")};
    auto usage = usage_of(dump->allocations, memory);
    if (!usage) return {{}, say("the sum of the sizes does not fit into 64 bits")};
    if (beside && beside->program() && !timeline::printed_at(feature::sorted_usage_report, when))
        take_order(*usage, *beside->program());
    reporter make(*usage, read, memory, when);
    auto result = by_program ? make.by_program() : make.by_space();
    if (result.report) result.report->forms = forms_at(when);
    return result;
}

usage_report_result guarded_report_of(const document& of, const ast::usage_report* beside, ast::arena& memory,
                                      commit_time when) noexcept
try {
    return report_of(of, beside, memory, when);
} catch (const std::bad_alloc&) {
    return {{}, {"not enough memory for a report"}, 0, 0};
}

} // namespace

usage_report_result usage_report_like(const document& of, const ast::usage_report& beside, ast::arena& memory,
                                      commit_time when) noexcept
{
    return guarded_report_of(of, &beside, memory, when);
}

} // namespace ballast::analyse

namespace ballast::inline v0 {

era_set eras(usage_report_form form)
{
    return eras(form == usage_report_form::program ? timeline::feature_of("program_usage_head")
                                                   : timeline::feature_of("space_head"));
}

usage_report_result usage_report_of(const document& of, ast::arena& memory, commit_time when) noexcept
{
    return analyse::guarded_report_of(of, nullptr, memory, when);
}

} // namespace ballast::inline v0
