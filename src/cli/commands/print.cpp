// Prints a dump from its tree.
#include "cli/commands/print.hpp"

#include "answers/print.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/print.hpp"
#include "base/file_name.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/print_to.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "render/printed_files.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace ballast::cli {

namespace {

// Writes the files of a module into a folder, under their names. `known` are the files of the modules before it.
int write_files(const answers::print_answer& answer, const print_arguments& options, written_paths& known)
{
    std::vector<std::string> paths;
    for (const auto* file : answer.files) {
        const auto path = without_compression(file->file->path);
        const auto name = path == "-" ? std::string_view("stdin.txt") : path.substr(path.rfind('/') + 1);
        paths.push_back((std::filesystem::path(options.to_folder) / name).string());
    }
    if (!known.add(paths)) return trouble;
    if (overwrites_input({}, options, paths)) return trouble; // before the first file is written
    if (!make_folder("print", options.to_folder)) return trouble;
    output out;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto& read = *answer.files[i]->result.value;
        files::output_file to(paths[i], files::existing::replaced);
        std::size_t size = 0;
        print_to(to, [&](sink& pieces) {
            print(pieces, read);
            pieces.flush();
            size = pieces.size();
        });
        if (!finish("print", to, paths[i])) return trouble;
        out.line("{}: written ({}, {} bytes)", files::quoted_name(paths[i]), kind_word(read.tree()), size);
    }
    return out.flush() ? success : trouble;
}

int run_print(const print_arguments& options)
{
    if (options.from_json) return print_from_json(options);
    if (!options.era.empty()) return print_as_era(options);
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    const bool to_folder = !options.to_folder.empty();
    written_paths known;
    int code = success;
    for (const auto& module : modules_to_print(inputs, options)) {
        const auto answer = answers::print(module, run_of(options), options.part, to_folder);
        if (to_folder && answer.code == success) {
            code = std::max(code, write_files(answer, options, known));
            continue;
        }
        output out;
        print_to(out, [&](sink& to) { render::write(answer, to); });
        code = std::max(code, out.finish(answer));
    }
    return code;
}

command_body declare_print(CLI::App& app)
{
    auto options = std::make_shared<print_arguments>();
    add_module(app, *options);
    add_jobs(app, *options);
    add_era(app, "--era", options->era, "as an XLA of this era would have printed it");
    auto* part = app.add_option("--part", options->part, "which file of a module that has three")
                     ->check(one_of({"assignment", "values", "live-range"}));
    app.add_option("-o,--to", options->to_folder, "a folder for the files, instead of standard output")
        ->type_name("DIR")
        ->excludes(part);
    auto* from_json =
        app.add_flag("--from-json", options->from_json, "the text of a tree that `ballast json` has printed");
    for (const auto* other : {"--files", "--era", "--part", "--to"}) from_json->excludes(app.get_option(other));
    return [options] { return run_print(*options); };
}

} // namespace

bool written_paths::add(const std::vector<std::string>& paths)
{
    for (const auto& path : paths)
        if (!known_.insert(path).second) {
            warn("ballast print: {}: a file of another module has the same name\n", files::quoted_name(path));
            return false;
        }
    return true;
}

std::vector<std::vector<files::input_file>> modules_to_print(const std::vector<files::input_file>& inputs,
                                                             const print_arguments& options)
{
    if (options.to_folder.empty() || !std::ranges::any_of(inputs, &files::input_file::in_folder)) return {inputs};
    std::vector<std::vector<files::input_file>> result;
    for (const auto& module : files::modules_of(inputs, options)) {
        auto& files = result.emplace_back();
        for (const auto* file : module.files) files.push_back(*file);
    }
    return result;
}

extern const command print_command{"Texts", "print", "Print a dump from its tree, also as another era's",
                                   declare_print};

} // namespace ballast::cli
