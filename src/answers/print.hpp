// The answers of `print`: the files of a module that are printed again, also in the form of another era.
#pragma once

#include "answers/load.hpp"
#include "answers/outcome.hpp"
#include "ballast/convert.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

struct print_answer : outcome {
    std::optional<loaded_module> module{};
    std::vector<const module_file*> files{}; // of it
};
// `part`: the file of this kind alone, of a module that has three; empty: all. `whole`: of a program in a binary file
// not only the dump.
print_answer print(const std::vector<files::input_file>& inputs, const run& by, std::string_view part,
                   bool whole = false);

struct conversion_answer : outcome {
    std::optional<loaded_module> module{}; // the dumps of it
    conversion made{};
    std::string base{}; // of the names of the files

    // The place of a loss, or of what is missing: `FILE:LINE`.
    [[nodiscard]] const std::string& file_of(std::size_t file) const { return module->files[file].file->shown; }
    [[nodiscard]] std::int64_t line_of(std::size_t file, std::int64_t offset) const
    {
        return lines[file].place_of(offset).line;
    }
    mutable std::vector<line_table> lines{}; // of the dumps
};
conversion_answer print_as(const std::vector<files::input_file>& inputs, const run& by, const era_set& era);

// The memory-usage report that follows from a dump. Without `era`, that of the dump.
struct report_text_answer : outcome {
    std::optional<loaded_module> module{};
    ast::arena memory{};
    std::optional<ast::usage_report> report{}; // refers to both
};
void report_text(const std::vector<files::input_file>& inputs, const run& by, const std::optional<era_set>& era,
                 report_text_answer& answer);

} // namespace ballast::inline v0::answers
