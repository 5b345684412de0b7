// Dumps converted to another era: what follows from the text is converted, everything else is reported as a loss, and
// converting back gives the same text.
#include "ballast/check.hpp"
#include "ballast/convert.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace ballast::tests {

namespace {

// A module as documents.
struct module_files {
    std::vector<document> files;

    [[nodiscard]] std::vector<const document*> all() const
    {
        std::vector<const document*> result;
        for (const auto& file : files) result.push_back(&file);
        return result;
    }
};

module_files module_of(const std::vector<std::string>& texts)
{
    module_files result;
    for (const auto& text : texts) result.files.push_back(accepted(text));
    return result;
}

std::vector<std::string> texts_of(const conversion& made)
{
    std::vector<std::string> result;
    for (const auto& file : made.files) result.push_back(print(file));
    return result;
}

era_set moment(commit_time when) { return era_set{{{when, when + 1}}}; }

std::vector<std::string> program_texts(std::uint64_t seed, commit_time when, std::uint64_t bytes)
{
    random_source from(seed * 31 + 7);
    generate::program made(from, when, bytes);
    std::vector<std::string> result;
    for (const auto kind : kinds_at(when)) result.push_back(printed([&](sink& out) { made.print(out, kind); }));
    return result;
}

bool has(const conversion& made, loss_kind kind)
{
    return std::ranges::any_of(made.losses, [&](const loss& l) { return l.kind == kind; });
}

// `left out: stack trace`, for each loss.
std::vector<std::string> losses_of(const conversion& made)
{
    std::vector<std::string> result;
    for (const auto& l : made.losses) result.push_back(std::string(spelling(l.kind)) + ": " + std::string(l.what));
    return result;
}

std::string only_text(const document& read, std::string_view era)
{
    const auto made = convert(read, *parse_era(era));
    EXPECT_EQ(made.files.size(), 1U) << (made.missing.empty() ? "" : made.missing.front().why);
    return made.files.empty() ? "" : print(made.files.front());
}

// A dump of D16 with one value, which that instruction defines.
std::string dump_with(std::string_view instruction)
{
    return "BufferAssignment:\n"
           "allocation 0: size 32, output shape is |f32[8]|, maybe-live-out:\n"
           " value: <0 x @0> (size=32,offset=0): f32[8]{0}\n"
           "\nTotal bytes used: 32 (32B)\n\nUsed values:\n<0 x @0>\n positions:\n  x\n uses:\n"
           " from instruction: " +
           std::string(instruction) +
           "\n\n\nHloLiveRange (max 1):\n  InstructionSequence:\n    0:x\n  BufferLiveRange:\n    x{}:0-1\n"
           "  Live ranges at 0 (peak):\n    x{}: 32 bytes (cumulative: 32 bytes)\n";
}

// The instruction of such a dump converted to a day, and the losses.
struct respelled {
    std::string line;
    std::vector<std::string> losses;
};
respelled respell(std::string_view instruction, std::string_view day)
{
    const auto read = accepted(dump_with(instruction));
    const auto made = convert(read, *parse_era(day));
    if (made.files.empty()) throw std::runtime_error(std::string(made.missing.front().why));
    for (const auto& file : made.files) {
        if (file.used_values.empty()) continue;
        EXPECT_TRUE(parse(print(file)).accepted()) << print(file);
        return {text_of(*file.used_values[0].instruction, file.forms), losses_of(made)};
    }
    return {};
}
void expect_spelled(std::string_view instruction, std::string_view day, std::string_view expected,
                    std::string_view loss = {})
{
    const auto found = respell(instruction, day);
    EXPECT_EQ(found.line, expected) << day;
    const auto is_told = std::ranges::find(found.losses, loss) != found.losses.end();
    EXPECT_TRUE(loss.empty() || is_told) << day << ": " << loss;
}

} // namespace

// --- programs of every era, converted to every era -------------------------------------------------------------------

TEST(Convert, ProgramsOfEveryEraToEveryOther)
{
    std::size_t made_of_all = 0;
    std::size_t without_loss = 0;
    std::size_t clean = 0;
    std::map<std::string, std::size_t> refused;
    for (const auto& from : dump_states())
        for (std::uint64_t seed = 0; seed < 2; ++seed) {
            const auto texts = program_texts(seed, from.begin, 2500 + seed * 2500);
            const auto source = module_of(texts);
            for (const auto& to : dump_states()) {
                const auto made = convert(source.all(), moment(to.begin));
                const auto pair =
                    std::string(from.name) + " to " + std::string(to.name) + ", seed " + std::to_string(seed);
                ASSERT_EQ(made.when, to.begin);
                for (const auto& m : made.missing) ++refused[std::string(m.why)];
                EXPECT_EQ(made.files.size() + made.missing.size(), kinds_at(to.begin).size());
                if (made.files.empty()) continue;
                const auto converted = texts_of(made);
                module_files target;
                for (const auto& text : converted) {
                    auto read = parse(text);
                    ASSERT_TRUE(read.accepted()) << pair << ": " << read.findings.front().message.text();
                    EXPECT_EQ(print(*read.value), text) << pair;
                    const auto possible = date(read.value->witnesses()).possible;
                    EXPECT_FALSE(possible.intersect(era_set{{{to.begin, to.end}}}).empty()) << pair;
                    // Kept features can be from a part of the era only.
                    EXPECT_TRUE(possible.contains(to.begin) || has(made, loss_kind::kept))
                        << pair << " " << possible.to_string();
                    target.files.push_back(std::move(*read.value));
                }
                if (!has(made, loss_kind::kept)) {
                    ++clean;
                    for (const auto& f : check(target.all()))
                        EXPECT_EQ(f.id, finding_id::peak_audit) << pair << ": " << f.message.text();
                }
                if (!made.missing.empty()) continue;
                ++made_of_all;
                if (!made.losses.empty()) continue;
                ++without_loss;
                EXPECT_EQ(texts_of(convert(target.all(), moment(from.begin))), texts) << pair;
            }
        }
    // Files can only be missing because the text lacks information.
    const std::map<std::string, bool> expected{
        {"the instructions are not in the text", true},
        {"the schedule and live ranges are not in the text", true},
        {"positions and uses of the values are not in the text", true},
        {"positions and uses of a value are not in the text", true},
    };
    for (const auto& [why, times] : refused) EXPECT_TRUE(expected.contains(why)) << why << ": " << times;
    std::cout << made_of_all << " conversions, " << without_loss << " without loss, " << clean
              << " with nothing kept\n";
    EXPECT_GT(made_of_all, 900U);
    EXPECT_GT(without_loss, 180U);
    EXPECT_GT(clean, 700U);
}

// Nodes of every form, mostly of the newest: the forms of each time are respelled for other times, or reported.
TEST(Convert, EveryFormIsSpelledOrTold)
{
    const auto points = turning_points();
    std::size_t texts = 0;
    std::size_t same_again = 0;
    for (std::uint64_t seed = 0; seed < points.size() + 40; ++seed) {
        random_source from(seed * 77 + 5);
        const auto when = seed < points.size() ? points[seed] : points.back();
        const auto kinds = kinds_at(when);
        ast::arena memory;
        generate::nodes draw(from, memory, when);
        const auto text = print(draw.dump(kinds[from.below(kinds.size())]));
        const auto source = accepted(text);
        for (std::size_t i = seed % 9; i < points.size(); i += 9) {
            const auto made = convert(source, moment(points[i]));
            for (const auto& file : made.files) {
                const auto converted = print(file);
                const auto read = parse(converted);
                const auto pair =
                    std::to_string(when) + " to " + std::to_string(points[i]) + ", seed " + std::to_string(seed);
                ASSERT_TRUE(read.accepted()) << pair << ": " << read.findings.front().message.text() << "\n"
                                             << converted;
                ++texts;
                EXPECT_EQ(print(*read.value), converted) << pair;
                for (const auto& w : read.value->witnesses())
                    if (!eras(w.which).contains(points[i])) {
                        EXPECT_TRUE(std::ranges::any_of(made.losses, [&](const loss& l) { return l.which == w.which; }))
                            << pair << ": " << info(w.which).name << " in "
                            << converted.substr(static_cast<std::size_t>(w.offset)).substr(0, 300);
                    }
                if (!made.losses.empty() || !made.missing.empty() || made.files.size() != 1) continue;
                ++same_again;
                EXPECT_EQ(texts_of(convert(*read.value, moment(when))), std::vector{text}) << pair;
            }
        }
    }
    EXPECT_GT(texts, 300U);
    EXPECT_GT(same_again, 40U);
}

// --- our own dumps are one program -----------------------------------------------------------------------------------

TEST(Convert, GoldenDumpsOfOneProgramAreEachOther)
{
    struct row {
        std::vector<std::string> from;
        std::vector<std::string> to;
        bool loss = false;
    };
    const row rows[]{
        {{"d0", "d1"}, {"d0", "d1"}},
        {{"d2", "d3", "d4", "d5", "d6"}, {"d2", "d3", "d4", "d5", "d6"}},
        {{"d7", "d8", "d9"}, {"d8", "d9"}},
        {{"d14", "d13"}, {"d13", "d14", "d15", "d16"}},
        {{"d15", "d16"}, {"d15", "d16"}},
        {{"d13", "d14"}, {"d11"}},
        {{"d2", "d5", "d9", "d10"}, {"d0", "d1"}, true},
        {{"d7", "d8", "d10"}, {"d2", "d3", "d4", "d5"}, true},
        {{"d10"}, {"d7", "d8", "d9", "d13", "d14", "d15", "d16"}, true},
    };
    for (const auto& [from, to, loss] : rows)
        for (const auto& a : from)
            for (const auto& b : to) {
                const auto read = accepted(golden_dump(a + ".txt"));
                const auto made = convert(read, *parse_era("D" + b.substr(1)));
                ASSERT_EQ(made.files.size(), 1U) << a << " to " << b;
                EXPECT_EQ(print(made.files[0]), golden_dump(b + ".txt")) << a << " to " << b;
                EXPECT_EQ(made.losses.empty(), !loss) << a << " to " << b;
            }
}

namespace {

// A reader of D16 only, as in scripts: allocations with their sizes, values with their places.
struct place_in_memory {
    std::string allocation;
    std::string size;
    std::map<std::string, std::string> offsets; // by value
};
std::vector<place_in_memory> read_d16(const std::string& text)
{
    std::vector<place_in_memory> result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line != "Used values:";) {
        if (line.starts_with("allocation ")) {
            const auto colon = line.find(": size ");
            if (colon == std::string::npos) throw std::runtime_error(line);
            result.push_back({line.substr(11, colon - 11), line.substr(colon + 7, line.find(',') - colon - 7), {}});
        } else if (line.starts_with(" value: <")) {
            const auto id = line.find(' ', 9);
            const auto offset = line.find(",offset=") + 8;
            const auto name = line.substr(id + 1, line.find(" @", id) - id - 1);
            result.back().offsets[name] = line.substr(offset, line.find(')', offset) - offset);
        } else if (!line.empty() && line != "BufferAssignment:" && !line.starts_with("Total bytes used: ")) {
            throw std::runtime_error(line);
        }
    }
    return result;
}

} // namespace

TEST(Convert, AReaderOfD16ReadsThisYearsDump)
{
    const auto module = module_of(
        {golden_dump("d24_assignment.txt"), golden_dump("d24_values.txt"), golden_dump("d24_live_range.txt")});
    // Unconverted, it cannot be read: values share bytes with others of another color.
    EXPECT_THROW(read_d16(golden_dump("d24_assignment.txt")), std::runtime_error);
    const auto made = convert(module.all(), *parse_era("D16"));
    ASSERT_EQ(made.files.size(), 1U);
    const auto read = read_d16(print(made.files[0]));
    const auto& allocations = module.files[0].dump().allocations;
    ASSERT_EQ(read.size(), allocations.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        EXPECT_EQ(read[i].allocation, std::to_string(allocations[i].number));
        EXPECT_EQ(read[i].size, std::to_string(allocations[i].size));
        ASSERT_EQ(read[i].offsets.size(), allocations[i].values.size());
        for (const auto& line : allocations[i].values) {
            std::string name(line.value.name);
            if (line.value.index) {
                name += '{';
                for (const auto part : *line.value.index)
                    name += (name.back() == '{' ? "" : ",") + std::to_string(part);
                name += '}';
            }
            EXPECT_EQ(read[i].offsets.at(name), std::to_string(line.offset)) << name;
        }
    }
    // The whole result is a dump of D16.
    const auto whole = accepted(print(made.files[0]));
    EXPECT_EQ(date(whole.witnesses()).possible.to_string(), "D16..D16 2025-05-16..2025-07-23");
    EXPECT_EQ(losses_of(made),
              (std::vector<std::string>{"left out: `, page N`", "left out: stack_frame_id", "left out: stack trace"}));
}

// --- files -----------------------------------------------------------------------------------------------------------

TEST(Convert, OneFileBecomesThreeAndOneAgain)
{
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const auto texts = program_texts(seed, 202508200000, 5000); // D18
        const auto source = module_of(texts);
        const auto made = convert(source.all(), *parse_era("D19"));
        ASSERT_EQ(made.files.size(), 3U);
        EXPECT_EQ(made.files[0].kind, ast::dump_kind::assignment);
        EXPECT_EQ(made.files[1].kind, ast::dump_kind::values);
        EXPECT_EQ(made.files[2].kind, ast::dump_kind::live_range);
        const auto target = module_of(texts_of(made));
        EXPECT_TRUE(made.losses.empty()) << losses_of(made).front();
        EXPECT_EQ(texts_of(convert(target.all(), *parse_era("D18"))), texts);
    }
}

TEST(Convert, AFileOfThreeIsConvertedAlone)
{
    const auto assignment = accepted(golden_dump("d24_assignment.txt"));
    const auto made = convert(assignment, *parse_era("D19"));
    ASSERT_EQ(made.files.size(), 1U);
    EXPECT_EQ(made.missing.size(), 2U);
    for (const auto& m : made.missing) EXPECT_FALSE(m.given);
    const auto combined = convert(assignment, *parse_era("D18"));
    EXPECT_TRUE(combined.files.empty());
    ASSERT_EQ(combined.missing.size(), 1U);
    EXPECT_EQ(combined.missing[0].why, "no file with used values");
}

TEST(Convert, NamesInFramesAreThoseOfTheFile)
{
    const std::string text = golden_dump("d16.txt");
    const std::string name = "module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt";
    const auto read = accepted("*** Begin " + name + " ***\n" + text + "\n*** End " + name + " ***\n");
    const auto made = convert(read, *parse_era("D19"));
    ASSERT_EQ(made.files.size(), 3U);
    EXPECT_EQ(made.files[0].frame, name);
    EXPECT_EQ(made.files[1].frame, "module_0001.jit_f.cpu_after_optimizations-buffer-assignment-values.txt");
    EXPECT_EQ(made.files[2].frame, "module_0001.jit_f.cpu_after_optimizations-live-range.txt");
    const auto back = module_of(texts_of(made));
    const auto again = convert(back.all(), *parse_era("D16"));
    ASSERT_EQ(again.files.size(), 1U);
    EXPECT_EQ(again.files[0].frame, name);
}

TEST(Convert, WhatIsNoModuleIsRefused)
{
    const auto why = [](const std::vector<std::string>& texts) {
        const auto module = module_of(texts);
        const auto made = convert(module.all(), *parse_era("D16"));
        EXPECT_TRUE(made.files.empty());
        return made.missing.empty() ? std::string() : std::string(made.missing[0].why);
    };
    EXPECT_EQ(why({}), "no dump");
    EXPECT_EQ(why({golden_dump("usage_report_program.txt")}), "no dump");
    EXPECT_EQ(why({golden_dump("d16.txt"), golden_dump("d16.txt")}), "two of the files contain the same section");
    EXPECT_EQ(why({golden_dump("d20_assignment.txt"), golden_dump("d5.txt")}), "the files belong to different eras");
    const auto read = accepted(golden_dump("d16.txt"));
    EXPECT_TRUE(convert(read, era_set{}).files.empty());
}

TEST(Convert, TheTimeNearestToTheTextIsTaken)
{
    const auto old = accepted(golden_dump("d10.txt"));
    const auto recent = accepted(golden_dump("d24_assignment.txt"));
    const auto d14 = *parse_era("D14");
    EXPECT_EQ(convert(old, d14).when, d14.intervals().front().begin);
    const auto d19 = *parse_era("D19");
    EXPECT_EQ(convert(recent, d19).when, d19.intervals().front().end - 1);
    // If an era ended and came back, its nearest period is used.
    EXPECT_EQ(convert(old, *parse_era("D6")).when, parse_era("D6")->intervals().back().end - 1);
    const auto same = accepted(golden_dump("d16.txt"));
    EXPECT_EQ(only_text(same, "D16"), golden_dump("d16.txt"));
}

TEST(Convert, LossesHaveAPlace)
{
    const auto text = golden_dump("d17.txt");
    const auto read = accepted(text);
    const auto made = convert(read, *parse_era("D14"));
    line_table lines(text);
    const auto columns =
        std::ranges::find_if(made.losses, [](const loss& l) { return l.which == feature::source_columns; });
    ASSERT_NE(columns, made.losses.end());
    EXPECT_EQ(columns->count, 2U);
    const auto first = text.find("source_column=");
    EXPECT_EQ(lines.place_of(columns->offset).line, lines.place_of(static_cast<std::int64_t>(first)).line);
    EXPECT_EQ(columns->file, 0U);
}

// --- live ranges -----------------------------------------------------------------------------------------------------

TEST(Convert, WhatNoEraBeforeCouldPrintIsRefused)
{
    const auto module = [](std::string_view range) {
        return module_of({golden_dump("d24_assignment.txt"), golden_dump("d24_values.txt"), std::string(range)});
    };
    const auto text = golden_dump("d24_live_range.txt");
    const auto head = text.substr(0, text.find("  Live ranges at "));
    const auto unbounded = module(head + "  Peak memory could not be determined due to unbounded dynamic shape.\n");
    const auto none = module("HloLiveRange not available (finalized or constructed from proto)");
    for (const auto* source : {&unbounded, &none}) {
        EXPECT_TRUE(convert(source->all(), *parse_era("D16")).files.empty());
        EXPECT_EQ(convert(source->all(), *parse_era("D19")).files.size(), 2U);
        EXPECT_EQ(convert(source->all(), *parse_era("D24")).files.size(), 3U);
        // If there was no live range, it is not missing.
        const auto d5 = convert(source->all(), *parse_era("D5"));
        EXPECT_EQ(d5.files.size(), 1U);
        EXPECT_TRUE(has(d5, loss_kind::left_out));
    }
}

TEST(Convert, RowsOfThePeakThatDoNotFollowAreTold)
{
    auto text = golden_dump("d14.txt");
    const auto row = text.find(" bytes\n", text.find("(peak):"));
    ASSERT_NE(row, std::string::npos);
    text.insert(row, "0");
    const auto read = accepted(text);
    const auto made = convert(read, *parse_era("D16"));
    ASSERT_EQ(made.files.size(), 1U);
    EXPECT_EQ(losses_of(made),
              std::vector<std::string>{"left out: rows of the peak that do not match the live ranges"});
}

// --- the text of instructions ----------------------------------------------------------------------------------------

TEST(Convert, ConfigsAreQuotedAsAtTheTime)
{
    constexpr auto bare = R"(%x = f32[8]{0} custom-call(), custom_call_target="f", backend_config={"a":"}'"})";
    constexpr auto quoted = R"(%x = f32[8]{0} custom-call(), custom_call_target="f", backend_config="{\"a\":\"}\'\"}")";
    expect_spelled(bare, "2023-06-06", bare);
    expect_spelled(bare, "2023-06-05", quoted);
}

TEST(Convert, FrontendAttributesAreSpelledAsAtTheTime)
{
    constexpr auto escaped = R"(%x = f32[8]{0} add(), frontend_attributes={_pairs={{0,1}},kind="it\'s"})";
    constexpr auto raw = R"(%x = f32[8]{0} add(), frontend_attributes={_pairs={{0,1}},kind="it's"})";
    constexpr auto quoted = R"(%x = f32[8]{0} add(), frontend_attributes={_pairs="{{0,1}}",kind="it's"})";
    expect_spelled(escaped, "2025-04-20", escaped);
    expect_spelled(escaped, "2025-01-01", raw);
    expect_spelled(escaped, "2024-08-04", quoted);
    // A value that a raw string cannot hold is left out.
    expect_spelled(R"(%x = f32[8]{0} add(), frontend_attributes={a="x\"}",b="1"})", "2025-01-01",
                   R"(%x = f32[8]{0} add(), frontend_attributes={b="1"})", "left out: raw frontend attribute");
    // A raw text that looks as if another attribute began in it.
    for (const std::string key : {"key", "Key", "k_1"})
        expect_spelled(R"(%x = f32[8]{0} add(), frontend_attributes={a="x\",)" + key + R"(=\"y",z="1"})", "2025-01-01",
                       R"(%x = f32[8]{0} add(), frontend_attributes={z="1"})", "left out: raw frontend attribute");
    expect_spelled(R"(%x = f32[8]{0} add(), frontend_attributes={a="x\",!=\"y"})", "2025-01-01",
                   R"(%x = f32[8]{0} add(), frontend_attributes={a="x",!="y"})", "");
}

TEST(Convert, LayoutsKeepWhatTheTimeHas)
{
    constexpr auto full = "%x = f32[8]{0:T(128)L(4)E(4)S(1)SC(0:4)P(f32[8]{0})M(32)} add()";
    expect_spelled(full, "2024-03-01", full);
    expect_spelled(full, "2024-02-25", "%x = f32[8]{0:T(128)L(4)E(4)S(1)P(f32[8]{0})M(32)} add()", "left out: SC()");
    expect_spelled(full, "2022-10-20", "%x = f32[8]{0:T(128)S(1)P(f32[8]{0})} add()", "left out: E()");
    expect_spelled(full, "2021-10-01", "%x = f32[8]{0:T(128)E(4)S(1)} add()", "left out: P()");
}

TEST(Convert, WordsOfTheProgramStay)
{
    expect_spelled("%x = f32[8]{0} asinh()", "2022-01-01", "%x = f32[8]{0} asinh()", "kept: opcode `asinh`");
    expect_spelled("%x = f8e5m2[8]{0} add()", "2022-01-01", "%x = f8e5m2[8]{0} add()", "kept: element type `f8e5m2`");
}

TEST(Convert, MetadataIsLeftOutFieldByField)
{
    constexpr auto line = R"(%x = f32[8]{0} add(), metadata={op_name="a" scheduling_name="s" stack_frame_id=3})";
    expect_spelled(line, "2026-01-01", line);
    expect_spelled(line, "2025-06-01", R"(%x = f32[8]{0} add(), metadata={op_name="a" scheduling_name="s"})",
                   "left out: stack_frame_id");
    expect_spelled(line, "2024-01-20", R"(%x = f32[8]{0} add(), metadata={op_name="a"})", "left out: scheduling_name");
    // If nothing names the source any more, there is no metadata.
    expect_spelled(R"(%x = f32[8]{0} add(), metadata={stack_frame_id=3})", "2025-06-01", "%x = f32[8]{0} add()",
                   "left out: stack_frame_id");
}

TEST(Convert, DevicesAreWrittenOutBeforeThereWereIotas)
{
    constexpr auto groups = "%x = f32[8]{0} all-gather(), replica_groups=[2,2]<=[2,2]T(1,0), dimensions={0}";
    expect_spelled(groups, "2024-07-16", groups);
    expect_spelled(groups, "2024-07-15", "%x = f32[8]{0} all-gather(), replica_groups={{0,2},{1,3}}, dimensions={0}",
                   "left out: iota replica groups");
    // Too many devices for a list.
    constexpr auto many = "%x = f32[8]{0} all-gather(), replica_groups=[1,4294967296]<=[4294967296], dimensions={0}";
    expect_spelled(many, "2024-07-15", many);
    constexpr auto mesh = "%x = f32[8]{0} all-gather(), replica_groups=mesh['a'=2,'b'=4] {'b':(1)2}, dimensions={0}";
    expect_spelled(mesh, "2026-03-05", mesh);
    expect_spelled(mesh, "2026-02-10",
                   "%x = f32[8]{0} all-gather(), replica_groups=mesh[a=2,b=4] {b:(1)2}, dimensions={0}");
    expect_spelled(mesh, "2025-12-20",
                   "%x = f32[8]{0} all-gather(), replica_groups=@mesh<a=2,b=4> {b:(1)2}, dimensions={0}");
    expect_spelled(mesh, "2025-12-15",
                   "%x = f32[8]{0} all-gather(), replica_groups={{0,2},{1,3},{4,6},{5,7}}, dimensions={0}",
                   "left out: replica groups of a mesh");
    constexpr auto tiles = "%x = f32[8]{0} add(), sharding={devices=[2,2]<=[2,2]T(1,0)}";
    expect_spelled(tiles, "2023-06-21", "%x = f32[8]{0} add(), sharding={devices=[2,2]0,2,1,3}",
                   "left out: iota tiles in a sharding");
    // Lists that would be too long stay as they are.
    expect_spelled("%x = f32[8]{0} all-gather(), replica_groups=[4000000,1000]<=[4000000000], dimensions={0}",
                   "2024-07-15",
                   "%x = f32[8]{0} all-gather(), replica_groups=[4000000,1000]<=[4000000000], dimensions={0}",
                   "kept: iota replica groups");
}

TEST(Convert, ShardingsThatWereNotYetAreLeftOut)
{
    expect_spelled("%x = f32[8]{0} add(), sharding={mesh['a'=2], [{'a'}]}", "2026-02-10",
                   "%x = f32[8]{0} add(), sharding={mesh[a=2], [{a}]}");
    expect_spelled("%x = f32[8]{0} add(), sharding={mesh['a'=2], [{'a'}]}", "2025-06-01", "%x = f32[8]{0} add()",
                   "left out: named sharding");
    expect_spelled("%x = f32[8]{0} add(), sharding={mesh['a'=2], replicated}", "2026-08-12",
                   "%x = f32[8]{0} add(), sharding={replicated}",
                   "left out: `replicated` after the mesh of a sharding");
    expect_spelled("%x = f32[8]{0} add(), sharding={mesh['a'=2], [{'a'}]}", "2026-08-12",
                   "%x = f32[8]{0} add(), sharding={mesh['a'=2], [{'a'}]}");
    expect_spelled("%x = f32[8]{0} add(), sharding={devices=[1,2]0,1 last_tile_dims={maximal}}", "2025-08-06",
                   "%x = f32[8]{0} add(), sharding={devices=[1,2]0,1 last_tile_dims={maximul}}");
}

TEST(Convert, KeysThatWereCalledOtherwiseAreRenamed)
{
    expect_spelled(R"(%x = f32[8]{0} add(), origin={{"w"}})", "2024-08-01",
                   R"(%x = f32[8]{0} add(), original_value={{"w"}})");
    expect_spelled(R"(%x = f32[8]{0} add(), origin={{"w"}})", "2024-07-01", "%x = f32[8]{0} add()",
                   "left out: `origin`");
    expect_spelled(R"(%x = f32[8]{0} custom-call(), custom_call_target="f", schedule=SCHEDULE_LATEST)", "2021-10-01",
                   R"(%x = f32[8]{0} custom-call(), custom_call_target="f", schedule=SCHEDULE_LATEST)");
    expect_spelled(R"(%x = f32[8]{0} custom-call(), custom_call_target="f", schedule=SCHEDULE_EARLIEST)", "2021-10-01",
                   R"(%x = f32[8]{0} custom-call(), custom_call_target="f", schedule=SCHEDULE_EARLIEST)");
}

TEST(Convert, OperandsGetTheShapesOfTheirInstructions)
{
    const auto read = accepted(golden_dump("d16.txt"));
    const auto text = only_text(read, "2025-01-01");
    EXPECT_NE(text.find("%add.3 = f32[8,16]{1,0} add(f32[8,16]{1,0} %p.0, f32[8,16]{1,0} %bcast.2)"),
              std::string::npos);
    EXPECT_NE(text.find("reduce(f32[8,16]{1,0} %add.3, f32[] %const.1)"), std::string::npos);
    // `gte.1` has no text: its shape is that of the value that it passes on, which is reported.
    EXPECT_NE(text.find("broadcast(f32[16]{0} %gte.1)"), std::string::npos);
    const auto made = convert(read, *parse_era("2025-01-01"));
    EXPECT_TRUE(has(made, loss_kind::made_up));
    // If one shape is unknown, no operand gets a shape.
    expect_spelled("%x = f32[8]{0} add(%nowhere)", "2025-01-01", "%x = f32[8]{0} add(%nowhere)",
                   "kept: operands without shapes");
}

// --- real dumps ------------------------------------------------------------------------------------------------------

TEST(Convert, RealDumpsAsOtherEras)
{
    if (!corpus()) return; // reported by Corpus.IsThereOrSaidToBeAbsent
    std::size_t converted = 0;
    std::size_t same_again = 0;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        if (!entry.is_regular_file() || entry.file_size() > 200000) continue;
        const auto text = read_file(entry.path());
        const auto source = parse(text);
        if (!source.accepted() || !std::holds_alternative<ast::dump>(source.value->tree())) continue;
        for (const auto* const era : {"D1", "D3", "D7", "D9", "D10", "D13", "D14", "D16", "D24"}) {
            const auto made = convert(*source.value, *parse_era(era));
            for (const auto& file : made.files) {
                const auto read = parse(print(file));
                ASSERT_TRUE(read.accepted())
                    << entry.path() << " as " << era << ": " << read.findings[0].message.text();
                EXPECT_FALSE(date(read.value->witnesses()).possible.intersect(*parse_era(era)).empty())
                    << entry.path() << " as " << era;
                ++converted;
                if (!made.losses.empty() || made.files.size() != 1 || !made.missing.empty()) continue;
                ++same_again;
                EXPECT_EQ(texts_of(convert(*read.value, date(source.value->witnesses()).possible)), std::vector{text})
                    << entry.path() << " as " << era;
            }
        }
    }
    EXPECT_GT(converted, 100U);
    EXPECT_GT(same_again, 20U);
}

} // namespace ballast::tests
