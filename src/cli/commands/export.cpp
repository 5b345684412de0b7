// Exports the memory of a module to the formats of other programs.
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"

#include <algorithm>
#include <memory>

namespace ballast::cli {

namespace {

struct export_arguments : input_arguments {
    std::string format;
    std::string to_file;
    bool raw = false; // texts in tables are not escaped
    std::optional<std::int64_t> step;
};

int run_export(const export_arguments& given)
{
    const auto& format = *std::ranges::find(render::memory_exports(), given.format, &render::memory_export::name);
    if (given.raw && !format.takes_raw) {
        warn("ballast export: --raw is for --to csv\n");
        return trouble;
    }
    output out;
    auto needs = format.needs;
    needs.step = given.step;
    const auto module = load_module("export", find_module_texts(given, given.to_file), given, needs, out);
    if (module.code) return *module.code;
    const auto& memory = module.analysed.memory;
    if (!memory) {
        warn("ballast export: {}: no allocations\n", module.name());
        return trouble;
    }
    if (!has_step("export", *memory, given.step)) return trouble;
    if (format.binary && !is_file(given.to_file) && output_is_terminal()) {
        warn("ballast export: a profile is not text for a terminal; use `-o FILE`, then `pprof -top FILE`\n");
        return trouble;
    }
    return write_to(given.to_file, "export", out,
                    [&](const render::piece_taker& take) { format.write(*memory, {.raw = given.raw}, take); });
}

command_body declare_export(CLI::App& app)
{
    auto given = std::make_shared<export_arguments>();
    add_module(app, *given, module_or_log);
    add_jobs(app, *given);
    std::vector<std::string> names;
    std::string what;
    for (const auto& format : render::memory_exports()) {
        names.emplace_back(format.name);
        what += fmt::format("{}{}: {}", what.empty() ? "" : "; ", format.name, format.what);
    }
    app.add_option("--to", given->format, what)->required()->check(one_of(names));
    add_output(app, given->to_file);
    app.add_flag("--raw", given->raw,
                 "with --to csv: texts as they are in the dump, even if a spreadsheet takes them for formulas");
    add_step(app, given->step);
    return [given] { return run_export(*given); };
}

} // namespace

extern const command export_command{"Memory", "export", "the memory of a module for pprof, Perfetto and spreadsheets",
                                    declare_export};

} // namespace ballast::cli
