#include "render/text.hpp"

#include "base/letters.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace ballast::inline v0::render {

std::string plural(std::size_t count, std::string_view what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string file_and_line(std::string_view source)
{
    return std::string(source.substr(source.find_last_of("/\\") + 1));
}

namespace {

// True if `rest` after `before` looks like a name, an issue or an address that GitHub turns into a link; an empty
// comment between the two prevents that.
bool would_link(std::string_view before, std::string_view rest)
{
    const auto ends_with = [&](std::string_view word) {
        if (before.size() < word.size()) return false;
        return std::ranges::equal(before.substr(before.size() - word.size()), word, std::ranges::equal_to(),
                                  lower_letter);
    };
    if (rest.empty()) return false;
    const bool digit = rest[0] >= '0' && rest[0] <= '9';
    return ends_with("@") || (digit && (ends_with("#") || ends_with("gh-"))) || ends_with("www.") ||
           (rest.starts_with("//") && ends_with(":"));
}

} // namespace

std::string markdown_text(std::string_view text)
{
    constexpr std::string_view no_link = "<!-- -->";
    const auto shown = printable(text);
    const std::string_view all = shown;
    std::string result;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (would_link(all.substr(0, i), all.substr(i))) result += no_link;
        if (all[i] == '&') {
            result += "&amp;";
            continue;
        }
        if (std::string_view("|\\`*_[]<>~$").find(all[i]) != std::string_view::npos) result += '\\';
        result += all[i];
    }
    return result;
}

std::string xml_text(std::string_view text)
{
    std::string result;
    const auto shown = printable(text);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto rest = std::string_view(shown).substr(i);
        if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
            result += '?';
            i += 2;
            continue;
        }
        switch (shown[i]) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += shown[i];
        }
    }
    return result;
}

std::string in_columns(std::string_view sentence, std::size_t columns)
{
    if (columns == 0) columns = 80;
    std::string result;
    std::string line;
    auto rest = sentence;
    while (!rest.empty()) {
        auto end = std::min(rest.find(' '), rest.size());
        for (const std::string_view unit : {" B", " KiB", " MiB", " GiB", " TiB"})
            if (rest[0] >= '0' && rest[0] <= '9' && rest.substr(end).starts_with(unit))
                end = std::min(rest.find(' ', end + unit.size()), rest.size());
        const auto word = rest.substr(0, end);
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        if (!line.empty() && utf8::code_points(line) + 1 + utf8::code_points(word) > columns) {
            result.append(line).append("\n");
            line = "  ";
        } else if (!line.empty()) {
            line += ' ';
        }
        line += word;
    }
    return result.append(line).append("\n");
}

std::string ascii(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto c = utf8::take_code_point(text);
        if (c == "…")
            result += '~';
        else if (c == "–")
            result += '-';
        else
            result += static_cast<unsigned char>(c[0]) < 0x80 ? c[0] : '?';
    }
    return result;
}

} // namespace ballast::inline v0::render
