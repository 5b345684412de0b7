// JUnit's XML, which CI systems show as tests. Each file is a test case.
#include "base/shown.hpp"
#include "base/utf8.hpp"
#include "cli/formats.hpp"

namespace ballast::cli {

namespace {

// XML 1.0 allows neither control characters, even escaped, nor bytes that are not UTF-8. Characters that are unsafe to
// show are removed, too.
std::string escaped_xml(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto c = text.substr(0, std::max<std::size_t>(1, utf8::sequence_length(text)));
        const bool hidden = shown_length(text) == 0 && c != "\n" && c != "\t";
        const bool no_character = c == "\xef\xbf\xbe" || c == "\xef\xbf\xbf";
        text.remove_prefix(c.size());
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

std::string line_of(const judged_file& judged, const told_finding& told)
{
    auto text = fmt::format("{}:{}:{}: {}: {} [{}]\n", judged.file.shown, told.begin.line, told.begin.column,
                            name_of(told.severity), told.what.message(), info(told.what.id).name);
    for (const auto& other : told.related)
        text += fmt::format(" {}:{}:{}: note: {}\n", other.file ? other.file->shown : judged.file.shown,
                            other.begin.line, other.begin.column, other.said);
    if (!told.hint.empty()) text += fmt::format(" hint: {}\n", told.hint);
    return text;
}

std::string begin(const verdict_count& all)
{
    const auto counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", all.files, all.with_errors, all.unreadable);
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ballast\" {0}>\n"
                       "<testsuite name=\"ballast validate\" {0} skipped=\"0\">\n",
                       counts);
}

std::string file(const judged_file& judged, const options& given)
{
    std::string inside;
    if (judged.unreadable()) {
        inside = fmt::format("<error type=\"unreadable\" message=\"{}\"/>\n", escaped_xml(judged.problem));
    } else {
        std::string errors;
        std::string others;
        const told_finding* first = nullptr;
        for (const auto& told : judged.findings) {
            const bool error = told.severity == severity::error;
            if (error && !first) first = &told;
            (error ? errors : others) += line_of(judged, told);
        }
        // One failure per case, because most readers show only the first.
        if (first)
            inside += fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>\n", info(first->what.id).name,
                                  escaped_xml(first->what.message()), escaped_xml(errors));
        if (!others.empty() && !given.quiet)
            inside += fmt::format("<system-out>{}</system-out>\n", escaped_xml(others));
    }
    return fmt::format("<testcase classname=\"ballast.validate\" name=\"{}\"{}", escaped_xml(judged.file.shown),
                       inside.empty() ? "/>\n" : ">\n" + inside + "</testcase>\n");
}

std::string end(const verdict_count&, const options&) { return "</testsuite>\n</testsuites>\n"; }

} // namespace

const output_format junit_format{"junit", begin, file, "", end, true};

} // namespace ballast::cli
