#include "extract/tpu_text.hpp"

#include "base/needles.hpp"
#include "extract/line.hpp"
#include "extract/tpu_lines.hpp"
#include "extract/tpu_scan.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace ballast::extracting {

namespace {

constexpr std::size_t lines_of_message = 6; // that a message may be wrapped to
constexpr std::size_t lines_of_label = 200;
constexpr std::size_t stray_lines = 20; // of other programs, between two parts

parse_result parsed(std::string_view text) { return parse(text, {.max_errors = 1, .live_range_optional = true}); }

// Blanks collapsed to one, and none at the ends.
std::string collapsed(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c != ' ' && c != '\t')
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    while (result.ends_with(' ')) result.pop_back();
    return result;
}

// `**bold**` and `1\.` of Markdown.
std::string without_markdown(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i).starts_with("**") && !text.substr(i).starts_with("***")) {
            ++i;
            continue;
        }
        if (text.substr(i).starts_with("\\.")) continue;
        result += text[i];
    }
    return result;
}

// Reads one text, whatever happened to it, and writes it as the compiler prints it.
class tpu_text_reader {
public:
    explicit tpu_text_reader(tpu_lines lines) : lines_(std::move(lines)) {}

    extraction read()
    {
        read_message();
        if (list_may_follow_) read_sections();
        read_tail();
        return finished();
    }
    // Behind what was read, in the log.
    [[nodiscard]] std::size_t end() const { return taken_; }

private:
    // --- what is written ---------------------------------------------------------------------------------------------

    void repaired(std::string what)
    {
        if (std::ranges::find(repairs_, what) == repairs_.end()) repairs_.push_back(std::move(what));
    }

    // A line as the compiler prints it, in place of what was found.
    void put(std::string line, const tpu_line& found)
    {
        compare(line, found.text);
        const auto blanks = [](std::string_view text) { return std::min(text.find_first_not_of(' '), text.size()); };
        auto at = found.at;
        if (blanks(found.text) > blanks(line))
            at.column += static_cast<std::int64_t>(blanks(found.text) - blanks(line));
        out_.push_back({std::move(line), at});
        taken_ = std::max(taken_, found.end);
    }
    void compare(std::string_view printed, std::string_view found)
    {
        if (printed == found) return;
        const auto without_end = [](std::string_view text) { return text.substr(0, text.find_last_not_of(' ') + 1); };
        const auto without_begin = [](std::string_view text) {
            return text.substr(std::min(text.find_first_not_of(' '), text.size()));
        };
        if (without_end(printed) == without_end(found))
            repaired("blanks at line ends");
        else if (without_begin(without_end(printed)) == without_begin(without_end(found)))
            repaired("indentation");
        else if (collapsed(printed) == collapsed(found))
            repaired("columns");
    }
    void forget_empty_lines()
    {
        empty_lines_ = 0;
        empty_places_.clear();
    }
    // So many empty lines come before the next line.
    void put_gap(std::size_t count)
    {
        if (empty_lines_ < count && !out_.empty()) repaired("lost empty lines");
        if (empty_lines_ > count && !out_.empty() && count != 0) repaired("added empty lines");
        const auto known = std::min(count, empty_places_.size());
        for (std::size_t i = 0; i < count && !out_.empty(); ++i)
            out_.push_back({std::string(), i < known ? empty_places_[i] : out_.back().at});
        forget_empty_lines();
    }

    // --- what is read ------------------------------------------------------------------------------------------------

    // The next line that is neither empty nor of another program; null at the end.
    const tpu_line* next()
    {
        for (std::size_t stray = 0; !lines_.done();) {
            const auto& line = lines_.front();
            if (line.text.find_first_not_of(" \t") == std::string::npos) {
                ++empty_lines_;
                empty_places_.push_back(line.at);
            } else if (out_.empty() || stray == stray_lines || !is_stamped(line.text)) {
                return &line;
            } else {
                ++stray;
                stray_places_.push_back(line.at.line);
            }
            lines_.take();
        }
        return nullptr;
    }
    tpu_line take()
    {
        auto line = lines_.take();
        if (line.text.find("**") != std::string::npos || line.text.find("\\.") != std::string::npos) {
            auto plain = without_markdown(line.text);
            if (plain != line.text) repaired("Markdown");
            line.text = std::move(plain);
        }
        return line;
    }
    // What follows on the same line is a line of its own.
    void give_back(const tpu_line& of, std::string_view rest)
    {
        rest = trimmed(rest);
        if (rest.empty()) return;
        repaired("lost line ends");
        auto line = of;
        line.text = rest;
        lines_.give_back(std::move(line));
    }

    void read_message();
    void read_sections();
    void read_bare_list();
    bool read_section();
    bool read_total(const tpu_line& head);
    bool read_program(const tpu_line& head);
    bool read_share(const tpu_line& line);
    void read_title(const tpu_line& line);
    void read_block(const tpu_line& head);
    void read_tail();
    void read_notes();
    void read_trace();
    std::optional<std::string> read_label(tpu_line& line, std::vector<tpu_line>& kept);
    void put_section(const std::vector<std::pair<std::string, tpu_line>>& lines, std::string_view name);
    // Whether more of the text follows: it was not cut here.
    bool continues()
    {
        if (!next()) return false;
        const auto text = trimmed(lines_.front().text);
        return block_head_size(text) != 0 || program_head_size(text) != 0 || text.starts_with("Largest program a") ||
               text.starts_with("See https://openxla.org");
    }
    void damaged(std::string what)
    {
        edited_ = true;
        repaired(std::move(what));
    }
    // The heading of a list of which no block is whole.
    void drop_title()
    {
        out_.pop_back();
        while (!out_.empty() && out_.back().text.empty()) out_.pop_back();
        open_end_ = out_.size() == 1 && has_lead_;
        last_ = part::nothing;
    }
    extraction finished();

    struct written_line {
        std::string text;
        log_place at;
    };
    enum class part : std::uint8_t {
        nothing,
        message,
        share,
        total,
        program,
        title,
        block,
        none,
        argument,
        see,
        payload,
        notes,
        trace
    };

    [[nodiscard]] bool has_blocks() const { return last_ == part::block || last_ == part::argument; }

    tpu_lines lines_;
    std::vector<written_line> out_;
    std::vector<std::string> repairs_;
    std::size_t empty_lines_ = 0; // since the last line that was not empty
    std::vector<log_place> empty_places_;
    std::vector<std::int64_t> stray_places_; // of lines of other programs
    std::size_t taken_ = 0;
    part last_ = part::nothing;
    bool list_may_follow_ = true;
    bool open_end_ = false; // the last line has no line feed
    bool edited_ = false;
    bool has_lead_ = false;
    bool is_usage_ = false;
    std::int64_t blocks_ = 0;
    std::string failed_;    // what could not be read at all
    log_place begin_{1, 0}; // of the first line
};

// The message: on one line, or wrapped by hand.
void tpu_text_reader::read_message()
{
    if (!next()) return;
    auto first = take();
    begin_ = first.at;
    if (!may_be_message(first.text)) {
        lines_.give_back(std::move(first));
        return;
    }
    std::string text = first.text;
    std::vector<tpu_line> used{first};
    std::optional<std::size_t> size;
    for (bool joined = false;; joined = true) {
        auto tried = text;
        size = message_size(tried);
        if (size && joined && !holds_line_feeds(tried)) repaired("wrapped lines");
        if (size || used.size() == lines_of_message || !next()) break;
        // Its instruction may contain line feeds.
        auto line = take();
        const bool code = text.ends_with(':');
        text += code || holds_line_feeds(text) ? "\n" : " ";
        text += code || holds_line_feeds(text) ? line.text : std::string(trimmed(line.text));
        used.push_back(std::move(line));
    }
    if (!size) {
        failed_ = text;
        edited_ = is_about_memory(text);
        taken_ = used.front().end;
        for (auto i = used.size(); i > 1; --i) lines_.give_back(std::move(used[i - 1]));
        list_may_follow_ = false;
        return;
    }
    auto message = text.substr(0, *size);
    auto rest = std::string_view(text).substr(*size);
    if (needs_period(message)) {
        message += '.';
        repaired("a lost period");
    } else if (const auto module = module_size(message, rest)) {
        message += rest.substr(0, module);
        rest.remove_prefix(module);
    }
    list_may_follow_ = is_lead(message);
    has_lead_ = list_may_follow_;
    forget_empty_lines();
    std::size_t place = 0;
    for (std::string_view left = message;;) {
        const auto end = std::min(left.find('\n'), left.size());
        out_.push_back({std::string(left.substr(0, end)), used[std::min(place++, used.size() - 1)].at});
        if (end == left.size()) break;
        left.remove_prefix(end + 1);
    }
    taken_ = used.back().end;
    last_ = part::message;
    open_end_ = true;
    if (has_lead_ && trimmed(rest) == "Memory usage report:") {
        out_.back().text += " Memory usage report: ";
        open_end_ = false;
        list_may_follow_ = false;
        return;
    }
    if (is_bare_report(message)) return read_bare_list();
    if (rest.starts_with(" [type.")) {
        auto line = used.back();
        line.text = rest;
        lines_.give_back(std::move(line));
    } else if (has_lead_ || trimmed(rest).starts_with("See https")) {
        const auto more = trimmed(rest);
        if (more.starts_with("Total ") || more.starts_with("Program ") || more.starts_with("See "))
            give_back(used.back(), more);
    }
}

// The list of 2018: pairs of lines.
void tpu_text_reader::read_bare_list()
{
    const auto* title = next();
    if (!title || !trimmed(title->text).starts_with("Largest program allocations in "))
        return damaged("no list follows");
    put_gap(1);
    auto line = take();
    put(std::string(trimmed(line.text)), line);
    open_end_ = false;
    while (next() && trimmed(lines_.front().text).starts_with("XLA label: ")) {
        auto label = take();
        std::vector<tpu_line> kept;
        const auto text = read_label(label, kept);
        if (!text || !next()) return repaired("the last block is not complete");
        put_gap(1);
        put("  XLA label: " + *text, label);
        auto owner = take();
        put("  " + std::string(trimmed(owner.text)), owner);
        last_ = part::block;
    }
}

void tpu_text_reader::read_sections()
{
    while (next() && read_section()) continue;
}

// False where no part of a report begins.
bool tpu_text_reader::read_section()
{
    const std::string text(trimmed(without_markdown(lines_.front().text)));
    const std::string_view view = text;
    if (view.starts_with("XLA::TPU program ") && !has_lead_ && blocks_ == 0) return read_share(take());
    // After a list they begin another text.
    if (blocks_ == 0 && total_head_size(view) != 0) return read_total(take());
    if (blocks_ == 0 && program_head_size(view) != 0) return read_program(take());
    if (view.starts_with("Largest program a") || view.starts_with("No allocations in ")) {
        read_title(take());
        return true;
    }
    if (block_head_size(view)) {
        read_block(take());
        return true;
    }
    // The rest of a block whose beginning is missing.
    if (is_block_field(view)) {
        const auto line = take();
        taken_ = line.end;
        forget_empty_lines();
        return true;
    }
    return false;
}

// A section is kept if it is what the compiler prints.
void tpu_text_reader::put_section(const std::vector<std::pair<std::string, tpu_line>>& lines, std::string_view name)
{
    std::string text;
    for (const auto& [line, found] : lines) text += line + '\n';
    if (lines.front().first.starts_with("Total ")) text += '\n';
    if (const auto result = parsed(text); !result.accepted()) {
        damaged(std::string(name) + " is not as the compiler prints it: " + result.findings.front().message());
        return;
    }
    for (const auto& [line, found] : lines) put(line, found);
}

bool tpu_text_reader::read_total(const tpu_line& head)
{
    const auto size = total_head_size(trimmed(head.text));
    if (!size) return false;
    std::vector<std::pair<std::string, tpu_line>> lines;
    if (last_ == part::message || last_ == part::total) put_gap(1);
    forget_empty_lines();
    lines.emplace_back(trimmed(head.text).substr(0, size), head);
    give_back(head, trimmed(head.text).substr(size));
    for (const std::string_view name : {"reserved", "program", "arguments"}) {
        const auto* line = next();
        const auto row = line ? row_of(trimmed(line->text), name) : std::nullopt;
        if (!row) {
            repaired("the total has no row `" + std::string(name) + '`');
            edited_ = edited_ || !has_lead_ || continues();
            return true;
        }
        auto found = take();
        const auto again = row_of(trimmed(found.text), name);
        const auto rest = std::string(trimmed(found.text).substr(again->size));
        lines.emplace_back(total_row(name, again->value), found);
        give_back(found, rest);
    }
    const auto* line = next();
    const auto output = line ? output_size(trimmed(line->text)) : 0;
    if (output == 0) {
        repaired("the total does not say what the output takes");
        edited_ = edited_ || !has_lead_ || continues();
        taken_ = lines.back().second.end;
        last_ = out_.empty() ? part::nothing : last_;
        // Its empty line was written before.
        while (!out_.empty() && out_.back().text.empty()) out_.pop_back();
        return true;
    }
    if (empty_lines_ != 1) repaired("lost empty lines");
    auto gap = lines.back().second;
    if (!empty_places_.empty()) gap.at = empty_places_.front();
    gap.text.clear();
    lines.emplace_back("", std::move(gap));
    auto found = take();
    const std::string text(trimmed(found.text));
    lines.emplace_back(text.substr(0, output), found);
    give_back(found, std::string_view(text).substr(output));
    const auto before = out_.size();
    put_section(lines, "the total");
    if (out_.size() != before) last_ = part::total;
    open_end_ = false;
    forget_empty_lines();
    if (!has_lead_) is_usage_ = true;
    return true;
}

bool tpu_text_reader::read_program(const tpu_line& head)
{
    const auto size = program_head_size(trimmed(head.text));
    if (!size) return false;
    if (last_ == part::message || last_ == part::total) put_gap(1);
    forget_empty_lines();
    std::vector<std::pair<std::string, tpu_line>> lines;
    lines.emplace_back(trimmed(head.text).substr(0, size), head);
    give_back(head, trimmed(head.text).substr(size));
    for (const std::string_view name : {"reserved", "global", "scoped", "HLO temp", "overlays"}) {
        const auto* line = next();
        if (!line || empty_lines_ != 0) break;
        const auto row = row_of(trimmed(without_markdown(line->text)), name);
        if (!row) continue;
        auto found = take();
        const std::string text(trimmed(found.text));
        const auto rest = std::string_view(text).substr(row->size);
        const auto note = name == "HLO temp" ? utilization_size(rest) : 0;
        lines.emplace_back(program_row(name, row->value) + std::string(rest.substr(0, note)), found);
        give_back(found, rest.substr(note));
    }
    const auto before = out_.size();
    put_section(lines, "the requirement of the program");
    if (out_.size() == before) return true;
    last_ = part::program;
    open_end_ = false;
    if (!has_lead_) is_usage_ = true;
    return true;
}

bool tpu_text_reader::read_share(const tpu_line& line)
{
    const auto text = trimmed(line.text);
    const auto size = share_size(text);
    if (size == 0) return false;
    if (last_ == part::total) put_gap(1);
    put(std::string(text.substr(0, size)), {std::string(text.substr(0, size)), line.at, line.begin, line.end});
    if (trimmed(text.substr(size)).starts_with("[repeated ")) repaired("a count of repetitions");
    last_ = part::share;
    is_usage_ = true;
    forget_empty_lines();
    return true;
}

void tpu_text_reader::read_title(const tpu_line& line)
{
    const std::string text(trimmed(line.text));
    const bool none = text.starts_with("No ");
    const auto colon = none ? text.size() : std::min(text.find(':'), text.size() - 1) + 1;
    put_gap(last_ == part::message || last_ == part::program || last_ == part::total ? 1 : has_blocks() ? 2 : 0);
    put((none ? "" : "  ") + text.substr(0, colon), line);
    give_back(line, std::string_view(text).substr(colon));
    last_ = none ? part::none : part::title;
    open_end_ = none;
    is_usage_ = false;
}

// A label ends before the line that must follow it.
std::optional<std::string> tpu_text_reader::read_label(tpu_line& line, std::vector<tpu_line>& kept)
{
    auto text = std::string(trimmed(line.text).substr(std::string_view("XLA label: ").size()));
    kept.push_back(line);
    for (std::size_t i = 0; i < lines_of_label && !lines_.done(); ++i) {
        const auto view = trimmed(lines_.front().text);
        if (view.starts_with("Allocation type: ") || is_rule(view)) return text;
        if (block_head_size(view) || view.starts_with("See https://openxla.org")) return std::nullopt;
        auto more = lines_.take();
        if (is_stamped(more.text)) {
            stray_places_.push_back(more.at.line);
            continue;
        }
        text += '\n' + more.text;
        kept.push_back(std::move(more));
    }
    return std::nullopt;
}

void tpu_text_reader::read_block(const tpu_line& head)
{
    const std::string first(trimmed(head.text));
    const auto size = block_head_size(first);
    const auto number = first.substr(0, first.find('.'));
    std::vector<std::pair<std::string, tpu_line>> lines;
    lines.emplace_back("  " + first.substr(0, size), head);
    give_back(head, std::string_view(first).substr(size));
    bool argument = true;
    bool whole = false;
    while (!lines_.done() && lines.size() < lines_of_label) {
        if (!next()) break;
        const std::string view(trimmed(without_markdown(lines_.front().text)));
        if (block_head_size(view) || !is_block_field(view)) break;
        auto line = take();
        const std::string text(trimmed(line.text));
        if (text.starts_with("XLA label: ")) {
            std::vector<tpu_line> kept;
            const auto label = read_label(line, kept);
            if (!label) break;
            std::string_view left = *label;
            for (std::size_t i = 0; i < kept.size(); ++i) {
                const auto end = i + 1 == kept.size() ? left.size() : std::min(left.find('\n'), left.size());
                lines.emplace_back((i == 0 ? "     XLA label: " : "") + std::string(left.substr(0, end)), kept[i]);
                left.remove_prefix(std::min(end + 1, left.size()));
            }
            continue;
        }
        if (is_rule(text)) {
            lines.emplace_back("     " + std::string(block_rule), line);
            give_back(line, std::string_view(text).substr(block_rule.size()));
            whole = true;
            break;
        }
        if (text.starts_with("Allocation type: ")) argument = false;
        lines.emplace_back("     " + text, line);
    }
    taken_ = std::max(taken_, lines.back().second.end);
    if (!whole) {
        repaired("block " + number + " is not complete");
        edited_ = edited_ || continues();
        forget_empty_lines();
        return;
    }
    std::string text;
    for (const auto& [line, found] : lines) text += line + '\n';
    text += '\n';
    if (const auto result = parsed(text); !result.accepted()) {
        damaged("block " + number + " is not as the compiler prints it: " + result.findings.front().message());
        forget_empty_lines();
        return;
    }
    put_gap(last_ == part::title || (has_blocks() && !(argument && last_ == part::block)) ? 1 : has_blocks() ? 2 : 0);
    for (const auto& [line, found] : lines) put(line, found);
    last_ = argument ? part::argument : part::block;
    ++blocks_;
    open_end_ = false;
    is_usage_ = false;
}

void tpu_text_reader::read_notes()
{
    const auto* line = next();
    if (!line || line->text.find(": note: see current operation: ") == npos) return;
    const auto first = take();
    const auto* second = next();
    if (!second || second->text.find(": error: NOTE: Failed in pass ") == npos) return;
    put_gap(0);
    put(first.text, first);
    const auto last = take();
    put(last.text, last);
    last_ = part::notes;
    open_end_ = false;
    forget_empty_lines();
}

// What follows the message: a page, the message once more, where the error passed through.
void tpu_text_reader::read_tail()
{
    if (out_.empty()) return;
    const bool listed = has_blocks();
    if (const auto* line = next();
        line && trimmed(line->text).starts_with("See https://openxla.org/xla/errors/error_")) {
        auto found = take();
        const std::string text(trimmed(found.text));
        const auto size = see_size(text);
        if (size != 0) {
            put_gap(last_ == part::message ? 0 : listed ? 2 : 1);
            auto page = found;
            page.text = text.substr(0, size);
            page.at.column += static_cast<std::int64_t>(found.text.find_first_not_of(' '));
            put(page.text, page);
            const auto rest = text.substr(size);
            if (!rest.empty()) {
                found.text = rest;
                lines_.give_back(found);
            }
            last_ = part::see;
            open_end_ = true;
            forget_empty_lines();
        }
    }
    read_notes();
    if (const auto* line = next(); line && trimmed(line->text).starts_with("[type.googleapis.com/")) {
        auto found = take();
        const std::string text(trimmed(found.text));
        if (text.ends_with("']") && !is_cut(text)) {
            if (last_ == part::see || last_ == part::message) {
                out_.back().text += ' ' + text;
            } else {
                put_gap(listed ? 1 : 0);
                put(' ' + text, found);
            }
            open_end_ = true;
            last_ = part::payload;
        } else {
            repaired("left out a copy of the message that was cut");
        }
        taken_ = std::max(taken_, found.end);
        forget_empty_lines();
    }
    read_trace();
}

void tpu_text_reader::read_trace()
{
    const auto* line = next();
    if (!line || trimmed(line->text) != "=== Source Location Trace: ===") return;
    const auto head = take();
    std::vector<tpu_line> frames;
    while (!lines_.done() && is_frame(lines_.front().text)) frames.push_back(take());
    if (frames.empty()) return;
    put_gap(last_ == part::notes ? 1 : has_blocks() ? 2 : 0);
    put(head.text, head);
    for (const auto& frame : frames) put(frame.text, frame);
    last_ = part::trace;
    open_end_ = false;
}

extraction tpu_text_reader::finished()
{
    extraction result;
    std::string text;
    if (last_ == part::title) drop_title();
    // After a block, and after a total alone, there is an empty line.
    const bool ends_list = last_ == part::block || last_ == part::argument || (last_ == part::total && is_usage_);
    if (ends_list && !out_.empty()) {
        if (empty_lines_ == 0) repaired("lost empty lines");
        out_.push_back({std::string(), empty_places_.empty() ? out_.back().at : empty_places_.front()});
    }
    for (std::size_t i = 0; i < out_.size(); ++i) {
        text += out_[i].text;
        if (i + 1 < out_.size() || !open_end_) text += '\n';
        result.lines.push_back(out_[i].at);
    }
    if (out_.empty()) {
        text = failed_.empty() ? std::string("\n") : failed_;
        result.lines.push_back(begin_);
    }
    result.read = parsed(text);
    lines_.count(result);
    std::ranges::move(repairs_, std::back_inserter(result.repairs));
    result.edited = edited_;
    // Those behind the text are not between its lines.
    std::ranges::move(stray_places_, std::back_inserter(result.left_out));
    std::erase_if(result.left_out, [&](std::int64_t line) { return line > result.lines.back().line; });
    std::ranges::sort(result.left_out);
    return result;
}

// --- where texts begin -----------------------------------------------------------------------------------------------

class finder {
public:
    finder(std::string_view log, std::size_t from) : log_(log), from_(from) {}

    std::vector<extraction> all()
    {
        std::vector<extraction> result;
        for (auto at = next(); at != npos; at = next())
            if (auto found = text_at(at)) result.push_back(std::move(*found));
        return result;
    }

private:
    std::size_t next()
    {
        static const needles search({tpu_anchors.begin(), tpu_anchors.end()});
        const auto result = search.first(log_, from_).at;
        if (result != npos) from_ = result + 1;
        return result;
    }
    // The number of the line that begins at an offset.
    std::int64_t number_at(std::size_t offset)
    {
        if (offset < counted_) {
            number_ -= std::count(log_.begin() + static_cast<std::ptrdiff_t>(offset),
                                  log_.begin() + static_cast<std::ptrdiff_t>(counted_), '\n');
            counted_ = offset;
            return number_;
        }
        number_ += std::count(log_.begin() + static_cast<std::ptrdiff_t>(counted_),
                              log_.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
        counted_ = offset;
        return number_;
    }

    [[nodiscard]] std::size_t line_begin(std::size_t at) const
    {
        const auto before = at == 0 ? npos : log_.rfind('\n', at - 1);
        return before == npos ? 0 : before + 1;
    }

    std::optional<extraction> text_at(std::size_t at)
    {
        const auto line = line_begin(at);
        // The message once more, in the payload of a status.
        if (log_.substr(line, at - line).find("CompilationResultProto='") != npos) return std::nullopt;
        const auto begin = text_begin(log_, taken_, at);
        const auto first = line_begin(begin);
        tpu_text_reader reader(tpu_lines(log_, begin, number_at(first)));
        auto result = reader.read();
        if (reader.end() == 0) return std::nullopt;
        taken_ = reader.end();
        from_ = std::max(from_, reader.end());
        if (!result.read.accepted() && !result.edited) return std::nullopt;
        return result;
    }

    std::string_view log_;
    std::size_t from_;
    std::size_t taken_ = 0;
    std::size_t counted_ = 0;
    std::int64_t number_ = 1;
};

} // namespace

std::vector<extraction> tpu_texts(std::string_view log, std::size_t from) { return finder(log, from).all(); }

} // namespace ballast::extracting
