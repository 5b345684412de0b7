#include "answers/redact.hpp"

#include "base/file_name.hpp"
#include "files/paths.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

// Numbers inside names are compared by their values, so that `op_10` comes after `op_9`, in redacted names as well.
bool comes_before(std::string_view a, std::string_view b)
{
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto take_number = [&](std::string_view& text) {
        const auto end = std::ranges::find_if_not(text, is_digit);
        auto number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(number.size());
        number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
        return number;
    };
    while (!a.empty() && !b.empty()) {
        if (is_digit(a[0]) && is_digit(b[0])) {
            const auto x = take_number(a);
            const auto y = take_number(b);
            if (x.size() != y.size()) return x.size() < y.size();
            if (x != y) return x < y;
        } else if (a[0] != b[0]) {
            return a[0] < b[0];
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() < b.size();
}

// The names of folders and of the file, each replaced by itself.
std::string redacted_place(std::string_view place, redact::redactor& words)
{
    std::string result;
    while (!place.empty()) {
        const auto end = std::min(place.find('/'), place.size());
        result.append(words.file_name(std::string(place.substr(0, end))));
        if (end != place.size()) result += '/';
        place.remove_prefix(std::min(end + 1, place.size()));
    }
    return result;
}

} // namespace

std::string place_of(const files::input_file& file, const std::vector<std::string>& paths)
{
    for (const auto& path : paths)
        if (files::is_folder(path))
            if (auto below = files::relative(file.path, path); !below.empty())
                return std::string(without_compression(below));
    const std::string_view name = file.path;
    return std::string(without_compression(name == "-" ? "stdin.txt" : name.substr(name.rfind('/') + 1)));
}

std::vector<placed_file> redacted_places(const std::vector<files::input_file>& inputs,
                                         const std::vector<std::string>& paths, redact::redactor& words)
{
    std::vector<placed_file> result;
    for (const auto& file : inputs) result.push_back({place_of(file, paths), &file});
    std::ranges::stable_sort(result, comes_before,
                             [](const placed_file& each) -> const std::string& { return each.place; });
    for (auto& each : result) each.place = redacted_place(each.place, words);
    return result;
}

std::optional<std::string> redacted_text(const files::input_file& file, const run& by, redact::redactor& words,
                                         outcome& to)
{
    const auto read = parse_file(file, by.reading, 1, true);
    if (!read.problem.empty()) {
        to.fail("redact", "{}: unreadable: {}", file.shown, read.problem);
        return std::nullopt;
    }
    auto text = read.has_records() ? words.text(*read.result.value) : std::nullopt;
    if (!text) {
        to.say("ballast redact: {}: refused, so it is left out", file.shown);
        to.raise(failure);
    } else if (const auto count = read.result.value->unread().size(); count != 0) {
        to.say("ballast redact: {}: {} that could not be read {} left out", file.shown,
               count == 1 ? "a piece" : fmt::format("{} pieces", count), count == 1 ? "is" : "are");
    }
    return text;
}

} // namespace ballast::inline v0::answers
