#include "ballast/read.hpp"

#include "read/closing.hpp"
#include "read/parse.hpp"
#include "read/parts.hpp"

#include "base/say.hpp"

#include <memory>
#include <new>
#include <utility>

namespace ballast::inline v0 {

namespace {

using read::part_of_text;
using read::tree_builder;

bool read_into(parse_result& result, const parse_options& options, tree_builder::keeps what, const read::limits& within)
{
    auto all = read::read_in_parts(result, what, within, options.threads);
    if (!all) {
        all = std::make_unique<part_of_text>(result, 0, result.text().size(), what, within, options.max_errors);
        all->read();
        if (within.parts_read) *within.parts_read = 1;
    }
    return all->finish(result, options);
}

} // namespace

parse_result parse(source_text source, const parse_options& options) noexcept
{
    return read::parse(std::move(source), options, {});
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

namespace ballast::read {

parse_result parse(source_text source, const parse_options& options, const limits& within) noexcept
{
    parse_result result;
    try {
        result.refused = std::move(source);
        const auto size = result.refused.view().size();
        if (size > options.max_bytes) {
            result.findings.push_back(
                {.id = finding_id::too_large, .said = say("{} bytes, the limit is {}", size, options.max_bytes)});
            return result;
        }
        if (options.form_only && read_into(result, options, tree_builder::keeps::latest, within)) return result;
        read_into(result, options, tree_builder::keeps::all, within);
    } catch (const std::bad_alloc&) {
        result.findings.clear();
        result.findings.push_back(out_of_memory());
    }
    return result;
}

} // namespace ballast::read
