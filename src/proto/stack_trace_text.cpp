// The tree of the values at the peak by where they come from: computations, and the parts of `op_name`.
#include "proto/dump_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace ballast::inline v0::proto {

namespace {

// The parts of all paths to all values; programs have a few for each value.
constexpr std::size_t most_parts = std::size_t{1} << 24;
constexpr std::size_t most_levels_of_calls = 256;
// The parts of one path, which are the levels of the tree.
constexpr std::size_t most_levels_of_tree = 1000;

bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

std::string_view take_word(std::string_view& text)
{
    const auto size = static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin());
    const auto result = text.substr(0, size);
    text.remove_prefix(size);
    return result;
}

// `params['layer/0'].w` is params, layer, 0, w. Another text is one part.
std::vector<std::string_view> parts_of(const std::string_view text)
{
    auto rest = text;
    const bool is_name = !rest.empty() && is_word(rest[0]) && (rest[0] < '0' || rest[0] > '9');
    if (!is_name) return {text};
    std::vector<std::string_view> result{take_word(rest)};
    bool keys = false;
    while (!rest.empty()) {
        if (rest.starts_with("['")) {
            const auto end = rest.find('\'', 2);
            if (end == std::string_view::npos || end == 2 || !rest.substr(end).starts_with("']")) break;
            auto key = rest.substr(2, end - 2);
            for (auto slash = key.find('/'); slash != std::string_view::npos; slash = key.find('/')) {
                result.push_back(key.substr(0, slash));
                key.remove_prefix(slash + 1);
            }
            result.push_back(key);
            rest.remove_prefix(end + 2);
            keys = true;
        } else if (rest.size() > 1 && rest[0] == '.' && is_word(rest[1])) {
            rest.remove_prefix(1);
            result.push_back(take_word(rest));
        } else {
            break;
        }
    }
    if (!rest.empty() || !keys) return {text};
    return result;
}

struct trace_node {
    std::string_view name;
    std::int64_t own = 0;
    std::int64_t total = 0;
    std::vector<trace_node*> children{};
};

class tree_builder {
public:
    explicit tree_builder(const flow& values) : values_(values), of_(*values.of) {}

    // All nodes, each before its children.
    std::deque<trace_node>& run(const std::vector<peak_value>& peak)
    {
        nodes_.emplace_back();
        for (const auto& x : peak) add(x);
        for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
            node->total = node->own;
            for (const auto* child : node->children) node->total += child->total;
        }
        return nodes_;
    }

private:
    void add(const peak_value& x)
    {
        const auto& v = values_.values[x.value];
        paths_.clear();
        std::vector<std::string_view> below;
        follow(of_.positions[v.at].instruction, below, 0);
        const auto count = static_cast<std::int64_t>(paths_.size());
        auto rest = x.bytes % count;
        std::string last;
        if (of_.positions[v.at].parent != none) {
            text index(0);
            index.put_index(of_.index_of(v.at));
            last = index.take();
        }
        for (auto& path : paths_) {
            auto own = x.bytes / count;
            if (rest > 0) {
                ++own;
                --rest;
            }
            if (!last.empty()) path.back() = names_.emplace_back(std::string(path.back()) + last);
            auto* node = &nodes_.front();
            for (const auto name : path) node = child_of(node, name);
            node->own += own;
        }
    }

    // Adds the paths that end with an instruction, `below` reversed after it.
    void follow(row i, std::vector<std::string_view>& below, std::size_t level)
    {
        if (level > most_levels_of_calls) throw refusal{"computations call each other too deeply"};
        const auto& x = of_.instructions[i];
        const auto size = below.size();
        const auto name = x.of.child(7).text(2);
        const auto parts = parts_of(name.empty() ? x.name : name);
        below.insert(below.end(), parts.rbegin(), parts.rend());
        below.push_back(of_.of(x).name);
        const auto& callers = callers_of(x.computation);
        if (callers.empty()) {
            parts_ += below.size();
            if (below.size() > most_levels_of_tree) throw refusal{"the stack trace is nested too deeply"};
            if (parts_ > most_parts) throw refusal{"the stack trace has too many paths"};
            paths_.emplace_back(below.rbegin(), below.rend());
        }
        for (const auto caller : callers) follow(caller, below, level + 1);
        below.resize(size);
    }

    // Each once, by id.
    const std::vector<row>& callers_of(row computation)
    {
        const auto [known, added] = callers_.try_emplace(computation);
        auto& result = known->second;
        if (!added) return result;
        const auto all = of_.callers.of(computation);
        result.assign(all.begin(), all.end());
        std::ranges::sort(result, {}, [&](row i) { return of_.instructions[i].id; });
        const auto rest = std::ranges::unique(result);
        result.erase(rest.begin(), rest.end());
        return result;
    }

    trace_node* child_of(trace_node* parent, std::string_view name)
    {
        auto& found = by_name_[parent][name];
        if (!found) {
            found = &nodes_.emplace_back(trace_node{name});
            parent->children.push_back(found);
        }
        return found;
    }

    const flow& values_;
    const program& of_;
    std::deque<trace_node> nodes_;
    std::deque<std::string> names_;
    std::unordered_map<const trace_node*, std::unordered_map<std::string_view, trace_node*>> by_name_;
    std::unordered_map<row, std::vector<row>> callers_;
    std::vector<std::vector<std::string_view>> paths_;
    std::size_t parts_ = 0;
};

// `12 345 678`
std::string grouped(std::int64_t number)
{
    auto digits = std::to_string(number);
    for (auto at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ' ');
    }
    return digits;
}

class tree_printer {
public:
    tree_printer(text& out, std::int64_t all) : out_(out), all_(all), rest_(all) {}

    void put(const trace_node& node, const std::string& prefix, bool last)
    {
        const bool is_root = node.name.empty() && prefix == "  " && &node == root_;
        if (!is_root) {
            const std::string_view branch = prefix == "  " ? "  " : last ? "└── " : "├── ";
            rest_ -= node.own;
            const auto share = all_ > 0 ? 100.0 * static_cast<double>(node.total) / static_cast<double>(all_) : 0.0;
            out_.put(
                std::string_view(prefix), branch, node.name,
                std::string_view(fmt::format(" ({:.1f}%, total: {} bytes, current: {} bytes, remaining: {} bytes)\n",
                                             share, grouped(node.total), grouped(node.own), grouped(rest_))));
        }
        auto children = node.children;
        std::erase_if(children, [](const trace_node* child) { return child->total == 0; });
        std::ranges::sort(children, [](const trace_node* a, const trace_node* b) {
            return a->total != b->total ? a->total > b->total : a->name < b->name;
        });
        const auto below = is_root ? prefix : prefix + (last ? "    " : "│   ");
        for (const auto* child : children) put(*child, below, child == children.back());
    }

    void put_all(const trace_node& root)
    {
        root_ = &root;
        put(root, "  ", true);
    }

private:
    text& out_;
    std::int64_t all_;
    std::int64_t rest_;
    const trace_node* root_ = nullptr;
};

} // namespace

void put_stack_trace(text& out, const flow& values, const std::vector<peak_value>& peak)
{
    std::int64_t all = 0;
    for (const auto& x : peak)
        if (__builtin_add_overflow(all, x.bytes, &all)) throw refusal{"the sizes at the peak are too large"};
    tree_builder builder(values);
    const auto& nodes = builder.run(peak);
    out.put("  Stack trace breakdown for peak usage: ", std::string_view(grouped(all)), " bytes\n");
    tree_printer(out, all).put_all(nodes.front());
}

} // namespace ballast::inline v0::proto
