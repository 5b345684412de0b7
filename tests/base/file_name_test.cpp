// Names of files, as XLA makes them and as users change them.
#include "base/file_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ballast::tests {

namespace {

file_name parsed(std::string_view path)
{
    const auto result = parse_file_name(path);
    EXPECT_TRUE(result) << path;
    return result.value_or(file_name{});
}

// The parts of a base, in their order.
std::string parts_of(std::string_view path)
{
    const auto name = parsed(path);
    if (!name.made_by_xla) return "renamed";
    std::string result;
    for (const auto part : {name.timestamp, name.id, name.module, name.cl, name.stage})
        result.append(result.empty() && part.data() == name.timestamp.data() ? "" : "|").append(part);
    return result;
}

} // namespace

TEST(FileNames, HaveTheEndingsOfTheirKinds)
{
    using enum sibling;
    EXPECT_EQ(parsed("module_0001.a.cpu_after_optimizations-buffer-assignment.txt").kind, assignment);
    EXPECT_EQ(parsed("module_0001.a.cpu_after_optimizations-buffer-assignment-values.txt").kind, values);
    EXPECT_EQ(parsed("module_0001.a.cpu_after_optimizations-live-range.txt").kind, live_range);
    EXPECT_EQ(parsed("module_0001.a.cpu_after_optimizations-memory-usage-report.txt").kind, usage_report);
    EXPECT_EQ(parsed("module_0001.buffer_assignment").kind, bare_assignment);
    for (const auto* other : {"", "a.txt", "module_0001.a.cpu_after_optimizations.txt", "-live-range", "live-range.txt",
                              "module_0001.a.cpu_after_optimizations-memory-usage-report.pb", "x-live-range.txt.bz2"})
        EXPECT_FALSE(parse_file_name(other)) << other;
    for (const auto& row : siblings()) {
        const auto path = "module_0001.a.b_after_optimizations" + std::string(row.ending);
        const auto name = parsed(path);
        EXPECT_EQ(name.kind, row.which);
        EXPECT_EQ(sibling_name(name, row.which), path);
    }
}

TEST(FileNames, AreTakenApart)
{
    const auto name =
        parsed("dumps/deep/1594872631123456.module_0012.jit_step.3.cl_123456789.sm_12.0a_gpu_after_optimizations"
               "-buffer-assignment-values.txt.gz");
    EXPECT_EQ(name.folder, "dumps/deep/");
    EXPECT_EQ(name.base, "1594872631123456.module_0012.jit_step.3.cl_123456789.sm_12.0a_gpu_after_optimizations");
    EXPECT_EQ(name.compression, ".gz");
    EXPECT_TRUE(name.made_by_xla);
    EXPECT_EQ(name.timestamp, "1594872631123456");
    EXPECT_EQ(name.id, "0012");
    EXPECT_EQ(name.module, "jit_step.3");
    EXPECT_EQ(name.cl, "123456789");
    EXPECT_EQ(name.stage, "sm_12.0a_gpu_after_optimizations");
    EXPECT_EQ(sibling_name(name, sibling::live_range),
              "1594872631123456.module_0012.jit_step.3.cl_123456789.sm_12.0a_gpu_after_optimizations-live-range.txt");
}

TEST(FileNames, OfEveryTimeAndBackendAreKnown)
{
    const auto with = [](const std::string& base) { return parts_of(base + "-buffer-assignment.txt"); };
    EXPECT_EQ(with("module_0000.after_optimizations"), "|0000|||after_optimizations");
    EXPECT_EQ(with("module_12345.after_optimizations"), "|12345|||after_optimizations");
    EXPECT_EQ(with("module_0003.cpu_after_optimizations"), "|0003|||cpu_after_optimizations");
    EXPECT_EQ(with("module_0003.jit_f.cpu_aot_after_optimizations"), "|0003|jit_f||cpu_aot_after_optimizations");
    EXPECT_EQ(with("module_0003.jit_f.7.sm_7.0_gpu_after_optimizations"),
              "|0003|jit_f.7||sm_7.0_gpu_after_optimizations");
    EXPECT_EQ(with("module_0003.sm_9.0_gpu_after_optimizations"), "|0003|||sm_9.0_gpu_after_optimizations");
    EXPECT_EQ(with("module_0003.jit_f.sm_10.3f_gpu_after_optimizations"),
              "|0003|jit_f||sm_10.3f_gpu_after_optimizations");
    EXPECT_EQ(with("module_0003.f.gfx90a_gpu_after_optimizations"), "|0003|f||gfx90a_gpu_after_optimizations");
    EXPECT_EQ(with("module_0003.f.backend_after_passes"), "|0003|f||backend_after_passes");
    EXPECT_EQ(with("17.module_0003.f.after_optimizations"), "17|0003|f||after_optimizations");
    EXPECT_EQ(with("module_0003.cl_894250393.after_optimizations"), "|0003||894250393|after_optimizations");
    EXPECT_EQ(with("module_0003.jit_f.cl_12.after_optimizations"), "|0003|jit_f.cl_12||after_optimizations");
    EXPECT_EQ(with("module_0003.cl_x.after_optimizations"), "|0003|cl_x||after_optimizations");
    // A stage without compute capability, after a module whose name ends with a number.
    EXPECT_EQ(with("module_0003.f.5.0_gpu_after"), "|0003|f.5||0_gpu_after");
    EXPECT_EQ(parts_of("module_0007.buffer_assignment"), "|0007|||");
    EXPECT_EQ(parts_of("module_0007.jit_f.buffer_assignment"), "|0007|jit_f||");
}

TEST(FileNames, ThatXlaDoesNotMakeAreNotTakenApart)
{
    for (const auto* base :
         {"", "m", "copy_of_module_0001.f.after_optimizations", "module_1.f.after_optimizations",
          "module_00001.f.after_optimizations", "module_0001", "module_0001.", "module_0001x.after_optimizations",
          ".module_0001.after_optimizations", "1.modules_0001.after_optimizations",
          "module_0001.f g.after_optimizations", "module_0001.f[1].after_optimizations", "module_0001.f."})
        EXPECT_EQ(parts_of(std::string(base) + "-live-range.txt"), "renamed") << base;
    // They have a common beginning all the same.
    EXPECT_EQ(parsed("a/copy-live-range.txt.zst").base, "copy");
    EXPECT_EQ(parsed("/copy-live-range.txt").folder, "/");
}

TEST(FileNames, LackTheModuleWhereTheyWouldBeTooLong)
{
    const std::string long_name(200, 'n');
    const auto named = [&](const std::string& module) {
        return "d/module_0001." + module + ".cpu_after_optimizations";
    };
    const std::string bare = "d/module_0001.cpu_after_optimizations";
    const auto lacks = [](const std::string& nameless, const std::string& other) {
        const auto a = parsed(nameless);
        const auto b = parsed(other);
        return lacks_the_name_of(a, b);
    };
    const std::string values = "-buffer-assignment-values.txt";
    const std::string ranges = "-live-range.txt";
    const auto base = named(long_name).size() - 2; // without the folder
    ASSERT_GT(base + values.size(), longest_name);
    ASSERT_LE(base + ranges.size(), longest_name);
    EXPECT_TRUE(lacks(bare + values, named(long_name) + ranges));
    EXPECT_FALSE(lacks(bare + ranges, named(long_name) + values)) << "this one would have had room";
    EXPECT_FALSE(lacks(bare + values, named("short") + ranges));
    EXPECT_FALSE(lacks("e/module_0001.cpu_after_optimizations" + values, named(long_name) + ranges));
    EXPECT_FALSE(lacks("d/module_0002.cpu_after_optimizations" + values, named(long_name) + ranges));
    EXPECT_FALSE(lacks("d/module_0001.sm_9.0_gpu_after_optimizations" + values, named(long_name) + ranges));
    EXPECT_FALSE(lacks("d/5.module_0001.cpu_after_optimizations" + values, named(long_name) + ranges));
}

} // namespace ballast::tests
