// Matches text against the grammar as data, and remembers which way it went.
#pragma once

#include "describe/grammar_data.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ballast::describe {

// A way that a match went at an operator: for a choice the number of the child, for optional parts and repetitions 1
// where there is at least one and 0 where there is none, for a named rule that is none of these 0.
struct step {
    node_id node = 0;
    std::size_t way = 0;
    std::size_t at = 0; // where in the text it began
};

class matcher {
public:
    explicit matcher(const grammar_data& grammar) : grammar_(grammar) {}

    // Where the match of the node at `at` ends, or nothing.
    std::optional<std::size_t> match(node_id from, std::string_view text, std::size_t at = 0);
    // True where the whole text is matched.
    bool matches(node_id from, std::string_view text) { return match(from, text) == text.size(); }

    // The way the last match went. What was tried and given up is not in it.
    [[nodiscard]] const std::vector<step>& steps() const { return steps_; }
    // The ways that matches inside negative look-aheads went, which made these fail.
    [[nodiscard]] const std::vector<step>& refuted() const { return refuted_; }

    // The farthest place at which something did not match, and the named rules that failed there.
    [[nodiscard]] std::size_t farthest() const { return farthest_; }
    [[nodiscard]] const std::vector<node_id>& failed() const { return failed_; }

private:
    bool run(node_id id, std::size_t& at);
    bool run_operator(node_id id, const node& n, std::size_t& at);
    bool fail_at(std::size_t at);
    bool run_to_last_parenthesis(const node& n, std::size_t& at);
    [[nodiscard]] bool begins(node_id id, std::size_t at);
    bool run_all(const std::vector<node_id>& children, std::size_t& at);

    const grammar_data& grammar_;
    std::string_view text_;
    std::vector<step> steps_;
    std::vector<step> refuted_;
    std::vector<node_id> failed_;
    std::size_t farthest_ = 0;
    std::size_t reached_ = 0;  // the farthest place at which something in the innermost rule did not match
    std::size_t refuting_ = 0; // negative look-aheads around; what fails in these makes them hold
    std::size_t depth_ = 0;    // of `nested`
};

} // namespace ballast::describe
