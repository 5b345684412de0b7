// The memory of one module, of several, and what changed.
#include "answers.hpp"

#include "ballast/releases.hpp"
#include "ballast/tpu_memory.hpp"
#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "files/comparison.hpp"
#include "files/kind_word.hpp"
#include "files/names.hpp"
#include "render/diff_parts.hpp"
#include "render/message_view.hpp"
#include "render/tpu_memory.hpp"
#include "render/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace ballast::wasm {

namespace {

enum class form : std::uint8_t { json, text, markdown };

// Empty for an unknown form, which the answer reports.
std::optional<form> form_of(const question& asked, answer& to)
{
    if (asked.format.empty() || asked.format == "json") return form::json;
    if (asked.format == "text") return form::text;
    if (asked.format == "markdown") return form::markdown;
    to.fail(from(asked.ask, "unknown format " + printable(asked.format)));
    return std::nullopt;
}

std::optional<std::size_t> top_of(const question& asked)
{
    return asked.top ? std::optional(static_cast<std::size_t>(*asked.top)) : std::nullopt;
}

std::size_t columns_of(const question& asked) { return static_cast<std::size_t>(asked.width); }

render::table_options tables_of(const question& asked)
{
    return {.top = top_of(asked), .columns = columns_of(asked), .plain = asked.plain, .limit = asked.must_fit};
}

memory_options options_for_show(const question& asked)
{
    return {.step = asked.step, .limit = asked.must_fit, .limited_space = asked.space.value_or(0)};
}

// --- limits ---

bool is_over(std::int64_t total, const question& asked) { return asked.must_fit && total > asked.must_fit->available; }

// With a limit, `failure` means that it is exceeded.
int with_limit(int code, const question& asked) { return asked.must_fit && code != success ? +trouble : code; }

// The message that the needed memory is over the limit, or unknown.
void compare_to_limit(std::optional<std::int64_t> needed, const question& asked, answer& to)
{
    if (!asked.must_fit) return;
    if (!needed)
        return to.fail(
            from("show", fmt::format("{} needs a size, and the text has none", asked.limit ? "--limit" : "--device")));
    if (!is_over(*needed, asked)) return;
    to.messages.push_back(from("show", render::fit_sentence(*asked.must_fit, *needed)));
    to.code = std::max<int>(to.code, failure);
}

// --- one buffer ---

void show_buffer(const loaded_module& module, const question& asked, form as, answer& to)
{
    const auto [stories, near] = stories_of(module.documents, *asked.why);
    if (stories.empty()) {
        std::string names;
        for (const auto& name : near) names += fmt::format("{}{}", names.empty() ? "; near: " : ", ", printable(name));
        return to.fail(
            from("show", fmt::format("no value has the name or label {}{}", files::quoted_name(*asked.why), names)));
    }
    if (as == form::json) return to.put(render::stories_json(stories));
    constexpr std::size_t most_shown = 3; // of those with one label
    const std::string_view fence = as == form::markdown ? "```\n" : "";
    const auto shown = std::min(stories.size(), most_shown);
    to.put(fence);
    for (std::size_t i = 0; i < shown; ++i) {
        if (i != 0) to.put("\n");
        to.put(render::story_text(stories[i], asked.plain));
    }
    if (shown != stories.size())
        to.put(fmt::format("\n{} more with this label; --format json has them all\n", stories.size() - shown));
    to.put(fence);
}

// --- a module ---

bool is_shown(const ast::tree& tree)
{
    return std::holds_alternative<ast::dump>(tree) || std::holds_alternative<ast::usage_report>(tree) ||
           std::holds_alternative<ast::oom_report>(tree) || std::holds_alternative<ast::allocation_statistics>(tree);
}

// False for an unknown grouping or order, which the answer reports.
bool set_order(render::memory_view& view, const question& asked, answer& to)
{
    const auto groupings = render::groupings();
    const auto by = std::ranges::find(groupings, std::string_view(asked.by), &render::grouping_name::name);
    if (by == groupings.end()) {
        to.fail(from("show", "unknown grouping " + printable(asked.by)));
        return false;
    }
    view.by = by->by;
    if (asked.sort == "count") {
        view.order = render::holder_order::count;
    } else if (asked.sort == "label") {
        view.order = render::holder_order::name;
    } else if (asked.sort != "bytes" && asked.sort != "size") {
        to.fail(from("show", "unknown order " + printable(asked.sort)));
        return false;
    }
    return true;
}

void show_module(loaded_module& module, std::size_t among, const question& asked, form as, answer& to)
{
    render::memory_view view;
    if (!set_order(view, asked, to)) return;
    view.files = module.views();
    view.name = module.name_in_files();
    view.among = among;
    view.era = files::era_of(module.files).all.possible;
    view.top = top_of(asked).value_or(render::usual_holders);
    view.space = asked.space;
    view.step = asked.step;
    view.columns = columns_of(asked);
    view.verbose = asked.verbose;
    view.full_paths = asked.full_paths;
    view.plain = asked.plain;
    view.memory = std::move(*module.analysed.memory);
    view.messages = render::messages_beside(module.inputs, options_of(asked));
    if (as == form::json)
        render::write_memory_json(view, to.taker());
    else
        to.put(as == form::markdown ? render::memory_markdown(view) : render::memory_text(view));
}

// A folder, a log or several files can contain several modules. The one with the largest total is shown.
struct chosen_module {
    std::vector<files::input_file> inputs;
    std::size_t among = 1;
    int code = success; // of the others
};
chosen_module choose_module(session& of, std::vector<files::input_file> inputs, const question& asked, answer& to)
{
    const auto shows_its_module = [](const files::input_file& file) {
        const auto name = parse_file_name(file.path);
        return file.in_folder || (file.text && file.text->in_log) || (name && name->made_by_xla);
    };
    if (asked.files_alone || !std::ranges::all_of(inputs, shows_its_module) ||
        files::modules_of(inputs, options_of(asked)).size() < 2)
        return {std::move(inputs)};
    const auto all = summarise(of, inputs, asked, to);
    if (all.rows.empty()) return {std::move(inputs)};
    return {all.rows.front().files, all.modules, code_of(all.refused, all.unreadable)};
}

// --- messages ---

// The messages that the inputs are, if they are nothing else. Refused ones are reported if others are accepted.
std::vector<render::message_view> messages_of(const std::vector<files::input_file>& inputs, const question& asked,
                                              answer& to)
{
    std::vector<std::string> refused;
    auto result = render::messages_in(inputs, options_of(asked), refused);
    for (const auto& line : refused) to.messages.push_back("ballast: " + line);
    return result;
}

// The dump of the module that a message is about.
struct message_dump {
    loaded_module module;
    render::dump_of_message said;
};

// Empty if there is none, which the answer reports.
std::vector<files::input_file> module_of_message(session& dumps, const question& asked, std::string_view name,
                                                 std::optional<std::int64_t> bytes, answer& to)
{
    auto every = asked;
    every.module.reset();
    const auto all = summarise(dumps, dumps.inputs(every, to), asked, to);
    if (const auto* found = render::module_of_message(all, name, bytes)) return found->files;
    to.fail(from("show", all.rows.empty()
                             ? std::string("--dump: no module with allocations")
                             : fmt::format("--dump: no module has the name {}", files::quoted_name(name))));
    return {};
}

// Null if there is none, which the answer reports.
std::unique_ptr<message_dump> load_dump(session& dumps, const question& asked, std::string_view name,
                                        std::optional<std::int64_t> bytes, answer& to)
{
    auto inputs = module_of_message(dumps, asked, name, bytes, to);
    if (inputs.empty()) return nullptr;
    auto result = std::make_unique<message_dump>();
    auto wished = options_for_show(asked);
    wished.buffers = true;
    result->module = load_module("show", std::move(inputs), asked, wished, to);
    if (!result->module.good) return nullptr;
    const auto& memory = *result->module.analysed.memory;
    if (!has_space("show", files::spaces_of(memory), asked.space, to) || !has_step("show", memory, asked.step, to))
        return nullptr;
    result->said = {result->module.views(), result->module.name_in_files(), memory.steps, {}};
    return result;
}

// True for an option about the buffers of a dump, if there is no dump. The answer reports that.
bool needs_dump(const question& asked, const session* dumps, std::string_view kind, answer& to)
{
    const std::string_view option = asked.why     ? "--why"
                                    : dumps       ? std::string_view()
                                    : asked.space ? "--space"
                                    : asked.step  ? "--step"
                                                  : std::string_view();
    if (option.empty()) return false;
    to.fail(from("show", fmt::format("{} needs a dump, this is {}", option, kind)));
    return true;
}

// The module of the dump, after the message.
void show_module_of(message_dump& dump, const question& asked, form as, answer& to)
{
    to.put("\n");
    show_module(dump.module, 1, asked, as, to);
}

void show_messages(const std::vector<render::message_view>& messages, session* dumps, const question& asked, form as,
                   answer& to)
{
    if (needs_dump(asked, dumps, messages.front().file.kind, to)) return;
    // The first one that names its program, if there is one.
    const auto named = std::ranges::find_if(messages, [](const auto& each) { return !each.facts.program.empty(); });
    const auto& facts = (named == messages.end() ? messages.front() : *named).facts;
    std::unique_ptr<message_dump> dump;
    if (dumps && !(dump = load_dump(*dumps, asked, facts.program, facts.bytes("needed"), to))) return;
    to.put(as == form::json       ? render::messages_json(messages, dump ? &dump->said : nullptr)
           : as == form::markdown ? render::messages_markdown(messages)
                                  : render::messages_text(messages, columns_of(asked), asked.plain));
    if (dump && as != form::json) show_module_of(*dump, asked, as, to);
    std::optional<std::int64_t> needed;
    for (const auto& each : messages)
        if (const auto bytes = each.facts.bytes("needed")) needed = std::max(needed.value_or(*bytes), *bytes);
    compare_to_limit(needed, asked, to);
}

void show_tpu(const tpu_memory& memory, const loaded_module& message, session* dumps, const question& asked, form as,
              answer& to)
{
    const auto top = top_of(asked).value_or(render::usual_holders);
    std::unique_ptr<message_dump> dump;
    if (dumps) {
        dump = load_dump(*dumps, asked, memory.module_name, memory.program ? memory.program : memory.used, to);
        if (!dump) return;
        dump->said.matches = matches_in(*dump->module.analysed.memory, memory);
    }
    const auto beside = render::messages_beside(message.inputs, options_of(asked));
    if (as == form::json)
        to.put(render::tpu_memory_json(memory, message.views(), files::era_word(*message.documents.front()), beside,
                                       dump ? &dump->said : nullptr));
    else if (as == form::markdown)
        to.put(render::failures_markdown(beside) + render::tpu_memory_markdown(memory, message.name(), top));
    else
        to.put(render::failures_text(beside, columns_of(asked)) +
               render::tpu_memory_text(memory, message.name(), top, columns_of(asked)));
    if (dump && as != form::json) {
        const auto matches = render::matches_text(memory, dump->said, top, columns_of(asked));
        to.put(as == form::markdown && !matches.empty() ? "\n```" + matches + "```\n" : matches);
        show_module_of(*dump, asked, as, to);
    }
    compare_to_limit(memory.used, asked, to);
}

} // namespace

void answer_show(session& of, session* dumps, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    if (!as) return;
    auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;
    if (const auto messages = messages_of(inputs, asked, to); !messages.empty())
        return show_messages(messages, dumps, asked, *as, to);
    auto chosen = choose_module(of, std::move(inputs), asked, to);
    auto module = load_module("show", std::move(chosen.inputs), asked, options_for_show(asked), to);
    if (!module.good) {
        to.code = with_limit(to.code, asked);
        return;
    }
    const auto kind = files::kind_word(module.documents.front()->tree());
    if (const auto tpu = render::tpu_memory_in(module.documents)) {
        if (!needs_dump(asked, dumps, kind, to)) show_tpu(*tpu, module, dumps, asked, *as, to);
        return;
    }
    if (dumps) return to.fail(from("show", fmt::format("--dump needs a message about memory, this is {}", kind)));
    if (std::ranges::none_of(module.files, [](const auto& f) { return is_shown(f.result.value->tree()); }))
        return to.fail(
            fmt::format("ballast: {}: show is for dumps and memory reports, this is {}", module.name(), kind));
    const auto& memory = module.analysed.memory;
    if (asked.why) {
        if (!memory || !memory->from_report) return show_buffer(module, asked, *as, to);
        return to.fail(from("show", fmt::format("--why needs a dump, this is {}", kind)));
    }
    if (!memory)
        return to.fail(from("show", fmt::format("{}: no allocations; they are in the module's …-buffer-assignment.txt",
                                                module.name())));
    if (!has_space("show", files::spaces_of(*memory), asked.space, to) || !has_step("show", *memory, asked.step, to))
        return;
    const bool fits = !memory->fit || memory->fit->fits();
    show_module(module, chosen.among, asked, *as, to);
    to.code = std::max({to.code, with_limit(chosen.code, asked), fits ? +success : +failure});
}

void answer_summary(session& of, session*, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    if (!as) return;
    const auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;
    const auto all = summarise(of, inputs, asked, to);
    if (!has_space("summary", all.spaces, asked.space, to)) return;
    to.put(*as == form::json       ? render::summary_json(all, asked.must_fit)
           : *as == form::markdown ? render::summary_markdown(all, tables_of(asked))
                                   : render::summary_text(all, tables_of(asked)));
    to.code = code_of(all.refused, all.unreadable);
    if (all.rows.empty() && all.elsewhere == 0 && to.code == success) return to.fail(from("summary", "no allocations"));
    const bool over = !all.rows.empty() && is_over(all.rows.front().numbers.total, asked);
    to.code = std::max<int>(with_limit(to.code, asked), over ? failure : success);
}

// --- changes ---

namespace {

files::module_side load_side(std::string_view command, session& of, const question& asked, answer& to)
{
    files::module_side result;
    const auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return result;
    files::for_modules(files::modules_of(inputs, options_of(asked)), options_of(asked), files::sources::wanted, 1,
                       [&](files::module_memory&& module) {
                           report_unused(module, to);
                           std::size_t bytes = 0;
                           for (const auto& file : module.files)
                               bytes += file.text ? file.text->bytes.view().size() : 0;
                           result.add(std::move(module));
                           of.progressed().finish(bytes);
                       });
    to.code = std::max(to.code, code_of(result.refused, result.unreadable));
    if (result.modules.empty() && to.code == success) to.fail(from(command, inputs.front().shown + ": no allocations"));
    return result;
}

// Both sides; false if there is nothing to compare.
bool load_sides(std::string_view command, session& of, session& other, const question& asked,
                files::module_side& before, files::module_side& after, answer& to)
{
    before = load_side(command, of, asked, to);
    after = load_side(command, other, asked, to);
    for (const auto* side : {&before, &after})
        for (const auto& name : side->incomplete)
            to.messages.push_back(from(command, printable(name) + ": not compared"));
    return !before.modules.empty() && !after.modules.empty();
}

// `failure` if a module does not fit the limit after the change.
int code_of_changes(const std::vector<files::compared_module>& all, const question& asked)
{
    return std::ranges::any_of(
               all,
               [&](const files::compared_module& each) {
                   return each.after && is_over(numbers_of(*each.after->memory, asked.space.value_or(0)).total, asked);
               })
               ? failure
               : success;
}

} // namespace

void answer_diff(session& of, session* other, const question& asked, answer& to)
{
    const auto as = form_of(asked, to);
    if (!as) return;
    files::module_side before;
    files::module_side after;
    const bool both = load_sides("diff", of, *other, asked, before, after, to);
    to.code = with_limit(to.code, asked);
    if (!both) return;
    std::set<std::int64_t> spaces;
    for (const auto* side : {&before, &after})
        for (const auto& module : side->modules) spaces.merge(files::spaces_of(*module.memory));
    if (!has_space("diff", spaces, asked.space, to)) return;
    const auto all = files::compare(before, after);
    to.put(*as == form::json       ? render::diff_json(all, asked.space, asked.must_fit)
           : *as == form::markdown ? render::diff_markdown(all, asked.space, tables_of(asked))
                                   : render::diff_text(all, asked.space, tables_of(asked)));
    to.code = std::max(to.code, code_of_changes(all, asked));
}

// --- pages ---

namespace {

memory_options options_for_picture(const question& asked)
{
    return {.stacks = true, .buffers = true, .limit = asked.must_fit, .limited_space = asked.space.value_or(0)};
}

constexpr std::size_t most_of_pictures = 8 << 20; // bytes; modules beyond it have only a row

render::pictured_module pictured(loaded_module&& loaded, std::string name)
{
    render::pictured_module result{.name = std::move(name),
                                   .path = loaded.name(),
                                   .era = era_text(files::era_of(loaded.files).all.possible),
                                   .files = loaded.views(),
                                   .memory = std::move(*loaded.analysed.memory)};
    if (result.name.empty()) result.name = result.memory.module.empty() ? result.path : result.memory.module;
    return result;
}

class picture_list {
public:
    explicit picture_list(const question& asked) : asked_(asked) {}

    // The number of the picture; empty if the limit is reached.
    std::optional<std::size_t> add(const std::string& name, const std::vector<files::input_file>& files)
    {
        if (bytes_ > most_of_pictures) return std::nullopt;
        answer problems;
        auto loaded = load_module("report", files, asked_, options_for_picture(asked_), problems);
        if (!loaded.good || !loaded.analysed.memory) return std::nullopt;
        auto made = render::picture_json(pictured(std::move(loaded), name));
        if (bytes_ + made.size() > most_of_pictures && !pictures_.empty()) return std::nullopt;
        bytes_ += made.size();
        pictures_.push_back(std::move(made));
        return pictures_.size() - 1;
    }
    [[nodiscard]] const std::vector<std::string>& pictures() const { return pictures_; }

private:
    const question& asked_;
    std::vector<std::string> pictures_;
    std::size_t bytes_ = 0;
};

void report_module(std::vector<files::input_file> inputs, const question& asked, answer& to)
{
    auto loaded = load_module("report", std::move(inputs), asked, options_for_picture(asked), to);
    if (!loaded.good) return;
    if (!loaded.analysed.memory) return to.fail(from("report", loaded.name() + ": no allocations"));
    const auto module = pictured(std::move(loaded), {});
    if (asked.format == "json") return to.put(render::picture_json(module));
    if (!asked.svg) {
        render::write_module_page(to.taker(), module);
        if (module.memory.fit && !module.memory.fit->fits()) to.code = failure;
        return;
    }
    const auto& memory = module.memory;
    if (!has_space("report", files::spaces_of(memory), asked.space, to)) return;
    const auto space = asked.space.value_or(memory.spaces.empty() ? 0 : memory.spaces.front().space);
    const auto picture = render::heap_picture(memory, space, module.name);
    if (!picture)
        return to.fail(
            from("report", fmt::format("{}: no picture of space {}: live ranges are unknown", module.path, space)));
    to.put(*picture);
}

void report_folder(session& of, const std::vector<files::input_file>& inputs, const question& asked, answer& to)
{
    const auto all = summarise(of, inputs, asked, to);
    picture_list made(asked);
    std::vector<render::page_row> rows;
    for (const auto& row : all.rows) rows.push_back({&row, made.add(row.name, row.files)});
    const auto title = asked.title.empty() ? inputs.front().shown : asked.title;
    render::write_folder_page(to.taker(), title, made.pictures(), all, rows, asked.must_fit);
    const bool over = !all.rows.empty() && is_over(all.rows.front().numbers.total, asked);
    to.code = std::max({to.code, over ? +failure : +success, code_of(all.refused, all.unreadable)});
}

void report_changes(session& of, session& other, const question& asked, answer& to)
{
    files::module_side before;
    files::module_side after;
    if (!load_sides("report", of, other, asked, before, after, to)) return;
    const auto all = files::compare(before, after);
    picture_list made(asked);
    std::vector<render::page_change> changes;
    for (const auto* c : files::by_change(all, asked.space.value_or(0))) {
        render::page_change change{c, {}, {}};
        if (c->before) change.before = made.add(c->before->name, c->before->files);
        if (c->after) change.after = made.add(c->after->name, c->after->files);
        changes.push_back(change);
    }
    const auto title =
        asked.title.empty() ? before.modules.front().path + " > " + after.modules.front().path : asked.title;
    render::write_diff_page(to.taker(), title, made.pictures(), changes, asked.space, asked.must_fit);
    to.code = std::max(to.code, code_of_changes(all, asked));
}

} // namespace

void answer_report(session& of, session* other, const question& asked, answer& to)
{
    if (!asked.format.empty() && asked.format != "json" && asked.format != "html")
        return to.fail(from("report", "unknown format " + printable(asked.format)));
    if (other) return report_changes(of, *other, asked, to);
    auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;
    const bool several =
        !asked.svg && asked.format != "json" && files::modules_of(inputs, options_of(asked)).size() > 1;
    if (several)
        report_folder(of, inputs, asked, to);
    else
        report_module(std::move(inputs), asked, to);
}

} // namespace ballast::wasm
