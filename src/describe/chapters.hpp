// The chapters of the specification: Markdown with regions that are derived from the code.
//
//     <!-- productions: allocation_head -->
//     …
//     <!-- end -->
//
// `productions` shows the productions that it names and those below them that no region of any chapter names;
// `productions alone` only the former. The other kinds of regions are those of tables.hpp. examples.hpp is about the
// examples in chapters.
#pragma once

#include "describe/specification.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

struct chapter {
    std::string name; // of the file
    std::string text;
};

// Texts of regions by kind.
using region_texts = std::map<std::string, std::string, std::less<>>;

class chapter_writer {
public:
    chapter_writer(const specification& spec, const std::vector<chapter>& chapters, region_texts others = {});

    // The text of a chapter with its regions filled in. There must be no faults.
    [[nodiscard]] std::string filled(const chapter& c) const;
    // The productions that some chapter shows.
    [[nodiscard]] const std::set<std::string_view>& shown() const { return shown_; }
    // Regions that cannot be filled: `allocations.md:12: there is no production `x``.
    [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

private:
    std::string claim(const std::string& names);
    void list(const std::string& names, bool below);
    [[nodiscard]] std::string productions(const std::string& names) const;

    const specification& spec_;
    const grammar_data& grammar_;
    region_texts others_;
    std::set<node_id> named_;
    std::map<std::string, std::vector<node_id>> productions_; // by the names in a region
    std::set<std::string_view> shown_;
    std::vector<std::string> faults_;
};

} // namespace ballast::describe
