// Random sentences of the grammar.
#pragma once

#include "base/random_source.hpp"
#include "describe/grammar_data.hpp"
#include "describe/matcher.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ballast::describe {

// The derivation of a piece of text: the node, the decision (as in `step`), and its parts. Tokens have text.
struct derivation {
    node_id node = 0;
    std::size_t way = 0;
    std::string text;
    std::vector<derivation> parts;
};
std::string text_of(const derivation& d);

// Draws sentences from any rule. Decisions that were taken less often are preferred, so that all are reached.
// Look-aheads have no text: parts of a sentence are redrawn until all of them hold for the whole text. If the sentence
// then does not match although no greedy token could be longer, the grammar has a fault: an alternative hides another
// one, or a repetition takes what should follow it.
class sentences {
public:
    sentences(const grammar_data& grammar, random_source& from);

    struct sentence {
        derivation tree;
        std::string text;
        bool matched = false;
        std::string fault; // if the text does not match, the innermost rule that does not match its part
    };
    // Empty if no sentence was found in many tries. `size` is an approximate limit for the number of parts.
    std::optional<sentence> draw(node_id from, std::size_t size = 60);

    // Decisions that must not be taken.
    std::function<bool(node_id, std::size_t)> banned;

private:
    derivation make(node_id id, std::size_t depth);
    std::string token(const node& n);
    std::size_t choose(node_id id, const std::vector<std::size_t>& ways);
    bool holds(const derivation& d, std::string_view text, std::size_t& at, std::vector<std::size_t>& path);
    bool greedy_fits(const derivation& d, std::string_view text, std::size_t& at) const;
    std::string find_fault(const derivation& d, std::string_view text, std::size_t& at);

    const grammar_data& grammar_;
    random_source& from_;
    matcher matcher_;
    std::vector<std::size_t> height_; // of the smallest derivation
    std::vector<std::vector<std::uint32_t>> taken_;
    std::size_t budget_ = 0;
};

} // namespace ballast::describe
