#include "cli/files.hpp"

#include "ballast/text.hpp"
#include "base/shown.hpp"
#include "base/utf8.hpp"
#include "cli/compressed.hpp"
#include "cli/file_name.hpp"
#include "cli/output_file.hpp"
#include "read/beginnings.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>
#include <unordered_set>
#include <vector>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

enum class candidate : std::uint8_t { none, dump, module_text };

// By name if it is one of XLA's, otherwise by the first bytes.
candidate look_at(const fs::path& path)
{
    const std::string name = path.filename().string();
    if (parse_file_name(name)) return candidate::dump;
    const auto plain = without_compression(name);
    if (!plain.ends_with(".txt") && !plain.ends_with(".csv")) return candidate::none;
    if (!std::ifstream(path)) return candidate::dump; // reading it reports why not
    const auto begin = first_bytes(path.string(), 64);
    if (begin.starts_with(read::module_beginning)) return candidate::module_text;
    return read::begins_like_a_dump(begin) ? candidate::dump : candidate::none;
}

// Describes a special file that a search does not open, because reading could block. Empty for files and folders.
std::string_view special_file(fs::file_type type)
{
    switch (type) {
    case fs::file_type::fifo: return "a named pipe";
    case fs::file_type::socket: return "a socket";
    case fs::file_type::block:
    case fs::file_type::character: return "a device";
    default: return {};
    }
}

void search(const std::string& folder, const options& given, input_files& found)
{
    const auto add = [&](const std::string& path, std::string problem) {
        found.files.push_back({path, shown_path(path, given), std::move(problem), true});
    };
    std::error_code error;
    const auto first = found.files.size();
    std::vector<std::string> texts; // of modules
    fs::recursive_directory_iterator entry(folder, error);
    if (error) {
        add(folder, error.message());
        return;
    }
    for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code unknown;
        if (entry->is_symlink(unknown) && !fs::exists(entry->path(), unknown)) {
            const auto path = entry->path().string();
            const auto problem = unknown ? unknown : std::make_error_code(std::errc::no_such_file_or_directory);
            if (look_at(entry->path()) == candidate::dump)
                add(path, "cannot follow the link: " + problem.message());
            else
                warn("ballast: {}: cannot follow the link: {}\n", quoted_name(path), problem.message());
            continue;
        }
        if (!entry->is_regular_file(unknown)) {
            if (const auto what = special_file(entry->status(unknown).type()); !what.empty())
                warn("ballast: {}: skipped: {}{}\n", quoted_name(entry->path().string()),
                     entry->is_symlink(unknown) ? "a link to " : "", what);
            // A folder that cannot be opened would end the whole search.
            if (entry->is_directory(unknown) && !entry->is_symlink(unknown)) {
                fs::directory_iterator probe(entry->path(), unknown);
                if (unknown) {
                    add(entry->path().string(), unknown.message());
                    entry.disable_recursion_pending();
                }
            }
            continue;
        }
        switch (look_at(entry->path())) {
        case candidate::none: break;
        case candidate::dump: add(entry->path().string(), {}); break;
        case candidate::module_text: texts.push_back(entry->path().string()); break;
        }
    }
    // Those beside a dump.
    std::set<std::string, std::less<>> stems;
    if (!texts.empty())
        for (auto i = first; i < found.files.size(); ++i) stems.emplace(stem_of(found.files[i].path));
    for (const auto& path : texts)
        if (stems.contains(stem_of_text(path))) add(path, {});
    if (error) add(folder, error.message());
    std::sort(found.files.begin() + static_cast<std::ptrdiff_t>(first), found.files.end(),
              [](const input_file& a, const input_file& b) { return a.path < b.path; });
    if (found.files.size() != first) return;
    if (given.paths.size() == 1)
        warn("ballast: no dumps in {}; logs are read if they are named\n", quoted_name(folder));
    else
        add(folder, "no dumps in this folder");
}

} // namespace

std::string quoted_name(std::string_view name)
{
    const auto needs_no_look = [](char c) {
        return c > ' ' && c < 0x7f && std::string_view("\"\\#:").find(c) == std::string_view::npos;
    };
    if (std::ranges::all_of(name, needs_no_look)) return std::string(name);
    std::string result = "\"";
    bool plain = !name.starts_with('"') && !name.starts_with(' ') && !is_workflow_command(name);
    for (auto rest = name; !rest.empty();) {
        const auto code_point = rest.substr(0, std::max<std::size_t>(1, utf8::sequence_length(rest)));
        if (code_point == "\"" || code_point == "\\") {
            result.append("\\").append(code_point);
        } else if (shown_length(rest) == 0) {
            plain = false;
            result += code_point == "#" ? "\\043" : escaped(code_point);
        } else {
            result += code_point;
        }
        rest.remove_prefix(code_point.size());
    }
    return plain ? std::string(name) : result + '"';
}

std::string shown_path(std::string_view path, const options& given)
{
    if (path == "-") return "<stdin>";
    return given.null ? std::string(path) : quoted_name(path);
}

input_files find_files(const options& given)
{
    input_files found;
    for (const auto& path : given.paths) {
        std::error_code error;
        if (path != "-" && fs::is_directory(path, error))
            search(path, given, found);
        else
            found.files.push_back({path, shown_path(path, given), {}});
    }
    // The contents of a folder are listed once.
    if (given.paths.size() > 1) {
        std::unordered_set<std::string> known;
        std::erase_if(found.files, [&](const input_file& file) {
            return !known.insert(fs::path(file.path).lexically_normal().string()).second;
        });
    }
    std::vector<std::string> paths;
    for (const auto& file : found.files) paths.push_back(file.path);
    if (overwrites_input(paths, given)) return {};
    return found;
}

bool overwrites_input(const std::vector<std::string>& inputs, const options& given)
{
    struct output {
        std::string name;
        std::optional<file_identity> identity;
    };
    std::vector<output> outputs{{"standard output", identity_of_standard_output()}};
    if (!given.to_file.empty() && given.to_file != "-")
        outputs.push_back({quoted_name(given.to_file), identity_of(given.to_file)});
    std::erase_if(outputs, [](const output& o) { return !o.identity; });
    const auto is_output = [&](const std::string& input) {
        const auto identity = identity_of(input);
        const auto same = identity ? std::ranges::find(outputs, identity, &output::identity) : outputs.end();
        if (same == outputs.end()) return false;
        warn("ballast: {}: the input is also the output: {}\n", shown_path(input, given), same->name);
        return true;
    };
    if (outputs.empty()) return false;
    return std::ranges::any_of(inputs, [&](const std::string& path) {
        if (is_output(path)) return true;
        const auto text_names = given.files_alone ? std::vector<std::string>() : names_of_text_beside(path);
        return std::ranges::any_of(text_names, is_output);
    });
}

namespace {

std::string_view word_of(const ast::dump& dump) { return dump.frame ? "framed" : kind_word(dump.kind); }
std::string_view word_of(const ast::usage_report& report) { return report.frame ? "framed" : "memory-usage-report"; }
std::string_view word_of(const ast::oom_report&) { return "out-of-memory"; }
std::string_view word_of(const ast::allocation_statistics&) { return "statistics"; }
std::string_view word_of(const ast::buffer_info&) { return "buffer-info"; }
std::string_view word_of(const ast::module_text&) { return "module-text"; }

} // namespace

std::string_view kind_word(ast::dump_kind kind)
{
    switch (kind) {
    case ast::dump_kind::assignment: return "assignment";
    case ast::dump_kind::combined: return "combined";
    case ast::dump_kind::values: return "values";
    case ast::dump_kind::live_range: return "live-range";
    }
    return "";
}

std::string_view kind_word(const ast::tree& tree)
{
    return std::visit([](const auto& held) { return word_of(held); }, tree);
}

parse_options options_for(std::string_view path)
{
    parse_options result;
    result.max_errors = 1;
    const auto plain = without_compression(path);
    result.live_range_optional = plain.ends_with(bare_assignment_ending) || plain.ends_with(log_live_range_ending);
    return result;
}

namespace {

using way_of_reading = read_result (*)(const std::string& path, std::size_t limit);

// A small file can decompress to more than the memory of the machine.
constexpr std::size_t most_decompressed = std::size_t{1} << 30;

read_result read_by(way_of_reading read, const input_file& file, const options& given, content what)
{
    if (!file.problem.empty()) return {{}, file.problem};
    std::size_t limit = given.max_bytes;
    if (!given.limited && is_compressed(file.path)) limit = std::min(limit, most_decompressed);
    return decompressed(read(file.path, limit), file.path, limit, what);
}

} // namespace

read_result read_file(const input_file& file, const options& given)
{
    return read_by(read_source, file, given, content::any);
}

opened_file open_file(const input_file& file, const options& given, const reading& how)
{
    const bool mapped = how.what == wanted::form || !file.in_folder;
    auto read = file.text ? read_result{source_text::copy_of(file.text->bytes.view()), {}}
                          : read_by(mapped ? map_source : read_source, file, given, content::ours);
    opened_file result{std::move(read.error), std::move(read.text), options_for(file.path)};
    if (file.text && file.text->in_log) result.parsing.live_range_optional = true;
    result.parsing.max_errors = how.max_errors;
    result.parsing.form_only =
        how.what == wanted::form || (how.what == wanted::again && result.text.view().size() >= large_text);
    result.parsing.threads = how.threads;
    return result;
}

parsed_file parse_file(const input_file& file, const options& given, const reading& how)
{
    auto opened = open_file(file, given, how);
    if (!opened.problem.empty()) return {std::move(opened.problem), {}};
    return {{}, parse(std::move(opened.text), opened.parsing)};
}

} // namespace ballast::cli
