// Shows which buffers hold the memory of a module.
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/file_name.hpp"
#include "cli/folder_memory.hpp"
#include "cli/memory_view.hpp"
#include "cli/modules.hpp"
#include "cli/shell_word.hpp"
#include "cli/size_text.hpp"
#include "cli/terminal.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

// Reports that the total is over the budget, with the largest holder. Spaces are never added up.
bool over_budget(const memory_view& view, const options& given)
{
    if (given.most_bytes == 0) return false;
    const auto number = given.space.value_or(0);
    const auto space = std::ranges::find(view.memory.spaces, number, &space_memory::space);
    if (space == view.memory.spaces.end()) return false;
    if (static_cast<std::uint64_t>(space->total) <= given.most_bytes) return false;
    const auto groups = groups_of(view.memory, grouping::alike);
    const auto most = std::ranges::find(groups, number, &holder_group::space);
    std::string holder;
    if (most != groups.end()) {
        const auto first = view.memory.holders[most->largest];
        const auto each = most->count == 1 ? std::string() : fmt::format("{} x ", most->count);
        holder = fmt::format("; the most is {}{} {} {} {}", each, size_text(first.bytes), spelling(first.is),
                             printable(first.shape), printable(first.group));
    }
    warn("ballast show: over the limit: {}{} allocated in space {}, {} are allowed{}\n",
         view.memory.from_report ? "about " : "", exact_size_text(space->total), number,
         exact_size_text(static_cast<std::int64_t>(std::min<std::uint64_t>(given.most_bytes, INT64_MAX))), holder);
    return true;
}

int show_buffer(const std::vector<const document*>& documents, const options& given, report& out)
{
    const auto [stories, near] = stories_of(documents, *given.why);
    if (stories.empty()) {
        std::string names;
        for (const auto& name : near) names += fmt::format("{}{}", names.empty() ? "; near: " : ", ", printable(name));
        warn("ballast show: no value has the name or label {}{}\n", quoted_name(*given.why), names);
        return trouble;
    }
    if (given.output == "json") {
        out.write(stories_json(stories));
    } else {
        constexpr std::size_t most_shown = 3; // of those with one label
        const std::string_view fence = given.output == "markdown" ? "```\n" : "";
        const auto shown = std::min(stories.size(), most_shown);
        out.write(fence);
        for (std::size_t i = 0; i < shown; ++i) {
            if (i != 0) out.write("\n");
            out.write(story_text(stories[i], given.plain));
        }
        if (shown != stories.size())
            out.write(fmt::format("\n{} more with this label; --format json has them all\n", stories.size() - shown));
        out.write(fence);
    }
    return out.flush() ? success : trouble;
}

// How a hint names the module, by one of its files, or all paths if there are several modules. Empty if it comes from
// standard input.
std::string command_path(const options& given, std::size_t modules)
{
    std::string result;
    for (const auto& path : given.paths) {
        const auto word = path == "-" ? std::string() : shell_word(path);
        if (word.empty()) return {};
        result.append(result.empty() ? "" : " ").append(word);
        if (modules == 1) break;
    }
    return result;
}

// The name of the module in the name that XLA gives its files.
std::string name_of(const asked_module& module)
{
    const auto& path = module.files.front().file->path;
    const auto name = parse_file_name(path);
    return name && !name->module.empty() ? std::string(name->module) : module.name();
}

// A folder, a log or several paths can contain several modules. The one with the largest total is shown.
struct chosen_module {
    input_files inputs;
    std::size_t among = 1;
    int code = success; // of the others
};
chosen_module choose_module(input_files inputs, const options& given)
{
    const auto tells_its_module = [](const input_file& file) {
        const auto name = parse_file_name(file.path);
        return file.in_folder || (file.text && file.text->in_log) || (name && name->made_by_xla);
    };
    if (given.files_alone || !std::ranges::all_of(inputs.files, tells_its_module) ||
        bundles_of(inputs, given).size() < 2)
        return {std::move(inputs)};
    const auto all = summarise(inputs, given);
    if (all.rows.empty()) return {std::move(inputs)};
    return {{all.rows.front().files}, all.modules, all.code()};
}

bool is_shown(const ast::tree& tree)
{
    return std::holds_alternative<ast::dump>(tree) || std::holds_alternative<ast::usage_report>(tree) ||
           std::holds_alternative<ast::oom_report>(tree) || std::holds_alternative<ast::allocation_statistics>(tree);
}

} // namespace

int show(const options& given)
{
    report out;
    auto chosen = choose_module(find_modules(given), given);
    auto module = ask_module("show", std::move(chosen.inputs), given, {.step = given.step}, out);
    // With a limit, 1 means that it is exceeded.
    if (module.code) return given.most_bytes != 0 ? +trouble : *module.code;
    if (std::ranges::none_of(module.files, [](const bundle_file& f) { return is_shown(f.result.value->tree()); })) {
        warn("ballast: {}: show is for dumps and memory reports, this is {}\n", module.name(),
             kind_word(module.documents.front()->tree()));
        return trouble;
    }
    auto& memory = module.what.memory;
    if (given.why) {
        if (!memory || !memory->from_report) return show_buffer(module.documents, given, out);
        warn("ballast show: --why needs a dump, this is {}\n", kind_word(module.documents.front()->tree()));
        return trouble;
    }
    if (!memory) {
        warn("ballast show: {}: no allocations; they are in the module's …-buffer-assignment.txt\n", module.name());
        return trouble;
    }
    if (!has_space("show", spaces_of(*memory), given) || !has_step("show", *memory, given)) return trouble;
    memory_view view;
    view.files = files_of(module);
    view.name = name_of(module);
    view.among = chosen.among;
    view.era = era_of(module.files).all.possible;
    view.by = std::ranges::find(groupings(), given.by, &grouping_name::name)->by;
    view.order = given.sort == "count"   ? holder_order::count
                 : given.sort == "label" ? holder_order::name
                                         : holder_order::bytes;
    view.top = given.top.value_or(usual_holders);
    view.space = given.space;
    view.step = given.step;
    view.columns = given.columns != 0 ? given.columns : terminal_columns();
    view.verbose = given.verbose;
    view.full_paths = given.full_paths;
    view.command_path = command_path(given, chosen.among);
    view.plain = given.plain;
    view.coloured = out.coloured() && !given.plain;
    view.memory = std::move(*memory);
    if (given.output == "json")
        write_memory_json(view, [&](std::string_view piece) { return out.write(piece); });
    else if (given.output == "markdown")
        out.write(memory_markdown(view));
    else
        out.write(memory_text(view));
    if (!out.flush()) return trouble;
    const int code = over_budget(view, given) ? failure : success;
    return given.most_bytes != 0 && chosen.code != success ? +trouble : std::max(chosen.code, code);
}

} // namespace ballast::cli
