#include "render/era_text.hpp"

#include "ballast/era.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/tpu_era.hpp"
#include "base/say.hpp"

namespace ballast::inline v0::render {

namespace {

// The files of one module: one XLA printed them all.
class dated_module {
public:
    dated_module(const std::vector<answers::module_file>& files, bool quiet, line_buffer& out)
        : files_(files), era_(answers::era_of(files)), quiet_(quiet), out_(out)
    {
        for (const auto& f : files_) lines_.emplace_back(f.result.text());
    }

    era_counts write()
    {
        for (std::size_t i = 0; i < files_.size(); ++i) write_file(i);
        return n_;
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
        if (quiet_) return;
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

    const std::vector<answers::module_file>& files_;
    answers::module_era era_;
    std::vector<line_table> lines_;
    bool quiet_;
    line_buffer& out_;
    era_counts n_;
};

} // namespace

era_counts write_eras(const std::vector<answers::module_file>& module, bool quiet, line_buffer& out)
{
    return dated_module(module, quiet, out).write();
}

} // namespace ballast::inline v0::render
