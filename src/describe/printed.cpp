#include "describe/printed.hpp"

#include <algorithm>
#include <utility>

namespace ballast::describe {

namespace {

era_set periods_of(const feature_data& feature)
{
    std::vector<era_set::interval> result;
    for (const auto& p : feature.printed) result.push_back({p.begin, p.end});
    return era_set(std::move(result));
}

era_set joined(const era_set& a, const era_set& b)
{
    std::vector<era_set::interval> all(a.intervals().begin(), a.intervals().end());
    all.insert(all.end(), b.intervals().begin(), b.intervals().end());
    std::ranges::sort(all, {}, &era_set::interval::begin);
    std::vector<era_set::interval> result;
    for (const auto& i : all) {
        if (result.empty() || result.back().end < i.begin)
            result.push_back(i);
        else
            result.back().end = std::max(result.back().end, i.end);
    }
    return era_set(std::move(result));
}

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

bool shows(const feature_data& feature, const node& n)
{
    if (!n.name.empty()) return contains(feature.shown_by, n.name);
    if (n.op != operation::text || feature.word.empty()) return false;
    return feature.word_kind == "attribute_key" ? feature.word == n.key
                                                : feature.word_kind == "keyword" && feature.word == n.text;
}

} // namespace

printed_parts::printed_parts(const specification& spec)
    : spec_(spec),
      always_({{spec.states.front().begin, end_of_history}}),
      own_(spec.grammar.nodes.size(), {always_, {}})
{
    const auto& nodes = spec.grammar.nodes;
    for (node_id id = 0; id < nodes.size(); ++id) add_own(id);
    std::vector<maybe> known(nodes.size());
    for (bool changed = true; changed;) {
        changed = false;
        for (node_id id = nodes.size(); id-- > 0;) {
            auto made = body_of(nodes[id], known);
            if (!made) continue;
            made->printed = made->printed.intersect(own_[id].printed);
            made->features.insert(own_[id].features.begin(), own_[id].features.end());
            if (known[id] && known[id]->printed == made->printed && known[id]->features == made->features) continue;
            known[id] = std::move(made);
            changed = true;
        }
    }
    for (auto& k : known) parts_.push_back(k.value_or(printed_data{}));
}

void printed_parts::add_own(node_id id)
{
    const auto& n = spec_.grammar.nodes[id];
    for (std::size_t i = 0; i < spec_.features.size(); ++i) {
        const auto& feature = spec_.features[i];
        const bool shown = shows(feature, n);
        if (shown) own_[id].features.insert(i);
        if (shown || (!n.name.empty() && contains(feature.needed_by, n.name)))
            own_[id].printed = own_[id].printed.intersect(periods_of(feature));
    }
}

printed_parts::maybe printed_parts::all_of(const node& n, const std::vector<maybe>& known) const
{
    printed_data result{always_, {}};
    for (const auto child : n.children) {
        if (!known[child]) return std::nullopt;
        result.printed = result.printed.intersect(known[child]->printed);
        result.features.insert(known[child]->features.begin(), known[child]->features.end());
    }
    return result;
}

printed_parts::maybe printed_parts::any_of(const node& n, const std::vector<maybe>& known) const
{
    maybe result;
    for (const auto child : n.children) {
        if (!known[child]) continue;
        if (!result) {
            result = known[child];
            continue;
        }
        result->printed = joined(result->printed, known[child]->printed);
        std::erase_if(result->features, [&](std::size_t f) { return !known[child]->features.contains(f); });
    }
    return result;
}

printed_parts::maybe printed_parts::body_of(const node& n, const std::vector<maybe>& known) const
{
    switch (n.op) {
    case operation::sequence:
    case operation::nested:
    case operation::plus:
    case operation::repeat:
    case operation::right_aligned: return all_of(n, known);
    case operation::choice: return any_of(n, known);
    default: return printed_data{always_, {}};
    }
}

std::set<std::size_t> printed_parts::shown_without(node_id id) const
{
    std::set<std::size_t> result;
    const auto& n = spec_.grammar.nodes[id];
    if (n.op != operation::optional) return result;
    const auto& part = spec_.grammar.nodes[n.children.front()].name;
    for (std::size_t i = 0; i < spec_.features.size(); ++i)
        if (!part.empty() && contains(spec_.features[i].shown_without, part)) result.insert(i);
    return result;
}

} // namespace ballast::describe
