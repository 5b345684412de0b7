#include "check/check.hpp"

#include "analyse/allocation_nodes.hpp"
#include "ballast/releases.hpp"
#include "base/parallel.hpp"
#include "check/buffer_info.hpp"
#include "check/foreign_files.hpp"
#include "check/memory_message.hpp"
#include "check/module_text.hpp"
#include "check/module_usage.hpp"
#include "check/oom_report.hpp"
#include "check/report.hpp"
#include "check/tpu_report.hpp"
#include "check/usage_report.hpp"
#include "era/joint.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>

namespace ballast {

namespace checking {

namespace {

using id = finding_id;

// If several claims have one cause, the first one in this list explains the others. Claims about one place and its
// neighbour come before claims that depend on many places.
// clang-format off
constexpr id explaining_first[] = {
    id::other_module, id::allocation_number, id::allocation_pointer, id::sequence_number, id::value_twice, id::entry_name,
    id::missing_entry, id::instruction_name, id::defining_position, id::position_twice, id::instruction_text,
    id::scheduling_name, id::value_order, id::value_shape, id::operand_layouts, id::result_shape, id::parameter_name,
    id::value_bytes, id::empty_allocation,
    id::allocation_size, id::layout_color, id::value_color, id::reused_value, id::index_presence,
    id::parameter_twice, id::missing_parameter, id::parameter_value, id::parameter_shape, id::temporary_order,
    id::constant_allocation, id::output_shape, id::result_size, id::value_offset, id::value_outside,
    id::offset_alignment, id::shared_allocation, id::several_values, id::sequence_twice, id::sequence_value,
    id::use_operand, id::unknown_operand, id::tuple_use, id::missing_use, id::use_order, id::use_schedule,
    id::operand_order,
    id::range_twice, id::range_name, id::range_bounds, id::range_start, id::parameter_range, id::range_end,
    id::missing_result, id::live_out, id::result_bytes, id::range_order, id::missing_part,
    id::use_before_definition, id::range_max, id::missing_range, id::unexpected_range, id::phi_order,
    id::offset_gap, id::shared_bytes, id::arena_size, id::temporary_twice, id::root_order,
    id::report_space, id::report_allocation, id::report_total, id::report_row, id::report_order, id::report_sum,
    id::report_rest, id::entry_parameter, id::entry_result, id::entry_alias, id::missing_frame, id::text_twice,
    id::text_name, id::text_instruction, id::text_order, id::text_operand,
    id::text_call, id::text_signature, id::frame_order, id::module_name, id::total_sum,
    id::total_human, id::peak_bytes, id::peak_sum, id::peak_moment, id::peak_rows, id::peak_order, id::moment_row,
    id::trace_total, id::trace_presence, id::trace_sum, id::trace_remaining, id::trace_percent, id::trace_label,
    id::trace_order, id::usage_size, id::usage_sum, id::usage_percent, id::usage_order, id::usage_rest,
    id::usage_listed, id::usage_values, id::statistics_total, id::statistics_percent, id::buffer_order,
    id::buffer_bytes, id::info_order, id::info_uses, id::info_time,
    id::tpu_shape, id::tpu_padding, id::tpu_bytes, id::tpu_order, id::tpu_rows, id::tpu_percent, id::tpu_temporaries,
    id::tpu_sum, id::tpu_excess, id::tpu_total, id::tpu_used, id::message_size,
    id::message_sum, id::compiled_sizes, id::peak_audit,
};
// clang-format on

// Every identifier of this phase is in the list.
consteval bool every_rule_has_a_rank()
{
    constexpr auto first = static_cast<std::size_t>(id::other_module);
    constexpr auto count = static_cast<std::size_t>(id::peak_audit) - first + 1;
    if (std::size(explaining_first) != count) return false;
    std::array<bool, count> seen{};
    for (const auto which : explaining_first) {
        const auto at = static_cast<std::size_t>(which) - first;
        if (at >= count || seen[at]) return false;
        seen[at] = true;
    }
    return true;
}
static_assert(every_rule_has_a_rank());

std::size_t rank_of(id which)
{
    return static_cast<std::size_t>(std::ranges::find(explaining_first, which) - std::begin(explaining_first));
}

constexpr std::size_t told_consequences = 4;

} // namespace

// Takes the claims by rank and place. A claim is a consequence if it blames or needs a subject that an earlier one
// blames.
std::vector<finding> report::take()
{
    for (std::size_t i = 0; i < claims_.size(); ++i) claims_[i].order = i;
    const auto weight = [](const claim& c) { return std::tuple(rank_of(c.what.id), c.what.begin, c.order); };
    std::ranges::sort(claims_, {}, weight);
    std::vector<finding> result;
    std::vector<std::size_t> consequences;
    std::unordered_map<subject, std::size_t> blamed; // the index of the claim that blames it
    for (auto& c : claims_) {
        std::size_t cause = SIZE_MAX;
        const auto look = [&](subject s) {
            if (const auto by = blamed.find(s); cause == SIZE_MAX && by != blamed.end()) cause = by->second;
        };
        // Two values that are wrong make all of them doubtful, but neither is wrong because of the other.
        for (const auto s : c.blames)
            if (!is_of_all(s) || c.blames.size() == 1) look(s);
        for (const auto s : c.needs) look(s);
        if (cause == SIZE_MAX) {
            for (const auto s : c.blames) blamed.emplace(s, result.size());
            result.push_back(std::move(c.what));
            consequences.push_back(0);
            continue;
        }
        // The subjects that a consequence blames are doubtful for the same reason.
        for (const auto s : c.blames) blamed.emplace(s, cause);
        auto& first = result[cause];
        if (c.what.id == id::peak_audit) continue;
        first.severity = std::min(first.severity, c.what.severity);
        if (++consequences[cause] <= told_consequences)
            first.related.push_back({c.what.begin, c.what.end,
                                     say("because of this: {} [{}]", c.what.message.text(), info(c.what.id).name)});
    }
    for (std::size_t i = 0; i < result.size(); ++i)
        if (consequences[i] > told_consequences)
            result[i].related.push_back(
                {result[i].begin, result[i].end,
                 say("{} more findings follow from this", consequences[i] - told_consequences)});
    if (limit_ != 0 && result.size() > limit_) result.resize(limit_);
    std::ranges::sort(result, {}, [](const finding& f) { return std::tuple(f.begin, f.end, f.id); });
    return result;
}

namespace {

bool calls(const model::instruction_row& i)
{
    using op = ast::opcode_kind;
    return i.opcode == op::while_ || i.opcode == op::conditional || i.opcode == op::call;
}

// The tuples that have the value of an entry as a part, sorted.
std::vector<number> tuples_with(const model::rows& rows, const model::entry_row& entry)
{
    std::vector<number> result;
    for (const auto& p : rows.positions_of(entry)) {
        const auto whole =
            p.index == none || p.index == model::empty_index ? none : rows.position_at(p.name, model::empty_index);
        if (whole != none) result.push_back(rows.positions[whole].value);
    }
    std::ranges::sort(result);
    return result;
}

// Marks, by name, the instructions that call scheduled computations, and the parameters of these computations. Neither
// has to define a value, since values pass through them. If such an instruction is not printed, it is a position of a
// value that it neither takes out of a tuple nor has as its first operand, which many instructions pass on: a result
// of its computation, or an operand of the caller. Its name proves nothing.
std::vector<bool> calling(const model::rows& rows)
{
    std::vector<bool> result(rows.names(), false);
    for (const auto& i : rows.instructions) result[i.name] = calls(i);
    std::vector<number> tuple_of(rows.names(), none); // by name: the tuple that it takes
    for (const auto& entry : rows.entries)
        for (const auto& use : rows.uses_of(entry))
            if (use.index == model::empty_index) tuple_of[use.name] = rows.value_of(entry.value.id);
    std::vector<number> used_by(rows.names(), none); // by name: the last entry that it uses
    for (number e = 0; e < rows.entries.size(); ++e) {
        const auto entry = rows.entries[e];
        for (const auto& use : rows.uses_of(entry))
            if (use.operand == 0) used_by[use.name] = e;
        std::optional<std::vector<number>> tuples; // most entries do not need them
        for (const auto& p : rows.positions_of(entry)) {
            if (p.name == entry.value.name || used_by[p.name] == e || rows.instruction_of(p.name) != none) continue;
            const auto tuple = tuple_of[p.name];
            if (tuple != none && !tuples) tuples = tuples_with(rows, entry);
            if (tuple == none || !std::ranges::binary_search(*tuples, tuple)) result[p.name] = true;
        }
    }
    return result;
}

bool waits(const model::instruction_row& i)
{
    using op = ast::opcode_kind;
    return i.suffix != ast::async_suffix::none || i.opcode == op::async_start || i.opcode == op::async_update ||
           i.opcode == op::async_done;
}

// The concatenated texts of one module.
struct joined {
    std::vector<const source_text*> all; // as well as those of the module that are not dumps
    model::rows rows;
    const ast::dump* dump = nullptr; // the dump with the allocations; null if there is none or more than one
    model::offset dump_at = -1;
    std::optional<ast::list<ast::allocation>> allocations; // its allocations, if there is a report or a module text
    ast::arena memory;                                     // has their nodes, if the dump has no tree
    std::vector<usage_text> reports;
    std::vector<std::pair<const document*, std::int64_t>> others; // with the offsets of their texts
    std::vector<module_text_of> texts;
};

constexpr auto rules_of_a_dump = {check_allocations, check_arenas,  check_colors,   check_total,
                                  check_parameters,  check_results, check_values,   check_instructions,
                                  check_operations,  check_uses,    check_sequence, check_ranges,
                                  check_peak,        check_moments, check_trace,    audit_peak};

// Runs the rules on several threads. Each rule has its own report; the reports are joined in the order of the rules.
void check_side_by_side(const context& in, std::size_t threads)
{
    std::vector<report> said(rules_of_a_dump.size(), report(in.out.limit()));
    parallel(threads, said.size(), [&](std::size_t i) { rules_of_a_dump.begin()[i](in.to(said[i])); });
    for (auto& one : said) in.out.join(std::move(one));
}

std::vector<finding> findings_of(const joined& module, const era_set& possible, const check_options& options)
{
    const auto& rows = module.rows;
    const places at(module.all);
    const times when(possible);
    report out(options.max_findings);
    context in{rows, at, when, out, options.file_name};
    in.allocations_at = module.dump_at;
    in.split = module.dump && module.dump->kind == ast::dump_kind::assignment && rows.has.entries;
    in.on = platform_of(rows, options.file_name);
    in.audit = options.audit;
    // Without instructions this is unknown.
    in.calling = calling(rows);
    in.nested = !rows.has.instructions || std::ranges::find(in.calling, true) != in.calling.end();
    in.asynchronous = std::ranges::any_of(rows.instructions, waits);
    if (options.threads > 1)
        check_side_by_side(in, options.threads);
    else
        for (const auto rule : rules_of_a_dump) rule(in);
    for (const auto& usage : module.reports) {
        if (module.allocations) check_module_usage(in, *module.allocations, usage);
        check_usage_report(usage, out);
    }
    for (const auto& [read, base] : module.others) {
        if (const auto* all = read->statistics()) check_statistics(*all, read->text(), base, out);
        if (const auto* ended = read->oom_report()) check_oom_report(*ended, read->text(), base, out);
        if (const auto* ended = read->tpu_report()) check_tpu_report(*ended, read->text(), base, out);
        if (const auto* usage = read->tpu_usage()) check_tpu_usage(*usage, read->text(), base, out);
        if (const auto* table = read->buffer_info()) check_buffer_info(*table, read->text(), base, out);
        if (const auto* message = read->memory_message()) {
            check_message(*message, read->text(), base, out);
            check_compiled_sizes(in, *message, read->text(), base);
        }
    }
    for (const auto& text : module.texts)
        check_module_text(in, module.allocations ? &*module.allocations : nullptr, text);
    if (options.applied) out.add_applied(*options.applied);
    return out.take();
}

// A module text, and its offset in the concatenated texts.
struct placed_text {
    const document* read;
    model::offset base;
};

joined join(std::span<const placed_text> texts, std::vector<const source_text*> all, const check_options& options,
            const read::limits& within)
{
    joined together;
    together.all = std::move(all);
    model::builder records(texts.front().read->text(), true);
    std::size_t assignments = 0;
    // Reports and module texts are compared with the allocations themselves.
    const bool beside = std::ranges::any_of(
        texts, [](const placed_text& t) { return t.read->usage_report() || t.read->module_text(); });
    for (const auto& [read, base] : texts) {
        if (const auto* usage = read->usage_report()) together.reports.push_back({usage, read->text(), base});
        if (const auto* text = read->module_text()) together.texts.push_back({text, read->text(), base});
        const auto* dump = std::get_if<ast::dump>(&read->tree());
        if (!dump) {
            together.others.emplace_back(read, base);
            continue;
        }
        const auto streaming = within.streaming(options.threads);
        records.next_text(read->text(), base);
        bool unchanged = false;
        if (dump->kind == ast::dump_kind::assignment || dump->kind == ast::dump_kind::combined) {
            together.dump = ++assignments == 1 ? dump : nullptr;
            together.dump_at = base;
            analyse::allocation_collector allocations(together.memory);
            unchanged = beside ? read->for_each_record(streaming, records, allocations)
                               : read->for_each_record(streaming, records);
            if (beside) together.allocations = allocations.take();
        } else {
            unchanged = read->for_each_record(streaming, records);
        }
        if (!unchanged) throw read::changed_text();
    }
    together.rows = records.finish();
    if (!together.dump) together.allocations.reset();
    return together;
}

// The given name, or that of the first framed file.
check_options named(std::span<const placed_text> texts, check_options options)
{
    for (const auto& t : texts)
        if (const auto* dump = std::get_if<ast::dump>(&t.read->tree());
            options.file_name.empty() && dump && dump->frame)
            options.file_name = *dump->frame;
    return options;
}

// A dump that was read on its own.
std::vector<finding> findings_of(model::rows&& rows, const document& read, const check_options& options)
{
    const placed_text text{&read, 0};
    joined alone;
    alone.all = {&read.source()};
    alone.rows = std::move(rows);
    if (alone.rows.has.allocations) {
        alone.dump = &read.dump();
        alone.dump_at = 0;
    }
    return findings_of(alone, date(read.witnesses()).possible, named({&text, 1}, options));
}

std::vector<finding> findings_alone(const document& read, const check_options& options, const read::limits& within)
{
    const placed_text text{&read, 0};
    return findings_of(join({&text, 1}, {&read.source()}, options, within), date(read.witnesses()).possible,
                       named({&text, 1}, options));
}

void shift(finding& what, model::offset by)
{
    what.begin += by;
    what.end += by;
    for (auto& other : what.related) {
        other.begin += by;
        other.end += by;
    }
}

// Rules number the bytes of all files; a place is in one of them.
void find_file(auto& where, std::span<const placed_text> texts)
{
    const auto after = std::ranges::upper_bound(texts, where.begin, {}, &placed_text::base);
    where.file = static_cast<std::size_t>(after - texts.begin()) - 1;
    where.begin -= texts[where.file].base;
    where.end -= texts[where.file].base;
}

// The finding about a file that no XLA wrote together with the files before it.
finding mixed_eras(const timeline::joint_era::conflict& found, std::span<const placed_text> texts)
{
    const auto here = texts[found.here.text].base + found.here.offset;
    const auto there = texts[found.there.text].base + found.there.offset;
    return {.id = finding_id::mixed_eras,
            .begin = here,
            .end = here,
            .message = say("{} here, {} in another file of the module", info(found.here.which).name,
                           info(found.there.which).name),
            .related = {{there, there, say("{} here", info(found.there.which).name)}}};
}

// The finding about instructions from another era than the dumps of the module.
finding skewed(const timeline::joint_report& when, std::span<const placed_text> texts)
{
    const auto here = texts[when.skewed->text].base + when.skewed->offset;
    return {.id = finding_id::era_skew,
            .severity = severity::warning,
            .begin = here,
            .end = here,
            .message = say("{} is from {}, the rest of the module is from {}", info(when.skewed->which).name,
                           era_text(eras(when.skewed->which)), era_text(when.possible))};
}

std::vector<finding> findings_in(std::span<const document* const> module, const check_options& options,
                                 const read::limits& within)
{
    if (module.empty()) return {};
    if (module.size() == 1) return findings_alone(*module.front(), options, within);
    std::vector<const source_text*> all;
    std::vector<placed_text> texts;
    model::offset size = 0;
    for (const auto* read : module) {
        texts.push_back({read, size});
        all.push_back(&read->source());
        size += static_cast<model::offset>(read->text().size());
    }

    std::vector<finding> result;
    std::vector<placed_text> together;
    std::vector<placed_text> apart;
    timeline::joint_era era;
    for (const auto& t : texts) {
        const auto conflict = era.add(t.read->witnesses());
        if (conflict) result.push_back(mixed_eras(*conflict, texts));
        (conflict ? apart : together).push_back(t);
    }
    auto joint = join(together, all, options, within);
    std::vector<model::offset> begins;
    for (const auto& t : together) begins.push_back(t.base);
    if (options.applied && together.size() > 1) {
        report out(0);
        out.applies(finding_id::other_module, together.size() - 1);
        out.add_applied(*options.applied);
    }
    if (auto strange = find_foreign_files(joint.rows, begins); !strange.empty()) {
        for (auto s = strange.rbegin(); s != strange.rend(); ++s) {
            result.push_back(std::move(s->what));
            apart.push_back(together[s->text]);
            together.erase(together.begin() + static_cast<std::ptrdiff_t>(s->text));
        }
        joint = join(together, all, options, within);
    }

    timeline::joint_era rest;
    for (const auto& t : together) rest.add(t.read->witnesses());
    const auto when = rest.report();
    if (when.skewed && !date(together[when.skewed->text].read->witnesses()).skewed)
        result.push_back(skewed(when, together));
    std::ranges::move(findings_of(joint, when.possible, named(together, options)), std::back_inserter(result));
    for (const auto& t : apart) {
        auto more = findings_alone(*t.read, options, within);
        for (auto& f : more) shift(f, t.base);
        std::ranges::move(more, std::back_inserter(result));
    }
    if (options.max_findings != 0 && result.size() > options.max_findings) result.resize(options.max_findings);
    std::ranges::sort(result, {}, [](const finding& f) { return std::tuple(f.begin, f.end, f.id); });
    for (auto& found : result) {
        find_file(found, texts);
        for (auto& other : found.related) find_file(other, texts);
    }
    return result;
}

std::vector<finding> out_of_memory()
{
    std::vector<finding> result;
    result.push_back({.id = finding_id::out_of_memory, .message = {"not enough memory to look at what the dump says"}});
    return result;
}

} // namespace

std::vector<finding> check(std::span<const document* const> module, const check_options& options,
                           const read::limits& within) noexcept
try {
    return findings_in(module, options, within);
} catch (const read::changed_text&) {
    std::vector<finding> result;
    result.push_back({.id = finding_id::not_a_dump, .message = {"the text changed while it was looked at"}});
    return result;
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

checked_text check(source_text text, const parse_options& parsing, const check_options& options,
                   const read::limits& within) noexcept
{
    checked_text result;
    try {
        std::optional<model::builder> records(std::in_place, text.view(), true);
        auto [read, complete] =
            read::parse_and_emit(std::move(text), parsing, within, [&](std::span<const ast::record> batch) {
                for (const auto& each : batch) ast::emit(each, *records);
                records->forget_nodes();
            });
        result.read = std::move(read);
        if (!result.read.accepted()) return result;
        const auto& value = *result.read.value;
        if (complete) {
            auto rows = records->finish();
            records.reset();
            result.findings = findings_of(std::move(rows), value, options);
        } else {
            records.reset();
            result.findings = findings_alone(value, options, within);
        }
    } catch (const std::bad_alloc&) {
        result.findings = out_of_memory();
    }
    return result;
}

} // namespace checking

inline namespace v0 {

std::vector<finding> check(std::span<const document* const> module, const check_options& options) noexcept
{
    return checking::check(module, options, {});
}

checked_text check(source_text text, const parse_options& parsing, const check_options& options) noexcept
{
    return checking::check(std::move(text), parsing, options, {});
}

std::vector<finding> check(const document& read, const check_options& options) noexcept
{
    const document* const alone = &read;
    return check(std::span(&alone, 1), options);
}

} // namespace v0

} // namespace ballast
