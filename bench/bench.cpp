// How fast texts are recognised, parsed and printed, beside a line count of the same bytes.
#include "ballast/analysis.hpp"
#include "ballast/check.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "synthetic.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string>

namespace {

using namespace ballast;

const std::string& dump_of(std::size_t megabytes)
{
    static std::string text;
    static std::size_t size = 0;
    if (size != megabytes) {
        text = bench::synthetic_dump(bench::values_for(megabytes * 1000 * 1000));
        size = megabytes;
    }
    return text;
}

std::size_t count_lines(const std::string& text)
{
    std::size_t lines = 0;
    const char* p = text.data();
    const char* const end = p + text.size();
    while (const void* found = std::memchr(p, '\n', static_cast<std::size_t>(end - p))) {
        p = static_cast<const char*>(found) + 1;
        ++lines;
    }
    return lines;
}

// Bytes a second of a line count over the same text: the median of seven, warm, taken anew beside each measurement.
double memchr_speed(const std::string& text)
{
    std::array<double, 8> seconds{};
    for (auto& s : seconds) {
        const auto begin = std::chrono::steady_clock::now();
        benchmark::DoNotOptimize(count_lines(text));
        s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    std::sort(seconds.begin() + 1, seconds.end());
    return static_cast<double>(text.size()) / seconds[4];
}

// Megabytes are a million bytes; `of_memchr` is the share of the line count's speed.
void done(benchmark::State& state, const std::string& text)
{
    const auto bytes = static_cast<double>(text.size()) * static_cast<double>(state.iterations());
    state.counters["MB/s"] = benchmark::Counter(bytes / 1e6, benchmark::Counter::kIsRate);
    state.counters["of_memchr"] = benchmark::Counter(bytes / memchr_speed(text), benchmark::Counter::kIsRate);
}

void memchr_lines(benchmark::State& state)
{
    const auto& text = dump_of(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(count_lines(text));
    done(state, text);
}

void recognise_dump(benchmark::State& state)
{
    const auto& text = dump_of(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state)
        if (!recognise(text)) state.SkipWithError("not recognised");
    done(state, text);
}

// From owned text to a tree, and the tree released; the copy of the text is not timed.
void parse_dump(benchmark::State& state)
{
    const auto& text = dump_of(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        state.PauseTiming();
        auto copy = source_text::copy_of(text);
        state.ResumeTiming();
        {
            auto result = parse(std::move(copy));
            if (!result.accepted()) state.SkipWithError("refused");
            benchmark::DoNotOptimize(result);
        }
    }
    done(state, text);
}

void print_dump(benchmark::State& state)
{
    const auto& text = dump_of(static_cast<std::size_t>(state.range(0)));
    const auto result = parse(text);
    if (!result.accepted()) return state.SkipWithError("refused");
    for (auto _ : state) {
        std::uint64_t bytes = 0;
        sink out(
            [](void* to, std::string_view chunk) {
                *static_cast<std::uint64_t*>(to) += chunk.size();
                benchmark::DoNotOptimize(chunk.data());
                return true;
            },
            &bytes);
        print(out, result.value->dump());
        out.flush();
        if (bytes != text.size()) state.SkipWithError("another length");
    }
    done(state, text);
}

// The semantic rules alone, over a tree that is there.
void check_text(benchmark::State& state, const std::string& text)
{
    const auto result = parse(text);
    if (!result.accepted()) return state.SkipWithError("refused");
    for (auto _ : state) benchmark::DoNotOptimize(check(*result.value));
    done(state, text);
}
void check_dump(benchmark::State& state) { check_text(state, dump_of(static_cast<std::size_t>(state.range(0)))); }
void check_in_place(benchmark::State& state)
{
    check_text(state, bench::arena_dump(static_cast<std::size_t>(state.range(0)), bench::arena_use::in_place));
}
void check_apart(benchmark::State& state)
{
    check_text(state, bench::arena_dump(static_cast<std::size_t>(state.range(0)), bench::arena_use::apart));
}

// Who holds the memory, and what changed, over trees that are there.
void analyse_dump(benchmark::State& state)
{
    const auto& text = dump_of(static_cast<std::size_t>(state.range(0)));
    const auto result = parse(text);
    if (!result.accepted()) return state.SkipWithError("refused");
    const document* const module[]{&*result.value};
    for (auto _ : state) benchmark::DoNotOptimize(memory_of(module));
    done(state, text);
}
void diff_dump(benchmark::State& state)
{
    const auto& text = dump_of(static_cast<std::size_t>(state.range(0)));
    const auto result = parse(text);
    if (!result.accepted()) return state.SkipWithError("refused");
    const document* const module[]{&*result.value};
    const auto memory = memory_of(module);
    if (!memory) return state.SkipWithError("no allocations");
    for (auto _ : state) benchmark::DoNotOptimize(diff_of(*memory, *memory));
    done(state, text);
}

BENCHMARK(memchr_lines)->Arg(105)->Unit(benchmark::kMillisecond);
BENCHMARK(recognise_dump)->Arg(105)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_dump)->Arg(105)->Unit(benchmark::kMillisecond);
BENCHMARK(print_dump)->Arg(105)->Unit(benchmark::kMillisecond);
BENCHMARK(check_dump)->Arg(105)->Unit(benchmark::kMillisecond);
BENCHMARK(analyse_dump)->Arg(105)->Unit(benchmark::kMillisecond);
BENCHMARK(diff_dump)->Arg(105)->Unit(benchmark::kMillisecond);
// Grows linearly?
BENCHMARK(parse_dump)->Name("parse_growth")->Arg(1)->Arg(10)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(check_dump)->Name("check_growth")->Arg(1)->Arg(10)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);
BENCHMARK(analyse_dump)->Name("analyse_growth")->Arg(1)->Arg(10)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);
// By the number of values in one arena.
BENCHMARK(check_in_place)->Arg(25000)->Arg(50000)->Arg(100000)->Arg(200000)->Unit(benchmark::kMillisecond);
BENCHMARK(check_apart)->Arg(25000)->Arg(50000)->Arg(100000)->Arg(200000)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
