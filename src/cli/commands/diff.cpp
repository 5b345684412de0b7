// The changes between two dumps, or two folders of dumps.
#include "base/shown.hpp"
#include "cli/inputs.hpp"
#include "files/comparison.hpp"
#include "render/diff_parts.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>

namespace ballast::cli {

namespace {

struct diff_arguments : input_arguments {
    table_arguments tables;
    std::optional<std::int64_t> space;
    // The limit of --max-growth.
    std::optional<double> most_percent;
    std::optional<std::uint64_t> most_bytes;
    std::string metric = "total";
    std::optional<memory_limit> limit; // which the modules after must fit

    [[nodiscard]] bool has_limit() const { return most_percent || most_bytes || limit; }
};

// The limit for growth: a number of bytes, or a share, which is ignored below 1 MiB.
bool grows_too_much(std::int64_t before, std::int64_t after, const diff_arguments& options)
{
    const auto by = after - before;
    if (options.most_bytes) return by > 0 && static_cast<std::uint64_t>(by) > *options.most_bytes;
    if (!options.most_percent) return false;
    const auto allowed = static_cast<long double>(before) * static_cast<long double>(*options.most_percent) / 100;
    return static_cast<long double>(by) > std::max(allowed, 1048576.0L);
}

// True if allocations of the class count for the metric.
bool counts_for(std::string_view metric, buffer_class is)
{
    if (metric == "arguments") return is == buffer_class::argument || is == buffer_class::donated;
    if (metric == "outputs") return is == buffer_class::output || is == buffer_class::donated;
    if (metric == "temporaries" || metric == "fragmentation") return is == buffer_class::temporary;
    if (metric == "constants") return is == buffer_class::constant;
    if (metric == "shared") return is == buffer_class::donated;
    return true;
}

// The change that makes up at least half of it, or else the largest one; empty if unknown.
std::string largest_cause(const memory_diff& what, const space_change& space, std::int64_t by, std::string_view metric)
{
    if (metric == "fragmentation") return {}; // no buffer is in unused memory
    const changed_group* most = nullptr;
    for (const auto& g : what.groups)
        if (g.space == space.space && counts_for(metric, g.is) &&
            (!most || g.after - g.before > most->after - most->before))
            most = &g;
    const auto text_of = [&](std::string_view words) {
        return fmt::format(", {} {} by {} {} {}", words, render::signed_size(most->after - most->before),
                           spelling(most->is), printable(most->label), printable(most->shape_after));
    };
    if (most && most->after - most->before >= by / 2) return text_of("most of it");
    const auto unfilled = space.after.never_filled - space.before.never_filled;
    if (unfilled >= by / 2 && metric != "peak" && counts_for(metric, buffer_class::temporary))
        return fmt::format(", most of it {} of fragmentation", render::signed_size(unfilled));
    return most && most->after > most->before ? text_of("the largest part") : std::string();
}

// Reports a module that is over the limit. Empty if that is unknown, which is reported too.
std::optional<bool> over_limit(const files::compared_module& module, const diff_arguments& options)
{
    if (!options.most_percent && !options.most_bytes) return false;
    const auto number = options.space.value_or(0);
    const auto* space = files::find_space(module.what, number);
    if (!space) return false;
    const auto& row = *std::ranges::find(files::metrics, std::string_view(options.metric), &files::metric::name);
    if (row.of_ranges && !space->peak_known) {
        warn("ballast diff: {}: one side has no live ranges, so its peak is unknown\n", printable(module.name()));
        return std::nullopt;
    }
    const auto before = space->before.*row.of;
    const auto after = space->after.*row.of;
    const auto lacks = [](const files::module_memory* side) { return side && !side->memory->of_dump.has_all_sizes; };
    const bool grows = grows_too_much(before, after, options);
    // What is known after is a lower bound.
    if (lacks(module.before) || (lacks(module.after) && !grows)) {
        warn("ballast diff: {}: --max-growth cannot be decided, because a dump is incomplete\n",
             printable(module.name()));
        return std::nullopt;
    }
    if (!grows) return false;
    const auto share = render::signed_share(after - before, before);
    warn("ballast diff: over the limit: {}: {} of space {} {} -> {} bytes{}{}\n", printable(module.name()), row.name,
         number, before, after, share.empty() ? "" : fmt::format(" ({})", share),
         largest_cause(module.what, *space, after - before, options.metric));
    return true;
}

std::string changes_as(const std::vector<files::compared_module>& all, const diff_arguments& options, bool coloured)
{
    auto tables = options.tables.options(coloured);
    tables.limit = options.limit;
    return options.tables.format == "json"       ? render::diff_json(all, options.space, options.limit)
           : options.tables.format == "markdown" ? render::diff_markdown(all, options.space, tables)
                                                 : render::diff_text(all, options.space, tables);
}

int run_diff(const diff_arguments& options)
{
    if (options.paths[0] == "-" && options.paths[1] == "-") {
        warn("ballast diff: standard input can be only one of the two sides\n");
        return trouble;
    }
    output out;
    const auto before = load_side("diff", options.paths[0], options, out);
    const auto after = load_side("diff", options.paths[1], options, out);
    auto code = std::max(before.code, after.code);
    // With a limit, 1 means that it is exceeded.
    if (options.has_limit() && code != success) code = trouble;
    std::set<std::int64_t> spaces;
    for (const auto* read : {&before, &after}) {
        report_incomplete("diff", read->side);
        for (const auto& module : read->side.modules) spaces.merge(files::spaces_of(*module.memory));
    }
    if (before.side.modules.empty() || after.side.modules.empty()) return code;
    if (!has_space("diff", spaces, options.space, out)) return trouble;
    const auto all = files::compare(before.side, after.side);
    out.write(changes_as(all, options, out.style().coloured));
    if (!out.flush()) return trouble;
    for (const auto& module : all)
        if (const auto over = over_limit(module, options); over.value_or(true))
            code = std::max<int>(code, over ? failure : trouble);
    return std::max(code, answers::code_of(all, options.limit, options.space));
}

void add_max_growth(CLI::App& app, diff_arguments& options)
{
    const auto take = [&options](const std::string& text) {
        if (!text.ends_with('%')) {
            const auto size = size_of(text);
            if (!size.bytes) throw CLI::ValidationError("--max-growth", size.problem + ", nor a percentage like 2%");
            options.most_bytes = static_cast<std::uint64_t>(*size.bytes);
            return;
        }
        double percent = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
        if (error != std::errc{} || std::string_view(end) != "%" || !(percent >= 0 && percent <= 1e9))
            throw CLI::ValidationError("--max-growth", text + " is not a percentage like 2%");
        options.most_percent = percent;
    };
    app.add_option_function<std::string>(
           "--max-growth", take,
           "exit with 1 if a module grows by more: a percentage (1 MiB is always allowed) or a size")
        ->type_name("2%|SIZE");
}

// The numbers that --max-growth can limit. Earlier names are accepted.
void add_metric(CLI::App& app, diff_arguments& options)
{
    std::vector<std::string> names;
    std::map<std::string, std::string> earlier;
    for (const auto& m : files::metrics) {
        names.emplace_back(m.name);
        if (!m.before.empty()) earlier.emplace(m.before, m.name);
    }
    app.add_option("--metric", options.metric, "what --max-growth limits")
        ->transform([earlier](const std::string& name) {
            const auto found = earlier.find(name);
            return found == earlier.end() ? name : found->second;
        })
        ->check(one_of(names))
        ->capture_default_str();
}

command_body declare_diff(CLI::App& app)
{
    auto options = std::make_shared<diff_arguments>();
    add_module(app, *options, "before and after: dumps, logs, or folders");
    app.get_option("PATH")->expected(2);
    add_jobs(app, *options);
    add_tables(app, options->tables);
    add_space(app, options->space, "only this memory space");
    add_memory_limit(app, options->limit);
    add_max_growth(app, *options);
    add_metric(app, *options);
    return [options] { return run_diff(*options); };
}

} // namespace

extern const command diff_command{"Memory", "diff", "what changed between two dumps, or two folders of them",
                                  declare_diff};

} // namespace ballast::cli
