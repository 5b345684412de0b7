// Instructions as text.
//
//     %add.3 = f32[8]{0} add(%p.0, %p.1), metadata={op_name="jit(f)/add"}
#pragma once

#include "proto/program.hpp"
#include "proto/text.hpp"

namespace ballast::inline v0::proto {

// How an element of a tuple is named: by the instruction that takes it, or as `%fusion.2#0`, in module texts.
enum class operand_style : std::uint8_t { names, elements };

void put_instruction(text& out, const program& of, row instruction, operand_style style = operand_style::names);

// True for the computation of an asynchronous operation that is printed as `copy-start`.
bool is_printed_in_place(const program& of, row computation);

} // namespace ballast::inline v0::proto
