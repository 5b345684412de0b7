// Modules in Python: reading, files, eras and printing.
#pragma once

#include <nanobind/nanobind.h>

namespace ballast::python {

void bind_module(nanobind::module_& m);

} // namespace ballast::python
