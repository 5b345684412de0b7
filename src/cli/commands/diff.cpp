// The changes between two dumps, or two folders of dumps.
#include "answers/diff.hpp"
#include "cli/inputs.hpp"
#include "render/answers.hpp"

#include <charconv>
#include <map>
#include <memory>

namespace ballast::cli {

namespace {

struct diff_arguments : input_arguments {
    table_arguments tables;
    answers::diff_question question;
};

int run_diff(const diff_arguments& options)
{
    if (options.paths[0] == "-" && options.paths[1] == "-") {
        warn("ballast diff: standard input can be only one of the two sides\n");
        return trouble;
    }
    const auto before = find_module_texts(options, {options.paths[0]}, {});
    const auto after = find_module_texts(options, {options.paths[1]}, {});
    if (!before || !after) return trouble;
    progress shown;
    auto question = options.question;
    question.by = run_of(options, shown);
    const auto answer = answers::diff(*before, *after, question);
    shown.clear();
    output out;
    auto tables = options.tables.options(out.style().coloured);
    tables.limit = question.limit;
    render::write(answer, options.tables.form(), question.space, tables, out.taker());
    return out.finish(answer);
}

void add_max_growth(CLI::App& app, diff_arguments& options)
{
    const auto take = [&options](const std::string& text) {
        if (!text.ends_with('%')) {
            const auto size = size_of(text);
            if (!size.bytes) throw CLI::ValidationError("--max-growth", size.problem + ", nor a percentage like 2%");
            options.question.most_bytes = static_cast<std::uint64_t>(*size.bytes);
            return;
        }
        double percent = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
        if (error != std::errc{} || std::string_view(end) != "%" || !(percent >= 0 && percent <= 1e9))
            throw CLI::ValidationError("--max-growth", text + " is not a percentage like 2%");
        options.question.most_percent = percent;
    };
    app.add_option_function<std::string>(
           "--max-growth", take,
           "exit with 1 if a module grows by more: a percentage (1 MiB is always allowed) or a size")
        ->type_name("2%|SIZE");
}

// The numbers that --max-growth can limit. Earlier names are accepted.
void add_metric(CLI::App& app, diff_arguments& options)
{
    std::vector<std::string> names;
    std::map<std::string, std::string> earlier;
    for (const auto& m : answers::metrics) {
        names.emplace_back(m.name);
        if (!m.before.empty()) earlier.emplace(m.before, m.name);
    }
    app.add_option("--metric", options.question.metric, "what --max-growth limits")
        ->transform([earlier](const std::string& name) {
            const auto found = earlier.find(name);
            return found == earlier.end() ? name : found->second;
        })
        ->check(one_of(names))
        ->capture_default_str();
}

command_body declare_diff(CLI::App& app)
{
    auto options = std::make_shared<diff_arguments>();
    add_paths(app, *options, "before and after: dumps, logs, or folders");
    app.get_option("PATH")->expected(2);
    add_max_growth(app, *options);
    add_metric(app, *options);
    add_memory_limit(app, options->question.limit);
    add_tables(app, options->tables);
    add_space(app, options->question.space, "only this memory space");
    add_reading(app, *options);
    add_jobs(app, *options);
    return [options] { return run_diff(*options); };
}

} // namespace

extern const command diff_command{"Memory", "diff", "Show what changed between two dumps, or two folders of them",
                                  declare_diff};

} // namespace ballast::cli
