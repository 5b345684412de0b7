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
    std::string name;   // without its number; the file's where that is not XLA's
    std::string number; // as in the file's name
    std::vector<input_file> files;
    std::optional<memory_analysis> memory; // nothing where no file has allocations
    std::string told;                      // lines about files that cannot be read, or are refused
    std::size_t unreadable = 0;
    std::size_t refused = 0;
};

// Whether the text of a module is wanted, which has the source lines of some.
enum class sources : bool { unwanted, wanted };

// Hands over all modules in their order; they are read on as many threads as --jobs says. Their memory-usage reports
// say nothing that their dumps do not, and are not read.
void for_modules(const input_files& inputs, const options& given, sources lines,
                 const std::function<void(module_memory&&)>& take);

// A file that is named, and the others of its module where that is split into several: since 2026-04-03 none of them
// says enough alone. Only itself with --files.
std::vector<std::string> with_siblings(const std::string& path, const options& given);

// The text of the module that a file is of, where it stands beside it: it has the source lines since 2025-12-02.
// Standard error is told where it cannot be read as one.
struct text_file {
    std::string shown; // its name
    document text;
};
std::optional<text_file> text_beside(const std::string& path, const options& given);

// The memory of a module whose documents are given and are of files like that path. The text of the module joins them
// where source lines are there.
struct analysed_module {
    std::optional<memory_analysis> memory; // nothing where no file has allocations
    std::unique_ptr<text_file> text;       // that stands beside it and was read for it
};
analysed_module analyse_module(std::vector<const document*>& documents, const std::string& path, const options& given,
                               const memory_options& wished = {});

// The module that a command about one is asked about: what its path names with the others of its module, and what is
// said of its memory. Standard error is told where `code` is why there is none.
struct asked_module {
    input_files inputs;
    std::vector<bundle_file> files;
    std::vector<const document*> documents; // of the files, and the text
    analysed_module what;
    std::optional<int> code;

    [[nodiscard]] const std::string& name() const { return files.front().file->shown; }
};
// With the text.
std::vector<memory_view::file> files_of(const asked_module& module);
// Among the inputs are those of one module alone.
asked_module ask_module(std::string_view command, input_files inputs, const options& given,
                        const memory_options& wished, report& out);
// What the paths name: a file together with the others of its module, folders, the texts of logs.
input_files find_modules(const options& given);

// Memory spaces that are in use; space 0 where a module needs nothing.
std::set<std::int64_t> spaces_of(const memory_analysis& memory);

// Whether the space that --space names is in use. Standard error names those that are where it is not.
bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, const options& given);

// Whether the moment that --at names is in the schedule. Standard error is told where it is not.
bool has_step(std::string_view command, const memory_analysis& memory, const options& given);

// The same module, whatever its number is: its name and what is in its memory.
std::string identity_of(const module_memory& module);

} // namespace ballast::cli
