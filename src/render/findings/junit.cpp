// JUnit's XML, which CI systems show as tests. Each file is a test case.
#include "base/shown.hpp"
#include "base/utf8.hpp"
#include "render/findings.hpp"

#include <fmt/format.h>

namespace ballast::inline v0::render {

namespace {

// XML 1.0 allows neither control characters, even escaped, nor bytes that are not UTF-8. Characters that are unsafe to
// show are removed, too.
std::string escaped_xml(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const bool unsafe = shown_length(text) == 0;
        const auto c = utf8::take_code_point(text);
        const bool hidden = unsafe && c != "\n" && c != "\t";
        const bool no_character = c == "\xef\xbf\xbe" || c == "\xef\xbf\xbf";
        if (hidden || no_character)
            result += '?';
        else if (c == "&")
            result += "&amp;";
        else if (c == "<")
            result += "&lt;";
        else if (c == ">")
            result += "&gt;";
        else if (c == "\"")
            result += "&quot;";
        else if (c == "\n")
            result += "&#10;";
        else if (c == "\t")
            result += "&#9;";
        else
            result += c;
    }
    return result;
}

std::string line_of(const answers::validated_file& checked, const answers::reported_finding& found)
{
    auto text = fmt::format("{}:{}:{}: {}: {} [{}]\n", checked.file.shown, found.begin.line, found.begin.column,
                            name_of(found.severity), found.what.message.text(), info(found.what.id).name);
    for (const auto& other : found.related)
        text += fmt::format(" {}:{}:{}: note: {}\n", other.file ? other.file->shown : checked.file.shown,
                            other.begin.line, other.begin.column, other.message);
    if (!found.hint.empty()) text += fmt::format(" hint: {}\n", found.hint);
    return text;
}

std::string junit_begin(const finding_counts& all)
{
    const auto counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", all.files, all.with_errors, all.unreadable);
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ballast\" {0}>\n"
                       "<testsuite name=\"ballast validate\" {0} skipped=\"0\">\n",
                       counts);
}

std::string junit_file(const answers::validated_file& checked, const findings_options& how)
{
    std::string inside;
    if (checked.unreadable()) {
        inside = fmt::format("<error type=\"unreadable\" message=\"{}\"/>\n", escaped_xml(checked.problem));
    } else {
        std::string errors;
        std::string others;
        const answers::reported_finding* first = nullptr;
        for (const auto& found : checked.findings) {
            const bool error = found.severity == severity::error;
            if (error && !first) first = &found;
            (error ? errors : others) += line_of(checked, found);
        }
        // One failure per case, because most readers show only the first.
        if (first)
            inside += fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>\n", info(first->what.id).name,
                                  escaped_xml(first->what.message.text()), escaped_xml(errors));
        if (!others.empty() && !how.errors_only)
            inside += fmt::format("<system-out>{}</system-out>\n", escaped_xml(others));
    }
    return fmt::format("<testcase classname=\"ballast.validate\" name=\"{}\"{}", escaped_xml(checked.file.shown),
                       inside.empty() ? "/>\n" : ">\n" + inside + "</testcase>\n");
}

std::string junit_end(const finding_counts&, const findings_options&) { return "</testsuite>\n</testsuites>\n"; }

} // namespace

extern const findings_format junit_findings{"junit", junit_begin, junit_file, "", junit_end, true};

} // namespace ballast::inline v0::render
