// What people call a buffer: where it comes from in their program, as far as the dump says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ballast::analyse {

// The parts of an op_name that say something: `jit(step)/jit(main)/transpose(jvp(loss))/dot_general[…]` is `step`,
// `loss'`, `dot_general`.
std::vector<std::string> parts_of(std::string_view op_name);

// Its head and its last two parts, in a short line.
std::string label_of(std::string_view op_name);

// The parts without the last, at most three.
std::string scope_of(std::string_view op_name);

// An argument's path, in which numbers in brackets are taken out: `params[*]['w']`.
std::string without_numbers(std::string_view path);

// Whether it is what tracing gives an operation, as `jit(f)/…/add`, and not the path of an argument.
bool is_traced(std::string_view op_name);

// Whether a path says which argument it is: `args[1]` and `arg3` do not.
bool is_path(std::string_view path);

// The name of an instruction without what XLA adds to make it another: `.12`, `.clone`, `.remat2`.
std::string_view base_of(std::string_view name);

} // namespace ballast::analyse
