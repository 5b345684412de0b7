// The memory of a module in the forms of other programs.
#include "cli/command_line.hpp"
#include "cli/exports.hpp"
#include "cli/modules.hpp"

namespace ballast::cli {

int export_memory(const options& given)
{
    if (given.raw && given.output != "csv") {
        warn("ballast export: --raw is for --to csv\n");
        return trouble;
    }
    report out;
    const bool pprof = given.output == "pprof";
    const auto module = ask_module("export", given, {.tick = given.tick, .stacks = pprof, .buffers = !pprof}, out);
    if (module.code) return *module.code;
    const auto& memory = module.what.memory;
    if (!memory) {
        warn("ballast export: {}: no allocations\n", module.name());
        return trouble;
    }
    if (!has_tick("export", *memory, given)) return trouble;
    if (pprof && out.on_terminal()) {
        warn("ballast export: a profile is no text for a terminal; `> FILE`, then `pprof -top FILE`\n");
        return trouble;
    }
    const auto take = [&](std::string_view piece) { return out.write(piece); };
    if (pprof)
        export_pprof(*memory, take);
    else if (given.output == "trace")
        export_trace(*memory, take);
    else
        export_csv(*memory, given.raw ? cells::raw : cells::neutral, take);
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
