// Findings and their explanations.
#include "answers.hpp"

#include "ballast/era.hpp"
#include "ballast/explanation.hpp"
#include "ballast/releases.hpp"
#include "base/nearest.hpp"
#include "base/shown.hpp"
#include "files/validate.hpp"
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
        if (files::findings_named(word).empty()) {
            to.fail(
                from("validate", fmt::format("{}: {} is not a finding, a phase or a rule", option, printable(word))));
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
    if (!format) return to.fail(from("validate", "unknown format " + printable(asked.format)));
    if (!are_known("only", asked.only, to) || !are_known("disable", asked.disable, to)) return;
    const auto max_errors = static_cast<std::size_t>(asked.max_errors);
    files::validate_options how{.reported = files::selection(asked.only, asked.disable),
                                .strict = asked.strict,
                                .audit = asked.audit,
                                .max_errors = max_errors,
                                .demanded_era = asked.era};
    if (how.reported.empty()) return to.fail(from("validate", "--only and --disable leave no findings"));
    if (!asked.era.empty() && !(how.demanded = parse_era(asked.era)))
        return to.fail(from("validate", printable(asked.era) + " is not an era"));
    const auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;

    const render::findings_options written{.max_errors = max_errors};
    render::finding_counts all;
    std::string texts;
    std::size_t hidden = 0;
    files::instruction_count instructions;
    for (const auto& module : files::modules_of(inputs, options_of(asked)))
        for (const auto& checked : files::validate(module, options_of(asked), how)) {
            const auto numbers = render::numbers_of(checked);
            all.add(numbers);
            hidden += numbers.deselected;
            instructions.add(numbers.instructions);
            if (const auto text = format->file(checked, written); !text.empty())
                texts.append(texts.empty() ? std::string_view() : format->between).append(text);
            of.progressed().finish(numbers.bytes);
        }
    to.write(format->begin(format->counts_first ? all : render::finding_counts()));
    to.write(texts);
    to.write(format->end(all, written));
    if (instructions.texts != 0)
        to.messages.push_back(
            fmt::format("ballast: {} module texts: {} instructions", instructions.texts, instructions.instructions));
    if (hidden != 0) to.messages.push_back(fmt::format("ballast: {} findings hidden by --only or --disable", hidden));
    to.code = all.unreadable != 0 ? trouble : all.with_errors != 0 ? failure : success;
}

void answer_explain(session&, session*, const question& asked, answer& to)
{
    const auto all = all_findings();
    const auto row = std::ranges::find(all, std::string_view(asked.id), &finding_info::name);
    if (row == all.end()) return to.fail(from("explain", printable(asked.id) + " is not a finding"));
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
