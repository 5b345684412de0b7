// Puts what a bug report about memory needs into one archive.
#include "answers/bundle.hpp"
#include "base/shown.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/redaction.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "files/tar.hpp"
#include "render/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <utility>

namespace ballast::cli {

namespace {

struct bundle_arguments : input_arguments {
    std::string output;
    redaction_arguments words;
};

constexpr std::array<std::string_view, 3> archive_endings{".tar.zst", ".tar.gz", ".tar"};

// The ending of the archive's name; empty if it has none of these.
std::string_view ending_of(std::string_view name)
{
    const auto* const found =
        std::ranges::find_if(archive_endings, [&](std::string_view ending) { return name.ends_with(ending); });
    return found == archive_endings.end() ? std::string_view() : *found;
}

// The text of `show` about the files; empty if there is none.
std::string text_of(answers::show_answer answer)
{
    render::view_options how;
    how.top = render::usual_holders;
    how.columns = 100;
    how.plain = true;
    std::string text;
    report(answer);
    if (answer.code != success) return text;
    render::write(std::move(answer), render::form::text, how, {}, [&](std::string_view piece) {
        text += piece;
        return true;
    });
    return text;
}

std::string archive_of(const std::vector<std::pair<std::string, std::string>>& all, std::string_view folder,
                       std::string_view ending)
{
    std::string tar;
    files::tar_writer archive([&](std::string_view piece) { tar += piece; });
    for (const auto& [name, text] : all) archive.add(fmt::format("{}/{}", folder, name), text);
    archive.finish();
    if (ending == ".tar.zst") return files::zstandard_of(tar);
    if (ending == ".tar") return tar;
    std::string zipped;
    files::gzip_writer writer([&](std::string_view piece) {
        zipped += piece;
        return true;
    });
    writer.write(tar);
    writer.finish();
    return zipped;
}

int run_bundle(const bundle_arguments& options)
{
    const auto ending = ending_of(options.output);
    if (ending.empty()) {
        warn("ballast bundle: {}: the name of the archive ends with .tar.zst, .tar.gz or .tar\n",
             files::quoted_name(options.output));
        return trouble;
    }
    const auto of = answers::find_whole_module(options.paths, options);
    std::vector<std::string> paths;
    for (const auto& file : of.files) paths.push_back(file.path);
    if (overwrites("bundle", options.words, options, std::move(paths), {options.output})) return trouble;

    redact::redactor words(options.words.kept());
    auto made = answers::bundle(of, run_of(options), words);
    report(made);
    if (made.code == trouble) return trouble;
    if (made.files.empty() && made.failures.empty()) {
        warn("ballast bundle: there is nothing to put into {}\n", files::quoted_name(options.output));
        return trouble;
    }
    const auto answer = text_of(std::move(made.about));
    std::vector<std::pair<std::string, std::string>> all;
    for (auto& file : made.files) all.emplace_back(std::move(file.name), std::move(file.text));
    if (!made.failures.empty()) all.emplace_back("failures.txt", made.failures);
    all.emplace_back("versions.txt", made.versions);
    if (!answer.empty()) all.emplace_back("show.txt", answer);

    const auto name = std::filesystem::path(options.output).filename().string();
    const auto archive = archive_of(all, name.substr(0, name.size() - ending.size()), ending);
    const auto problem = files::write_file(options.output, archive, files::existing::replaced);
    if (!problem.empty()) {
        warn("ballast bundle: {}: {}\n", files::quoted_name(options.output), problem);
        return trouble;
    }
    if (!write_map("bundle", options.words, words)) return trouble;
    output out;
    out.line("{}: {} redacted files{}, {} bytes", files::quoted_name(options.output), made.files.size(),
             answer.empty() ? "" : " and the answer of show", archive.size());
    for (const auto& [file, text] : all) out.line(" {}", printable(file));
    return out.flush() ? made.code : trouble;
}

command_body declare_bundle(CLI::App& app)
{
    auto options = std::make_shared<bundle_arguments>();
    add_paths(app, *options, "the files of a module, a folder with one module, logs with messages about it");
    add_limit(app, *options);
    add_jobs(app, *options);
    app.add_option("-o,--output", options->output, "the archive: .tar.zst, .tar.gz or .tar")
        ->type_name("FILE")
        ->required();
    add_redaction(app, options->words);
    return [options] { return run_bundle(*options); };
}

} // namespace

extern const command bundle_command{
    "Texts", "bundle", "Put redacted files, the answer of show and versions into an archive for a bug report",
    declare_bundle};

} // namespace ballast::cli
