// Writes dumps without the words that identify a program.
#include "ballast/redact.hpp"
#include "base/file_name.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/redaction.hpp"
#include "files/module_files.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

struct redact_arguments : input_arguments {
    std::string output;
    redaction_arguments words;
    std::string undo; // a map that is read
};

// Numbers inside names are compared by their values, so that `op_10` comes after `op_9`, in redacted names as well.
bool comes_before(std::string_view a, std::string_view b)
{
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto take_number = [&](std::string_view& text) {
        const auto end = std::ranges::find_if_not(text, is_digit);
        auto number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(number.size());
        number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
        return number;
    };
    while (!a.empty() && !b.empty()) {
        if (is_digit(a[0]) && is_digit(b[0])) {
            const auto x = take_number(a);
            const auto y = take_number(b);
            if (x.size() != y.size()) return x.size() < y.size();
            if (x != y) return x < y;
        } else if (a[0] != b[0]) {
            return a[0] < b[0];
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() < b.size();
}

// The path of an input below the folder that was given, or its name.
std::string place_of(const files::input_file& file, const redact_arguments& options)
{
    for (const auto& path : options.paths) {
        std::error_code error;
        const auto below = fs::path(file.path).lexically_relative(path);
        if (fs::is_directory(path, error) && !below.empty() && *below.begin() != "..") return below.string();
    }
    return file.path == "-" ? "stdin.txt" : fs::path(file.path).filename().string();
}

// Writes the results: one to standard output or a file, several to files of a folder.
class result_writer {
public:
    result_writer(const redact_arguments& options, bool many, output& out) : given_(options), many_(many), out_(out) {}

    [[nodiscard]] bool ready() const
    {
        if (!many_) return true;
        if (is_file(given_.output)) return make_folder("redact", given_.output);
        warn("ballast redact: there are several files; -o names the folder for them\n");
        return false;
    }
    // The files that are written for these places, which are relative to the folder.
    [[nodiscard]] std::vector<std::string> paths(const std::vector<std::string>& places) const
    {
        if (!many_) return {given_.output};
        std::vector<std::string> result;
        for (const auto& place : places) result.push_back((fs::path(given_.output) / place).string());
        return result;
    }
    // `place` is relative to the folder. False, and reported, if that fails.
    bool write(const std::string& place, std::string_view text)
    {
        if (!many_ && !is_file(given_.output)) return out_.write(text);
        const auto path = many_ ? fs::path(given_.output) / place : fs::path(given_.output);
        if (many_ && !written_.insert(place).second)
            return failed(path.string(), "another file of this run has the same name");
        std::error_code error;
        if (many_) fs::create_directories(path.parent_path(), error);
        const auto problem =
            error ? error.message() : files::write_file(path.string(), text, files::existing::replaced);
        return problem.empty() || failed(path.string(), problem);
    }

private:
    static bool failed(const std::string& path, std::string_view problem)
    {
        warn("ballast redact: {}: {}\n", files::quoted_name(path), problem);
        return false;
    }

    const redact_arguments& given_;
    bool many_;
    output& out_;
    std::set<std::string> written_;
};

// The names of folders and of the file, each replaced by itself.
std::string redacted_place(const std::string& place, redact::redactor& words)
{
    fs::path result;
    for (const auto& part : fs::path(place)) result /= words.file_name(part.string());
    return result.string();
}

bool names_one_file(const redact_arguments& options)
{
    std::error_code error;
    return options.paths.size() == 1 && !fs::is_directory(options.paths.front(), error);
}

int run_redact(const redact_arguments& options)
{
    auto inputs = find_texts(options, options.output);
    if (inputs.empty()) return trouble;
    std::vector<std::pair<std::string, const files::input_file*>> sorted;
    for (const auto& file : inputs) sorted.emplace_back(without_compression(place_of(file, options)), &file);
    std::ranges::stable_sort(sorted, comes_before, [](const auto& each) -> const std::string& { return each.first; });

    output out;
    result_writer results(options, !names_one_file(options) || inputs.size() > 1, out);
    redact::redactor words(options.words.kept());
    std::vector<std::string> places;
    std::vector<std::string> paths;
    for (const auto& [place, file] : sorted) {
        places.push_back(redacted_place(place, words));
        paths.push_back(file->path);
    }
    if (overwrites("redact", options.words, options, std::move(paths), results.paths(places)) || !results.ready())
        return trouble;
    int code = success;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto& file = *sorted[i].second;
        const auto read = files::parse_file(file, options, 1, true);
        if (!read.problem.empty()) {
            warn("ballast redact: {}: unreadable: {}\n", file.shown, read.problem);
            code = trouble;
        } else if (const auto text = read.result.value ? words.text(*read.result.value) : std::nullopt; !text) {
            warn("ballast redact: {}: refused, so it is left out\n", file.shown);
            code = std::max<int>(code, failure);
        } else {
            if (const auto count = read.result.value->unread().size(); count != 0)
                warn("ballast redact: {}: {} that could not be read {} left out\n", file.shown,
                     count == 1 ? "a piece" : fmt::format("{} pieces", count), count == 1 ? "is" : "are");
            if (!results.write(places[i], *text)) code = trouble;
        }
    }
    if (!write_map("redact", options.words, words)) code = trouble;
    return out.flush() ? code : trouble;
}

// Any text may have replacements: a redacted dump, an answer about it, a message.
int run_undo(const redact_arguments& options)
{
    const auto map = files::read_file({options.undo, options.undo, {}}, options);
    const auto replacements = map.error.empty() ? read_map(map.text.view()) : std::nullopt;
    if (!replacements) {
        warn("ballast redact: {}: {}\n", files::quoted_name(options.undo),
             map.error.empty() ? "not a file of --map" : map.error);
        return trouble;
    }
    auto paths = options.paths;
    paths.push_back(options.undo);
    if (overwrites_input(paths, options, {options.output})) return trouble;
    std::vector<files::input_file> inputs;
    for (const auto& path : options.paths) {
        std::error_code error;
        if (path == "-" || !fs::is_directory(path, error)) {
            inputs.push_back({path, files::shown_path(path, options), {}});
            continue;
        }
        std::set<std::string> below;
        for (fs::recursive_directory_iterator at(path, error), end; !error && at != end; at.increment(error))
            if (at->is_regular_file(error)) below.insert(at->path().string());
        for (const auto& each : below) inputs.push_back({each, files::shown_path(each, options), {}});
    }
    output out;
    result_writer results(options, !names_one_file(options), out);
    if (!results.ready()) return trouble;
    int code = success;
    for (const auto& file : inputs) {
        const auto read = files::read_file(file, options);
        if (!read.error.empty()) {
            warn("ballast redact: {}: unreadable: {}\n", file.shown, read.error);
            code = trouble;
        } else if (!results.write(redact::restored(without_compression(place_of(file, options)), *replacements),
                                  redact::restored(read.text.view(), *replacements))) {
            code = trouble;
        }
    }
    return out.flush() ? code : trouble;
}

command_body declare_redact(CLI::App& app)
{
    auto options = std::make_shared<redact_arguments>();
    add_paths(app, *options, "files, folders, logs, or - for standard input");
    add_limit(app, *options);
    add_jobs(app, *options);
    app.add_option("-o,--output", options->output, "the file for the result, or the folder for several files")
        ->type_name("PATH");
    auto* map = add_redaction(app, options->words);
    app.add_option("--undo", options->undo, "put the words of a map back, in any texts")
        ->type_name("FILE")
        ->excludes(map);
    return [options] { return options->undo.empty() ? run_redact(*options) : run_undo(*options); };
}

} // namespace

extern const command redact_command{"Texts", "redact", "a dump without names, paths and literals, to be shared",
                                    declare_redact};

} // namespace ballast::cli
