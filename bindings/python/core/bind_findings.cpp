#include "bind_findings.hpp"

#include "ballast/explanation.hpp"
#include "ballast/render.hpp"
#include "python_text.hpp"
#include "reading.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace ballast::python {

namespace {

nb::object optional_text(std::string_view text) { return text.empty() ? nb::none() : nb::object(text_of(text)); }

nb::object finding_of(const answers::validated_file& file, const answers::reported_finding& x, nb::handle type)
{
    const auto& about = info(x.what.id);
    nb::list related;
    for (const auto& place : x.related)
        related.append(nb::make_tuple(text_of(place.file ? place.file->shown : file.file.shown), place.begin.line,
                                      place.begin.column, text_of(place.message)));
    return type(text_of(about.name), text_of(name_of(x.severity)), text_of(name_of(about.phase)),
                text_of(x.what.message.text()), text_of(file.file.shown), x.begin.line, x.begin.column, x.end.line,
                x.end.column, x.what.begin, x.what.end, optional_text(x.hint), nb::tuple(related));
}

// A file that cannot be read has no text to point into.
nb::object unreadable_finding(const answers::validated_file& file, nb::handle type)
{
    return type("unreadable", "error", "text", text_of(file.problem), text_of(file.file.shown), 0, 0, 0, 0, 0, 0,
                nb::none(), nb::make_tuple());
}

// The words that `--only` and `--disable` take.
void check_words(const std::vector<std::string>& words)
{
    for (const auto& word : words)
        if (answers::findings_named(word).empty()) throw std::invalid_argument("no finding is called " + word);
}

struct validate_settings {
    bool strict = false;
    std::vector<std::string> only;
    std::vector<std::string> disabled;
    std::size_t max_errors = 100;
    std::string era;

    [[nodiscard]] answers::validate_options options() const
    {
        check_words(only);
        check_words(disabled);
        answers::validate_options how{.reported = answers::selection(only, disabled),
                                      .strict = strict,
                                      .max_errors = max_errors,
                                      .demanded_era = era};
        if (era.empty()) return how;
        how.demanded = parse_era(era);
        if (!how.demanded) throw std::invalid_argument("no era, date or release is called " + era);
        return how;
    }
};

nb::tuple result_of(const std::vector<answers::validated_file>& all)
{
    nb::list conforming;
    for (const auto& file : all) conforming.append(nb::make_tuple(text_of(file.file.shown), file.conforms()));
    return nb::make_tuple(findings_of(all), conforming, text_of(findings_text(all)));
}

nb::tuple validate_modules(const std::vector<module_pointer>& modules, const validate_settings& settings,
                           std::size_t threads)
{
    const auto how = settings.options();
    std::vector<answers::validated_file> all;
    {
        const nb::gil_scoped_release released;
        for (const auto& module : modules)
            std::ranges::move(validate(module->inputs_in_memory(), how, threads), std::back_inserter(all));
    }
    return result_of(all);
}

nb::tuple validate_paths(const std::vector<nb::bytes>& paths, const validate_settings& settings, std::size_t threads)
{
    const auto how = settings.options();
    const auto names = paths_of(paths);
    std::vector<answers::validated_file> all;
    files::found_files found;
    {
        const nb::gil_scoped_release released;
        found = find_inputs(names);
        all = validate(found.files, how, threads);
    }
    return result_of(all);
}

} // namespace

nb::list findings_of(const std::vector<answers::validated_file>& files)
{
    const auto type = nb::module_::import_("ballast.findings").attr("Finding");
    nb::list result;
    for (const auto& file : files) {
        if (file.unreadable()) result.append(unreadable_finding(file, type));
        for (const auto& x : file.findings) result.append(finding_of(file, x, type));
    }
    return result;
}

std::string findings_text(const std::vector<answers::validated_file>& files)
{
    const auto formats = render::findings_formats();
    const auto text = std::ranges::find(formats, std::string_view("text"), &render::findings_format::name);
    std::string result;
    for (const auto& file : files) result += text->file(file, {});
    return result;
}

void bind_findings(nb::module_& m)
{
    nb::class_<validate_settings>(m, "ValidateSettings")
        .def(nb::init<>())
        .def_rw("strict", &validate_settings::strict)
        .def_rw("only", &validate_settings::only)
        .def_rw("disabled", &validate_settings::disabled)
        .def_rw("max_errors", &validate_settings::max_errors)
        .def_rw("era", &validate_settings::era);
    constexpr auto result = "tuple[list[typing.Any], list[tuple[str, bool]], str]";
    static const auto modules_signature =
        std::string("def validate_modules(modules: list[Module], settings: ValidateSettings, threads: int) -> ") +
        result;
    static const auto paths_signature =
        std::string("def validate_paths(paths: list[bytes], settings: ValidateSettings, threads: int) -> ") + result;
    m.def("validate_modules", &validate_modules, nb::sig(modules_signature.c_str()));
    m.def("validate_paths", &validate_paths, nb::sig(paths_signature.c_str()));
    m.def(
        "explain",
        [](std::string_view name) {
            const auto all = all_findings();
            const auto found = std::ranges::find(all, name, &finding_info::name);
            if (found == all.end()) throw nb::key_error(std::string(name).c_str());
            const auto& about = explain(found->id);
            return nb::make_tuple(text_of(found->sentence), text_of(about.text), text_of(about.hint));
        },
        nb::sig("def explain(name: str) -> tuple[str, str, str]"));
}

} // namespace ballast::python
