#include "ballast/redact.hpp"

#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "redact/dictionary.hpp"
#include "redact/file_name.hpp"
#include "redact/tree.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ballast::inline v0::redact {

namespace {

// The text of a document with other words.
std::string printed_with(const document& read, const rewording& words)
{
    ast::arena memory;
    const auto tree = reworded(read.tree(), memory, words);
    auto unread = placed_pieces(read);
    for (auto& piece : unread)
        if (!piece.text.empty()) piece.text = "(not read)\n"; // it can have any words
    return printed([&](sink& out) { print(out, tree, unread); });
}

} // namespace

class redactor::state {
public:
    explicit state(std::span<const private_part> kept) : kept_(kept) {}

    std::string file_name(std::string_view name)
    {
        return kept_[private_part::names] ? std::string(name) : redact::file_name(name, words_);
    }

    std::optional<std::string> text(const document& read)
    {
        auto result = printed_with(read, rewording(kept_, words_));
        if (read.is_refused()) return result;
        if (!parse(result, {.max_errors = 1, .live_range_optional = true, .partial = false}).accepted()) return {};
        return result;
    }

    [[nodiscard]] std::span<const replacement> replacements() const { return words_.all(); }

private:
    kept_parts kept_;
    dictionary words_;
};

redactor::redactor(std::span<const private_part> kept) : state_(std::make_unique<state>(kept)) {}
redactor::redactor(redactor&&) noexcept = default;
redactor& redactor::operator=(redactor&&) noexcept = default;
redactor::~redactor() = default;

std::string redactor::file_name(std::string_view name) { return state_->file_name(name); }
std::optional<std::string> redactor::text(const document& read) { return state_->text(read); }
std::span<const replacement> redactor::replacements() const { return state_->replacements(); }

std::string restored(std::string_view text, std::span<const replacement> replacements)
{
    const old_words words(replacements);
    const auto read = parse(text, {.max_errors = 1, .live_range_optional = true, .partial = false});
    return read.accepted() ? printed_with(*read.value, rewording(words)) : words.restored(text);
}

} // namespace ballast::inline v0::redact
