// Labels of the stack trace (`hlo_stack_trace.cc`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ballast {

// The parts of a label: `params`, `layer`, `w` and `x` of `params['layer']['w'].x`. Slashes in keys separate parts,
// too. A label of any other form is one part.
inline std::vector<std::string> label_parts(const std::string& label)
{
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto word = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
    std::vector<std::string> parts;
    std::size_t at = 0;
    const auto take_word = [&] {
        const auto begin = at;
        while (at < label.size() && word(label[at])) ++at;
        parts.push_back(label.substr(begin, at - begin));
        return at > begin;
    };
    bool has_key = false;
    if (label.empty() || !letter(label[0]) || !take_word()) return {label};
    while (at < label.size()) {
        if (label[at] == '.') {
            ++at;
            if (!take_word()) return {label};
        } else if (label.compare(at, 2, "['") == 0) {
            const auto end = label.find('\'', at + 2);
            if (end == std::string::npos || label.compare(end, 2, "']") != 0) return {label};
            has_key = true;
            auto rest = label.substr(at + 2, end - at - 2);
            for (std::size_t cut; (cut = rest.find('/')) != std::string::npos; rest = rest.substr(cut + 1))
                parts.push_back(rest.substr(0, cut));
            parts.push_back(rest);
            at = end + 2;
        } else {
            return {label};
        }
    }
    if (!has_key) return {label};
    return parts;
}

} // namespace ballast
