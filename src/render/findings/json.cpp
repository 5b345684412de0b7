// One JSON document with one line per file: spec/validate.schema.json.
#include "render/json.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/version.hpp"
#include "render/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::inline v0::render {

namespace {

void put(json_writer& out, std::string_view key, const text_place& place, std::int64_t offset)
{
    out.object(key, [&] {
        out.member("line", place.line);
        out.member("column", place.column);
        out.member("offset", offset);
    });
}

void put(json_writer& out, const answers::reported_finding& found)
{
    const auto& row = info(found.what.id);
    const auto rule = context_rule_of(found.what);
    out.object([&] {
        out.member("id", row.name);
        out.member("phase", name_of(row.phase));
        out.member("severity", name_of(found.severity));
        if (rule != 0) out.member("rule", fmt::format("C{}", rule));
        out.member("message", found.what.message.text());
        put(out, "begin", found.begin, found.what.begin);
        put(out, "end", found.end, std::max(found.what.begin, found.what.end));
        if (!found.hint.empty()) out.member("hint", found.hint);
        if (!found.related.empty())
            out.array("related", [&] {
                for (std::size_t i = 0; i < found.related.size(); ++i)
                    out.object([&] {
                        out.member("message", found.related[i].message);
                        if (found.related[i].file) out.member("path", found.related[i].file->shown);
                        put(out, "begin", found.related[i].begin, found.what.related[i].begin);
                        put(out, "end", found.related[i].end,
                            std::max(found.what.related[i].begin, found.what.related[i].end));
                    });
            });
    });
}

std::string json_begin(const finding_counts&)
{
    return "{\"tool\":\"ballast\",\"version\":\"" BALLAST_VERSION "\",\"schema\":1,\"files\":[\n";
}

std::string json_file(const answers::validated_file& checked, const findings_options& how)
{
    json_writer out;
    out.object([&] {
        out.member("path", checked.file.shown);
        if (checked.unreadable()) {
            out.member("unreadable", checked.problem);
            return;
        }
        const auto& result = checked.result;
        out.member("bytes", result.text().size());
        out.member("accepted", result.accepted());
        out.member("conforms", checked.conforms());
        if (result.accepted()) {
            out.member("kind", kind_word(result.value->tree()));
            out.member("era", checked.era);
        }
        out.array("findings", [&] {
            for (const auto& found : checked.findings)
                if (is_written(found, how)) put(out, found);
        });
        if (checked.ended_early) out.member("ended_early", true);
        if (checked.more_findings) out.member("more_findings", true);
    });
    return out.result();
}

std::string json_end(const finding_counts& all, const findings_options&)
{
    json_writer out;
    out.object([&] {
        out.member("files", all.files);
        out.member("conform", all.conform);
        out.member("with_errors", all.with_errors);
        out.member("unreadable", all.unreadable);
        out.member("errors", all.findings[0]);
        out.member("warnings", all.findings[1]);
        out.member("notes", all.findings[2]);
    });
    return "\n],\"summary\":" + out.result() + "}\n";
}

} // namespace

extern const findings_format json_findings{"json", json_begin, json_file, ",\n", json_end};

} // namespace ballast::inline v0::render
