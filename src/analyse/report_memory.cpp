#include "analyse/report_memory.hpp"

#include "analyse/bare_shape.hpp"
#include "analyse/holder_rows.hpp"
#include "analyse/labels.hpp"
#include "analyse/sums.hpp"
#include "ballast/ast/oom_report.hpp"
#include "ballast/ast/usage_report.hpp"
#include "ballast/text.hpp"
#include "ballast/tpu_memory.hpp"
#include "model/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

namespace ballast::analyse {

// KiB have one decimal, larger units two.
std::int64_t bytes_of(const ast::human_size& size)
{
    if (size.unit == ast::size_unit::bytes) return size.count;
    const auto power = static_cast<int>(size.unit);
    const auto bytes =
        std::ldexp(static_cast<long double>(size.count), 10 * power) / (size.unit == ast::size_unit::kib ? 10 : 100);
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return bytes >= static_cast<long double>(most) ? most : static_cast<std::int64_t>(bytes);
}

namespace {

template <typename Head>
buffer_class class_of_head(const Head& a)
{
    if (a.parameter) return a.maybe_live_out ? buffer_class::donated : buffer_class::argument;
    if (a.constant) return buffer_class::constant;
    if (a.maybe_live_out) return buffer_class::output;
    return a.preallocated_temp ? buffer_class::temporary : buffer_class::unknown;
}

// Computed from the sizes, shapes and labels.
std::string fingerprint_of(const memory_analysis& of)
{
    std::string text;
    for (const auto& s : of.spaces) text += fmt::format("{} {}\n", s.space, s.total);
    for (const auto& h : of.holders) text += fmt::format("{} {} {} {}\n", h.space, h.bytes, h.shape, h.label);
    return fmt::format("{:016x}", model::hash_of(text.data(), text.size()));
}

bool is_report(const ast::tree& tree)
{
    return std::holds_alternative<ast::oom_report>(tree) || std::holds_alternative<ast::usage_report>(tree) ||
           std::holds_alternative<ast::allocation_statistics>(tree) || std::holds_alternative<ast::tpu_report>(tree) ||
           std::holds_alternative<ast::tpu_usage>(tree);
}

class reader {
public:
    std::optional<memory_analysis> read(const ast::tree& tree)
    {
        if (const auto* report = std::get_if<ast::oom_report>(&tree)) return read(*report);
        if (const auto* report = std::get_if<ast::usage_report>(&tree)) return read(*report);
        if (const auto* report = std::get_if<ast::tpu_report>(&tree)) return read(tpu_memory_of(*report));
        if (const auto* usage = std::get_if<ast::tpu_usage>(&tree)) return read(tpu_memory_of(*usage));
        return read(std::get<ast::allocation_statistics>(tree));
    }

private:
    std::optional<memory_analysis> read(const tpu_memory& of)
    {
        auto& space = spaces_[0];
        space.arguments = of.arguments.value_or(0);
        space.temporaries = of.temporaries.value_or(of.program.value_or(0));
        space.total = of.used.value_or(of.program.value_or(0));
        for (const auto& buffer : of.buffers) add_buffer(buffer);
        return finish();
    }

    void add_buffer(const tpu_buffer& buffer)
    {
        holder made;
        made.allocation = buffer.number;
        made.bytes = made.size = buffer.bytes;
        made.is = buffer.owner == "argument"                                ? buffer_class::argument
                  : buffer.owner == "output"                                ? buffer_class::output
                  : buffer.owner == ast::spelling(ast::tpu_owner::hlo_temp) ? buffer_class::temporary
                                                                            : buffer_class::unknown;
        made.shape = buffer.shape;
        made.type = buffer.type;
        made.rank = buffer.rank;
        made.name = buffer.label;
        made.label = buffer.op_name.empty()      ? buffer.label
                     : is_traced(buffer.op_name) ? label_of(buffer.op_name)
                                                 : buffer.op_name;
        made.op_name = buffer.op_name;
        made.scope = buffer.scope;
        made.source = buffer.source;
        made.group = made.label;
        push(std::move(made));
    }

    std::optional<memory_analysis> read(const ast::oom_report& report)
    {
        statistics(report.statistics);
        if (const auto* peak = report.peak())
            for (const auto& buffer : *peak) add_buffer(buffer);
        if (const auto* allocations = report.allocations())
            for (const auto& of : *allocations) add_allocation(of);
        return finish();
    }

    std::optional<memory_analysis> read(const ast::allocation_statistics& of)
    {
        statistics(of);
        return finish();
    }

    std::optional<memory_analysis> read(const ast::usage_report& report)
    {
        if (const auto* program = report.program()) {
            spaces_[0].total = program->bytes;
            for (const auto& listed : program->listed) {
                if (listed.allocation.preallocated_temp && listed.table)
                    add_table(*listed.table, listed.allocation.color, listed.allocation.number);
                else
                    add_head(listed.allocation);
                count(listed.allocation);
            }
        }
        if (const auto* spaces = report.spaces())
            for (const auto& space : *spaces) {
                spaces_[space.color].total = space.bytes;
                for (const auto& table : space.tables) add_table(table, space.color, 0);
            }
        return finish();
    }

    void statistics(const ast::allocation_statistics& of)
    {
        auto& space = spaces_[0];
        space.arguments = bytes_of(of.parameter);
        space.constants = bytes_of(of.constant);
        space.outputs = bytes_of(of.maybe_live_out);
        space.temporaries = bytes_of(of.preallocated_temp);
        space.total = bytes_of(of.total);
    }

    void add_buffer(const ast::peak_buffer& buffer)
    {
        holder made;
        made.allocation = buffer.number;
        made.bytes = made.size = bytes_of(buffer.size);
        name_shape(made, buffer.shape);
        made.is = buffer_class::unknown;
        if (const auto* opcode = std::get_if<ast::opcode>(&buffer.origin)) {
            made.opcode = opcode->other ? *opcode->other : ast::spelling(opcode->kind);
            made.opcode += ast::spelling(opcode->suffix);
            if (opcode->kind == ast::opcode_kind::parameter) made.is = buffer_class::argument;
            if (opcode->kind == ast::opcode_kind::constant) made.is = buffer_class::constant;
        } else {
            made.is = buffer_class::argument;
        }
        made.label = made.is == buffer_class::argument ? "parameter" : made.opcode;
        if (const auto* source = buffer.source.get()) name_source(made, *source);
        made.group = made.label;
        push(std::move(made));
    }

    void add_allocation(const ast::oom_allocation& of)
    {
        const auto& a = of.allocation;
        if (a.thread_local_) return;
        holder made;
        made.space = a.color;
        made.allocation = a.number;
        made.is = class_of_head(a);
        made.bytes = made.size = a.size;
        made.label = "allocation " + std::to_string(a.number);
        if (!a.values.empty()) name_shape(made, a.values.front().shape);
        for (const auto& value : of.contains)
            if (const auto* instruction = value.instruction.get())
                if (const auto* source = instruction->metadata()) {
                    name_source(made, *source);
                    break;
                }
        made.group = made.label;
        push(std::move(made));
    }

    void count(const ast::report_allocation& a)
    {
        if (a.thread_local_) return;
        auto& space = spaces_[a.color];
        const auto bytes = bytes_of(a.size);
        if (a.parameter) add(space.arguments, bytes);
        if (a.maybe_live_out) add(space.outputs, bytes);
        if (a.constant) add(space.constants, bytes);
        if (!a.parameter && !a.maybe_live_out && !a.constant) add(space.temporaries, bytes);
    }

    void add_head(const ast::report_allocation& a)
    {
        if (a.thread_local_) return;
        holder made;
        made.space = a.color;
        made.allocation = a.number;
        made.is = class_of_head(a);
        made.bytes = made.size = bytes_of(a.size);
        made.label = "allocation " + std::to_string(a.number);
        if (a.parameter) {
            made.parameter = a.parameter->number;
            made.label = "parameter " + std::to_string(a.parameter->number);
            if (a.parameter->shape) name_shape(made, *a.parameter->shape);
        } else if (a.output_shape) {
            name_shape(made, *a.output_shape);
        }
        made.group = made.label;
        push(std::move(made));
    }

    void add_table(const ast::usage_table& table, std::int64_t color, std::int64_t allocation)
    {
        for (const auto& row : table.rows) {
            holder made;
            made.space = color;
            made.allocation = allocation;
            made.is = buffer_class::unknown;
            made.bytes = made.size = bytes_of(row.size);
            made.offset = row.offset;
            if (!row.shapes.empty()) name_shape(made, row.shapes.front().shape);
            made.label = row.values == 1 ? "1 value" : std::to_string(row.values) + " values at one offset";
            made.group = made.label;
            push(std::move(made));
        }
    }

    void push(holder made)
    {
        if (made.bytes != 0) rows_->push_back(made);
    }

    static void name_shape(holder& made, const ast::shape& shape)
    {
        const auto [type, rank] = facts_of(shape);
        made.shape = bare_text(shape);
        made.type = type;
        made.rank = rank;
    }

    static void name_source(holder& made, const ast::metadata& source)
    {
        if (!source.op_name.empty()) {
            made.op_name = unescaped(source.op_name);
            made.label = is_traced(made.op_name) ? label_of(made.op_name) : made.op_name;
            made.scope = scope_of(made.op_name);
        }
        if (!source.source_file.empty())
            made.source = unescaped(source.source_file) + ":" + std::to_string(source.source_line);
    }

    std::optional<memory_analysis> finish()
    {
        memory_analysis made;
        made.from_report = true;
        made.instructions = true;
        for (auto& [color, space] : spaces_) {
            if (space.total == 0) continue;
            space.space = color;
            std::int64_t parts = 0;
            for (const auto part : {space.arguments, space.outputs, space.constants, space.temporaries})
                add(parts, part);
            // Rounding alone causes a difference.
            space.shared = parts - space.total > space.total / 64 ? parts - space.total : 0;
            made.spaces.push_back(space);
        }
        std::vector<std::uint32_t> order(rows_->size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::sort(order, {}, [&](std::uint32_t i) {
            const auto row = (*rows_)[i];
            return std::tuple(row.space, -row.bytes, i);
        });
        rows_->reorder(order);
        made.values = rows_->size();
        made.holders = holder_list(std::move(rows_));
        made.fingerprint = fingerprint_of(made);
        return made;
    }

    std::map<std::int64_t, space_memory> spaces_;
    std::shared_ptr<holder_rows> rows_ = std::make_shared<holder_rows>();
};

} // namespace

std::optional<memory_analysis> memory_of_report(std::span<const document* const> files)
{
    for (const auto* file : files)
        if (is_report(file->tree())) {
            auto made = reader().read(file->tree());
            for (const auto& lack : file->lacks()) made->of_dump.missing.push_back(lack.clause);
            made->of_dump.has_all_sizes = file->lacks().empty();
            return made;
        }
    return std::nullopt;
}

} // namespace ballast::analyse
