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

std::string byte_name(int byte) { return byte < 0 ? "end of text" : fmt::format("0x{:02x}", byte); }

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

struct roundtrip_counts {
    std::size_t identical = 0;
    std::size_t different = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(const roundtrip_counts& more)
    {
        identical += more.identical;
        different += more.different;
        refused += more.refused;
        unreadable += more.unreadable;
    }
};

int code_of_run(output& out, const roundtrip_counts& n)
{
    if (!out.flush() || n.unreadable != 0) return trouble;
    return n.different + n.refused != 0 ? failure : success;
}

int roundtrip_lines(const roundtrip_arguments& options)
{
    if (overwrites_input(options.paths, options)) return trouble;
    output out(options.line_end());
    roundtrip_counts n;
    for_each_line(
        options,
        [&](const std::string& path, std::size_t number, std::string_view line) {
            auto result = parse(*options.line_rule, line);
            if (auto mixed = mixed_dates(result)) result.findings.insert(result.findings.begin(), std::move(*mixed));
            if (!result.accepted() || (!result.findings.empty() && result.findings[0].severity == severity::error)) {
                ++n.refused;
                line_table lines(line);
                out.finding(path, "refused", result.findings.front(), lines, at_line(number));
                return;
            }
            const auto printed = print(*result.value);
            if (printed == line) {
                ++n.identical;
                if (!options.quiet) out.line("{}:{}: identical", path, number);
                return;
            }
            ++n.different;
            const auto at = static_cast<std::size_t>(std::ranges::mismatch(line, printed).in1 - line.begin());
            out.line("{}:{}:{}: {} at byte {}: read {}, printed {}", path, number,
                     line_table(line).place_of(static_cast<std::int64_t>(at)).column, out.emphasised("different"), at,
                     byte_name(at < line.size() ? static_cast<unsigned char>(line[at]) : -1),
                     byte_name(at < printed.size() ? static_cast<unsigned char>(printed[at]) : -1));
        },
        [&](const std::string& path, const std::string& reason) {
            ++n.unreadable;
            out.unreadable(path, reason);
        });
    out.line("{} lines: {} identical, {} different, {} refused", n.identical + n.different + n.refused, n.identical,
             n.different, n.refused);
    const auto code = code_of_run(out, n);
    return code == success && n.identical == 0 ? no_lines() : code;
}

// A file of a module, read and printed again.
struct printed_file {
    files::module_file read{};
    std::optional<difference> differs{};
};

std::vector<printed_file> print_module_back(const files::module_files& module, const roundtrip_arguments& options)
{
    std::vector<printed_file> result;
    for (auto& read : files::read_files(module, options)) {
        std::optional<difference> differs;
        if (read.accepted()) differs = compare_printed(read.result.value->tree(), read.result.text());
        result.push_back({std::move(read), differs});
    }
    return result;
}

files::module_era era_of(const std::vector<printed_file>& module)
{
    std::vector<const document*> documents;
    for (const auto& f : module) documents.push_back(f.read.accepted() ? &*f.read.result.value : nullptr);
    return files::era_of(documents);
}

void write_result(const printed_file& printed, const files::module_era& era, std::size_t number, bool quiet,
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
    if (options.line_rule) return roundtrip_lines(options);
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

extern const command roundtrip_command{"Checks", "roundtrip", "whether texts print back byte for byte",
                                       declare_roundtrip};

} // namespace ballast::cli
