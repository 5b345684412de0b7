#include "extract/tpu_scan.hpp"

#include "extract/line.hpp"

#include <algorithm>

namespace ballast::extracting {

namespace {

bool is_digit_byte(char c) { return c >= '0' && c <= '9'; }
bool is_name_byte(char c) { return is_digit_byte(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Scans a text as long as it matches.
class scan {
public:
    explicit scan(std::string_view text) : rest_(text), size_(text.size()) {}

    scan& text(std::string_view what)
    {
        if (fits_ && rest_.starts_with(what))
            rest_.remove_prefix(what.size());
        else
            fits_ = false;
        return *this;
    }
    scan& maybe(std::string_view what)
    {
        if (fits_ && rest_.starts_with(what)) rest_.remove_prefix(what.size());
        return *this;
    }
    // Skips to the end of the next occurrence.
    scan& past(std::string_view what)
    {
        const auto at = rest_.find(what);
        if (at == npos)
            fits_ = false;
        else if (fits_)
            rest_.remove_prefix(at + what.size());
        return *this;
    }
    scan& number() { return run(is_digit_byte); }
    scan& word() { return run(is_name_byte); }
    // `34.82G`, `512B`
    scan& size()
    {
        number();
        if (fits_ && rest_.starts_with('.')) {
            rest_.remove_prefix(1);
            number();
        }
        if (!rest_.empty() && std::string_view("BKMGTPE").find(rest_.front()) != npos)
            rest_.remove_prefix(1);
        else
            fits_ = false;
        return *this;
    }
    scan& blanks()
    {
        while (fits_ && rest_.starts_with(' ')) rest_.remove_prefix(1);
        return *this;
    }
    template <typename Is>
    scan& run(Is is)
    {
        const auto end = static_cast<std::size_t>(std::ranges::find_if_not(rest_, is) - rest_.begin());
        if (end == 0) fits_ = false;
        if (fits_) rest_.remove_prefix(end);
        return *this;
    }

    [[nodiscard]] bool fits() const { return fits_; }
    [[nodiscard]] std::size_t read() const { return fits_ ? size_ - rest_.size() : 0; }
    [[nodiscard]] std::string_view rest() const { return rest_; }
    [[nodiscard]] bool at(std::string_view what) const { return fits_ && rest_.starts_with(what); }

private:
    std::string_view rest_;
    std::size_t size_;
    bool fits_ = true;
};

constexpr std::string_view statuses[]{"RESOURCE_EXHAUSTED: ", "Resource exhausted: ", "INTERNAL: "};
constexpr std::string_view failures[]{"XLA:TPU compile permanent error. ", "Compilation failure: "};

// `E1000: CompileTimeHbmOom:` at the beginning of a text.
std::size_t code_size(std::string_view text)
{
    scan s(text);
    const auto number = s.text("E").rest().substr(0, std::min<std::size_t>(s.rest().size(), 4));
    if (number.size() != 4 || !std::ranges::all_of(number, is_digit_byte)) return 0;
    return s.number().text(": ").word().text(":").read();
}

// The size of the status and the code before a message.
std::size_t before_size(std::string_view text)
{
    std::size_t size = 0;
    for (const auto status : statuses)
        if (text.starts_with(status)) size = status.size();
    if (const auto node = scan(text.substr(size)).text("{{function_node ").past("}} "); node.fits())
        size += node.read();
    if (const auto code = code_size(text.substr(size)); code != 0 && size + code < text.size()) size += code + 1;
    for (const auto failure : failures)
        if (text.substr(size).starts_with(failure)) size += failure.size();
    return size;
}

constexpr std::string_view lead = "Ran out of memory in memory space ";
constexpr std::string_view on_stack = " while allocating on stack for ";
constexpr std::string_view stack_end = ". Scoped allocation with size ";
constexpr std::string_view advice = " It should not be possible to run out of scoped vmem - ";

std::size_t stack_size(std::string_view text)
{
    auto s = scan(text).text(lead).word().text(on_stack).past(stack_end).size();
    s.text(" and limit ").size().text(" exceeded scoped ").word().text(" limit by ").size().maybe(".");
    if (!s.at(advice)) return s.read();
    s.text(advice).maybe("please file a bug against XLA.");
    return s.maybe(" see go/compile-time-vmem-oom#kernel-vmem-stack-oom for more information.").read();
}

std::size_t lead_size(std::string_view text)
{
    auto s = scan(text).text(lead).word().text(". Used ").size().text(" of ").size().text(" ").word();
    return s.text(". Exceeded ").word().text(" capacity by ").size().maybe(".").read();
}

std::size_t form_size(std::string_view text)
{
    for (const auto size : {stack_size(text), lead_size(text)})
        if (size != 0) return size;
    if (const auto s = scan(text)
                           .text(lead)
                           .word()
                           .text(". ")
                           .maybe("It should not be possible to run out of vmem - p")
                           .maybe("P")
                           .text("lease file a bug against XLA.");
        s.fits())
        return s.read();
    if (const auto s = scan(text)
                           .text("Ran out of memory on HBM, the total memory required for HLO temporaries (")
                           .size()
                           .text(") exceeds available HBM (")
                           .size()
                           .text(")")
                           .maybe(".");
        s.fits())
        return s.read();
    if (auto s = scan(text)
                     .text("Allocation (size=")
                     .number()
                     .text(") would exceed memory (size=")
                     .number()
                     .text(") :: #allocation")
                     .number()
                     .text(" [shape = '")
                     .past("'] :: ");
        s.fits()) {
        if (s.at("<no-hlo-instruction>")) return s.text("<no-hlo-instruction>").read();
        return s.run([](char c) { return is_name_byte(c) || c == '.' || c == '-'; }).read();
    }
    if (const auto s = scan(text)
                           .text("TPU TensorCore Hbm usage: ")
                           .size()
                           .text(", SparseCore Hbm usage ")
                           .size()
                           .text(", exceeding available bytes: ")
                           .size();
        s.fits())
        return s.read();
    if (auto s = scan(text)
                     .text("Aborting compilation early because it's unlikely to have enough ")
                     .maybe("device ")
                     .text("memory. Requires ")
                     .size()
                     .text(", has ")
                     .size()
                     .text(" available.");
        s.fits()) {
        constexpr std::string_view flag =
            " If more detailed logging is desired, set --xla_tpu_impure_oom_fast_exit_threshold=";
        if (s.at(flag)) s.text(flag).maybe("-").number();
        return s.read();
    }
    return scan(text).text("Failed to run MLO pass pipeline.").past(" when allocating ").number().text(" words").read();
}

// The start of `what` at the end of a text; npos if the text does not end with it.
std::size_t begin_before(std::string_view text, std::string_view what)
{
    return text.ends_with(what) ? text.size() - what.size() : npos;
}

// The start of the status and the code at the end of a text.
std::size_t before_begin(std::string_view text)
{
    auto size = text.size();
    const auto cut = [&](std::string_view what) {
        const auto at = begin_before(text.substr(0, size), what);
        if (at != npos) size = at;
        return at != npos;
    };
    for (const auto failure : failures)
        if (cut(failure)) break;
    if (const auto code = text.substr(0, size).rfind(" E"); code != npos && size != 0) {
        const auto length = code_size(text.substr(code + 1, size - code - 1));
        if (length != 0 && code + 1 + length + 1 == size) size = code + 1;
    } else if (const auto length = code_size(text.substr(0, size)); length != 0 && length + 1 == size) {
        size = 0;
    }
    if (const auto node = text.substr(0, size).rfind("{{function_node ");
        node != npos && text.substr(0, size).ends_with("}} "))
        size = node;
    for (const auto status : statuses)
        if (cut(status)) break;
    return size;
}

// The start of the blanks before a place; at most `blanks`.
std::size_t indented(std::string_view log, std::size_t from, std::size_t at, std::size_t blanks)
{
    while (blanks-- != 0 && at > from && log[at - 1] == ' ') --at;
    return at;
}

} // namespace

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    if (begin == npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

std::size_t text_begin(std::string_view log, std::size_t from, std::size_t at)
{
    const auto rest = log.substr(at);
    const auto word_before = [&](std::string_view word) {
        const auto line = std::max(log.rfind('\n', at) == npos ? 0 : log.rfind('\n', at) + 1, from);
        const auto found = log.substr(line, at - line).rfind(word);
        return found == npos ? at : line + found;
    };
    if (rest.starts_with(" usage >= ")) return word_before("Total ");
    if (rest.starts_with("m requirement ")) return word_before("Program ");
    if (rest.starts_with("Largest program a")) return indented(log, from, at, 2);
    if (rest.starts_with("XLA label: ")) return indented(log, from, at, 5);
    if (rest.starts_with(". Size: ")) {
        auto begin = at - (at > from && log[at - 1] == '\\' ? 1 : 0); // `1\.` of Markdown
        while (begin > from && is_digit_byte(log[begin - 1])) --begin;
        return indented(log, from, begin, 2);
    }
    if (rest.starts_with("XLA::TPU program ")) return at;
    const auto line = std::max(at == 0 || log.rfind('\n', at - 1) == npos ? 0 : log.rfind('\n', at - 1) + 1, from);
    const auto begin = line + before_begin(log.substr(line, at - line));
    if (begin != at || line == 0 || line == from) return begin;
    // The code, or the words before the message, may be at the end of the previous line.
    const auto before = log.rfind('\n', line - 2 > line ? 0 : line - 2);
    const auto first = std::max(line < 2 || before == npos ? 0 : before + 1, from);
    if (first >= line) return begin;
    auto text = std::string(log.substr(first, line - 1 - first));
    while (text.ends_with('\r') || text.ends_with(' ')) text.pop_back();
    text += ' ';
    const auto found = before_begin(text);
    return found == text.size() ? begin : first + found;
}

bool may_be_message(std::string_view text)
{
    const auto rest = text.substr(before_size(text));
    constexpr std::string_view words[]{"Ran out of memory ",          "Ran out of memory",
                                       "Allocation (size=",           "TPU TensorCore Hbm usage: ",
                                       "Aborting compilation early ", "Failed to run MLO pass pipeline."};
    return std::ranges::any_of(words, [&](auto word) { return rest.starts_with(word); }) ||
           code_size(text) == text.size() || (before_size(text) != 0 && rest.size() < 64) ||
           (!rest.empty() && before_size(std::string(text) + ' ') > text.size());
}

std::optional<std::size_t> message_size(std::string_view text)
{
    const auto before = before_size(text);
    const auto size = form_size(text.substr(before));
    if (size == 0) return std::nullopt;
    return before + size;
}

bool is_about_memory(std::string_view text)
{
    constexpr std::string_view parts[]{". Used ", "HLO temporaries", "would exceed memory", "exceeds available HBM",
                                       on_stack,  "Hbm usage"};
    return std::ranges::any_of(parts, [&](auto part) { return text.find(part) != npos; });
}

bool is_lead(std::string_view message) { return lead_size(message.substr(before_size(message))) != 0; }

bool is_bare_report(std::string_view message)
{
    return message.ends_with("lease file a bug against XLA.") && !holds_line_feeds(message);
}

bool holds_line_feeds(std::string_view text) { return text.find(on_stack) != npos; }

bool needs_period(std::string_view message)
{
    if (message.ends_with('.')) return false;
    return is_lead(message) || message.ends_with(')') || (holds_line_feeds(message) && !message.ends_with("- "));
}

std::size_t module_size(std::string_view message, std::string_view rest)
{
    if (!is_lead(message) && message.find("HLO temporaries") == npos) return 0;
    auto s = scan(rest).text(" HLO module: ").run([](char c) { return is_name_byte(c) || c == '.' || c == '-'; });
    if (!s.fits() || rest[s.read() - 1] != '.') return 0;
    return s.read();
}

bool is_cut(std::string_view payload) { return payload.find("...[truncated]") != npos; }

std::size_t see_size(std::string_view text)
{
    return scan(text).text("See https://openxla.org/xla/errors/error_").number().text(" for more details.").read();
}

bool is_frame(std::string_view text)
{
    const auto colon = text.rfind(':');
    if (colon == npos || colon == 0 || colon + 1 == text.size()) return false;
    return std::ranges::all_of(text.substr(colon + 1), is_digit_byte) && text.find_first_of(" \t:") == colon;
}

std::optional<size_row> row_of(std::string_view line, std::string_view name)
{
    auto s = scan(line).text(name);
    if (!s.fits() || !s.rest().starts_with(' ')) return std::nullopt;
    s.blanks();
    const auto begin = s.read();
    if (s.at("unknown size")) return size_row{"unknown size", begin + std::string_view("unknown size").size()};
    s.size();
    if (!s.fits()) return std::nullopt;
    return size_row{std::string(line.substr(begin, s.read() - begin)), s.read()};
}

std::string program_row(std::string_view name, std::string_view value)
{
    constexpr std::size_t name_width = 16;
    constexpr std::size_t value_width = 7;
    std::string result = "    ";
    result += name;
    result.append(name_width - name.size() + (value_width - std::min(value.size(), value_width)), ' ');
    return result += value;
}

std::string total_row(std::string_view name, std::string_view value) { return program_row(name, value) + ' '; }

std::size_t total_head_size(std::string_view line)
{
    return scan(line).text("Total ").word().text(" usage >= ").size().text(":").read();
}

std::size_t output_size(std::string_view line)
{
    if (line.starts_with("Output size unknown.")) return std::string_view("Output size unknown.").size();
    return scan(line).text("Output size ").size().text("; shares ").size().text(" with arguments.").read();
}

std::size_t program_head_size(std::string_view line)
{
    return scan(line).text("Program ").word().text(" requirement ").size().text(":").read();
}

std::size_t utilization_size(std::string_view rest)
{
    return scan(rest).text(" (").past("% fragmentation (").size().text("))").read();
}

std::size_t share_size(std::string_view line)
{
    auto s = scan(line).text("XLA::TPU program ").word().text(" usage: ").size().text(" / ").size();
    const auto size = s.read();
    const auto parameters = s.text(" (").number().text(" parameters)").read();
    return parameters != 0 ? parameters : size;
}

std::size_t block_head_size(std::string_view line) { return scan(line).number().text(". Size: ").size().read(); }

bool is_rule(std::string_view line) { return line.starts_with(block_rule); }

bool is_block_field(std::string_view line)
{
    constexpr std::string_view fields[]{
        "Operator: ", "Shape: ",     "Unpadded size: ",  "Extra memory due to padding: ",
        "Tag: ",      "XLA label: ", "Allocation type: "};
    return is_rule(line) || std::ranges::any_of(fields, [&](auto field) { return line.starts_with(field); });
}

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

} // namespace ballast::extracting
