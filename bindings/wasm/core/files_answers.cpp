// What is in a session: files, modules, texts.
#include "answers.hpp"

#include "render/json.hpp"

#include <fmt/format.h>

namespace ballast::wasm {

void answer_files(session& of, session*, const question& asked, answer& to)
{
    const auto& found = of.found();
    const auto modules = of.modules(asked);
    render::json_writer out(to.taker());
    out.object([&] {
        out.array("files", [&] {
            for (const auto& file : found.files)
                out.object([&] {
                    out.member("name", file.path);
                    out.member("shown", file.shown);
                    if (file.text) out.member("bytes", file.text->bytes.view().size());
                    if (file.text && file.text->in_log) out.member("line", file.place_in_file({1, 1}).line);
                    if (!file.problem.empty()) out.member("problem", file.problem);
                });
        });
        out.array("modules", [&] {
            for (const auto& module : modules)
                out.object([&] {
                    answers::loaded_module is;
                    is.path = module.files.front()->shown;
                    for (const auto* file : module.files) is.inputs.push_back(*file);
                    answers::set_name(is);
                    out.member("name", is.name);
                    out.member("number", is.number);
                    out.member("path", is.path);
                    out.array("files", [&] {
                        for (const auto* file : module.files)
                            out.number(static_cast<std::int64_t>(file - found.files.data()));
                    });
                });
        });
        out.array("notices", [&] {
            for (const auto& notice : found.notices) out.text(notice);
        });
    });
    out.finish();
}

void answer_text(session& of, session*, const question& asked, answer& to)
{
    const auto& all = of.found().files;
    const auto number = static_cast<std::size_t>(asked.module.value_or(0));
    if (number >= all.size()) return to.fail("text", "file {}: there are {}", number, all.size());
    if (all[number].text) to.write(all[number].text->bytes.view());
}

} // namespace ballast::wasm
