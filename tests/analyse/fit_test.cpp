// Whether modules fit a device, and what would make them fit.
#include "analyse/fit.hpp"
#include "analyse/repacking.hpp"
#include "ballast/analysis.hpp"
#include "generate/program.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

constexpr std::int64_t mebibyte = 1 << 20;
const std::string four_mebibytes = "f32[1048576]{0}"; // 4 MiB

memory_fit fit_in(const std::string& dump, std::int64_t bytes)
{
    return *memory_in(dump, {.limit = limit_of(bytes)}).fit;
}
// `donation 4 fits, together 4 fits`; sizes in MiB.
texts suggestions_in(const std::string& dump, std::int64_t bytes = 0)
{
    texts result;
    for (const auto& s : fit_in(dump, bytes).suggestions)
        result.push_back(fmt::format("{} {}{}, together {}{}", spelling(s.kind), s.bytes / mebibyte,
                                     s.then_fits ? " fits" : "", s.together / mebibyte,
                                     s.together_fits ? " fits" : ""));
    return result;
}

block given_argument(std::int64_t number, texts uses, const std::string& shape = four_mebibytes,
                     const std::string& name = {})
{
    return {4 * mebibyte,
            fmt::format("parameter {}, shape |{}| at ShapeIndex {{}}", number, shape.substr(0, shape.find('{'))),
            {{fmt::format("p.{}", number), 4 * mebibyte, 0, shape, "0-8",
              fmt::format("parameter({}){}", number,
                          name.empty() ? "" : fmt::format(", metadata={{op_name=\"{}\"}}", name)),
              std::move(uses)}}};
}
// A result that an instruction writes at step 7.
block written_result(const std::string& instruction)
{
    return {4 * mebibyte,
            "output shape is |f32[1048576]|, maybe-live-out",
            {{"out.9", 4 * mebibyte, 0, four_mebibytes, "7-8", instruction}}};
}
std::string fitted_dump(std::vector<block> blocks)
{
    return module_texts{.blocks = std::move(blocks),
                        .sequence = {"p.0", "a.1", "b.2", "c.3", "d.4", "other.5", "e.6", "out.9"}}
        .text();
}

// --- the peak, added up step by step ---

std::int64_t covered_bytes(std::vector<std::pair<std::int64_t, std::int64_t>> parts)
{
    std::ranges::sort(parts);
    std::int64_t sum = 0;
    std::int64_t until = std::numeric_limits<std::int64_t>::min();
    for (const auto& [begin, end] : parts) {
        if (end > until) sum += end - std::max(begin, until);
        until = std::max(until, end);
    }
    return sum;
}

std::int64_t peak_by_steps(const analyse::module& of, std::int64_t space, const analyse::settled_change& change)
{
    const auto& rows = of.rows();
    const auto size_of = [&](model::number line) {
        const auto found = change.sizes.find(line);
        return found == change.sizes.end() ? rows.lines[line].size : found->second;
    };
    const auto is_at = [](const auto& all, model::number line, std::int64_t step) {
        const auto found = all.find(line);
        return found != all.end() &&
               std::ranges::any_of(found->second, [&](const auto& s) { return s.first <= step && step <= s.second; });
    };
    const auto is_temporary = [](const model::allocation_row& a) {
        return a.parameter < 0 && !a.constant && !a.live_out;
    };
    std::int64_t lasting = 0;
    for (model::number i = 0; i < rows.allocations.size(); ++i) {
        const auto& a = rows.allocations[i];
        if (a.thread_local_ || a.color != space || is_temporary(a)) continue;
        bool changes = false;
        std::int64_t end = 0;
        for (auto line = a.first_line; line < a.first_line + a.lines; ++line) {
            changes |= change.sizes.contains(line);
            end = std::max(end, rows.lines[line].offset + size_of(line));
        }
        lasting += changes && end > 0 ? std::min(end, a.size) : a.size;
    }
    std::int64_t most = 0;
    for (std::int64_t step = 0; step <= of.steps() + 1; ++step) {
        std::int64_t now = 0;
        for (model::number i = 0; i < rows.allocations.size(); ++i) {
            const auto& a = rows.allocations[i];
            if (a.thread_local_ || a.color != space || !is_temporary(a)) continue;
            std::vector<std::pair<std::int64_t, std::int64_t>> parts;
            for (auto line = a.first_line; line < a.first_line + a.lines; ++line) {
                const auto row = rows.lines[line];
                const auto range = rows.values[rows.value_of(row.value.id)].range;
                if (range == model::none || step >= of.steps() || is_at(change.gaps, line, step)) continue;
                if (rows.ranges[range].start <= step && step <= rows.ranges[range].end && size_of(line) > 0)
                    parts.emplace_back(row.offset, row.offset + size_of(line));
            }
            now += covered_bytes(std::move(parts));
        }
        for (const auto& [line, when] : change.extras)
            if (is_at(change.extras, line, step)) now += size_of(line);
        most = std::max(most, now);
    }
    return lasting + most;
}

struct seen_kinds {
    std::map<suggestion_kind, std::size_t> count;
    std::size_t made_again = 0; // recomputed values whose operands stay longer
};

void expect_advice(const std::vector<document>& files, seen_kinds& seen)
{
    std::vector<const document*> documents;
    for (const auto& file : files) documents.push_back(&file);
    const auto memory = memory_of(documents);
    if (!memory) return;
    analyse::module module(documents);
    for (const auto& space : memory->spaces) {
        const auto fit = analyse::fit_of(module, *memory, limit_of(space.total / 2), space.space);
        EXPECT_EQ(fit.used, space.total);
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
        for (const auto& s : fit.suggestions) {
            EXPECT_GT(s.bytes, 0) << s.text;
            EXPECT_LE(s.bytes, last) << s.text;
            last = s.bytes;
            EXPECT_LE(s.bytes, space.total) << s.text;
            EXPECT_LE(s.together, space.total) << s.text;
            EXPECT_EQ(s.then_fits, space.total - s.bytes <= fit.limit.available) << s.text;
        }
        if (!space.peak) {
            EXPECT_TRUE(fit.suggestions.empty());
            continue;
        }
        const analyse::changed_memory changed(module, space);
        analyse::repacked_memory repacked(module, space);
        EXPECT_EQ(peak_by_steps(module, space.space, {}), *space.peak);
        const auto expect_room = [&](const analyse::settled_change& change, const std::string& text) {
            const auto peak = peak_by_steps(module, space.space, change);
            EXPECT_EQ(changed.peak_with(change), peak) << text;
            if (change.moved.empty()) {
                EXPECT_GE(repacked.total_with(change), peak) << text;
            }
        };
        analyse::memory_change all;
        for (const auto& made : analyse::advice_for(module, *memory, space)) {
            const auto change = analyse::settled(module.rows(), made.change);
            ++seen.count[made.report.kind];
            seen.made_again += !change.gaps.empty() && !change.extras.empty() ? 1U : 0U;
            EXPECT_EQ(made.report.bytes, repacked.saved_by(change)) << made.report.text;
            expect_room(change, made.report.text);
            all.add(made.change);
        }
        expect_room(analyse::settled(module.rows(), all), "all");
    }
}

} // namespace

TEST(Fits, DevicesHaveOneNameEachAndASource)
{
    std::set<std::string_view> names;
    for (const auto& d : devices()) {
        EXPECT_TRUE(names.insert(d.name).second) << d.name;
        EXPECT_EQ(find_device(d.name), &d);
        EXPECT_FALSE(d.source.empty());
        EXPECT_GT(d.bytes, std::int64_t{1} << 30);
        EXPECT_TRUE(d.percent == 100 || d.percent == 75);
        for (std::string_view rest = d.aliases; !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            EXPECT_EQ(find_device(rest.substr(0, end)), &d) << rest;
            EXPECT_TRUE(names.insert(rest.substr(0, end)).second) << rest;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
}

TEST(Fits, DevicesAreFoundByTargetAndTitle)
{
    for (const auto* name : {"v5e", "V5E", "TPU v5e", "tpu:v5e:2x2", "v5litepod"})
        EXPECT_EQ(find_device(name), find_device("v5e")) << name;
    EXPECT_EQ(find_device("NVIDIA H100"), find_device("h100"));
    EXPECT_EQ(find_device("rocm:mi300x"), find_device("mi300x"));
    EXPECT_EQ(find_device("v99"), nullptr);
    EXPECT_EQ(find_device(""), nullptr);
}

TEST(Fits, ATpuHasAllOfItsMemoryAndAGpuThreeQuarters)
{
    EXPECT_EQ(limit_of(*find_device("v5e")).available, 16911433728); // 15.75 GiB
    EXPECT_EQ(limit_of(*find_device("h100")).available, 84942979072 / 4 * 3);
    EXPECT_EQ(limit_of(5).available, 5);
    EXPECT_EQ(limit_of(-5).available, 0);
}

TEST(Fits, MeansThatTheTotalIsAvailable)
{
    const auto dump = fitted_dump({given_argument(0, {"out.9, operand 0"}), written_result("negate(%p.0)")});
    EXPECT_TRUE(fit_in(dump, 8 * mebibyte).fits());
    EXPECT_EQ(fit_in(dump, 8 * mebibyte).left(), 0);
    EXPECT_FALSE(fit_in(dump, 8 * mebibyte - 1).fits());
    EXPECT_EQ(fit_in(dump, 8 * mebibyte - 1).left(), -1);
}

TEST(Fits, WithTheResultInItsArgument)
{
    const auto given = given_argument(0, {"out.9, operand 0"});
    EXPECT_EQ(
        suggestions_in(fitted_dump({given, written_result("negate(%p.0)")}), 4 * mebibyte),
        (texts{"donation 4 fits, together 4 fits", "precision 2, together 4 fits", "precision 2, together 6 fits"}));
}

// Two of three results fit into one of two arguments each. The second argument is read after its result is written, but
// XLA can schedule that result later.
TEST(Fits, WithOneResultInEachArgument)
{
    const std::string bytes = "u8[4194304]{0}"; // no smaller type is suggested
    const auto result = [&](const std::string& name, const std::string& range) {
        return block{4 * mebibyte,
                     "output shape is |u8[4194304]|, maybe-live-out",
                     {{name, 4 * mebibyte, 0, bytes, range, "negate(%p.0)"}}};
    };
    const auto dump =
        fitted_dump({given_argument(0, {"a.1, operand 0"}, bytes), given_argument(1, {"e.6, operand 0"}, bytes),
                     result("other.5", "5-8"), result("c.3", "3-8"), result("out.9", "7-8")});
    EXPECT_EQ(suggestions_in(dump),
              (texts{"donation 8, together 8", "donation 4, together 8", "donation 4, together 8"}));
    const auto read = accepted(dump);
    const document* const alone[]{&read};
    const auto memory = *memory_of(alone);
    analyse::module module(alone);
    analyse::repacked_memory repacked(module, memory.spaces.front());
    const auto line = [&](model::number allocation) { return module.rows().allocations[allocation].first_line; };
    const auto saved_by = [&](const analyse::memory_change& change) {
        return repacked.saved_by(analyse::settled(module.rows(), change));
    };
    EXPECT_EQ(saved_by({.moves = {{2, line(2), 0}, {3, line(3), 0}}}), 4 * mebibyte);
    EXPECT_EQ(saved_by({.moves = {{2, line(2), 0}, {2, line(2), 1}, {3, line(3), 1}}}), 8 * mebibyte);
}

// Each is a small suggestion on its own; together they are one large suggestion.
TEST(Fits, WithAllArgumentsWithoutNames)
{
    std::vector<block> blocks;
    const std::string bytes = "u8[4194304]{0}";
    for (int i = 0; i < 20; ++i) blocks.push_back(given_argument(i, {"a.1, operand 0"}, bytes));
    for (int i = 0; i < 20; ++i)
        blocks.push_back({4 * mebibyte,
                          "output shape is |u8[4194304]|, maybe-live-out",
                          {{fmt::format("r.{}", i), 4 * mebibyte, 0, bytes, "7-8", "negate(%p.0)"}}});
    const auto fit = fit_in(fitted_dump(blocks), 80 * mebibyte);
    ASSERT_FALSE(fit.suggestions.empty());
    const auto& first = fit.suggestions.front();
    EXPECT_EQ(first.text, "donate parameters 0 to 19 to reuse their memory for 20 results (`donate_argnums` in JAX)");
    EXPECT_EQ(first.bytes, 80 * mebibyte);
    EXPECT_TRUE(first.then_fits);
}

// In PyTorch all parameters have one name. Only the one with the shape of the result is suggested.
TEST(Fits, WithTheParametersThatGetAResultWhereAllHaveOneName)
{
    const std::string bytes = "u8[4194304]{0}";
    const block made{4 * mebibyte,
                     "output shape is |u8[4194304]|, maybe-live-out",
                     {{"out.9", 4 * mebibyte, 0, bytes, "7-8", "negate(%p.1)"}}};
    for (const std::string name : {"xla__device_data", "x", ""}) {
        const auto fit =
            fit_in(fitted_dump({given_argument(0, {"a.1, operand 0"}, "u8[4194304,1]{1,0}", name),
                                given_argument(1, {"a.1, operand 0", "out.9, operand 0"}, bytes, name), made}),
                   mebibyte);
        ASSERT_EQ(fit.suggestions.size(), 1U) << name;
        const auto call = name.starts_with("xla__")
                              ? "change the tensor in place, or `_set_buffer_donation` of torch_xla"
                              : "`donate_argnums` in JAX";
        EXPECT_EQ(fit.suggestions.front().text,
                  fmt::format("donate parameter 1 to reuse its memory for a result ({})", call));
    }
}

// A program of PyTorch/XLA cannot donate a tensor to a copy of it, nor what Dynamo passes to its own graphs.
TEST(Fits, WithoutDonationsThatPytorchCannotMake)
{
    const std::string bytes = "u8[4194304]{0}";
    const auto suggestions = [&](const std::string& argument, const std::string& result) {
        const block made{4 * mebibyte,
                         "output shape is |u8[4194304]|, maybe-live-out",
                         {{"out.9", 4 * mebibyte, 0, bytes, "7-8", result}}};
        return fit_in(fitted_dump({given_argument(0, {"out.9, operand 0"}, bytes, argument), made}), mebibyte)
            .suggestions.size();
    };
    const std::string parameter = "xla__device_data";
    EXPECT_EQ(suggestions(parameter, "negate(%p.0)"), 1U);
    EXPECT_EQ(suggestions(parameter, "copy(%p.0)"), 0U);
    EXPECT_EQ(suggestions(parameter + "\" source_file=\"torch_xla/_dynamo/dynamo_bridge.py", "negate(%p.0)"), 0U);
}

// The result's allocation also holds a temporary, which the next one overwrites. With the result in its argument, both
// take the memory of one.
TEST(Fits, WithTemporariesThatSharedTheResult)
{
    const auto text = [](const std::string& root) {
        return fmt::format("HloModule jit_f, is_scheduled=true\n\n"
                           "%fused (x.1: f32[1048576]) -> f32[1048576] {{\n"
                           "  %x.1 = f32[1048576]{{0}} parameter(0)\n"
                           "  ROOT %y.2 = f32[1048576]{{0}} {}\n}}\n\n"
                           "ENTRY %main (p.0: f32[1048576]) -> f32[1048576] {{\n"
                           "  ROOT %p.0 = f32[1048576]{{0}} parameter(0)\n}}\n\n",
                           root);
    };
    const std::string fusion = "fusion(%a.1), kind=kLoop, calls=%fused";
    auto made = written_result("dot(%b.2, %p.1), lhs_contracting_dims={0}, rhs_contracting_dims={0}");
    made.values.push_back({"a.1",
                           4 * mebibyte,
                           0,
                           four_mebibytes,
                           "1-2",
                           "dot(%p.0, %p.1), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                           {"b.2, operand 0"}});
    const auto dump = fitted_dump({given_argument(0, {"a.1, operand 0"}),
                                   given_argument(1, {"a.1, operand 1", "out.9, operand 1"}),
                                   made,
                                   {4 * mebibyte,
                                    "preallocated-temp",
                                    {{"b.2", 4 * mebibyte, 0, four_mebibytes, "2-7", fusion, {"out.9, operand 0"}}}}});
    const auto donated = [&](const texts& files) {
        const auto memory = memory_in(files, {.limit = limit_of(12 * mebibyte)});
        texts result;
        for (const auto& s : memory.fit->suggestions)
            if (s.kind == suggestion_kind::donation)
                result.push_back(
                    fmt::format("{} {}{}", s.parameters.front(), s.bytes / mebibyte, s.then_fits ? " fits" : ""));
        return result;
    };
    EXPECT_EQ(donated({dump, text("tanh(%x.1)")}), texts{"0 4 fits"});
    EXPECT_EQ(donated({dump, text("reverse(%x.1), dimensions={0}")}), texts{});
    EXPECT_EQ(donated({dump}), texts{}) << "what the fusion does is unknown";
}

// Whether a fusion can write over an operand is in the module text.
TEST(Fits, AtMostIfItIsUnknownWhatAFusionReads)
{
    const auto text = [](const std::string& root) {
        return fmt::format("HloModule jit_f, is_scheduled=true\n\n"
                           "%fused (x.1: f32[1048576], z.3: f32[1048576]) -> f32[1048576] {{\n"
                           "  %x.1 = f32[1048576]{{0}} parameter(0)\n"
                           "  %z.3 = f32[1048576]{{0}} parameter(1)\n"
                           "  %r.4 = f32[1048576]{{0}} reverse(%z.3), dimensions={{0}}\n"
                           "  ROOT %y.2 = f32[1048576]{{0}} {}\n}}\n\n"
                           "ENTRY %main (p.0: f32[1048576]) -> f32[1048576] {{\n"
                           "  ROOT %p.0 = f32[1048576]{{0}} parameter(0)\n}}\n\n",
                           root);
    };
    const auto donated = [&](const texts& files) {
        const auto memory = memory_in(files, {.limit = limit_of(mebibyte)});
        texts result;
        for (const auto& s : memory.fit->suggestions)
            if (s.kind == suggestion_kind::donation)
                result.push_back(
                    fmt::format("{} {}{}", s.parameters.front(), s.at_most ? "at most " : "", s.bytes / mebibyte));
        return result;
    };
    const auto dump = fitted_dump({given_argument(0, {"out.9, operand 0"}, four_mebibytes, "x"),
                                   written_result("fusion(%p.0, %a.1), kind=kLoop, calls=%fused"),
                                   {4 * mebibyte,
                                    "preallocated-temp",
                                    {{"a.1",
                                      4 * mebibyte,
                                      0,
                                      four_mebibytes,
                                      "1-7",
                                      "custom-call(), custom_call_target=\"any\"",
                                      {"out.9, operand 1"}}}}});
    EXPECT_EQ(donated({dump, text("add(%x.1, %r.4)")}), texts{"0 4"});
    EXPECT_EQ(donated({dump, text("custom-call(%x.1), custom_call_target=\"any\"")}), texts{"0 at most 4"});
    EXPECT_EQ(donated({dump}), texts{"0 at most 4"});
    EXPECT_EQ(donated({replaced(dump, "fusion(%p.0, %a.1)", "fusion(%a.1, %p.0)"), text("add(%x.1, %r.4)")}),
              texts{"0 4"})
        << "the use names the operand";
    EXPECT_EQ(donated({replaced(dump, "out.9, operand 0", "out.9, operand 1"), text("add(%x.1, %r.4)")}), texts{});
}

// A product cannot be written over its operands.
TEST(Fits, NotWithAResultThatIsWrittenWhileItsArgumentIsRead)
{
    block given = given_argument(0, {"out.9, operand 0"});
    for (auto& v : given.values) v.uses = {"other.5, operand 0"};
    block made = written_result("dot(%p.0, %p.0), lhs_contracting_dims={0}, rhs_contracting_dims={0}");
    made.values.front().range = "5-8";
    made.values.front().name = "other.5";
    for (const auto& s : fit_in(fitted_dump({given, made}), mebibyte).suggestions)
        EXPECT_NE(s.kind, suggestion_kind::donation) << s.text;
}

TEST(Fits, WithValuesThatAreMadeAgain)
{
    const auto dump = [](const texts& uses, const std::string& instruction) {
        return fitted_dump(
            {given_argument(0, {"a.1, operand 0", "b.2, operand 0"}),
             {16 * mebibyte,
              "preallocated-temp",
              {{"a.1", 4 * mebibyte, 0, four_mebibytes, "1-7", instruction, uses},
               {"b.2", 4 * mebibyte, 4 * mebibyte, four_mebibytes, "2-3", "negate(%p.0)", {"c.3, operand 0"}},
               {"d.4", 8 * mebibyte, 4 * mebibyte, "f32[2097152]{0}", "4-5"}}}});
    };
    const auto kinds = [](const texts& all) {
        return std::ranges::count_if(all, [](const std::string& s) { return s.starts_with("recompute 4"); });
    };
    EXPECT_EQ(kinds(suggestions_in(dump({"b.2, operand 0", "out.9, operand 0"}, "negate(%p.0)"))), 1);
    // It is read at the peak.
    EXPECT_EQ(kinds(suggestions_in(dump({"d.4, operand 0", "out.9, operand 0"}, "negate(%p.0)"))), 0);
    // It has too many operands.
    std::string many = "concatenate(%p.0";
    for (int i = 0; i < 256; ++i) many += ", %p.0";
    EXPECT_EQ(kinds(suggestions_in(dump({"b.2, operand 0", "out.9, operand 0"}, many + "), dimensions={0}"))), 0);
    // It comes from outside.
    EXPECT_EQ(kinds(suggestions_in(dump({"b.2, operand 0", "out.9, operand 0"}, "infeed()"))), 0);
}

TEST(Fits, WithValuesThatAreMadeAgainInTheWordsOfTheFramework)
{
    const auto advice = [](const std::string& parameter, const std::string& instruction) {
        const auto fit = fit_in(
            fitted_dump(
                {given_argument(0, {"a.1, operand 0", "b.2, operand 0"}, four_mebibytes, parameter),
                 {16 * mebibyte,
                  "preallocated-temp",
                  {{"a.1", 4 * mebibyte, 0, four_mebibytes, "1-7", instruction, {"b.2, operand 0", "out.9, operand 0"}},
                   {"b.2", 4 * mebibyte, 4 * mebibyte, four_mebibytes, "2-3", "negate(%p.0)", {"c.3, operand 0"}},
                   {"d.4", 8 * mebibyte, 4 * mebibyte, "f32[2097152]{0}", "4-5"}}}}),
            mebibyte);
        texts result;
        for (const auto& s : fit.suggestions)
            if (s.kind == suggestion_kind::recompute || s.kind == suggestion_kind::offload) result.push_back(s.text);
        return result;
    };
    const auto negated = [](const std::string& name) {
        return fmt::format("negate(%p.0), metadata={{op_name=\"{}\"}}", name);
    };
    EXPECT_EQ(advice("xla__device_data", negated("aten__gelu")),
              texts{"recompute aten__gelu (1 buffer, such as f32[1048576]) when it is read again "
                    "(`torch_xla.utils.checkpoint`)"});
    EXPECT_EQ(advice("XLA_Args", negated("dense/Gelu")),
              texts{"recompute dense/Gelu (1 buffer, such as f32[1048576]) when it is read again "
                    "(`tf.recompute_grad`)"});
    EXPECT_EQ(advice("x", negated("jit(f)/gelu")),
              texts{"recompute f/gelu (1 buffer, such as f32[1048576]) when it is read again (`jax.checkpoint`)"});
    // No program decides whether the compiler keeps a broadcast, or copies an argument.
    EXPECT_EQ(advice("xla__device_data", negated("aten__expand.7/aten__expand")), texts{});
    EXPECT_EQ(advice("x", "copy(%p.0)"), texts{});
}

// A recomputed value needs its operands.
TEST(Fits, NotTwiceByWhatIsMadeAgainFromEachOther)
{
    const auto dump = fitted_dump(
        {given_argument(0, {"a.1, operand 0"}),
         {24 * mebibyte,
          "preallocated-temp",
          {{"a.1", 4 * mebibyte, 0, four_mebibytes, "1-7", "negate(%p.0)", {"b.2, operand 0", "out.9, operand 0"}},
           {"b.2", 4 * mebibyte, 4 * mebibyte, four_mebibytes, "2-6", "negate(%a.1)", {"e.6, operand 0"}},
           {"d.4", 8 * mebibyte, 8 * mebibyte, "f32[2097152]{0}", "4-5"}}}});
    const auto found = suggestions_in(dump, 14 * mebibyte);
    EXPECT_EQ(std::ranges::count(found, "recompute 4, together 4"), 2);
    std::int64_t most = 0;
    for (const auto& s : fit_in(dump, 14 * mebibyte).suggestions)
        if (s.kind == suggestion_kind::recompute) most = std::max(most, s.bytes);
    EXPECT_EQ(most, 4 * mebibyte);
}

// Three values are recomputed at one step, from operands that stay until then. Alone each change helps, together they
// make that step the peak. The total is the largest number, so it cannot grow.
TEST(Fits, NotIfChangesTogetherTakeMore)
{
    const auto kibibytes = [](std::int64_t count) { return count << 10; };
    block heap{limit, "preallocated-temp", {}};
    std::int64_t offset = 0;
    const auto add = [&](const std::string& name, std::int64_t size, const std::string& range,
                         const std::string& instruction, const texts& uses) {
        heap.values.push_back({name, size, offset, fmt::format("u8[{}]{{0}}", size), range, instruction, uses});
        offset += size;
    };
    for (const std::string name : {"x", "y", "z"}) {
        add(name + ".1", kibibytes(1280), "0-1", "iota(), iota_dimension=0", {name + ".2, operand 0"});
        add(name + ".2", kibibytes(4096), "1-6", fmt::format("negate(%{}.1)", name),
            {"b.2, operand 0", "e.6, operand 0"});
    }
    add("d.4", kibibytes(8192), "4-4", "iota(), iota_dimension=0", {});
    add("e.6", kibibytes(5120), "6-6", "iota(), iota_dimension=0", {});
    const auto fit = fit_in(fitted_dump({heap}), limit - kibibytes(1024));
    ASSERT_EQ(fit.suggestions.size(), 3U);
    for (const auto& s : fit.suggestions) {
        EXPECT_EQ(s.kind, suggestion_kind::recompute);
        EXPECT_EQ(s.bytes, kibibytes(1792));
        EXPECT_TRUE(s.then_fits);
    }
    EXPECT_EQ(fit.suggestions.back().together, -kibibytes(768));
    EXPECT_FALSE(fit.suggestions.back().together_fits);
}

TEST(Fits, WithoutPadding)
{
    // 8 MiB for 1 MiB of elements.
    const auto dump = fitted_dump(
        {{8 * mebibyte, "preallocated-temp", {{"a.1", 8 * mebibyte, 0, "f32[2048,128]{1,0:T(8,1024)}", "1-3"}}}});
    const auto fit = fit_in(dump, 2 * mebibyte);
    ASSERT_FALSE(fit.suggestions.empty());
    EXPECT_EQ(fit.suggestions.front().kind, suggestion_kind::padding);
    EXPECT_EQ(fit.suggestions.front().bytes, 7 * mebibyte);
    EXPECT_TRUE(fit.suggestions.front().then_fits);
}

TEST(Fits, WithASmallerBatch)
{
    block batch = given_argument(0, {"a.1, operand 0"}, "f32[32,32768]{1,0}");
    const auto dump =
        fitted_dump({batch,
                     {32 * mebibyte,
                      "preallocated-temp",
                      {{"a.1", 16 * mebibyte, 0, "f32[32,131072]{1,0}", "1-4", "negate(%p.0)", {"d.4, operand 0"}},
                       {"b.2", 16 * mebibyte, 16 * mebibyte, "f32[32,131072]{1,0}", "2-4"}}},
                     {4, "output shape is |f32[]|, maybe-live-out", {{"out.9", 4, 0, "f32[]", "7-8"}}}});
    const auto fit = fit_in(dump, 20 * mebibyte);
    const auto found = std::ranges::find(fit.suggestions, suggestion_kind::batch, &suggestion::kind);
    ASSERT_NE(found, fit.suggestions.end());
    EXPECT_EQ(found->bytes, 18 * mebibyte);
    EXPECT_EQ(found->count, 3U);
    EXPECT_TRUE(found->then_fits);
}

TEST(Fits, WithoutLiveRangesNothingIsSuggested)
{
    std::size_t seen = 0;
    for (const auto& file : program_files(3, 202607010000, 4000)) {
        const document* const alone[]{&file};
        const auto memory = memory_of(alone, {.limit = limit_of(1)});
        if (!memory || memory->ranges || memory->spaces.empty()) continue;
        ++seen;
        EXPECT_FALSE(memory->fit->fits());
        EXPECT_TRUE(memory->fit->suggestions.empty());
    }
    EXPECT_GT(seen, 0U);
}

// No arena is smaller than the values that are live at one step, added up.
TEST(FitEstimates, HaveRoomForThePeakWithTheChangeMade)
{
    seen_kinds seen;
    for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        expect_advice(program_files(seed, 202607010000, 4000 + 200 * (seed % 40)), seen);
    }
    for (const auto kind : {suggestion_kind::donation, suggestion_kind::recompute, suggestion_kind::precision})
        EXPECT_GT(seen.count[kind], 10U) << spelling(kind);
    EXPECT_GT(seen.made_again, 0U);
}

} // namespace ballast::tests
