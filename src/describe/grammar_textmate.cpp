#include "describe/grammar_textmate.hpp"

#include "base/file_name.hpp"
#include "describe/textmate.hpp"
#include "render/json.hpp"

#include <fmt/format.h>

namespace ballast::describe {

namespace {

using render::json_writer;

void put_captures(json_writer& out, std::string_view key, const std::vector<std::string>& scopes)
{
    if (scopes.empty()) return;
    out.object(key, [&] {
        for (std::size_t i = 0; i < scopes.size(); ++i)
            out.object(fmt::to_string(i + 1), [&] { out.member("name", scopes[i]); });
    });
}

void put_includes(json_writer& out, const std::vector<std::string>& names)
{
    out.array("patterns", [&] {
        for (const auto& name : names) out.object([&] { out.member("include", "#" + name); });
    });
}

std::string row_of(const textmate_rule& rule)
{
    json_writer out;
    out.object([&] {
        out.member("name", rule.scope);
        if (rule.end.empty()) {
            out.member("match", rule.match);
            put_captures(out, "captures", rule.captures);
            return;
        }
        out.member("begin", rule.match);
        put_captures(out, "beginCaptures", rule.captures);
        out.member("end", rule.end);
        put_captures(out, "endCaptures", rule.captures);
        put_includes(out, rule.inside);
    });
    return fmt::format("\"{}\":{}", rule.name, out.view());
}

} // namespace

std::string grammar_textmate(const specification& spec)
{
    const auto rules = textmate_rules(spec);
    json_writer head;
    head.object([&] {
        head.member("name", "XLA memory");
        head.member("scopeName", textmate_scope);
        head.array("fileTypes", [&] {
            for (const auto& kind : siblings()) head.text(kind.ending.substr(1)); // without the hyphen or dot
        });
        std::vector<std::string> names;
        for (const auto& rule : rules)
            if (!rule.only_inside) names.push_back(rule.name);
        put_includes(head, names);
    });
    auto text = head.result();
    text.pop_back();
    std::vector<std::string> rows;
    for (const auto& rule : rules) rows.push_back(row_of(rule));
    return fmt::format("{},\n\"repository\":{{\n{}\n}}}}\n", text, fmt::join(rows, ",\n"));
}

} // namespace ballast::describe
