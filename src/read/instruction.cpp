// Instructions without their attributes.
#include "read/instruction_actions.hpp"
#include "read/witnessing.hpp"

namespace ballast::read {

bool match_apart(g::instruction, grammar::input& in, context& ctx, ast::instruction& node)
{
    ctx.short_form = false;
    return tao::pegtl::normal<g::instruction>::match<apply_mode::action, rewind_mode::required, action, witnessing>(
        in, ctx, node);
}

bool match_apart(g::short_instruction, grammar::input& in, context& ctx, ast::instruction& node)
{
    ctx.short_form = true;
    return tao::pegtl::normal<g::short_instruction>::match<apply_mode::action, rewind_mode::required, action,
                                                           witnessing>(in, ctx, node);
}

} // namespace ballast::read
