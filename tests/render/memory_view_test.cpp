// What a view of a module takes: the memory of the command for dumps with an allocation for each value, and curves.
#include "render/memory_view.hpp"
#include "tests/cli/command.hpp"

#include <fmt/format.h>

#include <sys/resource.h>

#include <cstdint>
#include <iterator>

namespace ballast::tests {

namespace {

// The largest amount of memory that a run of the command had.
std::int64_t most_memory(const std::vector<std::string>& arguments)
{
    const auto child = ::fork();
    if (child == 0) {
        std::vector<char*> words{const_cast<char*>(BALLAST_COMMAND)};
        for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);
        if (std::freopen("/dev/null", "w", stdout)) ::execv(BALLAST_COMMAND, words.data());
        ::_exit(127);
    }
    int status = 0;
    ::rusage used{};
    EXPECT_EQ(::wait4(child, &status, 0, &used), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    return used.ru_maxrss * 1024;
}

// Sanitizers keep freed memory, and add space around each block.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t factor = 8;
#else
constexpr std::int64_t factor = 1;
#endif

class dump_file {
public:
    explicit dump_file(const std::string& text)
        : path_(fs::temp_directory_path() / fmt::format("ballast_{}-buffer-assignment.txt", ::getpid())),
          size_(text.size())
    {
        std::ofstream(path_, std::ios::binary) << text;
    }
    dump_file(const dump_file&) = delete;
    dump_file& operator=(const dump_file&) = delete;
    ~dump_file() { fs::remove(path_); }

    [[nodiscard]] std::string path() const { return path_.string(); }
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(size_); }

private:
    fs::path path_;
    std::size_t size_;
};

// Each command may take three times the size of the file, in addition to its memory for a file with two allocations. A
// page is written in pieces, but its table of strings is in memory.
void expect_little(const std::string& text, const std::string& small)
{
    const dump_file large(text);
    const auto page = fs::temp_directory_path() / fmt::format("ballast_{}.html", ::getpid());
    const std::vector<std::vector<std::string>> commands{
        {"show"},
        {"show", "--format", "json"},
        {"export", "--to", "csv"},
        {"export", "--to", "trace"},
        {"export", "--to", "pprof"},
        {"report", "-o", page.string()},
    };
    for (auto command : commands) {
        std::string output;
        for (const auto& word : command) output += word + ' ';
        command.insert(command.begin() + 1, "--files");
        command.push_back((golden() / small).string());
        const auto of_small = most_memory(command);
        command.back() = large.path();
        const auto of_large = most_memory(command);
        const auto written = fs::exists(page) ? static_cast<std::int64_t>(fs::file_size(page)) : 0;
        // The text, its tree, and the rows of the model.
        EXPECT_LE(of_large - of_small, factor * (12 * large.size() + written / 2))
            << output << ": " << of_large << " bytes for a file of " << large.size() << ", " << of_small
            << " for a small one";
    }
    fs::remove(page);
}

} // namespace

// Half of them are arguments, the others results that could use their memory.
TEST(MemoryOfTheCommand, IsAFewTimesTheFileForAllocationsOfOneValueEach)
{
    std::string text = "BufferAssignment:\n";
    constexpr int count = 50'000;
    for (int i = 0; i < count; ++i)
        fmt::format_to(std::back_inserter(text),
                       "allocation {0}: size 64, {1}:\n value: <{0} {2}.{0} @0> (size=64,offset=0): f32[16]{{0}}\n", i,
                       i < count / 2 ? fmt::format("parameter {}, shape |f32[16]| at ShapeIndex {{}}", i)
                                     : std::string("maybe-live-out"),
                       i < count / 2 ? "p" : "fusion");
    expect_little(text, "dumps/d24_assignment.txt");
}

// Each value has a shape, a label, a source line and a live range of its own.
TEST(MemoryOfTheCommand, IsAFewTimesTheFileForValuesOfWhichNoTwoAreAlike)
{
    std::string text = "BufferAssignment:\n";
    constexpr int count = 20'000;
    const auto to = std::back_inserter(text);
    for (int i = 0; i < count; ++i)
        fmt::format_to(to,
                       "allocation {0}: size {1}, preallocated-temp:\n value: <{0} fusion.{0} @0> (size={1},offset=0): "
                       "f32[{2}]{{0}}\n",
                       i, 4 * (i + 1), i + 1);
    fmt::format_to(to, "\nTotal bytes used: {0} ({1})\n\nUsed values:\n", 2LL * count * (count + 1), "762.98MiB");
    for (int i = 0; i < count; ++i)
        fmt::format_to(to,
                       "<{0} fusion.{0} @0>\n positions:\n  fusion.{0}\n uses:\n from instruction: %fusion.{0} = "
                       "f32[{1}]{{0}} iota(), iota_dimension=0, metadata={{op_name=\"jit(step)/layer_{0}/add\" "
                       "source_file=\"a.py\" source_line={1}}}\n",
                       i, i + 1);
    fmt::format_to(to, "\n\nHloLiveRange (max {}):\n  InstructionSequence:\n", count);
    for (int i = 0; i < count; ++i) fmt::format_to(to, "    {0}:fusion.{0}\n", i);
    fmt::format_to(to, "  BufferLiveRange:\n");
    for (int i = 0; i < count; ++i) fmt::format_to(to, "    fusion.{0}{{}}:{0}-{1}\n", i, count);
    fmt::format_to(to, "  Live ranges at {} (peak):\n", count - 1);
    std::int64_t sum = 0;
    for (int i = count; i > 0; --i)
        fmt::format_to(to, "    fusion.{}{{}}: {} bytes (cumulative: {} bytes)\n", i - 1, 4 * i, sum += 4 * i);
    expect_little(text, "dumps/d16.txt");
}

// A column of the curve shows the most of its steps.
TEST(Curve, HasTheMostOfTheStepsOfAColumn)
{
    using bytes = std::vector<std::int64_t>;
    const std::vector<use_from> occupied{{0, 5}, {1, 7}, {3, 2}};
    EXPECT_EQ(render::curve_of(occupied, 4, 4), (bytes{5, 7, 7, 2}));
    EXPECT_EQ(render::curve_of(occupied, 4, 9), (bytes{5, 7, 7, 2})) << "no more columns than steps";
    EXPECT_EQ(render::curve_of(occupied, 4, 2), (bytes{7, 7}));
    // What is in use after the last step is not shown.
    EXPECT_EQ(render::curve_of({{0, 5}, {4, 9}}, 4, 4), (bytes{5, 5, 5, 5}));
    EXPECT_EQ(render::curve_of(occupied, 0, 4), bytes{});
}

} // namespace ballast::tests
