#include "failures/pattern.hpp"

#include "base/human_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ballast::failures {

namespace {

constexpr std::size_t longest_text = 200; // of `%t`

bool is_word(char c) { return is_digit(c) || is_letter(c) || std::string_view("_.-/$<>@+:#").find(c) != npos; }

std::size_t digits(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

// The size of a number with separators: `1,024`.
std::size_t number_size(std::string_view text)
{
    std::size_t at = text.starts_with('-') ? 1 : 0;
    const auto first = digits(text.substr(at));
    if (first == 0) return 0;
    at += first;
    constexpr std::size_t group = 3;
    while (at + group < text.size() && (text[at] == ',' || text[at] == '_') && digits(text.substr(at + 1)) == group)
        at += 1 + group;
    return at;
}

struct printed_size {
    std::size_t length = 0; // 0: not a size
    double count = 0;
    int unit = 0; // power of 1024
    bool is_whole = true;
    bool is_short = false; // `25.25G`
};

double decimal_value(std::string_view text)
{
    double value = 0;
    double scale = 1;
    bool fraction = false;
    for (const char c : text) {
        if (c == '.') fraction = true;
        if (!is_digit(c)) continue;
        value = value * 10 + (c - '0');
        if (fraction) scale *= 10;
    }
    return text.starts_with('-') ? -value / scale : value / scale;
}

printed_size size_at(std::string_view text)
{
    printed_size result;
    auto length = number_size(text);
    if (length == 0) return result;
    if (length < text.size() && text[length] == '.') {
        const auto fraction = digits(text.substr(length + 1));
        if (fraction != 0) {
            length += 1 + fraction;
            result.is_whole = false;
        }
    }
    result.count = decimal_value(text.substr(0, length));
    auto rest = text.substr(length);
    if ((rest.starts_with(' ') || rest.starts_with(joint)) && rest.size() > 1) {
        ++length;
        rest.remove_prefix(1);
    }
    for (const std::string_view word : {"bytes", "Bytes", "byte"})
        if (rest.starts_with(word)) {
            result.length = length + word.size();
            return result;
        }
    if (rest.empty()) return result;
    constexpr std::string_view units = "BKMGTPE";
    const auto unit = units.find(rest.front());
    if (unit == npos) return result;
    rest.remove_prefix(1);
    ++length;
    result.unit = static_cast<int>(unit);
    result.is_short = true;
    for (const std::string_view word : {"iB", "B"})
        if (unit != 0 && rest.starts_with(word)) {
            rest.remove_prefix(word.size());
            length += word.size();
            result.is_short = false;
            break;
        }
    // `5 Good`, `3 Errors`
    if (!rest.empty() && (is_letter(rest.front()) || is_digit(rest.front()))) return result;
    result.length = length;
    return result;
}

} // namespace

std::string size_text(std::int64_t bytes)
{
    if (bytes < 0)
        return "-" + size_text(bytes == std::numeric_limits<std::int64_t>::min()
                                   ? std::numeric_limits<std::int64_t>::max()
                                   : -bytes);
    auto text = human_size(bytes);
    text.insert(text.find_last_of("0123456789") + 1, " ");
    return text;
}

std::string_view between(std::string_view text, std::string_view before, std::string_view behind)
{
    const auto begin = text.find(before);
    if (begin == npos) return {};
    const auto rest = text.substr(begin + before.size());
    const auto end = rest.find(behind);
    return end == npos ? std::string_view() : rest.substr(0, end);
}

amount exact_amount(std::int64_t bytes) { return {bytes, size_text(bytes), true}; }

std::optional<amount> amount_of(std::string_view text)
{
    while (text.starts_with(' ')) text.remove_prefix(1);
    const auto printed = size_at(text);
    if (printed.length == 0) return std::nullopt;
    // More digits than a floating-point number has are an overflow, too.
    const auto count = std::isfinite(printed.count) ? printed.count : HUGE_VAL;
    const auto bytes = std::ldexp(count, 10 * printed.unit);
    amount result;
    result.overflows = std::abs(bytes) >= 0x1p60;
    result.bytes = bytes >= 0x1p63    ? std::numeric_limits<std::int64_t>::max()
                   : bytes <= -0x1p63 ? std::numeric_limits<std::int64_t>::min()
                                      : static_cast<std::int64_t>(std::llround(bytes));
    result.exact = printed.unit == 0;
    if (result.exact) {
        result.text = size_text(result.bytes);
    } else if (printed.is_short) {
        result.text = text.substr(0, printed.length);
        std::erase_if(result.text, [](char c) { return c == ' ' || c == joint; });
    } else {
        result.text = text.substr(0, number_size(text));
        const auto all = text.substr(0, printed.length);
        const auto letter = all.find_first_of("KMGTPE");
        result.text = all.substr(0, letter);
        while (result.text.ends_with(' ')) result.text.pop_back();
        result.text += ' ';
        result.text += all[letter];
        result.text += "iB";
    }
    return result;
}

std::optional<std::int64_t> number_of(std::string_view text)
{
    while (text.starts_with(' ')) text.remove_prefix(1);
    const auto length = number_size(text);
    if (length == 0) return std::nullopt;
    std::int64_t result = 0;
    for (const char c : text.substr(0, length)) {
        if (!is_digit(c)) continue;
        if (__builtin_mul_overflow(result, std::int64_t{10}, &result) ||
            __builtin_add_overflow(result, std::int64_t{c - '0'}, &result))
            return std::nullopt;
    }
    return text.starts_with('-') ? -result : result;
}

namespace {

// Matches step by step.
class matcher {
public:
    matcher(std::string_view pattern, const joined_text& in, std::size_t at) : pattern_(pattern), in_(in), at_(at) {}

    std::optional<match> run()
    {
        while (!pattern_.empty()) {
            const bool fits = pattern_.front() == '%' && pattern_.size() > 1 ? value() : literal(pattern_.front());
            if (!fits) return std::nullopt;
        }
        result_.end = at_;
        return result_;
    }

private:
    [[nodiscard]] char here() const { return at_ < in_.marked.size() ? in_.marked[at_] : '\0'; }

    bool literal(char c)
    {
        pattern_.remove_prefix(1);
        if (c == ' ') {
            if (here() != ' ' && here() != joint) return false;
        } else {
            if (here() == joint) ++at_;
            if (here() != c) return false;
        }
        ++at_;
        return true;
    }

    void take(std::size_t length)
    {
        if (result_.count < result_.values.size())
            result_.values[result_.count++] = std::string_view(in_.text).substr(at_, length);
        at_ += length;
    }

    bool value()
    {
        const char kind = pattern_[1];
        pattern_.remove_prefix(1);
        if (kind == '%') return literal('%');
        pattern_.remove_prefix(1);
        if (kind == '?') {
            const char c = pattern_.front();
            pattern_.remove_prefix(1);
            if (here() == c || (c == ' ' && here() == joint)) ++at_;
            return true;
        }
        if (kind == 't') return any_text();
        while (here() == joint || here() == ' ') ++at_;
        const auto rest = std::string_view(in_.text).substr(at_);
        std::size_t length = 0;
        if (kind == 's') length = size_at(rest).length;
        if (kind == 'n') length = number_size(rest);
        if (kind == 'w') {
            length = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_word) - rest.begin());
            while (length != 0 && std::string_view(".:").find(rest[length - 1]) != npos) --length;
        }
        if (length == 0) return false;
        take(length);
        return true;
    }

    bool any_text()
    {
        const auto rest = std::string_view(in_.text).substr(at_, longest_text);
        const auto end = pattern_.empty() ? rest.find(paragraph) : rest.find(pattern_.front());
        if (end == npos && !pattern_.empty()) return false;
        take(std::min(end, rest.size()));
        return true;
    }

    std::string_view pattern_;
    const joined_text& in_;
    std::size_t at_;
    match result_;
};

} // namespace

amount amount_at(const match& found, std::size_t which) { return amount_of(found.values[which]).value_or(amount{}); }

amount bytes_at(const match& found, std::size_t which)
{
    return exact_amount(number_of(found.values[which]).value_or(0));
}

std::optional<match> matched(std::string_view pattern, const joined_text& in, std::size_t at)
{
    return matcher(pattern, in, at).run();
}

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    if (begin == npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

} // namespace ballast::failures
