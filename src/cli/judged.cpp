#include "cli/judged.hpp"

#include "ballast/check.hpp"
#include "cli/hints.hpp"

#include <algorithm>
#include <chrono>

namespace ballast::cli {

severity severity_of(const finding& what, const options& given)
{
    // The audit of the peak finds no fault.
    const bool audit = what.severity == severity::note && info(what.id).phase == phase::meaning;
    return given.strict && !audit ? severity::error : what.severity;
}

namespace {

// The finding that a file is not of the era that was asked for, at the feature that decides.
std::optional<finding> of_another_era(const era_report& when, const judging& by)
{
    if (!by.demanded || !when.possible.intersect(*by.demanded).empty()) return std::nullopt;
    const bool too_late =
        when.from && by.demanded->intervals().front().begin < eras(when.from->which).intervals().front().begin;
    const auto& decides = too_late ? when.from : when.until;
    finding result{.id = finding_id::other_era,
                   .said = {"{} is asked for, the file is of {}", {by.given.demanded_era, when.possible.to_string()}}};
    if (decides) {
        result.begin = result.end = decides->offset;
        result.said = {"{} is asked for, the file is of {} ({})",
                       {by.given.demanded_era, when.possible.to_string(), std::string(info(decides->which).name)}};
    }
    return result;
}

} // namespace

judged_file judge(const input_file& file, const judging& by)
{
    const auto start = std::chrono::steady_clock::now();
    judged_file judged;
    judged.file = file;
    auto read = read_file(file, by.given);
    judged.problem = std::move(read.error);
    if (judged.unreadable()) return judged;

    judged.result = parse(std::move(read.text), options_for(file.path, by.given.max_errors));
    const auto& result = judged.result;
    auto found = result.findings;
    judged.ended_early = !result.accepted() && found.size() == by.given.max_errors && by.given.max_errors > 1;
    if (result.accepted()) {
        const auto when = date(result.value->witnesses());
        judged.era = when.possible.to_string();
        if (auto other = of_another_era(when, by)) {
            const auto after = std::ranges::upper_bound(found, other->begin, {}, &finding::begin);
            found.insert(after, std::move(*other));
        }
        if (by.told.tells(phase::meaning)) {
            auto said = check(*result.value, {.file_name = file.shown, .max_findings = by.given.max_errors});
            judged.more_findings = by.given.max_errors != 0 && said.size() == by.given.max_errors;
            std::ranges::move(said, std::back_inserter(found));
        }
    }

    line_table lines(result.text());
    hints hint(result.text());
    auto known = by.known.in(file.shown);
    for (auto& what : found) {
        if (!by.told.tells(what.id)) {
            ++judged.deselected;
            continue;
        }
        if (known.takes(what)) {
            ++judged.known;
            continue;
        }
        told_finding told;
        told.severity = severity_of(what, by.given);
        told.begin = lines.place_of(what.begin);
        told.end = lines.place_of(std::max(what.begin, what.end));
        told.hint = hint.of(what);
        for (const auto& other : what.related)
            told.related.push_back(
                {lines.place_of(other.begin), lines.place_of(std::max(other.begin, other.end)), other.said.text()});
        told.what = std::move(what);
        ++judged.counts[static_cast<std::size_t>(told.severity)];
        judged.findings.push_back(std::move(told));
    }
    judged.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return judged;
}

judged_numbers numbers_of(const judged_file& judged)
{
    return {judged.file.shown,           judged.unreadable(), judged.conforms(),
            judged.result.text().size(), judged.era,          judged.counts,
            judged.deselected,           judged.known,        judged.seconds};
}

} // namespace ballast::cli
