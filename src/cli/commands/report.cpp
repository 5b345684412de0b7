// Shows the memory of modules as one page.
#include "ballast/releases.hpp"
#include "cli/command_line.hpp"
#include "cli/comparison.hpp"
#include "cli/folder_memory.hpp"
#include "cli/heap_picture.hpp"
#include "cli/output_file.hpp"
#include "cli/page.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace ballast::cli {

namespace {

// The limit for pictures in a page of several modules, in bytes. Modules beyond it have only a row.
constexpr std::size_t most_of_pictures = 8 << 20;

// Writes where the options say what `write` hands over in pieces.
template <typename Write>
int deliver(const options& given, report& out, const Write& write)
{
    if (!given.to_file.empty() && given.to_file != "-") {
        output_file file(given.to_file, existing::replaced);
        write([&](std::string_view piece) { return file.write(piece); });
        const auto problem = file.finish();
        if (problem.empty()) return success;
        warn("ballast report: {}: {}\n", quoted_name(given.to_file), problem);
        return trouble;
    }
    if (out.on_terminal()) {
        warn("ballast report: a page is not text for a terminal; use -o FILE\n");
        return trouble;
    }
    write([&](std::string_view piece) { return out.write(piece); });
    return out.flush() ? success : trouble;
}

// Releases the texts.
pictured_module pictured(asked_module asked, std::string name)
{
    pictured_module result{.name = std::move(name),
                           .path = asked.name(),
                           .era = era_text(era_of(asked.files).all.possible),
                           .files = files_of(asked),
                           .memory = std::move(*asked.what.memory)};
    if (result.name.empty()) result.name = result.memory.module.empty() ? result.path : result.memory.module;
    return result;
}

// Modules are read again for their pictures, so modules without one take no memory.
class album {
public:
    album(const options& given, report& out) : given_(given), out_(out) {}

    // The number of the picture; empty if the limit is reached or the module cannot be read any more.
    std::optional<std::size_t> add(const std::string& name, const std::vector<input_file>& files)
    {
        if (bytes_ > most_of_pictures) return std::nullopt;
        auto asked = ask_module("report", {files}, given_, {.stacks = true, .buffers = true}, out_);
        if (asked.code || !asked.what.memory) return std::nullopt;
        auto made = picture_json(pictured(std::move(asked), name));
        if (bytes_ + made.size() > most_of_pictures && !pictures_.empty()) return std::nullopt;
        bytes_ += made.size();
        pictures_.push_back(std::move(made));
        return pictures_.size() - 1;
    }
    [[nodiscard]] const std::vector<std::string>& pictures() const { return pictures_; }

private:
    const options& given_;
    report& out_;
    std::vector<std::string> pictures_;
    std::size_t bytes_ = 0;
};

// Several paths: files of one module, as a shell expands the start of their names.
bool are_one_module(const options& given)
{
    std::error_code error;
    if (given.files_alone || std::ranges::any_of(given.paths, [&](const std::string& path) {
            return !std::filesystem::is_regular_file(path, error);
        }))
        return false;
    return bundles_of(find_files(given), given).size() == 1;
}

int of_module(input_files inputs, const options& given, report& out)
{
    auto asked = ask_module("report", std::move(inputs), given, {.stacks = true, .buffers = true}, out);
    if (asked.code) return *asked.code;
    if (!asked.what.memory) {
        warn("ballast report: {}: no allocations\n", asked.name());
        return trouble;
    }
    const auto module = pictured(std::move(asked), {});
    if (!given.svg) return deliver(given, out, [&](const piece_taker& to) { write_module_page(to, module); });
    const auto& memory = module.memory;
    if (!has_space("report", spaces_of(memory), given)) return trouble;
    const auto space = given.space.value_or(memory.spaces.empty() ? 0 : memory.spaces.front().space);
    const auto picture = heap_picture(memory, space, module.name);
    if (!picture) {
        warn("ballast report: {}: no picture of space {}: live ranges are unknown\n", module.path, space);
        return trouble;
    }
    return deliver(given, out, [&](const piece_taker& to) { to(*picture); });
}

int of_folder(const input_files& inputs, const options& given, report& out)
{
    const auto all = summarise(inputs, given);
    album made(given, out);
    std::vector<page_row> rows;
    for (const auto& row : all.rows) rows.push_back({&row, made.add(row.name, row.files)});
    const auto code = deliver(given, out, [&](const piece_taker& to) {
        write_folder_page(to, shown_path(given.paths.front(), given), made.pictures(), all, rows);
    });
    return std::max(code, all.code());
}

int of_changes(const options& given, report& out)
{
    const auto before = read_side("report", given.paths[0], given);
    const auto after = read_side("report", given.paths[1], given);
    for (const auto* side : {&before, &after}) tell_broken("report", *side);
    const auto code = std::max(before.code, after.code);
    if (before.modules.empty() || after.modules.empty()) return code;
    const auto all = compare(before, after);
    album made(given, out);
    std::vector<page_change> changes;
    for (const auto& c : by_change(all, given.space.value_or(0))) {
        page_change change{c, {}, {}};
        if (c->before) change.before = made.add(c->before->name, c->before->files);
        if (c->after) change.after = made.add(c->after->name, c->after->files);
        changes.push_back(change);
    }
    const auto title = fmt::format("{} > {}", shown_path(given.paths[0], given), shown_path(given.paths[1], given));
    const auto delivered = deliver(
        given, out, [&](const piece_taker& to) { write_diff_page(to, title, made.pictures(), changes, given); });
    return std::max(code, delivered);
}

} // namespace

int report_page(const options& given)
{
    report out;
    if (given.paths.size() > 1 && !are_one_module(given)) {
        if (given.paths.size() == 2 && !given.svg) return of_changes(given, out);
        warn("ballast report: {}\n",
             given.svg ? "--svg draws one module" : "expected one module or folder, or two of them to compare");
        return trouble;
    }
    auto inputs = find_modules(given);
    if (inputs.files.empty()) return trouble;
    const bool several = !given.svg && given.paths.size() == 1 && bundles_of(inputs, given).size() > 1;
    return several ? of_folder(inputs, given, out) : of_module(std::move(inputs), given, out);
}

} // namespace ballast::cli
