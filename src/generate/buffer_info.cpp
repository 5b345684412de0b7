#include "generate/nodes.hpp"

namespace ballast::generate {

bool buffer_info_at(commit_time when) { return timeline::printed_at(timeline::feature_of("info_head"), when); }

ast::buffer_info nodes::buffer_info()
{
    return {many(0, 4, [&] {
        ast::buffer_info_row row;
        row.id = number();
        row.value = value_name();
        row.offset = number();
        row.size = number();
        row.definition_time = number();
        row.end_time = number();
        row.num_uses = number();
        row.use_times = many(0, 3, [&] { return number(); });
        row.uses = many(0, 3, [&] { return ast::value_use{name(), number(), maybe_index()}; });
        return row;
    })};
}

} // namespace ballast::generate
