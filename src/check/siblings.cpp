#include "check/siblings.hpp"

#include "ballast/era.hpp"
#include "base/file_name.hpp"
#include "base/say.hpp"
#include "base/shown.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace ballast::checking {

namespace {

// A combined dump has all parts except the report, the module text, and the printed sizes of the compiled program.
enum part : unsigned {
    no_part = 0,
    allocations = 1,
    values = 2,
    ranges = 4,
    report_part = 8,
    text_part = 16,
    sizes_part = 32,
};

unsigned parts_of(sibling kind)
{
    switch (kind) {
    case sibling::assignment:
    case sibling::bare_assignment: return allocations;
    case sibling::values: return values;
    case sibling::live_range: return ranges;
    case sibling::usage_report: return report_part;
    }
    return no_part;
}

// Combined dumps have the same name ending as files of allocations.
bool fits(const file_name& name, unsigned parts) { return (parts & parts_of(name.kind)) != 0; }

std::string_view words_of(unsigned parts)
{
    if ((parts & allocations) != 0) return parts == allocations ? "allocations" : "a combined dump";
    if (parts == values) return "values";
    if (parts == ranges) return "live ranges";
    if (parts == text_part) return "a module text";
    if (parts == sizes_part) return "the sizes of a compiled program";
    return parts == report_part ? "a memory-usage report" : "nothing of a dump";
}

// A name in a message, never shortened.
std::string whole(std::string_view name) { return shown(name, 4 * name.size() + 2); }

class checker {
public:
    explicit checker(std::span<const sibling_file> files) : files_(files)
    {
        for (const auto& f : files) {
            names_.push_back(parse_file_name(f.path));
            parts_.push_back(f.read ? parts_in(*f.read) : no_part);
        }
    }

    sibling_report take(bool complete)
    {
        check_kinds();
        check_doubles();
        if (complete) check_missing();
        return std::move(result_);
    }

private:
    [[nodiscard]] std::string name_of(std::size_t file) const
    {
        const auto path = files_[file].path;
        return whole(path.substr(path.rfind('/') + 1));
    }

    void check_kinds()
    {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (names_[i] && files_[i].read && !fits(*names_[i], parts_[i]))
                result_.findings.push_back({.id = finding_id::other_kind,
                                            .file = i,
                                            .message = say("by its name the file contains {}, but its text contains {}",
                                                           words_of(parts_of(names_[i]->kind)), words_of(parts_[i]))});
    }

    // Each part is taken from the first file that contains it: files with the right name first, and the one with most
    // parts.
    void check_doubles()
    {
        std::vector<std::size_t> order(names_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t i) {
            return std::tuple(!names_[i] || !fits(*names_[i], parts_[i]), names_[i] ? names_[i]->kind : sibling{}, i);
        });
        unsigned taken = no_part;
        for (const auto i : order) {
            if (parts_[i] == no_part) continue;
            if ((parts_[i] & taken) == 0) {
                taken |= parts_[i];
                result_.together.push_back(i);
                continue;
            }
            const auto other = *std::ranges::find_if(result_.together, [&](auto k) { return parts_[k] & parts_[i]; });
            // A file of another kind is already reported.
            if (names_[i] && !fits(*names_[i], parts_[i])) continue;
            const bool same = files_[i].read->text() == files_[other].read->text();
            finding twice{.id = finding_id::sibling_twice,
                          .severity = same ? severity::warning : severity::error,
                          .file = i,
                          .message = same ? say("the same text is in {}", name_of(other))
                                          : say("{} also contains {} of the module, and they differ", name_of(other),
                                                words_of(parts_[i] & parts_[other])),
                          .related = {{0, 0, say("the file that the others are compared with"), other}}};
            result_.findings.push_back(std::move(twice));
        }
        std::ranges::sort(result_.together);
        if (result_.together.size() < 2) result_.together.clear();
    }

    // The file at which missing files are reported.
    [[nodiscard]] std::size_t teller() const
    {
        const auto accepted = std::ranges::find_if(files_, [](const auto& f) { return f.read != nullptr; });
        if (accepted != files_.end()) return static_cast<std::size_t>(accepted - files_.begin());
        return static_cast<std::size_t>(std::ranges::find(files_, true, &sibling_file::readable) - files_.begin());
    }

    // Since 2026-04-03 values and live ranges are separate files, if they are written at all.
    void check_missing()
    {
        const auto* name = first_name();
        const auto at = teller();
        if (!name || at == files_.size()) return;
        const auto is_here = [&](sibling kind) {
            return std::ranges::any_of(names_, [&](const auto& n) { return n && n->kind == kind; });
        };
        const bool combined =
            std::ranges::any_of(parts_, [](unsigned p) { return p == (allocations | values | ranges); });
        const bool split = !combined && (is_here(sibling::values) || is_here(sibling::live_range) ||
                                         std::ranges::any_of(files_, is_split, &sibling_file::read));
        std::vector<sibling> missing;
        if (!is_here(sibling::assignment)) missing.push_back(sibling::assignment);
        for (const auto kind : {sibling::values, sibling::live_range})
            if (split && !is_here(kind)) missing.push_back(kind);
        if (missing.empty()) return;
        const std::vector<sibling> analysis{sibling::values, sibling::live_range};
        finding gone{.id = finding_id::missing_sibling, .severity = severity::warning, .file = at};
        const auto called = [&](sibling kind) { return whole(sibling_name(*name, kind)); };
        if (missing == analysis) {
            gone.severity = severity::note;
            gone.message = say("{} and {} are missing, as without xla_dump_buffer_assignment_analysis",
                               called(analysis[0]), called(analysis[1]));
        } else if (missing.size() == 1) {
            const bool too_long = sibling_name(*name, missing.front()).size() > longest_name;
            if (too_long) gone.severity = severity::note;
            gone.message = too_long ? say("{} is missing: a name of {} bytes is too long for a file",
                                          called(missing.front()), sibling_name(*name, missing.front()).size())
                                    : say("{}, which has the {} of the module, is missing", called(missing.front()),
                                          info(missing.front()).holds);
        } else {
            gone.message = say("{} and {}, which have the {} and {} of the module, are missing", called(missing[0]),
                               called(missing[1]), info(missing[0]).holds, info(missing[1]).holds);
        }
        result_.findings.push_back(std::move(gone));
    }

    [[nodiscard]] const file_name* first_name() const
    {
        const auto found = std::ranges::find_if(names_, [](const auto& n) { return n && !info(n->kind).alone; });
        return found == names_.end() ? nullptr : &**found;
    }

    // Only allocations, from a time when values had a separate file. Until 2019 allocations were alone too.
    static bool is_split(const document* read)
    {
        if (!read || parts_in(*read) != allocations) return false;
        const auto possible = date(read->witnesses()).possible;
        return possible.intersect(eras(feature::values_file)) == possible;
    }

    std::span<const sibling_file> files_;
    std::vector<std::optional<file_name>> names_;
    std::vector<unsigned> parts_;
    sibling_report result_;
};

} // namespace

unsigned parts_in(const document& read)
{
    if (read.usage_report()) return report_part;
    if (read.module_text()) return text_part;
    if (const auto* message = read.memory_message()) return message->is<ast::compiled_sizes>() ? sizes_part : no_part;
    const auto* dump = std::get_if<ast::dump>(&read.tree());
    if (!dump) return no_part;
    switch (dump->kind) {
    case ast::dump_kind::assignment: return allocations;
    case ast::dump_kind::combined: return dump->ranges() ? allocations | values | ranges : allocations | values;
    case ast::dump_kind::values: return values;
    case ast::dump_kind::live_range: return ranges;
    }
    return no_part;
}

sibling_report check_siblings(std::span<const sibling_file> files, bool complete)
{
    return checker(files).take(complete);
}

} // namespace ballast::checking
