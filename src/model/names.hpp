// Names as numbers. XLA distinguishes instructions by a number at the end of their names. A name is therefore stored as
// a stem, which many names share, and that number.
#pragma once

#include "model/packed.hpp"
#include "model/tables.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::model {

// A name split into its parts.
struct name_row {
    number stem = none;
    number suffix = none; // none: no number at the end

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.stem);
        f(row.suffix);
    }
    bool operator==(const name_row&) const = default;
};

class name_table {
public:
    // The number of a name; a new number if the name is new. It is probably `guess` or the next number.
    number of(std::string_view name, number guess = none)
    {
        const auto taken = taken_apart(name); // clang 14 captures no structured bindings
        const auto& stem = taken.stem;
        const auto& suffix = taken.suffix;
        const auto is = [&](number which) {
            const auto there = names_[which];
            return there.suffix == suffix && same_bytes(stem_at(there.stem), stem);
        };
        for (auto i = guess; i < names_.size() && i - guess < 2; ++i)
            if (is(i)) return i;
        auto& recent = recent_[(suffix == none ? stem.size() : suffix) % recent_.size()];
        if (recent < names_.size() && is(recent)) return recent;
        if (is_full(names_.size(), slots_.size())) grow();
        const name_row wanted{stems_.of(stem.data(), stem.size()), suffix};
        auto i = hash(wanted) & mask();
        for (auto known = slots_[i]; known != none; known = slots_[i = (i + 1) & mask()])
            if (names_[known] == wanted) return recent = known;
        recent = static_cast<number>(names_.size());
        slots_.set(i, recent);
        names_.push_back(wanted);
        return recent;
    }
    // Frees the table for look-ups: `of` is not called any more.
    void close()
    {
        slots_ = number_list();
        stems_.close();
    }
    [[nodiscard]] std::string operator[](number which) const
    {
        std::string result;
        append(which, result);
        return result;
    }
    void append(number which, std::string& to) const
    {
        const auto row = names_[which];
        to += stem_at(row.stem);
        if (row.suffix == none) return;
        std::array<char, 10> digits;
        to.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), row.suffix).ptr);
    }
    // The name without the number at its end.
    [[nodiscard]] std::string_view stem(number which) const { return stem_at(names_[which].stem); }
    [[nodiscard]] std::size_t size() const { return names_.size(); }

private:
    struct parts {
        std::string_view stem;
        number suffix;
    };

    // At most nine digits without leading zeros, so that a name can be split in only one way.
    static parts taken_apart(std::string_view name)
    {
        constexpr std::size_t most = 9;
        auto begin = name.size();
        while (begin > 0 && name.size() - begin < most && name[begin - 1] >= '0' && name[begin - 1] <= '9') --begin;
        if (begin == name.size()) return {name, none};
        while (begin + 1 < name.size() && name[begin] == '0') ++begin;
        number suffix = 0;
        for (auto i = begin; i < name.size(); ++i) suffix = 10 * suffix + static_cast<number>(name[i] - '0');
        return {name.substr(0, begin), suffix};
    }
    [[nodiscard]] std::string_view stem_at(number which) const
    {
        const auto bytes = stems_[which];
        return {bytes.data(), bytes.size()};
    }
    [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
    static std::uint64_t hash(const name_row& row) { return mixed(std::uint64_t{row.stem} << 32 | row.suffix); }
    void grow()
    {
        const auto larger = std::max<std::size_t>(16, 2 * slots_.size());
        slots_ = number_list();
        slots_ = number_list(larger, static_cast<number>(larger));
        for (number which = 0; which < names_.size(); ++which) {
            auto i = hash(names_[which]) & mask();
            while (slots_[i] != none) i = (i + 1) & mask();
            slots_.set(i, which);
        }
    }

    interned<char> stems_;
    packed_list<name_row> names_;
    number_list slots_;
    std::array<number, 256> recent_{}; // by suffix: sections name an instruction several times
};

} // namespace ballast::model
