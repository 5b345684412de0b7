// Caches of read texts: most shapes of a dump occur many times, and the values of one tuple have the same instruction.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/instruction.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ballast::read {

// The latest text, including the byte that ended it, and its node.
template <typename Node>
class recent {
public:
    // True if the text from `p` on begins with it, including the byte that ended it.
    [[nodiscard]] bool begins(const char* p, const char* end) const
    {
        if (!node_ || static_cast<std::size_t>(end - p) < text_.size()) return false;
        // Compares eight bytes at the end first, without a call: other names and numbers usually differ there.
        if (const auto size = text_.size(); size >= sizeof(std::uint64_t)) {
            std::uint64_t there = 0;
            std::uint64_t here = 0;
            std::memcpy(&there, text_.data() + size - sizeof there, sizeof there);
            std::memcpy(&here, p + size - sizeof here, sizeof here);
            if (there != here) return false;
        }
        return std::memcmp(p, text_.data(), text_.size()) == 0;
    }
    // The size of its text, without that byte.
    [[nodiscard]] std::size_t size() const { return text_.size() - 1; }
    [[nodiscard]] const Node* node() const { return node_; }

    // Stores the text from `begin` to `p`, if one of these bytes ends it, whatever follows.
    void remember(const char* begin, const char* p, const char* end, std::string_view ends, const Node* node)
    {
        if (p == end || ends.find(*p) == std::string_view::npos) return;
        text_ = {begin, static_cast<std::size_t>(p - begin) + 1};
        node_ = node;
    }

private:
    std::string_view text_;
    const Node* node_ = nullptr;
};

// A cache of shapes with few slots. A text has one possible slot, and replaces an older shape there. Call `forget`
// before nodes are freed.
class recent_shapes {
public:
    using place = recent<ast::shape>;

    // The slot of the shape that begins at `p`.
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

// A cache of operand details that consist of a shape: operands with one shape share them.
class recent_details {
public:
    [[nodiscard]] ast::shared<ast::operand_detail> of(ast::box<ast::shape> shape, ast::arena& memory)
    {
        auto& place = places_[((reinterpret_cast<std::uintptr_t>(shape.get()) >> 3) * 0x9e3779b97f4a7c15) >> 56];
        if (!place || place->shape.get() != shape.get()) place = memory.make(ast::operand_detail{shape});
        return ast::shared<ast::operand_detail>(place.get());
    }

    void forget() { places_.fill({}); }

private:
    std::array<ast::box<ast::operand_detail>, 256> places_;
};

} // namespace ballast::read
