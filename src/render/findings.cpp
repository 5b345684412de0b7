#include "ballast/render.hpp"

#include <fmt/format.h>

#include <utility>

namespace ballast::inline v0::render {

// Each is in a file of its own.
extern const findings_format text_findings;
extern const findings_format json_findings;
extern const findings_format sarif_findings;
extern const findings_format github_findings;
extern const findings_format junit_findings;

std::span<const findings_format> findings_formats()
{
    static const std::array all{text_findings, json_findings, sarif_findings, github_findings, junit_findings};
    return all;
}

validated_numbers numbers_of(const answers::validated_file& file)
{
    return {file.file.shown, file.unreadable(), file.conforms(), file.result.text().size(), file.era, file.counts,
            file.deselected, file.known,        file.seconds,    file.instructions};
}

void finding_counts::add(const validated_numbers& file)
{
    ++files;
    ++(file.unreadable ? unreadable : file.conforms ? conform : with_errors);
    for (std::size_t i = 0; i < findings.size(); ++i) findings[i] += file.counts[i];
}

std::string finding_counts::text() const
{
    return fmt::format("{} files: {} conform, {} with errors, {} unreadable; {} errors, {} warnings, {} notes", files,
                       conform, with_errors, unreadable, findings[0], findings[1], findings[2]);
}

std::string findings(std::span<const answers::validated_file> all, const findings_format& form,
                     const findings_options& how)
{
    finding_counts counts;
    std::string inside;
    for (const auto& file : all) {
        counts.add(numbers_of(file));
        const auto text = form.file(file, how);
        if (!inside.empty() && !text.empty()) inside += form.between;
        inside += text;
    }
    return form.begin(form.counts_first ? counts : finding_counts()) + inside + form.end(counts, how);
}

} // namespace ballast::inline v0::render
