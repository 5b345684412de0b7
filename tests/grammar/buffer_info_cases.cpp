// Cases for the rules of buffer tables.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const std::string head = "buffer_id,buffer_name,offset,size,definition_time,end_time,num_uses,use_times,use_names\n";
const std::string row = "3,\"<3 sq.1 @0>\",64,128,4,9,2,\"5;9\",\"fma.2, operand 0;fma.2, operand 1 {0}\"\n";
const std::string unused = "4,\"<4 p{1} (phi) @1>\",0,128,0,9,0,\"\",\"\"\n";

} // namespace

void buffer_info_cases(std::vector<rule_case>& all)
{
    same<g::info_id, g::info_offset, g::info_size, g::info_definition, g::info_end, g::info_uses, g::info_time>(
        all, numbers, no_numbers);
    all.push_back(on<g::info_times>({"", "5", "5;9;9"}, {";", "5;", "5,9", "5; 9"}));
    all.push_back(on<g::info_use>({"fma.2, operand 0", "t, operand 1 {}", "t, operand 1 {0,2}"},
                                  {"", "fma.2", "fma.2,operand 0", "fma.2, operand 0{0}", "%x, operand 0"}));
    all.push_back(on<g::info_names>({"", "a, operand 0", "a, operand 0;b, operand 1 {0}"},
                                    {";", "a, operand 0;", "a, operand 0,b, operand 1"}));
    all.push_back(on<g::info_row>({row, unused}, {"", row.substr(0, row.size() - 1), " " + row, "3,<3 sq.1 @0>,64\n",
                                                  "3, \"<3 sq.1 @0>\",64,128,4,9,0,\"\",\"\"\n"}));
    all.push_back(on<g::info_head>({head}, {"", head + "\n", "buffer_id,buffer_name,offset,size\n"}));
    all.push_back(on<g::info_rows>({"", row, row + unused}, {"\n", row + "\n"}));
    all.push_back(on<g::buffer_info>({head, head + row, head + row + unused}, {"", row, head + "\n"}));
}

} // namespace ballast::tests
