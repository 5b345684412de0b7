#include "extract/tpu_text_reader.hpp"

#include <iterator>

namespace ballast::extracting {

namespace {

constexpr std::size_t lines_of_message = 6; // over which a message may be wrapped

} // namespace

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
        // The instruction may contain line feeds.
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
        if (!text || !next()) return lacks("the last block is not complete");
        put_gap(1);
        put("  XLA label: " + *text, label);
        auto owner = take();
        put("  " + std::string(trimmed(owner.text)), owner);
        last_ = part::block;
    }
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

// What follows the message: a link, the message again, and the source location trace.
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

// The log may end before the text does: the compiler ends a list with an empty line.
void tpu_text_reader::check_end()
{
    if (out_.empty()) return;
    const bool ends_list = has_blocks() && empty_lines_ == 0 && lines_.done();
    const bool inside = !lines_.done() && lines_.ends_in_next();
    if (inside)
        lacks("the text ends inside line " + std::to_string(lines_.front().at.line));
    else if (ends_list)
        lacks("the text ends after line " + std::to_string(out_.back().at.line));
}

extraction tpu_text_reader::finished()
{
    extraction result;
    std::string text;
    check_end();
    if (last_ == part::title) drop_title();
    // An empty line follows a block, and a total on its own.
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
    result.missing = std::move(missing_);
    result.edited = edited_;
    // Stray lines after the text do not count.
    std::ranges::move(stray_places_, std::back_inserter(result.left_out));
    std::erase_if(result.left_out, [&](std::int64_t line) { return line > result.lines.back().line; });
    std::ranges::sort(result.left_out);
    return result;
}

} // namespace ballast::extracting
