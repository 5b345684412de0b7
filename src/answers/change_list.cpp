#include "answers/change_list.hpp"

#include "ballast/check.hpp"
#include "ballast/releases.hpp"
#include "base/file_name.hpp"
#include "base/find_text.hpp"
#include "base/say.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

constexpr std::string_view before_change_list = "from changelist ";
constexpr std::string_view before_baseline = " with baseline ";

// The number at the start of a text.
std::optional<std::int64_t> leading_number(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) return std::nullopt;
    return number;
}

} // namespace

std::optional<allowed_time> allowed_by_name(std::string_view path)
{
    const auto name = parse_file_name(path);
    if (!name || name->cl.empty()) return std::nullopt;
    const auto change_list = leading_number(name->cl);
    if (!change_list) return std::nullopt;
    const auto end = era_at_change_list(*change_list).intervals().back().end;
    return allowed_time{era_set{{{begin_of_history, end}}}, fmt::format("change list {} in the name", *change_list)};
}

log_baselines::log_baselines(std::string_view log)
{
    std::int64_t line = 1;
    std::size_t counted = 0;
    const text_finder finder(before_baseline);
    for (std::size_t at = 0; (at = finder.find(log, at)) != std::string_view::npos;) {
        line += std::ranges::count(log.substr(counted, at - counted), '\n');
        counted = at;
        const auto before = log.substr(0, log.find_last_not_of("0123456789", at == 0 ? 0 : at - 1) + 1);
        const bool is_one = before.size() < at && before.ends_with(before_change_list);
        at += before_baseline.size();
        if (const auto change_list = leading_number(log.substr(at)); is_one && change_list)
            all_.push_back({line, *change_list});
    }
}

std::optional<allowed_time> log_baselines::allowed_at(std::int64_t line) const
{
    if (all_.empty()) return std::nullopt;
    auto next = std::ranges::upper_bound(all_, line, {}, &baseline::line);
    if (next != all_.begin()) --next;
    return allowed_time{era_at_change_list(next->change_list),
                        fmt::format("baseline {} in the log", next->change_list)};
}

std::optional<finding> not_of_time(const document& read, const allowed_time& allowed)
{
    const auto when = date(read.witnesses());
    if (!when.possible.intersect(allowed.times.intervals()).empty()) return std::nullopt;
    const bool later = when.possible.intervals().front().begin >= allowed.times.intervals().back().end;
    const auto& decides = later ? when.from : when.until;
    finding result{.id = finding_id::other_era,
                   .severity = severity::warning,
                   .message = say("{} allows {}, the text is from {}", allowed.source, era_text(allowed.times),
                                  era_text(when.possible))};
    if (decides) {
        result.begin = result.end = decides->offset;
        result.message = say("{} allows {}, the text is from {}, by {}", allowed.source, era_text(allowed.times),
                             era_text(when.possible), info(decides->which).name);
    }
    return result;
}

namespace {

std::optional<finding> not_of_its_change_list(const extraction& found, const log_baselines& baselines)
{
    auto allowed = baselines.allowed_at(found.lines.empty() ? 0 : found.lines.front().line);
    if (!allowed) allowed = allowed_by_name(found.name);
    return allowed ? not_of_time(*found.read.value, *allowed) : std::nullopt;
}

} // namespace

std::vector<finding> findings_of(const extraction& found, const log_baselines& baselines)
{
    constexpr std::size_t most = 100;
    auto result = found.read.findings;
    if (auto other = not_of_its_change_list(found, baselines)) result.push_back(std::move(*other));
    std::ranges::move(check(*found.read.value, {.file_name = found.name, .max_findings = most}),
                      std::back_inserter(result));
    return result;
}

} // namespace ballast::inline v0::answers
