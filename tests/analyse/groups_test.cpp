// Groups of holders.
#include "ballast/analysis.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ballast::tests {

namespace {

// `0 128 2 f32[16]`: the key without separators; `*` if source, class, shape or label are not all equal.
texts groups_in(const memory_analysis& of, grouping by)
{
    texts result;
    for (const auto& g : groups_of(of, by)) {
        auto key = key_of(of.holders[g.largest], by);
        std::ranges::replace(key, '\0', ' ');
        result.push_back(fmt::format("{} {} {} {}{}{}{}{}", g.space, g.bytes, g.count, key,
                                     g.one_source ? "" : " *source", g.one_class ? "" : " *class",
                                     g.one_shape ? "" : " *shape", g.one_label ? "" : " *label"));
    }
    return result;
}

} // namespace

TEST(Groups, ArePutTogetherByWhatIsAsked)
{
    const auto layer = [](int number, std::int64_t bytes, const std::string& more, std::int64_t color = 0) -> block {
        return {bytes,
                fmt::format("parameter {}, shape |f32[{}]| at ShapeIndex {{}}", number, bytes / 4),
                {{fmt::format("p.{}", number), bytes, 0, fmt::format("f32[{}]{{0}}", bytes / 4), "0-1",
                  fmt::format(R"(parameter({}), metadata={{op_name="layers[{}][\'w\']"{}}})", number, number, more)}},
                color};
    };
    const std::string at = " source_file=\"a.py\" source_line=";
    const module_texts module{.blocks = {layer(0, 64, at + "1"),
                                         layer(1, 64, at + "2"),
                                         layer(2, 32, at + "1"),
                                         layer(3, 64, at + "1", 1),
                                         {48,
                                          "maybe-live-out",
                                          {{"out", 48, 0, "s8[48]{0}", "0-1",
                                            "iota(), iota_dimension=0, metadata={op_name=\"jit(f)/iota\"}"}}}},
                              .sequence = {"out"}};
    const auto of = memory_in(module.text());
    EXPECT_EQ(groups_in(of, grouping::alike),
              (texts{"0 128 2 argument layers[*]['w'] f32[16] *source", "0 48 1 output f/iota s8[48]",
                     "0 32 1 argument layers[*]['w'] f32[8]", "1 64 1 argument layers[*]['w'] f32[16]"}));
    EXPECT_EQ(groups_in(of, grouping::label),
              (texts{"0 160 3 layers[*]['w'] *source *shape", "0 48 1 f/iota", "1 64 1 layers[*]['w']"}));
    EXPECT_EQ(groups_in(of, grouping::source),
              (texts{"0 96 2 a.py:1 *shape", "0 64 1 a.py:2", "0 48 1 ", "1 64 1 a.py:1"}));
    EXPECT_EQ(groups_in(of, grouping::scope), (texts{"0 160 3 layers *source *shape", "0 48 1 f", "1 64 1 layers"}));
    EXPECT_EQ(groups_in(of, grouping::shape),
              (texts{"0 128 2 f32[16] *source", "0 48 1 s8[48]", "0 32 1 f32[8]", "1 64 1 f32[16]"}));
    EXPECT_EQ(groups_in(of, grouping::type), (texts{"0 160 3 f32 *source *shape", "0 48 1 s8", "1 64 1 f32"}));
    EXPECT_EQ(groups_in(of, grouping::opcode),
              (texts{"0 160 3 parameter *source *shape", "0 48 1 iota", "1 64 1 parameter"}));
    EXPECT_EQ(groups_in(of, grouping::is),
              (texts{"0 160 3 argument *source *shape", "0 48 1 output", "1 64 1 argument"}));
    EXPECT_EQ(groups_of(of, grouping::value).size(), 5U);
    // The largest holder represents its group.
    const auto groups = groups_of(of, grouping::source);
    EXPECT_EQ(of.holders[groups[0].largest].name, "p.0");
    EXPECT_EQ(of.holders[groups[3].largest].name, "p.3");
}

} // namespace ballast::tests
