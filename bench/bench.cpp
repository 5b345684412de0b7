// The speed of recognising, parsing and printing, compared with a line count of the same bytes.
#include "ballast/analysis.hpp"
#include "ballast/check.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "synthetic.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace ballast;

// Texts of the same kind that are measured together.
struct subject {
    std::string name;
    std::vector<std::string> texts;

    [[nodiscard]] std::size_t bytes() const
    {
        std::size_t sum = 0;
        for (const auto& text : texts) sum += text.size();
        return sum;
    }
};

// Made on first use: a filter leaves most subjects out.
class lazy_subject {
public:
    explicit lazy_subject(std::function<subject()> make) : make_(std::move(make)) {}
    const subject& get()
    {
        if (!made_) made_ = make_();
        return *made_;
    }

private:
    std::function<subject()> make_;
    std::optional<subject> made_;
};

constexpr std::size_t megabyte = 1000 * 1000;

subject synthetic(std::size_t megabytes)
{
    return {"synthetic", {bench::synthetic_dump(bench::values_for(megabytes * megabyte))}};
}
subject real_like(std::size_t megabytes) { return {"real_like", {bench::real_like_dump(megabytes * megabyte)}}; }

// Real dumps, if BALLAST_CORPUS names a folder.
subject corpus()
{
    subject result{"corpus", {}};
    const char* const folder = std::getenv("BALLAST_CORPUS");
    if (!folder || !*folder) return result;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".txt") continue;
        const auto read = read_source(entry.path().string(), parse_options{}.max_bytes);
        if (read.error.empty() && recognise(read.text.view())) result.texts.emplace_back(read.text.view());
    }
    return result;
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

// The speed of a line count over the same texts, in bytes per second: the median of seven warm runs, measured again for
// each measurement.
double memchr_speed(const subject& of)
{
    std::array<double, 8> seconds{};
    for (auto& s : seconds) {
        const auto begin = std::chrono::steady_clock::now();
        for (const auto& text : of.texts) benchmark::DoNotOptimize(count_lines(text));
        s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    std::sort(seconds.begin() + 1, seconds.end());
    return static_cast<double>(of.bytes()) / seconds[4];
}

// `of_memchr` is the speed relative to the line count, in wall time.
void done(benchmark::State& state, const subject& of)
{
    const auto bytes = static_cast<double>(of.bytes()) * static_cast<double>(state.iterations());
    state.counters["MB/s"] = benchmark::Counter(bytes / 1e6, benchmark::Counter::kIsRate);
    state.counters["of_memchr"] = benchmark::Counter(bytes / memchr_speed(of), benchmark::Counter::kIsRate);
}

void memchr_lines(benchmark::State& state, const subject& of)
{
    for (auto _ : state)
        for (const auto& text : of.texts) benchmark::DoNotOptimize(count_lines(text));
    done(state, of);
}

void recognise_texts(benchmark::State& state, const subject& of)
{
    for (auto _ : state)
        for (const auto& text : of.texts)
            if (!recognise(text)) state.SkipWithError("not recognised");
    done(state, of);
}

// Parses texts and releases the results. Copying the texts is not timed.
void parse_texts(benchmark::State& state, const subject& of)
{
    for (auto _ : state) {
        state.PauseTiming();
        std::vector<source_text> copies;
        for (const auto& text : of.texts) copies.push_back(source_text::copy_of(text));
        state.ResumeTiming();
        for (auto& copy : copies) {
            auto result = parse(std::move(copy));
            if (!result.accepted()) state.SkipWithError("refused");
            benchmark::DoNotOptimize(result);
        }
    }
    done(state, of);
}

std::vector<document> trees_of(const subject& of)
{
    std::vector<document> result;
    for (const auto& text : of.texts) {
        auto read = parse(text);
        if (!read.accepted()) throw std::runtime_error(of.name + " is refused");
        result.push_back(std::move(*read.value));
    }
    return result;
}

void print_texts(benchmark::State& state, const subject& of)
{
    const auto trees = trees_of(of);
    for (auto _ : state) {
        std::uint64_t bytes = 0;
        for (const auto& tree : trees) {
            sink out(
                [](void* to, std::string_view chunk) {
                    *static_cast<std::uint64_t*>(to) += chunk.size();
                    benchmark::DoNotOptimize(chunk.data());
                    return true;
                },
                &bytes);
            std::visit([&](const auto& held) { print(out, held); }, tree.tree());
            out.flush();
        }
        if (bytes != of.bytes()) state.SkipWithError("another length");
    }
    done(state, of);
}

// Only the semantic rules, on existing trees.
void check_texts(benchmark::State& state, const subject& of)
{
    const auto trees = trees_of(of);
    for (auto _ : state)
        for (const auto& tree : trees) benchmark::DoNotOptimize(check(tree));
    done(state, of);
}

// The analysis of memory and of changes, on existing trees.
void analyse_texts(benchmark::State& state, const subject& of)
{
    const auto trees = trees_of(of);
    for (auto _ : state)
        for (const auto& tree : trees) {
            const document* const module[]{&tree};
            benchmark::DoNotOptimize(memory_of(module));
        }
    done(state, of);
}
void diff_texts(benchmark::State& state, const subject& of)
{
    const auto trees = trees_of(of);
    const document* const module[]{&trees.front()};
    const auto memory = memory_of(module);
    if (!memory) return state.SkipWithError("no allocations");
    for (auto _ : state) benchmark::DoNotOptimize(diff_of(*memory, *memory));
    done(state, of);
}

template <typename Run, typename... More>
void add(const std::string& what, const std::string& name, const std::shared_ptr<lazy_subject>& of, Run run,
         const More&... more)
{
    benchmark::RegisterBenchmark((what + "/" + name).c_str(),
                                 [=](benchmark::State& state) { run(state, of->get(), more...); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
}

std::shared_ptr<lazy_subject> later(std::function<subject()> make)
{
    return std::make_shared<lazy_subject>(std::move(make));
}

void add_subject(const std::string& name, const std::shared_ptr<lazy_subject>& of)
{
    add("memchr", name, of, memchr_lines);
    add("recognise", name, of, recognise_texts);
    add("parse", name, of, parse_texts);
    add("print", name, of, print_texts);
    add("check", name, of, check_texts);
    add("analyse", name, of, analyse_texts);
}

void add_all()
{
    const auto like_real_ones = later([] { return real_like(105); });
    add_subject("synthetic", later([] { return synthetic(105); }));
    add_subject("real_like", like_real_ones);
    add("diff", "real_like", like_real_ones, diff_texts);
    if (auto real = corpus(); !real.texts.empty()) add_subject("corpus", later([=] { return real; }));
    // Does the time grow linearly?
    for (const std::size_t size : {1U, 10U, 50U, 200U}) {
        const auto of = later([=] { return synthetic(size); });
        const auto name = std::to_string(size);
        add("parse_growth", name, of, parse_texts);
        add("check_growth", name, of, check_texts);
        add("analyse_growth", name, of, analyse_texts);
    }
    // By the number of values in one arena.
    for (const std::size_t values : {25000U, 50000U, 100000U, 200000U}) {
        const auto arena = [=](bench::arena_use use) {
            return later([=] { return subject{"arena", {bench::arena_dump(values, use)}}; });
        };
        add("check_in_place", std::to_string(values), arena(bench::arena_use::in_place), check_texts);
        add("check_apart", std::to_string(values), arena(bench::arena_use::apart), check_texts);
    }
}

} // namespace

int main(int argc, char** argv)
{
    add_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
