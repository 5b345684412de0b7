#include "ballast/roundtrip.hpp"
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/lines.hpp"
#include "cli/parallel.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

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

struct tally {
    std::size_t identical = 0;
    std::size_t different = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(const tally& more)
    {
        identical += more.identical;
        different += more.different;
        refused += more.refused;
        unreadable += more.unreadable;
    }
};

int finish(report& out, const tally& n)
{
    if (!out.flush() || n.unreadable != 0) return trouble;
    return n.different + n.refused != 0 ? failure : success;
}

int roundtrip_lines(const options& given)
{
    if (overwrites_input(given.paths, given)) return trouble;
    report out(line_end(given));
    tally n;
    for_each_line(
        given,
        [&](const std::string& path, std::size_t number, std::string_view line) {
            auto result = parse(*given.line_rule, line);
            if (auto mixed = mixed_dates(result)) result.findings.insert(result.findings.begin(), std::move(*mixed));
            if (!result.accepted() || (!result.findings.empty() && result.findings[0].severity == severity::error)) {
                ++n.refused;
                line_table lines(line);
                out.place(path, "refused", result.findings.front(), lines, at_line(number));
                return;
            }
            const auto printed = print(*result.value);
            if (printed == line) {
                ++n.identical;
                if (!given.quiet) out.line("{}:{}: identical", path, number);
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
            out.line("{}: {}: {}", path, out.emphasised("unreadable"), reason);
        });
    out.line("{} lines: {} identical, {} different, {} refused", n.identical + n.different + n.refused, n.identical,
             n.different, n.refused);
    const auto code = finish(out, n);
    return code == success && n.identical == 0 ? no_lines() : code;
}

// A file of a module, read and printed again.
struct printed_file {
    bundle_file read{};
    std::optional<difference> differs{};
};

std::vector<printed_file> print_back(const bundle& files, const options& given, std::size_t threads)
{
    std::vector<printed_file> result;
    for (const auto* file : files.files) {
        auto opened = open_file(*file, given, {.threads = threads});
        printed_file made{{{std::move(opened.problem)}, file}};
        if (made.read.problem.empty()) {
            auto printed = parse_and_compare(std::move(opened.text), opened.parsing);
            made.read.result = std::move(printed.read);
            made.differs = printed.differs;
        }
        result.push_back(std::move(made));
    }
    return result;
}

bundle_era era_of(const std::vector<printed_file>& files)
{
    std::vector<const document*> documents;
    for (const auto& f : files) documents.push_back(f.read.accepted() ? &*f.read.result.value : nullptr);
    return cli::era_of(documents);
}

void tell(const printed_file& printed, const bundle_era& era, std::size_t number, const options& given, records& out,
          tally& n)
{
    const auto& read = printed.read;
    const auto& name = read.file->shown;
    if (!read.problem.empty()) {
        ++n.unreadable;
        out.line("{}: {}: {}", name, out.emphasised("unreadable"), read.problem);
        return;
    }
    line_table lines(read.result.source());
    if (!read.accepted()) {
        ++n.refused;
        out.place(name, "refused", read.result.findings.front(), lines);
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
    if (!given.quiet)
        out.line("{}: identical ({}, {}, {} bytes)", name, kind_word(document.tree()),
                 states_of(era.of(document, number)), document.text().size());
}

} // namespace

int roundtrip(const options& given)
{
    if (given.line_rule) return roundtrip_lines(given);
    const auto inputs = find_files(given);
    if (inputs.files.empty()) return trouble;
    report out(line_end(given));
    tally n;
    struct told {
        tally numbers{};
        std::string text{};
    };
    each_in_order(
        bundles_of(inputs, given), given,
        [&](const bundle& module, std::size_t threads) {
            const auto files = print_back(module, given, threads);
            const auto era = era_of(files);
            records lines(line_end(given));
            told result;
            for (std::size_t i = 0; i < files.size(); ++i) tell(files[i], era, i, given, lines, result.numbers);
            result.text = lines.take();
            return result;
        },
        [&](told&& module) {
            out.write(module.text);
            n.add(module.numbers);
        });
    out.line("{} files: {} identical, {} different, {} refused, {} unreadable", inputs.files.size(), n.identical,
             n.different, n.refused, n.unreadable);
    return finish(out, n);
}

} // namespace ballast::cli
