// The chapters of the specification, as tests read them.
#pragma once

#include "tests/describe/example_reader.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

inline fs::path spec_folder() { return golden().parent_path().parent_path() / "spec"; }

// The overview, and the chapters that it lists, in that order.
inline std::vector<describe::chapter> chapters()
{
    const auto overview = read_file(spec_folder() / "overview.md");
    std::vector<describe::chapter> result{{"overview.md", overview}};
    const std::string_view link = "](";
    auto at = overview.find("\n## Chapters\n");
    const auto end = overview.find("\n## ", at + 1);
    while ((at = overview.find(link, at)) < end) {
        at += link.size();
        const auto name = overview.substr(at, overview.find(')', at) - at);
        result.push_back({name, read_file(spec_folder() / name)});
    }
    return result;
}

// The files that examples name. Views into the chapters.
inline describe::named_files files_of(const std::vector<describe::chapter>& chapters)
{
    describe::named_files result;
    for (const auto& c : chapters) describe::add_named_files(describe::examples_of(c.text), result);
    return result;
}

// Productions below `dump`: those that only entries have are not part of the format.
inline std::set<std::string_view> productions_of_the_format(const describe::grammar_data& grammar)
{
    std::set<std::string_view> result;
    std::set<describe::node_id> seen;
    std::vector<describe::node_id> open{grammar.rules.find("dump")->second};
    while (!open.empty()) {
        const auto id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        const auto& n = grammar.nodes[id];
        if (!n.name.empty()) result.insert(n.name);
        open.insert(open.end(), n.children.begin(), n.children.end());
    }
    return result;
}

inline std::string joined(const std::vector<std::string_view>& names)
{
    std::string result;
    for (const auto name : names) result.append(result.empty() ? "" : " ").append(name);
    return result;
}

} // namespace ballast::tests
