// Findings in Python: objects of ballast.Finding, which can be pickled with the exceptions that carry them.
#pragma once

#include "ballast/answers.hpp"

#include <nanobind/nanobind.h>

#include <vector>

namespace ballast::python {

// The findings of all files, in order.
nanobind::list findings_of(const std::vector<answers::validated_file>& files);
// The findings as the command prints them.
std::string findings_text(const std::vector<answers::validated_file>& files);

void bind_findings(nanobind::module_& m);

} // namespace ballast::python
