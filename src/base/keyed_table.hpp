// Tables that belong to an enum: a row names its enumerator.
#pragma once

#include "base/enumerators.hpp"

#include <array>
#include <cstddef>

namespace ballast {

// A value for each enumerator. Rows may be listed in any order; missing and duplicate rows do not compile.
template <typename Enum, typename Value>
class keyed_table {
public:
    static constexpr std::size_t size = enumerator_count<Enum>;
    struct row {
        Enum key;
        Value value;
    };

    consteval keyed_table(const row (&rows)[size]) // NOLINT(google-explicit-constructor)
    {
        taken there{};
        add(rows, there);
    }
    // Rows in two arrays.
    template <std::size_t Some, std::size_t Others>
    consteval keyed_table(const row (&some)[Some], const row (&others)[Others])
    {
        static_assert(Some + Others == size, "an enumerator has no row, or two");
        taken there{};
        add(some, there);
        add(others, there);
    }

    constexpr const Value& operator[](Enum key) const { return values_[static_cast<std::size_t>(key)]; }
    [[nodiscard]] constexpr const std::array<Value, size>& values() const { return values_; }

private:
    using taken = std::array<bool, size>;

    template <std::size_t Count>
    consteval void add(const row (&rows)[Count], taken& there)
    {
        for (const auto& [key, value] : rows) {
            auto& seen = there[static_cast<std::size_t>(key)];
            if (seen) throw "an enumerator has two rows";
            seen = true;
            values_[static_cast<std::size_t>(key)] = value;
        }
    }

    std::array<Value, size> values_{};
};

} // namespace ballast
