// Runs work on several cores, with results in order.
#pragma once

#include "cli/command_line.hpp"
#include "cli/compressed.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace ballast::cli {

// The number of threads: --jobs, or the number of cores.
inline std::size_t jobs_of(const options& given)
{
    return given.jobs != 0 ? given.jobs : std::max(1U, std::thread::hardware_concurrency());
}

// Calls `make(i)` for 0 to `count` on `jobs` threads, and `take(result)` for each result, in order, on this thread. At
// most a few batches of results per thread wait to be taken. Many results come in larger batches, because waking a
// thread costs as much as reading a small file. Exceptions of `make` are rethrown here. Only one `make` at a time works
// on a large compressed input.
template <typename Result, typename Make, typename Take>
void in_order(std::size_t count, std::size_t jobs, const Make& make, Take&& take)
{
    jobs = std::min(jobs, count);
    if (jobs <= 1) {
        for (std::size_t i = 0; i < count; ++i) take(make(i));
        return;
    }
    struct slot {
        std::vector<Result> results{};
        std::exception_ptr thrown{};
        bool made = false;
    };
    constexpr std::size_t longest_run = 64;
    const std::size_t length = std::clamp<std::size_t>(count / (16 * jobs), 1, longest_run);
    const std::size_t runs = (count + length - 1) / length;
    const std::size_t ahead = 4 * jobs;
    std::vector<slot> slots(ahead); // batch i waits in slot i % ahead
    std::mutex mutex;
    std::condition_variable made;
    std::condition_variable taken;
    std::size_t next = 0;
    std::size_t done = 0; // batches that were taken
    bool stopped = false;

    const auto work = [&] {
        while (true) {
            std::size_t i = 0;
            {
                std::unique_lock lock(mutex);
                taken.wait(lock, [&] { return stopped || next == runs || next < done + ahead; });
                if (stopped || next == runs) return;
                i = next++;
            }
            slot what;
            try {
                for (auto k = i * length; k < std::min(count, (i + 1) * length); ++k) {
                    const decompression_turn one;
                    what.results.push_back(make(k));
                }
            } catch (...) {
                what.thrown = std::current_exception();
            }
            what.made = true;
            const std::scoped_lock lock(mutex);
            slots[i % ahead] = std::move(what);
            made.notify_one();
        }
    };
    struct joined {
        std::vector<std::jthread> threads{};
        std::mutex& mutex;
        std::condition_variable& taken;
        bool& stopped;
        ~joined()
        {
            {
                const std::scoped_lock lock(mutex);
                stopped = true;
            }
            taken.notify_all();
        }
    } workers{{}, mutex, taken, stopped};
    for (std::size_t i = 0; i < jobs; ++i) workers.threads.emplace_back(work);
    for (std::size_t i = 0; i < runs; ++i) {
        slot what;
        {
            std::unique_lock lock(mutex);
            auto& mine = slots[i % ahead];
            made.wait(lock, [&] { return mine.made; });
            what = std::exchange(mine, {});
            ++done;
        }
        taken.notify_all();
        for (auto& result : what.results) take(std::move(result));
        if (what.thrown) std::rethrow_exception(what.thrown);
    }
}

// Calls `make(item, threads)` for each item on --jobs threads, and `take(result)` in order. Each call may use `threads`
// threads.
template <typename Items, typename Make, typename Take>
void each_in_order(const Items& items, const options& given, const Make& make, Take&& take)
{
    const auto jobs = jobs_of(given);
    const auto threads = std::max<std::size_t>(1, jobs / std::max<std::size_t>(1, items.size()));
    using result = decltype(make(items[0], threads));
    in_order<result>(
        items.size(), jobs, [&](std::size_t i) { return make(items[i], threads); }, std::forward<Take>(take));
}

} // namespace ballast::cli
