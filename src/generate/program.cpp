#include "generate/program.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/print.hpp"
#include "ballast/text.hpp"
#include "base/human_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <queue>
#include <utility>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;
using key = ast::attribute_kind;

// Opcodes that define one array and read some, none of which shares memory with it by its nature.
constexpr op unary[] = {op::negate, op::exponential, op::tanh, op::abs, op::copy, op::rsqrt, op::floor};
constexpr op binary[] = {op::add, op::multiply, op::subtract, op::maximum, op::divide, op::power};
constexpr op others[] = {op::fusion,        op::dot,     op::custom_call, op::broadcast, op::transpose,
                         op::reshape,       op::convert, op::slice,       op::pad,       op::concatenate,
                         op::gather,        op::sort,    op::convolution, op::compare,   op::dynamic_slice,
                         op::reduce_window, op::iota,    op::scatter,     op::fft,       op::cholesky,
                         op::all_reduce,    op::reverse, op::all_gather,  op::clamp};

constexpr std::string_view layers[] = {"attention/query", "mlp/wi", "layer_norm", "embed"};
constexpr std::string_view steps[] = {"dot_general", "add", "mul", "reduce_sum", "(a) x"};

ast::human_size human(std::int64_t bytes)
{
    ast::human_size result;
    for (const char c : human_size(bytes))
        if (c >= '0' && c <= '9') result.count = result.count * 10 + (c - '0');
    auto rest = static_cast<std::uint64_t>(bytes);
    while (rest >= 1024) {
        result.unit = static_cast<ast::size_unit>(static_cast<int>(result.unit) + 1);
        if (rest < std::uint64_t{1024} * 1024) break;
        rest /= 1024;
    }
    return result;
}

// The same shape, all of it in `memory`.
ast::array_shape copied(const ast::array_shape& shape, ast::arena& memory)
{
    const auto list = [&](const auto& from) { return memory.make_list(std::span(from.begin(), from.size())); };
    auto result = shape;
    result.dimensions = list(shape.dimensions);
    if (!shape.layout) return result;
    result.layout->minor_to_major = list(shape.layout->minor_to_major);
    if (!shape.layout->suffixes) return result;
    auto suffixes = *shape.layout->suffixes;
    std::vector<ast::tile> tiles;
    for (const auto& t : suffixes.tiles) tiles.push_back({list(t.dimensions)});
    suffixes.tiles = memory.make_list(std::span<const ast::tile>(tiles));
    result.layout->suffixes = memory.make(suffixes);
    return result;
}

// The parts of a label (`params['layer']['w'].x` is five of them, cut at slashes too); others are one part.
std::vector<std::string> label_parts(const std::string& label)
{
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto word = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
    std::vector<std::string> parts;
    std::size_t at = 0;
    const auto take_word = [&] {
        const auto begin = at;
        while (at < label.size() && word(label[at])) ++at;
        parts.push_back(label.substr(begin, at - begin));
        return at > begin;
    };
    bool has_key = false;
    if (label.empty() || !letter(label[0]) || !take_word()) return {label};
    while (at < label.size()) {
        if (label[at] == '.') {
            ++at;
            if (!take_word()) return {label};
        } else if (label.compare(at, 2, "['") == 0) {
            const auto end = label.find('\'', at + 2);
            if (end == std::string::npos || label.compare(end, 2, "']") != 0) return {label};
            has_key = true;
            auto rest = label.substr(at + 2, end - at - 2);
            for (std::size_t cut; (cut = rest.find('/')) != std::string::npos; rest = rest.substr(cut + 1))
                parts.push_back(rest.substr(0, cut));
            parts.push_back(rest);
            at = end + 2;
        } else {
            return {label};
        }
    }
    if (!has_key) return {label};
    return parts;
}

} // namespace

// --- making it -------------------------------------------------------------------------------------------------------

program::program(choices& from, commit_time when, std::uint64_t bytes)
    : when_(when), forms_(forms_at(when)), from_(&from)
{
    seed_ = from.below(UINT64_MAX);
    padded_ = from.chance(3);
    // Bytes that one operation of the entry takes, about, by what is printed of it.
    const auto at = [&](feature f) { return eras(f).contains(when); };
    const std::uint64_t each =
        (at(feature::pointer) ? 90U : 75U) + (at(feature::allocations_alone) && !at(feature::values_file) ? 60U : 0U) +
        (at(feature::no_from_line) ? 130U : 0U) +
        (at(feature::from_tight) || at(feature::from_glued) || at(feature::from_own_line) ? 330U : 0U) +
        (at(feature::live_range_section) || at(feature::live_range_file) ? 60U : 0U) +
        (at(feature::every_moment) ? 200U : 0U);
    draw_shapes();
    const auto count = bytes / each;
    operations_.reserve(count + 64);
    operands_.reserve(count + count / 2 + 64);
    arrays_.reserve(count + 64);
    if (count != 0) {
        draw_regions(std::min<std::uint64_t>(from.below(3), count / 10));
        draw_entry(count);
    }
    collect_users();
    number_values();
    compute_ranges();
    place_values();
    find_peak();
    from_ = nullptr;
}

void program::draw_shapes()
{
    auto& from = *from_;
    choices details(seed_);
    nodes draw(details, memory_, when_);
    constexpr ast::element_kind kinds[] = {ast::element_kind::f32,  ast::element_kind::s32, ast::element_kind::bf16,
                                           ast::element_kind::pred, ast::element_kind::f64, ast::element_kind::u8,
                                           ast::element_kind::c64};
    constexpr std::int64_t sizes[] = {8, 1, 2, 3, 16, 64, 128, 300, 1024};
    for (auto count = 3 + from.below(14); count != 0; --count) {
        sized_shape made;
        made.shape.type.kind = kinds[from.below(std::size(kinds))];
        std::vector<ast::dimension> dimensions;
        std::vector<std::int64_t> order;
        std::int64_t elements = 1;
        for (auto rank = from.below(4); rank != 0; --rank) {
            const auto size = sizes[from.below(std::size(sizes))];
            const bool bounded = from.chance(12);
            dimensions.push_back({size, bounded ? ast::dimension_kind::bounded : ast::dimension_kind::fixed});
            order.insert(order.begin() + (from.chance(6) ? static_cast<std::ptrdiff_t>(order.size()) : 0),
                         static_cast<std::int64_t>(order.size()));
            elements *= size;
        }
        made.bytes = elements * (ast::bits(made.shape.type.kind) / 8);
        made.shape.dimensions = draw.list(dimensions);
        if (padded_ && !plain_shapes_.empty() && from.chance(3)) made.color = 1;
        if (!dimensions.empty() || made.color != 0) {
            ast::layout layout{draw.list(order), {}};
            ast::layout_suffixes suffixes;
            if (padded_ && dimensions.size() > 1)
                suffixes.tiles = memory_.make_list(
                    {ast::tile{memory_.make_list({ast::tile_dimension{8}, ast::tile_dimension{128}})}});
            suffixes.memory_space = made.color;
            if (suffixes != ast::layout_suffixes{}) layout.suffixes = memory_.make(suffixes);
            made.shape.layout = layout;
        }
        if (made.color == 0) plain_shapes_.push_back(static_cast<number>(shapes_.size()));
        shapes_.push_back(made);
    }
}

program::number program::any_shape(bool plain)
{
    return plain ? plain_shapes_[from_->below(plain_shapes_.size())]
                 : static_cast<number>(from_->below(shapes_.size()));
}

// Mostly one of the latest.
program::number program::any_array()
{
    const auto latest = std::min<std::size_t>(arrays_.size(), 8);
    if (from_->chance(8)) return arrays_[from_->below(std::min<std::size_t>(arrays_.size(), 64))];
    return arrays_[arrays_.size() - 1 - from_->below(latest)];
}

program::number program::add(operation made, std::initializer_list<number> operands)
{
    made.salt = static_cast<std::uint16_t>(from_->below(UINT16_MAX));
    made.first_operand = static_cast<number>(operands_.size());
    made.operand_count = static_cast<std::uint8_t>(operands.size());
    operands_.insert(operands_.end(), operands);
    operations_.push_back(made);
    return static_cast<number>(operations_.size() - 1);
}

// `region { a = parameter(0), b = parameter(1), ROOT add(a, b) }`.
void program::draw_regions(std::uint64_t count)
{
    for (; count != 0; --count) {
        operation scalar;
        scalar.in_region = true;
        scalar.opcode = op::parameter;
        scalar.what = role::parameter;
        scalar.shape = static_cast<std::uint16_t>(plain_shapes_.front());
        const auto a = add(scalar, {});
        scalar.index = 1;
        const auto b = add(scalar, {});
        scalar.opcode = op::add;
        scalar.what = role::operation;
        scalar.index = 2;
        add(scalar, {a, b});
    }
    first_entry_ = static_cast<number>(operations_.size());
}

void program::draw_entry(std::uint64_t count)
{
    auto& from = *from_;
    const auto begin = operations_.size();
    const auto done = [&] { return operations_.size() - begin >= count; };
    const auto array = [&](op opcode, role what, number shape) {
        operation made;
        made.opcode = opcode;
        made.what = what;
        made.shape = static_cast<std::uint16_t>(shape);
        return made;
    };
    const auto tuple = [&](op opcode, role what, std::uint64_t parts) {
        operation made;
        made.opcode = opcode;
        made.what = what;
        made.shape = static_cast<std::uint16_t>(tuples_.size());
        made.shape_count = static_cast<std::uint16_t>(parts);
        for (std::uint64_t i = 0; i < parts; ++i) tuples_.push_back(any_shape(what == role::parameter));
        return made;
    };
    const auto elements = [&](number of) {
        for (number i = 0; i < operations_[of].shape_count; ++i) {
            auto element = array(op::get_tuple_element, role::element, tuples_[operations_[of].shape + i]);
            const auto made = add(element, {of});
            operations_[made].index = i;
            arrays_.push_back(made);
        }
    };
    arrays_.push_back(add(array(op::parameter, role::parameter, any_shape(true)), {}));
    for (auto more = from.below(4); more != 0 && !done(); --more) {
        if (from.chance(3) && tuples_.size() < 1000)
            elements(add(tuple(op::parameter, role::parameter, 2 + from.below(3)), {}));
        else
            arrays_.push_back(add(array(op::parameter, role::parameter, any_shape(true)), {}));
    }
    for (auto constants = from.below(3); constants != 0 && !done(); --constants)
        arrays_.push_back(add(array(op::constant, role::constant, any_shape(true)), {}));

    std::vector<number> results; // what the root can return
    const auto add_result = [&](operation made, std::initializer_list<number> operands) {
        const auto id = add(made, operands);
        arrays_.push_back(id);
        if (shapes_[made.shape].color == 0) {
            results.push_back(id);
            if (results.size() > 64) results.erase(results.begin(), results.begin() + 32);
        }
    };
    while (!done() || results.empty()) {
        const auto a = any_array();
        // Something must be there to return, whatever is chosen.
        if (done()) {
            add_result(array(op::fusion, role::operation, any_shape(true)), {a});
            break;
        }
        switch (from.below(8)) {
        case 0:
        case 1:
            add_result(array(unary[from.below(std::size(unary))], role::operation, operations_[a].shape), {a});
            break;
        case 2:
        case 3: {
            const auto b = any_array();
            const bool alike = operations_[a].shape == operations_[b].shape;
            add_result(array(binary[from.below(std::size(binary))], role::operation, operations_[a].shape),
                       {a, alike ? b : a});
            break;
        }
        case 7:
            if (from.chance(4) && tuples_.size() < 60000) {
                const auto b = any_array();
                elements(add(tuple(op::fusion, role::several, 2 + from.below(2)), {a, b}));
                break;
            }
            [[fallthrough]];
        default: {
            const auto shape = any_shape(false);
            const auto opcode = others[from.below(std::size(others))];
            if (opcode == op::iota)
                add_result(array(opcode, role::operation, shape), {});
            else if (from.chance(2))
                add_result(array(opcode, role::operation, shape), {a, any_array()});
            else
                add_result(array(opcode, role::operation, shape), {a});
        }
        }
    }
    // The result: a tuple of some, or the last one alone.
    if (from.chance(3) && results.back() + 1 == operations_.size()) {
        root_ = results.back();
    } else {
        operation root;
        root.opcode = op::tuple;
        root.what = role::root;
        const auto wanted = 1 + from.below(std::min<std::size_t>(results.size(), 4));
        std::vector<number> chosen(results.end() - static_cast<std::ptrdiff_t>(wanted), results.end());
        root_ = add(root, {});
        auto& made = operations_[root_];
        made.operand_count = static_cast<std::uint8_t>(chosen.size());
        operands_.insert(operands_.end(), chosen.begin(), chosen.end());
    }
    arrays_.clear();
    arrays_.shrink_to_fit();
}

void program::collect_users()
{
    first_user_.assign(operations_.size() + 1, 0);
    for (const auto o : operands_) ++first_user_[o + 1];
    for (std::size_t i = 1; i < first_user_.size(); ++i) first_user_[i] += first_user_[i - 1];
    users_.resize(operands_.size());
    auto next = first_user_;
    for (number i = 0; i < operations_.size(); ++i)
        for (number k = 0; k < operations_[i].operand_count; ++k)
            users_[next[operands_[operations_[i].first_operand + k]]++] = {i, k};
}

program::number program::parts_of(const operation& o) const
{
    if (o.what == role::element) return 0;
    if (o.what == role::root) return 1;
    return o.shape_count == 0 ? 1 : o.shape_count + 1U;
}

void program::number_values()
{
    // Gaps are normal: values inside of fusions, values that were removed.
    for (auto& o : operations_) {
        if (o.opcode == op::fusion) value_count_ += o.salt % 3;
        o.first_value = value_count_;
        value_count_ += parts_of(o);
    }
    steps_ = static_cast<number>(operations_.size()) - first_entry_;
}

const program::sized_shape& program::part_shape(const operation& o, number part) const
{
    return o.shape_count == 0 ? shapes_[o.shape] : shapes_[tuples_[o.shape + part - 1]];
}

std::int64_t program::whole_bytes(const operation& o) const
{
    if (o.what == role::root) return 8 * o.operand_count;
    return o.shape_count == 0 ? shapes_[o.shape].bytes : 8 * o.shape_count;
}

std::int64_t program::own_bytes(value v) const
{
    const auto& o = operations_[v.of];
    return is_tuple(o) && v.part == 0 ? whole_bytes(o) : part_shape(o, v.part).bytes;
}

std::int64_t program::color_of(value v) const
{
    const auto& o = operations_[v.of];
    return is_tuple(o) && v.part == 0 ? 0 : part_shape(o, v.part).color;
}

bool program::is_temporary(value v) const
{
    const auto& o = operations_[v.of];
    return !o.in_region && o.what != role::parameter && o.what != role::constant && !lives_out(v);
}

// From D22 on memory of one color is used again for values of another.
std::size_t program::home_of(value v) const
{
    const auto& o = operations_[v.of];
    const bool reuses = padded_ && !is_tuple(o) && o.salt % 5 == 1 && eras(feature::reused_block).contains(when_);
    return reuses ? 1 : static_cast<std::size_t>(color_of(v));
}

template <typename Visit>
void program::for_values(Visit visit) const
{
    for (number i = 0; i < operations_.size(); ++i)
        for (number part = 0; part < parts_of(operations_[i]); ++part) visit(value{i, part});
}

// The defining place, then those of tuple elements, then the root's.
std::vector<program::spot> program::places_of(value v) const
{
    const auto& o = operations_[v.of];
    std::vector<spot> result{{v.of, is_tuple(o) ? static_cast<int>(v.part) : -1}};
    if (is_tuple(o) && v.part == 0) return result;
    const auto in_root = [&](number of) {
        for (auto u = first_user_[of]; u < first_user_[of + 1]; ++u)
            if (operations_[users_[u].operation].what == role::root)
                result.push_back({users_[u].operation, static_cast<int>(users_[u].operand) + 1});
    };
    if (!is_tuple(o)) {
        in_root(v.of);
        return result;
    }
    const auto users_begin = first_user_[v.of];
    std::vector<number> elements;
    for (auto u = users_begin; u < first_user_[v.of + 1]; ++u) {
        const auto& user = operations_[users_[u].operation];
        if (user.what == role::element && user.index == v.part - 1) elements.push_back(users_[u].operation);
    }
    for (const auto e : elements) result.push_back({e, -1});
    for (const auto e : elements) in_root(e);
    return result;
}

bool program::lives_out(value v) const
{
    if (operations_[v.of].in_region) return false;
    return std::ranges::any_of(places_of(v), [&](const spot& p) { return p.operation == root_; });
}

void program::compute_ranges()
{
    ends_.assign(value_count_, 0);
    const bool by_position = when_ >= 202203040000;
    const auto time = [&](number of) { return of - first_entry_; };
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.in_region) return;
        auto& end = ends_[id_of(v)];
        end = time(v.of);
        for (const auto& p : places_of(v)) {
            if (by_position) end = std::max(end, time(p.operation));
            if (p.operation == root_) end = steps_;
            for (auto u = first_user_[p.operation]; u < first_user_[p.operation + 1]; ++u) {
                const auto& user = operations_[users_[u].operation];
                if (user.what == role::element && p.part > 0) continue;
                end = std::max(end, time(users_[u].operation));
            }
        }
        if (o.what == role::parameter) end = steps_;
    });
}

void program::place_values()
{
    offsets_.assign(value_count_, 0);
    struct lease {
        number end;
        std::int64_t offset;
        std::int64_t size;
        bool operator>(const lease& other) const { return end > other.end; }
    };
    std::array<std::priority_queue<lease, std::vector<lease>, std::greater<>>, 2> taken;
    std::array<std::map<std::int64_t, std::vector<std::int64_t>>, 2> free;
    for_values([&](value v) {
        if (!is_temporary(v)) return;
        const auto color = home_of(v);
        auto& queue = taken[color];
        while (!queue.empty() && queue.top().end < v.of - first_entry_) {
            free[color][queue.top().size].push_back(queue.top().offset);
            queue.pop();
        }
        const auto size = (own_bytes(v) + 63) / 64 * 64;
        auto& reusable = free[color][size];
        auto& offset = offsets_[id_of(v)];
        if (reusable.empty()) {
            offset = temporary_size_[color];
            temporary_size_[color] += size;
        } else {
            offset = reusable.back();
            reusable.pop_back();
        }
        queue.push({ends_[id_of(v)], offset, size});
        has_temporary_[color] = true;
    });
}

// The smallest start at which the most bytes live; what ended one step before still counts.
void program::find_peak()
{
    std::vector<std::int64_t> change(steps_ + 3, 0);
    std::vector<bool> starts(steps_ + 3, false);
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.in_region) return;
        const auto start = o.what == role::parameter ? 0 : v.of - first_entry_;
        starts[start] = true;
        change[start] += whole_bytes(o);
        change[std::min<number>(ends_[id_of(v)] + 2, steps_ + 2)] -= whole_bytes(o);
    });
    std::int64_t sum = 0;
    std::int64_t most = 0;
    for (number t = 0; t <= steps_; ++t) {
        sum += change[t];
        if (starts[t] && sum > most) {
            most = sum;
            peak_ = t;
        }
    }
}

// --- nodes -----------------------------------------------------------------------------------------------------------

std::string program::name_of(const operation& o) const
{
    const auto place = &o - operations_.data();
    if (o.in_region) return fmt::format("{}.{}", o.opcode == op::parameter ? "Arg" : "add", place);
    return fmt::format("{}.{}", spelling(o.opcode), place);
}

ast::shape program::shape_of(const operation& o, nodes& draw, bool layouts) const
{
    const auto array = [&](number shape) {
        auto result = copied(shapes_[shape].shape, draw.memory());
        if (!layouts) result.layout.reset();
        return ast::shape{result};
    };
    if (!is_tuple(o)) return array(o.shape);
    std::vector<ast::shape> elements;
    if (o.what == role::root)
        for (number k = 0; k < o.operand_count; ++k)
            elements.push_back(array(operations_[operands_[o.first_operand + k]].shape));
    else
        for (number k = 0; k < o.shape_count; ++k) elements.push_back(array(tuples_[o.shape + k]));
    return {ast::tuple_shape{draw.list(elements)}};
}

ast::shape program::part_shape_of(value v, nodes& draw, bool layouts) const
{
    const auto& o = operations_[v.of];
    if (!is_tuple(o) || v.part == 0) return shape_of(o, draw, layouts);
    auto result = copied(part_shape(o, v.part).shape, draw.memory());
    if (!layouts) result.layout.reset();
    return {result};
}

std::optional<ast::shape_index> program::index_at(const spot& p, nodes& draw) const
{
    if (p.part < 0) return std::nullopt;
    if (p.part == 0) return ast::shape_index{};
    return draw.memory().make_list({static_cast<std::int64_t>(p.part) - 1});
}

std::optional<ast::shape_index> program::index_of(value v, nodes& draw) const
{
    return index_at({v.of, is_tuple(operations_[v.of]) ? static_cast<int>(v.part) : -1}, draw);
}

ast::value_name program::name_of(value v, nodes& draw) const
{
    ast::value_name result;
    result.id = id_of(v);
    result.name = draw.memory().copy(name_of(operations_[v.of]));
    result.index = index_of(v, draw);
    if (!result.index && forms_.value_lines == ast::value_line_form::v1) result.index = ast::shape_index{};
    result.color = color_of(v);
    return result;
}

ast::value_detail program::detail_of(value v, nodes& draw) const
{
    std::vector<ast::value_position> positions;
    std::vector<ast::value_use> uses;
    for (const auto& p : places_of(v)) {
        positions.push_back({draw.memory().copy(name_of(operations_[p.operation])), index_at(p, draw)});
        for (auto u = first_user_[p.operation]; u < first_user_[p.operation + 1]; ++u) {
            const auto& user = operations_[users_[u].operation];
            // Elements are taken of the tuple as a whole.
            if (user.what == role::element && p.part > 0) continue;
            uses.push_back({draw.memory().copy(name_of(user)), users_[u].operand, index_at(p, draw)});
        }
    }
    return {draw.list(positions), draw.list(uses), true};
}

ast::value_line program::line_of(value v, nodes& draw) const
{
    ast::value_line result;
    result.value = name_of(v, draw);
    result.size = own_bytes(v);
    result.offset = offsets_[id_of(v)];
    result.shape = part_shape_of(v, draw);
    const auto form = forms_.value_lines;
    if (form == ast::value_line_form::v2 || form == ast::value_line_form::v3)
        result.detail = draw.memory().make(detail_of(v, draw));
    return result;
}

ast::metadata program::metadata_of(const operation& o, nodes& draw) const
{
    choices details(seed_ + o.salt);
    ast::metadata result;
    if (o.salt == 0 || details.chance(4)) return result;
    auto& memory = draw.memory();
    result.op_type = spelling(o.opcode);
    const auto layer = details.pick(layers);
    if (o.what == role::parameter)
        result.op_name = memory.copy(fmt::format("params[\\'{}\\'][\\'w\\'].x", layer));
    else
        result.op_name = memory.copy(fmt::format("jit(f)/jit(main)/{}/{}", layer, details.pick(steps)));
    result.source_file = "model/layers.py";
    result.source_line = 1 + static_cast<std::int64_t>(details.below(900));
    if (draw.can(feature::source_columns)) {
        result.source_end_line = result.source_line;
        result.source_column = 5;
        result.source_end_column = 6 + static_cast<std::int64_t>(details.below(60));
    }
    if (draw.can(feature::stack_frame_id)) result.stack_frame_id = 1 + static_cast<std::int64_t>(details.below(99));
    return result;
}

ast::instruction program::instruction_of(const operation& o, nodes& draw) const
{
    auto& memory = draw.memory();
    choices details(seed_ * 3 + o.salt);
    nodes drawn(details, memory, when_, vocabulary::known);
    ast::instruction result;
    result.name = memory.copy(name_of(o));
    result.shape = shape_of(o, draw);
    result.opcode.kind = o.opcode;
    if (o.what == role::parameter) {
        std::int64_t before = 0;
        const auto first = o.in_region ? static_cast<std::size_t>(&o - operations_.data()) - o.index : first_entry_;
        for (auto i = first; &operations_[i] != &o; ++i) before += operations_[i].what == role::parameter ? 1 : 0;
        result.body = ast::parameter_number{before};
    } else if (o.what == role::constant) {
        const auto& shape = shapes_[o.shape].shape;
        std::int64_t elements = 1;
        for (const auto& d : shape.dimensions) elements *= d.size;
        result.body = memory.make(elements > 10 ? ast::literal{ast::elided_literal{}} : drawn.literal(result.shape));
    } else {
        std::vector<ast::operand> operands;
        for (number k = 0; k < o.operand_count; ++k) {
            const auto& operand = operations_[operands_[o.first_operand + k]];
            operands.push_back({memory.copy(name_of(operand)), draw.can(feature::operand_shapes)
                                                                   ? memory.make(shape_of(operand, draw))
                                                                   : ast::box<ast::shape>{}});
        }
        result.body = draw.list(operands);
    }
    std::vector<ast::attribute> attributes;
    const auto wanted = [&](key k, std::uint64_t of) {
        return drawn.prints(result.opcode, k) && (of == 0 || details.chance(of));
    };
    if (o.what == role::element) {
        attributes.push_back({{key::index, {}}, static_cast<std::int64_t>(o.index)});
    } else if (!o.in_region && o.what != role::parameter) {
        for (const auto k : own_keys(o.opcode))
            if (k != key::output_to_operand_aliasing && wanted(k, 2))
                attributes.push_back(drawn.attribute(result.opcode, k));
        for (const auto k : {key::sharding, key::frontend_attributes})
            if (wanted(k, 9)) attributes.push_back(drawn.attribute(result.opcode, k));
    }
    if (const auto metadata = metadata_of(o, draw); metadata != ast::metadata{})
        attributes.push_back({{key::metadata, {}}, memory.make(metadata)});
    if (o.what == role::operation && !o.in_region && wanted(key::backend_config, 5))
        attributes.push_back(drawn.attribute(result.opcode, key::backend_config));
    result.attributes = draw.list(attributes);
    return result;
}

ast::used_value program::used_value_of(value v, nodes& draw) const
{
    ast::used_value result;
    result.value = name_of(v, draw);
    result.detail = detail_of(v, draw);
    if (forms_.from_instruction != ast::from_form::unseen)
        result.instruction = draw.memory().make(instruction_of(operations_[v.of], draw));
    return result;
}

// --- allocations -----------------------------------------------------------------------------------------------------

// Visits each allocation, without its values, and what it holds: one value, or all of a color that no other holds.
template <typename Visit>
void program::for_allocations(Visit visit) const
{
    std::int64_t count = 0;
    const auto pointer_from = 0x5581b0000000U + seed_ % 4096 * 16;
    const auto begin = [&](std::int64_t size) {
        ast::allocation result;
        result.number = count++;
        result.size = size;
        if (eras(feature::pointer).contains(when_))
            result.pointer = pointer_from + static_cast<std::uint64_t>(result.number) * 0x120U;
        return result;
    };
    std::int64_t parameter = -1;
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.what == role::parameter && !o.in_region && v.part == 0) ++parameter;
        if (is_temporary(v)) return;
        const bool out = lives_out(v);
        auto a = begin(own_bytes(v));
        a.color = color_of(v);
        a.thread_local_ = o.in_region;
        a.constant = o.what == role::constant;
        a.maybe_live_out = out;
        const bool is_parameter = o.what == role::parameter && !o.in_region;
        const bool is_output = v.of == root_ && v.part == 0;
        visit(a, v, is_parameter ? parameter : -1, is_output);
    });
    for (std::size_t color = 0; color < temporary_size_.size(); ++color) {
        if (!has_temporary_[color]) continue;
        auto a = begin(temporary_size_[color]);
        a.color = static_cast<std::int64_t>(color);
        a.preallocated_temp = true;
        if (eras(feature::page).contains(when_) && color != 0) a.page = 0;
        visit(a, std::nullopt, -1, false);
    }
}

ast::total program::total_of() const
{
    ast::total result;
    for_allocations(
        [&](const ast::allocation& a, std::optional<value>, std::int64_t, bool) { result.bytes += a.size; });
    if (eras(feature::human_total).contains(when_)) result.human = human(result.bytes);
    return result;
}

// --- live range ------------------------------------------------------------------------------------------------------

std::vector<program::row> program::peak_rows() const
{
    std::vector<row> rows;
    const bool own = !eras(feature::bare_peak_rows).contains(when_);
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.in_region) return;
        const auto start = o.what == role::parameter ? 0 : v.of - first_entry_;
        if (start > peak_ || ends_[id_of(v)] < peak_) return;
        rows.push_back({v, own ? own_bytes(v) : whole_bytes(o)});
    });
    if (eras(feature::cumulative_peak_rows).contains(when_))
        std::ranges::sort(rows, [&](const row& a, const row& b) {
            if (a.bytes != b.bytes) return a.bytes > b.bytes;
            if (a.of.of != b.of.of) return name_of(operations_[a.of.of]) < name_of(operations_[b.of.of]);
            return a.of.part < b.of.part;
        });
    return rows;
}

ast::stack_trace program::stack_trace_of(const std::vector<row>& rows, nodes& draw) const
{
    struct branch_node {
        std::string label;
        std::int64_t current = 0;
        std::int64_t total = 0;
        std::map<std::string, std::size_t> children;
    };
    std::vector<branch_node> tree(2);
    tree[1].label = "main.1";
    ast::stack_trace result;
    for (const auto& r : rows) {
        const auto& o = operations_[r.of.of];
        const auto op_name = unescaped(metadata_of(o, draw).op_name);
        auto parts = label_parts(op_name.empty() ? name_of(o) : op_name);
        if (is_tuple(o) && r.of.part != 0) parts.back() += fmt::format("{{{}}}", r.of.part - 1);
        std::size_t at = 1;
        for (const auto& part : parts) {
            const auto [found, added] = tree[at].children.try_emplace(part, tree.size());
            const auto next = found->second;
            if (added) {
                tree.emplace_back();
                tree.back().label = part;
            }
            at = next;
        }
        tree[at].current += r.bytes;
        result.total += r.bytes;
    }
    std::vector<ast::stack_row> printed;
    std::int64_t remaining = result.total;
    // Children come behind their parents.
    for (auto i = tree.size(); i-- > 1;) {
        tree[i].total += tree[i].current;
        for (const auto& [label, child] : tree[i].children) tree[i].total += tree[child].total;
    }
    const auto print_node = [&](const auto& self, std::size_t id, std::int64_t depth, ast::branch branch) -> void {
        const auto& n = tree[id];
        remaining -= n.current;
        const auto percent =
            fmt::format("{:.1f}", 100.0 * static_cast<double>(n.total) / static_cast<double>(result.total));
        std::int64_t tenths = 0;
        for (const char c : percent)
            if (c != '.') tenths = tenths * 10 + (c - '0');
        printed.push_back({depth, branch, draw.memory().copy(n.label), tenths, n.total, n.current, remaining});
        std::vector<std::size_t> kept;
        for (const auto& [label, child] : n.children)
            if (tree[child].total != 0) kept.push_back(child);
        std::ranges::sort(kept, [&](std::size_t a, std::size_t b) {
            return tree[a].total != tree[b].total ? tree[a].total > tree[b].total : tree[a].label < tree[b].label;
        });
        for (std::size_t i = 0; i < kept.size(); ++i)
            self(self, kept[i], depth + 1, i + 1 == kept.size() ? ast::branch::last : ast::branch::inner);
    };
    if (result.total != 0) print_node(print_node, 1, 0, ast::branch::top);
    result.rows = draw.list(printed);
    return result;
}

ast::live_range_row program::row_of(value v, nodes& draw) const
{
    const auto& o = operations_[v.of];
    return {draw.memory().copy(name_of(o)), index_of(v, draw).value_or(ast::shape_index{}),
            o.what == role::parameter ? 0 : v.of - first_entry_, ends_[id_of(v)]};
}

ast::peak program::peak_of(nodes& draw) const
{
    ast::peak peak;
    auto& memory = draw.memory();
    peak.moment = peak_;
    std::vector<ast::peak_row> rows;
    std::int64_t sum = 0;
    const auto living = peak_rows();
    for (const auto& r : living) {
        ast::peak_row made{memory.copy(name_of(operations_[r.of.of])), {}, r.bytes, {}};
        if (!draw.can(feature::bare_peak_rows)) made.index = index_of(r.of, draw).value_or(ast::shape_index{});
        sum += r.bytes;
        if (draw.can(feature::cumulative_peak_rows)) made.cumulative = sum;
        rows.push_back(made);
    }
    peak.rows = draw.list(rows);
    if (steps_ != 0 && draw.can(feature::stack_trace)) peak.stack_trace = memory.make(stack_trace_of(living, draw));
    return peak;
}

ast::live_range program::live_range_of(nodes& draw, bool every_moment) const
{
    auto& memory = draw.memory();
    ast::live_range result;
    result.max = steps_;
    std::vector<ast::sequence_row> sequence;
    sequence.reserve(steps_);
    for (number i = 0; i < steps_; ++i) sequence.push_back({i, memory.copy(name_of(operations_[first_entry_ + i]))});
    result.sequence = draw.list(sequence);
    std::vector<ast::live_range_row> ranges;
    for_values([&](value v) {
        if (operations_[v.of].in_region) return;
        ranges.push_back(row_of(v, draw));
    });
    result.rows = draw.list(ranges);
    if (every_moment) {
        std::vector<ast::moment_row> moments;
        std::vector<value> all;
        for_values([&](value v) {
            if (!operations_[v.of].in_region) all.push_back(v);
        });
        std::vector<std::size_t> living; // by id, which is the order in which they begin
        std::size_t next = 0;
        for (std::int64_t t = 0; t < steps_; ++t) {
            std::erase_if(living, [&](std::size_t i) { return ranges[i].end < t; });
            for (; next < all.size() && ranges[next].start <= t; ++next) living.push_back(next);
            std::vector<std::string_view> names;
            std::uint64_t bytes = 0;
            for (const auto i : living) {
                names.push_back(ranges[i].name);
                bytes += static_cast<std::uint64_t>(whole_bytes(operations_[all[i].of]));
            }
            // A 32-bit sum there.
            moments.push_back({t, static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes)), draw.list(names)});
        }
        result.summary = ast::every_moment{draw.list(moments)};
        return result;
    }
    result.summary = peak_of(draw);
    return result;
}

// --- files -----------------------------------------------------------------------------------------------------------

ast::allocation program::with_parameter(ast::allocation head, value v, std::int64_t parameter, bool is_output,
                                        nodes& draw) const
{
    const auto& o = operations_[v.of];
    if (parameter >= 0) {
        ast::allocation_parameter made;
        made.number = parameter;
        made.index = index_of(v, draw).value_or(ast::shape_index{});
        if (draw.can(feature::parameter_subshape))
            made.shape = draw.memory().make(part_shape_of(v, draw, false));
        else if (draw.can(feature::parameter_with_shape))
            made.shape = draw.memory().make(shape_of(o, draw, false));
        head.parameter = draw.memory().make(made);
    }
    if (is_output && draw.can(feature::output_shape))
        head.output_shape = draw.memory().make(shape_of(operations_[root_], draw, false));
    return head;
}

ast::dump program::make(ast::arena& memory, ast::dump_kind kind)
{
    choices none{std::span<const std::uint8_t>{}};
    nodes draw(none, memory, when_);
    ast::dump result;
    result.kind = kind;
    result.forms = forms_;
    const bool combined = kind == ast::dump_kind::combined;
    if (combined || kind == ast::dump_kind::assignment) {
        std::vector<ast::allocation> allocations;
        for_allocations(
            [&](const ast::allocation& head, std::optional<value> only, std::int64_t parameter, bool is_output) {
                auto a = only ? with_parameter(head, *only, parameter, is_output, draw) : head;
                std::vector<ast::value_line> lines;
                std::vector<ast::reused_value> reused;
                if (only)
                    lines.push_back(line_of(*only, draw));
                else
                    for_values([&](value v) {
                        if (!is_temporary(v) || home_of(v) != static_cast<std::size_t>(a.color)) return;
                        lines.push_back(line_of(v, draw));
                        if (color_of(v) != a.color) reused.push_back({name_of(v, draw), color_of(v)});
                    });
                a.values = draw.list(lines);
                a.reused = draw.list(reused);
                allocations.push_back(a);
            });
        result.allocations = draw.list(allocations);
    }
    if ((combined && !draw.can(feature::no_total)) || kind == ast::dump_kind::values) result.total = total_of();
    if (combined && draw.can(feature::every_moment)) result.every_moment = memory.make(live_range_of(draw, true));
    if (combined || kind == ast::dump_kind::values) {
        std::vector<ast::used_value> values;
        for_values([&](value v) { values.push_back(used_value_of(v, draw)); });
        result.used_values = draw.list(values);
    }
    if ((combined && draw.can(feature::live_range_section)) || kind == ast::dump_kind::live_range)
        result.live_range = memory.make(live_range_of(draw, false));
    return result;
}

void program::print(sink& out, ast::dump_kind kind)
{
    choices none{std::span<const std::uint8_t>{}};
    // Nodes live as long as it takes to print them.
    auto memory = std::make_unique<ast::arena>();
    const auto with_nodes = [&](auto body) {
        nodes draw(none, *memory, when_);
        body(draw);
        if (memory->bytes_reserved() > (std::size_t{1} << 20)) memory = std::make_unique<ast::arena>();
    };
    const auto can = [&](feature f) { return eras(f).contains(when_); };
    const bool combined = kind == ast::dump_kind::combined;
    if (combined || kind == ast::dump_kind::assignment) {
        out.put("BufferAssignment:\n");
        for_allocations(
            [&](const ast::allocation& head, std::optional<value> only, std::int64_t parameter, bool is_output) {
                with_nodes([&](nodes& draw) {
                    print_head(out, only ? with_parameter(head, *only, parameter, is_output, draw) : head, forms_);
                    out.put('\n');
                });
                const auto print_line = [&](value v) {
                    with_nodes([&](nodes& draw) { ballast::print(out, line_of(v, draw), forms_); });
                    out.put('\n');
                };
                if (only) return print_line(*only);
                const auto inside = [&](value v) {
                    return is_temporary(v) && home_of(v) == static_cast<std::size_t>(head.color);
                };
                for_values([&](value v) {
                    if (inside(v)) print_line(v);
                });
                std::vector<value> others_colors;
                for_values([&](value v) {
                    if (inside(v) && color_of(v) != head.color) others_colors.push_back(v);
                });
                bool first = true;
                for (const auto v : others_colors)
                    with_nodes([&](nodes& draw) {
                        print_reused(out, {name_of(v, draw), color_of(v)}, std::exchange(first, false), forms_);
                    });
            });
    }
    if (combined || kind == ast::dump_kind::values) {
        out.put('\n');
        if (!combined || !can(feature::no_total)) {
            print_total(out, total_of());
            out.put('\n');
            if (combined && can(feature::every_moment))
                with_nodes([&](nodes& draw) { ballast::print(out, live_range_of(draw, true), forms_); });
            out.put('\n');
        }
        out.put("Used values:\n");
        for_values(
            [&](value v) { with_nodes([&](nodes& draw) { ballast::print(out, used_value_of(v, draw), forms_); }); });
    }
    if (combined && can(feature::live_range_section)) out.put("\n\n");
    if ((combined && can(feature::live_range_section)) || kind == ast::dump_kind::live_range) {
        out.put("HloLiveRange (max ", static_cast<std::int64_t>(steps_), "):\n  InstructionSequence:\n");
        for (number i = 0; i < steps_; ++i)
            ballast::print(out, ast::sequence_row{i, name_of(operations_[first_entry_ + i])});
        out.put("  BufferLiveRange:\n");
        for_values([&](value v) {
            if (operations_[v.of].in_region) return;
            with_nodes([&](nodes& draw) { ballast::print(out, row_of(v, draw)); });
        });
        with_nodes([&](nodes& draw) { ballast::print(out, peak_of(draw), forms_); });
    }
}

} // namespace ballast::generate
