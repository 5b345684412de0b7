#include "ballast/kind_word.hpp"
#include "ballast/print.hpp"
#include "cli/inputs.hpp"
#include "cli/line_mode.hpp"

#include <algorithm>
#include <memory>

namespace ballast::cli {

namespace {

struct roundtrip_arguments : record_arguments {
    std::optional<entry> line_rule; // each line is a construct
};

// The first and the last possible era of the dump text.
std::string states_of(const era_set& possible)
{
    const auto in = [&](const dump_state& s) {
        return std::ranges::any_of(possible.intervals(),
                                   [&](const auto& i) { return s.begin < i.end && i.begin < s.end; });
    };
    const auto states = dump_states();
    const auto first = std::ranges::find_if(states, in);
    const auto last = std::ranges::find_if(states.rbegin(), states.rend(), in);
    if (first == states.end()) return "no era";
    return fmt::format("{}..{}", first->name, last->name);
}

// A file of a module, read and printed again.
struct printed_file {
    answers::module_file read{};
    std::optional<difference> differs{};
};

std::vector<printed_file> print_module_back(const files::module_files& module, const roundtrip_arguments& options)
{
    std::vector<printed_file> result;
    for (auto& read : answers::read_files(module, options)) {
        std::optional<difference> differs;
        if (read.accepted()) differs = compare_printed(read.result.value->tree(), read.result.text());
        result.push_back({std::move(read), differs});
    }
    return result;
}

answers::module_era era_of(const std::vector<printed_file>& module)
{
    std::vector<const document*> documents;
    for (const auto& f : module) documents.push_back(f.read.accepted() ? &*f.read.result.value : nullptr);
    return answers::era_of(documents);
}

void write_result(const printed_file& printed, const answers::module_era& era, std::size_t number, bool quiet,
                  render::line_buffer& out, roundtrip_counts& n)
{
    const auto& read = printed.read;
    const auto& name = read.file->shown;
    if (!read.problem.empty()) {
        ++n.unreadable;
        out.unreadable(name, read.problem);
        return;
    }
    line_table lines(read.result.text());
    if (!read.accepted()) {
        ++n.refused;
        out.finding(name, "refused", read.result.findings.front(), lines);
        return;
    }
    const auto& document = *read.result.value;
    if (const auto& differs = printed.differs) {
        ++n.different;
        const auto place = lines.place_of(differs->offset);
        out.line("{}:{}:{}: {} at byte {}: read {}, printed {}", name, place.line, place.column,
                 out.emphasised("different"), differs->offset, byte_name(differs->read), byte_name(differs->printed));
        return;
    }
    ++n.identical;
    if (!quiet)
        out.line("{}: identical ({}, {}, {} bytes)", name, kind_word(document.tree()),
                 document.tpu_report() ? era_word(document) : states_of(era.of(document, number)),
                 document.text().size());
}

int run_roundtrip(const roundtrip_arguments& options)
{
    if (options.line_rule) return roundtrip_lines(options, *options.line_rule);
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    output out(options.line_end());
    roundtrip_counts all;
    struct printed_module {
        roundtrip_counts counts{};
        std::string text{};
    };
    each_in_order(
        files::modules_of(inputs, options), options,
        [&](const files::module_files& module) {
            const auto printed = print_module_back(module, options);
            const auto era = era_of(printed);
            render::line_buffer lines(out.style());
            printed_module result;
            for (std::size_t i = 0; i < printed.size(); ++i)
                write_result(printed[i], era, i, options.quiet, lines, result.counts);
            result.text = lines.take();
            return result;
        },
        [&](printed_module&& module) {
            out.write(module.text);
            all.add(module.counts);
        });
    out.line("{} files: {} identical, {} different, {} refused, {} unreadable", inputs.size(), all.identical,
             all.different, all.refused, all.unreadable);
    return code_of_run(out, all);
}

command_body declare_roundtrip(CLI::App& app)
{
    auto options = std::make_shared<roundtrip_arguments>();
    add_records(app, *options);
    add_files_alone(app, *options);
    add_rule(app, options->line_rule);
    add_jobs(app, *options);
    return [options] { return run_roundtrip(*options); };
}

} // namespace

extern const command roundtrip_command{"Checks", "roundtrip", "Check that texts print back byte for byte",
                                       declare_roundtrip};

} // namespace ballast::cli
