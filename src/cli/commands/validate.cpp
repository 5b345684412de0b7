#include "cli/command_line.hpp"
#include "cli/formats.hpp"
#include "cli/lines.hpp"
#include "cli/log_texts.hpp"
#include "cli/parallel.hpp"
#include "cli/progress.hpp"
#include "cli/summary.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

bool fails(const std::vector<finding>& findings, const options& given)
{
    return std::ranges::any_of(findings, [&](const finding& d) { return severity_of(d, given) == severity::error; });
}

// The first feature of a line that the required era did not print. The features of a line may not have an era in
// common, so each is checked on its own.
std::optional<finding> of_another_era(const fragment& read, const judging& by)
{
    if (!by.demanded) return std::nullopt;
    for (const auto& shown : read.witnesses()) {
        if (!eras(shown.which).intersect(*by.demanded).empty()) continue;
        finding result{
            .id = finding_id::other_era,
            .said = {"{} is required, the line has {} of {}",
                     {by.given.demanded_era, std::string(info(shown.which).name), eras(shown.which).to_string()}}};
        result.begin = result.end = shown.offset;
        return result;
    }
    return std::nullopt;
}

int validate_lines(const options& given, const judging& by)
{
    if (overwrites_input(given.paths, given)) return trouble;
    report out(line_end(given));
    std::size_t accepted = 0;
    std::size_t refused = 0;
    bool unreadable = false;
    for_each_line(
        given,
        [&](const std::string& path, std::size_t number, std::string_view line) {
            auto result = parse(*given.line_rule, line);
            auto dating = mixed_dates(result);
            if (!dating && result.accepted()) dating = of_another_era(*result.value, by);
            if (dating) result.findings.insert(result.findings.begin(), std::move(*dating));
            if (result.accepted() && !fails(result.findings, given)) {
                ++accepted;
                if (!given.quiet) out.line("{}:{}: accepted", path, number);
                if (!given.quiet)
                    for (const auto& note : result.findings)
                        out.line(" {}: {} [{}]", name_of(note.severity), note.message(), info(note.id).name);
                return;
            }
            ++refused;
            line_table lines(line);
            out.place(path, "refused", result.findings.front(), lines, at_line(number));
        },
        [&](const std::string& path, const std::string& reason) {
            unreadable = true;
            out.line("{}: {}: {}", path, out.emphasised("unreadable"), reason);
        });
    out.line("{} lines: {} accepted, {} refused", accepted + refused, accepted, refused);
    if (!out.flush() || unreadable) return trouble;
    if (accepted + refused == 0) return no_lines();
    return refused != 0 ? failure : success;
}

} // namespace

int validate(const options& given)
{
    judging by{given, selection(given.only, given.disabled)};
    if (std::ranges::none_of(all_findings(), [&](const finding_info& row) { return by.told.tells(row.id); })) {
        warn("ballast validate: --only and --disable leave no findings\n");
        return trouble;
    }
    if (!given.demanded_era.empty()) {
        by.demanded = parse_era(given.demanded_era);
        if (!by.demanded) return no_era("validate", given.demanded_era);
    }
    if (given.line_rule) return validate_lines(given, by);
    if (!given.baseline.empty()) {
        if (overwrites_input({given.baseline}, given)) return trouble;
        const auto read = read_file({given.baseline, {}, {}}, given);
        auto known = read.error.empty() ? baseline::of(read.text.view()) : std::nullopt;
        if (!known) {
            warn("ballast validate: baseline {}: {}\n", quoted_name(given.baseline),
                 read.error.empty() ? "not the output of `ballast validate --format json`" : read.error);
            return trouble;
        }
        by.known = std::move(*known);
    }
    const auto inputs = find_texts(given);
    if (inputs.files.empty()) return trouble;

    const auto format = *std::ranges::find(output_formats(), given.output, &output_format::name);
    struct told {
        judged_numbers numbers;
        std::string text;
    };
    const auto make = [&](const bundle& module, std::size_t threads) {
        std::vector<told> result;
        for (const auto& judged : judge(module, by, threads))
            result.push_back({numbers_of(judged), given.summary ? std::string() : format.file(judged, given)});
        return result;
    };
    report out(line_end(given));
    verdict_count all;
    folder_table folders;
    std::string kept; // if the counts come first
    bool written = false;
    std::size_t deselected = 0;
    std::size_t known = 0;
    line_count lines;
    progress shown(inputs.files.size());
    if (!format.counts_first) out.write(format.begin(all));
    const auto take = [&](told&& next) {
        all.add(next.numbers);
        folders.add(next.numbers);
        deselected += next.numbers.deselected;
        known += next.numbers.known;
        lines.add(next.numbers.lines);
        if (!next.text.empty()) {
            if (std::exchange(written, true)) next.text.insert(0, format.between);
            shown.clear();
            if (format.counts_first)
                kept += next.text;
            else
                out.write(next.text);
        }
        shown.step();
    };
    each_in_order(bundles_of(inputs, given), given, make, [&](std::vector<told>&& module) {
        for (auto& file : module) take(std::move(file));
    });
    shown.clear();
    if (format.counts_first) out.write(format.begin(all) + kept);
    if (given.summary) out.write(folders.text());
    out.write(format.end(all, given));
    if (lines.texts != 0 && !given.quiet)
        warn("ballast: {} module texts: {} instructions\n", lines.texts, lines.instructions);
    if (deselected != 0) warn("ballast: {} findings hidden by --only or --disable\n", deselected);
    if (known != 0) warn("ballast: {} findings are known (--baseline)\n", known);
    if (!out.flush() || all.unreadable != 0) return trouble;
    return all.with_errors != 0 ? failure : success;
}

} // namespace ballast::cli
