// The inputs of a command. Problems with them are reported on standard error.
#pragma once

#include "base/parallel.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "files/compressed.hpp"
#include "files/module_files.hpp"
#include "files/module_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// The files of the paths. Reports what was skipped. Empty if an input is also the output.
std::vector<files::input_file> find_files(const input_arguments& given);
// The same, with logs replaced by their texts. `output` is the file of -o.
std::vector<files::input_file> find_texts(const input_arguments& given, const std::string& output = {});
// The same; a single file comes with the others of its module.
std::vector<files::input_file> find_module_texts(const input_arguments& given, const std::string& output = {});

// True if standard output or one of the files that will be written is one of these inputs, or a module text that is
// read beside one. That is reported.
bool overwrites_input(const std::vector<std::string>& inputs, const input_arguments& given,
                      const std::vector<std::string>& outputs = {});

// Reads the files of a command about one module: all named files, or those of a folder. If there are several modules,
// or if a file cannot be read or is refused, that is reported, and the exit code is returned.
struct module_read {
    std::vector<files::module_file> files;
    std::optional<int> code;
};
module_read read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                        const input_arguments& given, output& out, files::wanted what = files::wanted::all);

// True if two files contain the same part of a module, which is reported.
bool have_same_part(std::string_view command, const std::vector<files::module_file>& read);

// One module with its memory. If there is none, `code` is the exit code.
struct loaded_module {
    std::vector<files::input_file> inputs;
    std::vector<files::module_file> files;
    std::vector<const document*> documents; // of the files, and the module text
    files::analysed_module analysed;
    std::optional<int> code;

    [[nodiscard]] const std::string& name() const { return files.front().file->shown; }
    // Includes the module text.
    [[nodiscard]] std::vector<render::shown_file> views() const;
};
// The inputs must be those of one module.
loaded_module load_module(std::string_view command, std::vector<files::input_file> inputs, const input_arguments& given,
                          const memory_options& wished, output& out);

// Reports files that are not used for the memory of a module.
void report_unused(const files::module_memory& module);

// The exit code of a command about several modules.
int code_of(std::size_t refused, std::size_t unreadable);

// The memory of many modules, with the progress on standard error.
files::folder_summary summarise(const std::vector<files::input_file>& inputs, const input_arguments& given,
                                std::optional<std::int64_t> space);

// The modules of one of two paths that are compared.
struct read_side {
    files::module_side side;
    int code = success;
};
read_side load_side(std::string_view command, const std::string& path, const input_arguments& given,
                    const std::string& output = {});
// Reports which modules are not compared.
void report_incomplete(std::string_view command, const files::module_side& side);

// True if the space of --space is in use. If not, the spaces in use are reported.
bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space);

// True if the step of --step is in the schedule. If not, that is reported.
bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step);

// Calls `make(module, threads)` for each module on --jobs threads, and `take(result)` in order. Each call may use
// `threads` threads.
template <typename Make, typename Take>
void each_in_order(const std::vector<files::module_files>& modules, const input_arguments& given, const Make& make,
                   Take&& take)
{
    const auto threads = threads_for_each(modules.size(), given.threads());
    parallel_in_order(
        given.threads(), modules.size(),
        [&](std::size_t i) {
            const files::decompression_turn one;
            return make(modules[i], threads);
        },
        std::forward<Take>(take));
}

} // namespace ballast::cli
