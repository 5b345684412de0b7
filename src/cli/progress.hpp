// Shows the progress of a long run on a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace ballast::cli {

// One line on standard error that is overwritten. Nothing is shown if that is not a terminal, or if the run is short.
class progress {
public:
    progress();
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    ~progress() { clear(); }

    // Shows a line, if the last one is old enough.
    void show(std::string_view line);
    // So many files of all are done.
    void show(std::size_t done, std::size_t files);
    // Clears the line, so that other lines can be written.
    void clear();

private:
    using clock = std::chrono::steady_clock;

    bool wanted_;
    bool there_ = false;
    clock::time_point next_;
};

} // namespace ballast::cli
