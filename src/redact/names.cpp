#include "redact/names.hpp"

#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"
#include "redact/characters.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ballast::inline v0::redact {

namespace {

// What names begin with.
constexpr bool begins_name(char c) { return is_letter(c) || c == '_'; }

template <typename Is>
std::size_t run_of(std::string_view text, Is is)
{
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is) - text.begin());
}

bool is_number(std::string_view text) { return std::ranges::all_of(text, is_digit); }

bool is_opcode(std::string_view text) { return ast::resolve_opcode(text).kind != ast::opcode_kind::unknown; }

// `fusion.3.clone.1` is a copy of `fusion.3`; `fusion.remat2` computes again what `fusion` did.
bool is_ending_of_xla(std::string_view part)
{
    for (const std::string_view word : {"clone", "remat"})
        if (part.starts_with(word) && is_number(part.substr(word.size()))) return true;
    return is_number(part);
}

// What JAX writes around the functions that it transforms, in names of modules and in scopes.
bool is_transformation(std::string_view word)
{
    constexpr std::array<std::string_view, 9> all{"body", "cond", "jit", "jvp", "main", "pjit", "pmap", "vmap", "xmap"};
    return std::ranges::find(all, word) != all.end();
}

bool is_element_type(std::string_view word) { return ast::element_kind_of(word) != ast::element_kind::unknown; }

bool stays(std::string_view word) { return is_opcode(word) || is_element_type(word) || is_transformation(word); }

} // namespace

std::string name(std::string_view old, dictionary& words, std::string_view prefix)
{
    std::string result;
    for (bool first = true;; first = false) {
        const auto part = old.substr(0, old.find('.'));
        if (part.empty() || (first ? stays(part) : is_ending_of_xla(part)))
            result += part;
        else
            result += words.replace(part, prefix);
        if (part.size() == old.size()) return result;
        result += '.';
        old.remove_prefix(part.size() + 1);
    }
}

std::string module_name(std::string_view old, dictionary& words)
{
    for (const std::string_view before : {"jit_", "pjit_", "pmap_"})
        if (old.size() > before.size() && old.starts_with(before))
            return std::string(before) + name(old.substr(before.size()), words);
    return name(old, words);
}

std::string scope(std::string_view old, dictionary& words)
{
    std::string result;
    while (!old.empty()) {
        std::size_t size = 1;
        if (!is_plain(old[0])) {
            // `~` keeps the text around such bytes in as many words as before.
            size = run_of(old, [](char c) { return !is_plain(c); });
            result.append("~").append(words.replace(old.substr(0, size), prefix::part)).append("~");
        } else if (begins_name(old[0])) {
            // An instruction without an op_name has its own name as its label.
            size = run_of(old, [](char c) { return is_word(c) || c == '.' || c == '-'; });
            result += name(old.substr(0, size), words, prefix::part);
        } else {
            result += old[0];
        }
        old.remove_prefix(size);
    }
    return result;
}

std::string path(std::string_view old, dictionary& words)
{
    const auto file = old.substr(old.rfind('/') + 1);
    const auto dot = file.rfind('.');
    auto ending = dot == std::string_view::npos || dot == 0 ? std::string_view() : file.substr(dot);
    constexpr std::array<std::string_view, 7> known{".py", ".ipynb", ".cc", ".cpp", ".h", ".cu", ".mlir"};
    if (std::ranges::find(known, ending) == known.end()) ending = {};
    return std::string(words.replace(old.substr(0, old.size() - ending.size()), prefix::file)).append(ending);
}

std::string loose_text(std::string_view old, dictionary& words)
{
    std::string result;
    while (!old.empty()) {
        std::size_t size = 1;
        if (is_digit(old[0])) {
            size = run_of(old, [](char c) { return is_word(c) || c == '.'; });
            result += '0';
        } else if (begins_name(old[0]) || !is_plain(old[0])) {
            size = run_of(old, [](char c) { return is_word(c) || !is_plain(c); });
            const auto word = old.substr(0, size);
            result += stays(word) ? word : words.replace(word, prefix::text);
        } else {
            result += old[0];
        }
        old.remove_prefix(size);
    }
    return result;
}

bool is_target_of_xla(std::string_view target)
{
    constexpr std::array<std::string_view, 22> beginnings{
        "__cub$",         "__cublas$", "__cudnn$",    "__gpu$",  "__onednn$", "__triton",        "__xla",
        "AllocateBuffer", "Eigen",     "PadToStatic", "SPMD",    "Sharding",  "SliceToDynamic",  "TopK",
        "annotate_",      "blas_",     "cu_",         "hipblas", "lapack_",   "tpu_custom_call", "xla.",
        "xla_ffi"};
    return std::ranges::any_of(beginnings, [&](std::string_view known) { return target.starts_with(known); });
}

} // namespace ballast::inline v0::redact
