#include "answers/comparison.hpp"

#include "answers/load.hpp"
#include "base/module_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <tuple>

namespace ballast::inline v0::answers {

void module_side::add(loaded_module&& next)
{
    unreadable += next.unreadable();
    refused += next.refused();
    if (!next.unused.empty())
        incomplete.insert(next.name);
    else if (next.memory)
        modules.push_back(std::move(next));
}

namespace {

// The name without its counters, and how much its arguments and results take.
std::string interface_of(const loaded_module& m)
{
    auto result = without_counters(m.name);
    for (const auto& space : m.memory->spaces)
        result += fmt::format(" {}:{}+{}", space.space, space.arguments, space.outputs);
    return result;
}

} // namespace

const space_change* find_space(const memory_diff& of, std::int64_t space)
{
    const auto found = std::ranges::find(of.spaces, space, &space_change::space);
    return found == of.spaces.end() ? nullptr : &*found;
}

std::vector<compared_module> compare(const module_side& of_before, const module_side& of_after)
{
    const auto& before = of_before.modules;
    const auto& after = of_after.modules;
    std::vector<compared_module> result;
    std::set<const loaded_module*> taken;
    const auto pair_by = [&](auto&& key) {
        std::map<std::string, std::vector<const loaded_module*>> known;
        for (auto i = before.rbegin(); i != before.rend(); ++i)
            if (!taken.contains(&*i)) known[key(*i)].push_back(&*i);
        for (const auto& b : after) {
            if (taken.contains(&b)) continue;
            const auto found = known.find(key(b));
            if (found == known.end() || found->second.empty()) continue;
            const auto* a = found->second.back();
            found->second.pop_back();
            taken.insert(a);
            taken.insert(&b);
            result.push_back({a, &b, {}});
        }
    };
    // Two single modules are compared regardless of their names.
    const bool whole = of_before.incomplete.empty() && of_after.incomplete.empty();
    if (whole && before.size() == 1 && after.size() == 1) {
        result.push_back({&before.front(), &after.front(), {}});
    } else {
        pair_by([](const loaded_module& m) { return identity_of(m); });
        pair_by([](const loaded_module& m) { return m.name; });
        pair_by(interface_of);
        pair_by([](const loaded_module& m) { return without_counters(m.name); });
        for (const auto& a : before)
            if (!taken.contains(&a) && !of_after.incomplete.contains(a.name)) result.push_back({&a, nullptr, {}});
        for (const auto& b : after)
            if (!taken.contains(&b) && !of_before.incomplete.contains(b.name)) result.push_back({nullptr, &b, {}});
    }
    static const memory_analysis nothing;
    for (auto& c : result) {
        auto what = diff_of(c.before ? *c.before->memory : nothing, c.after ? *c.after->memory : nothing);
        if (!what) throw std::bad_alloc();
        c.what = std::move(*what);
    }
    return result;
}

std::vector<const compared_module*> by_change(const std::vector<compared_module>& all, std::int64_t space)
{
    std::vector<const compared_module*> result;
    for (const auto& c : all) result.push_back(&c);
    std::ranges::stable_sort(result, {}, [&](const compared_module* c) {
        const auto* s = find_space(c->what, space);
        const auto by = s ? s->after.total - s->before.total : 0;
        return std::tuple(by < 0 ? by : -by, by < 0, std::string_view(c->name()));
    });
    return result;
}

} // namespace ballast::inline v0::answers
