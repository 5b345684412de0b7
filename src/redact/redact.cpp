#include "ballast/redact.hpp"

#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "redact/characters.hpp"
#include "redact/dictionary.hpp"
#include "redact/file_name.hpp"
#include "redact/names.hpp"
#include "redact/tree.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ballast::inline v0::redact {

class redactor::state {
public:
    explicit state(std::span<const private_part> kept) : kept_(kept) {}

    std::string file_name(std::string_view name)
    {
        return kept_[private_part::names] ? std::string(name) : redact::file_name(name, words_);
    }

    std::optional<std::string> text(const document& read)
    {
        ast::arena memory;
        auto tree = redacted(read.tree(), memory, kept_, words_);
        std::vector<std::string> lines; // of the computations of a module text
        if (auto* const module = std::get_if<ast::module_text>(&tree)) take_lines(*module, read, memory, lines);
        auto result = printed([&](sink& out) { print(out, tree); });
        if (!parse(result, {.max_errors = 1, .live_range_optional = true, .form_only = true}).accepted()) return {};
        return result;
    }

    [[nodiscard]] std::span<const replacement> replacements() const { return words_.all(); }

private:
    void take_lines(ast::module_text& module, const document& read, ast::arena& memory, std::vector<std::string>& lines)
    {
        const auto& old = read.module_text()->computations;
        lines.reserve(old.size());
        std::vector<ast::computation_text> all(module.computations.begin(), module.computations.end());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].instructions = lines.emplace_back(redacted_lines(read, old[i], kept_, words_));
        module.computations = memory.make_list(std::span<const ast::computation_text>(all));
    }

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

namespace {

// The bytes of a replacement at the beginning of the text: letters, `_` or `-`, and digits. 0 if there is none.
std::size_t replacement_size(std::string_view text)
{
    std::size_t size = 0;
    while (size < text.size() && is_letter(text[size])) ++size;
    if (size == 0 || size == text.size() || (text[size] != '_' && text[size] != '-')) return 0;
    const auto digits = ++size;
    while (size < text.size() && is_digit(text[size])) ++size;
    const bool ends = size == text.size() || !(is_letter(text[size]) || text[size] == '_');
    return size > digits && ends ? size : 0;
}

} // namespace

std::string restored(std::string_view text, std::span<const replacement> replacements)
{
    std::unordered_map<std::string_view, std::string_view> words;
    for (const auto& each : replacements) words.emplace(each.now, each.was);
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = at == 0 || !is_letter(text[at - 1]);
        const auto size = begins ? replacement_size(text.substr(at)) : 0;
        const auto found = words.find(text.substr(at, size));
        if (size == 0 || found == words.end()) {
            result += text[at++];
            continue;
        }
        at += size;
        // A dict was replaced as a whole; see in_dict() and scope().
        if (found->second.starts_with('{') && result.ends_with(dict_begin) && text.substr(at).starts_with(dict_end)) {
            result.resize(result.size() - dict_begin.size());
            at += dict_end.size();
        } else if (result.ends_with('~') && !is_plain(found->second.front())) {
            result.pop_back();
            if (text.substr(at).starts_with('~')) ++at;
        }
        result += found->second;
    }
    return result;
}

} // namespace ballast::inline v0::redact
