#include "describe/sentences.hpp"

#include <algorithm>
#include <array>

namespace ballast::describe {

namespace {

constexpr std::size_t unreachable = SIZE_MAX / 2;

// Words for rules that match any word, so that sentences look like dumps.
struct lexicon_row {
    std::string_view rule;
    std::vector<std::string_view> words;
};
const lexicon_row lexicon[] = {
    {"element_type", {"f32", "s32", "pred", "bf16", "token", "opaque", "c64", "u8", "f8e4m3fn", "goldilocks"}},
    {"opcode", {"add", "fusion", "copy-start", "custom-call", "dot", "while", "all-reduce", "frobnicate"}},
    {"attribute_key", {"dimensions", "x_y", "control-predecessors", "strength"}},
    {"frontend_key", {"a", "b.c", "_k", "a/b c"}},
    {"statistic_name", {"a b", "count"}},
    {"bare_axis_name", {"x", "data"}},
};

std::size_t ways_of(const node& n)
{
    switch (n.op) {
    case operation::choice: return n.children.size();
    case operation::optional:
    case operation::star:
    case operation::repeat_optional: return 2;
    default: return 1;
    }
}

void append(const derivation& d, std::string& out)
{
    out += d.text;
    for (const auto& part : d.parts) append(part, out);
}

} // namespace

std::string text_of(const derivation& d)
{
    std::string result;
    append(d, result);
    return result;
}

sentences::sentences(const grammar_data& grammar, random_source& from)
    : grammar_(grammar), from_(from), matcher_(grammar), height_(grammar.nodes.size(), unreachable)
{
    for (const auto& n : grammar.nodes) taken_.emplace_back(ways_of(n), 0U);
    for (bool changed = true; changed;) {
        changed = false;
        for (node_id id = 0; id < grammar.nodes.size(); ++id) {
            const auto& n = grammar.nodes[id];
            std::size_t height = 0;
            switch (n.op) {
            case operation::choice:
                height = unreachable;
                for (const auto child : n.children) height = std::min(height, height_[child]);
                break;
            case operation::sequence:
            case operation::nested:
            case operation::right_aligned:
            case operation::plus:
            case operation::repeat:
                for (const auto child : n.children) height = std::max(height, height_[child]);
                break;
            default: break; // tokens, look-aheads, and operators that can match no text
            }
            if (height < unreachable && height + 1 < height_[id]) {
                height_[id] = height + 1;
                changed = true;
            }
        }
    }
}

// Draws two ways, and returns the one that was taken less often.
std::size_t sentences::choose(node_id id, const std::vector<std::size_t>& ways)
{
    auto way = ways[from_.below(ways.size())];
    const auto other = ways[from_.below(ways.size())];
    if (taken_[id][other] < taken_[id][way]) way = other;
    ++taken_[id][way];
    return way;
}

std::string sentences::token(const node& n)
{
    const auto member = [&] {
        // Mostly printable characters.
        for (int tries = 0; tries < 8; ++tries) {
            const auto c = 0x20 + from_.below(0x5f);
            if (n.set[c]) return static_cast<char>(c);
        }
        const auto start = from_.below(256);
        for (std::size_t i = 0; i < 256; ++i)
            if (n.set[(start + i) % 256]) return static_cast<char>((start + i) % 256);
        return '\0';
    };
    std::string result;
    switch (n.op) {
    case operation::text: return n.text;
    case operation::bytes: return std::string(1, member());
    case operation::run:
        for (auto count = 1 + from_.below(4); count != 0; --count) result += member();
        return result;
    case operation::code_points: {
        constexpr std::array<std::string_view, 6> points{"é", "漢", "😀", "\u0080", "\uffff", "\U0010ffff"};
        return std::string(points[from_.below(points.size())]);
    }
    case operation::last_parenthesis:
        return std::string(from_.pick({"jit(f)/add", "x", "a (b", "größe", " ", "w (1.0%, total: 1 bytes"}));
    default: return {};
    }
}

derivation sentences::make(node_id id, std::size_t depth)
{
    const auto& n = grammar_.nodes[id];
    derivation result{id, 0, {}, {}};
    if (budget_ != 0) --budget_;
    for (const auto& row : lexicon)
        if (row.rule == n.name && !from_.chance(4)) {
            result.text = row.words[from_.below(row.words.size())];
            return result;
        }
    const bool small = budget_ == 0 || depth > 60;
    const auto allowed = [&](std::size_t way) { return !banned || !banned(id, way); };
    const auto add = [&](node_id child) { result.parts.push_back(make(child, depth + 1)); };
    switch (n.op) {
    case operation::sequence:
    case operation::nested:
        for (const auto child : n.children) add(child);
        break;
    case operation::right_aligned: {
        add(n.children.front());
        const auto width = text_of(result).size();
        result.text = std::string(n.count - std::min<std::size_t>(n.count, width), ' ');
        break;
    }
    case operation::choice: {
        std::vector<std::size_t> ways;
        for (std::size_t i = 0; i < n.children.size(); ++i)
            if (allowed(i) && height_[n.children[i]] < unreachable) ways.push_back(i);
        if (ways.empty()) ways.push_back(0);
        if (small)
            result.way = *std::ranges::min_element(ways, {}, [&](std::size_t i) { return height_[n.children[i]]; });
        else
            result.way = choose(id, ways);
        add(n.children[result.way]);
        break;
    }
    case operation::optional:
    case operation::star:
    case operation::repeat_optional: {
        std::vector<std::size_t> ways;
        if (allowed(0)) ways.push_back(0);
        if (allowed(1) && !small) ways.push_back(1);
        if (ways.empty()) ways.push_back(allowed(0) ? 0 : 1);
        result.way = choose(id, ways);
        if (result.way == 0) break;
        std::size_t most = n.op == operation::optional ? 1 : n.op == operation::star ? 6 : n.count;
        for (auto count = 1 + from_.below(std::min<std::size_t>(most, 6)); count != 0; --count) add(n.children.front());
        break;
    }
    case operation::plus:
        for (auto count = 1 + (small ? 0 : from_.below(4)); count != 0; --count) add(n.children.front());
        break;
    case operation::repeat:
        for (unsigned i = 0; i < n.count; ++i) add(n.children.front());
        break;
    case operation::at:
    case operation::not_at:
    case operation::end: break;
    default: result.text = token(n);
    }
    return result;
}

// True if all look-aheads hold; otherwise `path` leads to the first that does not.
bool sentences::holds(const derivation& d, std::string_view text, std::size_t& at, std::vector<std::size_t>& path)
{
    const auto& n = grammar_.nodes[d.node];
    switch (n.op) {
    case operation::at:
    case operation::not_at: return matcher_.match(n.children.front(), text, at).has_value() == (n.op == operation::at);
    case operation::end: return at == text.size();
    case operation::right_aligned: // the word in the column may have been redrawn
    case operation::last_parenthesis:
        if (matcher_.match(d.node, text, at) != at + text_of(d).size()) return false;
        break;
    default: break;
    }
    at += d.text.size();
    for (std::size_t i = 0; i < d.parts.size(); ++i) {
        path.push_back(i);
        if (!holds(d.parts[i], text, at, path)) return false;
        path.pop_back();
    }
    return true;
}

// True if no run could have been longer.
bool sentences::greedy_fits(const derivation& d, std::string_view text, std::size_t& at) const
{
    at += d.text.size();
    const auto& n = grammar_.nodes[d.node];
    if (n.op == operation::run && at < text.size() && n.set[static_cast<unsigned char>(text[at])]) return false;
    return std::ranges::all_of(d.parts, [&](const derivation& part) { return greedy_fits(part, text, at); });
}

std::string sentences::find_fault(const derivation& d, std::string_view text, std::size_t& at)
{
    const auto begin = at;
    at += d.text.size();
    for (const auto& part : d.parts)
        if (auto inner = find_fault(part, text, at); !inner.empty()) return inner;
    const auto& n = grammar_.nodes[d.node];
    if (n.name.empty() || matcher_.match(d.node, text, begin) == at) return {};
    return n.name;
}

std::optional<sentences::sentence> sentences::draw(node_id from, std::size_t size)
{
    for (int tries = 0; tries < 20; ++tries) {
        budget_ = size;
        sentence drawn{make(from, 0), {}, false, {}};
        bool all_hold = false;
        for (std::size_t repairs = 0; repairs < 150 && !all_hold; ++repairs) {
            drawn.text = text_of(drawn.tree);
            std::vector<std::size_t> path;
            std::size_t at = 0;
            all_hold = holds(drawn.tree, drawn.text, at, path);
            if (all_hold) break;
            // Redraws the parts around the look-ahead, the closest first.
            const auto up = 1 + repairs % 12;
            derivation* part = &drawn.tree;
            for (std::size_t i = 0; i + up < path.size(); ++i) part = &part->parts[path[i]];
            budget_ = size / 2;
            *part = make(part->node, 0);
        }
        if (!all_hold) continue;
        drawn.matched = matcher_.matches(from, drawn.text);
        if (drawn.matched) return drawn;
        std::size_t at = 0;
        if (!greedy_fits(drawn.tree, drawn.text, at)) continue;
        at = 0;
        drawn.fault = find_fault(drawn.tree, drawn.text, at);
        if (drawn.fault.empty()) drawn.fault = grammar_.nodes[from].name;
        return drawn;
    }
    return std::nullopt;
}

} // namespace ballast::describe
