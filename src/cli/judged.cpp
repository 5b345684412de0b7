#include "cli/judged.hpp"

#include "ballast/check.hpp"
#include "ballast/releases.hpp"
#include "cli/change_list.hpp"
#include "cli/hints.hpp"
#include "cli/siblings.hpp"

#include <algorithm>
#include <chrono>

namespace ballast::cli {

severity severity_of(const finding& what, const options& given)
{
    // Notes of the audit of the peak, and of files that XLA did not write, are not errors even with --strict.
    const bool sound = what.severity == severity::note &&
                       (info(what.id).phase == phase::meaning || info(what.id).phase == phase::siblings);
    return given.strict && !sound ? severity::error : what.severity;
}

namespace {

// The finding that a file is not from the required era, at the feature that decides.
std::optional<finding> of_another_era(const document& read, const judging& by)
{
    if (!by.demanded) return std::nullopt;
    const auto when = date(read.witnesses());
    if (!when.possible.intersect(*by.demanded).empty()) return std::nullopt;
    const bool too_late =
        when.from && by.demanded->intervals().front().begin < eras(when.from->which).intervals().front().begin;
    const auto& decides = too_late ? when.from : when.until;
    finding result{.id = finding_id::other_era,
                   .said = {"{} is required, the file is from {}", {by.given.demanded_era, era_text(when.possible)}}};
    if (decides) {
        result.begin = result.end = decides->offset;
        result.said = {"{} is required, the file is from {}, by {}",
                       {by.given.demanded_era, era_text(when.possible), std::string(info(decides->which).name)}};
    }
    return result;
}

// The finding that a file is newer than the change list in its name.
std::optional<finding> not_of_its_name(const document& read, const input_file& file)
{
    const auto allowed = allowed_by_name(file.path);
    return allowed ? not_of_time(read, *allowed) : std::nullopt;
}

using seconds = std::chrono::duration<double>;

double since(std::chrono::steady_clock::time_point start)
{
    return seconds(std::chrono::steady_clock::now() - start).count();
}

// The tree of a module text keeps instructions as lines; they are read one by one.
void read_lines(judged_file& judged, std::size_t max_errors)
{
    auto& result = judged.result;
    if (!result.accepted() || !result.value->module_text()) return;
    auto lines = read_computations(*result.value, max_errors);
    judged.lines = {1, lines.instructions};
    const auto errors = std::ranges::count(lines.findings, severity::error, &finding::severity);
    judged.ended_early = max_errors > 1 && static_cast<std::size_t>(errors) == max_errors;
    std::ranges::move(lines.findings, std::back_inserter(result.findings));
}

check_options checking(const input_file& file, std::size_t bytes, const judging& by, std::size_t threads)
{
    return {.file_name = file.shown,
            .max_findings = by.given.max_errors,
            .threads = bytes < large_text ? 1 : threads,
            .audit = by.given.audit};
}

struct read_file_of_module {
    judged_file judged;
    std::optional<std::vector<finding>> meant; // if already known
};
read_file_of_module read_and_parse(const input_file& file, const bundle& module, const judging& by, std::size_t threads)
{
    const auto start = std::chrono::steady_clock::now();
    read_file_of_module result{{{}, file}, {}};
    auto& judged = result.judged;
    auto opened = open_file(
        file, by.given,
        {.what = by.form_only() ? wanted::form : wanted::all, .threads = threads, .max_errors = by.given.max_errors});
    judged.problem = std::move(opened.problem);
    if (judged.unreadable()) return result;
    const bool asked = by.told.tells(phase::meaning);
    const auto bytes = opened.text.view().size();
    if (asked && module.files.size() == 1) {
        // The semantic rules run while the text is read.
        auto checked = parse_and_check(std::move(opened.text), opened.parsing, checking(file, bytes, by, threads));
        judged.result = std::move(checked.read);
        result.meant = std::move(checked.findings);
    } else {
        // Checked later, by its tree or, if it is large, by reading it again.
        opened.parsing.form_only |= asked && bytes >= large_text;
        judged.result = parse(std::move(opened.text), opened.parsing);
    }
    judged.ended_early =
        !judged.result.accepted() && judged.result.findings.size() == by.given.max_errors && by.given.max_errors > 1;
    read_lines(judged, by.given.max_errors);
    judged.seconds = since(start);
    return result;
}

// A finding in a file, whose related places may be in other files of its module.
struct placed {
    finding what;
    std::vector<std::size_t> files{}; // of the related places; empty if all are in this file
};

// The findings of each file of a module.
using placed_findings = std::vector<std::vector<placed>>;

bool there_are_more(const std::vector<finding>& found, const judging& by)
{
    return by.given.max_errors != 0 && found.size() >= by.given.max_errors;
}

// The findings of the semantic rules for files that are read together, with offsets into each file.
void add_meant(std::vector<judged_file>& module, const std::vector<std::size_t>& together, const judging& by,
               std::size_t threads, placed_findings& to)
{
    std::vector<const document*> read;
    std::vector<std::int64_t> begins;
    std::size_t size = 0;
    for (const auto i : together) {
        read.push_back(&*module[i].result.value);
        begins.push_back(static_cast<std::int64_t>(size));
        size += module[i].result.text().size();
    }
    auto found = check(read, checking(module[together.front()].file, size, by, threads));
    const bool more = there_are_more(found, by);
    const auto part_of = [&](std::int64_t offset) {
        return static_cast<std::size_t>(std::ranges::upper_bound(begins, offset) - begins.begin()) - 1;
    };
    for (auto& what : found) {
        const auto part = part_of(what.begin);
        what.begin -= begins[part];
        what.end -= begins[part];
        std::vector<std::size_t> files;
        for (auto& other : what.related) {
            const auto there = part_of(other.begin);
            other.begin -= begins[there];
            other.end -= begins[there];
            files.push_back(together[there]);
        }
        module[together[part]].more_findings = more;
        to[together[part]].push_back({std::move(what), std::move(files)});
    }
}

// The findings of the rules for accepted files: those of the module together, any others on their own.
void add_meaning(std::vector<judged_file>& module, const std::vector<std::size_t>& together, const judging& by,
                 std::size_t threads, placed_findings& to)
{
    if (!together.empty()) add_meant(module, together, by, threads, to);
    for (std::size_t i = 0; i < module.size(); ++i)
        if (module[i].result.accepted() && !std::ranges::binary_search(together, i))
            add_meant(module, {i}, by, threads, to);
}

void tell(const bundle& origin, std::vector<judged_file>& module, std::size_t file, std::vector<placed> found,
          std::vector<line_table>& lines, const judging& by)
{
    auto& judged = module[file];
    hints hint(judged.result.text());
    auto known = by.known.in(judged.file.shown);
    for (auto& [what, files] : found) {
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
        const auto place_of = [&](std::size_t in, std::int64_t offset) {
            return origin.files[in]->place_in_file(lines[in].place_of(offset));
        };
        told.begin = place_of(file, what.begin);
        told.end = place_of(file, std::max(what.begin, what.end));
        told.hint = hint.of(what);
        for (std::size_t i = 0; i < what.related.size(); ++i) {
            const auto& other = what.related[i];
            const auto there = files.empty() ? file : files[i];
            told.related.push_back({there == file ? nullptr : origin.files[there], place_of(there, other.begin),
                                    place_of(there, std::max(other.begin, other.end)), other.said.text()});
        }
        told.what = std::move(what);
        ++judged.counts[static_cast<std::size_t>(told.severity)];
        judged.findings.push_back(std::move(told));
    }
}

} // namespace

std::vector<judged_file> judge(const bundle& module, const judging& by, std::size_t threads)
{
    std::vector<judged_file> result;
    std::optional<std::vector<finding>> meant; // if the module is one file
    for (const auto* file : module.files) {
        auto read = read_and_parse(*file, module, by, threads);
        result.push_back(std::move(read.judged));
        meant = std::move(read.meant);
    }
    const auto start = std::chrono::steady_clock::now();
    std::vector<const document*> read;
    std::vector<bool> readable;
    std::vector<line_table> lines;
    for (const auto& judged : result) {
        read.push_back(judged.result.accepted() ? &*judged.result.value : nullptr);
        readable.push_back(!judged.unreadable());
        lines.emplace_back(judged.result.source());
    }
    const auto era = era_of(read);
    for (std::size_t i = 0; i < result.size(); ++i)
        if (read[i]) result[i].era = era.of(*read[i], i).to_string();

    placed_findings found(result.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        for (const auto& what : result[i].result.findings) found[i].push_back({what});
        if (!read[i]) continue;
        for (const auto& other : {of_another_era(*read[i], by), not_of_its_name(*read[i], result[i].file)}) {
            if (!other) continue;
            const auto after =
                std::ranges::upper_bound(found[i], other->begin, {}, [](const placed& p) { return p.what.begin; });
            found[i].insert(after, placed{*other});
        }
    }
    if (!by.form_only()) {
        auto siblings = check_siblings(module, read, readable);
        for (auto& [file, what, files] : siblings.findings)
            found[file].insert(found[file].begin(), placed{std::move(what), std::move(files)});
        if (meant) {
            result.front().more_findings = there_are_more(*meant, by);
            for (auto& what : *meant) found.front().push_back({std::move(what)});
        } else if (by.told.tells(phase::meaning)) {
            add_meaning(result, siblings.together, by, threads, found);
        }
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        // Findings about the header come before those about the lines.
        if (result[i].lines.texts != 0)
            std::ranges::sort(found[i], {}, [](const placed& p) { return std::pair{p.what.begin, p.what.id}; });
        if (readable[i]) tell(module, result, i, std::move(found[i]), lines, by);
    }
    result.front().seconds += since(start);
    return result;
}

judged_numbers numbers_of(const judged_file& judged)
{
    return {judged.file.shown, judged.unreadable(), judged.conforms(), judged.result.text().size(),
            judged.era,        judged.counts,       judged.deselected, judged.known,
            judged.seconds,    judged.lines};
}

} // namespace ballast::cli
