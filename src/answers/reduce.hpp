// The answer of `reduce`: the smallest dumps that still show something.
#pragma once

#include "answers/load.hpp"
#include "answers/outcome.hpp"
#include "ballast/reduce.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ballast::inline v0::answers {

struct reduce_question {
    std::optional<finding_id> finding; // that the texts must have; empty: `holds` decides
    // Whether texts, for files with these names, show what is looked for. Empty if that cannot be decided any more.
    std::function<bool(std::span<const std::string> names, std::span<const std::string> texts)> holds{};
    std::string command{};        // which is it, for a message
    std::function<bool()> stop{}; // ends the search
    std::function<void(const reduce::progress&)> tell{};
};

// Files that are reduced together.
struct reduced_files {
    std::vector<const module_file*> files;
    std::vector<std::string> names;

    explicit reduced_files(std::vector<const module_file*> of);
    [[nodiscard]] std::vector<const document*> read() const;
    [[nodiscard]] std::size_t bytes() const;
};
// The dumps of a module, and the files beside them. Reports if there are no dumps, or if other files are left out.
reduced_files reducible_files(const loaded_module& module, outcome& to);

struct reduce_answer : outcome {
    reduced_files files; // of the texts
    std::optional<reduce::reduction> made{};
};
reduce_answer reduce(reduced_files files, const reduce_question& question);

// Says that a word is not a finding that accepted dumps have; empty if it is one.
std::string unknown_finding(const std::string& word);
std::optional<finding_id> finding_named(std::string_view name);

} // namespace ballast::inline v0::answers
