// The memory of a module in the forms of other programs.
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/exports.hpp"
#include "cli/modules.hpp"
#include "cli/siblings.hpp"

#include <unistd.h>

namespace ballast::cli {

int export_memory(const options& given)
{
    auto wanted = given;
    if (given.paths.size() == 1) wanted.paths = with_siblings(given.paths.front(), given);
    const auto inputs = find_files(wanted);
    if (inputs.files.empty()) return trouble;
    report out;
    const auto module = read_module("export", inputs, given, out);
    if (module.code) return *module.code;
    if (two_of_a_kind("export", module.files)) return trouble;
    std::vector<const document*> documents;
    for (const auto& f : module.files) documents.push_back(&*f.result.value);
    const bool pprof = given.output == "pprof";
    const memory_options wished{.tick = given.tick, .stacks = pprof, .buffers = !pprof};
    auto memory = memory_of(documents, wished);
    std::optional<text_file> text;
    if (memory && memory->frames_missing) text = text_beside(module.files.front().file->path, given);
    if (text) {
        documents.push_back(&text->text);
        memory = memory_of(documents, wished);
    }
    if (!memory) {
        warn("ballast export: {}: no allocations\n", module.files.front().file->shown);
        return trouble;
    }
    if (given.tick && (!memory->ranges || *given.tick >= memory->ticks)) {
        warn("ballast export: --at {}: the schedule has {} ticks\n", *given.tick, memory->ranges ? memory->ticks : 0);
        return trouble;
    }
    if (pprof && out.on_terminal()) {
        warn("ballast export: a profile is no text for a terminal; `> FILE`, then `pprof -top FILE`\n");
        return trouble;
    }
    const auto take = [&](std::string_view piece) { return out.write(piece); };
    if (pprof)
        out.write(export_pprof(*memory));
    else if (given.output == "trace")
        export_trace(*memory, take);
    else
        export_csv(*memory, take);
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
