#include "ballast/era.hpp"

#include "cli/command_line.hpp"
#include "cli/files.hpp"

namespace ballast::cli {

int era(const options& given)
{
    const auto inputs = find_files(given);
    if (inputs.files.empty()) return trouble;
    report out(line_end(given));
    std::size_t dated = 0;
    std::size_t mixed = 0;
    std::size_t refused = 0;
    const auto unreadable = for_each_file(inputs, given, out, [&](const input_file& file, const parse_result& result) {
        line_table lines(result.text());
        if (!result.accepted()) {
            const auto& why = result.findings.front();
            const bool two_eras = why.id == finding_id::mixed_eras;
            ++(two_eras ? mixed : refused);
            out.place(file.shown, two_eras ? "mixed" : "refused", why, lines);
            return;
        }
        ++dated;
        if (given.quiet) return;
        const auto& document = *result.value;
        const auto when = date(document.witnesses());
        const auto line_of = [&](const witness& w) { return lines.place_of(w.offset).line; };
        out.line("{}: {}", file.shown, when.possible.to_string());
        if (when.from) out.line("  from {} line {}", info(when.from->which).name, line_of(*when.from));
        if (when.until) out.line("  until {} line {}", info(when.until->which).name, line_of(*when.until));
    });
    out.line("{} files: {} dated, {} mixed, {} refused, {} unreadable", inputs.files.size(), dated, mixed, refused,
             unreadable);
    if (!out.flush() || unreadable != 0) return trouble;
    return mixed + refused != 0 ? failure : success;
}

} // namespace ballast::cli
