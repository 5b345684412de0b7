#include "ballast/check.hpp"

#include "ballast/releases.hpp"
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
#include <new>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>

namespace ballast {

namespace checking {

namespace {

using id = finding_id;

constexpr std::size_t told_consequences = 4;

} // namespace

// Takes the claims by identifier and place. A claim is a consequence if it blames or needs a subject that an earlier
// one blames.
std::vector<finding> report::take()
{
    for (std::size_t i = 0; i < claims_.size(); ++i) claims_[i].order = i;
    const auto weight = [](const claim& c) { return std::tuple(c.what.id, c.what.begin, c.order); };
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
    std::vector<std::string_view> all; // as well as those of the module that are not dumps
    model::rows rows;
    const ast::dump* dump = nullptr; // the dump with the allocations; null if there is none or more than one
    model::offset dump_at = -1;
    std::vector<usage_text> reports;
    std::vector<std::pair<const document*, std::int64_t>> others; // with the offsets of their texts
    std::vector<module_text_of> texts;
};

constexpr auto rules_of_a_dump = {check_allocations, check_arenas,  check_colors,   check_total,
                                  check_parameters,  check_results, check_values,   check_instructions,
                                  check_operations,  check_uses,    check_sequence, check_ranges,
                                  check_peak,        check_moments, check_trace,    audit_peak};

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
    for (const auto rule : rules_of_a_dump) rule(in);
    for (const auto& usage : module.reports) {
        if (module.dump) check_module_usage(in, module.dump->allocations, usage);
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
        check_module_text(in, module.dump ? &module.dump->allocations : nullptr, text);
    if (options.applied) out.add_applied(*options.applied);
    return out.take();
}

// A module text, and its offset in the concatenated texts.
struct placed_text {
    const document* read;
    model::offset base;
};

joined join(std::span<const placed_text> texts, std::vector<std::string_view> all)
{
    joined together;
    together.all = std::move(all);
    model::builder rows(texts.front().read->text());
    std::size_t assignments = 0;
    for (const auto& [read, base] : texts) {
        if (const auto* usage = read->usage_report()) together.reports.push_back({usage, read->text(), base});
        if (const auto* text = read->module_text()) together.texts.push_back({text, read->text(), base});
        const auto* dump = std::get_if<ast::dump>(&read->tree());
        if (!dump) {
            together.others.emplace_back(read, base);
            continue;
        }
        rows.next_text(read->text(), base);
        rows.add(*dump);
        if (dump->kind != ast::dump_kind::assignment && dump->kind != ast::dump_kind::combined) continue;
        together.dump = ++assignments == 1 ? dump : nullptr;
        together.dump_at = base;
    }
    together.rows = rows.finish();
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

std::vector<finding> findings_alone(const document& read, const check_options& options)
{
    const placed_text text{&read, 0};
    return findings_of(join({&text, 1}, {read.text()}), date(read.witnesses()).possible, named({&text, 1}, options));
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

std::vector<finding> findings_in(std::span<const document* const> module, const check_options& options)
{
    if (module.empty()) return {};
    if (module.size() == 1) return findings_alone(*module.front(), options);
    std::vector<std::string_view> all;
    std::vector<placed_text> texts;
    model::offset size = 0;
    for (const auto* read : module) {
        texts.push_back({read, size});
        all.push_back(read->text());
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
    auto joint = join(together, all);
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
        joint = join(together, all);
    }

    timeline::joint_era rest;
    for (const auto& t : together) rest.add(t.read->witnesses());
    const auto when = rest.report();
    if (when.skewed && !date(together[when.skewed->text].read->witnesses()).skewed)
        result.push_back(skewed(when, together));
    std::ranges::move(findings_of(joint, when.possible, named(together, options)), std::back_inserter(result));
    for (const auto& t : apart) {
        auto more = findings_alone(*t.read, options);
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

} // namespace

} // namespace checking

inline namespace v0 {

std::vector<finding> check(std::span<const document* const> module, const check_options& options) noexcept
try {
    return checking::findings_in(module, options);
} catch (const std::bad_alloc&) {
    std::vector<finding> result;
    result.push_back({.id = finding_id::out_of_memory, .message = {"not enough memory to look at what the dump says"}});
    return result;
}

std::vector<finding> check(const document& read, const check_options& options) noexcept
{
    const document* const alone = &read;
    return check(std::span(&alone, 1), options);
}

} // namespace v0

} // namespace ballast
