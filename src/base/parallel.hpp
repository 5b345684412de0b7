// Work on several threads. All threads of the project are started here; without threads the same work runs in order.
#pragma once

#include "ballast/export.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

#ifndef BALLAST_NO_THREADS
#include <condition_variable>
#include <mutex>
#include <type_traits>
#include <vector>
#endif

namespace ballast {

// The number of threads that run at once on this machine, at least 1.
BALLAST_API std::size_t core_count();

// Threads that each run the same function, which must not throw. The destructor waits for them.
class BALLAST_API workers {
public:
    // Starts `wanted` threads, or fewer if the system has no more.
    workers(std::size_t wanted, const std::function<void()>& work);
    workers(const workers&) = delete;
    workers& operator=(const workers&) = delete;
    ~workers();

    [[nodiscard]] std::size_t size() const;

private:
    struct threads;
    std::unique_ptr<threads> threads_;
};

#ifndef BALLAST_NO_THREADS

namespace parallel_detail {

// The results of `make(i)` in batches: workers make batches, one thread takes them in order. At most a few batches of
// each worker wait to be taken.
template <typename Make>
class ordered_batches {
public:
    using result = std::invoke_result_t<const Make&, std::size_t>;

    ordered_batches(std::size_t threads, std::size_t count, const Make& make, std::size_t longest)
        : make_(make),
          count_(count),
          length_(std::clamp<std::size_t>(count / (16 * threads), 1, longest)),
          batches_((count + length_ - 1) / length_),
          slots_(4 * threads)
    {
    }

    [[nodiscard]] std::size_t size() const { return batches_; }

    // Makes batches until there are no more. Runs on each worker.
    void work()
    {
        for (auto i = claim(); i < batches_; i = claim()) {
            auto made = make_batch(i);
            const std::scoped_lock lock(mutex_);
            slots_[i % slots_.size()] = std::move(made);
            made_.notify_one();
        }
    }

    // Waits for the next batch and passes on its results. Rethrows what `make` threw.
    template <typename Take>
    void take(Take& take_result)
    {
        batch next;
        {
            std::unique_lock lock(mutex_);
            auto& slot = slots_[taken_count_ % slots_.size()];
            made_.wait(lock, [&] { return slot.made; });
            next = std::exchange(slot, {});
            ++taken_count_;
        }
        taken_.notify_all();
        for (auto& made : next.results) take_result(std::move(made));
        if (next.thrown) std::rethrow_exception(next.thrown);
    }

    // Workers make no more batches.
    void stop()
    {
        {
            const std::scoped_lock lock(mutex_);
            claimed_ = batches_;
        }
        taken_.notify_all();
    }

private:
    struct batch {
        std::vector<result> results{};
        std::exception_ptr thrown{};
        bool made = false;
    };

    // The number of the next batch to make; the number of batches if there is none.
    std::size_t claim()
    {
        std::unique_lock lock(mutex_);
        taken_.wait(lock, [&] { return claimed_ == batches_ || claimed_ < taken_count_ + slots_.size(); });
        return claimed_ == batches_ ? batches_ : claimed_++;
    }

    batch make_batch(std::size_t number)
    {
        batch made;
        try {
            for (auto k = number * length_; k < std::min(count_, (number + 1) * length_); ++k)
                made.results.push_back(make_(k));
        } catch (...) {
            made.thrown = std::current_exception();
        }
        made.made = true;
        return made;
    }

    const Make& make_;
    std::size_t count_;
    std::size_t length_;
    std::size_t batches_;
    std::vector<batch> slots_; // batch i waits in slot i % size
    std::mutex mutex_;
    std::condition_variable made_;
    std::condition_variable taken_;
    std::size_t claimed_ = 0;
    std::size_t taken_count_ = 0;
};

} // namespace parallel_detail

#endif

// Calls `make(i)` for each number below `count` on up to `threads` threads, and `take(result)` for each result, in
// order, on this thread. Exceptions of both end it and are rethrown. Up to `longest` results are passed between threads
// together, since waking a thread costs as much as reading a small file.
template <typename Make, typename Take>
void parallel_in_order([[maybe_unused]] std::size_t threads, std::size_t count, const Make& make, Take&& take,
                       [[maybe_unused]] std::size_t longest = 64)
{
#ifndef BALLAST_NO_THREADS
    threads = std::min(threads, count);
    if (threads > 1) {
        parallel_detail::ordered_batches<Make> batches(threads, count, make, longest);
        const workers makers(threads, [&] { batches.work(); });
        const auto stop = [](auto* of) { of->stop(); };
        const std::unique_ptr<parallel_detail::ordered_batches<Make>, decltype(stop)> stopped(&batches, stop);
        if (makers.size() != 0) {
            for (std::size_t i = 0; i < batches.size(); ++i) batches.take(take);
            return;
        }
    }
#endif
    for (std::size_t i = 0; i < count; ++i) take(make(i));
}

} // namespace ballast
