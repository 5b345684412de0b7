// Reads one text of the TPU compiler in a log: its message, the sections of a report, and what follows.
#pragma once

#include "ballast/extract.hpp"
#include "extract/line.hpp"
#include "extract/tpu_lines.hpp"
#include "extract/tpu_scan.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::extracting {

// Reads one text tolerantly, and rewrites it as the compiler prints it.
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
    // The offset after the text in the log.
    [[nodiscard]] std::size_t end() const { return taken_; }

private:
    static constexpr std::size_t stray_lines = 20; // of other programs, between two parts

    static parse_result parsed(std::string_view text)
    {
        return parse(text, {.max_errors = 1, .live_range_optional = true, .partial = false});
    }

    // --- what is written ---------------------------------------------------------------------------------------------

    void repaired(std::string_view what)
    {
        if (std::ranges::find(repairs_, what) == repairs_.end()) repairs_.emplace_back(what);
    }

    void lacks(std::string clause)
    {
        if (std::ranges::find(missing_, clause) == missing_.end()) missing_.push_back(std::move(clause));
    }

    // Adds a line as the compiler prints it, instead of the line that was found.
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
    // Adds `count` empty lines before the next line, instead of those that were found.
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

    // The next line that is not empty and not from another program; null at the end.
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
    // Puts the rest of a line back, as a line of its own.
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
    // True if the text continues, so that it was not cut here.
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
        lacks(std::move(what));
    }
    // Drops the heading of a list without a complete block.
    void drop_title()
    {
        out_.pop_back();
        while (!out_.empty() && out_.back().text.empty()) out_.pop_back();
        open_end_ = out_.size() == 1 && has_lead_;
        last_ = part::nothing;
    }
    void check_end();
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
    std::vector<std::string> missing_;
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
    std::string failed_;    // the part that could not be read
    log_place begin_{1, 0}; // of the first line
};

} // namespace ballast::extracting
