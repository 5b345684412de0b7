#include "render/extraction_text.hpp"

#include "ballast/kind_word.hpp"
#include "base/shown.hpp"
#include "files/names.hpp"

#include <algorithm>
#include <string>

namespace ballast::inline v0::render {

namespace {

constexpr std::size_t most_numbers = 5;  // of lines that were left out
constexpr std::size_t shown_prefix = 60; // bytes

} // namespace

void write_place(line_buffer& out, std::string_view log, const extraction& found)
{
    const auto& document = *found.read.value;
    const auto first = found.lines.empty() ? 0 : found.lines.front().line;
    const auto last = found.lines.empty() ? 0 : found.lines.back().line;
    out.line("{}:{}-{}: {} ({}, {} bytes)", log, first, last, kind_word(document.tree()), era_word(document),
             document.text().size());
}

void write_changes(line_buffer& out, const extraction& found)
{
    if (!found.name.empty()) out.line(" in a frame called {}", files::quoted_name(found.name));
    if (!found.prefix.empty())
        out.line(" removed from {} lines: their prefixes, the first is {}", found.prefixed,
                 shown(found.prefix, shown_prefix));
    if (found.joined != 0) out.line(" joined {} parts of lines to the lines before them", found.joined);
    if (found.colored != 0) out.line(" removed from {} lines: terminal escape sequences", found.colored);
    if (found.overwritten != 0)
        out.line(" removed from {} lines: carriage returns and the text that they overwrite", found.overwritten);
    if (found.retabbed != 0) out.line(" restored the tabs of {} lines", found.retabbed);
    if (!found.left_out.empty()) {
        std::string numbers;
        for (std::size_t i = 0; i < std::min(found.left_out.size(), most_numbers); ++i)
            numbers += (i == 0 ? "" : ", ") + std::to_string(found.left_out[i]);
        if (found.left_out.size() > most_numbers)
            numbers += fmt::format(" and {} more", found.left_out.size() - most_numbers);
        out.line(" left out {} lines between: {}", found.left_out.size(), numbers);
    }
    for (const auto& repair : found.repairs) out.line(" repaired: {}", printable(repair));
    for (const auto& clause : found.missing) out.line(" missing: {}", printable(clause));
    if (found.edited) out.line(" the text was edited by hand: only its intact parts are read");
    if (found.doubtful != 0)
        out.line(" ends before line {}, which looks like part of a dump, but does not continue this one",
                 found.doubtful);
}

void write_counts(line_buffer& out, const extraction_counts& all, bool validated)
{
    const auto incomplete = all.incomplete == 0 ? std::string() : fmt::format(" ({} incomplete)", all.incomplete);
    const auto& [errors, warnings, notes] = all.findings;
    const auto findings =
        validated ? fmt::format("; {} errors, {} warnings, {} notes", errors, warnings, notes) : std::string();
    out.line("{} logs: {} texts{}, {} refused, {} unreadable{}", all.logs, all.texts, incomplete, all.refused,
             all.unreadable, findings);
}

} // namespace ballast::inline v0::render
