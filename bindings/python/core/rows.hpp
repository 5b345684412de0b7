// The rows of a module as objects. Each refers to its module and reads its texts when they are asked for.
#pragma once

#include "read_module.hpp"

#include <nanobind/nanobind.h>

namespace ballast::python {

void bind_rows(nanobind::module_& m);

} // namespace ballast::python
