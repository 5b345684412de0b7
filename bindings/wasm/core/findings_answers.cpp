// Findings and their explanations.
#include "answers.hpp"

#include "ballast/era.hpp"
#include "ballast/explanation.hpp"
#include "ballast/releases.hpp"
#include "base/nearest.hpp"
#include "base/shown.hpp"
#include "render/findings_writer.hpp"
#include "render/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ballast::wasm {

namespace {

// False if one of the words is not a finding, a phase or a rule.
bool are_known(std::string_view option, const std::vector<std::string>& words, answer& to)
{
    for (const auto& word : words)
        if (const auto problem = answers::unknown_finding_word(word); !problem.empty()) {
            to.fail("validate", "{}: {}", option, problem);
            return false;
        }
    return true;
}

const render::findings_format* format_of(const question& asked)
{
    const std::string_view name = asked.format.empty() ? "json" : std::string_view(asked.format);
    for (const auto& format : render::findings_formats())
        if (format.name == name) return &format;
    return nullptr;
}

} // namespace

void answer_validate(session& of, session*, const question& asked, answer& to)
{
    const auto* const format = format_of(asked);
    if (!format) return to.fail("validate", "unknown format {}", printable(asked.format));
    if (!are_known("only", asked.only, to) || !are_known("disable", asked.disable, to)) return;
    const auto max_errors = static_cast<std::size_t>(asked.max_errors);
    answers::validate_options how{.reported = answers::selection(asked.only, asked.disable),
                                  .strict = asked.strict,
                                  .audit = asked.audit,
                                  .max_errors = max_errors,
                                  .demanded_era = asked.era};
    if (how.reported.empty()) return to.fail("validate", "--only and --disable leave no findings");
    if (!asked.era.empty() && !(how.demanded = parse_era(asked.era)))
        return to.fail("validate", "{} is not an era", printable(asked.era));
    const auto inputs = of.files(asked, to);
    if (inputs.empty()) return;
    render::findings_writer results(*format, {.max_errors = max_errors}, false, to.taker());
    const auto by = of.run_of(asked);
    for (const auto& module : files::modules_of(inputs, by.reading)) {
        for (const auto& checked : answers::validate(module, by.reading, how)) results.take(results.make(checked));
        std::size_t bytes = 0;
        for (const auto* file : module.files) bytes += file->text ? file->text->bytes.view().size() : 0;
        of.progressed().finish(bytes);
    }
    to.take(results.finish());
}

void answer_explain(session&, session*, const question& asked, answer& to)
{
    const auto all = all_findings();
    const auto row = std::ranges::find(all, std::string_view(asked.id), &finding_info::name);
    if (row == all.end()) return to.fail("explain", "{} is not a finding", printable(asked.id));
    const auto& more = explain(row->id);
    render::json_writer out(to.taker());
    out.object([&] {
        out.member("id", row->name);
        out.member("severity", name_of(row->severity));
        out.member("phase", name_of(row->phase));
        if (row->rule != 0) out.member("rule", fmt::format("C{}", row->rule));
        out.member("sentence", row->sentence);
        out.member("text", more.text);
        out.member("wrong", more.wrong);
        out.member("right", more.right);
        out.member("hint", more.hint);
    });
    out.finish();
}

} // namespace ballast::wasm
