#include "read/batches.hpp"

#include "base/parallel.hpp"

#include <utility>

#ifndef BALLAST_NO_THREADS
#include <array>
#include <condition_variable>
#include <exception>
#include <mutex>
#endif

namespace ballast::read {

#ifdef BALLAST_NO_THREADS

class batch_queue::taker {
public:
    explicit taker(batch_queue&) {}

    [[nodiscard]] bool runs() const { return false; }
    void give(batch&) {}
    void finish() {}
};

#else

// Takes the batches on a thread of its own.
class batch_queue::taker {
public:
    explicit taker(batch_queue& of) : of_(of), worker_(1, [this] { work(); }) {}
    taker(const taker&) = delete;
    taker& operator=(const taker&) = delete;
    ~taker() { stop(); }

    // False if the system has no more threads.
    [[nodiscard]] bool runs() const { return worker_.size() != 0; }

    void give(batch& full)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return thrown_ || given_ - taken_ < waiting; });
        if (thrown_) std::rethrow_exception(thrown_);
        std::swap(batches_[given_ % waiting], full);
        ++given_;
        changed_.notify_all();
    }

    void finish()
    {
        stop();
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ended_ || !runs(); });
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    static constexpr std::size_t waiting = 4; // number of batches that may wait

    void stop() noexcept
    {
        {
            const std::scoped_lock lock(mutex_);
            stopped_ = true;
        }
        changed_.notify_all();
    }

    void work() noexcept
    {
        std::unique_lock lock(mutex_);
        while (!thrown_) {
            changed_.wait(lock, [&] { return stopped_ || taken_ != given_; });
            if (taken_ == given_) break;
            auto& next = batches_[taken_ % waiting];
            lock.unlock();
            try {
                of_.take(next);
                lock.lock();
            } catch (...) {
                lock.lock();
                thrown_ = std::current_exception();
            }
            ++taken_;
            changed_.notify_all();
        }
        ended_ = true;
        changed_.notify_all();
    }

    batch_queue& of_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::array<batch, waiting> batches_; // batch n is in slot n % waiting
    std::size_t given_ = 0;
    std::size_t taken_ = 0;
    bool stopped_ = false;
    bool ended_ = false;
    std::exception_ptr thrown_;
    workers worker_; // the last member: it uses the others
};

#endif

batch_queue::batch_queue(const source_text& text, const record_taker& to, bool beside) : text_(text), to_(to)
{
    if (!beside) return;
    beside_ = std::make_unique<taker>(*this);
    if (!beside_->runs()) beside_.reset();
}

batch_queue::~batch_queue() = default;

void batch_queue::take(batch& next)
{
    constexpr std::size_t least_release = 256 * 1024;
    to_(next.records);
    next.clear();
    const auto end = static_cast<std::size_t>(next.end);
    if (end - kept_from_ < least_release) return;
    text_.release_pages(kept_from_, end);
    kept_from_ = end;
}

void batch_queue::give(batch& full)
{
    if (beside_)
        beside_->give(full);
    else
        take(full);
}

void batch_queue::finish()
{
    if (beside_) beside_->finish();
}

} // namespace ballast::read
