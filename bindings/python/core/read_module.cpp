#include "read_module.hpp"

#include <algorithm>
#include <variant>

namespace ballast::python {

std::vector<const document*> read_module::documents() const
{
    std::vector<const document*> result;
    for (const auto& file : of_.files) result.push_back(&*file.result.value);
    return result;
}

namespace {

void add_allocations(module_rows& rows, const ast::dump& dump)
{
    std::size_t buffer = 0;
    for (const auto& allocation : dump.allocations) {
        rows.allocations.push_back(&allocation);
        rows.first_value.emplace(&allocation, rows.values.size());
        for (const auto& line : allocation.values) {
            rows.value_of_id.try_emplace(line.value.id, rows.values.size());
            rows.values.push_back({&allocation, rows.allocations.size() - 1, &line, buffer});
            if (!allocation.thread_local_) ++buffer;
        }
    }
}

void add_used_values(module_rows& rows, const ast::dump& dump)
{
    for (const auto& used : dump.used_values) {
        rows.used.try_emplace(used.value.id, &used);
        if (!used.instruction) continue;
        if (rows.instruction_of_name.try_emplace(used.instruction->name, rows.instructions.size()).second)
            rows.instructions.push_back({used.instruction.get(), &dump.forms});
    }
}

} // namespace

module_rows read_module::collect_rows() const
{
    module_rows rows;
    for (const auto& file : of_.files) {
        const auto* dump = std::get_if<ast::dump>(&file.result.value->tree());
        if (!dump) continue;
        // If two files contain the same part, the first one counts.
        if (rows.allocations.empty() && !dump->allocations.empty()) {
            rows.dump = dump;
            add_allocations(rows, *dump);
        }
        if (rows.used.empty()) add_used_values(rows, *dump);
        if (!rows.ranges) rows.ranges = dump->ranges();
        if (!rows.total && dump->total) rows.total = &*dump->total;
    }
    return rows;
}

const module_rows& read_module::rows() const
{
    std::call_once(rows_made_, [&] { rows_ = collect_rows(); });
    return rows_;
}

const answers::loaded_module& read_module::analysed() const
{
    std::call_once(analysed_once_, [&] {
        // A file that was refused is an error in Python, and the name does not change.
        const auto name = of_.name;
        answers::analyse(of_, {}, answers::sources::wanted, {.buffers = true});
        of_.name = name;
    });
    return of_;
}

std::vector<const document*> read_module::documents_with_text() const
{
    auto all = documents();
    if (std::ranges::any_of(all, [](const document* each) { return each->module_text() != nullptr; })) return all;
    std::call_once(beside_once_, [&] {
        std::string shown;
        std::vector<std::string> notices;
        beside_ = answers::read_text_beside(path(), {}, shown, notices);
    });
    if (beside_.has_records()) all.push_back(&*beside_.result.value);
    return all;
}

std::optional<memory_analysis> read_module::memory(const memory_options& requested) const
{
    return answers::memory_of(analysed(), requested);
}

const memory_analysis* read_module::memory() const
{
    const auto& known = analysed().memory;
    return known ? &*known : nullptr;
}

answers::loaded_module read_module::with_memory() const
{
    answers::loaded_module result;
    result.path = inputs().front().shown;
    result.name = name();
    result.number = number();
    result.inputs = inputs();
    if (const auto* known = memory()) result.memory = *known;
    if (result.memory && !result.memory->module.empty() && number().empty()) result.name = result.memory->module;
    return result;
}

std::vector<files::input_file> read_module::inputs_in_memory() const
{
    std::vector<files::input_file> result;
    for (const auto& file : files()) {
        auto& input = result.emplace_back(*file.file);
        const auto before = std::move(input.text);
        input.text =
            std::make_shared<files::input_text>(source_text::copy_of(file.result.text()),
                                                before ? before->in_log : nullptr, before ? before->messages : nullptr);
    }
    return result;
}

} // namespace ballast::python
