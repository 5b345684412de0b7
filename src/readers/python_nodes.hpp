// The nodes of a Python reader: dataclasses with type hints, and tables of their members for JSON.
#pragma once

#include <string>
#include <string_view>

namespace ballast::readers {

std::string python_nodes();
// The name of a member; keywords get a `_` at the end.
std::string python_member(std::string_view name);

} // namespace ballast::readers
