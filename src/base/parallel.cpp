#include "base/parallel.hpp"

#ifndef BALLAST_NO_THREADS
#include <new>
#include <system_error>
#include <thread>
#endif

namespace ballast {

#ifdef BALLAST_NO_THREADS

std::size_t core_count() { return 1; }

struct workers::threads {};

workers::workers(std::size_t, const std::function<void()>&) {}

std::size_t workers::size() const { return 0; }

#else

std::size_t core_count() { return std::max(1U, std::thread::hardware_concurrency()); }

struct workers::threads {
    std::vector<std::jthread> running;
};

workers::workers(std::size_t wanted, const std::function<void()>& work) : threads_(std::make_unique<threads>())
{
    threads_->running.reserve(wanted);
    try {
        while (threads_->running.size() < wanted) threads_->running.emplace_back(work);
    } catch (const std::system_error&) {
        // The system has no more threads.
    } catch (const std::bad_alloc&) {
        // There is no memory for another thread.
    }
}

std::size_t workers::size() const { return threads_->running.size(); }

#endif

workers::~workers() = default;

} // namespace ballast
