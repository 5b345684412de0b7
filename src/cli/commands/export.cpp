// Exports the memory of a module to the formats of other programs.
#include "cli/command_line.hpp"
#include "cli/exports.hpp"
#include "cli/modules.hpp"
#include "cli/output_file.hpp"

namespace ballast::cli {

int export_memory(const options& given)
{
    if (given.raw && given.output != "csv") {
        warn("ballast export: --raw is for --to csv\n");
        return trouble;
    }
    report out;
    const bool pprof = given.output == "pprof";
    const auto module =
        ask_module("export", find_modules(given), given, {.step = given.step, .stacks = pprof, .buffers = !pprof}, out);
    if (module.code) return *module.code;
    const auto& memory = module.what.memory;
    if (!memory) {
        warn("ballast export: {}: no allocations\n", module.name());
        return trouble;
    }
    if (!has_step("export", *memory, given)) return trouble;
    const bool to_file = !given.to_file.empty() && given.to_file != "-";
    if (pprof && !to_file && out.on_terminal()) {
        warn("ballast export: a profile is not text for a terminal; use `-o FILE`, then `pprof -top FILE`\n");
        return trouble;
    }
    const auto write = [&](const piece_taker& take) {
        if (pprof)
            export_pprof(*memory, take);
        else if (given.output == "trace")
            export_trace(*memory, take);
        else
            export_csv(*memory, given.raw ? cells::raw : cells::neutral, take);
    };
    if (!to_file) {
        write([&](std::string_view piece) { return out.write(piece); });
        return out.flush() ? success : trouble;
    }
    output_file file(given.to_file, existing::replaced);
    write([&](std::string_view piece) { return file.write(piece); });
    const auto problem = file.finish();
    if (problem.empty()) return success;
    warn("ballast export: {}: {}\n", quoted_name(given.to_file), problem);
    return trouble;
}

} // namespace ballast::cli
