#include "render/space_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace ballast::inline v0::render {

namespace {

struct named_space {
    std::int64_t number;
    std::string_view name;
};

// The names in XLA's own memory-usage report are those of another platform. These follow from how dumps use the
// numbers.
constexpr std::array tpu_spaces{
    named_space{0, "HBM"},
    named_space{1, "VMEM"},
    named_space{2, "sync flags"},
    named_space{3, "CMEM"},
    named_space{4, "pairs of sync flags"},
    named_space{5, "pinned host memory"},
    named_space{6, "SMEM"},
    named_space{7, "SparseCore memory"},
    named_space{8, "SparseCore sync flags"},
};
// Buffers of collectives have color 1 up to jaxlib 0.11.2, and 7 since 0.12.0.
constexpr std::array gpu_spaces{
    named_space{0, "device memory"}, named_space{1, "collectives"}, named_space{2, "separate temporaries"},
    named_space{5, "host memory"},   named_space{7, "collectives"},
};

std::span<const named_space> names_of(const memory_analysis& memory, std::span<const shown_file> files)
{
    if (memory.tiled_layouts) return tpu_spaces;
    const bool gpu = std::ranges::any_of(
        files, [](const shown_file& f) { return f.name.find("gpu_after_optimizations") != std::string::npos; });
    return gpu ? std::span<const named_space>(gpu_spaces) : std::span<const named_space>();
}

} // namespace

std::string space_name(const memory_analysis& memory, std::span<const shown_file> files, std::int64_t space)
{
    const auto names = names_of(memory, files);
    const auto found = std::ranges::find(names, space, &named_space::number);
    return found == names.end() ? fmt::to_string(space) : fmt::format("{} ({})", space, found->name);
}

std::string space_name(const memory_view& view, std::int64_t space)
{
    return space_name(view.memory, view.files, space);
}

} // namespace ballast::inline v0::render
