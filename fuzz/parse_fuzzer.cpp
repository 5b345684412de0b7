// Any bytes, read as a file. Oracle: accepted text prints back identically; refused text has at least one error, and
// every finding is inside the text. Sanitizers find crashes, hangs and undefined behaviour.
#include "fuzz/oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ballast::fuzz::check_whole(ballast::fuzz::text_of(data, size));
    return 0;
}
