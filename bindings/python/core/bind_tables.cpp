#include "bind_tables.hpp"

#include "arrow.hpp"
#include "python_text.hpp"
#include "tables.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <unordered_map>

namespace ballast::python {

namespace {

// A table with shared ownership, so that Arrow's consumers can outlive the Python object.
struct table_object {
    table_pointer table;

    [[nodiscard]] const column& at(std::size_t i) const
    {
        if (i >= table->columns().size()) throw nb::index_error();
        return table->columns()[i];
    }
};

template <typename T>
using numpy_view = nb::ndarray<nb::numpy, const T, nb::ndim<1>, nb::c_contig>;

// A view of a buffer that keeps the table alive.
template <typename T>
numpy_view<T> view_of(const std::vector<T>& buffer, nb::handle owner)
{
    return {buffer.data(), {buffer.size()}, owner};
}

// For each cell whether it is empty, as bytes.
numpy_view<std::uint8_t> empty_of(const table_object& of, std::size_t i)
{
    const auto& from = of.at(i);
    auto made = std::make_unique<std::vector<std::uint8_t>>();
    for (std::size_t row = 0; row < of.table->rows(); ++row) made->push_back(from.is_known(row) ? 0 : 1);
    const nb::capsule owner(made.get(),
                            [](void* kept) noexcept { delete static_cast<std::vector<std::uint8_t>*>(kept); });
    return view_of(*made.release(), owner);
}

// Equal texts are one object, since most columns have few different ones.
nb::list texts_of(const column& from, std::size_t rows)
{
    std::unordered_map<std::string_view, nb::str> made;
    nb::list result;
    for (std::size_t i = 0; i < rows; ++i) {
        if (!from.is_known(i)) {
            result.append(nb::none());
            continue;
        }
        const auto text = from.text(i);
        auto [at, added] = made.try_emplace(text);
        if (added) at->second = text_of(text);
        result.append(at->second);
    }
    return result;
}

nb::list integers_of(const column& from, std::size_t rows)
{
    nb::list result;
    for (std::size_t i = 0; i < rows; ++i)
        result.append(from.is_known(i) ? nb::object(nb::int_(from.integers[i])) : nb::none());
    return result;
}

nb::list booleans_of(const column& from, std::size_t rows)
{
    nb::list result;
    for (std::size_t i = 0; i < rows; ++i)
        result.append(from.is_known(i) ? nb::object(nb::bool_(from.booleans[i] != 0)) : nb::none());
    return result;
}

nb::list cells_of(const table_object& of, std::size_t i)
{
    const auto& from = of.at(i);
    const auto rows = of.table->rows();
    switch (from.info->type) {
    case tables::cell_type::integer: return integers_of(from, rows);
    case tables::cell_type::boolean: return booleans_of(from, rows);
    case tables::cell_type::text: return texts_of(from, rows);
    }
    return {};
}

// The capsules of the Arrow PyCapsule interface. A struct that no consumer took is released with its capsule.
template <typename Struct>
nb::capsule capsule_of(std::unique_ptr<Struct> made, const char* name)
{
    nb::capsule result(made.get(), name, [](void* kept) noexcept {
        auto* of = static_cast<Struct*>(kept);
        if (of->release) of->release(of);
        delete of;
    });
    made.release();
    return result;
}

} // namespace

void bind_tables(nb::module_& m)
{
    nb::class_<table_object>(m, "Table", "The columns of a table.")
        .def_prop_ro(
            "name", [](const table_object& x) { return x.table->info().name; }, "The name.")
        .def("__len__", [](const table_object& x) { return x.table->rows(); })
        .def_prop_ro(
            "columns",
            [](const table_object& x) {
                nb::list names;
                for (const auto& c : x.table->columns())
                    names.append(nb::make_tuple(c.info->name, spelling(c.info->type), c.info->what,
                                                spelling(c.info->unit), c.info->nullable));
                return names;
            },
            nb::sig("def columns(self) -> list[tuple[str, str, str, str, bool]]"),
            "Names, types, meanings, units, and whether cells may be empty.")
        .def(
            "unknown", [](const table_object& x, std::size_t i) { return x.at(i).unknown; }, nb::arg("column"),
            "The number of empty cells of a column.")
        .def(
            "integers",
            [](nb::pointer_and_handle<table_object> x, std::size_t i) { return view_of(x.p->at(i).integers, x.h); },
            nb::arg("column"), "A view of a column of integers, with -1 for empty cells.")
        .def(
            "booleans",
            [](nb::pointer_and_handle<table_object> x, std::size_t i) { return view_of(x.p->at(i).booleans, x.h); },
            nb::arg("column"), "A view of a column of booleans, as bytes.")
        .def("empty", &empty_of, nb::arg("column"), "For each cell of a column whether it is empty, as bytes.")
        .def("cells", &cells_of, nb::arg("column"), nb::sig("def cells(self, column: int) -> list[typing.Any]"),
             "The cells of a column.")
        .def(
            "__arrow_c_schema__",
            [](const table_object& x) {
                auto made = std::make_unique<arrow_schema>();
                export_schema(x.table, *made);
                return capsule_of(std::move(made), "arrow_schema");
            },
            nb::sig("def __arrow_c_schema__(self) -> object"))
        .def(
            "__arrow_c_stream__",
            [](const table_object& x, nb::object /*requested_schema*/) {
                auto made = std::make_unique<arrow_stream>();
                export_stream(x.table, *made);
                return capsule_of(std::move(made), "arrow_array_stream");
            },
            nb::arg("requested_schema") = nb::none(),
            nb::sig("def __arrow_c_stream__(self, requested_schema: object | None = None) -> object"));
    m.def("table_names", &table_names);
    m.def(
        "table",
        [](const std::vector<module_pointer>& modules, std::string_view name) {
            table_pointer made;
            {
                const nb::gil_scoped_release released;
                made = table_of(modules, name);
            }
            if (!made) throw nb::key_error(std::string(name).c_str());
            return table_object{std::move(made)};
        },
        nb::arg("modules"), nb::arg("name"));
}

} // namespace ballast::python
