// Work on several cores whose results come in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace ballast::cli {

// Calls `make(i)` for 0 to `count`, on `jobs` threads, and `take(result)` for each result in order, on this thread. At
// most a few results a thread wait to be taken. What `make` throws is thrown here.
template <typename Result, typename Make, typename Take>
void in_order(std::size_t count, std::size_t jobs, const Make& make, Take&& take)
{
    jobs = std::min(jobs, count);
    if (jobs <= 1) {
        for (std::size_t i = 0; i < count; ++i) take(make(i));
        return;
    }
    struct slot {
        std::optional<Result> result{};
        std::exception_ptr thrown{};
    };
    const std::size_t ahead = 4 * jobs;
    std::vector<slot> slots(ahead); // result i waits in slot i % ahead
    std::mutex mutex;
    std::condition_variable made;
    std::condition_variable taken;
    std::size_t next = 0;
    std::size_t done = 0; // results that were taken
    bool stopped = false;

    const auto work = [&] {
        while (true) {
            std::size_t i = 0;
            {
                std::unique_lock lock(mutex);
                taken.wait(lock, [&] { return stopped || next == count || next < done + ahead; });
                if (stopped || next == count) return;
                i = next++;
            }
            slot what;
            try {
                what.result.emplace(make(i));
            } catch (...) {
                what.thrown = std::current_exception();
            }
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
    for (std::size_t i = 0; i < count; ++i) {
        slot what;
        {
            std::unique_lock lock(mutex);
            auto& mine = slots[i % ahead];
            made.wait(lock, [&] { return mine.result || mine.thrown; });
            what = std::exchange(mine, {});
            ++done;
        }
        taken.notify_all();
        if (what.thrown) std::rethrow_exception(what.thrown);
        take(std::move(*what.result));
    }
}

} // namespace ballast::cli
