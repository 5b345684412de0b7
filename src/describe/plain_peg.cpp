#include "describe/plain_peg.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace ballast::describe {

namespace {

using enum peg_operation;

using byte_set = std::bitset<256>;

byte_set range(unsigned first, unsigned last)
{
    byte_set result;
    for (auto i = first; i <= last; ++i) result.set(i);
    return result;
}

const byte_set any_byte = byte_set().set();
const byte_set no_line_feed = byte_set().set('\n').flip();
// The bytes of words in columns: numbers, sizes and words.
const byte_set column_bytes = range(',', '.') | range('0', '9') | range('A', 'Z') | range('a', 'z');

peg make(peg_operation op, std::vector<peg> children) { return {.op = op, .children = std::move(children)}; }
peg sequence_of(std::vector<peg> children)
{
    std::erase_if(children, [](const peg& e) { return e.op == sequence && e.children.empty(); });
    if (children.size() == 1) return std::move(children.front());
    return make(sequence, std::move(children));
}
peg choice_of(std::vector<peg> children)
{
    if (children.size() == 1) return std::move(children.front());
    return make(choice, std::move(children));
}
peg text_of(std::string text) { return {.op = peg_operation::text, .text = std::move(text)}; }
peg byte_of(byte_set set) { return {.op = bytes, .set = set}; }
peg run_of(byte_set set) { return {.op = run, .set = set}; }
peg counted(peg_operation op, unsigned count, peg child)
{
    auto result = make(op, {std::move(child)});
    result.count = count;
    return result;
}

// Well-formed UTF-8 of U+0080 to U+10FFFF.
peg multibyte()
{
    const auto tail = byte_of(range(0x80, 0xbf));
    const auto with = [&](byte_set first, byte_set second, unsigned more) {
        std::vector<peg> parts{byte_of(first), byte_of(second)};
        parts.insert(parts.end(), more, tail);
        return sequence_of(std::move(parts));
    };
    return choice_of({with(range(0xc2, 0xdf), range(0x80, 0xbf), 0), with(range(0xe0, 0xe0), range(0xa0, 0xbf), 1),
                      with(range(0xe1, 0xec) | range(0xee, 0xef), range(0x80, 0xbf), 1),
                      with(range(0xed, 0xed), range(0x80, 0x9f), 1), with(range(0xf0, 0xf0), range(0x90, 0xbf), 2),
                      with(range(0xf1, 0xf3), range(0x80, 0xbf), 2), with(range(0xf4, 0xf4), range(0x80, 0x8f), 2)});
}

// UTF-8 without NUL up to the last ` (` of the first line at which `tail` matches there, or else of the first line. No
// line begins with `next`.
peg before_last_parenthesis(const peg& tail, const peg& next)
{
    const auto open = text_of(" (");
    const auto ascii = range(0x01, 0x7f) & no_line_feed;
    const auto until_open = make(star, {sequence_of({make(not_at, {open}), choice_of({byte_of(ascii), multibyte()})})});
    // Skips each ` (` that is not the last one of the line.
    const auto to_last =
        sequence_of({until_open, make(star, {sequence_of({open, until_open, make(at, {open})})}), make(at, {open})});
    const auto not_empty = make(not_at, {sequence_of({open, until_open, make(not_at, {open})})});
    const auto here = sequence_of({to_last, make(at, {tail})});
    const auto line = sequence_of({make(star, {choice_of({run_of(ascii), multibyte()})}), text_of("\n")});
    const auto later = make(star, {sequence_of({make(not_at, {next}), make(not_at, {here}), line})});
    return choice_of({sequence_of({not_empty, here}), sequence_of({line, later, make(not_at, {next}), here}),
                      sequence_of({not_empty, to_last})});
}

class lowering {
public:
    lowering(const grammar_data& grammar, const std::function<bool(node_id)>& left_out)
        : grammar_(grammar), left_out_(left_out)
    {
    }

    plain_grammar from(node_id start)
    {
        result_.start = grammar_.nodes[start].name;
        result_.depth_limit = grammar_.depth_limit;
        add(start);
        return std::move(result_);
    }

private:
    void add(node_id id)
    {
        const auto& n = grammar_.nodes[id];
        const auto place = result_.rules.size();
        if (!result_.places.try_emplace(n.name, place).second) return;
        result_.rules.push_back({n.name, n.expected, definition_of(grammar_, id), n.actions, {}});
        auto body = operator_of(n);
        result_.rules[place].body = std::move(body);
    }
    [[nodiscard]] bool gone(node_id id) const { return left_out_ && left_out_(id); }

    // True for such a part, and for what follows it.
    [[nodiscard]] bool begins_with_gone(node_id id) const
    {
        const auto& n = grammar_.nodes[id];
        if (gone(id)) return true;
        return n.name.empty() && n.op == operation::sequence && !n.children.empty() &&
               begins_with_gone(n.children.front());
    }

    peg expression(node_id id)
    {
        const auto& n = grammar_.nodes[id];
        if (n.name.empty()) return operator_of(n);
        add(id);
        return {.op = rule, .text = n.name};
    }
    std::vector<peg> all(const node& n)
    {
        std::vector<peg> result;
        for (const auto child : n.children) result.push_back(expression(child));
        return result;
    }
    peg only(peg_operation op, const node& n)
    {
        const bool may_be_missing = op == optional || op == star || op == repeat_optional;
        if (may_be_missing && begins_with_gone(n.children.front())) return make(sequence, {});
        return counted(op, n.count, sequence_of(all(n)));
    }

    peg operator_of(const node& n)
    {
        switch (n.op) {
        case operation::sequence: return sequence_of(all(n));
        case operation::choice: {
            std::vector<peg> ways;
            for (const auto child : n.children)
                if (!gone(child)) ways.push_back(expression(child));
            return choice_of(std::move(ways));
        }
        case operation::optional: return only(optional, n);
        case operation::star: return only(star, n);
        case operation::plus: return only(plus, n);
        case operation::repeat: return only(repeat, n);
        case operation::repeat_optional: return only(repeat_optional, n);
        case operation::at: return only(at, n);
        case operation::not_at: return only(not_at, n);
        case operation::nested: return only(nested, n);
        case operation::text: return text_of(n.text);
        case operation::bytes: return byte_of(n.set);
        case operation::run: return run_of(n.set);
        case operation::code_points: return multibyte();
        case operation::end: return make(not_at, {byte_of(any_byte)});
        case operation::right_aligned: return sequence_of({{.op = column, .count = n.count}, sequence_of(all(n))});
        case operation::last_parenthesis: {
            const auto children = all(n);
            return before_last_parenthesis(children[0], children[1]);
        }
        }
        return {};
    }

    const grammar_data& grammar_;
    const std::function<bool(node_id)>& left_out_;
    plain_grammar result_;
};

// --- by the definition -----------------------------------------------------------------------------------------------

class plain_matcher {
public:
    plain_matcher(const plain_grammar& grammar, std::string_view text) : grammar_(grammar), text_(text) {}

    bool run(const peg& e, std::size_t& at_byte)
    {
        const auto begin = at_byte;
        if (matched(e, at_byte)) return true;
        at_byte = begin;
        return false;
    }

private:
    bool all(const peg& e, std::size_t& to)
    {
        return std::ranges::all_of(e.children, [&](const peg& child) { return run(child, to); });
    }
    bool looking(const peg& e, std::size_t from) { return run(e.children.front(), from); }
    std::size_t often(const peg& e, std::size_t& to, std::size_t most)
    {
        std::size_t count = 0;
        while (count < most && run(e.children.front(), to)) ++count;
        return count;
    }
    bool matched(const peg& e, std::size_t& to)
    {
        constexpr auto unlimited = std::string_view::npos;
        const auto in_set = [&] { return to < text_.size() && e.set[static_cast<unsigned char>(text_[to])]; };
        switch (e.op) {
        case sequence: return all(e, to);
        case choice: return std::ranges::any_of(e.children, [&](const peg& child) { return run(child, to); });
        case optional: often(e, to, 1); return true;
        case star: often(e, to, unlimited); return true;
        case plus: return often(e, to, unlimited) != 0;
        case repeat: return often(e, to, e.count) == e.count;
        case repeat_optional: often(e, to, e.count); return true;
        case at: return looking(e, to);
        case not_at: return !looking(e, to);
        case peg_operation::text:
            if (!text_.substr(to).starts_with(e.text)) return false;
            to += e.text.size();
            return true;
        case bytes:
            if (!in_set()) return false;
            ++to;
            return true;
        case peg_operation::run: {
            const auto begin = to;
            while (in_set()) ++to;
            return to != begin;
        }
        case nested: {
            if (depth_ >= grammar_.depth_limit) return false;
            ++depth_;
            const bool result = all(e, to);
            --depth_;
            return result;
        }
        case column: {
            const auto word = std::min(text_.find_first_not_of(' ', to), text_.size());
            auto end = word;
            while (end < text_.size() && column_bytes[static_cast<unsigned char>(text_[end])]) ++end;
            const bool fills = end - to == e.count && end != word;
            if (!fills && (word != to || end - to < e.count)) return false;
            to = word;
            return true;
        }
        case rule: return run(grammar_.at(e.text).body, to);
        }
        return false;
    }

    const plain_grammar& grammar_;
    std::string_view text_;
    unsigned depth_ = 0;
};

} // namespace

std::optional<node_id> start_rule(const grammar_data& grammar, std::string_view start)
{
    if (start.empty()) return std::nullopt;
    for (const auto& [name, id] : grammar.rules)
        if (grammar.nodes[id].entry == start) return id;
    const auto found = grammar.rules.find(start);
    return found == grammar.rules.end() ? std::nullopt : std::optional(found->second);
}

plain_grammar plain_peg(const grammar_data& grammar, std::string_view start,
                        const std::function<bool(node_id)>& left_out)
{
    return lowering(grammar, left_out).from(start_rule(grammar, start).value());
}

peg column_spelled_out(unsigned columns)
{
    const auto byte = byte_of(column_bytes);
    std::vector<peg> ways;
    ways.push_back(sequence_of({make(not_at, {text_of(" ")}), make(at, {counted(repeat, columns, byte)})}));
    for (unsigned blanks = 1; blanks < columns; ++blanks)
        ways.push_back(
            sequence_of({text_of(std::string(blanks, ' ')),
                         make(at, {sequence_of({counted(repeat, columns - blanks, byte), make(not_at, {byte})})})}));
    return choice_of(std::move(ways));
}

const std::bitset<256>& column_word() { return column_bytes; }

void for_each_reference(const peg& expression, const std::function<void(std::string_view)>& see)
{
    if (expression.op == rule) see(expression.text);
    for (const auto& child : expression.children) for_each_reference(child, see);
}

bool matches(const plain_grammar& grammar, std::string_view text)
{
    std::size_t to = 0;
    return plain_matcher(grammar, text).run(grammar.rules.front().body, to) && to == text.size();
}

} // namespace ballast::describe
