#include "cli/redaction.hpp"

#include "ballast/text.hpp"
#include "cli/inputs.hpp"
#include "cli/output.hpp"
#include "cli/output_to_file.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"

#include <algorithm>
#include <filesystem>
#include <span>

namespace ballast::cli {

namespace {

constexpr std::string_view map_head = "# ballast redact --map: replacement, tab, word with C escapes\n";

std::string map_of(std::span<const redact::replacement> all)
{
    std::string result(map_head);
    for (const auto& each : all) result.append(each.now).append("\t").append(escaped(each.was)).append("\n");
    return result;
}

} // namespace

std::vector<redact::private_part> redaction_arguments::kept() const
{
    std::vector<redact::private_part> result;
    for (const auto& word : keep)
        result.push_back(static_cast<redact::private_part>(std::ranges::find(redact::private_parts, word) -
                                                           redact::private_parts.begin()));
    return result;
}

CLI::Option* add_redaction(CLI::App& command, redaction_arguments& options)
{
    command
        .add_option("--keep", options.keep,
                    "what is not replaced: names, scope, source, attributes, config, target, literal")
        ->type_name("PART,...")
        ->delimiter(',')
        ->check(one_of({redact::private_parts.begin(), redact::private_parts.end()}));
    return command.add_option("--map", options.map, "write all replacements into this file, for redact --undo")
        ->type_name("FILE");
}

bool overwrites(std::string_view command, const redaction_arguments& words, const input_arguments& options,
                std::vector<std::string> inputs, std::vector<std::string> outputs)
{
    inputs.insert(inputs.end(), options.paths.begin(), options.paths.end());
    if (!words.map.empty()) {
        namespace fs = std::filesystem;
        std::error_code error;
        const auto map = fs::weakly_canonical(words.map, error);
        if (std::ranges::any_of(outputs, [&](const std::string& other) {
                return is_file(other) && fs::weakly_canonical(other, error) == map;
            })) {
            warn("ballast {}: {}: --map and -o name the same file\n", command, files::quoted_name(words.map));
            return true;
        }
        outputs.push_back(words.map);
    }
    return overwrites_input(inputs, options, outputs);
}

bool write_map(std::string_view command, const redaction_arguments& options, const redact::redactor& words)
{
    if (options.map.empty()) return true;
    const auto problem = files::write_file(options.map, map_of(words.replacements()), files::existing::replaced);
    if (!problem.empty()) warn("ballast {}: {}: {}\n", command, files::quoted_name(options.map), problem);
    return problem.empty();
}

std::optional<std::vector<redact::replacement>> read_map(std::string_view text)
{
    if (!text.starts_with(map_head)) return {};
    text.remove_prefix(map_head.size());
    std::vector<redact::replacement> result;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        const auto tab = line.find('\t');
        if (tab == std::string_view::npos || tab == 0 || line.size() == text.size()) return {};
        result.push_back({std::string(line.substr(0, tab)), unescaped(line.substr(tab + 1))});
        text.remove_prefix(line.size() + 1);
    }
    return result;
}

} // namespace ballast::cli
