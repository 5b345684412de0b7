#include "check/printed_instruction.hpp"

#include "model/tables.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace ballast::checking {

namespace {

// The length of a string with its quotes.
std::size_t string_size(std::string_view text)
{
    std::size_t i = 1;
    for (; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
    return std::min(i + 1, text.size());
}

// The first byte outside of brackets and strings that ends a part, or a bracket that was opened before the text.
template <typename Ends>
std::size_t end_of_part(std::string_view text, Ends&& ends)
{
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (depth == 0 && ends(c)) return i;
        if (c == '"') {
            i += string_size(text.substr(i)) - 1;
        } else if (c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == ')' || c == ']' || c == '}') {
            if (depth == 0) return i;
            --depth;
        }
    }
    return text.size();
}

std::string_view take(std::string_view& text, std::size_t count)
{
    const auto result = text.substr(0, count);
    text.remove_prefix(result.size());
    return result;
}

} // namespace

bool skip(std::string_view& text, std::string_view what)
{
    const bool there = text.starts_with(what);
    if (there) text.remove_prefix(what.size());
    return there;
}

printed_instruction cut(std::string_view text)
{
    const auto end = text.substr(text.size());
    printed_instruction result{end, end, end, end, end};
    skip(text, "%");
    result.name = take(text, text.find(" = "));
    skip(text, " = ");
    result.shape = take(text, end_of_part(text, [](char c) { return c == ' '; }));
    skip(text, " ");
    const auto open = text.find('(');
    if (open == std::string_view::npos) return result;
    result.opcode = take(text, open);
    skip(text, "(");
    result.operands = take(text, end_of_part(text, [](char) { return false; }));
    skip(text, ")");
    skip(text, ", ");
    result.attributes = text;
    return result;
}

std::string_view printed_list::next()
{
    const auto result = take(rest_, end_of_part(rest_, [](char c) { return c == ','; }));
    // A bracket that closes the list ends it.
    if (rest_.starts_with(',')) {
        skip(rest_, ",");
        skip(rest_, " ");
    } else {
        rest_ = {};
    }
    return result;
}

std::string_view printed_list::whole() const
{
    return rest_.substr(0, end_of_part(rest_, [](char) { return false; }));
}

std::string_view without_comment(std::string_view item)
{
    if (!item.starts_with("/*")) return item;
    const auto end = item.find("*/");
    return item.substr(end == std::string_view::npos ? item.size() : end + 2);
}

printed_operand cut_operand(std::string_view text)
{
    text = without_comment(text);
    printed_operand result;
    const auto blank = text.rfind(' ');
    if (blank != std::string_view::npos) {
        result.shape = text.substr(0, blank);
        text.remove_prefix(blank + 1);
    }
    skip(text, "%");
    result.name = take(text, std::min(text.find('#'), text.size()));
    skip(text, "#");
    result.element = text;
    return result;
}

printed_attribute cut_attribute(std::string_view text)
{
    printed_attribute result;
    result.key = take(text, std::min(text.find('='), text.size()));
    skip(text, "=");
    result.value = text;
    return result;
}

std::string_view attribute_of(std::string_view attributes, std::string_view key)
{
    for (printed_list list(attributes); !list.done();)
        if (const auto [each, value] = cut_attribute(list.next()); each == key) return value;
    return {};
}

difference difference_without_marks(std::string_view marked, std::string_view bare)
{
    std::size_t i = 0;
    std::size_t k = 0;
    bool quoted = false;
    while (i < marked.size() && k < bare.size()) {
        const char c = marked[i];
        if (c != bare[k]) {
            if (quoted || c != '%') return {i, k, true};
            ++i;
            continue;
        }
        if (c == '"') quoted = !quoted;
        if (c == '\\' && quoted && i + 1 < marked.size() && k + 1 < bare.size()) {
            ++i, ++k;
            if (marked[i] != bare[k]) return {i, k, true};
        }
        ++i, ++k;
    }
    return {i, k, i != marked.size() || k != bare.size()};
}

namespace {

// A number for a JSON value that does not depend on the order of members.
class json_hash {
public:
    explicit json_hash(std::string_view text) : rest_(text) {}

    // Empty if the text is not one value.
    std::optional<std::uint64_t> whole()
    {
        const auto result = value(0);
        blanks();
        return result && rest_.empty() ? result : std::nullopt;
    }

private:
    static constexpr std::size_t deepest = 64;

    void blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n\t\r"), rest_.size())); }
    bool takes(char c)
    {
        blanks();
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    static std::uint64_t hash(std::string_view text) { return model::hash_of(text.data(), text.size()); }

    std::optional<std::uint64_t> value(std::size_t depth)
    {
        blanks();
        if (rest_.empty() || depth == deepest) return std::nullopt;
        if (takes('{')) return members('}', depth);
        if (takes('[')) return members(']', depth);
        const auto size = rest_[0] == '"' ? string_size(rest_) : std::min(rest_.find_first_of(",]} \n"), rest_.size());
        if (size == 0) return std::nullopt;
        return hash(take(rest_, size));
    }
    // Elements of an array count with their place, members of an object with their key.
    std::optional<std::uint64_t> members(char close, std::size_t depth)
    {
        std::uint64_t sum = static_cast<std::uint64_t>(close);
        if (takes(close)) return model::mixed(sum);
        for (std::uint64_t place = 1;; ++place) {
            auto key = place;
            if (close == '}') {
                blanks();
                if (!rest_.starts_with('"')) return std::nullopt;
                key = hash(take(rest_, string_size(rest_)));
                if (!takes(':')) return std::nullopt;
            }
            const auto one = value(depth + 1);
            if (!one) return std::nullopt;
            sum += model::mixed(model::mixed(key) ^ *one);
            if (takes(close)) return model::mixed(sum);
            if (!takes(',')) return std::nullopt;
        }
    }

    std::string_view rest_;
};

} // namespace

bool same_json(std::string_view a, std::string_view b)
{
    if (a == b) return true;
    const auto x = json_hash(a).whole();
    return x && x == json_hash(b).whole();
}

} // namespace ballast::checking
