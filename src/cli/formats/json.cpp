// One JSON document with one line per file: spec/validate.schema.json.
#include "cli/formats.hpp"

#include "ballast/version.hpp"
#include "cli/json.hpp"

namespace ballast::cli {

namespace {

void put(json_writer& out, std::string_view key, const text_place& place, std::int64_t offset)
{
    out.object(key, [&] {
        out.member("line", place.line);
        out.member("column", place.column);
        out.member("offset", offset);
    });
}

void put(json_writer& out, const told_finding& told)
{
    const auto& row = info(told.what.id);
    const auto rule = context_rule_of(told.what);
    out.object([&] {
        out.member("id", row.name);
        out.member("phase", name_of(row.phase));
        out.member("severity", name_of(told.severity));
        if (rule != 0) out.member("rule", fmt::format("C{}", rule));
        out.member("message", told.what.message());
        put(out, "begin", told.begin, told.what.begin);
        put(out, "end", told.end, std::max(told.what.begin, told.what.end));
        if (!told.hint.empty()) out.member("hint", told.hint);
        if (!told.related.empty())
            out.array("related", [&] {
                for (std::size_t i = 0; i < told.related.size(); ++i)
                    out.object([&] {
                        out.member("message", told.related[i].said);
                        if (told.related[i].file) out.member("path", told.related[i].file->shown);
                        put(out, "begin", told.related[i].begin, told.what.related[i].begin);
                        put(out, "end", told.related[i].end,
                            std::max(told.what.related[i].begin, told.what.related[i].end));
                    });
            });
    });
}

std::string begin(const verdict_count&)
{
    return "{\"tool\":\"ballast\",\"version\":\"" BALLAST_VERSION "\",\"schema\":1,\"files\":[\n";
}

std::string file(const judged_file& judged, const options& given)
{
    json_writer out;
    out.object([&] {
        out.member("path", judged.file.shown);
        if (judged.unreadable()) {
            out.member("unreadable", judged.problem);
            return;
        }
        const auto& result = judged.result;
        out.member("bytes", result.text().size());
        out.member("accepted", result.accepted());
        out.member("conforms", judged.conforms());
        if (result.accepted()) {
            out.member("kind", kind_word(result.value->tree()));
            out.member("era", judged.era);
        }
        out.array("findings", [&] {
            for (const auto& told : judged.findings)
                if (told.severity == severity::error || !given.quiet) put(out, told);
        });
        if (judged.ended_early) out.member("ended_early", true);
        if (judged.more_findings) out.member("more_findings", true);
    });
    return out.result();
}

std::string end(const verdict_count& all, const options&)
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

const output_format json_format{"json", begin, file, ",\n", end};

} // namespace ballast::cli
