// Shows which buffers hold the memory of a module.
#include "answers/show.hpp"
#include "cli/inputs.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"
#include "render/answers.hpp"
#include "render/holder_tree.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::cli {

namespace {

struct show_arguments : input_arguments {
    table_arguments tables;
    std::string by = "alike"; // one key or several, with commas
    std::string groups;       // a file with patterns
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

constexpr std::size_t most_keys = 4;

std::vector<std::string> keys_in(std::string_view text)
{
    std::vector<std::string> result;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        result.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

// The keys of a tree; empty if rows have one of the usual keys.
std::vector<std::string> tree_of(const show_arguments& options)
{
    auto keys = keys_in(options.by);
    if (!options.groups.empty() && options.by == "alike") return {std::string(render::group_key)};
    if (keys.size() == 1 && keys.front() != render::layer_key && keys.front() != render::group_key) return {};
    return keys;
}

// Empty if there is no file; nothing if it cannot be read, which is reported.
std::optional<std::vector<render::buffer_pattern>> groups_of(const show_arguments& options)
{
    if (options.groups.empty()) return std::vector<render::buffer_pattern>();
    const auto read = files::read_file({options.groups, {}, {}}, options);
    auto patterns = read.error.empty() ? render::patterns_in(read.text.view()) : render::buffer_patterns();
    const auto& problem = read.error.empty() ? patterns.problem : read.error;
    if (problem.empty()) return std::move(patterns.all);
    warn("ballast show: --groups {}: {}\n", files::quoted_name(options.groups), problem);
    return std::nullopt;
}

// False if the options of the tree do not fit together, which is reported.
bool can_be_tree(const show_arguments& options, const std::vector<std::string>& keys)
{
    const bool grouped = std::ranges::find(keys, render::group_key) != keys.end();
    const auto* const problem =
        options.tables.form() != render::form::text ? "several keys, layer and --groups are for "
                                                      "--format text"
        : options.sort != "bytes"                   ? "with several keys, layer or --groups, rows are sorted by bytes"
        : keys.size() > most_keys                   ? "--by has four keys at most"
        : grouped && options.groups.empty()         ? "--by group needs --groups FILE"
                                                    : nullptr;
    if (problem) warn("ballast show: {}\n", problem);
    return !problem;
}

render::view_options view_of(const show_arguments& options, bool coloured)
{
    render::view_options view;
    const auto by = std::ranges::find(render::groupings(), options.by, &render::grouping_name::name);
    view.by = by == render::groupings().end() ? grouping::alike : by->by;
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
    const auto keys = tree_of(options);
    if (!keys.empty() && !can_be_tree(options, keys)) return trouble;
    const auto groups = groups_of(options);
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

void add_rows(CLI::App& app, show_arguments& options)
{
    std::vector<std::string> names;
    for (const auto& row : render::groupings()) names.emplace_back(row.name);
    for (const auto name : {render::layer_key, render::group_key}) names.emplace_back(name);
    const auto known = one_of(names);
    const CLI::Validator all_known(
        [known](const std::string& words) {
            for (auto& word : keys_in(words))
                if (auto problem = known(word); !problem.empty()) return problem;
            return std::string();
        },
        known.get_description());
    app.add_option("--by", options.by,
                   "what rows are grouped by, or several of these as a tree, such as layer,label; alike: class, label "
                   "and shape; group: those of --groups")
        ->check(all_known)
        ->capture_default_str();
    app.add_option(
           "--groups", options.groups,
           "a file with lines such as `attention: *attn* | *softmax*`: names of groups, and patterns over label, "
           "source and shape")
        ->type_name("FILE");
    app.add_option("--sort", options.sort, "the order of the rows")
        ->transform([](const std::string& name) { return name == "size" ? std::string("bytes") : name; })
        ->check(one_of({"bytes", "count", "label"}))
        ->capture_default_str();
}

command_body declare_show(CLI::App& app)
{
    auto options = std::make_shared<show_arguments>();
    add_paths(app, *options, module_or_log);
    auto* why =
        app.add_option("--why", options->why, "one buffer: `fusion.3`, `fusion.3{1}`, the id of a value, or a label");
    why->type_name("NAME");
    add_rows(app, *options);
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
