// The instructions of a dump compared with the lines of its module text:
//
//      from instruction: %add.3 = f32[8]{0} add(%x, %gte.1), metadata={op_name="a"}
//     ROOT %add.3 = f32[8]{0} add(%x, %p#1), metadata={op_name="a"}
// Both print one instruction in the same way, with these exceptions of the module text: some eras omit the shapes of
// operands; elements of tuples replace the instructions that extract them; members of configurations have another
// order; asynchronous instructions name the computation that they wrap.
// the computation that it wraps.
#include "check/module_text.hpp"

#include "base/look_ahead.hpp"
#include "check/printed_instruction.hpp"
#include "check/text_lines.hpp"
#include "check/usage_report.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace ballast::checking {

namespace {

// The limit for values at one place; in XLA's dumps there are one or two.
constexpr int most_values = 64;

constexpr std::string_view async_suffixes[] = {"-start", "-update", "-done"};

class line_checker {
public:
    line_checker(const context& in, const module_text_of& of, const text_lines& lines)
        : in_(in), rows_(in.rows), of_(of), lines_(lines), ahead_(of.text.size())
    {
        find_mentions();
    }

    void check()
    {
        if (is_of_another_module()) return;
        check_names();
        check_computations();
        check_instructions();
    }

private:
    struct mention {
        model::offset at = -1; // the first one in the dump
        number line = none;    // in the module text
    };

    void find_mentions()
    {
        mentions_.resize(rows_.names());
        names_.resize(lines_.size(), none);
        const auto take = [&](number name, model::offset at) {
            auto& m = mentions_[name];
            if (m.at < 0 || at < m.at) m.at = at;
        };
        for (const auto& line : rows_.lines) take(line.value.name, line.value.at);
        for (const auto& p : rows_.positions) take(p.name, p.at);
        for (const auto& u : rows_.uses) take(u.name, u.at);
        for (const auto& s : rows_.sequence) take(s.name, s.at);
        for (const auto& r : rows_.ranges) take(r.name, r.at);
        std::string text;
        for (number name = 0; name < mentions_.size(); ++name) {
            auto& m = mentions_[name];
            if (m.at < 0) continue;
            text.clear();
            rows_.append_name(name, text);
            m.line = lines_.line_of(text);
            if (m.line != none) names_[m.line] = name;
        }
    }

    // --- names ---
    bool is_of_another_module()
    {
        constexpr std::size_t too_few = 4; // fewer names are no evidence
        std::size_t all = 0;
        std::size_t here = 0;
        for (number name = 0; name < mentions_.size(); ++name) {
            if (mentions_[name].at < 0 || may_be_left_out(name)) continue;
            ++all;
            here += mentions_[name].line != none ? 1U : 0U;
        }
        if (all < too_few || 2 * here >= all) return false;
        add(finding_id::other_module, in_place(of_.text.substr(0, of_.text.find(' '))),
            say("only {} of {} instructions of the dump are in the module text: it belongs to another module", here,
                all),
            none, {});
        return true;
    }

    // An instruction that extracts an element of a tuple defines no value: its value is also at the tuple.
    [[nodiscard]] bool may_be_left_out(number name) const
    {
        if (in_.when.never(timeline::feature_of("operand_elements")) || rows_.instruction_of(name) != none)
            return false;
        const auto p = rows_.position_at(name, none);
        if (p == none) return !rows_.has.entries;
        const auto entry = in_.entry_of(rows_.positions[p].value);
        return entry && std::ranges::any_of(rows_.positions_of(*entry), [](const model::position_row& other) {
                   return other.index != none && other.index != model::empty_index;
               });
    }

    void check_names()
    {
        for (number name = 0; name < mentions_.size(); ++name) {
            const auto& m = mentions_[name];
            if (m.at < 0 || m.line != none || may_be_left_out(name)) continue;
            in_.out.add(finding_id::text_name, in_.name(m.at, name),
                        say("{} is not in the module text", in_.called(name)), {in_.instruction(name)});
        }
    }

    // --- computations ---
    // If one instruction of a computation has a value, all have one.
    void check_computations()
    {
        for (number c = 0; c < lines_.computations(); ++c) {
            const auto begin = names_.begin() + lines_.begin_of(c);
            const auto end = names_.begin() + lines_.end_of(c);
            const bool entry = of_.tree->computations[c].entry;
            if (!entry && std::all_of(begin, end, [](number name) { return name == none; })) continue;
            for (auto line = lines_.begin_of(c); line < lines_.end_of(c); ++line)
                if (names_[line] == none && rows_.has.entries)
                    add(finding_id::text_name, in_place(lines_[line].name()),
                        say("{} is not in the dump", shown(lines_[line].name(), 80)), none, {});
            if (of_.tree->is_scheduled) check_order(c);
        }
    }

    void check_order(number computation)
    {
        auto before = none;
        for (auto line = lines_.begin_of(computation); line < lines_.end_of(computation); ++line) {
            const auto name = names_[line];
            const auto time = name == none ? none : rows_.time_of(name);
            if (time == none) continue;
            if (before != none && time < rows_.time_of(before)) {
                add(finding_id::text_order, in_place(lines_[line].name()),
                    say("{} comes after {}, in the sequence of the dump before it", in_.called(name),
                        in_.called(before)),
                    name, {{in_.of(rows_.sequence[time]), say("in the sequence")}});
                return;
            }
            before = name;
        }
    }

    // --- instructions ---
    void check_instructions()
    {
        for (number i = 0; i < rows_.instructions.size(); ++i) {
            const auto& made = rows_.instructions[i];
            const auto line = mentions_[made.name].line;
            if (line == none || rows_.instruction_of(made.name) != i) continue;
            const auto here = lines_[line];
            const auto there = model::instruction_text(in_.at.rest(made.at), ahead_);
            if (here.text != there) compare(here, there, made);
        }
    }

    // The first part that differs is reported.
    void compare(const text_line& line, std::string_view text, const model::instruction_row& made)
    {
        const auto here = cut(line.text);
        const auto there = cut(text);
        const auto differ = [&](std::string_view what, std::string_view mine, std::string_view other) {
            const auto place = mine.empty() ? here.name : mine;
            add(finding_id::text_instruction, in_place(place),
                mine.empty()
                    ? say("{} of {} is {} in the dump, and missing here", what, in_.called(made.name), shown(other, 60))
                : other.empty()
                    ? say("{} of {} is {}, and missing in the dump", what, in_.called(made.name), shown(mine, 60))
                    : say("{} of {} is {}, in the dump {}", what, in_.called(made.name), shown(mine, 60),
                          shown(other, 60)),
                made.name, {{in_.of(made), say("in the dump")}});
        };
        if (here.shape != there.shape) return differ("the shape", here.shape, there.shape);
        if (made.opcode == ast::opcode_kind::constant || made.opcode == ast::opcode_kind::parameter) {
            if (here.opcode != there.opcode) return differ("the opcode", here.opcode, there.opcode);
            if (here.operands != there.operands) return differ("the value", here.operands, there.operands);
        } else if (!same_operands(here, there, made, differ)) {
            return;
        }
        const auto* suffix = std::ranges::find_if(async_suffixes, [&](auto s) {
            return there.opcode.ends_with(s) && here.opcode == "async" + std::string(s);
        });
        if (here.opcode == there.opcode)
            compare_attributes(line, here.attributes, there.attributes, nullptr, differ);
        else if (suffix != std::end(async_suffixes))
            compare_wrapped(line, here, there, *suffix, differ);
        else
            differ("the opcode", here.opcode, there.opcode);
    }

    template <typename Differ>
    bool same_operands(const printed_instruction& here, const printed_instruction& there,
                       const model::instruction_row& made, Differ&& differ)
    {
        printed_list mine(here.operands);
        printed_list others(there.operands);
        for (std::size_t k = 0; !mine.done() || !others.done(); ++k) {
            const auto item = mine.next();
            const auto other_item = others.next();
            if (item == other_item) continue;
            const auto operand = cut_operand(item);
            const auto other = cut_operand(other_item);
            const bool shapes = operand.shape.empty() || other.shape.empty() || operand.shape == other.shape;
            const bool names = operand.element.empty()
                                   ? operand.name == other.name
                                   : k < made.operands && is_element(operand, rows_.operands_of(made)[k].name);
            if (shapes && names) continue;
            differ("operand " + std::to_string(k), item, other_item);
            return false;
        }
        return true;
    }

    // True if an element of a tuple is the operand of the dump, whose instruction the module text omits.
    [[nodiscard]] bool is_element(const printed_operand& here, number fetched)
    {
        const auto line = lines_.line_of(here.name);
        const auto tuple = line == none ? none : names_[line];
        if (tuple == none || fetched == none) return false;
        path_.clear();
        for (auto rest = here.element; !rest.empty();) {
            const auto end = std::min(rest.find('#'), rest.size());
            std::int64_t step = 0;
            for (const char digit : rest.substr(0, end)) step = 10 * (step % (std::int64_t{1} << 32)) + (digit - '0');
            path_.push_back(step);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        const auto index = rows_.find_index(path_);
        if (index == none) return false;
        const auto part = rows_.position_at(tuple, index);
        const auto whole = rows_.position_at(fetched, none);
        return share_a_value(part, whole);
    }

    [[nodiscard]] bool share_a_value(number a, number b) const
    {
        for (int i = 0; a != none && i < most_values; a = rows_.positions[a].next, ++i) {
            auto other = b;
            for (int k = 0; other != none && k < most_values; other = rows_.positions[other].next, ++k)
                if (rows_.positions[a].value == rows_.positions[other].value) return true;
        }
        return false;
    }

    // The instruction that an asynchronous one wraps, as the dump prints it.
    struct wrapped {
        std::string_view attributes;
        bool printed = false; // always, with the asynchronous instruction
    };

    // Each attribute of the dump is the next one here, or the next one of the wrapped instruction.
    template <typename Differ>
    void compare_attributes(const text_line& line, std::string_view here, std::string_view there, const wrapped* inside,
                            Differ&& differ)
    {
        printed_list mine(here);
        printed_list others(there);
        printed_list inner(inside ? inside->attributes : std::string_view());
        auto next = next_of(mine, inside ? hidden_here : std::span<const std::string_view>());
        auto next_inner = next_of(inner, hidden_inside);
        while (!others.done()) {
            const auto item = others.next();
            if (!next_inner.empty() && same(line, next_inner, item)) {
                next_inner = next_of(inner, hidden_inside);
            } else if (!next.empty() && same(line, next, item)) {
                next = next_of(mine, inside ? hidden_here : std::span<const std::string_view>());
            } else if (!inside || inside->printed) {
                const auto key = cut_attribute(item).key;
                const bool both = cut_attribute(next).key == key;
                return differ(key, both ? next : std::string_view(), item);
            }
        }
        if (!next.empty()) return differ(cut_attribute(next).key, next, {});
        if (!next_inner.empty() && inside->printed) differ(cut_attribute(next_inner).key, next_inner, {});
    }
    static constexpr std::string_view hidden_here[] = {"calls"};
    static constexpr std::string_view hidden_inside[] = {"metadata", "backend_config"};
    static std::string_view next_of(printed_list& list, std::span<const std::string_view> hidden)
    {
        while (!list.done()) {
            const auto item = list.next();
            if (std::ranges::find(hidden, cut_attribute(item).key) == hidden.end()) return item;
        }
        return {};
    }
    static bool same(const text_line& line, std::string_view here, std::string_view there)
    {
        if (here == there || (!line.marked && !difference_without_marks(there, here).any)) return true;
        const auto [key, value] = cut_attribute(here);
        const auto [other, there_value] = cut_attribute(there);
        return key == other && key == "backend_config" && same_json(value, there_value);
    }

    // `all-gather-start(%x), channel_id=1` in the dump is `async-start(%x), calls=%c` here, where the root of `c` is
    // `all-gather(%p), channel_id=1`. Only some eras print the attributes of the wrapped instruction with update and
    // done, too.
    template <typename Differ>
    void compare_wrapped(const text_line& line, const printed_instruction& here, const printed_instruction& there,
                         std::string_view suffix, Differ&& differ)
    {
        auto called = attribute_of(here.attributes, "calls");
        if (called.starts_with('%')) called.remove_prefix(1);
        const auto computation = lines_.computation_of(called);
        const auto root = computation == none ? none : lines_.root_of(computation);
        wrapped inside;
        if (root != none) {
            const auto inner = cut(lines_[root].text);
            if (inner.opcode != there.opcode.substr(0, there.opcode.size() - suffix.size()))
                return differ("what is wrapped", inner.opcode, there.opcode);
            inside = {inner.attributes, suffix == "-start"};
        }
        compare_attributes(line, here.attributes, there.attributes, &inside, differ);
    }

    // --- output ---
    [[nodiscard]] place in_place(std::string_view part) const
    {
        const auto begin = part.data() - of_.text.data();
        return shifted({begin, begin + static_cast<std::int64_t>(part.size())}, of_.base);
    }
    void add(finding_id which, place where, finding_message text, number about, std::vector<evidence> beside)
    {
        std::vector<subject> blames{checking::row_of(where)};
        if (about != none) blames.push_back(in_.instruction(about));
        in_.out.add(which, where, std::move(text), std::move(blames), {}, std::move(beside));
    }

    const context& in_;
    const model::rows& rows_;
    const module_text_of& of_;
    const text_lines& lines_;
    look_ahead ahead_;
    std::vector<mention> mentions_; // by name
    std::vector<number> names_;     // by line
    std::vector<std::int64_t> path_;
};

} // namespace

void check_module_lines(const context& in, const module_text_of& of, const text_lines& lines)
{
    if (in.rows.names() != 0) line_checker(in, of, lines).check();
}

} // namespace ballast::checking
