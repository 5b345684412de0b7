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

#include "ballast/print.hpp"
#include "check/configuration.hpp"
#include "check/text_index.hpp"
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

using ast::attribute_kind;
using op = ast::opcode_kind;

constexpr ast::async_suffix async_suffixes[] = {ast::async_suffix::start, ast::async_suffix::update,
                                                ast::async_suffix::done};

// Attributes that passes after buffer assignment rewrite.
constexpr attribute_kind rewritten_keys[] = {attribute_kind::backend_config,      attribute_kind::control_predecessors,
                                             attribute_kind::frontend_attributes, attribute_kind::origin,
                                             attribute_kind::original_value,      attribute_kind::sharding,
                                             attribute_kind::statistics};

// Attributes of the wrapped instruction that an asynchronous one does not print.
constexpr attribute_kind hidden_inside[] = {attribute_kind::metadata, attribute_kind::backend_config};

std::string_view key_of(const ast::attribute& of) { return of.key.other ? *of.key.other : spelling(of.key.kind); }

std::string text_of(const ast::opcode& of)
{
    return std::string(of.other ? *of.other : spelling(of.kind)).append(spelling(of.suffix));
}
std::string text_of(const ast::shape& of)
{
    return printed([&](sink& out) { print(out, of, {}); });
}
std::string text_of(const ast::attribute& of)
{
    return printed([&](sink& out) { print(out, of, {}); });
}
std::string text_of(const ast::operand& of)
{
    return printed([&](sink& out) {
        if (of.detail->shape) print(out, *of.detail->shape, {});
        out.put(std::string_view(of.detail->shape ? " %" : "%"), of.name);
        for (const auto number : of.detail->element) out.put('#', number);
    });
}
std::string value_of(const ast::instruction& of)
{
    return printed([&](sink& out) {
        if (const auto* parameter = std::get_if<ast::parameter_number>(&of.body)) out.put(parameter->number);
        if (const auto* text = std::get_if<ast::literal_text>(&of.body)) out.put(text->text);
        if (const auto* literal = std::get_if<ast::box<ast::literal>>(&of.body)) print(out, **literal, {});
    });
}

bool is_elided(const ast::instruction& of)
{
    const auto* const literal = std::get_if<ast::box<ast::literal>>(&of.body);
    return literal && std::holds_alternative<ast::elided_literal>((*literal)->form);
}

// The attributes of an instruction, sorted by key.
class attribute_items {
public:
    void read(const ast::list<ast::attribute>& all)
    {
        items_.clear();
        for (const auto& each : all) items_.push_back(&each);
        std::ranges::stable_sort(items_, {}, by_key);
    }
    [[nodiscard]] auto begin() const { return items_.begin(); }
    [[nodiscard]] auto end() const { return items_.end(); }
    // The attribute with this key; null if there is none.
    [[nodiscard]] const ast::attribute* find(std::string_view wanted) const
    {
        const auto found = std::ranges::lower_bound(items_, wanted, {}, by_key);
        return found == items_.end() || by_key(*found) != wanted ? nullptr : *found;
    }

private:
    static std::string_view by_key(const ast::attribute* of) { return key_of(*of); }

    std::vector<const ast::attribute*> items_;
};

const ast::metadata* metadata_in(const ast::attribute* of)
{
    const auto* const held = of ? std::get_if<ast::box<ast::metadata>>(&of->value) : nullptr;
    return held ? held->get() : nullptr;
}

// True if both texts of an instruction print its metadata in the same form. Flags omit it, and a module that was stored
// in between has source lines instead of stack frames.
bool same_form(const ast::metadata* a, const ast::metadata* b)
{
    if (!a || !b) return a == b;
    return (a->stack_frame_id == 0) == (b->stack_frame_id == 0) && a->source_file.empty() == b->source_file.empty();
}

class line_checker {
public:
    line_checker(const context& in, const module_text_of& of, const text_index& lines)
        : in_(in),
          rows_(in.rows),
          of_(of),
          lines_(lines),
          rewritten_(in.on.kind == platform_kind::gpu || in.on.is_tpu())
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
        std::string here;
        std::string there;
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
        if (all < too_few || lines_.has_unread()) return false;
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
            if (m.at >= 0 && m.line == none && !may_be_left_out(name) && !lines_.has_unread())
                missing_here_.push_back(name);
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
            add(finding_id::text_name, in_place(lines_.name(line)),
                say("{} is not in the dump", shown(lines_.name(line), 80)), none, {});
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
                add(finding_id::text_order, in_place(lines_.name(line)),
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
            in_.out.applies(finding_id::text_instruction);
            if (made.node && lines_.node(line) != *made.node) compare(lines_[line], *made.node, made);
        }
    }

    void tell(const disagreement& of)
    {
        const auto name = in_.called(of.made.name);
        const auto found = of.here.empty() ? std::string_view::npos : of_.text.find(of.here, offset_of(of.name));
        const auto where = found == std::string_view::npos ? of.name : of_.text.substr(found, of.here.size());
        add(finding_id::text_instruction, in_place(where),
            of.here.empty() ? say("{} of {} is {} in the dump, and missing here", of.what, name, shown(of.there, 60))
            : of.there.empty()
                ? say("{} of {} is {}, and missing in the dump", of.what, name, shown(of.here, 60))
                : say("{} of {} is {}, in the dump {}", of.what, name, shown(of.here, 60), shown(of.there, 60)),
            of.made.name, {{in_.of(of.made), say("in the dump")}});
    }
    [[nodiscard]] std::size_t offset_of(std::string_view name) const
    {
        return static_cast<std::size_t>(name.data() - of_.text.data());
    }

    void compare(const ast::text_instruction& line, const ast::instruction& there, const model::instruction_row& made)
    {
        const auto& here = line.instruction;
        const auto differ = [&](std::string_view what, std::string mine, std::string other) {
            disagreements_.push_back({made, here.name, std::string(what), std::move(mine), std::move(other)});
        };
        if (here.shape != there.shape) return differ("the shape", text_of(*here.shape), text_of(*there.shape));
        const auto differs_in_opcode = [&] { differ("the opcode", text_of(here.opcode), text_of(there.opcode)); };
        if (made.opcode == op::constant || made.opcode == op::parameter) {
            if (here.opcode != there.opcode) return differs_in_opcode();
            if (!is_elided(here) && !is_elided(there) && here.body != there.body)
                return differ("the value", value_of(here), value_of(there));
        } else if (!same_operands(here, there, made, differ)) {
            return;
        }
        const auto suffix = async_suffix_of(here.opcode, there.opcode);
        if (here.opcode == there.opcode)
            compare_attributes(line, here.attributes, there.attributes, nullptr, differ);
        else if (suffix != ast::async_suffix::none)
            compare_wrapped(line, there, suffix, differ);
        else
            differs_in_opcode();
    }

    // The suffix if an instruction is `async-start` here and `all-gather-start` in the dump.
    static ast::async_suffix async_suffix_of(const ast::opcode& here, const ast::opcode& there)
    {
        for (const auto suffix : async_suffixes)
            if (text_of(here) == "async" + std::string(spelling(suffix)) && text_of(there).ends_with(spelling(suffix)))
                return suffix;
        return ast::async_suffix::none;
    }

    template <typename Differ>
    bool same_operands(const ast::instruction& here, const ast::instruction& there, const model::instruction_row& made,
                       Differ&& differ)
    {
        static const ast::list<ast::operand> nothing;
        const auto* const mine = std::get_if<ast::list<ast::operand>>(&here.body);
        const auto* const other = std::get_if<ast::list<ast::operand>>(&there.body);
        const auto& a = mine ? *mine : nothing;
        const auto& b = other ? *other : nothing;
        for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
            if (k < a.size() && k < b.size() && same_operand(a[k], b[k], k, made)) continue;
            differ("operand " + std::to_string(k), k < a.size() ? text_of(a[k]) : std::string(),
                   k < b.size() ? text_of(b[k]) : std::string());
            return false;
        }
        return true;
    }
    [[nodiscard]] bool same_operand(const ast::operand& here, const ast::operand& there, std::size_t k,
                                    const model::instruction_row& made)
    {
        const auto& shape = here.detail->shape;
        const auto& other = there.detail->shape;
        if (shape && other && *shape != *other) return false;
        if (here.detail->element.empty()) return here.name == there.name;
        return k < made.operands && is_element(here, rows_.operands_of(made)[k].name);
    }

    // True if an element of a tuple is the operand of the dump, whose instruction the module text omits.
    [[nodiscard]] bool is_element(const ast::operand& here, number fetched)
    {
        const auto line = lines_.line_of(here.name);
        const auto tuple = line == none ? none : names_[line];
        if (tuple == none || fetched == none) return false;
        path_.assign(here.detail->element.begin(), here.detail->element.end());
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
        ast::list<ast::attribute> attributes{};
        bool printed = false; // always, with the asynchronous instruction
    };

    // Each attribute of the dump is one here, or one of the wrapped instruction, and the other way around. An attribute
    // of both the asynchronous and the wrapped instruction is printed once.
    template <typename Differ>
    void compare_attributes(const ast::text_instruction& line, const ast::list<ast::attribute>& here,
                            const ast::list<ast::attribute>& there, const wrapped* inside, Differ&& differ)
    {
        const auto text = [](const ast::attribute* of) { return of ? text_of(*of) : std::string(); };
        mine_.read(here);
        others_.read(there);
        inner_.read(inside ? inside->attributes : ast::list<ast::attribute>());
        for (const auto* item : others_) {
            const auto name = key_of(*item);
            const auto* const mine = mine_.find(name);
            const auto* const inner = inner_.find(name);
            if (!is_compared(line, item->key.kind, mine, item) || same(mine, item) || same(inner, item)) continue;
            const auto* const other = mine ? mine : inner;
            if (other || (!rewritten_ && (!inside || inside->printed))) return differ(name, text(other), text(item));
        }
        for (const auto* item : mine_) {
            const auto name = key_of(*item);
            if (!others_.find(name) && is_compared(line, item->key.kind, item, nullptr) && !rewritten_ &&
                !(inside && item->key.kind == attribute_kind::calls))
                return differ(name, text(item), {});
        }
        if (!inside || !inside->printed || rewritten_) return;
        for (const auto* item : inner_)
            if (!others_.find(key_of(*item)) &&
                std::ranges::find(hidden_inside, item->key.kind) == std::end(hidden_inside))
                return differ(key_of(*item), text(item), {});
    }

    [[nodiscard]] bool is_compared(const ast::text_instruction& line, attribute_kind which, const ast::attribute* here,
                                   const ast::attribute* there) const
    {
        if (line.short_form && which == attribute_kind::control_predecessors) return false; // short text has none
        if (which == attribute_kind::metadata) return same_form(metadata_in(here), metadata_in(there));
        return !rewritten_ || std::ranges::find(rewritten_keys, which) == std::end(rewritten_keys);
    }
    static bool same(const ast::attribute* here, const ast::attribute* there)
    {
        if (!here || !there) return false;
        if (*here == *there) return true;
        const auto* const mine = std::get_if<ast::text>(&here->value);
        const auto* const other = std::get_if<ast::text>(&there->value);
        return mine && other && here->key == there->key && here->key.kind == attribute_kind::backend_config &&
               mine->form == other->form && same_configuration(mine->bytes, other->bytes);
    }

    // `all-gather-start(%x), channel_id=1` in the dump is `async-start(%x), calls=%c` here, where the root of `c` is
    // `all-gather(%p), channel_id=1`. Only some eras print the attributes of the wrapped instruction with update and
    // done, too.
    template <typename Differ>
    void compare_wrapped(const ast::text_instruction& line, const ast::instruction& there, ast::async_suffix suffix,
                         Differ&& differ)
    {
        const auto& here = line.instruction;
        wrapped inside;
        for (const auto& each : here.attributes) {
            const auto* const called = std::get_if<ast::computations>(&each.value);
            if (each.key.kind != attribute_kind::calls || !called || called->names.empty()) continue;
            const auto computation = lines_.computation_of(called->names[0]);
            const auto root = computation == none ? none : lines_.root_of(computation);
            if (root == none) break;
            const auto& inner = lines_.node(root);
            if (text_of(inner.opcode).append(spelling(suffix)) != text_of(there.opcode))
                return differ("what is wrapped", text_of(inner.opcode), text_of(there.opcode));
            inside = {inner.attributes, suffix == ast::async_suffix::start};
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
    const text_index& lines_;
    bool rewritten_;                    // more passes may have run before the module text was printed
    std::vector<mention> mentions_;     // by name
    std::vector<number> names_;         // by line
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

void check_module_lines(const context& in, const module_text_of& of, const text_index& lines)
{
    if (in.rows.names() != 0) line_checker(in, of, lines).check();
}

} // namespace ballast::checking
