#include "base/module_name.hpp"

#include "base/letters.hpp"

namespace ballast {

namespace {

// Removes the number of the trace: `train_step` of `train_step_429`.
std::string_view without_number(std::string_view name)
{
    const auto end = name.find_last_not_of("0123456789");
    const bool has_one = end != std::string_view::npos && end != 0 && end + 1 < name.size() && name[end] == '_';
    return has_one ? name.substr(0, end) : name;
}

} // namespace

std::string_view readable_module(std::string_view name)
{
    constexpr std::string_view prefix = "a_inference_";
    const auto options = name.find("__XlaMustCompile");
    if (!name.starts_with(prefix) || options == std::string_view::npos || options <= prefix.size()) return name;
    return without_number(name.substr(prefix.size(), options - prefix.size()));
}

std::string without_counters(std::string_view name)
{
    std::string result;
    for (std::size_t i = 0; i < name.size();) {
        const bool begins = is_digit(name[i]) && i != 0 && (name[i - 1] == '.' || name[i - 1] == '_');
        if (!begins) {
            result += name[i++];
            continue;
        }
        while (i < name.size() && is_digit(name[i])) ++i;
    }
    return result.substr(0, result.find_last_not_of("._") + 1);
}

} // namespace ballast
