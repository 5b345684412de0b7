#include "files/module_memory.hpp"

#include "base/file_name.hpp"
#include "base/parallel.hpp"
#include "check/siblings.hpp"
#include "files/compressed.hpp"
#include "files/module_files.hpp"
#include "files/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ballast::inline v0::files {

namespace {

// Leaves out files that are not read if there is a dump beside them.
void leave_out(module_files& files, sources lines)
{
    const auto is_dump = [](const input_file* file) {
        const auto named = parse_file_name(file->path);
        return named && named->kind != sibling::usage_report;
    };
    if (std::ranges::none_of(files.files, is_dump)) return;
    std::erase_if(files.files, [&](const input_file* file) {
        const auto named = parse_file_name(file->path);
        return named ? named->kind == sibling::usage_report : lines == sources::unwanted;
    });
}

// A refused file beside others of a module costs what it alone has.
void take_refused(module_memory& made)
{
    std::erase_if(made.unused, [&](const module_memory::unused_file& file) {
        if (!file.problem.empty()) return false;
        made.memory->of_dump.missing.push_back(nothing_read_of(file.shown));
        made.notices.push_back(fmt::format("{}: not read: {}", file.shown, file.refusal.what.message.text()));
        return true;
    });
}

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

void set_platform(std::optional<memory_analysis>& memory, std::string_view path)
{
    if (!memory) return;
    memory->made_for = memory->tiled_layouts ? "TPU" : platform_in(path);
    if (memory->fit) memory->fit->made_for = other_platform(memory->fit->limit, memory->made_for);
}

} // namespace

std::string nothing_read_of(std::string_view shown) { return fmt::format("nothing was read of {}", shown); }

void set_name(module_memory& made, const module_files& files)
{
    for (const auto* file : files.files)
        if (const auto parsed = parse_file_name(file->path); parsed && parsed->made_by_xla) {
            made.number = parsed->id;
            made.name = parsed->module;
            if (!made.name.empty()) return;
        }
    if (!made.name.empty() || !made.number.empty()) return;
    const auto& first = *files.files.front();
    const auto& path = first.text ? first.path : made.path;
    made.name = path.substr(path.rfind('/') + 1);
    for (const auto& sibling : siblings())
        if (made.name.ends_with(sibling.ending) && made.name.size() > sibling.ending.size())
            return made.name.resize(made.name.size() - sibling.ending.size());
    if (made.name.ends_with(".txt")) made.name.resize(made.name.size() - 4);
}

module_memory::unused_file refused_file(const module_file& read)
{
    const auto& refusal = read.result.findings.front();
    line_table places(read.result.text());
    return {read.file->shown,
            {},
            reported(refusal, *read.file, places),
            excerpt_of(places.text(), refusal.begin, refusal.end)};
}

std::string notice_of(const module_file& read)
{
    const auto* of = read.result.value ? &*read.result.value : nullptr;
    if (!of || !of->is_overwritten()) return {};
    const auto begin = of->unread().back().at.offset;
    return fmt::format("{}: from line {} on it is the end of a longer file: several processes wrote this file; give "
                       "each process a folder of its own",
                       read.file->shown, line_table(of->text()).place_of(begin).line);
}

bool is_lost(const std::vector<const document*>& read, const std::optional<memory_analysis>& memory)
{
    return !memory && std::ranges::any_of(read, [](const document* d) {
        const auto* dump = std::get_if<ast::dump>(&d->tree());
        return dump && (dump->kind == ast::dump_kind::assignment || dump->kind == ast::dump_kind::combined);
    });
}

std::size_t module_memory::unreadable() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(unused, [](const unused_file& f) { return !f.problem.empty(); }));
}

module_memory memory_of_module(module_files files, const options& given, sources lines)
{
    module_memory made;
    leave_out(files, lines);
    made.path = files.files.front()->shown;
    for (const auto* file : files.files) made.files.push_back(*file);
    set_name(made, files);
    const auto read = read_files(files, given, true);
    std::vector<const document*> dumps;
    unsigned parts = 0;
    for (const auto& f : read) {
        if (!f.problem.empty()) {
            made.unused.push_back({f.file->shown, f.problem});
        } else if (!f.result.value) {
            made.unused.push_back(refused_file(f));
        } else {
            // If two files contain the same part, the first one counts.
            const auto here = checking::parts_in(*f.result.value);
            if ((here & parts) == 0) dumps.push_back(&*f.result.value);
            if (const auto notice = notice_of(f); !notice.empty()) made.notices.push_back(notice);
            parts |= here;
        }
    }
    analysed_module analysed; // has a document that `dumps` refers to
    if (!dumps.empty()) {
        analysed = lines == sources::wanted ? analyse_module(dumps, files.files.front()->path, given, {})
                                            : analysed_module{memory_of(dumps)};
        set_platform(analysed.memory, files.files.front()->path);
        made.memory = std::move(analysed.memory);
        if (analysed.text) std::ranges::move(analysed.text->notices, std::back_inserter(made.notices));
    }
    if (made.memory) take_refused(made);
    if (is_lost(dumps, made.memory)) made.unused.push_back({made.path, std::string(no_memory)});
    if (made.memory && !made.memory->module.empty() && made.number.empty()) made.name = made.memory->module;
    return made;
}

void for_modules(std::span<const module_files> modules, const options& given, sources lines, std::size_t threads,
                 const std::function<void(module_memory&&)>& take)
{
    parallel_in_order(
        threads, modules.size(),
        [&](std::size_t i) {
            const decompression_turn one;
            return memory_of_module(modules[i], given, lines);
        },
        take);
}

analysed_module analyse_module(std::vector<const document*>& documents, const std::string& path, const options& given,
                               const memory_options& wished)
{
    analysed_module result{memory_of(documents, wished)};
    set_platform(result.memory, path);
    // A text that was named is not read again from beside the dump.
    const bool has_text = std::ranges::any_of(documents, [](const document* d) { return d->module_text() != nullptr; });
    if (!result.memory || has_text || (!result.memory->frames_missing && result.memory->instructions)) return result;
    result.text = std::make_unique<text_beside>(find_text_beside(path, given));
    if (!result.text->text) return result;
    documents.push_back(&*result.text->text);
    result.memory = memory_of(documents, wished);
    set_platform(result.memory, path);
    return result;
}

std::set<std::int64_t> spaces_of(const memory_analysis& memory)
{
    std::set<std::int64_t> result;
    for (const auto& s : memory.spaces) result.insert(s.space);
    if (result.empty()) result.insert(0);
    return result;
}

std::string identity_of(const module_memory& module)
{
    return module.memory ? std::string(module.name).append(1, '\0').append(module.memory->fingerprint) : std::string();
}

} // namespace ballast::inline v0::files
