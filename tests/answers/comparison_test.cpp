// Which modules of two folders `diff` compares with each other.
#include "tests/cli/command.hpp"

#include <string>

namespace ballast::tests {

namespace {

// A golden dump as a module of a name.
void put(const temporary_folder& to, const std::string& number, const std::string& name, const std::string& dump)
{
    fs::copy_file(golden() / "modules" / (dump + ".cpu_after_optimizations-buffer-assignment.txt"),
                  to.path / ("module_" + number + "." + name + ".cpu_after_optimizations-buffer-assignment.txt"));
}

const std::string step = "module_0001.jit_step";
const std::string other = "module_0002.jit_long";

} // namespace

// Frameworks count how often they trace a program.
TEST(Comparison, PairsNamesWithOtherCounters)
{
    for (const auto& [before, after] :
         {std::pair{"SyncTensorsGraph.5347", "SyncTensorsGraph.6722"},
          std::pair{"a_inference_one_step_on_data_1421__.12", "a_inference_one_step_on_data_1775__.13"}}) {
        const temporary_folder a("before");
        const temporary_folder b("after");
        put(a, "0001", before, step);
        put(a, "0002", "jit_other", other);
        put(b, "0003", after, other); // it grew
        put(b, "0004", "jit_other", other);
        const auto output = output_of("diff " + a.quoted() + " " + b.quoted());
        EXPECT_NE(output.find("2 modules: 1 changed, new or gone, 1 the same"), std::string::npos) << output;
    }
}

// Of several with one name, those with the same arguments and results are one module.
TEST(Comparison, PairsByArgumentsAndResults)
{
    const temporary_folder a("before");
    const temporary_folder b("after");
    put(a, "0001", "SyncTensorsGraph.1", step);
    put(a, "0002", "SyncTensorsGraph.2", other);
    put(b, "0001", "SyncTensorsGraph.3", other);
    put(b, "0002", "SyncTensorsGraph.4", step);
    const auto output = output_of("diff " + a.quoted() + " " + b.quoted());
    EXPECT_NE(output.find("2 modules: 0 changed, new or gone, 2 the same"), std::string::npos) << output;
}

} // namespace ballast::tests
