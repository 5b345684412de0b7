// A JSON text as RapidJSON reads it.
#pragma once

#include "ballast/arena.hpp"
#include "base/utf8.hpp"
#include "json/text.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast::json {

// RapidJSON reads this stream and writes the texts in it to the same stream. A text without escapes stays where it is.
class text_stream {
public:
    using Ch = char;

    text_stream(std::string_view text, ast::arena& memory)
        : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), memory_(memory)
    {
    }

    [[nodiscard]] char Peek() const { return at_ == end_ ? '\0' : *at_; }
    char Take() { return at_ == end_ ? '\0' : *at_++; }
    [[nodiscard]] std::size_t Tell() const { return static_cast<std::size_t>(at_ - begin_); }

    // The opening quote was taken.
    char* PutBegin()
    {
        first_ = at_;
        at_ = first_special<special::or_not_ascii>(at_, end_);
        is_ascii_ = at_ == end_ || static_cast<unsigned char>(*at_) < 0x80;
        put_ = at_;
        decoded_.clear();
        return nullptr;
    }
    // The last one is a NUL for the closing quote.
    void Put(char c)
    {
        if (decoded_.empty()) {
            if (++put_ == at_) return; // the byte that was taken
            decoded_.assign(first_, put_ - 1);
            is_ascii_ = false;
        }
        decoded_ += c;
    }
    static std::size_t PutEnd(const char*) { return 1; }

    // The latest text; copied if it had escapes.
    [[nodiscard]] std::string_view text() const
    {
        if (decoded_.empty()) return plain();
        return memory_.copy(std::string_view(decoded_.data(), decoded_.size() - 1));
    }
    // False if it is not UTF-8.
    [[nodiscard]] bool is_utf8() const
    {
        if (is_ascii_) return true;
        auto left = decoded_.empty() ? plain() : std::string_view(decoded_);
        while (const auto length = utf8::sequence_length(left)) left.remove_prefix(length);
        return left.empty();
    }
    // The offset of its opening quote.
    [[nodiscard]] std::size_t text_offset() const { return static_cast<std::size_t>(first_ - begin_) - 1; }
    [[nodiscard]] bool at_end() const { return at_ == end_; }
    // What is left of the whole text.
    [[nodiscard]] std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
    void skip(std::size_t bytes) { at_ += bytes; }

private:
    // The latest text, if it has no escapes.
    [[nodiscard]] std::string_view plain() const { return {first_, static_cast<std::size_t>(put_ - 1 - first_)}; }

    const char* begin_;
    const char* at_;
    const char* end_;
    const char* first_ = nullptr; // the latest text
    const char* put_ = nullptr;   // up to here, unless it is decoded
    std::string decoded_;
    bool is_ascii_ = true; // and not decoded
    ast::arena& memory_;
};

} // namespace ballast::json
