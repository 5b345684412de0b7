#include "ballast/print.hpp"
#include "print/allocation.hpp"
#include "print/frame.hpp"
#include "print/human_size.hpp"

#include <fmt/compile.h>

namespace ballast::inline v0 {

namespace {

using print_detail::human_text;
using print_detail::put_right;

void put_size(sink& out, std::size_t width, const ast::human_size& x) { put_right(out, width, human_text(x)); }
void put_number(sink& out, std::size_t width, std::int64_t x) { put_right(out, width, fmt::format_int(x).c_str()); }

void put_share(sink& out, const ast::whole_percent& x)
{
    out.put('(');
    if (const auto* number = std::get_if<std::int64_t>(&x))
        put_number(out, 3, *number);
    else
        out.put(std::string_view(std::get<ast::nan_sign>(x) == ast::nan_sign::minus ? "-nan" : "nan"));
    out.put("%); ");
}

void put_total(sink& out, std::int64_t bytes, const ast::human_size& human)
{
    out.put(bytes, " (", std::string_view(human_text(human)), ")\n");
}

void put_head(sink& out, const ast::report_allocation& x, const ast::forms& forms)
{
    out.put("allocation ", x.number, ": size ", std::string_view(human_text(x.size)));
    print_detail::put_items(out, x, forms);
    out.put(":\n");
}

void put_row(sink& out, const ast::usage_row& x, std::string_view indent, const ast::forms& forms)
{
    out.put(indent);
    put_size(out, 9, x.cumulative);
    put_share(out, x.percent);
    put_size(out, 10, x.size);
    out.put("; ");
    put_number(out, 12, x.offset);
    out.put("; ");
    put_number(out, 16, x.values);
    out.put("; ");
    print_detail::put_list(out, x.shapes, ", ", [&](const ast::counted_shape& shape) {
        if (shape.count != 1) out.put(shape.count, "×");
        print(out, shape.shape, forms);
    });
    out.put('\n');
}

// `trimmed`: without the empty lines at the end.
void put_table(sink& out, const ast::usage_table& x, std::string_view indent, const ast::forms& forms, bool trimmed)
{
    out.put(indent, "cumulative_size;       size;       offset; used_by_n_values; shapes_list\n", indent,
            "------------------------------------------------------------\n");
    for (const auto& row : x.rows) put_row(out, row, indent, forms);
    if (x.rest) out.put(indent, "The rest ", *x.rest, " values are less than 5% of the total size and not shown.\n");
    if (!trimmed) out.put('\n');
}

void put_form(sink& out, const ast::program_usage& x, const ast::forms& forms, bool trimmed)
{
    out.put("Total bytes used: ");
    put_total(out, x.bytes, x.human);
    out.put("\nAllocations sorted by size:\n\n"
            "cumulative_size; total_size - cumulative_size; allocation\n"
            "------------------------------------------------------------------------------\n");
    for (const auto& row : x.ranked) {
        put_size(out, 10, row.cumulative);
        put_share(out, row.percent);
        put_size(out, 10, row.remaining);
        out.put("; ");
        put_head(out, row.allocation, forms);
    }
    if (x.rest) out.put("The rest ", *x.rest, " allocations are less than 5% of the total size and not shown.\n");
    out.put("\n\nAllocations sorted by size with their values:\n");
    for (const auto& listed : x.listed) {
        put_head(out, listed.allocation, forms);
        if (!listed.table) continue;
        out.put('\n');
        put_table(out, *listed.table, "\t", forms, trimmed && &listed == &x.listed.back());
    }
}

// The names of the colors from 0 on; other colors are printed as numbers.
constexpr std::string_view space_names[] = {"default", "vmem", "smem", "hbm", "host", "cmem"};

void put_form(sink& out, const ast::list<ast::space_usage>& x, const ast::forms& forms, bool trimmed)
{
    for (const auto& space : x) {
        out.put("Memory Space: ");
        const auto color = static_cast<std::size_t>(space.color);
        if (color < std::size(space_names))
            out.put(space_names[color]);
        else
            out.put("color_", space.color);
        out.put(" (color=", space.color, ")\nTotal bytes: ");
        put_total(out, space.bytes, space.human);
        const bool last = trimmed && &space == &x.back();
        for (const auto& table : space.tables)
            put_table(out, table, "  ", forms, last && &table == &space.tables.back());
        if (!last) out.put('\n');
    }
}

} // namespace

void print(sink& out, const ast::usage_report& x)
{
    print_detail::put_framed(
        out, x.frame, [&] { std::visit([&](const auto& form) { put_form(out, form, x.forms, x.trimmed); }, x.form); });
}

} // namespace ballast::inline v0
