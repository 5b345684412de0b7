// The lines of the computations of a module's text, held against the grammar of instructions.
#include "ballast/read.hpp"

#include "ast/attribute_table.hpp"
#include "base/say.hpp"
#include "base/shown.hpp"
#include "grammar/attribute.hpp"
#include "read/closing.hpp"

#include <tao/pegtl/normal.hpp>
#include <tao/pegtl/nothing.hpp>
#include <tao/pegtl/parse.hpp>

#include <algorithm>
#include <new>
#include <set>
#include <utility>

namespace ballast::inline v0 {

namespace {

bool begins_name(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// An instruction of short text, in which no name has its `%`, as long text has it. What does not look like one stays.
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
    // The place in the line of one in the text.
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
    // A name, where one begins here; one that has its `%` is none of short text, and none of long text with another.
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
    // How far it is to a byte outside of brackets and strings, or to a bracket that was opened before.
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
                // The shape stands before the name, where there is one.
                const auto blank = rest_.substr(0, size).rfind(' ');
                const auto shape = blank == std::string_view::npos ? 0 : blank + 1;
                take(shape);
                name();
                take(end_of_part(',', ')'));
            } else {
                take(size);
            }
            if (rest_.size() == left) return; // no list of operands
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
        if (key == ast::attribute_kind::frontend_attributes) return frontend_attributes();
        switch (form_of(key)) {
        case value_form::computation: name(); break;
        case value_form::computations:
        case value_form::some_computations: names(); break;
        default:
            // A key that the tables lack may have a list of names: another attribute would have its `=`.
            if (key == ast::attribute_kind::unknown && one_more_name(rest_.substr(name_size()))) names();
        }
        take(end_of_part(','));
    }
    // Raw strings in them may hold any quotes.
    void frontend_attributes()
    {
        grammar::input in(rest_.data(), rest_.data() + rest_.size(), "");
        if (tao::pegtl::parse<grammar::frontend_attributes>(in))
            take(static_cast<std::size_t>(in.current() - rest_.data()));
        take(end_of_part(','));
    }
    // Whether the rest goes on with `, name`, not with another attribute.
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
    std::vector<std::int64_t> marks_; // where a `%` was put in
};

class line_reader {
public:
    line_reader(std::string_view text, std::size_t max_errors) : text_(text), max_errors_(max_errors) {}

    computation_lines read(std::string_view lines)
    {
        number_ = line_table(text_).place_of(offset(lines)).line;
        for (auto rest = lines; !rest.empty(); ++number_) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(line.size() + 1);
            const bool indented = line.starts_with("  ");
            ++(indented ? result_.instructions : result_.others);
            if (indented && !full()) instruction(line.substr(2));
            follow(line);
        }
        if (where_ == inside)
            add(finding_id::truncated, text_.substr(text_.size()), say("the text ends inside a computation"),
                say("which begins here"));
        return std::move(result_);
    }

private:
    // Where a line is. After a fault that only the head of the next computation tells.
    enum where : std::uint8_t { inside, between, lost };

    [[nodiscard]] std::int64_t offset(std::string_view part) const { return part.data() - text_.data(); }
    [[nodiscard]] bool full() const { return max_errors_ != 0 && errors_ >= max_errors_; }

    // A computation is its head, its lines and its end; nothing but empty lines separates two of them.
    void follow(std::string_view line)
    {
        const bool head = is_head(line);
        const bool end = line.starts_with('}');
        if (where_ == inside && head)
            add(finding_id::module_text, line, say("expected `}}`, found the head of another computation"),
                say("the computation that has not ended"));
        if (where_ == between && !head && !line.empty()) {
            add(finding_id::module_text, line,
                say("expected the head of a computation, found {}", end ? std::string("the end of one") : shown(line)),
                say("the end of the last computation"));
            where_ = lost;
        }
        if (head || (where_ == inside && end)) {
            where_ = head ? inside : between;
            latest_ = line;
        }
    }
    [[nodiscard]] static bool is_head(std::string_view line)
    {
        return line.ends_with(" {") && (line[0] == '%' || begins_name(line[0]));
    }

    // `other` says what the latest head or end has to do with it, if there was one.
    void add(finding_id id, std::string_view at, phrase said, phrase other)
    {
        if (full()) return;
        ++errors_;
        const auto range = [&](std::string_view part) {
            return std::pair(offset(part), offset(part) + static_cast<std::int64_t>(part.size()));
        };
        const auto [begin, end] = range(at);
        finding what{.id = id, .begin = begin, .end = end, .said = std::move(said)};
        if (!latest_.empty()) {
            const auto [first, last] = range(latest_);
            what.related = {{first, last, std::move(other)}};
        }
        result_.findings.push_back(std::move(what));
    }

    void instruction(std::string_view line)
    {
        constexpr std::string_view root = "ROOT ";
        if (line.starts_with(root)) line.remove_prefix(root.size());
        if (line.empty() || !begins_name(line[0])) {
            take(parse(entry::instruction, line).findings, offset(line), nullptr);
            return;
        }
        const long_text longer(line);
        take(parse(entry::instruction, longer.text()).findings, offset(line), &longer);
    }

    void take(std::vector<finding>&& found, std::int64_t begin, const long_text* longer)
    {
        const auto place = [&](std::int64_t at) { return begin + (longer ? longer->place(at) : at); };
        for (auto& what : found) {
            if (longer) without_marks(what.said);
            // What the tables lack is told once.
            if (what.severity != severity::error && !told_.emplace(what.id, what.message()).second) continue;
            if (what.severity == severity::error) ++errors_;
            // The lines after it may be its rest.
            if (what.id == finding_id::truncated) where_ = lost;
            // Counted in the line.
            if (what.id == finding_id::mixed_eras && what.said.arguments.size() == 3)
                what.said.arguments[2] = std::to_string(number_);
            what.begin = place(what.begin);
            what.end = place(what.end);
            for (auto& other : what.related) {
                other.begin = place(other.begin);
                other.end = place(other.end);
            }
            result_.findings.push_back(std::move(what));
        }
    }
    // Messages show text as it stands in the line.
    static void without_marks(phrase& said)
    {
        for (auto& argument : said.arguments)
            for (std::size_t at = 0; (at = argument.find("`%", at)) != std::string::npos; ++at)
                if (at + 2 < argument.size() && begins_name(argument[at + 2])) argument.erase(at + 1, 1);
    }

    std::string_view text_;
    std::size_t max_errors_;
    std::int64_t number_ = 0;
    std::size_t errors_ = 0;
    where where_ = between;
    std::string_view latest_; // the latest head or end of a computation
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
