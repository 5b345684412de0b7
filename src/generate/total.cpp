#include "generate/nodes.hpp"

namespace ballast::generate {

ast::total nodes::total()
{
    ast::total result{{}, number(), {}};
    if (can(feature::human_total)) result.human = ast::human_size{below(10000), ast::size_unit::mib};
    return result;
}

} // namespace ballast::generate
