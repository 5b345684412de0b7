// Matches text against the grammar as data, and records the decisions.
#pragma once

#include "describe/grammar_data.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ballast::describe {

// A decision at an operator: for a choice the index of the child, for optional parts and repetitions 1 if the child
// matched and 0 if not, for other named rules 0.
struct step {
    node_id node = 0;
    std::size_t way = 0;
    std::size_t at = 0; // the position in the text
};

class matcher {
public:
    explicit matcher(const grammar_data& grammar) : grammar_(grammar) {}

    // The end of a match of the node that begins at `at`; empty if it does not match.
    std::optional<std::size_t> match(node_id from, std::string_view text, std::size_t at = 0);
    // True if the whole text matches.
    bool matches(node_id from, std::string_view text) { return match(from, text) == text.size(); }

    // The decisions of the last match, without those that backtracking undid.
    [[nodiscard]] const std::vector<step>& steps() const { return steps_; }
    // The decisions of matches inside negative look-aheads, which made the look-aheads fail.
    [[nodiscard]] const std::vector<step>& refuted() const { return refuted_; }

    // The farthest position of a mismatch, and the named rules that failed there.
    [[nodiscard]] std::size_t farthest() const { return farthest_; }
    [[nodiscard]] const std::vector<node_id>& failed() const { return failed_; }

private:
    bool run(node_id id, std::size_t& at);
    bool run_operator(node_id id, const node& n, std::size_t& at);
    bool look_ahead(const node& n, std::size_t begin);
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
    std::size_t reached_ = 0;  // the farthest position of a mismatch in the innermost rule
    std::size_t refuting_ = 0; // number of enclosing negative look-aheads, which hold if their parts fail
    std::size_t depth_ = 0;    // of `nested`
};

} // namespace ballast::describe
