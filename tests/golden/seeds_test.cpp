// The contents of the five dumps with which the project started.
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

using ast::element_kind;
using ast::opcode_kind;

document seed(const char* name) { return accepted(read_file(*corpus() / "seeds" / name)); }

const ast::peak& peak_of(const ast::dump& dump) { return std::get<ast::peak>(dump.ranges()->summary); }

} // namespace

TEST(Corpus, IsThereOrSaidToBeAbsent)
{
    if (!corpus())
        std::puts("BALLAST_CORPUS is not set: the real dumps are not read in this run");
    else
        EXPECT_TRUE(fs::is_directory(*corpus())) << *corpus();
}

// The tests below return at once if there is no corpus; the one above reports that.

TEST(Seed000, IsASlicedArray)
{
    if (!corpus()) return;
    const auto doc = seed("000_f0c1ace28ff0e967.txt");
    const auto& d = doc.dump();
    EXPECT_EQ(d.kind, ast::dump_kind::combined);
    EXPECT_EQ(d.forms.from_instruction, ast::from_form::tight);
    EXPECT_EQ(d.forms.value_lines, ast::value_line_form::v4);
    EXPECT_EQ(d.forms.empty_uses, ast::empty_uses_form::bare);
    EXPECT_EQ(d.forms.index_marks, ast::index_mark_form::unseen);
    ASSERT_EQ(d.allocations.size(), 6U);
    const auto& a0 = d.allocations[0];
    EXPECT_EQ(a0.number, 0);
    EXPECT_EQ(a0.pointer, 0x15308170U);
    EXPECT_EQ(a0.size, 262144);
    EXPECT_EQ(a0.color, 0);
    EXPECT_FALSE(a0.page);
    ASSERT_TRUE(a0.parameter);
    EXPECT_EQ(a0.parameter->number, 0);
    EXPECT_EQ(dims(*a0.parameter->shape), (numbers{1024, 16, 4}));
    EXPECT_EQ(list_of(a0.parameter->index), numbers{});
    EXPECT_FALSE(a0.parameter->unknown_shape);
    EXPECT_FALSE(a0.maybe_live_out);
    ASSERT_EQ(a0.values.size(), 1U);
    EXPECT_EQ(a0.values[0].value.id, 0);
    EXPECT_EQ(a0.values[0].value.name, "Arg_0.1");
    EXPECT_FALSE(a0.values[0].value.index);
    EXPECT_EQ(a0.values[0].value.color, 0);
    EXPECT_FALSE(a0.values[0].value.phi);
    EXPECT_EQ(type(a0.values[0].shape), element_kind::f32);
    EXPECT_EQ(order(a0.values[0].shape), (numbers{2, 1, 0}));
    const auto& a5 = d.allocations[5];
    EXPECT_EQ(a5.pointer.value() - d.allocations[4].pointer.value(), 0xb0U);
    EXPECT_FALSE(a5.parameter);
    ASSERT_TRUE(a5.output_shape);
    EXPECT_EQ(a5.output_shape->tuple()->elements.size(), 4U);
    EXPECT_EQ(dims(part(*a5.output_shape, 3)), (numbers{1024, 4, 4}));
    EXPECT_TRUE(a5.maybe_live_out);
    EXPECT_FALSE(a5.preallocated_temp);
    EXPECT_EQ(list_of(a5.values[0].value.index), numbers{});
    EXPECT_EQ(order(part(a5.values[0].shape, 0)), (numbers{2, 1, 0}));
    ASSERT_TRUE(d.total);
    EXPECT_EQ(d.total->bytes, 524320);
    EXPECT_EQ(d.total->human, (ast::human_size{5120, ast::size_unit::kib}));
    ASSERT_EQ(d.used_values.size(), 6U);
    const auto& v0 = d.used_values[0];
    EXPECT_EQ(v0.detail.positions.size(), 1U);
    ASSERT_EQ(v0.detail.uses.size(), 4U);
    EXPECT_EQ(v0.detail.uses[3].name, "slice.5");
    EXPECT_EQ(v0.detail.uses[3].operand, 0);
    EXPECT_FALSE(v0.detail.uses[3].index);
    EXPECT_EQ(v0.instruction->opcode.kind, opcode_kind::parameter);
    EXPECT_EQ(std::get<ast::parameter_number>(v0.instruction->body).number, 0);
    const auto& v2 = d.used_values[2];
    EXPECT_EQ(v2.detail.positions[1].name, "tuple.6");
    EXPECT_EQ(list_of(v2.detail.positions[1].index), numbers{1});
    EXPECT_EQ(v2.detail.uses[0].operand, 1);
    EXPECT_EQ(v2.instruction->opcode.kind, opcode_kind::slice);
    EXPECT_EQ(attribute(*v2.instruction, "slice"), "{[0:1024], [4:8], [0:4]}");
    ASSERT_TRUE(v2.instruction->metadata());
    EXPECT_EQ(v2.instruction->metadata()->source_line, 958);
    EXPECT_TRUE(v2.instruction->metadata()->op_type.empty());
    EXPECT_EQ(dims(*operands(*v2.instruction)[0].detail->shape), (numbers{1024, 16, 4}));
    EXPECT_TRUE(d.used_values[5].detail.uses.empty());
    EXPECT_EQ(operands(*d.used_values[5].instruction).size(), 4U);
    const auto& r = *d.ranges();
    EXPECT_EQ(r.max, 6);
    EXPECT_EQ(r.sequence[1].name, "slice.5");
    EXPECT_EQ(r.rows[4].start, 1);
    EXPECT_EQ(r.rows[4].end, 6);
    EXPECT_EQ(peak_of(d).moment, 5);
    ASSERT_EQ(peak_of(d).rows.size(), 6U);
    EXPECT_FALSE(peak_of(d).rows[5].index);
    EXPECT_FALSE(peak_of(d).rows[5].cumulative);
    EXPECT_EQ(peak_of(d).rows[5].bytes, 32);
    EXPECT_FALSE(peak_of(d).stack_trace);
    EXPECT_EQ(date(doc.witnesses()).possible.to_string(), "D10..D10 2021-09-23..2022-09-07");
}

TEST(Seed001, HasAStackTrace)
{
    if (!corpus()) return;
    const auto doc = seed("001_79ae6c566c7e6550.txt");
    const auto& d = doc.dump();
    EXPECT_EQ(d.forms.from_instruction, ast::from_form::own_line);
    ASSERT_EQ(d.allocations.size(), 6U);
    EXPECT_FALSE(d.allocations[0].pointer);
    EXPECT_EQ(d.allocations[0].size, 20971520);
    EXPECT_EQ(type(*d.allocations[0].parameter->shape), element_kind::bf16);
    EXPECT_EQ(dims(*d.allocations[0].parameter->shape), (numbers{5120, 2048}));
    EXPECT_EQ(d.allocations[1].values[0].value.id, 17);
    EXPECT_EQ(d.allocations[1].values[0].value.name, "slice_convert_fusion.3");
    EXPECT_EQ(d.allocations[4].values[0].value.name, "slice_convert_fusion");
    EXPECT_TRUE(d.allocations[4].maybe_live_out);
    EXPECT_EQ(d.allocations[5].size, 32);
    EXPECT_EQ(dims(part(*d.allocations[5].output_shape, 0)), (numbers{1280, 2048}));
    EXPECT_EQ(d.total->bytes, 41943072);
    EXPECT_EQ(d.total->human, (ast::human_size{4000, ast::size_unit::mib}));
    ASSERT_EQ(d.used_values.size(), 6U);
    EXPECT_EQ(d.used_values[0].value.id, 16);
    EXPECT_EQ(d.used_values[0].detail.uses.size(), 4U);
    EXPECT_EQ(d.used_values[0].detail.uses[1].name, "slice_convert_fusion");
    EXPECT_EQ(d.used_values[0].instruction->metadata()->op_name, "self");
    EXPECT_EQ(d.used_values[0].instruction->metadata()->source_line, 0);
    const auto& fusion = *d.used_values[1].instruction;
    EXPECT_EQ(fusion.opcode.kind, opcode_kind::fusion);
    EXPECT_EQ(operands(fusion)[0].name, "self.1");
    EXPECT_FALSE(operands(fusion)[0].detail->shape);
    EXPECT_EQ(attribute(fusion, "kind"), "kLoop");
    EXPECT_EQ(attribute(fusion, "calls"), "%fused_computation.3");
    EXPECT_EQ(attribute(fusion, "backend_config"), "{\"outer_dimension_partitions\":[\"14\"]}");
    EXPECT_EQ(fusion.attributes.size(), 3U);
    EXPECT_FALSE(fusion.metadata());
    const auto& r = *d.ranges();
    EXPECT_EQ(r.max, 6);
    EXPECT_EQ(r.sequence.size(), 6U);
    EXPECT_EQ(r.rows[2].name, "slice_convert_fusion.2");
    EXPECT_EQ(r.rows[2].start, 4);
    const auto& p = peak_of(d);
    EXPECT_EQ(p.moment, 5);
    ASSERT_EQ(p.rows.size(), 6U);
    EXPECT_EQ(p.rows[0].name, "self.1");
    EXPECT_EQ(list_of(p.rows[0].index), numbers{});
    EXPECT_EQ(p.rows[4].cumulative, 41943040);
    EXPECT_EQ(p.rows[5].bytes, 32);
    ASSERT_TRUE(p.stack_trace);
    const auto& t = *p.stack_trace;
    EXPECT_EQ(t.total, 41943072);
    ASSERT_EQ(t.rows.size(), 7U);
    EXPECT_EQ(t.rows[0].depth, 0);
    EXPECT_EQ(t.rows[0].branch, ast::branch::top);
    EXPECT_EQ(t.rows[0].label, "main.1");
    EXPECT_EQ(t.rows[0].tenths, 1000);
    EXPECT_EQ(t.rows[0].current, 0);
    EXPECT_EQ(t.rows[1].depth, 1);
    EXPECT_EQ(t.rows[1].branch, ast::branch::inner);
    EXPECT_EQ(t.rows[1].label, "self");
    EXPECT_EQ(t.rows[1].tenths, 500);
    EXPECT_EQ(t.rows[1].total, 20971520);
    EXPECT_EQ(t.rows[1].remaining, 20971552);
    EXPECT_EQ(t.rows[2].tenths, 125);
    EXPECT_EQ(t.rows[6].branch, ast::branch::last);
    EXPECT_EQ(t.rows[6].label, "tuple.1");
    EXPECT_EQ(t.rows[6].tenths, 0);
    EXPECT_EQ(t.rows[6].remaining, 0);
    EXPECT_EQ(date(doc.witnesses()).possible.to_string(), "D17..D18 2025-07-23..2026-04-03");
}

TEST(Seed002, HasTilesThreadLocalsAndAnEmptyTemp)
{
    if (!corpus()) return;
    const auto doc = seed("002_58de9a4b501a9eb8.txt");
    const auto& d = doc.dump();
    ASSERT_EQ(d.allocations.size(), 20U);
    EXPECT_TRUE(d.allocations[0].thread_local_);
    EXPECT_FALSE(d.allocations[0].constant);
    EXPECT_EQ(d.allocations[0].size, 4096);
    EXPECT_EQ(d.allocations[0].values[0].value.id, 11);
    EXPECT_EQ(type(d.allocations[0].values[0].shape), element_kind::u32);
    EXPECT_TRUE(dims(d.allocations[0].values[0].shape).empty());
    EXPECT_FALSE(d.allocations[0].values[0].shape->array()->layout);
    EXPECT_EQ(dims(*d.allocations[1].parameter->shape), (numbers{4, 2}));
    EXPECT_EQ(order(d.allocations[1].values[0].shape), (numbers{0, 1}));
    EXPECT_EQ(tile(d.allocations[1].values[0].shape), (numbers{2, 128}));
    EXPECT_EQ(space(d.allocations[1].values[0].shape), 0);
    EXPECT_EQ(list_of(d.allocations[2].values[0].value.index), numbers{0});
    EXPECT_EQ(tile(d.allocations[2].values[0].shape), numbers{128});
    EXPECT_EQ(list_of(d.allocations[5].values[0].value.index), numbers{3});
    EXPECT_EQ(d.allocations[6].output_shape->tuple()->elements.size(), 4U);
    EXPECT_EQ(tile(part(d.allocations[6].values[0].shape, 2)), numbers{128});
    EXPECT_TRUE(d.allocations[17].thread_local_);
    EXPECT_TRUE(d.allocations[18].preallocated_temp);
    EXPECT_EQ(d.allocations[18].values[0].value.id, 24);
    EXPECT_EQ(d.allocations[19].size, 0);
    EXPECT_EQ(d.allocations[19].color, 1);
    EXPECT_TRUE(d.allocations[19].preallocated_temp);
    EXPECT_TRUE(d.allocations[19].values.empty());
    EXPECT_EQ(d.total->bytes, 52288);
    EXPECT_EQ(d.total->human, (ast::human_size{511, ast::size_unit::kib}));
    ASSERT_EQ(d.used_values.size(), 19U);
    EXPECT_EQ(d.used_values[2].instruction->opcode.kind, opcode_kind::add);
    EXPECT_EQ(operands(*d.used_values[2].instruction)[1].name, "rhs");
    EXPECT_TRUE(d.used_values[2].detail.uses.empty());
    EXPECT_EQ(d.used_values[12].value.id, 23);
    EXPECT_EQ(d.used_values[12].instruction->metadata()->op_name, "x");
    const auto& reduce = d.used_values[13];
    EXPECT_EQ(reduce.value.id, 24);
    EXPECT_EQ(list_of(reduce.value.index), numbers{});
    EXPECT_EQ(reduce.detail.uses[3].name, "get-tuple-element.3");
    EXPECT_EQ(list_of(reduce.detail.uses[3].index), numbers{});
    EXPECT_EQ(reduce.instruction->shape->tuple()->elements.size(), 4U);
    EXPECT_EQ(reduce.instruction->metadata()->source_line, 136);
    const auto& second = d.used_values[15];
    EXPECT_EQ(second.detail.positions.size(), 3U);
    EXPECT_EQ(list_of(second.detail.positions[1].index), numbers{2});
    EXPECT_FALSE(second.detail.positions[2].index);
    EXPECT_EQ(operands(*d.used_values[18].instruction)[0].name, "get-tuple-element.3");
    const auto& r = *d.ranges();
    EXPECT_EQ(r.max, 7);
    EXPECT_EQ(r.sequence[5].name, "get-tuple-element");
    EXPECT_EQ(r.rows[1].end, 5);
    EXPECT_EQ(list_of(r.rows[2].index), numbers{0});
    EXPECT_EQ(peak_of(d).moment, 6);
    EXPECT_EQ(list_of(peak_of(d).rows[5].index), numbers{3});
    EXPECT_EQ(peak_of(d).rows[5].cumulative, 96);
    EXPECT_EQ(date(doc.witnesses()).possible.to_string(), "D16..D16 2025-05-16..2025-07-23");
}

TEST(Seed003, CallsALibrary)
{
    if (!corpus()) return;
    const auto doc = seed("003_491faa5ce21a17c6.txt");
    const auto& d = doc.dump();
    ASSERT_EQ(d.allocations.size(), 5U);
    EXPECT_EQ(d.allocations[0].pointer, 0x399be10U);
    EXPECT_EQ(d.allocations[1].parameter->number, 1);
    EXPECT_EQ(dims(*d.allocations[1].parameter->shape), (numbers{1024, 4, 4}));
    ASSERT_EQ(d.allocations[2].values.size(), 2U);
    EXPECT_EQ(d.allocations[2].values[1].value.name, "cublas-gemm.1");
    EXPECT_EQ(d.allocations[2].values[1].value.id, 4);
    EXPECT_EQ(d.allocations[2].values[1].offset, 0);
    EXPECT_EQ(d.allocations[2].values[1].size, 4096);
    EXPECT_EQ(d.allocations[3].output_shape->tuple()->elements.size(), 1U);
    EXPECT_TRUE(d.allocations[4].preallocated_temp);
    EXPECT_EQ(d.allocations[4].pointer, 0x399c0d0U);
    EXPECT_EQ(d.total->bytes, 593928);
    EXPECT_EQ(d.total->human, (ast::human_size{5800, ast::size_unit::kib}));
    ASSERT_EQ(d.used_values.size(), 6U);
    EXPECT_EQ(attribute(*d.used_values[0].instruction, "sharding"), "{replicated}");
    EXPECT_EQ(attribute(*d.used_values[1].instruction, "sharding"), "{devices=[1,4,1]0,1,2,3}");
    EXPECT_EQ(d.used_values[1].detail.positions[1].name, "bitcast.1");
    EXPECT_EQ(d.used_values[1].detail.uses[1].operand, 1);
    const auto& negate = *d.used_values[2].instruction;
    EXPECT_EQ(negate.opcode.kind, opcode_kind::negate);
    EXPECT_EQ(negate.metadata()->op_type, "neg");
    EXPECT_EQ(negate.metadata()->op_name, "parallelize(func_shard_parallel)/neg");
    EXPECT_EQ(negate.metadata()->source_file, "test_auto_sharding_basic.py");
    EXPECT_EQ(negate.metadata()->source_line, 53);
    EXPECT_EQ(dims(*operands(negate)[0].detail->shape), (numbers{64, 16}));
    const auto& gemm = *d.used_values[4].instruction;
    EXPECT_EQ(gemm.opcode.kind, opcode_kind::custom_call);
    EXPECT_EQ(gemm.opcode.suffix, ast::async_suffix::none);
    ASSERT_EQ(operands(gemm).size(), 2U);
    EXPECT_EQ(order(*operands(gemm)[1].detail->shape), (numbers{1, 0}));
    EXPECT_EQ(attribute(gemm, "custom_call_target"), "\"__cublas$gemm\"");
    EXPECT_TRUE(attribute(gemm, "backend_config").starts_with("\"{\\\"alpha_real\\\":1"));
    EXPECT_EQ(gemm.attributes.size(), 3U);
    EXPECT_EQ(gemm.attributes[1].key.kind, ast::attribute_kind::metadata);
    EXPECT_EQ(attribute(*d.used_values[5].instruction, "calls"), "%fused_computation");
    const auto& r = *d.ranges();
    EXPECT_EQ(r.max, 7);
    EXPECT_EQ(r.sequence[3].number, 3);
    EXPECT_EQ(r.sequence[3].name, "fusion");
    EXPECT_EQ(r.rows[2].name, "negate.0");
    EXPECT_EQ(r.rows[5].start, 3);
    EXPECT_EQ(r.rows[5].end, 4);
    EXPECT_EQ(peak_of(d).moment, 5);
    ASSERT_EQ(peak_of(d).rows.size(), 4U);
    EXPECT_EQ(peak_of(d).rows[3].bytes, 4096);
    EXPECT_EQ(date(doc.witnesses()).possible.to_string(), "D10..D10 2021-09-23..2022-09-07");
}

TEST(Seed004, UsesFourMemorySpaces)
{
    if (!corpus()) return;
    const auto doc = seed("004_f7d316536d8a2672.txt");
    const auto& d = doc.dump();
    ASSERT_EQ(d.allocations.size(), 8U);
    EXPECT_EQ(d.allocations[0].parameter->number, 2);
    EXPECT_EQ(type(*d.allocations[0].parameter->shape), element_kind::s32);
    const ast::shape& scalar = d.allocations[0].values[0].shape;
    EXPECT_TRUE(dims(scalar).empty());
    EXPECT_TRUE(order(scalar).empty());
    EXPECT_EQ(tile(scalar), numbers{128});
    EXPECT_EQ(tile(d.allocations[1].values[0].shape), (numbers{8, 128}));
    EXPECT_EQ(dims(*d.allocations[2].output_shape), (numbers{1, 5}));
    EXPECT_EQ(tile(d.allocations[2].values[0].shape), (numbers{1, 128}));
    EXPECT_EQ(d.allocations[4].color, 1);
    EXPECT_EQ(d.allocations[4].values[0].value.color, 1);
    EXPECT_EQ(list_of(d.allocations[4].values[0].value.index), numbers{0});
    EXPECT_EQ(space(d.allocations[4].values[0].shape), 1);
    const ast::shape& copy_start = d.allocations[5].values[0].shape;
    ASSERT_EQ(copy_start.tuple()->elements.size(), 3U);
    EXPECT_EQ(space(part(copy_start, 0)), 1);
    EXPECT_EQ(space(part(copy_start, 1)), 0);
    EXPECT_EQ(space(part(copy_start, 2)), 2);
    EXPECT_EQ(type(part(copy_start, 2)), element_kind::u32);
    EXPECT_TRUE(part(copy_start, 2).array()->layout->suffixes->tiles.empty());
    EXPECT_EQ(d.allocations[6].color, 2);
    EXPECT_EQ(d.allocations[7].color, 6);
    EXPECT_EQ(d.allocations[7].values[1].offset, 512);
    EXPECT_EQ(d.allocations[7].values[1].value.color, 6);
    EXPECT_EQ(space(d.allocations[7].values[1].shape), 6);
    EXPECT_EQ(d.total->bytes, 18980);
    ASSERT_EQ(d.used_values.size(), 9U);
    EXPECT_EQ(list_of(d.used_values[0].detail.positions[1].index), numbers{1});
    EXPECT_EQ(list_of(d.used_values[0].detail.uses[1].index), numbers{1});
    const auto& start = *d.used_values[1].instruction;
    EXPECT_EQ(start.opcode.kind, opcode_kind::copy_start);
    EXPECT_EQ(start.opcode.suffix, ast::async_suffix::none);
    EXPECT_EQ(attribute(start, "cross_program_prefetch_index"), "0");
    EXPECT_EQ(d.used_values[4].instruction->metadata()->op_name, "args[1]");
    const auto& slice = *d.used_values[8].instruction;
    EXPECT_EQ(slice.opcode.kind, opcode_kind::dynamic_slice);
    EXPECT_EQ(operands(slice).size(), 3U);
    EXPECT_EQ(attribute(slice, "dynamic_slice_sizes"), "{1,5}");
    EXPECT_EQ(slice.metadata()->source_line, 96);
    EXPECT_TRUE(attribute(slice, "backend_config").starts_with("{\"flag_configs\":[]"));
    const auto& r = *d.ranges();
    EXPECT_EQ(r.max, 8);
    EXPECT_EQ(r.sequence[6].name, "copy-done");
    EXPECT_EQ(list_of(r.rows[3].index), numbers{2});
    EXPECT_EQ(r.rows[5].start, 5);
    EXPECT_EQ(peak_of(d).moment, 7);
    ASSERT_EQ(peak_of(d).rows.size(), 7U);
    EXPECT_EQ(peak_of(d).rows[1].cumulative, 4096);
    EXPECT_EQ(peak_of(d).rows[6].cumulative, 4132);
    EXPECT_EQ(date(doc.witnesses()).possible.to_string(), "D16..D16 2025-05-16..2025-07-23");
}

TEST(Corpus, RoundTripsEveryDump)
{
    if (!corpus()) return;
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        const auto name = entry.path().filename().string();
        const bool seed_file = entry.path().parent_path().filename() == "seeds";
        if (!seed_file && !name.ends_with("-buffer-assignment.txt") &&
            !name.ends_with("-buffer-assignment-values.txt") && !name.ends_with("-live-range.txt") &&
            !name.ends_with("-memory-usage-report.txt"))
            continue;
        auto text = read_file(entry.path());
        // The last empty lines are missing, because these files were checked in with trailing white space removed.
        if (text.starts_with("Memory Space: ") && !text.ends_with("\n\n\n")) text += "\n\n";
        const auto result = parse(text);
        ASSERT_TRUE(result.accepted()) << entry.path() << ": " << result.findings.front().message.text();
        EXPECT_TRUE(print(*result.value) == text) << entry.path();
        EXPECT_TRUE(recognise(text)) << entry.path();
        // Forks have element types of their own.
        for (const auto& f : result.findings)
            EXPECT_EQ(f.id, finding_id::unknown_element_type) << entry.path() << ": " << f.message.text();
        ++count;
    }
    EXPECT_GE(count, 35U);
}

} // namespace ballast::tests
