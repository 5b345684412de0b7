#include "render/message_view.hpp"

#include "ballast/version.hpp"
#include "base/shown.hpp"
#include "render/memory_parts.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace ballast::inline v0::render {

namespace {

// `step.log:12`
std::string place_of(const message_view& view)
{
    return view.line == 0 ? view.file.name : fmt::format("{}:{}", view.file.name, view.line);
}

// The first message of each kind, and the number of messages of that kind.
struct counted_message {
    const message_view* first = nullptr;
    std::size_t count = 0;
};
std::vector<counted_message> different(const std::vector<message_view>& views)
{
    std::vector<counted_message> result;
    std::unordered_map<std::string_view, std::size_t> known; // by verdict
    for (const auto& view : views) {
        const auto [at, added] = known.try_emplace(view.facts.verdict, result.size());
        if (added)
            result.push_back({&view, 1});
        else
            ++result[at->second].count;
    }
    // Failures first: warnings often come before them.
    std::ranges::stable_partition(result, [](const counted_message& m) { return m.first->facts.failure; });
    return result;
}

std::string times(std::size_t count) { return count == 1 ? std::string() : fmt::format(" ({} times)", count); }

// `step.log:12: GPU: an allocation of 7.31 GiB failed (2 times)`
std::string failure_line(const counted_message& m)
{
    // The remark that the message lacks a size is not needed beside other texts.
    const std::string_view verdict = m.first->facts.verdict;
    return fmt::format("{}: {}: {}{}", place_of(*m.first), spelling(m.first->facts.source),
                       verdict.substr(0, verdict.find(unknown_rest)), times(m.count));
}

std::vector<std::string> failure_lines(const std::vector<message_view>& views)
{
    constexpr std::size_t most = 5;
    auto failures = different(views);
    std::erase_if(failures, [](const counted_message& m) { return !m.first->facts.failure; });
    // A line says how many are left out, but not for one.
    const auto shown = failures.size() == most + 1 ? failures.size() : std::min(failures.size(), most);
    std::vector<std::string> result;
    for (std::size_t i = 0; i < shown; ++i) result.push_back(failure_line(failures[i]));
    if (shown != failures.size())
        result.push_back(fmt::format("{} more failures; --format json has them all", failures.size() - shown));
    return result;
}

} // namespace

std::string messages_text(const std::vector<message_view>& views, std::size_t columns, bool plain)
{
    std::string out;
    for (const auto& [view, count] : different(views)) {
        if (!out.empty()) out += '\n';
        out += fmt::format("{}\n", printable(place_of(*view)));
        out += in_columns(
            fmt::format("{}: {}{}", spelling(view->facts.source), printable(view->facts.verdict), times(count)),
            columns);
        for (const auto& size : view->facts.sizes) out += fmt::format("  {}: {}\n", size.what, size.text);
        for (const auto& sentence : view->facts.advice)
            out += in_columns(fmt::format("{}.", printable(sentence)), columns);
    }
    return plain ? ascii(out) : out;
}

void put_messages(json_writer& out, const std::vector<message_view>& views)
{
    out.array("messages", [&] {
        for (const auto& view : views)
            out.object([&] {
                out.member("path", view.file.name);
                if (view.line != 0) out.member("line", view.line);
                out.member("era", view.era.to_string());
                out.member("source", spelling(view.facts.source));
                out.member("failure", view.facts.failure);
                out.member("verdict", view.facts.verdict);
                out.object("sizes", [&] {
                    for (const auto& size : view.facts.sizes) out.member(size.what, size.bytes);
                });
                out.array("advice", [&] {
                    for (const auto& sentence : view.facts.advice) out.text(sentence);
                });
            });
    });
}

std::string messages_json(const std::vector<message_view>& views, const dump_of_message* dump)
{
    json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        std::vector<shown_file> files;
        for (const auto& view : views)
            if (files.empty() || files.back().name != view.file.name) files.push_back(view.file);
        put_files(out, files);
        out.member("era", views.front().era.to_string());
        put_messages(out, views);
        if (dump) put_dump(out, *dump);
    });
    return out.result() + '\n';
}

std::string messages_markdown(const std::vector<message_view>& views)
{
    std::string out;
    for (const auto& [view, count] : different(views)) {
        if (!out.empty()) out += '\n';
        out += fmt::format("**{}**: {}{}\n\n", spelling(view->facts.source), markdown_text(view->facts.verdict),
                           times(count));
        for (const auto& size : view->facts.sizes) out += fmt::format("- {}: {}\n", size.what, size.text);
        for (const auto& sentence : view->facts.advice) out += fmt::format("- {}.\n", markdown_text(sentence));
    }
    return out;
}

std::string failures_text(const std::vector<message_view>& views, std::size_t columns)
{
    std::string out;
    for (const auto& line : failure_lines(views)) out += in_columns(printable(line), columns);
    return out.empty() ? out : out + '\n';
}

std::string failures_markdown(const std::vector<message_view>& views)
{
    std::string out;
    for (const auto& line : failure_lines(views)) out += fmt::format("- {}\n", markdown_text(line));
    return out.empty() ? out : out + '\n';
}

} // namespace ballast::inline v0::render
