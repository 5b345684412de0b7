// The one unit in which the rule types become data.
#include "describe/reify.hpp"

namespace ballast::describe {

const grammar_data& dump_grammar()
{
    static const grammar_data made = [] {
        reifier r;
        r.add_all<g::dump, g::allocation_alone, g::value_alone, g::metadata_alone, g::sharding_alone,
                  g::replica_groups_alone, g::frontend_alone, g::window_alone, g::origin_alone, g::domain_alone,
                  g::accuracy_alone, g::statistics_alone, g::aliases_alone>();
        return r.take();
    }();
    return made;
}

} // namespace ballast::describe
