// Whether the unread pieces of a tree stay unread.
#include "ballast/well_formed.hpp"
#include "ballast/ast/difference.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "base/say.hpp"
#include "rules/module_text.hpp"

#include <algorithm>

namespace ballast::inline v0 {

namespace {

bool has_unread(const ast::module_text& text)
{
    return std::ranges::any_of(text.computations, [](const ast::computation_text& computation) {
        return std::ranges::any_of(computation.instructions,
                                   [](const ast::computation_line& line) { return !line.instruction(); });
    });
}

} // namespace

std::vector<finding> well_formed(const ast::module_text& text)
{
    if (const auto rule = rules::check_module_text(text))
        return {{.id = rule->id, .severity = info(rule->id).severity, .message = rule->message}};
    if (!has_unread(text)) return {};
    const auto again = parse(printed([&](sink& out) { print(out, text); }), {.partial = false});
    if (!again.accepted()) return {again.findings.front()};
    auto expected = text;
    const auto* const read = again.value->module_text();
    if (read) expected.forms = read->forms;
    if (read && expected == *read) return {};
    return {{.id = finding_id::module_text, .message = say("an unread piece is an instruction")}};
}

} // namespace ballast::inline v0
