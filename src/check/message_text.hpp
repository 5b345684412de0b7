// The places of numbers in the text of a message: each is the next one after some words.
#pragma once

#include "check/usage_report.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace ballast::checking {

class message_text {
public:
    // `base` is the offset of the text in the concatenated texts that findings refer to.
    message_text(std::string_view text, std::int64_t base) : text_(text), base_(base) {}

    // The next word after these words, which are in the text; blanks between them are skipped.
    [[nodiscard]] place after(std::string_view words) const
    {
        auto begin = text_.find(words, from_) + words.size();
        while (begin < text_.size() && text_[begin] == ' ') ++begin;
        const auto end = std::min(text_.find_first_of(" ,\n)", begin), text_.size());
        return {base_ + static_cast<std::int64_t>(begin), base_ + static_cast<std::int64_t>(end)};
    }

    // Looks for further words from the next such words on.
    void pass(std::string_view words)
    {
        if (const auto at = text_.find(words, from_); at != std::string_view::npos) from_ = at + words.size();
    }

    // Reports that the number after these words contradicts others.
    void contradicts(report& out, finding_id which, std::string_view words, finding_message text) const
    {
        const auto where = after(words);
        out.add(which, where, std::move(text), {row_of(where)});
    }

private:
    std::string_view text_;
    std::int64_t base_;
    std::size_t from_ = 0;
};

} // namespace ballast::checking
