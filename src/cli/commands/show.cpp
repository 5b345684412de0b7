// Shows which buffers hold the memory of a module.
#include "answers/show.hpp"
#include "cli/inputs.hpp"
#include "render/answers.hpp"

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

render::view_options view_of(const show_arguments& options, bool coloured)
{
    render::view_options view;
    view.by = std::ranges::find(render::groupings(), options.by, &render::grouping_name::name)->by;
    view.order = options.sort == "count"   ? render::holder_order::count
                 : options.sort == "label" ? render::holder_order::name
                                           : render::holder_order::bytes;
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
    render::write(std::move(answer), options.tables.form(), view_of(options, out.style().coloured), options.limit,
                  out.taker());
    return out.finish(said);
}

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

extern const command show_command{"Memory", "show",
                                  "what takes the memory of a module, the peak, and what would lower it", declare_show};

} // namespace ballast::cli
