#include "extract/block.hpp"

#include "base/utf8.hpp"
#include "extract/prefix.hpp"

#include <algorithm>
#include <utility>

namespace ballast::extracting {

namespace {

constexpr std::size_t longest_gap = 1000;   // lines that cannot belong to a text, after which its search ends
constexpr std::size_t last_empty_lines = 2; // at the end of a text: a usage report of spaces has the most
constexpr std::size_t lines_ahead = 20;     // that decide whether each line has a prefix

// True if a line begins a text and does not only mention one. `second` is the next line; it distinguishes reports and
// values from other programs that count bytes.
bool begins(std::string_view line, std::string_view what, std::string_view second)
{
    if (!line.starts_with(what)) return false;
    if (what == read::assignment_beginning || what == read::statistics_beginning) return line == what;
    if (what == read::frame_beginning)
        return line.ends_with(frame_close) && line.size() > what.size() + frame_close.size();
    if (what == read::live_range_beginning)
        return line.starts_with("HloLiveRange (max ") || line.starts_with("HloLiveRange not ");
    if (what == read::spaces_beginning) return line.find(" (color=") != npos && line.ends_with(')');
    if (what == read::usage_beginning) return second == "Used values:" || second == "Allocations sorted by size:";
    return true;
}

// The lines of a log, one after another.
class log_lines {
public:
    log_lines(std::string_view log, std::size_t begin, std::int64_t number) : log_(log), next_(begin), number_(number)
    {
    }

    [[nodiscard]] bool done() const { return next_ >= log_.size(); }
    [[nodiscard]] std::size_t next() const { return next_; }
    // The number of the last line that was taken.
    [[nodiscard]] std::int64_t number() const { return number_ - 1; }
    std::string_view take()
    {
        const auto end = std::min(log_.find('\n', next_), log_.size());
        const auto line = log_.substr(next_, end - next_);
        next_ = end + 1;
        ++number_;
        return line;
    }

private:
    std::string_view log_;
    std::size_t next_;
    std::int64_t number_;
};

// True if the lines of a text have the prefix of the first one. Sets `second` to the second line after it, without
// prefix.
bool has_prefixes(const block& of, const extracting::prefix& prefix, const extracting::prefix& of_pieces,
                  log_lines ahead, std::string& second)
{
    bool result = false;
    for (std::size_t i = 0; i < lines_ahead && !ahead.done(); ++i) {
        const auto line = cleaned(ahead.take());
        const auto length = prefix.length_in(line.text());
        const auto rest = length == npos ? line.text() : line.text().substr(length);
        if (i == 1) second = rest;
        // A line that a container's log has split is sufficient.
        if (!of_pieces.empty() && of_pieces.length_in(line.text()) != npos) result = true;
        // A line of the dump without the prefix: the logger wrote several lines at once.
        if (i == 0 && length == npos && is_dump(of.first.what) && !rest.empty() && of.may_be_line(rest)) return result;
        if (prefix.empty() || length == npos) continue;
        // Any text may be a line of a report, so only the next line decides.
        if (i == 0 || (is_dump(of.first.what) && !rest.empty() && of.may_be_line(rest))) result = true;
    }
    return result;
}

std::int64_t columns_of(std::string_view text) { return static_cast<std::int64_t>(utf8::code_points(text)); }

class gatherer {
public:
    gatherer(std::string_view log, const anchor& first, const gather_options& options)
        : log_(log),
          first_(first),
          options_(options),
          begin_(begin_of_line(log, first.begin)),
          lines_(log, begin_, options.number),
          head_(cleaned(lines_.take())),
          at_(head_.text().find(first.what))
    {
    }

    std::optional<block> run()
    {
        if (at_ == npos) return std::nullopt; // overwritten by a carriage return
        result_.first = first_;
        result_.prefix = head_.text().substr(0, at_);
        find_prefixes();
        if (!open_ && !begins(head_.text().substr(at_), first_.what, second_)) return std::nullopt;
        // The file with the values begins with an empty line.
        if (second_ == "Used values:" && begin_ != 0) add_line_before();
        ends_with_record_ = options_.next == record_end::ends_text && !each_ && is_stamped(result_.prefix);
        add(head_, at_, !prefix_.empty());
        last_ = result_.pieces.size();
        while (add_next()) {
        }
        if (result_.all) leave_out_the_rest();
        if (first_.what == read::oom_beginning) restore_tabs();
        return std::move(result_);
    }

private:
    void find_prefixes()
    {
        const auto prefixes = prefixes_of_container(result_.prefix);
        prefix_ = prefix(prefixes.whole);
        of_pieces_ = prefix(prefixes.piece);
        each_ = has_prefixes(result_, prefix_, of_pieces_, lines_, second_);
        if (!each_ && !prefix_.empty()) {
            prefix_ = prefix(prefixes.whole, prefix::numbers::all);
            each_ = has_prefixes(result_, prefix_, of_pieces_, lines_, second_);
        }
        open_ = !prefixes.piece.empty() && result_.prefix == prefixes.piece;
    }

    void add(const clean_line& line, std::size_t length, bool prefixed)
    {
        result_.pieces.push_back({std::string(line.text().substr(length)),
                                  {lines_.number(), columns_of(line.text().substr(0, length))},
                                  lines_.next(),
                                  prefixed,
                                  0,
                                  line.colored,
                                  line.overwritten});
    }

    void add_line_before()
    {
        const auto from = begin_of_line(log_, begin_ - 1);
        if (from < options_.taken) return; // the previous text ended with it
        log_lines earlier(log_, from, options_.number - 1);
        const auto line = cleaned(earlier.take());
        const auto text = line.text();
        // The prefix of a logger may be before it.
        const bool headed = !each_ && prefix_.empty() && text.ends_with(' ') && is_stamped(text);
        if (headed) result_.prefix = text;
        if (headed || (each_ ? prefix_.length_in(text) : 0) == text.size())
            result_.pieces.push_back(
                {{}, {earlier.number(), columns_of(text)}, begin_, each_ || headed, 0, line.colored, line.overwritten});
    }

    // Returns false after the last line.
    bool add_next()
    {
        // A frame may also hold other text.
        const bool in_frame = first_.what == read::frame_beginning;
        if (lines_.done() || (gap_ > longest_gap && !in_frame)) return end();
        if (result_.pieces.size() > options_.limit && !open_) return false;
        const auto line = cleaned(lines_.take());
        auto length = each_ ? prefix_.length_in(line.text()) : 0;
        bool partial = false;
        if (length == npos && !of_pieces_.empty()) {
            length = of_pieces_.length_in(line.text());
            partial = length != npos;
        }
        if (length == npos) {
            result_.foreign.push_back(lines_.number());
            ++gap_;
            return true;
        }
        const auto text = line.text().substr(length);
        if (open_) {
            join(text);
            open_ = partial;
            return true;
        }
        if (ends_with_record_ && is_stamped(text)) {
            result_.ends_with_record = true;
            return end();
        }
        if (begins_another(text)) return end();
        add(line, length, each_);
        open_ = partial;
        gap_ = text.empty() || !result_.may_be_line(text) ? gap_ + 1 : 0;
        if (gap_ == 0) last_ = result_.pieces.size();
        if (!in_frame || !text.starts_with(frame_end)) return true;
        last_ = result_.pieces.size();
        return end();
    }
    bool end()
    {
        result_.all = true;
        return false;
    }

    // Continues the line of the last piece.
    void join(std::string_view text)
    {
        auto& whole = result_.pieces.back();
        whole.text += text;
        whole.end = lines_.next();
        ++whole.joined;
    }

    [[nodiscard]] bool begins_another(std::string_view text) const
    {
        if (text.starts_with(read::frame_beginning) && text.ends_with(frame_close)) return true;
        if (first_.what == read::frame_beginning) return false;
        return text == read::assignment_beginning || text.starts_with(read::oom_beginning) ||
               (first_.what == read::usage_beginning && text.starts_with(read::usage_beginning));
    }

    // Lines after the last that may belong to the text, except empty ones.
    void leave_out_the_rest()
    {
        auto count = last_;
        std::size_t empty = 0;
        for (auto i = last_; i < result_.pieces.size() && empty < last_empty_lines; ++i)
            if (result_.pieces[i].text.empty()) {
                ++empty;
                count = i + 1;
            }
        result_.pieces.resize(count);
    }

    void restore_tabs()
    {
        for (auto& p : result_.pieces)
            if (auto row = with_tabs(p.text)) {
                p.text = std::move(row->text);
                p.at.column += row->blanks;
                p.retabbed = true;
            }
    }

    std::string_view log_;
    const anchor& first_;
    const gather_options& options_;
    std::size_t begin_;
    log_lines lines_;
    clean_line head_;
    std::size_t at_; // of the text in its first line
    block result_;
    prefix prefix_{{}};
    prefix of_pieces_{{}};
    std::string second_; // the second line after the first
    bool each_ = false;  // each line has the prefix
    bool open_ = false;  // the next piece continues the line of the last one
    bool ends_with_record_ = false;
    std::size_t last_ = 0; // after the last line that may belong to the text
    std::size_t gap_ = 0;  // lines after it
};

} // namespace

std::size_t begin_of_line(std::string_view log, std::size_t at)
{
    const auto before = at == 0 ? npos : log.rfind('\n', at - 1);
    return before == npos ? 0 : before + 1;
}

std::optional<block> gathered(std::string_view log, const anchor& first, const gather_options& options)
{
    return gatherer(log, first, options).run();
}

} // namespace ballast::extracting
