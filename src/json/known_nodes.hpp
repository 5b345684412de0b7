// Nodes of a tree by their JSON.
#pragma once

#include "json/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ballast::json {

// The nodes that others refer to, by their texts. Shapes and instructions repeat: what has the same text is the same
// node and is not read again.
class known_nodes {
public:
    struct row {
        const type* of = nullptr;
        std::string_view text{};
        const void* node = nullptr;
    };

    // Where a node is, or will be, whose text begins here. Null if little text is left.
    row* find(const type& of, std::string_view rest)
    {
        constexpr std::size_t looked_at = 104;
        if (rest.size() < looked_at) return nullptr;
        std::uint64_t hash = reinterpret_cast<std::uintptr_t>(&of);
        for (std::size_t i = 0; i < looked_at; i += sizeof(std::uint64_t)) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, rest.data() + i, sizeof bytes);
            hash = (hash ^ bytes) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 32;
        }
        return &rows_[static_cast<std::size_t>(hash % rows_.size())];
    }

private:
    std::array<row, 1024> rows_{};
};

} // namespace ballast::json
