// Instructions and their operands: names, texts and uses.
#include "check/report.hpp"
#include "check/same_place.hpp"

#include <algorithm>
#include <utility>

namespace ballast::checking {

namespace {

using op = ast::opcode_kind;

// The limit for following chains of values at one place; in XLA's dumps they are short.
constexpr int longest_chain = 64;

// The index of the position that a value has at a place; none if it has no position there.
number position_of(const context& in, const model::entry_row& entry, number value, number name, number index)
{
    auto p = in.rows.position_at(name, index);
    for (int i = 0; p != none && i < longest_chain; ++i) {
        const auto& there = in.rows.positions[p];
        if (there.value == value && p >= entry.first_position && p < entry.first_position + entry.positions)
            return p - entry.first_position;
        p = there.next;
    }
    return none;
}

// `{k}` before an index.
number index_below(const context& in, std::int64_t first, number index)
{
    std::vector<std::int64_t> path{first};
    if (index != none)
        for (const auto i : in.rows.index(index)) path.push_back(i);
    return in.rows.find_index(path);
}

// By name: the instructions that are not printed and have one operand. They pass it on, unless they call a computation.
model::row_list<bool> with_one_operand(const context& in)
{
    model::row_list<bool> result(in.rows.names(), !in.nested);
    for (const auto& use : in.rows.uses)
        if (use.operand != 0) result[use.name] = false;
    return result;
}

std::uint64_t key_of(number user, number operand, number index)
{
    return model::mixed(user) ^
           model::mixed(std::uint64_t{operand} << 32 | (index == none ? model::empty_index : index));
}

// The uses of one value. Most values have few, which are searched linearly. No index and `{}` are the same.
class listed_uses {
public:
    explicit listed_uses(std::span<const model::use_row> uses) : uses_(uses) {}

    [[nodiscard]] bool has(number user, number operand, number index)
    {
        if (uses_.size() > few) {
            if (!made_) make();
            return known_.find(key_of(user, operand, index)) != none;
        }
        const auto place = model::place_lookup::key(operand, index);
        return std::ranges::any_of(uses_, [&](const auto& use) {
            return use.name == user && model::place_lookup::key(use.operand, use.index) == place;
        });
    }

private:
    static constexpr std::size_t few = 16;

    void make()
    {
        made_ = true;
        known_ = model::lookup(uses_.size());
        for (const auto& use : uses_) known_.add(key_of(use.name, use.operand, use.index), 0);
    }

    std::span<const model::use_row> uses_;
    model::lookup known_;
    bool made_ = false;
};

// The index of a use is that of a position of its value.
bool may_have_index(const context& in, const model::entry_row& entry, number index)
{
    const auto same = [](number one) { return one == none ? model::empty_index : one; };
    const auto positions = in.rows.positions_of(entry);
    return positions.size() > longest_chain ||
           std::ranges::any_of(positions, [&](const model::position_row& p) { return same(p.index) == same(index); });
}

// A user that defines no value passes values on: it is a position of this value or, if it takes a tuple apart, of
// others.
void check_passed_on(const context& in, const model::entry_row& entry, number value, const model::use_row& use,
                     const model::row_list<bool>& at, const model::row_list<bool>& passes_on)
{
    const auto blames = [&] { return std::vector<subject>{in.value(entry.value), in.instruction(use.name)}; };
    if (!may_have_index(in, entry, use.index))
        in.out.add(
            finding_id::use_operand, in.of(use),
            say("the use by {} has an index that no position of {} has", in.called(use.name), in.called(entry.value)),
            blames(), {subject_of(about::positions)});
    else if (!at[use.name])
        in.out.add(finding_id::use_operand, in.of(use),
                   say("{} is used by {}, which defines no value and is not a position of any", in.called(entry.value),
                       in.called(use.name)),
                   blames(), {subject_of(about::positions)});
    else if (use.index == none && position_of(in, entry, value, use.name, none) == none && passes_on[use.name])
        in.out.add(finding_id::use_operand, in.of(use),
                   say("{} is used by {}, which passes it on, but has no position there", in.called(entry.value),
                       in.called(use.name)),
                   blames(), {subject_of(about::positions)});
}

// Invariants 23, 42 and 43, for users whose instruction is printed.
void check_listed(const context& in)
{
    model::row_list<bool> at(in.rows.names(), false); // positions of any value
    for (const auto& p : in.rows.positions) at[p.name] = true;
    const auto passes_on = with_one_operand(in);
    for (const auto& entry : in.rows.entries) {
        const auto value = in.rows.value_of(entry.value.id);
        number before = 0;
        for (const auto& use : in.rows.uses_of(entry)) {
            const auto user = in.instruction_of(use.name);
            in.out.applies(finding_id::use_operand);
            if (!user) {
                check_passed_on(in, entry, value, use, at, passes_on);
                continue;
            }
            const auto blames = [&] { return std::vector<subject>{in.value(entry.value), in.instruction(use.name)}; };
            const auto needs = [&] { return std::vector<subject>{subject_of(about::positions)}; };
            const auto beside = [&] { return std::vector<evidence>{{in.of(*user), say("the user")}}; };
            if (use.operand >= user->operands) {
                in.out.add(finding_id::use_operand, in.of(use),
                           say("{} is used as operand {} of {}, which has {}", in.called(entry.value),
                               in.at.text(in.at.number_after(use.at, ", operand ", 1)), in.called(use.name),
                               user->operands),
                           blames(), needs(), beside());
                continue;
            }
            const auto operand = in.rows.operands_of(*user)[use.operand].name;
            const auto position = operand == none ? none : position_of(in, entry, value, operand, use.index);
            if (position == none) {
                in.out.add(finding_id::use_operand, in.of(use),
                           say("operand {} of {} is {}, not a position of {}", use.operand, in.called(use.name),
                               operand == none ? "deleted" : in.called(operand, use.index), in.called(entry.value)),
                           blames(), needs(), beside());
                continue;
            }
            in.out.applies(finding_id::use_order);
            if (position < before)
                in.out.add(finding_id::use_order, in.of(use),
                           say("the use by {} is of position {}, after uses of position {}", in.called(use.name),
                               position + 1, before + 1),
                           blames(), needs());
            before = std::max(before, position);
            if (user->opcode == op::tuple && user->suffix == ast::async_suffix::none) {
                in.out.applies(finding_id::tuple_use);
                const auto index = index_below(in, use.operand, use.index);
                if (index == none || position_of(in, entry, value, use.name, index) == none)
                    in.out.add(finding_id::tuple_use, in.of(use),
                               say("{} is operand {} of the tuple {}, but has no position there",
                                   in.called(entry.value), use.operand, in.called(use.name)),
                               blames(), needs(), beside());
            }
        }
    }
}

// True if two values have a position in common.
bool share_a_place(const context& in, const model::entry_row& entry, number value, const model::entry_row& other)
{
    const auto positions = in.rows.positions_of(other);
    return std::ranges::any_of(
        positions.first(std::min<std::size_t>(positions.size(), longest_chain)),
        [&](const model::position_row& p) { return position_of(in, entry, value, p.name, p.index) != none; });
}

// The operands of a user that is not printed are numbered without gaps, because each of them is a value.
void check_operand_numbers(const context& in)
{
    model::lookup known;
    model::row_list<number> last(in.rows.names(), none); // the use with the largest number
    for (number i = 0; i < in.rows.uses.size(); ++i) {
        const auto& use = in.rows.uses[i];
        if (in.rows.instruction_of(use.name) != none) continue;
        known.add(std::uint64_t{use.name} << 32 | use.operand, i);
        auto& there = last[use.name];
        if (there == none || in.rows.uses[there].operand < use.operand) there = i;
    }
    for (const auto i : last) {
        if (i == none || in.rows.uses[i].operand == 0) continue;
        const auto& use = in.rows.uses[i];
        const auto before = std::uint64_t{use.name} << 32 | (use.operand - 1);
        if (use.operand != none && known.find(before) != none) continue;
        const auto& entry = in.rows.entries[in.rows.entry_of_use(i)];
        in.out.add(finding_id::use_operand, in.of(use),
                   say("{} is used as operand {} of {}, but no value as the operand before it", in.called(entry.value),
                       in.at.text(in.at.number_after(use.at, ", operand ", 1)), in.called(use.name)),
                   {in.value(entry.value), in.instruction(use.name)}, {subject_of(about::names)});
    }
}

// Two values are not the same operand, unless they are at one place. Each use is listed once.
void check_once(const context& in)
{
    // The value of each operand; operands of printed users have their own rows.
    model::row_list<number> whole(in.rows.operands.size(), none);
    model::lookup parts;
    const auto taken = [&](number i) {
        const auto& use = in.rows.uses[i];
        const auto user = in.instruction_of(use.name);
        if (!user || use.operand >= user->operands || (use.index != none && use.index != model::empty_index))
            return parts.add(key_of(use.name, use.operand, use.index), i);
        auto& there = whole[user->first_operand + use.operand];
        return there == none ? there = i : there;
    };
    for (number i = 0; i < in.rows.uses.size(); ++i) {
        const auto& use = in.rows.uses[i];
        const auto first = taken(i);
        const auto& other = in.rows.uses[first];
        if (first == i || other.name != use.name) continue;
        const auto& entry = in.rows.entries[in.rows.entry_of_use(first)];
        const auto& mine = in.rows.entries[in.rows.entry_of_use(i)];
        if (entry.value.id != mine.value.id && share_a_place(in, entry, in.rows.value_of(entry.value.id), mine))
            continue;
        in.out.add(
            finding_id::use_operand, in.of(use),
            entry.value.id == mine.value.id
                ? say("{} is used as operand {} of {} twice", in.called(mine.value), use.operand, in.called(use.name))
                : say("{} and {} are both used as operand {} of {}", in.called(entry.value), in.called(mine.value),
                      use.operand, in.called(use.name)),
            {in.value(mine.value), in.instruction(use.name)}, {in.value(entry.value), subject_of(about::positions)},
            {{in.of(other), say("the other one")}});
    }
}

// Invariant 42: every printed user of a position is listed, except tuple and domain. For elements and copies only
// top-level positions count.
void check_complete(const context& in)
{
    const auto check = [&](const model::entry_row& entry, listed_uses& listed, const model::position_row& p,
                           std::span<const model::reader_row> readers) {
        for (const auto& reader : readers) {
            in.out.applies(finding_id::missing_use);
            const auto& user = in.rows.instructions[reader.instruction];
            if (listed.has(user.name, reader.operand, p.index)) continue;
            in.out.add(finding_id::missing_use, in.of(entry.value),
                       say("{} is at {}, operand {} of {}, which is not among its uses", in.called(entry.value),
                           in.called(p.name, p.index), reader.operand, in.called(user.name)),
                       {in.value(entry.value)},
                       {in.instruction(user.name), in.value(p.name, p.index), subject_of(about::positions)},
                       {{in.of(user), say("the user")}});
            return false;
        }
        return true;
    };
    for (const auto& entry : in.rows.entries) {
        if (!entry.uses_known) continue;
        listed_uses listed(in.rows.uses_of(entry));
        for (const auto& p : in.rows.positions_of(entry)) {
            if (!check(entry, listed, p, in.rows.readers_of(p.name))) break;
            if ((p.index == none || p.index == model::empty_index) &&
                !check(entry, listed, p, in.rows.takers_of(p.name)))
                break;
        }
    }
}

// A value that is an element of the module's result is used by the tuple at the root.
void check_result_uses(const context& in)
{
    const auto root = in.rows.root == none ? std::nullopt : in.instruction_of(in.rows.root);
    if (!root || root->opcode != op::tuple || root->suffix != ast::async_suffix::none) return;
    std::vector<std::int64_t> rest;
    for (const auto& entry : in.rows.entries) {
        if (!entry.uses_known || entry.value.name == root->name) continue;
        listed_uses listed(in.rows.uses_of(entry));
        for (const auto& p : in.rows.positions_of(entry)) {
            if (p.name != root->name || p.index == none || p.index == model::empty_index) continue;
            const auto index = in.rows.index(p.index);
            rest.assign(index.begin() + 1, index.end());
            const auto below = in.rows.find_index(rest);
            if (below != none && listed.has(p.name, static_cast<number>(index[0]), below)) continue;
            in.out.add(finding_id::missing_use, in.of(p),
                       say("{} is an element of the result, {}, which is not among its uses", in.called(entry.value),
                           in.called(p.name, p.index)),
                       {in.value(entry.value)}, {in.instruction(root->name), subject_of(about::positions)},
                       {{in.of(*root), say("the user")}});
        }
    }
}

// Operands are positions of values. Constants without memory and views have only a live range.
void check_operands(const context& in)
{
    if (!in.rows.has.ranges || in.rows.sequence.empty()) return;
    model::row_list<bool> known(in.rows.names(), false);
    for (const auto& p : in.rows.positions) known[p.name] = true;
    for (const auto& r : in.rows.ranges) known[r.name] = true;
    for (const auto& i : in.rows.instructions)
        for (const auto [operand, shape] : in.rows.operands_of(i)) {
            if (operand == none) continue;
            in.out.applies(finding_id::unknown_operand);
            if (!known[operand])
                in.out.add(
                    finding_id::unknown_operand, in.of(i),
                    say("{}, an operand of {}, is not a position of any value", in.called(operand), in.called(i.name)),
                    {in.instruction(i.name), in.instruction(operand)}, {subject_of(about::positions)});
        }
}

} // namespace

namespace {

// The shape of an operand is always that of the instruction with its name, whether or not that is printed.
void check_operand_shapes(const context& in)
{
    const auto& rows = in.rows;
    struct mention {
        number shape = none;
        number instruction = none;
    };
    model::row_list<mention> known(rows.names());
    for (number i = 0; i < rows.instructions.size(); ++i)
        if (auto& k = known[rows.instructions[i].name]; k.shape == none) k = {rows.instructions[i].shape, i};
    for (number i = 0; i < rows.instructions.size(); ++i) {
        const auto& user = rows.instructions[i];
        const auto operands = rows.operands_of(user);
        for (std::size_t k = 0; k < operands.size(); ++k) {
            const auto [operand, shape] = operands[k];
            if (operand == none || shape == none) continue;
            auto& there = known[operand];
            // An operand that is not printed is a bitcast, which keeps the bytes of its value; on TPU it may drop some.
            if (const auto p = rows.position_at(operand, none); there.shape == none && p != none)
                if (const auto line = in.line_of(rows.positions[p].value)) {
                    const auto& read = rows.shapes[shape];
                    const auto& held = rows.shapes[line->shape];
                    const bool part = in.on.is_tpu() && read.bytes >= 0 && read.bytes < held.bytes;
                    if (!part && differ(read, held)) {
                        in.out.add(
                            finding_id::value_shape, in.name(in.at.find(rows.name(operand), user.at), operand),
                            read.bytes >= 0 && held.bytes >= 0
                                ? say("{} takes {} bytes as operand {} of {}, {} there takes {}", in.called(operand),
                                      read.bytes, k, in.called(user.name), in.called(line->value), held.bytes)
                                : say("{} {} as operand {} of {}, {} there {}", in.called(operand), room_of(read), k,
                                      in.called(user.name), in.called(line->value), room_of(held)),
                            {in.instruction(user.name)}, {in.instruction(operand), in.value(line->value)},
                            {{in.shape_of(*line), say("the shape of the value")}});
                        continue;
                    }
                }
            if (there.shape == none) there = {shape, i};
            in.out.applies(finding_id::value_shape);
            if (there.shape == shape) continue;
            const auto& other = rows.instructions[there.instruction];
            in.out.add(finding_id::value_shape, in.name(in.at.find(rows.name(operand), user.at), operand),
                       say("the shape of {}, operand {} of {}, differs at {}", in.called(operand), k,
                           in.called(user.name), in.called(other.name)),
                       {in.instruction(user.name)}, {in.instruction(operand), in.instruction(other.name)},
                       {{in.of(other), say("there")}});
        }
    }
}

bool may_replace(op opcode)
{
    switch (opcode) {
    case op::copy:
    case op::fusion:
    case op::all_gather:
    case op::all_reduce:
    case op::all_to_all:
    case op::collective_broadcast:
    case op::collective_permute:
    case op::ragged_all_to_all:
    case op::reduce_scatter: return true;
    default: return false;
    }
}

// The scheduling name is the instruction's own name. Exceptions, on GPU: clones made by rematerialization, and since
// 2026 a collective that was made synchronous again, or a copy (once a fusion) that replaces an optimization barrier.
// The schedule does not have what they replaced.
bool replaced_another(const context& in, const model::instruction_row& made)
{
    if (in.on.kind == platform_kind::cpu || in.on.is_tpu()) return false;
    const std::string kept(in.rows.name(made.scheduling_name));
    const auto name = in.rows.name(made.name);
    if (name.starts_with(kept + ".remat") || name.starts_with(kept + ".clone")) return true;
    return !in.when.never(timeline::kept_scheduling_names) && may_replace(made.opcode) &&
           in.rows.time_of(made.scheduling_name) == none && in.rows.instruction_of(made.scheduling_name) == none;
}

} // namespace

void check_instructions(const context& in)
{
    check_operand_shapes(in);
    auto reported = none;
    for (const auto& e : in.rows.entries) {
        if (e.instruction == none) continue;
        const auto& made = in.rows.instructions[e.instruction];
        in.out.applies(finding_id::instruction_name);
        if (made.name != e.value.name) {
            in.out.add(
                finding_id::instruction_name, in.of(made),
                say("{} is defined by an instruction called {}", in.called(e.value), in.called(made.name)),
                {in.value(e.value), in.instruction(made.name), in.instruction(e.value.name), subject_of(about::names)},
                {}, {{in.of(e.value), say("the value")}});
            continue;
        }
        const auto first = in.rows.instruction_of(made.name);
        in.out.applies(finding_id::instruction_text);
        // Only once for consecutive values with the same text.
        if (first != e.instruction && std::exchange(reported, e.instruction) != e.instruction)
            in.out.add(finding_id::instruction_text, in.of(made),
                       say("the text of instruction {} differs at another of its values", in.called(made.name)),
                       {in.instruction(made.name)}, {in.value(e.value)},
                       {{in.of(in.rows.instructions[first]), say("there")}});
        if (made.scheduling_name != none) in.out.applies(finding_id::scheduling_name);
        if (made.scheduling_name != none && made.scheduling_name != made.name && !replaced_another(in, made))
            in.out.add(finding_id::scheduling_name, in.at.bytes(in.at.find("scheduling_name=", made.at), 15),
                       say("{} has the scheduling name {}", in.called(made.name), in.called(made.scheduling_name)),
                       {in.instruction(made.name)}, {in.value(e.value)});
    }
}

void check_uses(const context& in)
{
    check_once(in);
    if (!in.rows.has.instructions) return;
    check_listed(in);
    check_operand_numbers(in);
    check_complete(in);
    check_result_uses(in);
    check_operands(in);
}

} // namespace ballast::checking
