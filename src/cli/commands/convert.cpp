// The files of a module as an XLA of another era would have printed them.
#include "ballast/convert.hpp"
#include "ballast/print.hpp"
#include "cli/command_line.hpp"
#include "cli/compressed.hpp"
#include "cli/files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

std::string_view word_of(ast::dump_kind kind)
{
    constexpr std::array<std::string_view, 4> words{"assignment", "combined", "values", "live-range"};
    return words[static_cast<std::size_t>(kind)];
}

struct given_file {
    input_file file;
    parse_result result;
};

// Reads and parses all that was given; tells what cannot be used.
std::optional<int> read_module(const options& given, report& out, std::vector<given_file>& to)
{
    for (const auto& path : given.paths) {
        input_file file{path, shown_path(path, given), {}};
        auto read = read_file(file, given);
        if (!read.error.empty()) {
            out.line("{}: {}: {}", file.shown, out.emphasised("unreadable"), read.error);
            return trouble;
        }
        auto result = parse(std::move(read.text), options_for(path));
        if (!result.accepted()) {
            line_table lines(result.text());
            out.place(file.shown, "refused", result.findings.front(), lines);
            return out.flush() ? failure : trouble;
        }
        if (!std::holds_alternative<ast::dump>(result.value->tree())) {
            warn("ballast: {}: --era is for dumps, this is {}\n", file.shown, kind_word(result.value->tree()));
            return trouble;
        }
        to.push_back({std::move(file), std::move(result)});
    }
    return std::nullopt;
}

// The name of a module's file without its ending.
std::string base_of(const std::vector<given_file>& files, commit_time when)
{
    const auto name = files.front().file.path == "-"
                          ? std::string("module")
                          : fs::path(without_compression(files.front().file.path)).filename().string();
    using enum ast::dump_kind;
    for (const auto kind : {values, live_range, assignment})
        for (const auto time : {begin_of_history, when, now - 1})
            if (const auto ending = file_ending(kind, time); name.ends_with(ending))
                return name.substr(0, name.size() - ending.size());
    return fs::path(name).stem().string();
}

class printer {
public:
    printer(const options& given, report& out, const std::vector<given_file>& files, const conversion& made)
        : given_(given), out_(out), files_(files), made_(made)
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
        const auto wanted = [&](ast::dump_kind kind) { return given_.part.empty() || word_of(kind) == given_.part; };
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
        return fmt::format("{}:{}", files_[file].file.shown, lines_[file]->place_of(offset).line);
    }

    void tell_losses() const
    {
        for (const auto& l : made_.losses)
            warn("{}: {}: {}{}\n", place(l.file, l.offset), spelling(l.kind), l.what,
                 l.count > 1 ? fmt::format(" ({} places)", l.count) : "");
    }

    void refuse(const missing_file& m)
    {
        out_.line("{}: {}: the {} file of {}: {}", place(m.file, m.offset), out_.emphasised("refused"), word_of(m.kind),
                  given_.as_era, m.why);
    }

    int write_files()
    {
        std::error_code error;
        fs::create_directories(given_.to_folder, error);
        if (error) {
            warn("ballast print: {}: {}\n", quoted_name(given_.to_folder), error.message());
            return trouble;
        }
        bool all = !made_.files.empty();
        for (const auto& m : made_.missing)
            if (m.given || made_.files.empty()) {
                refuse(m);
                all = false;
            }
        if (!made_.files.empty()) tell_losses();
        const auto base = base_of(files_, made_.when);
        for (const auto& file : made_.files) {
            const auto path = fs::path(given_.to_folder) / (base + std::string(file_ending(file.kind, made_.when)));
            const auto shown = quoted_name(path.string());
            for (const auto& f : files_)
                if (fs::equivalent(path, f.file.path, error)) {
                    warn("ballast print: {} is what was read\n", shown);
                    return trouble;
                }
            std::ofstream to(path, std::ios::binary);
            sink pieces(
                [](void* target, std::string_view piece) {
                    auto& stream = *static_cast<std::ofstream*>(target);
                    return static_cast<bool>(stream.write(piece.data(), static_cast<std::streamsize>(piece.size())));
                },
                &to);
            print(pieces, file);
            pieces.flush();
            to.close();
            if (!to) {
                warn("ballast print: {} cannot be written\n", shown);
                return trouble;
            }
            out_.line("{}: written ({}, {} bytes)", shown, word_of(file.kind), pieces.size());
        }
        if (!out_.flush()) return trouble;
        return all ? success : failure;
    }

    const options& given_;
    report& out_;
    const std::vector<given_file>& files_;
    const conversion& made_;
    std::vector<std::unique_ptr<line_table>> lines_;
};

} // namespace

int print_as_era(const options& given)
{
    const auto era = parse_era(given.as_era);
    if (!era) return no_era("print", given.as_era);
    report out;
    std::vector<given_file> files;
    if (const auto code = read_module(given, out, files)) return *code;
    std::vector<const document*> module;
    for (const auto& f : files) module.push_back(&*f.result.value);
    const auto made = convert(module, *era);
    return printer(given, out, files, made).run();
}

} // namespace ballast::cli
