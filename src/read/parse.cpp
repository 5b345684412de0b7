#include "ballast/read.hpp"

#include "read/closing.hpp"
#include "read/files_actions.hpp"
#include "read/tree_builder.hpp"
#include "read/witnessing.hpp"

#include "base/say.hpp"

#include <algorithm>
#include <new>

namespace ballast::inline v0 {

using read::context;
using read::refusal;

parse_result parse(source_text source, const parse_options& options) noexcept
{
    parse_result result;
    try {
        const auto text = source.view();
        result.refused = std::move(source);
        if (text.size() > options.max_bytes) {
            result.findings.push_back({.id = finding_id::too_large,
                                       .said = say("{} bytes, the limit is {}", text.size(), options.max_bytes)});
            return result;
        }
        ast::arena memory;
        context ctx(memory, text);
        read::tree_builder tree(ctx, text);
        auto& findings = result.findings;
        read::record_reader<read::action, read::tree_builder> reader(text, ctx, tree, findings, options.max_errors);
        const auto outcome = reader.run();
        if (outcome.complete)
            tree.check_end(options.live_range_optional, [&](const refusal& r) { findings.push_back(r.what); });
        auto witnesses = ctx.witnesses();
        if (auto mixed = read::mixed_eras(witnesses, text)) findings.push_back(std::move(*mixed));
        if (!findings.empty()) {
            std::ranges::sort(findings, {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
            if (options.max_errors != 0 && findings.size() > options.max_errors) findings.resize(options.max_errors);
            return result;
        }
        const auto built = tree.finish(forms_of(witnesses));
        result.findings = std::move(ctx.notes());
        read::warn_of_skew(witnesses, result.findings);
        std::ranges::sort(result.findings, {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
        if (result.findings.size() > options.max_notes) result.findings.resize(options.max_notes);
        result.value.emplace(std::move(result.refused), std::move(memory), built, std::move(witnesses));
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
