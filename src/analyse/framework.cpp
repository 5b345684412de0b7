#include "analyse/framework.hpp"

#include "analyse/holder_rows.hpp"

#include <algorithm>
#include <array>

namespace ballast::analyse {

using namespace std::string_view_literals;

namespace {

constexpr std::size_t most_asked = 256; // holders, the largest

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

framework by_module(std::string_view name)
{
    if (name.starts_with("SyncTensorsGraph"sv)) return framework::torch_xla;
    if (has(name, "__XlaMustCompile"sv) || name.starts_with("a_inference_"sv) || name.starts_with("cluster_"sv))
        return framework::tensorflow;
    if (name.starts_with("jit_"sv) || name.starts_with("pmap_"sv)) return framework::jax;
    return framework::unknown;
}

framework by_operation(std::string_view name)
{
    if (name.starts_with("jit("sv) || name.starts_with("pmap("sv)) return framework::jax;
    if (name == "XLA_Args"sv || name.starts_with("XLA_Args/"sv)) return framework::tensorflow;
    if (has(name, "aten__"sv) || has(name, "xla__device_data"sv) || name.starts_with("xla::"sv))
        return framework::torch_xla;
    return framework::unknown;
}

} // namespace

framework framework_of(std::string_view module, const holder_list& holders)
{
    auto found = by_module(module);
    for (std::size_t i = 0; found == framework::unknown && i < std::min(holders.size(), most_asked); ++i) {
        const auto& rows = *holders.rows();
        found = by_operation(rows.text(rows[i].texts.op_name));
    }
    return found;
}

std::string_view donation_in(framework which)
{
    switch (which) {
    case framework::torch_xla: return "change the tensor in place, or `_set_buffer_donation` of torch_xla";
    case framework::tensorflow: return "keep it in a `tf.Variable`, and `assign` the result";
    case framework::jax:
    case framework::unknown: return "`donate_argnums` in JAX";
    }
    return {};
}

std::string_view recomputation_in(framework which)
{
    switch (which) {
    case framework::torch_xla: return "`torch_xla.utils.checkpoint`";
    case framework::tensorflow: return "`tf.recompute_grad`";
    case framework::jax:
    case framework::unknown: return "`jax.checkpoint`";
    }
    return {};
}

bool is_view(std::string_view op_name)
{
    static constexpr std::array views{"aten__expand"sv,    "aten__view"sv,    "aten__permute"sv, "aten__slice"sv,
                                      "aten__unsqueeze"sv, "aten__squeeze"sv, "aten__t"sv,       "aten__transpose"sv};
    const auto last = op_name.substr(op_name.rfind('/') + 1);
    return std::ranges::find(views, last.substr(0, last.find('.'))) != views.end();
}

} // namespace ballast::analyse
