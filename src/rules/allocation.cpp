#include "rules/allocation.hpp"

namespace ballast::rules {

namespace {

template <typename Head>
verdict class_of(const Head& head)
{
    const std::string_view other = head.parameter        ? "a parameter"
                                   : head.constant       ? "constant"
                                   : head.thread_local_  ? "thread-local"
                                   : head.maybe_live_out ? "maybe-live-out"
                                                         : "";
    if (head.preallocated_temp == other.empty()) return {};
    if (other.empty())
        return violation{finding_id::allocation_class,
                         say("allocation {} is neither a parameter, constant, thread-local, maybe-live-out nor "
                             "preallocated-temp",
                             head.number)};
    return violation{finding_id::allocation_class,
                     say("allocation {} is preallocated-temp and also {}", head.number, other)};
}

} // namespace

verdict check_class(const ast::allocation& head) { return class_of(head); }
verdict check_class(const ast::report_allocation& head) { return class_of(head); }

} // namespace ballast::rules
