// A module that was read: its files, and what is derived from them when it is asked for.
#pragma once

#include "answers/load.hpp"
#include "ballast/analysis.hpp"
#include "ballast/ast.hpp"
#include "ballast/files.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ballast::python {

// The nodes that the rows of a module refer to.
struct module_rows {
    struct value {
        const ast::allocation* allocation = nullptr;
        std::size_t allocation_row = 0;
        const ast::value_line* line = nullptr;
        std::size_t buffer = 0; // its number among the buffers of the analysis; they lack thread-local values
    };
    struct instruction {
        const ast::instruction* node = nullptr;
        const ast::forms* forms = nullptr;
    };

    std::vector<const ast::allocation*> allocations;
    std::vector<value> values;
    std::unordered_map<const ast::allocation*, std::size_t> first_value;
    std::unordered_map<std::int64_t, std::size_t> value_of_id;
    std::vector<instruction> instructions; // each name once
    std::unordered_map<std::string_view, std::size_t> instruction_of_name;
    std::unordered_map<std::int64_t, const ast::used_value*> used; // by the id of the value
    const ast::dump* dump = nullptr;                               // with the allocations
    const ast::live_range* ranges = nullptr;
    const ast::total* total = nullptr;

    [[nodiscard]] const ast::peak* peak() const { return ranges ? std::get_if<ast::peak>(&ranges->summary) : nullptr; }
};

// Several threads may use a module at once.
class read_module {
public:
    // All files must be accepted.
    explicit read_module(answers::loaded_module of) : of_(std::move(of)) {}
    read_module(const read_module&) = delete;
    read_module& operator=(const read_module&) = delete;
    ~read_module() = default;

    [[nodiscard]] const std::string& name() const { return of_.name; }
    [[nodiscard]] const std::string& number() const { return of_.number; }
    [[nodiscard]] const std::string& path() const { return of_.inputs.front().path; }
    [[nodiscard]] const std::vector<files::input_file>& inputs() const { return of_.inputs; }
    [[nodiscard]] const std::vector<answers::module_file>& files() const { return of_.files; }
    [[nodiscard]] std::vector<const document*> documents() const;
    // The same, with the module text beside the files if none of them is one.
    [[nodiscard]] std::vector<const document*> documents_with_text() const;

    [[nodiscard]] const module_rows& rows() const;
    // With buffers; null if no file has allocations.
    [[nodiscard]] const memory_analysis* memory() const;
    // An analysis with other options.
    [[nodiscard]] std::optional<memory_analysis> memory(const memory_options& requested) const;
    // The module as the functions about several modules take it, without its texts.
    [[nodiscard]] answers::loaded_module with_memory() const;
    // The inputs with their texts, so that no file is read again.
    [[nodiscard]] std::vector<files::input_file> inputs_in_memory() const;

private:
    [[nodiscard]] module_rows collect_rows() const;
    // With its memory, and the module text if that is needed.
    [[nodiscard]] const answers::loaded_module& analysed() const;

    mutable answers::loaded_module of_;
    mutable std::once_flag rows_made_;
    mutable module_rows rows_;
    mutable std::once_flag beside_once_;
    mutable answers::parsed_file beside_;
    mutable std::once_flag analysed_once_;
};
using module_pointer = std::shared_ptr<read_module>;

} // namespace ballast::python
