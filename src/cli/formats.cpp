#include "cli/formats.hpp"

namespace ballast::cli {

void verdict_count::add(const judged_numbers& judged)
{
    ++files;
    ++(judged.unreadable ? unreadable : judged.conforms ? conform : with_errors);
    for (std::size_t i = 0; i < findings.size(); ++i) findings[i] += judged.counts[i];
}

std::string verdict_count::text() const
{
    return fmt::format("{} files: {} conform, {} with errors, {} unreadable; {} errors, {} warnings, {} notes", files,
                       conform, with_errors, unreadable, findings[0], findings[1], findings[2]);
}

std::span<const output_format> output_formats()
{
    static const std::array all{text_format, json_format, sarif_format, github_format, junit_format};
    return all;
}

} // namespace ballast::cli
