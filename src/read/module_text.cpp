// Reads the instructions of a module text with the grammar of instructions.
#include "ballast/read.hpp"

#include "ast/attribute_table.hpp"
#include "base/look_ahead.hpp"
#include "base/say.hpp"
#include "grammar/attribute.hpp"
#include "read/bare.hpp"
#include "read/closing.hpp"
#include "read/instruction_lines.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <set>
#include <utility>

namespace ballast::inline v0 {

using read::seen_instruction;

namespace {

bool begins_name(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// An instruction of short text, whose names have no `%`, as long text. Other text does not change.
class long_text {
public:
    explicit long_text(std::string_view line) : rest_(line)
    {
        name();
        skip_to(" = ");
        take(3);
        take(end_of_part(' '));
        const auto open = rest_.find('(');
        const auto opcode = rest_.substr(0, open);
        if (open != std::string_view::npos) {
            take(open + 1);
            if (opcode == " constant" || opcode == " parameter")
                take(end_of_part(')'));
            else
                operands();
            take(1);
            while (rest_.starts_with(", ")) attribute();
        }
        take(rest_.size());
    }

    [[nodiscard]] std::string_view text() const { return text_; }
    // The place in the line, for a place in the text.
    [[nodiscard]] std::int64_t place(std::int64_t at) const
    {
        return at - (std::ranges::lower_bound(marks_, at) - marks_.begin());
    }

private:
    void take(std::size_t count)
    {
        count = std::min(count, rest_.size());
        text_ += rest_.substr(0, count);
        rest_.remove_prefix(count);
    }
    void skip_to(std::string_view what) { take(std::min(rest_.find(what), rest_.size())); }
    void mark()
    {
        marks_.push_back(static_cast<std::int64_t>(text_.size()));
        text_ += '%';
    }
    // Adds a `%` to the name that begins here. A name with a `%` is not short text; a second one makes it wrong.
    void name()
    {
        if (rest_.empty() || (rest_[0] != '%' && !begins_name(rest_[0]))) return;
        mark();
        take(name_size());
    }
    [[nodiscard]] std::size_t name_size() const { return size_of_name(rest_); }
    [[nodiscard]] static std::size_t size_of_name(std::string_view text)
    {
        std::size_t size = 0;
        while (size < text.size() && grammar::name_bytes::bytes(text[size])) ++size;
        return size;
    }
    // The distance to a byte outside of brackets and strings, or to a bracket that was opened before.
    [[nodiscard]] std::size_t end_of_part(char end, char other = '\0') const
    {
        std::size_t depth = 0;
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            const char c = rest_[i];
            if (depth == 0 && (c == end || c == other)) return i;
            if (c == '"') {
                for (++i; i < rest_.size() && rest_[i] != '"'; ++i)
                    if (rest_[i] == '\\') ++i;
            } else if (c == '(' || c == '[' || c == '{') {
                ++depth;
            } else if (c == ')' || c == ']' || c == '}') {
                if (depth == 0) return i;
                --depth;
            }
        }
        return rest_.size();
    }
    void operands()
    {
        while (!rest_.empty() && rest_[0] != ')') {
            const auto left = rest_.size();
            if (rest_.starts_with(", ")) take(2);
            if (rest_.starts_with("/*")) skip_to("*/"), take(2);
            const auto size = end_of_part(',', ')');
            if (!rest_.starts_with("null ")) {
                // The shape comes before the name, if it is printed.
                const auto blank = rest_.substr(0, size).rfind(' ');
                const auto shape = blank == std::string_view::npos ? 0 : blank + 1;
                take(shape);
                name();
                take(end_of_part(',', ')'));
            } else {
                take(size);
            }
            if (rest_.size() == left) return; // not a list of operands
        }
    }
    void attribute()
    {
        take(2);
        std::size_t size = 0;
        while (size < rest_.size() && grammar::key_bytes::bytes(rest_[size])) ++size;
        const auto key = ast::attribute_kind_of(rest_.substr(0, size));
        take(size);
        if (!rest_.starts_with('=')) return;
        take(1);
        // Raw strings may contain any quotes.
        switch (key) {
        case ast::attribute_kind::frontend_attributes: return value_of<grammar::frontend_attributes>();
        case ast::attribute_kind::origin:
        case ast::attribute_kind::original_value: return value_of<grammar::origin>();
        case ast::attribute_kind::replica_groups: return value_of<grammar::replica_groups>(); // `@mesh<x=2,y=4>`
        case ast::attribute_kind::async_execution_thread:
        case ast::attribute_kind::async_thread_name: return value_of<grammar::raw_string>();
        default: break;
        }
        switch (form_of(key)) {
        case value_form::computation: name(); break;
        case value_form::computations:
        case value_form::some_computations: names(); break;
        default:
            // An unknown key may have a list of names: another attribute would have a `=`.
            if (key == ast::attribute_kind::unknown && one_more_name(rest_.substr(name_size()))) names();
        }
        take(end_of_part(','));
    }
    template <typename Rule>
    void value_of()
    {
        grammar::input in(rest_.data(), rest_.data() + rest_.size(), "");
        if (read::match_only<Rule>(in)) take(static_cast<std::size_t>(in.current() - rest_.data()));
        take(end_of_part(','));
    }
    // True if the rest continues with `, name`, and not with another attribute.
    [[nodiscard]] static bool one_more_name(std::string_view rest)
    {
        if (rest.size() < 3 || !rest.starts_with(", ") || !begins_name(rest[2])) return false;
        return size_of_name(rest.substr(2)) + 2 == rest.size() || rest[size_of_name(rest.substr(2)) + 2] != '=';
    }
    // `{a, b}`, or `a, b` before another attribute.
    void names()
    {
        const bool braces = rest_.starts_with('{');
        if (braces) take(1);
        for (name(); rest_.starts_with(", ") && (braces || one_more_name(rest_)); name()) take(2);
        if (braces) take(1);
    }

    std::string_view rest_;
    std::string text_;
    std::vector<std::int64_t> marks_; // the places of inserted `%`
};

class line_reader {
public:
    line_reader(std::string_view text, std::size_t max_errors)
        : text_(text), ahead_(text.size()), max_errors_(max_errors)
    {
    }

    // Calls `see`, if there is one, with each instruction.
    computation_lines read(std::span<const ast::computation_text> computations, const seen_instruction& see = {})
    {
        line_table lines(text_);
        for (const auto& computation : computations) {
            number_ = lines.place_of(offset(computation.instructions)).line;
            for (auto rest = computation.instructions; !rest.empty();) {
                const auto size = instruction(rest, see);
                number_ += std::ranges::count(rest.substr(0, size), '\n');
                rest.remove_prefix(size);
            }
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] std::int64_t offset(std::string_view part) const { return part.data() - text_.data(); }

    // Reads the instruction at the start of the lines. Returns its size, including its last line feed.
    std::size_t instruction(std::string_view lines, const seen_instruction& see)
    {
        ++result_.instructions;
        auto text = lines.substr(0, lines.find('\n'));
        if (max_errors_ != 0 && errors_ >= max_errors_) return text.size() + 1;
        auto found = read_one(text);
        if (!found.result.accepted()) {
            // A dict or a raw string may continue on the next line.
            if (const auto end = ahead_.end_of_lines(lines, "  "); end && *end > text.size())
                if (auto whole = read_one(lines.substr(0, *end)); whole.result.accepted()) {
                    text = lines.substr(0, *end);
                    found = std::move(whole);
                }
        }
        // Empty lines may be the end of a dict; after a refused line they have no meaning.
        if (see)
            see({text.substr(0, static_cast<std::size_t>(found.begin - offset(text))), text, found.longer.has_value(),
                 found.result.value, found.longer ? found.longer->text() : text});
        if (text.ends_with('}') || !found.result.accepted())
            text = lines.substr(0, std::min(lines.find_first_not_of('\n', text.size()), lines.size()) - 1);
        take(std::move(found.result.findings), found.begin, found.longer ? &*found.longer : nullptr);
        return text.size() + 1;
    }

    struct reading {
        fragment_result result;
        std::int64_t begin = 0;
        std::optional<long_text> longer{};
    };
    [[nodiscard]] reading read_one(std::string_view line) const
    {
        if (line.empty())
            return {
                {{}, {{.id = finding_id::instruction, .message = say("expected an instruction, found an empty line")}}},
                offset(line)};
        line.remove_prefix(std::min<std::size_t>(line.starts_with("  ") ? 2 : 0, line.size()));
        constexpr std::string_view root = "ROOT ";
        if (line.starts_with(root)) line.remove_prefix(root.size());
        if (line.empty() || !begins_name(line[0])) return {parse(entry::instruction, line), offset(line)};
        reading result{{}, offset(line), long_text(line)};
        result.result = read::parse_short_instruction(result.longer->text());
        return result;
    }
    void take(std::vector<finding>&& found, std::int64_t begin, const long_text* longer)
    {
        const auto place = [&](std::int64_t at) { return begin + (longer ? longer->place(at) : at); };
        for (auto& what : found) {
            if (longer) without_marks(what.message);
            // Unknown spellings are reported once.
            if (what.severity != severity::error && !told_.emplace(what.id, what.message.text()).second) continue;
            if (what.severity == severity::error) ++errors_;
            // The line that it counted in the instruction is that of the file.
            if (what.id == finding_id::mixed_eras && what.message.arguments.size() == 3)
                what.message.arguments[2] = std::to_string(number_);
            what.begin = place(what.begin);
            what.end = place(what.end);
            for (auto& other : what.related) {
                other.begin = place(other.begin);
                other.end = place(other.end);
            }
            result_.findings.push_back(std::move(what));
        }
    }
    // Messages show text as in the file.
    static void without_marks(finding_message& text)
    {
        for (auto& argument : text.arguments)
            for (std::size_t at = 0; (at = argument.find("`%", at)) != std::string::npos; ++at)
                if (at + 2 < argument.size() && begins_name(argument[at + 2])) argument.erase(at + 1, 1);
    }

    std::string_view text_;
    look_ahead ahead_;
    std::size_t max_errors_;
    std::int64_t number_ = 0;
    std::size_t errors_ = 0;
    std::set<std::pair<finding_id, std::string>> told_;
    computation_lines result_;
};

} // namespace

computation_lines read_computations(const document& read, std::size_t max_errors) noexcept
try {
    const auto* const module = read.module_text();
    if (!module) return {};
    return line_reader(read.text(), max_errors).read(module->computations);
} catch (const std::bad_alloc&) {
    computation_lines result;
    result.findings.push_back(read::out_of_memory());
    return result;
}

} // namespace ballast::inline v0

namespace ballast::read {

void for_each_instruction(const document& of, const ast::computation_text& computation, const seen_instruction& see)
{
    line_reader(of.text(), 0).read({&computation, 1}, see);
}

std::string short_text(std::string_view line)
{
    std::string result;
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (line[i] == '%' && !quoted) continue;
        result += line[i];
        if (quoted && line[i] == '\\' && i + 1 < line.size()) result += line[++i];
    }
    return result;
}

} // namespace ballast::read
