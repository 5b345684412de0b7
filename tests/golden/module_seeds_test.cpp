// The seeds of module_fuzzer are golden modules: all files of each in one text. BALLAST_UPDATE_GOLDEN=1 rewrites them.
#include "fuzz/module_mutator.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

// Small ones: libFuzzer gets at most 8 KiB.
constexpr std::string_view modules[] = {
    "modules/module_0001.jit_step.cpu_after_optimizations",
    "modules/module_0004.jit_step.cpu_after_optimizations",
    "releases/jaxlib-0.4.24-cpu/module_0261.jit__lambda_.cpu_after_optimizations",
    "releases/jaxlib-0.5.3-cuda/linalg/module_0014.jit_fft.sm_9.0_gpu_after_optimizations",
    "releases/jaxlib-0.6.2-cpu/mlir_infeed_outfeed/module_0001.infeed_outfeed.cpu_after_optimizations",
    "releases/jaxlib-0.8.3-cuda/offload/module_1327.jit_put_in.sm_9.0a_gpu_after_optimizations",
    "releases/jaxlib-0.10.0-cpu/mlir_send_recv/module_0001.send_recv.cpu_after_optimizations",
    "releases/jaxlib-0.10.0-cpu/odd_entries/module_0001.jit__lambda.cpu_after_optimizations",
    "releases/jaxlib-0.11.0-cpu/hlo_domain/module_0002.domain_m.cpu_after_optimizations",
    "releases/jaxlib-0.11.2-cpu/mlir_map_select/module_0000.map_select.cpu_after_optimizations",
    "releases/jaxlib-0.12.0-cpu/callbacks/module_0006.jit__lambda.cpu_after_optimizations",
    "releases/jaxlib-0.12.0-cpu/hlo_collective_reduce/module_0002.cr.cpu_after_optimizations",
    "releases/jaxlib-0.12.0-cpu/host_offload/module_0000.jit_f.cpu_after_optimizations",
    "releases/jaxlib-0.12.0.1-cpu/mlir_broadcast_coll/module_0000.broadcast_coll.cpu_after_optimizations",
    "releases/jaxlib-0.12.0.1-cuda/convs/module_3979.jit_conv3d.sm_9.0a_gpu_after_optimizations",
    "releases/libtpu-0.0.1-v5e/module_0255.jit_collective_all_gather.after_optimizations",
    "releases/libtpu-0.0.42.1-v5e/module_0255.jit_collective_all_gather.cl_933746096.after_optimizations",
    "releases/libtpu-0.0.50.1-v5e/module_0138.jit_odd_rank.cl_1004524046.after_optimizations",
    "releases/tensorflow-1.15.0-cpu/module_0063.after_optimizations",
    "releases/tensorflow-2.1.0-cpu/module_0012.after_optimizations",
};

fuzz::module_files files_of(std::string_view module)
{
    fuzz::module_files result;
    for (const auto* ending : {"-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt",
                               "-memory-usage-report.txt", ".txt"}) {
        const auto path = golden() / (std::string(module) + ending);
        if (fs::exists(path)) result.push_back({path.filename().string(), read_file(path)});
    }
    return result;
}

// `jaxlib-0.4.24-cpu.module_0261.jit__lambda_.cpu_after_optimizations.txt`
std::string seed_name(std::string_view module)
{
    std::string result(module.substr(module.find('/') + 1));
    std::ranges::replace(result, '/', '.');
    return result + ".txt";
}

} // namespace

TEST(ModuleSeeds, AreGoldenModules)
{
    const auto folder = golden().parent_path().parent_path() / "fuzz" / "seeds" / "module";
    std::size_t seeds = 0;
    for (const auto module : modules) {
        const auto files = files_of(module);
        EXPECT_GE(files.size(), 2U) << module;
        const auto text = fuzz::bundle_of(files);
        EXPECT_LE(text.size(), 8192U) << module;
        const auto path = folder / seed_name(module);
        if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
        EXPECT_EQ(read_file(path), text) << path;
    }
    for (const auto& entry : fs::directory_iterator(folder)) seeds += entry.is_regular_file() ? 1U : 0U;
    EXPECT_GE(seeds, std::size(modules)); // as well as those that fuzzing found
}

TEST(ModuleSeeds, HaveTheirFilesBack)
{
    for (const auto module : modules) {
        const auto files = files_of(module);
        const auto back = fuzz::files_in(fuzz::bundle_of(files));
        ASSERT_EQ(back.size(), files.size());
        for (std::size_t i = 0; i < files.size(); ++i) {
            EXPECT_EQ(back[i].name, files[i].name);
            EXPECT_EQ(back[i].text, files[i].text);
        }
    }
}

// The rules get to see most changed modules: enough of their texts are accepted.
TEST(ModuleSeeds, AreMostlyAcceptedWhenTheyAreChanged)
{
    std::size_t accepted_texts = 0;
    std::size_t changed_texts = 0;
    std::size_t same = 0;
    for (const auto module : modules)
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            auto files = files_of(module);
            const auto before = fuzz::bundle_of(files);
            random_source from(seed);
            fuzz::module_mutator(from).change(files);
            same += fuzz::bundle_of(files) == before ? 1U : 0U;
            for (const auto& f : files) {
                ++changed_texts;
                accepted_texts += parse(f.text).accepted() ? 1U : 0U;
            }
        }
    EXPECT_GT(accepted_texts, changed_texts * 8 / 10);
    EXPECT_LT(same, std::size(modules) * 20 / 10);
}

} // namespace ballast::tests
