#include "tables.hpp"

#include <array>
#include <memory>
#include <string>

namespace ballast::python {

namespace {

using heading = column_table::heading;
constexpr auto integer = column_kind::integer;
constexpr auto text = column_kind::text;
constexpr auto boolean = column_kind::boolean;

// Cells that are empty if the dump does not say.
cell known(std::string_view x) { return x.empty() ? cell() : cell(x); }
cell known(std::int64_t x) { return x < 0 ? cell() : cell(x); }

std::string index_text(const ast::shape_index& index)
{
    std::string result;
    for (const auto part : index) result.append(result.empty() ? "" : ",").append(std::to_string(part));
    return result;
}

table_pointer finished(column_table&& made)
{
    made.finish();
    return std::make_shared<const column_table>(std::move(made));
}

// A table with the columns of holders and buffers.
column_table holder_table(std::string name)
{
    return {std::move(name), {{"module", text},        {"space", integer},   {"class", text},    {"bytes", integer},
                              {"allocation", integer}, {"value", integer},   {"name", text},     {"size", integer},
                              {"offset", integer},     {"logical", integer}, {"start", integer}, {"end", integer},
                              {"parameter", integer},  {"output", text},     {"label", text},    {"scope", text},
                              {"source", text},        {"shape", text},      {"type", text},     {"opcode", text},
                              {"op_name", text}}};
}

void add(column_table& to, const read_module& of, const holder& h)
{
    to.add_row({of.name(),          h.space,         spelling(h.is),  h.bytes,          h.allocation,    known(h.value),
                known(h.name),      h.size,          h.offset,        known(h.logical), known(h.start),  known(h.end),
                known(h.parameter), known(h.output), known(h.label),  known(h.scope),   known(h.source), known(h.shape),
                known(h.type),      known(h.opcode), known(h.op_name)});
}

table_pointer values(std::span<const module_pointer> modules)
{
    auto made = holder_table("values");
    for (const auto& module : modules)
        if (const auto* memory = module->memory())
            for (const auto& h : memory->buffers) add(made, *module, h);
    return finished(std::move(made));
}

table_pointer holders(std::span<const module_pointer> modules)
{
    auto made = holder_table("holders");
    for (const auto& module : modules)
        if (const auto* memory = module->memory())
            for (const auto& h : memory->holders) add(made, *module, h);
    return finished(std::move(made));
}

table_pointer allocations(std::span<const module_pointer> modules)
{
    column_table made("allocations", {{"module", text},
                                      {"allocation", integer},
                                      {"size", integer},
                                      {"space", integer},
                                      {"parameter", integer},
                                      {"constant", boolean},
                                      {"thread_local", boolean},
                                      {"live_out", boolean},
                                      {"preallocated_temp", boolean},
                                      {"values", integer}});
    for (const auto& module : modules)
        for (const auto* a : module->rows().allocations)
            made.add_row({module->name(), a->number, a->size, a->color,
                          a->parameter ? cell(a->parameter->number) : cell(), a->constant, a->thread_local_,
                          a->maybe_live_out, a->preallocated_temp, static_cast<std::int64_t>(a->values.size())});
    return finished(std::move(made));
}

table_pointer instructions(std::span<const module_pointer> modules)
{
    column_table made("instructions", {{"module", text},
                                       {"name", text},
                                       {"opcode", text},
                                       {"op_name", text},
                                       {"source_file", text},
                                       {"source_line", integer}});
    for (const auto& module : modules)
        for (const auto& [node, forms] : module->rows().instructions) {
            static const ast::metadata none;
            const auto* found = node->metadata();
            const auto& metadata = found ? *found : none;
            const auto opcode = std::string(node->opcode.other ? *node->opcode.other : spelling(node->opcode.kind))
                                    .append(spelling(node->opcode.suffix));
            made.add_row({module->name(), node->name, opcode, known(metadata.op_name), known(metadata.source_file),
                          metadata.source_line == 0 ? cell() : cell(metadata.source_line)});
        }
    return finished(std::move(made));
}

table_pointer live_ranges(std::span<const module_pointer> modules)
{
    column_table made("live_ranges",
                      {{"module", text}, {"name", text}, {"index", text}, {"start", integer}, {"end", integer}});
    for (const auto& module : modules)
        if (const auto* ranges = module->rows().ranges)
            for (const auto& row : ranges->rows)
                made.add_row({module->name(), row.name, index_text(row.index), row.start, row.end});
    return finished(std::move(made));
}

table_pointer peak_rows(std::span<const module_pointer> modules)
{
    column_table made("peak_rows",
                      {{"module", text}, {"name", text}, {"index", text}, {"bytes", integer}, {"cumulative", integer}});
    for (const auto& module : modules)
        if (const auto* peak = module->rows().peak())
            for (const auto& row : peak->rows) {
                const auto index = row.index ? index_text(*row.index) : std::string();
                made.add_row({module->name(), row.name, row.index ? cell(index) : cell(), row.bytes,
                              row.cumulative ? cell(*row.cumulative) : cell()});
            }
    return finished(std::move(made));
}

struct table_row {
    std::string_view name;
    table_pointer (*make)(std::span<const module_pointer>);
};
constexpr std::array all{
    table_row{"allocations", allocations}, table_row{"values", values},       table_row{"instructions", instructions},
    table_row{"live_ranges", live_ranges}, table_row{"peak_rows", peak_rows}, table_row{"holders", holders},
};

} // namespace

std::vector<std::string_view> table_names()
{
    std::vector<std::string_view> names;
    for (const auto& row : all) names.push_back(row.name);
    return names;
}

table_pointer table_of(std::span<const module_pointer> modules, std::string_view name)
{
    for (const auto& row : all)
        if (row.name == name) return row.make(modules);
    return nullptr;
}

} // namespace ballast::python
