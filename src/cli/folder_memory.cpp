#include "cli/folder_memory.hpp"

#include "cli/memory_view.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ballast::cli {

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

folder_summary summarise(const input_files& inputs, const options& given)
{
    folder_summary all;
    all.space = given.space.value_or(0);
    std::unordered_map<std::string, std::size_t> known;
    for_modules(inputs, given, sources::unwanted, [&](module_memory&& module) {
        if (!module.told.empty()) warn("{}", module.told);
        all.refused += module.refused;
        all.unreadable += module.unreadable;
        if (!module.memory) {
            all.without += module.refused == 0 && module.unreadable == 0 ? 1U : 0U;
            return;
        }
        all.spaces.merge(spaces_of(*module.memory));
        const auto& spaces = module.memory->spaces;
        const auto space = std::ranges::find(spaces, all.space, &space_memory::space);
        all.elsewhere += spaces.size() > (space == spaces.end() ? 0U : 1U) ? 1U : 0U;
        // A dump without memory counts for space 0.
        if (space == spaces.end() && (!spaces.empty() || all.space != 0)) return;
        ++all.modules;
        const auto [at, added] = known.try_emplace(identity_of(module), all.rows.size());
        if (added)
            all.rows.push_back(row_of(module, all.space));
        else
            ++all.rows[at->second].copies;
    });
    std::ranges::sort(all.rows, {}, [](const summary_row& r) { return std::tuple(-r.numbers.total, r.name, r.path); });
    return all;
}

void put_row(json_writer& out, const summary_row& row)
{
    out.member("name", row.name);
    if (!row.number.empty()) out.member("number", row.number);
    out.member("path", row.path);
    out.member("copies", row.copies);
    out.member("total", row.numbers.total);
    out.member("arguments", row.numbers.arguments);
    out.member("outputs", row.numbers.outputs);
    out.member("shared", row.numbers.shared);
    out.member("constants", row.numbers.constants);
    out.member("temporaries", row.numbers.temporaries);
    out.member("fragmentation", row.numbers.never_filled);
    out.member("donatable", row.donatable);
    if (!row.largest.empty()) {
        out.member("largest", row.largest);
        out.member("largest_bytes", row.largest_bytes);
    }
}

void put_counts(json_writer& out, const folder_summary& all)
{
    out.member("space", all.space);
    out.member("modules", all.modules);
    out.member("in_other_spaces", all.elsewhere);
    out.member("without_allocations", all.without);
    out.member("refused", all.refused);
    out.member("unreadable", all.unreadable);
}

} // namespace ballast::cli
