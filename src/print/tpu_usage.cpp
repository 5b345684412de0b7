#include "print/tpu_usage.hpp"
#include "ballast/print.hpp"

namespace ballast::inline v0 {

using ast::short_text;
using print_detail::put_right;

namespace {

constexpr std::size_t size_width = 7;
constexpr std::size_t name_width = 16;

void put_name(sink& out, std::string_view name)
{
    out.put("    ", name);
    for (auto column = name.size(); column < name_width; ++column) out.put(' ');
}

void put_total_row(sink& out, std::string_view name, const std::optional<ast::human_size>& size)
{
    put_name(out, name);
    put_right(out, size_width, size ? short_text(*size) : "unknown size");
    out.put(" \n");
}

void put_utilization(sink& out, const ast::tpu_utilization& x)
{
    out.put(" (", std::string_view(ast::tenths_text(x.utilized)), "% utilization");
    if (x.padding)
        out.put(": Unpadded (", std::string_view(short_text(x.padding->unpadded)), ") Padded (",
                std::string_view(short_text(x.padding->padded)), ')');
    out.put(", ", std::string_view(ast::tenths_text(x.fragmentation)), "% fragmentation (",
            std::string_view(short_text(x.fragmented)), "))");
}

void put_share(sink& out, const ast::tpu_share& x)
{
    out.put("XLA::TPU program ", x.space, " usage: ", std::string_view(short_text(x.used)), " / ",
            std::string_view(short_text(x.capacity)));
    if (x.parameters) out.put(" (", *x.parameters, " parameters)");
    out.put('\n');
}

} // namespace

} // namespace ballast::inline v0

namespace ballast {

void print_detail::put_total(sink& out, const ast::tpu_total& x)
{
    out.put("Total ", x.space, " usage >= ", std::string_view(short_text(x.usage)), ":\n");
    put_total_row(out, "reserved", x.reserved);
    put_total_row(out, "program", x.program);
    put_total_row(out, "arguments", x.arguments);
    if (x.output)
        out.put("\nOutput size ", std::string_view(short_text(x.output->size)), "; shares ",
                std::string_view(short_text(x.output->shared)), " with arguments.\n");
    else
        out.put("\nOutput size unknown.\n");
}

void print_detail::put_program(sink& out, const ast::tpu_program& x)
{
    out.put("Program ", x.space, " requirement ", std::string_view(short_text(x.requirement)), ":\n");
    for (const auto& row : x.rows) {
        put_name(out, spelling(row.owner));
        put_right(out, size_width, short_text(row.size));
        if (row.utilization) put_utilization(out, *row.utilization);
        out.put('\n');
    }
}

} // namespace ballast

namespace ballast::inline v0 {

void print(sink& out, const ast::tpu_usage& x)
{
    for (const auto& section : x.sections) {
        if (const auto* share = std::get_if<ast::tpu_share>(&section.form)) {
            put_share(out, *share);
        } else if (const auto* total = std::get_if<ast::tpu_total>(&section.form)) {
            print_detail::put_total(out, *total);
            out.put('\n');
        } else {
            print_detail::put_program(out, std::get<ast::tpu_program>(section.form));
        }
    }
}

} // namespace ballast::inline v0
