// A dump with the proportions of real ones: the medians of thousands of dumps of GPUs and CPUs.
#include "synthetic.hpp"

#include "base/human_size.hpp"
#include "sequence.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

namespace ballast::bench {

namespace {

constexpr std::array<std::string_view, 6> fusions{"loop_add_fusion",     "input_reduce_fusion",
                                                  "loop_convert_fusion", "loop_dynamic_update_slice_fusion",
                                                  "wrapped_concatenate", "loop_broadcast_multiply_fusion"};
constexpr std::array<std::string_view, 8> places{"aten__mm",   "aten__add", "aten__native_layer_norm", "aten__view",
                                                 "aten__silu", "aten__cat", "aten__index_select",      "aten__mul"};
constexpr std::array<std::string_view, 5> types{"bf16", "f32", "s32", "pred", "s8"};
constexpr std::array<int, 5> widths{2, 4, 4, 1, 1};

enum class what : std::uint8_t { parameter, fusion, call, copy, tuple_fusion };

// An instruction, which defines one value, or a tuple and one value for each element.
struct instruction {
    what kind = what::fusion;
    std::string name;
    std::vector<std::string> shapes;
    std::vector<std::int64_t> bytes;
    std::array<std::size_t, 2> operands{}; // earlier instructions
    std::size_t first_value = 0;
    std::size_t last_use = 0;
    std::vector<std::pair<std::size_t, int>> users; // with the operand number
    std::string line;

    [[nodiscard]] bool is_tuple() const { return kind == what::tuple_fusion; }
    [[nodiscard]] std::size_t values() const { return shapes.size() + (is_tuple() ? 1 : 0); }
};

std::string_view metadata_of(std::string& to, sequence& random)
{
    const auto place = places[random.below(places.size())];
    to = fmt::format(
        FMT_COMPILE("metadata={{op_type=\"{0}\" op_name=\"{0}.{1}/{0}\" source_file=\"/opt/serving/model/layers/"
                    "{2}.py\" source_line={3}}}"),
        place, random.below(4000), place.substr(6), 40 + random.below(900));
    return to;
}

std::vector<instruction> make_instructions(std::size_t bytes)
{
    sequence random;
    std::vector<instruction> all;
    std::string metadata;
    std::size_t values = 0;
    std::size_t parameters = 0;
    std::size_t written = 0; // approximate bytes
    while (written < bytes || all.size() < 2 || all.back().kind == what::parameter) {
        instruction made;
        const auto number = all.size();
        const auto drawn = random.below(100);
        made.kind = number == 0 || drawn < 26 ? what::parameter
                    : drawn < 52              ? what::fusion
                    : drawn < 73              ? what::call
                    : drawn < 88              ? what::copy
                                              : what::tuple_fusion;
        const auto shape = [&] {
            const auto type = random.below(20) < 14 ? 0 : random.below(types.size());
            const auto rows = std::int64_t{16} << random.below(7);
            const auto columns = std::int64_t{64} << random.below(7);
            made.shapes.push_back(fmt::format(FMT_COMPILE("{}[{},{}]{{1,0}}"), types[type], rows, columns));
            made.bytes.push_back(rows * columns * widths[type]);
        };
        for (auto count = made.is_tuple() ? 2 + random.below(7) : 1; count != 0; --count) shape();
        for (auto& operand : made.operands)
            operand = number == 0 ? 0 : number - 1 - random.below(std::min<std::size_t>(number, 60));
        std::string operands;
        if (made.kind != what::parameter) {
            const std::size_t count = made.kind == what::copy ? 1 : 2;
            for (std::size_t i = 0; i < count; ++i) {
                auto& of = all[made.operands[i]];
                of.users.emplace_back(number, static_cast<int>(i));
                of.last_use = number;
                if (i != 0) operands += ", ";
                operands += '%';
                operands += of.name;
            }
        }
        const auto with_number = [&](std::string_view name) { return fmt::format(FMT_COMPILE("{}.{}"), name, number); };
        switch (made.kind) {
        case what::parameter:
            made.name = fmt::format(FMT_COMPILE("p{}.{}"), number, number + 3);
            made.line = fmt::format(FMT_COMPILE("{} parameter({}), {}"), made.shapes[0], parameters++,
                                    metadata_of(metadata, random));
            break;
        case what::copy:
            made.name = with_number("copy");
            made.line =
                fmt::format(FMT_COMPILE("{} copy({}), {}"), made.shapes[0], operands, metadata_of(metadata, random));
            break;
        case what::call:
            made.name = with_number("cublas-gemm");
            made.line = fmt::format(
                FMT_COMPILE(
                    "{} custom-call({}), custom_call_target=\"__cublas$gemm\", {}, "
                    "backend_config={{\"operation_queue_id\":"
                    "\"0\",\"wait_on_operation_queues\":[],\"gemm_backend_config\":{{\"alpha_real\":1,\"beta\":0,"
                    "\"dot_dimension_numbers\":{{\"lhs_contracting_dimensions\":[\"1\"],\"rhs_contracting_dimensions\":"
                    "[\"1\"],\"lhs_batch_dimensions\":[],\"rhs_batch_dimensions\":[]}},\"alpha_imag\":0,"
                    "\"precision_config\":{{\"operand_precision\":[\"DEFAULT\",\"DEFAULT\"],\"algorithm\":\"ALG_"
                    "UNSET\"}},"
                    "\"epilogue\":\"DEFAULT\",\"lhs_stride\":\"{}\",\"rhs_stride\":\"{}\",\"grad_x\":false,\"grad_y\":"
                    "false,"
                    "\"damax_output\":false}},\"force_earliest_schedule\":false}}"),
                made.shapes[0], operands, metadata_of(metadata, random), 1024 * random.below(64),
                1024 * random.below(64));
            break;
        case what::fusion:
        case what::tuple_fusion: {
            made.name = with_number(fusions[random.below(fusions.size())]);
            std::string result;
            if (made.is_tuple()) {
                result = "(";
                for (std::size_t i = 0; i < made.shapes.size(); ++i) {
                    if (i != 0) result += i % 5 == 0 ? fmt::format(FMT_COMPILE(", /*index={}*/"), i) : ", ";
                    result += made.shapes[i];
                }
                result += ')';
            }
            made.line = fmt::format(
                FMT_COMPILE("{} fusion({}), kind=k{}, calls=%fused_computation.{}, {}, backend_config="
                            "{{\"operation_queue_id\":\"0\",\"wait_on_operation_queues\":[],"
                            "\"fusion_backend_config\":{{\"kind\":\"__custom\"}},\"force_earliest_schedule\":false}}"),
                made.is_tuple() ? result : made.shapes[0], operands, made.is_tuple() ? "Input" : "Loop", number,
                metadata_of(metadata, random));
            break;
        }
        }
        made.first_value = values;
        made.last_use = number;
        values += made.values();
        written += made.values() * (made.line.size() + made.name.size() * 9 + 190);
        all.push_back(std::move(made));
    }
    return all;
}

// The name of a value: `fusion.3`; `fusion.3{}` and `fusion.3{0}` for the parts of a tuple.
std::string name_of(const instruction& of, std::size_t value)
{
    if (!of.is_tuple()) return of.name;
    return value == 0 ? of.name + "{}" : fmt::format(FMT_COMPILE("{}{{{}}}"), of.name, value - 1);
}
std::int64_t bytes_of(const instruction& of, std::size_t value)
{
    if (!of.is_tuple()) return of.bytes[0];
    return value == 0 ? static_cast<std::int64_t>(8 * of.bytes.size()) : of.bytes[value - 1];
}

} // namespace

std::string real_like_dump(std::size_t bytes)
{
    const auto all = make_instructions(bytes);
    const auto count = all.size();
    fmt::memory_buffer out;
    const auto to = fmt::appender(out);

    fmt::format_to(to, "BufferAssignment:\n");
    std::int64_t total = 0;
    std::size_t allocation = 0;
    const auto value_line = [&](const instruction& of, std::size_t k, std::int64_t offset) {
        const auto shape =
            of.is_tuple() && k == 0 ? of.line.substr(0, of.line.find(") ") + 1) : of.shapes[of.is_tuple() ? k - 1 : 0];
        fmt::format_to(to, FMT_COMPILE(" value: <{} {} @0> (size={},offset={}): {}\n"), of.first_value + k,
                       name_of(of, k), bytes_of(of, k), offset, shape);
    };
    // An allocation for each parameter and each part of the result, which is the last instruction. All other values are
    // in one arena.
    for (const auto& of : all) {
        if (of.kind != what::parameter) continue;
        const std::string_view shape = of.shapes[0];
        fmt::format_to(to, FMT_COMPILE("allocation {}: size {}, parameter {}, shape |{}| at ShapeIndex {{}}:\n"),
                       allocation, of.bytes[0], allocation, shape.substr(0, shape.find('{')));
        ++allocation;
        total += of.bytes[0];
        value_line(of, 0, 0);
    }
    for (std::size_t k = 0; k < all.back().values(); ++k) {
        fmt::format_to(to, FMT_COMPILE("allocation {}: size {}, maybe-live-out:\n"), allocation++,
                       bytes_of(all.back(), k));
        total += bytes_of(all.back(), k);
        value_line(all.back(), k, 0);
    }
    std::int64_t size = 0;
    const auto each_temporary = [&](auto&& f) {
        for (std::size_t i = 0; i + 1 < count; ++i)
            for (std::size_t k = 0; all[i].kind != what::parameter && k < all[i].values(); ++k) f(all[i], k);
    };
    const auto room_of = [](std::int64_t held) { return (held + 127) / 128 * 128; };
    each_temporary([&](const instruction& of, std::size_t k) { size += room_of(bytes_of(of, k)); });
    fmt::format_to(to, FMT_COMPILE("allocation {}: size {}, preallocated-temp:\n"), allocation, size);
    total += size;
    std::int64_t offset = 0;
    each_temporary([&](const instruction& of, std::size_t k) {
        value_line(of, k, offset);
        offset += room_of(bytes_of(of, k));
    });
    fmt::format_to(to, FMT_COMPILE("\nTotal bytes used: {} ({})\n\nUsed values:\n"), total, human_size(total));

    for (const auto& of : all)
        for (std::size_t k = 0; k < of.values(); ++k) {
            const auto index = of.is_tuple() ? name_of(of, k).substr(of.name.size()) : std::string();
            const auto blank = index.empty() ? "" : " ";
            fmt::format_to(to, FMT_COMPILE("<{} {} @0>\n positions:\n  {}{}{}\n uses:\n"), of.first_value + k,
                           name_of(of, k), of.name, blank, index);
            for (const auto& [user, operand] : of.users)
                fmt::format_to(to, FMT_COMPILE("  {}, operand {}{}{}\n"), all[user].name, operand, blank, index);
            fmt::format_to(to, FMT_COMPILE(" from instruction: %{} = {}\n"), of.name, of.line);
        }

    fmt::format_to(to, FMT_COMPILE("\n\nHloLiveRange (max {}):\n  InstructionSequence:\n"), count);
    for (std::size_t i = 0; i < count; ++i) fmt::format_to(to, FMT_COMPILE("    {}:{}\n"), i, all[i].name);
    fmt::format_to(to, "  BufferLiveRange:\n");
    const auto begin_of = [&](std::size_t i) { return all[i].kind == what::parameter ? 0 : i; };
    const auto end_of = [&](std::size_t i) {
        return all[i].kind == what::parameter || i + 1 == count ? count : all[i].last_use;
    };
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < all[i].values(); ++k)
            fmt::format_to(to, FMT_COMPILE("    {}{}:{}-{}\n"), name_of(all[i], k), all[i].is_tuple() ? "" : "{}",
                           begin_of(i), end_of(i));
    // XLA counts the table of a tuple for each of its values, and each value for one step longer than it is live.
    std::vector<std::int64_t> change(count + 3, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const auto weight = static_cast<std::int64_t>(all[i].values()) * bytes_of(all[i], 0);
        change[begin_of(i)] += weight;
        change[end_of(i) + 2] -= weight;
    }
    std::size_t peak = 0;
    std::int64_t live = 0;
    std::int64_t most = 0;
    for (std::size_t i = 0; i < count; ++i) {
        live += change[i];
        if (live <= most) continue;
        most = live;
        peak = i;
    }
    fmt::format_to(to, FMT_COMPILE("  Live ranges at {} (peak):\n"), peak);
    struct row {
        std::string name;
        std::int64_t bytes;
    };
    std::vector<row> rows;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; begin_of(i) <= peak && end_of(i) >= peak && k < all[i].values(); ++k)
            rows.push_back({name_of(all[i], k) + (all[i].is_tuple() ? "" : "{}"), bytes_of(all[i], k)});
    std::ranges::sort(
        rows, [](const row& a, const row& b) { return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name; });
    std::int64_t cumulative = 0;
    for (const auto& [name, held] : rows) {
        cumulative += held;
        fmt::format_to(to, FMT_COMPILE("    {}: {} bytes (cumulative: {} bytes)\n"), name, held, cumulative);
    }
    return fmt::to_string(out);
}

} // namespace ballast::bench
