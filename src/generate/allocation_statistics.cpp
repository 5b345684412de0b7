#include "generate/nodes.hpp"

namespace ballast::generate {

ast::allocation_statistics nodes::allocation_statistics()
{
    const auto fragmentation = [&]() -> std::optional<ast::fragmentation> {
        if (chance(2)) return std::nullopt;
        ast::fragmentation result{human_size(), below(10001)};
        switch (below(6)) {
        case 0: result.percent = ast::nan_sign::plus; break;
        case 1: result.percent = ast::nan_sign::minus; break;
        case 2: result.percent = ast::infinite{}; break;
        default: break;
        }
        return result;
    };
    ast::allocation_statistics result;
    result.parameter = human_size();
    result.constant = human_size();
    result.maybe_live_out = human_size();
    result.preallocated_temp = human_size();
    result.temp_fragmentation = fragmentation();
    result.total = human_size();
    result.total_fragmentation = fragmentation();
    return result;
}

} // namespace ballast::generate
