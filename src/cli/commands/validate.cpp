#include "ballast/check.hpp"
#include "cli/command_line.hpp"
#include "cli/lines.hpp"

#include <algorithm>
#include <iterator>

namespace ballast::cli {

namespace {

// Warnings, and notes about what the tables lack, are errors where those are asked for; the audit of the peak finds no
// fault.
severity severity_of(const finding& d, const options& given)
{
    const bool audit = d.severity == severity::note && info(d.id).phase == phase::meaning;
    return given.strict && !audit ? severity::error : d.severity;
}

bool fails(const std::vector<finding>& findings, const options& given)
{
    return std::ranges::any_of(findings, [&](const finding& d) { return severity_of(d, given) == severity::error; });
}

int validate_lines(const options& given)
{
    report out;
    std::size_t accepted = 0;
    std::size_t refused = 0;
    bool unreadable = false;
    for_each_line(
        given.paths,
        [&](const std::string& path, std::size_t number, std::string_view line) {
            const auto result = parse(*given.line_rule, line);
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
            out.place(path, "refused", result.findings.front(), lines, static_cast<std::int64_t>(number));
        },
        [&](const std::string& path, const std::string& reason) {
            unreadable = true;
            out.line("{}: {}: {}", path, out.emphasised("unreadable"), reason);
        });
    out.line("{} lines: {} accepted, {} refused", accepted + refused, accepted, refused);
    if (!out.flush() || unreadable) return trouble;
    return refused != 0 ? failure : success;
}

} // namespace

int validate(const options& given)
{
    if (given.line_rule) return validate_lines(given);
    const auto inputs = find_files(given.paths);
    if (inputs.files.empty()) return trouble;
    report out;
    std::size_t conform = 0;
    std::size_t faulty = 0;
    std::size_t told[3] = {};
    const auto tell = [&](const input_file& file, parse_result result) {
        if (result.accepted())
            std::ranges::move(check(*result.value, {.file_name = file.shown, .max_findings = given.max_errors}),
                              std::back_inserter(result.findings));
        ++(fails(result.findings, given) ? faulty : conform);
        line_table lines(result.text());
        for (const auto& d : result.findings) {
            const auto how = severity_of(d, given);
            ++told[static_cast<std::size_t>(how)];
            if (how == severity::error || !given.quiet) out.place(file.shown, name_of(how), d, lines);
        }
        if (!result.accepted() && result.findings.size() == given.max_errors && given.max_errors > 1)
            out.line(" reading ended after {} errors (--max-errors)", given.max_errors);
    };
    const auto unreadable = for_each_file(inputs, out, tell, given.max_errors);
    out.line("{} files: {} conform, {} with errors, {} unreadable; {} errors, {} warnings, {} notes",
             inputs.files.size(), conform, faulty, unreadable, told[0], told[1], told[2]);
    if (!out.flush() || unreadable != 0) return trouble;
    return faulty != 0 ? failure : success;
}

} // namespace ballast::cli
