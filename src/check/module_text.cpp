#include "check/module_text.hpp"

#include "base/file_name.hpp"
#include "check/printed_parts.hpp"
#include "check/text_index.hpp"
#include "check/usage_report.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ballast::checking {

namespace {

class module_text_checker {
public:
    module_text_checker(const context& in, const ast::list<ast::allocation>& allocations,
                        const ast::entry_layout& layout, const module_text_of& of)
        : in_(in), allocations_(allocations), layout_(layout), of_(of), places_(layout_places(layout, of))
    {
    }

    void check_parameters()
    {
        model::row_list<bool> met(layout_.parameters.size(), false);
        model::row_list<bool> reported(met.size());
        for (const auto& a : allocations_) {
            if (!a.parameter) continue;
            in_.out.applies(finding_id::entry_parameter);
            const auto n = static_cast<std::size_t>(a.parameter->number);
            if (n < met.size()) {
                met[n] = true;
                if (!reported[n]) reported[n] = !check_shape(a, n);
                continue;
            }
            in_.out.add(finding_id::entry_parameter, in_.at.number_after(row_of(a).at, "parameter ", 11),
                        say("the dump has a parameter {}, the module text has {} parameters", n, met.size()),
                        {in_.allocation(row_of(a)), blame(layout_place())}, {},
                        {{layout_place(), say("the parameters in the module text")}});
            return;
        }
        const auto missing = std::ranges::find(met, false);
        if (allocations_.empty() || missing == met.end()) return;
        const auto n = static_cast<std::size_t>(missing - met.begin());
        add(finding_id::entry_parameter, places_[n], say("parameter {} has no allocation in the dump", n), {}, {});
    }

    void check_result()
    {
        for (const auto& a : allocations_) {
            if (!a.output_shape) continue;
            in_.out.applies(finding_id::entry_result);
            if (ast::same_without_layout(*a.output_shape, layout_.result)) continue;
            add(finding_id::entry_result, result_place(),
                say("the result differs from that of the dump, at allocation {}", a.number),
                {in_.allocation(row_of(a))}, {{in_.of(row_of(a)), say("the allocation")}});
            return;
        }
    }

    void check_aliases()
    {
        std::vector<const ast::allocation*> known;
        for (const auto& a : allocations_)
            if (a.parameter) known.push_back(&a);
        const auto before = [](std::int64_t number, const ast::shape_index& index, std::int64_t other,
                               const ast::shape_index& there) {
            return number != other ? number < other : std::ranges::lexicographical_compare(index, there);
        };
        std::ranges::sort(known, [&](const ast::allocation* a, const ast::allocation* b) {
            return before(a->parameter->number, a->parameter->index, b->parameter->number, b->parameter->index);
        });
        for (const auto& alias : of_.tree->input_output_alias) {
            const auto found = std::ranges::partition_point(known, [&](const ast::allocation* a) {
                return before(a->parameter->number, a->parameter->index, alias.parameter, alias.index);
            });
            if (found == known.end()) continue;
            in_.out.applies(finding_id::entry_alias);
            const auto& a = **found;
            if (a.parameter->number != alias.parameter || a.parameter->index != alias.index || a.maybe_live_out)
                continue;
            add(finding_id::entry_alias, alias_place(alias),
                say("part {} of the result is aliased with part {} of parameter {}, whose allocation {} is not "
                    "`maybe-live-out`",
                    index_text(alias.output), index_text(alias.index), alias.parameter, a.number),
                {in_.allocation(row_of(a))}, {{in_.of(row_of(a)), say("the allocation")}});
        }
    }

private:
    [[nodiscard]] const model::allocation_row& row_of(const ast::allocation& a) const
    {
        return in_.rows.allocations[static_cast<std::size_t>(&a - allocations_.data())];
    }
    [[nodiscard]] static subject blame(place where) { return checking::row_of(where); }
    static std::string index_text(const ast::shape_index& index)
    {
        return checking::index_text(std::span(index.data(), index.size()));
    }

    // Before D18 an allocation header has the shape of the whole parameter, since then that of the part. Before D6 it
    // has no shape; then the only value of an allocation has the shape of the part.
    bool check_shape(const ast::allocation& a, std::size_t n)
    {
        const auto& whole = layout_.parameters[n];
        const auto* part = ast::subshape(whole, a.parameter->index);
        const auto fits = [&](const ast::shape& said) {
            return ast::same_without_layout(said, whole) || (part && ast::same_without_layout(said, *part));
        };
        const bool alone = a.values.size() == 1 && !a.parameter->unknown_shape;
        const bool right = a.parameter->shape ? fits(*a.parameter->shape)
                                              : !alone || (part && ast::same_without_layout(a.values[0].shape, *part));
        if (right) return true;
        add(finding_id::entry_parameter, places_[n],
            say("parameter {} has another shape in the dump, where its part {} is in allocation {}", n,
                index_text(a.parameter->index), a.number),
            {in_.allocation(row_of(a))}, {{in_.of(row_of(a)), say("the allocation")}});
        return false;
    }

    // `where` is a place in the module text.
    void add(finding_id which, place where, finding_message text, std::vector<subject> needs,
             std::vector<evidence> beside)
    {
        const auto there = shifted(where, of_.base);
        in_.out.add(which, there, std::move(text), {blame(there)}, std::move(needs), std::move(beside));
    }

    // --- places in the header ---
    static std::vector<place> layout_places(const ast::entry_layout& layout, const module_text_of& of)
    {
        std::vector<place> result;
        for (const auto part : printed_parts(*of.tree, of.text).entry_layout(layout)) {
            const auto begin = part.data() - of.text.data();
            result.push_back({begin, begin + static_cast<std::int64_t>(part.size())});
        }
        return result;
    }
    [[nodiscard]] place result_place() const { return places_.back(); }
    [[nodiscard]] place layout_place() const
    {
        return shifted({layout_.at.offset, places_.empty() ? layout_.at.offset : places_.back().begin - 2}, of_.base);
    }
    [[nodiscard]] place alias_place(const ast::output_alias& alias) const
    {
        const auto end = of_.text.find(')', static_cast<std::size_t>(alias.at.offset)) + 1;
        return {alias.at.offset, static_cast<std::int64_t>(end)};
    }

    const context& in_;
    const ast::list<ast::allocation>& allocations_;
    const ast::entry_layout& layout_;
    const module_text_of& of_;
    std::vector<place> places_; // of the parameters, then of the result
};

// Reports each instruction whose stack frame is not in the tables.
void check_frames(const context& in, std::int64_t frames)
{
    model::row_list<bool> met(in.rows.names(), false);
    for (const auto& made : in.rows.instructions) {
        if (made.frame == 0) continue;
        in.out.applies(finding_id::missing_frame);
        if ((made.frame > 0 && made.frame <= frames) || met[made.name]) continue;
        met[made.name] = true;
        const auto frame = std::to_string(made.frame);
        constexpr std::string_view key = "stack_frame_id=";
        const auto at = in.at.find(std::string(key) + frame, in.at.find(" metadata={", made.at));
        const auto there = in.at.bytes(at + static_cast<model::offset>(key.size()), frame.size());
        in.out.add(finding_id::missing_frame, there,
                   say("there is no stack frame {}, the module text has {}", made.frame, frames),
                   {row_of(there), in.instruction(made.name)});
    }
}

bool has_frames(const ast::module_text& text)
{
    return std::ranges::any_of(text.computations, [](const ast::computation_text& computation) {
        return std::ranges::any_of(computation.instructions, [](const ast::computation_line& line) {
            const auto* const made = line.instruction();
            const auto* const metadata = made ? made->metadata() : nullptr;
            return metadata && metadata->stack_frame_id != 0;
        });
    });
}

// True if a module text is the one after all passes. The name of its file has the stage; in a renamed file, a schedule
// shows it. Beside a dump it is always that one.
bool is_optimized(const context& in, const module_text_of& of)
{
    if (in.rows.names() != 0) return true;
    const auto path = sibling_path(in.file_name);
    const auto name = parse_file_name(path);
    if (!name || !name->made_by_xla) return of.tree->is_scheduled;
    return name->stage.ends_with("after_optimizations") || name->stage.ends_with("_after_buffer_assignment");
}

} // namespace

std::string sibling_path(std::string_view file_name)
{
    const auto stem = stem_of_text(file_name);
    return stem.empty() ? std::string(file_name) : std::string(stem).append(info(sibling::assignment).ending);
}

void check_module_text(const context& in, const ast::list<ast::allocation>* allocations, module_text_of of)
{
    of.optimized = is_optimized(in, of);
    if (const auto* layout = of.tree->entry_computation_layout.get(); allocations && layout) {
        module_text_checker check(in, *allocations, *layout, of);
        check.check_parameters();
        check.check_result();
        check.check_aliases();
    }
    // A module that was stored before it was printed has source lines in place of frames.
    if (const auto* tables = of.tree->tables.get(); tables && has_frames(*of.tree))
        check_frames(in, static_cast<std::int64_t>(tables->stack_frames.size()));
    const text_index lines(*of.tree);
    check_text(in, of, lines);
    check_module_lines(in, of, lines);
}

} // namespace ballast::checking
