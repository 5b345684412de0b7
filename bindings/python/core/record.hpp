// Plain structs as Python classes: read-only attributes, comparison, a representation and a dict.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ballast::python {

namespace nb = nanobind;

// Binds the members of a struct one after the other.
template <typename T>
class record {
public:
    record(nb::module_& m, const char* name, const char* doc) : bound_(m, name, doc)
    {
        names.clear();
        bound_.def("__eq__",
                   [](nb::handle a, nb::handle b) { return nb::isinstance<T>(b) && dict_of(a).equal(dict_of(b)); });
        bound_.def("__repr__", [](nb::handle self) {
            const auto type = nb::borrow<nb::object>(self.type());
            std::string text = nb::cast<std::string>(type.attr("__name__")) + "(";
            const char* gap = "";
            for (const auto* field : names) {
                text += std::string(gap) + field + "=" + nb::repr(nb::getattr(self, field)).c_str();
                gap = ", ";
            }
            return text + ")";
        });
        bound_.def("as_dict", &dict_of, nb::sig("def as_dict(self) -> dict[str, typing.Any]"),
                   "The attributes by name.");
    }

    template <typename M, typename Owner>
        requires std::is_base_of_v<Owner, T>
    record& field(const char* name, M Owner::* member, const char* doc)
    {
        if constexpr (std::is_enum_v<M>)
            bound_.def_prop_ro(name, [member](const T& x) { return std::string(spelling(x.*member)); }, doc);
        else
            bound_.def_ro(name, static_cast<M T::*>(member), doc);
        names.push_back(name);
        return *this;
    }
    // What a function returns.
    template <typename F>
    record& derived(const char* name, F&& get, const char* doc)
    {
        bound_.def_prop_ro(name, std::forward<F>(get), doc);
        names.push_back(name);
        return *this;
    }
    // A number that is -1, or a text that is empty, if it is unknown.
    template <typename M, typename Owner>
        requires std::is_base_of_v<Owner, T>
    record& known(const char* name, M Owner::* member, const char* doc)
    {
        bound_.def_prop_ro(
            name,
            [member](const T& x) -> std::optional<M> {
                if constexpr (std::is_same_v<M, std::string>)
                    return (x.*member).empty() ? std::nullopt : std::optional(x.*member);
                else
                    return x.*member < 0 ? std::nullopt : std::optional(x.*member);
            },
            doc);
        names.push_back(name);
        return *this;
    }

private:
    static nb::dict dict_of(nb::handle self)
    {
        nb::dict result;
        for (const auto* field : names) result[field] = nb::getattr(self, field);
        return result;
    }

    inline static std::vector<const char*> names; // of the fields

    nb::class_<T> bound_;
};

} // namespace ballast::python
