// Labels of parameters that their framework does not name.
#include "analyse/roles.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

namespace ballast::tests {

namespace {

std::map<std::string, std::string> roles_in(const std::string& computations)
{
    const auto read = accepted("HloModule m, is_scheduled=true\n\n" + computations + "\n");
    std::map<std::string, std::string> result;
    for (const auto& [name, role] : analyse::parameter_roles(*read.module_text()))
        result.emplace(std::string(name), role);
    return result;
}

std::string named(const std::string& instruction, const std::string& op_name)
{
    return fmt::format("  {}, metadata={{op_name=\"{}\"}}\n", instruction, op_name);
}

} // namespace

TEST(ParameterRoles, OfTensorflowAreThoseOfTheirReaders)
{
    const auto roles =
        roles_in("%fused (p0: f32[8], p1: f32[8], p2: f32[8]) -> f32[8] {\n"
                 "  %p0 = f32[8]{0} parameter(0)\n"
                 "  %p1 = f32[8]{0} parameter(1)\n"
                 "  %p2 = f32[8]{0} parameter(2)\n" +
                 named("%s = f32[8]{0} add(%p0, %p1)", "adam/Sub_2") +
                 named("ROOT %r = f32[8]{0} subtract(%s, %p2)", "adam/AssignSubVariableOp") +
                 "}\n\n"
                 "ENTRY %main (x: f32[8], w: f32[8], m: f32[8]) -> f32[8] {\n" +
                 named("%x = f32[8]{0} parameter(0)", "XLA_Args") + named("%w = f32[8]{0} parameter(1)", "XLA_Args") +
                 named("%m = f32[8]{0} parameter(2)", "XLA_Args") + "  %c = f32[8]{0} copy(%w)\n" +
                 named("%g = f32[8]{0} multiply(%x, %w)", "gradient_tape/model/dense/MatMul") +
                 named("%y = f32[8]{0} multiply(%x, %c)", "model/dense/MatMul") +
                 "  ROOT %f = f32[8]{0} fusion(%y, %m, %w), kind=kLoop, calls=%fused\n"
                 "}\n");
    EXPECT_EQ(roles, (std::map<std::string, std::string>{
                         {"x", "dense/MatMul input"},
                         {"w", "dense/MatMul weight"},
                         {"m", "adam state"},
                     }));
}

TEST(ParameterRoles, OfPytorchAreThoseOfTheirLines)
{
    const auto parameter = [](std::string_view name, int number, std::string_view file, int line) {
        return fmt::format("  %{} = f32[8]{{0}} parameter({}), metadata={{op_type=\"xla__device_data\" "
                           "op_name=\"xla__device_data\" source_file=\"{}\" source_line={}}}\n",
                           name, number, file, line);
    };
    const auto roles =
        roles_in("ENTRY %main (w: f32[8], a: f32[8], b: f32[8], x: f32[8]) -> f32[8] {\n" +
                 parameter("w", 0, "lib/torch/nn/modules/linear.py", 134) +
                 parameter("a", 1, "lib/torch/optim/adam.py", 447) + parameter("b", 2, "lib/torch/optim/adam.py", 466) +
                 parameter("x", 3, "train.py", 8) + named("%y = f32[8]{0} multiply(%w, %x)", "aten__addmm") +
                 named("%z = f32[8]{0} add(%y, %a)", "aten__lerp.3/aten__lerp") +
                 named("ROOT %u = f32[8]{0} add(%z, %b)", "aten__mul.4/aten__mul") + "}\n");
    EXPECT_EQ(roles, (std::map<std::string, std::string>{
                         {"w", "aten__addmm weight"},
                         {"a", "first moment"},
                         {"b", "second moment"},
                         {"x", "aten__addmm"},
                     }));
}

// Each level reads the one before it a thousand times.
TEST(ParameterRoles, TakeLinearTimeForManyPaths)
{
    std::string text = "ENTRY %main (w: f32[8]) -> f32[8] {\n" + named("%c0 = f32[8]{0} parameter(0)", "XLA_Args");
    std::string before = "c0";
    for (int level = 1; level <= 8; ++level) {
        std::string operands;
        for (int i = 0; i < 1000; ++i) operands += fmt::format("{}%{}", i == 0 ? "" : ", ", before);
        before = fmt::format("c{}", level);
        text += fmt::format("  %{} = (f32[8]{{0}}) tuple({})\n", before, operands);
    }
    const auto roles = roles_in(text + named("ROOT %y = f32[8]{0} negate(%" + before + ")", "dense/Relu") + "}\n");
    EXPECT_EQ(roles, (std::map<std::string, std::string>{{"c0", "dense/Relu"}}));
}

TEST(ParameterRoles, AreNotGivenToParametersWithNames)
{
    EXPECT_EQ(roles_in("ENTRY %main (w: f32[8]) -> f32[8] {\n" + named("%w = f32[8]{0} parameter(0)", "params['w']") +
                       named("ROOT %y = f32[8]{0} negate(%w)", "jit(f)/neg") + "}\n"),
              (std::map<std::string, std::string>{}));
}

} // namespace ballast::tests
