// The extension module `ballast._core`: what the Python package is built on.
#include "ballast/version.hpp"
#include "bind_findings.hpp"
#include "bind_memory.hpp"
#include "bind_module.hpp"
#include "bind_tables.hpp"
#include "rows.hpp"

#include <nanobind/nanobind.h>

NB_MODULE(_core, m)
{
    m.doc() = "Reads XLA's memory dumps. Use the package `ballast`.";
    m.attr("version") = BALLAST_VERSION;
    // Notebooks keep the results of their cells until the interpreter ends, which nanobind would report as leaks.
    nanobind::set_leak_warnings(false);
    ballast::python::bind_module(m);
    ballast::python::bind_rows(m);
    ballast::python::bind_findings(m);
    ballast::python::bind_memory(m);
    ballast::python::bind_tables(m);
}
