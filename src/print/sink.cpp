#include "ballast/sink.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace ballast::inline v0 {

bool sink::flush()
{
    if (used_ != 0 && open_) open_ = write_(to_, {buffer_.data(), used_});
    handed_on_ += used_;
    used_ = 0;
    return open_;
}

char* sink::append_long(char* to, std::int64_t number) { return std::to_chars(to, to + 20, number).ptr; }
char* sink::append(char* to, std::uint64_t number) { return std::to_chars(to, to + 20, number).ptr; }

void sink::text_in_parts(std::string_view text)
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
