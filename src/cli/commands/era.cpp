#include "ballast/era.hpp"
#include "ballast/tpu_era.hpp"

#include "ballast/kind_word.hpp"
#include "base/say.hpp"
#include "cli/inputs.hpp"

#include <memory>

namespace ballast::cli {

namespace {

struct era_counts {
    std::size_t dated = 0;
    std::size_t mixed = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(const era_counts& more)
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
    dated_module(const files::module_files& module, const record_arguments& options, render::line_buffer& out,
                 era_counts& n)
        : files_(files::read_files(module, options)), era_(files::era_of(files_)), given_(options), out_(out), n_(n)
    {
        for (const auto& f : files_) lines_.emplace_back(f.result.text());
    }

    void write()
    {
        for (std::size_t i = 0; i < files_.size(); ++i) write_file(i);
    }

private:
    void write_file(std::size_t i)
    {
        const auto& read = files_[i];
        const auto& name = read.file->shown;
        if (!read.problem.empty()) {
            ++n_.unreadable;
            out_.unreadable(name, read.problem);
            return;
        }
        if (!read.result.accepted()) {
            const auto& why = read.result.findings.front();
            const bool two_eras = why.id == finding_id::mixed_eras;
            ++(two_eras ? n_.mixed : n_.refused);
            out_.finding(name, two_eras ? "mixed" : "refused", why, lines_[i]);
            return;
        }
        if (const auto& conflict = era_.conflicts[i]) {
            ++n_.mixed;
            const auto& [here, there] = *conflict;
            const finding what{
                .id = finding_id::mixed_eras,
                .begin = here.offset,
                .end = here.offset,
                .message = say("{} here, {} at {}", info(here.which).name, info(there.which).name, line_of(there, i))};
            out_.finding(name, "mixed", what, lines_[i]);
            return;
        }
        ++n_.dated;
        if (given_.quiet) return;
        if (const auto* report = read.result.value->tpu_report()) return write_tpu(name, *read.result.value, *report);
        out_.line("{}: {}", name, era_.all.possible.to_string());
        // The features of the file itself come first.
        const auto own = date(read.result.value->witnesses());
        write_limit("from", shown_here(own.from, first_of(own.possible) == first_of(era_.all.possible)), era_.all.from,
                    i);
        write_limit("until", shown_here(own.until, last_of(own.possible) == last_of(era_.all.possible)), era_.all.until,
                    i);
    }

    // The compiler of TPUs has eras of its own.
    void write_tpu(std::string_view name, const document& read, const ast::tpu_report& report)
    {
        out_.line("{}: {}", name, era_word(read));
        for (const auto& form : tpu_forms())
            if (form.shown(report)) out_.line("  {}: {}", form.name, era_text(form.eras));
    }

    static commit_time first_of(const era_set& times) { return times.intervals().front().begin; }
    static commit_time last_of(const era_set& times) { return times.intervals().back().end; }

    static const witness* shown_here(const std::optional<witness>& limit, bool is_the_module_s)
    {
        return limit && is_the_module_s ? &*limit : nullptr;
    }

    void write_limit(std::string_view word, const witness* own, const std::optional<timeline::shown_in>& of_module,
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

    std::vector<files::module_file> files_;
    files::module_era era_;
    std::vector<line_table> lines_;
    const record_arguments& given_;
    render::line_buffer& out_;
    era_counts& n_;
};

int run_era(const record_arguments& options)
{
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    output out(options.line_end());
    era_counts all;
    struct dated {
        era_counts counts{};
        std::string text{};
    };
    each_in_order(
        files::modules_of(inputs, options), options,
        [&](const files::module_files& module) {
            render::line_buffer lines(out.style());
            dated result;
            dated_module(module, options, lines, result.counts).write();
            result.text = lines.take();
            return result;
        },
        [&](dated&& module) {
            out.write(module.text);
            all.add(module.counts);
        });
    out.line("{} files: {} dated, {} mixed, {} refused, {} unreadable", inputs.size(), all.dated, all.mixed,
             all.refused, all.unreadable);
    if (!out.flush() || all.unreadable != 0) return trouble;
    return all.mixed + all.refused != 0 ? failure : success;
}

command_body declare_era(CLI::App& app)
{
    auto options = std::make_shared<record_arguments>();
    add_records(app, *options);
    add_files_alone(app, *options);
    add_jobs(app, *options);
    return [options] { return run_era(*options); };
}

} // namespace

extern const command era_command{"Checks", "era", "which versions of XLA could have printed a text, and why",
                                 declare_era};

} // namespace ballast::cli
