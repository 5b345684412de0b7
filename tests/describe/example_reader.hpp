// Reads the examples of the chapters, and marks what is found in them.
#pragma once

#include "ballast/check.hpp"
#include "ballast/releases.hpp"
#include "describe/chapters.hpp"
#include "describe/examples.hpp"
#include "describe/matcher.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

// Productions that the library reads on its own, with their context rules.
inline std::optional<entry> entry_of_production(std::string_view production)
{
    static const std::map<std::string_view, entry> all{
        {"shape", entry::shape},
        {"layout", entry::layout},
        {"instruction", entry::instruction},
        {"metadata", entry::metadata},
        {"allocation_head", entry::allocation},
        {"value_line_v4", entry::value},
        {"value_name", entry::value},
        {"literal", entry::literal},
        {"sharding", entry::sharding},
        {"replica_groups", entry::replica_groups},
        {"frontend_attributes", entry::frontend_attributes},
        {"window", entry::window},
        {"origin", entry::origin},
        {"domain", entry::domain},
        {"result_accuracy", entry::result_accuracy},
        {"statistics", entry::statistics},
        {"aliases", entry::output_to_operand_aliasing},
    };
    const auto found = all.find(production);
    if (found == all.end()) return std::nullopt;
    return found->second;
}

// A place in a text with a finding.
struct found_mark {
    text_place place;
    std::string_view id{}; // empty if only the grammar was used
    ballast::severity severity = severity::error;
    std::uint8_t context_rule = 0; // 0: none
};

// The result of reading a text.
struct verdict {
    bool accepted = false;
    bool prints_back = true;
    std::vector<found_mark> marks{}; // of a refused text only the first
    era_set possible{};              // eras of an accepted file
};

class example_reader {
public:
    // `files` are the files that examples name.
    explicit example_reader(const describe::named_files& files) : files_(files) {}

    verdict judge(const describe::example& e, const describe::example_text& text)
    {
        if (text.production.empty()) return judge_file(e, text.text);
        if (const auto which = entry_of_production(text.production)) return judge_alone(*which, text.text);
        const auto end = matcher_.match(node_of(text), text.text);
        if (end == text.text.size()) return {.accepted = true};
        const auto farthest = std::max(matcher_.farthest(), end.value_or(0));
        return {.marks = {{line_table(text.text).place_of(static_cast<std::int64_t>(farthest))}}};
    }

    // Productions that matched a part of an accepted text, also in negative look-aheads, or that failed at the fault of
    // a refused one.
    std::set<std::string_view> productions(const describe::example_text& text)
    {
        std::set<std::string_view> result;
        const auto add = [&](describe::node_id id) {
            if (!grammar_.nodes[id].name.empty()) result.insert(grammar_.nodes[id].name);
        };
        if (matcher_.matches(node_of(text), text.text)) {
            for (const auto& step : matcher_.steps()) add(step.node);
            for (const auto& step : matcher_.refuted()) add(step.node);
        } else {
            for (const auto id : matcher_.failed()) add(id);
            add(node_of(text));
        }
        return result;
    }

private:
    [[nodiscard]] describe::node_id node_of(const describe::example_text& text) const
    {
        const auto found = grammar_.rules.find(text.production.empty() ? "dump" : text.production);
        if (found == grammar_.rules.end()) throw std::runtime_error("no production " + std::string(text.production));
        return found->second;
    }

    static found_mark mark_of(const finding& what, std::string_view text)
    {
        return {line_table(text).place_of(what.begin), info(what.id).name, what.severity, context_rule_of(what)};
    }
    static verdict judge_alone(entry which, std::string_view text)
    {
        const auto read = parse(which, text);
        verdict result{.accepted = read.accepted(), .prints_back = !read.accepted() || print(*read.value) == text};
        add_marks(result, read.findings, text);
        return result;
    }
    static void add_marks(verdict& to, const std::vector<finding>& findings, std::string_view text)
    {
        for (const auto& what : findings)
            if (to.accepted || to.marks.empty()) to.marks.push_back(mark_of(what, text));
    }

    verdict judge_file(const describe::example& e, std::string_view text) const
    {
        const auto read = parse(text);
        verdict result{.accepted = read.accepted(), .prints_back = !read.accepted() || print(*read.value) == text};
        if (read.accepted() && read.value->module_text()) {
            const auto lines = read_computations(*read.value).findings;
            result.accepted = std::ranges::count(lines, severity::error, &finding::severity) == 0;
            add_marks(result, lines, text);
        }
        add_marks(result, read.findings, text);
        if (!result.accepted) return result;
        const auto when = date(read.value->witnesses());
        result.possible = when.possible;
        if (e.is == describe::example::kind::reported) add_era(result, e, when, text);
        add_semantic(result, e, *read.value, text);
        return result;
    }
    // Adds a mark if the file is not of the era that the example requires.
    static void add_era(verdict& to, const describe::example& e, const era_report& when, std::string_view text)
    {
        const auto asked = e.era.empty() ? std::nullopt : parse_era(e.era);
        if (!asked || !when.possible.intersect(*asked).empty()) return;
        const auto begins_after = [&](feature which) {
            return asked->intervals().front().begin < eras(which).intervals().front().begin;
        };
        const auto& decides = when.from && begins_after(when.from->which) ? when.from : when.until;
        add_marks(to, {{.id = finding_id::other_era, .begin = decides ? decides->offset : 0}}, text);
    }
    // Adds the semantic findings, together with the file beside it.
    void add_semantic(verdict& to, const describe::example& e, const document& read, std::string_view text) const
    {
        const check_options options{.file_name = e.file_name, .audit = e.audit};
        if (e.beside.empty()) return add_marks(to, check(read, options), text);
        const std::string_view beside = files_.find(e.beside)->second;
        const auto other = ballast::tests::accepted(beside);
        const document* const module[] = {&other, &read};
        auto findings = check(std::span(module), options);
        std::erase_if(findings, [](const finding& what) { return what.file == 0; });
        add_marks(to, findings, text);
    }

    const describe::named_files& files_;
    const describe::grammar_data& grammar_ = describe::dump_grammar();
    describe::matcher matcher_{grammar_};
};

// The line of the block under which a mark is placed. A fault at the end of the text is marked under the last line.
inline describe::shown_line* line_of(describe::example_text& text, const found_mark& mark)
{
    const auto last = std::ranges::count(text.text, '\n') + (text.text.ends_with('\n') ? 0 : 1);
    const auto wanted =
        std::min<std::size_t>(static_cast<std::size_t>(mark.place.line), static_cast<std::size_t>(last));
    const auto found = std::ranges::find(text.shown, std::max<std::size_t>(wanted, 1), &describe::shown_line::number);
    if (found != text.shown.end()) return &*found;
    // Findings about the text as a whole are at the beginning.
    if (mark.place.line != 1 || mark.place.column != 1) return nullptr;
    const auto first = std::ranges::find_if(text.shown, [](const auto& line) { return line.number != 0; });
    return first == text.shown.end() ? nullptr : &*first;
}

// The line under a text that marks a place in it.
inline std::string marking_line(const describe::example_text& text, const found_mark& mark)
{
    const auto blanks = text.before + static_cast<std::size_t>(mark.place.column) - 1;
    return std::string(blanks, ' ') + "^" + (mark.id.empty() ? "" : " [" + std::string(mark.id) + "]") + "\n";
}

// Replaces the marks of a text by those of the verdict. False if a mark is at a line that the example does not show.
inline bool set_marks(describe::example_text& text, const verdict& v)
{
    for (auto& line : text.shown) line.marks.clear();
    for (const auto& mark : v.marks) {
        auto* const line = line_of(text, mark);
        if (!line) return false;
        line->marks += marking_line(text, mark);
    }
    return true;
}

} // namespace ballast::tests
