// Reading the modules of a question. Problems are reported with the name of the command.
#pragma once

#include "answers/receiver.hpp"
#include "files/module_files.hpp"
#include "files/module_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// True if an answer can be from a part of the texts: from records of refused texts, and without files of which nothing
// was read.
enum class reading : bool { whole, partial };

// The files of one module. If there are several modules, or if a file cannot be read or is refused, `code` is the exit
// code.
struct module_read {
    std::vector<files::module_file> files;
    std::optional<int> code;
    std::vector<std::string> refused; // what is missing because nothing was read of a file, one clause each
};
// All named files are one module; a folder or a log must have only one.
module_read read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                        const files::options& given, receiver& to, reading how = reading::whole);

// True if two files contain the same part of a module, which is reported.
bool have_same_part(std::string_view command, const std::vector<files::module_file>& read, receiver& to);

// One module with its memory. If there is none, `code` is the exit code.
struct loaded_module {
    std::vector<files::input_file> inputs;
    std::vector<files::module_file> files;
    std::vector<const document*> documents; // of the files, and the module text
    files::analysed_module analysed;
    std::optional<int> code;

    [[nodiscard]] const std::string& name() const { return files.front().file->shown; }
    // The name of the module in XLA's file names.
    [[nodiscard]] std::string name_in_files() const;
    // Includes the module text.
    [[nodiscard]] std::vector<render::shown_file> views() const;
};
// The inputs must be those of one module.
loaded_module load_module(std::string_view command, std::vector<files::input_file> inputs, const files::options& given,
                          const memory_options& wished, receiver& to, reading how = reading::partial);

// Reports files that are not used for the memory of a module.
void report_unused(const files::module_memory& module, receiver& to);

// The exit code of a command about several modules.
int code_of(std::size_t refused, std::size_t unreadable);

// The exit code of a limit. One that cannot be decided, because a dump is incomplete, is trouble.
int code_of(fit_verdict verdict);
// That of all modules, and of those after a change. A module that is too large decides.
int code_of(const files::folder_summary& all, const std::optional<memory_limit>& limit);
int code_of(const std::vector<files::compared_module>& all, const std::optional<memory_limit>& limit,
            std::optional<std::int64_t> space);

// True if the space of --space is in use. If not, the spaces in use are reported.
bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space,
               receiver& to);

// True if the step of --step is in the schedule. If not, that is reported.
bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step, receiver& to);

} // namespace ballast::inline v0::answers
