#include "ballast/convert.hpp"

#include "ast/human_size.hpp"
#include "ast/known_items.hpp"
#include "convert/live_range.hpp"
#include "convert/losses.hpp"
#include "convert/source.hpp"
#include "convert/wording.hpp"
#include "era/timeline.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace ballast::inline v0 {

std::string_view spelling(loss_kind kind)
{
    constexpr std::array<std::string_view, 4> words{"left out", "made up", "unknown", "kept"};
    return words[static_cast<std::size_t>(kind)];
}

std::string_view file_ending(ast::dump_kind kind, commit_time when)
{
    switch (kind) {
    case ast::dump_kind::values: return "-buffer-assignment-values.txt";
    case ast::dump_kind::live_range: return "-live-range.txt";
    case ast::dump_kind::assignment:
    case ast::dump_kind::combined: break;
    }
    constexpr auto generic = timeline::moment("D1");
    return when < generic ? ".buffer_assignment" : "-buffer-assignment.txt";
}

namespace {

using namespace converting;
using ast::dump_kind;

// A time of the text and a time of the target: the same if both can be of it, otherwise those closest to each other.
struct span_of_time {
    commit_time from = 0;
    commit_time to = 0;
    era_set possible; // all possible times of the text
};
span_of_time nearest(const era_set& text, const era_set& target)
{
    if (const auto both = text.intersect(target); !both.empty()) {
        const auto when = both.intervals().front().begin;
        return {when, when, era_set{{{when, when + 1}}}};
    }
    span_of_time result;
    std::optional<commit_time> least;
    for (const auto& a : text.intervals())
        for (const auto& b : target.intervals()) {
            const bool forward = a.end <= b.begin;
            const auto between = forward ? b.begin - a.end : a.begin - b.end;
            if (least && between >= *least) continue;
            least = between;
            result = forward ? span_of_time{a.end - 1, b.begin, text} : span_of_time{a.begin, b.end - 1, text};
        }
    return result;
}

// The pointers that XLA printed were those of adjacent objects.
constexpr std::uint64_t first_pointer = 0x10000000;
constexpr std::uint64_t pointer_step = 0x120;

class converter {
public:
    converter(std::span<const document* const> module, const source& said, span_of_time times, conversion& to)
        : said_(said),
          from_(times.from),
          when_(times.to),
          possible_(times.possible),
          to_(to),
          memory_(to.memory),
          lost_(module),
          words_(said, module, times.from, times.to, to.memory, lost_)
    {
        to.when = when_;
        moment_.kind = dump_kind::combined;
        moment_.forms = forms_at(when_);
    }

    void run(std::span<const document* const> module)
    {
        for (const auto kind : kinds_at(when_)) {
            auto file = moment_;
            file.kind = kind;
            const auto before = lost_;
            if (auto found = make(file)) {
                lost_ = before; // a file that cannot be made has no losses
                const auto where = lost_.place_of(found->at);
                to_.missing.push_back({kind, found->why, where.file, where.offset, found_in_text(kind)});
                continue;
            }
            if (said_.frame) file.frame = named(*said_.frame, kind);
            to_.files.push_back(file);
        }
        if (!to_.files.empty()) tell_words(module);
        to_.losses = lost_.take();
    }

private:
    [[nodiscard]] bool can(feature which) const { return timeline::printed_at(which, when_); }
    [[nodiscard]] bool could(feature which) const { return timeline::printed_at(which, from_); }
    // True if the text may be from a time at which the feature was not as at the target.
    [[nodiscard]] bool differs(feature meaning) const
    {
        const auto there = possible_.intersect(eras(meaning));
        return can(meaning) ? there != possible_ : !there.empty();
    }
    [[nodiscard]] bool prints_instructions() const
    {
        return can(feature::from_tight) || can(feature::from_glued) || can(feature::from_own_line);
    }
    [[nodiscard]] bool details_in_lines() const { return can(feature::value_lines_v2) || can(feature::value_lines_v3); }

    // True if the given files have any of the contents of that kind.
    [[nodiscard]] bool found_in_text(dump_kind kind) const
    {
        switch (kind) {
        case dump_kind::values: return said_.has_values || said_.has_details;
        case dump_kind::live_range: return said_.ranges || said_.ranges_not_available;
        case dump_kind::assignment:
        case dump_kind::combined: break;
        }
        return said_.has_allocations;
    }

    // The name of a file for its frame: that of another file of the module, with the right ending.
    std::string_view named(std::string_view frame, dump_kind kind)
    {
        const auto ending = file_ending(kind, when_);
        for (const auto known : {dump_kind::values, dump_kind::live_range, dump_kind::assignment})
            for (const auto when : {from_, when_})
                if (const auto old = file_ending(known, when); frame.ends_with(old)) {
                    if (old == ending) return frame;
                    return memory_.copy(std::string(frame.substr(0, frame.size() - old.size())) + std::string(ending));
                }
        return frame;
    }

    // --- files -------------------------------------------------------------------------------------------------------

    std::optional<shortfall> make(ast::dump& file)
    {
        const bool combined = file.kind == dump_kind::combined;
        if (combined || file.kind == dump_kind::assignment) {
            if (!said_.has_allocations) return shortfall{"no file with allocations", {}};
            if (auto found = make_allocations(file)) return found;
        }
        if (combined || file.kind == dump_kind::values) {
            if (!said_.has_values && !said_.has_details)
                return shortfall{said_.has_allocations && !could(feature::values_file)
                                     ? "positions and uses of the values are not in the text"
                                     : "no file with used values",
                                 first_allocation()};
            if (auto found = make_total(file)) return found;
            if (auto found = make_values(file)) return found;
        }
        if (combined && can(feature::every_moment)) {
            ast::live_range made;
            if (auto found = make_range(made)) return found;
            file.every_moment = memory_.make(made);
        } else if (combined ? can(feature::live_range_section) : file.kind == dump_kind::live_range) {
            if (said_.ranges_not_available && file.kind == dump_kind::live_range &&
                can(feature::live_range_not_available)) {
                file.live_range = ast::live_range_not_available{};
                return std::nullopt;
            }
            // The ahead-of-time compiler wrote a combined file without live ranges.
            if (combined && !said_.ranges && !said_.ranges_not_available && could(feature::live_range_section))
                return std::nullopt;
            ast::live_range made;
            if (auto found = make_range(made)) return found;
            file.live_range = memory_.make(made);
        } else if (said_.ranges && (combined || kinds_at(when_).size() == 1)) {
            lost_.add(loss_kind::left_out, feature::no_live_range, first_range(), "live ranges");
        } else if (said_.ranges_not_available && (combined || kinds_at(when_).size() == 1)) {
            lost_.add(loss_kind::left_out, feature::live_range_not_available, {});
        }
        return std::nullopt;
    }

    [[nodiscard]] std::string_view first_allocation() const
    {
        return said_.allocations.empty() ? said_.allocations_text : said_.place_of(said_.allocations.front());
    }
    [[nodiscard]] std::string_view first_range() const { return said_.place_of_ranges(); }

    std::optional<shortfall> make_range(ast::live_range& to)
    {
        if (said_.ranges_not_available) return shortfall{"the live range is not available in the text", {}};
        if (!said_.ranges) {
            const bool printed = could(feature::live_range_section) || could(feature::live_range_file);
            return shortfall{
                printed ? "no file with the live range" : "the schedule and live ranges are not in the text", {}};
        }
        if (auto found = convert_range(said_, from_, when_, memory_, lost_, to)) return found;
        for (const auto which : {feature::ranges_reach_positions, feature::asynchronous_schedule,
                                 feature::ranges_share_a_step, feature::calls_as_users})
            if (differs(which)) lost_.add(loss_kind::kept, which, first_range());
        return std::nullopt;
    }

    // --- allocations -------------------------------------------------------------------------------------------------

    std::optional<shortfall> make_allocations(ast::dump& file)
    {
        if (can(feature::output_shape) != could(feature::output_shape)) result_ = said_.result();
        if (can(feature::value_lines_v1) != could(feature::value_lines_v1) && !said_.allocations.empty())
            lost_.add(loss_kind::kept, feature::value_lines_v1, first_allocation(),
                      "values: until D1 the inputs of a computation were values of its own");
        std::vector<ast::allocation> result;
        result.reserve(said_.allocations.size());
        for (const auto& a : said_.allocations) {
            auto made = a;
            here_ = said_.place_of(a);
            words_.at(here_);
            made.pointer = pointer_of(a, result.size());
            if (made.page && !can(feature::page)) {
                lost_.add(loss_kind::left_out, feature::page, here_);
                made.page.reset();
            } else if (!could(feature::page) && can(feature::page) && a.preallocated_temp) {
                lost_.add(loss_kind::unknown, feature::page, here_);
            }
            if (a.parameter)
                if (auto found = make_parameter(a, made)) return found;
            make_output(a, made);
            make_reused(a, made);
            if (auto found = make_lines(a, made)) return found;
            made.unknown_items = words_.kept(a.unknown_items, ast::known_items(made));
            result.push_back(made);
        }
        file.allocations = memory_.make_list(std::span<const ast::allocation>(result));
        return std::nullopt;
    }

    std::optional<std::uint64_t> pointer_of(const ast::allocation& a, std::size_t which)
    {
        if (!can(feature::pointer)) {
            if (a.pointer) lost_.add(loss_kind::left_out, feature::pointer, here_);
            return std::nullopt;
        }
        if (a.pointer) return a.pointer;
        lost_.add(loss_kind::made_up, feature::pointer, here_);
        return first_pointer + which * pointer_step;
    }

    // The shape in the header of a parameter's allocation: none before D6, that of the whole parameter until D18, then
    // that of the part.
    std::optional<shortfall> make_parameter(const ast::allocation& a, ast::allocation& to)
    {
        auto parameter = *a.parameter;
        const bool had = parameter.shape || parameter.unknown_shape;
        const auto derived = [&](bool part) -> whole_shape {
            if (!part && !parameter.index.empty()) return whole_of(parameter.number);
            const auto* const value = said_.parameter_value(a);
            return value ? both(words_.bare(value->shape)) : whole_shape{};
        };
        const bool was_part = could(feature::parameter_subshape);
        const bool part = can(feature::parameter_subshape);
        if (!can(feature::parameter_with_shape)) {
            if (had && (parameter.unknown_shape || derived(was_part).read != parameter.shape))
                lost_.add(loss_kind::left_out,
                          parameter.unknown_shape ? feature::unknown_parameter_shape : feature::parameter_with_shape,
                          here_);
            parameter.shape = {};
            parameter.unknown_shape = false;
        } else if (!had || (parameter.unknown_shape && !can(feature::unknown_parameter_shape))) {
            const auto found = derived(part);
            if (!found.read) return shortfall{"the shape of a parameter is not in the text", here_};
            parameter.shape = found.spelled;
            if (parameter.unknown_shape) lost_.add(loss_kind::left_out, feature::unknown_parameter_shape, here_);
            parameter.unknown_shape = false;
        } else if (parameter.shape && was_part != part && !parameter.index.empty()) {
            const auto* const inside = part ? ast::subshape(*parameter.shape, parameter.index) : nullptr;
            const auto found = inside ? both(*inside) : derived(part);
            if (!found.read) return shortfall{"the whole shape of a parameter is not in the text", here_};
            if (derived(was_part).read != parameter.shape)
                lost_.add(loss_kind::left_out, was_part ? feature::parameter_subshape : feature::whole_parameter_shape,
                          here_);
            parameter.shape = found.spelled;
        } else {
            parameter.shape = words_.shape(parameter.shape);
        }
        to.parameter = memory_.make(parameter);
        return std::nullopt;
    }

    // A shape as it was read and as the target spells it; empty if unknown.
    struct whole_shape {
        ast::box<ast::shape> read;
        ast::box<ast::shape> spelled;
    };
    whole_shape both(const ast::shape& read)
    {
        const auto box = memory_.make(read);
        return {box, words_.shape(box)};
    }
    // All parts of a parameter share this shape.
    const whole_shape& whole_of(std::int64_t parameter)
    {
        const auto [known, added] = wholes_.try_emplace(parameter);
        if (added)
            if (const auto* shape = said_.parameter_shape(parameter)) known->second = both(words_.bare(*shape));
        return known->second;
    }

    // `output shape is`, since D6.
    void make_output(const ast::allocation& a, ast::allocation& to)
    {
        if (can(feature::output_shape) == could(feature::output_shape)) {
            to.output_shape = words_.shape(a.output_shape);
            return;
        }
        const bool here = result_.allocation == &a;
        const auto derived = here ? std::optional(words_.bare(*result_.line->shape)) : std::nullopt;
        if (can(feature::output_shape)) {
            if (derived) to.output_shape = words_.shape(memory_.make(*derived));
            if (a.maybe_live_out && !result_.allocation) lost_.add(loss_kind::unknown, feature::output_shape, here_);
            return;
        }
        if (a.output_shape ? derived != std::optional(*a.output_shape) : here)
            lost_.add(loss_kind::left_out, feature::output_shape, here_);
        to.output_shape = {};
    }

    // Values of another color than their allocation, in the order of their ids, since D22.
    void make_reused(const ast::allocation& a, ast::allocation& to)
    {
        if (can(feature::reused_block) == could(feature::reused_block)) {
            to.reused = renamed(a.reused);
            return;
        }
        std::vector<ast::reused_value> derived;
        for (const auto& line : a.values)
            if (line.value.color != a.color) derived.push_back({line.value, line.value.color});
        std::ranges::sort(derived, {}, [](const ast::reused_value& r) { return r.value.id; });
        if (can(feature::reused_block)) {
            to.reused = renamed(memory_.make_list(std::span<const ast::reused_value>(derived)));
            if (!derived.empty()) lost_.add(loss_kind::made_up, feature::reused_block, here_);
            return;
        }
        if (!std::ranges::equal(derived, a.reused)) lost_.add(loss_kind::left_out, feature::reused_block, here_);
        to.reused = {};
    }
    ast::list<ast::reused_value> renamed(const ast::list<ast::reused_value>& rows)
    {
        std::vector<ast::reused_value> result(rows.begin(), rows.end());
        for (auto& r : result) r.value = name_of(r.value, false);
        return memory_.make_list(std::span<const ast::reused_value>(result));
    }

    // --- values ------------------------------------------------------------------------------------------------------

    // The first form always has an index, the others only if the instruction defines a tuple.
    ast::value_name name_of(ast::value_name name, bool tuple)
    {
        const bool first = can(feature::value_lines_v1);
        if (first && !name.index) name.index = ast::shape_index{};
        if (!first && could(feature::value_lines_v1) && name.index && name.index->empty() && !tuple) name.index.reset();
        if (first && name.phi) {
            lost_.add(loss_kind::left_out, feature::value_lines_v1, name.name, "`(phi)` of a value");
            name.phi = false;
        }
        return name;
    }

    std::optional<shortfall> make_lines(const ast::allocation& a, ast::allocation& to)
    {
        std::vector<ast::value_line> result;
        result.reserve(a.values.size());
        for (const auto& line : a.values) {
            auto made = line;
            words_.at(line.value.name);
            made.value = name_of(line.value, line.shape->is_tuple());
            made.shape = words_.shape(line.shape);
            made.detail = {};
            if (details_in_lines()) {
                const auto* const detail = said_.detail_of(line.value.id);
                if (!detail) return shortfall{"positions and uses of a value are not in the text", line.value.name};
                made.detail = memory_.make(detail_of(*detail, line.value.name));
            } else if (line.detail && can(feature::value_lines_v1)) {
                lost_.add(loss_kind::left_out, feature::value_lines_v2, line.value.name, "positions and uses");
            }
            if (line.value.color != 0 && differs(feature::colors_in_layouts))
                lost_.add(loss_kind::kept, feature::colors_in_layouts, line.value.name);
            if (line.value.color != a.color && can(feature::arenas_of_one_color) &&
                !could(feature::arenas_of_one_color))
                lost_.add(loss_kind::kept, feature::arenas_of_one_color, line.value.name);
            result.push_back(made);
        }
        to.values = memory_.make_list(std::span<const ast::value_line>(result));
        return std::nullopt;
    }

    ast::value_detail detail_of(ast::value_detail detail, std::string_view name)
    {
        if (!detail.uses_initialized && !can(feature::uses_not_initialized)) {
            lost_.add(loss_kind::left_out, feature::uses_not_initialized, name);
            detail.uses_initialized = true;
        }
        return detail;
    }

    std::optional<shortfall> make_values(ast::dump& file)
    {
        std::vector<ast::used_value> given(said_.values.begin(), said_.values.end());
        if (!said_.has_values) {
            for (const auto& a : said_.allocations)
                for (const auto& line : a.values)
                    if (line.detail) given.push_back({line.value, *line.detail, {}});
            std::ranges::sort(given, {}, [](const ast::used_value& v) { return v.value.id; });
        }
        for (auto& value : given) {
            words_.at(value.value.name);
            value.value = name_of(value.value, false);
            value.detail = detail_of(value.detail, value.value.name);
            if (!prints_instructions()) {
                if (value.instruction)
                    lost_.add(loss_kind::left_out, feature::no_from_line, value.value.name, "`from instruction`");
                value.instruction = {};
            } else if (value.instruction) {
                value.instruction = words_.instruction(*value.instruction);
            } else {
                return shortfall{"the instructions are not in the text", value.value.name};
            }
        }
        // If no live range follows, only the number of values shows that a file is complete.
        if (file.kind == dump_kind::combined && !can(feature::live_range_section)) {
            std::size_t lines = 0;
            for (const auto& a : said_.allocations) lines += a.values.size();
            if (lines != given.size())
                return shortfall{"the used values differ from those of the allocations, and no live range follows",
                                 first_allocation()};
        }
        file.used_values = memory_.make_list(std::span<const ast::used_value>(given));
        return std::nullopt;
    }

    // Empty if it is unknown or does not fit into 64 bits.
    [[nodiscard]] std::optional<std::int64_t> sum_of_allocations() const
    {
        if (!said_.has_allocations) return std::nullopt;
        std::int64_t sum = 0;
        for (const auto& a : said_.allocations)
            if (__builtin_add_overflow(sum, a.size, &sum)) return std::nullopt;
        return sum;
    }

    // The sum of the allocations, since D5.
    std::optional<shortfall> make_total(ast::dump& file)
    {
        const auto sum = sum_of_allocations();
        if (can(feature::no_total)) {
            if (said_.total && said_.total->bytes != sum)
                lost_.add(loss_kind::left_out, feature::human_total, first_allocation(), "total");
            return std::nullopt;
        }
        ast::total made;
        if (said_.total) {
            made = *said_.total;
        } else {
            if (!sum) return shortfall{"the sum of the allocations does not fit into 64 bits", first_allocation()};
            made.bytes = *sum;
        }
        const auto human = ast::human(made.bytes);
        if (!can(feature::human_total)) {
            if (made.human && *made.human != human)
                lost_.add(loss_kind::left_out, feature::human_total, first_allocation());
            made.human.reset();
        } else if (!made.human) {
            made.human = human;
        }
        file.total = made;
        return std::nullopt;
    }

    // --- the rest ----------------------------------------------------------------------------------------------------

    // Reports words of the program that no XLA of that time printed.
    void tell_words(std::span<const document* const> module)
    {
        bool instructions = false;
        for (const auto& file : to_.files)
            instructions = instructions || (!file.used_values.empty() && prints_instructions());
        for (const auto* const file : module)
            for (const auto& w : file->witnesses()) {
                if (can(w.which) || !wording::is_own(w.which)) continue;
                const auto what = timeline::row_of(w.which).shown_by_word.what;
                const bool of_shapes = what == timeline::word::of::element_type ||
                                       w.which == feature::unbounded_dimension || w.which == feature::buffer_shape;
                if (of_shapes || instructions)
                    lost_.add(loss_kind::kept, w.which, file->text().substr(static_cast<std::size_t>(w.offset), 0));
            }
        if (said_.total && said_.has_allocations && kinds_at(when_).size() == 1 && !can(feature::combined_file) &&
            said_.total->bytes != sum_of_allocations())
            lost_.add(loss_kind::left_out, feature::human_total, first_allocation(), "total");
        if (!can(feature::combined_file) && kinds_at(when_).size() == 1 && said_.has_values) tell_unlisted();
    }

    // Before D4 positions and uses were inside the allocations, or not printed.
    void tell_unlisted()
    {
        for (const auto& value : said_.values) {
            const auto name = value.value.name;
            if (value.instruction) lost_.add(loss_kind::left_out, feature::no_from_line, name, "`from instruction`");
            if (can(feature::value_lines_v1))
                lost_.add(loss_kind::left_out, feature::value_lines_v2, name, "positions and uses");
            else if (!said_.home_of(value.value.id).line)
                lost_.add(loss_kind::left_out, feature::combined_file, name, "used values in no allocation");
        }
    }

    const source& said_;
    commit_time from_;
    commit_time when_;
    era_set possible_;
    conversion& to_;
    ast::arena& memory_;
    losses lost_;
    wording words_;
    ast::dump moment_;                           // an empty file of that time
    std::map<std::int64_t, whole_shape> wholes_; // by parameter
    home result_;                                // the allocation of the whole result, if it is needed
    std::string_view here_;
};

void convert_module(std::span<const document* const> module, const era_set& target, conversion& to)
{
    auto possible = era_set::all();
    bool dumps = !module.empty();
    for (const auto* const file : module) {
        dumps = dumps && std::holds_alternative<ast::dump>(file->tree());
        possible = possible.intersect(date(file->witnesses()).possible);
    }
    const auto refuse = [&](std::string_view why) { to.missing.push_back({dump_kind::combined, why, 0, 0, true}); };
    if (!dumps) return refuse("no dump");
    if (target.empty()) return refuse("no target era is given");
    if (possible.empty()) return refuse("the files belong to different eras");
    source said;
    if (!said.read(module)) return refuse("two of the files contain the same section");
    converter(module, said, nearest(possible, target), to).run(module);
}

} // namespace

conversion convert(std::span<const document* const> module, const era_set& target) noexcept
{
    conversion result;
    try {
        convert_module(module, target, result);
    } catch (const std::bad_alloc&) {
        result.files.clear();
        result.losses.clear();
        result.missing.clear();
    }
    return result;
}

conversion convert(const document& dump, const era_set& target) noexcept
{
    const document* const module[]{&dump};
    return convert(module, target);
}

} // namespace ballast::inline v0
