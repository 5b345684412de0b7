#include "redact/file_name.hpp"

#include "base/file_name.hpp"
#include "redact/names.hpp"

#include <cstddef>

namespace ballast::inline v0::redact {

namespace {

// The name as that of a dump: other texts of a module differ from it only in their endings.
std::string as_dump(std::string_view name)
{
    constexpr std::string_view text = ".txt";
    if (!name.ends_with(text) || parse_file_name(name)) return std::string(name);
    name.remove_suffix(text.size());
    return std::string(name).append(info(sibling::assignment).ending);
}

// The ending of a name that is not one of XLA's: `.txt`.
std::string_view ending_of(std::string_view name)
{
    constexpr std::size_t longest = 5;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || name.size() - dot > longest) return {};
    return name.substr(dot);
}

} // namespace

std::string file_name(std::string_view old, dictionary& words)
{
    const auto dump = as_dump(old);
    const auto parts = parse_file_name(dump);
    if (parts && parts->made_by_xla) {
        if (parts->module.empty()) return std::string(old);
        const auto begin = static_cast<std::size_t>(parts->module.data() - dump.data());
        return std::string(old.substr(0, begin)) + module_name(parts->module, words) +
               std::string(old.substr(begin + parts->module.size()));
    }
    // `my_run-live-range.txt`, a renamed file, is still one.
    const auto named = parse_file_name(old);
    const auto ending = named ? old.substr(named->base.size()) : ending_of(old);
    return std::string(words.replace(old.substr(0, old.size() - ending.size()), prefix::file)).append(ending);
}

} // namespace ballast::inline v0::redact
