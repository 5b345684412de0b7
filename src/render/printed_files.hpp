// Texts that are printed from trees.
#pragma once

#include "answers/print.hpp"
#include "ballast/sink.hpp"

namespace ballast::inline v0::render {

// Several files as XLA writes them to standard output; `extract` separates them again.
void write(const answers::print_answer& answer, sink& to);

} // namespace ballast::inline v0::render
