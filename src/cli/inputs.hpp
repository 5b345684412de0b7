// The inputs of a command. Problems with them are reported on standard error.
#pragma once

#include "answers/modules.hpp"
#include "base/parallel.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "files/compressed.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

using answers::code_of;
using answers::has_space;
using answers::has_step;
using answers::have_same_part;
using answers::load_module;
using answers::loaded_module;
using answers::read_module;
using answers::report_unused;

// The files of the paths. Reports what was skipped. Empty if an input is also the output. `output` is the file of -o.
std::vector<files::input_file> find_files(const input_arguments& options, const std::string& output = {});
// The same, with logs replaced by their texts.
std::vector<files::input_file> find_texts(const input_arguments& options, const std::string& output = {});
// The same; a single file comes with the others of its module. Notices about folders without dumps are reported, or put
// into `without_dumps` for a command that also reads the logs in folders.
std::vector<files::input_file> find_module_texts(const input_arguments& options, const std::string& output = {},
                                                 std::vector<std::string>* without_dumps = nullptr);
// Reports each sentence.
void report_notices(const std::vector<std::string>& notices);

// Records inputs, and the module texts that may be read beside them. True if standard output or one of the files that
// will be written is an input of this run, which is reported. Opening an output checks the same; call this if nothing
// may be written then.
bool overwrites_input(const std::vector<std::string>& inputs, const input_arguments& options,
                      const std::vector<std::string>& outputs = {});

// The memory of many modules, with the progress on standard error.
files::folder_summary summarise(const std::vector<files::input_file>& inputs, const input_arguments& options,
                                std::optional<std::int64_t> space, output& out);

// The modules of one of two paths that are compared.
struct read_side {
    files::module_side side;
    int code = success;
};
read_side load_side(std::string_view command, const std::string& path, const input_arguments& options, output& out,
                    const std::string& to_file = {});
// Reports which modules are not compared.
void report_incomplete(std::string_view command, const files::module_side& side);

// Calls `make(module)` for each module on --jobs threads, and `take(result)` in order.
template <typename Make, typename Take>
void each_in_order(const std::vector<files::module_files>& modules, const input_arguments& options, const Make& make,
                   Take&& take)
{
    parallel_in_order(
        options.threads(), modules.size(),
        [&](std::size_t i) {
            const files::decompression_turn one;
            return make(modules[i]);
        },
        std::forward<Take>(take));
}

} // namespace ballast::cli
