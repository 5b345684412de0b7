#include "render/lines.hpp"

#include <iterator>

namespace ballast::inline v0::render {

void line_buffer::format_line(fmt::string_view text, fmt::format_args arguments)
{
    fmt::vformat_to(std::back_inserter(buffer_), text, arguments);
    buffer_.push_back(style_.line_end);
}

std::string line_buffer::take()
{
    auto result = fmt::to_string(buffer_);
    buffer_.clear();
    return result;
}

std::string line_buffer::emphasised(std::string_view word) const
{
    if (!style_.coloured) return std::string(word);
    const auto colour = word == "warning" ? 33 : word == "note" ? 36 : 31;
    return fmt::format("\x1b[1;{}m{}\x1b[0m", colour, word);
}

void line_buffer::finding_lines(std::string_view path, std::string_view word, const ballast::finding& what,
                                text_place where, const excerpt& around)
{
    line("{}:{}:{}: {}: {} [{}]", path, where.line, where.column, emphasised(word), what.message.text(),
         info(what.id).name);
    if (around.window.empty()) return;
    line(" {}", around.window);
    line(" {}^", std::string(static_cast<std::size_t>(around.caret), ' '));
}

void line_buffer::related_line(std::string_view path, text_place where, std::string_view message)
{
    line(" {}:{}:{}: {}: {}", path, where.line, where.column, emphasised("note"), message);
}

void line_buffer::finding(std::string_view path, std::string_view word, const answers::reported_finding& what,
                          const excerpt& around)
{
    finding_lines(path, word, what.what, what.begin, around);
    for (const auto& other : what.related)
        related_line(other.file ? std::string_view(other.file->shown) : path, other.begin, other.message);
}

void line_buffer::finding(std::string_view path, std::string_view word, const ballast::finding& what, line_table& lines,
                          const std::function<text_place(text_place)>& in_file)
{
    const auto place_of = [&](std::int64_t offset) {
        const auto place = lines.place_of(offset);
        return in_file ? in_file(place) : place;
    };
    finding_lines(path, word, what, place_of(what.begin), excerpt_of(lines.text(), what.begin, what.end));
    for (const auto& other : what.related) related_line(path, place_of(other.begin), other.message.text());
}

void line_buffer::unreadable(std::string_view path, std::string_view problem)
{
    line("{}: {}: {}", path, emphasised("unreadable"), problem);
}

void line_buffer::unused(const answers::unused_file& file)
{
    if (!file.problem.empty()) return unreadable(file.shown, file.problem);
    finding(file.shown, "refused", file.refusal, file.around);
}

} // namespace ballast::inline v0::render
