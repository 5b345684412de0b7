#include "print/status.hpp"

namespace ballast::print_detail {

void put_status_head(sink& out, const ast::status& x)
{
    if (!x.word) return;
    out.put(*x.word, ": ");
    if (x.sender) out.put("From ", *x.sender, ":\n");
}

void put_status_code(sink& out, const ast::status& x)
{
    if (x.code) out.put('E', x.code->number, ": ", x.code->name, ':', x.code->own_line ? '\n' : ' ');
}

void put_failed_replica(sink& out, const ast::status& x)
{
    if (x.replica)
        out.put(": while running replica ", x.replica->replica, " and partition ", x.replica->partition,
                " of a replicated computation (other replicas may have failed as well).");
}

void put_status_link(sink& out, const ast::status& x)
{
    if (x.link) out.put("\nSee https://openxla.org/xla/errors/error_", *x.link, " for more details.");
}

void put_status_rest(sink& out, const ast::status& x)
{
    for (const auto& payload : x.payloads) out.put(" [", payload.key, "='", payload.text, "']");
    if (!x.trace) return;
    out.put("\n=== Source Location Trace: ===");
    if (x.trace->blank) out.put(' ');
    for (const auto& [path, line] : x.trace->locations) out.put('\n', path, ':', line);
}

} // namespace ballast::print_detail
