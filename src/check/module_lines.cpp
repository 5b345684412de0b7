// The instructions of a dump compared with the lines of its module text:
//
//      from instruction: %add.3 = f32[8]{0} add(%x, %gte.1), metadata={op_name="a"}
//     ROOT %add.3 = f32[8]{0} add(%x, %p#1), metadata={op_name="a"}
// Both print one instruction in the same way, with these exceptions of the module text: some eras omit the shapes of
// operands; elements of tuples replace the instructions that extract them; members of configurations have another
// order; asynchronous instructions name the computation that they wrap; flags print literals in full, or no metadata.
//
// A CPU's module text is printed together with the dump, so they must agree. For GPUs and TPUs, the file may be written
// again after more passes, which replace instructions, wrap them, and rewrite configurations. There, all names must
// agree before instructions are compared, and what such passes rewrite is not compared. One fault changes one
// instruction: if several differ, the texts are from different stages, and only a note says so. The platform of renamed
// files is unknown; there, one name may differ, too.
#include "check/module_text.hpp"

#include "base/look_ahead.hpp"
#include "check/printed_instruction.hpp"
#include "check/text_lines.hpp"
#include "check/usage_report.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::checking {

namespace {

// The limit for values at one place; in XLA's dumps there are one or two.
constexpr int most_values = 64;

constexpr std::string_view async_suffixes[] = {"-start", "-update", "-done"};

// Attributes that passes after buffer assignment rewrite.
constexpr std::string_view rewritten_keys[] = {"backend_config", "control-predecessors", "frontend_attributes",
                                               "origin",         "original_value",       "sharding",
                                               "statistics"};

constexpr std::string_view elided_literal = "{...}";

// The items of a list of attributes, sorted by key.
class attribute_items {
public:
    void read(std::string_view attributes)
    {
        items_.clear();
        for (printed_list list(attributes); !list.done();) items_.push_back(list.next());
        std::ranges::stable_sort(items_, {}, key_of);
    }
    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }
    // The item with this key; empty if there is none.
    [[nodiscard]] std::string_view find(std::string_view key) const
    {
        const auto found = std::ranges::lower_bound(items_, key, {}, key_of);
        return found == items_.end() || key_of(*found) != key ? std::string_view() : *found;
    }
    static std::string_view key_of(std::string_view item) { return item.substr(0, item.find('=')); }

private:
    std::vector<std::string_view> items_;
};

// True if both texts of an instruction print its metadata in the same form. Flags omit it, and a module that was stored
// in between has source lines instead of stack frames.
bool same_form(std::string_view metadata, std::string_view other)
{
    return std::ranges::all_of(std::initializer_list<std::string_view>{"{", "stack_frame_id=", "source_file="},
                               [&](std::string_view form) {
                                   return (metadata.find(form) == metadata.npos) == (other.find(form) == other.npos);
                               });
}

class line_checker {
public:
    line_checker(const context& in, const module_text_of& of, const text_lines& lines)
        : in_(in),
          rows_(in.rows),
          of_(of),
          lines_(lines),
          rewritten_(in.on.kind == platform_kind::gpu || in.on.is_tpu()),
          ahead_(of.text.size())
    {
        find_mentions();
    }

    void check()
    {
        if (is_of_another_module()) return;
        find_missing();
        compare_instructions();
        if (is_of_another_stage()) return;
        in_.out.applies(finding_id::text_name, lines_.size());
        in_.out.applies(finding_id::text_instruction, compared_);
        tell_missing();
        check_orders();
        for (const auto& each : disagreements_) tell(each);
    }

private:
    struct mention {
        model::offset at = -1; // the first one in the dump
        number line = none;    // in the module text
    };
    // The first part in which the texts of an instruction differ. A part that is missing is empty.
    struct disagreement {
        model::instruction_row made;
        std::string_view name; // in the module text
        std::string what;
        std::string_view here;
        std::string_view there;
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
        if (all < too_few) return false;
        in_.out.applies(finding_id::other_module);
        // Passes that rewrite a module keep most of its names.
        if ((rewritten_ ? 4 : 2) * here >= all) return false;
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

    void find_missing()
    {
        for (number name = 0; name < mentions_.size(); ++name) {
            const auto& m = mentions_[name];
            if (m.at >= 0 && m.line == none && !may_be_left_out(name)) missing_here_.push_back(name);
        }
        // If one instruction of a computation has a value, all have one.
        for (number c = 0; c < lines_.computations(); ++c) {
            if (!has_values(c)) continue;
            for (auto line = lines_.begin_of(c); line < lines_.end_of(c) && rows_.has.entries; ++line)
                if (names_[line] == none) missing_there_.push_back(line);
        }
    }
    [[nodiscard]] bool has_values(number computation) const
    {
        if (of_.tree->computations[computation].entry) return true;
        for (auto line = lines_.begin_of(computation); line < lines_.end_of(computation); ++line)
            if (names_[line] != none) return true;
        return false;
    }

    void tell_missing()
    {
        for (const auto name : missing_here_)
            in_.out.add(finding_id::text_name, in_.name(mentions_[name].at, name),
                        say("{} is not in the module text", in_.called(name)), {in_.instruction(name)});
        for (const auto line : missing_there_)
            add(finding_id::text_name, in_place(lines_[line].name()),
                say("{} is not in the dump", shown(lines_[line].name(), 80)), none, {});
    }

    // --- stages ---
    bool is_of_another_stage()
    {
        const auto missing = std::max(missing_here_.size(), missing_there_.size());
        if (in_.on.kind == platform_kind::cpu) return false;
        if (missing <= (rewritten_ ? 0U : 1U) && disagreements_.size() <= 1) return false;
        const auto where = in_place(of_.text.substr(0, of_.text.find(' ')));
        in_.out.note(
            finding_id::text_instruction, where,
            say("the module text is from another stage than the dump: {} instructions of the dump are missing, "
                "{} are not in the dump, {} of {} differ",
                missing_here_.size(), missing_there_.size(), disagreements_.size(), compared_),
            {checking::row_of(where)});
        return true;
    }

    // --- the schedule ---
    void check_orders()
    {
        for (number c = 0; c < lines_.computations() && of_.tree->is_scheduled; ++c)
            if (has_values(c)) check_order(c);
    }

    void check_order(number computation)
    {
        auto before = none;
        for (auto line = lines_.begin_of(computation); line < lines_.end_of(computation); ++line) {
            const auto name = names_[line];
            const auto time = name == none ? none : rows_.time_of(name);
            if (time == none) continue;
            if (before != none) in_.out.applies(finding_id::text_order);
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
    void compare_instructions()
    {
        for (number i = 0; i < rows_.instructions.size(); ++i) {
            const auto& made = rows_.instructions[i];
            const auto line = mentions_[made.name].line;
            if (line == none || rows_.instruction_of(made.name) != i) continue;
            ++compared_;
            const auto here = lines_[line];
            const auto there = model::instruction_text(in_.at.rest(made.at), ahead_);
            in_.out.applies(finding_id::text_instruction);
            if (here.text != there) compare(here, there, made);
        }
    }

    void tell(const disagreement& of)
    {
        const auto name = in_.called(of.made.name);
        add(finding_id::text_instruction, in_place(of.here.empty() ? of.name : of.here),
            of.here.empty() ? say("{} of {} is {} in the dump, and missing here", of.what, name, shown(of.there, 60))
            : of.there.empty()
                ? say("{} of {} is {}, and missing in the dump", of.what, name, shown(of.here, 60))
                : say("{} of {} is {}, in the dump {}", of.what, name, shown(of.here, 60), shown(of.there, 60)),
            of.made.name, {{in_.of(of.made), say("in the dump")}});
    }

    void compare(const text_line& line, std::string_view text, const model::instruction_row& made)
    {
        const auto here = cut(line.text);
        const auto there = cut(text);
        if (here.opcode.empty()) return; // not an instruction, which is reported when it is read
        const auto differ = [&](std::string_view what, std::string_view mine, std::string_view other) {
            disagreements_.push_back({made, here.name, std::string(what), mine, other});
        };
        if (here.shape != there.shape) return differ("the shape", here.shape, there.shape);
        if (made.opcode == ast::opcode_kind::constant || made.opcode == ast::opcode_kind::parameter) {
            if (here.opcode != there.opcode) return differ("the opcode", here.opcode, there.opcode);
            const bool elided = here.operands == elided_literal || there.operands == elided_literal;
            if (!elided && here.operands != there.operands) return differ("the value", here.operands, there.operands);
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

    // Each attribute of the dump is one here, or one of the wrapped instruction, and the other way around. An attribute
    // of both the asynchronous and the wrapped instruction is printed once.
    template <typename Differ>
    void compare_attributes(const text_line& line, std::string_view here, std::string_view there, const wrapped* inside,
                            Differ&& differ)
    {
        mine_.read(here);
        others_.read(there);
        inner_.read(inside ? inside->attributes : std::string_view());
        for (const auto item : others_) {
            const auto key = attribute_items::key_of(item);
            const auto mine = mine_.find(key);
            const auto inner = inner_.find(key);
            if (!is_compared(line, key, mine, item) || same(line, mine, item) || same(line, inner, item)) continue;
            const auto other = mine.empty() ? inner : mine;
            if (!other.empty() || (!rewritten_ && (!inside || inside->printed))) return differ(key, other, item);
        }
        for (const auto item : mine_) {
            const auto key = attribute_items::key_of(item);
            if (others_.find(key).empty() && is_compared(line, key, item, {}) && !rewritten_ &&
                !(inside && key == "calls"))
                return differ(key, item, {});
        }
        if (!inside || !inside->printed || rewritten_) return;
        for (const auto item : inner_) {
            const auto key = attribute_items::key_of(item);
            if (others_.find(key).empty() && std::ranges::find(hidden_inside, key) == std::end(hidden_inside))
                return differ(key, item, {});
        }
    }
    static constexpr std::string_view hidden_inside[] = {"metadata", "backend_config"};

    [[nodiscard]] bool is_compared(const text_line& line, std::string_view key, std::string_view here,
                                   std::string_view there) const
    {
        if (!line.marked && key == "control-predecessors") return false; // short text has none
        if (key == "metadata") return same_form(here, there);
        return !rewritten_ || std::ranges::find(rewritten_keys, key) == std::end(rewritten_keys);
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
    [[nodiscard]] place in_place(std::string_view part) const { return of_.place_of(part); }
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
    bool rewritten_; // more passes may have run before the module text was printed
    look_ahead ahead_;
    model::row_list<mention> mentions_; // by name
    model::row_list<number> names_;     // by line
    std::vector<number> missing_here_;  // names of the dump
    std::vector<number> missing_there_; // lines
    std::vector<disagreement> disagreements_;
    std::size_t compared_ = 0;
    attribute_items mine_;
    attribute_items others_;
    attribute_items inner_;
    std::vector<std::int64_t> path_;
};

} // namespace

void check_module_lines(const context& in, const module_text_of& of, const text_lines& lines)
{
    if (in.rows.names() != 0) line_checker(in, of, lines).check();
}

} // namespace ballast::checking
