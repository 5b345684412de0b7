#include "ballast/era.hpp"

#include "base/say.hpp"
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/parallel.hpp"

namespace ballast::cli {

namespace {

struct tally {
    std::size_t dated = 0;
    std::size_t mixed = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(const tally& more)
    {
        dated += more.dated;
        mixed += more.mixed;
        refused += more.refused;
        unreadable += more.unreadable;
    }
};

// The files of one module: one XLA printed them all.
class dated_module {
public:
    dated_module(const bundle& module, const options& given, std::size_t threads, records& out, tally& n)
        : files_(read_bundle(module, given, {.what = wanted::form, .threads = threads})),
          era_(era_of(files_)),
          given_(given),
          out_(out),
          n_(n)
    {
        for (const auto& f : files_) lines_.emplace_back(f.result.source());
    }

    void tell()
    {
        for (std::size_t i = 0; i < files_.size(); ++i) tell(i);
    }

private:
    void tell(std::size_t i)
    {
        const auto& read = files_[i];
        const auto& name = read.file->shown;
        if (!read.problem.empty()) {
            ++n_.unreadable;
            out_.line("{}: {}: {}", name, out_.emphasised("unreadable"), read.problem);
            return;
        }
        if (!read.result.accepted()) {
            const auto& why = read.result.findings.front();
            const bool two_eras = why.id == finding_id::mixed_eras;
            ++(two_eras ? n_.mixed : n_.refused);
            out_.place(name, two_eras ? "mixed" : "refused", why, lines_[i]);
            return;
        }
        if (const auto& conflict = era_.conflicts[i]) {
            ++n_.mixed;
            const auto& [here, there] = *conflict;
            const finding what{
                .id = finding_id::mixed_eras,
                .begin = here.offset,
                .end = here.offset,
                .said = say("{} here, {} at {}", info(here.which).name, info(there.which).name, line_of(there, i))};
            out_.place(name, "mixed", what, lines_[i]);
            return;
        }
        ++n_.dated;
        if (given_.quiet) return;
        out_.line("{}: {}", name, era_.all.possible.to_string());
        // The features of the file itself come first.
        const auto own = date(read.result.value->witnesses());
        tell_limit("from", shown_here(own.from, first_of(own.possible) == first_of(era_.all.possible)), era_.all.from,
                   i);
        tell_limit("until", shown_here(own.until, last_of(own.possible) == last_of(era_.all.possible)), era_.all.until,
                   i);
    }

    static commit_time first_of(const era_set& times) { return times.intervals().front().begin; }
    static commit_time last_of(const era_set& times) { return times.intervals().back().end; }

    static const witness* shown_here(const std::optional<witness>& limit, bool is_the_module_s)
    {
        return limit && is_the_module_s ? &*limit : nullptr;
    }

    void tell_limit(std::string_view word, const witness* own, const std::optional<timeline::shown_in>& of_module,
                    std::size_t in_file)
    {
        if (!own && !of_module) return;
        const auto place = own ? timeline::shown_in{in_file, own->which, own->offset} : *of_module;
        out_.line("  {} {} {}", word, info(place.which).name, line_of(place, in_file));
    }

    // `line 12`, with the name of the file if it is another one.
    std::string line_of(const timeline::shown_in& place, std::size_t in_file)
    {
        const auto line = lines_[place.text].place_of(place.offset).line;
        return place.text == in_file ? fmt::format("line {}", line)
                                     : fmt::format("line {} of {}", line, files_[place.text].file->shown);
    }

    std::vector<bundle_file> files_;
    bundle_era era_;
    std::vector<line_table> lines_;
    const options& given_;
    records& out_;
    tally& n_;
};

} // namespace

int era(const options& given)
{
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
            records lines(line_end(given));
            told result;
            dated_module(module, given, threads, lines, result.numbers).tell();
            result.text = lines.take();
            return result;
        },
        [&](told&& module) {
            out.write(module.text);
            n.add(module.numbers);
        });
    out.line("{} files: {} dated, {} mixed, {} refused, {} unreadable", inputs.files.size(), n.dated, n.mixed,
             n.refused, n.unreadable);
    if (!out.flush() || n.unreadable != 0) return trouble;
    return n.mixed + n.refused != 0 ? failure : success;
}

} // namespace ballast::cli
