#include "redact/restored.hpp"

#include "redact/characters.hpp"
#include "redact/dictionary.hpp"

#include <cstddef>

namespace ballast::inline v0::redact {

namespace {

// The bytes of a replacement at the beginning of the text: letters, `_` or `-`, and digits. 0 if there is none.
std::size_t replacement_size(std::string_view text)
{
    std::size_t size = 0;
    while (size < text.size() && is_letter(text[size])) ++size;
    if (size == 0 || size == text.size() || (text[size] != '_' && text[size] != '-')) return 0;
    const auto digits = ++size;
    while (size < text.size() && is_digit(text[size])) ++size;
    const bool ends = size == text.size() || !(is_letter(text[size]) || text[size] == '_');
    return size > digits && ends ? size : 0;
}

} // namespace

old_words::old_words(std::span<const replacement> replacements)
{
    for (const auto& each : replacements) words_.emplace(each.now, each.was);
}

std::string old_words::restored(std::string_view text) const
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = at == 0 || !is_letter(text[at - 1]);
        const auto size = begins ? replacement_size(text.substr(at)) : 0;
        const auto found = words_.find(text.substr(at, size));
        if (size == 0 || found == words_.end()) {
            result += text[at++];
            continue;
        }
        at += size;
        // Dicts, numbers of configurations and bytes that are not plain; see in_dict() and scope().
        if (result.ends_with(dict_begin) && text.substr(at).starts_with(dict_end)) {
            result.resize(result.size() - dict_begin.size());
            at += dict_end.size();
        } else if (result.ends_with('~') && !found->second.empty() && !is_plain(found->second.front())) {
            result.pop_back();
            if (text.substr(at).starts_with('~')) ++at;
        }
        result += found->second;
    }
    return result;
}

} // namespace ballast::inline v0::redact
