#include "extract/prefix.hpp"

#include "extract/line.hpp"

#include <algorithm>

namespace ballast::extracting {

namespace {

constexpr std::string_view digits = "0123456789";
// The number of bytes at the start of a text that are in a set.
std::size_t run(std::string_view text, std::string_view set)
{
    return std::min(text.find_first_not_of(set), text.size());
}

} // namespace

prefix::prefix(std::string_view first, numbers changing)
{
    const auto all = first;
    const auto is_digit = [&](std::size_t at) { return at < all.size() && digits.find(all[at]) != npos; };
    // `12:00:00.123`, `2026-01-31T12`, `I0131`: a number beside another one, or after a level.
    const auto of_time = [&](std::size_t begin, std::size_t end) {
        constexpr std::string_view between = ":.,-/T ";
        return (end < all.size() && between.find(all[end]) != npos && is_digit(end + 1)) ||
               (begin > 1 && between.find(all[begin - 1]) != npos && is_digit(begin - 2)) ||
               (begin == 1 && std::string_view("IWEF").find(all[0]) != npos);
    };
    // `bfc_allocator.cc:1036]`: a number after the name of a file.
    const auto of_place = [&](std::size_t begin) {
        if (begin == 0 || all[begin - 1] != ':') return false;
        const auto name = all.substr(0, begin - 1);
        const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        const auto dot = name.rfind('.');
        return dot != npos && dot + 1 < name.size() && std::ranges::all_of(name.substr(dot + 1), letter);
    };
    const auto add = [&](part::kind is, std::size_t count) {
        parts_.push_back({is, std::string(first.substr(0, count))});
        first.remove_prefix(count);
    };
    while (!first.empty()) {
        const auto begin = all.size() - first.size();
        if (const auto count = run(first, digits); count != 0)
            add(changing == numbers::all || of_time(begin, begin + count) || of_place(begin) ? part::kind::number
                                                                                             : part::kind::text,
                count);
        else if (const auto blanks = run(first, " "); blanks != 0)
            // Blanks of the text may follow the last blanks.
            add(blanks == first.size() ? part::kind::text : part::kind::blanks, blanks);
        else
            add(part::kind::text, std::min(first.find_first_of("0123456789 "), first.size()));
    }
}

std::size_t prefix::length_in(std::string_view line) const
{
    const auto size = line.size();
    auto rest = line;
    for (const auto& p : parts_) {
        const auto count = p.is == part::kind::number   ? run(rest, digits)
                           : p.is == part::kind::blanks ? run(rest, " ")
                           : rest.starts_with(p.text)   ? p.text.size()
                                                        : 0;
        if (count == 0) {
            const bool trimmed = &p == &parts_.back() && rest.empty() && p.text.find_first_not_of(' ') == npos;
            return trimmed ? size : npos;
        }
        rest.remove_prefix(count);
    }
    return size - rest.size();
}

container_prefixes prefixes_of_container(std::string_view first)
{
    container_prefixes result{std::string(first), {}};
    for (const std::string_view stream : {" stdout ", " stderr "}) {
        const auto at = first.find(stream);
        const auto tag = at == npos ? npos : at + stream.size();
        if (tag == npos || tag + 2 > first.size() || first[tag + 1] != ' ' || (first[tag] != 'F' && first[tag] != 'P'))
            continue;
        result.piece = result.whole;
        result.whole[tag] = 'F';
        result.piece[tag] = 'P';
        break;
    }
    return result;
}

} // namespace ballast::extracting
