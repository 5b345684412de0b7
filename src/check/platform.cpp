#include "check/platform.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace ballast::checking {

namespace {

std::int64_t table_bytes(std::int64_t pointers, std::int64_t granule)
{
    constexpr std::int64_t pointer = 4;
    if (pointers > std::numeric_limits<std::int64_t>::max() / (2 * pointer)) return -1;
    return (pointers * pointer + granule - 1) / granule * granule;
}

// The granule that fits most tables, among those of chips that have the memory spaces of the module.
std::int64_t granule_of(const model::rows& rows)
{
    struct candidate {
        std::int64_t granule;
        bool possible = true;
        std::size_t tables = 0;
    };
    std::array<candidate, 3> candidates{{{32}, {512}, {1024}}};
    const auto only = [&](auto&& fits) {
        for (auto& c : candidates) c.possible = c.possible && fits(c.granule);
    };
    for (const auto& a : rows.allocations) {
        if (a.color == tpu_space::cmem) only([](auto granule) { return granule == 512; });
        if (a.color == tpu_space::vmem) only([](auto granule) { return granule != 1024; });
        if (a.color == tpu_space::sparse_core || a.color == tpu_space::sparse_core_flags)
            only([](auto granule) { return granule == 32; });
    }
    bool any = false;
    for (const auto& line : rows.lines) {
        const auto& shape = rows.shapes[line.shape];
        if (!shape.tuple || shape.parts == 0 || rows.allocations[line.allocation].thread_local_ ||
            line.value.color == tpu_space::sparse_core)
            continue;
        any = true;
        for (auto& c : candidates) c.tables += line.size == table_bytes(shape.parts, c.granule) ? 1U : 0U;
    }
    const auto best = std::ranges::max_element(candidates, [](const candidate& a, const candidate& b) {
        return a.possible != b.possible ? b.possible : a.tables < b.tables;
    });
    return any && best->possible ? best->granule : 0;
}

} // namespace

platform platform_of(const model::rows& rows, std::string_view file_name)
{
    if (std::ranges::any_of(rows.shapes, &model::shape_row::tiled)) return {platform_kind::tpu, granule_of(rows)};
    if (file_name.find("gpu_after_optimizations") != std::string_view::npos) return {platform_kind::gpu};
    if (file_name.find("cpu_after_optimizations") != std::string_view::npos ||
        file_name.find("cpu_aot_after_optimizations") != std::string_view::npos)
        return {platform_kind::cpu};
    return {};
}

std::int64_t tpu_table_bytes(const platform& on, std::int64_t pointers, std::int64_t color)
{
    if (pointers == 0 || color == tpu_space::sparse_core) return 0;
    return on.table_granule == 0 ? -1 : table_bytes(pointers, on.table_granule);
}

} // namespace ballast::checking
