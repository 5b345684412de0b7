// The framework that a module comes from, and its words.
#pragma once

#include "ballast/analysis.hpp"
#include "base/framework.hpp"

#include <string>
#include <string_view>

namespace ballast::analyse {

// By the name of the module, and by the operation names of its largest buffers.
framework framework_of(std::string_view module, const holder_list& holders);
inline framework framework_of(const memory_analysis& of) { return framework_of(of.module, of.holders); }

// How the framework lets a result use the memory of an argument, and how it recomputes values, for the brackets of
// advice.
std::string_view donation_in(framework which);
std::string_view recomputation_in(framework which);

// True for an operation that no program can recompute to advantage, because the compiler never keeps its result on its
// own account: a broadcast or a view.
bool is_view(std::string_view op_name);

} // namespace ballast::analyse
