#include "cli/comparison.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <tuple>

namespace ballast::cli {

namespace {

void put(json_writer& out, std::string_view key, const space_numbers& numbers, bool peak_known)
{
    out.object(key, [&] {
        for (const auto& m : metrics) {
            if (m.of_ranges && !peak_known) continue;
            std::string name(m.name);
            std::ranges::replace(name, ' ', '_');
            out.member(name, numbers.*m.of);
        }
    });
}

} // namespace

const space_change* find_space(const memory_diff& of, std::int64_t space)
{
    const auto found = std::ranges::find(of.spaces, space, &space_change::space);
    return found == of.spaces.end() ? nullptr : &*found;
}

std::vector<compared> compare(const one_side& of_before, const one_side& of_after)
{
    const auto& before = of_before.modules;
    const auto& after = of_after.modules;
    std::vector<compared> result;
    std::set<const module_memory*> taken;
    const auto pair_by = [&](auto&& key) {
        std::map<std::string, std::vector<const module_memory*>> known;
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
    const bool whole = of_before.broken.empty() && of_after.broken.empty();
    if (whole && before.size() == 1 && after.size() == 1) {
        result.push_back({&before.front(), &after.front(), {}});
    } else {
        pair_by([](const module_memory& m) { return identity_of(m); });
        pair_by([](const module_memory& m) { return m.name; });
        for (const auto& a : before)
            if (!taken.contains(&a) && !of_after.broken.contains(a.name)) result.push_back({&a, nullptr, {}});
        for (const auto& b : after)
            if (!taken.contains(&b) && !of_before.broken.contains(b.name)) result.push_back({nullptr, &b, {}});
    }
    static const memory_analysis nothing;
    for (auto& c : result) {
        auto what = diff_of(c.before ? *c.before->memory : nothing, c.after ? *c.after->memory : nothing);
        if (!what) throw std::bad_alloc();
        c.what = std::move(*what);
    }
    return result;
}

one_side read_side(std::string_view command, const std::string& path, const options& given)
{
    auto alone = given;
    alone.paths = {path};
    one_side result;
    const auto inputs = find_modules(alone);
    if (inputs.files.empty()) {
        result.code = trouble;
        return result;
    }
    for_modules(inputs, alone, sources::wanted, [&](module_memory&& module) {
        if (!module.told.empty()) warn("{}", module.told);
        if (module.unreadable != 0)
            result.code = trouble;
        else if (module.refused != 0)
            result.code = std::max<int>(result.code, failure);
        if (module.unreadable + module.refused != 0)
            result.broken.insert(module.name); // incomplete modules are not compared
        else if (module.memory)
            result.modules.push_back(std::move(module));
    });
    if (result.modules.empty() && result.code == success) {
        warn("ballast {}: {}: no allocations\n", command, shown_path(path, given));
        result.code = trouble;
    }
    return result;
}

void tell_broken(std::string_view command, const one_side& side)
{
    for (const auto& name : side.broken) warn("ballast {}: {}: not compared\n", command, printable(name));
}

std::vector<const compared*> by_change(const std::vector<compared>& all, std::int64_t space)
{
    std::vector<const compared*> result;
    for (const auto& c : all) result.push_back(&c);
    std::ranges::stable_sort(result, {}, [&](const compared* c) {
        const auto* s = find_space(c->what, space);
        const auto by = s ? s->after.total - s->before.total : 0;
        return std::tuple(by < 0 ? by : -by, by < 0, std::string_view(c->name()));
    });
    return result;
}

void put_changes(json_writer& out, const memory_diff& what, const options& given)
{
    const auto here = [&](std::int64_t space) { return !given.space || space == *given.space; };
    out.array("spaces", [&] {
        for (const auto& s : what.spaces) {
            if (!here(s.space)) continue;
            out.object([&] {
                out.member("space", s.space);
                put(out, "before", s.before, s.peak_known);
                put(out, "after", s.after, s.peak_known);
            });
        }
    });
    out.array("groups", [&] {
        for (const auto& g : what.groups) {
            if (!here(g.space)) continue;
            out.object([&] {
                out.member("space", g.space);
                out.member("class", spelling(g.is));
                out.member("label", g.label);
                if (g.count_before != 0) out.member("shape_before", g.shape_before);
                if (g.count_after != 0) out.member("shape_after", g.shape_after);
                if (!g.source.empty()) out.member("source", g.source);
                out.member("count_before", g.count_before);
                out.member("count_after", g.count_after);
                out.member("before", g.before);
                out.member("after", g.after);
            });
        }
    });
}

} // namespace ballast::cli
