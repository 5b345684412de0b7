// Makes the dumps of a module as small as possible, while a command still succeeds or a finding still occurs.
#include "answers/reduce.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/result_writer.hpp"
#include "cli/shell_condition.hpp"
#include "files/names.hpp"
#include "files/paths.hpp"

#include <memory>
#include <utility>

namespace ballast::cli {

namespace {

struct reduce_arguments : input_arguments {
    std::string output;
    std::string command; // of --while
    std::string finding;
    std::string within;
};

// Reduces the files, and writes the result.
int reduce_files(answers::reduced_files files, const reduce_arguments& options, result_writer& results, output& out)
{
    std::optional<steady_clock::time_point> end;
    if (const auto limit = duration_of(options.within)) end = steady_clock::now() + *limit;
    end_at_interrupt();
    shell_condition condition(options.command, end);
    progress shown;
    answers::reduce_question question;
    question.finding = answers::finding_named(options.finding);
    question.command = options.command;
    question.holds = [&](std::span<const std::string> names, std::span<const std::string> texts) {
        return condition.holds(names, texts);
    };
    question.stop = [&] {
        return is_interrupted() || (end && steady_clock::now() >= *end) || !condition.problem().empty();
    };
    question.tell = [&](const reduce::progress& now) {
        shown.show(fmt::format("{} bytes, {} instructions, {} tried", now.bytes, now.instructions, now.tried));
    };
    const auto before = files.bytes();
    const auto answer = answers::reduce(std::move(files), question);
    shown.clear();
    if (!condition.problem().empty()) {
        warn("ballast reduce: {}\n", condition.problem());
        return trouble;
    }
    report(answer);
    if (answer.made->what == reduce::outcome::absent) return answer.code;
    for (std::size_t i = 0; i < answer.made->texts.size(); ++i)
        if (!results.write(answer.files.names[i], answer.made->texts[i])) return trouble;
    const auto& reached = answer.made->reached;
    if (is_file(options.output))
        out.line("{}: {} of {} bytes, {} instructions, {} candidates", files::quoted_name(options.output),
                 reached.bytes, before, reached.instructions, reached.tried);
    return out.flush() ? answer.code : trouble;
}

int run_reduce(const reduce_arguments& options)
{
    if (options.command.empty() == options.finding.empty()) {
        warn("ballast reduce: one of --while and --finding is required\n");
        return trouble;
    }
    const auto found = find_module_texts(options, {options.output});
    if (!found) return trouble;
    report_notices(found->notices);
    report_notices(found->without_dumps);
    int code = trouble;
    const auto module = read_module("reduce", found->files, options, code);
    if (!module) return code;
    answers::outcome said;
    auto files = answers::reducible_files(*module, said);
    report(said);
    if (files.files.empty()) return said.code;
    output out;
    result_writer results("reduce", options.output, files.files.size() > 1 || files::is_folder(options.output), out);
    if (!results.ready()) return trouble;
    std::vector<std::string> paths;
    for (const auto& file : found->files) paths.push_back(file.path);
    if (overwrites_input(paths, options, results.paths(files.names))) return trouble;
    return reduce_files(std::move(files), options, results, out);
}

command_body declare_reduce(CLI::App& app)
{
    auto options = std::make_shared<reduce_arguments>();
    add_module(app, *options);
    app.add_option("-o,--output", options->output, "the file for the result, or the folder for several files")
        ->type_name("PATH");
    auto* const command =
        app.add_option(
               "--while", options->command,
               "a shell command that gets the path of a candidate, at its end or in place of {}, and exits with "
               "0 if that still shows it")
            ->type_name("COMMAND");
    app.add_option("--finding", options->finding,
                   "the same for a finding of `ballast validate`, which needs no command")
        ->type_name("ID")
        ->check(CLI::Validator(answers::unknown_finding, ""))
        ->excludes(command);
    app.add_option("--within", options->within, "stop after this time, as 60s or 5m, with the smallest dump so far")
        ->type_name("TIME")
        ->check([](const std::string& text) {
            return duration_of(text) ? std::string() : "not a time like 60s, 5m or 1h: " + text;
        });
    return [options] { return run_reduce(*options); };
}

} // namespace

extern const command reduce_command{"Texts", "reduce", "Find the smallest dump that still shows something",
                                    declare_reduce};

} // namespace ballast::cli
