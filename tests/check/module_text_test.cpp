// Module texts compared with their dumps and with themselves: what hostile lines do, where the rules are silent, and
// for which stages of the compiler they hold.
#include "ballast/check.hpp"
#include "tests/check/cases.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

std::vector<finding> found_in(const std::vector<std::string>& files, std::string_view file_name)
{
    std::vector<document> read;
    for (const auto& text : files) read.push_back(accepted(text));
    std::vector<const document*> module;
    for (const auto& each : read) module.push_back(&each);
    return check(module, {.file_name = file_name});
}

// The findings that are not notes.
std::set<finding_id> faults_in(const std::vector<std::string>& files, std::string_view file_name)
{
    std::set<finding_id> result;
    for (const auto& f : found_in(files, file_name))
        if (f.severity != severity::note) result.insert(f.id);
    return result;
}

using faults = std::set<finding_id>;

std::string all_replaced(std::string text, std::string_view what, std::string_view by)
{
    EXPECT_NE(text.find(what), std::string::npos) << what;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

constexpr std::string_view cpu_name = "module_0004.jit_step.cpu_after_optimizations-buffer-assignment.txt";
constexpr std::string_view gpu_name = "module_0004.jit_step.sm_9.0_gpu_after_optimizations-buffer-assignment.txt";

// A module of D24 with its text, which comes last.
struct step_module {
    std::string dump = golden_dump(std::string(text_dump));
    std::string values = golden_dump(std::string(text_values));
    std::string ranges = golden_dump(std::string(text_ranges));
    std::string text = golden_dump(std::string(module_text));

    [[nodiscard]] faults found(std::string_view file_name) const
    {
        return faults_in({dump, values, ranges, text}, file_name);
    }
    [[nodiscard]] bool has_note(std::string_view file_name) const
    {
        return std::ranges::any_of(found_in({dump, values, ranges, text}, file_name), [](const finding& f) {
            return f.id == finding_id::text_instruction && f.severity == severity::note;
        });
    }
};

std::string alone(std::string_view computations, std::string_view items = ", is_scheduled=true")
{
    return std::string("HloModule jit_f").append(items).append("\n\n").append(computations);
}

faults found_alone(std::string_view computations, std::string_view file_name)
{
    return faults_in({alone(computations)}, file_name);
}

// Real modules with their text, by the paths of their files without the endings. The text is the last file.
std::map<std::string, std::vector<std::string>> real_modules()
{
    std::map<std::string, std::vector<std::string>> result;
    for (const auto& entry : fs::recursive_directory_iterator(golden() / "releases")) {
        const auto path = entry.path().string();
        constexpr std::string_view ending = "_after_optimizations.txt";
        if (!path.ends_with(ending)) continue;
        const auto stem = path.substr(0, path.size() - std::string_view(".txt").size());
        auto text = read_file(path);
        if (!text.starts_with("HloModule")) continue;
        for (const std::string_view kind :
             {"-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt"})
            if (const auto file = stem + std::string(kind); fs::exists(file)) result[stem].push_back(read_file(file));
        if (result.contains(stem)) result[stem].push_back(std::move(text));
    }
    return result;
}

} // namespace

// Look-ups of the rules are checked: in this build, one that leaves its table ends the test.
TEST(ModuleTexts, TakeLinesThatAreNoInstructions)
{
    std::size_t modules = 0;
    for (const auto& [stem, files] : real_modules()) {
        if (++modules % 7 != 0) continue;
        std::vector<document> read;
        for (const auto& file : files) read.push_back(accepted(file));
        const auto& text = files.back();
        std::size_t lines = 0;
        for (auto begin = text.find("\n  "); begin != std::string::npos; begin = text.find("\n  ", begin + 1)) {
            const auto end = text.find('\n', begin + 1);
            const auto equals = text.find(" = ", begin);
            if (++lines > 12 || equals >= end) continue;
            std::vector<std::string> changed;
            changed.push_back(text.substr(0, equals) + text.substr(equals + 3));
            for (const auto cut : {begin + 4, equals, equals + 3, equals + (end - equals) / 3, end - 1})
                changed.push_back(text.substr(0, cut) + text.substr(end));
            for (const auto& each : changed) {
                auto result = parse(each);
                if (!result.accepted()) continue;
                std::vector<const document*> module;
                for (std::size_t i = 0; i + 1 < read.size(); ++i) module.push_back(&read[i]);
                module.push_back(&*result.value);
                check(module, {.file_name = stem});
            }
        }
    }
    EXPECT_GT(modules, 50U);
}

TEST(ModuleTexts, TakeAnAsynchronousInstructionWithoutAShape)
{
    EXPECT_TRUE(found_alone("%f (p: f32[8]) -> f32[8] {\n"
                            "  %p = f32[8]{0} parameter(0)\n"
                            "  ROOT %n = f32[8]{0} negate(%p)\n"
                            "}\n\n"
                            "ENTRY %main (a: f32[8]) -> f32[8] {\n"
                            "  %a = f32[8]{0} parameter(0)\n"
                            "  %s = ((f32[8]{0}) ,f32[8]{0}, s32[]) async-start(%a), calls=%f\n"
                            "  ROOT %d = f32[8]{0} async-done(%s)\n"
                            "}\n\n",
                            "module_0001.jit_f.cpu_after_optimizations.txt")
                    .empty());
}

TEST(ModuleTexts, AreSoundInGoldenModules)
{
    const step_module module;
    for (const auto name : {cpu_name, gpu_name}) EXPECT_EQ(module.found(name), faults()) << name;
    for (const auto& [stem, files] : real_modules()) EXPECT_EQ(faults_in(files, stem + ".txt"), faults()) << stem;
}

// Flags leave metadata out; a module that was stored in between has source lines.
TEST(ModuleTexts, MayBePrintedWithOtherOptions)
{
    step_module module;
    for (auto at = module.text.find(", metadata={"); at != std::string::npos; at = module.text.find(", metadata={", at))
        module.text.erase(at, module.text.find('}', at) + 1 - at);
    EXPECT_EQ(module.found(cpu_name), faults());

    module = {};
    module.text = all_replaced(module.text, " stack_frame_id=12", " source_file=\"a.py\" source_line=3");
    module.text = all_replaced(module.text, " stack_frame_id=13", " source_file=\"a.py\" source_line=4");
    EXPECT_EQ(module.found(cpu_name), faults());
}

// A CPU's text is printed with the dump. On a GPU, passes may run in between: names that differ show it.
TEST(ModuleTexts, OfAnotherStageHaveOneNote)
{
    step_module module;
    module.text = all_replaced(module.text, "const.1", "constant_1");
    EXPECT_EQ(module.found(cpu_name), (faults{finding_id::text_name, finding_id::text_instruction}));
    EXPECT_EQ(module.found(gpu_name), faults());
    EXPECT_TRUE(module.has_note(gpu_name));

    module = {};
    module.text =
        all_replaced(module.text, "outer_dimension_partitions\":[\"2\"]", "outer_dimension_partitions\":[\"4\"]");
    EXPECT_EQ(module.found(cpu_name), faults{finding_id::text_instruction});
    EXPECT_EQ(module.found(gpu_name), faults());
    EXPECT_FALSE(module.has_note(gpu_name));

    module = {};
    module.text = all_replaced(module.text, "dimensions={0,1}, to_apply", "dimensions={1,0}, to_apply");
    EXPECT_EQ(module.found(gpu_name), faults{finding_id::text_instruction});
}

// The dump prints an attribute that both the asynchronous instruction and the wrapped one have once.
TEST(ModuleTexts, HaveAttributesOfAsynchronousInstructionsTwice)
{
    const auto stem =
        golden() / "releases/jaxlib-0.6.2-cuda/collectives/module_0011.jit_five_.sm_9.0_gpu_after_optimizations";
    auto dump = read_file(stem.string() + "-buffer-assignment.txt");
    auto text = read_file(stem.string() + ".txt");
    const auto add = [](std::string& to, std::size_t line) {
        ASSERT_LT(to.find(", metadata=", line), to.find('\n', line + 1));
        to.insert(to.find(", metadata=", line), ", frontend_attributes={a=\"1\"}");
    };
    constexpr std::string_view start = "%reduce-scatter-start = ";
    for (auto at = dump.find(start); at != std::string::npos; at = dump.find(start, at + 1)) add(dump, at);
    add(text, text.find(start));
    add(text, text.find("\n  ROOT ", text.find("%async_computation (")));
    EXPECT_EQ(faults_in({dump, text}, stem.string() + ".txt"), faults());
}

TEST(ModuleTexts, StartFusions)
{
    constexpr std::string_view text = "%f (p: f32[8]) -> f32[8] {\n"
                                      "  %p = f32[8]{0} parameter(0)\n"
                                      "  ROOT %n = f32[8]{0} negate(%p)\n"
                                      "}\n\n"
                                      "ENTRY %main (a: f32[8]) -> f32[8] {\n"
                                      "  %a = f32[8]{0} parameter(0)\n"
                                      "  %s = ((f32[8]{0}), f32[8]{0}, u32[]) fusion-start(%a), kind=kLoop, calls=%f\n"
                                      "  ROOT %d = f32[8]{0} fusion-done(%s)\n"
                                      "}\n\n";
    constexpr std::string_view name = "module_0001.jit_f.sm_9.0_gpu_after_optimizations.txt";
    EXPECT_EQ(found_alone(text, name), faults());
    EXPECT_EQ(found_alone(all_replaced(std::string(text), "), f32[8]{0}, u32", "), f32[9]{0}, u32"), name),
              faults{finding_id::text_call});
}

// Before layouts are assigned, calls pass operands with other layouts, and dead computations follow the entry.
TEST(ModuleTexts, OfEarlierStagesAreNotFinal)
{
    constexpr std::string_view text = "%f (p: f32[8,2]) -> f32[8,2] {\n"
                                      "  ROOT %p = f32[8,2]{1,0} parameter(0)\n"
                                      "}\n\n"
                                      "ENTRY %main (a: f32[8,2]) -> f32[8,2] {\n"
                                      "  %a = f32[8,2]{0,1} parameter(0)\n"
                                      "  ROOT %c = f32[8,2]{1,0} call(%a), to_apply=%f\n"
                                      "}\n\n";
    const std::string dead = "%g (q: f32[]) -> f32[] {\n"
                             "  ROOT %q = f32[] parameter(0)\n"
                             "}\n\n";
    const auto last = std::string(text).append(dead);
    for (const std::string_view stage :
         {"before_optimizations", "after_spmd_partitioner", "after_optimizations_before_buffer_assignment",
          "after_codegen", "0003.fusion.after_priority-fusion.before_cse"}) {
        const auto name = std::string("module_0001.jit_f.").append(stage).append(".txt");
        EXPECT_EQ(found_alone(text, name), faults()) << stage;
        EXPECT_EQ(found_alone(last, name), faults()) << stage;
        EXPECT_EQ(found_alone(all_replaced(std::string(text), "call(%a)", "call(%b)"), name),
                  faults{finding_id::text_operand})
            << stage;
    }
    for (const std::string_view stage : {"cpu_after_optimizations", "sm_9.0a_gpu_after_optimizations",
                                         "after_optimizations", "cl_12.after_optimizations_after_buffer_assignment"}) {
        const auto name = std::string("module_0001.jit_f.").append(stage).append(".txt");
        EXPECT_EQ(found_alone(text, name), faults{finding_id::text_call}) << stage;
        EXPECT_EQ(found_alone(dead + all_replaced(std::string(text), "8,2]{0,1}", "8,2]{1,0}"), name), faults())
            << stage;
        // Without dead code elimination it stays, and follows the entry computation.
        EXPECT_EQ(found_alone(all_replaced(last, "8,2]{0,1}", "8,2]{1,0}"), name), faults()) << stage;
    }
    // In a renamed file, a schedule shows that layouts are final.
    EXPECT_EQ(faults_in({alone(text)}, "step.txt"), faults{finding_id::text_call});
    EXPECT_EQ(faults_in({alone(text, "")}, "step.txt"), faults());
}

// The fused computations of a GPU do not show the memory spaces of what they read and write.
TEST(ModuleTexts, MayPassOtherMemorySpacesOnGpu)
{
    constexpr std::string_view text = "%f (p: f32[8]) -> f32[8] {\n"
                                      "  %p = f32[8]{0} parameter(0)\n"
                                      "  ROOT %n = f32[8]{0} negate(%p)\n"
                                      "}\n\n"
                                      "ENTRY %main (a: f32[8]) -> f32[8] {\n"
                                      "  %a = f32[8]{0:S(7)} parameter(0)\n"
                                      "  ROOT %fusion = f32[8]{0:S(7)} fusion(%a), kind=kLoop, calls=%f\n"
                                      "}\n\n";
    EXPECT_EQ(found_alone(text, "module_0001.jit_f.sm_9.0a_gpu_after_optimizations.txt"), faults());
    EXPECT_EQ(found_alone(text, "module_0001.jit_f.cpu_after_optimizations.txt"), faults{finding_id::text_call});
}

TEST(ModuleTexts, HaveOneEntry)
{
    constexpr std::string_view text = "%f () -> () {\n"
                                      "  ROOT %tuple = () tuple()\n"
                                      "}\n\n"
                                      "ENTRY %main () -> () {\n"
                                      "  ROOT %tuple.1 = () tuple()\n"
                                      "}\n\n";
    for (const std::string_view stage : {"before_optimizations", "cpu_after_optimizations"}) {
        const auto name = std::string("module_0001.jit_f.").append(stage).append(".txt");
        EXPECT_EQ(found_alone(text, name), faults()) << stage;
        EXPECT_EQ(found_alone(all_replaced(std::string(text), "ENTRY ", ""), name), faults{finding_id::text_call})
            << stage;
        EXPECT_EQ(found_alone(all_replaced(std::string(text), "%f ()", "ENTRY %f ()"), name),
                  faults{finding_id::text_call})
            << stage;
    }
}

TEST(ModuleTexts, HaveNamesThatAreTooLongForTheirFiles)
{
    constexpr std::string_view text = "ENTRY %main () -> () {\n"
                                      "  ROOT %tuple = () tuple()\n"
                                      "}\n\n";
    EXPECT_EQ(found_alone(text, "module_0001.jit_f.cpu_after_optimizations.txt"), faults());
    EXPECT_EQ(found_alone(text, "module_0001.jit_g.cpu_after_optimizations.txt"), faults{finding_id::module_name});
    for (const std::string_view stage : {"cpu_after_optimizations", "sm_9.0a_gpu_after_optimizations"})
        EXPECT_EQ(found_alone(text, std::string("module_0001.").append(stage).append(".txt")), faults()) << stage;
}

} // namespace ballast::tests
