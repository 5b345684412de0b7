// The names of values, and their source lines.
#include "ballast/analysis.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ballast::tests {

TEST(Memory, HasLabelsOfTheProgram)
{
    const std::string all = "0-3";
    const std::string shape = "f32[4]{0}";
    const std::string dot =
        "add(%p.0, %p.1), metadata={op_name=\"jit(f)/jit(main)/transpose(jvp(loss))/dense/mul[a=b/c]\"}";
    std::vector<buffer> values{
        {"dot.1", 16, 0, shape, all, dot, {}, {"element.12"}},
        {"copy.2", 16, 0, shape, all, "copy(%dot.1)"},
        {"copy.3", 16, 0, shape, all, "bitcast(%copy.2)"},
        {"copy.4", 16, 0, shape, all, "copy(%lone.9)"},
        {"copy.5", 16, 0, shape, all, "copy(%dot.1), metadata={op_name=\"jit(f)/copy\"}"},
        {"carry.6", 16, 0, shape, all, "broadcast(%x), dimensions={}", {"dot.1, operand 0"}, {"loop.10 {0}"}},
        {"bcast.7", 16, 0, shape, all, "broadcast(%x), dimensions={}", {"lone.9, operand 0", "copy.5, operand 0"}},
        {"neg.8", 16, 0, shape, all, "subtract(%lone.9, %dot.1)", {"lone.9, operand 0"}},
        {"lone.9.clone.1", 16, 0, shape, all, "iota(), iota_dimension=0"},
        {"copy.11", 16, 0, shape, all, "copy(%p.0)"},
        {"copy.12", 16, 0, shape, all, "copy(%element.12)"},
        {"copy.15", 16, 0, shape, all, "copy(%p.1)"},
        {"neg.14", 16, 0, shape, all, "subtract(%lone.9, %element.12)"},
        {"param.13", 16, 0, shape, all, R"(parameter(0), metadata={op_name="jit(f)/jit(main)/while/body/add"})"},
    };
    for (std::size_t i = 0; i < values.size(); ++i) values[i].offset = static_cast<std::int64_t>(16 * i);
    const module_texts module{
        .blocks = {{16,
                    "parameter 0, shape |f32[4]| at ShapeIndex {}",
                    {{"p.0", 16, 0, shape, all, R"(parameter(0), metadata={op_name="layers[2][\'w\']"})"}}},
                   {16, "parameter 1, shape |f32[4]| at ShapeIndex {}", {{"p.1", 16, 0, shape, all, "parameter(1)"}}},
                   {8,
                    "constant",
                    {{"loop.10{}", 8, 0, "(f32[4]{0})", all,
                      "while(%t), condition=%c, body=%b, metadata={op_name=\"jit(f)/scan/while\"}"}}},
                   {224, "preallocated-temp", values}},
        .sequence = {"p.0", "p.1", "dot.1"}};
    const auto of = memory_in(module.text());
    std::map<std::string, std::string> labels;
    for (const auto& h : of.holders) labels[h.name] = h.label;
    // clang-format off
    const std::map<std::string, std::string> expected{
        {"p.0",            "layers[2]['w']"},
        {"p.1",            "parameter 1"},
        {"loop.10",        "f/scan/while"},
        {"dot.1",          "f/…/dense/mul"},
        {"copy.2",         "copy of f/…/dense/mul"},
        {"copy.3",         "copy of f/…/dense/mul"}, // the first source of copies
        {"copy.15",        "copy of parameter 1"},
        {"copy.4",         "copy of lone"},
        {"copy.5",         "f/copy"},                // its own name comes first
        {"carry.6",        "f/scan/while"},          // another position, before a user
        {"bcast.7",        "for f/copy"},            // the first user with a name
        {"neg.8",          "f/…/dense/mul"},         // an operand
        {"lone.9.clone.1", "lone"},
        {"copy.11",        "copy of layers[2]['w']"},
        {"copy.12",        "copy of f/…/dense/mul"}, // of a position whose instruction defines no value
        {"neg.14",         "f/…/dense/mul"},         // such an operand
        {"param.13",       "f/while/add"},           // of a loop's body
    };
    // clang-format on
    EXPECT_EQ(labels, expected);
    EXPECT_EQ(holder_of(of, "p.0").group, "layers[*]['w']");
    EXPECT_EQ(holder_of(of, "p.0").scope, "layers");
    EXPECT_EQ(holder_of(of, "p.1").group, "parameter");
    EXPECT_EQ(holder_of(of, "dot.1").scope, "f/loss'/dense");
    EXPECT_EQ(holder_of(of, "dot.1").opcode, "add");
    EXPECT_EQ(holder_of(of, "lone.9.clone.1").scope, "");
}

// --- source lines ----------------------------------------------------------------------------------------------------

TEST(Memory, HasSourceLinesOfTheTextBesideIt)
{
    auto files =
        module_files("module_0004.jit_step", {"-buffer-assignment", "-buffer-assignment-values", "-live-range"});
    const auto without = memory_in(files);
    EXPECT_TRUE(without.frames_missing);
    EXPECT_EQ(without.module, "");
    EXPECT_EQ(holder_of(without, "add.3").source, "");
    files.push_back(module_files("module_0004.jit_step", {""}).front());
    const auto of = memory_in(files);
    EXPECT_FALSE(of.frames_missing);
    EXPECT_EQ(of.module, "jit_step");
    // stack_frame_id=12 has location 2, which is line 12 of file 2.
    EXPECT_EQ(holder_of(of, "add.3").source, "model/layers.py:12");
    EXPECT_EQ(holder_of(of, "neg.6").label, "step/reduce_sum") << "its operand's";
    EXPECT_EQ(holder_of(of, "neg.6").source, "model/layers.py:13");
    EXPECT_EQ(holder_of(of, "p.0").source, "");
    // Frame 1 has location 1, in the file of the caller.
    auto outermost = files;
    for (auto& text : outermost)
        for (auto at = text.find("stack_frame_id=12"); at != std::string::npos; at = text.find("stack_frame_id=12"))
            text.erase(at + 16, 1);
    EXPECT_NE(holder_of(memory_in(outermost), "add.3").source, "");
    // Nothing else differs.
    EXPECT_EQ(holders_of(of), holders_of(without));
    EXPECT_EQ(labels_of(of), labels_of(without));
    EXPECT_EQ(of.fingerprint, without.fingerprint);
    // Two spaces: temporaries are in the second.
    ASSERT_EQ(of.spaces.size(), 2U);
    EXPECT_EQ(std::tuple(of.spaces[0].total, of.spaces[0].peak), std::tuple(1164, 1164));
    EXPECT_EQ(of.spaces[0].live_peak, (memory_peak{596 + 512 + 4 + 48, 9}));
    EXPECT_EQ(of.spaces[0].live_at_xla_peak, 596 + 512 + 4);
    EXPECT_EQ(of.spaces[1].temporary_peak, (memory_peak{512, 3}));
    EXPECT_EQ(of.spaces[1].temporary_at_xla_peak, 0);
}

// The innermost call that is not in a library; if all are, the innermost call.
TEST(Memory, HasSourceLinesOfTheUsersOwnCode)
{
    auto files =
        module_files("module_0004.jit_step", {"-buffer-assignment", "-buffer-assignment-values", "-live-range", ""});
    const auto source_with = [&](const std::string& innermost, const std::string& outermost) {
        auto changed = files;
        changed[3] = replaced(replaced(files[3], "\"model/layers.py\"", '"' + innermost + '"'), "\"train.py\"",
                              '"' + outermost + '"');
        return holder_of(memory_in(changed), "add.3").source;
    };
    for (const auto* library : {"/usr/lib/python3/dist-packages/jax/f.py", "/env/lib/site-packages/flax/nn.py",
                                "/usr/lib/python3.11/functools.py", "<frozen runpy>"}) {
        EXPECT_EQ(source_with(library, "train.py"), "train.py:40") << library;
        EXPECT_EQ(source_with(library, library), std::string(library) + ":12");
    }
    EXPECT_EQ(source_with("my_site-packages.py", "train.py"), "my_site-packages.py:12");
}

// A frame that is not in the tables, and a text without tables.
TEST(Memory, HasNoSourceLineOfAFrameThatIsNotThere)
{
    auto files =
        module_files("module_0004.jit_step", {"-buffer-assignment", "-buffer-assignment-values", "-live-range", ""});
    const auto text = files[3];
    files[1] = replaced(files[1], "stack_frame_id=12", "stack_frame_id=77");
    const auto other = memory_in(files);
    EXPECT_FALSE(other.frames_missing);
    EXPECT_EQ(holder_of(other, "add.3").source, "");
    EXPECT_EQ(holder_of(other, "neg.6").source, "model/layers.py:13");
    const auto tables = text.find("\nFileNames");
    files[3] = text.substr(0, tables) + text.substr(text.find("\n%sum"));
    const auto bare = memory_in(files);
    EXPECT_EQ(bare.module, "jit_step");
    EXPECT_EQ(holder_of(bare, "neg.6").source, "");
}

// If the metadata has source lines, the text only adds the name of the module.
TEST(Memory, OfMetadataWithSourceLinesNeedsNoText)
{
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        SCOPED_TRACE(seed);
        auto without = analysis_of(program_files(seed, end_of_history - 1, 6000));
        const auto with = analysis_of(program_files(seed, end_of_history - 1, 6000, true));
        ASSERT_TRUE(without && with);
        EXPECT_FALSE(without->frames_missing);
        EXPECT_EQ(without->module, "");
        EXPECT_EQ(with->module, "jit_f");
        without->module = with->module;
        EXPECT_EQ(written(*with), written(*without));
    }
}

// Before 2021-09-23 a dump has no instructions.
TEST(Memory, HasLabelsOfTheTextBesideADumpWithoutInstructions)
{
    const std::string text = "HloModule m\n\nENTRY %m (p.0: f32[8,16]) -> f32[8,16] {\n"
                             "  %p.0 = f32[8,16]{1,0} parameter(0)\n"
                             "  ROOT %add.3 = f32[8,16]{1,0} add(f32[8,16]{1,0} %p.0, f32[8,16]{1,0} %p.0), "
                             "metadata={op_type=\"add\" op_name=\"jit(f)/plus\" source_file=\"a.py\" source_line=7}\n"
                             "}\n\n";
    auto on_two_lines = text;
    on_two_lines.insert(text.find("metadata={"), "frontend_attributes={key=\"l1\nl2\"}, ");
    for (const std::string name : {"d2.txt", "d8.txt"}) {
        const auto alone = memory_in(golden_dump(name));
        EXPECT_FALSE(alone.instructions) << name;
        EXPECT_EQ(holder_of(alone, "add.3").op_name, "") << name;
        for (const auto& of_module : {text, on_two_lines}) {
            const auto beside = memory_in({golden_dump(name), of_module});
            EXPECT_TRUE(beside.instructions) << name;
            const auto add = holder_of(beside, "add.3");
            EXPECT_EQ(add.op_name, "jit(f)/plus") << name << of_module;
            EXPECT_EQ(add.source, "a.py:7") << name << of_module;
            EXPECT_EQ(add.opcode, "add") << name << of_module;
            EXPECT_EQ(add.label, "f/plus") << name << of_module;
        }
    }
}

} // namespace ballast::tests
