#include "proto/program.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ballast::inline v0::proto {

namespace {

struct type_row {
    std::string_view spelling;
    int bits;
};

// By the number of PrimitiveType.
constexpr std::array<type_row, 37> type_rows{{
    {"primitive_type_invalid", 0},
    {"pred", 8},
    {"s8", 8},
    {"s16", 16},
    {"s32", 32},
    {"s64", 64},
    {"u8", 8},
    {"u16", 16},
    {"u32", 32},
    {"u64", 64},
    {"f16", 16},
    {"f32", 32},
    {"f64", 64},
    {"tuple", 0},
    {"opaque", 0},
    {"c64", 64},
    {"bf16", 16},
    {"token", 0},
    {"c128", 128},
    {"f8e5m2", 8},
    {"f8e4m3fn", 8},
    {"s4", 4},
    {"u4", 4},
    {"f8e4m3b11fnuz", 8},
    {"f8e5m2fnuz", 8},
    {"f8e4m3fnuz", 8},
    {"s2", 2},
    {"u2", 2},
    {"f8e4m3", 8},
    {"f8e3m4", 8},
    {"s1", 1},
    {"u1", 1},
    {"f4e2m1fn", 4},
    {"f8e8m0fnu", 8},
    {"buffer", 0},
    {"f6e3m2fn", 6},
    {"f6e2m3fn", 6},
}};

const type_row* type_row_of(std::int64_t type)
{
    return type < 0 || static_cast<std::size_t>(type) >= type_rows.size() ? nullptr
                                                                          : &type_rows[static_cast<std::size_t>(type)];
}

// Fields of messages.
constexpr field_number shape_type = 2;
constexpr field_number shape_dimensions = 3;
constexpr field_number shape_elements = 4;
constexpr field_number shape_layout = 5;

// A product, or -1 if an operand is negative or it does not fit.
std::int64_t product(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return a < 0 || b < 0 || __builtin_mul_overflow(a, b, &result) ? -1 : result;
}

// As XLA counts without padding (`ShapeUtil::ByteSizeOf`); -1 if it is unbounded or does not fit.
std::int64_t bytes_of(message shape, std::int64_t type, std::size_t parts)
{
    if (type == tuple) return 8 * static_cast<std::int64_t>(parts);
    if (type == token) return 0;
    if (type == opaque) return 8;
    std::int64_t elements = 1;
    shape.each_number(shape_dimensions,
                      [&](std::uint64_t size) { elements = product(elements, static_cast<std::int64_t>(size)); });
    if (const auto packed = shape.child(shape_layout).integer(7); packed > 0) {
        const auto bits = product(elements, packed);
        return bits < 0 ? -1 : bits / 8 + (bits % 8 != 0 ? 1 : 0);
    }
    return product(elements, (bits_of_type(type) + 7) / 8);
}

class builder {
public:
    explicit builder(message module) { made_.module = module; }

    program run(std::optional<message> assignment)
    {
        made_.has_assignment = assignment.has_value();
        made_.assignment = assignment.value_or(message());
        made_.payloads = made_.module.children(22);
        made_.module.each(3, [&](std::string_view bytes) { add_computation(message(bytes)); });
        if (made_.computations.empty()) throw refusal{"the module has no computations"};
        connect();
        const auto entry = made_.computation_by_id.find(made_.module.integer(6));
        if (entry == made_.computation_by_id.end()) throw refusal{"the module has no entry computation"};
        made_.entry = entry->second;
        return std::move(made_);
    }

private:
    static row size_of(std::size_t rows)
    {
        if (rows >= none) throw refusal{"the module is too large"};
        return static_cast<row>(rows);
    }

    void add_computation(message of)
    {
        computation x;
        x.of = of;
        x.name = of.text(1);
        x.id = of.integer(5);
        x.first = size_of(made_.instructions.size());
        const auto number = size_of(made_.computations.size());
        if (!made_.computation_by_id.emplace(x.id, number).second) throw refusal{"two computations have the same id"};
        of.each(2, [&](std::string_view bytes) { add_instruction(message(bytes), number); });
        x.count = size_of(made_.instructions.size()) - x.first;
        made_.computations.push_back(x);
    }

    void add_instruction(message of, row computation)
    {
        instruction x;
        x.of = of;
        x.name = of.text(1);
        x.opcode = of.text(2);
        x.kind = ast::resolve_opcode(x.opcode == "optimization-barrier" ? "opt-barrier" : x.opcode).kind;
        if (ast::resolve_opcode(x.opcode).suffix != ast::async_suffix::none) x.kind = ast::opcode_kind::unknown;
        x.id = of.integer(35);
        x.number = of.integer(x.kind == ast::opcode_kind::parameter ? 9 : 13);
        x.computation = computation;
        x.first = size_of(made_.positions.size());
        const auto number = size_of(made_.instructions.size());
        if (!made_.by_id.emplace(x.id, number).second) throw refusal{"two instructions have the same id"};
        if (x.id >> 32 != 0) made_.wide_ids = true;
        add_position(of.child(3), number, none, 0);
        x.count = size_of(made_.positions.size()) - x.first;
        made_.instructions.push_back(x);
    }

    // The survey bounds the depth.
    row add_position(message shape, row instruction, row parent, row index)
    {
        const auto at = size_of(made_.positions.size());
        made_.positions.push_back({shape, shape.integer(shape_type), instruction, parent, index});
        std::vector<row> parts;
        if (made_.positions[at].type == tuple)
            shape.each(shape_elements, [&](std::string_view bytes) {
                parts.push_back(add_position(message(bytes), instruction, at, size_of(parts.size())));
            });
        auto& made = made_.positions[at];
        made.parts = size_of(parts.size());
        made.children = size_of(made_.children.size());
        made.size = size_of(made_.positions.size()) - at;
        made_.children.insert(made_.children.end(), parts.begin(), parts.end());
        if (made.type == buffer)
            shape.each(shape_elements, [&](std::string_view bytes) {
                const message inner(bytes);
                made.bytes = bytes_of(inner, inner.integer(shape_type), 0);
            });
        else
            made.bytes = bytes_of(shape, made.type, parts.size());
        if (!made_.has_tiles && shape.child(shape_layout).has(6)) made_.has_tiles = true;
        return at;
    }

    void connect()
    {
        const auto rows = made_.instructions.size();
        made_.operands = lists_of(rows, [&](auto&& take) {
            for (row i = 0; i < rows; ++i)
                made_.instructions[i].of.each_number(
                    36, [&](std::uint64_t id) { take(i, operand_of(i, static_cast<std::int64_t>(id))); });
        });
        made_.called = lists_of(rows, [&](auto&& take) {
            for (row i = 0; i < rows; ++i)
                made_.instructions[i].of.each_number(38, [&](std::uint64_t id) {
                    const auto found = made_.computation_by_id.find(static_cast<std::int64_t>(id));
                    if (found != made_.computation_by_id.end()) take(i, found->second);
                });
        });
        made_.callers = lists_of(made_.computations.size(), [&](auto&& take) {
            for (row i = 0; i < rows; ++i)
                for (const auto called : made_.called.of(i)) take(called, i);
        });
        for (auto& each : made_.computations) {
            const auto root = made_.find(each.of.integer(6), &each);
            if (root == none) throw refusal{"a computation has no root"};
            each.root = root;
        }
    }

    row operand_of(row of, std::int64_t id)
    {
        const auto& home = made_.computations[made_.instructions[of].computation];
        const auto found = made_.find(id, &home);
        if (found == none || made_.instructions[found].computation != made_.instructions[of].computation)
            throw refusal{"an operand is missing"};
        return found;
    }

    program made_;
};

} // namespace

std::string_view spelling_of_type(std::int64_t type)
{
    const auto* found = type_row_of(type);
    return found ? found->spelling : std::string_view();
}

int bits_of_type(std::int64_t type)
{
    const auto* found = type_row_of(type);
    return found ? found->bits : 0;
}

row program::find(std::int64_t id, const computation* inside) const
{
    auto found = by_id.find(id);
    if (found == by_id.end() && inside && id >> 32 == 0 && id >= 0)
        found = by_id.find(
            static_cast<std::int64_t>(static_cast<std::uint64_t>(inside->id) << 32 | static_cast<std::uint64_t>(id)));
    return found == by_id.end() ? none : found->second;
}

std::vector<std::int64_t> program::index_of(row position) const
{
    std::vector<std::int64_t> result;
    for (; positions[position].parent != none; position = positions[position].parent)
        result.push_back(positions[position].index);
    std::ranges::reverse(result);
    return result;
}

row program::at(row instruction, std::span<const std::int64_t> index) const
{
    auto result = instructions[instruction].first;
    for (const auto i : index) {
        if (i < 0 || result == none) return none;
        result = part(result, static_cast<std::size_t>(i));
    }
    return result;
}

void program::order_users(std::span<const row> order)
{
    users.begin.assign(instructions.size() + 1, 0);
    for (const auto operand : operands.rows) ++users.begin[operand + 1];
    for (std::size_t i = 0; i < instructions.size(); ++i) users.begin[i + 1] += users.begin[i];
    users.rows.resize(operands.rows.size());
    slots.resize(operands.rows.size());
    std::vector<row> next(users.begin.begin(), users.begin.end() - 1);
    for (const auto i : order) {
        row slot = 0;
        for (const auto operand : operands.of(i)) {
            const auto at = next[operand]++;
            users.rows[at] = i;
            slots[at] = slot++;
        }
    }
}

row locator::position_of(message location)
{
    auto instruction = none;
    if (const auto name = location.text(2); !location.number(4) && !name.empty()) {
        if (by_name_.empty())
            for (row i = 0; i < of_.instructions.size(); ++i) by_name_.emplace(of_.instructions[i].name, i);
        if (const auto found = by_name_.find(name); found != by_name_.end()) instruction = found->second;
    } else {
        instruction = of_.find(location.integer(4));
    }
    return instruction == none ? none : of_.at(instruction, location.integers(3));
}

program program_of(message module, std::optional<message> assignment) { return builder(module).run(assignment); }

} // namespace ballast::inline v0::proto
