// Shapes that were read lately: most shapes of a dump are in it many times.
#pragma once

#include "ballast/ast/shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ballast::read {

// Places are few, and a text has one: a shape takes the place of an older one. Whoever frees the nodes forgets them
// here first.
class recent_shapes {
public:
    class place {
    public:
        // True where the text from `p` on begins with this shape, ended by the byte that ended it before.
        [[nodiscard]] bool begins(const char* p, const char* end) const
        {
            return shape_ && static_cast<std::size_t>(end - p) >= text_.size() &&
                   std::memcmp(p, text_.data(), text_.size()) == 0;
        }
        // Length of its text, without that byte.
        [[nodiscard]] std::size_t size() const { return text_.size() - 1; }
        [[nodiscard]] const ast::shape* shape() const { return shape_; }

        // The shape reaches from `begin` to `p`. Only a blank or a line feed ends it whatever follows.
        void remember(const char* begin, const char* p, const char* end, const ast::shape* shape)
        {
            if (p == end || (*p != ' ' && *p != '\n')) return;
            text_ = {begin, static_cast<std::size_t>(p - begin) + 1};
            shape_ = shape;
        }

    private:
        std::string_view text_;
        const ast::shape* shape_ = nullptr;
    };

    // The place of the shape that begins at `p`.
    [[nodiscard]] place& at(const char* p, const char* end)
    {
        std::uint64_t head[2] = {};
        if (end - p >= static_cast<std::ptrdiff_t>(sizeof head)) std::memcpy(head, p, sizeof head);
        return places_[((head[0] * 0x9e3779b97f4a7c15) ^ (head[1] * 0xc2b2ae3d27d4eb4f)) >> 56];
    }

    void forget() { places_.fill({}); }

private:
    std::array<place, 256> places_;
};

} // namespace ballast::read
