// The commands that work on one file.
#include "ballast/print.hpp"
#include "cli/command_line.hpp"
#include "cli/commands/show.hpp"
#include "cli/files.hpp"

namespace ballast::cli {

namespace {

// Calls `body(out, file, document)` for the one file that was given, or says why there is no document. False where the
// command is not for such a file.
template <typename Body>
int with_document(const options& given, Body&& body)
{
    const auto& path = given.paths.front();
    const input_file file{path, shown_path(path, given), {}};
    report out;
    auto read = read_file(file, given);
    if (!read.error.empty()) {
        out.line("{}: {}: {}", file.shown, out.emphasised("unreadable"), read.error);
        return trouble;
    }
    const auto result = parse(std::move(read.text), options_for(file.path));
    if (!result.accepted()) {
        line_table lines(result.text());
        out.place(file.shown, "refused", result.findings.front(), lines);
        return out.flush() ? failure : trouble;
    }
    const bool done = body(out, file, *result.value);
    return out.flush() && done ? success : trouble;
}

} // namespace

int print(const options& given)
{
    if (!given.as_era.empty()) return print_as_era(given);
    if (given.paths.size() > 1) {
        warn("ballast print: one PATH, or --era for all files of a module\n");
        return trouble;
    }
    return with_document(given, [](report& out, const input_file&, const document& what) {
        sink to([](void* target, std::string_view bytes) { return static_cast<report*>(target)->write(bytes); }, &out);
        print(to, what.tree());
        to.flush();
        return true;
    });
}

int show(const options& given)
{
    return with_document(given, [](report& out, const input_file& file, const document& what) {
        if (!std::holds_alternative<ast::dump>(what.tree())) {
            warn("ballast: {}: show is for dumps, this is {}\n", file.shown, kind_word(what.tree()));
            return false;
        }
        out.write(show(what, file.shown, kind_word(what.tree())));
        return true;
    });
}

} // namespace ballast::cli
