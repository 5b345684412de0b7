// Writes dumps without the words that identify a program.
#include "answers/redact.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/redaction.hpp"
#include "cli/result_writer.hpp"
#include "files/names.hpp"
#include "files/paths.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

namespace {

struct redact_arguments : input_arguments {
    std::string output;
    redaction_arguments words;
    std::string undo; // a map that is read
};

bool names_one_file(const redact_arguments& options)
{
    return options.paths.size() == 1 && !files::is_folder(options.paths.front());
}

int run_redact(const redact_arguments& options)
{
    auto inputs = find_texts(options, options.output);
    if (inputs.empty()) return trouble;
    output out;
    result_writer results("redact", options.output, !names_one_file(options) || inputs.size() > 1, out);
    redact::redactor words(options.words.kept());
    const auto placed = answers::redacted_places(inputs, options.paths, words);
    std::vector<std::string> places;
    std::vector<std::string> paths;
    for (const auto& [place, file] : placed) {
        places.push_back(place);
        paths.push_back(file->path);
    }
    if (overwrites("redact", options.words, options, std::move(paths), results.paths(places)) || !results.ready())
        return trouble;
    answers::outcome said;
    for (const auto& [place, file] : placed)
        if (const auto text = answers::redacted_text(*file, run_of(options), words, said);
            text && !results.write(place, *text))
            said.code = trouble;
    if (!write_map("redact", options.words, words)) said.code = trouble;
    return out.finish(said);
}

// Any text may have replacements: a redacted dump, an answer about it, a message.
int run_undo(const redact_arguments& options)
{
    const auto map = files::read_file({options.undo, options.undo, {}}, options);
    const auto replacements = map.error.empty() ? read_map(map.text.view()) : std::nullopt;
    if (!replacements) {
        warn("ballast redact: {}: {}\n", files::quoted_name(options.undo),
             map.error.empty() ? "not a file of --map" : map.error);
        return trouble;
    }
    auto paths = options.paths;
    paths.push_back(options.undo);
    if (overwrites_input(paths, options, {options.output})) return trouble;
    std::vector<files::input_file> inputs;
    for (const auto& path : options.paths) {
        const auto names = files::is_folder(path) ? files::regular_files(path) : std::vector{path};
        for (const auto& each : names) inputs.push_back({each, files::shown_path(each, options), {}});
    }
    output out;
    result_writer results("redact", options.output, !names_one_file(options), out);
    if (!results.ready()) return trouble;
    int code = success;
    for (const auto& file : inputs) {
        const auto read = files::read_file(file, options);
        if (!read.error.empty()) {
            warn("ballast redact: {}: unreadable: {}\n", file.shown, read.error);
            code = trouble;
        } else if (!results.write(redact::restored(answers::place_of(file, options.paths), *replacements),
                                  redact::restored(read.text.view(), *replacements))) {
            code = trouble;
        }
    }
    return out.flush() ? code : trouble;
}

command_body declare_redact(CLI::App& app)
{
    auto options = std::make_shared<redact_arguments>();
    add_paths(app, *options, "files, folders, logs, or - for standard input");
    add_limit(app, *options);
    add_jobs(app, *options);
    app.add_option("-o,--output", options->output, "the file for the result, or the folder for several files")
        ->type_name("PATH");
    auto* map = add_redaction(app, options->words);
    app.add_option("--undo", options->undo, "put the words of a map back, in any texts")
        ->type_name("FILE")
        ->excludes(map);
    return [options] { return options->undo.empty() ? run_redact(*options) : run_undo(*options); };
}

} // namespace

extern const command redact_command{"Texts", "redact", "Remove names, paths and literals from a dump, to share it",
                                    declare_redact};

} // namespace ballast::cli
