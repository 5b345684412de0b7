#include "cli/command_line.hpp"
#include "cli/lines.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

std::string_view word(severity s)
{
    switch (s) {
    case severity::error: return "error";
    case severity::warning: return "warning";
    case severity::note: return "note";
    }
    return "";
}

// Notes are about what the tables lack: errors where those are asked for.
severity severity_of(const diagnostic& d, const options& given)
{
    return given.strict && d.severity == severity::note ? severity::error : d.severity;
}

bool fails(const std::vector<diagnostic>& diagnostics, const options& given)
{
    return std::ranges::any_of(diagnostics,
                               [&](const diagnostic& d) { return severity_of(d, given) == severity::error; });
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
            if (result.accepted() && !fails(result.diagnostics, given)) {
                ++accepted;
                if (!given.quiet) out.line("{}:{}: accepted", path, number);
                if (!given.quiet)
                    for (const auto& note : result.diagnostics)
                        out.line(" {}: {} [{}]", word(note.severity), note.message, info(note.kind).name);
                return;
            }
            ++refused;
            auto what = result.diagnostics.front();
            what.place.line = static_cast<std::int64_t>(number);
            out.place(path, "refused", what);
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
    const auto unreadable = for_each_file(inputs, out, [&](const input_file& file, const parse_result& result) {
        ++(fails(result.diagnostics, given) ? faulty : conform);
        for (const auto& d : result.diagnostics) {
            const auto how = severity_of(d, given);
            ++told[static_cast<std::size_t>(how)];
            if (how == severity::error || !given.quiet) out.place(file.shown, word(how), d);
        }
    });
    out.line("{} files: {} conform, {} with errors, {} unreadable; {} errors, {} warnings, {} notes",
             inputs.files.size(), conform, faulty, unreadable, told[0], told[1], told[2]);
    if (!out.flush() || unreadable != 0) return trouble;
    return faulty != 0 ? failure : success;
}

} // namespace ballast::cli
