// Shared by the semantic rules: the rows of a dump, places in its text, its possible eras, and the collected findings.
#pragma once

#include "ballast/check.hpp"
#include "base/say.hpp"
#include "base/shown.hpp"
#include "check/platform.hpp"
#include "era/changes.hpp"
#include "model/model.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::checking {

using model::none;
using model::number;

// `{1,0}`.
std::string index_text(std::span<const std::int64_t> path);

// Bytes of the text, the end exclusive.
struct place {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

// Something that a finding is about or depends on. Findings that share a subject have one cause.
using subject = std::uint64_t;
enum class about : std::uint8_t {
    allocation,
    value,
    instruction,
    sequence_row,
    range,
    peak_row,
    trace_row,
    moment,
    report_row,
    report_total,
    // all things of a kind: a rule about all of them fails as soon as one of them is wrong
    sizes,
    shapes,
    offsets,
    names,
    positions,
    sequence,
    report_sizes,
    report_table,
    ranges,
    total,
    peak,
    trace,
};
constexpr subject subject_of(about what, std::uint64_t which = 0)
{
    return static_cast<subject>(what) << 58 | (which & ((subject{1} << 58) - 1));
}

// True if the subject is everything of one kind, such as all sizes.
constexpr bool is_of_all(subject s)
{
    const auto what = static_cast<about>(s >> 58);
    return what >= about::sizes && what <= about::ranges;
}

// The result of a rule, before findings with one cause are merged.
struct claim {
    finding what;
    std::vector<subject> blames; // what is wrong, if the claim is right
    std::vector<subject> needs;  // what else must be right for the claim to mean something
    std::size_t order = 0;       // the order of creation
};

// A related place that supports a claim.
struct evidence {
    place where;
    finding_message message;
};

class report {
public:
    // Takes at most `limit` claims of each kind; 0: no limit.
    explicit report(std::size_t limit) : limit_(limit) {}

    // Adds a claim.
    void add(finding_id id, place where, finding_message text, std::vector<subject> blames,
             std::vector<subject> needs = {}, std::vector<evidence> beside = {});
    // The same as a warning, for rules with a known exception that the text does not show.
    void warn(finding_id id, place where, finding_message text, std::vector<subject> blames,
              std::vector<subject> needs = {}, std::vector<evidence> beside = {});
    // The same as a note, where a rule is silent for a reason that the reader should know.
    void note(finding_id id, place where, finding_message text, std::vector<subject> blames);
    // A rule compares something. It is counted after the conditions under which the rule is silent.
    void applies(finding_id id, std::size_t times = 1)
    {
        applied_[static_cast<std::size_t>(id) % applied_.size()] += times;
    }
    // How often each rule was applied is added to a list by finding.
    void add_applied(std::vector<std::size_t>& to) const;
    // One finding per cause, in the order of the text.
    std::vector<finding> take();

private:
    // True if one more claim of this kind is taken.
    bool takes(finding_id id)
    {
        auto& reported = reported_[static_cast<std::size_t>(id) % reported_.size()];
        return limit_ == 0 || reported++ < limit_;
    }

    std::vector<claim> claims_;
    std::size_t limit_;
    std::array<std::size_t, 256> reported_{}; // by kind
    std::array<std::size_t, 256> applied_{};  // by kind
};

// Access to the text around a place: one text, or the concatenated texts of several files.
class places {
public:
    explicit places(std::vector<std::string_view> texts) : texts_(std::move(texts)) {}

    // The bytes of all texts.
    [[nodiscard]] std::size_t size() const;
    // A range of `count` bytes from an offset.
    [[nodiscard]] place bytes(model::offset at, std::size_t count) const;
    // The number after a text in the same line; the place itself if the line does not contain the text.
    [[nodiscard]] place number_after(model::offset at, std::string_view before, std::size_t width) const;
    // The number after the last such text in the same line.
    [[nodiscard]] place last_number_after(model::offset at, std::string_view before, std::size_t width) const;
    // The number that ends before the place, with one byte between.
    [[nodiscard]] place number_before(model::offset at) const;
    // The range after a text in the same line, up to the end of the line or a closing byte.
    [[nodiscard]] place rest_after(model::offset at, std::string_view before, std::size_t width) const;
    // The first place of a text after an offset.
    [[nodiscard]] model::offset find(std::string_view what, model::offset from) const;
    // A place is in one text.
    [[nodiscard]] std::string_view text(place where) const;
    [[nodiscard]] std::string_view line(model::offset at) const;
    // The rest of the text that contains a place; empty if there is none.
    [[nodiscard]] std::string_view rest(model::offset at) const;

private:
    std::vector<std::string_view> texts_;
};

// The eras in which the dump may have been printed.
class times {
public:
    explicit times(era_set possible) : possible_(std::move(possible)) {}

    // True if XLA printed the feature at all of those times, or at none of them.
    [[nodiscard]] bool always(feature which) const;
    [[nodiscard]] bool never(feature which) const { return possible_.intersect(eras(which)).empty(); }
    // The same for changes that the text does not show.
    [[nodiscard]] bool always(const timeline::interval_pair& when) const;
    [[nodiscard]] bool never(const timeline::interval_pair& when) const;

private:
    era_set possible_;
};

// One dump, as the rules see it.
struct context {
    const model::rows& rows;
    const places& at;
    const times& when;
    report& out;
    std::string_view file_name;
    platform on{};                     // the platform of the module
    bool nested = false;               // some instruction calls computations that are scheduled too
    std::vector<bool> calling{};       // by name: calls a computation, or is a parameter of one
    bool asynchronous = false;         // some instruction is asynchronous
    model::offset allocations_at = -1; // the offset of the text with the allocations
    bool split = false;                // values are in a separate file
    bool audit = false;                // note every peak that is not the highest step

    // --- names in messages ---
    [[nodiscard]] std::string called(number name, number index = none) const;
    [[nodiscard]] std::string called(const model::called& value) const { return called(value.name, value.index); }

    // --- places ---
    [[nodiscard]] place name(model::offset where, number name) const;
    [[nodiscard]] place of(const model::called& value) const { return name(value.at, value.name); }
    [[nodiscard]] place of(const model::position_row& p) const { return name(p.at, p.name); }
    [[nodiscard]] place of(const model::use_row& u) const { return name(u.at, u.name); }
    [[nodiscard]] place of(const model::instruction_row& i) const { return name(i.at, i.name); }
    [[nodiscard]] place of(const model::sequence_row& s) const { return name(s.at, s.name); }
    [[nodiscard]] place of(const model::range_row& r) const { return name(r.at, r.name); }
    [[nodiscard]] place of(const model::allocation_row& a) const;
    [[nodiscard]] place size_of(const model::allocation_row& a) const;
    [[nodiscard]] place size_of(const model::line_row& line) const;
    [[nodiscard]] place offset_of(const model::line_row& line) const;
    [[nodiscard]] place shape_of(const model::line_row& line) const;
    [[nodiscard]] place shape_of(const model::instruction_row& i) const;
    [[nodiscard]] place start_of(const model::range_row& r) const;
    [[nodiscard]] place end_of(const model::range_row& r) const;
    [[nodiscard]] place total() const;
    [[nodiscard]] place range_head() const;
    [[nodiscard]] place peak_head() const;
    [[nodiscard]] place trace_head() const;
    [[nodiscard]] place bytes_of(const model::peak_row& row) const;

    [[nodiscard]] bool calls(number name) const { return name < calling.size() && calling[name]; }

    // --- facts about a value ---
    [[nodiscard]] std::optional<model::line_row> line_of(number value) const
    {
        const auto row = value == none ? none : rows.values[value].line;
        return row == none ? std::nullopt : std::optional(rows.lines[row]);
    }
    [[nodiscard]] std::optional<model::entry_row> entry_of(number value) const
    {
        const auto row = value == none ? none : rows.values[value].entry;
        return row == none ? std::nullopt : std::optional(rows.entries[row]);
    }
    [[nodiscard]] const model::allocation_row* home_of(number value) const
    {
        const auto row = value == none ? none : rows.values[value].line;
        return row == none ? nullptr : &rows.allocations[rows.lines[row].allocation];
    }
    // The instruction with this name.
    [[nodiscard]] std::optional<model::instruction_row> instruction_of(number name) const
    {
        const auto row = rows.instruction_of(name);
        return row == none ? std::nullopt : std::optional(rows.instructions[row]);
    }

    // --- subjects ---
    [[nodiscard]] subject value(number name, number index) const
    {
        return subject_of(about::value, model::rows::key(name, index));
    }
    [[nodiscard]] subject value(const model::called& v) const { return value(v.name, v.index); }
    [[nodiscard]] static subject allocation(const model::allocation_row& a, const model::rows& rows)
    {
        return subject_of(about::allocation, static_cast<std::uint64_t>(&a - rows.allocations.data()));
    }
    [[nodiscard]] subject allocation(const model::allocation_row& a) const { return allocation(a, rows); }
    [[nodiscard]] static subject instruction(number name) { return subject_of(about::instruction, name); }
};

// --- the rules, by theme ---
void check_allocations(const context& in); // numbers, kinds, sizes
void check_arenas(const context& in);      // offsets and shared bytes
void check_colors(const context& in);
void check_total(const context& in);
void check_parameters(const context& in);
void check_results(const context& in);
void check_values(const context& in);       // entries, names, shapes
void check_instructions(const context& in); // texts
void check_operations(const context& in);   // results, operands, parameters
void check_uses(const context& in);
void check_sequence(const context& in);
void check_ranges(const context& in);
void check_peak(const context& in);
void check_moments(const context& in);
void check_trace(const context& in);
void audit_peak(const context& in);

} // namespace ballast::checking
