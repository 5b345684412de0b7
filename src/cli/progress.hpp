// Shows the progress of a long run on a terminal.
#pragma once

#include <chrono>
#include <cstddef>

namespace ballast::cli {

// One line on standard error that is overwritten. Nothing is shown if that is not a terminal, or if the run is short.
class progress {
public:
    explicit progress(std::size_t files);

    // One more file is done.
    void step();
    // Clears the line, so that other lines can be written.
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
