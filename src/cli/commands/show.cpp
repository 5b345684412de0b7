// Shows which buffers hold the memory of a module.
#include "answers/show.hpp"
#include "cli/inputs.hpp"
#include "cli/row_arguments.hpp"
#include "render/answers.hpp"
#include "render/holder_tree.hpp"

#include <memory>
#include <utility>

namespace ballast::cli {

namespace {

struct show_arguments : input_arguments {
    table_arguments tables;
    row_arguments rows;
    std::optional<std::int64_t> space;
    std::optional<std::int64_t> step;
    bool verbose = false;
    bool full_paths = false;        // of source files
    std::optional<std::string> why; // one buffer
    std::vector<std::string> dump;  // of the module that a message is about
    std::uint64_t most_bytes = 0;   // 0: no limit
    std::optional<memory_limit> limit;
};

render::view_options view_of(const show_arguments& options, bool coloured)
{
    render::view_options view;
    view.by = options.rows.key();
    view.order = options.rows.order();
    view.top = options.tables.top.value_or(render::usual_holders);
    view.columns = options.tables.columns();
    view.verbose = options.verbose;
    view.full_paths = options.full_paths;
    view.plain = options.tables.is_plain();
    view.coloured = coloured && !view.plain;
    view.space = options.space;
    view.step = options.step;
    return view;
}

int run_show(const show_arguments& options)
{
    const auto keys = options.rows.tree_keys();
    if (!keys.empty() && !can_be_tree(options.rows, options.tables.form())) return trouble;
    const auto groups = read_groups(options.rows, options);
    if (!groups) return trouble;
    const auto of = find_module_texts(options);
    if (!of) return trouble;
    std::optional<files::found_files> dump;
    if (!options.dump.empty() && !(dump = find_module_texts(options, options.dump, {}))) return trouble;
    progress shown;
    auto answer = answers::show(
        *of, dump ? &*dump : nullptr,
        {run_of(options, shown), options.space, options.step, options.why, options.most_bytes, options.limit});
    shown.clear();
    output out;
    const answers::outcome said = answer;
    if (auto* module = std::get_if<answers::shown_module>(&answer.what); module && !keys.empty()) {
        render::memory_view view;
        static_cast<render::view_options&>(view) = view_of(options, false);
        static_cast<answers::shown_module&>(view) = std::move(*module);
        out.write(render::tree_text(view, keys, *groups));
        return out.finish(said);
    }
    render::write(std::move(answer), options.tables.form(), view_of(options, out.style().coloured), options.limit,
                  out.taker());
    return out.finish(said);
}

command_body declare_show(CLI::App& app)
{
    auto options = std::make_shared<show_arguments>();
    add_paths(app, *options, module_or_log);
    auto* why =
        app.add_option("--why", options->why, "one buffer: `fusion.3`, `fusion.3{1}`, the id of a value, or a label");
    why->type_name("NAME");
    add_rows(app, options->rows);
    add_memory_limit(app, options->limit);
    add_tables(app, options->tables, render::usual_holders);
    app.add_flag("--verbose", options->verbose,
                 "also files, XLA's version, small parts, padding, donation, "
                 "fragmentation");
    app.add_option("--dump", options->dump,
                   "the dump of the module that a message about memory is about: files or a folder")
        ->type_name("PATH");
    add_most(app, options->most_bytes, "exit with 1 if the total of space 0, or of --space,");
    add_step(app, options->step);
    add_space(app, options->space, "only this memory space");
    app.add_flag("--full-paths", options->full_paths, "source files with their folders");
    add_reading(app, *options);
    add_jobs(app, *options);
    for (const auto* other :
         {"--dump", "--by", "--groups", "--sort", "--top", "--space", "--step", "--max", "--device", "--limit"})
        why->excludes(app.get_option(other));
    return [options] { return run_show(*options); };
}

} // namespace

extern const command show_command{"Memory", "show",
                                  "Show what uses memory in a module, its peak, and what would lower it", declare_show};

} // namespace ballast::cli
