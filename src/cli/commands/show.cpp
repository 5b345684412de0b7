// Shows which buffers hold the memory of a module.
#include "cli/commands/show.hpp"

#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "cli/inputs.hpp"
#include "files/kind_word.hpp"
#include "files/names.hpp"
#include "render/message_view.hpp"
#include "render/shell_word.hpp"
#include "render/size_text.hpp"
#include "render/tpu_memory.hpp"
#include "render/verdict.hpp"

#include <algorithm>
#include <memory>

namespace ballast::cli {

namespace {

struct show_arguments : input_arguments {
    table_arguments tables;
    std::string by = "alike";
    std::string sort = "bytes";
    std::optional<std::int64_t> space;
    std::optional<std::int64_t> step;
    bool verbose = false;
    bool full_paths = false;        // of source files
    std::optional<std::string> why; // one buffer
    std::vector<std::string> dump;  // of the module that a message is about
    std::uint64_t most_bytes = 0;   // 0: no limit
    std::optional<memory_limit> limit;

    // With a limit, the exit code 1 means that it is exceeded.
    [[nodiscard]] bool is_limited() const { return most_bytes != 0 || limit; }
    [[nodiscard]] memory_options options() const
    {
        return {.step = step, .limit = limit, .limited_space = space.value_or(0)};
    }
};

// Reports that the total is over the limit, with the largest holder. Spaces are never added up.
bool over_limit(const render::memory_view& view, const show_arguments& given)
{
    if (given.most_bytes == 0) return false;
    const auto number = given.space.value_or(0);
    const auto space = std::ranges::find(view.memory.spaces, number, &space_memory::space);
    if (space == view.memory.spaces.end()) return false;
    if (static_cast<std::uint64_t>(space->total) <= given.most_bytes) return false;
    const auto groups = groups_of(view.memory, grouping::alike);
    const auto most = std::ranges::find(groups, number, &holder_group::space);
    std::string holder;
    if (most != groups.end()) {
        const auto first = view.memory.holders[most->largest];
        const auto each = most->count == 1 ? std::string() : fmt::format("{} x ", most->count);
        holder = fmt::format("; largest: {}{} {} {} {}", each, render::size_text(first.bytes), spelling(first.is),
                             printable(first.shape), printable(first.group));
    }
    warn("ballast show: over the limit: {}{} allocated in space {}, {} are allowed{}\n",
         view.memory.from_report ? "about " : "", render::exact_size_text(space->total), number,
         render::exact_size_text(static_cast<std::int64_t>(std::min<std::uint64_t>(given.most_bytes, INT64_MAX))),
         holder);
    return true;
}

int show_buffer(const std::vector<const document*>& documents, const show_arguments& given, output& out)
{
    const auto [stories, near] = stories_of(documents, *given.why);
    if (stories.empty()) {
        std::string names;
        for (const auto& name : near) names += fmt::format("{}{}", names.empty() ? "; near: " : ", ", printable(name));
        warn("ballast show: no value has the name or label {}{}\n", files::quoted_name(*given.why), names);
        return trouble;
    }
    if (given.tables.format == "json") {
        out.write(render::stories_json(stories));
    } else {
        constexpr std::size_t most_shown = 3; // of those with one label
        const std::string_view fence = given.tables.format == "markdown" ? "```\n" : "";
        const auto shown = std::min(stories.size(), most_shown);
        out.write(fence);
        for (std::size_t i = 0; i < shown; ++i) {
            if (i != 0) out.write("\n");
            out.write(render::story_text(stories[i], given.tables.is_plain()));
        }
        if (shown != stories.size())
            out.write(fmt::format("\n{} more with this label; --format json has them all\n", stories.size() - shown));
        out.write(fence);
    }
    return out.flush() ? success : trouble;
}

// How a hint names the module, by one of its files, or all paths if there are several modules. Empty if it comes from
// standard input.
std::string command_path(const show_arguments& given, std::size_t modules)
{
    std::string result;
    for (const auto& path : given.paths) {
        const auto word = path == "-" ? std::string() : render::shell_word(path);
        if (word.empty()) return {};
        result.append(result.empty() ? "" : " ").append(word);
        if (modules == 1) break;
    }
    return result;
}

// The name of the module in the name that XLA gives its files.
std::string name_in_files(const loaded_module& module)
{
    const auto name = parse_file_name(module.files.front().file->path);
    return name && !name->module.empty() ? std::string(name->module) : module.name();
}

// A folder, a log or several paths can contain several modules. The one with the largest total is shown.
struct chosen_module {
    std::vector<files::input_file> inputs;
    std::size_t among = 1;
    int code = success; // of the others
};
chosen_module choose_module(std::vector<files::input_file> inputs, const show_arguments& given)
{
    const auto shows_its_module = [](const files::input_file& file) {
        const auto name = parse_file_name(file.path);
        return file.in_folder || (file.text && file.text->in_log) || (name && name->made_by_xla);
    };
    if (given.files_alone || !std::ranges::all_of(inputs, shows_its_module) ||
        files::modules_of(inputs, given).size() < 2)
        return {std::move(inputs)};
    const auto all = summarise(inputs, given, given.space);
    if (all.rows.empty()) return {std::move(inputs)};
    return {all.rows.front().files, all.modules, code_of(all.refused, all.unreadable)};
}

// The messages that the inputs are, if they are nothing else. Refused ones are reported if others are accepted.
std::vector<render::message_view> messages_of(const std::vector<files::input_file>& inputs, const show_arguments& given)
{
    std::vector<std::string> refused;
    auto result = render::messages_in(inputs, given, refused);
    for (const auto& line : refused) warn("ballast: {}\n", line);
    return result;
}

bool is_shown(const ast::tree& tree)
{
    return std::holds_alternative<ast::dump>(tree) || std::holds_alternative<ast::usage_report>(tree) ||
           std::holds_alternative<ast::oom_report>(tree) || std::holds_alternative<ast::allocation_statistics>(tree);
}

render::memory_view view_of(loaded_module& module, std::size_t among, const show_arguments& given, const output& out)
{
    render::memory_view view;
    view.files = module.views();
    view.name = name_in_files(module);
    view.among = among;
    view.era = files::era_of(module.files).all.possible;
    view.by = std::ranges::find(render::groupings(), given.by, &render::grouping_name::name)->by;
    view.order = given.sort == "count"   ? render::holder_order::count
                 : given.sort == "label" ? render::holder_order::name
                                         : render::holder_order::bytes;
    view.top = given.tables.top.value_or(render::usual_holders);
    view.space = given.space;
    view.step = given.step;
    view.columns = given.tables.columns();
    view.verbose = given.verbose;
    view.full_paths = given.full_paths;
    view.command_path = command_path(given, among);
    view.plain = given.tables.is_plain();
    view.coloured = out.style().coloured && !view.plain;
    view.memory = std::move(*module.analysed.memory);
    view.messages = render::messages_beside(module.inputs, given);
    return view;
}

// The dump of the module that a message is about.
struct message_dump {
    show_arguments given; // with its paths
    loaded_module module;
    render::dump_of_message said;
    std::optional<int> code; // if there is none
};

// Empty if there is none, which is reported.
std::vector<files::input_file> module_of_message(const show_arguments& given, std::string_view name,
                                                 std::optional<std::int64_t> bytes)
{
    const auto all = summarise(find_module_texts(given), given, given.space);
    if (const auto* found = render::module_of_message(all, name, bytes)) return found->files;
    warn("ballast show: --dump: {}\n", all.rows.empty()
                                           ? std::string("no module with allocations")
                                           : fmt::format("no module has the name {}", files::quoted_name(name)));
    return {};
}

message_dump load_dump(const show_arguments& given, std::string_view name, std::optional<std::int64_t> bytes,
                       output& out)
{
    message_dump result{.given = given, .module = {}, .said = {}, .code = trouble};
    result.given.paths = given.dump;
    auto inputs = module_of_message(result.given, name, bytes);
    if (inputs.empty()) return result;
    auto wished = given.options();
    wished.buffers = true;
    result.module = load_module("show", std::move(inputs), given, wished, out);
    result.code = result.module.code;
    if (result.code) return result;
    const auto& memory = *result.module.analysed.memory;
    if (!has_space("show", files::spaces_of(memory), given.space) || !has_step("show", memory, given.step)) {
        result.code = trouble;
        return result;
    }
    result.said = {result.module.views(), name_in_files(result.module), memory.steps, {}};
    return result;
}

// The module of the dump, after the message.
int show_module_of(message_dump& dump, output& out)
{
    const auto view = view_of(dump.module, 1, dump.given, out);
    const bool markdown = dump.given.tables.format == "markdown";
    out.write("\n" + (markdown ? render::memory_markdown(view) : render::memory_text(view)));
    return out.flush() ? success : trouble;
}

// Reports that what is needed is over the limit, or unknown; empty if neither is so.
std::optional<int> over_limit(std::optional<std::int64_t> needed, const show_arguments& given)
{
    if (!given.is_limited()) return std::nullopt;
    if (!needed) {
        warn("ballast show: {} needs a size, and the text has none\n", given.most_bytes != 0         ? "--max"
                                                                       : given.limit->device.empty() ? "--limit"
                                                                                                     : "--device");
        return trouble;
    }
    if (given.limit && *needed > given.limit->available) {
        warn("ballast show: {}\n", render::fit_sentence(*given.limit, *needed));
        return failure;
    }
    if (given.most_bytes == 0 || *needed < 0 || static_cast<std::uint64_t>(*needed) <= given.most_bytes)
        return std::nullopt;
    warn("ballast show: over the limit: {} needed, {} are allowed\n", render::exact_size_text(*needed),
         render::exact_size_text(static_cast<std::int64_t>(std::min<std::uint64_t>(given.most_bytes, INT64_MAX))));
    return failure;
}

// True for an option about the buffers of a dump, if there is no dump. That is reported.
bool needs_dump(const show_arguments& given, std::string_view kind)
{
    const std::string_view option = given.why             ? "--why"
                                    : !given.dump.empty() ? std::string_view()
                                    : given.space         ? "--space"
                                    : given.step          ? "--step"
                                                          : std::string_view();
    if (option.empty()) return false;
    warn("ballast show: {} needs a dump, this is {}\n", option, kind);
    return true;
}

int show_messages(const std::vector<render::message_view>& messages, const show_arguments& given, output& out)
{
    if (needs_dump(given, messages.front().file.kind)) return trouble;
    // The first one that names its program, if there is one.
    const auto named = std::ranges::find_if(messages, [](const auto& each) { return !each.facts.program.empty(); });
    const auto& facts = (named == messages.end() ? messages.front() : *named).facts;
    std::optional<message_dump> dump;
    if (!given.dump.empty()) dump = load_dump(given, facts.program, facts.bytes("needed"), out);
    if (dump && dump->code) return *dump->code;
    out.write(given.tables.format == "json" ? render::messages_json(messages, dump ? &dump->said : nullptr)
              : given.tables.format == "markdown"
                  ? render::messages_markdown(messages)
                  : render::messages_text(messages, given.tables.columns(), given.tables.is_plain()));
    if (dump && given.tables.format != "json")
        if (const int code = show_module_of(*dump, out); code != success) return code;
    if (!out.flush()) return trouble;
    std::optional<std::int64_t> needed;
    for (const auto& each : messages)
        if (const auto bytes = each.facts.bytes("needed")) needed = std::max(needed.value_or(*bytes), *bytes);
    return over_limit(needed, given).value_or(success);
}

int show_tpu(const tpu_memory& memory, const loaded_module& message, const show_arguments& given, output& out)
{
    const auto top = given.tables.top.value_or(render::usual_holders);
    const auto columns = given.tables.columns();
    std::optional<message_dump> dump;
    if (!given.dump.empty())
        dump = load_dump(given, memory.module_name, memory.program ? memory.program : memory.used, out);
    if (dump && dump->code) return *dump->code;
    if (dump) dump->said.matches = matches_in(*dump->module.analysed.memory, memory);
    const auto beside = render::messages_beside(message.inputs, given);
    if (given.tables.format == "json") {
        const auto era = files::era_word(*message.documents.front());
        out.write(render::tpu_memory_json(memory, message.views(), era, beside, dump ? &dump->said : nullptr));
    } else {
        const bool markdown = given.tables.format == "markdown";
        out.write(markdown ? render::failures_markdown(beside) : render::failures_text(beside, columns));
        out.write(markdown ? render::tpu_memory_markdown(memory, message.name(), top)
                           : render::tpu_memory_text(memory, message.name(), top, columns));
        if (dump) {
            const auto matches = render::matches_text(memory, dump->said, top, columns);
            out.write(markdown && !matches.empty() ? "\n```" + matches + "```\n" : matches);
            if (const int code = show_module_of(*dump, out); code != success) return code;
        }
    }
    if (!out.flush()) return trouble;
    return over_limit(memory.used, given).value_or(success);
}

int run_show(const show_arguments& given)
{
    output out;
    auto inputs = find_module_texts(given);
    if (const auto messages = messages_of(inputs, given); !messages.empty()) return show_messages(messages, given, out);
    auto chosen = choose_module(std::move(inputs), given);
    auto module = load_module("show", std::move(chosen.inputs), given, given.options(), out);
    if (module.code) return given.is_limited() ? +trouble : *module.code;
    const auto kind = files::kind_word(module.documents.front()->tree());
    if (const auto tpu = render::tpu_memory_in(module.documents))
        return needs_dump(given, kind) ? +trouble : show_tpu(*tpu, module, given, out);
    if (!given.dump.empty()) {
        warn("ballast show: --dump needs a message about memory, this is {}\n", kind);
        return trouble;
    }
    if (std::ranges::none_of(module.files, [](const auto& f) { return is_shown(f.result.value->tree()); })) {
        warn("ballast: {}: show is for dumps and memory reports, this is {}\n", module.name(), kind);
        return trouble;
    }
    const auto& memory = module.analysed.memory;
    if (given.why) {
        if (!memory || !memory->from_report) return show_buffer(module.documents, given, out);
        warn("ballast show: --why needs a dump, this is {}\n", kind);
        return trouble;
    }
    if (!memory) {
        warn("ballast show: {}: no allocations; they are in the module's …-buffer-assignment.txt\n", module.name());
        return trouble;
    }
    if (!has_space("show", files::spaces_of(*memory), given.space) || !has_step("show", *memory, given.step))
        return trouble;
    const auto view = view_of(module, chosen.among, given, out);
    if (given.tables.format == "json")
        render::write_memory_json(view, [&](std::string_view piece) { return out.write(piece); });
    else
        out.write(given.tables.format == "markdown" ? render::memory_markdown(view) : render::memory_text(view));
    if (!out.flush()) return trouble;
    const bool fits = !view.memory.fit || view.memory.fit->fits();
    const int code = over_limit(view, given) || !fits ? failure : success;
    return given.is_limited() && chosen.code != success ? +trouble : std::max(chosen.code, code);
}

constexpr std::size_t columns_of_answer = 100;

void add_rows(CLI::App& app, show_arguments& given)
{
    std::vector<std::string> names;
    for (const auto& row : render::groupings()) names.emplace_back(row.name);
    app.add_option("--by", given.by, "what rows are grouped by; alike: class, label and shape")
        ->check(one_of(names))
        ->capture_default_str();
    app.add_option("--sort", given.sort, "the order of the rows")
        ->transform([](const std::string& name) { return name == "size" ? std::string("bytes") : name; })
        ->check(one_of({"bytes", "count", "label"}))
        ->capture_default_str();
}

command_body declare_show(CLI::App& app)
{
    auto given = std::make_shared<show_arguments>();
    add_module(app, *given, module_or_log);
    add_jobs(app, *given);
    add_tables(app, given->tables, render::usual_holders);
    add_rows(app, *given);
    add_space(app, given->space, "only this memory space");
    add_step(app, given->step);
    app.add_flag("--verbose", given->verbose, "also files, XLA's version, padding, donation, fragmentation");
    app.add_flag("--full-paths", given->full_paths, "source files with their folders");
    auto* why =
        app.add_option("--why", given->why, "one buffer: `fusion.3`, `fusion.3{1}`, the id of a value, or a label");
    why->type_name("NAME");
    add_memory_limit(app, given->limit);
    add_number(app, "--max", given->most_bytes,
               "exit with 1 if the total of space 0, or of --space, is larger than a size like 16G (units are powers "
               "of 1024); "
               "0: no limit",
               any_number, true);
    app.add_option("--dump", given->dump,
                   "the dump of the module that a message about memory is about: files or a folder")
        ->type_name("PATH");
    for (const auto* other : {"--dump", "--by", "--sort", "--top", "--space", "--step", "--max", "--device", "--limit"})
        why->excludes(app.get_option(other));
    return [given] { return run_show(*given); };
}

} // namespace

std::string answer_of_show(std::vector<files::input_file> inputs, const input_arguments& given)
{
    show_arguments usual;
    static_cast<files::options&>(usual) = given;
    usual.jobs = given.jobs;
    usual.tables.plain = true;
    usual.tables.width = columns_of_answer;
    if (const auto messages = messages_of(inputs, usual); !messages.empty())
        return render::messages_text(messages, columns_of_answer, true);
    output out;
    auto module = load_module("show", std::move(inputs), usual, {}, out);
    if (module.code) return {};
    if (const auto tpu = render::tpu_memory_in(module.documents))
        return render::tpu_memory_text(*tpu, module.name(), render::usual_holders, columns_of_answer);
    if (!module.analysed.memory) return {};
    auto view = view_of(module, 1, usual, out);
    view.coloured = false;
    return render::memory_text(view);
}

extern const command show_command{"Memory", "show",
                                  "what takes the memory of a module, the peak, and what would lower it", declare_show};

} // namespace ballast::cli
