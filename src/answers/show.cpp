#include "answers/show.hpp"

#include "answers/discovery.hpp"
#include "answers/folder.hpp"
#include "answers/foreign_text.hpp"
#include "answers/log_texts.hpp"
#include "answers/messages.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/verdict.hpp"
#include "base/file_name.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

// A module, the number of modules among which it has the largest total, and what is wrong with the others.
struct chosen_module {
    std::optional<loaded_module> module{};
    std::size_t among = 1;
    std::size_t names = 1; // of these modules
    outcome others{};
};

bool is_shown(const ast::tree& tree)
{
    return std::holds_alternative<ast::dump>(tree) || std::holds_alternative<ast::usage_report>(tree) ||
           std::holds_alternative<ast::oom_report>(tree) || std::holds_alternative<ast::allocation_statistics>(tree);
}

bool shows_its_module(const files::input_file& file)
{
    const auto name = parse_file_name(file.path);
    return file.in_folder || (file.text && file.text->in_log) || (name && name->made_by_xla);
}

// A folder, a log or several paths can contain several modules. The one with the largest total is shown. Each is read
// once, and the texts of the largest are kept.
chosen_module choose_module(const std::vector<files::input_file>& inputs, const show_question& question)
{
    chosen_module result;
    const auto modules = files::modules_of(inputs, question.by.reading);
    if (!question.by.reading.files_alone && modules.size() > 1 && std::ranges::all_of(inputs, shows_its_module)) {
        const auto space = question.space.value_or(0);
        summary_builder all(space);
        std::set<std::string> names;
        const auto key_of = [&](const loaded_module& m) {
            return std::tuple(-numbers_of(*m.memory, space).total, m.name, m.path);
        };
        for_modules(modules, question.by, sources::unwanted, texts::kept, [&](loaded_module&& next) {
            result.others.report(next);
            if (!all.add(next)) return;
            names.insert(next.name);
            next.notices.clear(); // they were reported
            if (!result.module || key_of(next) < key_of(*result.module)) result.module = std::move(next);
        });
        const auto summary = all.finish();
        result.among = summary.modules;
        result.names = names.size();
        result.others.code = code_of(summary.refused, summary.unreadable);
        if (result.module) return result;
        result = {};
    }
    result.module = read_module("show", inputs, question.by, result.others);
    return result;
}

bool ends_unknown(const parsed_file& file)
{
    const auto text = file.result.text();
    const auto last = text.substr(0, text.find_last_not_of('\n') + 1).rfind('\n') + 1;
    return std::ranges::any_of(file.result.findings, [last](const finding& f) {
        return f.id == finding_id::unknown_item && f.begin >= static_cast<std::int64_t>(last);
    });
}

class shower {
public:
    shower(const files::found_files& of, const files::found_files* dump, const show_question& question)
        : of_(of), dump_(dump), question_(question)
    {
    }

    show_answer run(reading how)
    {
        answer_ = {};
        contents_ = {};
        answer_.code = answer_from_texts(how);
        return std::move(answer_);
    }

    // What the answer says, after it was given.
    [[nodiscard]] const text_answer& contents() const { return contents_; }

    // Answers with what logs say, where texts of XLA in them are not all.
    show_answer show_failures(std::vector<read_text> texts)
    {
        answer_ = {};
        answer_.code = answer_from_failures(std::move(texts));
        return std::move(answer_);
    }

private:
    // Reports a problem; the exit code.
    template <typename... Arguments>
    int problem(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        answer_.say("ballast show: {}", fmt::format(text, std::forward<Arguments>(arguments)...));
        return trouble;
    }

    [[nodiscard]] memory_options options() const
    {
        return {.step = question_.step, .limit = question_.limit, .limited_space = question_.space.value_or(0)};
    }

    [[nodiscard]] bool has_space_and_step(const memory_analysis& memory)
    {
        return has_space("show", spaces_of(memory), question_.space, answer_) &&
               has_step("show", memory, question_.step, answer_);
    }

    int answer_from_texts(reading how)
    {
        if (of_.files.empty()) return trouble;
        if (!chosen_) {
            std::vector<std::string> refused;
            auto messages = messages_in(of_.files, question_.by.reading, refused);
            for (const auto& line : refused) answer_.say("ballast: {}", line);
            if (!messages.empty()) {
                contents_.kind = answer_kind::messages;
                return show_messages(std::move(messages));
            }
            chosen_ = choose_module(of_.files, question_);
        }
        answer_.diagnostics = chosen_->others.diagnostics;
        if (!chosen_->module) return chosen_->others.code;
        auto& module = *chosen_->module;
        contents_.has_refused = std::ranges::any_of(module.unused, [](const auto& f) { return f.problem.empty(); }) ||
                                std::ranges::any_of(module.files, [](const auto& f) { return !f.accepted(); });
        contents_.is_foreign = contents_.has_refused && module.inputs.size() == 1 && module.files.empty() &&
                               module.unused.front().refusal.what.id == finding_id::not_a_dump;
        contents_.ends_unknown = std::ranges::any_of(module.files, ends_unknown);
        outcome read;
        const bool usable = is_usable("show", module, how, read) && finish(module, question_.by, options(), read);
        answer_.take(std::move(read));
        if (!usable) return question_.is_limited() ? +trouble : answer_.code;
        return show_module(module);
    }

    // --- a module ---

    int show_module(loaded_module& module)
    {
        const auto documents = module.documents();
        const auto kind = kind_word(documents.front()->tree());
        if (const auto tpu = tpu_memory_in(module)) {
            contents_ = {answer_kind::tpu,   false, false, tpu->capacity.has_value(), tpu->arguments.has_value(),
                         tpu->buffers.size()};
            return needs_dump(kind) ? +trouble : show_tpu(*tpu, module);
        }
        contents_.is_module = true;
        const auto& memory = module.memory;
        if (dump_ && !(memory && memory->from_report))
            return problem("--dump needs a message about memory, this is {}", kind);
        if (std::ranges::none_of(module.files, [](const auto& f) { return is_shown(f.result.value->tree()); })) {
            answer_.say("ballast: {}: show is for dumps and memory reports, this is {}", module.path, kind);
            return trouble;
        }
        if (question_.why) {
            if (memory && memory->from_report) return problem("--why needs a dump, this is {}", kind);
            return show_buffer(documents);
        }
        // More of the dump may be around the text that was found.
        if (!memory && module.inputs.front().text && module.inputs.front().text->in_log) contents_.is_module = false;
        if (!memory)
            return problem("{}: no allocations; they are in the module's …-buffer-assignment.txt", module.path);
        if (!has_space_and_step(*memory)) return trouble;
        contents_.is_module = !memory->from_report;
        contents_.kind = !memory->from_report ? answer_kind::dump
                         : (kind == std::string_view("out-of-memory") || kind == std::string_view("statistics"))
                             ? answer_kind::device_report
                             : answer_kind::usage_report;
        contents_.buffers = memory->holders.size();
        return show_memory(module);
    }

    // Takes the analysis of the module.
    shown_module view_of(loaded_module& module, const files::found_files& from, std::size_t among)
    {
        auto view = shown(module);
        view.among = among;
        view.command_path = among == 1 ? from.command_path_of_one : from.command_path;
        view.messages = messages_beside(module.inputs, question_.by.reading);
        return view;
    }

    int show_memory(loaded_module& module)
    {
        if (chosen_->among == 2 && chosen_->names == 1 && of_.command_path != of_.command_path_of_one) {
            const bool two_paths = of_.paths.size() + of_.logs.size() == 2;
            answer_.say("ballast: two versions of {}; what changed: ballast diff {}", printable(module.name),
                        two_paths ? of_.command_path : "BEFORE AFTER");
        }
        auto view = view_of(module, of_, chosen_->among);
        if (dump_) {
            const auto named =
                std::ranges::find_if(view.messages, [](const auto& each) { return !each.facts.program.empty(); });
            std::vector<std::int64_t> totals;
            for (const auto& space : view.memory.spaces) totals.push_back(space.total);
            load_dump(named == view.messages.end() ? view.memory.module : named->facts.program, totals);
        }
        const int fits = view.memory.fit ? code_of(view.memory.fit->verdict()) : +success;
        const int code = std::max({code_of_most(view), fits, dump_code_});
        answer_.what = std::move(view);
        const auto others = chosen_->others.code;
        return question_.is_limited() && others != success ? +trouble : std::max(others, code);
    }

    // --- one buffer ---

    int show_buffer(const std::vector<const document*>& documents)
    {
        auto [stories, near] = stories_of(documents, *question_.why);
        if (stories.empty()) {
            std::string names;
            for (const auto& name : near)
                names += fmt::format("{}{}", names.empty() ? "; near: " : ", ", printable(name));
            return problem("no value has the name or label {}{}", files::quoted_name(*question_.why), names);
        }
        answer_.what = std::move(stories);
        return success;
    }

    // --- messages ---

    // True for an option about the buffers of a dump, if there is no dump. That is reported.
    bool needs_dump(std::string_view kind)
    {
        const std::string_view option = question_.why     ? "--why"
                                        : dump_           ? std::string_view()
                                        : question_.space ? "--space"
                                        : question_.step  ? "--step"
                                                          : std::string_view();
        if (option.empty()) return false;
        problem("{} needs a dump, this is {}", option, kind);
        return true;
    }

    // Empty if there is none, which is reported.
    std::vector<files::input_file> module_of_message(std::string_view name, const std::vector<std::int64_t>& sizes,
                                                     std::string& guess)
    {
        answer_.notices(dump_->notices);
        auto inputs = dump_->files;
        if (inputs.empty()) {
            answer_.notices(dump_->without_dumps);
            return {};
        }
        std::erase_if(inputs, [](const auto& file) { return file.problem.empty() && may_be_failure(file); });
        const auto all = summarise(inputs, question_.by, question_.space, answer_);
        auto found = answers::module_of_message(all, name, sizes);
        guess = std::move(found.guess);
        if (found.row) return found.row->files;
        problem("--dump: {}", found.problem);
        return {};
    }

    // The module of the dump: that with the name, or, without one, that with one of these totals. If there is none,
    // that is reported; the text is answered nevertheless.
    void load_dump(std::string_view name, const std::vector<std::int64_t>& totals, const tpu_memory* message = nullptr)
    {
        dump_code_ = trouble;
        std::string guess;
        const auto inputs = module_of_message(name, totals, guess);
        if (inputs.empty()) return;
        auto requested = options();
        requested.buffers = true;
        outcome read;
        auto module = load_module("show", inputs, question_.by, requested, read);
        const int code = read.code;
        answer_.take(std::move(read));
        if (!module) {
            dump_code_ = question_.is_limited() ? +trouble : code;
            return;
        }
        const auto& memory = *module->memory;
        if (!has_space_and_step(memory)) return;
        auto& made = answer_.dump.emplace();
        made.steps = memory.steps;
        made.guess = std::move(guess);
        if (message) made.matches = matches_in(memory, *message);
        made.memory = view_of(*module, *dump_, 1);
        made.files = made.memory.files;
        made.module = made.memory.name;
        dump_code_ = success;
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

    int show_messages(std::vector<message_view> messages)
    {
        if (needs_dump(messages.front().file.kind)) return trouble;
        // The first one that names its program, if there is one.
        const auto named = std::ranges::find_if(messages, [](const auto& each) { return !each.facts.program.empty(); });
        const auto& facts = (named == messages.end() ? messages.front() : *named).facts;
        if (dump_) {
            std::vector<std::int64_t> totals;
            if (const auto bytes = facts.bytes("needed")) totals.push_back(*bytes);
            load_dump(facts.program, totals);
        }
        std::optional<std::int64_t> needed;
        for (const auto& each : messages)
            if (const auto bytes = each.facts.bytes("needed")) needed = std::max(needed.value_or(*bytes), *bytes);
        answer_.what = std::move(messages);
        return std::max(code_of_needed(needed), dump_code_);
    }

    int show_tpu(tpu_memory memory, const loaded_module& message)
    {
        // A text about the memory of a kernel says nothing about that of the device.
        constexpr std::int64_t no_memory = std::int64_t{1} << 60; // has so much
        const bool of_device = memory.space.empty() || memory.space == "hbm";
        const auto needed = of_device && memory.used && *memory.used < no_memory ? memory.used : std::nullopt;
        const bool whole = memory.of_text.is_whole();
        if (question_.limit && needed &&
            verdict_on(*needed, question_.limit->available, whole) != fit_verdict::undecided)
            memory.verdict.append("; ").append(fit_sentence(*question_.limit, *needed, true));
        if (dump_) {
            std::vector<std::int64_t> totals;
            if (memory.space.empty() || memory.space == "hbm")
                for (const auto& bytes : {memory.program, memory.used})
                    if (bytes) totals.push_back(*bytes);
            load_dump(memory.module_name, totals, &memory);
        }
        answer_.what =
            tpu_answer{std::move(memory), message.path, files_of(message), era_word(*message.documents().front()),
                       messages_beside(message.inputs, question_.by.reading)};
        const int code = std::max(code_of_needed(needed), dump_code_);
        return code == success && !whole ? undecided() : code;
    }

    int answer_from_failures(std::vector<read_text> texts)
    {
        if (needs_dump("a message about memory")) return trouble;
        for (const auto& text : texts)
            if (!text.reading.repairs.empty())
                answer_.say("ballast: {}: the text is damaged; repaired: {}", text.shown,
                            fmt::join(text.reading.repairs, ", "));
        if (dump_) {
            const auto& first = texts.front().reading.failures;
            const auto named = std::ranges::find_if(first, [](const auto& f) { return !f.program.empty(); });
            const auto& about = named == first.end() ? first.front() : *named;
            load_dump(about.program, totals_in(about));
        }
        const int code = std::max(
            code_of_needed(most_needed(texts, question_.limit ? measured::device : measured::any)), dump_code_);
        const bool complete = std::ranges::all_of(texts, [](const auto& text) {
            return std::ranges::all_of(text.reading.failures, &failures::failure::is_complete);
        });
        const bool has_needs = has_program(texts);
        answer_.what = std::move(texts);
        if (code == success && question_.limit && !has_needs)
            return problem(
                "the limit cannot be decided: a request failed, and what the program takes is not in the text");
        return code == success && !complete ? undecided() : code;
    }

    // --- limits ---

    [[nodiscard]] std::string allowed() const
    {
        return exact_size_text(static_cast<std::int64_t>(std::min<std::uint64_t>(question_.most_bytes, INT64_MAX)));
    }

    // Reports that the total is over the limit of --max, with the largest holder, or that it is unknown. Spaces are
    // never added up.
    int code_of_most(const shown_module& view)
    {
        if (question_.most_bytes == 0) return success;
        const auto number = question_.space.value_or(0);
        const auto space = std::ranges::find(view.memory.spaces, number, &space_memory::space);
        const bool none = space == view.memory.spaces.end();
        if (none || static_cast<std::uint64_t>(space->total) <= question_.most_bytes)
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

    // The exit code of an incomplete text that exceeds no limit.
    int undecided()
    {
        if (!question_.is_limited()) return success;
        return problem("the limit cannot be decided, because the text is incomplete");
    }

    // Reports that what a message says is needed is over the limit, or unknown.
    int code_of_needed(std::optional<std::int64_t> needed)
    {
        if (!question_.is_limited()) return success;
        if (!needed)
            return problem("{} needs a size of the device's memory, and the text has none",
                           question_.most_bytes != 0         ? "--max"
                           : question_.limit->device.empty() ? "--limit"
                                                             : "--device");
        if (question_.limit && *needed > question_.limit->available) {
            problem("{}", fit_sentence(*question_.limit, *needed, true));
            return failure;
        }
        if (question_.most_bytes == 0 || *needed < 0 || static_cast<std::uint64_t>(*needed) <= question_.most_bytes)
            return success;
        problem("over the limit: {} needed, {} are allowed", exact_size_text(*needed), allowed());
        return failure;
    }

    const files::found_files& of_;
    const files::found_files* dump_;
    const show_question& question_;
    std::optional<chosen_module> chosen_; // is read once
    show_answer answer_;
    text_answer contents_;
    int dump_code_ = success; // of --dump
};

// Answers from the text of a file after it was repaired. Empty if that is no answer, or not all of it.
std::optional<show_answer> show_repaired(const files::input_file& log, const std::vector<read_text>& read,
                                         const files::found_files* dump, const show_question& question)
{
    const auto whole = files::text_of(log, question.by.reading);
    if (!whole) return std::nullopt;
    for (const auto& text : repaired(whole->view())) {
        files::found_files source;
        source.files = texts_of(log.path, source_text::copy_of(text.text));
        for (auto& input : source.files) input.shown = log.shown;
        source.command_path = source.command_path_of_one = log.path;
        shower strict(source, dump, question);
        auto answer = strict.run(reading::whole);
        if (!answer.has_answer() || strict.contents().has_refused || !says_all(strict.contents(), read)) continue;
        // Half a line at the end, which the repair added to the line before it.
        if (strict.contents().ends_unknown) continue;
        diagnostic repairs{
            fmt::format("ballast: {}: the text is damaged; repaired: {}", log.shown, fmt::join(text.repairs, ", "))};
        answer.diagnostics.insert(answer.diagnostics.begin(), std::move(repairs));
        return answer;
    }
    return std::nullopt;
}

// Answers from all of a text that begins inside a dump, of which only later sections were found. Empty if that is no
// answer.
std::optional<show_answer> show_inside_of_dump(const files::input_file& log, const files::found_files* dump,
                                               const show_question& question)
{
    const auto whole = files::text_of(log, question.by.reading);
    if (!whole) return std::nullopt;
    files::found_files source;
    auto text = std::make_shared<files::input_text>(files::input_text{source_text::copy_of(whole->view()), {}});
    source.files.push_back({.path = log.path, .shown = log.shown, .problem = {}, .text = std::move(text)});
    source.command_path = source.command_path_of_one = log.path;
    shower in_part(source, dump, question);
    auto answer = in_part.run(reading::partial);
    if (!answer.has_answer() || in_part.contents().kind != answer_kind::dump) return std::nullopt;
    return answer;
}

// Says what the files are, if that is known.
std::optional<show_answer> foreign(const std::vector<files::input_file>& logs, const files::options& reading)
{
    show_answer result;
    for (const auto& log : logs) {
        const auto text = files::text_of(log, reading);
        const auto sentence = text ? foreign_text(text->view(), log.path) : std::string();
        if (!sentence.empty()) result.say("ballast: {}: {}", log.shown, sentence);
    }
    if (result.diagnostics.empty()) return std::nullopt;
    result.code = trouble;
    return result;
}

show_answer answer_of(const files::found_files& of, const files::found_files* dump, const show_question& question)
{
    const auto& how = question.by.reading;
    auto logs = of.logs;
    const bool all_of_xla = std::ranges::all_of(logs, is_text_of_xla);
    // Texts are answered in part only if their whole is no answer, not even after repairs.
    shower shown(of, dump, question);
    auto strict = shown.run(reading::whole);
    const auto contents = shown.contents();
    const bool all_accepted = !logs.empty() && all_of_xla && !contents.has_refused;
    if (contents.is_module || all_accepted ||
        (strict.has_answer() && (contents.kind == answer_kind::dump || contents.kind == answer_kind::none)))
        return strict;
    if (logs.empty() && !strict.has_answer()) logs = folder_logs(of, how);
    auto read = failures_in(logs, how);
    if (strict.has_answer() && says_all(contents, read)) return strict;
    if (logs.size() == 1)
        if (auto answer = show_repaired(logs.front(), read, dump, question)) return std::move(*answer);
    const auto answer_in_part = [&]() -> std::optional<show_answer> {
        if (!contents.has_refused) return std::nullopt;
        auto part = shown.run(reading::partial);
        // What a message says of a report that was cut is more than its records.
        if (!part.has_answer() || (!read.empty() && shown.contents().kind != answer_kind::dump)) return std::nullopt;
        return part;
    };
    const bool only_rows = only_rows_of_dumps(read);
    if (all_of_xla || only_rows)
        if (auto answer = answer_in_part()) return std::move(*answer);
    if (only_rows && logs.size() == 1)
        if (auto answer = show_inside_of_dump(logs.front(), dump, question)) return std::move(*answer);
    if (!read.empty()) return shown.show_failures(std::move(read));
    if (strict.has_answer()) return strict;
    if (auto answer = answer_in_part()) return std::move(*answer);
    if (auto answer = foreign(logs, how)) return std::move(*answer);
    if (logs.size() == 1 && contents.is_foreign && !is_text_of_xla(logs.front())) {
        strict.diagnostics.clear();
        strict.say("ballast: {}: {}", logs.front().shown, other_text());
        strict.code = trouble;
        return strict;
    }
    strict.notices(of.without_dumps);
    return strict;
}

} // namespace

show_answer show(const files::found_files& of, const files::found_files* dump, const show_question& question)
{
    auto answer = answer_of(of, dump, question);
    std::vector<diagnostic> notices;
    for (const auto& notice : of.notices) notices.push_back({fmt::format("ballast: {}", notice)});
    answer.diagnostics.insert(answer.diagnostics.begin(), notices.begin(), notices.end());
    return answer;
}

} // namespace ballast::inline v0::answers
