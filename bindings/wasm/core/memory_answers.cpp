// The memory of one module, of several, and what changed.
#include "answers.hpp"

#include "answers/diff.hpp"
#include "answers/report.hpp"
#include "answers/show.hpp"
#include "answers/summary.hpp"
#include "base/shown.hpp"
#include "render/answers.hpp"

#include <algorithm>
#include <utility>

namespace ballast::wasm {

namespace {

using render::form;

// Empty for an unknown form, which the answer reports.
std::optional<form> form_of(const question& asked, answer& to)
{
    if (asked.format.empty() || asked.format == "json") return form::json;
    if (asked.format == "text") return form::text;
    if (asked.format == "markdown") return form::markdown;
    to.fail(asked.ask, "unknown format {}", printable(asked.format));
    return std::nullopt;
}

std::optional<std::size_t> top_of(const question& asked)
{
    return asked.top ? std::optional(static_cast<std::size_t>(*asked.top)) : std::nullopt;
}

render::table_options tables_of(const question& asked)
{
    return {.top = top_of(asked),
            .columns = static_cast<std::size_t>(asked.width),
            .plain = asked.plain,
            .limit = asked.must_fit};
}

// Empty for an unknown grouping or order, which the answer reports.
std::optional<render::view_options> view_of(const question& asked, answer& to)
{
    render::view_options view;
    const auto groupings = render::groupings();
    const auto by = std::ranges::find(groupings, std::string_view(asked.by), &render::grouping_name::name);
    if (by == groupings.end()) {
        to.fail("show", "unknown grouping {}", printable(asked.by));
        return std::nullopt;
    }
    view.by = by->by;
    if (asked.sort == "count") {
        view.order = render::holder_order::count;
    } else if (asked.sort == "label") {
        view.order = render::holder_order::name;
    } else if (asked.sort != "bytes" && asked.sort != "size") {
        to.fail("show", "unknown order {}", printable(asked.sort));
        return std::nullopt;
    }
    view.top = top_of(asked).value_or(render::usual_holders);
    view.columns = static_cast<std::size_t>(asked.width);
    view.verbose = asked.verbose;
    view.full_paths = asked.full_paths;
    view.plain = asked.plain;
    view.space = asked.space;
    view.step = asked.step;
    return view;
}

} // namespace

void answer_show(session& of, session* dump, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    const auto view = as ? view_of(asked, to) : std::nullopt;
    if (!view) return;
    auto all = asked; // of the dump, whose module is found by its name
    all.module.reset();
    const auto dumps = dump ? std::optional(dump->inputs(all, to)) : std::nullopt;
    const auto inputs = of.inputs(asked, to);
    if (to.code != success) return;
    auto made = answers::show(
        inputs, dumps ? &*dumps : nullptr,
        {.by = of.run_of(asked), .space = asked.space, .step = asked.step, .why = asked.why, .limit = asked.must_fit});
    to.take(answers::outcome(made));
    render::write(std::move(made), *as, *view, asked.must_fit, to.taker());
}

void answer_summary(session& of, session*, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    const auto inputs = as ? of.inputs(asked, to) : files::found_files();
    if (to.code != success) return;
    auto made = answers::summary(inputs, {.by = of.run_of(asked), .space = asked.space, .limit = asked.must_fit});
    render::write(made, *as, tables_of(asked), to.taker());
    to.take(std::move(made));
}

void answer_diff(session& of, session* other, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    const auto before = as ? of.inputs(asked, to) : files::found_files();
    const auto after = as ? other->inputs(asked, to) : files::found_files();
    if (to.code != success) return;
    answers::diff_question wanted;
    wanted.by = of.run_of(asked);
    wanted.space = asked.space;
    wanted.limit = asked.must_fit;
    auto made = answers::diff(before, after, wanted);
    render::write(made, *as, asked.space, tables_of(asked), to.taker());
    to.take(std::move(made));
}

void answer_report(session& of, session* other, const question& asked, answer& to)
{
    if (!asked.format.empty() && asked.format != "json" && asked.format != "html")
        return to.fail("report", "unknown format {}", printable(asked.format));
    const auto inputs = of.inputs(asked, to);
    const auto after = other ? std::optional(other->inputs(asked, to)) : std::nullopt;
    if (to.code != success) return;
    const bool is_json = asked.format == "json";
    auto made = answers::report(inputs, after ? &*after : nullptr,
                                {.by = of.run_of(asked),
                                 .title = asked.title,
                                 .space = asked.space,
                                 .limit = asked.must_fit,
                                 .one_module = asked.svg || is_json,
                                 .failures = !asked.svg && !is_json,
                                 .draw = render::picture_json});
    const auto* const module = std::get_if<answers::shown_module>(&made.what);
    if (asked.svg)
        to.write(render::svg(made));
    else if (is_json && module)
        to.write(render::picture_json(*module));
    else
        render::write(made, asked.space, asked.must_fit, to.taker());
    to.take(std::move(made));
}

} // namespace ballast::wasm
