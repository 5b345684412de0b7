#include "files/module_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ballast::inline v0::files {

namespace {

summary_row row_of(const module_memory& module, std::int64_t space)
{
    summary_row row;
    row.name = module.name;
    row.number = module.number;
    row.path = module.path;
    row.files = module.files;
    const auto& memory = *module.memory;
    row.numbers = numbers_of(memory, space);
    for (const auto& s : memory.savings)
        if (s.space == space && s.kind == saving_kind::donation) row.donatable = s.bytes;
    const auto groups = groups_of(memory, grouping::alike);
    if (const auto most = std::ranges::find(groups, space, &holder_group::space); most != groups.end()) {
        const auto first = memory.holders[most->largest];
        row.largest_bytes = most->bytes;
        row.largest = most->count == 1 ? first.label : fmt::format("{}x {}", most->count, first.group);
    }
    return row;
}

} // namespace

folder_summary summarise(std::span<const module_files> modules, const options& given, std::int64_t space,
                         std::size_t threads, const std::function<void(const module_memory&)>& seen)
{
    folder_summary all;
    all.space = space;
    std::unordered_map<std::string, std::size_t> known;
    for_modules(modules, given, sources::unwanted, threads, [&](module_memory&& module) {
        seen(module);
        all.refused += module.refused();
        all.unreadable += module.unreadable();
        if (!module.memory) {
            all.without += module.unused.empty() ? 1U : 0U;
            return;
        }
        all.spaces.merge(spaces_of(*module.memory));
        const auto& spaces = module.memory->spaces;
        const auto here = std::ranges::find(spaces, space, &space_memory::space);
        all.elsewhere += spaces.size() > (here == spaces.end() ? 0U : 1U) ? 1U : 0U;
        // A dump without memory counts for space 0.
        if (here == spaces.end() && (!spaces.empty() || space != 0)) return;
        ++all.modules;
        const auto [at, added] = known.try_emplace(identity_of(module), all.rows.size());
        if (added)
            all.rows.push_back(row_of(module, space));
        else
            ++all.rows[at->second].copies;
    });
    std::ranges::sort(all.rows, {}, [](const summary_row& r) { return std::tuple(-r.numbers.total, r.name, r.path); });
    return all;
}

} // namespace ballast::inline v0::files
