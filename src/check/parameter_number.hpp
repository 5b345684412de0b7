// The number in the names that frameworks and XLA give to parameters: `Arg_2.3`, `arg2.3`, `param_2.3`, `p2.3`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::checking {

inline std::optional<std::int64_t> parameter_number(std::string_view name)
{
    for (const std::string_view word : {"Arg_", "arg", "param_", "p"}) {
        if (!name.starts_with(word)) continue;
        constexpr std::size_t most_digits = 9;
        std::int64_t result = 0;
        std::size_t at = word.size();
        const auto end = at + most_digits;
        for (; at < std::min(end, name.size()) && name[at] >= '0' && name[at] <= '9'; ++at)
            result = 10 * result + (name[at] - '0');
        if (at == word.size() || (at < name.size() && name[at] != '.')) return std::nullopt;
        return result;
    }
    return std::nullopt;
}

} // namespace ballast::checking
