// The memory of accelerators, each with the source of its number.
#include "ballast/fit.hpp"
#include "base/human_size.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

namespace {

// As XLA prints sizes: units are powers of 1024, with two decimals.
constexpr std::int64_t gibibytes(std::int64_t hundredths) { return hundredths * (std::int64_t{1} << 30) / 100; }

constexpr std::int64_t all = 100;
// The share of a GPU's memory that JAX gives to XLA, unless XLA_CLIENT_MEM_FRACTION is set.
constexpr std::int64_t jax_share = 75;

// Numbers of TPUs are those of messages such as `exceeds available HBM (15.75G)`. If releases differ in the last digit,
// the table has the smaller number. On Cloud TPU, the two cores of a v4 chip are fused into one device; when compiling
// ahead of time for a topology, each core is a device. A tpu7x chip is always two devices.
//
// Numbers of GPUs are `device_memory_size` in the device descriptions of XLA, xla/backends/gpu/target_config/specs,
// which were read from devices. For MI300X and MI350X these files have the same number, which is wrong for both.
constexpr std::array table{
    device{"v2", "", "TPU v2", "core", gibibytes(748), all, "messages of XLA in 2021: `Used 9.08G of 7.48G hbm`"},
    device{"v3", "", "TPU v3", "core", gibibytes(1548), all, "messages of XLA in 2021: `Used 19.46G of 15.48G hbm`"},
    device{"v4", "", "TPU v4", "chip", gibibytes(3075), all, "messages of XLA in 2024: `Used 63.80G of 30.75G hbm`"},
    device{"v4-core", "v4core", "core of a TPU v4", "core", gibibytes(1525), all,
           "messages of libtpu 0.0.50.1 for the topology v4:2x2x1: 15.25G"},
    device{"v5e", "v5litepod v5lite", "TPU v5e", "chip", gibibytes(1575), all,
           "messages of libtpu 0.0.1 to 0.0.52: `available HBM (15.75G)`"},
    device{"v5p", "v5", "TPU v5p", "chip", gibibytes(9573), all,
           "messages of libtpu 0.0.42.1 and later: `available HBM (95.73G)`; whole reports say 95.74G"},
    device{"v6e", "trillium v6lite", "TPU v6e", "chip", gibibytes(3124), all,
           "messages of libtpu 0.0.42.1 and later: `available HBM (31.24G)`; whole reports say 31.25G"},
    device{"tpu7x", "v7x ironwood 7x", "TPU7x", "core", gibibytes(9474), all,
           "messages of libtpu in 2026: `available HBM (94.74G)`"},
    device{"v100", "v100-16gb", "NVIDIA V100 16GB", "GPU", 16'935'682'048, jax_share, "v100.txtpb of XLA", "sm_7.0"},
    device{"a100", "a100-80gb a100-sxm4-80gb", "NVIDIA A100 80GB", "GPU", 85'100'068'864, jax_share,
           "a100_sxm_80.txtpb of XLA", "sm_8.0"},
    device{"a100-40gb", "a100-sxm4-40gb", "NVIDIA A100 40GB", "GPU", 42'331'013'120, jax_share,
           "a100_sxm_40.txtpb of XLA", "sm_8.0"},
    device{"h100", "h100-80gb h100-sxm h100-pcie", "NVIDIA H100 80GB", "GPU", 84'942'979'072, jax_share,
           "h100_sxm.txtpb and h100_pcie.txtpb of XLA", "sm_9.0"},
    device{"h200", "h200-141gb", "NVIDIA H200 141GB", "GPU", 151'397'597'184, jax_share, "h200.txtpb of XLA", "sm_9.0"},
    device{"b200", "", "NVIDIA B200", "GPU", 191'514'411'008, jax_share, "b200.txtpb of XLA", "sm_10.0"},
    device{"gb200", "", "NVIDIA GB200", "GPU", 197'897'748'480, jax_share, "gb200.txtpb of XLA", "sm_10.0"},
    device{"b300", "", "NVIDIA B300", "GPU", 297'021'865'984, jax_share, "b300.txtpb of XLA", "sm_10.3"},
    device{"gb300", "", "NVIDIA GB300", "GPU", 297'021'079'552, jax_share, "gb300.txtpb of XLA", "sm_10.3"},
    device{"mi250", "mi200 mi250x", "AMD MI250", "die", 67'628'957'696, jax_share, "mi200.txtpb of XLA", "gfx90a"},
    device{"mi300x", "mi300", "AMD MI300X", "GPU", 206'141'652'992, jax_share,
           "rocm-smi, `VRAM Total Memory (B)`; rocminfo has the same", "gfx942"},
    device{"mi325x", "mi325", "AMD MI325X", "GPU", std::int64_t{256} << 30, jax_share,
           "AMD, GPU specifications: 256 GiB", "gfx942"},
    device{"mi350x", "mi350 mi355x mi355", "AMD MI350X", "GPU", 309'220'868'096, jax_share,
           "rocm-smi, `VRAM Total Memory (B)`", "gfx950"},
};

bool is_one_of(std::string_view word, std::string_view words)
{
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

// `TPU v5e` and `tpu:v5e:2x2` are `v5e`.
std::string plain_name(std::string_view name)
{
    std::string result;
    for (const char c : name)
        result += c == ' ' || c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const std::string_view platform : {"tpu:", "cuda:", "rocm:", "gpu:", "tpu-", "nvidia-", "amd-", "instinct-"})
        if (result.starts_with(platform)) result.erase(0, platform.size());
    if (const auto topology = result.find(':'); topology != std::string::npos) result.erase(topology);
    return result;
}

} // namespace

std::span<const device> devices() { return table; }

const device* find_device(std::string_view name)
{
    const auto wanted = plain_name(name);
    const auto* const found =
        std::ranges::find_if(table, [&](const device& d) { return d.name == wanted || is_one_of(wanted, d.aliases); });
    return found == table.end() ? nullptr : found;
}

std::string unknown_device(std::string_view name)
{
    std::vector<std::string_view> known;
    for (const auto& each : table) known.push_back(each.name);
    return fmt::format("no device is called {}; known devices: {}; for any other, give its memory as a limit", name,
                       fmt::join(known, ", "));
}

memory_limit limit_of(const device& known)
{
    __extension__ using wide = __int128;
    memory_limit made{std::string(known.name),
                      std::string(known.title),
                      known.bytes,
                      static_cast<std::int64_t>(wide{known.bytes} * known.percent / all),
                      {}};
    const auto joined = human_size(known.bytes);
    const auto unit = joined.find_last_of("0123456789") + 1;
    const auto size = fmt::format("{} {}", joined.substr(0, unit), joined.substr(unit));
    if (known.percent == all)
        made.assumption = fmt::format("XLA makes {} of each {} available; its compiler refuses programs that need more",
                                      size, known.part);
    else
        made.assumption = fmt::format("JAX gives XLA {}% of the {} of a {}, unless XLA_CLIENT_MEM_FRACTION says "
                                      "otherwise; the compiler accepts programs that need more",
                                      known.percent, size, known.part);
    made.target = known.target.empty() ? std::string_view("TPU") : known.target;
    return made;
}

std::string other_platform(const memory_limit& limit, std::string_view made_for)
{
    if (limit.target.empty() || made_for.empty()) return {};
    const bool wants_tpu = limit.target == "TPU";
    // Of a GPU without its architecture.
    if (wants_tpu ? made_for == "TPU" : made_for == "GPU") return {};
    const auto at = wants_tpu ? std::string_view::npos : made_for.find(limit.target);
    const auto after = at == std::string_view::npos ? at : at + limit.target.size();
    const bool same = after != std::string_view::npos &&
                      (after == made_for.size() || std::isdigit(static_cast<unsigned char>(made_for[after])) == 0);
    return same ? std::string() : std::string(made_for);
}

memory_limit limit_of(std::int64_t bytes)
{
    bytes = std::max<std::int64_t>(bytes, 0);
    return {{}, "the limit", bytes, bytes, "the limit is all that a program can have"};
}

} // namespace ballast::inline v0
