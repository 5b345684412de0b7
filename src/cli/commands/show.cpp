// Who holds the memory of a module.
#include "cli/bundle.hpp"
#include "cli/command_line.hpp"
#include "cli/memory_view.hpp"
#include "cli/modules.hpp"
#include "cli/terminal.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

// Over the budget: a line that names what holds most. Spaces are never added up.
bool over_budget(const memory_view& view, const options& given)
{
    if (given.most_bytes == 0) return false;
    const auto number = given.space.value_or(0);
    const auto space = std::ranges::find(view.memory->spaces, number, &space_memory::space);
    if (space == view.memory->spaces.end()) return false;
    if (static_cast<std::uint64_t>(space->needs) <= given.most_bytes) return false;
    const auto groups = groups_of(*view.memory, grouping::alike);
    const auto most = std::ranges::find(groups, number, &holder_group::space);
    std::string holder;
    if (most != groups.end()) {
        const auto first = view.memory->holders[most->largest];
        holder = fmt::format(", the largest {} bytes: {} {} {}", most->bytes, spelling(first.is),
                             printable(first.shape), printable(first.group));
    }
    warn("ballast show: over the budget: {} bytes are needed in space {}, {} are allowed{}\n", space->needs, number,
         given.most_bytes, holder);
    return true;
}

int tell_why(const std::vector<const document*>& documents, const options& given, report& out)
{
    const auto stories = stories_of(documents, *given.why);
    if (stories.empty()) {
        warn("ballast show: no value is called {}\n", quoted_name(*given.why));
        return trouble;
    }
    if (given.output == "json") {
        out.write(stories_json(stories));
    } else {
        const std::string_view fence = given.output == "markdown" ? "```\n" : "";
        out.write(fence);
        for (const auto& story : stories) out.write(story_text(story, given.plain));
        out.write(fence);
    }
    return out.flush() ? success : trouble;
}

} // namespace

int show(const options& given)
{
    report out;
    auto module = ask_module("show", given, {.tick = given.tick}, out);
    if (module.code) return *module.code;
    const bool dumps = std::ranges::any_of(
        module.files, [](const bundle_file& f) { return std::holds_alternative<ast::dump>(f.result.value->tree()); });
    if (!dumps) {
        warn("ballast: {}: show is for dumps, this is {}\n", module.name(),
             kind_word(module.documents.front()->tree()));
        return trouble;
    }
    if (given.why) return tell_why(module.documents, given, out);
    auto& memory = module.what.memory;
    if (!memory && (given.most_bytes != 0 || given.space || given.tick)) {
        warn("ballast show: no allocations: what is needed is not known\n");
        return trouble;
    }
    if (memory && !has_space("show", spaces_of(*memory), given)) return trouble;
    if (memory && !has_tick("show", *memory, given)) return trouble;
    memory_view view;
    view.files = files_of(module);
    view.era = era_of(module.files).all.possible;
    view.by = std::ranges::find(groupings(), given.by, &grouping_name::name)->by;
    view.order = given.sort == "count"   ? holder_order::count
                 : given.sort == "label" ? holder_order::name
                                         : holder_order::bytes;
    view.top = given.top;
    view.space = given.space;
    view.tick = given.tick;
    view.columns = given.columns != 0 ? given.columns : terminal_columns();
    view.plain = given.plain;
    view.coloured = out.coloured() && !given.plain;
    view.memory = std::move(memory);
    if (given.output == "json")
        write_memory_json(view, [&](std::string_view piece) { return out.write(piece); });
    else if (given.output == "markdown")
        out.write(memory_markdown(view));
    else
        out.write(memory_text(view));
    if (!out.flush()) return trouble;
    return over_budget(view, given) ? failure : success;
}

} // namespace ballast::cli
