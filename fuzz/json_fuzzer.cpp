// A JSON text. Oracle: either it is refused with a message and a place inside it, or the JSON of its tree reads back as
// an equal tree; a well-formed tree is printed.
#include "ballast/json.hpp"
#include "ballast/well_formed.hpp"
#include "fuzz/oracle.hpp"

#include <string>
#include <variant>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    const auto text = fuzz::text_of(data, size);
    const auto read = read_json(text);
    if (!read.value) {
        fuzz::hold(!read.fault.message.empty(), "refused text has a message", text);
        fuzz::hold(read.fault.offset >= 0 && static_cast<std::size_t>(read.fault.offset) <= size,
                   "a place lies inside the text", text);
        return 0;
    }
    const auto& tree = read.value->tree();
    const auto json = printed([&](sink& out) { write_json(out, tree); });
    const auto back = read_json(json);
    fuzz::hold(back.value && back.value->tree() == tree, "a tree comes back equal", text);
    const bool printable = std::visit(
        [](const auto& root) {
            if constexpr (requires { well_formed(root); })
                return well_formed(root).empty();
            else
                return true;
        },
        tree);
    if (printable) fuzz::hold(!printed([&](sink& out) { print(out, tree); }).empty(), "a tree is printed", text);
    return 0;
}
