// Small changes at one place that make a valid text invalid.
#pragma once

#include "base/random_source.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

// The difference between an invalid text and the valid one of its pair.
struct text_edit {
    std::size_t offset = 0;
    std::string removed{};
    std::string inserted{};
};

// Changes of single bytes from `at` to `end`, and a text truncated at `at`. Other salts give other changes.
inline std::vector<text_edit> edits_at(std::string_view text, std::size_t at, std::size_t end, std::uint64_t salt)
{
    std::vector<text_edit> result;
    random_source from(salt);
    std::vector<std::size_t> places;
    for (auto p = at; p <= std::min({end, text.size(), at + 30}); ++p) places.push_back(p);
    for (std::size_t round = 0; round < 3; ++round)
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto p = places[i];
            const bool inside = p < text.size();
            const auto removed = inside ? std::string(text.substr(p, 1)) : std::string();
            const std::string_view others = "x7 ,)]?Z-\"{";
            std::string other(1, others[from.below(others.size())]);
            switch ((round + from.below(3)) % 3) {
            case 0:
                if (inside) result.push_back({p, removed, other});
                break;
            case 1:
                if (inside) result.push_back({p, removed, ""});
                break;
            default: result.push_back({p, "", other});
            }
        }
    if (end > at) result.push_back({at, std::string(text.substr(at)), ""});
    return result;
}

// Missing, duplicated or different lines, numbers and items of lists, and bytes that no text has.
inline std::vector<text_edit> faults_in(std::string_view text)
{
    std::vector<text_edit> result{{0, "", "\xEF\xBB\xBF"}};
    const auto change = [&](std::size_t at, std::size_t size, std::string to) {
        result.push_back({at, std::string(text.substr(at, size)), std::move(to)});
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string line(text.substr(at, end - at));
        change(at, line.size(), "");
        change(at, line.size(), line + line);
        if (at != 0) change(at, text.size() - at, "");
        at = end;
    }
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_digit(text[at]) || (at != 0 && is_digit(text[at - 1]))) continue;
        std::size_t end = at;
        while (end < text.size() && is_digit(text[end])) ++end;
        for (const auto* other : {"99999999999999999999", "0", "1", "7"}) change(at, end - at, other);
    }
    for (auto at = text.find(','); at != std::string_view::npos; at = text.find(',', at + 1)) {
        const auto end = std::min(text.find_first_of(",:}\n", at + 1), text.size());
        const std::string item(text.substr(at, end - at));
        change(at, item.size(), "");
        change(at, item.size(), item + item);
    }
    for (auto at = text.find(" %"); at != std::string_view::npos; at = text.find(" %", at + 1)) {
        const auto end = std::min(text.find_first_of(",)", at), text.size());
        result.push_back({end, "", "#0"});
        if (const auto begin = text.rfind('(', at); begin != std::string_view::npos && begin + 1 < at)
            change(begin + 1, at - begin, "");
    }
    if (text.ends_with("\n\n")) change(text.size() - 1, 1, "");
    const auto feed = text.find('\n');
    if (feed != std::string_view::npos) {
        result.push_back({feed, "", "\r"});
        result.push_back({feed, "", std::string(1, '\0')});
        result.push_back({feed, "", "\xFF"});
    }
    result.push_back({text.size(), "", std::string(text)});
    return result;
}

} // namespace ballast::tests
