// Sentences about what would lower the peak, or make a module fit.
#include "ballast/analysis.hpp"
#include "ballast/fit.hpp"
#include "ballast/largest_cause.hpp"
#include "ballast/verdict.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ballast::tests {

namespace {

suggestion made(const char* text, std::int64_t bytes, std::int64_t together)
{
    suggestion result;
    result.text = text;
    result.bytes = bytes;
    result.together = together;
    return result;
}

constexpr std::int64_t one_mib = 1 << 20;

holder held(buffer_class is, std::int64_t bytes, const std::string& label, const std::string& op_name = "")
{
    holder h;
    h.is = is;
    h.bytes = h.size = bytes;
    h.label = h.group = label;
    h.op_name = op_name;
    h.shape = "f32[512,1024]";
    h.rank = 2;
    h.value = 1;
    return h;
}

memory_analysis module_called(const std::string& name, std::int64_t total)
{
    memory_analysis of;
    of.module = name;
    of.ranges = true;
    space_memory space;
    space.total = total;
    space.peak = total;
    of.spaces.push_back(space);
    return of;
}

memory_analysis with_donation(const std::string& module)
{
    auto of = module_called(module, 100 * one_mib);
    of.savings.push_back({saving_kind::donation, 0, 16 * one_mib, 0});
    missed_donation d;
    d.argument = "w";
    of.donations.push_back(d);
    return of;
}

} // namespace

TEST(Verdict, LeavesOutSuggestionsThatGainNothingAfterOthers)
{
    memory_fit fit;
    fit.suggestions = {made("first", 100, 100), made("second", 50, 100), made("third", 40, 120)};
    EXPECT_EQ(suggestion_sentences(fit),
              (std::vector<std::string>{"100 B less: first", "40 B less (120 B with those above): third"}));
}

// Each alone is enough: the reader chooses.
TEST(Verdict, KeepsSuggestionsThatAreEnoughAlone)
{
    memory_fit fit;
    fit.suggestions = {made("first", 100, 100), made("second", 100, 100)};
    for (auto& each : fit.suggestions) each.then_fits = true;
    EXPECT_EQ(suggestion_sentences(fit).size(), 2U);
}

TEST(Verdict, AdvisesDonationInTheWordsOfTheFramework)
{
    const auto words = [](const std::string& module) {
        const auto text = verdict_of(with_donation(module), 0);
        return text.substr(text.find('('), text.rfind(')') + 1 - text.find('('));
    };
    EXPECT_EQ(words("SyncTensorsGraph.9"), "(change the tensor in place, or `_set_buffer_donation` of torch_xla)");
    EXPECT_EQ(words("a_inference_f_9__XlaMustCompile_true_.1"),
              "(keep it in a `tf.Variable`, and `assign` the result)");
    EXPECT_EQ(words("jit_f"), "(`donate_argnums` in JAX, buffer donation in PyTorch/XLA)");
}

TEST(Verdict, NamesAnOperationWithSeveralLargeBuffers)
{
    auto of = module_called("jit_f", 100 * one_mib);
    of.holders.push_back(held(buffer_class::temporary, 19 * one_mib, "softmax"));
    of.holders.push_back(held(buffer_class::temporary, 18 * one_mib, "softmax"));
    const std::string rest = "donation, padding and fragmentation would save nothing worth reporting";
    EXPECT_EQ(full_verdict_of(of, 0), "2 buffers of f32[512,1024] softmax are 37.0% of the peak; no single buffer is "
                                      "above 30% of the peak, and " +
                                          rest);
    of.spaces[0].peak = of.spaces[0].total = 1000 * one_mib;
    EXPECT_EQ(full_verdict_of(of, 0), "no buffer is above 30% of the peak, and " + rest);
}

TEST(Verdict, ReportsGradientsAmongTheResultsOfPytorch)
{
    auto of = module_called("SyncTensorsGraph.9", 100 * one_mib);
    EXPECT_EQ(verdict_of(of, 0), "");
    of.spaces[0].gradients = 20 * one_mib;
    EXPECT_EQ(verdict_of(of, 0), "20.00 MiB of the results have the sizes of updated weights, as gradients do: if "
                                 "`.grad` keeps them when the step ends, call `zero_grad()` before "
                                 "`torch_xla.sync()`");
}

TEST(Shares, AreLeftOutBeyondWhatPercentagesSay)
{
    EXPECT_EQ(signed_share(5, 10), "+50.0%");
    EXPECT_EQ(signed_share(-10, 10), "-100.0%");
    EXPECT_EQ(signed_share(43'689'663, 1000), "");
    EXPECT_EQ(signed_share(5, 0), "");
}

} // namespace ballast::tests
