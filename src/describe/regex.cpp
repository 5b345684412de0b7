#include "describe/regex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ballast::describe {

namespace {

std::string escaped_byte(std::size_t byte)
{
    const char c = static_cast<char>(byte);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ' ';
    return plain ? std::string(1, c) : fmt::format("\\x{:02X}", byte);
}

// Bytes of ASCII; code points beyond are not in sets of their own.
std::string class_of(const std::bitset<256>& set)
{
    const bool inverted = set.count() > 128;
    std::string result = inverted ? "[^" : "[";
    for (std::size_t i = 0; i < 128; ++i) {
        if (set[i] == inverted) continue;
        const auto first = i;
        while (i + 1 < 128 && set[i + 1] != inverted) ++i;
        result += escaped_byte(first);
        if (i > first + 1) result += '-';
        if (i > first) result += escaped_byte(i);
    }
    return result + ']';
}

} // namespace

std::string regex_of_text(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '\t') {
            result += "\\t";
            continue;
        }
        if (std::string_view(".*+?^${}()|[]\\/").find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string regex_writer::production(std::string_view name) { return expression(grammar_.rules.find(name)->second); }

std::string regex_writer::expression(node_id id)
{
    const auto& n = grammar_.nodes[id];
    if (std::ranges::find(open_, id) != open_.end())
        throw std::logic_error(fmt::format("`{}` refers to itself", n.name));
    const auto scope = scope_of_ ? scope_of_(n) : std::string();
    if (!scope.empty()) groups_.push_back(scope);
    open_.push_back(id);
    auto result = body(n);
    open_.pop_back();
    return scope.empty() ? result : fmt::format("({})", result);
}

std::string regex_writer::joined(const node& n, std::string_view separator)
{
    std::string result;
    for (const auto child : n.children) {
        if (!result.empty()) result += separator;
        result += expression(child);
    }
    return result;
}

std::string regex_writer::repeated(const node& n, std::string_view suffix)
{
    return fmt::format("(?:{}){}", expression(n.children.front()), suffix);
}

std::string regex_writer::body(const node& n)
{
    switch (n.op) {
    case operation::sequence:
    case operation::nested: return joined(n, "");
    case operation::choice: return fmt::format("(?>{})", joined(n, "|"));
    case operation::optional: return repeated(n, "?+");
    case operation::star: return repeated(n, "*+");
    case operation::plus: return repeated(n, "++");
    case operation::repeat: return repeated(n, fmt::format("{{{}}}", n.count));
    case operation::repeat_optional: return fmt::format("(?>{})", repeated(n, fmt::format("{{0,{}}}", n.count)));
    case operation::at: return fmt::format("(?={})", expression(n.children.front()));
    case operation::not_at: return fmt::format("(?!{})", expression(n.children.front()));
    case operation::text: {
        std::string_view line = n.text;
        const bool begins = line.starts_with('\n');
        if (begins) line.remove_prefix(1);
        const bool ends = line.ends_with('\n');
        if (ends) line.remove_suffix(1);
        return fmt::format("{}{}{}", begins ? "^" : "", regex_of_text(line), ends ? "$" : "");
    }
    case operation::bytes: return n.set == std::bitset<256>().set('\n') ? "$" : class_of(n.set);
    case operation::run: return class_of(n.set) + "++";
    case operation::code_points:
        return fmt::format("[\\x{{{:X}}}-\\x{{{:X}}}]", static_cast<std::uint32_t>(n.low),
                           static_cast<std::uint32_t>(n.high));
    case operation::end: return "$";
    case operation::right_aligned: return fmt::format(" *+{}", expression(n.children.front()));
    case operation::last_parenthesis: return fmt::format(".+(?={})", expression(n.children.front()));
    }
    return {};
}

} // namespace ballast::describe
