// The checks of all fuzz targets. Free of PEGTL: the targets use the public interface only.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "check/check.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ballast::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

// Prints the broken promise, and aborts.
inline void hold(bool promise, const char* what, std::string_view text = {})
{
    if (promise) return;
    std::fprintf(stderr, "broken promise: %s\n%.*s\n", what, static_cast<int>(std::min<std::size_t>(text.size(), 2000)),
                 text.empty() ? "" : text.data());
    std::abort();
}

// `expected {}, found {}` names what was expected. The text that was found can be anything.
inline bool says_what_it_expects(const finding_message& message)
{
    const auto at = message.pattern.find("expected {}");
    if (at == std::string_view::npos)
        return std::ranges::none_of(message.arguments, [](const auto& a) { return a.starts_with("expected ,"); });
    std::size_t before = 0;
    for (auto from = message.pattern.find("{}"); from < at; from = message.pattern.find("{}", from + 2)) ++before;
    return before < message.arguments.size() && !message.arguments[before].empty();
}

// Every finding is one line, and all places are inside the text.
inline void check_places(const std::vector<finding>& findings, std::string_view text)
{
    line_table lines(text);
    const auto inside = [&](std::int64_t begin, std::int64_t end) {
        return begin >= 0 && begin <= end && static_cast<std::size_t>(end) <= text.size();
    };
    for (const auto& f : findings) {
        const auto message = f.message.text();
        hold(inside(f.begin, f.end), "a place lies inside the text", text);
        hold(!message.empty() && message.find('\n') == std::string::npos, "a message is one line", text);
        hold(says_what_it_expects(f.message), "something is expected", text);
        const auto place = lines.place_of(f.begin);
        hold(place.line >= 1 && place.column >= 1, "lines and columns count from 1", text);
        const auto shown = excerpt_of(text, f.begin, f.end);
        hold(shown.caret >= 0 && shown.width >= 1, "an excerpt has its caret", text);
        for (const auto& other : f.related) hold(inside(other.begin, other.end), "a related place lies inside", text);
    }
}

// Refused text has at least one error.
inline void check_findings(const std::vector<finding>& findings, bool accepted, std::string_view text)
{
    check_places(findings, text);
    const bool error = std::ranges::any_of(findings, [](const finding& f) { return f.severity == severity::error; });
    hold(error != accepted, "refused text, and only that, has an error", text);
}

// The holders of a dump add up to its peaks, whatever its numbers are, and a dump does not differ from itself. A report
// lists only a part of the holders.
inline void check_memory(const document& read, std::string_view text)
{
    const document* const module[]{&read};
    const auto memory = memory_of(module);
    if (!memory) return;
    for (const auto& s : memory->spaces) {
        std::int64_t sum = 0;
        bool limited = false; // sums that overflow saturate
        for (const auto& h : memory->holders)
            if (h.space == s.space) limited |= __builtin_add_overflow(sum, h.bytes, &sum);
        const auto peak = s.peak.value_or(s.total);
        if (limited || memory->from_report || s.total == INT64_MAX || peak == INT64_MAX) continue;
        hold(sum == peak, "holders add up to the peak", text);
    }
    hold(diff_of(*memory, *memory).value().groups.empty(), "nothing changes between a dump and itself", text);
}

// A text that is read without rows has the same findings.
inline void check_form(const parse_result& whole, std::string_view text)
{
    parse_options options;
    options.form_only = true;
    const auto form = parse(text, options);
    hold(form.accepted() == whole.accepted(), "the form alone is judged as the whole", text);
    hold(form.findings == whole.findings, "the form alone has the findings of the whole", text);
}

// A text that is checked while it is read has the same findings, too.
inline void check_at_once(const parse_result& whole, const std::vector<finding>& found, std::string_view text)
{
    // In small pieces, sometimes on two threads.
    const read::limits within{.batch = 1 + static_cast<std::int64_t>(text.size() % 701), .part = 1};
    parse_options parsing;
    parsing.threads = text.size() % 16 == 0 ? 2 : 1;
    const auto both = checking::check(source_text::copy_of(text), parsing, {}, within);
    hold(both.read.accepted() == whole.accepted(), "what is checked at once is accepted as the whole", text);
    hold(both.read.findings == whole.findings, "what is checked at once has the findings of the whole", text);
    hold(both.findings == found, "what is checked at once means the same", text);
}

// Accepted text prints back identically and can be checked for consistency. Returns what was read.
inline parse_result check_whole(std::string_view text)
{
    auto result = parse(text);
    check_findings(result.findings, result.accepted(), text);
    check_form(result, text);
    if (!result.accepted()) {
        check_at_once(result, {}, text);
        return result;
    }
    hold(!compare_printed(result.value->tree(), text), "accepted text prints back identical", text);
    const auto found = check(*result.value);
    check_places(found, text);
    check_at_once(result, found, text);
    check_memory(*result.value, text);
    return result;
}
inline void check_one(entry which, std::string_view text)
{
    const auto result = parse(which, text);
    check_findings(result.findings, result.accepted(), text);
    if (result.accepted()) hold(print(*result.value) == text, "accepted text prints back identical", text);
}

// True if the text of a document has unread pieces.
template <typename Result>
bool has_unread(const Result& result)
{
    if constexpr (requires { result.value->findings(); })
        return result.accepted() && std::ranges::any_of(result.value->findings(),
                                                        [](const finding& f) { return f.severity == severity::error; });
    return false;
}

// If the grammar matches, the builder refuses only because of a numbered context rule. The grammar matches everything
// that the builder accepts, apart from unread pieces.
template <typename Result>
void check_against_recogniser(const Result& result, bool recognised, std::string_view text)
{
    if (result.accepted() && !has_unread(result)) hold(recognised, "accepted text is recognised", text);
    if (result.accepted() || !recognised) return;
    for (const auto& f : result.findings)
        hold(f.severity != severity::error || context_rule_of(f) != 0, "recognised text is refused for a context rule",
             text);
}

} // namespace ballast::fuzz
