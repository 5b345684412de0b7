// The types of the tree as data, derived from their member tables. The writer, the reader and the schema of JSON are
// driven by them.
#pragma once

#include "ballast/ast/files.hpp"
#include "ballast/json.hpp"
#include "ballast/version.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ballast::json {

enum class kind : std::uint8_t {
    structure, // an object
    variant,   // an object with one member, which is named after the alternative
    list,      // an array
    optional,  // as its element; absent without one
    box,       // likewise
    shared,    // as its element
    text,
    letter,  // a text of one byte
    word,    // the spelling of an enumerator
    address, // a text: a hexadecimal number
    boolean,
    integer,
    natural,
    position, // an integer: an offset into the source, written on request
    nothing,  // the alternative of a variant that is absent
};

struct type;

struct field {
    std::string_view name;
    std::string_view key; // `,"name":`
    const type* of;
    const void* initial; // this member in the initial object of the structure
    // True if it is always written. Other fields are absent if they are false, empty or without a value.
    bool required;
    bool wide; // numbers in it can exceed 2^53
};

// The spellings of an enum.
struct words {
    std::span<const std::string_view> by_value;
    std::span<const std::uint8_t> sorted; // the values, by spelling

    // The value with this spelling, or null.
    [[nodiscard]] const std::uint8_t* find(std::string_view spelling) const;
};

// Objects of all types are trivially copyable. Which members a type has depends on its kind.
struct type {
    json::kind kind;
    std::string_view name; // of a structure, or as an alternative of a variant
    std::size_t size;
    std::size_t alignment;
    const void* initial; // the value of a new object

    // structure; at most 64 fields
    std::span<const field> fields{};
    std::uint64_t required = 0; // the set of the required fields
    [[nodiscard]] const void* member(const field& of, const void* node) const
    {
        const auto place = static_cast<const std::byte*>(of.initial) - static_cast<const std::byte*>(initial);
        return static_cast<const std::byte*>(node) + place;
    }
    // list, optional, box, shared
    const type* element = nullptr;
    // variant
    std::span<const type* const> alternatives{};

    // optional, box, shared: the element, or null
    const void* (*get)(const void* x) = nullptr;
    // optional: makes an element
    void* (*emplace)(void* x) = nullptr;
    // box, shared: sets the element
    void (*refer)(void* x, const void* element) = nullptr;
    // list
    std::size_t (*count)(const void* x) = nullptr;
    const void* (*first)(const void* x) = nullptr;
    void (*assign)(void* x, const void* first, std::size_t count) = nullptr;
    // variant
    std::size_t (*index)(const void* x) = nullptr;
    const void* (*held)(const void* x) = nullptr;
    void* (*choose)(void* x, std::size_t index) = nullptr;
    // word
    const words& (*spellings)() = nullptr;
};

// The content of a JSON text.
struct tree_file {
    std::string_view tool = "ballast";
    std::string_view version = BALLAST_VERSION;
    std::int64_t schema = json_schema_version;
    std::string_view path;
    ast::tree tree;
    ast::list<ast::placed_piece> unread;

    static constexpr auto members(auto m)
    {
        return m("tree_file", m("tool", &tree_file::tool), m("version", &tree_file::version),
                 m("schema", &tree_file::schema), m("path", &tree_file::path), m("tree", &tree_file::tree),
                 m("unread", &tree_file::unread));
    }
};
const type& tree_file_type();

} // namespace ballast::json
