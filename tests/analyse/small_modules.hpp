// Our own modules with known numbers, and their results as lines.
#pragma once

#include "ballast/analysis.hpp"
#include "base/random_source.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

using texts = std::vector<std::string>;

inline constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
inline constexpr grouping groupings[]{grouping::alike,  grouping::label, grouping::source,
                                      grouping::scope,  grouping::shape, grouping::type,
                                      grouping::opcode, grouping::value, grouping::is};

inline std::vector<document> read_all(const texts& files)
{
    std::vector<document> result;
    for (const auto& text : files) result.push_back(accepted(text));
    return result;
}
inline std::optional<memory_analysis> analysis_of(const std::vector<document>& files,
                                                  const memory_options& options = {})
{
    std::vector<const document*> module;
    for (const auto& file : files) module.push_back(&file);
    return memory_of(module, options);
}
inline memory_analysis memory_in(const texts& files, const memory_options& options = {})
{
    auto result = analysis_of(read_all(files), options);
    if (!result) throw std::runtime_error("no allocations");
    return std::move(*result);
}
inline memory_analysis memory_in(const std::string& text, const memory_options& options = {})
{
    return memory_in(texts{text}, options);
}

inline texts module_files(const std::string& name, std::initializer_list<std::string_view> kinds)
{
    texts result;
    for (const auto kind : kinds)
        result.push_back(read_file(golden() / "modules" / fmt::format("{}.cpu_after_optimizations{}.txt", name, kind)));
    return result;
}

// The files of a program that is generated for that time, perhaps followed by its module text.
inline std::vector<document> program_files(std::uint64_t seed, commit_time when, std::uint64_t bytes,
                                           bool with_text = false)
{
    random_source from(seed);
    generate::program made(from, when, bytes);
    std::vector<document> result;
    for (const auto kind : kinds_at(when))
        result.push_back(accepted(printed([&](sink& out) { made.print(out, kind); })));
    if (with_text) {
        ast::arena memory;
        result.push_back(accepted(print(made.make_text(memory))));
    }
    return result;
}

// --- our own modules -------------------------------------------------------------------------------------------------

// A sum as analyses have it.
inline std::int64_t sum_of(std::int64_t a, std::int64_t b) { return b > limit - a ? limit : a + b; }

// A value: its line in an allocation, its entry and its live range.
struct buffer {
    std::string name; // `p.1{0}`
    std::int64_t size = 0;
    std::int64_t offset = 0;
    std::string shape;                                              // with its layout
    std::string range;                                              // `0-3`; empty: none
    std::string from = "custom-call(), custom_call_target=\"any\""; // its instruction after name and shape
    texts uses = {};                                                // `add.1, operand 0`
    texts positions = {};                                           // besides its own
    std::string whole = {};                                         // the shape of the instruction if it is a tuple
    bool phi = false;
};
struct block {
    std::int64_t size = 0;
    std::string head; // the header after size and color
    std::vector<buffer> values;
    std::int64_t color = 0;
};

// A dump of D16.
struct module_texts {
    std::vector<block> blocks;
    texts sequence;
    std::int64_t peak = 0;
    std::int64_t first_id = 0;

    [[nodiscard]] std::string text() const
    {
        std::string allocations = "BufferAssignment:\n";
        std::string entries;
        std::string ranges;
        std::string peak_rows;
        auto id = first_id;
        std::int64_t total = 0;
        std::int64_t cumulative = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const auto& b = blocks[i];
            total = sum_of(total, b.size);
            const auto color = b.color == 0 ? std::string() : fmt::format(", color {}", b.color);
            allocations += fmt::format("allocation {}: size {}{}, {}:\n", i, b.size, color, b.head);
            for (const auto& v : b.values) {
                const auto brace = std::min(v.name.find('{'), v.name.size());
                const auto name = v.name.substr(0, brace);
                const auto index = v.name.substr(brace);
                const auto place = fmt::format("{}{}", name, index.empty() ? "{}" : index);
                const auto called = fmt::format("<{} {}{} @{}>", id++, v.name, v.phi ? " (phi)" : "", b.color);
                allocations += fmt::format(" value: {} (size={},offset={}): {}\n", called, v.size, v.offset, v.shape);
                entries += fmt::format("{}\n positions:\n  {}{}{}\n", called, name, index.empty() ? "" : " ", index);
                for (const auto& p : v.positions) entries += fmt::format("  {}\n", p);
                entries += " uses:\n";
                for (const auto& u : v.uses) entries += fmt::format("  {}\n", u);
                entries +=
                    fmt::format(" from instruction: %{} = {} {}\n", name, v.whole.empty() ? v.shape : v.whole, v.from);
                if (v.range.empty()) continue;
                ranges += fmt::format("    {}:{}\n", place, v.range);
                if (std::stoi(v.range) > peak || peak > std::stoi(v.range.substr(v.range.find('-') + 1))) continue;
                cumulative = sum_of(cumulative, v.size);
                peak_rows += fmt::format("    {}: {} bytes (cumulative: {} bytes)\n", place, v.size, cumulative);
            }
        }
        std::string schedule;
        for (std::size_t i = 0; i < sequence.size(); ++i) schedule += fmt::format("    {}:{}\n", i, sequence[i]);
        return fmt::format("{}\nTotal bytes used: {} (0B)\n\nUsed values:\n{}\n\nHloLiveRange (max {}):\n"
                           "  InstructionSequence:\n{}  BufferLiveRange:\n{}  Live ranges at {} (peak):\n{}",
                           allocations, total, entries, sequence.size(), schedule, ranges, peak, peak_rows);
    }
};

inline std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error(fmt::format("not there: {}", from));
    for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
    return text;
}

// --- results as lines ------------------------------------------------------------------------------------------------

template <typename Value>
std::string said(const std::optional<Value>& x)
{
    if (!x) return "-";
    if constexpr (std::is_same_v<Value, memory_peak>)
        return fmt::format("{} at {}", x->bytes, x->step);
    else
        return fmt::format("{}", *x);
}

// `0 argument 512 p.0`
inline texts holders_of(const memory_analysis& of)
{
    texts result;
    for (const auto& h : of.holders)
        result.push_back(fmt::format("{} {} {} {}", h.space, spelling(h.is), h.bytes, h.name));
    return result;
}
// `p.0: x`
inline texts labels_of(const memory_analysis& of)
{
    texts result;
    for (const auto& h : of.holders) result.push_back(fmt::format("{}: {}", h.name, h.label));
    return result;
}
inline holder holder_of(const memory_analysis& of, std::string_view name)
{
    for (const auto& h : of.holders)
        if (h.name == name) return h;
    throw std::runtime_error(fmt::format("no holder: {}", name));
}
// `8>4 same shape`: the allocations of the result and of the argument.
inline texts donations_of(const memory_analysis& of)
{
    texts result;
    for (const auto& d : of.donations)
        result.push_back(fmt::format("{}>{}{}{}{}", d.output_allocation, d.argument_allocation,
                                     d.same_shape ? " same shape" : "", d.copied ? " copied" : "",
                                     d.read_later ? " read later" : ""));
    return result;
}

// All results.
inline std::string written(const memory_analysis& of)
{
    auto result = fmt::format("{} {} {} {} {} {} {} {} {} {}\n", of.module, of.ranges, of.instructions,
                              of.frames_missing, of.steps, said(of.xla_peak), said(of.printed_total),
                              of.thread_local_bytes, of.values, of.fingerprint);
    for (const auto& s : of.spaces) {
        result += fmt::format("space {}: {} {} {} {} {} {} {} {} {} {} {}:", s.space, s.total, s.arguments, s.outputs,
                              s.constants, s.temporaries, s.shared, said(s.peak), said(s.temporary_peak),
                              said(s.live_peak), said(s.temporary_at_xla_peak), said(s.live_at_xla_peak));
        for (const auto& use : s.occupied) result += fmt::format(" {}@{}", use.bytes, use.step);
        result += '\n';
    }
    for (const auto& h : of.holders)
        result += fmt::format("{} {} {} {} {} {} {} {} {} {} {} | {} | {} | {} | {} | {} | {} | {} {} | {} | {} | {}\n",
                              h.space, spelling(h.is), h.allocation, h.value, h.bytes, h.size, h.offset, h.logical,
                              h.start, h.end, h.parameter, h.name, h.label, h.group, h.scope, h.source, h.shape, h.type,
                              h.rank, h.opcode, h.op_name, h.output);
    for (const auto& a : of.arenas)
        result += fmt::format("arena {} {} {} {}\n", a.allocation, a.space, a.size, a.filled);
    for (const auto& p : of.padded)
        result += fmt::format("padded {} {} {} {}\n", p.shape, p.count, p.assigned, p.logical);
    for (const auto& d : of.donations)
        result += fmt::format("{} {} {} {} {} {} {} {} | {} | {} | {}\n", d.space, d.bytes, d.output_allocation,
                              d.argument_allocation, d.parameter, d.same_shape, d.copied, d.read_later, d.output,
                              d.argument, d.shape);
    return result;
}

} // namespace ballast::tests
