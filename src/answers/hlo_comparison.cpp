#include "answers/hlo_comparison.hpp"

#include "ballast/era.hpp"
#include "ballast/proto.hpp"
#include "base/file_name.hpp"
#include "base/say.hpp"
#include "base/shown.hpp"
#include "files/binary_files.hpp"
#include "files/names.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ballast::inline v0::answers {

namespace {

struct line {
    std::string_view text;
    std::int64_t begin = 0;
};

// An instruction without its metadata and what follows, whose form can change within an era.
std::string_view without_metadata(std::string_view text)
{
    if (text.find("from instruction: ") > 3) return text;
    return text.substr(0, text.find(", metadata={"));
}

// Until 2022 the head of an allocation has an address.
bool has_addresses(std::string_view text)
{
    constexpr std::string_view number = "allocation 0: ";
    const auto at = text.find(number);
    return at != std::string_view::npos && text.substr(at + number.size()).starts_with("0x");
}

// The lines of a text. Those of a used value are sorted: only the text knows the order of its uses.
std::vector<line> comparable_lines(std::string_view text)
{
    std::vector<line> result;
    std::size_t of_value = 0; // the first line of the value
    bool in_value = false;
    const auto sort_value = [&] {
        if (in_value)
            std::ranges::sort(result.begin() + static_cast<std::ptrdiff_t>(of_value), result.end(), {}, &line::text);
        in_value = false;
    };
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        const auto content = text.substr(begin, end - begin);
        if (!content.starts_with(' ')) sort_value();
        result.push_back({without_metadata(content), static_cast<std::int64_t>(begin)});
        if (content.starts_with('<')) {
            in_value = true;
            of_value = result.size();
        }
        begin = end + 1;
    }
    sort_value();
    return result;
}

// The value of a constant can be printed otherwise: numbers below the least normal one are 0 in a text.
bool is_constant(std::string_view text) { return text.find(" constant(") != std::string_view::npos; }

// True if a head of an allocation lacks just the page of the other one: a text does not show when XLA began to print
// it.
bool lacks_the_page_of(std::string_view text, std::string_view other)
{
    constexpr std::string_view page = ", page ";
    const auto begin = other.find(page);
    if (begin == std::string_view::npos || text.find(page) != std::string_view::npos) return false;
    const auto end = std::min(other.find_first_of(",:", begin + page.size()), other.size());
    return text.starts_with("allocation ") && text.size() == begin + other.size() - end &&
           text.starts_with(other.substr(0, begin)) && text.ends_with(other.substr(end));
}

bool is_same(std::string_view text, std::string_view expected)
{
    return text == expected || (is_constant(text) && is_constant(expected)) || lacks_the_page_of(text, expected);
}

std::optional<binary_part> part_named(std::string_view path, const std::vector<binary_part>& parts)
{
    const auto plain = without_compression(path);
    const auto found = std::ranges::find_if(
        parts, [&](binary_part part) { return part != binary_part::module_text && plain.ends_with(ending(part)); });
    return found == parts.end() ? std::nullopt : std::optional(*found);
}

} // namespace

hlo_comparison::hlo_comparison(const files::module_files& module, const files::options& reading)
{
    const auto has_hlo = [](const files::input_file* file) { return file->hlo && !files::is_of_program(*file); };
    const auto found = std::ranges::find_if(module.files, has_hlo);
    if (found == module.files.end()) return;
    const auto& hlo = *(*found)->hlo;
    const auto binary = files::read_binary(hlo, reading);
    if (!binary.error.empty()) return;
    name_ = hlo.path.substr(hlo.path.rfind('/') + 1);
    bytes_ = binary.text.view();
}

std::optional<finding> hlo_comparison::difference(const document& read, const files::input_file& file) const
{
    if (name_.empty() || files::is_of_program(file) || has_addresses(read.text())) return std::nullopt;
    const auto programs = find_programs(bytes_).programs;
    if (programs.size() != 1 || !programs[0].problem.empty()) return std::nullopt;
    const auto& program = programs[0];
    const auto when = time_to_print(program, date(read.witnesses()).possible);
    const auto part = part_named(file.path, parts_of(program, when));
    if (!part || (*part == binary_part::live_range && !program.has_schedule)) return std::nullopt;
    const auto printed = text_of(program, *part, when);
    if (!printed.problem.empty()) return std::nullopt;
    const auto lines = comparable_lines(read.text());
    const auto expected = comparable_lines(printed.text);
    const auto [line_read, line_expected] =
        std::ranges::mismatch(lines, expected, [](const line& a, const line& b) { return is_same(a.text, b.text); });
    if (line_read == lines.end() && line_expected == expected.end()) return std::nullopt;
    const auto size = static_cast<std::int64_t>(read.text().size());
    finding result{
        .id = finding_id::binary_form,
        .severity = severity::warning,
        .begin = line_read == lines.end() ? size : line_read->begin,
        .end = line_read == lines.end() ? size : line_read->begin + static_cast<std::int64_t>(line_read->text.size())};
    const auto name = ballast::shown(name_, longest_name);
    constexpr std::size_t longest_line = 100;
    result.message = line_expected == expected.end()
                         ? say("{} does not have this line", name)
                         : say("{} has here: {}", name, ballast::shown(line_expected->text, longest_line));
    return result;
}

} // namespace ballast::inline v0::answers
