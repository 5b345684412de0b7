#include "cli/line_mode.hpp"

#include "answers/validate.hpp"
#include "ballast/print.hpp"
#include "ballast/releases.hpp"
#include "cli/inputs.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ballast::cli {

namespace {

// Reports that no line was read; returns the exit code.
int no_lines()
{
    warn("ballast: no lines to read\n");
    return trouble;
}

// Converts places in a one-line text to places in the file, given the line number.
auto at_line(std::size_t number)
{
    return [number](text_place place) {
        place.line += static_cast<std::int64_t>(number) - 1;
        return place;
    };
}

// A single line has no dump around it. One XLA must have printed all its features.
std::optional<finding> mixed_dates(const fragment_result& read)
{
    if (!read.accepted()) return std::nullopt;
    const auto when = date(read.value->witnesses());
    if (!when.skewed) return std::nullopt;
    const auto which = when.skewed->which;
    return finding{.id = finding_id::mixed_eras,
                   .begin = when.skewed->offset,
                   .end = when.skewed->offset,
                   .message = {"{} is from {}, the rest of the line is from {}",
                               {std::string(info(which).name), era_text(eras(which)), era_text(when.possible)}}};
}

// Calls `body(path, number, line)` for every line of the files; a file that cannot be read goes to `unreadable`.
template <typename Body, typename Unreadable>
void for_each_line(const input_arguments& options, Body&& body, Unreadable&& unreadable)
{
    for (const auto& path : options.paths) {
        const files::input_file file{path, files::shown_path(path, options), {}};
        const auto read = files::read_file(file, options);
        if (!read.error.empty()) {
            unreadable(file.shown, read.error);
            continue;
        }
        auto rest = read.text.view();
        for (std::size_t number = 1; !rest.empty(); ++number) {
            const auto end = rest.find('\n');
            body(file.shown, number, rest.substr(0, end));
            if (end == std::string_view::npos) break;
            rest.remove_prefix(end + 1);
        }
    }
}

bool fails(const std::vector<finding>& findings, bool strict)
{
    return std::ranges::any_of(findings,
                               [&](const finding& d) { return answers::severity_of(d, strict) == severity::error; });
}

// The first feature of a line that the required era did not print. The features of a line may not have an era in
// common, so each is checked on its own.
std::optional<finding> of_another_era(const fragment& read, const answers::validate_options& how)
{
    if (!how.demanded) return std::nullopt;
    for (const auto& shown : read.witnesses()) {
        if (!eras(shown.which).intersect(*how.demanded).empty()) continue;
        finding result{
            .id = finding_id::other_era,
            .message = {"{} is required, the line has {} of {}",
                        {how.demanded_era, std::string(info(shown.which).name), eras(shown.which).to_string()}}};
        result.begin = result.end = shown.offset;
        return result;
    }
    return std::nullopt;
}

} // namespace

std::string byte_name(int byte) { return byte < 0 ? "end of text" : fmt::format("0x{:02x}", byte); }

int code_of_run(output& out, const roundtrip_counts& n)
{
    if (!out.flush() || n.unreadable != 0) return trouble;
    return n.different + n.refused != 0 ? failure : success;
}

int validate_lines(const record_arguments& options, entry rule, const answers::validate_options& how)
{
    if (overwrites_input(options.paths, options)) return trouble;
    output out(options.line_end());
    std::size_t accepted = 0;
    std::size_t refused = 0;
    bool unreadable = false;
    for_each_line(
        options,
        [&](const std::string& path, std::size_t number, std::string_view line) {
            auto result = parse(rule, line);
            auto dating = mixed_dates(result);
            if (!dating && result.accepted()) dating = of_another_era(*result.value, how);
            if (dating) result.findings.insert(result.findings.begin(), std::move(*dating));
            if (result.accepted() && !fails(result.findings, how.strict)) {
                ++accepted;
                if (!options.quiet) out.line("{}:{}: accepted", path, number);
                if (!options.quiet)
                    for (const auto& note : result.findings)
                        out.line(" {}: {} [{}]", name_of(note.severity), note.message.text(), info(note.id).name);
                return;
            }
            ++refused;
            line_table lines(line);
            out.finding(path, "refused", result.findings.front(), lines, at_line(number));
        },
        [&](const std::string& path, const std::string& reason) {
            unreadable = true;
            out.unreadable(path, reason);
        });
    out.line("{} lines: {} accepted, {} refused", accepted + refused, accepted, refused);
    if (!out.flush() || unreadable) return trouble;
    if (accepted + refused == 0) return no_lines();
    return refused != 0 ? failure : success;
}

int roundtrip_lines(const record_arguments& options, entry rule)
{
    if (overwrites_input(options.paths, options)) return trouble;
    output out(options.line_end());
    roundtrip_counts n;
    for_each_line(
        options,
        [&](const std::string& path, std::size_t number, std::string_view line) {
            auto result = parse(rule, line);
            if (auto mixed = mixed_dates(result)) result.findings.insert(result.findings.begin(), std::move(*mixed));
            if (!result.accepted() || (!result.findings.empty() && result.findings[0].severity == severity::error)) {
                ++n.refused;
                line_table lines(line);
                out.finding(path, "refused", result.findings.front(), lines, at_line(number));
                return;
            }
            const auto printed = print(*result.value);
            if (printed == line) {
                ++n.identical;
                if (!options.quiet) out.line("{}:{}: identical", path, number);
                return;
            }
            ++n.different;
            const auto at = static_cast<std::size_t>(std::ranges::mismatch(line, printed).in1 - line.begin());
            out.line("{}:{}:{}: {} at byte {}: read {}, printed {}", path, number,
                     line_table(line).place_of(static_cast<std::int64_t>(at)).column, out.emphasised("different"), at,
                     byte_name(at < line.size() ? static_cast<unsigned char>(line[at]) : -1),
                     byte_name(at < printed.size() ? static_cast<unsigned char>(printed[at]) : -1));
        },
        [&](const std::string& path, const std::string& reason) {
            ++n.unreadable;
            out.unreadable(path, reason);
        });
    out.line("{} lines: {} identical, {} different, {} refused", n.identical + n.different + n.refused, n.identical,
             n.different, n.refused);
    const auto code = code_of_run(out, n);
    return code == success && n.identical == 0 ? no_lines() : code;
}

} // namespace ballast::cli
