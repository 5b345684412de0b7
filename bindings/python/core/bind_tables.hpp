// Tables in Python.
#pragma once

#include <nanobind/nanobind.h>

namespace ballast::python {

void bind_tables(nanobind::module_& m);

} // namespace ballast::python
