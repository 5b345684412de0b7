// Converts instructions: operands, literals, and the attributes that a line has.
#include "ast/attribute_table.hpp"
#include "convert/wording.hpp"
#include "rules/attribute.hpp"

#include <algorithm>
#include <utility>

namespace ballast::converting {

namespace {

using key = ast::attribute_kind;
using op = ast::opcode_kind;

// At least so many devices of iotas and meshes may be written out as lists.
constexpr std::size_t devices_at_least = std::size_t{1} << 20;

// The first attribute of an update or done instruction that is not one of the wrapped instruction.
const ast::attribute* own_attributes(const ast::instruction& of)
{
    const auto slots = slots_of_end(of.opcode);
    auto end = slots.keys.begin() + static_cast<std::ptrdiff_t>(slots.count);
    const auto* first = of.attributes.end();
    for (; first != of.attributes.begin(); --first) {
        const auto kind = first[-1].key.kind;
        if (kind == key::unknown || !ast::takes(of.opcode, kind)) continue;
        const auto slot = std::find(slots.keys.begin(), end, kind == key::original_value ? key::origin : kind);
        if (slot == end) break;
        end = slot;
    }
    return first;
}

// A key with another name in another era.
struct renaming {
    key before;
    key after;
    std::optional<op> opcode; // of this opcode only
};
constexpr renaming renamings[]{
    {key::original_value, key::origin, {}},
    {key::async_thread_name, key::async_execution_thread, {}},
    {key::calls, key::called_computations, op::custom_call},
};

bool is_dated_by_word(feature which)
{
    switch (timeline::row_of(which).shown_by_word.what) {
    case timeline::word::of::element_type:
    case timeline::word::of::opcode:
    case timeline::word::of::missing_key: return true;
    default: return false;
    }
}

} // namespace

wording::wording(const source& said, std::span<const document* const> texts, commit_time from, commit_time to,
                 ast::arena& memory, losses& lost)
    : said_(said), from_(from), to_(to), memory_(memory), lost_(lost), devices_left_(devices_at_least)
{
    const auto of_text = [](feature which) { return timeline::row_of(which).where == timeline::layer::text; };
    for (const auto& row : timeline::rows)
        if (of_text(row.is) && could(row.is) != can(row.is)) changes_ = true;
    for (const auto* const file : texts) {
        devices_left_ += file->text().size();
        for (const auto& w : file->witnesses())
            if (of_text(w.which) && !can(w.which)) changes_ = true;
    }
}

bool wording::takes(feature which)
{
    if (can(which)) return true;
    lose(which);
    return false;
}

bool wording::is_own(feature which)
{
    switch (which) {
    case feature::unbounded_dimension:
    case feature::buffer_shape:
    case feature::async_sugar:
    case feature::convolution_of_many:
    case feature::unused_label:
    case feature::no_sparsity_index: return true;
    default: return is_dated_by_word(which);
    }
}

ast::box<ast::instruction> wording::instruction(const ast::instruction& node)
{
    if (!changes_) return ast::box<ast::instruction>(&node);
    here_ = node.name;
    auto result = node;
    result.shape = shape(node.shape);
    if (const auto* given = std::get_if<ast::list<ast::operand>>(&node.body)) {
        result.body = operands(*given);
    } else if (const auto* value = std::get_if<ast::box<ast::literal>>(&node.body)) {
        // For one day, more than ten elements were printed.
        const auto* array = std::get_if<ast::array_literal>(&(*value)->form);
        const bool large = std::holds_alternative<ast::tuple_literal>((*value)->form) ||
                           (array && std::visit([](const auto& all) { return all.size(); }, array->elements) > 10);
        result.body = memory_.make(large && !takes(feature::large_constants) ? ast::literal{ast::elided_literal{}}
                                                                             : literal(**value));
    }
    result.attributes = attributes(node);
    return memory_.make(result);
}

// --- operands --------------------------------------------------------------------------------------------------------

const ast::shape* wording::operand_shape(std::string_view name)
{
    auto& known = results_[name];
    if (known) return known;
    const auto* found = said_.result_of(name);
    if (!found) found = said_.passed_to(name);
    if (found) known = memory_.make(shape(*found)).get();
    return known;
}

// Either all operands of a file have shapes, or none has.
bool wording::can_give_shapes()
{
    std::string_view passed;
    for (const auto& value : said_.values) {
        if (!value.instruction) continue;
        const auto* given = std::get_if<ast::list<ast::operand>>(&value.instruction->body);
        if (!given) continue;
        for (const auto& operand : *given) {
            if (operand.name.empty() || operand.detail->shape || said_.result_of(operand.name)) continue;
            if (passed.empty()) passed = operand.name;
            if (said_.passed_to(operand.name)) continue;
            lost_.add(loss_kind::kept, feature::no_operand_shapes, operand.name);
            return false;
        }
    }
    if (!passed.empty())
        lost_.add(loss_kind::made_up, feature::operand_shapes, passed,
                  "shapes of operands that the text does not describe, taken from the values passed on there");
    return true;
}

ast::list<ast::operand> wording::operands(const ast::list<ast::operand>& node)
{
    const bool had =
        std::ranges::any_of(node, [](const ast::operand& o) { return static_cast<bool>(o.detail->shape); });
    if (can(feature::operand_shapes)) {
        if (!had && !shapes_wanted_) shapes_wanted_ = can_give_shapes();
        if (!had && !*shapes_wanted_) return node;
        return *each(node, [&](ast::operand o) {
            if (o.name.empty()) return std::optional(o);
            auto detail = *o.detail;
            detail.shape = had ? shape(detail.shape) : ast::box<ast::shape>(operand_shape(o.name));
            o.detail = memory_.share(detail);
            return std::optional(o);
        });
    }
    if (!had) return node;
    return *each(node, [&](ast::operand o) {
        if (!o.detail->shape) return std::optional(o);
        const auto* known = said_.result_of(o.name);
        if (!known) known = said_.passed_to(o.name);
        if (!known || *known != *o.detail->shape) lost_.add(loss_kind::left_out, feature::operand_shapes, o.name);
        auto detail = *o.detail;
        detail.shape = {};
        o.detail = memory_.share(detail);
        return std::optional(o);
    });
}

// --- literals --------------------------------------------------------------------------------------------------------

ast::float_text wording::number(ast::float_text node)
{
    const auto payload = node.text.find("(0x");
    if (payload == std::string_view::npos || takes(feature::nan_payload)) return node;
    return {node.text.substr(0, payload)};
}

ast::literal wording::literal(const ast::literal& node)
{
    if (can(feature::nan_payload)) return node;
    auto result = node;
    if (auto* array = std::get_if<ast::array_literal>(&result.form)) {
        if (auto* reals = std::get_if<ast::list<ast::float_text>>(&array->elements))
            *reals = *each(*reals, [&](ast::float_text x) { return std::optional(number(x)); });
        else if (auto* pairs = std::get_if<ast::list<ast::complex_text>>(&array->elements))
            *pairs = *each(*pairs, [&](const ast::complex_text& x) {
                return std::optional(ast::complex_text{number(x.real), number(x.imaginary)});
            });
    } else if (auto* tuple = std::get_if<ast::tuple_literal>(&result.form)) {
        tuple->parts = *each(tuple->parts, [&](const ast::literal& part) { return std::optional(literal(part)); });
    }
    return result;
}

std::optional<ast::shaped_literal> wording::shaped_literal(const ast::shaped_literal& node, bool outermost)
{
    const bool old = can(feature::parenthesised_literal);
    auto result = node;
    result.in_parentheses = outermost && old;
    if (const auto* array = std::get_if<ast::box<ast::literal_array>>(&node.form)) {
        auto changed = **array;
        const auto* type = changed.shape.array();
        if (old) {
            if (type && type->layout) lose(feature::shaped_literal);
            changed.shape = bare(changed.shape);
        } else if (type && !type->layout && !type->dimensions.empty()) {
            lost_.add(loss_kind::made_up, feature::shaped_literal, here_);
            auto laid_out = *type;
            std::vector<std::int64_t> order;
            for (auto i = laid_out.dimensions.size(); i-- > 0;) order.push_back(static_cast<std::int64_t>(i));
            laid_out.layout = ast::layout{list(order), {}};
            changed.shape = {laid_out};
        } else {
            changed.shape = shape(changed.shape);
        }
        changed.value = literal(changed.value);
        result.form = memory_.make(changed);
    } else if (const auto* tuple = std::get_if<ast::literal_tuple>(&node.form)) {
        const auto parts =
            each(tuple->parts, [&](const ast::shaped_literal& part) { return shaped_literal(part, false); });
        result.form = ast::literal_tuple{*parts};
    }
    return result;
}

// --- attributes ------------------------------------------------------------------------------------------------------

ast::list<ast::attribute> wording::attributes(const ast::instruction& of)
{
    std::vector<ast::attribute> result;
    bool frontend = false;
    const bool repeats = rules::ends_async(of) && !can(feature::attributes_of_async_end);
    const auto* const own = repeats ? own_attributes(of) : nullptr;
    for (const auto& a : of.attributes) {
        const auto kind = a.key.kind;
        if (kind == key::unknown || !ast::takes(of.opcode, kind)) {
            result.push_back(a);
            continue;
        }
        if (repeats && &a < own) {
            lose(feature::attributes_of_async_end);
            continue;
        }
        if (kind == key::frontend_attributes && std::exchange(frontend, true) &&
            !takes(feature::doubled_frontend_attributes))
            continue;
        if (auto changed = attribute(of.opcode, a)) result.push_back(*changed);
    }
    reorder(of.opcode, result);
    const auto made = list(result);
    // Not every order can be changed: that of an attribute that is repeated, unknown or of another opcode stays.
    if (could(feature::early_result_accuracy) && !can(feature::early_result_accuracy)) {
        auto changed = of;
        changed.attributes = made;
        if (rules::check_order(changed).early_accuracy) keep(feature::early_result_accuracy);
    }
    return made;
}

// `result_accuracy` came before the rest of the tail for some weeks of 2024.
void wording::reorder(const ast::opcode& of, std::vector<ast::attribute>& attributes) const
{
    if (can(feature::early_result_accuracy) == could(feature::early_result_accuracy)) return;
    const auto slots = slots_of(of, false, can(feature::early_result_accuracy));
    const auto slot = [&](const ast::attribute& a) {
        const auto end = slots.keys.begin() + static_cast<std::ptrdiff_t>(slots.count);
        return std::find(slots.keys.begin(), end, a.key.kind) - slots.keys.begin();
    };
    const auto accuracy =
        std::ranges::count(attributes, key::result_accuracy, [](const auto& a) { return a.key.kind; });
    const bool known = std::ranges::all_of(attributes, [&](const auto& a) { return ast::takes(of, a.key.kind); });
    if (accuracy == 1 && known && !is_async(of)) std::ranges::sort(attributes, {}, slot);
}

// Until 2026-09-06 a comparison in total order had a type of its own.
void wording::rename_order(const ast::opcode& of, ast::attribute& a) const
{
    const auto* word = std::get_if<ast::keyword>(&a.value);
    if (!word || of.kind != op::compare) return;
    const auto is = [&](key k, ast::keyword w) { return a.key.kind == k && *word == w; };
    if (is(key::type, ast::keyword::TOTALORDER) && timeline::printed_at(key::order, to_))
        a = {{key::order, {}}, ast::keyword::TOTAL};
    else if (is(key::order, ast::keyword::TOTAL) && timeline::printed_at(key::type, to_))
        a = {{key::type, {}}, ast::keyword::TOTALORDER};
}

std::optional<ast::attribute> wording::attribute(const ast::opcode& of, const ast::attribute& node)
{
    auto result = node;
    rename_order(of, result);
    for (const auto& r : renamings) {
        if (r.opcode && *r.opcode != of.kind) continue;
        auto& kind = result.key.kind;
        if (kind == r.before && !timeline::printed_at(of, kind, to_) && timeline::printed_at(of, r.after, to_))
            kind = r.after;
        else if (kind == r.after && !timeline::printed_at(of, kind, to_) && timeline::printed_at(of, r.before, to_))
            kind = r.before;
    }
    const auto kind = result.key.kind;
    // An attribute that XLA always prints for the opcode is kept, unless it was not printed yet when the opcode was
    // new.
    const auto without = timeline::shown_without(of.kind, kind);
    const bool always = contains(always_of(of.kind), kind) && !(without && can(*without));
    if (!timeline::printed_at(of, kind, to_)) {
        const auto word = timeline::shown_by(kind);
        const auto which = word && !can(*word) ? word : timeline::shown_by(of, kind);
        if (!always) {
            lose(*which);
            return std::nullopt;
        }
        keep(*which);
    }
    const bool stays = std::visit([&](auto& value) { return change(node, value); }, result.value);
    if (!stays && always) return node;
    if (!stays) return std::nullopt;
    return result;
}

} // namespace ballast::converting
