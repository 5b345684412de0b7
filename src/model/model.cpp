#include "model/model.hpp"

#include "ast/byte_size.hpp"
#include "model/shapes.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace ballast::model {

namespace {

using op = ast::opcode_kind;

// The size of a dimension; if the array is split between cores, of the piece that each of them has. -1 if the pieces
// differ.
std::int64_t size_of_piece(const ast::array_shape& node, std::int64_t dimension)
{
    const auto size = node.dimensions[static_cast<std::size_t>(dimension)].size;
    for (const auto& split : node.layout->suffixes->splits) {
        if (split.dimension != dimension || split.indices.empty()) continue;
        const auto piece = split.indices[0];
        std::int64_t end = 0;
        for (const auto index : split.indices)
            if (std::exchange(end, index) != index - piece) return -1;
        return size - end == piece ? piece : -1;
    }
    return size;
}

// Bytes rounded up to tiles: the last dimensions, from major to minor, are rounded up to the first tile, and each
// further tile divides the one before.
std::int64_t padded_bytes(const ast::array_shape& node)
{
    if (!node.layout || !node.layout->suffixes || node.layout->suffixes->tiles.empty()) return -1;
    const auto& suffixes = *node.layout->suffixes;
    const auto& order = node.layout->minor_to_major;
    if (order.size() != node.dimensions.size()) return -1;
    std::vector<std::int64_t> sizes;
    for (auto i = order.size(); i-- > 0;) {
        sizes.push_back(size_of_piece(node, order[i]));
        if (sizes.back() < 0) return -1;
    }
    for (const auto& tile : suffixes.tiles) {
        const auto rank = tile.dimensions.size();
        if (sizes.size() < rank) sizes.insert(sizes.begin(), rank - sizes.size(), 1);
        const auto first = sizes.size() - rank;
        for (std::size_t i = 0; i < rank; ++i) {
            const auto& size = tile.dimensions[i].size;
            if (!size || *size <= 0) return -1;
            auto& dimension = sizes[first + i];
            if (dimension < 0 || dimension > std::numeric_limits<std::int64_t>::max() - *size) return -1;
            dimension = (dimension + *size - 1) / *size;
            sizes.push_back(*size);
        }
    }
    std::int64_t elements = 1;
    for (const auto size : sizes) elements = ast::byte_product(elements, size);
    const auto bits = suffixes.element_bits != 0 ? suffixes.element_bits : ast::bits(node.type.kind);
    // Element types below 8 bits take a byte, unless the layout says otherwise.
    return bits == 0
               ? -1
               : ast::bytes_of_bits(elements, suffixes.element_bits != 0 ? bits : std::max<std::int64_t>(8, bits));
}

// Users that are not listed for every value: tuples and domains only if they are the root of a computation; elements
// and copies that are not a root only for the value at `{}`.
bool listed_at_roots(const instruction_row& user) { return user.opcode == op::tuple || user.opcode == op::domain; }
bool listed_at_top(const instruction_row& user)
{
    return user.opcode == op::get_tuple_element || user.opcode == op::copy;
}

} // namespace

namespace {

// True if a line can follow an instruction in a dump. In D13 the next entry begins on the line of the instruction, so
// its positions follow.
bool ends_an_entry(std::string_view next)
{
    return next.empty() || next.starts_with('<') || next.starts_with('\n') || next.starts_with(" positions:\n") ||
           next.starts_with(" value: ");
}

} // namespace

std::string_view instruction_text(std::string_view from_name, look_ahead& ahead)
{
    auto end = from_name.find('\n');
    // A dict or a raw string may continue on the next line, unless that line shows that the entry has ended.
    if (end != std::string_view::npos && !ends_an_entry(from_name.substr(end + 1)))
        end = ahead.end_of_lines(from_name, "").value_or(end);
    auto printed = from_name.substr(0, end);
    // D13 printed the next entry on the same line; names have no `<`.
    if (printed.ends_with('>'))
        if (const auto next = printed.rfind('<'); next != std::string_view::npos && next + 1 < printed.size() &&
                                                  printed[next + 1] >= '0' && printed[next + 1] <= '9')
            printed = printed.substr(0, next);
    return printed;
}

offset builder::place(std::string_view part) const
{
    const std::less_equal<const char*> before;
    if (!before(text_.data(), part.data()) || !before(part.data(), text_.data() + text_.size())) return -1;
    return base_ + (part.data() - text_.data());
}

called builder::called_as(const ast::value_name& value, number guess)
{
    return {value.id, value.color, place(value.name), name_of(value.name, guess), index_of(value.index), value.phi};
}

number builder::array_of(const ast::array_shape& node, bool buffer)
{
    key_.clear();
    append_number(key_, buffer ? 1 : 2);
    append(key_, node.type);
    append(key_, node.dimensions);
    const auto bare_size = key_.size();
    append(key_, node.layout);
    append(key_, node.invalid_layout);
    const auto result = shape_keys_.of(key_.data(), key_.size());
    if (result < rows_.shapes.size()) return result;
    shape_row made;
    made.bare = bare_keys_.of(key_.data(), bare_size);
    made.bytes = ast::byte_size(node);
    made.padded = padded_bytes(node);
    made.packed = ast::packed_byte_size(node);
    made.layout = node.layout.has_value();
    made.plain = ast::bits(node.type.kind) != 0;
    if (made.layout && node.layout->suffixes) {
        made.space = node.layout->suffixes->memory_space;
        made.tiled = !node.layout->suffixes->tiles.empty();
        made.dynamic = node.layout->suffixes->tail_padding_alignment.has_value() ||
                       node.layout->suffixes->dynamic_metadata_bytes != 0;
        made.plain &= !node.layout->suffixes->physical_shape;
    }
    for (const auto& d : node.dimensions) {
        made.unbounded |= d.kind == ast::dimension_kind::unbounded;
        made.dynamic |= d.kind != ast::dimension_kind::fixed;
    }
    if (made.unbounded) made.bytes = made.padded = made.packed = -1;
    rows_.shapes.push_back(made);
    return result;
}

number builder::shape_of(const ast::shape& node)
{
    const auto known = rows_.shapes.size();
    const auto* array = node.array();
    const auto* tuple = node.tuple();
    const auto result = array   ? array_of(*array, false)
                        : tuple ? tuple_of(*tuple)
                                : array_of(std::get<ast::buffer_shape>(node.form).array, true);
    if (result >= known) rows_.shapes[result].node = &node;
    return result;
}

number builder::tuple_of(const ast::tuple_shape& node)
{
    // Depth is bounded: the reader refuses more than 256 levels.
    std::vector<number> parts;
    parts.reserve(node.elements.size());
    for (const auto& element : node.elements) parts.push_back(shape_of(element));
    const auto key_of = [&](auto&& number_of) {
        key_.clear();
        append_number(key_, 0);
        for (const auto part : parts) append_number(key_, number_of(part));
    };
    key_of([](number part) { return part; });
    const auto result = shape_keys_.of(key_.data(), key_.size());
    if (result < rows_.shapes.size()) return result;
    key_of([&](number part) { return rows_.shapes[part].bare; });
    shape_row made;
    made.bare = bare_keys_.of(key_.data(), key_.size());
    made.tuple = true;
    made.bytes = 8 * static_cast<std::int64_t>(parts.size());
    made.first_part = static_cast<number>(rows_.shape_parts.size());
    made.parts = static_cast<number>(parts.size());
    for (const auto part : parts) {
        made.unbounded |= rows_.shapes[part].unbounded;
        made.tiled |= rows_.shapes[part].tiled;
    }
    rows_.shape_parts.append(parts.data(), parts.size());
    rows_.shapes.push_back(made);
    return result;
}

number builder::shared_shape_of(const ast::shape& node)
{
    const auto address = reinterpret_cast<std::uintptr_t>(&node);
    const auto known = known_shapes_.find(address);
    return known != none ? known : known_shapes_.add(address, shape_of(node));
}

number builder::value_row_of(std::int64_t id, const value_row& fresh)
{
    const auto next = static_cast<number>(rows_.values.size());
    const auto result = rows_.by_id_.add(static_cast<std::uint64_t>(id), next);
    if (result == next) rows_.values.push_back(fresh);
    return result;
}

void builder::add(const ast::allocation& head)
{
    allocation_row made;
    made.number = head.number;
    made.size = head.size;
    made.color = head.color;
    made.page = head.page.value_or(-1);
    made.pointer = head.pointer.value_or(0);
    made.at = base_ + head.at.offset;
    if (head.parameter) {
        made.parameter = head.parameter->number;
        made.parameter_index = index_of(head.parameter->index);
        made.unknown_shape = head.parameter->unknown_shape;
        if (head.parameter->shape) made.parameter_shape = shape_of(*head.parameter->shape);
    }
    if (head.output_shape) made.output_shape = shape_of(*head.output_shape);
    made.first_line = static_cast<number>(rows_.lines.size());
    made.first_reused = static_cast<number>(rows_.reused.size());
    made.constant = head.constant;
    made.thread_local_ = head.thread_local_;
    made.live_out = head.maybe_live_out;
    made.arena = head.preallocated_temp;
    made.lines = static_cast<number>(head.values.size());
    made.reused = static_cast<number>(head.reused.size());
    rows_.allocations.push_back(made);
    for (const auto& line : head.values) add(line);
    for (const auto& reused : head.reused) rows_.reused.push_back({called_as(reused.value, none), reused.color});
}

void builder::add(const ast::value_line& line)
{
    const auto here = static_cast<number>(rows_.lines.size());
    const auto value_called = called_as(line.value, last_line_);
    last_line_ = value_called.name;
    rows_.lines.push_back({value_called, line.size, line.offset, shared_shape_of(*line.shape),
                           static_cast<number>(rows_.allocations.size() - 1)});
    const auto of = value_row_of(line.value.id, {.line = here});
    if (auto& value = rows_.values[of]; value.line == none) value.line = here;
    if (line.detail) {
        rows_.has.entries = true;
        entry(line.value, *line.detail, nullptr);
    }
}

number builder::instruction_of(const ast::instruction& node, number guess)
{
    const auto name = name_of(node.name, guess);
    const auto at = place(node.name);
    std::uint64_t printed = 0;
    if (at >= 0) {
        const auto text = instruction_text(text_.substr(static_cast<std::size_t>(at - base_)), ahead_);
        printed = hash_of(text.data(), text.size());
    }
    const auto known = rows_.instruction_of(name);
    // Even if the texts of one instruction differ, consecutive values share theirs.
    for (const auto row : {known, last_instruction_row_})
        if (row != none && rows_.instructions[row].name == name && printed_[row] == printed) return row;
    instruction_row made;
    made.at = at;
    made.name = name;
    made.node = &node;
    made.shape = shared_shape_of(*node.shape);
    made.opcode = node.opcode.kind;
    made.suffix = node.opcode.suffix;
    made.first_operand = static_cast<number>(rows_.operands.size());
    if (const auto* operands = std::get_if<ast::list<ast::operand>>(&node.body)) {
        made.operands = static_cast<number>(operands->size());
        for (const auto& operand : *operands) {
            const auto read = operand.name.empty() ? none : name_of(operand.name);
            rows_.operands.push_back({read, operand.detail->shape ? shared_shape_of(*operand.detail->shape) : none});
        }
    } else if (const auto* parameter = std::get_if<ast::parameter_number>(&node.body)) {
        made.argument = parameter->number;
    }
    for (const auto& a : node.attributes) {
        if (a.key.kind == ast::attribute_kind::index && made.opcode == op::get_tuple_element)
            if (const auto* index = std::get_if<std::int64_t>(&a.value)) made.argument = *index;
        const auto* metadata = std::get_if<ast::box<ast::metadata>>(&a.value);
        if (!metadata) continue;
        made.frame = (*metadata)->stack_frame_id;
        if (!(*metadata)->op_name.empty()) made.op_name = last_op_name_ = name_of((*metadata)->op_name, last_op_name_);
        if (!(*metadata)->scheduling_name.empty()) made.scheduling_name = name_of((*metadata)->scheduling_name, name);
    }
    const auto result = static_cast<number>(rows_.instructions.size());
    rows_.instructions.push_back(made);
    printed_.push_back(printed);
    if (known == none) {
        if (rows_.instruction_of_.size() <= name) rows_.instruction_of_.resize(name + std::size_t{1}, none);
        rows_.instruction_of_[name] = result;
    }
    return result;
}

void builder::instruction(const ast::instruction& node)
{
    rows_.has.instructions = true;
    instruction_of(node, none);
}

void builder::entry(const ast::value_name& value, const ast::value_detail& detail, const ast::instruction* instruction)
{
    entry_row made;
    made.value = called_as(value, last_entry_);
    const auto name = last_entry_ = made.value.name;
    const auto here = static_cast<number>(rows_.entries.size());
    const auto of = value_row_of(value.id, {.entry = here});
    if (auto& known = rows_.values[of]; known.entry == none) known.entry = here;
    made.first_position = static_cast<number>(rows_.positions.size());
    made.positions = static_cast<number>(detail.positions.size());
    for (const auto& p : detail.positions)
        rows_.positions.push_back({place(p.name), name_of(p.name, name), index_of(p.index), of, none});
    made.first_use = static_cast<number>(rows_.uses.size());
    made.uses = static_cast<number>(detail.uses.size());
    made.uses_known = detail.uses_initialized;
    for (const auto& u : detail.uses)
        rows_.uses.push_back({place(u.name), name_of(u.name), u.operand < none ? static_cast<number>(u.operand) : none,
                              index_of(u.index)});
    if (instruction) {
        rows_.has.instructions = true;
        if (instruction != last_instruction_) last_instruction_row_ = instruction_of(*instruction, name);
        last_instruction_ = instruction;
        made.instruction = last_instruction_row_;
    }
    rows_.entries.push_back(made);
}

void builder::add(const ast::live_range& ranges)
{
    rows_.has.ranges = true;
    rows_.max = ranges.max;
    rows_.ranges_at = base_ + ranges.at.offset;
    for (const auto& row : ranges.sequence) {
        const auto guess = rows_.sequence.empty() ? none : rows_.sequence.back().name;
        rows_.sequence.push_back(
            {row.number - static_cast<std::int64_t>(rows_.sequence.size()), place(row.name), name_of(row.name, guess)});
    }
    for (const auto& row : ranges.rows) {
        const auto guess = rows_.ranges.empty() ? none : rows_.ranges.back().name;
        rows_.ranges.push_back({row.start, row.end, place(row.name), name_of(row.name, guess), index_of(row.index)});
    }
    std::visit([&](const auto& summary) { add(summary); }, ranges.summary);
}

void builder::add(const ast::peak& peak)
{
    if (peak.moment < 0) return; // the text ends before the peak
    rows_.peak_known = true;
    rows_.peak_moment = peak.moment;
    for (const auto& row : peak.rows)
        rows_.peak.push_back(
            {row.bytes, row.cumulative.value_or(-1), place(row.name), name_of(row.name), index_of(row.index)});
    if (!peak.stack_trace) return;
    rows_.trace_total = peak.stack_trace->total;
    for (const auto& row : peak.stack_trace->rows)
        rows_.trace.push_back(
            {row.depth, row.tenths, row.total, row.current, row.remaining, place(row.label), name_of(row.label)});
}

void builder::add(const ast::every_moment& moments)
{
    for (const auto& row : moments.rows) {
        rows_.moments.push_back({row.moment, row.bytes, base_ + row.at.offset,
                                 static_cast<number>(rows_.moment_names.size()),
                                 static_cast<number>(row.names.size())});
        for (const auto name : row.names) rows_.moment_names.push_back(name_of(name));
    }
}

// Makes room for the rows of a dump, so that no list grows step by step.
void builder::reserve(const ast::dump& all)
{
    const auto more = [](auto& list, std::size_t count) { list.reserve(list.size() + count); };
    std::size_t lines = 0;
    for (const auto& a : all.allocations) lines += a.values.size();
    more(rows_.allocations, all.allocations.size());
    more(rows_.lines, lines);
    std::size_t positions = 0;
    std::size_t uses = 0;
    for (const auto& used : all.used_values) {
        positions += used.detail.positions.size();
        uses += used.detail.uses.size();
    }
    more(rows_.entries, all.used_values.size());
    more(rows_.values, std::max(lines, all.used_values.size()));
    more(rows_.positions, positions);
    more(rows_.uses, uses);
    rows_.names_.reserve(std::max(lines, all.used_values.size()));
    if (const auto* ranges = all.ranges()) {
        more(rows_.sequence, ranges->sequence.size());
        more(rows_.ranges, ranges->rows.size());
    }
}

void builder::add(const ast::dump& all, bool with_ranges)
{
    reserve(all);
    const bool combined = all.kind == ast::dump_kind::combined;
    if (combined || all.kind == ast::dump_kind::assignment) rows_.has.allocations = true;
    for (const auto& a : all.allocations) add(a);
    if (all.total) {
        rows_.total = *all.total;
        rows_.total->at.offset += base_;
    }
    if (all.every_moment && with_ranges) add(*all.every_moment);
    if (combined || all.kind == ast::dump_kind::values) rows_.has.entries = true;
    for (const auto& used : all.used_values) entry(used.value, used.detail, used.instruction.get());
    // A file of D7 has two; the last one counts.
    if (const auto* ranges = all.ranges(); ranges && with_ranges) add(*ranges);
}

void builder::find_readers()
{
    const auto each = [&](number i, auto&& f) {
        const auto& user = rows_.instructions[i];
        if (listed_at_roots(user) || rows_.instruction_of(user.name) != i) return;
        const auto operands = rows_.operands_of(user);
        for (auto k = user.operands; k-- > 0;)
            if (const auto read = operands[k].name; read != none) f(user, read, k);
    };
    auto& first = rows_.first_reader_;
    first = row_list<number>(rows_.names() + 1, 0);
    const auto count = static_cast<number>(rows_.instructions.size());
    for (number i = 0; i < count; ++i) each(i, [&](const instruction_row&, number read, number) { ++first[read]; });
    number all = 0;
    for (auto& end : first) end = all += end;
    rows_.readers_.resize(all);
    // Fills the rows of each name from the end: the last reader first, and takers before the others, because they come
    // last. `first` then has the begins.
    for (const bool takers : {true, false})
        for (auto i = count; i-- > 0;)
            each(i, [&](const instruction_row& user, number read, number operand) {
                if (listed_at_top(user) != takers) return;
                rows_.readers_[--first[read]] = {i, operand};
            });
}

std::span<const reader_row> rows::slice(number name, bool takers) const
{
    if (std::size_t{name} + 1 >= first_reader_.size()) return {};
    const auto begin = first_reader_[name];
    const auto end = first_reader_[name + 1];
    // Takers come after the other readers.
    auto from = begin;
    for (auto to = end; from < to;) {
        const auto middle = from + (to - from) / 2;
        if (listed_at_top(instructions[readers_[middle].instruction]))
            to = middle;
        else
            from = middle + 1;
    }
    return takers ? readers_.span(from, end - from) : readers_.span(begin, from - begin);
}

// The root is a position without index of a value in the allocation with the output shape: the last instruction of the
// sequence, or else the only such position. If no allocation has an output shape (before D6), it is the last
// instruction of the sequence.
void builder::find_root()
{
    const auto last = rows_.sequence.empty() ? none : rows_.sequence.back().name;
    bool output = false;
    std::vector<number> candidates;
    for (const auto& a : rows_.allocations) {
        if (a.output_shape == none) continue;
        if (output) return;
        output = true;
        for (const auto& line : rows_.lines_of(a)) {
            const auto entry = rows_.values[rows_.value_of(line.value.id)].entry;
            if (entry == none) continue;
            for (const auto& p : rows_.positions_of(rows_.entries[entry]))
                if (p.index == none || p.index == empty_index) candidates.push_back(p.name);
        }
    }
    if (!output || std::ranges::find(candidates, last) != candidates.end())
        rows_.root = last;
    else if (candidates.size() == 1)
        rows_.root = candidates.front();
}

rows builder::finish()
{
    rows_.time_of_ = row_list<number>(rows_.names(), none);
    for (number i = 0; i < rows_.sequence.size(); ++i)
        if (auto& time = rows_.time_of_[rows_.sequence[i].name]; time == none) time = i;
    rows_.by_definition_ = place_lookup(rows_.names());
    rows_.by_place_ = place_lookup(rows_.names());
    for (number i = 0; i < rows_.values.size(); ++i) {
        const auto value = rows_.name_of(rows_.values[i]);
        rows_.by_definition_.add(value.name, value.index, i);
    }
    for (number i = 0; i < rows_.positions.size(); ++i) {
        auto& here = rows_.positions[i];
        const auto first = rows_.by_place_.add(here.name, here.index, i);
        if (first != i) here.next = std::exchange(rows_.positions[first].next, i);
    }
    for (number i = 0; i < rows_.ranges.size(); ++i) {
        const auto range = rows_.ranges[i];
        const auto of = rows_.value_of(range);
        if (of == none) {
            rows_.strange_ranges_.add(rows::key(range.name, range.index), i);
        } else if (auto& value = rows_.values[of]; value.range == none) {
            value.range = i;
        }
    }
    find_readers();
    find_root();
    rows_.names_.close();
    return std::move(rows_);
}

number rows::entry_of_use(number use) const
{
    // The last entry whose first use is not after this one. Entries are in the order of their uses; of several with the
    // same first use, only the last one has uses.
    std::size_t from = 0;
    for (auto to = entries.size(); to - from > 1;) {
        const auto middle = from + (to - from) / 2;
        (entries[middle].first_use <= use ? from : to) = middle;
    }
    return static_cast<number>(from);
}

number rows::part_of(number shape, number index) const
{
    if (shape == none) return none;
    if (index == none) return shape;
    for (const auto step : this->index(index)) {
        const auto& row = shapes[shape];
        if (!row.tuple || step < 0 || step >= static_cast<std::int64_t>(row.parts)) return none;
        shape = shape_parts[row.first_part + static_cast<std::size_t>(step)];
    }
    return shape;
}

} // namespace ballast::model
