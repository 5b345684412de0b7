#include "read/pieces.hpp"

#include <system_error>
#include <utility>

namespace ballast::read {

piece_queue::piece_queue(const source_text& text, piece_taker& to, bool beside) : text_(text), to_(to)
{
    if (!beside) return;
    try {
        worker_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        // No thread is to be had: pieces are taken as they are given.
    }
}

piece_queue::~piece_queue() { stop(); }

void piece_queue::stop() noexcept
{
    if (!worker_.joinable()) return;
    {
        const std::scoped_lock lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

void piece_queue::take(piece& next)
{
    constexpr std::size_t least_let_go = 256 * 1024;
    to_.take(next);
    next.clear();
    const auto end = static_cast<std::size_t>(next.end);
    if (end - kept_from_ < least_let_go) return;
    text_.let_go(kept_from_, end);
    kept_from_ = end;
}

void piece_queue::work() noexcept
{
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stopped_ || taken_ != given_; });
        if (taken_ == given_) return;
        auto& next = pieces_[taken_ % waiting];
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

void piece_queue::give(piece& full)
{
    if (!worker_.joinable()) return take(full);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return thrown_ || given_ - taken_ < waiting; });
    if (thrown_) std::rethrow_exception(thrown_);
    std::swap(pieces_[given_ % waiting], full);
    ++given_;
    changed_.notify_all();
}

void piece_queue::finish()
{
    stop();
    if (thrown_) std::rethrow_exception(thrown_);
}

} // namespace ballast::read
