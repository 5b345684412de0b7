#include "readers/python_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::readers {

namespace {

std::string escaped(unsigned c)
{
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ' ' ||
                       c == '_' || c == ',' || c == ':' || c == '=' || c == '%' || c == '/' || c == '<' || c == '>';
    return plain ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
}
std::string set_text(const std::bitset<256>& set)
{
    if (set.all()) return "[\\x00-\\xff]";
    if (set.count() == 1) return escaped(ranges_of(set).front().first);
    std::string result = "[";
    for (const auto& [first, last] : ranges_of(set))
        result += escaped(first) + (last == first ? "" : last == first + 1 ? escaped(last) : "-" + escaped(last));
    return result + "]";
}
// True if a quantifier can follow without a group.
bool is_atom(const step& s) { return s.is == step::kind::bytes || (s.is == step::kind::text && s.text.size() == 1); }

// True if no element of a list of numbers or names can contain a byte that the step matches.
bool only_marks(const step& s)
{
    const auto is_mark = [](unsigned char c) {
        return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-');
    };
    switch (s.is) {
    case step::kind::text: return std::ranges::all_of(s.text, is_mark);
    case step::kind::bytes:
    case step::kind::run:
        for (unsigned c = 0; c < 256; ++c)
            if (s.set[c] && !is_mark(static_cast<unsigned char>(c))) return false;
        return true;
    case step::kind::act:
    case step::kind::call:
    case step::kind::nested: return false;
    case step::kind::at:
    case step::kind::not_at: return true;
    default: return std::ranges::all_of(s.children, only_marks);
    }
}
void pushes_in(const step& s, std::vector<const step*>& found, bool& simple)
{
    if (only_marks(s)) return;
    if (s.is == step::kind::act && s.actions.size() == 1 && s.actions[0].verb == verb::push && is_regular(s.child()))
        return found.push_back(&s);
    switch (s.is) {
    case step::kind::sequence:
    case step::kind::optional:
    case step::kind::star:
    case step::kind::plus:
        for (const auto& child : s.children) pushes_in(child, found, simple);
        return;
    default: simple = false;
    }
}

step without_acts(const step& s)
{
    if (s.is == step::kind::act) return without_acts(s.child());
    auto result = s;
    for (auto& child : result.children) child = without_acts(child);
    return result;
}

} // namespace

const step* simple_list(const step& s)
{
    if (s.is != step::kind::act || s.actions.front().verb != verb::gather) return nullptr;
    std::vector<const step*> found;
    bool simple = true;
    pushes_in(s.child(), found, simple);
    if (!simple || found.empty()) return nullptr;
    const auto how = found.front()->actions.front().convert;
    for (const auto* each : found)
        if (each->actions.front().convert != how) return nullptr;
    return found.front();
}

std::optional<std::string> expression_of(const step& s, captures* groups, bool may_be_missing)
{
    const auto child = [&](captures* of, bool missing) { return expression_of(s.children.front(), of, missing); };
    const auto repeated = [&](std::string_view how, captures* of) -> std::optional<std::string> {
        auto inner = child(of, true);
        if (!inner) return std::nullopt;
        return (is_atom(s.child()) ? *inner : "(?>" + *inner + ")") + std::string(how);
    };
    switch (s.is) {
    case step::kind::sequence: {
        std::string result;
        for (const auto& each : s.children) {
            auto part = expression_of(each, groups, may_be_missing);
            if (!part) return std::nullopt;
            result += *part;
        }
        return result;
    }
    case step::kind::choice: {
        std::string result;
        for (const auto& each : s.children) {
            auto part = expression_of(each, groups, true);
            if (!part) return std::nullopt;
            result += (result.empty() ? "" : "|") + *part;
            if (&each == &s.children.front() && part->empty()) return std::nullopt;
        }
        return "(?>" + result + ")";
    }
    case step::kind::optional: return repeated("?+", groups);
    case step::kind::star: return repeated("*+", nullptr);
    case step::kind::plus: return repeated("++", nullptr);
    case step::kind::repeat: {
        auto inner = child(nullptr, true);
        if (!inner) return std::nullopt;
        return fmt::format("{}{{{}}}", is_atom(s.child()) ? *inner : "(?>" + *inner + ")", s.count);
    }
    case step::kind::repeat_optional: return repeated(fmt::format("{{0,{}}}+", s.count), nullptr);
    case step::kind::at:
    case step::kind::not_at: {
        auto inner = child(nullptr, true);
        if (!inner) return std::nullopt;
        return fmt::format("(?{}{})", s.is == step::kind::at ? '=' : '!', *inner);
    }
    case step::kind::text: {
        std::string result;
        for (const char c : s.text) result += escaped(static_cast<unsigned char>(c));
        return result;
    }
    case step::kind::bytes: return set_text(s.set);
    case step::kind::run: return set_text(s.set) + "++";
    case step::kind::act: {
        if (groups == nullptr) return std::nullopt;
        if (simple_list(s) != nullptr) {
            groups->push_back({&s, may_be_missing});
            return "(" + *expression_of(without_acts(s.child()), nullptr, true) + ")";
        }
        if (builds(s.actions.front().verb)) return std::nullopt;
        groups->push_back({&s, may_be_missing});
        auto inner = expression_of(s.child(), groups, may_be_missing);
        if (!inner) return std::nullopt;
        return "(" + *inner + ")";
    }
    case step::kind::column: {
        const auto word = set_text(describe::column_word());
        auto result = fmt::format("(?>(?! )(?={}{{{}}})", word, s.count);
        for (unsigned blanks = 1; blanks < s.count; ++blanks)
            result += fmt::format("| {{{}}}(?={}{{{}}}(?!{}))", blanks, word, s.count - blanks, word);
        return result + ")";
    }
    case step::kind::nested:
    case step::kind::call: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace ballast::readers
