// What `summary` prints for pasting.
#include "base/human_size.hpp"
#include "render/rows.hpp"
#include "render/summary_parts.hpp"

namespace ballast::inline v0::render {

std::string summary_markdown(const answers::folder_summary& all, const table_options& how)
{
    const bool limited = how.limit.has_value();
    auto out = fmt::format(
        "| total | arguments | outputs | shared | temporary | fragmentation | donatable |{} copies | module | name "
        "| largest |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: |{} ---: | ---: | :--- | :--- |\n",
        limited ? " left |" : "", limited ? " ---: |" : "");
    const auto shown = rows_of(how, all.rows.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& r = all.rows[i];
        out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |{} {} | {} | {} | {} |\n", size_text(r.numbers.total),
                           size_text(r.numbers.arguments), size_text(r.numbers.outputs), size_text(r.numbers.shared),
                           size_text(r.numbers.temporaries), size_text(r.numbers.never_filled), size_text(r.donatable),
                           limited ? fmt::format(" {} |", left_of(how.limit, r)) : "", r.copies, r.number,
                           markdown_text(r.name), markdown_text(r.largest));
    }
    out += fmt::format("\n{}.\n", counts_text(all));
    for (const auto& text : incomplete_lines(all)) out += fmt::format("\n{}.\n", markdown_text(text));
    if (limited && !all.rows.empty()) out += fmt::format("\n{}.\n", markdown_text(fit_counts_text(all, *how.limit)));
    return how.plain ? ascii(out) : out;
}

} // namespace ballast::inline v0::render
