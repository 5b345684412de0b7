// Law 2: every well-formed tree that is built without a text reads back equal. The trees are of every kind, and of
// every time at which the text changed.
#include "ast/attribute_table.hpp"
#include "ballast/ast/difference.hpp"
#include "ballast/era.hpp"
#include "ballast/well_formed.hpp"
#include "generate/nodes.hpp"
#include "tests/property/choices.hpp"
#include "tests/support/cube.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

namespace ballast::tests {

namespace {

// Often the latest time: new forms were printed at few times.
commit_time draw_time(random_source& from)
{
    static const auto points = turning_points();
    if (from.chance(4)) return points.back();
    return points[points.size() - 1 - from.below(points.size())];
}

template <typename... Nodes>
void holds_all_rules(const Nodes&... nodes)
{
    const auto found = well_formed(nodes...);
    if (!found.empty()) RC_FAIL("not well formed: " + found.front().message.text());
}

// The forms of the text that was read are those of the time, or unseen.
void check_forms(const ast::forms& read, const ast::forms& drawn)
{
    const auto same = [](auto r, auto d) { return r == decltype(r)::unseen || r == d; };
    RC_ASSERT(same(read.value_lines, drawn.value_lines));
    RC_ASSERT(same(read.from_instruction, drawn.from_instruction));
    RC_ASSERT(same(read.empty_uses, drawn.empty_uses));
    RC_ASSERT(same(read.index_marks, drawn.index_marks));
    RC_ASSERT(same(read.levels, drawn.levels));
    RC_ASSERT(same(read.sharding_marks, drawn.sharding_marks));
    RC_ASSERT(same(read.empty_literals, drawn.empty_literals));
}

template <typename Node>
void reads_back(entry which, const Node& node, const ast::forms& forms, const std::string& text)
{
    const auto result = parse(which, text);
    if (!result.accepted()) RC_FAIL(text + "\n" + result.findings.front().message.text());
    if (const auto other = ast::first_difference(node, std::get<Node>(result.value->node())))
        RC_FAIL("reads back as another tree, " + other->to_string("node") + ": " + text);
    RC_ASSERT(print(*result.value) == text);
    check_forms(result.value->forms(), forms);
}

// A property over nodes of random times.
template <typename Body>
void for_nodes(Body body, int cases = 1000)
{
    const auto property = [&](random_source& from, distribution& seen) {
        ast::arena memory;
        const auto when = draw_time(from);
        seen.count(when < 202109230000 ? "before D10" : when < 202604030000 ? "D10 to D18" : "D19 and later");
        generate::nodes draw(from, memory, when);
        body(draw, seen);
    };
    for_choices(property, cases);
}

std::string_view body_name(const ast::list<ast::operand>&) { return "operands"; }
std::string_view body_name(const ast::parameter_number&) { return "parameter"; }
std::string_view body_name(const ast::literal_text&) { return "literal text"; }
std::string_view body_name(const ast::box<ast::literal>&) { return "literal"; }

ast::instruction carrier(const ast::opcode& op)
{
    static const ast::shape scalar{ast::array_shape{{ast::element_kind::f32, {}}, {}, {}, false}};
    ast::instruction result;
    result.name = "x";
    result.shape = ast::shared(&scalar);
    result.opcode = op;
    if (op.kind == ast::opcode_kind::parameter) result.body = ast::parameter_number{3};
    return result;
}

} // namespace

TEST(Trees, ShapesReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto shape = draw.shape();
        holds_all_rules(shape);
        seen.count(shape.is_tuple() ? "tuple" : shape.array() ? "array" : "buffer");
        reads_back(entry::shape, shape, draw.forms(), text_of(shape, draw.forms()));
    });
}

TEST(Trees, LayoutsReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto layout = draw.layout(draw.from().below(4), 1);
        seen.count(layout.suffixes ? "with suffixes" : "without suffixes");
        reads_back(entry::layout, layout, draw.forms(), text_of(layout, draw.forms()));
    });
}

TEST(Trees, MetadataReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto metadata = draw.metadata();
        seen.count(metadata == ast::metadata{} ? "empty" : "with fields");
        reads_back(entry::metadata, metadata, draw.forms(), "metadata=" + text_of(metadata, draw.forms()));
    });
}

// Shardings and replica groups have more forms than any other values.
TEST(Trees, ShardingsReadBackEqual)
{
    for_nodes(
        [](generate::nodes& draw, distribution& seen) {
            for (const auto& [which, key] : {std::pair{entry::sharding, ast::attribute_kind::sharding},
                                             {entry::replica_groups, ast::attribute_kind::replica_groups}}) {
                const auto made = draw.attribute({ast::opcode_kind::all_reduce, ast::async_suffix::none, {}}, key);
                holds_all_rules(made, ast::opcode{ast::opcode_kind::all_reduce, ast::async_suffix::none, {}});
                if (const auto* sharding = std::get_if<ast::box<ast::sharding>>(&made.value))
                    seen.count(std::holds_alternative<ast::box<ast::named_sharding>>((*sharding)->form) ? "named"
                                                                                                        : "other");
                reads_back(which, made, draw.forms(),
                           printed([&](sink& out) { print_value(out, made, draw.forms()); }));
            }
        },
        3000);
}

TEST(Trees, InstructionsReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto instruction = draw.instruction();
        holds_all_rules(instruction);
        for (const auto& a : instruction.attributes) seen.count(spelling(a.key.kind));
        seen.count(std::visit([](const auto& body) { return body_name(body); }, instruction.body));
        reads_back(entry::instruction, instruction, draw.forms(), text_of(instruction, draw.forms()));
    });
}

// Those that XLA's parser reads, too: small numbers, nothing unknown, no deleted operands.
TEST(Trees, InstructionsThatXlaReadsReadBackEqual)
{
    for_nodes([](generate::nodes& any, distribution& seen) {
        generate::nodes draw(any.from(), any.memory(), any.when(), generate::vocabulary::readable);
        const auto instruction = draw.instruction();
        holds_all_rules(instruction);
        RC_ASSERT(instruction.opcode.kind != ast::opcode_kind::unknown);
        for (const auto& a : instruction.attributes) {
            RC_ASSERT(a.key.kind != ast::attribute_kind::unknown);
            RC_ASSERT(ast::takes(instruction.opcode, a.key.kind));
        }
        if (const auto* parameter = std::get_if<ast::parameter_number>(&instruction.body))
            RC_ASSERT(parameter->number < 100);
        if (const auto* operands = std::get_if<ast::list<ast::operand>>(&instruction.body))
            for (const auto& o : *operands) RC_ASSERT(!o.name.empty());
        seen.count(std::visit([](const auto& body) { return body_name(body); }, instruction.body));
        reads_back(entry::instruction, instruction, draw.forms(), text_of(instruction, draw.forms()));
    });
}

// Every pair of opcode and key, with values of many times.
TEST(Trees, AttributesOfEveryOpcodeReadBackEqual)
{
    std::vector<std::pair<ast::opcode_kind, ast::attribute_kind>> pairs;
    for (std::size_t o = 1; o <= static_cast<std::size_t>(ast::opcode_kind::xor_); ++o)
        for (const auto& own : own_keys(static_cast<ast::opcode_kind>(o)))
            pairs.emplace_back(static_cast<ast::opcode_kind>(o), own.key);
    for (std::size_t k = 1; k < ast::attribute_kind_count; ++k)
        if (tail_place(static_cast<ast::attribute_kind>(k)) != 0)
            pairs.emplace_back(ast::opcode_kind::add, static_cast<ast::attribute_kind>(k));
    std::set<std::pair<ast::opcode_kind, ast::attribute_kind>> met;
    for (std::uint64_t seed = 0; seed < 40; ++seed)
        for (const auto& [kind, key] : pairs) {
            random_source from(seed * 1000003 + static_cast<std::uint64_t>(kind) * 251 +
                               static_cast<std::uint64_t>(key));
            ast::arena memory;
            auto instruction = carrier({kind, ast::async_suffix::none, {}});
            auto when = draw_time(from);
            const auto printed = [&] {
                const generate::nodes draw(from, memory, when);
                return draw.can_be_whole(kind) && draw.prints(instruction.opcode, key);
            };
            for (int tries = 0; tries < 200 && !printed(); ++tries) when = draw_time(from);
            if (!printed()) continue;
            generate::nodes draw(from, memory, when);
            met.emplace(kind, key);
            // With the attributes that the opcode always has.
            std::vector<ast::attribute> attributes;
            const auto slots = slots_of(instruction.opcode);
            for (std::size_t s = 0; s < slots.count; ++s) {
                const auto slot = slots.keys[s];
                using k = ast::attribute_kind;
                const bool same = slot == key || (slot == k::origin && key == k::original_value);
                const bool other_half = (slot == k::true_computation && key == k::false_computation) ||
                                        (slot == k::false_computation && key == k::true_computation);
                if (same)
                    attributes.push_back(draw.attribute(instruction.opcode, key));
                else if (other_half || (contains(always_of(kind), slot) && draw.prints(instruction.opcode, slot)))
                    attributes.push_back(draw.attribute(instruction.opcode, slot));
            }
            instruction.attributes = draw.list(attributes);
            fit_to_cube(draw, instruction);
            const auto text = text_of(instruction, draw.forms());
            const auto result = parse(entry::instruction, text);
            ASSERT_TRUE(result.accepted()) << text << "\n" << result.findings.front().message.text();
            EXPECT_EQ(std::get<ast::instruction>(result.value->node()), instruction) << text;
            EXPECT_EQ(print(*result.value), text);
        }
    EXPECT_EQ(met.size(), pairs.size());
}

TEST(Trees, LiteralsReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        auto constant = carrier({ast::opcode_kind::constant, ast::async_suffix::none, {}});
        constant.shape = draw.memory().share(draw.literal_shape());
        constant.body = draw.memory().make(draw.literal(constant.shape));
        holds_all_rules(constant);
        seen.count(spelling(constant.shape->array()->type.kind));
        reads_back(entry::instruction, constant, draw.forms(), text_of(constant, draw.forms()));
    });
}

TEST(Trees, ValueLinesReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        auto line = draw.value_line();
        line.unknown_tail = {}; // only in an allocation
        seen.count(line.detail ? "with positions" : "one line");
        if (line.detail) return; // has several lines inside an allocation
        reads_back(entry::value, line, draw.forms(), text_of(line, draw.forms()));
    });
}

// A tree that breaks a context rule is refused for that rule.
TEST(Trees, WithABrokenContextRuleAreRefusedForIt)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto refused_for = [&](entry which, const auto& node, finding_id expected) {
            const auto text = text_of(node, draw.forms());
            const auto found = well_formed(node);
            if (found.empty()) RC_FAIL("well formed: " + text);
            RC_ASSERT(found.front().id == expected);
            const auto result = parse(which, text);
            if (result.accepted()) RC_FAIL("accepted: " + text);
            RC_ASSERT(recognise(which, text));
            RC_ASSERT(result.findings.front().id == expected);
            seen.count(info(expected).name);
        };
        // The order of dimensions names a missing dimension, or one twice.
        auto array = draw.array(0);
        if (array.layout && !array.layout->minor_to_major.empty()) {
            auto order = std::vector(array.layout->minor_to_major.begin(), array.layout->minor_to_major.end());
            auto& changed = order[draw.from().below(order.size())];
            const auto rank = static_cast<std::int64_t>(order.size());
            changed = draw.from().chance(2) && rank > 1 ? (changed + 1) % rank : rank;
            array.layout->minor_to_major = draw.list(order);
            refused_for(entry::shape, ast::shape{array}, finding_id::layout_rank);
        }
        // A layout that splits a dimension that does not exist.
        if (array.layout && !(array.layout->suffixes && array.layout->suffixes->max_sparse_elements)) {
            auto split = draw.array(0);
            if (split.layout && !(split.layout->suffixes && split.layout->suffixes->max_sparse_elements)) {
                auto suffixes = split.layout->suffixes ? *split.layout->suffixes : ast::layout_suffixes{};
                const auto rank = static_cast<std::int64_t>(split.dimensions.size());
                suffixes.splits = draw.list(std::vector{ast::split{rank, {}}});
                split.layout->suffixes = draw.memory().make(suffixes);
                refused_for(entry::shape, ast::shape{split}, finding_id::split_dimension);
            }
        }
        // A literal with a surplus element, and one out of range.
        auto constant = carrier({ast::opcode_kind::constant, ast::async_suffix::none, {}});
        const std::vector<std::int64_t> sizes{2};
        constant.shape =
            draw.memory().share(ast::shape{ast::array_shape{{ast::element_kind::u8, {}},
                                                            draw.list(std::vector{ast::dimension{2, {}}}),
                                                            ast::layout{draw.list(std::vector<std::int64_t>{0}), {}},
                                                            false}});
        ast::array_literal literal;
        literal.dimensions = draw.list(sizes);
        literal.elements = draw.list(std::vector<std::int64_t>{1, draw.from().chance(2) ? 256 : -1});
        constant.body = draw.memory().make(ast::literal{literal});
        refused_for(entry::instruction, constant, finding_id::literal_element);
        literal.dimensions = draw.list(std::vector<std::int64_t>{3});
        literal.elements = draw.list(std::vector<std::int64_t>{1, 2, 3});
        constant.body = draw.memory().make(ast::literal{literal});
        refused_for(entry::instruction, constant, finding_id::literal_shape);
        // Unsorted frontend attributes.
        auto negate = carrier({ast::opcode_kind::negate, ast::async_suffix::none, {}});
        ast::attribute frontend;
        frontend.key.kind = ast::attribute_kind::frontend_attributes;
        frontend.value = ast::frontend_attributes{draw.list(std::vector<ast::frontend_attribute>{
            {"b", {"1", ast::text_form::either}}, {draw.from().chance(2) ? "b" : "a", {"1", ast::text_form::either}}})};
        negate.body = draw.list(std::vector<ast::operand>{{"y", {}}});
        negate.attributes = draw.memory().make_list({frontend});
        refused_for(entry::instruction, negate, finding_id::frontend_order);
        // A single operand without shape, or with one.
        auto add = carrier({ast::opcode_kind::add, ast::async_suffix::none, {}});
        const auto shape = draw.memory().make(draw.shape(1));
        const auto one = draw.from().below(3);
        std::vector<ast::operand> operands(3, ast::operand{"x", {}});
        const bool with = draw.from().chance(2);
        for (std::size_t k = 0; k < 3; ++k)
            if ((k == one) == with) operands[k].detail = draw.memory().share(ast::operand_detail{shape});
        add.body = draw.list(operands);
        refused_for(entry::instruction, add, finding_id::operand_shapes);
        // Two exchanged attributes.
        auto reduce = carrier({ast::opcode_kind::reduce, ast::async_suffix::none, {}});
        reduce.attributes = draw.memory().make_list({draw.attribute(reduce.opcode, ast::attribute_kind::to_apply),
                                                     draw.attribute(reduce.opcode, ast::attribute_kind::dimensions)});
        refused_for(entry::instruction, reduce, finding_id::attribute_order);
    });
}

// Whole files of every kind are dated to a period that contains their time.
TEST(Trees, FilesReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto kinds = kinds_at(draw.when());
        auto dump = draw.dump(kinds[draw.from().below(kinds.size())]);
        holds_all_rules(dump);
        const auto text = print(dump);
        const auto result = parse(text);
        if (!result.accepted()) {
            const auto& why = result.findings.front();
            RC_FAIL(text + "\n" + why.message.text() + " at line " +
                    std::to_string(line_table(text).place_of(why.begin).line));
        }
        const auto& read = result.value->dump();
        check_forms(read.forms, dump.forms);
        dump.forms = read.forms;
        if (const auto other = ast::first_difference(dump, read))
            RC_FAIL("reads back as another tree, " + other->to_string("dump") + "\n" + text);
        RC_ASSERT(print(*result.value) == text);
        const auto report = date(result.value->witnesses());
        if (!report.possible.contains(draw.when()) || report.skewed)
            RC_FAIL("drawn for " + std::to_string(draw.when()) + ", dated " + report.possible.to_string() + "\n" +
                    text);
        for (const auto& w : result.value->witnesses()) seen.count(info(w.which).name);
    });
}

namespace {

template <typename Tree>
bool has_unread(const Tree&)
{
    return false;
}
bool has_unread(const ast::module_text& text)
{
    for (const auto& computation : text.computations)
        for (const auto& line : computation.instructions)
            if (!line.instruction()) return true;
    return false;
}

// The same for files beside dumps; `get` returns the tree of a document.
template <typename Tree, typename Get>
void reads_back_whole(generate::nodes& draw, Tree tree, Get get)
{
    const auto text = print(tree);
    const auto result = parse(text);
    if (!result.accepted()) RC_FAIL(text + "\n" + result.findings.front().message.text());
    const Tree* const read = get(*result.value);
    RC_ASSERT(read != nullptr);
    if constexpr (requires { tree.forms; }) {
        check_forms(read->forms, tree.forms);
        tree.forms = read->forms;
    }
    if (const auto other = ast::first_difference(tree, *read))
        RC_FAIL("reads back as another tree, " + other->to_string("tree") + "\n" + text);
    RC_ASSERT(print(*result.value) == text);
    RC_ASSERT(recognise(text) != has_unread(tree));
    const auto report = date(result.value->witnesses());
    if (!report.possible.contains(draw.when()) || report.skewed)
        RC_FAIL("drawn for " + std::to_string(draw.when()) + ", dated " + report.possible.to_string() + "\n" + text);
}

} // namespace

TEST(Trees, UsageReportsReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        if (!generate::reports_at(draw.when())) return;
        const auto report = draw.usage_report();
        holds_all_rules(report);
        seen.count(report.program() ? "of a program" : "by memory space");
        reads_back_whole(draw, report, [](const document& read) { return read.usage_report(); });
    });
}

TEST(Trees, OomReportsReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        reads_back_whole(draw, draw.allocation_statistics(), [](const document& read) { return read.statistics(); });
        if (!generate::oom_reports_at(draw.when())) return;
        const auto report = draw.oom_report();
        holds_all_rules(report);
        seen.count(report.peak() ? "of buffers" : "of allocations");
        reads_back_whole(draw, report, [](const document& read) { return read.oom_report(); });
    });
}

TEST(Trees, TpuReportsReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto era = static_cast<tpu_era>(draw.from().below(5));
        const auto report = draw.tpu_report(era);
        holds_all_rules(report);
        seen.count(report.by_space() ? "by memory space" : "of one line");
        const auto eras = eras_of(report);
        RC_ASSERT(eras && eras->first <= era && era <= eras->last);
        reads_back_whole(draw, report, [](const document& read) { return read.tpu_report(); });
        const auto usage = draw.tpu_usage();
        holds_all_rules(usage);
        reads_back_whole(draw, usage, [](const document& read) { return read.tpu_usage(); });
    });
}

TEST(Trees, ModuleTextsReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto text = draw.module_text();
        holds_all_rules(text);
        seen.count(text.tables ? "with tables" : "without tables");
        seen.count(has_unread(text) ? "with unread pieces" : "without unread pieces");
        seen.count(text.input_output_alias.empty() ? "without aliases" : "with aliases");
        reads_back_whole(draw, text, [](const document& read) { return read.module_text(); });
    });
}

TEST(Trees, MessagesAboutMemoryReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution& seen) {
        const auto message = draw.memory_message();
        holds_all_rules(message);
        seen.count(message.is<ast::memory_failure>() ? "errors" : "notes");
        reads_back_whole(draw, message, [](const document& read) { return read.memory_message(); });
    });
}

TEST(Trees, TablesOfBuffersReadBackEqual)
{
    for_nodes([](generate::nodes& draw, distribution&) {
        if (!generate::buffer_info_at(draw.when())) return;
        reads_back_whole(draw, draw.buffer_info(), [](const document& read) { return read.buffer_info(); });
    });
}

} // namespace ballast::tests
