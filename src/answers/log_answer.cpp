#include "answers/log_answer.hpp"

#include "answers/load.hpp"
#include "failures/damage.hpp"
#include "failures/layout.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace ballast::inline v0::answers {

namespace {

// Empty if it has none, or cannot be read.
std::optional<read_text> read_failures(const files::input_file& log, const files::options& how)
{
    const auto text = files::text_of(log, how);
    if (!text) return std::nullopt;
    auto reading = failures::read(text->view());
    if (reading.failures.empty()) return std::nullopt;
    return read_text{log.shown, text->view().size(), std::move(reading)};
}

// True for a text that reports a failure, and for one that cannot be read.
bool is_report(const files::input_file& file, const files::options& options, taken which)
{
    if (!file.problem.empty()) return true;
    const auto read = parse_file(file, options);
    if (!read.accepted() || which == taken::refused) return !read.accepted();
    const auto& tree = read.result.value->tree();
    return std::holds_alternative<ast::memory_message>(tree) || std::holds_alternative<ast::oom_report>(tree) ||
           std::holds_alternative<ast::tpu_report>(tree);
}

// True for a folder that has no dumps, but one of these logs.
bool is_folder_of(const files::input_file& input, const std::set<std::string_view>& logs)
{
    if (!input.lacks_dumps) return false;
    const auto inside = input.path + "/";
    const auto next = logs.lower_bound(inside);
    return next != logs.end() && next->starts_with(inside);
}

// The file that an input is, or is in.
std::string_view file_of(const files::input_file& input)
{
    const std::string_view path = input.path;
    return input.text && input.text->in_log ? path.substr(0, path.rfind('/')) : path;
}

} // namespace

std::vector<read_text> failures_in(const std::vector<files::input_file>& logs, const files::options& how)
{
    std::vector<read_text> result;
    for (const auto& log : logs)
        if (auto read = read_failures(log, how)) result.push_back(std::move(*read));
    return result;
}

std::vector<read_text> take_failures(std::vector<files::input_file>& inputs, const std::vector<files::input_file>& logs,
                                     const files::options& options, taken which)
{
    std::vector<read_text> result;
    std::set<std::string_view> failed; // their paths
    for (const auto& log : logs) {
        auto read = read_failures(log, options);
        if (!read) continue;
        std::erase_if(read->reading.failures, [](const auto& f) { return !f.is_failure; });
        if (read->reading.failures.empty()) continue;
        result.push_back(std::move(*read));
        failed.insert(log.path);
    }
    if (!failed.empty())
        std::erase_if(inputs, [&](const files::input_file& input) {
            return is_folder_of(input, failed) || (failed.contains(file_of(input)) && is_report(input, options, which));
        });
    return result;
}

std::optional<std::int64_t> most_needed(const std::vector<read_text>& of, measured which)
{
    std::optional<std::int64_t> result;
    for (const auto& text : of)
        for (const auto& f : text.reading.failures)
            if (const auto bytes = which == measured::device ? f.needed_of_device() : f.bytes("needed"))
                result = std::max(result.value_or(*bytes), *bytes);
    return result;
}

bool has_program(const std::vector<read_text>& of)
{
    return std::ranges::any_of(of, [](const auto& text) {
        return std::ranges::any_of(text.reading.failures,
                                   [](const auto& f) { return f.is_of_program && f.needed_of_device(); });
    });
}

bool only_rows_of_dumps(const std::vector<read_text>& read)
{
    return std::ranges::all_of(read, [](const auto& text) {
        return std::ranges::all_of(text.reading.failures, &failures::failure::is_of_dump);
    });
}

bool says_all(const text_answer& answer, const std::vector<read_text>& read)
{
    std::size_t failures = 0;
    std::size_t buffers = 0;
    std::size_t others = 0; // that are not about a TPU
    bool has_arguments = false;
    for (const auto& text : read)
        for (const auto& f : text.reading.failures) {
            if (f.is_of_dump) continue;
            failures += f.is_failure ? 1U : 0U;
            others += f.source == failures::place::tpu ? 0U : 1U;
            buffers = std::max(buffers, f.buffers.size());
            has_arguments = has_arguments || f.bytes("arguments").value_or(0) != 0;
        }
    switch (answer.kind) {
    case answer_kind::none: return false;
    case answer_kind::dump: return true; // it lists the messages in its log
    case answer_kind::usage_report: return failures == 0;
    case answer_kind::device_report: return failures <= 1 && (answer.buffers != 0 || buffers == 0);
    case answer_kind::tpu:
        return (failures == 0 && others == 0) || (failures <= 1 && answer.has_capacity && answer.buffers >= buffers &&
                                                  (answer.has_arguments || !has_arguments));
    case answer_kind::messages: return only_rows_of_dumps(read);
    }
    return false;
}

std::vector<repaired_text> repaired(std::string_view text)
{
    const auto clean = failures::undo_damage(text);
    repaired_text first{clean.text(), clean.repairs};
    // Empty lines at the end, and a missing line end.
    const auto last = first.text.find_last_not_of(" \n");
    if (last == std::string::npos) return {};
    if (last + 1 == first.text.size()) {
        first.text += '\n';
        first.repairs.emplace_back("line end added");
    } else if (last + 2 < first.text.size()) {
        first.text.resize(last + 2);
        first.text.back() = '\n';
        first.repairs.emplace_back("empty lines at the end removed");
    }
    std::vector<repaired_text> result;
    for (const auto broken : {failures::line_break::at_any_byte, failures::line_break::at_blank}) {
        auto made = failures::with_layout(first.text, broken);
        if (!made || *made == first.text || (!result.empty() && *made == result.back().text)) continue;
        result.push_back({std::move(*made), first.repairs});
        result.back().repairs.emplace_back("layout restored");
    }
    if (!first.repairs.empty()) result.insert(result.begin(), std::move(first));
    return result;
}

} // namespace ballast::inline v0::answers
