// Cases for the rules of what surrounds an error message.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const std::string replica =
    ": while running replica 0 and partition 34 of a replicated computation (other replicas may have "
    "failed as well).";
const std::string link = "\nSee https://openxla.org/xla/errors/error_1000 for more details.";
const std::string payload = " [executable_name='jit_greater']";
const std::string heading = "\n=== Source Location Trace: ===";
const std::string location = "\nexternal/xla+/xla/pjrt/c/pjrt_c_api_status_utils.cc:146";

} // namespace

void status_cases(std::vector<rule_case>& all)
{
    all.push_back(ahead<g::status_name>({"RESOURCE_EXHAUSTED: x", "Resource exhausted: x"},
                                        {"", "Internal: x", "INTERNAL", "E0100 x", "TIMEOUT: x"}));
    all.push_back(on<g::status_task>({"/job:a/replica:0", "a"}, {"", "a b", "a:", ":a"}));
    all.push_back(on<g::status_sender>({"From /job:a/replica:0:\n"}, {"", "From a\n", "From :\n", "From a: "}));
    all.push_back(on<g::status_head>({"INTERNAL: ", "RESOURCE_EXHAUSTED: From a:\n"}, {"", "INTERNAL:", "internal: "}));
    same<g::status_code_number, g::status_link_number>(all, {"0100", "1000", "9999"}, {"", "100", "10000", "E100"});
    all.push_back(on<g::status_word>({"RESOURCE_EXHAUSTED", "INTERNAL", "INVALID_ARGUMENT", "UNAVAILABLE", "UNKNOWN",
                                      "UNIMPLEMENTED", "UNAUTHENTICATED", "FAILED_PRECONDITION", "ABORTED", "CANCELLED",
                                      "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED",
                                      "OUT_OF_RANGE", "DATA_LOSS"},
                                     {"", "OK", "internal", "INTERNALS"}));
    all.push_back(on<g::status_code_name>({"CompileTimeHbmOom"}, {"", "Compile Time", "a.b"}));
    all.push_back(on<g::status_code_break>({"\n"}, {"", " "}));
    all.push_back(on<g::status_code>({"E0100: RuntimeBufferAllocationFailure: ", "E1001: A:\n"},
                                     {"", "E100: A: ", "E1000 A: ", "E1000: A", "E1000: : ", "1000: A: "}));
    all.push_back(
        on<g::status_begin>({"", "INTERNAL: ", "E1000: A: ", "INTERNAL: E1000: A:\n"}, {"INTERNAL", "E1000: A"}));
    same<g::failed_replica, g::failed_partition, g::status_path_line>(all, numbers, no_numbers);
    all.push_back(
        on<g::replica_suffix>({replica}, {"", replica.substr(1), replica + ".", ": while running replica 0"}));
    all.push_back(on<g::status_link>({link}, {"", link.substr(1), link + " ", "\nSee error_1000 for more details."}));
    all.push_back(on<g::status_hex>({"x08", "xff"}, {"", "x8", "xFF", "08"}));
    all.push_back(on<g::status_escape>({"\\n", "\\'", "\\\\", "\\x08", "\\302"}, {"", "\\", "\\x", "\\q", "n", "\\8"}));
    all.push_back(on<g::status_key>({"executable_name", "type.googleapis.com/a.B"}, {"", "a b", "a=", "[a]", "'a'"}));
    all.push_back(on<g::status_text>({"", "jit_f", "a \\n[truncated]"}, {"it's", "a\"b", "a\nb", "\\q"}));
    all.push_back(on<g::status_payload>({payload, " [a='']"}, {"", payload.substr(1), " [a=b]", " [='x']", " [a='x'"}));
    all.push_back(on<g::status_payloads>({"", payload, payload + payload}, {" ", payload + " "}));
    all.push_back(on<g::status_trace_blank>({" "}, {"", "  ", "\n"}));
    all.push_back(on<g::status_path>({"jaxlib/a.cc", "external/xla+/b"}, {"", "a:1", "a b"}));
    all.push_back(on<g::status_location>({location}, {"", location.substr(1), "\na.cc", "\na.cc:x", location + "\n"}));
    all.push_back(on<g::status_locations>({location, location + location}, {"", location + "\n"}));
    all.push_back(on<g::status_trace>({heading + location, heading + " " + location + location},
                                      {"", heading, heading + "\n", heading + "  " + location}));
    all.push_back(on<g::status_end>(
        {"", replica, link, payload, heading + location, replica + link + payload + heading + location},
        {"\n", link + replica, payload + link, heading}));
}

} // namespace ballast::tests
