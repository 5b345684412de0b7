#include "base/parallel.hpp"

#include <new>
#include <system_error>
#include <thread>

namespace ballast {

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
        // It has no memory for another one.
    }
}

workers::~workers() = default;

std::size_t workers::size() const { return threads_->running.size(); }

} // namespace ballast
