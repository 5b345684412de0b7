// print --era: the files of a module as the XLA of another era would have printed them.
#include "ballast/convert.hpp"
#include "ballast/print.hpp"
#include "base/shown.hpp"
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/compressed.hpp"
#include "cli/output_file.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

// The name of a module's file without its ending.
std::string base_of(const std::vector<bundle_file>& files, commit_time when)
{
    const auto name = files.front().file->path == "-"
                          ? std::string("module")
                          : fs::path(without_compression(files.front().file->path)).filename().string();
    using enum ast::dump_kind;
    for (const auto kind : {values, live_range, assignment})
        for (const auto time : {begin_of_history, when, now - 1})
            if (const auto ending = file_ending(kind, time); name.ends_with(ending))
                return name.substr(0, name.size() - ending.size());
    return fs::path(name).stem().string();
}

class printer {
public:
    printer(const options& given, report& out, const input_files& inputs, const std::vector<bundle_file>& files,
            const conversion& made)
        : given_(given), out_(out), inputs_(inputs), files_(files), made_(made)
    {
        for (const auto& f : files) lines_.push_back(std::make_unique<line_table>(f.result.text()));
    }

    int run()
    {
        if (made_.files.empty() && made_.missing.empty()) throw std::bad_alloc();
        const bool one = made_.files.size() + made_.missing.size() == 1;
        if (!given_.to_folder.empty()) return write_files();
        if (!given_.part.empty() && one) {
            warn("ballast print: {} is one file, --part is for eras that wrote three\n", given_.as_era);
            return trouble;
        }
        const auto others_given = std::ranges::any_of(made_.missing, &missing_file::given);
        if (given_.part.empty() && !one && (made_.files.size() != 1 || others_given)) {
            warn("ballast print: {} wrote three files: --part assignment, values or live-range, or --to DIR\n",
                 given_.as_era);
            return trouble;
        }
        const auto wanted = [&](ast::dump_kind kind) { return given_.part.empty() || kind_word(kind) == given_.part; };
        for (const auto& file : made_.files)
            if (wanted(file.kind)) {
                tell_losses();
                sink to([](void* target, std::string_view bytes) { return static_cast<report*>(target)->write(bytes); },
                        &out_);
                print(to, file);
                to.flush();
                return out_.flush() ? success : trouble;
            }
        for (const auto& m : made_.missing)
            if (wanted(m.kind)) refuse(m);
        return out_.flush() ? failure : trouble;
    }

private:
    [[nodiscard]] std::string place(std::size_t file, std::int64_t offset) const
    {
        return fmt::format("{}:{}", files_[file].file->shown, lines_[file]->place_of(offset).line);
    }

    void tell_losses() const
    {
        for (const auto& l : made_.losses)
            warn("{}: {}: {}{}\n", place(l.file, l.offset), spelling(l.kind), printable(l.what),
                 l.count > 1 ? fmt::format(" ({} places)", l.count) : "");
    }

    void refuse(const missing_file& m)
    {
        out_.line("{}: {}: the {} file of {}: {}", place(m.file, m.offset), out_.emphasised("refused"),
                  kind_word(m.kind), given_.as_era, m.why);
    }

    int write_files()
    {
        std::vector<std::string> paths;
        const auto base = base_of(files_, made_.when);
        for (const auto& file : made_.files)
            paths.push_back((fs::path(given_.to_folder) / base).string().append(file_ending(file.kind, made_.when)));
        // Checks all paths before the first file is written.
        for (const auto& path : paths)
            for (const auto& input : inputs_.files)
                if (const auto there = identity_of(path); there && there == identity_of(input.path)) {
                    warn("ballast print: {} is one of the inputs\n", quoted_name(path));
                    return trouble;
                }
        if (!make_folder("print", given_.to_folder)) return trouble;
        bool all = !made_.files.empty();
        for (const auto& m : made_.missing)
            if (m.given || made_.files.empty()) {
                refuse(m);
                all = false;
            }
        if (!made_.files.empty()) tell_losses();
        for (std::size_t i = 0; i < paths.size(); ++i) {
            output_file to(paths[i], existing::replaced);
            sink pieces(
                [](void* target, std::string_view piece) { return static_cast<output_file*>(target)->write(piece); },
                &to);
            print(pieces, made_.files[i]);
            pieces.flush();
            const auto shown = quoted_name(paths[i]);
            if (const auto problem = to.finish(); !problem.empty()) {
                warn("ballast print: {}: {}\n", shown, problem);
                return trouble;
            }
            out_.line("{}: written ({}, {} bytes)", shown, kind_word(made_.files[i].kind), pieces.size());
        }
        if (!out_.flush()) return trouble;
        return all ? success : failure;
    }

    const options& given_;
    report& out_;
    const input_files& inputs_;
    const std::vector<bundle_file>& files_;
    const conversion& made_;
    std::vector<std::unique_ptr<line_table>> lines_;
};

} // namespace

int print_as_era(const options& given)
{
    const auto era = parse_era(given.as_era);
    if (!era) return no_era("print", given.as_era);
    const auto inputs = find_files(given);
    if (inputs.files.empty()) return trouble;
    report out;
    auto [files, code] = read_module("print", inputs, given, out);
    if (code) return *code;
    std::vector<const document*> module;
    for (const auto& f : files) {
        const auto& tree = f.result.value->tree();
        if (std::holds_alternative<ast::dump>(tree)) {
            module.push_back(&*f.result.value);
        } else if (!f.file->in_folder || files.size() == 1) {
            warn("ballast: {}: --era needs a dump, this is {}\n", f.file->shown, kind_word(tree));
            return trouble;
        } else {
            warn("{}: left out: {}\n", f.file->shown, kind_word(tree));
        }
    }
    std::erase_if(files,
                  [](const bundle_file& f) { return !std::holds_alternative<ast::dump>(f.result.value->tree()); });
    const auto made = convert(module, *era);
    return printer(given, out, inputs, files, made).run();
}

} // namespace ballast::cli
