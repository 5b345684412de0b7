#include "extract/tpu_lines.hpp"

#include "extract/line.hpp"
#include "extract/prefix.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ballast::extracting {

namespace {

constexpr std::size_t longest = 5000;      // lines of a text
constexpr std::size_t deciding_lines = 12; // that decide whether each line has a prefix
constexpr std::size_t most_foreign = 20;   // lines of other programs in a row

std::string_view line_at(std::string_view log, std::size_t begin)
{
    return log.substr(begin, std::min(log.find('\n', begin), log.size()) - begin);
}
std::size_t line_begin(std::string_view log, std::size_t at)
{
    const auto before = at == 0 ? npos : log.rfind('\n', at - 1);
    return before == npos ? 0 : before + 1;
}

// The opening quote of a literal directly before a text: `Error("`, `: '`.
std::optional<char> quote_before(std::string_view line, std::size_t at)
{
    if (at == 0) return std::nullopt;
    // The name of an exception may be inside the quotes.
    const auto open = line.find_last_of("'\"", at - 1);
    if (open == npos) return std::nullopt;
    const auto between = line.substr(open + 1, at - open - 1);
    const bool names = between.find_first_of("=[]{}") == npos && (between.empty() || between.ends_with(": "));
    if (!names || line.substr(0, open).ends_with("Proto=")) return std::nullopt;
    return line[open];
}

// A literal of Python or JSON, up to its closing quote or the end of the line.
struct literal {
    std::string text;
    std::vector<std::size_t> offsets; // of its lines, in the line of the log
    std::size_t end = 0;
};
literal unescaped(std::string_view line, std::size_t begin, char quote)
{
    literal result;
    result.offsets.push_back(begin);
    std::size_t i = begin;
    for (; i < line.size() && line[i] != quote; ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            result.text += line[i];
            continue;
        }
        switch (const char c = line[++i]) {
        case 'n':
            result.text += '\n';
            result.offsets.push_back(i + 1);
            break;
        case 't': result.text += '\t'; break;
        case 'r': break;
        case '\\':
        case '\'':
        case '"': result.text += c; break;
        default: result.text.append(1, '\\').append(1, c);
        }
    }
    result.end = i;
    return result;
}

// How many of the next lines have a prefix: none if the next line does not have it.
enum class share : std::uint8_t { none, some, most };
share share_with(std::string_view log, std::size_t next, const prefix& of)
{
    std::size_t with = 0;
    std::size_t lines = 0;
    for (; lines < deciding_lines && next < log.size(); ++lines) {
        const auto line = line_at(log, next);
        const auto clean = cleaned(line);
        if (of.length_in(clean.text()) != npos)
            ++with;
        else if (lines == 0)
            return share::none;
        next += line.size() + 1;
    }
    if (lines == 0) return share::none;
    return with * 5 >= lines * 4 ? share::most : share::some;
}

// Marks of quotations and comments such as `>> ` and `# `, not only blanks.
bool is_mark(std::string_view text)
{
    const auto is_plain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    };
    return std::ranges::none_of(text, is_plain) && text.find_first_not_of(" \t") != npos;
}

} // namespace

tpu_lines::tpu_lines(std::string_view log, std::size_t begin, std::int64_t number) : log_(log), number_(number)
{
    auto first = line_begin(log, begin);
    next_ = std::min(first + line_at(log, first).size() + 1, log.size());
    // Text that a carriage return overwrites is not visible.
    if (const auto overwritten = log.substr(first, begin - first).rfind('\r'); overwritten != npos) {
        first += overwritten + 1;
        ++overwritten_;
    }
    const auto line = line_at(log, first);
    before_ = cleaned(line.substr(0, begin - first)).text();
    if (const auto quote = quote_before(line, begin - first)) {
        quoted_ = true;
        const auto of = unescaped(line, begin - first, *quote);
        std::size_t i = 0;
        std::string_view rest = of.text;
        for (;; ++i) {
            const auto end = std::min(rest.find('\n'), rest.size());
            ready_.push_back({std::string(rest.substr(0, end)),
                              {number, static_cast<std::int64_t>(of.offsets[i])},
                              first + of.offsets[i],
                              first + of.end});
            if (end == rest.size()) break;
            rest.remove_prefix(end + 1);
        }
        next_ = log.size();
        return;
    }
    find_prefix();
    if (!before_.empty()) ++prefixed_;
    const auto clean = cleaned(line.substr(begin - first));
    ready_.push_back({std::string(clean.text()), {number, static_cast<std::int64_t>(before_.size())}, begin, next_});
    colored_ += clean.colored ? 1U : 0U;
    overwritten_ += clean.overwritten ? 1U : 0U;
    ++number_;
}

// The longest part of the text before the first line that most of the next lines begin with, too. Times in it can
// change; after a logger, line numbers of source files as well.
void tpu_lines::find_prefix()
{
    for (auto size = before_.size(); size != 0; --size) {
        if (size != before_.size() && before_[size - 1] != ' ') continue;
        const std::string tried = before_.substr(0, size);
        const bool few_suffice = is_stamped(tried) || is_mark(tried);
        for (const auto changing : {prefix::numbers::usual, prefix::numbers::all}) {
            if (changing == prefix::numbers::all && !is_stamped(tried) && size != before_.size()) continue;
            prefix_.emplace(tried, changing);
            const auto found = share_with(log_, next_, *prefix_);
            if (found == share::none || (found == share::some && !few_suffice)) continue;
            each_ = found == share::most;
            return;
        }
    }
    prefix_.reset();
    // A logger writes several lines at once before it begins another message.
    if (is_stamped(before_)) prefix_.emplace(before_, prefix::numbers::all);
}

void tpu_lines::fill()
{
    while (ready_.empty() && !quoted_ && next_ < log_.size() && looked_at_ != longest) read_line();
}

void tpu_lines::read_line()
{
    ++looked_at_;
    const auto line = line_at(log_, next_);
    const auto clean = cleaned(line);
    auto length = prefix_ ? prefix_->length_in(clean.text()) : 0;
    const bool has_prefix = prefix_ && length != npos;
    const auto end = std::min(next_ + line.size() + 1, log_.size());
    if (each_ && !has_prefix) {
        // A line of another program; too many of them end the text.
        foreign_.push_back(number_++);
        next_ = end;
        if (++foreign_in_a_row_ == most_foreign) looked_at_ = longest;
        return;
    }
    foreign_in_a_row_ = 0;
    if (length == npos) length = 0;
    prefixed_ += has_prefix ? 1U : 0U;
    colored_ += clean.colored ? 1U : 0U;
    overwritten_ += clean.overwritten ? 1U : 0U;
    ready_.push_back(
        {std::string(clean.text().substr(length)), {number_, static_cast<std::int64_t>(length)}, next_, end});
    next_ = end;
    ++number_;
}

bool tpu_lines::done()
{
    fill();
    return ready_.empty();
}

const tpu_line& tpu_lines::front()
{
    fill();
    return ready_.front();
}

tpu_line tpu_lines::take()
{
    fill();
    auto result = std::move(ready_.front());
    ready_.pop_front();
    end_ = result.end;
    return result;
}

bool tpu_lines::ends_in_next() { return !done() && front().end == log_.size() && !log_.ends_with('\n'); }

void tpu_lines::give_back(tpu_line line) { ready_.push_front(std::move(line)); }

void tpu_lines::count(extraction& into) const
{
    into.prefix = before_;
    into.prefixed = prefixed_;
    into.colored = colored_;
    into.overwritten = overwritten_;
    into.left_out = foreign_;
    if (quoted_) into.repairs.emplace_back("unescaped from a quoted string");
}

} // namespace ballast::extracting
