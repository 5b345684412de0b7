// Text as XLA of a time prints it: pieces that are appended.
#pragma once

#include "ballast/era.hpp"
#include "era/timeline.hpp"
#include "proto/wire.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::proto {

class text {
public:
    explicit text(commit_time when) : when_(when) {}

    [[nodiscard]] commit_time when() const { return when_; }
    // True if XLA of that time printed the form.
    [[nodiscard]] bool has(feature which) const { return timeline::printed_at(which, when_); }

    template <typename... Pieces>
    text& put(const Pieces&... pieces)
    {
        (append(pieces), ...);
        return *this;
    }
    // `{1,2}`
    template <typename Numbers>
    text& put_index(const Numbers& numbers)
    {
        return put('{').put_joined(numbers, ",").put('}');
    }
    template <typename Numbers>
    text& put_joined(const Numbers& numbers, std::string_view gap)
    {
        bool first = true;
        for (const auto& x : numbers) {
            if (!first) append(gap);
            first = false;
            append(x);
        }
        return *this;
    }
    [[nodiscard]] const std::string& view() const { return text_; }
    [[nodiscard]] std::size_t size() const { return text_.size(); }
    std::string take() { return std::move(text_); }

private:
    // Shapes are repeated in older texts, so that a small file can have a text that fills all memory.
    static constexpr std::size_t most_bytes = std::size_t{1} << 30;

    void append(std::string_view piece)
    {
        if (piece.size() > most_bytes - std::min(text_.size(), most_bytes))
            throw refusal{"has a text that is too large"};
        text_ += piece;
    }
    void append(char piece) { text_ += piece; }
    template <std::integral Number>
        requires(!std::same_as<Number, char>)
    void append(Number number)
    {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        text_.append(digits, static_cast<std::size_t>(end - digits));
    }

    commit_time when_;
    std::string text_;
};

} // namespace ballast::inline v0::proto
