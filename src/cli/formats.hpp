// The output formats of `validate`: `--format`.
#pragma once

#include "cli/judged.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ballast::cli {

// The numbers of the last line.
struct verdict_count {
    std::size_t files = 0;
    std::size_t conform = 0;
    std::size_t with_errors = 0;
    std::size_t unreadable = 0;
    std::array<std::size_t, 3> findings{}; // by severity

    void add(const judged_numbers& judged);
    [[nodiscard]] std::string text() const;
};

struct output_format {
    std::string_view name;
    // The counts are those of the whole run if `counts_first`; otherwise they are 0.
    std::string (*begin)(const verdict_count& all);
    // One file. Called on several threads.
    std::string (*file)(const judged_file& judged, const options& given);
    std::string_view between; // between two files with output
    std::string (*end)(const verdict_count& all, const options& given);
    bool counts_first = false; // the start is written after all files are checked
};
// `text` first, which is the default.
std::span<const output_format> output_formats();

extern const output_format text_format;
extern const output_format json_format;
extern const output_format sarif_format;
extern const output_format github_format;
extern const output_format junit_format;

} // namespace ballast::cli
