#include "describe/matcher.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <utility>

namespace ballast::describe {

namespace {

char32_t code_point(std::string_view bytes)
{
    const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(bytes[i])); };
    char32_t result = bytes.size() == 1 ? byte(0) : byte(0) & (0xffU >> (bytes.size() + 1));
    for (std::size_t i = 1; i < bytes.size(); ++i) result = result << 6 | (byte(i) & 0x3fU);
    return result;
}

} // namespace

std::optional<std::size_t> matcher::match(node_id from, std::string_view text, std::size_t at)
{
    text_ = text;
    steps_.clear();
    refuted_.clear();
    failed_.clear();
    farthest_ = 0;
    reached_ = 0;
    refuting_ = 0;
    depth_ = 0;
    if (!run(from, at)) return std::nullopt;
    return at;
}

bool matcher::run_all(const std::vector<node_id>& children, std::size_t& at)
{
    const auto begin = at;
    for (const auto child : children)
        if (!run(child, at)) {
            at = begin;
            return false;
        }
    return true;
}

bool matcher::run(node_id id, std::size_t& at)
{
    const auto& n = grammar_.nodes[id];
    const auto begin = at;
    const auto mark = steps_.size();
    const auto reached_before = std::exchange(reached_, 0);
    const bool matched = run_operator(id, n, at);
    if (!matched && !n.name.empty() && refuting_ == 0 && reached_ == farthest_) failed_.push_back(id);
    reached_ = std::max(reached_, reached_before);
    if (!matched) {
        at = begin;
        steps_.resize(mark);
        return false;
    }
    const bool has_ways = n.op == operation::choice || n.op == operation::optional || n.op == operation::star ||
                          n.op == operation::repeat_optional;
    if (!n.name.empty() && !has_ways) steps_.push_back({id, 0, begin});
    return true;
}

bool matcher::fail_at(std::size_t at)
{
    reached_ = std::max(reached_, at);
    if (refuting_ == 0 && at > farthest_) {
        farthest_ = at;
        failed_.clear();
    }
    return false;
}

bool matcher::begins(node_id id, std::size_t at)
{
    const auto mark = steps_.size();
    const bool result = run(id, at);
    steps_.resize(mark);
    return result;
}

bool matcher::run_to_last_parenthesis(const node& n, std::size_t& at)
{
    const auto begin = at;
    auto found = std::string_view::npos;
    for (auto line = begin; line < text_.size() && (line == begin || !begins(n.children[1], line));) {
        const auto line_end = std::min(text_.find('\n', line), text_.size());
        const auto place = text_.substr(line, line_end - line).rfind(" (");
        if (place != std::string_view::npos && line + place != begin) {
            if (line == begin || begins(n.children[0], line + place)) found = line + place;
            if (begins(n.children[0], line + place)) break;
        }
        line = line_end + 1;
    }
    if (found == std::string_view::npos) return fail_at(begin);
    for (at = begin; at < found;) {
        const auto length = text_[at] == '\0' ? 0 : utf8::sequence_length(text_.substr(at, found - at));
        if (length == 0) return fail_at(at);
        at += length;
    }
    return true;
}

// Consumes nothing. Returns whether the node matches as its operation asks.
bool matcher::look_ahead(const node& n, std::size_t begin)
{
    const bool forbidden = n.op == operation::not_at;
    const auto mark = steps_.size();
    const auto reached_before = reached_;
    if (forbidden) ++refuting_;
    auto at = begin;
    const bool matched = run(n.children.front(), at);
    if (forbidden) {
        --refuting_;
        reached_ = reached_before;
    }
    if (matched && forbidden) {
        refuted_.insert(refuted_.end(), steps_.begin() + static_cast<std::ptrdiff_t>(mark), steps_.end());
        steps_.resize(mark);
    }
    return matched != forbidden;
}

bool matcher::run_operator(node_id id, const node& n, std::size_t& at)
{
    const auto begin = at;
    const auto way = [&](std::size_t which) { steps_.push_back({id, which, begin}); };
    switch (n.op) {
    case operation::sequence: return run_all(n.children, at);
    case operation::choice:
        for (std::size_t i = 0; i < n.children.size(); ++i)
            if (run(n.children[i], at)) {
                way(i);
                return true;
            }
        return false;
    case operation::optional: way(run(n.children.front(), at) ? 1 : 0); return true;
    case operation::star:
    case operation::plus:
    case operation::repeat_optional: {
        std::size_t count = 0;
        while ((n.op != operation::repeat_optional || count < n.count) && run(n.children.front(), at)) ++count;
        if (n.op == operation::plus) return count != 0;
        way(count != 0 ? 1 : 0);
        return true;
    }
    case operation::repeat:
        for (unsigned i = 0; i < n.count; ++i)
            if (!run(n.children.front(), at)) return false;
        return true;
    case operation::at:
    case operation::not_at: return look_ahead(n, begin) || (n.op == operation::not_at && fail_at(begin));
    case operation::text:
        if (!text_.substr(at).starts_with(n.text)) return fail_at(begin);
        at += n.text.size();
        return true;
    case operation::bytes:
        if (at >= text_.size() || !n.set[static_cast<unsigned char>(text_[at])]) return fail_at(begin);
        ++at;
        return true;
    case operation::run:
        while (at < text_.size() && n.set[static_cast<unsigned char>(text_[at])]) ++at;
        return at > begin || fail_at(begin);
    case operation::code_points: {
        const auto length = utf8::sequence_length(text_.substr(at));
        if (length == 0) return fail_at(begin);
        const auto point = code_point(text_.substr(at, length));
        if (point < n.low || point > n.high) return fail_at(begin);
        at += length;
        return true;
    }
    case operation::end: return at == text_.size() || fail_at(begin);
    case operation::nested: {
        if (depth_ >= grammar_.depth_limit) return fail_at(begin);
        ++depth_;
        const bool matched = run_all(n.children, at);
        --depth_;
        return matched;
    }
    case operation::right_aligned: {
        const auto blanks = std::min(text_.find_first_not_of(' ', at), text_.size()) - at;
        at += blanks;
        if (!run(n.children.front(), at)) return false;
        const auto width = at - begin;
        return width == n.count || (blanks == 0 && width > n.count) || fail_at(begin);
    }
    case operation::last_parenthesis: return run_to_last_parenthesis(n, at);
    }
    return false;
}

} // namespace ballast::describe
