#include "rules/status.hpp"

#include <algorithm>

namespace ballast::rules {

namespace {

bool is_number_of_code(std::string_view text)
{
    constexpr std::size_t digits = 4;
    return text.size() == digits && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::optional<finding_message> status_fault(const ast::status& status)
{
    if (status.sender && !status.word) return say("the sender of an error has no status before it");
    if (status.code && !is_number_of_code(status.code->number)) return say("the number of a code has not four digits");
    if (status.link && !is_number_of_code(*status.link)) return say("the number of a link has not four digits");
    if (status.trace && status.trace->locations.empty()) return say("a source location trace is empty");
    return std::nullopt;
}

} // namespace ballast::rules
