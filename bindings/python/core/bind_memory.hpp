// The memory of modules in Python: what `show`, `summary`, `diff` and `report` compute.
#pragma once

#include <nanobind/nanobind.h>

namespace ballast::python {

void bind_memory(nanobind::module_& m);

} // namespace ballast::python
