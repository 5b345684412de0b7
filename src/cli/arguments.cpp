#include "cli/arguments.hpp"

#include "ballast/releases.hpp"
#include "base/nearest.hpp"
#include "base/parallel.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "files/names.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace ballast::cli {

std::optional<std::uint64_t> number_of(std::string_view text, bool with_unit)
{
    std::uint64_t number = 0;
    const auto* const last = text.data() + text.size();
    auto [end, error] = std::from_chars(text.data(), last, number);
    if (error != std::errc{}) return std::nullopt;
    // Nine digits of a fraction count.
    std::uint64_t billionths = 0;
    bool fraction = false;
    if (end != last && *end == '.') {
        fraction = true;
        const auto* const point = end++;
        for (std::uint64_t place = 100'000'000; end != last && *end >= '0' && *end <= '9'; ++end, place /= 10)
            billionths += static_cast<std::uint64_t>(*end - '0') * place;
        if (end == point + 1) return std::nullopt;
    }
    if (end != last && *end == ' ') ++end; // `16 GiB`
    auto unit = CLI::detail::to_lower(std::string(end, last));
    if (fraction && (unit.empty() || unit == "b")) return std::nullopt;
    if (unit.empty()) return number;
    if (!with_unit) return std::nullopt;
    if (unit.ends_with('b')) unit.pop_back();
    if (unit.ends_with('i') && unit.size() == 2) unit.pop_back();
    if (unit.empty()) return number;
    const auto power = std::string_view("kmgtpe").find(unit);
    if (unit.size() != 1 || power == std::string_view::npos) return std::nullopt;
    const auto factor = std::uint64_t{1} << (10 * (power + 1));
    if (number > std::numeric_limits<std::uint64_t>::max() / factor) return std::nullopt;
    __extension__ using wide = unsigned __int128;
    return number * factor + static_cast<std::uint64_t>(wide{billionths} * factor / 1'000'000'000);
}

size_argument size_of(std::string_view text)
{
    const auto bytes = number_of(text, true);
    if (bytes != 0 && text.find_first_of("123456789") != std::string_view::npos &&
        text.find_first_not_of("0123456789.") == std::string_view::npos)
        return {std::nullopt, fmt::format("{0} has no unit: {0}GiB, {0}MiB, …", text)};
    if (bytes && *bytes <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return {static_cast<std::int64_t>(*bytes), {}};
    return {std::nullopt, fmt::format("{} is not a size like 15.75GiB", text)};
}

std::optional<std::chrono::seconds> duration_of(std::string_view text)
{
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr std::int64_t longest = 1'000'000;
    if (error != std::errc() || number <= 0 || number > longest) return std::nullopt;
    const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    if (unit.empty() || unit == "s") return std::chrono::seconds(number);
    if (unit == "m") return std::chrono::minutes(number);
    if (unit == "h") return std::chrono::hours(number);
    return std::nullopt;
}

CLI::Validator one_of(std::vector<std::string> words)
{
    const auto list = fmt::format("{{{}}}", fmt::join(words, ","));
    return {[words = std::move(words)](std::string& word) -> std::string {
                if (std::ranges::find(words, word) != words.end()) return {};
                nearest_words near(word, 1);
                for (const auto& other : words) near.offer(other);
                const auto known = near.words().empty() ? fmt::format("known are {}", fmt::join(words, ", "))
                                                        : fmt::format("did you mean {}?", near.words().front());
                return fmt::format("{} is unknown; {}", files::quoted_name(word), known);
            },
            list};
}

CLI::Option* add_number(CLI::App& command, const std::string& name, std::uint64_t& value, const std::string& what,
                        std::uint64_t most, bool with_unit)
{
    const auto take = [&value, name, most, with_unit](const std::string& text) {
        const auto number = number_of(text, with_unit);
        if (!number || *number > most)
            throw CLI::ValidationError(name, fmt::format("{} is not a number from 0 to {}{}", text, most,
                                                         with_unit ? ", with or without a unit (k, M, G, T)" : ""));
        value = *number;
    };
    auto* added = command.add_option_function<std::string>(name, take, what);
    return added->type_name(with_unit ? "BYTES" : "NUMBER")->default_str(fmt::to_string(value));
}

void add_most(CLI::App& command, std::uint64_t& bytes, const std::string& what)
{
    const auto take = [&bytes](const std::string& text) {
        const auto size = size_of(text);
        if (!size.bytes) throw CLI::ValidationError("--max", size.problem);
        bytes = static_cast<std::uint64_t>(*size.bytes);
    };
    command
        .add_option_function<std::string>(
            "--max", take, what + " is larger than a size like 16GiB (units are powers of 1024); 0: no limit")
        ->type_name("SIZE")
        ->default_str("0");
}

void add_number(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value, const std::string& what)
{
    const auto take = [&value, name](const std::string& text) {
        const auto number = number_of(text, false);
        if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            throw CLI::ValidationError(name, text + " is not a number");
        value = static_cast<std::int64_t>(*number);
    };
    command.add_option_function<std::string>(name, take, what)->type_name("NUMBER");
}

std::size_t input_arguments::threads() const { return jobs != 0 ? jobs : core_count(); }

void add_paths(CLI::App& command, input_arguments& options, const std::string& what)
{
    command.add_option("PATH", options.paths, what)->required();
}

void add_files_alone(CLI::App& command, input_arguments& options)
{
    command.add_flag("--files", options.files_alone,
                     "take every file by itself, not together with others of its module");
}

void add_limit(CLI::App& command, input_arguments& options)
{
    const auto take = [&options](const std::string& text) {
        const auto number = number_of(text, true);
        if (!number)
            throw CLI::ValidationError(
                "--max-bytes",
                fmt::format("{} is not a number from 0 to {}, with or without a unit (k, M, G, T)", text, any_number));
        options.max_bytes = options.max_decompressed = byte_limit(*number);
    };
    command
        .add_option_function<std::string>("--max-bytes", take,
                                          "do not read larger inputs; by default, compressed inputs may hold 1 GiB")
        ->type_name("BYTES")
        ->default_str(fmt::to_string(options.max_bytes));
}

void add_jobs(CLI::App& command, input_arguments& options)
{
    add_number(command, "-j,--jobs", options.jobs, "threads for several files; 0: one for each core", 4096, false);
}

void add_module(CLI::App& command, input_arguments& options, const std::string& what)
{
    add_paths(command, options, what);
    add_reading(command, options);
}

void add_reading(CLI::App& command, input_arguments& options)
{
    add_files_alone(command, options);
    add_limit(command, options);
}

void add_records(CLI::App& command, record_arguments& options)
{
    add_paths(command, options, "files, folders, or - for standard input");
    command.add_flag("-q,--quiet", options.quiet, "print only failures and the summary");
    command.add_flag("-0,--null", options.raw_names, "end lines with NUL and print names unescaped, for scripts");
    add_limit(command, options);
}

CLI::Option* add_rule(CLI::App& command, std::optional<entry>& rule)
{
    const std::vector<std::string> names(entry_names().begin(), entry_names().end());
    return command
        .add_option_function<std::string>(
            "--rule", [&rule](const std::string& name) { rule = entry_of(name); },
            "read every line of the files as one construct of this kind")
        ->check(one_of(names))
        ->type_name("RULE");
}

render::form table_arguments::form() const
{
    return format == "json" ? render::form::json : format == "markdown" ? render::form::markdown : render::form::text;
}

bool table_arguments::is_plain() const { return plain || locale_is_ascii(); }

std::size_t table_arguments::columns() const { return width != 0 ? width : terminal_columns(); }

render::table_options table_arguments::options(bool coloured) const
{
    return {.top = top, .columns = columns(), .plain = is_plain(), .coloured = coloured && !is_plain()};
}

void add_tables(CLI::App& command, table_arguments& options, std::uint64_t rows)
{
    command.add_option("--format", options.format, "text for people, json for programs, markdown for pasting")
        ->check(one_of({"text", "json", "markdown"}))
        ->capture_default_str();
    const auto take_top = [&options](const std::string& text) {
        options.top = number_of(text, false);
        if (!options.top) throw CLI::ValidationError("--top", text + " is not a number");
    };
    command.add_option_function<std::string>("--top", take_top, "rows of a table; 0: all")
        ->type_name("NUMBER")
        ->default_str(fmt::to_string(rows));
    add_number(command, "--width", options.width,
               "columns of a line; 0: those of the terminal; without one, tables are not cut", 10000, false);
    command.add_flag("--plain", options.plain, "ASCII only, without colors");
}

void add_space(CLI::App& command, std::optional<std::int64_t>& space, const std::string& what)
{
    add_number(command, "--space", space, what);
}

void add_memory_limit(CLI::App& command, std::optional<memory_limit>& limit)
{
    std::vector<std::string> names;
    for (const auto& known : devices()) names.emplace_back(known.name);
    const auto take_device = [&limit](const std::string& name) {
        const auto* known = find_device(name);
        if (!known) throw CLI::ValidationError("--device", unknown_device(files::quoted_name(name)));
        limit = limit_of(*known);
    };
    const auto take_limit = [&limit](const std::string& text) {
        const auto size = size_of(text);
        if (!size.bytes) throw CLI::ValidationError("--limit", size.problem);
        limit = limit_of(*size.bytes);
    };
    auto* device = command.add_option_function<std::string>(
        "--device", take_device,
        fmt::format("whether it fits this accelerator; exit with 1 if not: {}", fmt::join(names, ", ")));
    device->type_name("NAME");
    auto* size = command.add_option_function<std::string>(
        "--limit", take_limit, "the same for this much memory, such as 15.75GiB (units are powers of 1024)");
    size->type_name("SIZE");
    size->excludes(device);
    const auto accept = [&limit](std::int64_t) {
        if (limit) limit->estimates = true;
    };
    command
        .add_flag_function(
            "--estimate", accept,
            "decide by the total of a dump that is not of the device, such as one of CPU; without it the "
            "exit code is 2 if that fits")
        ->needs(device);
}

void add_step(CLI::App& command, std::optional<std::int64_t>& step)
{
    // `--at` is an earlier name.
    add_number(command, "--step,--at", step, "what is in use at this instruction of the schedule instead of the peak");
}

void add_output(CLI::App& command, std::string& file)
{
    command.add_option("-o,--output", file, "a file for the output, instead of standard output")->type_name("FILE");
}

CLI::Option* add_era(CLI::App& command, const std::string& name, std::string& value, const std::string& what)
{
    return command.add_option(name, value, what.empty() ? known_eras() : what + ": " + known_eras())->type_name("ERA");
}

std::string known_eras()
{
    return fmt::format("{} to {}, a day as YYYY-MM-DD, or a release as jaxlib-0.10.1", dump_states().front().name,
                       dump_states().back().name);
}

int no_era(std::string_view command, std::string_view text)
{
    const auto nearest = nearest_releases(text);
    if (nearest.empty())
        warn("ballast {}: {} is not an era: {}, from the first day of D0 on\n", command, text, known_eras());
    else
        warn("ballast {}: {} is not a known release; the nearest {} {}\n", command, text,
             nearest.size() == 1 ? "is" : "are", fmt::join(nearest, " and "));
    return trouble;
}

} // namespace ballast::cli
