#include "convert/source.hpp"

#include <algorithm>
#include <utility>

namespace ballast::converting {

bool source::read(std::span<const document* const> module)
{
    for (const auto* const file : module) {
        const auto& dump = file->dump();
        if (dump.frame && !frame) frame = dump.frame;
        const bool combined = dump.kind == ast::dump_kind::combined;
        if (combined || dump.kind == ast::dump_kind::assignment) {
            if (std::exchange(has_allocations, true)) return false;
            allocations = dump.allocations;
            allocations_text = file->text();
        }
        if (combined || dump.kind == ast::dump_kind::values) {
            if (std::exchange(has_values, true)) return false;
            values = dump.used_values;
            total = dump.total;
        }
        const auto* const found = dump.every_moment ? dump.every_moment.get() : dump.ranges();
        const bool missing = std::holds_alternative<ast::live_range_not_available>(dump.live_range);
        if (found || missing) {
            if (ranges || ranges_not_available) return false;
            ranges = found;
            ranges_text = file->text();
            ranges_not_available = missing;
        }
    }
    for (const auto& a : allocations) {
        if (a.parameter && a.parameter->index.empty()) parameters_.add(a.parameter->number, &a);
        for (const auto& line : a.values) {
            homes_.add(line.value.id, {&line, &a});
            lines_.add({line.value.name, index_of(line.value.index)}, &line);
            if (!line.detail) continue;
            has_details = true;
            add_value(line.value, *line.detail, nullptr);
        }
    }
    for (const auto& value : values) add_value(value.value, value.detail, value.instruction.get());
    homes_.sort();
    lines_.sort();
    details_.sort();
    instructions_.sort();
    passed_.sort();
    parameters_.sort();
    return true;
}

void source::add_value(const ast::value_name& value, const ast::value_detail& detail, const ast::instruction* text)
{
    details_.add(value.id, &detail);
    if (text) instructions_.add(text->name, text);
    for (const auto& p : detail.positions)
        if (index_of(p.index).empty()) passed_.add(p.name, value.id);
}

const ast::shape* source::result_of(std::string_view name) const
{
    if (const auto* text = instruction_of(name)) return text->shape.get();
    if (const auto* line = line_at({name, {}})) return line->shape.get();
    return nullptr;
}

const ast::shape* source::passed_to(std::string_view name) const
{
    for (const auto& passed : passed_.all(name))
        if (const auto* line = home_of(passed.value).line) return line->shape.get();
    return nullptr;
}

const ast::shape* source::part_of(const part_name& part) const
{
    if (const auto* line = line_at(part)) return line->shape.get();
    const auto* const whole = result_of(part.name);
    return whole ? ast::subshape(*whole, part.index) : nullptr;
}

// The allocation of a parameter also contains values that share its memory. If the text does not show which value is
// the parameter, the result must be the same for all candidates.
const ast::value_line* source::parameter_value(const ast::allocation& of) const
{
    const ast::value_line* found = nullptr;
    for (const auto& line : of.values) {
        if (index_of(line.value.index) != of.parameter->index) continue;
        if (const auto* text = instruction_of(line.value.name)) {
            const auto* number = std::get_if<ast::parameter_number>(&text->body);
            if (number && number->number == of.parameter->number) return &line;
            continue;
        }
        if (found && !ast::same_without_layout(found->shape, line.shape)) return nullptr;
        if (!found) found = &line;
    }
    return found;
}

const ast::shape* source::parameter_shape(std::int64_t number) const
{
    const auto* const whole = parameters_.find(number);
    if (!whole) return nullptr;
    const auto* const value = parameter_value(*whole);
    return value ? value->shape.get() : nullptr;
}

// A value in a live-out allocation has a position at the root, others have none. If several instructions have such
// positions, the values of those before the root also have uses.
home source::result() const
{
    struct sighting {
        std::string_view name;
        const ast::allocation* in;

        bool operator==(const sighting&) const = default;
    };
    std::vector<sighting> seen;
    std::size_t live_out = 0;
    for (const auto& a : allocations) {
        live_out += a.maybe_live_out ? 1U : 0U;
        for (const auto& line : a.values)
            if (const auto* detail = detail_of(line.value.id))
                for (const auto& p : detail->positions) seen.push_back({p.name, &a});
    }
    if (live_out == 0) return {};
    std::ranges::sort(seen, {}, [](const sighting& s) { return std::pair(s.name, s.in); });
    const auto rest = std::ranges::unique(seen);
    seen.erase(rest.begin(), rest.end());
    std::vector<home> found;
    std::vector<home> unused;
    for (std::size_t i = 0; i < seen.size();) {
        const auto name = seen[i].name;
        const auto begin = i;
        bool all = true;
        for (; i < seen.size() && seen[i].name == name; ++i) all = all && seen[i].in->maybe_live_out;
        const auto here = passed_.all(name);
        if (!all || i - begin != live_out || here.empty()) continue;
        const auto id = here.front().value;
        const auto at = home_of(id);
        if (!at.line) continue;
        found.push_back(at);
        if (detail_of(id)->uses.empty()) unused.push_back(at);
    }
    if (found.size() == 1) return found.front();
    return unused.size() == 1 ? unused.front() : home{};
}

} // namespace ballast::converting
