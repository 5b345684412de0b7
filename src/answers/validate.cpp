#include "answers/validate.hpp"

#include "answers/change_list.hpp"
#include "answers/hints.hpp"
#include "answers/hlo_comparison.hpp"
#include "answers/load.hpp"
#include "ballast/check.hpp"
#include "ballast/releases.hpp"
#include "base/file_name.hpp"
#include "base/say.hpp"
#include "base/shown.hpp"
#include "check/siblings.hpp"
#include "files/compressed.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>

namespace ballast::inline v0::answers {

severity severity_of(const finding& what, bool strict)
{
    // Notes of the audit of the peak, and of files that XLA did not write, are not errors even with --strict.
    const bool sound = what.severity == severity::note &&
                       (info(what.id).phase == phase::semantic || info(what.id).phase == phase::siblings);
    return strict && !sound ? severity::error : what.severity;
}

namespace {

// The finding that a file is not from the required era, at the feature that decides.
std::optional<finding> of_another_era(const document& read, const validate_options& how)
{
    if (!how.demanded) return std::nullopt;
    const auto when = date(read.witnesses());
    if (!when.possible.intersect(*how.demanded).empty()) return std::nullopt;
    const bool too_late =
        when.from && how.demanded->intervals().front().begin < eras(when.from->which).intervals().front().begin;
    const auto& decides = too_late ? when.from : when.until;
    finding result{.id = finding_id::other_era,
                   .message = {"{} is required, the file is from {}", {how.demanded_era, era_text(when.possible)}}};
    if (decides) {
        result.begin = result.end = decides->offset;
        result.message = {"{} is required, the file is from {}, by {}",
                          {how.demanded_era, era_text(when.possible), std::string(info(decides->which).name)}};
    }
    return result;
}

// The finding that a file is newer than the change list in its name.
std::optional<finding> not_of_its_name(const document& read, const files::input_file& file)
{
    const auto allowed = allowed_by_name(file.path);
    return allowed ? not_of_time(read, *allowed) : std::nullopt;
}

// The findings that follow from the time of a file.
std::vector<finding> of_its_time(const document& read, const files::input_file& file, const validate_options& how)
{
    std::vector<finding> result;
    for (auto& found : {of_another_era(read, how), not_of_its_name(read, file)})
        if (found) result.push_back(*found);
    return result;
}

// The options of a run.
struct validation {
    const files::options& reading;
    const validate_options& how;

    // If true, the semantic rules and the rules about siblings need not run.
    [[nodiscard]] bool form_only() const
    {
        return !how.reported.reports(phase::siblings) && !how.reported.reports(phase::semantic);
    }
};

using seconds = std::chrono::duration<double>;

double since(std::chrono::steady_clock::time_point start)
{
    return seconds(std::chrono::steady_clock::now() - start).count();
}

// The tree of a module text keeps instructions as lines; they are read one by one.
void read_instructions(validated_file& checked, std::size_t max_errors)
{
    auto& result = checked.result;
    if (!result.accepted() || !result.value->module_text()) return;
    auto lines = read_computations(*result.value, max_errors);
    checked.instructions = {1, lines.instructions};
    const auto errors = std::ranges::count(lines.findings, severity::error, &finding::severity);
    checked.ended_early = max_errors > 1 && static_cast<std::size_t>(errors) == max_errors;
    std::ranges::move(lines.findings, std::back_inserter(result.findings));
}

validated_file read_and_parse(const files::input_file& file, const validation& by)
{
    const auto start = std::chrono::steady_clock::now();
    validated_file result{{}, file};
    static_cast<parsed_file&>(result) = parse_file(file, by.reading, by.how.max_errors);
    if (result.unreadable()) return result;
    result.ended_early =
        !result.result.accepted() && result.result.findings.size() == by.how.max_errors && by.how.max_errors > 1;
    read_instructions(result, by.how.max_errors);
    result.seconds = since(start);
    return result;
}

// A search of a folder knows a module text by its first bytes. The finding that a file with its name has others.
std::optional<finding> without_its_text(const files::input_file& file)
{
    constexpr std::string_view beginning = "HloModule ";
    if (file.text) return std::nullopt; // not from a disk
    const auto name = parse_file_name(file.path);
    if (!name || !name->made_by_xla || info(name->kind).alone) return std::nullopt;
    for (const auto& path : names_of_text_beside(file.path)) {
        if (!std::ifstream(path)) continue;
        const auto found = files::first_bytes(path, beginning.size());
        if (found == beginning) continue;
        const auto called = ballast::shown(std::string_view(path).substr(name->folder.size()), longest_name);
        return finding{.id = finding_id::other_kind,
                       .message = found.empty()
                                      ? say("{}, the module text beside it, is empty", called)
                                      : say("{}, the module text beside it, does not begin with `HloModule`", called)};
    }
    return std::nullopt;
}

// The findings of each file of a module.
using findings_by_file = std::vector<std::vector<finding>>;

bool there_are_more(const std::vector<finding>& found, const validation& by)
{
    return by.how.max_errors != 0 && found.size() >= by.how.max_errors;
}

// The findings of the semantic rules for files that are read together.
void check_together(std::vector<validated_file>& module, const std::vector<std::size_t>& together, const validation& by,
                    findings_by_file& to)
{
    std::vector<const document*> read;
    for (const auto i : together) read.push_back(&*module[i].result.value);
    auto found = check(
        read,
        {.file_name = module[together.front()].file.shown, .max_findings = by.how.max_errors, .audit = by.how.audit});
    const bool more = there_are_more(found, by);
    for (auto& what : found) {
        what.file = together[what.file];
        for (auto& other : what.related) other.file = together[other.file];
        module[what.file].more_findings = more;
        to[what.file].push_back(std::move(what));
    }
}

// The findings of the rules for accepted files: those of the module together, any others on their own.
void add_semantic(std::vector<validated_file>& module, const std::vector<std::size_t>& together, const validation& by,
                  findings_by_file& to)
{
    if (!together.empty()) check_together(module, together, by, to);
    for (std::size_t i = 0; i < module.size(); ++i)
        if (module[i].result.accepted() && !std::ranges::binary_search(together, i))
            check_together(module, {i}, by, to);
}

// Selects the findings of one file and adds their places.
void report(const files::module_files& origin, std::vector<validated_file>& module, std::size_t file,
            std::vector<finding> found, std::vector<line_table>& lines, const validation& by)
{
    auto& checked = module[file];
    hints hint(checked.result.text());
    const auto known = by.how.known ? by.how.known(checked.file.shown) : known_findings();
    for (auto& what : found) {
        if (!by.how.reported.reports(what.id)) {
            ++checked.deselected;
            continue;
        }
        if (known && known(what)) {
            ++checked.known;
            continue;
        }
        reported_finding made;
        made.severity = severity_of(what, by.how.strict);
        const auto place_of = [&](std::size_t in, std::int64_t offset) {
            return origin.files[in]->place_in_file(lines[in].place_of(offset));
        };
        made.begin = place_of(file, what.begin);
        made.end = place_of(file, std::max(what.begin, what.end));
        made.hint = hint.of(what);
        for (const auto& other : what.related)
            made.related.push_back({other.file == file ? nullptr : origin.files[other.file],
                                    place_of(other.file, other.begin),
                                    place_of(other.file, std::max(other.begin, other.end)), other.message.text()});
        made.what = std::move(what);
        ++checked.counts[static_cast<std::size_t>(made.severity)];
        checked.findings.push_back(std::move(made));
    }
}

std::vector<validated_file> validate(const files::module_files& module, const validation& by)
{
    std::vector<validated_file> result;
    for (const auto* file : module.files) result.push_back(read_and_parse(*file, by));
    const auto start = std::chrono::steady_clock::now();
    std::vector<const document*> read;
    std::vector<line_table> lines;
    for (const auto& checked : result) {
        read.push_back(checked.result.accepted() ? &*checked.result.value : nullptr);
        lines.emplace_back(checked.result.text());
    }
    const auto era = era_of(read);
    for (std::size_t i = 0; i < result.size(); ++i)
        if (read[i]) result[i].era = era.of(*read[i], i).to_string();

    findings_by_file found(result.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        found[i] = result[i].result.findings;
        for (const auto& other : read[i] ? of_its_time(*read[i], result[i].file, by.how) : std::vector<finding>())
            found[i].insert(std::ranges::upper_bound(found[i], other.begin, {}, &finding::begin), other);
        for (auto& what : found[i]) {
            what.file = i;
            for (auto& other : what.related) other.file = i;
        }
    }
    if (!by.form_only()) {
        std::vector<checking::sibling_file> all;
        for (std::size_t i = 0; i < result.size(); ++i)
            all.push_back({module.files[i]->path, read[i], !result[i].unreadable()});
        auto siblings = checking::check_siblings(all, module.of_folder);
        for (auto& what : siblings.findings) found[what.file].insert(found[what.file].begin(), what);
        const auto text = module.of_folder ? without_its_text(*module.files.front()) : std::nullopt;
        if (text) found.front().insert(found.front().begin(), *text);
        const hlo_comparison binary(module, by.reading);
        for (std::size_t i = 0; i < result.size(); ++i)
            if (read[i])
                if (auto what = binary.difference(*read[i], *module.files[i])) {
                    what->file = i;
                    found[i].push_back(std::move(*what));
                }
        if (by.how.reported.reports(phase::semantic)) add_semantic(result, siblings.together, by, found);
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
        // Findings about the header come before those about the lines.
        if (result[i].instructions.texts != 0)
            std::ranges::sort(found[i], {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
        if (!result[i].unreadable()) report(module, result, i, std::move(found[i]), lines, by);
    }
    result.front().seconds += since(start);
    return result;
}

} // namespace

std::vector<validated_file> validate(const files::module_files& module, const files::options& reading,
                                     const validate_options& how)
{
    return validate(module, validation{reading, how});
}

reported_finding reported(const finding& what, const files::input_file& file, line_table& lines)
{
    const auto place_of = [&](std::int64_t offset) { return file.place_in_file(lines.place_of(offset)); };
    reported_finding made{what, what.severity, place_of(what.begin), place_of(std::max(what.begin, what.end)), {}, {}};
    for (const auto& other : what.related)
        made.related.push_back(
            {nullptr, place_of(other.begin), place_of(std::max(other.begin, other.end)), other.message.text()});
    return made;
}

} // namespace ballast::inline v0::answers
