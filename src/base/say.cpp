#include "base/say.hpp"

#include <fmt/format.h>

namespace ballast {

std::string message_argument::text() const
{
    if (!is_number_) return std::string(text_);
    return negative_ ? fmt::format_int(static_cast<std::int64_t>(number_)).str() : fmt::format_int(number_).str();
}

finding_message finding_message_of(std::string_view pattern, std::initializer_list<message_argument> arguments)
{
    finding_message result{.pattern = pattern};
    result.arguments.reserve(arguments.size());
    for (const auto& argument : arguments) result.arguments.push_back(argument.text());
    return result;
}

} // namespace ballast
