// Productions as regular expressions for Oniguruma, which editors use to colour text.
#pragma once

#include "describe/grammar_data.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

// The text, with all special characters escaped.
std::string regex_of_text(std::string_view text);

// Writes a production as an expression for one line. As in the grammar, choices and repetitions do not backtrack. A
// line feed is the end of the line. The production must not be recursive.
class regex_writer {
public:
    // `scope_of` gives the scope of a node; empty: none.
    using scopes = std::function<std::string(const node&)>;

    explicit regex_writer(const grammar_data& grammar, scopes scope_of = {})
        : grammar_(grammar), scope_of_(std::move(scope_of))
    {
    }

    std::string production(std::string_view name);
    // The scopes of the groups, from 1.
    [[nodiscard]] const std::vector<std::string>& groups() const { return groups_; }

private:
    std::string expression(node_id id);
    std::string joined(const node& n, std::string_view separator);
    std::string body(const node& n);
    std::string repeated(const node& n, std::string_view suffix);

    const grammar_data& grammar_;
    scopes scope_of_;
    std::vector<std::string> groups_;
    std::vector<node_id> open_;
};

} // namespace ballast::describe
