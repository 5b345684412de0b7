#include "answers/show.hpp"

#include "answers/foreign_text.hpp"
#include "answers/log_answer.hpp"
#include "answers/modules.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/verdict.hpp"
#include "base/file_name.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "files/log_texts.hpp"
#include "files/names.hpp"
#include "render/failure_text.hpp"
#include "render/message_view.hpp"
#include "render/text.hpp"
#include "render/tpu_memory.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace ballast::inline v0::answers {

namespace {

// A module and the number of modules among which it has the largest total.
struct chosen_module {
    std::vector<files::input_file> inputs;
    std::size_t among = 1;
    int code = success; // of the others
};

// The dump of the module that a message is about.
struct message_dump {
    loaded_module module;
    render::dump_of_message facts;
};

bool is_shown(const ast::tree& tree)
{
    return std::holds_alternative<ast::dump>(tree) || std::holds_alternative<ast::usage_report>(tree) ||
           std::holds_alternative<ast::oom_report>(tree) || std::holds_alternative<ast::allocation_statistics>(tree);
}

class answer {
public:
    answer(const module_source& of, const module_source* dump, const show_question& asked, receiver& to, reading how)
        : of_(of), dump_(dump), asked_(asked), to_(to), how_(how)
    {
    }

    int run()
    {
        auto inputs = of_.inputs();
        if (inputs.empty()) return trouble;
        if (const auto messages = messages_of(inputs); !messages.empty()) {
            contents_.kind = answer_kind::messages;
            return show_messages(messages);
        }
        const auto chosen = choose_module(std::move(inputs));
        auto module = load_module("show", chosen.inputs, asked_.reading, options(), to_, how_);
        contents_.has_refused =
            std::ranges::any_of(module.files, [](const auto& f) { return f.problem.empty() && !f.result.accepted(); });
        contents_.is_foreign = contents_.has_refused && module.files.size() == 1 &&
                               module.files.front().result.findings.front().id == finding_id::not_a_dump;
        if (module.code) return asked_.is_limited() ? +trouble : *module.code;
        const auto kind = kind_word(module.documents.front()->tree());
        if (const auto tpu = render::tpu_memory_in(module.documents)) {
            contents_ = {answer_kind::tpu,   false, false, tpu->capacity.has_value(), tpu->arguments.has_value(),
                         tpu->buffers.size()};
            return needs_dump(kind) ? +trouble : show_tpu(*tpu, module);
        }
        contents_.is_module = true;
        const auto& memory = module.analysed.memory;
        if (dump_ && !(memory && memory->from_report))
            return problem("--dump needs a message about memory, this is {}", kind);
        if (std::ranges::none_of(module.files, [](const auto& f) { return is_shown(f.result.value->tree()); })) {
            to_.report_line("ballast: {}: show is for dumps and memory reports, this is {}", module.name(), kind);
            return trouble;
        }
        if (asked_.why) {
            if (memory && memory->from_report) return problem("--why needs a dump, this is {}", kind);
            return show_buffer(module.documents);
        }
        if (!memory)
            return problem("{}: no allocations; they are in the module's …-buffer-assignment.txt", module.name());
        if (!has_space_and_step(*memory)) return trouble;
        contents_.is_module = !memory->from_report;
        contents_.kind = !memory->from_report ? answer_kind::dump
                         : (kind == std::string_view("out-of-memory") || kind == std::string_view("statistics"))
                             ? answer_kind::device_report
                             : answer_kind::usage_report;
        return show_memory(module, chosen);
    }

    // What the answer says, after it was given.
    [[nodiscard]] const text_answer& contents() const { return contents_; }

    // Answers with what logs say, where texts of XLA in them are not all.
    int show_failures(const std::vector<render::read_text>& texts)
    {
        if (needs_dump("a message about memory")) return trouble;
        for (const auto& text : texts)
            if (!text.reading.repairs.empty())
                to_.report_line("ballast: {}: the text is damaged; repaired: {}", text.shown,
                                fmt::format("{}", fmt::join(text.reading.repairs, ", ")));
        std::optional<message_dump> dump;
        if (dump_) {
            const auto& first = texts.front().reading.failures;
            const auto named = std::ranges::find_if(first, [](const auto& f) { return !f.program.empty(); });
            const auto& about = named == first.end() ? first.front() : *named;
            dump = load_dump(about.program, totals_in(about), dump_code_);
        }
        const render::failure_options how{asked_.view.columns, asked_.view.top, asked_.view.plain, asked_.limit};
        to_.write(asked_.as == form::json       ? render::failure_json(texts, how, dump ? &dump->facts : nullptr)
                  : asked_.as == form::markdown ? render::failure_markdown(texts, how)
                                                : render::failure_text(texts, how));
        if (dump && asked_.as != form::json) write_module_of(*dump);
        if (!to_.flush()) return trouble;
        const auto needed = render::most_needed(texts);
        const int code = std::max(code_of_needed(needed), dump_code_);
        const bool complete = std::ranges::all_of(texts, [](const auto& text) {
            return std::ranges::all_of(text.reading.failures, &failures::failure::is_complete);
        });
        if (code == success && asked_.is_limited() && !complete)
            return problem("the limit cannot be decided, because the text is incomplete");
        return code;
    }

private:
    template <typename... Arguments>
    int problem(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        to_.report_line("ballast show: {}", fmt::format(text, std::forward<Arguments>(arguments)...));
        return trouble;
    }

    [[nodiscard]] memory_options options() const
    {
        return {.step = asked_.view.step, .limit = asked_.limit, .limited_space = asked_.view.space.value_or(0)};
    }

    [[nodiscard]] bool has_space_and_step(const memory_analysis& memory)
    {
        return has_space("show", files::spaces_of(memory), asked_.view.space, to_) &&
               has_step("show", memory, asked_.view.step, to_);
    }

    // --- a module ---

    // A folder, a log or several paths can contain several modules. The one with the largest total is shown.
    chosen_module choose_module(std::vector<files::input_file> inputs)
    {
        const auto shows_its_module = [](const files::input_file& file) {
            const auto name = parse_file_name(file.path);
            return file.in_folder || (file.text && file.text->in_log) || (name && name->made_by_xla);
        };
        if (!of_.summarise || asked_.reading.files_alone || !std::ranges::all_of(inputs, shows_its_module) ||
            files::modules_of(inputs, asked_.reading).size() < 2)
            return {std::move(inputs)};
        const auto all = of_.summarise(inputs);
        if (all.rows.empty()) return {std::move(inputs)};
        return {all.rows.front().files, all.modules, code_of(all.refused, all.unreadable)};
    }

    // Takes the analysis of the module.
    render::memory_view view_of(loaded_module& module, const module_source& from, std::size_t among)
    {
        render::memory_view view;
        static_cast<render::view_options&>(view) = asked_.view;
        view.files = module.views();
        view.name = module.name_in_files();
        view.among = among;
        view.era = files::era_of(module.files).all.possible;
        view.command_path = among == 1 ? from.path_of_one : from.path_of_all;
        view.memory = std::move(*module.analysed.memory);
        view.messages = render::messages_beside(module.inputs, asked_.reading);
        return view;
    }

    void write(const render::memory_view& view)
    {
        if (asked_.as == form::json)
            render::write_memory_json(view, [this](std::string_view piece) { return to_.write(piece); });
        else
            to_.write(asked_.as == form::markdown ? render::memory_markdown(view) : render::memory_text(view));
    }

    int show_memory(loaded_module& module, const chosen_module& chosen)
    {
        auto view = view_of(module, of_, chosen.among);
        std::optional<message_dump> dump;
        if (dump_) {
            const auto named =
                std::ranges::find_if(view.messages, [](const auto& each) { return !each.facts.program.empty(); });
            std::vector<std::int64_t> totals;
            for (const auto& space : view.memory.spaces) totals.push_back(space.total);
            dump =
                load_dump(named == view.messages.end() ? view.memory.module : named->facts.program, totals, dump_code_);
            if (dump) view.dump = &dump->facts;
        }
        write(view);
        if (dump && asked_.as != form::json) write_module_of(*dump);
        if (!to_.flush()) return trouble;
        const int fits = view.memory.fit ? code_of(view.memory.fit->verdict()) : +success;
        const int code = std::max({code_of_most(view), fits, dump_code_});
        return asked_.is_limited() && chosen.code != success ? +trouble : std::max(chosen.code, code);
    }

    // --- one buffer ---

    int show_buffer(const std::vector<const document*>& documents)
    {
        const auto [stories, near] = stories_of(documents, *asked_.why);
        if (stories.empty()) {
            std::string names;
            for (const auto& name : near)
                names += fmt::format("{}{}", names.empty() ? "; near: " : ", ", printable(name));
            return problem("no value has the name or label {}{}", files::quoted_name(*asked_.why), names);
        }
        if (asked_.as == form::json) {
            to_.write(render::stories_json(stories));
            return to_.flush() ? success : trouble;
        }
        constexpr std::size_t most_shown = 3; // of those with one label
        const std::string_view fence = asked_.as == form::markdown ? "```\n" : "";
        const auto shown = std::min(stories.size(), most_shown);
        to_.write(fence);
        for (std::size_t i = 0; i < shown; ++i) {
            if (i != 0) to_.write("\n");
            to_.write(render::story_text(stories[i], asked_.view.plain));
        }
        if (shown != stories.size())
            to_.write(fmt::format("\n{} more with this label; --format json has them all\n", stories.size() - shown));
        to_.write(fence);
        return to_.flush() ? success : trouble;
    }

    // --- messages ---

    // The messages in the inputs; empty if an input is something else. Refused ones are reported if others are
    // accepted.
    std::vector<render::message_view> messages_of(const std::vector<files::input_file>& inputs)
    {
        std::vector<std::string> refused;
        auto result = render::messages_in(inputs, asked_.reading, refused);
        for (const auto& line : refused) to_.report_line("ballast: {}", line);
        return result;
    }

    // True for an option about the buffers of a dump, if there is no dump. That is reported.
    bool needs_dump(std::string_view kind)
    {
        const std::string_view option = asked_.why          ? "--why"
                                        : dump_             ? std::string_view()
                                        : asked_.view.space ? "--space"
                                        : asked_.view.step  ? "--step"
                                                            : std::string_view();
        if (option.empty()) return false;
        problem("{} needs a dump, this is {}", option, kind);
        return true;
    }

    // Empty if there is none, which is reported.
    std::vector<files::input_file> module_of_message(std::string_view name, const std::vector<std::int64_t>& sizes,
                                                     std::string& guess)
    {
        auto inputs = dump_->inputs();
        if (inputs.empty()) {
            if (dump_->report_empty) dump_->report_empty();
            return {};
        }
        std::erase_if(inputs, [](const auto& file) { return file.problem.empty() && files::may_be_failure(file); });
        const auto all = dump_->summarise(inputs);
        auto found = render::module_of_message(all, name, sizes);
        guess = std::move(found.guess);
        if (found.row) return found.row->files;
        problem("--dump: {}", found.problem);
        return {};
    }

    // The module of the dump: that with the name, or, without one, that with one of these totals. Empty if there is
    // none, which is reported; the text is answered nevertheless. `code` is the exit code then.
    std::optional<message_dump> load_dump(std::string_view name, const std::vector<std::int64_t>& totals, int& code)
    {
        code = trouble;
        std::string guess;
        auto inputs = module_of_message(name, totals, guess);
        if (inputs.empty()) return std::nullopt;
        auto wished = options();
        wished.buffers = true;
        message_dump result{load_module("show", std::move(inputs), asked_.reading, wished, to_), {}};
        if (result.module.code) {
            code = asked_.is_limited() ? +trouble : *result.module.code;
            return std::nullopt;
        }
        const auto& memory = *result.module.analysed.memory;
        if (!has_space_and_step(memory)) return std::nullopt;
        result.facts = {result.module.views(), result.module.name_in_files(), memory.steps, {}, std::move(guess)};
        code = success;
        return result;
    }

    // The module of the dump, after the message.
    void write_module_of(message_dump& dump)
    {
        const auto& guess = dump.facts.guess;
        if (!guess.empty() && asked_.as == form::markdown)
            to_.write(fmt::format("\n{}.\n", render::markdown_text(guess)));
        else if (!guess.empty())
            to_.write('\n' + render::in_columns(guess, asked_.view.columns));
        to_.write("\n");
        write(view_of(dump.module, *dump_, 1));
    }

    // The sizes in a text that can be the total of a module. In a kernel's memory none is.
    static std::vector<std::int64_t> totals_in(const failures::failure& about)
    {
        std::vector<std::int64_t> result;
        if (!about.memory.empty() && about.memory != "hbm") return result;
        for (const auto* what : {"total", "needed", "program"})
            if (const auto bytes = about.bytes(what)) result.push_back(*bytes);
        return result;
    }

    int show_messages(const std::vector<render::message_view>& messages)
    {
        if (needs_dump(messages.front().file.kind)) return trouble;
        // The first one that names its program, if there is one.
        const auto named = std::ranges::find_if(messages, [](const auto& each) { return !each.facts.program.empty(); });
        const auto& facts = (named == messages.end() ? messages.front() : *named).facts;
        std::optional<message_dump> dump;
        if (dump_) {
            std::vector<std::int64_t> totals;
            if (const auto bytes = facts.bytes("needed")) totals.push_back(*bytes);
            dump = load_dump(facts.program, totals, dump_code_);
        }
        to_.write(asked_.as == form::json ? render::messages_json(messages, dump ? &dump->facts : nullptr)
                  : asked_.as == form::markdown
                      ? render::messages_markdown(messages)
                      : render::messages_text(messages, asked_.view.columns, asked_.view.plain));
        if (dump && asked_.as != form::json) write_module_of(*dump);
        if (!to_.flush()) return trouble;
        std::optional<std::int64_t> needed;
        for (const auto& each : messages)
            if (const auto bytes = each.facts.bytes("needed")) needed = std::max(needed.value_or(*bytes), *bytes);
        return std::max(code_of_needed(needed), dump_code_);
    }

    int show_tpu(tpu_memory memory, const loaded_module& message)
    {
        if (asked_.limit && memory.used)
            memory.verdict.append("; ").append(fit_sentence(*asked_.limit, *memory.used, true));
        std::optional<message_dump> dump;
        if (dump_) {
            std::vector<std::int64_t> totals;
            if (memory.space.empty() || memory.space == "hbm")
                for (const auto& bytes : {memory.program, memory.used})
                    if (bytes) totals.push_back(*bytes);
            dump = load_dump(memory.module_name, totals, dump_code_);
            if (dump) dump->facts.matches = matches_in(*dump->module.analysed.memory, memory);
        }
        const auto beside = render::messages_beside(message.inputs, asked_.reading);
        if (asked_.as == form::json) {
            const auto era = era_word(*message.documents.front());
            to_.write(render::tpu_memory_json(memory, message.views(), era, beside, dump ? &dump->facts : nullptr));
        } else {
            const bool markdown = asked_.as == form::markdown;
            to_.write(markdown ? render::failures_markdown(beside)
                               : render::failures_text(beside, asked_.view.columns));
            to_.write(markdown ? render::tpu_memory_markdown(memory, message.name(), asked_.view.top)
                               : render::tpu_memory_text(memory, message.name(), asked_.view.top, asked_.view.columns));
            if (dump) {
                const auto matches = render::matches_text(memory, dump->facts, asked_.view.top, asked_.view.columns);
                to_.write(markdown && !matches.empty() ? "\n```" + matches + "```\n" : matches);
                write_module_of(*dump);
            }
        }
        if (!to_.flush()) return trouble;
        return std::max(code_of_needed(memory.used), dump_code_);
    }

    // --- limits ---

    [[nodiscard]] std::string allowed() const
    {
        return exact_size_text(static_cast<std::int64_t>(std::min<std::uint64_t>(asked_.most_bytes, INT64_MAX)));
    }

    // Reports that the total is over the limit of --max, with the largest holder, or that it is unknown. Spaces are
    // never added up.
    int code_of_most(const render::memory_view& view)
    {
        if (asked_.most_bytes == 0) return success;
        const auto number = asked_.view.space.value_or(0);
        const auto space = std::ranges::find(view.memory.spaces, number, &space_memory::space);
        const bool none = space == view.memory.spaces.end();
        if (none || static_cast<std::uint64_t>(space->total) <= asked_.most_bytes)
            return view.memory.of_dump.has_all_sizes
                       ? +success
                       : problem("--max cannot be decided, because the dump is incomplete");
        const auto groups = groups_of(view.memory, grouping::alike);
        const auto most = std::ranges::find(groups, number, &holder_group::space);
        std::string holder;
        if (most != groups.end()) {
            const auto first = view.memory.holders[most->largest];
            const auto each = most->count == 1 ? std::string() : fmt::format("{} x ", most->count);
            holder = fmt::format("; largest: {}{} {} {} {}", each, size_text(first.bytes), spelling(first.is),
                                 printable(first.shape), printable(first.group));
        }
        problem("over the limit: {}{} allocated in space {}, {} are allowed{}", view.memory.from_report ? "about " : "",
                exact_size_text(space->total), number, allowed(), holder);
        return failure;
    }

    // Reports that what a message says is needed is over the limit, or unknown.
    int code_of_needed(std::optional<std::int64_t> needed)
    {
        if (!asked_.is_limited()) return success;
        if (!needed)
            return problem("{} needs a size, and the text has none", asked_.most_bytes != 0         ? "--max"
                                                                     : asked_.limit->device.empty() ? "--limit"
                                                                                                    : "--device");
        if (asked_.limit && *needed > asked_.limit->available) {
            problem("{}", fit_sentence(*asked_.limit, *needed, true));
            return failure;
        }
        if (asked_.most_bytes == 0 || *needed < 0 || static_cast<std::uint64_t>(*needed) <= asked_.most_bytes)
            return success;
        problem("over the limit: {} needed, {} are allowed", exact_size_text(*needed), allowed());
        return failure;
    }

    const module_source& of_;
    const module_source* dump_;
    const show_question& asked_;
    receiver& to_;
    reading how_;
    text_answer contents_;
    int dump_code_ = success; // of --dump
};

// Answers from the text of a file after it was repaired. Empty if that is no answer, or not all of it.
std::optional<int> show_repaired(const log_input& log, const std::vector<render::read_text>& read,
                                 const module_source* dump, const show_question& asked, receiver& to)
{
    const auto whole = log.text();
    if (!whole) return std::nullopt;
    for (const auto& text : repaired(whole->view())) {
        module_source source;
        source.inputs = [&] {
            auto inputs = files::texts_of(log.path, source_text::copy_of(text.text));
            for (auto& input : inputs) input.shown = log.shown;
            return inputs;
        };
        source.path_of_one = source.path_of_all = log.path;
        held_receiver held(to);
        answer strict(source, dump, asked, held, reading::whole);
        const int code = strict.run();
        if (!held.has_answer() || strict.contents().has_refused || !says_all(strict.contents(), read)) continue;
        to.report_line("ballast: {}: the text is damaged; repaired: {}", log.shown,
                       fmt::format("{}", fmt::join(text.repairs, ", ")));
        return held.release() ? code : +trouble;
    }
    return std::nullopt;
}

// Says what the files are, if that is known.
bool report_foreign(const std::vector<log_input>& logs, receiver& to)
{
    bool any = false;
    for (const auto& log : logs) {
        const auto text = log.text();
        const auto sentence = text ? foreign_text(text->view(), log.path) : std::string();
        if (sentence.empty()) continue;
        to.report_line("ballast: {}: {}", log.shown, sentence);
        any = true;
    }
    return any;
}

} // namespace

int show(const module_source& of, const module_source* dump, const show_question& asked, receiver& to)
{
    auto logs = of.logs ? of.logs() : std::vector<log_input>();
    held_receiver held(to);
    const bool all_of_xla = std::ranges::all_of(logs, &log_input::is_of_xla);
    if (all_of_xla) held.pass_on_answers();
    // Texts are answered in part only if their whole is no answer, not even after repairs.
    auto again = of;
    again.inputs = [inputs = std::optional<std::vector<files::input_file>>(), &of]() mutable {
        return inputs ? *inputs : inputs.emplace(of.inputs());
    };
    answer strict(again, dump, asked, held, reading::whole);
    const int code = strict.run();
    const auto kind = strict.contents().kind;
    const bool all_accepted = !logs.empty() && all_of_xla && !strict.contents().has_refused;
    if (strict.contents().is_module || all_accepted ||
        (held.has_answer() && (kind == answer_kind::dump || kind == answer_kind::none)))
        return held.release() ? code : +trouble;
    if (logs.empty() && !held.has_answer() && of.folder_logs) logs = of.folder_logs();
    const auto read = failures_in(logs);
    if (held.has_answer() && says_all(strict.contents(), read)) return held.release() ? code : +trouble;
    if (logs.size() == 1)
        if (const auto answered = show_repaired(logs.front(), read, dump, asked, to)) return *answered;
    const auto answer_in_part = [&]() -> std::optional<int> {
        if (!strict.contents().has_refused) return std::nullopt;
        held_receiver part(to);
        answer in_part(again, dump, asked, part, reading::partial);
        const int of_part = in_part.run();
        // What a message says of a report that was cut is more than its records.
        if (!part.has_answer() || (!read.empty() && in_part.contents().kind != answer_kind::dump)) return std::nullopt;
        return part.release() ? of_part : +trouble;
    };
    if (all_of_xla)
        if (const auto answered = answer_in_part()) return *answered;
    if (!read.empty()) return answer(again, dump, asked, to, reading::whole).show_failures(read);
    if (held.has_answer()) return held.release() ? code : +trouble;
    if (const auto answered = answer_in_part()) return *answered;
    held_receiver foreign(to);
    if (report_foreign(logs, foreign)) {
        foreign.release();
        return trouble;
    }
    if (logs.size() == 1 && !logs.front().is_of_xla && strict.contents().is_foreign) {
        to.report_line("ballast: {}: {}", logs.front().shown, other_text());
        return trouble;
    }
    if (of.report_empty) of.report_empty();
    return held.release() ? code : +trouble;
}

} // namespace ballast::inline v0::answers
