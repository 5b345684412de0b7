#include "failures/layout.hpp"

#include "failures/pattern.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ballast::failures {

namespace {

// The section that a line belongs to, as far as it decides how the next lines are laid out.
enum class section : std::uint8_t {
    none, // before the first line, or after the last
    allocations,
    reused,
    total, // also after the head of a frame
    values,
    positions,
    uses,
    instruction,
    live_range,
    rows,  // of the sequence, the live ranges, the peak
    trace, // the rows of the stack trace
    report,
    table, // of a report
};

struct record {
    section in = section::none;
    std::size_t indent = 0; // blanks
    std::size_t empty = 0;  // empty lines before
    bool tab = false;       // instead of the blanks
};

bool begins_with_number(std::string_view text, std::string_view head)
{
    return text.size() > head.size() && text.starts_with(head) && is_digit(text[head.size()]);
}

// `fusion.3{0}:5-10`, `3:fusion.3`, `fusion.3{0}: 512 bytes`: rows that are complete.
bool is_row(std::string_view text)
{
    if (text.ends_with(" bytes") || text.ends_with(" bytes)")) return true;
    if (text.find(" bytes: ") != npos) return true;
    const auto colon = text.find(':');
    if (colon == npos || colon + 1 == text.size()) return false;
    if (std::ranges::all_of(text.substr(0, colon), is_digit)) return true;
    const auto range = text.substr(text.rfind(':') + 1);
    const auto dash = range.find('-');
    return dash != npos && dash != 0 && dash + 1 != range.size() &&
           std::ranges::all_of(range, [](char c) { return is_digit(c) || c == '-'; });
}

constexpr std::string_view frame_begin = "*** Begin ";
constexpr std::string_view frame_end = "*** End ";
constexpr std::string_view head_of_report = "cumulative_size; total_size - cumulative_size; allocation";
constexpr std::string_view head_of_table = "cumulative_size;       size;";

class restorer {
public:
    restorer(std::string_view text, line_break broken) : text_(text), broken_(broken) {}

    std::optional<std::string> run()
    {
        split();
        const auto first = std::ranges::find_if(lines_, [](std::string_view line) { return anchor_in(line) != npos; });
        if (first == lines_.end()) return std::nullopt;
        const auto mark = trimmed(first->substr(0, anchor_in(*first)));
        const auto begin = static_cast<std::size_t>(first - lines_.begin());
        for (auto& line : lines_) line = without_mark(line, mark);
        for (std::size_t i = 0; i < begin; ++i)
            if (!trimmed(lines_[i]).empty()) result_.append(lines_[i]).append(1, '\n');
        doubled_ = is_doubled(begin);
        for (next_ = begin; next_ < lines_.size();) take(lines_[next_++]);
        return std::move(result_);
    }

private:
    void split()
    {
        for (std::size_t at = 0; at < text_.size();) {
            const auto end = std::min(text_.find('\n', at), text_.size());
            lines_.push_back(text_.substr(at, end - at));
            at = end + 1;
        }
    }

    static std::size_t anchor_in(std::string_view line)
    {
        const auto end = trimmed(line);
        if (end.starts_with(frame_begin)) return line.find(frame_begin);
        for (const std::string_view whole : {"BufferAssignment:", "Used values:", "Allocations sorted by size:"})
            if (end.ends_with(whole)) return line.find(whole);
        for (const std::string_view head : {"Total bytes used: ", "HloLiveRange (max ", "Memory Space: "})
            if (const auto at = line.find(head); at != npos && at < 16) return at;
        return npos;
    }
    static std::string_view without_mark(std::string_view line, std::string_view mark)
    {
        const auto words = trimmed(line);
        const bool has_mark = words.starts_with(mark) && (words.size() == mark.size() || words[mark.size()] == ' ');
        if (mark.empty() || !has_mark) return line;
        const auto rest = line.substr(line.find(mark) + mark.size());
        return rest.starts_with(' ') ? rest.substr(1) : rest;
    }
    // True if an empty line was added after each line.
    [[nodiscard]] bool is_doubled(std::size_t begin) const
    {
        std::size_t full = 0;
        std::size_t in_turn = 0;
        for (auto i = begin; i < lines_.size(); ++i) {
            if (trimmed(lines_[i]).empty()) continue;
            ++full;
            in_turn += i != begin && trimmed(lines_[i - 1]).empty() ? 1U : 0U;
        }
        return full > 4 && in_turn + 2 > full;
    }

    // Of what follows.
    [[nodiscard]] std::string_view next_words() const
    {
        for (auto i = next_; i < lines_.size(); ++i)
            if (const auto words = trimmed(lines_[i]); !words.empty()) return words;
        return {};
    }

    void take(std::string_view line)
    {
        const auto words = trimmed(line);
        if (words.empty()) {
            ++empty_;
            if (in_ == section::none && any_) result_ += '\n';
            return;
        }
        if (const auto made = record_of(words, line)) {
            add(*made, words);
        } else if (in_ != section::none && (doubled_ || empty_ == 0)) {
            result_.pop_back();
            if (broken_ == line_break::at_blank || line.starts_with(' ') || ends_with_blank_) result_ += ' ';
            result_.append(words).append(1, '\n');
        } else { // other text
            in_ = section::none;
            any_ = true;
            result_.append(line).append(1, '\n');
        }
        last_size_ = line.size();
        ends_with_blank_ = line.ends_with(' ');
        empty_ = 0;
    }

    void add(const record& made, std::string_view words)
    {
        in_ = made.in;
        any_ = true;
        result_.append(made.empty, '\n').append(made.tab ? 1 : made.indent, made.tab ? '\t' : ' ');
        if (made.in == section::table || made.in == section::report) {
            // Columns are right-aligned: the size in the first one ends at a fixed place.
            const auto column = made.in == section::report ? std::size_t{10} : std::size_t{9};
            const auto end = words.find('(');
            if (end < column && is_digit(words.front())) result_.append(column - end, ' ');
        }
        result_.append(words).append(1, '\n');
    }

    std::optional<record> record_of(std::string_view words, std::string_view line)
    {
        if (auto made = head_of(words)) return made;
        switch (in_) {
        case section::allocations:
        case section::reused: return in_allocations(words);
        case section::values:
        case section::positions:
        case section::uses:
        case section::instruction: return in_values(words);
        case section::live_range:
        case section::rows:
        case section::trace: return in_live_range(words, line);
        case section::report:
        case section::table: return in_report(words);
        case section::total:
        case section::none: return std::nullopt;
        }
        return std::nullopt;
    }

    std::optional<record> head_of(std::string_view words)
    {
        if (words.starts_with(frame_begin)) return record{section::total};
        if (words.starts_with(frame_end))
            return record{section::none, 0, in_ == section::table ? 2U : in_ == section::none ? 0U : 1U};
        if (words.starts_with("HloLiveRange not ")) return record{section::none};
        if (words == "BufferAssignment:") return record{section::allocations};
        if (words.starts_with("Total bytes used: ")) {
            if (next_words() == "Allocations sorted by size:") return record{section::report};
            return record{section::total, 0, std::size_t{1}};
        }
        if (words == "Used values:") return record{section::values, 0, std::size_t{1}};
        if (words.starts_with("HloLiveRange ")) return live_range_head();
        if (words == "Allocations sorted by size:") return record{section::report, 0, 1};
        if (words == "Allocations sorted by size with their values:") return record{section::report, 0, 2};
        if (words.starts_with("Memory Space: ")) {
            spaces_ = true;
            return record{section::report, 0, in_ == section::none ? 0U : 2U};
        }
        return std::nullopt;
    }

    // In D7 it follows the total at once, in D13 the last instruction has no line end.
    [[nodiscard]] record live_range_head() const
    {
        const bool at_once = in_ == section::none || in_ == section::total;
        return {section::live_range, 0, at_once ? 0U : glued_ ? 1U : 2U};
    }

    std::optional<record> in_allocations(std::string_view words)
    {
        if (begins_with_number(words, "allocation ")) return record{section::allocations};
        if (words.starts_with("value: <")) return record{in_, in_ == section::reused ? 2U : 1U};
        if (words == "reused by buffers of a different color:") return record{section::reused, 1};
        if (words.find("](#") != npos) return record{section::allocations, 2};     // D0, D1
        if (words.ends_with(", positions:")) return record{section::positions, 2}; // D2, D3
        return std::nullopt;
    }

    std::optional<record> in_values(std::string_view words)
    {
        const bool in_list = in_ == section::positions || in_ == section::uses;
        if (begins_with_number(words, "<")) return record{section::values};
        if (begins_with_number(words, "allocation ")) return record{section::allocations};
        if (in_ == section::uses && begins_with_number(words, "[")) return record{section::allocations, 1}; // D2, D3
        if (words == "positions:") return record{section::positions, 1};
        if (words == "uses:" || words == "uses are not initialized yet.") return record{section::uses, 1};
        if (words.starts_with("from instruction:")) {
            glued_ = glued_ || words.ends_with('>');
            return record{section::instruction, 1};
        }
        constexpr std::size_t shortest_broken = 60;
        if (in_list && (last_size_ < shortest_broken || words.find(", operand ") != npos)) return record{in_, 2};
        return std::nullopt;
    }

    std::optional<record> in_live_range(std::string_view words, std::string_view line)
    {
        for (const std::string_view head : {"InstructionSequence:", "BufferLiveRange:"})
            if (words == head) return record{section::rows, 2};
        if (words.starts_with("Live ranges at ") || words.starts_with("Peak memory could not "))
            return record{section::rows, 2};
        const auto indent = line.find_first_not_of(" \t");
        if (words.starts_with("Stack trace breakdown ")) {
            trace_indent_ = indent;
            return record{section::trace, 2};
        }
        if (in_ == section::rows && is_row(words)) return record{section::rows, 4};
        if (in_ != section::trace || words.find('(') == npos) return std::nullopt;
        // The depth of a row is in its indentation, if the text has any.
        const bool is_branch = words.front() == '\xe2';
        return record{section::trace, indent > trace_indent_ ? indent - trace_indent_ + 2 : is_branch ? 6U : 4U};
    }

    std::optional<record> in_report(std::string_view words)
    {
        if (begins_with_number(words, "allocation "))
            return record{section::report, 0, in_ == section::table ? std::size_t{1} : std::size_t{0}};
        if (words.starts_with("Total bytes: ")) {
            first_table_ = true;
            return record{section::report};
        }
        if (words == head_of_report) return record{section::report, 0, 1};
        if (words.starts_with(head_of_table)) {
            const std::size_t empty = spaces_ && std::exchange(first_table_, false) ? 0 : 1;
            return record{section::table, 2, empty, !spaces_};
        }
        const bool is_rule = words.find_first_not_of('-') == npos || begins_with_number(words, "The rest ");
        if (is_rule || (is_digit(words.front()) && words.find("%);") != npos))
            return in_ == section::table ? record{in_, 2, 0, !spaces_} : record{in_};
        return std::nullopt;
    }

    std::string_view text_;
    line_break broken_;
    std::vector<std::string_view> lines_;
    std::size_t next_ = 0;
    std::string result_;
    section in_ = section::none;
    bool any_ = false;             // a line was written
    bool doubled_ = false;         // each line has an empty one after it
    bool glued_ = false;           // values follow instructions on the same line
    bool spaces_ = false;          // the report is by memory space
    bool first_table_ = false;     // of its space
    std::size_t trace_indent_ = 0; // of the head of the stack trace
    std::size_t empty_ = 0;        // empty lines before this one
    std::size_t last_size_ = 0;    // of the line before
    bool ends_with_blank_ = false;
};

} // namespace

std::optional<std::string> with_layout(std::string_view text, line_break broken)
{
    return restorer(text, broken).run();
}

} // namespace ballast::failures
