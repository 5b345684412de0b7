// The first byte chooses a file or a construct, the rest is its text. Oracle: the builder accepts exactly what the
// plain recogniser matches, except for texts that a numbered context rule (spec/diagnostics.md) refuses.
#include "fuzz/oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    if (size == 0) return 0;
    const auto text = fuzz::text_of(data + 1, size - 1);
    if (data[0] < entry_names().size()) {
        const auto which = static_cast<entry>(data[0]);
        fuzz::check_against_recogniser(parse(which, text), recognise(which, text), text);
    } else {
        fuzz::check_against_recogniser(parse(text), recognise(text), text);
    }
    return 0;
}
