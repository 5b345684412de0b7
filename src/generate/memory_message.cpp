#include "generate/nodes.hpp"

#include <optional>

namespace ballast::generate {

namespace {

constexpr auto rounded = timeline::feature_of("rounded_amount");
constexpr auto with_allocator = timeline::feature_of("allocator_place");
constexpr auto with_note = timeline::feature_of("host_note");
constexpr auto with_end = timeline::feature_of("lower_end");
constexpr auto with_original = timeline::feature_of("reduced_from");
constexpr auto sizes = timeline::feature_of("compiled_sizes");
constexpr auto with_host_sizes = timeline::feature_of("host_sizes");

} // namespace

ast::size_in_bytes nodes::size_in_bytes(bool may_be_negative)
{
    ast::size_in_bytes result{human_size(), number()};
    if (may_be_negative && result.size.count > 0 && chance(4)) {
        result.size = {-below(1000) - 100, ast::size_unit::mib};
        result.bytes = -number();
    }
    return result;
}

ast::program_failure nodes::program_failure()
{
    ast::program_failure result;
    if (!chance(4)) {
        auto& load = result.load.emplace();
        if (!chance(3)) load.name = pick({"jit_train_step", "pmap(f)", "a b"});
    }
    if (chance(3)) {
        result.attempt = ast::program_allocation{human_size(), human_size()};
        return result;
    }
    ast::reservation attempt{human_size(), human_size(), human_size(), human_size(), {}};
    const auto row = [&] {
        const auto drawn = size_in_bytes(true);
        return ast::table_row{drawn.size, drawn.bytes};
    };
    switch (below(4)) {
    case 0: attempt.rest = ast::unknown_scope{}; break;
    case 1: attempt.rest = ast::reservation_table{human_size(), row(), row(), row(), row()}; break;
    default: break;
    }
    result.attempt = attempt;
    return result;
}

ast::allocation_failure nodes::allocation_failure()
{
    ast::allocation_failure result;
    result.host = chance(4);
    if (can(rounded))
        result.amount = human_size();
    else
        result.amount = number();
    if (chance(2, with_allocator))
        result.allocator = ast::allocator_place{pick({"GPU_0_bfc", "gpu_host_bfc"}), below(8)};
    result.host_note = chance(3, with_note);
    return result;
}

ast::memory_failure nodes::memory_failure()
{
    ast::memory_failure result;
    result.status = status();
    switch (below(7)) {
    case 0:
        result.what = ast::buffer_failure{human_size(), human_size(), {below(4), below(4), below(4), below(2)}};
        break;
    case 1: result.what = program_failure(); break;
    case 2: result.what = allocation_failure(); break;
    case 3: result.what = ast::request_failure{human_size(), number(), below(8)}; break;
    case 4: result.what = ast::cpu_failure{number()}; break;
    case 5: result.what = ast::host_output{name()}; break;
    default:
        result.status.replica.reset();
        result.what =
            ast::array_overflow{pick({"platforms/xla/service/jellyfish/bounds_check.cc"}), below(1000), number(),
                                pick({"%s0 = a", "%s0 = inlined.hbm /* \nbounds: (4)\nfactor: 1 */ b/c"})};
    }
    return result;
}

ast::allocator_message nodes::allocator_message()
{
    ast::allocator_message result{pick({"GPU_0_bfc", "cuda_host_bfc"}), human_size(), {}};
    const auto end = can(with_end) ? static_cast<ast::allocation_end>(below(3)) : ast::allocation_end::unnamed;
    if (chance(3)) {
        result.outcome = ast::allocator_retry{end, number(), static_cast<ast::retry_note>(below(3))};
        return result;
    }
    if (chance(4)) {
        ast::early_allocator_failure failure;
        if (chance(2)) failure.rounded = number();
        failure.on_next_line = chance(2);
        result.outcome = failure;
        return result;
    }
    ast::allocator_failure failure;
    failure.rounded = number();
    failure.end = end;
    failure.operation = pick({"", "model/conv2d_21/Relu_1"});
    failure.hint = static_cast<ast::fragmentation_hint>(below(can(with_end) ? 3 : 2));
    failure.summary = static_cast<ast::summary_line>(below(3));
    result.outcome = failure;
    return result;
}

ast::compiled_sizes nodes::compiled_sizes()
{
    const auto drawn = [&] { return ast::memory_sizes{number(), number(), number(), number(), number()}; };
    ast::compiled_sizes result{drawn(), {}};
    if (can(with_host_sizes)) result.host = drawn();
    return result;
}

ast::memory_message nodes::memory_message()
{
    ast::memory_message result;
    const auto amount = [&]() -> std::optional<std::int64_t> {
        if (chance(4)) return std::nullopt;
        return number();
    };
    switch (below(9)) {
    case 0: result.content = allocator_message(); break;
    case 5: result.content = allocator_summary(); break;
    case 1:
        result.content = ast::rematerialization{size_in_bytes(true), size_in_bytes(false), {}};
        if (can(with_original)) std::get<ast::rematerialization>(result.content).original = size_in_bytes(false);
        break;
    case 2: result.content = ast::base_limit{number(), number()}; break;
    case 3:
        if (can(sizes))
            result.content = compiled_sizes();
        else
            result.content = memory_failure();
        break;
    case 4: result.content = ast::compilation_analysis{amount(), amount(), amount(), amount(), amount()}; break;
    default: result.content = memory_failure();
    }
    result.line_end = chance(2);
    return result;
}

} // namespace ballast::generate
