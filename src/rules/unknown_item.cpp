#include "rules/unknown_item.hpp"

#include "ast/known_items.hpp"
#include "base/shown.hpp"
#include "rules/module_text.hpp"

#include <algorithm>
#include <initializer_list>

namespace ballast::rules {

namespace {

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool in_key(char c) { return is_small(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; }
bool is_printable(char c) { return c >= ' ' && c <= '~'; }
bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Takes balanced parts from the front of a text.
class scanner {
public:
    explicit scanner(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
    [[nodiscard]] char next() const { return at_end() ? '\0' : text_[at_]; }
    bool take(char c)
    {
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    template <typename Holds>
    bool run(Holds holds)
    {
        const auto begin = at_;
        while (!at_end() && holds(text_[at_])) ++at_;
        return at_ != begin;
    }
    bool key() { return is_small(next()) && run(in_key); }
    bool quoted()
    {
        if (!take('"')) return false;
        for (; !at_end() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && ++at_ == text_.size()) return false;
            if (text_[at_] == '\n' || text_[at_] == '\0') return false;
        }
        return take('"');
    }
    bool braces()
    {
        const level below(depth_);
        if (depth_ > depth_limit || !take('{')) return false;
        while (next() != '}')
            if (!quoted() && !braces() &&
                !run([](char c) { return c != '\0' && c != '\n' && c != '"' && c != '{' && c != '}'; }))
                return false;
        return take('}');
    }
    bool group()
    {
        const level below(depth_);
        if (depth_ > depth_limit) return false;
        const auto within = [&](char open, char close) {
            if (!take(open)) return false;
            while (next() != close)
                if (!element()) return false;
            return take(close);
        };
        return next() == '(' ? within('(', ')') : within('[', ']');
    }
    // A part of balanced text.
    bool element()
    {
        switch (next()) {
        case '"': return quoted();
        case '{': return braces();
        case '(':
        case '[': return group();
        default:
            return run([](char c) {
                return (is_printable(c) || is_high(c)) &&
                       std::string_view("\"{}()[]").find(c) == std::string_view::npos;
            });
        }
    }
    // One balanced token.
    bool value()
    {
        switch (next()) {
        case '"':
        case '{':
        case '(':
        case '[': return element();
        default:
            return run([](char c) {
                return ((is_printable(c) && c != ' ') || is_high(c)) &&
                       std::string_view("\"{}()[],").find(c) == std::string_view::npos;
            });
        }
    }
    // A word in the head of an allocation.
    bool head_word()
    {
        bool found = false;
        for (;; found = true) {
            if (next() == '"' || next() == '{') {
                if (!element()) return false;
            } else if (take('|')) {
                if (!run([](char c) { return is_printable(c) && c != '|'; }) || !take('|')) return false;
            } else if (!run([](char c) {
                           return is_printable(c) && c != ' ' &&
                                  std::string_view("\"{}()[],:|").find(c) == std::string_view::npos;
                       })) {
                return found;
            }
        }
    }

private:
    static constexpr std::size_t depth_limit = 256; // as of any text
    struct level {
        std::size_t& depth;
        explicit level(std::size_t& of) : depth(of) { ++depth; }
        ~level() { --depth; }
        level(const level&) = delete;
        level& operator=(const level&) = delete;
    };

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
};

using keys = std::initializer_list<std::string_view>;

bool is_among(const keys& known, std::string_view word) { return std::ranges::find(known, word) != known.end(); }

bool is_field(std::string_view text)
{
    scanner in(text);
    if (!in.key() || !in.take('=') || !in.value() || !in.at_end()) return false;
    return !is_among({"op_type", "op_name", "source_file", "source_line", "source_end_line", "source_column",
                      "source_end_column", "profile_type", "deduplicated_name", "preserve_layout", "scheduling_name",
                      "stack_frame_id", "metadata_payload"},
                     text.substr(0, text.find('=')));
}

bool is_head_item(std::string_view text)
{
    scanner in(text);
    if (!is_small(in.next())) return false;
    do {
        if (!in.head_word()) return false;
    } while (in.take(' '));
    if (!in.at_end()) return false;
    for (const std::string_view known : {"size", "color", "page", "parameter", "shape", "output shape", "constant",
                                         "thread-local", "maybe-live-out", "preallocated-temp"})
        if (text.starts_with(known) && (text.size() == known.size() || !in_key(text[known.size()]))) return false;
    return true;
}

bool is_suffix(std::string_view text)
{
    scanner in(text);
    if (!is_capital(in.next()) || !in.run([](char c) { return is_small(c) || is_capital(c); })) return false;
    do {
        if (in.next() != '(' || !in.group()) return false;
    } while (!in.at_end());
    return !is_among({"D", "T", "L", "E", "S", "SC", "P", "M"}, text.substr(0, text.find('(')));
}

bool is_header_item(std::string_view text)
{
    scanner in(text);
    if (!in.key() || !in.take('=')) return false;
    if (is_among({"is_scheduled", "input_output_alias", "buffer_donor", "alias_passthrough_params",
                  "entry_computation_layout", "allow_spmd_sharding_propagation_to_parameters",
                  "allow_spmd_sharding_propagation_to_output", "replica_count", "num_partitions", "frontend_attributes",
                  "origin_recovery_table", "debug_attributes"},
                 text.substr(0, text.find('='))))
        return false;
    return in.at_end() || is_block(text.substr(text.find('=') + 1)) || (in.value() && in.at_end());
}

bool is_tail(std::string_view text)
{
    const std::size_t gap = text.starts_with(", ") ? 2 : text.starts_with(' ') ? 1 : 0;
    if (gap == 0 || text.size() == gap) return false;
    const auto first = text[gap] == '(' ? gap + 1 : gap;
    if (first == text.size() || !is_small(text[first])) return false;
    scanner in(text);
    while (!in.at_end())
        if (!in.element()) return false;
    return true;
}

template <typename Node, typename Fits>
verdict check(const ast::list<ast::unknown_item>& items, const Node& node, finding_id id, Fits fits)
{
    if (items.empty()) return {};
    const auto known = ast::known_items(node);
    std::int64_t before = 0;
    for (const auto& [after, text] : items) {
        if (after < before || after > known)
            return violation{id, say("an unknown item after {} of {} known ones", after, known)};
        if (!fits(text)) return violation{id, say("an unknown item cannot be {}", shown(text))};
        before = after;
    }
    return {};
}

verdict check(const ast::box<std::string_view>& tail, finding_id id, std::string_view known = {})
{
    if (!tail || (is_tail(*tail) && (known.empty() || !tail->starts_with(known)))) return {};
    return violation{id, say("a row cannot end with {}", shown(*tail))};
}

} // namespace

verdict check_unknown(const ast::metadata& node)
{
    return check(node.rare->unknown_items, node, finding_id::metadata, is_field);
}
verdict check_unknown(const ast::allocation& node)
{
    return check(node.unknown_items, node, finding_id::allocation, is_head_item);
}
verdict check_unknown(const ast::report_allocation& node)
{
    return check(node.unknown_items, node, finding_id::usage_report, is_head_item);
}
verdict check_unknown(const ast::layout_suffixes& node)
{
    return check(node.unknown_items, node, finding_id::layout, is_suffix);
}
verdict check_unknown(const ast::module_text& node)
{
    return check(node.unknown_items, node, finding_id::module_text, is_header_item);
}

verdict check_tail(const ast::value_line& row) { return check(row.unknown_tail, finding_id::value_line); }
verdict check_tail(const ast::used_value& row) { return check(row.unknown_tail, finding_id::used_value); }
verdict check_tail(const ast::live_range_row& row) { return check(row.unknown_tail, finding_id::live_range); }
verdict check_tail(const ast::peak_row& row) { return check(row.unknown_tail, finding_id::peak, " (cumulative"); }

} // namespace ballast::rules
