// Trees with other words.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/document.hpp"
#include "redact/dictionary.hpp"
#include "redact/restored.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ballast::inline v0::redact {

class kept_parts {
public:
    explicit kept_parts(std::span<const private_part> all)
    {
        for (const auto part : all) kept_.at(static_cast<std::size_t>(part)) = true;
    }
    [[nodiscard]] bool operator[](private_part part) const { return kept_.at(static_cast<std::size_t>(part)); }

private:
    std::array<bool, private_parts.size()> kept_{};
};

// What becomes of the words of a tree: others, or those that others stand for.
class rewording {
public:
    rewording(const kept_parts& kept, dictionary& words) : kept_(&kept), words_(&words) {}
    explicit rewording(const old_words& old) : old_(&old) {}

    [[nodiscard]] bool redacts() const { return !old_; }
    [[nodiscard]] bool keeps(private_part part) const { return kept_ && (*kept_)[part]; }
    // `redact` is called with the text, the dictionary and `more`.
    template <typename Redact, typename... More>
    [[nodiscard]] std::string operator()(Redact redact, std::string_view text, More... more) const
    {
        return old_ ? old_->restored(text) : redact(text, *words_, more...);
    }

private:
    const kept_parts* kept_ = nullptr;
    dictionary* words_ = nullptr;
    const old_words* old_ = nullptr;
};

// A copy of the tree in `memory`. Unread pieces keep only their punctuation.
ast::tree reworded(const ast::tree& tree, ast::arena& memory, const rewording& words);

} // namespace ballast::inline v0::redact
