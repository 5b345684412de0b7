#include "render/answers.hpp"

#include "render/failure_table.hpp"
#include "render/failure_text.hpp"
#include "render/lines.hpp"
#include "render/message_view.hpp"
#include "render/summary_json.hpp"
#include "render/text.hpp"
#include "render/tpu_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ballast::inline v0::render {

std::string lines_of(const std::vector<answers::diagnostic>& all)
{
    line_buffer lines;
    for (const auto& each : all)
        if (each.file)
            lines.unused(*each.file);
        else
            lines.line("{}", each.line);
    return lines.take();
}

namespace {

class show_writer {
public:
    show_writer(form as, const view_options& how, const std::optional<memory_limit>& limit, const piece_taker& to)
        : as_(as), how_(how), limit_(limit), to_(to)
    {
    }

    void write(answers::show_answer& answer)
    {
        const auto* dump = answer.dump ? &*answer.dump : nullptr;
        std::visit([&](auto& what) { put(what, dump); }, answer.what);
        if (dump && as_ != form::json && answer.has_answer()) put_dump_module(*answer.dump);
    }

private:
    void put(const std::monostate&, const answers::dump_of_message*) {}

    void put(answers::shown_module& module, const answers::dump_of_message* dump)
    {
        memory_view view;
        static_cast<view_options&>(view) = how_;
        static_cast<answers::shown_module&>(view) = std::move(module);
        view.dump = dump;
        if (as_ == form::json)
            write_memory_json(view, to_);
        else
            to_(as_ == form::markdown ? memory_markdown(view) : memory_text(view));
    }

    void put(const std::vector<buffer_story>& stories, const answers::dump_of_message*)
    {
        if (as_ == form::json) {
            to_(stories_json(stories));
            return;
        }
        constexpr std::size_t most_shown = 3; // of those with one label
        const std::string_view fence = as_ == form::markdown ? "```\n" : "";
        const auto shown = std::min(stories.size(), most_shown);
        to_(fence);
        for (std::size_t i = 0; i < shown; ++i) {
            if (i != 0) to_("\n");
            to_(story_text(stories[i], how_.plain));
        }
        if (shown != stories.size())
            to_(fmt::format("\n{} more with this label; --format json has them all\n", stories.size() - shown));
        to_(fence);
    }

    void put(const std::vector<answers::message_view>& messages, const answers::dump_of_message* dump)
    {
        to_(as_ == form::json       ? messages_json(messages, dump)
            : as_ == form::markdown ? messages_markdown(messages)
                                    : messages_text(messages, how_.columns, how_.plain));
    }

    void put(const answers::tpu_answer& of, const answers::dump_of_message* dump)
    {
        if (as_ == form::json) {
            to_(tpu_memory_json(of.memory, of.files, of.era, of.messages, dump));
            return;
        }
        const bool markdown = as_ == form::markdown;
        to_(markdown ? failures_markdown(of.messages) : failures_text(of.messages, how_.columns));
        to_(markdown ? tpu_memory_markdown(of.memory, of.name, how_.top)
                     : tpu_memory_text(of.memory, of.name, how_.top, how_.columns));
        if (!dump) return;
        const auto matches = matches_text(of.memory, *dump, how_.top, how_.columns);
        to_(markdown && !matches.empty() ? "\n```" + matches + "```\n" : matches);
    }

    void put(const std::vector<answers::read_text>& texts, const answers::dump_of_message* dump)
    {
        const failure_options how{how_.columns, how_.top, how_.plain, limit_};
        to_(as_ == form::json       ? failure_json(texts, how, dump)
            : as_ == form::markdown ? failure_markdown(texts, how)
                                    : failure_text(texts, how));
    }

    // The module of the dump, after the message.
    void put_dump_module(answers::dump_of_message& dump)
    {
        if (!dump.guess.empty() && as_ == form::markdown)
            to_(fmt::format("\n{}.\n", markdown_text(dump.guess)));
        else if (!dump.guess.empty())
            to_('\n' + in_columns(dump.guess, how_.columns));
        to_("\n");
        put(dump.memory, nullptr);
    }

    form as_;
    const view_options& how_;
    const std::optional<memory_limit>& limit_;
    const piece_taker& to_;
};

} // namespace

void write(answers::show_answer answer, form as, const view_options& how, const std::optional<memory_limit>& limit,
           const piece_taker& to)
{
    show_writer(as, how, limit, to).write(answer);
}

void write(const answers::summary_answer& answer, form as, const table_options& how, const piece_taker& to)
{
    if (!answer.has_answer) return;
    if (as == form::json) {
        to(summary_json(answer.all, how.limit, answer.failures));
        return;
    }
    const bool markdown = as == form::markdown;
    to(markdown ? failure_table_markdown(answer.failures, how) : failure_table_text(answer.failures, how));
    if (answer.failures.empty() || answer.has_modules())
        to(markdown ? summary_markdown(answer.all, how) : summary_text(answer.all, how));
}

void write(const answers::diff_answer& answer, form as, std::optional<std::int64_t> space, const table_options& how,
           const piece_taker& to)
{
    if (!answer.has_answer) return;
    to(as == form::json       ? diff_json(answer.all, space, how.limit)
       : as == form::markdown ? diff_markdown(answer.all, space, how)
                              : diff_text(answer.all, space, how));
}

void write(const answers::report_answer& answer, std::optional<std::int64_t> space,
           const std::optional<memory_limit>& limit, const piece_taker& to)
{
    const auto failures = failure_lines(answer.failures);
    if (const auto* module = std::get_if<answers::shown_module>(&answer.what))
        write_module_page(to, *module, failures);
    else if (const auto* folder = std::get_if<answers::folder_report>(&answer.what))
        write_folder_page(to, answer.title, answer.pictures, folder->all, folder->rows, limit, failures);
    else if (const auto* changes = std::get_if<answers::change_report>(&answer.what))
        write_diff_page(to, answer.title, answer.pictures, changes->changes, space, limit);
    else if (const auto* texts = std::get_if<std::vector<answers::read_text>>(&answer.what))
        to(failure_page(answer.title, *texts, {.top = 0, .limit = limit}));
}

std::string svg(answers::report_answer& answer)
{
    const auto* module = std::get_if<answers::shown_module>(&answer.what);
    if (!module) return {};
    const auto space = answer.space.value_or(0);
    if (auto picture = heap_picture(module->memory, space, module->name)) return std::move(*picture);
    answer.fail("report", "{}: no picture of space {}: live ranges are unknown", module->path, space);
    answer.what = {};
    return {};
}

} // namespace ballast::inline v0::render
