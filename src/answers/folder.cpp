#include "answers/folder.hpp"

#include "answers/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ballast::inline v0::answers {

namespace {

summary_row row_of(const loaded_module& module, std::int64_t space)
{
    summary_row row;
    row.name = module.name;
    row.number = module.number;
    row.path = module.path;
    row.files = module.inputs;
    const auto& memory = *module.memory;
    row.numbers = numbers_of(memory, space);
    row.of_dump = memory.of_dump;
    row.made_for = memory.made_for;
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

bool summary_builder::add(const loaded_module& module)
{
    const auto space = all_.space;
    all_.refused += module.refused();
    all_.unreadable += module.unreadable();
    if (!module.memory) {
        all_.without += module.unused.empty() ? 1U : 0U;
        return false;
    }
    all_.spaces.merge(spaces_of(*module.memory));
    const auto& spaces = module.memory->spaces;
    const auto here = std::ranges::find(spaces, space, &space_memory::space);
    all_.elsewhere += spaces.size() > (here == spaces.end() ? 0U : 1U) ? 1U : 0U;
    // A dump without memory counts for space 0.
    if (here == spaces.end() && (!spaces.empty() || space != 0)) return false;
    ++all_.modules;
    const auto [at, added] = known_.try_emplace(identity_of(module), all_.rows.size());
    if (added)
        all_.rows.push_back(row_of(module, space));
    else
        ++all_.rows[at->second].copies;
    return added;
}

folder_summary summary_builder::finish()
{
    std::ranges::sort(all_.rows, {}, [](const summary_row& r) { return std::tuple(-r.numbers.total, r.name, r.path); });
    return std::move(all_);
}

folder_summary summarise(std::span<const loaded_module> modules, std::int64_t space)
{
    summary_builder made(space);
    for (const auto& module : modules) made.add(module);
    return made.finish();
}

} // namespace ballast::inline v0::answers
