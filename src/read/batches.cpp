#include "read/batches.hpp"

#include <system_error>
#include <utility>

namespace ballast::read {

batch_queue::batch_queue(const source_text& text, const record_taker& to, bool beside) : text_(text), to_(to)
{
    if (!beside) return;
    try {
        worker_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        // There is no thread: batches are taken as they are given.
    }
}

batch_queue::~batch_queue() { stop(); }

void batch_queue::stop() noexcept
{
    if (!worker_.joinable()) return;
    {
        const std::scoped_lock lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

void batch_queue::take(batch& next)
{
    constexpr std::size_t least_let_go = 256 * 1024;
    to_(next.records);
    next.clear();
    const auto end = static_cast<std::size_t>(next.end);
    if (end - kept_from_ < least_let_go) return;
    text_.let_go(kept_from_, end);
    kept_from_ = end;
}

void batch_queue::work() noexcept
{
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stopped_ || taken_ != given_; });
        if (taken_ == given_) return;
        auto& next = batches_[taken_ % waiting];
        lock.unlock();
        try {
            take(next);
            lock.lock();
        } catch (...) {
            lock.lock();
            thrown_ = std::current_exception();
        }
        ++taken_;
        changed_.notify_all();
        if (thrown_) return;
    }
}

void batch_queue::give(batch& full)
{
    if (!worker_.joinable()) return take(full);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return thrown_ || given_ - taken_ < waiting; });
    if (thrown_) std::rethrow_exception(thrown_);
    std::swap(batches_[given_ % waiting], full);
    ++given_;
    changed_.notify_all();
}

void batch_queue::finish()
{
    stop();
    if (thrown_) std::rethrow_exception(thrown_);
}

} // namespace ballast::read
