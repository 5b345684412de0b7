// The contents of a memory-usage report in bytes: allocations by size, and the values at each offset.
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

// A shape without its layout, and the number of values that have it.
struct counted_shape {
    std::int64_t count = 0;
    std::size_t shape = 0; // in usage::shapes
};

// The values at one offset of an allocation.
struct usage_group {
    std::int64_t offset = 0;
    std::int64_t size = 0; // of the largest
    std::int64_t values = 0;
    std::int64_t last_id = 0; // the largest id
    std::size_t first_member = 0;
    std::size_t first_shape = 0;
    std::size_t shapes = 0;
};

struct allocation_usage {
    const ast::allocation* of = nullptr;
    std::int64_t bytes = 0; // the sum of its groups, which can differ from its size
    std::size_t first_group = 0;
    std::size_t groups = 0;
};

struct bare_shape {
    ast::shape node;
    std::string text;
};

// Allocations and groups are sorted by size, the largest first. Allocations of equal size are in the order of the dump,
// groups of equal size by their largest ids, as in XLA since 2025-10-27.
struct usage {
    std::int64_t bytes = 0;
    std::vector<allocation_usage> allocations;
    std::vector<usage_group> groups;
    std::vector<std::size_t> members;   // the values of each group, as indexes into the allocation
    std::vector<counted_shape> counted; // the shapes of each group, sorted by count and text
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

// The report for the allocations of a dump; shapes are in `memory` and in the dump. Empty if the sum of the sizes does
// not fit into 64 bits.
std::optional<usage> usage_of(const ast::list<ast::allocation>& allocations, ast::arena& memory);

// Takes the order of rows and shapes, which XLA left to a hash table, from a report of the same dump.
void take_order(usage& of, const ast::program_usage& report);

// The allocations of one color.
struct space {
    std::int64_t color = 0;
    std::int64_t bytes = 0;
    std::vector<const allocation_usage*> allocations;
};
std::vector<space> spaces_of(const usage& of);

// After this many rows a list ends if less than this share of the total is left. Compared in single precision, as in
// XLA.
inline constexpr std::size_t rows_always_shown = 50;
inline constexpr float share_not_shown = 0.05F;

// The length of a list.
struct extent {
    std::size_t rows = 0;
    ast::maybe<std::int64_t> rest; // the number of rows that are not shown, if a line about the rest follows

    bool operator==(const extent&) const = default;
};
extent extent_of(const usage& of);
extent extent_of(const usage& of, const allocation_usage& table);
extent extent_of(const space& of);

ast::whole_percent percent_of(std::int64_t part, std::int64_t whole);

// Like usage_report_of; but reports from before 2025-10-27 get the order of the report beside the dump.
usage_report_result usage_report_like(const document& read, const ast::usage_report& beside, ast::arena& memory,
                                      commit_time when) noexcept;

} // namespace ballast::analyse
