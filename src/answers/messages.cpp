#include "answers/messages.hpp"

#include "answers/load.hpp"
#include "answers/log_texts.hpp"
#include "ballast/kind_word.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "files/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

message_view view_of(const files::input_file& file, const document& text)
{
    const auto era = date(text.witnesses()).possible;
    const bool in_log = file.text && file.text->in_log;
    return {{file.shown, std::string(kind_word(text.tree())), text.text().size()},
            in_log ? file.place_in_file({1, 1}).line : 0,
            era,
            facts_of(*text.memory_message(), era)};
}

} // namespace

std::vector<message_view> messages_in(const std::vector<files::input_file>& inputs, const files::options& reading,
                                      std::vector<std::string>& refused)
{
    if (!std::ranges::all_of(inputs, may_be_message)) return {};
    std::vector<message_view> result;
    std::vector<std::string> lines;
    for (const auto& file : inputs) {
        const auto read = parse_file(file, reading);
        if (!read.problem.empty()) return {};
        if (!read.result.accepted()) {
            const auto& fault = read.result.findings.front();
            const auto line = file.place_in_file({1, 1}).line;
            lines.push_back(fmt::format("{}:{}: refused: {}", file.shown, line, fault.message.text()));
            continue;
        }
        const auto& text = *read.result.value;
        if (!text.memory_message()) return {};
        result.push_back(view_of(file, text));
    }
    if (!result.empty()) std::ranges::move(lines, std::back_inserter(refused));
    return result;
}

std::vector<message_view> messages_beside(const std::vector<files::input_file>& inputs, const files::options& reading)
{
    std::set<const std::vector<files::input_file>*> logs;
    std::vector<message_view> result;
    for (const auto& input : inputs) {
        const auto* messages = input.text ? input.text->messages.get() : nullptr;
        if (!messages || !logs.insert(messages).second) continue;
        for (const auto& file : *messages) {
            const auto read = parse_file(file, reading);
            if (read.accepted() && read.result.value->memory_message())
                result.push_back(view_of(file, *read.result.value));
        }
    }
    return result;
}

namespace {

std::uint64_t distance(std::int64_t a, std::int64_t b)
{
    return static_cast<std::uint64_t>(std::max(a, b)) - static_cast<std::uint64_t>(std::min(a, b));
}

// What a size can differ from what it was rounded from: a hundredth of its unit, `16.50G`, or a thousandth.
std::uint64_t tolerance_of(std::int64_t size)
{
    std::int64_t unit = 1;
    while (unit <= size / 1024) unit *= 1024;
    return static_cast<std::uint64_t>(std::max(unit / 100, size / 1000));
}

// A size that is the total of a module, or that of its temporaries, which a run of it requests.
struct size_of_module {
    std::int64_t bytes = 0;
    std::string_view what;
};
std::optional<size_of_module> size_of_row(const summary_row& row, const std::vector<std::int64_t>& sizes)
{
    const auto is_about = [](std::int64_t size, std::int64_t of) {
        return size > 0 && distance(size, of) <= tolerance_of(size);
    };
    for (const auto size : sizes)
        if (is_about(size, row.numbers.total)) return size_of_module{size, "a total"};
    for (const auto size : sizes)
        if (is_about(size, row.numbers.temporaries)) return size_of_module{size, "temporaries"};
    return std::nullopt;
}

// True if the sizes are of another program: not even half of the smallest one is in the module. Its dump can be one for
// another platform, which takes less.
bool is_too_small(const summary_row& row, const std::vector<std::int64_t>& sizes)
{
    return !sizes.empty() && row.numbers.total < std::ranges::min(sizes) / 2;
}

} // namespace

chosen_row module_of_message(const folder_summary& all, std::string_view name, const std::vector<std::int64_t>& sizes)
{
    if (all.rows.empty()) return {nullptr, {}, "no module with allocations"};
    if (!name.empty()) {
        const summary_row* found = nullptr;
        for (const auto& row : all.rows)
            if (row.name == name && (!found || (!sizes.empty() && distance(row.numbers.total, sizes.front()) <
                                                                      distance(found->numbers.total, sizes.front()))))
                found = &row;
        if (found && is_too_small(*found, sizes))
            return {
                nullptr,
                {},
                fmt::format("{} allocates {} in this dump, the text is about {}: they are of different compilations",
                            printable(name), size_text(found->numbers.total), size_text(std::ranges::min(sizes)))};
        if (found) return {found, {}, {}};
        return {nullptr, {}, fmt::format("no module has the name {}", files::quoted_name(name))};
    }
    std::vector<std::pair<const summary_row*, size_of_module>> near;
    for (const auto& row : all.rows)
        if (const auto size = size_of_row(row, sizes)) near.emplace_back(&row, *size);
    if (near.size() == 1)
        return {near.front().first,
                fmt::format("a guess: the text names no module; {} is the only one of the dump with {} of about {}",
                            printable(near.front().first->name), near.front().second.what,
                            size_text(near.front().second.bytes)),
                {}};
    if (sizes.empty()) return {nullptr, {}, "the text names no module, and has no size that can be a module's total"};
    if (!near.empty())
        return {nullptr, {}, fmt::format("the text names no module, and {} modules have such a size", near.size())};
    std::string list;
    for (const auto size : sizes) list += fmt::format("{}{}", list.empty() ? "" : " or ", size_text(size));
    return {nullptr,
            {},
            fmt::format("the text names no module, and no module has a total or temporaries of about {}", list)};
}

std::optional<tpu_memory> tpu_memory_in(const loaded_module& of)
{
    for (const auto& file : of.files) {
        const auto& read = *file.result.value;
        const auto* report = read.tpu_report();
        const auto* usage = read.tpu_usage();
        if (!report && !usage) continue;
        auto result = report ? tpu_memory_of(*report) : tpu_memory_of(*usage);
        auto& missing = result.of_text.missing;
        for (const auto& lack : read.lacks()) missing.push_back(lack.clause);
        if (const auto clause = missing_in(read.tree())) missing.push_back(clause->text());
        if (const auto& log = file.file->text) missing.insert(missing.end(), log->missing.begin(), log->missing.end());
        return result;
    }
    return std::nullopt;
}

} // namespace ballast::inline v0::answers
