#include "answers/load.hpp"

#include "analyse/roles.hpp"
#include "answers/folder.hpp"
#include "answers/names_file.hpp"
#include "answers/validate.hpp"
#include "ballast/kind_word.hpp"
#include "base/file_name.hpp"
#include "base/parallel.hpp"
#include "check/siblings.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"
#include "files/paths.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

namespace ballast::inline v0::answers {

// --- one file ---

parse_options options_for(std::string_view path)
{
    parse_options result;
    result.max_errors = 1;
    const auto plain = without_compression(path);
    result.live_range_optional = plain.ends_with(bare_assignment_ending) || plain.ends_with(log_live_range_ending) ||
                                 plain.ends_with(tpu_part_ending);
    return result;
}

namespace {

std::atomic<std::size_t> parsed_texts = 0;

} // namespace

std::size_t parse_count() { return parsed_texts; }

parsed_file parse_file(const files::input_file& file, const files::options& reading, std::size_t max_errors,
                       bool partial)
{
    ++parsed_texts;
    auto [text, problem] = files::read_text(file, reading);
    if (!problem.empty()) return {std::move(problem), {}};
    auto parsing = options_for(file.path);
    if (file.text && file.text->in_log) parsing.live_range_optional = true;
    parsing.max_errors = max_errors;
    parsing.partial = partial;
    return {{}, parse(std::move(text), parsing)};
}

std::vector<module_file> read_files(const files::module_files& module, const files::options& reading, bool partial)
{
    std::vector<module_file> result;
    for (const auto* file : module.files) result.push_back({parse_file(*file, reading, 1, partial), file});
    return result;
}

unused_file refused_file(const files::input_file& file, const parsed_file& read)
{
    const auto& refusal = read.result.findings.front();
    line_table places(read.result.text());
    return {file.shown, {}, reported(refusal, file, places), excerpt_of(places.text(), refusal.begin, refusal.end)};
}

namespace {

// One sentence about a file over which several processes wrote; empty for other files.
std::string notice_of(const module_file& read)
{
    const auto* of = read.result.value ? &*read.result.value : nullptr;
    if (!of || !of->is_overwritten()) return {};
    const auto begin = of->unread().back().at.offset;
    return fmt::format("{}: from line {} on it is the end of a longer file: several processes wrote this file; give "
                       "each process a folder of its own",
                       read.file->shown, line_table(of->text()).place_of(begin).line);
}

} // namespace

// --- the files of a module ---

std::vector<const document*> loaded_module::documents() const
{
    std::vector<const document*> result;
    for (const auto& file : files) result.push_back(&*file.result.value);
    if (text.has_records()) result.push_back(&*text.result.value);
    return result;
}

era_set loaded_module::era() const { return era_of(files).all.possible; }

std::size_t loaded_module::unreadable() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(unused, [](const unused_file& f) { return !f.problem.empty(); }));
}

void set_name(loaded_module& of)
{
    for (const auto& file : of.inputs)
        if (const auto parsed = parse_file_name(file.path); parsed && parsed->made_by_xla) {
            of.number = parsed->id;
            of.name = parsed->module;
            if (!of.name.empty()) return;
        }
    if (!of.name.empty() || !of.number.empty()) return;
    const auto& first = of.inputs.front();
    const auto& path = first.text ? first.path : of.path;
    of.name = path.substr(path.rfind('/') + 1);
    for (const auto& sibling : siblings())
        if (of.name.ends_with(sibling.ending) && of.name.size() > sibling.ending.size())
            return of.name.resize(of.name.size() - sibling.ending.size());
    if (of.name.ends_with(".txt")) of.name.resize(of.name.size() - 4);
}

std::optional<same_part> find_same_part(const std::vector<module_file>& files)
{
    using checking::parts_in;
    for (std::size_t i = 1; i < files.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if ((parts_in(*files[i].result.value) & parts_in(*files[k].result.value)) != 0)
                return same_part{files[k].file->shown, files[i].file->shown};
    return std::nullopt;
}

namespace {

// True for `a-live-range.txt` and `a-live-range.txt.gz`, or for copies of one text in a log.
bool are_copies(std::string_view a, std::string_view b)
{
    const auto stem = stem_of(a);
    return !stem.empty() && stem == stem_of(b);
}

// If two files contain the same part, the first one counts. `copies`: only if their names say that they are one file.
void leave_out_equal_parts(loaded_module& of, bool copies)
{
    std::vector<std::pair<const files::input_file*, unsigned>> parts;
    std::erase_if(of.files, [&](const module_file& file) {
        const auto here = checking::parts_in(*file.result.value);
        const auto same = std::ranges::find_if(parts, [&](const auto& other) {
            return (other.second & here) != 0 && (!copies || are_copies(other.first->path, file.file->path));
        });
        if (same == parts.end()) {
            parts.emplace_back(file.file, here);
            return false;
        }
        of.notices.push_back(
            fmt::format("{}: left out: {} contains the same part of the module", file.file->shown, same->first->shown));
        return true;
    });
}

} // namespace

loaded_module read_module(const files::module_files& from, const files::options& reading)
{
    return read_module(from, [&](std::size_t i) { return parse_file(*from.files[i], reading, 1, true); });
}

loaded_module read_module(const files::module_files& from, const std::function<parsed_file(std::size_t)>& parsed)
{
    loaded_module made;
    made.path = from.files.front()->shown;
    for (const auto* file : from.files) made.inputs.push_back(*file);
    set_name(made);
    for (std::size_t i = 0; i < made.inputs.size(); ++i) {
        const auto& file = made.inputs[i];
        module_file read{parsed(i), &file};
        if (!read.problem.empty()) {
            made.unused.push_back({file.shown, read.problem});
        } else if (!read.result.value) {
            made.unused.push_back(refused_file(*read.file, read));
        } else {
            if (auto notice = notice_of(read); !notice.empty()) made.notices.push_back(std::move(notice));
            made.files.push_back(std::move(read));
        }
    }
    leave_out_equal_parts(made, true);
    return made;
}

// --- its memory ---

parsed_file read_text_beside(const std::string& path, const files::options& reading, std::string& shown,
                             std::vector<std::string>& notices)
{
    for (const auto& there : files::texts_beside(path, reading)) {
        shown = files::shown_path(there, reading);
        auto read = parse_file({there, shown, {}, true}, reading, 1, true);
        if (!read.problem.empty()) continue;
        if (read.result.value && read.result.value->module_text()) return read;
        notices.push_back(
            fmt::format("{}: not read for source lines: {}", shown,
                        read.accepted() ? "not a module text" : read.result.findings.front().message.text()));
    }
    return {};
}

void read_text_beside(loaded_module& of, const files::options& reading)
{
    of.text = read_text_beside(of.files.front().file->path, reading, of.text_shown, of.notices);
}

namespace {

// The platform in the name of a file, `sm_9.0_gpu_after_optimizations`. Empty if there is none.
std::string platform_in(std::string_view path)
{
    const auto name = path.substr(path.rfind('/') + 1);
    if (const auto at = name.find("gpu_after_optimizations"); at != std::string_view::npos) {
        auto target = name.substr(0, at);
        const auto begin = std::min(target.rfind("sm_"), target.rfind("gfx"));
        target = begin == std::string_view::npos ? std::string_view() : target.substr(begin);
        if (target.ends_with('_')) target.remove_suffix(1);
        return target.empty() ? "GPU" : "GPU " + std::string(target);
    }
    for (const std::string_view cpu : {"cpu_after_optimizations", "cpu_aot_after_optimizations"})
        if (name.find(cpu) != std::string_view::npos) return "CPU";
    return {};
}

// True if the module text has what the dump lacks: instructions, source lines, or names of parameters.
bool needs_text(const loaded_module& of)
{
    bool has_instructions = false;
    bool has_frames = false;
    const auto look_at = [&](const ast::instruction& node) {
        has_instructions = true;
        const auto* metadata = node.metadata();
        has_frames = has_frames || (metadata && metadata->stack_frame_id > 0);
        // Such parameters are named after what reads them, also in fused computations.
        has_frames = has_frames || (metadata && analyse::is_name_of_all(metadata->op_name));
    };
    for (const auto& file : of.files) {
        const auto& read = *file.result.value;
        if (read.module_text()) return false;
        const auto* dump = std::get_if<ast::dump>(&read.tree());
        if (!dump) continue;
        for (const auto& entry : dump->used_values)
            if (entry.instruction && !has_frames) look_at(*entry.instruction);
    }
    return !has_instructions || has_frames;
}

bool has_sizes(const module_file& file)
{
    const auto* dump = std::get_if<ast::dump>(&file.result.value->tree());
    return !dump || dump->kind == ast::dump_kind::assignment || dump->kind == ast::dump_kind::combined;
}

// A file that was refused costs what it alone has.
void take_refused(loaded_module& of)
{
    std::erase_if(of.unused, [&](const unused_file& file) {
        if (!file.problem.empty()) return false;
        of.memory->of_dump.missing.push_back(fmt::format("nothing was read of {}", file.shown));
        of.notices.push_back(fmt::format("{}: not read: {}", file.shown, file.refusal.what.message.text()));
        return true;
    });
}

} // namespace

std::optional<memory_analysis> memory_of(const loaded_module& of, const memory_options& requested)
{
    auto memory = ballast::memory_of(of.documents(), requested);
    if (!memory) return memory;
    memory->made_for = memory->tiled_layouts ? "TPU" : platform_in(of.inputs.front().path);
    if (memory->fit) memory->fit->made_for = other_platform(memory->fit->limit, memory->made_for);
    return memory;
}

namespace {

// Names parameters after the file that a program wrote beside its dumps, if there is one.
void read_names_beside(loaded_module& of, const files::options& reading)
{
    const auto& first = of.inputs.front();
    if (first.text || first.path == "-") return; // in a log, or no file
    const auto folder = std::string_view(first.path).substr(0, first.path.rfind('/') + 1);
    const files::input_file beside{.path = std::string(folder).append(names_file), .shown = {}, .problem = {}};
    const auto text = files::text_of(beside, reading);
    if (text && !name_parameters(*of.memory, text->view()))
        of.notices.push_back(fmt::format("{}: not read for names of parameters", beside.path));
}

} // namespace

void analyse(loaded_module& of, const files::options& reading, sources lines, const memory_options& requested)
{
    if (lines == sources::wanted && !of.text.result.value && std::ranges::any_of(of.files, has_sizes) && needs_text(of))
        read_text_beside(of, reading);
    of.memory = memory_of(of, requested);
    if (!of.memory) return;
    take_refused(of);
    read_names_beside(of, reading);
    if (!of.memory->module.empty() && of.number.empty()) of.name = of.memory->module;
}

bool is_lost(const loaded_module& of)
{
    return !of.memory && std::ranges::any_of(of.files, [](const module_file& f) {
        const auto* dump = std::get_if<ast::dump>(&f.result.value->tree());
        return dump && has_sizes(f);
    });
}

namespace {

// Leaves out files that are not read if there is a dump beside them.
void leave_out(files::module_files& of, sources lines)
{
    const auto is_dump = [](const files::input_file* file) {
        const auto named = parse_file_name(file->path);
        return named && named->kind != sibling::usage_report;
    };
    if (std::ranges::none_of(of.files, is_dump)) return;
    std::erase_if(of.files, [&](const files::input_file* file) {
        const auto named = parse_file_name(file->path);
        return named ? named->kind == sibling::usage_report : lines == sources::unwanted;
    });
}

} // namespace

loaded_module load(const files::module_files& from, const files::options& reading, sources lines)
{
    auto used = from;
    leave_out(used, lines);
    auto made = read_module(used, reading);
    leave_out_equal_parts(made, false);
    if (made.files.empty()) return made;
    analyse(made, reading, lines);
    if (is_lost(made)) made.unused.push_back({made.path, std::string(no_memory)});
    return made;
}

// --- one module ---

std::optional<loaded_module> read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                         const run& by, outcome& to)
{
    const auto was_named = [](const files::input_file& file) {
        return !file.in_folder && (!file.text || !file.text->in_log);
    };
    files::module_files one;
    if (!by.reading.files_alone && std::ranges::all_of(inputs, was_named)) {
        for (const auto& file : inputs) one.files.push_back(&file);
    } else {
        auto all = files::modules_of(inputs, by.reading);
        if (all.size() > 1)
            to.fail(command, "expected one module, found {}: {}, {}{}", all.size(), all[0].files.front()->shown,
                    all[1].files.front()->shown, all.size() > 2 ? ", …" : "");
        if (all.size() == 1) one = std::move(all.front());
    }
    if (one.files.empty()) {
        to.code = trouble;
        return std::nullopt;
    }
    return read_module(one, by.reading);
}

bool is_usable(std::string_view command, loaded_module& of, reading how, outcome& to)
{
    const bool partial = how == reading::partial;
    std::vector<diagnostic> bad; // in the order of the files
    auto unused = of.unused.begin();
    for (const auto& input : of.inputs) {
        const auto used = std::ranges::find(of.files, &input, &module_file::file);
        if (used != of.files.end()) {
            if (!partial && !used->accepted()) bad.push_back({{}, refused_file(input, *used)});
        } else if (unused != of.unused.end() && unused->shown == input.shown) {
            bad.push_back({{}, *unused++});
        }
    }
    if (of.unreadable() != 0 || of.files.empty() || (!partial && !bad.empty())) {
        std::ranges::move(bad, std::back_inserter(to.diagnostics));
        to.code = of.unreadable() != 0 ? trouble : failure;
        return false;
    }
    const auto same = find_same_part(of.files);
    if (!same) return true;
    to.fail(command, "{} and {} are not from one module: they contain the same part of it", same->first, same->second);
    return false;
}

bool finish(loaded_module& of, const run& by, const memory_options& requested, outcome& to)
{
    analyse(of, by.reading, sources::wanted, requested);
    to.report(of);
    if (!is_lost(of)) return true;
    to.say("ballast: {}: {}", of.path, no_memory);
    to.code = trouble;
    return false;
}

std::optional<loaded_module> load_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                         const run& by, const memory_options& requested, outcome& to)
{
    auto made = read_module(command, inputs, by, to);
    if (!made || !is_usable(command, *made, reading::partial, to) || !finish(*made, by, requested, to))
        return std::nullopt;
    return made;
}

std::optional<memory_analysis> memory_of(std::string_view command, const files::found_files& of, const run& by,
                                         const memory_options& requested, outcome& to)
{
    to.notices(of.notices);
    to.notices(of.without_dumps);
    auto module = load_module(command, of.files, by, requested, to);
    if (!module) return std::nullopt;
    if (!module->memory)
        to.fail(command, "{}: no allocations", module->path);
    else if (has_step(command, *module->memory, requested.step, to))
        return std::move(module->memory);
    return std::nullopt;
}

std::string name_in_files(const loaded_module& of)
{
    const auto& first = *of.files.front().file;
    const auto known = parse_file_name(first.path);
    return known && !known->module.empty() ? std::string(known->module) : first.shown;
}

std::vector<shown_file> files_of(const loaded_module& of)
{
    std::vector<shown_file> result;
    const auto add = [&](const std::string& name, const document& read) {
        result.push_back({name, std::string(kind_word(read.tree())), read.text().size()});
    };
    for (const auto& f : of.files) add(f.file->shown, *f.result.value);
    if (of.text.result.value) add(of.text_shown, *of.text.result.value);
    return result;
}

shown_module shown(loaded_module& of)
{
    return {.files = files_of(of),
            .name = name_in_files(of),
            .path = of.path,
            .era = of.era(),
            .memory = std::move(*of.memory)};
}

// --- several modules ---

std::size_t bytes_in_memory(const std::vector<files::input_file>& all)
{
    std::size_t result = 0;
    for (const auto& file : all) result += file.text ? file.text->bytes.view().size() : 0;
    return result;
}

void for_modules(const std::vector<files::module_files>& modules, const run& by, sources lines, texts which,
                 const std::function<void(loaded_module&&)>& take)
{
    std::size_t done = 0;
    parallel_in_order(
        by.threads, modules.size(),
        [&](std::size_t i) {
            const files::decompression_turn one;
            auto made = load(modules[i], by.reading, lines);
            if (which == texts::released) {
                made.files.clear();
                made.text = {};
            }
            return made;
        },
        [&](loaded_module&& made) {
            const auto bytes = bytes_in_memory(made.inputs);
            take(std::move(made));
            ++done;
            if (by.progressed) by.progressed(done, modules.size(), bytes);
        },
        which == texts::kept ? 1 : 64);
}

folder_summary summarise(const std::vector<files::input_file>& inputs, const run& by, std::optional<std::int64_t> space,
                         outcome& to)
{
    summary_builder made(space.value_or(0));
    for_modules(files::modules_of(inputs, by.reading), by, sources::unwanted, texts::released,
                [&](loaded_module&& module) {
                    to.report(module);
                    made.add(module);
                });
    return made.finish();
}

std::set<std::int64_t> spaces_of(const memory_analysis& memory)
{
    std::set<std::int64_t> result;
    for (const auto& s : memory.spaces) result.insert(s.space);
    if (result.empty()) result.insert(0);
    return result;
}

std::string identity_of(const loaded_module& module)
{
    return module.memory ? std::string(module.name).append(1, '\0').append(module.memory->fingerprint) : std::string();
}

// --- eras ---

module_era era_of(const std::vector<const document*>& files)
{
    module_era result;
    timeline::joint_era joint;
    for (const auto* file : files)
        result.conflicts.push_back(joint.add(file ? file->witnesses() : std::span<const witness>()));
    result.all = joint.report();
    return result;
}

module_era era_of(const std::vector<module_file>& files)
{
    std::vector<const document*> documents;
    for (const auto& file : files)
        documents.push_back(
            file.has_records() && !find_contradiction(file.result.value->witnesses()) ? &*file.result.value : nullptr);
    return era_of(documents);
}

} // namespace ballast::inline v0::answers
