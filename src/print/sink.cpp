#include "ballast/sink.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ballast::inline v0 {

bool sink::flush()
{
    if (used_ != 0 && open_) open_ = write_(to_, {buffer_.data(), used_});
    handed_on_ += used_;
    used_ = 0;
    return open_;
}

void sink::piece(std::int64_t number)
{
    char* const at = room(20);
    if (number >= 0 && number < 10) {
        *at = static_cast<char>('0' + number);
        ++used_;
        return;
    }
    const fmt::format_int text(number);
    std::memcpy(at, text.data(), text.size());
    used_ += text.size();
}

void sink::piece(std::uint64_t number)
{
    const fmt::format_int text(number);
    std::memcpy(room(20), text.data(), text.size());
    used_ += text.size();
}

void sink::piece_in_parts(std::string_view text)
{
    while (!text.empty()) {
        if (used_ == capacity) flush();
        const auto part = std::min(text.size(), capacity - used_);
        std::memcpy(buffer_.data() + used_, text.data(), part);
        used_ += part;
        text.remove_prefix(part);
    }
}

} // namespace ballast::inline v0
