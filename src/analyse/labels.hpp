// Labels: names for people, by the place in their program that a buffer comes from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ballast::analyse {

// The informative parts of an op_name: `jit(step)/jit(main)/transpose(jvp(loss))/dot_general[…]` is `step`,
// `loss'`, `dot_general`.
std::vector<std::string> parts_of(std::string_view op_name);

// A short label: the first part and the last two.
std::string label_of(std::string_view op_name);

// The parts except the last one, at most three.
std::string scope_of(std::string_view op_name);

// The path of an argument without the numbers in brackets: `params[*]['w']`.
std::string without_numbers(std::string_view path);

// True if it is the name of a traced operation, such as `jit(f)/…/add`, and not the path of an argument.
bool is_traced(std::string_view op_name);

// True if a path is informative: `args[1]` and `arg3` are not.
bool is_path(std::string_view path);

// The name of an instruction without the suffixes that XLA adds: `.12`, `.clone`, `.remat2`.
std::string_view base_of(std::string_view name);

} // namespace ballast::analyse
