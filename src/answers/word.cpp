#include "answers/word.hpp"

#include "answers/glossary.hpp"
#include "answers/opcode_sentences.hpp"
#include "answers/shape_words.hpp"
#include "ast/attribute_table.hpp"
#include "ballast/ast/attribute_key.hpp"
#include "ballast/read.hpp"
#include "base/letters.hpp"
#include "base/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <variant>

namespace ballast::inline v0::answers {

namespace {

constexpr auto opcodes = static_cast<std::size_t>(ast::opcode_kind::xor_) + 1;
constexpr auto element_kinds = static_cast<std::size_t>(ast::element_kind::primitive_type_invalid) + 1;

// Small letters, without what joins words: `ShapeIndex`, `shape index` and `shape-index` are one.
std::string plain(std::string_view word)
{
    std::string result;
    for (const auto c : word) {
        if (c == '-' || c == '_' || c == ' ') continue;
        result += lower_letter(c);
    }
    return result;
}

bool same(std::string_view a, std::string_view b) { return plain(a) == plain(b); }

// The names of a term: `peak, XLA's` is looked up as a whole, `VMEM` is one, and so is the plural of each.
bool is_called(const term& of, std::string_view word)
{
    return same(of.name, word) || same(fmt::format("{}s", of.name), word);
}

void add_opcode(std::string_view word, std::vector<meaning>& to)
{
    for (std::size_t i = 1; i < opcodes; ++i) {
        const auto kind = static_cast<ast::opcode_kind>(i);
        if (!same(ast::spelling(kind), word)) continue;
        meaning result{fmt::format("{}: an opcode of HLO", ast::spelling(kind)),
                       {std::string(sentence_of(kind))},
                       "spec/instructions.md"};
        std::vector<std::string_view> keys;
        for (const auto& key : own_keys(kind)) keys.push_back(ast::spelling(key.key));
        if (!keys.empty()) result.sentences.push_back(fmt::format("Its attributes: {}.", fmt::join(keys, ", ")));
        to.push_back(std::move(result));
    }
}

void add_attribute(std::string_view word, std::vector<meaning>& to)
{
    for (std::size_t i = 1; i < ast::attribute_kind_count; ++i) {
        const auto key = static_cast<ast::attribute_kind>(i);
        if (!same(ast::spelling(key), word)) continue;
        std::vector<std::string_view> users;
        for (std::size_t k = 1; k < opcodes; ++k) {
            const auto kind = static_cast<ast::opcode_kind>(k);
            if (std::ranges::find(own_keys(kind), key, &own_key::key) != own_keys(kind).end())
                users.push_back(ast::spelling(kind));
        }
        to.push_back({fmt::format("{}: an attribute of HLO instructions", ast::spelling(key)),
                      {users.empty() ? std::string("Every opcode can have it.")
                                     : fmt::format("These opcodes have it: {}.", fmt::join(users, ", "))},
                      "spec/instructions.md"});
    }
}

void add_element_type(std::string_view word, std::vector<meaning>& to)
{
    for (std::size_t i = 1; i < element_kinds; ++i) {
        const auto kind = static_cast<ast::element_kind>(i);
        if (!same(ast::spelling(kind), word)) continue;
        to.push_back(
            {fmt::format("{}: an element type", ast::spelling(kind)), {as_sentence(in_words(kind))}, "spec/shapes.md"});
    }
}

// A shape or a layout as XLA prints it.
void add_shape(std::string_view word, std::vector<meaning>& to)
{
    for (const auto which : {entry::layout, entry::shape}) {
        const auto read = parse(which, word);
        if (!read.accepted()) continue;
        const auto& node = read.value->node();
        if (const auto* layout = std::get_if<ast::layout>(&node))
            to.push_back({"a layout", in_words(*layout), "spec/shapes.md"});
        if (const auto* shape = std::get_if<ast::shape>(&node))
            to.push_back({"a shape", in_words(*shape), "spec/shapes.md"});
        return;
    }
}

} // namespace

std::vector<meaning> meanings_of(std::string_view word)
{
    std::vector<meaning> result;
    for (const auto& term : glossary())
        if (is_called(term, word))
            result.push_back({std::string(term.name), {std::string(term.text)}, "docs/glossary.md"});
    add_opcode(word, result);
    add_attribute(word, result);
    add_element_type(word, result);
    if (result.empty()) add_shape(word, result);
    return result;
}

std::vector<std::string> words_like(std::string_view word)
{
    nearest_words near(word);
    for (const auto& term : glossary()) near.offer(term.name);
    for (std::size_t i = 1; i < opcodes; ++i) near.offer(ast::spelling(static_cast<ast::opcode_kind>(i)));
    for (std::size_t i = 1; i < ast::attribute_kind_count; ++i)
        near.offer(ast::spelling(static_cast<ast::attribute_kind>(i)));
    for (std::size_t i = 1; i < element_kinds; ++i) near.offer(ast::spelling(static_cast<ast::element_kind>(i)));
    return near.words();
}

} // namespace ballast::inline v0::answers
