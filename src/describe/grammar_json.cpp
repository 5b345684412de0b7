#include "describe/grammar_json.hpp"

#include "ballast/version.hpp"
#include "base/enumerators.hpp"
#include "describe/printed.hpp"
#include "render/json.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace ballast::describe {

namespace {

using render::json_writer;

constexpr auto operations = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<std::string_view, sizeof...(I)>{enumerator_name<static_cast<operation>(I)>...};
}(std::make_index_sequence<enumerator_count<operation>>{});

// `2021-02-12`, or `2021-02-12 14:22` for a moment of that day.
std::string time_text(commit_time time)
{
    const auto day = day_text(time);
    return time % 10000 == 0 ? day : fmt::format("{} {:02}:{:02}", day, time / 100 % 100, time % 100);
}

void put_period(json_writer& out, commit_time begin, commit_time end)
{
    out.member("begin", time_text(begin));
    if (end != end_of_history) out.member("end", time_text(end));
}

void put_names(json_writer& out, std::string_view key, const std::vector<std::string>& names)
{
    if (names.empty()) return;
    out.array(key, [&] {
        for (const auto& name : names) out.text(name);
    });
}

void put_if(json_writer& out, std::string_view key, std::string_view text)
{
    if (!text.empty()) out.member(key, text);
}

void put_ranges(json_writer& out, const std::bitset<256>& set)
{
    out.array("ranges", [&] {
        for (std::size_t i = 0; i < 256; ++i) {
            if (!set[i]) continue;
            const auto first = i;
            while (i + 1 < 256 && set[i + 1]) ++i;
            out.array([&] {
                out.number(static_cast<std::int64_t>(first));
                out.number(static_cast<std::int64_t>(i));
            });
        }
    });
}

class grammar_writer {
public:
    explicit grammar_writer(const specification& spec) : spec_(spec), printed_(spec) {}

    [[nodiscard]] std::string production(node_id id) const
    {
        const auto& n = spec_.grammar.nodes[id];
        return row([&](json_writer& out) {
            out.member("name", n.name);
            put_if(out, "entry", n.entry);
            put_if(out, "expected", n.expected);
            put_if(out, "finding", n.finding);
            put_printed(out, id);
            out.member("ebnf", definition_of(spec_.grammar, id));
            out.object("expression", [&] { put_operation(out, id); });
        });
    }

    template <typename Body>
    static std::string row(Body body)
    {
        json_writer out;
        out.object([&] { body(out); });
        return out.result();
    }

private:
    void put_features(json_writer& out, std::string_view key, const std::set<std::size_t>& features) const
    {
        std::vector<std::string> ids;
        for (const auto feature : features) ids.push_back(spec_.features[feature].id);
        put_names(out, key, ids);
    }
    // What is known about the time of a part that need not be there.
    void put_printed(json_writer& out, node_id id) const
    {
        const auto& part = printed_.at(id);
        put_features(out, "features", part.features);
        if (part.printed == printed_.always()) return;
        out.array("printed", [&] {
            for (const auto& period : part.printed.intervals())
                out.object([&] { put_period(out, period.begin, period.end); });
        });
    }
    void put_child(json_writer& out, node_id id, bool with_printed) const
    {
        const auto& n = spec_.grammar.nodes[id];
        out.object([&] {
            if (n.name.empty())
                put_operation(out, id);
            else
                out.member("production", n.name);
            if (with_printed) put_printed(out, id);
        });
    }
    void put_operation(json_writer& out, node_id id) const
    {
        const auto& n = spec_.grammar.nodes[id];
        out.member("op", operations[static_cast<std::size_t>(n.op)]);
        if (n.op == operation::text) out.member("text", n.text);
        put_if(out, "key", n.key);
        if (n.op == operation::bytes || n.op == operation::run) put_ranges(out, n.set);
        if (n.op == operation::code_points) {
            out.member("first", static_cast<std::int64_t>(n.low));
            out.member("last", static_cast<std::int64_t>(n.high));
        }
        if (n.count != 0) out.member("count", static_cast<std::int64_t>(n.count));
        put_features(out, "shown_without", printed_.shown_without(id));
        if (n.children.empty()) return;
        const bool may_be_missing = n.op == operation::choice || n.op == operation::optional ||
                                    n.op == operation::star || n.op == operation::repeat_optional;
        out.array("of", [&] {
            for (const auto child : n.children) put_child(out, child, may_be_missing);
        });
    }

    const specification& spec_;
    printed_parts printed_;
};

std::string row_of(const feature_data& feature)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("id", feature.id);
        out.member("title", feature.title);
        out.member("layer", feature.layer);
        put_if(out, "group", feature.group);
        out.array("printed", [&] {
            for (const auto& period : feature.printed)
                out.object([&] {
                    put_period(out, period.begin, period.end);
                    out.member("states", period.states);
                });
        });
        put_names(out, "shown_by", feature.shown_by);
        put_names(out, "needed_by", feature.needed_by);
        put_names(out, "shown_without", feature.shown_without);
        put_if(out, "word_kind", feature.word_kind);
        put_if(out, "word", feature.word);
        put_names(out, "opcodes", feature.opcodes);
    });
}

std::string row_of(const state_data& state)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("name", state.name);
        put_period(out, state.begin, state.end);
    });
}

std::string row_of(const release_data& release)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("producer", release.producer);
        out.member("version", release.version);
        put_period(out, release.begin, release.end);
    });
}

std::string row_of(const finding_data& finding)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("id", finding.id);
        out.member("phase", finding.phase);
        out.member("severity", finding.severity);
        if (finding.rule != 0) out.member("rule", fmt::format("C{}", finding.rule));
        out.member("sentence", finding.sentence);
    });
}

std::string row_of(const context_rule_data& rule)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("number", fmt::format("C{}", rule.number));
        out.member("name", rule.name);
        out.member("sentence", rule.sentence);
        put_names(out, "productions", rule.productions);
    });
}

std::string row_of(const element_type_data& type)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("name", type.name);
        out.member("bits", type.bits);
    });
}

std::string row_of(const opcode_data& opcode)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("name", opcode.name);
        out.member("async_form", opcode.has_async_form);
        out.array("attributes", [&] {
            for (const auto& key : opcode.keys)
                out.object([&] {
                    out.member("name", key.name);
                    out.member("always", key.always);
                });
        });
    });
}

std::string row_of(const attribute_data& attribute)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("name", attribute.name);
        out.member("form", attribute.form);
        if (attribute.tail_place != 0) out.member("tail_place", attribute.tail_place);
    });
}

std::string row_of(const example_kind_data& kind)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("name", kind.name);
        out.member("sentence", kind.sentence);
    });
}

std::string row_of(const exception_data& exception)
{
    return grammar_writer::row([&](json_writer& out) {
        out.member("name", exception.name);
        out.member("reason", exception.reason);
    });
}

// One row a line.
template <typename Rows, typename Make>
std::string list(std::string_view key, const Rows& rows, Make make)
{
    std::vector<std::string> lines;
    for (const auto& r : rows) lines.push_back(make(r));
    return fmt::format(",\n\"{}\":[\n{}\n]", key, fmt::join(lines, ",\n"));
}
template <typename Rows>
std::string list(std::string_view key, const Rows& rows)
{
    return list(key, rows, [](const auto& r) { return row_of(r); });
}

} // namespace

std::string grammar_json(const specification& spec)
{
    const grammar_writer writer(spec);
    auto result = fmt::format("{{\"tool\":\"ballast\",\"version\":\"" BALLAST_VERSION
                              "\",\"schema\":1,\"start\":\"dump\",\"nesting_limit\":{}",
                              spec.grammar.depth_limit);
    result += list("productions", spec.grammar.order, [&](node_id id) { return writer.production(id); });
    result += list("features", spec.features);
    result += list("states", spec.states);
    result += list("releases", spec.releases);
    result += list("findings", spec.findings);
    result += list("context_rules", spec.context_rules);
    result += list("element_types", spec.element_types);
    result += list("opcodes", spec.opcodes);
    const auto quoted = [](const std::string& word) { return fmt::format("\"{}\"", word); };
    result += list("async_suffixes", spec.async_suffixes, quoted);
    result += list("attributes", spec.attributes);
    result += list("words", spec.words, quoted);
    result += list("example_kinds", spec.example_kinds);
    result += list("productions_that_cannot_fail", spec.productions_that_cannot_fail);
    result += list("findings_without_example", spec.findings_without_example);
    return result + "\n}\n";
}

} // namespace ballast::describe
