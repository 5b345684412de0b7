// print --era: the files of a module as the XLA of another era would have printed them.
#include "answers/print.hpp"
#include "ballast/kind_word.hpp"
#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "cli/commands/print.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/print_to.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

class era_printer {
public:
    era_printer(const print_arguments& options, output& out, const answers::conversion_answer& answer,
                written_paths& known)
        : given_(options), out_(out), answer_(answer), made_(answer.made), known_(known)
    {
    }

    int run()
    {
        const bool one = made_.files.size() + made_.missing.size() == 1;
        if (!given_.to_folder.empty()) return write_files();
        if (!given_.part.empty() && one) {
            warn("ballast print: {} is one file, --part is for eras that wrote three\n", given_.era);
            return trouble;
        }
        const auto others_given = std::ranges::any_of(made_.missing, &missing_file::given);
        if (given_.part.empty() && !one && (made_.files.size() != 1 || others_given)) {
            warn("ballast print: {} wrote three files: --part assignment, values or live-range, or --to DIR\n",
                 given_.era);
            return trouble;
        }
        const auto wanted = [&](ast::dump_kind kind) { return given_.part.empty() || kind_word(kind) == given_.part; };
        for (const auto& file : made_.files)
            if (wanted(file.kind)) {
                report_losses();
                print_to(out_, [&](sink& to) { print(to, file); });
                return out_.flush() ? success : trouble;
            }
        for (const auto& m : made_.missing)
            if (wanted(m.kind)) refuse(m);
        return out_.flush() ? failure : trouble;
    }

private:
    [[nodiscard]] std::string place(std::size_t file, std::int64_t offset) const
    {
        return fmt::format("{}:{}", answer_.file_of(file), answer_.line_of(file, offset));
    }

    void report_losses() const
    {
        for (const auto& l : made_.losses)
            warn("{}: {}: {}{}\n", place(l.file, l.offset), spelling(l.kind), printable(l.what),
                 l.count > 1 ? fmt::format(" ({} places)", l.count) : "");
    }

    void refuse(const missing_file& m) const
    {
        warn("{}: refused: the {} file of {}: {}\n", place(m.file, m.offset), kind_word(m.kind), given_.era, m.why);
    }

    int write_files()
    {
        std::vector<std::string> paths;
        for (const auto& file : made_.files)
            paths.push_back(
                (fs::path(given_.to_folder) / answer_.base).string().append(file_ending(file.kind, made_.when)));
        if (!known_.add(paths) || overwrites_input({}, given_, paths))
            return trouble; // before the first file is written
        if (!make_folder("print", given_.to_folder)) return trouble;
        bool all = !made_.files.empty();
        for (const auto& m : made_.missing)
            if (m.given || made_.files.empty()) {
                refuse(m);
                all = false;
            }
        if (!made_.files.empty()) report_losses();
        for (std::size_t i = 0; i < paths.size(); ++i) {
            files::output_file to(paths[i], files::existing::replaced);
            std::size_t size = 0;
            print_to(to, [&](sink& pieces) {
                print(pieces, made_.files[i]);
                pieces.flush();
                size = pieces.size();
            });
            if (!finish("print", to, paths[i])) return trouble;
            out_.line("{}: written ({}, {} bytes)", files::quoted_name(paths[i]), kind_word(made_.files[i].kind), size);
        }
        if (!out_.flush()) return trouble;
        return all ? success : failure;
    }

    const print_arguments& given_;
    output& out_;
    const answers::conversion_answer& answer_;
    const conversion& made_;
    written_paths& known_;
};

} // namespace

int print_as_era(const print_arguments& options)
{
    const auto era = parse_era(options.era);
    if (!era) return no_era("print", options.era);
    input_arguments reading = options;
    reading.binary_era = *era;
    const auto inputs = find_files(reading);
    if (inputs.empty()) return trouble;
    written_paths known;
    int code = success;
    for (const auto& module : modules_to_print(inputs, options)) {
        const auto answer = answers::print_as(module, run_of(reading), *era);
        report(answer);
        output out;
        code = std::max(code, answer.module ? era_printer(options, out, answer, known).run() : answer.code);
    }
    return code;
}

} // namespace ballast::cli
