// How far a long run is, on a terminal.
#pragma once

#include <chrono>
#include <cstddef>

namespace ballast::cli {

// One line on standard error that is written over; nothing where that is no terminal, or where the run is short.
class progress {
public:
    explicit progress(std::size_t files);

    // One more file is done.
    void step();
    // Takes the line away, so that others can be written.
    void clear();

private:
    using clock = std::chrono::steady_clock;

    std::size_t files_;
    std::size_t done_ = 0;
    bool wanted_;
    bool there_ = false;
    clock::time_point next_;
};

} // namespace ballast::cli
