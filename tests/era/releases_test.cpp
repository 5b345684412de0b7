// Names of releases as eras.
#include "ballast/releases.hpp"
#include "tests/support/support.hpp"

#include <set>
#include <sstream>

namespace ballast::tests {

namespace {

std::string era_of(std::string_view name)
{
    const auto era = parse_era(name);
    return era ? era->to_string() : "";
}

// True if a release is from one state of the dump text.
bool is_of(std::string_view name, std::string_view state)
{
    const auto era = parse_era(name);
    return era && era->intersect(*parse_era(state)) == *era;
}

std::string shown(std::string_view era) { return era_text(*parse_era(era)); }

} // namespace

TEST(Releases, NameAnEra)
{
    EXPECT_EQ(era_of("jaxlib-0.10.1"), "D20..D20 2026-04-13..2026-05-20");
    EXPECT_EQ(era_of("tensorflow-2.15"), "D11..D11 2022-11-21..2023-11-14");
    EXPECT_EQ(era_of("torch-xla-2.6"), "D14..D14 2024-11-01..2025-01-30");
    EXPECT_EQ(era_of("libtpu-0.0.40"), "D19..D19 2026-04-03..2026-04-13");
    EXPECT_EQ(era_of("jaxlib-0.12.0.1"), "D24..D24 2026-08-22..2026-10-21");
}

TEST(Releases, PatchesAreOfTheBranchThatTheyPatch)
{
    EXPECT_EQ(era_of("tensorflow-2.15.1"), era_of("tensorflow-2.15"));
    EXPECT_EQ(era_of("torch-xla-2.6.0"), era_of("torch-xla-2.6"));
    EXPECT_EQ(era_of("jaxlib-0.9.0.2"), era_of("jaxlib-0.9.0"));
    // 0.9.0.1 is a release of its own, and 2.1 is not 2.15.
    EXPECT_NE(era_of("jaxlib-0.9.0.1"), era_of("jaxlib-0.9.0"));
    EXPECT_NE(era_of("tensorflow-2.15"), era_of("tensorflow-2.1"));
}

TEST(Releases, ProducersHaveOtherNames)
{
    EXPECT_EQ(era_of("jax-0.10.1"), era_of("jaxlib-0.10.1"));
    EXPECT_EQ(era_of("tensorflow-cpu-2.15"), era_of("tensorflow-2.15"));
    EXPECT_EQ(era_of("torch_xla-2.6"), era_of("torch-xla-2.6"));
}

TEST(Releases, ThatAreNotKnownAreNoEra)
{
    for (const auto* wrong : {"jaxlib", "jaxlib-", "jaxlib-0.10", "jaxlib-0.10.1x", "jaxlib-0.10.1 ", "jaxlib 0.10.1",
                              "numpy-2.0", "tensorflow-2.15rc1", "tensorflow-2.22.0.dev20260408", "torch-xla-3.0", "-"})
        EXPECT_FALSE(parse_era(wrong)) << wrong;
}

TEST(Releases, ThatAreNotKnownHaveNeighbours)
{
    using names = std::vector<std::string>;
    EXPECT_EQ(nearest_releases("jaxlib-0.5.2"), (names{"jaxlib-0.5.1", "jaxlib-0.5.3"}));
    EXPECT_EQ(nearest_releases("jaxlib-0.10"), (names{"jaxlib-0.9.2", "jaxlib-0.10.0"}));
    EXPECT_EQ(nearest_releases("tensorflow-2.99"), names{"tensorflow-2.21"});
    EXPECT_EQ(nearest_releases("tensorflow-1.2"), names{"tensorflow-1.14"});
    EXPECT_EQ(nearest_releases("tensorflow-99999999999999999999.1"), names{"tensorflow-2.21"});
    EXPECT_EQ(nearest_releases("numpy-2.0"), names{});
}

// The states were read from dumps of each release.
TEST(Releases, AreOfTheStateThatTheirDumpsShow)
{
    for (const auto& [name, state] : std::initializer_list<std::pair<const char*, const char*>>{
             {"jaxlib-0.4.7", "D11"},    {"jaxlib-0.4.23", "D11"},   {"jaxlib-0.4.24", "D13"},
             {"jaxlib-0.4.35", "D13"},   {"jaxlib-0.4.36", "D14"},   {"jaxlib-0.5.3", "D14"},
             {"jaxlib-0.6.0", "D15"},    {"jaxlib-0.6.1", "D16"},    {"jaxlib-0.7.0", "D16"},
             {"jaxlib-0.7.1", "D17"},    {"jaxlib-0.7.2", "D18"},    {"jaxlib-0.9.2", "D18"},
             {"jaxlib-0.10.0", "D20"},   {"jaxlib-0.10.2", "D21"},   {"jaxlib-0.11.0", "D22"},
             {"jaxlib-0.11.1", "D24"},   {"tensorflow-1.14", "D1"},  {"tensorflow-1.15", "D2"},
             {"tensorflow-2.1", "D5"},   {"tensorflow-2.4", "D6"},   {"tensorflow-2.6", "D8"},
             {"tensorflow-2.10", "D10"}, {"tensorflow-2.11", "D11"}, {"tensorflow-2.18", "D13"},
             {"tensorflow-2.19", "D14"}, {"tensorflow-2.20", "D16"}, {"tensorflow-2.21", "D18"},
             {"torch-xla-2.2", "D11"},   {"torch-xla-2.5", "D13"},   {"torch-xla-2.7", "D14"},
             {"torch-xla-2.8", "D16"},   {"libtpu-0.0.1", "D13"},    {"libtpu-0.0.11.4", "D14"},
             {"libtpu-0.0.37", "D18"},   {"libtpu-0.0.42.1", "D21"}, {"libtpu-0.0.52", "D24"}})
        EXPECT_TRUE(is_of(name, state)) << name;
}

// The expectations of the release matrix agree with the table.
TEST(Releases, OfTheMatrixAreOfTheStatesThatItExpects)
{
    std::istringstream table(read_file(golden().parent_path() / "producers" / "releases.tsv"));
    std::size_t rows = 0;
    for (std::string line; std::getline(table, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream fields(line);
        std::string producer, version, python, pins, expected;
        std::getline(std::getline(std::getline(std::getline(fields, producer, '\t'), version, '\t'), python, '\t'),
                     pins, '\t');
        ASSERT_TRUE(std::getline(fields, expected)) << line;
        const auto era = parse_era(producer + "-" + version);
        ASSERT_TRUE(era) << line;
        std::string states;
        for (const auto& state : dump_states())
            if (state.name != "D7" && // which lasted a few hours
                !era->intersect(era_set{{{state.begin, state.end}}}).empty() &&
                states.find(state.name) == std::string::npos)
                states.append(states.empty() ? "" : ",").append(state.name);
        EXPECT_EQ(states, expected) << line;
        ++rows;
    }
    EXPECT_GT(rows, 40U);
}

TEST(Releases, FollowOneAnotherByProducer)
{
    std::set<std::string_view> producers;
    std::string_view last;
    for (const auto& r : releases()) {
        if (r.producer != last) {
            EXPECT_TRUE(producers.insert(r.producer).second) << r.name();
        }
        last = r.producer;
        EXPECT_EQ(find_release(r.name()), &r);
        EXPECT_EQ(nearest_releases(r.name()).front(), r.name()) << "not in the order of versions";
    }
    EXPECT_EQ(producers.size(), 4U);
}

TEST(Eras, AreShownWithMonthsStatesAndReleases)
{
    EXPECT_EQ(shown("D18"), "XLA Aug 2025 – Apr 2026 (D18; jaxlib 0.7.2 – 0.9.2)");
    EXPECT_EQ(shown("D24"), "XLA since Aug 2026 (D24; jaxlib 0.11.1 and later)");
    EXPECT_EQ(shown("D17"), "XLA Jul 2025 – Aug 2025 (D17; jaxlib 0.7.1)");
    EXPECT_EQ(shown("D10"), "XLA Sep 2021 – Sep 2022 (D10; tensorflow 2.7 – 2.10)");
    EXPECT_EQ(shown("D19"), "XLA Apr 2026 (D19; libtpu 0.0.40)");
    EXPECT_EQ(shown("D3"), "XLA Sep 2019 (D3)");
    EXPECT_EQ(shown("D6"), "XLA Dec 2019 – Mar 2021 (D6; tensorflow 2.2 – 2.5)");
    EXPECT_EQ(era_text(parse_era("D18")->intersect(era_set{{{202512020000, end_of_history}}})),
              "XLA Dec 2025 – Apr 2026 (D18; jaxlib 0.8.2 – 0.9.2)");
    EXPECT_EQ(era_text(era_set{{{202507300000, 202603010000}}}),
              "XLA Jul 2025 – Feb 2026 (D17, D18; jaxlib 0.7.1 – 0.9.1)");
    EXPECT_EQ(era_text(era_set{{{202507300000, 202601010000}}}),
              "XLA Jul 2025 – Dec 2025 (D17, D18; jaxlib 0.7.1 – 0.9.1)");
    EXPECT_EQ(era_text(era_set::all()), "XLA since Mar 2019 (D0 – D24; jaxlib 0.4.7 and later)");
}

TEST(ChangeLists, GiveTheTimeBetweenTwoChangesOfTheText)
{
    const auto at = [](std::int64_t change_list) { return era_at_change_list(change_list).to_string(); };
    EXPECT_EQ(at(737824144), "D14..D14 2025-03-11..2025-04-14");
    EXPECT_EQ(at(747619030), "D14..D14 2025-03-11..2025-04-14");
    EXPECT_EQ(at(747619031), "D15..D15 2025-04-14..2025-05-16");
    EXPECT_EQ(at(1014260217), "D24..D24 2026-08-10..now");
    EXPECT_EQ(at(1), "D0..D6b 2019-03-12..2021-04-07");
}

// spec/releases.md is made from the table; BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Releases, TheDocumentListsEveryOne)
{
    const auto path = golden().parent_path().parent_path() / "spec" / "releases.md";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << releases_document();
    EXPECT_EQ(read_file(path), releases_document());
}

} // namespace ballast::tests
