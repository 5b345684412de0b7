// The rules by platform, and what they allow if the text does not show the platform.
#include "ballast/check.hpp"
#include "check/platform.hpp"
#include "tests/check/cases.hpp"
#include "tests/support/support.hpp"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ballast::tests {

namespace {

constexpr std::string_view on_cpu = "module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt";
constexpr std::string_view on_gpu = "module_0001.jit_f.sm_9.0a_gpu_after_optimizations-buffer-assignment.txt";

// An arena with two values, the second of which begins at the offset. It is of D1, which prints colors only in names.
std::string old_arena(std::int64_t offset)
{
    const auto second = std::to_string(offset);
    return "BufferAssignment:\nallocation 0: 0x55d0a4c0, size " + std::to_string(offset + 4) +
           ", preallocated-temp:\n  a[](#0 @0) [0," + second + "]: s8[" + second + "]{0}\n  b[](#1 @0) [" + second +
           ",4]: f32[]\n";
}

// The same of D24.
std::string new_arena(std::int64_t offset, std::string_view color = "")
{
    const auto second = std::to_string(offset);
    const std::string at = color.empty() ? "0" : std::string(color);
    const std::string item = color.empty() ? "" : ", color " + at;
    const std::string space = color.empty() ? "" : "S(" + at + ")";
    return "BufferAssignment:\nallocation 0: size " + std::to_string(offset + 4) + item +
           ", page 0, preallocated-temp:\n value: <0 a @" + at + "> (size=" + second + ",offset=0): s8[" + second +
           "]{0" + (space.empty() ? "" : ":" + space) + "}\n value: <1 b @" + at + "> (size=4,offset=" + second +
           "): f32[]" + (space.empty() ? "" : "{:" + space + "}") + "\n";
}

} // namespace

TEST(Platform, OffsetsOnCpuAreMultiplesOf16AndLaterOf64)
{
    EXPECT_FALSE(finds(finding_id::offset_alignment, old_arena(16), on_cpu));
    EXPECT_TRUE(finds(finding_id::offset_alignment, old_arena(24), on_cpu));
    EXPECT_FALSE(finds(finding_id::offset_alignment, new_arena(64), on_cpu));
    EXPECT_TRUE(finds(finding_id::offset_alignment, new_arena(80), on_cpu));
    // D13 can have either.
    const auto d13 =
        replaced(golden_dump("d13.txt"), "<7 bcast.2 @0> (size=512,offset=0)", "<7 bcast.2 @0> (size=512,offset=16)");
    EXPECT_FALSE(finds(finding_id::offset_alignment, d13, on_cpu));
    const auto d14 =
        replaced(golden_dump("d14.txt"), "<7 bcast.2 @0> (size=512,offset=0)", "<7 bcast.2 @0> (size=512,offset=16)");
    EXPECT_TRUE(finds(finding_id::offset_alignment, d14, on_cpu));
}

TEST(Platform, OffsetsOnGpuAreMultiplesOf128AndLaterOf256)
{
    EXPECT_FALSE(finds(finding_id::offset_alignment, old_arena(128), on_gpu));
    EXPECT_TRUE(finds(finding_id::offset_alignment, old_arena(64), on_gpu));
    EXPECT_FALSE(finds(finding_id::offset_alignment, new_arena(256), on_gpu));
    EXPECT_TRUE(finds(finding_id::offset_alignment, new_arena(128), on_gpu));
    const auto d16 =
        replaced(golden_dump("d16.txt"), "<7 bcast.2 @0> (size=512,offset=0)", "<7 bcast.2 @0> (size=512,offset=128)");
    EXPECT_FALSE(finds(finding_id::offset_alignment, d16, on_gpu));
}

TEST(Platform, OffsetsAreFreeWhereNothingTellsThePlatform)
{
    EXPECT_FALSE(finds(finding_id::offset_alignment, old_arena(4)));
    EXPECT_FALSE(
        finds(finding_id::offset_alignment, new_arena(4), "module_0000.after_optimizations-buffer-assignment.txt"));
}

namespace {

// Two values of a TPU in an arena of a color; the second one begins at the offset.
std::string tpu_arena(std::int64_t offset, std::int64_t color)
{
    const auto at = std::to_string(color);
    const std::string item = color == 0 ? "" : ", color " + at;
    const std::string space = color == 0 ? "" : "S(" + at + ")";
    return "BufferAssignment:\nallocation 0: size " + std::to_string(offset + 512) + item +
           ", page 0, preallocated-temp:\n value: <0 a @" + at + "> (size=512,offset=0): f32[128]{0:T(128)" + space +
           "}\n value: <1 b @" + at + "> (size=512,offset=" + std::to_string(offset) + "): f32[128]{0:T(128)" + space +
           "}\n";
}

// The results of a module on TPU: tables of so many pointers, which take so many bytes.
std::string tpu_tables(const std::vector<std::pair<int, std::int64_t>>& tables, std::string_view more = "")
{
    std::string result =
        "BufferAssignment:\nallocation 0: size 512, page 0, parameter 0, shape |f32[128]| at ShapeIndex {}:\n"
        " value: <0 p @0> (size=512,offset=0): f32[128]{0:T(128)}\n";
    int n = 1;
    for (const auto& [pointers, bytes] : tables) {
        std::string shape;
        for (int i = 0; i < pointers; ++i)
            shape += (i == 0       ? ""
                      : i % 5 == 0 ? ", /*index=" + std::to_string(i) + "*/"
                                   : ", ") +
                     std::string("f32[128]{0:T(128)}");
        const auto id = std::to_string(n++);
        result += "allocation " + id + ": size " + std::to_string(bytes) + ", page 0, maybe-live-out:\n value: <" + id +
                  " t." + id + "{} @0> (size=" + std::to_string(bytes) + ",offset=0): (" + shape + ")\n";
    }
    return result + std::string(more);
}

} // namespace

TEST(Platform, OffsetsOnTpuDependOnTheColor)
{
    for (const auto& [color, right, wrong] :
         {std::tuple{0, 16384, 8192}, std::tuple{1, 4096, 2048}, std::tuple{3, 8192, 512}, std::tuple{6, 512, 516},
          std::tuple{2, 516, 514}, std::tuple{8, 516, 513}}) {
        EXPECT_FALSE(finds(finding_id::offset_alignment, tpu_arena(right, color))) << color;
        EXPECT_TRUE(finds(finding_id::offset_alignment, tpu_arena(wrong, color))) << color;
    }
}

TEST(Platform, ABitcastIntoTheResultMayDropPaddingOnTpu)
{
    const auto result = [](std::string_view head, std::string_view layout) {
        return "BufferAssignment:\nallocation 0: size 4096, parameter 0, shape |f32[1024]| at ShapeIndex {}:\n"
               " value: <0 p @0> (size=4096,offset=0): f32[1024]{0" +
               std::string(layout) + "}\nallocation 1: size 4096, output shape is |" + std::string(head) +
               "|, maybe-live-out:\n value: <1 copy.1 @0> (size=4096,offset=0): f32[8,128]{1,0" + std::string(layout) +
               "}\n\nTotal bytes used: 8192 (8.0KiB)\n\nUsed values:\n<0 p @0>\n positions:\n  p\n uses:\n"
               "  copy.1, operand 0\n from instruction: %p = f32[1024]{0" +
               std::string(layout) +
               "} parameter(0)\n<1 copy.1 @0>\n positions:\n  copy.1\n  bitcast.2\n uses:\n from instruction: "
               "%copy.1 = f32[8,128]{1,0" +
               std::string(layout) +
               "} copy(f32[8,128]{1,0} %p)\n\n\nHloLiveRange (max 3):\n  InstructionSequence:\n    0:p\n"
               "    1:copy.1\n    2:bitcast.2\n  BufferLiveRange:\n    p{}:0-3\n    copy.1{}:1-3\n"
               "  Live ranges at 1 (peak):\n    p{}: 4096 bytes\n    copy.1{}: 4096 bytes\n";
    };
    EXPECT_FALSE(finds(finding_id::result_bytes, result("f32[1000]", ":T(8,128)")));
    EXPECT_TRUE(finds(finding_id::result_bytes, result("f32[1025]", ":T(8,128)")));
    EXPECT_TRUE(finds(finding_id::result_bytes, result("f32[1000]", "")));
}

TEST(Platform, TablesOnTpuAreRoundedUpByTheChip)
{
    EXPECT_FALSE(finds(finding_id::value_bytes, tpu_tables({{3, 32}, {8, 32}, {11, 64}, {17, 96}})));
    EXPECT_FALSE(finds(finding_id::value_bytes, tpu_tables({{3, 512}, {11, 512}})));
    EXPECT_FALSE(finds(finding_id::value_bytes, tpu_tables({{1, 1024}})));
    EXPECT_TRUE(finds(finding_id::value_bytes, tpu_tables({{3, 48}})));
    EXPECT_TRUE(finds(finding_id::value_bytes, tpu_tables({{11, 32}})));
    // A module is for one chip.
    EXPECT_TRUE(finds(finding_id::value_bytes, tpu_tables({{3, 512}, {4, 512}, {5, 1024}})));
    EXPECT_FALSE(finds(finding_id::value_bytes, tpu_tables({{0, 0}, {2, 512}})));
    EXPECT_TRUE(finds(finding_id::value_bytes, tpu_tables({{0, 512}, {2, 512}})));
    // Only v4 has CMEM.
    const std::string_view cmem = "allocation 2: size 512, color 3, page 0, preallocated-temp:\n value: <9 c @3> "
                                  "(size=512,offset=0): f32[128]{0:T(128)S(3)}\n";
    EXPECT_FALSE(finds(finding_id::value_bytes, tpu_tables({{3, 512}}, cmem)));
    EXPECT_TRUE(finds(finding_id::value_bytes, tpu_tables({{3, 32}}, cmem)));
}

TEST(Platform, TablesElsewhereHaveEightBytesAnElement)
{
    const auto text = golden_dump("d17.txt");
    EXPECT_TRUE(
        finds(finding_id::value_bytes, replaced(text, "<11 out.5{} @0> (size=48,", "<11 out.5{} @0> (size=32,")));
}

TEST(Platform, TilesDoNotCountForSyncFlagsOnTpu)
{
    const auto flag = [](int bytes) {
        const auto size = std::to_string(bytes);
        return "BufferAssignment:\nallocation 0: size " + size +
               ", color 2, page 0, preallocated-temp:\n value: <0 a @2> (size=" + size +
               ",offset=0): s32[1]{0:T(128)S(2)}\n";
    };
    EXPECT_FALSE(finds(finding_id::value_bytes, flag(4)));
    EXPECT_TRUE(finds(finding_id::value_bytes, flag(512)));
}

TEST(Platform, Tpu7xReservesTheBeginningOfVmem)
{
    const auto arena = [](std::int64_t size, std::string_view color = ", color 1") {
        return tpu_tables({{3, 32}}, "allocation 2: size " + std::to_string(size) + std::string(color) +
                                         ", page 0, preallocated-temp:\n");
    };
    const std::string_view value = " value: <9 c @1> (size=4096,offset=0): f32[1024]{0:T(1024)S(1)}\n";
    EXPECT_FALSE(finds(finding_id::empty_allocation, arena(33554432)));
    EXPECT_TRUE(finds(finding_id::empty_allocation, arena(33554433)));
    EXPECT_TRUE(finds(finding_id::empty_allocation, arena(33554432, "")));
    EXPECT_FALSE(finds(finding_id::arena_size, arena(33554432) + std::string(value)));
    EXPECT_TRUE(finds(finding_id::arena_size, arena(33554431) + std::string(value)));
    // Chips with other tables do not.
    const auto v5e = tpu_tables({{3, 512}}, "allocation 2: size 33554432, color 1, page 0, preallocated-temp:\n");
    EXPECT_TRUE(finds(finding_id::empty_allocation, v5e));
}

} // namespace ballast::tests
