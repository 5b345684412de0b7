#include "generate/nodes.hpp"

namespace ballast::generate {

ast::status nodes::status()
{
    ast::status result;
    const auto code = [&] { return pick({"0100", "0101", "1000", "1200"}); };
    if (!chance(4)) result.word = pick({"RESOURCE_EXHAUSTED", "Resource exhausted", "INTERNAL", "INVALID_ARGUMENT"});
    if (result.word && chance(8)) result.sender = pick({"/job:tpu_worker/replica:0/task:0", "worker"});
    if (chance(3)) result.code = ast::status_code{code(), pick({"CompileTimeHbmOom", "Runtime"}), chance(2)};
    if (chance(3)) result.replica = ast::failed_replica{below(8), number()};
    if (chance(3)) result.link = code();
    result.payloads = many(0, 2, [&] {
        return ast::status_payload{pick({"executable_name", "type.googleapis.com/a.B"}),
                                   pick({"", "jit_step", "a\\n\\x08\\'[truncated]", "\\302"})};
    });
    if (chance(3)) {
        auto& trace = result.trace.emplace();
        trace.blank = chance(2);
        trace.locations = many(1, 3, [&] {
            return ast::trace_location{pick({"external/xla+/xla/pjrt/c/status.cc", "jaxlib/a.cc"}), below(2000)};
        });
    }
    return result;
}

} // namespace ballast::generate
