// The inputs of a command. Problems with them are reported on standard error.
#pragma once

#include "answers/discovery.hpp"
#include "answers/load.hpp"
#include "base/parallel.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "files/compressed.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::cli {

// The files of the paths. Reports what was skipped. Empty if an input is also the output. `output` is the file of -o.
std::vector<files::input_file> find_files(const input_arguments& options, const std::string& output = {});
// The same, with logs replaced by their texts.
std::vector<files::input_file> find_texts(const input_arguments& options, const std::string& output = {});
// The same for a question, whose answer reports what was skipped; a single file comes with the others of its module.
// Empty if an input is also one of the outputs.
std::optional<files::found_files> find_module_texts(const input_arguments& options,
                                                    const std::vector<std::string>& outputs = {});
// The same for some of the paths.
std::optional<files::found_files> find_module_texts(const input_arguments& options,
                                                    const std::vector<std::string>& paths,
                                                    const std::vector<std::string>& outputs);
// Reports each sentence.
void report_notices(const std::vector<std::string>& notices);

// How the command reads files, with the progress on standard error.
answers::run run_of(const input_arguments& options, progress& shown);
answers::run run_of(const input_arguments& options);

// The only module of the inputs, without its memory. Empty, and reported, if there is none; then `code` is the exit
// code. A refused text is no module.
std::optional<answers::loaded_module> read_module(std::string_view command,
                                                  const std::vector<files::input_file>& inputs,
                                                  const input_arguments& options, int& code);

// Records inputs, and the module texts that may be read beside them. True if standard output or one of the files that
// will be written is an input of this run, which is reported. Opening an output checks the same; call this if nothing
// may be written then.
bool overwrites_input(const std::vector<std::string>& inputs, const input_arguments& options,
                      const std::vector<std::string>& outputs = {});

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
