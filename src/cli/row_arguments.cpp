#include "cli/row_arguments.hpp"

#include "cli/output.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ballast::cli {

namespace {

constexpr std::size_t most_keys = 4;

std::vector<std::string> keys_in(std::string_view text)
{
    std::vector<std::string> result;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        result.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

} // namespace

grouping row_arguments::key() const
{
    const auto found = std::ranges::find(render::groupings(), by, &render::grouping_name::name);
    return found == render::groupings().end() ? grouping::alike : found->by;
}

render::holder_order row_arguments::order() const
{
    return sort == "count"   ? render::holder_order::count
           : sort == "label" ? render::holder_order::name
                             : render::holder_order::bytes;
}

std::vector<std::string> row_arguments::tree_keys() const
{
    auto keys = keys_in(by);
    if (!groups.empty() && by == "alike") return {std::string(render::group_key)};
    if (keys.size() == 1 && keys.front() != render::layer_key && keys.front() != render::group_key) return {};
    return keys;
}

bool can_be_tree(const row_arguments& options, render::form form)
{
    const auto keys = options.tree_keys();
    const bool grouped = std::ranges::find(keys, render::group_key) != keys.end();
    const auto* const problem = form != render::form::text ? "several keys, layer and --groups are for --format text"
                                : options.sort != "bytes"
                                    ? "with several keys, layer or --groups, rows are sorted by bytes"
                                : keys.size() > most_keys           ? "--by has four keys at most"
                                : grouped && options.groups.empty() ? "--by group needs --groups FILE"
                                                                    : nullptr;
    if (problem) warn("ballast show: {}\n", problem);
    return !problem;
}

std::optional<std::vector<render::buffer_pattern>> read_groups(const row_arguments& options,
                                                               const files::options& reading)
{
    if (options.groups.empty()) return std::vector<render::buffer_pattern>();
    const auto read = files::read_file({options.groups, {}, {}}, reading);
    auto patterns = read.error.empty() ? render::patterns_in(read.text.view()) : render::buffer_patterns();
    const auto& problem = read.error.empty() ? patterns.problem : read.error;
    if (problem.empty()) return std::move(patterns.all);
    warn("ballast show: --groups {}: {}\n", files::quoted_name(options.groups), problem);
    return std::nullopt;
}

void add_rows(CLI::App& app, row_arguments& options)
{
    std::vector<std::string> names;
    for (const auto& row : render::groupings()) names.emplace_back(row.name);
    for (const auto name : {render::layer_key, render::group_key}) names.emplace_back(name);
    const auto known = one_of(names);
    const CLI::Validator all_known(
        [known](const std::string& words) {
            for (auto& word : keys_in(words))
                if (auto problem = known(word); !problem.empty()) return problem;
            return std::string();
        },
        known.get_description());
    app.add_option("--by", options.by,
                   "what rows are grouped by, or several of these as a tree, such as layer,label; alike: class, label "
                   "and shape; group: those of --groups")
        ->check(all_known)
        ->capture_default_str();
    app.add_option(
           "--groups", options.groups,
           "a file with lines such as `attention: *attn* | *softmax*`: names of groups, and patterns over label, "
           "source and shape")
        ->type_name("FILE");
    app.add_option("--sort", options.sort, "the order of the rows")
        ->transform([](const std::string& name) { return name == "size" ? std::string("bytes") : name; })
        ->check(one_of({"bytes", "count", "label"}))
        ->capture_default_str();
}

} // namespace ballast::cli
