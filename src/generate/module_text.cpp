#include "ast/known_items.hpp"
#include "generate/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ballast::generate {

namespace {

using key = ast::attribute_kind;

constexpr auto tables = timeline::feature_of("file_names_head");
constexpr auto named_ends = timeline::feature_of("named_end");
constexpr auto entry_layouts = timeline::feature_of("entry_layout_item");

ast::computation_line printed_line(const ast::instruction& node, bool root, bool short_form = false)
{
    return {ast::text_instruction{{}, root, short_form, node}};
}

// The indexes of a shape and of all its parts.
void add_parts(const ast::shape& shape, std::vector<std::int64_t>& path, std::vector<std::vector<std::int64_t>>& to)
{
    to.push_back(path);
    const auto* tuple = shape.tuple();
    if (!tuple) return;
    for (std::size_t i = 0; i < tuple->elements.size(); ++i) {
        path.push_back(static_cast<std::int64_t>(i));
        add_parts(tuple->elements[i], path, to);
        path.pop_back();
    }
}
std::vector<std::vector<std::int64_t>> parts_of(const ast::shape& shape)
{
    std::vector<std::vector<std::int64_t>> result;
    std::vector<std::int64_t> path;
    add_parts(shape, path, result);
    return result;
}

} // namespace

// --- nodes -----------------------------------------------------------------------------------------------------------

ast::stack_frame_tables nodes::stack_frame_tables()
{
    const auto names = [&](std::int64_t least) {
        return many(least, 3, [&, number = std::int64_t{0}]() mutable {
            return ast::name_entry{{}, ++number, pick({"model/layers.py", "<module>", "it\\'s", "\\303\\251.py", ""})};
        });
    };
    ast::stack_frame_tables result;
    result.file_names = names(0);
    result.function_names = names(0);
    const bool located = !result.file_names.empty() && !result.function_names.empty();
    const auto one_of = [&](std::size_t count) { return 1 + below(static_cast<std::int64_t>(count)); };
    result.file_locations = many(0, located ? 4 : 0, [&, number = std::int64_t{0}]() mutable {
        ast::file_location made;
        made.number = ++number;
        made.file_name_id = one_of(result.file_names.size());
        made.function_name_id = one_of(result.function_names.size());
        for (auto* place : {&made.line, &made.end_line, &made.column, &made.end_column}) *place = below(500) - 3;
        return made;
    });
    const auto frames = result.file_locations.empty() ? 0 : below(5);
    result.stack_frames = many(frames, frames, [&, number = std::int64_t{0}]() mutable {
        ast::stack_frame made;
        made.number = ++number;
        made.file_location_id = one_of(result.file_locations.size());
        made.parent = below(frames + 1);
        if (made.parent == made.number) made.parent = 0;
        return made;
    });
    return result;
}

ast::computation_text nodes::computation_text(bool long_text)
{
    ast::computation_text result;
    result.entry = chance(2);
    result.name = name();
    if (long_text) {
        ast::signature made;
        made.parameters = many(0, 6, [&] { return ast::head_parameter{name(), shape(2, false)}; });
        made.result = shape(2, false);
        result.signature = memory_.make(made);
    }
    folds_ = true;
    std::vector<ast::computation_line> lines;
    for (auto count = 1 + below(3); count != 0; --count) {
        lines.push_back(printed_line(instruction(), count == 1, !long_text));
        if (chance(8)) lines.push_back({unread_line()});
    }
    folds_ = false;
    result.instructions = list(lines);
    if (chance(6)) result.thread = pick({"host", "a b"});
    result.named_end = chance(3, named_ends);
    return result;
}

// A line that no XLA prints among instructions.
ast::unread nodes::unread_line()
{
    return {{},
            pick({"  %x = f32[] add(%y\n", "  x = f32[ add(y)\n", "tail\n\n", "  }{ \"\n", "  %x\n",
                  "  x = f32[] add(%y), metadata={}\n", "  ROOT\n"}),
            {},
            {}};
}

ast::module_text nodes::module_text()
{
    ast::module_text result;
    result.forms = forms_;
    result.name = pick({"jit_step", "SyncTensorsGraph.10", "jit__lambda_", "a_b-c(d)"});
    result.is_scheduled = chance(2);
    result.alias_passthrough_params = chance(4);
    ast::entry_layout layout;
    layout.parameters = many(0, 7, [&] { return shape(2); });
    layout.result = shape(2);
    std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>> given;
    for (std::size_t i = 0; i < layout.parameters.size(); ++i)
        for (auto& part : parts_of(layout.parameters[i]))
            given.emplace_back(static_cast<std::int64_t>(i), std::move(part));
    std::vector<ast::output_alias> aliases;
    for (const auto& output : parts_of(layout.result)) {
        if (given.empty() || !chance(3)) continue;
        const auto& [parameter, index] = given[from_.below(given.size())];
        aliases.push_back({{}, list(output), parameter, list(index), chance(2)});
    }
    result.input_output_alias = list(aliases);
    std::vector<ast::buffer_donor> donors;
    for (const auto& [parameter, index] : given)
        if (chance(6)) donors.push_back({{}, parameter, list(index)});
    result.buffer_donor = list(donors);
    if (can(entry_layouts) && !chance(4)) result.entry_computation_layout = memory_.make(layout);
    const auto propagation = [&] {
        auto made = many(0, 3, [&] { return chance(2); });
        if (made.size() == 1) made = many(1, 1, [] { return true; });
        return made;
    };
    if (chance(3)) result.propagation_to_parameters = propagation();
    if (chance(3)) result.propagation_to_output = propagation();
    if (chance(3)) result.replica_count = 2 + below(20);
    if (chance(3)) result.num_partitions = chance(4) ? 0 : 2 + below(20);
    if (chance(3)) result.frontend_attributes = frontend_attributes();
    if (chance(6))
        result.origin_recovery_table =
            pick({"{\n}", "{\n  {\"a.1\"} : {\"b.2\" {0}},\n  \"\n    ENTRY %r (p: f32[]) -> "
                          "f32[] {\n    }\n  \"\n}"});
    if (chance(6)) result.debug_attributes = pick({"{\n}", "{\n  {a={1,2}}\n  \"\\\"}\"\n}"});
    if (unknown(4))
        result.unknown_items =
            unknown_items(ast::known_items(result),
                          {"flavor=sweet", "x_y={a, b}", "z=", "t={\n  a\n}", "replica_counts=(1, 2)", "s=\"a, b\""});
    if (chance(2, tables)) result.tables = memory_.make(stack_frame_tables());
    const bool long_text = chance(2);
    std::vector<ast::computation_text> computations;
    for (auto count = 1 + below(3); count != 0; --count) computations.push_back(computation_text(long_text));
    computations.back().trimmed = chance(8);
    result.computations = list(computations);
    return result;
}

// --- programs --------------------------------------------------------------------------------------------------------

ast::signature program::signature_of(const computation& c, const std::vector<number>& operations, nodes& draw) const
{
    std::vector<number> parameters;
    for (const auto o : operations)
        if (operations_[o].opcode == ast::opcode_kind::parameter) parameters.push_back(o);
    std::ranges::sort(parameters, {}, [&](number o) { return operations_[o].index; });
    std::vector<ast::head_parameter> made;
    for (const auto o : parameters)
        made.push_back({draw.memory().copy(name_of(operations_[o])), node_of(operations_[o].shape, draw, false)});
    return {draw.list(made), node_of(operations_[c.root].shape, draw, false)};
}

// True if an element is named by its tuple where it is read, as all elements except the root are.
bool program::folds(number o, const nodes& draw) const
{
    const auto& made = operations_[o];
    return draw.can(timeline::feature_of("operand_elements")) && made.opcode == ast::opcode_kind::get_tuple_element &&
           computations_[made.computation].root != o;
}

ast::instruction program::with_folded_operands(const operation& of, nodes& draw) const
{
    auto result = instruction_of(of, draw);
    const auto* given = std::get_if<ast::list<ast::operand>>(&result.body);
    if (!given) return result;
    std::vector<ast::operand> operands(given->begin(), given->end());
    for (number k = 0; k < operands.size(); ++k) {
        std::vector<std::int64_t> element;
        auto read = operands_[of.first_operand + k];
        for (; folds(read, draw); read = operands_[operations_[read].first_operand])
            element.insert(element.begin(), operations_[read].index);
        if (element.empty()) continue;
        operands[k].name = draw.memory().copy(name_of(operations_[read]));
        operands[k].detail = draw.memory().share(ast::operand_detail{operands[k].detail->shape, draw.list(element)});
    }
    result.body = draw.list(operands);
    return result;
}

// The computations that attributes of an instruction name and that are not parts of the program: of its operands and
// its result, or `a + b` of scalars.
void program::add_named(const operation& of, nodes& draw, std::vector<ast::computation_text>& to) const
{
    if (calls_computations(of)) return;
    auto& memory = draw.memory();
    const auto add = [&](std::string_view name, bool whole) {
        std::vector<ast::head_parameter> parameters;
        std::vector<ast::computation_line> lines;
        std::vector<ast::operand> operands;
        const auto parameter = [&](const ast::shape& shape, const ast::shape& bare) {
            ast::instruction node;
            node.name = memory.copy(fmt::format("{}.p{}", name, parameters.size()));
            node.shape = memory.share(shape);
            node.opcode.kind = ast::opcode_kind::parameter;
            node.body = ast::parameter_number{static_cast<std::int64_t>(parameters.size())};
            lines.push_back(printed_line(node, false));
            ast::operand_detail detail;
            if (draw.can(feature::operand_shapes)) detail.shape = memory.make(shape);
            operands.push_back({node.name, memory.share(detail)});
            parameters.push_back({node.name, bare});
        };
        const ast::shape scalar{ast::array_shape{{ast::element_kind::f32, {}}, {}, {}, false}};
        auto result = scalar;
        auto bare_result = scalar;
        if (whole) {
            for (number k = 0; k < of.operand_count; ++k) {
                const auto shape = operations_[operands_[of.first_operand + k]].shape;
                parameter(node_of(shape, draw), node_of(shape, draw, false));
            }
            const auto shape =
                of.suffix == ast::async_suffix::start ? part_of(of.shape, element_of(of.shape, 1)) : of.shape;
            result = node_of(shape, draw);
            bare_result = node_of(shape, draw, false);
        } else {
            for (int k = 0; k < 2; ++k) parameter(scalar, scalar);
        }
        ast::instruction root;
        root.name = memory.copy(fmt::format("{}.r", name));
        root.shape = memory.share(result);
        root.opcode.kind = whole ? ast::opcode_kind::custom_call : ast::opcode_kind::add;
        root.body = draw.list(operands);
        if (whole)
            root.attributes = memory.make_list(
                {ast::attribute{{key::custom_call_target, {}}, ast::text{"f", ast::text_form::escaped}}});
        lines.push_back(printed_line(root, true));
        ast::computation_text made;
        made.name = name;
        made.signature = memory.make(ast::signature{draw.list(parameters), bare_result});
        made.instructions = draw.list(lines);
        to.push_back(made);
    };
    for (const auto& a : instruction_of(of, draw).attributes) {
        const bool whole = a.key.kind == key::calls || a.key.kind == key::called_computations;
        if (const auto* one = std::get_if<ast::computation>(&a.value)) add(one->name, whole);
        if (const auto* some = std::get_if<ast::computations>(&a.value))
            for (const auto name : some->names) add(name, whole);
    }
}

// Called computations come before their callers. An asynchronous instruction is printed on one line with the
// instruction that it wraps.
ast::list<ast::computation_text> program::computation_texts(nodes& draw) const
{
    std::vector<std::vector<number>> inside(computations_.size());
    for (number o = 0; o < operations_.size(); ++o) inside[operations_[o].computation].push_back(o);
    std::vector<number> order;
    for (number c = 0; c < computations_.size(); ++c)
        if (computations_[c].is != purpose::wrapped) order.push_back(c);
    std::ranges::sort(order, {}, [&](number c) { return computations_[c].rank; });
    auto& memory = draw.memory();
    std::vector<ast::computation_text> result;
    for (const auto c : order) {
        ast::computation_text made;
        made.entry = computations_[c].is == purpose::entry;
        made.name = memory.copy(name_of(computations_[c]));
        made.signature = memory.make(signature_of(computations_[c], inside[c], draw));
        std::vector<ast::computation_line> lines;
        for (const auto o : inside[c]) {
            if (folds(o, draw)) continue;
            add_named(operations_[o], draw, result);
            lines.push_back(printed_line(with_folded_operands(operations_[o], draw), o == computations_[c].root));
        }
        made.instructions = draw.list(lines);
        // XLA prints the name at the end of computations with more than five instructions.
        made.named_end = draw.can(named_ends) && lines.size() > 5;
        result.push_back(made);
    }
    if (!result.empty()) return draw.list(result);
    ast::computation_text empty;
    empty.entry = true;
    empty.name = "main";
    empty.signature = memory.make(ast::signature{{}, {ast::tuple_shape{}}});
    ast::instruction nothing;
    nothing.name = "tuple";
    nothing.shape = memory.share(ast::shape{ast::tuple_shape{}});
    nothing.opcode.kind = ast::opcode_kind::tuple;
    empty.instructions = memory.make_list({printed_line(nothing, true)});
    return memory.make_list({empty});
}

// A parameter is aliased with the result that is in its memory at the end.
ast::list<ast::output_alias> program::aliases(nodes& draw) const
{
    std::vector<ast::output_alias> result;
    const auto root = computations_[entry_].root;
    for (const auto& v : values_) {
        if (!is_entry_parameter(v)) continue;
        std::optional<number> part;
        for_sharing(v, [&](const value& other) {
            for (const auto& p : places_of(other))
                if (p.operation == root && (!part || p.part < *part)) part = p.part;
        });
        if (!part) continue;
        ast::output_alias made;
        made.output = index_of(operations_[root].shape, *part, draw).value_or(ast::shape_index{});
        made.parameter = definition(v).index;
        made.index = index_of(definition(v).shape, v.part, draw).value_or(ast::shape_index{});
        made.must = v.part % 2 == 1;
        result.push_back(made);
    }
    std::ranges::sort(result, [](const ast::output_alias& a, const ast::output_alias& b) {
        return std::ranges::lexicographical_compare(a.output, b.output);
    });
    return draw.list(result);
}

// As many frames as the metadata of the instructions names.
ast::box<ast::stack_frame_tables> program::frames(nodes& draw) const
{
    std::int64_t count = 0;
    for (const auto& o : operations_) {
        ast::arena memory;
        random_source nothing{std::span<const std::uint8_t>{}};
        nodes passing(nothing, memory, when_);
        count = std::max(count, metadata_of(o, passing).stack_frame_id);
    }
    if (count == 0) return {};
    std::vector<ast::file_location> locations;
    for (std::int64_t i = 1; i <= std::min<std::int64_t>(count, 12); ++i) {
        const auto line = 7 * i;
        locations.push_back({{}, i, i == 1 ? 1 : 2, 2 - i % 2, line, line, 5, 5 + 3 * i});
    }
    std::vector<ast::stack_frame> all;
    for (std::int64_t i = 1; i <= count; ++i)
        all.push_back({{}, i, 1 + (i - 1) % static_cast<std::int64_t>(locations.size()), i / 2});
    ast::stack_frame_tables made;
    // Every entry is used.
    std::vector<ast::name_entry> files{{{}, 1, "train.py"}};
    std::vector<ast::name_entry> functions{{{}, 1, "<module>"}};
    if (locations.size() > 1) {
        files.push_back({{}, 2, "model/layers.py"});
        functions.push_back({{}, 2, "layer"});
    }
    made.file_names = draw.list(files);
    made.function_names = draw.list(functions);
    made.file_locations = draw.list(locations);
    made.stack_frames = draw.list(all);
    return draw.memory().make(made);
}

ast::module_text program::make_text(ast::arena& memory) const
{
    random_source nothing{std::span<const std::uint8_t>{}};
    nodes draw(nothing, memory, when_);
    ast::module_text result;
    result.forms = forms_;
    result.name = "jit_f";
    result.is_scheduled = true;
    ast::entry_layout layout;
    if (computations_.empty()) {
        layout.result = {ast::tuple_shape{}};
    } else {
        std::vector<const operation*> parameters;
        for (const auto& o : operations_)
            if (o.opcode == ast::opcode_kind::parameter && o.computation == entry_) parameters.push_back(&o);
        std::ranges::sort(parameters, {}, [](const operation* o) { return o->index; });
        std::vector<ast::shape> shapes;
        for (const auto* o : parameters) shapes.push_back(node_of(o->shape, draw));
        layout.parameters = draw.list(shapes);
        layout.result = node_of(operations_[computations_[entry_].root].shape, draw);
        result.input_output_alias = aliases(draw);
    }
    if (draw.can(entry_layouts)) result.entry_computation_layout = memory.make(layout);
    result.propagation_to_output = memory.make_list({true});
    if (draw.can(tables)) result.tables = frames(draw);
    result.computations = computation_texts(draw);
    return result;
}

} // namespace ballast::generate
