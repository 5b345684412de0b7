// The answer of `report`: one module, a folder of modules or what changed between two, with pictures.
#pragma once

#include "answers/diff.hpp"
#include "answers/log_answer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ballast::inline v0::answers {

struct report_question {
    run by;
    std::string title; // of a page about several modules; empty: what they are found by
    std::optional<std::int64_t> space;
    std::optional<memory_limit> limit;
    bool one_module = false; // not a folder
    bool failures = true;    // also those in logs
    // How a module is drawn on a page about several modules. Modules are read again for their pictures, one at a time,
    // so what was drawn of them is kept, up to a limit for the page.
    std::string (*draw)(const shown_module& module) = nullptr;
};

struct folder_report {
    folder_summary all;
    std::vector<report_row> rows; // refer to it
};

struct change_report {
    compared_sides sides;
    std::vector<report_change> changes; // refer to them
};

struct report_answer : outcome {
    std::variant<std::monostate, shown_module, folder_report, change_report, std::vector<read_text>> what{};
    std::string title;
    std::vector<std::string> pictures; // that were drawn
    std::vector<read_text> failures;   // in logs
    std::optional<std::int64_t> space; // of a picture of one module

    [[nodiscard]] bool has_answer() const { return what.index() != 0; }
};

// `other` has the modules after, if two are compared.
report_answer report(const files::found_files& of, const files::found_files* other, const report_question& question);

} // namespace ballast::inline v0::answers
