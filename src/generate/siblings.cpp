// Other texts of XLA about a program: the bytes of its allocations by class, the largest buffers in an out-of-memory
// report, and the buffer table.
#include "generate/program.hpp"

#include "ast/human_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

namespace ballast::generate {

namespace {

ast::fragmentation fragmentation_of(std::int64_t bytes, std::int64_t whole)
{
    ast::fragmentation result{ast::human(bytes), ast::nan_sign::minus};
    if (whole != 0)
        result.percent = std::llround(1e4 * static_cast<double>(bytes) / static_cast<double>(whole));
    else if (bytes != 0)
        result.percent = ast::infinite{};
    return result;
}

std::string steps_of(const ast::shape_index& index)
{
    std::string result;
    for (const auto step : index) {
        if (!result.empty()) result += ',';
        result += std::to_string(step);
    }
    return result;
}

} // namespace

// The step at which live temporaries take the most bytes, and these bytes.
std::pair<program::number, std::int64_t> program::peak_of_temporaries() const
{
    std::vector<std::int64_t> change(steps_ + std::size_t{2}, 0);
    for_scheduled([&](const value& v) {
        if (!v.temporary || v.set != number_of(v)) return;
        auto start = starts_[v.set];
        auto end = ends_[v.set];
        for_sharing(v, [&](const value& other) {
            start = std::min(start, starts_[number_of(other)]);
            end = std::max(end, ends_[number_of(other)]);
        });
        change[start] += room_of(v);
        change[end + std::size_t{1}] -= room_of(v);
    });
    std::pair<number, std::int64_t> peak{0, 0};
    std::int64_t sum = 0;
    for (number t = 0; t < change.size(); ++t) {
        sum += change[t];
        if (sum > peak.second) peak = {t, sum};
    }
    return peak;
}

ast::allocation_statistics program::statistics() const
{
    std::int64_t parameter = 0;
    std::int64_t constant = 0;
    std::int64_t live_out = 0;
    std::int64_t temporary = 0;
    bool packed = false;
    for_allocations([&](const ast::allocation& a, const value* first) {
        bool holds_parameter = false;
        if (first) for_sharing(*first, [&](const value& v) { holds_parameter |= is_entry_parameter(v); });
        parameter += holds_parameter ? a.size : 0;
        constant += a.constant ? a.size : 0;
        live_out += a.maybe_live_out ? a.size : 0;
        temporary += a.preallocated_temp ? a.size : 0;
        packed |= a.preallocated_temp;
    });
    ast::allocation_statistics result;
    result.parameter = ast::human(parameter);
    result.constant = ast::human(constant);
    result.maybe_live_out = ast::human(live_out);
    result.preallocated_temp = ast::human(temporary);
    if (packed) result.temp_fragmentation = fragmentation_of(temporary - peak_of_temporaries().second, temporary);
    result.total = ast::human(total_of().bytes);
    return result;
}

ast::peak_buffer program::peak_buffer_of(const value& v, nodes& draw) const
{
    const auto& o = definition(v);
    ast::peak_buffer result;
    result.size = ast::human(room_of(v));
    if (const auto source = metadata_of(o, draw); !source.op_name.empty()) result.source = draw.memory().make(source);
    using enum ast::async_suffix;
    const auto opcode = o.suffix == none     ? o.opcode
                        : o.suffix == start  ? ast::opcode_kind::async_start
                        : o.suffix == update ? ast::opcode_kind::async_update
                                             : ast::opcode_kind::async_done;
    if (!is_entry_parameter(v)) result.origin = ast::opcode{opcode, none, {}};
    result.shape = node_of(shape_of(v), draw, false);
    return result;
}

ast::oom_report program::make_oom_report(ast::arena& memory) const
{
    random_source nothing{std::span<const std::uint8_t>{}};
    nodes draw(nothing, memory, when_);
    ast::oom_report result;
    result.forms = forms_;
    result.statistics = statistics();
    if (draw.can(timeline::feature_of("contains_head"))) {
        std::vector<ast::oom_allocation> all;
        for_allocations([&](const ast::allocation& head, const value* first) {
            ast::oom_allocation made{first ? with_shapes(head, *first, draw) : head, {}};
            std::vector<ast::value_line> lines;
            std::vector<ast::used_value> contains;
            const auto take = [&](const value& v) {
                lines.push_back(line_of(v, draw));
                contains.push_back(used_value_of(v, draw));
            };
            if (first)
                for_sharing(*first, take);
            else
                for_values([&](const value& v) {
                    if (v.temporary && home_of(v) == static_cast<std::size_t>(head.color)) take(v);
                });
            made.allocation.values = draw.list(lines);
            made.contains = draw.list(contains);
            all.push_back(made);
        });
        result.buffers = draw.list(all);
        return result;
    }
    const auto moment = peak_of_temporaries().first;
    std::vector<const value*> living;
    for_scheduled([&](const value& v) {
        if (v.temporary ? starts_[number_of(v)] <= moment && moment <= ends_[number_of(v)] : v.set == number_of(v))
            living.push_back(&v);
    });
    // Of equal values, the last one comes first.
    std::ranges::sort(living, std::ranges::greater(),
                      [&](const value* v) { return std::pair(room_of(*v), number_of(*v)); });
    living.resize(std::min<std::size_t>(living.size(), timeline::peak_buffers_by_default));
    std::vector<ast::peak_buffer> buffers;
    for (const auto* v : living) {
        buffers.push_back(peak_buffer_of(*v, draw));
        buffers.back().number = static_cast<std::int64_t>(buffers.size());
    }
    result.buffers = draw.list(buffers);
    return result;
}

ast::buffer_info program::make_buffer_info(ast::arena& memory) const
{
    random_source nothing{std::span<const std::uint8_t>{}};
    nodes draw(nothing, memory, when_);
    struct timed_use {
        std::int64_t time = 0;
        std::string text{};
        ast::value_use use{};
    };
    std::vector<ast::buffer_info_row> rows;
    for_scheduled([&](const value& v) {
        std::vector<timed_use> uses;
        for_uses(v, [&](const spot& p, const usage& u) {
            const auto& user = operations_[u.operation];
            const auto index = index_of(operations_[p.operation].shape, p.part, draw);
            auto text = fmt::format("{}, operand {}", name_of(user), u.operand);
            if (index) text += " {" + steps_of(*index) + "}";
            uses.push_back({time_of(u.operation), std::move(text), {memory.copy(name_of(user)), u.operand, index}});
        });
        std::ranges::sort(uses, {}, [](const timed_use& u) { return std::tie(u.time, u.text); });
        std::vector<std::int64_t> times;
        std::vector<ast::value_use> users;
        for (const auto& u : uses) {
            times.push_back(u.time);
            users.push_back(u.use);
        }
        ast::buffer_info_row made;
        made.id = v.id;
        made.value = name_of(v, draw);
        made.offset = offsets_[number_of(v)];
        made.size = room_of(v);
        made.definition_time = time_of(v.operation);
        made.end_time = ends_[number_of(v)];
        made.num_uses = static_cast<std::int64_t>(uses.size());
        made.use_times = draw.list(times);
        made.uses = draw.list(users);
        rows.push_back(made);
    });
    return {draw.list(rows)};
}

} // namespace ballast::generate
