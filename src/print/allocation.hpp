// The items of an allocation header in dumps and in reports.
#pragma once

#include "ballast/print.hpp"
#include "print/lists.hpp"
#include "print/unknown_items.hpp"

#include <string_view>

namespace ballast::print_detail {

inline void put_parameter(sink& out, const ast::allocation_parameter& x, const ast::forms& forms)
{
    out.put(", parameter ", x.number);
    if (x.unknown_shape) {
        out.put(", shape |<unknown shape>|");
    } else if (x.shape) {
        out.put(", shape |");
        print(out, *x.shape, forms);
        out.put('|');
    }
    out.put(" at ShapeIndex ");
    put_index(out, x.index);
}

// Prints the items between the size and the colon.
template <typename Head>
void put_items(sink& out, const Head& x, const ast::forms& forms)
{
    unknown_items unknown(out, x.unknown_items, ", ");
    if (x.color != 0) out.put(", color ", x.color);
    unknown.after(x.color != 0);
    if constexpr (requires { x.page; }) {
        if (x.page) out.put(", page ", *x.page);
        unknown.after(static_cast<bool>(x.page));
    }
    if (x.parameter) put_parameter(out, *x.parameter, forms);
    unknown.after(static_cast<bool>(x.parameter));
    if (x.output_shape) {
        out.put(", output shape is |");
        print(out, *x.output_shape, forms);
        out.put('|');
    }
    unknown.after(static_cast<bool>(x.output_shape));
    const auto word = [&](bool printed, std::string_view text) {
        if (printed) out.put(text);
        unknown.after(printed);
    };
    word(x.constant, ", constant");
    word(x.thread_local_, ", thread-local");
    word(x.maybe_live_out, ", maybe-live-out");
    word(x.preallocated_temp, ", preallocated-temp");
}

} // namespace ballast::print_detail
