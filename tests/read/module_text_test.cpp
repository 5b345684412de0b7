// Module texts: the header, the tables, and the lines of computations.
#include "ballast/text.hpp"
#include "ballast/well_formed.hpp"
#include "generate/entries.hpp"
#include "generate/nodes.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

const std::string computation = "\nENTRY %main () -> f32[] {\n  ROOT %c = f32[] constant(1)\n}\n\n";

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("not there: " + std::string(from));
    return text.replace(at, from.size(), to);
}

// The findings in the lines of one computation.
computation_lines lines_of(const std::string& lines, std::size_t max_errors = 0)
{
    const auto read = parse("HloModule m\n\nENTRY main {\n" + lines + "}\n\n", {.max_errors = max_errors});
    if (!read.accepted()) throw std::runtime_error(read.findings.front().message.text());
    return read_computations(*read.value, max_errors);
}

} // namespace

// jaxlib 0.12 prints marks of operands only in long text, and marks of shapes in both.
TEST(ModuleText, ShortTextMayLackMarksOfOperands)
{
    const std::string marked = "f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[]";
    const auto tuple = [&](const std::string& shape, const std::string& operands) {
        return lines_of("  a = f32[] parameter(0)\n  ROOT t = (" + shape + ") tuple(" + operands + ")\n").findings;
    };
    EXPECT_TRUE(tuple(marked, "a, a, a, a, a, a").empty());
    EXPECT_TRUE(tuple(marked, "a, a, a, a, a, /*index=5*/a").empty());
    EXPECT_FALSE(tuple(marked, "a, a, a, a, /*index=4*/a, a").empty());
    EXPECT_FALSE(tuple(replaced(marked, "/*index=5*/", ""), "a, a, a, a, a, /*index=5*/a").empty());
    const auto long_text = lines_of("  ROOT %t = (" + marked + ") tuple(%a, %a, %a, %a, %a, %a)\n").findings;
    ASSERT_EQ(long_text.size(), 1U);
    EXPECT_EQ(long_text[0].id, finding_id::mixed_eras);
}

TEST(ModuleText, HasAHeaderOfItems)
{
    const auto read = accepted(golden_dump("module_text.txt"));
    const auto* const text = read.module_text();
    ASSERT_TRUE(text);
    EXPECT_EQ(text->name, "jit_step");
    EXPECT_TRUE(text->is_scheduled);
    ASSERT_EQ(text->input_output_alias.size(), 2U);
    const auto& second = text->input_output_alias[1];
    EXPECT_FALSE(text->input_output_alias[0].must);
    EXPECT_EQ(list_of(second.output), (numbers{1, 0}));
    EXPECT_EQ(second.parameter, 3);
    EXPECT_EQ(list_of(second.index), numbers{1});
    EXPECT_TRUE(second.must);
    ASSERT_EQ(text->buffer_donor.size(), 2U);
    EXPECT_EQ(text->buffer_donor[0].parameter, 2);
    EXPECT_EQ(list_of(text->buffer_donor[1].index), numbers{0});
    EXPECT_TRUE(text->alias_passthrough_params);
    const auto& layout = *text->entry_computation_layout;
    ASSERT_EQ(layout.parameters.size(), 6U);
    EXPECT_EQ(dims(layout.parameters[1]), (numbers{8, 16}));
    EXPECT_EQ(order(layout.parameters[1]), (numbers{1, 0}));
    EXPECT_EQ(tile(part(layout.parameters[3], 0)), (numbers{2, 128}));
    EXPECT_EQ(space(part(layout.parameters[3], 0)), 1);
    EXPECT_EQ(layout.result.tuple()->elements.size(), 2U);
    ASSERT_TRUE(text->propagation_to_parameters);
    EXPECT_EQ(text->propagation_to_parameters->size(), 2U);
    EXPECT_FALSE((*text->propagation_to_parameters)[1]);
    EXPECT_EQ(text->replica_count, 4);
    EXPECT_EQ(text->num_partitions, 2);
    EXPECT_EQ(read.dump(), ast::dump{});
}

TEST(ModuleText, HasTablesOfStackFrames)
{
    const auto read = accepted(golden_dump("module_text.txt"));
    const auto& tables = *read.module_text()->tables;
    ASSERT_EQ(tables.file_names.size(), 2U);
    EXPECT_EQ(unescaped(tables.file_names[1].text), "model/it's \xC3\xA9.py");
    EXPECT_EQ(tables.function_names[2].number, 3);
    ASSERT_EQ(tables.file_locations.size(), 3U);
    const auto& location = tables.file_locations[1];
    EXPECT_EQ(location.file_name_id, 1);
    EXPECT_EQ(location.function_name_id, 2);
    EXPECT_EQ((numbers{location.line, location.end_line, location.column, location.end_column}),
              (numbers{12, 14, 4, 31}));
    EXPECT_EQ(tables.stack_frames[0].parent, 0);
    EXPECT_EQ(tables.stack_frames[2].parent, 2);
    const auto other = accepted(golden_dump("module_text_short.txt"));
    EXPECT_FALSE(other.module_text()->tables);
}

TEST(ModuleText, KeepsItemsOnSeveralLinesAsText)
{
    const auto read = accepted(golden_dump("module_text_short.txt"));
    const auto& text = *read.module_text();
    EXPECT_TRUE(text.origin_recovery_table.starts_with("{\n  {\"add.3\"}"));
    EXPECT_TRUE(text.origin_recovery_table.ends_with("\n  \"\n}"));
    EXPECT_EQ(text.debug_attributes, "{\n  {note=\"a \\\"}\\\" b\"}\n}");
    ASSERT_EQ(text.frontend_attributes.entries.size(), 2U);
    EXPECT_EQ(text.frontend_attributes.entries[1].key, "kind");
    EXPECT_EQ(refused("HloModule m, debug_attributes={\n}}\n" + computation).id, finding_id::module_text);
}

TEST(ModuleText, KeepsUnknownItems)
{
    const auto result =
        parse("HloModule m, is_scheduled=true, flavor=sweet, replica_count=3, table={\n  a\n}\n" + computation);
    ASSERT_TRUE(result.accepted());
    const auto& items = result.value->module_text()->unknown_items;
    ASSERT_EQ(items.size(), 2U);
    EXPECT_EQ(items[0], (ast::unknown_item{1, "flavor=sweet"}));
    EXPECT_EQ(items[1], (ast::unknown_item{2, "table={\n  a\n}"}));
    EXPECT_EQ(result.value->module_text()->replica_count, 3);
    ASSERT_EQ(result.findings.size(), 2U);
    EXPECT_EQ(result.findings[0].id, finding_id::unknown_item);
    EXPECT_EQ(result.findings[0].severity, severity::warning);
    EXPECT_EQ(result.findings[0].message.text(),
              "the item of the header `flavor` is not known to this version; XLA may be newer");
}

// A known item comes at its place, and only if it is not empty.
TEST(ModuleText, RefusesItemsOutOfPlace)
{
    for (const auto* items :
         {", replica_count=2, is_scheduled=true", ", is_scheduled=true, is_scheduled=true", ", replica_count=1",
          ", num_partitions=01", ", is_scheduled=false", ", input_output_alias={  }", ", buffer_donor={}",
          ", allow_spmd_sharding_propagation_to_output={false}", ", entry_computation_layout={f32[]}",
          ", input_output_alias={ {0}: (1, {}) }", ", is_scheduled=true ", ",is_scheduled=true"})
        EXPECT_EQ(refused("HloModule m" + std::string(items) + "\n" + computation).id, finding_id::module_text)
            << items;
}

TEST(ModuleText, HasAliasesOfWhatTheEntryHas)
{
    const std::string layout = ", entry_computation_layout={(f32[4]{0}, (f32[], s32[]))->(f32[], f32[4]{0})}";
    const auto with = [&](const std::string& items) { return "HloModule m" + items + layout + "\n" + computation; };
    EXPECT_TRUE(parse(with(", input_output_alias={ {1}: (0, {}, may-alias), {0}: (1, {0}, may-alias) }")).accepted());
    const auto part = refused(with(", input_output_alias={ {2}: (0, {}, may-alias) }"));
    EXPECT_EQ(part.id, finding_id::alias_part);
    EXPECT_EQ(part.message, "the result has no part {2}");
    EXPECT_EQ(context_rule_of(part), 19);
    EXPECT_EQ(refused(with(", input_output_alias={ {1}: (2, {}, may-alias) }")).message,
              "the entry has 2 parameters, none is number 2");
    EXPECT_EQ(refused(with(", buffer_donor={ (0, {}), (1, {2}) }")).message,
              "parameter 1 of the entry has no part {2}");
    const auto twice = refused(with(", input_output_alias={ {1}: (0, {}, may-alias), {1}: (1, {0}, may-alias) }"));
    EXPECT_EQ(twice.id, finding_id::alias_twice);
    EXPECT_EQ(twice.message, "part {1} of the result is aliased twice");
    EXPECT_EQ(refused(with(", buffer_donor={ (1, {1}), (0, {}), (1, {1}) }")).message,
              "part {1} of parameter 1 is donated twice");
    // Without the layout, nothing shows which parts exist.
    const auto read = accepted("HloModule m, buffer_donor={ (7, {3}) }\n" + computation);
    EXPECT_EQ(read.module_text()->buffer_donor[0].parameter, 7);
}

TEST(ModuleText, NumbersTheEntriesOfItsTables)
{
    const auto text = golden_dump("module_text.txt");
    const auto number = refused(replaced(text, "2 \"<module>\"", "4 \"<module>\""));
    EXPECT_EQ(number.id, finding_id::frame_number);
    EXPECT_EQ(number.message, "entry 4, expected entry 2");
    EXPECT_EQ(number.place.line, 9);
    const auto file = refused(replaced(text, "file_name_id=2", "file_name_id=3"));
    EXPECT_EQ(file.id, finding_id::frame_reference);
    EXPECT_EQ(file.message, "there is no file name 3, the table has 2");
    EXPECT_EQ(refused(replaced(text, "file_location_id=3", "file_location_id=0")).message,
              "there is no file location 0, the table has 3");
    EXPECT_EQ(refused(replaced(text, "parent_frame_id=3", "parent_frame_id=5")).message,
              "there is no stack frame 4, the table has 3");
    EXPECT_EQ(refused(replaced(text, "parent_frame_id=3", "parent_frame_id=4")).message,
              "stack frame 3 is its own parent");
    EXPECT_EQ(refused(replaced(text, "parent_frame_id=1", "parent_frame_id=0")).id, finding_id::module_text);
    EXPECT_EQ(refused(replaced(text, "parent_frame_id=3", "parent_frame_id=9223372036854775808")).id,
              finding_id::integer_range);
}

// A missing row is one finding: entries that refer to it are not checked.
TEST(ModuleText, GoesOnAfterAFault)
{
    auto text = replaced(golden_dump("module_text.txt"), "1 \"step\"", "1 step");
    const auto result = parse(text);
    ASSERT_FALSE(result.accepted());
    ASSERT_EQ(result.findings.size(), 1U) << result.findings[1].message.text();
    text = replaced(text, "column=11", "column=x");
    EXPECT_EQ(parse(text).findings.size(), 2U);
}

TEST(ModuleText, EndsWithALine)
{
    auto text = golden_dump("module_text_short.txt");
    text.resize(text.size() - 2);
    EXPECT_EQ(refused(text).id, finding_id::truncated);
    EXPECT_EQ(refused("HloModule m\n").id, finding_id::truncated);
    EXPECT_EQ(refused("HloModule m\n\n").id, finding_id::truncated);
}

TEST(ModuleText, HoldsItsInstructionsAgainstTheGrammar)
{
    for (const auto* name : {"module_text.txt", "module_text_short.txt"}) {
        const auto lines = read_computations(accepted(golden_dump(name)), 0);
        EXPECT_TRUE(lines.findings.empty()) << name << ": " << lines.findings.front().message.text();
    }
    const auto lines = read_computations(accepted(golden_dump("module_text.txt")));
    EXPECT_EQ(lines.instructions, 14U);
    const auto text = replaced(golden_dump("module_text.txt"), "add(%x, %x)", "add(%x,%x)");
    const auto read = accepted(text);
    const auto found = read_computations(read).findings;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].id, finding_id::instruction);
    EXPECT_EQ(static_cast<std::size_t>(found[0].begin), text.find(",%x)"));
    // Empty for other texts.
    EXPECT_EQ(read_computations(accepted(golden_dump("d17.txt"))).instructions, 0U);
}

// In short text, names have no `%`; places refer to the original text.
TEST(ModuleText, ReadsShortText)
{
    for (const auto* line :
         {"x = f32[] parameter(0)", "x = (f32[2]{0}, s32[]) tuple(a, b)", "x = () tuple()",
          "x = f32[] fusion(a, b, c, d, e, /*index=5*/f), kind=kLoop, calls=fused, metadata={op_name=\"a=b, c\"}",
          "x = (f32[], s32[]) while(t), condition=cond.1, body=body.1", "x = f32[2]{0} constant({1, 2})",
          "x = f32[] conditional(i, a, b), branch_computations={one, two}",
          "x = f32[] fusion(a), kind=kLoop, calls=f, control-predecessors={a, b}", "x = f32[] add(null , b)",
          "x = f32[] custom-call(a), custom_call_target=\"f, (g\", "
          "api_version=API_VERSION_TYPED_FFI, called_computations={f, g}",
          "x = f32[4]{0} add(f32[4]{0} a, f32[4]{0} b)",
          "x = f32[] call(a), to_apply=f, backend_config={\"a\":\"b, to_apply=c\"}"}) {
        const auto found = lines_of("  " + std::string(line) + "\n  ROOT " + line + "\n");
        EXPECT_EQ(found.instructions, 2U);
        EXPECT_TRUE(found.findings.empty()) << line << ": " << found.findings.front().message.text();
    }
    // A raw string ends where another attribute begins.
    EXPECT_TRUE(lines_of("  x = f32[] add(a, b), frontend_attributes={kind=\"a\",b=c\"}, control-predecessors={a}\n")
                    .findings.empty());
    // The list of an unknown key is text, too.
    const auto noted = lines_of("  x = f32[] add(a, b), strength=a, b, power=c, metadata={op_name=\"o\"}\n").findings;
    EXPECT_EQ(noted.size(), 2U);
    for (const auto& f : noted) EXPECT_EQ(f.id, finding_id::unknown_attribute) << f.message.text();
    const std::string text =
        "HloModule m\n\nENTRY main {\n  ROOT x = f32[] add(a, bb, c), metadata={op_name=it}\n}\n\n";
    const auto found = read_computations(accepted(text), 0).findings;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(static_cast<std::size_t>(found[0].begin), text.find("op_name="));
    EXPECT_EQ(lines_of("  x = f32[] add(a,b)\n").findings.front().message.text().find('%'), std::string::npos);
    // Text that is not an instruction is an error.
    for (const auto* line :
         {"", " ", "x", "x =", "x = f32[]", "x = f32[] add", "x = f32[] add(", "x = f32[] add(a", "x = f32[] add(a]",
          "x = f32[] add(,)", "x = f32[] add(a), calls=", "x = f32[] add(a), calls={f", "x = f32[] add(a), =",
          "x = f32[] add(a), \"", "x = f32[] add(/*", "%x = f32[] add(a, b)", "x = f32[] add(%a, %b)"})
        EXPECT_EQ(lines_of("  " + std::string(line) + "\n").findings.size(), 1U) << line;
}

// Everything that was ever printed, without `%`.
TEST(ModuleText, ReadsShortTextOfEveryTime)
{
    for (const auto when : turning_points()) {
        random_source from(static_cast<std::uint64_t>(when));
        ast::arena memory;
        generate::nodes draw(from, memory, when);
        std::string lines;
        for (int i = 0; i < 12; ++i) lines += "  " + generate::line_of(entry::instruction, draw).value() + "\n";
        EXPECT_EQ(lines_of(lines).instructions, 12U);
        std::erase(lines, '%');
        for (const auto& f : lines_of(lines).findings)
            EXPECT_NE(f.severity, severity::error) << when << ": " << f.message.text() << "\n" << lines;
    }
}

TEST(ModuleText, TellsAsManyFaultsOfLinesAsAsked)
{
    std::string lines;
    for (int i = 0; i < 30; ++i) lines += "  bad\n";
    EXPECT_EQ(lines_of(lines, 4).findings.size(), 4U);
    EXPECT_EQ(lines_of(lines, 4).instructions, 30U);
    EXPECT_EQ(lines_of(lines).findings.size(), 30U);
    // Unknown spellings are reported once.
    const auto notes = lines_of("  %x = f32[] frobnicate(%a)\n  %y = f32[] frobnicate(%x)\n").findings;
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].id, finding_id::unknown_opcode);
    // Two eras in one line: the line number is that of the file.
    const auto mixed = lines_of("  %x = f32[] constant(1)\n  %y = f32[] all-reduce(%x), replica_groups={}, "
                                "to_apply=%f, sharding={devices=[2,1]0,1}, frontend_attributes={a=b}, "
                                "frontend_attributes={a={}}\n")
                           .findings;
    for (const auto& f : mixed) EXPECT_EQ(f.message.text().find("line 1"), std::string::npos) << f.message.text();
}

TEST(ModuleText, SaysWhereItWasCutOff)
{
    EXPECT_EQ(refused("HloModule m\n\nENTRY main {\n  x = f32[] constant(1)\n").id, finding_id::truncated);
}

// White space at the end of pasted text is often lost.
TEST(ModuleText, MayLackTheEmptyLineAtItsEnd)
{
    const std::string text =
        "HloModule m\n\na {\n  x = f32[] constant(1)\n}\n\nENTRY b {\n  x = f32[] constant(1)\n}\n";
    const auto trimmed = accepted(text);
    EXPECT_FALSE(trimmed.module_text()->computations.front().trimmed);
    EXPECT_TRUE(trimmed.module_text()->computations.back().trimmed);
    EXPECT_EQ(print(trimmed), text);
    const auto whole = accepted(text + "\n");
    EXPECT_FALSE(whole.module_text()->computations.back().trimmed);
    EXPECT_EQ(refused(text.substr(0, text.size() - 1)).id, finding_id::truncated);
}

TEST(ModuleText, HasComputationsWithHeadsAndEnds)
{
    const auto read = accepted(golden_dump("module_text.txt"));
    const auto& all = read.module_text()->computations;
    ASSERT_EQ(all.size(), 2U);
    EXPECT_FALSE(all[0].entry);
    EXPECT_EQ(all[0].name, "region.1");
    EXPECT_TRUE(all[1].entry);
    EXPECT_EQ(all[1].name, "main.9");
    const auto& signature = *all[1].signature;
    ASSERT_EQ(signature.parameters.size(), 6U);
    EXPECT_EQ(signature.parameters[2].name, "w");
    EXPECT_EQ(dims(signature.parameters[2].shape), numbers{16});
    EXPECT_EQ(signature.result.tuple()->elements.size(), 2U);
    ASSERT_FALSE(all[0].instructions.empty());
    EXPECT_EQ(all[0].instructions[0].instruction()->name, "a.1");
    EXPECT_FALSE(all[0].instructions.front().is_root());
    EXPECT_TRUE(all[0].instructions.back().is_root());
    const auto other = accepted(golden_dump("module_text_short.txt"));
    EXPECT_FALSE(other.module_text()->computations[0].signature);
}

TEST(ModuleText, SaysHowAComputationEnds)
{
    const std::string begin = "HloModule m\n\nENTRY main.4 {\n  ROOT x = f32[] constant(1)\n}";
    const auto is_named = [](const std::string& text) {
        const auto read = accepted(text);
        return read.module_text()->computations[0].named_end;
    };
    EXPECT_FALSE(is_named(begin + "\n\n"));
    EXPECT_TRUE(is_named(begin + " // main.4\n\n"));
    const auto read = accepted(begin + ", execution_thread=\"host\"\n\n");
    EXPECT_EQ(read.module_text()->computations[0].thread, "host");
    const auto named = accepted(begin + " // main.4\n\n");
    EXPECT_EQ(date(named.witnesses()).possible.intervals().front().begin, 202306230000);
    EXPECT_EQ(refused(begin + " // main.5\n\n").message, "computation `main.4` ends with the name `main.5`");
    // An end needs a computation that has begun, and only another computation follows it.
    EXPECT_FALSE(parse(begin + "\n\n}\n\n").accepted());
    EXPECT_EQ(refused(begin + "\n\n  ROOT y = f32[] constant(1)\n").id, finding_id::truncated);
    EXPECT_FALSE(parse("HloModule m\n\n  ROOT y = f32[] constant(1)\n}\n\n").accepted());
}

TEST(ModuleText, IsOfLongOrOfShortText)
{
    const std::string instruction = "  ROOT %x = f32[] constant(1)\n}\n\n";
    const auto mixed = refused("HloModule m\n\n%f () -> f32[] {\n" + instruction + "ENTRY main {\n" + instruction);
    EXPECT_EQ(mixed.message, "short header, the first computation has a long one");
}

// A dict continues on the next line; an element of a tuple is named where it is read.
TEST(ModuleText, ReadsInstructionsOnSeveralLines)
{
    const auto found = lines_of(
        "  x = f32[4]{0} custom-call(p), custom_call_target=\"f\", backend_config={\n  \"a\": 1,\n"
        "  \"b\": {\"c\": \"x\"}\n}\n  y = f32[4]{0} negate(x), frontend_attributes={key=\"l1\n"
        "l2\",other=\"z\"}\n  w = f32[4]{0} negate(y), backend_config={}\n\n\n  ROOT z = f32[4]{0} copy(t#1#0)\n");
    EXPECT_EQ(found.instructions, 4U);
    for (const auto& f : found.findings) ADD_FAILURE() << f.message.text();
}

// XLA prints no empty line inside of a computation, except at the end of a configuration.
TEST(ModuleText, RefusesEmptyLinesInsideOfComputations)
{
    for (const auto* before : {"", ", metadata={op_name=\"a\"}", ", frontend_attributes={a=\"b\"}"}) {
        const auto found =
            lines_of("  w = f32[4]{0} negate(y)" + std::string(before) + "\n\n\n  ROOT z = f32[] copy(w)\n");
        EXPECT_EQ(found.instructions, 3U) << before;
        ASSERT_EQ(found.findings.size(), 1U) << before;
        EXPECT_EQ(found.findings[0].message.text(), "expected an instruction, found an empty line") << before;
    }
}

// An unread piece has its bytes, and why it was not read.
TEST(ModuleText, KeepsLinesThatAreNotInstructionsUnread)
{
    const std::string text = "HloModule m\n\nENTRY main {\n  x = f32[ add(y)\n\n  ROOT %y = f32[] copy(%x)\n}\n\n";
    const auto read = accepted(text);
    EXPECT_EQ(print(read), text);
    EXPECT_FALSE(recognise(text));
    const auto& lines = read.module_text()->computations[0].instructions;
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_FALSE(lines[0].instruction());
    const auto& piece = std::get<ast::unread>(lines[0].content);
    EXPECT_EQ(piece.text, "  x = f32[ add(y)\n\n");
    EXPECT_EQ(static_cast<std::size_t>(piece.at.offset), text.find("  x"));
    EXPECT_EQ(static_cast<std::size_t>(piece.fault.offset), text.find(" add"));
    EXPECT_EQ(piece.reason.text, read.findings().front().message.text());
    const auto& root = std::get<ast::text_instruction>(lines[1].content);
    EXPECT_TRUE(root.root);
    EXPECT_FALSE(root.short_form);
}

// Looking ahead to the end from each of many broken lines would take quadratic time, so it stops after a few times.
TEST(ModuleText, LooksAheadInBrokenTextAFewTimesOnly)
{
    const std::string on_two_lines = "  ROOT z = f32[4]{0} negate(x), backend_config={\n  \"a\": 1}\n";
    EXPECT_EQ(lines_of(on_two_lines).findings.size(), 0U);
    constexpr std::size_t count = 1000;
    std::string open_on_each;
    for (std::size_t i = 0; i < count; ++i) open_on_each += "  }{ \"\n";
    const auto found = lines_of(open_on_each + on_two_lines);
    EXPECT_EQ(found.instructions, count + 2);
    EXPECT_EQ(found.findings.size(), count + 2);
}

// Two processes that write to one file leave the end of the longer text after the shorter one.
TEST(ModuleText, RefusesLinesOutsideOfComputations)
{
    const std::string whole = "HloModule m\n\na {\n  ROOT x = f32[] parameter(0)\n}\n\n";
    const auto accepts = [&](const std::string& more) { return parse(whole + more).accepted(); };
    EXPECT_TRUE(accepts(""));
    EXPECT_TRUE(accepts("ENTRY b {\n  ROOT x = f32[] parameter(0)\n} // b\n\n"));
    EXPECT_TRUE(accepts("c {\n  ROOT x = f32[] parameter(0)\n}, execution_thread=\"host\"\n\n"));
    struct refused {
        std::string_view more;
        finding_id id;
        std::size_t place; // in the text
        std::string_view said;
    };
    for (const auto& [more, id, place, said] : {
             refused{"}\n", finding_id::dump, 0, "expected the head of a computation or end of text, found `}`"},
             refused{"}\n}\n", finding_id::dump, 0, "expected the head of a computation or end of text, found `}`"},
             refused{"er(0)\n  y = f32[] parameter(0)\n}\n\n", finding_id::module_text, 2,
                     "expected ` {`, found `(0)`"},
             refused{"tail\nb {\n  y = f32[] parameter(0)\n}\n\n", finding_id::module_text, 4,
                     "expected ` {`, found end of line"},
             refused{"tail\n", finding_id::module_text, 4, "expected ` {`, found end of line"},
             refused{"b {\nc {\n  y = f32[] parameter(0)\n}\n\n", finding_id::dump, 4,
                     "expected an instruction, found `c {`"},
         }) {
        const auto found = parse(whole + std::string(more)).findings;
        ASSERT_EQ(found.size(), 1U) << more;
        EXPECT_EQ(found[0].id, id) << more;
        EXPECT_EQ(found[0].message.text(), said) << more;
        EXPECT_EQ(static_cast<std::size_t>(found[0].begin), whole.size() + place) << more;
    }
    // A brace at the start of a line may end a dict; then the line is not an instruction.
    const auto no_head = read_computations(accepted(whole + "  y = f32[] parameter(0)\n}\n\n")).findings;
    ASSERT_EQ(no_head.size(), 1U);
    EXPECT_EQ(no_head[0].id, finding_id::instruction);
    EXPECT_EQ(no_head[0].message.text(), "expected an instruction, found `}`");
    EXPECT_EQ(static_cast<std::size_t>(no_head[0].begin), whole.find("}\n"));
    const auto empty =
        read_computations(accepted("HloModule m\n\na {\n  x = f32[] parameter(0)\n\n  ROOT y = f32[] negate(x)\n}\n\n"))
            .findings;
    ASSERT_EQ(empty.size(), 1U);
    EXPECT_EQ(empty[0].message.text(), "expected an instruction, found an empty line");
}

TEST(ModuleText, IsWellFormedOnlyAsItPrints)
{
    const auto read = accepted(golden_dump("module_text.txt"));
    const auto broken = [&](auto change) {
        auto text = *read.module_text();
        change(text);
        const auto found = well_formed(text);
        const auto again = parse(print(text));
        const bool same = again.accepted() && *again.value->module_text() == text;
        EXPECT_NE(found.empty(), !same) << print(text);
        return !found.empty();
    };
    EXPECT_FALSE(broken([](ast::module_text&) {}));
    EXPECT_TRUE(broken([](ast::module_text& x) { x.name = ""; }));
    EXPECT_TRUE(broken([](ast::module_text& x) { x.name = "a b"; }));
    EXPECT_TRUE(broken([](ast::module_text& x) { x.replica_count = -1; }));
    EXPECT_TRUE(broken([](ast::module_text& x) { x.computations = {}; }));
    ast::arena made;
    const auto broken_computation = [&](auto change) {
        return broken([&](ast::module_text& x) {
            std::vector<ast::computation_text> all(x.computations.begin(), x.computations.end());
            change(all[0]);
            x.computations = made.make_list(std::span<const ast::computation_text>(all));
        });
    };
    EXPECT_TRUE(broken_computation([](ast::computation_text& x) { x.name = "a b"; }));
    const auto pieces = [&](std::initializer_list<std::string_view> texts) {
        std::vector<ast::computation_line> lines;
        for (const auto text : texts) lines.push_back({ast::unread{{}, text, {}, {}}});
        return made.make_list(std::span<const ast::computation_line>(lines));
    };
    const auto broken_lines = [&](std::initializer_list<std::string_view> texts) {
        return broken_computation([&](ast::computation_text& x) { x.instructions = pieces(texts); });
    };
    EXPECT_TRUE(broken_lines({}));
    EXPECT_TRUE(broken_lines({"  a"}));
    EXPECT_TRUE(broken_lines({"a\n"}));
    EXPECT_TRUE(broken_lines({"  a\n", "}\n\n", "a {\n", "  b\n"}));
    EXPECT_TRUE(broken_lines({"  a\n}\n"}));
    EXPECT_TRUE(broken_lines({"  a\n", "\n", "  b\n"}));
    EXPECT_TRUE(broken_lines({"  %x = f32[] parameter(0)\n"}));
    EXPECT_TRUE(broken_lines({"  x = f32[] parameter(0)\n"}));
    EXPECT_FALSE(broken_lines({"  a\n", "}\n", "  b\n"}));
    EXPECT_FALSE(broken_lines({"  a\n\n", "}\n\n", "  b\n"}));
    EXPECT_TRUE(broken_computation([](ast::computation_text& x) { x.thread = "a\"b"; }));
    EXPECT_FALSE(broken_computation([](ast::computation_text& x) { x.named_end = true; }));
    EXPECT_TRUE(broken_computation([](ast::computation_text& x) { x.signature = {}; }));
    EXPECT_TRUE(broken([](ast::module_text& x) { x.debug_attributes = "{}"; }));
    EXPECT_TRUE(broken([](ast::module_text& x) { x.debug_attributes = "{\n{}"; }));
    EXPECT_TRUE(broken([](ast::module_text& x) { x.origin_recovery_table = "{\n}\n}"; }));
    ast::arena memory;
    for (const auto text : {"a=\nb", "is_scheduled=true", "a", "a=b c"})
        EXPECT_TRUE(broken([&](ast::module_text& x) {
            x.unknown_items = memory.make_list({ast::unknown_item{0, text}});
        })) << text;
    EXPECT_TRUE(
        broken([&](ast::module_text& x) { x.unknown_items = memory.make_list({ast::unknown_item{99, "a=b"}}); }));
    EXPECT_TRUE(broken([&](ast::module_text& x) { x.propagation_to_output = memory.make_list({false}); }));
    EXPECT_FALSE(broken([&](ast::module_text& x) { x.propagation_to_output = ast::list<bool>{}; }));
    EXPECT_TRUE(broken([&](ast::module_text& x) {
        x.frontend_attributes.entries = memory.make_list({ast::frontend_attribute{"b", {"1", ast::text_form::either}},
                                                          ast::frontend_attribute{"a", {"1", ast::text_form::either}}});
    }));
}

} // namespace ballast::tests
