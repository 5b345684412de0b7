// Labels of buffers: shortened names from their program.
#include "analyse/labels.hpp"
#include "tests/support/support.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

using texts = std::vector<std::string>;

} // namespace

TEST(Labels, AreOfThePartsThatSaySomething)
{
    struct row {
        std::string_view op_name;
        texts parts;
    };
    const row rows[]{
        {"", {}},
        {"add", {"add"}},
        {"jit(step)/add", {"step", "add"}},
        {"jit(step)/jit(main)/add", {"step", "add"}},
        {"jit(step)/jit(main)/jit(shmap_body)/while/body/closed_call/pjit/mul", {"step", "while", "mul"}},
        {"jit(step)/while/cond/lt", {"step", "while", "cond", "lt"}},
        // Wrappers are removed at any depth; a transpose leaves a mark.
        {"jit(f)/jvp(loss)/dot", {"f", "loss", "dot"}},
        {"jit(f)/vmap(jvp(loss))/dot", {"f", "loss", "dot"}},
        {"jit(f)/transpose(jvp(loss))/dot", {"f", "loss'", "dot"}},
        {"jit(f)/jvp(transpose(loss))/dot", {"f", "loss'", "dot"}},
        {"jit(f)/transpose(transpose(loss))/dot", {"f", "loss''", "dot"}},
        {"jit(f)/transpose(jvp(jit(g)))/dot", {"f", "g'", "dot"}},
        // Empty wrappers have no information.
        {"jit(f)/jvp()/dot", {"f", "dot"}},
        {"jit(f)/transpose(jvp())/dot", {"f", "dot"}},
        {"jit(f)/transpose(jvp(jit(main)))/dot", {"f", "dot"}},
        {"jit(f)/vmap(body)/dot", {"f", "dot"}},
        // Words that only begin like wrappers stay.
        {"jit(f)/transpose/dot", {"f", "transpose", "dot"}},
        {"jit(f)/jvpx(g)/dot", {"f", "jvpx(g)", "dot"}},
        {"jit(f)/remat(g)/dot", {"f", "remat(g)", "dot"}},
        {"jit(f)/jvp(g)h/dot", {"f", "jvp(g)h", "dot"}},
        {"jit(f)/jvp(g)(h)/dot", {"f", "jvp(g)(h)", "dot"}},
        {"jit(f)/bodyguard/dot", {"f", "bodyguard", "dot"}},
        {"jit(f)/jit(main_loop)/dot", {"f", "main_loop", "dot"}},
        // Arguments in brackets are removed.
        {"jit(f)/dot_general[dimension_numbers=(((1,), (0,)), ((), ()))]", {"f", "dot_general"}},
        {"jit(f)/pjit[name=g]/mul", {"f", "mul"}},
        {"jit(f)/reshape[new_sizes=(2, 3)]/mul[]", {"f", "reshape", "mul"}},
        // A `/` in brackets is not a separator.
        {"jit(f)/custom[path=a/b/c]/mul", {"f", "custom", "mul"}},
        {"jit(a/b)/mul", {"a/b", "mul"}},
        {"jit(f)/scan{x/y}/mul", {"f", "scan{x/y}", "mul"}},
        // After an unclosed bracket no `/` is a separator; after an unopened one it is.
        {"jit(f/mul", {"jit(f/mul"}},
        {"f/dot[a=1/mul", {"f", "dot"}},
        {"f)/mul", {"f)", "mul"}},
        // Empty parts do not count.
        {"f//mul/", {"f", "mul"}},
        // If no part is informative, the whole name is used.
        {"jit(main)", {"jit(main)"}},
        {"body/closed_call", {"body/closed_call"}},
        {"/", {"/"}},
        // A bracket at the start of a part does not contain arguments.
        {"[3]/mul", {"[3]", "mul"}},
    };
    for (const auto& [op_name, parts] : rows) EXPECT_EQ(analyse::parts_of(op_name), parts) << op_name;
}

TEST(Labels, MarkGradientsOfTensorflow)
{
    EXPECT_EQ(analyse::label_of("gradient_tape/dense_1/MatMul/MatMul"), "dense_1'/MatMul");
    EXPECT_EQ(analyse::scope_of("gradient_tape/model/dense_1/MatMul"), "model'/dense_1");
    EXPECT_EQ(analyse::label_of("gradient_tape"), "gradient_tape");
}

TEST(Labels, DropTheCountersOfPytorch)
{
    EXPECT_EQ(analyse::label_of("aten__lerp.103/aten__lerp"), "aten__lerp");
    EXPECT_EQ(analyse::label_of("layer1/aten__mm.2/aten__mm"), "layer1/aten__mm");
    EXPECT_EQ(analyse::scope_of("layer1/aten__mm.2/aten__mm"), "layer1");
    EXPECT_EQ(analyse::label_of("model.2/dense/model"), "model.2/dense/model");
    EXPECT_EQ(analyse::label_of("add.x/add"), "add.x/add");
}

// Wrappers are also removed from names with arguments.
TEST(Labels, CutArgumentsInWrappers)
{
    EXPECT_EQ(analyse::parts_of("jit(f)/jvp(g[n=3])/dot"), (texts{"f", "g", "dot"}));
    EXPECT_EQ(analyse::parts_of("jit(f)/transpose(jvp(g[n=3]))/dot"), (texts{"f", "g'", "dot"}));
}

TEST(Labels, HaveTheHeadAndTheLastTwoParts)
{
    struct row {
        std::string_view op_name;
        std::string_view label;
        std::string_view scope;
    };
    const row rows[]{
        {"", "", ""},
        {"add", "add", ""},
        {"jit(step)/add", "step/add", "step"},
        {"jit(step)/jit(main)/loss/add", "step/loss/add", "step/loss"},
        {"jit(step)/loss/layer/add", "step/…/layer/add", "step/loss/layer"},
        {"jit(step)/loss/layer/dense/add", "step/…/dense/add", "step/loss/layer"},
        {"jit(step)/jit(main)/transpose(jvp(loss))/layer/dense/dot_general[a=b/c]", "step/…/dense/dot_general",
         "step/loss'/layer"},
        {"jit(main)", "jit(main)", ""},
        {"jit(f/mul", "jit(f/mul", ""},
    };
    for (const auto& [op_name, label, scope] : rows) {
        EXPECT_EQ(analyse::label_of(op_name), label) << op_name;
        EXPECT_EQ(analyse::scope_of(op_name), scope) << op_name;
    }
}

TEST(Labels, OfArgumentsAreGroupedWithoutTheirNumbers)
{
    const std::pair<std::string_view, std::string_view> rows[]{
        {"", ""},
        {"x", "x"},
        {"params[3]", "params[*]"},
        {"params[3]['w'][12].b[0]", "params[*]['w'][*].b[*]"},
        {"[3]", "[*]"},
        {"[[3]]", "[[*]]"},
        {"params['3']", "params['3']"},
        {"params[-1]", "params[-1]"},
        {"params[1:2]", "params[1:2]"},
        {"params[]", "params[]"},
        {"layer3.w2", "layer3.w2"},
        {"params[3", "params[3"},
        {"params[", "params["},
        {"params3]", "params3]"},
    };
    for (const auto& [path, expected] : rows) EXPECT_EQ(analyse::without_numbers(path), expected) << path;
}

TEST(Labels, KnowPathsFromGenericNames)
{
    for (const auto* path : {"x", "params['w']", "args[0]['w']", "args[0].w", "arg0_weights", "argument",
                             "arguments[0]", "opt_state[0].mu['w']", "batch[1]"})
        EXPECT_TRUE(analyse::is_path(path)) << path;
    for (const auto* generic : {"", "arg", "args", "args[1]", "args[1][2]", "arg3", "arg_3", "arg3.1", "args_0_",
                                "xla::device_data", "xla::device_data.3", "xla__device_data", "xla__device_data.3"})
        EXPECT_FALSE(analyse::is_path(generic)) << generic;
}

TEST(Labels, OfInstructionsAreTheirNamesWithoutWhatXlaAdds)
{
    const std::pair<std::string_view, std::string_view> rows[]{
        {"", ""},
        {"fusion", "fusion"},
        {"fusion.123", "fusion"},
        {"fusion.clone", "fusion"},
        {"fusion.clone.1", "fusion"},
        {"fusion.3.clone.1", "fusion"},
        {"fusion.clone.clone.2", "fusion"},
        {"fusion.remat", "fusion"},
        {"fusion.remat2", "fusion"},
        {"fusion.7.remat2", "fusion"},
        {"fusion.remat.2", "fusion"},
        {"fusion.3.remat2.clone.4", "fusion"},
        {"loop_add_fusion.1.2", "loop_add_fusion"},
        {"wrapped.add.5", "wrapped.add"},
        {"dot-start.2", "dot-start"},
        {"p.0", "p"},
        // Digits that belong to the name.
        {"conv2d", "conv2d"},
        {"conv2d.1", "conv2d"},
        {"fusion_3", "fusion_3"},
        {"3.4x", "3.4x"},
        // Names that are only digits, or only what is added.
        {"123", "123"},
        {".12", ".12"},
        {"1.2", "1"},
        {".clone", ".clone"},
        {".remat2", ".remat2"},
        {"clone", "clone"},
        {"clone.1", "clone"},
        {"rematerialised", "rematerialised"},
        {"fusion.", "fusion."},
    };
    for (const auto& [name, expected] : rows) EXPECT_EQ(analyse::base_of(name), expected) << name;
}

// Nesting is only followed to a limited depth, so that it takes no time.
TEST(Labels, LookThroughAFewDozenWrappers)
{
    const auto nested = [](std::size_t depth) {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i) text += "jit(";
        return text.append("x").append(depth, ')');
    };
    EXPECT_EQ(analyse::label_of(nested(30)), "x");
    EXPECT_TRUE(analyse::label_of(nested(20000)).starts_with("jit("));
}

// A parameter of a loop's body has the name of an operation; a parameter of the program has the path of an argument.
TEST(Labels, TellTracedNamesFromPaths)
{
    for (const auto* traced : {"jit(f)/jit(main)/while/body/add", "pmap(step)/x", "f(a[1])/b"})
        EXPECT_TRUE(analyse::is_traced(traced)) << traced;
    for (const auto* path : {"params['enc/w']", "x", "", "jit(f)", "args[0]", "model/dense/kernel", "(a)/b",
                             "s.mu(0)/x", "params['f(x)/y']"})
        EXPECT_FALSE(analyse::is_traced(path)) << path;
}

} // namespace ballast::tests
