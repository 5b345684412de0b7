// Text of dumps as Python objects.
#pragma once

#include "ballast/ast/shape.hpp"
#include "ballast/print.hpp"
#include "ballast/sink.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::python {

namespace nb = nanobind;

// Bytes that are not UTF-8 become surrogates, as in the names of files.
inline nb::str text_of(std::string_view text)
{
    auto* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    if (!made) throw nb::python_error();
    return nb::steal<nb::str>(made);
}

// Paths as bytes, since names of files need not be UTF-8.
inline std::vector<std::string> paths_of(const std::vector<nb::bytes>& paths)
{
    std::vector<std::string> result;
    for (const auto& path : paths) result.emplace_back(path.c_str(), path.size());
    return result;
}

// The shape index of a value as a tuple of numbers.
inline nb::typed<nb::tuple, nb::int_, nb::ellipsis> index_of(const ast::shape_index& index)
{
    auto list = nb::list();
    for (const auto part : index) list.append(part);
    return nb::typed<nb::tuple, nb::int_, nb::ellipsis>(nb::tuple(list));
}

// The text that a function writes into a sink.
template <typename Write>
std::string written(Write&& write)
{
    std::string text;
    sink out(
        [](void* to, std::string_view bytes) {
            static_cast<std::string*>(to)->append(bytes);
            return true;
        },
        &text);
    write(out);
    out.flush();
    return text;
}

// A node as the dump prints it.
template <typename Node>
nb::str printed(const Node& node, const ast::forms& forms)
{
    return text_of(written([&](sink& out) { print(out, node, forms); }));
}

} // namespace ballast::python
