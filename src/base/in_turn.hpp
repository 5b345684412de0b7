// Numbered results that are made on several threads and taken in order. Results that are ready early wait, but only as
// many bytes as a limit allows; a result that is too large is taken in parts.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace ballast {

template <typename Result>
class in_turn {
public:
    // `take` is called for one result at a time, in order. It and `size` may throw.
    in_turn(std::size_t most_bytes, std::function<std::size_t(const Result&)> size, std::function<void(Result&&)> take)
        : most_bytes_(most_bytes), size_(std::move(size)), take_(std::move(take))
    {
    }

    // Waits until the results that wait are few enough for one more. Call it before result `number` is made. False if
    // it is not needed, because nothing is taken any more.
    [[nodiscard]] bool start(std::size_t number)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopped_ || turn_ == number || waiting_bytes_ < most_bytes_; });
        return !stopped_;
    }

    // True if a part of `number` would be taken at once.
    [[nodiscard]] bool is_turn(std::size_t number)
    {
        const std::scoped_lock lock(mutex_);
        return stopped_ || turn_ == number;
    }

    // Waits for the turn of `number` and takes a part of its result.
    void take_part(std::size_t number, Result&& part)
    {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return stopped_ || turn_ == number; });
            if (stopped_) return;
        }
        take_(std::move(part));
    }

    // Takes a result, and those after it that wait; or lets it wait.
    void finish(std::size_t number, Result&& result)
    {
        std::unique_lock lock(mutex_);
        if (stopped_) return;
        if (turn_ != number) {
            waiting_bytes_ += size_(result);
            waiting_.emplace(number, std::move(result));
            return;
        }
        for (auto next = std::move(result);;) {
            lock.unlock();
            take_(std::move(next));
            lock.lock();
            ++turn_;
            changed_.notify_all();
            const auto found = waiting_.find(turn_);
            if (found == waiting_.end() || stopped_) return;
            waiting_bytes_ -= size_(found->second);
            next = std::move(found->second);
            waiting_.erase(found);
        }
    }

    // Nothing is taken any more, and nobody waits. Call it if a result cannot be made.
    void stop()
    {
        const std::scoped_lock lock(mutex_);
        stopped_ = true;
        changed_.notify_all();
    }

private:
    std::size_t most_bytes_;
    std::function<std::size_t(const Result&)> size_;
    std::function<void(Result&&)> take_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::size_t, Result> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::size_t turn_ = 0;
    bool stopped_ = false;
};

} // namespace ballast
