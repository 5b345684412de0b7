// The memory of many modules: of a folder, or of one side of a comparison.
#pragma once

#include "ballast/analysis.hpp"
#include "cli/bundle.hpp"
#include "cli/memory_view.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

struct module_memory {
    std::string path;   // of its first file, as output names it
    std::string name;   // without its number; the file name if it is not one of XLA's
    std::string number; // as in the file's name
    std::vector<input_file> files;
    std::optional<memory_analysis> memory; // empty if no file has allocations
    std::string told;                      // lines about files that cannot be read, or are refused
    std::size_t unreadable = 0;
    std::size_t refused = 0;
};

// True if the module text is needed, which has the source lines of some modules.
enum class sources : bool { unwanted, wanted };

// Passes on all modules in order, read on --jobs threads. Memory-usage reports are not read, because the dumps have the
// same information.
void for_modules(const input_files& inputs, const options& given, sources lines,
                 const std::function<void(module_memory&&)>& take);

// A named file and the other files of its module: since 2026-04-03 no file of a module is sufficient on its own. Only
// the file itself with --files.
std::vector<std::string> with_siblings(const std::string& path, const options& given);

// The module text beside a file, which has the source lines since 2025-12-02. If it cannot be read as a module text,
// that is reported on standard error.
struct text_file {
    std::string shown; // its name
    document text;
};
std::optional<text_file> text_beside(const std::string& path, const options& given);

// The memory of a module with the given documents, whose files are named like that path. Reads the module text too if
// that has source lines.
struct analysed_module {
    std::optional<memory_analysis> memory; // empty if no file has allocations
    std::unique_ptr<text_file> text;       // the module text that was read for it
};
analysed_module analyse_module(std::vector<const document*>& documents, const std::string& path, const options& given,
                               const memory_options& wished = {});

// The module of a command about one module: the file or folder of its path with the other files of the module, and its
// memory. If there is none, `code` is the exit code, and the reason is reported on standard error.
struct asked_module {
    input_files inputs;
    std::vector<bundle_file> files;
    std::vector<const document*> documents; // of the files, and the text
    analysed_module what;
    std::optional<int> code;

    [[nodiscard]] const std::string& name() const { return files.front().file->shown; }
};
// Includes the module text.
std::vector<memory_view::file> files_of(const asked_module& module);
// The inputs must be those of one module.
asked_module ask_module(std::string_view command, input_files inputs, const options& given,
                        const memory_options& wished, report& out);
// The inputs for the paths: a file with the other files of its module, the files of folders, the texts of logs.
input_files find_modules(const options& given);

// The memory spaces in use; space 0 if a module uses no memory.
std::set<std::int64_t> spaces_of(const memory_analysis& memory);

// True if the space of --space is in use. If not, the spaces in use are reported on standard error.
bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, const options& given);

// True if the step of --step is in the schedule. If not, that is reported on standard error.
bool has_step(std::string_view command, const memory_analysis& memory, const options& given);

// Identifies a module regardless of its number: by its name and its memory.
std::string identity_of(const module_memory& module);

} // namespace ballast::cli
