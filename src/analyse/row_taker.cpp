#include "analyse/row_taker.hpp"

#include "ballast/ast/order.hpp"

namespace ballast::analyse {

model::offset hand_records(const document& read, const ast::dump& dump, std::size_t threads, const read::limits& within,
                           model::builder& to)
{
    if (!read.has_rows()) {
        row_taker taker(to);
        if (!read::hand_again(read, {.threads = threads}, within, taker)) throw read::changed_text();
        return taker.finish(dump.kind);
    }
    to.expect(dump);
    ast::hand_records(ast::tree_file{dump}, to);
    const auto* ranges = dump.ranges() ? dump.ranges() : dump.every_moment.get();
    return ranges ? ranges->at.offset : -1;
}

} // namespace ballast::analyse
