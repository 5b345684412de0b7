// The results of `validate` for one file.
#pragma once

#include "cli/baseline.hpp"
#include "cli/bundle.hpp"
#include "cli/selection.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ballast::cli {

// One finding with all its output.
struct told_finding {
    finding what;
    ballast::severity severity{}; // after --strict
    text_place begin;
    text_place end;
    struct place {
        const input_file* file; // null: the same as the finding's
        text_place begin;
        text_place end;
        std::string said;
    };
    std::vector<place> related;
    std::string_view hint; // empty if no cause is known
};

// The number of instructions in module texts.
struct line_count {
    std::size_t texts = 0;
    std::size_t instructions = 0;

    void add(const line_count& more)
    {
        texts += more.texts;
        instructions += more.instructions;
    }
};

struct judged_file : parsed_file {
    input_file file;
    std::vector<told_finding> findings{}; // ordered by place
    std::array<std::size_t, 3> counts{};  // of the findings, by severity
    std::size_t deselected = 0;           // findings hidden by --only and --disable
    std::size_t known = 0;                // findings of the baseline
    bool ended_early = false;             // after --max-errors
    bool more_findings = false;           // --max-errors may have hidden findings about meaning
    std::string era{};                    // as `ballast era` prints it; empty if there is none
    double seconds = 0;
    line_count lines{};

    [[nodiscard]] bool unreadable() const { return !problem.empty(); }
    [[nodiscard]] bool conforms() const { return !unreadable() && counts[0] == 0; }
};

// The options of a run in evaluated form.
struct judging {
    const options& given;
    selection told;
    baseline known{};
    std::optional<era_set> demanded{};

    // If false, the rules of those phases need not run.
    [[nodiscard]] bool form_only() const { return !told.tells(phase::siblings) && !told.tells(phase::meaning); }
};

// Checks the files of one module, in the given order, and compares them with each other. The files must outlive the
// result.
std::vector<judged_file> judge(const bundle& module, const judging& by, std::size_t threads = 1);

// Turns notes about unknown spellings into errors if that is requested.
severity severity_of(const finding& what, const options& given);

// The results of a file that remain after its text is released.
struct judged_numbers {
    std::string shown;
    bool unreadable = false;
    bool conforms = false;
    std::size_t bytes = 0;
    std::string era;
    std::array<std::size_t, 3> counts{};
    std::size_t deselected = 0;
    std::size_t known = 0;
    double seconds = 0;
    line_count lines;
};
judged_numbers numbers_of(const judged_file& judged);

} // namespace ballast::cli
