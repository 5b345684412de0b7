// Cases for the rules of metadata.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void metadata_cases(std::vector<rule_case>& all)
{
    same<g::op_type, g::op_name, g::source_file, g::deduplicated_name>(all, escaped, with_empty(not_escaped));
    all.push_back(on<g::metadata_payload>(with_empty(escaped), not_escaped));
    all.push_back(on<g::scheduling_name>({"fusion.3", "a b"}, {"", "a\"b", "a\nb"}));
    same<g::source_line, g::source_end_line, g::source_column, g::source_end_column, g::stack_frame_id>(
        all, {"1", "958", "-3"}, {"", "0", "-0", "01", "+1"});
    all.push_back(on<g::profile_type>(numbers, no_numbers));
    all.push_back(on<g::profile_types>({"1", "1,2,3"}, {"", "1,", "1, 2"}));
    all.push_back(on<g::bare_deduplicated_name>(names, no_names));
    all.push_back(on<g::preserve_layout>({"preserve_layout=true"}, {"", "preserve_layout=false"}));
    all.push_back(on<g::op_type_field>({"op_type=\"add\""}, {"", "op_type=\"\"", "op_type=add", "op_type=\"add"}));
    all.push_back(on<g::op_name_field>({"op_name=\"a/b\""}, {"", "op_name=\"\"", "op_name=\"it's\""}));
    all.push_back(on<g::source_file_field>({"source_file=\"f.py\""}, {"", "source_file=\"\"", "source_file=f.py"}));
    all.push_back(on<g::source_line_field>({"source_line=3"}, {"", "source_line=0", "source_line=\"3\""}));
    all.push_back(on<g::source_end_line_field>({"source_end_line=3"}, {"", "source_end_line=0"}));
    all.push_back(on<g::source_column_field>({"source_column=3"}, {"", "source_column=0"}));
    all.push_back(on<g::source_end_column_field>({"source_end_column=3"}, {"", "source_end_column="}));
    all.push_back(on<g::profile_type_field>({"profile_type={1}", "profile_type={1,2}"},
                                            {"", "profile_type={}", "profile_type=1"}));
    all.push_back(on<g::deduplicated_name_field>({"deduplicated_name=\"fusion.1\"", "deduplicated_name=fusion.1"},
                                                 {"", "deduplicated_name=\"\"", "deduplicated_name="}));
    all.push_back(
        on<g::scheduling_name_field>({"scheduling_name=\"x.1\""}, {"", "scheduling_name=\"\"", "scheduling_name=x"}));
    all.push_back(on<g::stack_frame_id_field>({"stack_frame_id=12"}, {"", "stack_frame_id=0"}));
    all.push_back(on<g::metadata_payload_field>({"metadata_payload=\"\\001\"", "metadata_payload=\"\""},
                                                {"", "metadata_payload=\"\xC3\xA9\"", "metadata_payload=x"}));
    all.push_back(on<g::metadata_first>({"{"}, {"", "("}));
    all.push_back(on<g::metadata_close>({"}"}, {"", ")"}));
    all.push_back(ahead<g::metadata_gap>({" op_name", "}"}, {"", " }", ",", "x"}));
    all.push_back(
        on<g::known_field_key>({"op_type=", "op_name=", "source_file=", "source_line=", "source_end_line=",
                                "source_column=", "source_end_column=", "profile_type=", "deduplicated_name=",
                                "preserve_layout=", "scheduling_name=", "stack_frame_id=", "metadata_payload="},
                               {"", "op_type", "op_types="}));
    all.push_back(on<g::unknown_field>({"flavor=sweet", "op_types=\"a\"", "x={1,{2}}"},
                                       {"", "flavor", "flavor=", "op_type=3", "stack_frame_id=x", "X=1", "a=b c"}));
    all.push_back(on<g::unknown_fields>({"", "a=1 b=2 "}, {"a=1", "a=1  ", "op_type=\"a\" "}));
    all.back().matches = matches<g::seq<g::unknown_fields, g::opt<g::one<'}'>>>>;
    all.push_back({rule_name<g::known_fields>(),
                   matches<g::seq<g::known_fields, g::one<'}'>>>,
                   {"}", "op_name=\"b\" source_line=3}"},
                   {"", "a=1}", "op_name=\"b\" }", "source_line=3 op_name=\"b\"}"}});
    all.push_back({rule_name<g::mixed_fields>(),
                   matches<g::seq<g::mixed_fields, g::one<'}'>>>,
                   {"a=1}", "op_name=\"b\" a=1 b={2} source_line=3 c=4}", "a=1 op_type=\"b\"}",
                    "op_type=\"t\" a=1 op_name=\"n\" source_file=\"f\" source_line=1 source_end_line=2 source_column=3 "
                    "source_end_column=4 profile_type={1} deduplicated_name=\"d\" preserve_layout=true "
                    "scheduling_name=\"s\" stack_frame_id=1 metadata_payload=\"\"}"},
                   {"", "}", "op_name=\"b\"}", "a=1 }", "a=1 source_line=x}", "a=1 source_line=3 op_name=\"b\"}"}});
    all.push_back(ahead<g::metadata_fields>({"", "op_name=\"x\" source_line=3}"}, {}));
    all.back().matches = matches<g::seq<g::metadata_fields, g::one<'}'>>>;
    all.back().accepted = {"}", "op_type=\"a\" op_name=\"b\" source_line=3}", "stack_frame_id=1}",
                           "a=1 op_name=\"b\"}"};
    all.back().refused = {"",
                          "op_name=\"b\" op_type=\"a\"}",
                          "op_name=\"b\" }",
                          " op_name=\"b\"}",
                          "op_name=\"b\"  source_line=3}",
                          "op_name=\"a\" op_name=\"b\"}",
                          "op_name=\"b\",source_line=3}"};
    all.push_back(on<g::metadata>(
        {"{}", "{op_name=\"x\"}", "{op_name=\"x\" source_file=\"f\" source_line=1}", "{unknown=1}"},
        {"", "{", "{op_name=\"x\" }", "{source_line=x}", "{unknown=}", "{source_line=1 op_name=\"x\"}"}));
}

} // namespace ballast::tests
