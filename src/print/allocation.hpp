// The items of an allocation header in dumps and in reports.
#pragma once

#include "ballast/print.hpp"
#include "print/lists.hpp"

namespace ballast::print_detail {

// Prints the items between the size, or the color and the page, and the colon.
template <typename Head>
void put_items(sink& out, const Head& x, const ast::forms& forms)
{
    if (x.parameter) {
        out.put(", parameter ", x.parameter->number);
        if (x.parameter->unknown_shape) {
            out.put(", shape |<unknown shape>|");
        } else if (x.parameter->shape) {
            out.put(", shape |");
            print(out, *x.parameter->shape, forms);
            out.put('|');
        }
        out.put(" at ShapeIndex ");
        put_index(out, x.parameter->index);
    }
    if (x.output_shape) {
        out.put(", output shape is |");
        print(out, *x.output_shape, forms);
        out.put('|');
    }
    if (x.constant) out.put(", constant");
    if (x.thread_local_) out.put(", thread-local");
    if (x.maybe_live_out) out.put(", maybe-live-out");
    if (x.preallocated_temp) out.put(", preallocated-temp");
}

} // namespace ballast::print_detail
