// An attribute on an instruction: read, held, refused.
#pragma once

#include "tests/support/support.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ballast::tests {

inline std::string line(std::string_view opcode, std::string_view attributes)
{
    return "%x = f32[4]{0} " + std::string(opcode) + "(%a), " + std::string(attributes);
}

template <typename T, typename... Ts>
constexpr bool holds_one(const std::variant<Ts...>*)
{
    return (std::is_same_v<T, Ts> || ...);
}

// The value of the last attribute; the instruction must be accepted, print back, and hold nothing unknown.
template <typename T>
T value(std::string_view opcode, std::string_view attribute)
{
    const auto text = line(opcode, attribute);
    static std::vector<fragment> kept; // what is returned looks into them
    auto result = parse(entry::instruction, text);
    if (!result.accepted()) throw std::runtime_error(text + ": " + result.findings.front().message());
    EXPECT_EQ(print(*result.value), text);
    EXPECT_TRUE(result.findings.empty()) << text << ": " << result.findings.front().message();
    kept.push_back(std::move(*result.value));
    const auto& node = std::get<ast::instruction>(kept.back().node());
    const auto& held = node.attributes.back().value;
    if constexpr (holds_one<ast::box<T>>(static_cast<decltype(&held)>(nullptr)))
        return *std::get<ast::box<T>>(held);
    else
        return std::get<T>(held);
}

inline fault faulty(std::string_view opcode, std::string_view attributes)
{
    return refused(entry::instruction, line(opcode, attributes));
}

inline std::string_view kind_of_fault(std::string_view opcode, std::string_view attributes)
{
    return info(faulty(opcode, attributes).id).name;
}

} // namespace ballast::tests
