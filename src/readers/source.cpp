#include "readers/source.hpp"

#include "ballast/version.hpp"
#include "base/letters.hpp"
#include "describe/printed.hpp"
#include "describe/specification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace ballast::readers {

namespace {

using enum peg_operation;

struct target_row {
    std::string_view name;
    std::string (*write)(const source&);
};
constexpr std::array target_rows{
    target_row{"python", python_reader},
    target_row{"javascript", javascript_reader},
    target_row{"typescript", typescript_reader},
    target_row{"c", c_reader},
    target_row{"lua", lua_reader},
    target_row{"peggy", peggy_reader},
};

// FNV-1a.
std::uint64_t fingerprint_of(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return hash;
}

peg with_children(const peg& from, const std::function<peg(const peg&)>& change)
{
    auto result = from;
    for (auto& child : result.children) child = change(child);
    return result;
}

} // namespace

std::span<const std::string_view> targets()
{
    static const auto names = [] {
        std::array<std::string_view, target_rows.size()> result;
        std::ranges::transform(target_rows, result.begin(), &target_row::name);
        return result;
    }();
    return names;
}

bool is_start(std::string_view name) { return describe::start_rule(describe::dump_grammar(), name).has_value(); }

bool was_printed(const request& what)
{
    const auto& spec = describe::dump_specification();
    const auto start = describe::start_rule(spec.grammar, what.start);
    return !what.era || !describe::printed_parts(spec).at(start.value()).printed.intersect(*what.era).empty();
}

source source_for(const request& what)
{
    const auto& spec = describe::dump_specification();
    std::function<bool(describe::node_id)> left_out;
    std::optional<describe::printed_parts> printed;
    if (what.era) {
        printed.emplace(spec);
        left_out = [&](describe::node_id id) { return printed->at(id).printed.intersect(*what.era).empty(); };
    }
    const auto last = what.era && !what.era->empty() ? what.era->intervals().back().end : end_of_history;
    source result{describe::plain_peg(spec.grammar, what.start, left_out), {}, forms_at(last - 1)};
    const auto era = what.era_name.empty() ? std::string("of all eras") : fmt::format("of era {}", what.era_name);
    const bool is_whole = what.start == "dump";
    result.head = {
        fmt::format("Reads {} {}: {}XLA's texts about memory usage.",
                    is_whole ? std::string("dumps, reports and messages") : fmt::format("`{}` alone", what.start), era,
                    is_whole ? "" : "a part of "),
        "",
        fmt::format("Written by `ballast parser --target {}` of ballast {}; do not edit.", what.target,
                    BALLAST_VERSION),
        fmt::format("Fingerprint of the grammar: {:016x}", fingerprint_of(describe::to_rules(spec.grammar))),
        "This file belongs to whoever made it with ballast: use, change and pass it on as you like.",
    };
    return result;
}

std::string reader(const request& what)
{
    const auto row = std::ranges::find(target_rows, what.target, &target_row::name);
    return row->write(source_for(what));
}

std::string commented(const std::vector<std::string>& lines, std::string_view before)
{
    std::string result;
    for (const auto& line : lines) {
        auto text = std::string(before) + line;
        text.erase(text.find_last_not_of(' ') + 1);
        result += text + '\n';
    }
    return result;
}

std::vector<std::pair<unsigned, unsigned>> ranges_of(const std::bitset<256>& set)
{
    std::vector<std::pair<unsigned, unsigned>> result;
    for (unsigned i = 0; i < 256; ++i) {
        if (!set[i]) continue;
        if (result.empty() || result.back().second + 1 != i) result.emplace_back(i, i);
        result.back().second = i;
    }
    return result;
}

std::string pascal_case(std::string_view name)
{
    std::string result;
    bool begins = true;
    for (const char c : name) {
        if (c == '_') {
            begins = true;
            continue;
        }
        result += begins ? upper_letter(c) : c;
        begins = false;
    }
    return result;
}

std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

void code_writer::line(int indent, std::string_view text)
{
    out_.append(static_cast<std::size_t>(indent) * indentation_, ' ');
    out_ += text;
    out_ += '\n';
}

std::string code_writer::fresh(char of) { return fmt::format("{}{}", of, ++count_); }

std::size_t size_of(const peg& expression)
{
    std::size_t result = 1;
    for (const auto& child : expression.children) result += size_of(child);
    return result;
}

std::set<std::string, std::less<>> recursive_rules(const plain_grammar& grammar)
{
    // For each rule, the rules that can reach it.
    std::set<std::string, std::less<>> result;
    for (const auto& rule : grammar.rules) {
        std::set<std::string, std::less<>> seen;
        std::vector<std::string> open{rule.name};
        while (!open.empty()) {
            const auto name = open.back();
            open.pop_back();
            describe::for_each_reference(grammar.at(name).body, [&](std::string_view to) {
                if (seen.insert(std::string(to)).second) open.emplace_back(to);
            });
        }
        if (seen.contains(rule.name)) result.insert(rule.name);
    }
    return result;
}

plain_grammar inlined(const plain_grammar& grammar, std::size_t longest)
{
    std::map<std::string, std::size_t, std::less<>> uses;
    for (const auto& rule : grammar.rules)
        describe::for_each_reference(rule.body, [&](std::string_view to) { ++uses[std::string(to)]; });
    const auto recursive = recursive_rules(grammar);
    std::map<std::string, peg, std::less<>> expanded;
    std::function<peg(const peg&)> expand;
    const auto kept = [&](const peg_rule& r) {
        return r.name == grammar.start || recursive.contains(r.name) || (uses[r.name] > 1 && size_of(r.body) > longest);
    };
    expand = [&](const peg& e) {
        if (e.op != rule || kept(grammar.at(e.text))) return with_children(e, expand);
        auto found = expanded.find(e.text);
        if (found == expanded.end()) {
            auto body = expand(grammar.at(e.text).body);
            found = expanded.emplace(e.text, std::move(body)).first;
        }
        return found->second;
    };
    plain_grammar result{.start = grammar.start, .rules = {}, .depth_limit = grammar.depth_limit, .places = {}};
    for (const auto& r : grammar.rules) {
        if (!kept(r)) continue;
        result.places.emplace(r.name, result.rules.size());
        result.rules.push_back({r.name, r.expected, r.ebnf, r.actions, expand(r.body)});
    }
    return result;
}

} // namespace ballast::readers
