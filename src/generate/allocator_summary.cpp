#include "generate/nodes.hpp"

#include <vector>

namespace ballast::generate {

namespace {

constexpr auto annotated = timeline::feature_of("chunk_annotation");
constexpr auto early = timeline::feature_of("early_pool");
constexpr auto counted = timeline::feature_of("allocator_counters");
constexpr auto in_sizes = timeline::feature_of("pool_in_sizes");
constexpr auto accounted = timeline::feature_of("pool_account");

} // namespace

ast::memory_chunk nodes::memory_chunk(bool late)
{
    ast::memory_chunk result;
    result.used = !chance(4);
    result.form = static_cast<ast::chunk_form>(late || chance(2) ? 0 : below(3));
    result.address = static_cast<std::uint64_t>(number());
    result.size = number();
    if (result.form != ast::chunk_form::alone) result.next = pick({"0", "17", "18446744073709551615"});
    if (result.form != ast::chunk_form::of_list) return result;
    if (chance(8)) result.user = memory_.make(ast::chunk_user{pick({"UNKNOWN", "gradients/mul"}), number(), number()});
    if (late && chance(2)) result.tag = pick({"lower", "upper", "central_gap"});
    if (late && chance(2, annotated))
        result.annotation = many(1, 3, [&] {
            return ast::annotation_frame{pick({"xla.execute", "xla.buffer"}), many(0, 2, [&] {
                                             return ast::frame_argument{pick({"executable", "kind"}),
                                                                        pick({"jit_step", "live_out", "3"})};
                                         })};
        });
    if (chance(4)) result.freed_at = number();
    return result;
}

ast::pool_account nodes::pool_account()
{
    ast::pool_account result{human_size(), human_size(), chance(2), human_size(), human_size(),
                             human_size(), human_size(), {},        human_size(), chance(2)};
    if (chance(2)) result.partition = ast::partition_account{chance(2), human_size(), human_size(), human_size()};
    return result;
}

ast::allocator_summary nodes::allocator_summary()
{
    ast::allocator_summary result;
    result.name = pick({"GPU_0_bfc", "cuda_host_bfc", ""});
    result.bins = many(result.name.empty() ? 1 : 0, 3, [&] {
        return ast::chunk_bin{number(), number(), number(), human_size(), human_size(), human_size()};
    });
    result.wanted = human_size();
    result.wanted_bin = human_size();
    result.free_chunks = many(0, 2, [&] { return pick({"118.75MiB | in_use: 0 | bin_num: 18", "0B"}); });
    // The pool and the counters are of one time.
    std::vector<int> times;
    if (can(counted)) times.push_back(0);
    if (can(in_sizes)) times.push_back(1);
    if (can(accounted)) times.push_back(2);
    const auto time = times[static_cast<std::size_t>(below(static_cast<std::int64_t>(times.size())))];
    if (time == 0) result.chunks = many(0, 2, [&] { return memory_chunk(false); });
    result.regions =
        many(0, 2, [&] { return ast::memory_region{number(), many(0, 3, [&] { return memory_chunk(time == 2); })}; });
    result.classes = many(0, 2, [&] { return ast::chunk_class{number(), number(), human_size()}; });
    result.used = human_size();
    if (time == 0) {
        ast::allocator_counters counters{number(), number(), number(), number(), number(), {}};
        if (chance(2)) counters.reserved = ast::reserved_counters{number(), number(), number()};
        result.counters = counters;
        if (chance(2))
            result.pool = ast::pool_in_bytes{can(early) && chance(2), number(), number(), number(), number()};
    } else {
        ast::sized_counters counters{human_size(), human_size(), human_size(), number(),    human_size(),
                                     human_size(), human_size(), {},           human_size()};
        if (time == 2) counters.peak_allocated = human_size();
        result.counters = counters;
        if (time == 2)
            result.pool = pool_account();
        else
            result.pool = ast::pool_in_sizes{human_size(), human_size(), human_size(), human_size()};
    }
    result.picture = pick({"", "***xx__", "<allocator contains no memory>"});
    return result;
}

} // namespace ballast::generate
