// Shows which buffers hold the memory of a module.
#include "cli/commands/show.hpp"

#include "answers/show.hpp"
#include "cli/inputs.hpp"
#include "cli/logs.hpp"

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

answers::show_question question_of(const show_arguments& options, bool coloured)
{
    answers::show_question asked;
    asked.reading = options;
    asked.as = options.tables.form();
    asked.view.by = std::ranges::find(render::groupings(), options.by, &render::grouping_name::name)->by;
    asked.view.order = options.sort == "count"   ? render::holder_order::count
                       : options.sort == "label" ? render::holder_order::name
                                                 : render::holder_order::bytes;
    asked.view.top = options.tables.top.value_or(render::usual_holders);
    asked.view.columns = options.tables.columns();
    asked.view.verbose = options.verbose;
    asked.view.full_paths = options.full_paths;
    asked.view.plain = options.tables.is_plain();
    asked.view.coloured = coloured && !asked.view.plain;
    asked.view.space = options.space;
    asked.view.step = options.step;
    asked.why = options.why;
    asked.most_bytes = options.most_bytes;
    asked.limit = options.limit;
    return asked;
}

int run_show(const show_arguments& options)
{
    output out;
    const auto of = source_of(options, options.paths, options.space, out);
    const auto dump = source_of(options, options.dump, options.space, out);
    return answers::show(of, options.dump.empty() ? nullptr : &dump, question_of(options, out.style().coloured), out);
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

void add_rows(CLI::App& app, show_arguments& options)
{
    std::vector<std::string> names;
    for (const auto& row : render::groupings()) names.emplace_back(row.name);
    app.add_option("--by", options.by, "what rows are grouped by; alike: class, label and shape")
        ->check(one_of(names))
        ->capture_default_str();
    app.add_option("--sort", options.sort, "the order of the rows")
        ->transform([](const std::string& name) { return name == "size" ? std::string("bytes") : name; })
        ->check(one_of({"bytes", "count", "label"}))
        ->capture_default_str();
}

command_body declare_show(CLI::App& app)
{
    auto options = std::make_shared<show_arguments>();
    add_module(app, *options, module_or_log);
    add_jobs(app, *options);
    add_tables(app, options->tables, render::usual_holders);
    add_rows(app, *options);
    add_space(app, options->space, "only this memory space");
    add_step(app, options->step);
    app.add_flag("--verbose", options->verbose, "also files, XLA's version, padding, donation, fragmentation");
    app.add_flag("--full-paths", options->full_paths, "source files with their folders");
    auto* why =
        app.add_option("--why", options->why, "one buffer: `fusion.3`, `fusion.3{1}`, the id of a value, or a label");
    why->type_name("NAME");
    add_memory_limit(app, options->limit);
    add_most(app, options->most_bytes, "exit with 1 if the total of space 0, or of --space,");
    app.add_option("--dump", options->dump,
                   "the dump of the module that a message about memory is about: files or a folder")
        ->type_name("PATH");
    for (const auto* other : {"--dump", "--by", "--sort", "--top", "--space", "--step", "--max", "--device", "--limit"})
        why->excludes(app.get_option(other));
    return [options] { return run_show(*options); };
}

} // namespace

std::string answer_of_show(std::vector<files::input_file> inputs, const input_arguments& options)
{
    show_arguments usual;
    static_cast<files::options&>(usual) = options;
    usual.jobs = options.jobs;
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
