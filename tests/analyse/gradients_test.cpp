// Gradients among the results of training steps of PyTorch/XLA.
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

namespace ballast::tests {

namespace {

constexpr std::int64_t bytes = 4096;

std::string metadata(const std::string& name, const std::string& source)
{
    return fmt::format(", metadata={{op_name=\"{}\" source_file=\"lib/torch/{}\" source_line=9}}", name, source);
}

// The bytes of gradients in a step with one weight and its moments, whose new values are results, and with more results
// of these sources.
std::int64_t gradients(std::size_t moments, const texts& results)
{
    const std::string shape = "f32[1024]{0}";
    std::vector<block> blocks;
    std::size_t index = 0;
    const auto position = [&] { return fmt::format("tuple.9 {{{}}}", index++); };
    for (std::size_t i = 0; i <= moments; ++i) {
        const auto name = fmt::format("p.{}", i);
        const auto from = metadata("xla__device_data", i == 0 ? "nn/modules/linear.py" : "optim/sgd.py");
        blocks.push_back({bytes,
                          fmt::format("parameter {}, shape |f32[1024]| at ShapeIndex {{}}, maybe-live-out", i),
                          {{name, bytes, 0, shape, "0-9", fmt::format("parameter({}){}", i, from)},
                           {fmt::format("new.{}", i),
                            bytes,
                            0,
                            shape,
                            "8-9",
                            fmt::format("negate(%{}){}", name, metadata("aten__add", "optim/sgd.py")),
                            {},
                            {position()}}}});
    }
    for (const auto& source : results)
        blocks.push_back({bytes,
                          "maybe-live-out",
                          {{fmt::format("more.{}", index),
                            bytes,
                            0,
                            shape,
                            "7-9",
                            fmt::format("negate(%p.0){}", metadata("aten__mm", source)),
                            {},
                            {position()}}}});
    blocks.push_back(
        {8 * static_cast<std::int64_t>(index),
         "output shape is |(f32[1024])|, maybe-live-out",
         {{"tuple.9", 8 * static_cast<std::int64_t>(index), 0, "(f32[1024]{0})", "9-9", "tuple(%new.0)"}}});
    const auto dump = module_texts{.blocks = std::move(blocks), .sequence = {"p.0", "tuple.9"}}.text();
    return memory_in(dump).spaces.at(0).gradients;
}

} // namespace

TEST(Gradients, AreResultsThatDoNotComeFromTheOptimizer)
{
    EXPECT_EQ(gradients(0, {}), 0);
    EXPECT_EQ(gradients(0, {"nn/functional.py"}), bytes);
    EXPECT_EQ(gradients(0, {"optim/sgd.py"}), 0); // the first step makes the momentum
}

TEST(Gradients, CanComeOutOfTheOptimizersFusions)
{
    EXPECT_EQ(gradients(1, {}), 0);
    EXPECT_EQ(gradients(1, {"optim/sgd.py"}), bytes);
}

TEST(Gradients, CanBeThereTwice)
{
    EXPECT_EQ(gradients(1, {"nn/functional.py", "nn/functional.py"}), 2 * bytes);
    EXPECT_EQ(gradients(1, {"nn/functional.py", "nn/functional.py", "nn/functional.py"}), 2 * bytes);
}

} // namespace ballast::tests
