// Prints a dump from its tree.
#include "cli/commands/print.hpp"

#include "ballast/kind_word.hpp"
#include "ballast/print.hpp"
#include "base/file_name.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/print_to.hpp"
#include "files/names.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace ballast::cli {

namespace {

void print_file(output& out, const files::module_file& what)
{
    print_to(out, [&](sink& to) { print(to, *what.result.value); });
}

// Prints files as XLA writes them to standard output; `extract` separates them again.
void print_framed(output& out, const files::module_file& what)
{
    const auto& tree = what.result.value->tree();
    const auto framed = [](const auto& held) {
        if constexpr (requires { held.frame; }) return held.frame.has_value();
        return false;
    };
    if (std::visit(framed, tree)) return print_file(out, what);
    const auto path = without_compression(what.file->path);
    const auto name = path == "-" ? std::string_view("stdin") : path.substr(path.rfind('/') + 1);
    out.line("*** Begin {} ***", name);
    print_file(out, what);
    out.line("");
    out.line("*** End {} ***", name);
}

int print_part(output& out, const std::vector<files::module_file>& read, const print_arguments& options)
{
    const auto part = std::ranges::find_if(read, [&](const files::module_file& f) {
        const auto* dump = std::get_if<ast::dump>(&f.result.value->tree());
        return dump && kind_word(dump->kind) == options.part;
    });
    if (part == read.end()) {
        warn("ballast print: no {} file\n", options.part);
        return trouble;
    }
    print_file(out, *part);
    return success;
}

bool is_made_text(const files::input_file& file) { return file.text && file.text->make; }

// Writes the files of a module into a folder, under their names.
int write_files(output& out, const std::vector<files::module_file>& read, const print_arguments& options)
{
    std::vector<std::string> paths;
    for (const auto& file : read) {
        const auto path = without_compression(file.file->path);
        const auto name = path == "-" ? std::string_view("stdin.txt") : path.substr(path.rfind('/') + 1);
        paths.push_back((std::filesystem::path(options.to_folder) / name).string());
    }
    if (overwrites_input({}, options, paths)) return trouble; // before the first file is written
    if (!make_folder("print", options.to_folder)) return trouble;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        files::output_file to(paths[i], files::existing::replaced);
        std::size_t size = 0;
        print_to(to, [&](sink& pieces) {
            print(pieces, *read[i].result.value);
            pieces.flush();
            size = pieces.size();
        });
        if (!finish("print", to, paths[i])) return trouble;
        out.line("{}: written ({}, {} bytes)", files::quoted_name(paths[i]), kind_word(read[i].result.value->tree()),
                 size);
    }
    return success;
}

int print_files(output& out, const std::vector<files::module_file>& read, const print_arguments& options)
{
    if (!options.part.empty()) return print_part(out, read, options);
    if (read.size() > 1 && have_same_part("print", read, out)) return trouble;
    for (const auto& file : read) read.size() == 1 ? print_file(out, file) : print_framed(out, file);
    return success;
}

int run_print(const print_arguments& options)
{
    if (options.from_json) return print_from_json(options);
    if (!options.era.empty()) return print_as_era(options);
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    output out;
    auto module = read_module("print", inputs, options, out);
    if (module.code) return *module.code;
    if (!options.to_folder.empty()) {
        const int code = write_files(out, module.files, options);
        return out.flush() ? code : trouble;
    }
    // Of a program in a binary file, only the dump.
    std::erase_if(module.files, [](const files::module_file& f) {
        return is_made_text(*f.file) && std::holds_alternative<ast::module_text>(f.result.value->tree());
    });
    const int code = print_files(out, module.files, options);
    return out.flush() ? code : trouble;
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

extern const command print_command{"Texts", "print", "print a dump from its tree, also as another era's",
                                   declare_print};

} // namespace ballast::cli
