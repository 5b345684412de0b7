// Cases for the rules of constructs that are read on their own.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void entry_cases(std::vector<rule_case>& all)
{
    all.push_back(
        on<g::metadata_alone>({"metadata={}", "metadata={op_name=\"x\"}", "{}"}, {"", "sharding={}", "metadata="}));
    same<g::allocation_alone>(all, heads, no_heads);
    all.push_back(
        on<g::value_alone>({" value: <0 x @0> (size=4,offset=0): f32[]", "  x[](#0 @0) [0,4]: f32[]", "<0 x @0>"},
                           {"", "x", "<0 x @0> "}));
    all.push_back(on<g::sharding_alone>({"sharding={manual}", "{manual}"}, {"", "sharding=", "={manual}"}));
    all.push_back(on<g::replica_groups_alone>({"replica_groups={}", "[2]<=[2]"}, {"", "replica_groups="}));
    all.push_back(on<g::frontend_alone>({"frontend_attributes={a=\"b\"}", "{a=\"b\"}"}, {"", "{}"}));
    all.push_back(on<g::window_alone>({"window={}", "{size=3}"}, {"", "window="}));
    all.push_back(on<g::origin_alone>({"origin={{}}", "{{}}"}, {"", "origin={}"}));
    all.push_back(on<g::domain_alone>({"domain={kind=\"a\", entry={}, exit={}}", "{kind=\"\", entry={}, exit={}}"},
                                      {"", "domain={}"}));
    all.push_back(on<g::accuracy_alone>({"result_accuracy={mode=highest}", "{mode=highest}"}, {"", "{}"}));
    all.push_back(
        on<g::statistics_alone>({"statistics={visualizing_index=0,a=1}", "{visualizing_index=-1,a=1}"}, {"", "{}"}));
    all.push_back(on<g::aliases_alone>({"output_to_operand_aliasing={{}: (0, {})}", "{{}: (0, {})}"}, {"", "{}"}));
}

} // namespace ballast::tests
