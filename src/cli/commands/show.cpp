// Shows which buffers hold the memory of a module.
#include "cli/commands/show.hpp"

#include "answers/show.hpp"
#include "cli/inputs.hpp"
#include "cli/logs.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"
#include "render/shell_word.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::cli {

namespace {

struct show_arguments : input_arguments {
    table_arguments tables;
    std::string by = "alike";
    std::string sort = "bytes";
    std::optional<std::int64_t> space;
    std::optional<std::int64_t> step;
    bool verbose = false;
    bool full_paths = false;        // of source files
    std::optional<std::string> why; // one buffer
    std::vector<std::string> dump;  // of the module that a message is about
    std::uint64_t most_bytes = 0;   // 0: no limit
    std::optional<memory_limit> limit;
};

answers::show_question question_of(const show_arguments& given, bool coloured)
{
    answers::show_question asked;
    asked.reading = given;
    asked.as = given.tables.format == "json"       ? answers::form::json
               : given.tables.format == "markdown" ? answers::form::markdown
                                                   : answers::form::text;
    asked.view.by = std::ranges::find(render::groupings(), given.by, &render::grouping_name::name)->by;
    asked.view.order = given.sort == "count"   ? render::holder_order::count
                       : given.sort == "label" ? render::holder_order::name
                                               : render::holder_order::bytes;
    asked.view.top = given.tables.top.value_or(render::usual_holders);
    asked.view.columns = given.tables.columns();
    asked.view.verbose = given.verbose;
    asked.view.full_paths = given.full_paths;
    asked.view.plain = given.tables.is_plain();
    asked.view.coloured = coloured && !asked.view.plain;
    asked.view.space = given.space;
    asked.view.step = given.step;
    asked.why = given.why;
    asked.most_bytes = given.most_bytes;
    asked.limit = given.limit;
    return asked;
}

// Standard input, which can be read only once.
answers::log_input standard_input(const input_arguments& given)
{
    const files::input_file file{"-", files::shown_path("-", given), {}, false, nullptr};
    auto read = files::read_file(file, given);
    if (!read.error.empty()) warn("ballast: {}: {}\n", file.shown, read.error);
    return {file.shown, "-", false,
            [text = std::make_shared<const source_text>(std::move(read.text))] { return text; }};
}

// The texts in it.
std::vector<files::input_file> texts_of(const answers::log_input& log)
{
    auto result = files::texts_of(log.path, source_text::copy_of(log.text()->view()));
    for (auto& input : result) input.shown = log.shown;
    return result;
}

// The modules of these paths. Refers to the arguments.
answers::module_source source_of(const show_arguments& given, const std::vector<std::string>& paths, output& out)
{
    answers::module_source result;
    result.inputs = [&given, paths] {
        input_arguments all = given;
        all.paths = paths;
        return find_module_texts(all);
    };
    if (paths == std::vector<std::string>{"-"}) {
        const auto log = std::make_shared<answers::log_input>(standard_input(given));
        result.inputs = [log] { return texts_of(*log); };
        result.logs = [log] { return std::vector{*log}; };
    } else {
        result.logs = [&given, paths] { return logs_in(given, paths); };
        result.folder_logs = [&given, paths] { return folder_logs_in(given, paths); };
    }
    result.summarise = [&](const std::vector<files::input_file>& inputs) {
        return summarise(inputs, given, given.space, out);
    };
    for (const auto& path : paths) {
        const auto word = path == "-" ? std::string() : render::shell_word(path);
        if (word.empty()) { // standard input, or a name that no shell takes
            result.path_of_all.clear();
            break;
        }
        result.path_of_all.append(result.path_of_all.empty() ? "" : " ").append(word);
    }
    if (!paths.empty() && paths.front() != "-") result.path_of_one = render::shell_word(paths.front());
    return result;
}

int run_show(const show_arguments& given)
{
    output out;
    const auto of = source_of(given, given.paths, out);
    const auto dump = source_of(given, given.dump, out);
    return answers::show(of, given.dump.empty() ? nullptr : &dump, question_of(given, out.style().coloured), out);
}

// Keeps the answer. Messages go to standard error.
class answer_text : public answers::receiver {
public:
    bool write(std::string_view piece) override
    {
        text_.append(piece);
        return true;
    }
    bool flush() override { return true; }
    void report(std::string_view lines) override { warn("{}", lines); }
    [[nodiscard]] const render::line_style& style() const override { return style_; }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_;
    render::line_style style_;
};

constexpr std::size_t columns_of_answer = 100;

void add_rows(CLI::App& app, show_arguments& given)
{
    std::vector<std::string> names;
    for (const auto& row : render::groupings()) names.emplace_back(row.name);
    app.add_option("--by", given.by, "what rows are grouped by; alike: class, label and shape")
        ->check(one_of(names))
        ->capture_default_str();
    app.add_option("--sort", given.sort, "the order of the rows")
        ->transform([](const std::string& name) { return name == "size" ? std::string("bytes") : name; })
        ->check(one_of({"bytes", "count", "label"}))
        ->capture_default_str();
}

command_body declare_show(CLI::App& app)
{
    auto given = std::make_shared<show_arguments>();
    add_module(app, *given, module_or_log);
    add_jobs(app, *given);
    add_tables(app, given->tables, render::usual_holders);
    add_rows(app, *given);
    add_space(app, given->space, "only this memory space");
    add_step(app, given->step);
    app.add_flag("--verbose", given->verbose, "also files, XLA's version, padding, donation, fragmentation");
    app.add_flag("--full-paths", given->full_paths, "source files with their folders");
    auto* why =
        app.add_option("--why", given->why, "one buffer: `fusion.3`, `fusion.3{1}`, the id of a value, or a label");
    why->type_name("NAME");
    add_memory_limit(app, given->limit);
    add_number(app, "--max", given->most_bytes,
               "exit with 1 if the total of space 0, or of --space, is larger than a size like 16G (units are powers "
               "of 1024); "
               "0: no limit",
               any_number, true);
    app.add_option("--dump", given->dump,
                   "the dump of the module that a message about memory is about: files or a folder")
        ->type_name("PATH");
    for (const auto* other : {"--dump", "--by", "--sort", "--top", "--space", "--step", "--max", "--device", "--limit"})
        why->excludes(app.get_option(other));
    return [given] { return run_show(*given); };
}

} // namespace

std::string answer_of_show(std::vector<files::input_file> inputs, const input_arguments& given)
{
    show_arguments usual;
    static_cast<files::options&>(usual) = given;
    usual.jobs = given.jobs;
    usual.tables.plain = true;
    usual.tables.width = columns_of_answer;
    answers::module_source of;
    of.inputs = [&] { return std::move(inputs); };
    answer_text text;
    const int code = answers::show(of, nullptr, question_of(usual, false), text);
    return code == success ? text.take() : std::string();
}

extern const command show_command{"Memory", "show",
                                  "what takes the memory of a module, the peak, and what would lower it", declare_show};

} // namespace ballast::cli
