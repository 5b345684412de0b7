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

using read::file_order;
using read::record_index;

// The sections of texts, as messages name them.
struct section {
    std::string_view name;
    lacking_part part = lacking_part::other;
};
template <typename... Rules>
constexpr bool is_any(std::size_t record)
{
    return ((record == record_index<Rules>) || ...);
}
constexpr section section_of(std::size_t record)
{
    using namespace grammar;
    using enum lacking_part;
    if (is_any<assignment_head, allocation_line, value_line, reused_head, reused_value>(record))
        return {"the allocations", allocations};
    if (is_any<combined_total, values_total>(record)) return {"the total", values};
    if (is_any<combined_values_head, used_values_head, used_value>(record)) return {"the used values", values};
    if (is_any<peak_head, peak_row, unbounded_peak>(record)) return {"the peak", live_ranges};
    if (is_any<stack_trace_head, stack_row>(record)) return {"the stack trace of the peak", live_ranges};
    if (is_any<combined_range_head, moments_range_head, lone_range_head, sequence_head, sequence_row, ranges_head,
               live_range_row, moments_head, moment_row, live_range_not_available>(record))
        return {"the live ranges", live_ranges};
    if (is_any<module_head, file_names_head, file_name_row, function_names_head, function_name_row, file_locations_head,
               file_location_row, stack_frames_head, stack_frame_row, tables_end, computations_begin, computation_head,
               text_instruction, computation_end>(record))
        return {"the module text"};
    if (is_any<info_head, info_row>(record)) return {"the buffer table"};
    return {"the report"};
}

std::size_t lines_in(std::string_view bytes)
{
    const auto feeds = static_cast<std::size_t>(std::ranges::count(bytes, '\n'));
    return feeds + (bytes.empty() || bytes.ends_with('\n') ? 0 : 1);
}

// What a refused text lacks.
class lack_finder {
public:
    lack_finder(std::string_view text, const read::file_outcome& outcome) : text_(text), outcome_(outcome) {}

    std::vector<text_lack> run(std::span<const finding> at_end, const std::vector<witness>& witnesses)
    {
        const auto& all = outcome_.skipped;
        const bool cut = !outcome_.complete && (all.empty() || all.back().end == text_.size());
        auto rest = std::span(all);
        if (outcome_.begins_inside) {
            const auto first = all.empty() || all.front().begin != 0 ? 0 : all.front().end;
            const auto of = text_.substr(first).starts_with("allocation ")
                                ? section{"the allocations", lacking_part::allocations}
                                : section{"the used values", lacking_part::values};
            add(of.part, say("the text begins inside {}", of.name).text());
            if (first != 0) rest = rest.subspan(1);
        }
        if (!rest.empty() && (cut || outcome_.overwritten)) rest = rest.first(rest.size() - 1);
        unread(rest);
        if (cut) end(all.empty() ? text_.size() : all.back().begin);
        for (const auto& what : at_end) add(section_of(file_order.record(outcome_.last)).part, what.message.text());
        if (const auto mixed = read::mixed_eras(witnesses, text_)) end_of_kind(*find_contradiction(witnesses), *mixed);
        return std::move(result_);
    }

private:
    void add(lacking_part part, std::string clause) { result_.push_back({part, std::move(clause)}); }
    [[nodiscard]] std::int64_t line_of(std::size_t at) const
    {
        return 1 + static_cast<std::int64_t>(std::ranges::count(text_.substr(0, at), '\n'));
    }

    // `3 lines of the used values were not read, the first is line 12`
    void unread(std::span<const read::skipped_bytes> all)
    {
        struct count {
            section of;
            std::size_t lines = 0;
            std::size_t first = 0;
        };
        std::vector<count> counts;
        for (const auto& piece : all) {
            const auto of = section_of(file_order.record(piece.after));
            auto found = std::ranges::find(counts, of.name, [](const count& c) { return c.of.name; });
            if (found == counts.end()) found = counts.insert(found, {of, 0, piece.begin});
            found->lines += lines_in(text_.substr(piece.begin, piece.end - piece.begin));
        }
        for (const auto& [of, lines, first] : counts)
            add(of.part,
                lines == 1
                    ? say("line {} of {} was not read", line_of(first), of.name).text()
                    : say("{} lines of {} were not read, the first is line {}", lines, of.name, line_of(first)).text());
    }

    // The text ends in its last section, or the rest of it was not read.
    void end(std::size_t begin)
    {
        const auto of = section_of(file_order.record(outcome_.last));
        const auto lines = lines_in(text_.substr(begin));
        const auto last = line_of(text_.ends_with('\n') ? text_.size() - 1 : text_.size());
        if (lines <= most_in_record)
            add(of.part, say("the text ends inside {} (line {})", of.name, last).text());
        else
            add(of.part, say("from line {} on, {} were not read", line_of(begin), of.name).text());
    }

    // Only other files of the era would end there.
    void end_of_kind(const contradiction& places, const finding& mixed)
    {
        const auto is = [&](feature which) { return places.here.which == which || places.there.which == which; };
        const auto last = line_of(text_.size()) - (text_.ends_with('\n') ? 1 : 0);
        if (is(feature::allocations_alone))
            add(lacking_part::allocations, say("the text ends after the allocations (line {})", last).text());
        else if (is(feature::no_live_range))
            add(lacking_part::live_ranges, say("the text ends before the live ranges (line {})", last).text());
        else
            add(lacking_part::other, mixed.message.text());
    }

    static constexpr std::size_t most_in_record = 40; // an instruction can have that many lines

    std::string_view text_;
    const read::file_outcome& outcome_;
    std::vector<text_lack> result_;
};

document::unread_rest rest_of(std::string_view text, const read::file_outcome& outcome, std::span<const finding> errors,
                              std::span<const finding> at_end, const std::vector<witness>& witnesses,
                              ast::arena& memory)
{
    document::unread_rest result{.refused = true, .overwritten = outcome.overwritten, .unread = {}, .lacks = {}};
    for (const auto& piece : outcome.skipped) {
        const auto* why = piece.finding < errors.size() ? &errors[piece.finding] : nullptr;
        result.unread.push_back({{static_cast<std::int64_t>(piece.begin)},
                                 text.substr(piece.begin, piece.end - piece.begin),
                                 {why ? memory.copy(why->message.text()) : std::string_view()},
                                 {why ? why->begin : static_cast<std::int64_t>(piece.begin)}});
    }
    result.lacks = lack_finder(text, outcome).run(at_end, witnesses);
    if (!result.lacks.empty()) result.overwritten = false; // it was cut at an empty line
    // An error in a record without bytes, such as the end of a table that was trimmed.
    if (result.lacks.empty() && !result.overwritten && !errors.empty())
        result.lacks.push_back({section_of(file_order.record(outcome.last)).part, errors.front().message.text()});
    return result;
}

void read_into(parse_result& result, const parse_options& options)
{
    const auto text = result.refused.view();
    ast::arena memory;
    memory.expect(text.size());
    read::context ctx(memory, text);
    ctx.partial = options.partial;
    const auto most_errors = options.max_errors == 0 ? SIZE_MAX : options.max_errors;
    ctx.max_unread = most_errors;
    read::tree_builder tree(ctx);
    std::vector<finding> errors;
    const auto outcome = read::record_reader<read::action, read::tree_builder>(text, ctx, tree, errors,
                                                                               options.max_errors, options.partial)
                             .run();
    std::vector<finding> at_end;
    if (outcome.complete)
        tree.check_end(options.live_range_optional, [&](const finding& what) { at_end.push_back(what); });
    auto witnesses = ctx.witnesses();
    auto mixed = read::mixed_eras(witnesses, text);
    const auto take = [&](std::vector<finding>& found, std::size_t most) {
        result.findings = std::move(found);
        std::ranges::sort(result.findings, {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
        if (result.findings.size() > most) result.findings.resize(most);
    };
    const bool refused = !errors.empty() || !at_end.empty() || mixed;
    document::unread_rest rest;
    if (refused) {
        const bool gives_part = options.partial && outcome.records != 0;
        if (gives_part) rest = rest_of(text, outcome, errors, at_end, witnesses, memory);
        errors.insert(errors.end(), at_end.begin(), at_end.end());
        if (mixed) errors.push_back(std::move(*mixed));
        if (!gives_part) return take(errors, most_errors);
    }
    const auto built = tree.finish(forms_of(witnesses));
    read::warn_of_skew(witnesses, ctx.notes());
    take(refused ? errors : ctx.notes(), refused ? most_errors : options.max_notes);
    result.value.emplace(std::move(result.refused), std::move(memory), built, std::move(witnesses));
    result.value->keep_findings(tree.take_findings());
    result.value->keep_rest(std::move(rest));
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
