// A queue of values that are consumed in order on a separate thread, so that producer and consumer run at once.
#pragma once

#include "base/parallel.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

namespace ballast {

template <typename Value>
class handed_over {
public:
    // `take` is called on a thread of its own, or by `put` if `own_thread` is false or the system has no more threads.
    handed_over(bool own_thread, std::size_t most_bytes, std::function<std::size_t(const Value&)> size,
                std::function<void(Value&&)> take)
        : most_bytes_(most_bytes),
          size_(std::move(size)),
          take_(std::move(take)),
          taker_(own_thread ? 1 : 0, [this] { take_all(); })
    {
    }
    handed_over(const handed_over&) = delete;
    handed_over& operator=(const handed_over&) = delete;
    // Drops the values that were not taken.
    ~handed_over()
    {
        const std::scoped_lock lock(mutex_);
        waiting_.clear();
        ended_ = true;
        changed_.notify_all();
    }

    // Waits until at most `most_bytes` are waiting, or no value is. Rethrows what `take` threw.
    void put(Value&& value)
    {
        if (taker_.size() == 0) return take_(std::move(value));
        const auto bytes = size_(value);
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return thrown_ || waiting_bytes_ == 0 || waiting_bytes_ + bytes <= most_bytes_; });
        if (thrown_) std::rethrow_exception(thrown_);
        waiting_bytes_ += bytes;
        waiting_.push_back(std::move(value));
        changed_.notify_all();
    }

    // Waits until everything is taken. Rethrows what `take` threw.
    void finish()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return thrown_ || (waiting_.empty() && !taking_); });
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    void take_all()
    {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
            if (ended_) return;
            auto value = std::move(waiting_.front());
            waiting_.pop_front();
            taking_ = true;
            lock.unlock();
            const auto bytes = size_(value);
            std::exception_ptr thrown;
            try {
                take_(std::move(value));
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            taking_ = false;
            waiting_bytes_ -= bytes;
            if (thrown) {
                thrown_ = thrown;
                waiting_.clear();
            }
            changed_.notify_all();
        }
    }

    std::size_t most_bytes_;
    std::function<std::size_t(const Value&)> size_;
    std::function<void(Value&&)> take_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Value> waiting_;
    std::size_t waiting_bytes_ = 0; // also of the value that is being taken
    bool taking_ = false;
    bool ended_ = false;
    std::exception_ptr thrown_;
    workers taker_; // the last member: it uses the others
};

} // namespace ballast
