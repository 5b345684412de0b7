// SARIF 2.1.0, which code-scanning services read.
#include "ballast/explanation.hpp"
#include "ballast/version.hpp"
#include "base/letters.hpp"
#include "render/findings.hpp"
#include "render/json.hpp"

#include <fmt/format.h>

namespace ballast::inline v0::render {

namespace {

// A path as a URI reference (RFC 3986): all but unreserved characters are percent-encoded.
std::string uri_of(const files::input_file& file)
{
    const auto& path = file.path;
    if (path == "-") return "stdin";
    std::string result = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-._~/").find(c) != std::string_view::npos;
        if (plain)
            result += c;
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

void message(json_writer& out, std::string_view text)
{
    out.object("message", [&] { out.member("text", text); });
}

void location(json_writer& out, const std::string& uri, const text_place& begin, const text_place& end)
{
    out.object("physicalLocation", [&] {
        out.object("artifactLocation", [&] { out.member("uri", uri); });
        out.object("region", [&] {
            out.member("startLine", begin.line);
            out.member("startColumn", begin.column);
            out.member("endLine", end.line);
            out.member("endColumn", end.column);
        });
    });
}

void rule(json_writer& out, const finding_info& row)
{
    const auto& more = explain(row.id);
    out.object([&] {
        out.member("id", row.name);
        out.object("shortDescription", [&] { out.member("text", row.sentence); });
        out.object("fullDescription", [&] { out.member("text", more.text); });
        // Code-scanning services require this for every rule.
        out.object("help", [&] {
            out.member("text", more.hint.empty() ? fmt::format("`ballast explain {}` has an example.", row.name)
                                                 : fmt::format("{} `ballast explain {}` has an example.",
                                                               as_sentence(more.hint), row.name));
        });
        out.object("defaultConfiguration", [&] { out.member("level", name_of(row.severity)); });
        out.object("properties", [&] { out.array("tags", [&] { out.text(name_of(row.phase)); }); });
    });
}

std::string sarif_begin(const finding_counts&)
{
    json_writer driver;
    driver.object([&] {
        driver.member("name", "ballast");
        driver.member("version", BALLAST_VERSION);
        driver.member("informationUri", "https://openxla.org/xla/hlo_dumps"); // describes the input files
        driver.array("rules", [&] {
            for (const auto& row : all_findings()) rule(driver, row);
        });
    });
    return "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{"
           "\"driver\":" +
           driver.result() + "},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n";
}

std::string sarif_file(const answers::validated_file& checked, const findings_options& how)
{
    const auto uri = uri_of(checked.file);
    std::string all;
    const auto add = [&](const json_writer& out) {
        if (!all.empty()) all += ",\n";
        all += out.result();
    };
    if (checked.unreadable()) {
        json_writer out;
        out.object([&] {
            out.member("level", "error");
            message(out, "unreadable: " + checked.problem);
            out.array("locations", [&] {
                out.object([&] {
                    out.object("physicalLocation",
                               [&] { out.object("artifactLocation", [&] { out.member("uri", uri); }); });
                });
            });
        });
        add(out);
    }
    for (const auto& found : checked.findings) {
        if (!is_written(found, how)) continue;
        json_writer out;
        out.object([&] {
            out.member("ruleId", info(found.what.id).name);
            out.member("ruleIndex", static_cast<std::size_t>(found.what.id));
            out.member("level", name_of(found.severity));
            message(out, found.what.message.text());
            out.array("locations", [&] { out.object([&] { location(out, uri, found.begin, found.end); }); });
            if (!found.related.empty())
                out.array("relatedLocations", [&] {
                    for (std::size_t i = 0; i < found.related.size(); ++i)
                        out.object([&] {
                            out.member("id", i + 1);
                            message(out, found.related[i].message);
                            const auto* file = found.related[i].file;
                            location(out, file ? uri_of(*file) : uri, found.related[i].begin, found.related[i].end);
                        });
                });
        });
        add(out);
    }
    return all;
}

std::string sarif_end(const finding_counts& all, const findings_options&)
{
    return fmt::format("\n],\"invocations\":[{{\"executionSuccessful\":{}}}]}}]}}\n", all.unreadable == 0);
}

} // namespace

extern const findings_format sarif_findings{"sarif", sarif_begin, sarif_file, ",\n", sarif_end};

} // namespace ballast::inline v0::render
