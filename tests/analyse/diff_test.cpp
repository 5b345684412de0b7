// Matching of holders: every dump with itself, and changes with known results.
#include "ballast/analysis.hpp"
#include "base/random_source.hpp"
#include "generate/program.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

holder argument(std::int64_t parameter, std::string path, std::string shape, std::int64_t bytes)
{
    holder made;
    made.is = buffer_class::argument;
    made.parameter = made.allocation = made.value = parameter;
    made.label = made.group = made.op_name = std::move(path);
    made.shape = std::move(shape);
    made.rank = 1;
    made.bytes = bytes;
    made.start = 0;
    return made;
}
holder temporary(std::int64_t value, std::string op_name, std::string shape, std::int64_t bytes)
{
    holder made;
    made.value = made.start = value;
    made.label = made.group = made.op_name = std::move(op_name);
    made.shape = std::move(shape);
    made.type = "f32";
    made.opcode = "fusion";
    made.rank = 1;
    made.bytes = bytes;
    made.name = std::string("fusion.").append(std::to_string(value));
    return made;
}
memory_analysis with(const std::vector<holder>& holders)
{
    memory_analysis made;
    for (const auto& h : holders) made.holders.push_back(h);
    return made;
}

using pairs = std::set<std::pair<std::int64_t, std::int64_t>>;

// By the ids of their values; -1 for `nobody`.
pairs pairs_of(const memory_analysis& before, const memory_analysis& after)
{
    pairs result;
    const auto id = [](const memory_analysis& of, std::size_t i) {
        return i == holder_pair::nobody ? -1 : of.holders[i].value;
    };
    const auto what = diff_of(before, after).value();
    for (const auto& p : what.pairs) result.emplace(id(before, p.before), id(after, p.after));
    return result;
}

memory_analysis generated(std::uint64_t seed, commit_time when)
{
    return analysis_of(program_files(seed, when, 6000)).value();
}

// --- programs with known changes -------------------------------------------------------------------------------------

bool of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-'; }

// Gives a share of all names with a number, such as `fusion.3`, another number. Source lines move.
std::string renamed(const std::string& text, std::mt19937_64& random, double share)
{
    std::map<std::string, std::string, std::less<>> names;
    const auto next = [&](std::string_view name) -> std::string {
        if (const auto known = names.find(name); known != names.end()) return known->second;
        const auto dot = name.rfind('.');
        const bool numbered = dot != std::string_view::npos && dot + 1 != name.size() && dot != 0 &&
                              std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
                              std::ranges::all_of(name.substr(dot + 1), [](char c) { return c >= '0' && c <= '9'; });
        auto made = std::string(name);
        if (numbered && std::uniform_real_distribution()(random) < share)
            made = fmt::format("{}.{}", name.substr(0, dot), 700'000 + names.size());
        return names.emplace(name, std::move(made)).first->second;
    };
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (!of_name(text[i])) {
            result += text[i++];
            continue;
        }
        auto end = i;
        while (end < text.size() && of_name(text[end])) ++end;
        const auto word = std::string_view(text).substr(i, end - i);
        constexpr std::string_view line = "source_line=";
        if (std::string_view(result).ends_with(line))
            result += std::to_string(std::stoi(std::string(word)) + 37);
        else
            result += next(word);
        i = end;
    }
    return result;
}

// Doubles dimensions of some sizes in all shapes, and removes some holders.
void grow(memory_analysis& of, std::mt19937_64& random)
{
    std::map<std::string, bool> doubled;
    const auto chance = [&](double share) { return std::uniform_real_distribution()(random) < share; };
    std::vector<holder> grown(of.holders.begin(), of.holders.end());
    for (auto& h : grown) {
        std::string shape;
        std::int64_t factor = 1;
        bool inside = false;
        for (std::size_t i = 0; i < h.shape.size();) {
            const char c = h.shape[i];
            inside = c == '[' || (inside && c != ']');
            auto end = i;
            while (end < h.shape.size() && h.shape[end] >= '0' && h.shape[end] <= '9') ++end;
            if (!inside || end == i) {
                shape += c;
                ++i;
                continue;
            }
            auto number = h.shape.substr(i, end - i);
            const auto [at, added] = doubled.try_emplace(number, false);
            if (added) at->second = chance(0.5);
            if (at->second) {
                factor *= 2;
                number = std::to_string(2 * std::stoll(number));
            }
            shape += number;
            i = end;
        }
        h.shape = shape;
        h.bytes *= factor;
        h.size *= factor;
    }
    of.holders = {};
    for (const auto& h : grown)
        if (!chance(0.1)) of.holders.push_back(h);
}

} // namespace

TEST(MemoryDiff, OfADumpWithItselfIsEmpty)
{
    for (const auto& state : dump_states())
        for (std::uint64_t seed = 1; seed < 5; ++seed) {
            const auto memory = generated(seed, state.begin);
            const auto what = diff_of(memory, memory).value();
            EXPECT_TRUE(what.groups.empty()) << state.name << " " << seed;
            EXPECT_EQ(what.pairs.size(), memory.holders.size());
            for (const auto& p : what.pairs) EXPECT_EQ(p.before, p.after) << state.name << " " << seed;
            for (const auto& s : what.spaces) EXPECT_EQ(s.before, s.after);
        }
}

// If only one side has live ranges, its parts of temporaries at the peak do not add up to the same sum as allocations.
TEST(MemoryDiff, GroupsAddUpToTheChangeOfThePeakOrTheTotal)
{
    std::size_t compared = 0;
    const auto expect_sums = [&](const memory_analysis& before, const memory_analysis& after) {
        const auto what = diff_of(before, after).value();
        for (const auto& space : what.spaces) {
            std::int64_t sum = 0;
            for (const auto& g : what.groups)
                if (g.space == space.space) sum += g.after - g.before;
            EXPECT_EQ(sum,
                      space.peak_known ? space.after.peak - space.before.peak : space.after.total - space.before.total);
            ++compared;
        }
    };
    for (std::uint64_t seed = 1; seed < 40; ++seed) {
        const auto when = dump_states().back().begin;
        auto files = program_files(seed, when, 6000);
        const auto before = analysis_of(files).value();
        std::erase_if(files, [](const document& file) {
            const auto* dump = std::get_if<ast::dump>(&file.tree());
            return dump && dump->kind == ast::dump_kind::live_range;
        });
        const auto without = analysis_of(files).value();
        const auto after = analysis_of(program_files(seed + 1, when, 6000)).value();
        ASSERT_TRUE(before.ranges && !without.ranges);
        expect_sums(before, after);
        expect_sums(without, after);
        expect_sums(after, without);
        expect_sums(without, without);
        EXPECT_TRUE(diff_of(before, without)->groups.empty());
    }
    EXPECT_GT(compared, 150U);
}

// Takes hours if each space is searched among all.
TEST(MemoryDiff, OfManySpacesHasARowOfEach)
{
    constexpr std::int64_t count = 400'000;
    memory_analysis before;
    before.ranges = true;
    for (std::int64_t i = 0; i < count; ++i) {
        space_memory made;
        made.space = i;
        made.total = made.temporaries = 8;
        made.peak = 4;
        before.spaces.push_back(made);
        before.arenas.push_back({.allocation = i, .space = i, .size = 8, .filled = 4});
    }
    auto after = before;
    for (auto& s : after.spaces) s.peak = s.total = 12;
    const auto what = diff_of(before, after).value();
    ASSERT_EQ(what.spaces.size(), static_cast<std::size_t>(count));
    for (const auto& s : what.spaces) {
        ASSERT_EQ(s.before, (space_numbers{.total = 8, .temporaries = 8, .peak = 4, .never_filled = 4}));
        ASSERT_EQ(s.after, (space_numbers{.total = 12, .temporaries = 8, .peak = 12, .never_filled = 4}));
    }
}

TEST(MemoryDiff, MirrorsTheOtherWayRound)
{
    for (const auto& state : dump_states())
        for (std::uint64_t seed = 1; seed < 5; ++seed) {
            const auto a = generated(seed, state.begin);
            const auto b = generated(seed + 100, state.begin);
            const auto forth = diff_of(a, b).value();
            const auto back = diff_of(b, a).value();
            std::set<std::pair<std::size_t, std::size_t>> mirrored;
            for (const auto& p : back.pairs) mirrored.emplace(p.after, p.before);
            std::set<std::pair<std::size_t, std::size_t>> straight;
            for (const auto& p : forth.pairs) straight.emplace(p.before, p.after);
            EXPECT_EQ(straight, mirrored) << state.name << " " << seed;
            // Each holder of both sides occurs once.
            std::set<std::size_t> before;
            std::set<std::size_t> after;
            std::size_t nobodies = 0;
            for (const auto& p : forth.pairs) {
                for (const auto& [which, to] : {std::pair(p.before, &before), std::pair(p.after, &after)})
                    if (which == holder_pair::nobody)
                        ++nobodies;
                    else
                        EXPECT_TRUE(to->insert(which).second);
            }
            EXPECT_EQ(before.size(), a.holders.size());
            EXPECT_EQ(after.size(), b.holders.size());
            EXPECT_EQ(2 * forth.pairs.size(), before.size() + after.size() + nobodies);
            // Classes and spaces agree. The changes of all groups add up to the change of the holders.
            std::int64_t change = 0;
            for (const auto& g : forth.groups) change += g.after - g.before;
            std::int64_t held = 0;
            for (const auto& h : b.holders) held += h.bytes;
            for (const auto& h : a.holders) held -= h.bytes;
            EXPECT_EQ(change, held) << state.name << " " << seed;
            for (const auto& p : forth.pairs) {
                if (p.before == holder_pair::nobody || p.after == holder_pair::nobody) continue;
                EXPECT_EQ(a.holders[p.before].is, b.holders[p.after].is);
                EXPECT_EQ(a.holders[p.before].space, b.holders[p.after].space);
            }
        }
}

TEST(MemoryDiff, KnowsArgumentsByTheirPaths)
{
    const auto before = with({argument(0, "params['w']", "f32[8]", 32), argument(1, "params['b']", "f32[4]", 16),
                              argument(2, "args[0]", "f32[2]", 8), argument(3, "args[1]", "f32[3]", 12)});
    // In another order, and one has grown. args[…] can only be matched by number and shape.
    const auto after = with({argument(0, "params['b']", "f32[4]", 16), argument(1, "params['w']", "f32[16]", 64),
                             argument(2, "args[1]", "f32[2]", 8), argument(4, "args[0]", "f32[5]", 20)});
    EXPECT_EQ(pairs_of(before, after), (pairs{{0, 1}, {1, 0}, {2, 2}, {3, -1}, {-1, 4}}));
}

// PyTorch/XLA gives nearly every parameter one op_name.
TEST(MemoryDiff, DoesNotTrustAPathThatMostParametersShare)
{
    for (const std::string path : {"xla__device_data", "xla::device_data", "tensor"}) {
        const auto before =
            with({argument(0, path, "f32[8]", 32), argument(1, path, "f32[4]", 16), argument(2, "scale", "f32[2]", 8)});
        const auto after = with({argument(0, path, "f32[4]", 16), argument(1, path, "f32[8]", 32),
                                 argument(2, path, "f32[9]", 36), argument(3, "scale", "f32[3]", 12)});
        EXPECT_EQ(pairs_of(before, after), (pairs{{0, 1}, {1, 0}, {2, 3}, {-1, 2}})) << path;
    }
}

TEST(MemoryDiff, PairsArgumentsOfEqualShapeBeforeThoseOfAnotherTypeAndRank)
{
    const auto of = [](std::int64_t parameter, std::string path, std::string type, std::int64_t rank) {
        auto made = argument(parameter, std::move(path), fmt::format("{}{}", type, rank), 64);
        made.type = std::move(type);
        made.rank = rank;
        return made;
    };
    const auto before = with({of(0, "x", "f32", 2), of(1, "y", "s32", 1)});
    // The first matches by path, the second by shape.
    const auto after = with({of(4, "x", "s32", 1)});
    EXPECT_EQ(pairs_of(before, after), (pairs{{0, -1}, {1, 4}}));
    // If no holder of that shape is left, the path decides.
    EXPECT_EQ(pairs_of(with({of(0, "x", "f32", 2)}), after), (pairs{{0, 4}}));
}

TEST(MemoryDiff, KnowsTemporariesByTheirLabels)
{
    const auto before = with({temporary(1, "f/dot", "f32[8]", 32), temporary(2, "f/dot", "f32[8]", 32),
                              temporary(3, "f/add", "f32[8]", 32), temporary(4, "", "f32[9]", 36)});
    // Of two holders with one label, the one of equal size comes first; then a changed shape; then only the name.
    const auto after = with({temporary(11, "f/dot", "f32[16]", 64), temporary(12, "f/dot", "f32[8]", 32),
                             temporary(13, "f/mul", "f32[8]", 32), temporary(14, "", "f32[10]", 40)});
    EXPECT_EQ(pairs_of(before, after), (pairs{{1, 12}, {2, 11}, {3, -1}, {-1, 13}, {4, 14}}));
    const auto what = diff_of(before, after).value();
    ASSERT_EQ(what.groups.size(), 4U);
    EXPECT_EQ(std::tuple(what.groups[0].label, what.groups[0].shape_before, what.groups[0].shape_after),
              std::tuple("f/dot", "f32[8]", "f32[16]"));
    EXPECT_EQ(std::tuple(what.groups[0].before, what.groups[0].after), std::tuple(32, 64));
    // Equal changes: new holders first, then removed ones.
    EXPECT_EQ(std::tuple(what.groups[1].label, what.groups[1].count_before, what.groups[1].count_after),
              std::tuple("f/mul", 0U, 1U));
    EXPECT_EQ(std::tuple(what.groups[2].label, what.groups[2].count_before, what.groups[2].count_after),
              std::tuple("f/add", 1U, 0U));
    EXPECT_EQ(std::tuple(what.groups[3].before, what.groups[3].after), std::tuple(36, 40));
}

TEST(MemoryDiff, FindsAgainWhatWasChangedOnPurpose)
{
    std::size_t all = 0;
    std::size_t exact = 0;
    std::size_t alike = 0; // paired with a holder of the same class, label and shape as the right one
    std::size_t gone = 0;
    std::size_t wrongly_paired = 0; // paired although the right one is gone
    for (std::uint64_t seed = 0; seed < 44; ++seed) {
        std::mt19937_64 random(seed);
        const auto when = seed % 2 == 0 ? 202508200000 : 202308010000; // D18, and two years before
        random_source from(seed);
        generate::program made(from, when, 20'000 + seed * 2'000);
        const auto text = printed([&](sink& out) { made.print(out, kinds_at(when).front()); });
        const auto before = memory_in(text);
        auto after = memory_in(renamed(text, random, 0.3));
        ASSERT_EQ(before.holders.size(), after.holders.size());
        grow(after, random);
        const auto found = diff_of(before, after);
        ASSERT_TRUE(found);
        std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> truth; // by allocation and id
        for (std::size_t i = 0; i < after.holders.size(); ++i)
            truth[{after.holders[i].allocation, after.holders[i].value}] = i;
        for (const auto& p : found->pairs) {
            if (p.before == holder_pair::nobody) continue;
            const auto& a = before.holders[p.before];
            const auto right = truth.find({a.allocation, a.value});
            if (right == truth.end()) {
                ++gone;
                wrongly_paired += p.after == holder_pair::nobody ? 0U : 1U;
                continue;
            }
            ++all;
            if (p.after == holder_pair::nobody) continue;
            const auto& b = after.holders[p.after];
            const auto& r = after.holders[right->second];
            exact += p.after == right->second ? 1U : 0U;
            alike += b.is == r.is && b.group == r.group && b.shape == r.shape ? 1U : 0U;
        }
    }
    fmt::print("{} holders: {} found again, {} with one that is alike; {} gone, {} of them paired\n", all, exact, alike,
               gone, wrongly_paired);
    EXPECT_GT(all, 1000U);
    EXPECT_GE(static_cast<double>(alike), 0.99 * static_cast<double>(all));
    EXPECT_GE(static_cast<double>(exact), 0.97 * static_cast<double>(all));
    EXPECT_LE(wrongly_paired * 10, gone);
}

} // namespace ballast::tests
