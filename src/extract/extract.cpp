#include "ballast/extract.hpp"

#include "base/find_text.hpp"
#include "extract/block.hpp"
#include "extract/messages.hpp"
#include "extract/tpu_scan.hpp"
#include "extract/tpu_text.hpp"
#include "read/beginnings.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace ballast::inline v0 {

namespace {

using extracting::anchor;
using extracting::block;
using extracting::frame_close;
using extracting::frame_end;
using extracting::is_dump;
using extracting::npos;
using extracting::piece;
using extracting::record_end;

constexpr std::size_t lines_at_an_end = 8;  // before the end of the collected lines, where the cut can cause errors
constexpr std::size_t lines_at_first = 256; // of a text; twice as many are collected if it may continue

// A text that begins with an empty line is found by its next line.
std::vector<text_finder> finders_of_dumps()
{
    std::vector<text_finder> result;
    for (const auto what : read::beginnings)
        if (!what.starts_with('\n')) result.emplace_back(what);
    return result;
}

std::string joined(const std::vector<piece>& pieces, std::size_t count, bool last_line_ends)
{
    std::string result;
    for (std::size_t i = 0; i < count; ++i) {
        result += pieces[i].text;
        if (i + 1 < count || last_line_ends) result += '\n';
    }
    return result;
}

// A frame contains a whole file; without a frame, XLA logs its parts.
enum class origin : bool { frame, log };

parse_result parsed(const std::string& text, origin from)
{
    return parse(text, {.max_errors = 1, .live_range_optional = from == origin::log, .partial = false});
}

// Reads the first lines as a text. Some texts end within their last line.
parse_result read_first(const std::vector<piece>& pieces, std::size_t count)
{
    auto result = parsed(joined(pieces, count, true), origin::log);
    if (result.accepted() || pieces[count - 1].text.empty()) return result;
    auto without = parsed(joined(pieces, count, false), origin::log);
    return without.accepted() ? std::move(without) : std::move(result);
}

class extractor {
public:
    // `places` has the first match of each finder.
    extractor(std::string_view log, std::span<const text_finder> finders, std::span<const std::size_t> places)
        : log_(log), finders_(finders)
    {
        for (std::size_t i = 0; i < finders.size(); ++i) anchors_.push_back({places[i], finders[i].needle()});
    }

    std::vector<extraction> all()
    {
        std::vector<extraction> result;
        for (const auto* next = next_anchor(); next; next = next_anchor())
            if (auto found = text_at(*next)) result.push_back(std::move(*found));
        return result;
    }

private:
    const anchor* next_anchor()
    {
        anchor* first = nullptr;
        for (std::size_t i = 0; i < anchors_.size(); ++i) {
            auto& a = anchors_[i];
            if (a.begin < from_) a.begin = finders_[i].find(log_, from_);
            if (a.begin != npos && (!first || a.begin < first->begin)) first = &a;
        }
        if (first) from_ = first->begin + 1;
        return first;
    }

    // The number of the line that begins at an offset. Fast if offsets ascend.
    std::int64_t number_at(std::size_t offset)
    {
        if (offset < counted_)
            return number_ - std::count(log_.begin() + to(offset), log_.begin() + to(counted_), '\n');
        number_ += std::count(log_.begin() + to(counted_), log_.begin() + to(offset), '\n');
        counted_ = offset;
        return number_;
    }
    static std::ptrdiff_t to(std::size_t offset) { return static_cast<std::ptrdiff_t>(offset); }

    std::optional<extraction> text_at(const anchor& first);
    std::optional<extraction> text_at(const anchor& first, record_end next);
    void fill(const block& of, std::size_t begin, std::size_t count, extraction& into);
    bool read(block& of, extraction& into);
    bool read_framed(block& of, extraction& into);

    std::string_view log_;
    std::span<const text_finder> finders_;
    std::vector<anchor> anchors_;
    std::size_t from_ = 0;
    std::size_t taken_ = 0;   // the end of the last text that was found
    std::size_t counted_ = 0; // lines are counted up to here
    std::int64_t number_ = 1;
};

// Describes the text of some pieces.
void extractor::fill(const block& of, std::size_t begin, std::size_t count, extraction& into)
{
    into.prefix = of.prefix;
    const auto first = of.pieces[begin].at.line;
    const auto last = of.pieces[begin + count - 1].at.line;
    for (std::size_t i = begin; i < begin + count; ++i) {
        const auto& p = of.pieces[i];
        into.lines.push_back(p.at);
        into.prefixed += p.prefixed ? 1U : 0U;
        into.joined += p.joined;
        into.colored += p.colored ? 1U : 0U;
        into.overwritten += p.overwritten ? 1U : 0U;
        into.retabbed += p.retabbed ? 1U : 0U;
    }
    for (const auto line : of.foreign)
        if (first < line && line < last) into.left_out.push_back(line);
    std::ranges::sort(into.left_out);
    taken_ = of.pieces[begin + count - 1].end;
    from_ = std::max(from_, taken_);
}

// True if a line is a complete text.
bool is_whole(std::string_view line) { return line.starts_with("HloLiveRange not "); }

// The ends of the lines in the text of some pieces.
std::vector<std::size_t> ends_of(const block& of, std::size_t begin)
{
    std::vector<std::size_t> result;
    std::size_t size = 0;
    for (std::size_t i = begin; i < of.pieces.size(); ++i) result.push_back(size += of.pieces[i].text.size() + 1);
    return result;
}

// The index of the line that contains an offset, given the ends of all lines; the number of lines if it is after the
// last.
std::size_t line_at(const std::vector<std::size_t>& ends, std::int64_t offset)
{
    const auto at = static_cast<std::size_t>(std::max<std::int64_t>(0, offset));
    return static_cast<std::size_t>(std::ranges::upper_bound(ends, at) - ends.begin());
}

// Leaves out the lines, except the first, that cannot belong to such a text. Returns false if there are none.
bool leave_out(block& of)
{
    const auto gone = std::remove_if(of.pieces.begin() + 1, of.pieces.end(), [&](const piece& p) {
        const bool result = !of.may_be_line(p.text);
        if (result) of.foreign.push_back(p.at.line);
        return result;
    });
    const bool any = gone != of.pieces.end();
    of.pieces.erase(gone, of.pieces.end());
    return any;
}

// The first line, at or after `at`, that may belong to the text and is not empty.
std::size_t line_after(const block& of, std::size_t at)
{
    while (at < of.pieces.size() && (of.pieces[at].text.empty() || !of.may_be_line(of.pieces[at].text))) ++at;
    return at;
}

// True if a line in the middle of a text may begin another one.
bool begins_another(std::string_view line)
{
    return line.starts_with(read::live_range_beginning) || line.starts_with(read::usage_beginning);
}

// Reads as much of the pieces as possible. Returns false if more pieces can change the result.
bool extractor::read(block& of, extraction& into)
{
    for (bool again = true;; again = false) {
        auto whole = read_first(of.pieces, of.pieces.size());
        if (whole.accepted()) {
            into.read = std::move(whole);
            fill(of, 0, of.pieces.size(), into);
            return of.all;
        }
        auto at = std::min(line_at(ends_of(of, 0), whole.findings.front().begin), of.pieces.size() - 1);
        // Consecutive files of one module are read as one text of mixed eras.
        const bool mixed = whole.findings.front().id == finding_id::mixed_eras;
        // More pieces are needed for them, and for an error near the end of the pieces.
        if (!of.all && (mixed || at + lines_at_an_end >= of.pieces.size())) return false;
        if (mixed)
            while (at > 0 && !begins_another(of.pieces[at].text)) --at;
        const bool alone = is_whole(of.pieces.front().text) && of.pieces.size() > 1;
        if (alone) at = 1;
        const bool within = alone || at > 1;
        const auto next = within ? line_after(of, at) : of.pieces.size();
        const bool ended = within && (next == of.pieces.size() || begins_another(of.pieces[next].text));
        // An assignment may end before its live range, even if foreign lines are between the two.
        const bool before_range =
            ended && next != of.pieces.size() && of.pieces[next].text.starts_with(read::live_range_beginning);
        if ((!ended || before_range) && again && leave_out(of)) continue;
        if (within) {
            auto count = at;
            auto shorter = read_first(of.pieces, count);
            while (!shorter.accepted() && count > 2 && of.pieces[count - 1].text.empty())
                shorter = read_first(of.pieces, --count);
            // If lines are left out before the error, the text may have ended there; otherwise it is damaged.
            const bool doubtful = is_dump(of.first.what) && !ended;
            if (shorter.accepted() && (!doubtful || of.pieces[at].at.line != of.pieces[at - 1].at.line + 1)) {
                into.read = std::move(shorter);
                into.doubtful = doubtful ? of.pieces[next].at.line : 0;
                fill(of, 0, count, into);
                return true;
            }
        }
        if (ended && again && leave_out(of)) continue;
        into.read = std::move(whole);
        fill(of, 0, of.pieces.size(), into);
        return of.all;
    }
}

// The same for the lines of a frame. Its text has no additional line end after the last line.
bool extractor::read_framed(block& of, extraction& into)
{
    const auto& head = of.pieces.front().text;
    into.name =
        head.substr(read::frame_beginning.size(), head.size() - read::frame_beginning.size() - frame_close.size());
    if (!of.pieces.back().text.starts_with(frame_end)) {
        into.read = parsed(joined(of.pieces, of.pieces.size(), true), origin::frame);
        fill(of, 0, of.pieces.size(), into);
        return of.all;
    }
    const auto foot = std::move(of.pieces.back());
    of.pieces.pop_back();
    for (bool again = true;; again = false) {
        const std::vector<piece> inner(of.pieces.begin() + 1, of.pieces.end());
        into.read = parsed(joined(inner, inner.size(), false), origin::frame);
        if (into.read.accepted() || !again || !leave_out(of)) break;
    }
    // The empty piece after the last line end is not a line of the text.
    const auto count = of.pieces.size() - 1 - (of.pieces.back().text.empty() ? 1U : 0U);
    if (count != 0) fill(of, 1, count, into);
    from_ = std::max(from_, foot.end);
    return true;
}

// True if a frame contains a text that is read here, or has the name of one. XLA frames everything that it would write
// to files.
bool is_readable(const block& frame)
{
    const auto& pieces = frame.pieces;
    for (const auto* part : {"buffer-assignment", "buffer_assignment", "-live-range", "-memory-usage-report"})
        if (pieces.front().text.find(part) != npos) return true;
    std::string begin;
    for (std::size_t i = 1; i < std::min<std::size_t>(pieces.size(), 3); ++i) begin += pieces[i].text + '\n';
    return read::begins_like_a_dump(begin);
}

std::optional<extraction> extractor::text_at(const anchor& first)
{
    auto found = text_at(first, record_end::ends_text);
    return found ? std::move(found) : text_at(first, record_end::ignored);
}

std::optional<extraction> extractor::text_at(const anchor& first, record_end next)
{
    for (auto limit = lines_at_first;; limit *= 2) {
        const auto line = extracting::begin_of_line(log_, first.begin);
        auto of = extracting::gathered(log_, first, {limit, number_at(line), taken_, next});
        if (!of) return std::nullopt;
        // A heading alone is not a text.
        if (of->pieces.size() < 2 && !is_whole(of->pieces.front().text)) return std::nullopt;
        const auto before = std::pair(from_, taken_);
        const bool framed = first.what == read::frame_beginning;
        if (framed && of->pieces.back().text.starts_with(frame_end) && !is_readable(*of)) {
            from_ = std::max(from_, of->pieces.back().end);
            return std::nullopt;
        }
        const bool record = of->ends_with_record;
        extraction result;
        const bool done = framed ? read_framed(*of, result) : read(*of, result);
        if (done && (!record || result.read.accepted())) return result;
        std::tie(from_, taken_) = before;
        // Lines of other programs may come between.
        if (done) return std::nullopt;
    }
}

// A container's log without its prefixes, and with the pieces of lines joined.
struct joined_log {
    std::string text;
    std::vector<log_place> places; // of its lines
    std::vector<std::size_t> pieces;
};
joined_log without_pieces(std::string_view log)
{
    joined_log result;
    bool open = false;
    std::int64_t number = 0;
    for (std::size_t begin = 0; begin < log.size();) {
        const auto end = std::min(log.find('\n', begin), log.size());
        const auto line = log.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        std::size_t prefix = 0;
        bool piece = false;
        for (const std::string_view tag : {" stdout P ", " stderr P ", " stdout F ", " stderr F "})
            if (const auto at = line.find(tag); at != npos && at < 64) {
                prefix = at + tag.size();
                piece = tag[tag.size() - 2] == 'P';
            }
        if (open) {
            ++result.pieces.back();
        } else {
            result.places.push_back({number, static_cast<std::int64_t>(prefix)});
            result.pieces.push_back(0);
        }
        result.text += line.substr(prefix);
        open = piece;
        if (!open) result.text += '\n';
    }
    return result;
}

// Texts of the TPU compiler, and messages. The offsets are the first places at which each can be.
std::vector<extraction> other_texts(std::string_view log, std::size_t tpu_from, std::size_t messages_from)
{
    auto result = extracting::tpu_texts(log, tpu_from);
    std::ranges::move(extracting::messages_in(log, messages_from), std::back_inserter(result));
    return result;
}

std::vector<extraction> other_texts_in_pieces(std::string_view log)
{
    const auto joined = without_pieces(log);
    auto result = other_texts(joined.text, 0, 0);
    for (auto& found : result)
        for (auto& at : found.lines) {
            const auto line = static_cast<std::size_t>(at.line) - 1;
            found.joined += joined.pieces[line];
            at = {joined.places[line].line, joined.places[line].column + at.column};
        }
    return result;
}

} // namespace

std::vector<extraction> extract(std::string_view log) noexcept
try {
    auto finders = finders_of_dumps();
    const auto dumps = finders.size();
    for (const auto what : extracting::tpu_anchors) finders.emplace_back(what);
    const auto messages = finders.size();
    for (const auto what : extracting::message_parts()) finders.emplace_back(what);
    const auto pieces = finders.size();
    for (const auto what : {" stdout P ", " stderr P "}) finders.emplace_back(what);
    const auto places = first_places(log, finders);
    const auto first_of = [&](std::size_t begin, std::size_t end) {
        return *std::min_element(places.begin() + static_cast<std::ptrdiff_t>(begin),
                                 places.begin() + static_cast<std::ptrdiff_t>(end));
    };
    auto result = extractor(log, std::span(finders).first(dumps), std::span(places).first(dumps)).all();
    auto others = first_of(pieces, finders.size()) != npos
                      ? other_texts_in_pieces(log)
                      : other_texts(log, first_of(dumps, messages), first_of(messages, pieces));
    if (others.empty()) return result;
    // A line belongs to one text only. Accepted texts are in the order of their lines and do not overlap.
    struct extent {
        std::int64_t first;
        std::int64_t last;
    };
    std::vector<extent> taken;
    for (const auto& e : result)
        if (e.read.accepted()) taken.push_back({e.lines.front().line, e.lines.back().line});
    const auto overlaps = [&](const extraction& other) {
        const auto next = std::ranges::lower_bound(taken, other.lines.front().line, {}, &extent::last);
        return next != taken.end() && next->first <= other.lines.back().line;
    };
    std::erase_if(others, overlaps);
    std::ranges::move(others, std::back_inserter(result));
    std::ranges::stable_sort(result, {}, [](const extraction& e) { return e.lines.front().line; });
    // Two messages can be in one line; the first one counts.
    std::int64_t last = 0;
    std::erase_if(result, [&](const extraction& e) {
        if (!e.read.accepted()) return false;
        if (e.lines.front().line <= last) return true;
        last = e.lines.back().line;
        return false;
    });
    return result;
} catch (const std::bad_alloc&) {
    std::vector<extraction> result(1);
    result.front().read.findings.push_back(
        {.id = finding_id::out_of_memory, .message = {"not enough memory to look for texts in the log"}});
    return result;
}

} // namespace ballast::inline v0
