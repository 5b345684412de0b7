// Shows the memory of modules as one page.
#include "answers/log_answer.hpp"
#include "answers/pictures.hpp"
#include "cli/inputs.hpp"
#include "cli/logs.hpp"
#include "cli/output_to_file.hpp"
#include "files/candidate.hpp"
#include "files/comparison.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <utility>

namespace ballast::cli {

namespace {

struct report_arguments : input_arguments {
    std::string to_file;
    bool svg = false;
    std::optional<std::int64_t> space;
    std::optional<memory_limit> limit;

    [[nodiscard]] memory_options for_pictures() const { return answers::options_for_pictures(limit, space); }
    // With a limit, 1 means that it is exceeded.
    [[nodiscard]] int code_of_reading(int code) const { return limit && code != success ? +trouble : code; }
};

int write_page(const report_arguments& given, output& out, const std::function<void(const render::piece_taker&)>& write)
{
    if (is_file(given.to_file) || !output_is_terminal()) return write_to(given.to_file, "report", out, write);
    warn("ballast report: a page is not text for a terminal; use -o FILE\n");
    return trouble;
}

// Several paths: files of one module, as a shell expands the start of their names.
bool are_one_module(const report_arguments& given)
{
    std::error_code error;
    if (given.files_alone || std::ranges::any_of(given.paths, [&](const std::string& path) {
            return !std::filesystem::is_regular_file(path, error);
        }))
        return false;
    return files::modules_of(files::find(given.paths, given).files, given).size() == 1;
}

int report_module(std::vector<files::input_file> inputs, const report_arguments& given, output& out)
{
    auto loaded = load_module("report", std::move(inputs), given, given.for_pictures(), out);
    if (loaded.code) return given.code_of_reading(*loaded.code);
    if (!loaded.analysed.memory) {
        warn("ballast report: {}: no allocations\n", loaded.name());
        return trouble;
    }
    const auto module = answers::pictured(std::move(loaded), {});
    const auto& memory = module.memory;
    const int fits = memory.fit ? answers::code_of(memory.fit->verdict()) : +success;
    if (!given.svg)
        return std::max(fits, write_page(given, out, [&](const render::piece_taker& to) {
                            render::write_module_page(to, module);
                        }));
    if (!has_space("report", files::spaces_of(memory), given.space, out)) return trouble;
    const auto space = given.space.value_or(memory.spaces.empty() ? 0 : memory.spaces.front().space);
    const auto picture = render::heap_picture(memory, space, module.name);
    if (!picture) {
        warn("ballast report: {}: no picture of space {}: live ranges are unknown\n", module.path, space);
        return trouble;
    }
    return std::max(fits, write_page(given, out, [&](const render::piece_taker& to) { to(*picture); }));
}

int report_folder(const std::vector<files::input_file>& inputs, const report_arguments& given, output& out)
{
    const auto all = summarise(inputs, given, given.space, out);
    answers::picture_list made(given, given.for_pictures(), out);
    std::vector<render::page_row> rows;
    for (const auto& row : all.rows) rows.push_back({&row, made.add(row.name, row.files)});
    const auto code = write_page(given, out, [&](const render::piece_taker& to) {
        render::write_folder_page(to, files::shown_path(given.paths.front(), given), made.pictures(), all, rows,
                                  given.limit);
    });
    return std::max(
        {code, answers::code_of(all, given.limit), given.code_of_reading(code_of(all.refused, all.unreadable))});
}

int report_changes(const report_arguments& given, output& out)
{
    const auto before = load_side("report", given.paths[0], given, out, given.to_file);
    const auto after = load_side("report", given.paths[1], given, out, given.to_file);
    for (const auto* read : {&before, &after}) report_incomplete("report", read->side);
    const auto code = given.code_of_reading(std::max(before.code, after.code));
    if (before.side.modules.empty() || after.side.modules.empty()) return code;
    const auto all = files::compare(before.side, after.side);
    answers::picture_list made(given, given.for_pictures(), out);
    std::vector<render::page_change> changes;
    for (const auto* c : files::by_change(all, given.space.value_or(0))) {
        render::page_change change{c, {}, {}};
        if (c->before) change.before = made.add(c->before->name, c->before->files);
        if (c->after) change.after = made.add(c->after->name, c->after->files);
        changes.push_back(change);
    }
    const auto title =
        fmt::format("{} > {}", files::shown_path(given.paths[0], given), files::shown_path(given.paths[1], given));
    const auto written = write_page(given, out, [&](const render::piece_taker& to) {
        render::write_diff_page(to, title, made.pictures(), changes, given.space, given.limit);
    });
    return std::max({code, written, answers::code_of(all, given.limit, given.space)});
}

// The failures in a log that has no dump. Empty if there are none.
std::vector<render::read_text> failures_of(const report_arguments& given, const std::vector<files::input_file>& inputs)
{
    if (given.svg || given.paths.size() != 1) return {};
    auto logs = logs_in(given, given.paths);
    std::erase_if(logs, &answers::log_input::is_of_xla);
    // What has a page of its own.
    const auto is_dump = [](const files::input_file& file) {
        const auto begins = [&](std::string_view text) {
            constexpr std::array<std::string_view, 5> ours{"BufferAssignment", "HloLiveRange", "*** Begin ",
                                                           "Total bytes used", "\nTotal bytes used"};
            return std::ranges::any_of(ours, [&](std::string_view beginning) { return text.starts_with(beginning); });
        };
        return file.text ? begins(file.text->bytes.view())
                         : begins(files::first_bytes(file.path, files::deciding_bytes));
    };
    if (logs.empty() || std::ranges::any_of(inputs, is_dump)) return {};
    return answers::failures_in(logs);
}

int report_failures(const std::vector<render::read_text>& read, const report_arguments& given, output& out)
{
    const render::failure_options how{.top = 0, .limit = given.limit};
    const auto page = render::failure_page(files::shown_path(given.paths.front(), given), read, how);
    const int code = write_page(given, out, [&](const render::piece_taker& to) { to(page); });
    const auto needed = render::most_needed(read);
    const bool too_large = given.limit && needed && *needed > given.limit->available;
    return std::max(code, too_large ? +failure : +success);
}

int run_report(const report_arguments& given)
{
    output out;
    if (given.paths.size() > 1 && !are_one_module(given)) {
        if (given.paths.size() == 2 && !given.svg) return report_changes(given, out);
        warn("ballast report: {}\n",
             given.svg ? "--svg draws one module" : "expected one module or folder, or two of them to compare");
        return trouble;
    }
    auto inputs = find_module_texts(given, given.to_file);
    if (inputs.empty()) return trouble;
    if (const auto read = failures_of(given, inputs); !read.empty()) return report_failures(read, given, out);
    const bool several = !given.svg && given.paths.size() == 1 && files::modules_of(inputs, given).size() > 1;
    return several ? report_folder(inputs, given, out) : report_module(std::move(inputs), given, out);
}

command_body declare_report(CLI::App& app)
{
    auto given = std::make_shared<report_arguments>();
    add_module(app, *given, "a dump, a log or a folder; two of them: what changed; - for standard input");
    add_jobs(app, *given);
    add_output(app, given->to_file);
    add_memory_limit(app, given->limit);
    auto* svg = app.add_flag("--svg", given->svg, "only the heap as a picture: values by offset and time");
    add_space(app, given->space, "the heap of this memory space");
    app.get_option("--space")->needs(svg);
    return [given] { return run_report(*given); };
}

} // namespace

extern const command report_command{"Memory", "report", "an HTML page with pictures of all that show says",
                                    declare_report};

} // namespace ballast::cli
