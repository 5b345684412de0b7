// The platform that a module was compiled for, as far as its files show it, and the facts about it that rules need.
#pragma once

#include "model/model.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::checking {

enum class platform_kind : std::uint8_t { unknown, cpu, gpu, tpu };

struct platform {
    platform_kind kind = platform_kind::unknown;
    // TPU rounds the tables of tuples up to this many bytes: 32 on v5p, v6e and tpu7x, 512 on v4 and v5e, 1024 on v3.
    // 0: no table shows it.
    std::int64_t table_granule = 0;

    [[nodiscard]] bool is_tpu() const { return kind == platform_kind::tpu; }
    // Only tpu7x reserves the start of its vmem. The text does not distinguish it from other chips with tables of
    // 32 bytes.
    [[nodiscard]] bool may_reserve_vmem() const { return is_tpu() && (table_granule == 0 || table_granule == 32); }
};

// The bytes that tpu7x reserves in vmem (color 1).
inline constexpr std::int64_t reserved_vmem = std::int64_t{32} << 20;

// Colors of TPU for which rules differ.
namespace tpu_space {
inline constexpr std::int64_t hbm = 0;
inline constexpr std::int64_t vmem = 1;
inline constexpr std::int64_t sync_flags = 2;
inline constexpr std::int64_t cmem = 3; // only v4
inline constexpr std::int64_t sparse_core = 7;
inline constexpr std::int64_t sparse_core_flags = 8;
} // namespace tpu_space

// Tiles in layouts mean TPU. Otherwise the stage in the file name decides.
platform platform_of(const model::rows& rows, std::string_view file_name);

// Bytes of the table of a tuple on TPU: 4 for each pointer, rounded up to the granule; 0 for `()` and in the memory of
// a SparseCore; -1 if the granule is unknown.
std::int64_t tpu_table_bytes(const platform& on, std::int64_t pointers, std::int64_t color);

} // namespace ballast::checking
