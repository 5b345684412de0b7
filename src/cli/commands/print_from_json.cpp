// Prints the text of a tree in JSON.
#include "ballast/json.hpp"
#include "ballast/well_formed.hpp"
#include "base/shown.hpp"
#include "cli/commands/print.hpp"
#include "cli/inputs.hpp"
#include "cli/print_to.hpp"
#include "files/read_file.hpp"

#include <optional>

namespace ballast::cli {

namespace {

// Why no text of XLA has this tree.
std::optional<finding> first_fault(const ast::tree& tree)
{
    const auto faults = std::visit(
        [](const auto& root) -> std::vector<finding> {
            if constexpr (requires { well_formed(root); })
                return well_formed(root);
            else
                return {};
        },
        tree);
    return faults.empty() ? std::nullopt : std::optional(faults.front());
}

void report_fault(const std::string& name, const json_result& read)
{
    line_table lines(read.refused.view());
    const auto place = lines.place_of(read.fault.offset);
    const auto path = read.fault.path.empty() ? std::string() : ", at " + read.fault.path;
    warn("{}:{}:{}: refused: {}\n", name, place.line, place.column, printable(read.fault.message + path));
}

} // namespace

int print_from_json(const print_arguments& options)
{
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    if (inputs.size() != 1) {
        warn("ballast print: --from-json takes one file\n");
        return trouble;
    }
    const auto& file = inputs.front();
    auto [text, problem] = read_file(file, options);
    if (!problem.empty()) {
        warn("ballast: {}: unreadable: {}\n", file.shown, problem);
        return trouble;
    }
    const auto read = read_json(std::move(text));
    if (!read.value) {
        report_fault(file.shown, read);
        return failure;
    }
    const auto& tree = read.value->tree();
    const auto unread = read.value->unread();
    if (const auto fault = unread.empty() ? first_fault(tree) : std::nullopt) { // the part of a text need not be one
        warn("{}: refused: {} [{}]\n", file.shown, printable(fault->message.text()), info(fault->id).name);
        return failure;
    }
    output out;
    print_to(out, [&](sink& to) { print(to, tree, unread); });
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
