#include "bind_module.hpp"

#include "ballast/convert.hpp"
#include "ballast/json.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/print.hpp"
#include "ballast/releases.hpp"
#include "base/file_name.hpp"
#include "base/parallel.hpp"
#include "bind_findings.hpp"
#include "files/candidate.hpp"
#include "python_text.hpp"
#include "reading.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <utility>
#include <variant>

namespace ballast::python {

namespace {

// One file of a module.
struct file_object {
    module_pointer of;
    std::size_t number = 0;

    [[nodiscard]] const answers::module_file& file() const { return of->files()[number]; }
    [[nodiscard]] const document& read() const { return *file().result.value; }
};

nb::tuple result_of(modules_read&& all)
{
    nb::list notices;
    for (const auto& notice : all.notices) notices.append(text_of(notice));
    return nb::make_tuple(all.modules, findings_of(all.problems), text_of(findings_text(all.problems)), notices);
}

// Reads without the GIL.
template <typename Read>
nb::tuple reading(Read&& read)
{
    modules_read all;
    {
        const nb::gil_scoped_release released;
        all = read();
    }
    return result_of(std::move(all));
}

void bind_reading(nb::module_& m)
{
    constexpr auto result = "tuple[list[Module], list[typing.Any], str, list[str]]";
    static const auto paths = std::string("def read_paths(paths: list[bytes], threads: int) -> ") + result;
    static const auto bytes = std::string("def read_bytes(name: str, data: bytes, threads: int) -> ") + result;
    static const auto texts = std::string("def read_texts(texts: list[tuple[str, bytes]]) -> ") + result;
    m.def(
        "read_paths",
        [](const std::vector<nb::bytes>& all, std::size_t threads) {
            const auto names = paths_of(all);
            return reading([&] { return read_paths(names, threads); });
        },
        nb::sig(paths.c_str()));
    m.def(
        "read_bytes",
        [](const std::string& name, const nb::bytes& data, std::size_t threads) {
            const std::string_view text(data.c_str(), data.size());
            return reading([&] { return read_bytes(name, text, threads); });
        },
        nb::sig(bytes.c_str()));
    m.def(
        "read_texts",
        [](const std::vector<std::pair<std::string, nb::bytes>>& all) {
            std::vector<std::pair<std::string, std::string>> copied;
            for (const auto& [name, data] : all) copied.emplace_back(name, std::string(data.c_str(), data.size()));
            return reading([&] { return read_texts(copied); });
        },
        nb::sig(texts.c_str()));
    m.def("core_count", &core_count);
    m.def("decided_by_content", &decided_by_content);
    m.attr("deciding_bytes") = files::deciding_bytes;
    m.def("group_files", [](const std::vector<std::pair<std::string, nb::bytes>>& listed) {
        std::vector<listed_file> files;
        for (const auto& [name, beginning] : listed)
            files.push_back({name, std::string(beginning.c_str(), beginning.size())});
        return group_files(files);
    });
    m.def("without_compression", [](std::string_view path) { return std::string(without_compression(path)); });
}

// The times of an era: begin and end as YYYYMMDDhhmm; the end is none if it is still open.
nb::list periods_of(const era_set& era)
{
    nb::list result;
    for (const auto& period : era.intervals())
        result.append(
            nb::make_tuple(period.begin, period.end == end_of_history ? nb::none() : nb::object(nb::int_(period.end))));
    return result;
}

nb::object feature_of(const std::optional<timeline::shown_in>& shown)
{
    return shown ? nb::object(text_of(info(shown->which).name)) : nb::none();
}

// Files in the form of another era, with what was lost.
struct converted {
    std::vector<std::pair<std::string, std::string>> files; // kinds and texts
    std::vector<std::string> losses;
    std::vector<std::string> missing;
};

converted convert_module(const read_module& module, const std::string& name)
{
    const auto target = parse_era(name);
    if (!target) throw std::invalid_argument("no era, date or release is called " + name);
    auto documents = module.documents();
    std::erase_if(documents, [](const document* d) { return !std::holds_alternative<ast::dump>(d->tree()); });
    const auto made = convert(documents, *target);
    converted result;
    for (const auto& file : made.files) result.files.emplace_back(kind_word(file.kind), print(file));
    for (const auto& loss : made.losses) result.losses.push_back(fmt::format("{}: {}", spelling(loss.kind), loss.what));
    for (const auto& file : made.missing)
        result.missing.push_back(fmt::format("{}: {}", kind_word(file.kind), file.why));
    return result;
}

void bind_file(nb::module_& m)
{
    nb::class_<file_object>(m, "File", "A file of a module.")
        .def_prop_ro(
            "path", [](const file_object& x) { return text_of(x.file().file->path); }, "Its path.")
        .def_prop_ro(
            "kind", [](const file_object& x) { return text_of(kind_word(x.read().tree())); },
            "assignment, combined, values, live-range, memory-usage-report, out-of-memory, statistics, buffer-info or "
            "module-text.")
        .def("__len__", [](const file_object& x) { return x.read().text().size(); })
        .def_prop_ro(
            "text", [](const file_object& x) { return text_of(x.read().text()); }, "The text that was read.")
        .def("__bytes__",
             [](const file_object& x) { return nb::bytes(x.read().text().data(), x.read().text().size()); })
        .def(
            "print",
            [](const file_object& x) {
                std::string text;
                {
                    const nb::gil_scoped_release released;
                    text = print(x.read());
                }
                return text_of(text);
            },
            "The text, printed from its tree.")
        .def(
            "json",
            [](const file_object& x, bool positions) {
                const nb::gil_scoped_release released;
                return written([&](sink& out) { write_json(out, x.read().tree(), {.positions = positions}); });
            },
            nb::arg("positions") = false, "The tree as JSON; docs/json.md describes it.")
        .def("__repr__", [](const file_object& x) {
            return text_of(fmt::format("<File {} ({})>", x.file().file->shown, kind_word(x.read().tree())));
        });
}

std::size_t range_count(const read_module& x)
{
    const auto* ranges = x.rows().ranges;
    return ranges ? ranges->rows.size() : 0;
}

std::size_t peak_count(const read_module& x)
{
    const auto* peak = x.rows().peak();
    return peak ? peak->rows.size() : 0;
}

nb::list sequence_of(const read_module& x)
{
    nb::list names;
    if (const auto* ranges = x.rows().ranges)
        for (const auto& row : ranges->sequence) names.append(text_of(row.name));
    return names;
}

std::optional<std::int64_t> last_step(const read_module& x)
{
    const auto* ranges = x.rows().ranges;
    return ranges ? std::optional(ranges->max) : std::nullopt;
}

std::optional<std::int64_t> peak_step(const read_module& x)
{
    const auto* peak = x.rows().peak();
    return peak && peak->moment >= 0 ? std::optional(peak->moment) : std::nullopt;
}

void bind_module_class(nb::module_& m)
{
    nb::class_<read_module>(m, "Module")
        .def_prop_ro("name", [](const read_module& x) { return text_of(x.name()); })
        .def_prop_ro("number", [](const read_module& x) { return text_of(x.number()); })
        .def_prop_ro("path", [](const read_module& x) { return text_of(x.path()); })
        .def_prop_ro("total",
                     [](const read_module& x) -> std::optional<std::int64_t> {
                         const auto* total = x.rows().total;
                         return total ? std::optional(total->bytes) : std::nullopt;
                     })
        .def_prop_ro("allocation_count", [](const read_module& x) { return x.rows().allocations.size(); })
        .def_prop_ro("value_count", [](const read_module& x) { return x.rows().values.size(); })
        .def_prop_ro("instruction_count", [](const read_module& x) { return x.rows().instructions.size(); })
        .def_prop_ro("range_count", &range_count)
        .def_prop_ro("peak_count", &peak_count)
        .def_prop_ro("sequence", &sequence_of, nb::sig("def sequence(self) -> list[str]"))
        .def_prop_ro("last_step", &last_step)
        .def_prop_ro("peak_step", &peak_step)
        .def(
            "__reduce__",
            [](const read_module& x) {
                nb::list texts;
                for (const auto& file : x.files())
                    texts.append(nb::make_tuple(text_of(file.file->path),
                                                nb::bytes(file.result.text().data(), file.result.text().size())));
                return nb::make_tuple(nb::module_::import_("ballast.pickling").attr("module_of"),
                                      nb::make_tuple(texts));
            },
            nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
    m.def("files", [](const module_pointer& x) {
        std::vector<file_object> result;
        for (std::size_t i = 0; i < x->files().size(); ++i) result.push_back({x, i});
        return result;
    });
    m.def(
        "era",
        [](const module_pointer& x) {
            const auto era = answers::era_of(x->files()).all;
            return nb::make_tuple(era.possible.to_string(), era_text(era.possible), periods_of(era.possible),
                                  feature_of(era.from), feature_of(era.until));
        },
        nb::sig("def era(module: Module) -> tuple[str, str, list[tuple[int, int | None]], str | None, str | None]"));
    m.def(
        "print_as",
        [](const module_pointer& x, const std::string& era) {
            converted made;
            {
                const nb::gil_scoped_release released;
                made = convert_module(*x, era);
            }
            nb::list texts;
            for (const auto& [kind, text] : made.files) texts.append(nb::make_tuple(kind, text_of(text)));
            return nb::make_tuple(texts, made.losses, made.missing);
        },
        nb::sig("def print_as(module: Module, era: str) -> tuple[list[tuple[str, str]], list[str], list[str]]"));
}

// The text of a tree in JSON.
std::string print_json(std::string_view json)
{
    const auto read = read_json(json);
    if (!read.value)
        throw std::invalid_argument(read.fault.path.empty() ? read.fault.message
                                                            : read.fault.path + ": " + read.fault.message);
    return written([&](sink& out) { print(out, read.value->tree(), read.value->unread()); });
}

} // namespace

void bind_module(nb::module_& m)
{
    bind_module_class(m);
    bind_file(m);
    bind_reading(m);
    m.def("print_json", &print_json, nb::call_guard<nb::gil_scoped_release>());
    m.def("json_schema", &json_schema);
}

} // namespace ballast::python
