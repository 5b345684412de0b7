// The lines around a file in a log.
//
//     *** Begin module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt ***
#pragma once

#include "ballast/sink.hpp"

#include <optional>
#include <string_view>

namespace ballast::print_detail {

template <typename Body>
void put_framed(sink& out, const std::optional<std::string_view>& name, const Body& body)
{
    if (name) out.put("*** Begin ", *name, " ***\n");
    body();
    if (name) out.put("\n*** End ", *name, " ***\n");
}

} // namespace ballast::print_detail
