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
#include <iterator>
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

int write_page(const report_arguments& options, output& out,
               const std::function<void(const render::piece_taker&)>& write)
{
    if (is_file(options.to_file) || !output_is_terminal()) return write_to(options.to_file, "report", out, write);
    warn("ballast report: a page is not text for a terminal; use -o FILE\n");
    return trouble;
}

// Several paths: files of one module, as a shell expands the start of their names.
bool are_one_module(const report_arguments& options)
{
    std::error_code error;
    if (options.files_alone || std::ranges::any_of(options.paths, [&](const std::string& path) {
            return !std::filesystem::is_regular_file(path, error);
        }))
        return false;
    return files::modules_of(files::find(options.paths, options).files, options).size() == 1;
}

int report_failures(const std::vector<render::read_text>& read, const report_arguments& options, output& out)
{
    const render::failure_options how{.top = 0, .limit = options.limit};
    const auto page = render::failure_page(files::shown_path(options.paths.front(), options), read, how);
    const int code = write_page(options, out, [&](const render::piece_taker& to) { to(page); });
    const auto needed = render::most_needed(read);
    const bool too_large = options.limit && needed && *needed > options.limit->available;
    return std::max(code, too_large ? +failure : +success);
}

int report_module(std::vector<files::input_file> inputs, const std::vector<render::read_text>& read,
                  const report_arguments& options, output& out)
{
    answers::held_receiver held(out); // of a refused text, its failures are the answer
    auto loaded = load_module("report", std::move(inputs), options, options.for_pictures(), held);
    const bool lists_nothing = !loaded.code && loaded.analysed.memory && loaded.analysed.memory->spaces.empty();
    if ((loaded.code || lists_nothing) && !read.empty()) return report_failures(read, options, out);
    held.release();
    if (loaded.code) return options.code_of_reading(*loaded.code);
    if (!loaded.analysed.memory) {
        warn("ballast report: {}: no allocations\n", loaded.name());
        return trouble;
    }
    const auto module = answers::pictured(std::move(loaded), {});
    const auto& memory = module.memory;
    const int fits = memory.fit ? answers::code_of(memory.fit->verdict()) : +success;
    if (!options.svg)
        return std::max(fits, write_page(options, out, [&](const render::piece_taker& to) {
                            render::write_module_page(to, module, render::failure_lines(read));
                        }));
    if (!has_space("report", files::spaces_of(memory), options.space, out)) return trouble;
    const auto space = options.space.value_or(memory.spaces.empty() ? 0 : memory.spaces.front().space);
    const auto picture = render::heap_picture(memory, space, module.name);
    if (!picture) {
        warn("ballast report: {}: no picture of space {}: live ranges are unknown\n", module.path, space);
        return trouble;
    }
    return std::max(fits, write_page(options, out, [&](const render::piece_taker& to) { to(*picture); }));
}

int report_folder(const std::vector<files::input_file>& inputs, const std::vector<render::read_text>& read,
                  const report_arguments& options, output& out)
{
    const auto all = summarise(inputs, options, options.space, out);
    answers::picture_list made(options, options.for_pictures(), out);
    std::vector<render::page_row> rows;
    for (const auto& row : all.rows) rows.push_back({&row, made.add(row.name, row.files)});
    const auto code = write_page(options, out, [&](const render::piece_taker& to) {
        render::write_folder_page(to, files::shown_path(options.paths.front(), options), made.pictures(), all, rows,
                                  options.limit, render::failure_lines(read));
    });
    return std::max(
        {code, answers::code_of(all, options.limit), options.code_of_reading(code_of(all.refused, all.unreadable))});
}

int report_changes(const report_arguments& options, output& out)
{
    const auto before = load_side("report", options.paths[0], options, out, options.to_file);
    const auto after = load_side("report", options.paths[1], options, out, options.to_file);
    for (const auto* read : {&before, &after}) report_incomplete("report", read->side);
    const auto code = options.code_of_reading(std::max(before.code, after.code));
    if (before.side.modules.empty() || after.side.modules.empty()) return code;
    const auto all = files::compare(before.side, after.side);
    answers::picture_list made(options, options.for_pictures(), out);
    std::vector<render::page_change> changes;
    for (const auto* c : files::by_change(all, options.space.value_or(0))) {
        render::page_change change{c, {}, {}};
        if (c->before) change.before = made.add(c->before->name, c->before->files);
        if (c->after) change.after = made.add(c->after->name, c->after->files);
        changes.push_back(change);
    }
    const auto title = fmt::format("{} > {}", files::shown_path(options.paths[0], options),
                                   files::shown_path(options.paths[1], options));
    const auto written = write_page(options, out, [&](const render::piece_taker& to) {
        render::write_diff_page(to, title, made.pictures(), changes, options.space, options.limit);
    });
    return std::max({code, written, answers::code_of(all, options.limit, options.space)});
}

// True for a text that has a page of its own.
bool has_page(const files::input_file& file)
{
    const auto begins = [&](std::string_view text) {
        constexpr std::array<std::string_view, 5> ours{"BufferAssignment", "HloLiveRange", "*** Begin ",
                                                       "Total bytes used", "\nTotal bytes used"};
        return std::ranges::any_of(ours, [&](std::string_view beginning) { return text.starts_with(beginning); });
    };
    return file.text ? begins(file.text->bytes.view()) : begins(files::first_bytes(file.path, files::deciding_bytes));
}

int run_report(const report_arguments& options)
{
    output out;
    if (options.paths.size() > 1 && !are_one_module(options)) {
        if (options.paths.size() == 2 && !options.svg) return report_changes(options, out);
        warn("ballast report: {}\n",
             options.svg ? "--svg draws one module" : "expected one module or folder, or two of them to compare");
        return trouble;
    }
    auto from = source_of(options, options.paths, options.space, out, options.to_file);
    auto inputs = from.inputs();
    std::vector<answers::log_input> logs;
    if (!options.svg && options.paths.size() == 1) {
        logs = from.logs();
        if (from.folder_logs) std::ranges::move(from.folder_logs(), std::back_inserter(logs));
        std::erase_if(logs, &answers::log_input::is_of_xla);
    }
    const auto read = answers::failures_in(logs);
    if (!read.empty() && std::ranges::none_of(inputs, has_page)) return report_failures(read, options, out);
    if (inputs.empty()) {
        from.report_empty();
        return trouble;
    }
    if (options.svg || options.paths.size() != 1 || files::modules_of(inputs, options).size() < 2)
        return report_module(std::move(inputs), read, options, out);
    (void)answers::take_failures(inputs, logs, options);
    return report_folder(inputs, read, options, out);
}

command_body declare_report(CLI::App& app)
{
    auto options = std::make_shared<report_arguments>();
    add_module(app, *options, "a dump, a log or a folder; two of them: what changed; - for standard input");
    add_jobs(app, *options);
    add_output(app, options->to_file);
    add_memory_limit(app, options->limit);
    auto* svg = app.add_flag("--svg", options->svg, "only the heap as a picture: values by offset and time");
    add_space(app, options->space, "the heap of this memory space");
    app.get_option("--space")->needs(svg);
    return [options] { return run_report(*options); };
}

} // namespace

extern const command report_command{"Memory", "report", "an HTML page with pictures of all that show says",
                                    declare_report};

} // namespace ballast::cli
