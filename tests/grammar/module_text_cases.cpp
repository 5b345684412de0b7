// Cases for the rules of module texts.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const std::string header = "HloModule jit_f\n";
const std::string names_alone = "\nFileNames\n1 \"a.py\"\n\nFunctionNames\n1 \"f\"\n2 \"<module>\"\n";
const std::string location = "1 {file_name_id=1 function_name_id=2 line=3 end_line=0 column=-1 end_column=17}\n";
const std::string frame = "1 {file_location_id=1 parent_frame_id=1}\n";
const std::string tables = names_alone + "\nFileLocations\n" + location + "\nStackFrames\n" + frame + "\n";
const std::string instruction = "  ROOT %p = f32[] parameter(0)\n";
const std::string lines = "%f (p: f32[]) -> f32[] {\n" + instruction + "}\n\n";

void header_cases(std::vector<rule_case>& all)
{
    same<g::aliased_output, g::aliased_index, g::donor_index>(all, indexes, no_indexes);
    same<g::aliased_parameter, g::donor_parameter>(all, numbers, no_numbers);
    all.push_back(on<g::may_alias>({"may-alias"}, {"", "must-alias", "may_alias"}));
    all.push_back(on<g::must_alias>({"must-alias"}, {"", "may-alias"}));
    all.push_back(on<g::output_alias>({"{0}: (1, {}, may-alias)", "{}: (0, {1,2}, must-alias)"},
                                      {"", "{0}: (1, {})", "{0}:(1, {}, may-alias)", "0: (1, {}, may-alias)"}));
    all.push_back(
        on<g::output_aliases>({"{0}: (1, {}, may-alias)", "{0}: (1, {}, may-alias), {1}: (2, {}, must-alias)"},
                              {"", "{0}: (1, {}, may-alias),{1}: (2, {}, may-alias)"}));
    all.push_back(on<g::buffer_donor>({"(0, {})", "(2, {1,0})"}, {"", "(0,{})", "0, {}", "(0)"}));
    all.push_back(on<g::buffer_donors>({"(0, {})", "(0, {}), (2, {1})"}, {"", "(0, {}),(2, {1})"}));
    same<g::entry_parameter, g::entry_result>(all, shapes, no_shapes);
    all.push_back(on<g::tight_parameters>({",f32[]", ",f32[],s32[2]{0}"}, {"", ", f32[]", ",", "f32[]"}));
    all.push_back(on<g::spaced_parameters>({", f32[]", ", f32[], s32[2]{0}"}, {"", ",f32[]", ", ", "f32[]"}));
    all.push_back(on<g::entry_parameters>(
        {"f32[]", "f32[], s32[2]{0}", "f32[],s32[]", "u8[], u8[], u8[], u8[], u8[], /*index=5*/u8[]"},
        {"", "f32[], s32[],u8[]", "f32[],s32[], u8[]", "f32[], "}));
    all.push_back(on<g::entry_layout>(
        {"()->()", "(f32[4]{0})->f32[]", "(f32[], (s32[]))->(f32[], s32[])", "(u8[],u8[])->(u8[], u8[])"},
        {"", "() -> ()", "()=>()", "f32[]->f32[]", "()->"}));
    all.push_back(on<g::module_name>({"jit_f", "SyncTensorsGraph.10", "a(b)", "\xC3\xA9"}, {"", "a b", "a,b", " a"}));
    all.push_back(on<g::propagated>({"true", "false"}, {"", "1", "True"}));
    same<g::propagations, g::parameter_propagations, g::output_propagations>(
        all, {"", "true", "true,false", "false,false"}, {"true, false", ",", "1", "false}"});
    all.push_back(on<g::lone_one>({"1"}, {"", "11", "2"}));
    same<g::replica_count, g::num_partitions>(all, {"0", "2", "10", "128"}, {"", "1", "01", "-2"});
    all.push_back(on<g::module_frontend_attributes>({"{a=\"b\"}", "{_p={{0,1}},k=\"a\\'b\"}"}, {"", "{}", "a=\"b\""}));
    all.push_back(on<g::scheduled_item>({", is_scheduled=true"}, {"", ", is_scheduled=false", "is_scheduled=true"}));
    all.push_back(
        on<g::output_aliases_item>({", input_output_alias={ {}: (0, {}, may-alias) }"},
                                   {"", ", input_output_alias={}", ", input_output_alias={{}: (0, {}, may-alias)}"}));
    all.push_back(on<g::buffer_donors_item>({", buffer_donor={ (0, {}) }"},
                                            {"", ", buffer_donor={}", ", buffer_donor={(0, {})}"}));
    all.push_back(
        on<g::passthrough_item>({", alias_passthrough_params=true"}, {"", ", alias_passthrough_params=false"}));
    all.push_back(on<g::entry_layout_item>({", entry_computation_layout={()->f32[]}"},
                                           {"", ", entry_computation_layout=()->f32[]"}));
    all.push_back(on<g::parameter_propagations_item>({", allow_spmd_sharding_propagation_to_parameters={true}"},
                                                     {"", ", allow_spmd_sharding_propagation_to_parameters={false}"}));
    all.push_back(on<g::output_propagations_item>({", allow_spmd_sharding_propagation_to_output={}"},
                                                  {"", ", allow_spmd_sharding_propagation_to_output=true"}));
    all.push_back(on<g::replica_count_item>({", replica_count=2"}, {"", ", replica_count=1"}));
    all.push_back(on<g::num_partitions_item>({", num_partitions=2"}, {"", ", num_partitions=1"}));
    all.push_back(on<g::module_frontend_item>({", frontend_attributes={a=\"b\"}"}, {"", ", frontend_attributes={}"}));
}

void text_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::block_escape>({"\\n", "\\\"", "\\\\", "\\\xC3\xA9"}, {"", "\\", "n"}));
    all.push_back(on<g::block_quoted>({"\"\"", "\"a\n}b\"", "\"a\\\"b\xC3\xA9\""}, {"", "\"", "\"a\"b\"", "'a'"}));
    all.push_back(on<g::block_close>({"}"}, {"", "{"}));
    all.push_back(on<g::block>({"{}", "{\n}", "{{a}\n\"}\" \xC3\xA9}"}, {"", "{", "{{}", "{\"}"}));
    same<g::recovery_table, g::debug_attributes>(all, {"{\n}", "{\n  {\"a\"} : {\"b\"},\n}"},
                                                 {"", "{}", "{ \n}", "{\n"});
    all.push_back(on<g::recovery_table_item>({", origin_recovery_table={\n}"}, {"", ", origin_recovery_table={}"}));
    all.push_back(on<g::debug_attributes_item>({", debug_attributes={\n}"}, {"", ", debug_attributes={}"}));
    all.push_back(
        on<g::known_item>({"is_scheduled=", "input_output_alias=", "buffer_donor=", "alias_passthrough_params=",
                           "entry_computation_layout=", "allow_spmd_sharding_propagation_to_parameters=",
                           "allow_spmd_sharding_propagation_to_output=", "replica_count=", "num_partitions=",
                           "frontend_attributes=", "origin_recovery_table=", "debug_attributes="},
                          {"", "is_scheduled", "flavor=", "replica_counts="}));
    all.push_back(on<g::unknown_block>({"{\n}", "{\n  {a}\n}"}, {"", "{}", "{\n"}));
    all.push_back(on<g::unknown_item>({"flavor=", "flavor=sweet", "x={\xC3\xA9}", "t={\n}"},
                                      {"", "flavor", "is_scheduled=true", "x=a\nb", "x=a b", "X=1"}));
    all.push_back(on<g::unknown_items>({"", ", flavor=sweet", ", a=1, b=2"},
                                       {"flavor=sweet", ", replica_count=1", ", a=1, is_scheduled=true"}));
    all.push_back(on<g::header_items>({"", ", flavor=sweet, is_scheduled=true, a=1, replica_count=2"},
                                      {", replica_count=2, is_scheduled=true", ", flavor", ", replica_count=x"}));
    all.push_back(on<g::module_head>({header, "HloModule m, is_scheduled=true, replica_count=2, flavor=sweet\n",
                                      "HloModule m, debug_attributes={\n}\n"},
                                     {"", "HloModule\n", "HloModule m", "HloModule m,\n",
                                      "HloModule m, replica_count=2, is_scheduled=true\n",
                                      "HloModule m, is_scheduled=true, is_scheduled=true\n", "HloModule m \n"}));
}

void table_cases(std::vector<rule_case>& all)
{
    same<g::entry_number, g::location_number, g::location_file, g::location_function, g::frame_number,
         g::frame_location>(all, numbers, no_numbers);
    same<g::frame_parent>(all, positives, no_positives);
    same<g::location_line, g::location_end_line, g::location_column, g::location_end_column>(all, integers,
                                                                                             no_integers);
    all.push_back(on<g::entry_text>(with_empty(escaped), not_escaped));
    all.push_back(on<g::file_names_head>({"\nFileNames\n"}, {"", "FileNames\n", "\nFilenames\n"}));
    all.push_back(on<g::function_names_head>({"\nFunctionNames\n"}, {"", "FunctionNames\n"}));
    all.push_back(on<g::file_locations_head>({"\nFileLocations\n"}, {"", "FileLocations\n"}));
    all.push_back(on<g::stack_frames_head>({"\nStackFrames\n"}, {"", "StackFrames\n"}));
    same<g::file_name_row, g::function_name_row>(all, {"1 \"a.py\"\n", "12 \"\"\n"},
                                                 {"", "1 a.py\n", "1  \"a\"\n", "1 \"a\"", "\"a\"\n", "1 \"a'b\"\n"});
    same<g::file_name_rows, g::function_name_rows>(all, {"", "1 \"a\"\n2 \"b\"\n"}, {"\n", "1 \"a\"\n\n"});
    all.push_back(on<g::file_location_row>(
        {location}, {"", location.substr(0, location.size() - 1), "1 {file_name_id=1 function_name_id=2 line=3}\n",
                     "1 {file_name_id=1, function_name_id=2, line=3, end_line=3, column=1, end_column=2}\n"}));
    all.push_back(on<g::file_location_rows>({"", location, location + location}, {"\n", location + "\n"}));
    all.push_back(
        on<g::stack_frame_row>({frame, "2 {file_location_id=1 parent_frame_id=12}\n"},
                               {"", "1 {file_location_id=1 parent_frame_id=0}\n", "1 {file_location_id=1}\n"}));
    all.push_back(on<g::stack_frame_rows>({"", frame, frame + frame}, {"\n", frame + "\n"}));
    all.push_back(
        on<g::stack_frame_tables>({tables, "\nFileNames\n\nFunctionNames\n\nFileLocations\n\nStackFrames\n\n"},
                                  {"", names_alone, tables + "\n", "\nFileNames\n"}));
}

void computation_cases(std::vector<rule_case>& all)
{
    same<g::tables_end, g::computations_begin>(all, {"\n"}, {"", "\n\n"});
    same<g::head_name, g::head_parameter_name, g::end_name, g::short_head>(all, names, no_names);
    all.push_back(on<g::entry_mark>({"ENTRY "}, {"", "ENTRY", "entry "}));
    const texts plain{"f32[]", "(f32[2], s32[])", "u8[<=8]"};
    same<g::head_parameter_shape, g::head_result>(all, plain, {"", "f32", "f32[2]{0}", "f32[2,]"});
    all.push_back(on<g::head_parameter>({"x.1: f32[8]"}, {"", "x.1", "%x: f32[]", "x : f32[]", "x:f32[]"}));
    all.push_back(on<g::head_parameters>({"x: f32[]", "x: f32[], y: s32[2]"}, {"", "x: f32[],y: f32[]"}));
    all.push_back(on<g::signature>({"() -> f32[]", "(x: f32[], y: s32[2]) -> (f32[], s32[2])"},
                                   {"", "()->f32[]", "(x) -> f32[]", "() -> "}));
    all.push_back(on<g::long_head>({"%main.1 () -> f32[]"}, {"", "main.1 () -> f32[]", "%main.1"}));
    all.push_back(
        on<g::computation_head>({"main {\n", "ENTRY main.2 {\n", "%f (p: f32[]) -> f32[] {\n", "ENTRY %f () -> () {\n"},
                                {"", " {\n", "main {", "main{\n", "}\n", "  x {\n", "FileNames\n", "a {\r\n",
                                 "f (p: f32[]) -> f32[] {\n", "%f {\n"}));
    all.push_back(on<g::end_thread>({"", "host", "it's \xC3\xA9"}, {"a\"b", "a\nb"}));
    all.push_back(on<g::thread_of_end>({", execution_thread=\"host\""}, {"", ", execution_thread=host"}));
    all.push_back(on<g::named_end>({" // main.4"}, {"", "// main.4", " // %main"}));
    all.push_back(on<g::trimmed_gap>({""}, {"\n", " "}));
    all.push_back(on<g::end_line>(
        {"}\n\n", "}\n", "} // f\n\n", "}, execution_thread=\"host\"\n\n", "}, execution_thread=\"a\" // f\n\n"},
        {"", "}", "}\n%", "} \n\n", "} // f, execution_thread=\"a\"\n\n"}));
    all.push_back({rule_name<g::computation_end>(),
                   looks<g::computation_end>,
                   {"}\n\n", "}\n", "}\n\n%", "}\n\nmain", "}\n\n}"},
                   {"", "}\n%", "}\n\n  ROOT", "}\n\n\n  a"}});
    all.push_back(on<g::more_instructions>({"  ", "\n\n  "}, {"", "\n", " a", "\n}"}));
    all.push_back(on<g::root_mark>({"ROOT "}, {"", "ROOT", "root "}));
    all.push_back({rule_name<g::short_mark>(), looks<g::short_mark>, {"a", "x = f32[]"}, {"", "%x"}});
    all.push_back(on<g::long_line>({"%p = f32[] parameter(0)"}, {"", "p = f32[] parameter(0)"}));
    all.push_back(on<g::short_line>({"p = f32[] parameter(0)"}, {"", "%p = f32[] parameter(0)"}));
    all.push_back(on<g::text_instruction>(
        {instruction, "  p = f32[] add(a, b), calls=f, g\n", "  x = f32[] add(a), backend_config={\n  \"a\": 1\n}\n",
         "  %x = f32[] add(%a), backend_config={\n  \"a\": 1\n}\n"},
        {"", "\n", "}\n", "  x\n", "%p = f32[] parameter(0)\n", "  %x = f32[] add(a)\n", "  x = f32[] add(%a)\n",
         "  ROOT  %p = f32[] parameter(0)\n", "  %p = f32[] parameter(0)", "  %p = f32[] parameter(0)\r\n"}));
    all.push_back(
        on<g::computation_text>({lines, "main {\n" + instruction + "} // main\n\n", "main {\n" + instruction + "}\n"},
                                {"", "main {\n}\n\n", "main {\n" + instruction + "}", instruction}));
}

} // namespace

void module_text_cases(std::vector<rule_case>& all)
{
    header_cases(all);
    text_cases(all);
    table_cases(all);
    computation_cases(all);
    all.push_back(on<g::module_text>({header + "\n" + lines, header + tables + "\n" + lines + lines},
                                     {"", header, header + lines, header + names_alone + "\n" + lines, "\n" + lines,
                                      header + "\n" + lines + "\n", header + "\n" + instruction + "}\n\n"}));
}

} // namespace ballast::tests
