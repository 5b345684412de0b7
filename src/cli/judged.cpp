#include "cli/judged.hpp"

#include "ballast/check.hpp"
#include "cli/hints.hpp"

#include <algorithm>
#include <chrono>
#include <set>

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

using seconds = std::chrono::duration<double>;

double since(std::chrono::steady_clock::time_point start)
{
    return seconds(std::chrono::steady_clock::now() - start).count();
}

// The computations of a module's text are no part of its tree: their lines are read one by one.
void read_lines(judged_file& judged, std::size_t max_errors)
{
    auto& result = judged.result;
    if (!result.accepted() || !result.value->module_text()) return;
    auto lines = read_computations(*result.value, max_errors);
    judged.lines = {1, lines.instructions, lines.others};
    const auto errors = std::ranges::count(lines.findings, severity::error, &finding::severity);
    judged.ended_early = max_errors > 1 && static_cast<std::size_t>(errors) == max_errors;
    std::ranges::move(lines.findings, std::back_inserter(result.findings));
}

judged_file read_and_parse(const input_file& file, const judging& by)
{
    const auto start = std::chrono::steady_clock::now();
    judged_file judged;
    judged.file = file;
    auto read = read_file(file, by.given);
    judged.problem = std::move(read.error);
    if (judged.unreadable()) return judged;
    judged.result = parse(std::move(read.text), options_for(file.path, by.given.max_errors));
    const auto& result = judged.result;
    judged.ended_early = !result.accepted() && result.findings.size() == by.given.max_errors && by.given.max_errors > 1;
    read_lines(judged, by.given.max_errors);
    if (result.accepted()) judged.era = date(result.value->witnesses()).possible.to_string();
    judged.seconds = since(start);
    return judged;
}

// A finding in a file, whose related places may be in other files of its module.
struct placed {
    finding what;
    std::vector<std::size_t> files{}; // of the related places; empty where all are in this one
};

// A file of a module that is held against others of it.
struct part {
    judged_file* judged;
    const input_file* file;
};

// What the rules about meaning find in files that are read together, by file: offsets count in each of them.
std::vector<std::vector<placed>> meant(const std::vector<part>& module, const judging& by)
{
    std::vector<const document*> read;
    std::vector<std::int64_t> begins;
    std::int64_t size = 0;
    for (const auto& [judged, file] : module) {
        read.push_back(&*judged->result.value);
        begins.push_back(size);
        size += static_cast<std::int64_t>(judged->result.text().size());
    }
    auto found = check(read, {.file_name = module.front().file->shown, .max_findings = by.given.max_errors});
    const bool more = by.given.max_errors != 0 && found.size() == by.given.max_errors;
    std::vector<std::vector<placed>> result(module.size());
    const auto file_of = [&](std::int64_t offset) {
        return static_cast<std::size_t>(std::ranges::upper_bound(begins, offset) - begins.begin()) - 1;
    };
    for (auto& what : found) {
        const auto file = file_of(what.begin);
        what.begin -= begins[file];
        what.end -= begins[file];
        std::vector<std::size_t> files;
        for (auto& other : what.related) {
            const auto there = file_of(other.begin);
            other.begin -= begins[there];
            other.end -= begins[there];
            if (module.size() > 1) files.push_back(there);
        }
        module[file].judged->more_findings = more;
        result[file].push_back({std::move(what), std::move(files)});
    }
    return result;
}

void tell(judged_file& judged, std::vector<placed> found, const std::vector<part>& module, const judging& by)
{
    std::vector<line_table> tables;
    for (const auto& p : module) tables.emplace_back(p.judged->result.text());
    line_table lines(judged.result.text());
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
        told.begin = lines.place_of(what.begin);
        told.end = lines.place_of(std::max(what.begin, what.end));
        told.hint = hint.of(what);
        for (std::size_t i = 0; i < what.related.size(); ++i) {
            const auto& other = what.related[i];
            const bool elsewhere = !files.empty() && module[files[i]].judged != &judged;
            auto& table = elsewhere ? tables[files[i]] : lines;
            told.related.push_back({elsewhere ? module[files[i]].file : nullptr, table.place_of(other.begin),
                                    table.place_of(std::max(other.begin, other.end)), other.said.text()});
        }
        told.what = std::move(what);
        ++judged.counts[static_cast<std::size_t>(told.severity)];
        judged.findings.push_back(std::move(told));
    }
}

// The files that are held against each other: those that say together what an assignment is, the memory-usage report of
// it, and the text of its module; none where there is one at most, or two say the same.
std::vector<part> parts_of(std::span<const input_file* const> module, std::vector<judged_file>& judged)
{
    constexpr auto combined = static_cast<int>(ast::dump_kind::combined);
    constexpr int report = -1;
    constexpr int text = -2;
    std::vector<std::pair<int, part>> found;
    bool whole = false; // one file says all
    for (std::size_t i = 0; i < module.size(); ++i) {
        if (!judged[i].result.accepted()) continue;
        const auto& tree = judged[i].result.value->tree();
        const auto* dump = std::get_if<ast::dump>(&tree);
        const bool is_text = std::holds_alternative<ast::module_text>(tree);
        if (!dump && !is_text && !std::holds_alternative<ast::usage_report>(tree)) continue;
        found.push_back({dump ? static_cast<int>(dump->kind) : is_text ? text : report, {&judged[i], module[i]}});
        whole |= found.back().first == combined;
    }
    std::vector<part> result;
    std::set<int> kinds;
    for (const auto& [kind, file] : found) {
        if (whole && kind != combined && kind >= 0) continue;
        if (!kinds.insert(kind).second) return {};
        result.push_back(file);
    }
    if (result.size() < 2) result.clear();
    return result;
}

} // namespace

std::vector<judged_file> judge(std::span<const input_file* const> module, const judging& by)
{
    std::vector<judged_file> result;
    for (const auto* file : module) result.push_back(read_and_parse(*file, by));
    const auto parts = parts_of(module, result);
    const bool meaning = by.told.tells(phase::meaning);
    auto start = std::chrono::steady_clock::now();
    auto together = meaning && !parts.empty() ? meant(parts, by) : std::vector<std::vector<placed>>(parts.size());
    for (std::size_t i = 0; i < module.size(); ++i) {
        auto& judged = result[i];
        if (judged.unreadable()) continue;
        std::vector<placed> found;
        for (const auto& what : judged.result.findings) found.push_back({what});
        if (judged.result.accepted()) {
            if (auto other = of_another_era(date(judged.result.value->witnesses()), by)) {
                const auto after =
                    std::ranges::upper_bound(found, other->begin, {}, [](const placed& p) { return p.what.begin; });
                found.insert(after, placed{std::move(*other)});
            }
            const auto at = static_cast<std::size_t>(std::ranges::find(parts, &judged, &part::judged) - parts.begin());
            const std::vector<part> alone{{&judged, module[i]}};
            auto said = at != parts.size() ? std::move(together[at])
                        : meaning          ? std::move(meant(alone, by)[0])
                                           : std::vector<placed>{};
            std::ranges::move(said, std::back_inserter(found));
            // What is said of the header comes before the lines.
            if (judged.lines.texts != 0)
                std::ranges::sort(found, {}, [](const placed& p) { return std::pair{p.what.begin, p.what.id}; });
        }
        tell(judged, std::move(found), parts, by);
        judged.seconds += since(start);
        start = std::chrono::steady_clock::now();
    }
    return result;
}

judged_numbers numbers_of(const judged_file& judged)
{
    return {judged.file.shown, judged.unreadable(), judged.conforms(), judged.result.text().size(),
            judged.era,        judged.counts,       judged.deselected, judged.known,
            judged.seconds,    judged.lines};
}

} // namespace ballast::cli
