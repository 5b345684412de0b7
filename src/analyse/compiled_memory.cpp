#include "ballast/compiled_memory.hpp"

#include "base/human_size.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::inline v0 {

namespace {

constexpr std::int64_t device_space = 0;
constexpr std::int64_t host_space = 5; // pinned host memory

const space_memory* space_of(const memory_analysis& memory, std::int64_t space)
{
    const auto found = std::ranges::find(memory.spaces, space, &space_memory::space);
    return found == memory.spaces.end() ? nullptr : &*found;
}

compiled_memory::sizes sizes_of(const space_memory* space)
{
    if (!space) return {};
    return {space->arguments, space->outputs, space->shared, space->temporaries};
}

std::string text_of(const compiled_memory::sizes& of)
{
    return fmt::format("argument {}, output {}, alias {}, temp {}", size_text(of.argument), size_text(of.output),
                       size_text(of.alias), size_text(of.temp));
}

} // namespace

compiled_memory compiled_memory_of(const memory_analysis& memory)
{
    const auto* device = space_of(memory, device_space);
    return {sizes_of(device), sizes_of(space_of(memory, host_space)), device ? device->peak : std::nullopt,
            memory.tiled_layouts};
}

std::string compiled_memory_text(const compiled_memory& of)
{
    auto result = fmt::format("memory_analysis(): {}, code unknown", text_of(of.device));
    if (of.host != compiled_memory::sizes{}) result += fmt::format("; on the host: {}", text_of(of.host));
    if (of.peak) result += fmt::format("; peak {}", size_text(*of.peak));
    if (of.other_temp) result += "; on TPU the temp_size that JAX prints is another quantity";
    return result;
}

} // namespace ballast::inline v0
