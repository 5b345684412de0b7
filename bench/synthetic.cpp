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

struct value {
    std::string name;
    std::string shape;
    std::int64_t bytes = 0;
    std::size_t first_operand = 0;
    std::size_t second_operand = 0;
    std::size_t last_use = 0;
    std::vector<std::size_t> users;
};

constexpr std::array<std::string_view, 8> kinds{
    "loop_fusion",     "input_add_reduce_fusion", "cublas-gemm.clone", "transpose_copy_fusion",
    "wrapped_convert", "loop_multiply_fusion",    "all-gather-done",   "bitcast.convert"};
constexpr std::array<std::string_view, 5> layers{"attention/query", "attention/value", "mlp/wi", "mlp/wo",
                                                 "layer_norm"};
constexpr std::array<std::string_view, 5> operations{"dot_general", "add", "mul", "reduce_sum", "convert_element_type"};

std::vector<value> make_values(std::size_t count)
{
    sequence random;
    std::vector<value> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto& v = values[i];
        v.name = fmt::format("{}.{}", kinds[random.below(kinds.size())], i);
        const std::int64_t rows = 128 << random.below(5);
        const std::int64_t columns = 64 << random.below(6);
        const bool wide = random.below(3) == 0;
        v.shape = fmt::format("{}[{},{}]{{1,0}}", wide ? "f32" : "bf16", rows, columns);
        v.bytes = rows * columns * (wide ? 4 : 2);
        v.first_operand = i == 0 ? 0 : i - 1 - random.below(std::min<std::size_t>(i, 50));
        v.second_operand = i == 0 ? 0 : i - 1 - random.below(std::min<std::size_t>(i, 400));
        v.last_use = i;
        if (i == 0) continue;
        for (const auto operand : {v.first_operand, v.second_operand}) {
            values[operand].users.push_back(i);
            values[operand].last_use = i;
        }
    }
    return values;
}

} // namespace

std::size_t values_for(std::size_t bytes) { return std::max<std::size_t>(2, bytes / 702); }

std::string synthetic_dump(std::size_t count)
{
    const auto values = make_values(count);
    sequence random;
    fmt::memory_buffer out;
    const auto to = std::back_inserter(out);

    fmt::format_to(to, "BufferAssignment:\n");
    std::int64_t total = 0;
    std::size_t allocation = 0;
    for (std::size_t i = 0; i < count;) {
        const bool parameter = i < count / 50;
        const auto last = parameter ? i + 1 : std::min(count, i + 1 + random.below(40));
        std::int64_t size = 0;
        for (auto k = i; k < last; ++k) size += values[k].bytes;
        total += size;
        if (parameter) {
            const std::string_view shape = values[i].shape;
            fmt::format_to(to, FMT_COMPILE("allocation {}: size {}, parameter {}, shape |{}| at ShapeIndex {{}}:\n"),
                           allocation, size, i, shape.substr(0, shape.find('{')));
        } else {
            fmt::format_to(to, FMT_COMPILE("allocation {}: size {}, preallocated-temp:\n"), allocation, size);
        }
        std::int64_t offset = 0;
        for (; i < last; ++i) {
            fmt::format_to(to, FMT_COMPILE(" value: <{} {} @0> (size={},offset={}): {}\n"), i, values[i].name,
                           values[i].bytes, offset, values[i].shape);
            offset += values[i].bytes;
        }
        ++allocation;
    }
    fmt::format_to(to, FMT_COMPILE("\nTotal bytes used: {} ({})\n\nUsed values:\n"), total, human_size(total));

    for (std::size_t i = 0; i < count; ++i) {
        const auto& v = values[i];
        fmt::format_to(to, FMT_COMPILE("<{} {} @0>\n positions:\n  {}\n uses:\n"), i, v.name, v.name);
        for (const auto user : v.users)
            fmt::format_to(to, FMT_COMPILE("  {}, operand {}\n"), values[user].name,
                           values[user].first_operand == i ? 0 : 1);
        if (i < count / 50) {
            fmt::format_to(
                to,
                FMT_COMPILE(" from instruction: %{} = {} parameter({}), metadata={{op_name=\"state.params[{}]\"}}\n"),
                v.name, v.shape, i, i);
            continue;
        }
        fmt::format_to(
            to,
            FMT_COMPILE(" from instruction: %{} = {} fusion(%{}, %{}), kind=kLoop, calls=%fused_computation.{}, "
                        "metadata={{op_name=\"jit(train_step)/transpose(jvp(Transformer))/layer_{}/{}/{}\" "
                        "source_file=\"/srv/train/model/transformer.py\" source_line={}}}, "
                        "backend_config={{\"operation_queue_id\":\"0\",\"wait_on_operation_queues\":[],"
                        "\"force_earliest_schedule\":false}}\n"),
            v.name, v.shape, values[v.first_operand].name, values[v.second_operand].name, i, random.below(96),
            layers[random.below(layers.size())], operations[random.below(operations.size())], 100 + random.below(900));
    }

    fmt::format_to(to, FMT_COMPILE("\n\nHloLiveRange (max {}):\n  InstructionSequence:\n"), count);
    for (std::size_t i = 0; i < count; ++i) fmt::format_to(to, FMT_COMPILE("    {}:{}\n"), i, values[i].name);
    fmt::format_to(to, "  BufferLiveRange:\n");
    const auto end = [&](std::size_t i) { return i < count / 50 ? count : values[i].last_use; };
    for (std::size_t i = 0; i < count; ++i)
        fmt::format_to(to, FMT_COMPILE("    {}{{}}:{}-{}\n"), values[i].name, i < count / 50 ? 0 : i, end(i));

    const auto peak = count - 1;
    std::vector<const value*> live;
    for (std::size_t i = 0; i < count; ++i)
        if (end(i) >= peak) live.push_back(&values[i]);
    std::ranges::sort(live, [](const value* a, const value* b) {
        return a->bytes != b->bytes ? a->bytes > b->bytes : a->name < b->name;
    });
    fmt::format_to(to, FMT_COMPILE("  Live ranges at {} (peak):\n"), peak);
    std::int64_t cumulative = 0;
    for (const auto* v : live) {
        cumulative += v->bytes;
        fmt::format_to(to, FMT_COMPILE("    {}{{}}: {} bytes (cumulative: {} bytes)\n"), v->name, v->bytes, cumulative);
    }
    const auto grouped = [](std::int64_t n) {
        const std::string digits = fmt::to_string(n);
        std::string result;
        for (std::size_t i = 0; i < digits.size(); ++i) {
            if (i != 0 && (digits.size() - i) % 3 == 0) result += ' ';
            result += digits[i];
        }
        return result;
    };
    fmt::format_to(to, FMT_COMPILE("  Stack trace breakdown for peak usage: {} bytes\n"), grouped(cumulative));
    fmt::format_to(to, FMT_COMPILE("    main.1 (100.0%, total: {} bytes, current: 0 bytes, remaining: {} bytes)\n"),
                   grouped(cumulative), grouped(cumulative));
    auto remaining = cumulative;
    for (const auto* v : live) {
        remaining -= v->bytes;
        fmt::format_to(to,
                       FMT_COMPILE("      {}{} ({:.1f}%, total: {} bytes, current: {} bytes, remaining: {} bytes)\n"),
                       v == live.back() ? "└── " : "├── ", v->name,
                       100.0 * static_cast<double>(v->bytes) / static_cast<double>(cumulative), grouped(v->bytes),
                       grouped(v->bytes), grouped(remaining));
    }
    return fmt::to_string(out);
}

std::string arena_dump(std::size_t values, arena_use how)
{
    fmt::memory_buffer out;
    const auto to = fmt::appender(out);
    const bool apart = how == arena_use::apart;
    const auto size = apart ? 64 * values : 64;
    fmt::format_to(to, FMT_COMPILE("BufferAssignment:\nallocation 0: size {}, preallocated-temp:\n"), size);
    for (std::size_t i = 0; i < values; ++i)
        fmt::format_to(to, FMT_COMPILE(" value: <{} v.{} @0> (size=64,offset={}): f32[16]{{0}}\n"), i, i,
                       apart ? 64 * i : 0);
    fmt::format_to(to, FMT_COMPILE("\nTotal bytes used: {} ({})\n\nUsed values:\n"), size,
                   human_size(static_cast<std::int64_t>(size)));
    for (std::size_t i = 0; i < values; ++i) {
        fmt::format_to(to, FMT_COMPILE("<{} v.{} @0>\n positions:\n  v.{}\n uses:\n"), i, i, i);
        if (i + 1 < values) fmt::format_to(to, FMT_COMPILE("  v.{}, operand 0\n"), i + 1);
        fmt::format_to(to, FMT_COMPILE(" from instruction: %v.{} = f32[16]{{0}} "), i);
        if (i == 0)
            fmt::format_to(to, "iota(), iota_dimension=0\n");
        else
            fmt::format_to(to, FMT_COMPILE("negate(%v.{})\n"), i - 1);
    }
    fmt::format_to(to, FMT_COMPILE("\n\nHloLiveRange (max {}):\n  InstructionSequence:\n"), values);
    for (std::size_t i = 0; i < values; ++i) fmt::format_to(to, FMT_COMPILE("    {}:v.{}\n"), i, i);
    fmt::format_to(to, "  BufferLiveRange:\n");
    for (std::size_t i = 0; i < values; ++i)
        fmt::format_to(to, FMT_COMPILE("    v.{}{{}}:{}-{}\n"), i, i, apart || i + 1 == values ? values : i + 1);
    fmt::format_to(to, "  Live ranges at 0 (peak):\n    v.0{{}}: 64 bytes (cumulative: 64 bytes)\n");
    return fmt::to_string(out);
}

} // namespace ballast::bench
