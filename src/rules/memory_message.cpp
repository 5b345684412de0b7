#include "rules/memory_message.hpp"

#include "rules/status.hpp"

namespace ballast::rules {

verdict check_message(const ast::memory_message& message)
{
    const auto* failure = message.is<ast::memory_failure>();
    if (!failure) return {};
    if (failure->status.replica && std::holds_alternative<ast::array_overflow>(failure->what))
        return violation{finding_id::memory_message,
                         say("a compiler's message about a replica that failed at run time")};
    if (auto fault = status_fault(failure->status)) return violation{finding_id::memory_message, std::move(*fault)};
    return {};
}

} // namespace ballast::rules
