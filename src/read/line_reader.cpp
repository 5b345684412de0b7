#include "read/line_reader.hpp"

#include "ballast/read.hpp"
#include "base/say.hpp"
#include "read/closing.hpp"
#include "read/start.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace ballast::read {

namespace {

constexpr std::string_view indentation = "  ";
constexpr std::string_view root_mark = "ROOT ";

// The first line feed at or after a place, or null.
const char* feed_after(const char* begin, const char* end)
{
    return static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
}

bool begins_name(std::string_view text)
{
    return !text.empty() &&
           (text[0] == '_' || (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

} // namespace

line_reader::line_reader(context& header)
    : header_(header), own_(header.memory, header.text()), left_(4 * header.text().size())
{
}

bool line_reader::read(const line_rules& rules, grammar::input& in, ast::computation_line& node)
{
    const char* const begin = in.current();
    if (in.empty() || (*begin == '}' && rules.ends_computation(in))) return false;
    const char* const feed = feed_after(begin, in.end());
    const std::string_view line(begin, static_cast<std::size_t>((feed ? feed : in.end()) - begin));
    if (!feed || (first_ && !line.starts_with(indentation))) return false;
    first_ = false;
    const auto take = [&](const char* end) {
        in.bump(static_cast<std::size_t>(end - begin));
        return true;
    };

    auto [end, why] = try_instruction(rules, begin, feed + 1, node);
    const bool empty_line_follows = end && end != in.end() && *end == '\n';
    if (end && !empty_line_follows) return take(end);
    if (const char* const last = try_lines(rules, begin, node)) end = last;
    if (end) return take(end);
    grammar::input one(begin, feed + 1, "");
    if (!rules.is_line(one)) return false;
    if (!why && errors_ < header_.max_unread) why = explain_line(begin, feed);
    // Empty lines after it have no meaning of their own.
    end = feed + 1;
    while (end != in.end() && *end == '\n') ++end;
    keep_unread(begin, end, std::move(why), node);
    return take(end);
}

// A dict or a raw string may continue on the next line; empty lines after a dict belong to it. Looking for its end from
// each of many broken lines would take quadratic time.
const char* line_reader::try_lines(const line_rules& rules, const char* begin, ast::computation_line& node)
{
    const auto rest = rest_of_computation(rules, begin);
    if (left_ < rest.size()) return nullptr;
    const char* const end = try_instruction(rules, begin, begin + rest.size(), node).end;
    left_ -= end ? static_cast<std::size_t>(end - begin) : rest.size();
    return end;
}

// Reads an instruction that ends before `end`, where a line ends.
line_reader::attempt line_reader::try_instruction(const line_rules& rules, const char* begin, const char* end,
                                                  ast::computation_line& node)
{
    own_.confine(static_cast<std::size_t>(header_.offset(end - 1)));
    const auto noted = own_.notes().size();
    const auto short_marks = own_.short_marks;
    std::optional<finding> why;
    try {
        grammar::input lines(begin, end, "");
        ast::text_instruction made;
        made.at.offset = header_.offset(begin);
        own_.folded_element = {};
        const bool matched = rules.instruction(lines, own_, made);
        if (matched) why = contradiction();
        if (matched && !why) {
            own_.finish_record();
            node.content = made;
            return {lines.current(), {}};
        }
        own_.abandon_record();
    } catch (finding& fault) {
        auto mixed = contradiction();
        why = mixed && mixed->begin < fault.begin ? std::move(*mixed) : std::move(fault);
        own_.reset();
    }
    own_.forget_notes(noted);
    own_.short_marks = short_marks;
    return {nullptr, std::move(why)};
}

// The first contradiction of a line that shows something new.
std::optional<finding> line_reader::contradiction() const
{
    if (!own_.has_pending()) return std::nullopt;
    return mixed_eras(witnesses(), header_.text());
}

std::vector<witness> line_reader::witnesses() const
{
    auto result = header_.witnesses();
    const auto of_lines = own_.witnesses();
    result.insert(result.end(), of_lines.begin(), of_lines.end());
    std::ranges::sort(result, {}, [](const witness& w) { return std::pair{w.offset, w.which}; });
    return result;
}

// The lines from here to the end of the computation, which is looked for once.
std::string_view line_reader::rest_of_computation(const line_rules& rules, const char* begin)
{
    const char* const last = header_.text().data() + header_.text().size();
    if (!end_ || end_ <= begin) {
        end_ = begin;
        do {
            const char* const feed = feed_after(end_, last);
            end_ = feed ? feed + 1 : last;
            grammar::input from(end_, last, "");
            if (end_ != last && *end_ == '}' && rules.ends_computation(from)) break;
        } while (end_ != last);
    }
    return {begin, static_cast<std::size_t>(end_ - begin)};
}

finding line_reader::explain_line(const char* begin, const char* feed) const
{
    std::string_view line(begin, static_cast<std::size_t>(feed - begin));
    if (line.empty())
        return header_.refuse(finding_id::instruction, say("expected an instruction, found an empty line"), line);
    const bool indented = line.starts_with(indentation);
    if (indented) line.remove_prefix(indentation.size());
    if (line.starts_with(root_mark)) line.remove_prefix(root_mark.size());
    const start from{entry::instruction, begins_name(line)};
    if (!indented && recognises(from, line))
        return header_.refuse(finding_id::instruction, say("expected two blanks before the instruction"),
                              line.substr(0, 0));
    auto result = explain(find_fault(from, line), line, false);
    const auto offset = header_.offset(line.data());
    result.begin += offset;
    result.end += offset;
    return result;
}

void line_reader::keep_unread(const char* begin, const char* end, std::optional<finding> why,
                              ast::computation_line& node)
{
    ast::unread piece;
    piece.at.offset = header_.offset(begin);
    piece.text = {begin, static_cast<std::size_t>(end - begin)};
    if (why && errors_ < header_.max_unread) {
        ++errors_;
        piece.reason.text = header_.memory.copy(why->message.text());
        piece.fault.offset = why->begin;
        findings_.push_back(std::move(*why));
    }
    node.content = piece;
}

std::vector<finding> line_reader::take_findings()
{
    std::ranges::move(own_.notes(), std::back_inserter(findings_));
    std::ranges::stable_sort(findings_, {}, &finding::begin);
    return std::move(findings_);
}

} // namespace ballast::read

namespace ballast::inline v0 {

computation_lines read_computations(const document& read, std::size_t max_errors) noexcept
try {
    computation_lines result;
    const auto* const module = read.module_text();
    if (!module) return result;
    for (const auto& computation : module->computations) result.instructions += computation.instructions.size();
    std::size_t errors = 0;
    for (const auto& found : read.findings()) {
        if (max_errors != 0 && errors == max_errors) break;
        if (found.severity == severity::error) ++errors;
        result.findings.push_back(found);
    }
    return result;
} catch (const std::bad_alloc&) {
    computation_lines result;
    result.findings.push_back(read::out_of_memory());
    return result;
}

} // namespace ballast::inline v0
