// Random numbers that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ballast::bench {

// A seeded sequence.
class sequence {
public:
    std::uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15;
        auto z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

private:
    std::uint64_t state_ = 42;
};

} // namespace ballast::bench
