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

// How a piece of text came about: the node, the way it went (as in `step`), and its parts; tokens have text.
struct derivation {
    node_id node = 0;
    std::size_t way = 0;
    std::string text;
    std::vector<derivation> parts;
};
std::string text_of(const derivation& d);

// Draws sentences from any rule. Ways that were taken less often are taken more often, so that all are reached.
// Look-aheads are no text: a sentence is drawn anew, in parts, until all of them hold on the text as a whole. What then
// does not match, though nothing is longer than a greedy token lets it be, shows a fault of the grammar: an alternative
// that another one hides, or a repetition that takes what should follow it.
class sentences {
public:
    sentences(const grammar_data& grammar, random_source& from);

    struct sentence {
        derivation tree;
        std::string text;
        bool matched = false;
        std::string fault; // the innermost rule that does not match its own part, where the text is not matched
    };
    // Nothing where no sentence was found in many tries. `size` bounds the parts, about.
    std::optional<sentence> draw(node_id from, std::size_t size = 60);

    // Ways that are not to be taken.
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
