// A dump, whose length picks an era. Oracle: the dump converted to that era is accepted and prints back; losses have a
// place in the text; if the dump conforms and nothing is lost, converting it back gives the same bytes.
#include "ballast/convert.hpp"
#include "fuzz/oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    const auto text = fuzz::text_of(data, size);
    const auto conforms = [](const document& dump) {
        return std::ranges::all_of(check(dump), [](const finding& f) { return f.id == finding_id::peak_audit; });
    };
    const auto read = parse(text);
    if (!read.accepted() || !std::holds_alternative<ast::dump>(read.value->tree())) return 0;
    const auto& state = dump_states()[size % dump_states().size()];
    const auto made = convert(*read.value, era_set{{{state.begin, state.begin + 1}}});
    const auto inside = [&](std::int64_t offset) {
        fuzz::hold(0 <= offset && offset <= static_cast<std::int64_t>(text.size()), "a loss is inside the text", text);
    };
    for (const auto& l : made.losses) inside(l.offset);
    for (const auto& m : made.missing) inside(m.offset);
    for (const auto& file : made.files) {
        const auto printed = print(file);
        const auto again = parse(printed);
        fuzz::hold(again.accepted(), "what a dump is in another era is accepted", printed);
        fuzz::hold(print(*again.value) == printed, "it prints back identical", printed);
        if (!made.losses.empty() || !made.missing.empty() || made.files.size() != 1 || !conforms(*read.value)) continue;
        const auto back = convert(*again.value, date(read.value->witnesses()).possible);
        fuzz::hold(back.files.size() == 1 && print(back.files.front()) == text, "without a loss it comes back", text);
    }
    return 0;
}
