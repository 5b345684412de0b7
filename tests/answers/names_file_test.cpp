// Names of parameters that a program wrote beside its dumps.
#include "answers/names_file.hpp"
#include "tests/analyse/small_modules.hpp"

namespace ballast::tests {

namespace {

memory_analysis with_arguments()
{
    memory_analysis of;
    for (const auto& [number, shape] : {std::pair(0, "f32[8,4]"), std::pair(1, "f32[4]")}) {
        holder h;
        h.parameter = number;
        h.shape = shape;
        h.label = h.op_name = "xla__device_data";
        of.holders.push_back(h);
    }
    missed_donation d;
    d.parameter = 1;
    of.donations.push_back(d);
    return of;
}

texts labels_with(const std::string& json)
{
    auto of = with_arguments();
    texts result;
    if (!answers::name_parameters(of, json)) result.emplace_back("refused");
    for (const auto& h : of.holders) result.push_back(h.label + " " + h.group);
    result.push_back(of.donations[0].argument);
    return result;
}

const std::string graph =
    R"({"parameters": [{"name": "layers.0.weight", "shape": [8, 4]}, {"name": "b", "shape": [4]}]})";

} // namespace

TEST(NamesFile, NamesParametersOfTheSameShapes)
{
    EXPECT_EQ(labels_with(R"({"graphs": [)" + graph + "]}"), (texts{"layers.0.weight layers.*.weight", "b b", "b"}));
    EXPECT_EQ(labels_with(R"({"graphs": [)" + graph + R"(, {"parameters": []}]})"),
              (texts{"layers.0.weight layers.*.weight", "b b", "b"}))
        << "other graphs are passed over";
}

TEST(NamesFile, LeavesOtherModulesAlone)
{
    const texts same{"xla__device_data ", "xla__device_data ", ""};
    EXPECT_EQ(labels_with(R"({"graphs": []})"), same);
    EXPECT_EQ(labels_with(R"({"graphs": [{"parameters": [{"name": "a", "shape": [8, 4]}]}]})"), same) << "too few";
    EXPECT_EQ(
        labels_with(R"({"graphs": [{"parameters": [{"name": "a", "shape": [4, 8]}, {"name": "b", "shape": [4]}]}]})"),
        same)
        << "another shape";
}

TEST(NamesFile, IsRefusedIfItIsAnotherFile)
{
    const texts refused{"refused", "xla__device_data ", "xla__device_data ", ""};
    for (const auto* json :
         {"", "{", "[]", R"({"graphs": 1})", R"({"graphs": [1]})", R"({"graphs": [{"parameters": [{"name": 1}]}]})"})
        EXPECT_EQ(labels_with(json), refused) << json;
}

} // namespace ballast::tests
