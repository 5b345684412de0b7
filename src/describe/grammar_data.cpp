// The only unit in which rule types become data.
#include "describe/record_actions.hpp"
#include "describe/reify.hpp"

namespace ballast::describe {

const grammar_data& dump_grammar()
{
    static const grammar_data made = [] {
        reifier r;
        r.add<g::dump>();
        r.add_entries(g::entries{});
        auto grammar = r.take();
        add_record_actions(grammar);
        return grammar;
    }();
    return made;
}

} // namespace ballast::describe
