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
    auto all = read::read_in_parts(result.refused, what, within, options.threads);
    if (!all) {
        all = std::make_unique<part_of_text>(result.refused, 0, result.text().size(), what, within, options.max_errors);
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

namespace {

// Calls `read(result)` with a text that is not too large.
template <typename Read>
parse_result with_text(source_text source, const parse_options& options, Read&& read) noexcept
{
    parse_result result;
    try {
        result.refused = std::move(source);
        const auto size = result.refused.view().size();
        if (size > options.max_bytes)
            result.findings.push_back(
                {.id = finding_id::too_large, .message = say("{} bytes, the limit is {}", size, options.max_bytes)});
        else
            read(result);
    } catch (const std::bad_alloc&) {
        result.findings.clear();
        result.findings.push_back(out_of_memory());
    }
    return result;
}

} // namespace

parse_result parse(source_text source, const parse_options& options, const limits& within) noexcept
{
    return with_text(std::move(source), options, [&](parse_result& result) {
        if (options.form_only && read_into(result, options, tree_builder::keeps::latest, within)) return;
        read_into(result, options, tree_builder::keeps::all, within);
    });
}

namespace {

// True if a separate thread for the batches is worth its time.
bool may_be_beside(const source_text& text, std::size_t threads, const limits& within)
{
    return threads > 1 && text.view().size() >= within.part;
}

} // namespace

streamed_result parse_and_emit(source_text source, const parse_options& options, const limits& within,
                               const record_taker& to) noexcept
{
    bool complete = false;
    auto read = with_text(std::move(source), options, [&](parse_result& result) {
        {
            auto by_batches = within;
            by_batches.settled = within.batch;
            batch_queue queue(result.refused, to, may_be_beside(result.refused, options.threads, within));
            part_of_text all(result.refused, 0, result.text().size(), tree_builder::keeps::latest, by_batches,
                             options.max_errors, &queue);
            all.read();
            complete = all.pass_rest();
            queue.finish();
            if (all.finish(result, options)) return;
        }
        complete = false;
        read_into(result, options, tree_builder::keeps::all, within);
    });
    return {std::move(read), complete};
}

} // namespace ballast::read

namespace ballast::inline v0 {

bool document::replay(const stream_options& options, const record_taker& to) const
{
    const read::limits within{.settled = options.batch_bytes, .part = options.least_for_thread};
    read::batch_queue queue(text_, to, read::may_be_beside(text_, options.threads, within));
    part_of_text all(text_, 0, text().size(), tree_builder::keeps::latest, within, 1, &queue);
    all.read();
    const bool complete = all.pass_rest();
    queue.finish();
    return complete;
}

} // namespace ballast::inline v0
