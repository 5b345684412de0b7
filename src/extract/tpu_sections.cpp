#include "extract/tpu_text_reader.hpp"

namespace ballast::extracting {

namespace {

constexpr std::size_t lines_of_label = 200;

} // namespace

void tpu_text_reader::read_sections()
{
    while (next() && read_section()) continue;
}

// Returns false if no part of a report begins here.
bool tpu_text_reader::read_section()
{
    const std::string text(trimmed(without_markdown(lines_.front().text)));
    const std::string_view view = text;
    if (view.starts_with("XLA::TPU program ") && !has_lead_ && blocks_ == 0) return read_share(take());
    // After a list, these begin another text.
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
        lacks("a block has no beginning");
        taken_ = line.end;
        forget_empty_lines();
        return true;
    }
    return false;
}

// Keeps a section if it is as the compiler prints it.
void tpu_text_reader::put_section(const std::vector<std::pair<std::string, tpu_line>>& lines, std::string_view name)
{
    std::string text;
    for (const auto& [line, found] : lines) text += line + '\n';
    if (lines.front().first.starts_with("Total ")) text += '\n';
    if (const auto result = parsed(text); !result.accepted()) {
        damaged(std::string(name) + " is not as the compiler prints it: " + result.findings.front().message.text());
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
            lacks("the total has no row `" + std::string(name) + '`');
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
        lacks("the total does not say what the output takes");
        edited_ = edited_ || !has_lead_ || continues();
        taken_ = lines.back().second.end;
        last_ = out_.empty() ? part::nothing : last_;
        // Its empty line is already in the output.
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
        lacks("block " + number + " is not complete");
        edited_ = edited_ || continues();
        forget_empty_lines();
        return;
    }
    std::string text;
    for (const auto& [line, found] : lines) text += line + '\n';
    text += '\n';
    if (const auto result = parsed(text); !result.accepted()) {
        damaged("block " + number + " is not as the compiler prints it: " + result.findings.front().message.text());
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

} // namespace ballast::extracting
