// Programs in binary files give the texts that XLA wrote beside them.
#include "ballast/proto.hpp"

#include "ballast/releases.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

const fs::path pairs = fs::path(BALLAST_GOLDEN) / "binary";

struct pair_of_forms {
    std::string name; // without endings
    era_set era;
    std::string bytes;
};

bool is_binary(const fs::path& path) { return path.string().ends_with(".hlo.pb"); }

// Folders are called like releases, with a platform.
std::vector<pair_of_forms> all_pairs()
{
    std::vector<pair_of_forms> result;
    for (const auto& folder : fs::directory_iterator(pairs)) {
        const auto name = folder.path().filename().string();
        const auto era = parse_era(name.substr(0, name.rfind('-')));
        if (!era) continue;
        for (const auto& file : fs::directory_iterator(folder.path()))
            if (is_binary(file.path())) {
                const auto path = file.path().string();
                result.push_back({path.substr(0, path.size() - 7), *era, read_file(path)});
            }
    }
    return result;
}

// The order of the uses of a value is not in the file.
std::string with_sorted_uses(const std::string& text)
{
    std::string result;
    std::vector<std::string> uses;
    bool in_uses = false;
    std::istringstream lines(text);
    const auto flush = [&] {
        std::ranges::sort(uses);
        for (const auto& use : uses) result += use + "\n";
        uses.clear();
    };
    for (std::string line; std::getline(lines, line);) {
        if (in_uses && line.starts_with("  ")) {
            uses.push_back(line);
            continue;
        }
        flush();
        in_uses = line.starts_with(" uses:");
        result += line + "\n";
    }
    flush();
    return result;
}

// Addresses are not in the file either.
std::string without_pointers(std::string text)
{
    for (auto at = text.find(": 0x"); at != std::string::npos; at = text.find(": 0x", at)) {
        const auto end = text.find(", ", at);
        text.erase(at + 2, end - at);
    }
    return text;
}

binary_program only_program(const std::string& bytes)
{
    auto found = find_programs(bytes);
    EXPECT_EQ(found.problem, "");
    EXPECT_EQ(found.programs.size(), 1U);
    return std::move(found.programs.at(0));
}

std::string varint(std::uint64_t value)
{
    std::string result;
    for (; value > 127; value >>= 7) result += static_cast<char>((value & 127) | 128);
    return result + static_cast<char>(value);
}
// Fields with bytes and with a number.
std::string field(std::uint64_t number, const std::string& bytes)
{
    return varint(number << 3 | 2) + varint(bytes.size()) + bytes;
}
std::string number(std::uint64_t field, std::uint64_t value) { return varint(field << 3) + varint(value); }

// A module of one instruction, with these fields of it, and an assignment of one value.
std::string small_file(const std::string& shape, const std::string& more_of_instruction = {},
                       const std::string& more_of_module = {}, std::uint64_t size = 4)
{
    const auto instruction =
        field(1, "p") + field(2, "parameter") + field(3, shape) + number(35, 1) + more_of_instruction;
    const auto computation = field(1, "main") + field(2, instruction) + number(5, 1) + number(6, 1);
    const auto module = field(1, "m") + field(2, "main") + field(3, computation) + number(6, 1) +
                        field(7, field(1, number(1, 1) + field(2, field(1, std::string("\x01", 1))))) + more_of_module;
    const auto value = number(1, 0) + number(2, size) + field(3, number(4, 1));
    const auto allocation = number(2, size) + number(5, 1) + field(9, number(3, size));
    return field(1, module) + field(3, field(1, value) + field(3, allocation));
}
const std::string scalar = number(2, 11) + field(5, "");

// All texts of all programs. Nothing is expected of them.
void read_all(const std::string& bytes)
{
    for (const auto& program : find_programs(bytes).programs)
        for (const auto part : parts_of(program, end_of_history - 1)) text_of(program, part, end_of_history - 1);
}

} // namespace

TEST(BinaryPairs, PrintAsXlaDid)
{
    const auto all = all_pairs();
    EXPECT_GT(all.size(), 10U);
    for (const auto& pair : all) {
        const auto program = only_program(pair.bytes);
        const auto when = time_to_print(program, pair.era);
        for (const auto part : parts_of(program, when)) {
            const auto path = pair.name + std::string(ending(part));
            if (part == binary_part::module_text || !fs::exists(path)) continue;
            const auto made = text_of(program, part, when);
            EXPECT_EQ(made.problem, "") << path;
            EXPECT_EQ(with_sorted_uses(made.text), with_sorted_uses(without_pointers(read_file(path)))) << path;
        }
        EXPECT_EQ(program.unknown_fields, 0U) << pair.name;
        EXPECT_FALSE(program.possible.intersect(pair.era).empty()) << pair.name << program.possible.to_string();
    }
}

TEST(BinaryPairs, GiveTextsThatAreAccepted)
{
    for (const auto& pair : all_pairs()) {
        const auto program = only_program(pair.bytes);
        const auto when = time_to_print(program, std::nullopt);
        for (const auto part : parts_of(program, when)) {
            const auto made = text_of(program, part, when);
            const auto read = parse(made.text);
            ASSERT_TRUE(read.accepted()) << pair.name << ending(part) << ": " << read.findings.at(0).message.text();
            EXPECT_EQ(print(*read.value), made.text) << pair.name << ending(part);
        }
    }
}

TEST(BinaryPairs, HaveUsageReports)
{
    std::size_t reports = 0;
    for (const auto& pair : all_pairs()) {
        const auto path = pair.name + "-memory-usage-report.pb";
        if (!fs::exists(path)) continue;
        ++reports;
        const auto bytes = read_file(path);
        EXPECT_EQ(find_programs(bytes).form, binary_form::usage_report) << path;
        EXPECT_EQ(usage_report_text(bytes).text, read_file(pair.name + "-memory-usage-report.txt")) << path;
    }
    EXPECT_GT(reports, 3U);
}

TEST(BinaryForms, AreKnownByTheirContent)
{
    const auto form = [](const char* name) { return find_programs(read_file(pairs / "forms" / name)); };
    EXPECT_EQ(form("attention.executable").form, binary_form::executable);
    EXPECT_EQ(form("attention.executable").programs.at(0).name, "jit_attention");
    EXPECT_TRUE(form("attention.executable").programs.at(0).problem.empty());
    EXPECT_EQ(form("attention.memory_analysis.buffer_assignment.pb").form, binary_form::buffer_assignment);
    EXPECT_NE(form("attention.memory_analysis.buffer_assignment.pb").problem, "");
    EXPECT_EQ(form("sorter.hlo_module.pb").form, binary_form::hlo_module);
    EXPECT_NE(form("sorter.hlo_module.pb").programs.at(0).problem, "");
    EXPECT_EQ(form("NO_MODULE.hlo_proto.pb").form, binary_form::none);
    EXPECT_EQ(find_programs("BufferAssignment:\n").form, binary_form::none);
    const auto of_nothing = field(1, number(2, 0) + field(3, field(6, "  row")));
    EXPECT_EQ(find_programs(of_nothing).form, binary_form::usage_report);
    EXPECT_EQ(usage_report_text(of_nothing).text, "Memory Space: default (color=0)\nTotal bytes: 0 (0B)\n  row\n\n");
}

TEST(BinaryForms, ProfilesHaveAllTheirPrograms)
{
    const auto program = small_file(scalar);
    const auto event = [&](int id, const std::string& name) {
        const auto stat = number(1, 7) + field(6, program);
        return field(4, number(1, static_cast<std::uint64_t>(id)) + field(2, field(2, name) + field(5, stat)));
    };
    const auto metadata = field(2, "/host:metadata") + field(5, number(1, 7) + field(2, field(2, "Hlo Proto"))) +
                          event(1, "jit_g(12)") + event(2, "jit_f(3)");
    const auto found =
        find_programs(field(1, number(1, 1) + field(2, "/host:CPU") + field(3, "events")) + field(1, metadata));
    EXPECT_EQ(found.form, binary_form::profile);
    ASSERT_EQ(found.programs.size(), 2U);
    EXPECT_EQ(found.programs[0].number, "3");
    EXPECT_EQ(found.programs[1].number, "12");
}

TEST(BinaryForms, TwoHalvesAreAProgram)
{
    const auto bytes = small_file(scalar);
    const auto whole = only_program(bytes);
    const auto program = program_of_parts(whole.module, *whole.assignment);
    EXPECT_EQ(
        text_of(program, binary_part::assignment, end_of_history - 1).text,
        "BufferAssignment:\nallocation 0: size 4, page 0, parameter 0, shape |f32[]| at ShapeIndex {}, output shape "
        "is |f32[]|:\n value: <0 p @0> (size=4,offset=0): f32[]\n");
}

TEST(BinaryForms, LiteralsWithoutElementsKeepTheirBraces)
{
    constexpr std::uint64_t f64 = 12;
    const auto shape =
        number(2, f64) + field(3, std::string("\2\0\2\2", 4)) + field(5, field(1, std::string("\3\2\1\0", 4)));
    const auto bytes = small_file(shape, field(2, "constant") + field(8, field(1, shape)), {}, 0);
    const auto made = text_of(only_program(bytes), binary_part::values, end_of_history - 1);
    EXPECT_NE(made.text.find("f64[2,0,2,2]{3,2,1,0} constant({ { /*i0=0*/ }, { /*i0=1*/ } })"), std::string::npos)
        << made.problem << made.text;
}

// In the bytes of memory_analysis(), literals have a shape alone.
TEST(BinaryForms, LiteralsWithoutValuesAreElided)
{
    const auto shape = number(2, 11) + number(3, 3) + field(5, field(1, std::string(1, '\0')));
    const auto bytes = small_file(shape, field(2, "constant") + field(8, field(1, shape)), {}, 12);
    EXPECT_NE(text_of(only_program(bytes), binary_part::values, end_of_history - 1).text.find("constant({...})"),
              std::string::npos);
}

TEST(HostileBinary, EveryTruncationIsSurvived)
{
    const auto bytes = all_pairs().front().bytes;
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 64) read_all(bytes.substr(0, size));
}

TEST(HostileBinary, EveryChangedByteIsSurvived)
{
    auto bytes = read_file(pairs / "jaxlib-0.4.13-cpu/module_0222.jit__lambda_.cpu_after_optimizations.hlo.pb");
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (const char other : {'\0', '\x7f', '\xff'}) {
            const auto was = std::exchange(bytes[i], other);
            read_all(bytes);
            bytes[i] = was;
        }
}

TEST(HostileBinary, NestedShapesHaveALimit)
{
    auto shape = scalar;
    for (int i = 0; i < 1000; ++i) shape = number(2, 13) + field(4, shape);
    EXPECT_EQ(find_programs(small_file(shape)).programs.at(0).problem, "is nested too deeply");
}

TEST(HostileBinary, CallsInACircleEnd)
{
    // A call of its own computation.
    const auto instruction = field(1, "c") + field(2, "call") + field(3, scalar) + number(35, 1) + number(38, 1);
    const auto computation = field(1, "main") + field(2, instruction) + number(5, 1) + number(6, 1);
    const auto module = field(1, "m") + field(2, "main") + field(3, computation) + number(6, 1);
    const auto program = program_of_parts(module, "");
    for (const auto part : parts_of(program, end_of_history - 1)) text_of(program, part, end_of_history - 1);
    EXPECT_EQ(text_of(program, binary_part::assignment, end_of_history - 1).text, "BufferAssignment:\n");
}

TEST(HostileBinary, SizesBeyondTheLimitsAreNotAdded)
{
    const auto huge = std::uint64_t{1} << 62;
    auto shape = number(2, 11);
    for (int i = 0; i < 3; ++i) shape += number(3, huge);
    const auto bytes = small_file(shape, {}, {}, ~std::uint64_t{0} >> 1);
    const auto program = only_program(bytes);
    EXPECT_EQ(text_of(program, binary_part::live_range, parse_era("D18")->intervals().back().begin).problem,
              "a shape has no size");
    EXPECT_NE(text_of(program, binary_part::values, end_of_history - 1).text, "");
}

TEST(HostileBinary, DeepStackTracesAreRefused)
{
    std::string name = "a['";
    for (int i = 0; i < 100'000; ++i) name += "b/";
    const auto bytes = small_file(scalar, field(7, field(2, name + "']")));
    EXPECT_EQ(text_of(only_program(bytes), binary_part::live_range, end_of_history - 1).problem,
              "the stack trace is nested too deeply");
}

TEST(HostileBinary, UnknownIdsAreRefused)
{
    const auto problem_of = [](const binary_program& x) {
        return text_of(x, binary_part::assignment, end_of_history - 1).problem;
    };
    const auto operand = small_file(scalar, number(36, 99));
    EXPECT_EQ(problem_of(only_program(operand)), "an operand is missing");
    const auto sound = small_file(scalar);
    const auto assignment = field(3, field(9, number(1, 5)));
    EXPECT_EQ(problem_of(program_of_parts(only_program(sound).module, assignment)),
              "an allocation has a value that the file lacks");
}

TEST(HostileBinary, UnknownFieldsAreCounted)
{
    const auto bytes = small_file(scalar, field(12, "new"), number(127, 1));
    EXPECT_EQ(only_program(bytes).unknown_fields, 2U);
}

} // namespace ballast::tests
