// Printing trees to standard output.
#pragma once

#include "ballast/print.hpp"
#include "cli/output.hpp"

#include <string_view>

namespace ballast::cli {

// Calls `body` with a sink that writes to the output.
template <typename Output, typename Body>
void print_to(Output& out, Body&& body)
{
    sink to([](void* target, std::string_view bytes) { return static_cast<Output*>(target)->write(bytes); }, &out);
    body(to);
    to.flush();
}

} // namespace ballast::cli
