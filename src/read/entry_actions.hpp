// Constructs that are read on their own.
#pragma once

#include "grammar/entry.hpp"
#include "read/files_actions.hpp"

namespace ballast::read {

// clang-format off
template <g::fixed_text Key> struct action<g::key_of_value<Key>> : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        ctx.with_key = true;
        ctx.value_begin = in.end();
    }
};
// clang-format on

} // namespace ballast::read
