#include "generate/nodes.hpp"

namespace ballast::generate {

namespace {

constexpr auto annotated = timeline::feature_of("chunk_annotation");

} // namespace

ast::memory_chunk nodes::memory_chunk()
{
    ast::memory_chunk result;
    result.used = !chance(4);
    result.address = static_cast<std::uint64_t>(number());
    result.size = number();
    if (chance(2, annotated))
        result.annotation = many(1, 3, [&] {
            return ast::annotation_frame{pick({"xla.execute", "xla.buffer"}), many(0, 2, [&] {
                                             return ast::frame_argument{pick({"executable", "kind"}),
                                                                        pick({"jit_step", "live_out", "3"})};
                                         })};
        });
    result.next = pick({"0", "17", "18446744073709551615"});
    if (chance(4)) result.freed_at = number();
    return result;
}

ast::allocator_summary nodes::allocator_summary()
{
    ast::allocator_summary result;
    result.name = pick({"GPU_0_bfc", "cuda_host_bfc"});
    result.bins = many(
        0, 3, [&] { return ast::chunk_bin{number(), number(), number(), human_size(), human_size(), human_size()}; });
    result.wanted = human_size();
    result.wanted_bin = human_size();
    result.free_chunks =
        many(0, 2, [&] { return pick({"  Size: 118.75MiB | in_use: 0 | bin_num: 18", "  Size: 0B"}); });
    result.regions =
        many(0, 2, [&] { return ast::memory_region{number(), many(0, 3, [&] { return memory_chunk(); })}; });
    result.classes = many(0, 2, [&] { return ast::chunk_class{number(), number(), human_size()}; });
    result.used = human_size();
    result.pool_bytes = number();
    result.pool_limit = number();
    result.available = number();
    result.next_region = number();
    result.counters = {number(), number(), number(), number(), number(), number(), number(), number()};
    return result;
}

} // namespace ballast::generate
