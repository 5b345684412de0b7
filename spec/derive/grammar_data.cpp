// The one unit in which the rule types become data.
#include "spec/derive/reify.hpp"

namespace ballast::derive {

const grammar_data& dump_grammar()
{
    static const grammar_data made = [] {
        reifier r;
        r.add_all<g::dump, g::allocation_case, g::value_case, g::metadata_case, g::sharding_case,
                  g::replica_groups_case, g::frontend_case, g::window_case, g::origin_case, g::domain_case,
                  g::accuracy_case, g::statistics_case, g::aliases_case>();
        return r.take();
    }();
    return made;
}

} // namespace ballast::derive
