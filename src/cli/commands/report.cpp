// Shows the memory of modules as one page.
#include "answers/report.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "files/names.hpp"
#include "files/paths.hpp"
#include "render/answers.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::cli {

namespace {

struct report_arguments : input_arguments {
    std::string to_file;
    bool svg = false;
    std::optional<std::int64_t> space;
    std::optional<memory_limit> limit;
};

// Several paths: files of one module, as a shell expands the start of their names.
bool are_one_module(const report_arguments& options)
{
    return !options.files_alone && std::ranges::all_of(options.paths, files::is_regular) &&
           files::modules_of(files::find(options.paths, options).files, options).size() == 1;
}

int write_page(answers::report_answer answer, const report_arguments& options)
{
    if (!is_file(options.to_file) && output_is_terminal() && answer.has_answer()) {
        answer.fail("report", "a page is not text for a terminal; use -o FILE");
        answer.what = {};
    }
    const auto picture = options.svg ? render::svg(answer) : std::string();
    const answers::outcome said = answer;
    report(said);
    if (!answer.has_answer()) return said.code;
    output out;
    return std::max(said.code, write_to(options.to_file, "report", out, [&](const render::piece_taker& to) {
                        if (options.svg)
                            to(picture);
                        else
                            render::write(answer, options.space, options.limit, to);
                    }));
}

int run_report(const report_arguments& options)
{
    const auto count = options.paths.size();
    const bool compares = count == 2 && !options.svg && !are_one_module(options);
    if (count > 1 && !compares && !are_one_module(options)) {
        warn("ballast report: {}\n",
             options.svg ? "--svg draws one module" : "expected one module or folder, or two of them to compare");
        return trouble;
    }
    progress shown;
    const answers::report_question question{.by = run_of(options, shown),
                                            .title = {},
                                            .space = options.space,
                                            .limit = options.limit,
                                            .one_module = options.svg || count != 1,
                                            .failures = !options.svg && count == 1,
                                            .draw = render::picture_json};
    const std::vector outputs{options.to_file};
    const auto of =
        compares ? find_module_texts(options, {options.paths[0]}, outputs) : find_module_texts(options, outputs);
    const auto other = compares ? find_module_texts(options, {options.paths[1]}, outputs) : std::nullopt;
    if (!of || (compares && !other)) return trouble;
    auto answer = answers::report(*of, other ? &*other : nullptr, question);
    shown.clear();
    return write_page(std::move(answer), options);
}

command_body declare_report(CLI::App& app)
{
    auto options = std::make_shared<report_arguments>();
    add_paths(app, *options, "a dump, a log or a folder; two of them: what changed; - for standard input");
    add_output(app, options->to_file);
    add_memory_limit(app, options->limit);
    auto* svg = app.add_flag("--svg", options->svg, "only the heap as a picture: values by offset and time");
    add_space(app, options->space, "the heap of this memory space");
    app.get_option("--space")->needs(svg);
    add_reading(app, *options);
    add_jobs(app, *options);
    return [options] { return run_report(*options); };
}

} // namespace

extern const command report_command{"Memory", "report", "Write an HTML page with pictures of all that show says",
                                    declare_report};

} // namespace ballast::cli
