// What a memory-usage report says, in bytes: allocations by size, and what is at each offset of them.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/arena.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/ast/percent.hpp"
#include "ballast/ast/usage_report.hpp"
#include "ballast/document.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ballast::analyse {

// A shape without its layout, as many values have it.
struct counted_shape {
    std::int64_t count = 0;
    std::size_t shape = 0; // in usage::shapes
};

// The values at one offset of an allocation.
struct usage_group {
    std::int64_t offset = 0;
    std::int64_t size = 0; // of the largest
    std::int64_t values = 0;
    std::int64_t last_id = 0; // the largest of their ids
    std::size_t first_member = 0;
    std::size_t first_shape = 0;
    std::size_t shapes = 0;
};

struct allocation_usage {
    const ast::allocation* of = nullptr;
    std::int64_t bytes = 0; // of its groups, which can be other than its size
    std::size_t first_group = 0;
    std::size_t groups = 0;
};

struct bare_shape {
    ast::shape node;
    std::string text;
};

// Allocations and groups: the largest first. In one size allocations are in the order of the dump, groups in that of
// their last ids, which decides since 2025-10-27.
struct usage {
    std::int64_t bytes = 0;
    std::vector<allocation_usage> allocations;
    std::vector<usage_group> groups;
    std::vector<std::size_t> members;   // of each group: its values, by their places in the allocation
    std::vector<counted_shape> counted; // of each group: by count and text
    std::vector<bare_shape> shapes;

    [[nodiscard]] std::span<const usage_group> groups_of(const allocation_usage& a) const
    {
        return {groups.data() + a.first_group, a.groups};
    }
    [[nodiscard]] std::span<const std::size_t> members_of(const usage_group& g) const
    {
        return {members.data() + g.first_member, static_cast<std::size_t>(g.values)};
    }
    [[nodiscard]] std::span<const counted_shape> shapes_of(const usage_group& g) const
    {
        return {counted.data() + g.first_shape, g.shapes};
    }
};

// Of the allocations of a dump; shapes in `memory` and in the dump. Nothing where sizes do not add up in 64 bits.
std::optional<usage> usage_of(const ast::list<ast::allocation>& allocations, ast::arena& memory);

// Takes the order of rows and shapes that XLA left to a hash table from a report of the same dump.
void take_order(usage& of, const ast::program_usage& report);

// The allocations of one color.
struct space {
    std::int64_t color = 0;
    std::int64_t bytes = 0;
    std::vector<const allocation_usage*> allocations;
};
std::vector<space> spaces_of(const usage& of);

// After so many rows a list can end, where what is left is less than this share of the whole: in single precision, as
// XLA has it.
inline constexpr std::size_t rows_always_shown = 50;
inline constexpr float share_not_shown = 0.05F;

// How far a list goes.
struct extent {
    std::size_t rows = 0;
    ast::maybe<std::int64_t> rest; // of what is not shown, where the list ends so

    bool operator==(const extent&) const = default;
};
extent extent_of(const usage& of);
extent extent_of(const usage& of, const allocation_usage& table);
extent extent_of(const space& of);

ast::whole_percent percent_of(std::int64_t part, std::int64_t whole);

// As usage_report_of; for reports before 2025-10-27, in the order of the report beside the dump.
usage_report_result usage_report_like(const document& read, const ast::usage_report& beside, ast::arena& memory,
                                      commit_time when, std::size_t threads) noexcept;

} // namespace ballast::analyse
