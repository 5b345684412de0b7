// Keys of trees: layers in paths, and groups by patterns.
#include "render/holder_tree.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ballast::tests {

TEST(HolderTree, FindsLayersInPaths)
{
    for (const auto* path :
         {"params['layers'][3]['w']", "layers/3/mlp", "jit(f)/layers_3/add", "encoder.layers.3.weight"})
        EXPECT_EQ(render::layer_in(path), "layers 3") << path;
    EXPECT_EQ(render::layer_in("transformer/h_11/attn"), "h 11");
    EXPECT_EQ(render::layer_in("h3/attn"), "h 3");
    for (const auto* path : {"", "params['w']", "layers", "layers/norm/3", "graph_3", "conv2d/3", "layers/3d",
                             "weight_3", "layers/12345678"})
        EXPECT_EQ(render::layer_in(path), "") << path;
}

TEST(HolderTree, PatternsMatchTheWholeText)
{
    EXPECT_TRUE(render::matches("*attn*", "layers/3/attn/dot"));
    EXPECT_TRUE(render::matches("f32[?,6144]", "f32[8,6144]"));
    EXPECT_TRUE(render::matches("", ""));
    EXPECT_TRUE(render::matches("a*b*c", "abxbc"));
    EXPECT_FALSE(render::matches("attn", "layers/3/attn"));
    EXPECT_FALSE(render::matches("a*b*c", "abxb"));
    EXPECT_FALSE(render::matches("?", ""));
    EXPECT_FALSE(render::matches(std::string(100, '*') + "b", std::string(100'000, 'a')));
}

TEST(HolderTree, ReadsGroups)
{
    const auto read = render::patterns_in("# parts\nattention: *attn* | *softmax*\r\n\nsource: *train.py*\n");
    EXPECT_EQ(read.problem, "");
    ASSERT_EQ(read.all.size(), 2U);
    EXPECT_EQ(read.all[0].name, "attention");
    EXPECT_EQ(read.all[0].patterns, (std::vector<std::string>{"*attn*", "*softmax*"}));
    EXPECT_EQ(read.all[1].patterns, (std::vector<std::string>{"*train.py*"}));
    EXPECT_EQ(render::patterns_in("a: b\nattention *attn*\n").problem,
              "line 2: expected NAME: PATTERN, such as `attention: *attn*`");
    EXPECT_NE(render::patterns_in("").problem, "");
}

} // namespace ballast::tests
