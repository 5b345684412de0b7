#include "read_module.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace ballast::python {

read_module::read_module(std::vector<files::input_file> inputs, std::vector<files::parsed_file> read)
    : inputs_(std::move(inputs))
{
    files::module_files names;
    for (std::size_t i = 0; i < read.size(); ++i) {
        files_.push_back({std::move(read[i]), &inputs_[i]});
        names.files.push_back(&inputs_[i]);
    }
    files::module_memory named;
    named.path = inputs_.front().shown;
    files::set_name(named, names);
    name_ = std::move(named.name);
    number_ = std::move(named.number);
}

std::vector<const document*> read_module::documents() const
{
    std::vector<const document*> result;
    for (const auto& file : files_) result.push_back(&*file.result.value);
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
    for (const auto& file : files_) {
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

const files::analysed_module& read_module::analysed() const
{
    std::call_once(analysed_once_, [&] {
        auto all = documents();
        analysed_ = files::analyse_module(all, path(), {}, {.buffers = true});
    });
    return analysed_;
}

std::vector<const document*> read_module::documents_with_text() const
{
    auto all = documents();
    if (std::ranges::any_of(all, [](const document* each) { return each->module_text() != nullptr; })) return all;
    std::call_once(beside_once_, [&] { beside_ = files::find_text_beside(path(), {}); });
    if (beside_.text) all.push_back(&*beside_.text);
    return all;
}

std::optional<memory_analysis> read_module::memory(const memory_options& wished) const
{
    auto all = documents();
    return files::analyse_module(all, path(), {}, wished).memory;
}

const memory_analysis* read_module::memory() const
{
    const auto& known = analysed().memory;
    return known ? &*known : nullptr;
}

files::module_memory read_module::with_memory() const
{
    files::module_memory result;
    result.path = inputs_.front().shown;
    result.name = name_;
    result.number = number_;
    result.files = inputs_;
    if (const auto* known = memory()) result.memory = *known;
    if (result.memory && !result.memory->module.empty() && number_.empty()) result.name = result.memory->module;
    return result;
}

std::vector<files::input_file> read_module::inputs_in_memory() const
{
    auto result = inputs_;
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto before = std::move(result[i].text);
        auto text = source_text::copy_of(files_[i].result.text());
        result[i].text = std::make_shared<files::input_text>(std::move(text), before ? before->in_log : nullptr,
                                                             before ? before->messages : nullptr);
    }
    return result;
}

} // namespace ballast::python
