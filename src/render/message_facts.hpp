// The facts in a message about memory: one sentence about what is missing, numbers, and how to get a dump.
#pragma once

#include "ballast/ast/memory_message.hpp"
#include "ballast/era.hpp"
#include "ballast/render.hpp"

#include <string_view>

namespace ballast::inline v0::render {

// `TPU runtime`
std::string_view spelling(message_source source);

// The remark in some verdicts, from its semicolon.
inline constexpr std::string_view unknown_rest = "; the message does not say how much is free";

// `when` is the era of the text; it decides which files a dump has.
message_facts facts_of(const ast::memory_message& message, const era_set& when);

} // namespace ballast::inline v0::render
