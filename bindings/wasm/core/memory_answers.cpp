// The memory of one module, of several, and what changed.
#include "answers.hpp"

#include "answers/pictures.hpp"
#include "answers/show.hpp"
#include "answers/summary.hpp"
#include "base/shown.hpp"
#include "files/comparison.hpp"
#include "render/diff_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ballast::wasm {

namespace {

using answers::form;

// Empty for an unknown form, which the answer reports.
std::optional<form> form_of(const question& asked, answer& to)
{
    if (asked.format.empty() || asked.format == "json") return form::json;
    if (asked.format == "text") return form::text;
    if (asked.format == "markdown") return form::markdown;
    to.fail(from(asked.ask, "unknown format " + printable(asked.format)));
    return std::nullopt;
}

std::optional<std::size_t> top_of(const question& asked)
{
    return asked.top ? std::optional(static_cast<std::size_t>(*asked.top)) : std::nullopt;
}

std::size_t columns_of(const question& asked) { return static_cast<std::size_t>(asked.width); }

render::table_options tables_of(const question& asked)
{
    return {.top = top_of(asked), .columns = columns_of(asked), .plain = asked.plain, .limit = asked.must_fit};
}

// --- limits ---

// With a limit, `failure` means that it is exceeded.
int with_limit(int code, const question& asked) { return asked.must_fit && code != success ? +trouble : code; }

// --- one module ---

// False for an unknown grouping or order, which the answer reports.
bool set_order(render::view_options& view, const question& asked, answer& to)
{
    const auto groupings = render::groupings();
    const auto by = std::ranges::find(groupings, std::string_view(asked.by), &render::grouping_name::name);
    if (by == groupings.end()) {
        to.fail(from("show", "unknown grouping " + printable(asked.by)));
        return false;
    }
    view.by = by->by;
    if (asked.sort == "count") {
        view.order = render::holder_order::count;
    } else if (asked.sort == "label") {
        view.order = render::holder_order::name;
    } else if (asked.sort != "bytes" && asked.sort != "size") {
        to.fail(from("show", "unknown order " + printable(asked.sort)));
        return false;
    }
    return true;
}

answers::module_source source_of(session& of, const question& asked, answer& to)
{
    answers::module_source result;
    result.inputs = [&] { return of.inputs(asked, to); };
    if (!asked.module) {
        result.logs = [&] { return of.logs(false); };
        result.folder_logs = [&] { return of.logs(true); };
    }
    result.summarise = [&](const std::vector<files::input_file>& inputs) { return summarise(of, inputs, asked, to); };
    return result;
}

} // namespace

void answer_show(session& of, session* dump, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    answers::show_question wanted;
    if (!as || !set_order(wanted.view, asked, to)) return;
    wanted.reading = options_of(asked);
    wanted.as = *as;
    wanted.view.top = top_of(asked).value_or(render::usual_holders);
    wanted.view.columns = columns_of(asked);
    wanted.view.verbose = asked.verbose;
    wanted.view.full_paths = asked.full_paths;
    wanted.view.plain = asked.plain;
    wanted.view.space = asked.space;
    wanted.view.step = asked.step;
    wanted.why = asked.why;
    wanted.limit = asked.must_fit;
    auto all = asked; // of the dump, whose module is found by its name
    all.module.reset();
    const auto dumps = dump ? std::optional(source_of(*dump, all, to)) : std::nullopt;
    to.code = std::max(to.code, answers::show(source_of(of, asked, to), dumps ? &*dumps : nullptr, wanted, to));
}

void answer_summary(session& of, session*, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    if (!as) return;
    answers::summary_question wanted;
    wanted.reading = options_of(asked);
    wanted.as = *as;
    wanted.tables = tables_of(asked);
    wanted.space = asked.space;
    to.code = std::max(to.code, answers::summary(source_of(of, asked, to), wanted, to));
}

// --- changes ---

namespace {

files::module_side load_side(std::string_view command, session& of, const question& asked, answer& to)
{
    files::module_side result;
    const auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return result;
    files::for_modules(files::modules_of(inputs, options_of(asked)), options_of(asked), files::sources::wanted, 1,
                       [&](files::module_memory&& module) {
                           report_unused(module, to);
                           std::size_t bytes = 0;
                           for (const auto& file : module.files)
                               bytes += file.text ? file.text->bytes.view().size() : 0;
                           result.add(std::move(module));
                           of.progressed().finish(bytes);
                       });
    to.code = std::max(to.code, code_of(result.refused, result.unreadable));
    if (result.modules.empty() && to.code == success) to.fail(from(command, inputs.front().shown + ": no allocations"));
    return result;
}

// Both sides; false if there is nothing to compare.
bool load_sides(std::string_view command, session& of, session& other, const question& asked,
                files::module_side& before, files::module_side& after, answer& to)
{
    before = load_side(command, of, asked, to);
    after = load_side(command, other, asked, to);
    for (const auto* side : {&before, &after})
        for (const auto& name : side->incomplete)
            to.messages.push_back(from(command, printable(name) + ": not compared"));
    return !before.modules.empty() && !after.modules.empty();
}

} // namespace

void answer_diff(session& of, session* other, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    if (!as) return;
    files::module_side before;
    files::module_side after;
    const bool both = load_sides("diff", of, *other, asked, before, after, to);
    to.code = with_limit(to.code, asked);
    if (!both) return;
    std::set<std::int64_t> spaces;
    for (const auto* side : {&before, &after})
        for (const auto& module : side->modules) spaces.merge(files::spaces_of(*module.memory));
    if (!has_space("diff", spaces, asked.space, to)) return;
    const auto all = files::compare(before, after);
    to.write(*as == form::json       ? render::diff_json(all, asked.space, asked.must_fit)
             : *as == form::markdown ? render::diff_markdown(all, asked.space, tables_of(asked))
                                     : render::diff_text(all, asked.space, tables_of(asked)));
    to.code = std::max(to.code, code_of(all, asked.must_fit, asked.space));
}

// --- pages ---

namespace {

memory_options options_for_pictures(const question& asked)
{
    return answers::options_for_pictures(asked.must_fit, asked.space);
}

// Modules that cannot be read any more have no picture, and no message.
struct quiet_pictures {
    explicit quiet_pictures(const question& asked) : list(options_of(asked), options_for_pictures(asked), problems) {}

    answer problems;
    answers::picture_list list;
};

void report_module(std::vector<files::input_file> inputs, const question& asked, answer& to)
{
    auto loaded = load_module("report", std::move(inputs), asked, options_for_pictures(asked), to);
    if (loaded.code) return;
    if (!loaded.analysed.memory) return to.fail(from("report", loaded.name() + ": no allocations"));
    const auto module = answers::pictured(std::move(loaded), {});
    if (asked.format == "json") {
        to.write(render::picture_json(module));
        return;
    }
    if (!asked.svg) {
        render::write_module_page(to.taker(), module);
        if (module.memory.fit) to.code = code_of(module.memory.fit->verdict());
        return;
    }
    const auto& memory = module.memory;
    if (!has_space("report", files::spaces_of(memory), asked.space, to)) return;
    const auto space = asked.space.value_or(memory.spaces.empty() ? 0 : memory.spaces.front().space);
    const auto picture = render::heap_picture(memory, space, module.name);
    if (!picture)
        return to.fail(
            from("report", fmt::format("{}: no picture of space {}: live ranges are unknown", module.path, space)));
    to.write(*picture);
}

void report_folder(session& of, const std::vector<files::input_file>& inputs, const question& asked, answer& to)
{
    const auto all = summarise(of, inputs, asked, to);
    quiet_pictures made(asked);
    std::vector<render::page_row> rows;
    for (const auto& row : all.rows) rows.push_back({&row, made.list.add(row.name, row.files)});
    const auto title = asked.title.empty() ? inputs.front().shown : asked.title;
    render::write_folder_page(to.taker(), title, made.list.pictures(), all, rows, asked.must_fit);
    to.code = std::max({to.code, code_of(all, asked.must_fit), code_of(all.refused, all.unreadable)});
}

void report_changes(session& of, session& other, const question& asked, answer& to)
{
    files::module_side before;
    files::module_side after;
    if (!load_sides("report", of, other, asked, before, after, to)) return;
    const auto all = files::compare(before, after);
    quiet_pictures made(asked);
    std::vector<render::page_change> changes;
    for (const auto* c : files::by_change(all, asked.space.value_or(0))) {
        render::page_change change{c, {}, {}};
        if (c->before) change.before = made.list.add(c->before->name, c->before->files);
        if (c->after) change.after = made.list.add(c->after->name, c->after->files);
        changes.push_back(change);
    }
    const auto title =
        asked.title.empty() ? before.modules.front().path + " > " + after.modules.front().path : asked.title;
    render::write_diff_page(to.taker(), title, made.list.pictures(), changes, asked.space, asked.must_fit);
    to.code = std::max(to.code, code_of(all, asked.must_fit, asked.space));
}

} // namespace

void answer_report(session& of, session* other, const question& asked, answer& to)
{
    if (!asked.format.empty() && asked.format != "json" && asked.format != "html")
        return to.fail(from("report", "unknown format " + printable(asked.format)));
    if (other) return report_changes(of, *other, asked, to);
    auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;
    const bool several =
        !asked.svg && asked.format != "json" && files::modules_of(inputs, options_of(asked)).size() > 1;
    if (several)
        report_folder(of, inputs, asked, to);
    else
        report_module(std::move(inputs), asked, to);
}

} // namespace ballast::wasm
