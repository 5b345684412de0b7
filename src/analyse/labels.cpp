#include "analyse/labels.hpp"

#include <algorithm>
#include <array>

namespace ballast::analyse {

using namespace std::string_view_literals;

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of the bracket that opens at `at`; the end of the text if it is not closed.
std::size_t closing(std::string_view text, std::size_t at)
{
    std::size_t depth = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
        if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
        if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && --depth == 0) return i;
    }
    return text.size();
}

// The content of `name(…)`, if nothing follows it.
bool unwrap(std::string_view& text, std::string_view name)
{
    if (!text.starts_with(name) || !text.ends_with(')') || text.size() < name.size() + 2 || text[name.size()] != '(' ||
        closing(text, name.size()) != text.size() - 1)
        return false;
    text = text.substr(name.size() + 1, text.size() - name.size() - 2);
    return true;
}

constexpr std::array told_nothing{"jit(main)"sv, "jit(shmap_body)"sv, "body"sv, "closed_call"sv, "pjit"sv, ""sv};
constexpr std::array wrappers{"jit"sv, "jvp"sv, "vmap"sv};

bool tells_nothing(std::string_view part) { return std::ranges::find(told_nothing, part) != told_nothing.end(); }

// Removes square brackets with their content, unless they are nested in others.
std::string_view without_arguments(std::string_view part)
{
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] == '[' && i != 0) return part.substr(0, i);
        if (part[i] == '(' || part[i] == '[' || part[i] == '{') i = closing(part, i);
    }
    return part;
}

// Empty if the part is not informative.
std::string part_of(std::string_view part)
{
    constexpr int deepest = 32; // wrappers, which are removed
    std::string primes;
    for (int depth = 0; !tells_nothing(part = without_arguments(part)); ++depth) {
        if (depth == deepest) return std::string(part).append(primes);
        if (unwrap(part, "transpose")) {
            primes += '\'';
            continue;
        }
        if (std::ranges::none_of(wrappers, [&](std::string_view name) { return unwrap(part, name); }))
            return std::string(part).append(primes);
    }
    return {};
}

} // namespace

namespace {

// TensorFlow has the gradient of `dense/MatMul` in `gradient_tape/dense/MatMul/MatMul`.
void mark_gradient(std::vector<std::string>& parts)
{
    if (parts.size() < 2 || parts.front() != "gradient_tape") return;
    parts.erase(parts.begin());
    parts.front() += '\'';
    if (parts.size() > 2 && parts.back() == parts[parts.size() - 2]) parts.pop_back();
}

// PyTorch/XLA counts equal operations in a scope of its own: `aten__lerp.103/aten__lerp`.
void erase_counted(std::vector<std::string>& parts)
{
    if (parts.size() < 2) return;
    const std::string_view operation = parts.back();
    const std::string_view counted = parts[parts.size() - 2];
    const bool is_counted = counted.size() > operation.size() + 1 && counted.starts_with(operation) &&
                            counted[operation.size()] == '.' &&
                            std::ranges::all_of(counted.substr(operation.size() + 1), is_digit);
    if (is_counted) parts.erase(parts.end() - 2);
}

} // namespace

std::vector<std::string> parts_of(std::string_view op_name)
{
    std::vector<std::string> result;
    std::size_t depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= op_name.size(); ++i) {
        if (i < op_name.size()) {
            const char c = op_name[i];
            if (c == '(' || c == '[' || c == '{') ++depth;
            if ((c == ')' || c == ']' || c == '}') && depth != 0) --depth;
            if (c != '/' || depth != 0) continue;
        }
        if (auto part = part_of(op_name.substr(begin, i - begin)); !part.empty()) result.push_back(std::move(part));
        begin = i + 1;
    }
    mark_gradient(result);
    erase_counted(result);
    // An unclosed bracket, or only uninformative parts.
    if (result.empty() && !op_name.empty()) result.emplace_back(op_name);
    return result;
}

std::string label_of(std::string_view op_name)
{
    const auto parts = parts_of(op_name);
    if (parts.empty()) return {};
    std::string result = parts.front();
    if (parts.size() > 3) result += "/…";
    for (std::size_t i = parts.size() > 3 ? parts.size() - 2 : 1; i < parts.size(); ++i) {
        result += '/';
        result += parts[i];
    }
    return result;
}

std::string scope_of(std::string_view op_name)
{
    constexpr std::size_t deepest = 3;
    const auto parts = parts_of(op_name);
    std::string result;
    for (std::size_t i = 0; i + 1 < parts.size() && i < deepest; ++i) {
        if (i != 0) result += '/';
        result += parts[i];
    }
    return result;
}

std::string without_numbers(std::string_view path)
{
    std::string result;
    for (std::size_t i = 0; i < path.size(); ++i) {
        result += path[i];
        if (path[i] != '[') continue;
        auto end = i + 1;
        while (end < path.size() && is_digit(path[end])) ++end;
        if (end == i + 1 || end == path.size() || path[end] != ']') continue;
        result += '*';
        i = end - 1;
    }
    return result;
}

bool is_traced(std::string_view op_name)
{
    const auto open = op_name.find_first_of("([{'/. "sv);
    return open != 0 && open != std::string_view::npos && op_name[open] == '(' &&
           op_name.find(")/"sv, open) != std::string_view::npos;
}

bool is_path(std::string_view path)
{
    if (path.starts_with("args"sv))
        path.remove_prefix(4);
    else if (path.starts_with("arg"sv))
        path.remove_prefix(3);
    else
        return !path.empty() && !path.starts_with("xla::device_data"sv) && !path.starts_with("xla__device_data"sv);
    return path.find_first_not_of("0123456789[]_."sv) != std::string_view::npos;
}

std::string_view base_of(std::string_view name)
{
    for (;;) {
        auto rest = name;
        while (!rest.empty() && is_digit(rest.back())) rest.remove_suffix(1);
        if (rest.size() != name.size() && rest.size() > 1 && rest.ends_with('.'))
            rest.remove_suffix(1);
        else if (!rest.ends_with(".clone"sv) && !rest.ends_with(".remat"sv))
            return name;
        if (rest.ends_with(".clone"sv) || rest.ends_with(".remat"sv)) rest.remove_suffix(6);
        if (rest.empty() || rest.size() == name.size()) return name;
        name = rest;
    }
}

} // namespace ballast::analyse
