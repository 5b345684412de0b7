// Reading without a tree gives the same findings and dates as with one, however often nodes are freed.
#include "read/parse.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>

namespace ballast::tests {

namespace {

// The first difference between the results of both ways, as text; empty if there is none.
std::string difference(const std::string& text, std::int64_t settled)
{
    parse_options options;
    const auto whole = parse(text, options);
    options.form_only = true;
    const auto form = read::parse(source_text::copy_of(text), options, {.settled = settled});
    if (whole.accepted() != form.accepted())
        return whole.accepted() ? "accepted whole alone" : "accepted in form alone";
    if (whole.findings != form.findings)
        return "other findings: " +
               (form.findings.empty() ? std::string("none") : form.findings.front().message.text()) + " instead of " +
               (whole.findings.empty() ? std::string("none") : whole.findings.front().message.text());
    if (form.text() != text) return "another text";
    if (!whole.accepted()) return {};
    if (whole.value->tree().index() != form.value->tree().index()) return "another kind of text";
    if (whole.value->dump().kind != form.value->dump().kind) return "another kind of dump";
    if (whole.value->dump().frame != form.value->dump().frame) return "another frame";
    if (!std::ranges::equal(whole.value->witnesses(), form.value->witnesses())) return "another age";
    return {};
}

constexpr std::int64_t distances[] = {1, 300, read::limits{}.settled};

void expect_same(const std::string& text, const std::string& name)
{
    for (const auto settled : distances) EXPECT_EQ(difference(text, settled), "") << name << ", " << settled;
}

} // namespace

TEST(FormOnly, SaysTheSameOfGoldenDumps)
{
    std::size_t dumps = 0;
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        expect_same(text, name);
        ++dumps;
        // Damaged at a hundred places, and truncated there.
        for (std::size_t i = 1; i < 100; ++i) {
            const auto at = text.size() * i / 100;
            auto damaged = text;
            damaged[at] = damaged[at] == '#' ? ' ' : '#';
            EXPECT_EQ(difference(damaged, 1), "") << name << " damaged at " << at;
            EXPECT_EQ(difference(text.substr(0, at), 1), "") << name << " cut off at " << at;
        }
    }
    EXPECT_GT(dumps, 50U);
}

TEST(FormOnly, SaysTheSameOfRealDumps)
{
    if (!corpus()) return; // reported by Corpus.IsThereOrSaidToBeAbsent
    std::size_t dumps = 0;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        if (entry.path().extension() != ".txt") continue;
        expect_same(read_file(entry.path()), entry.path().string());
        ++dumps;
    }
    EXPECT_GT(dumps, 0U);
}

// The dump has no rows.
TEST(FormOnly, KeepsNoRows)
{
    parse_options options;
    options.form_only = true;
    const auto read = parse(golden_dump("d16.txt"), options);
    ASSERT_TRUE(read.accepted());
    EXPECT_EQ(read.value->dump().kind, ast::dump_kind::combined);
    EXPECT_TRUE(read.value->dump().allocations.empty());
    EXPECT_TRUE(read.value->dump().used_values.empty());
    EXPECT_EQ(read.value->dump().ranges(), nullptr);
}

namespace {

// The resident bytes of the mapping that begins with this text.
std::size_t resident_bytes(std::string_view text)
{
    const auto wanted = fmt::format("{:x}-", reinterpret_cast<std::uintptr_t>(text.data()));
    std::ifstream maps("/proc/self/smaps");
    bool here = false;
    for (std::string line; std::getline(maps, line);) {
        if (line.starts_with(wanted)) here = true;
        if (here && line.starts_with("Rss:")) return std::stoul(line.substr(4)) * 1024;
    }
    return 0;
}

} // namespace

// Pages of a mapped file are released after reading, and are read again on access.
TEST(FormOnly, ReadsMappedFiles)
{
    std::string text = "BufferAssignment:\n";
    for (int i = 0; i < 40000; ++i)
        text += "allocation " + std::to_string(i) + ": size 4, preallocated-temp:\n value: <" + std::to_string(i) +
                " add." + std::to_string(i) + " @0> (size=4,offset=0): f32[]{:T(128)}\n";
    ASSERT_GT(text.size(), 3U << 20);
    const auto path = fs::path(testing::TempDir()) / "ballast_mapped.txt";
    std::ofstream(path, std::ios::binary) << text;
    parse_options options;
    options.form_only = true;
    auto mapped = map_source(path.string(), options.max_bytes);
    ASSERT_EQ(mapped.error, "");
    const auto result = parse(std::move(mapped.text), options);
    EXPECT_TRUE(result.accepted());
    constexpr std::size_t some = 2U << 20;
    EXPECT_LT(resident_bytes(result.text()), some);
    EXPECT_EQ(result.text(), text);
    EXPECT_GE(resident_bytes(result.text()), text.size()); // it is mapped
    line_table last(result.source());
    EXPECT_EQ(last.place_of(static_cast<std::int64_t>(text.size()) - 1).line, 80001);
    EXPECT_LT(resident_bytes(result.text()), some);

    const auto at = text.rfind("f32");
    text[at] = '#';
    std::ofstream(path, std::ios::binary) << text;
    const auto refused = parse(map_source(path.string(), options.max_bytes).text, options);
    ASSERT_EQ(refused.findings.size(), 1U);
    EXPECT_EQ(refused.findings[0].begin, static_cast<std::int64_t>(at));
    line_table lines(refused.source());
    EXPECT_EQ(lines.place_of(refused.findings[0].begin).line, 80001);
    fs::remove(path);

    // A pipe is read to its end, even if its writer ends early.
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
        std::thread writer([&] { std::ofstream(path, std::ios::binary) << "x\n"; });
        EXPECT_EQ(map_source(path.string(), options.max_bytes).text.view(), "x\n");
        writer.join();
        fs::remove(path);
    }
    EXPECT_EQ(map_source(path.string(), options.max_bytes).error, "No such file or directory");
    EXPECT_EQ(map_source("/", options.max_bytes).error, "Is a directory");
}

} // namespace ballast::tests
