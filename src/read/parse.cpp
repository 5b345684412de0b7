#include "ballast/read.hpp"

#include "read/closing.hpp"
#include "read/files_actions.hpp"
#include "read/tree_builder.hpp"

#include "base/say.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace ballast::inline v0 {

namespace {

void read_into(parse_result& result, const parse_options& options)
{
    const auto text = result.refused.view();
    ast::arena memory;
    memory.expect(text.size());
    read::context ctx(memory, text);
    const auto most_errors = options.max_errors == 0 ? SIZE_MAX : options.max_errors;
    ctx.max_unread = most_errors;
    read::tree_builder tree(ctx);
    std::vector<finding> errors;
    const auto outcome =
        read::record_reader<read::action, read::tree_builder>(text, ctx, tree, errors, options.max_errors).run();
    if (outcome.complete)
        tree.check_end(options.live_range_optional, [&](const finding& what) { errors.push_back(what); });
    auto witnesses = ctx.witnesses();
    if (auto mixed = read::mixed_eras(witnesses, text)) errors.push_back(std::move(*mixed));
    const auto take = [&](std::vector<finding>& found, std::size_t most) {
        result.findings = std::move(found);
        std::ranges::sort(result.findings, {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
        if (result.findings.size() > most) result.findings.resize(most);
    };
    if (!errors.empty()) return take(errors, most_errors);
    const auto built = tree.finish(forms_of(witnesses));
    read::warn_of_skew(witnesses, ctx.notes());
    take(ctx.notes(), options.max_notes);
    result.value.emplace(std::move(result.refused), std::move(memory), built, std::move(witnesses));
    result.value->keep_findings(tree.take_findings());
}

} // namespace

parse_result parse(source_text source, const parse_options& options) noexcept
{
    parse_result result;
    try {
        result.refused = std::move(source);
        const auto size = result.refused.view().size();
        if (size > options.max_bytes)
            result.findings.push_back(
                {.id = finding_id::too_large, .message = say("{} bytes, the limit is {}", size, options.max_bytes)});
        else
            read_into(result, options);
    } catch (const std::bad_alloc&) {
        result.findings.clear();
        result.findings.push_back(read::out_of_memory());
    }
    return result;
}

parse_result parse(std::string_view text, const parse_options& options) noexcept
{
    try {
        return parse(source_text::copy_of(text), options);
    } catch (const std::bad_alloc&) {
        parse_result result;
        result.findings.push_back(read::out_of_memory());
        return result;
    }
}

} // namespace ballast::inline v0
