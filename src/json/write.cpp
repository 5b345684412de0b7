// Writes trees as JSON.
#include "ballast/arena.hpp"
#include "ballast/json.hpp"
#include "base/utf8.hpp"
#include "json/text.hpp"
#include "json/types.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::json {

namespace {

template <typename T>
const T& as(const void* x)
{
    return *static_cast<const T*>(x);
}

std::string_view spelling_of(const type& word, const void* x) { return word.spellings().by_value[as<std::uint8_t>(x)]; }

void put_escaped(sink& out, char c)
{
    switch (c) {
    case '"': return out.put("\\\"");
    case '\\': return out.put("\\\\");
    case '\n': return out.put("\\n");
    case '\r': return out.put("\\r");
    case '\t': return out.put("\\t");
    default: break;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    out.put("\\u00", digits[static_cast<unsigned char>(c) / 16], digits[static_cast<unsigned char>(c) % 16]);
}

void put_address(sink& out, std::uint64_t number)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::array<char, 16> text{};
    auto* first = text.end();
    do {
        *--first = digits[number % 16];
        number /= 16;
    } while (number != 0);
    out.put("\"0x", std::string_view(first, static_cast<std::size_t>(text.end() - first)), '"');
}

void put_key(sink& out, const field& of, bool first) { out.put(of.key.substr(first ? 1 : 0)); }

// Writes values of any type.
class writer {
public:
    writer(sink& out, bool positions) : out_(out), positions_(positions) {}

    void value(const type& of, const void* x);

private:
    // The text of a node to which several others can refer.
    struct written_node {
        const type* of = nullptr;
        const void* node = nullptr;
        std::uint64_t at = 0; // in the sink
        std::size_t size = 0;
    };
    // An object or array that is being written. Its members are not written by recursion, because a small thread has
    // little stack.
    struct level {
        const type* of;
        const void* node;
        std::size_t next = 0; // field or element
        bool empty = true;
        written_node* remembered = nullptr; // filled when the node is written
        std::uint64_t at = 0;               // where it begins in the sink
    };

    [[nodiscard]] bool absent(const type& of, const void* x) const;
    bool open(const type& of, const void* x);
    void scalar(const type& of, const void* x);
    void text(std::string_view bytes);
    void go_on(level& in);
    void fields(level& in);
    void elements(level& in);
    void close(char bracket);

    sink& out_;
    bool positions_;
    std::vector<level> levels_;
    std::array<written_node, 256> written_{}; // by a hash of their addresses
};

void writer::text(std::string_view bytes)
{
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    const char* special = first_special(at, end);
    if (special == end) return out_.put('"', bytes, '"');
    out_.put('"');
    while (true) {
        out_.put(std::string_view(at, static_cast<std::size_t>(special - at)));
        if (special == end) break;
        put_escaped(out_, *special);
        at = special + 1;
        special = first_special(at, end);
    }
    out_.put('"');
}

void writer::value(const type& of, const void* x)
{
    if (!open(of, x)) return;
    while (!levels_.empty()) go_on(levels_.back());
}

// Writes a value; of an object or array only the beginning, and returns true. Nodes that follow each other refer to the
// same few shapes and instructions: their text is copied from the output.
bool writer::open(const type& given, const void* x)
{
    const auto* of = &given;
    written_node* remembered = nullptr;
    while (of->kind == kind::optional || of->kind == kind::box || of->kind == kind::shared) {
        const bool optional = of->kind == kind::optional;
        x = of->get(x);
        of = of->element;
        if (optional) continue;
        remembered =
            &written_[(reinterpret_cast<std::uintptr_t>(x) >> std::countr_zero(of->alignment)) % written_.size()];
        if (remembered->node == x && remembered->of == of && out_.put_again(remembered->at, remembered->size))
            return false;
    }
    if (of->kind > kind::list) {
        scalar(*of, x);
        return false;
    }
    levels_.push_back({.of = of, .node = x, .remembered = remembered, .at = out_.size()});
    out_.put(of->kind == kind::list ? '[' : '{');
    return true;
}

void writer::scalar(const type& of, const void* x)
{
    switch (of.kind) {
    case kind::text: return text(as<std::string_view>(x));
    case kind::letter: return text({static_cast<const char*>(x), 1});
    case kind::word: return out_.put('"', spelling_of(of, x), '"');
    case kind::address: return put_address(out_, as<std::uint64_t>(x));
    case kind::boolean: return out_.put(std::string_view(as<bool>(x) ? "true" : "false"));
    case kind::integer: return out_.put(as<std::int64_t>(x));
    case kind::natural: return out_.put(as<std::uint64_t>(x));
    case kind::position: return out_.put(std::int64_t{as<ast::position>(x).offset});
    default: return out_.put("null");
    }
}

// Writes up to the next object or array in this one, or its end.
void writer::go_on(level& in)
{
    switch (in.of->kind) {
    case kind::structure: return fields(in);
    case kind::list: return elements(in);
    default: break;
    }
    if (in.next++ != 0) return close('}');
    const auto& held = *in.of->alternatives[in.of->index(in.node)];
    out_.put('"', held.name, "\":");
    if (!open(held, in.of->held(in.node))) close('}');
}

void writer::fields(level& in)
{
    const auto all = in.of->fields;
    while (in.next < all.size()) {
        const auto& field = all[in.next++];
        const auto* const member = in.of->member(field, in.node);
        if (!field.required && absent(*field.of, member)) continue;
        put_key(out_, field, std::exchange(in.empty, false));
        if (open(*field.of, member)) return;
    }
    close('}');
}

void writer::elements(level& in)
{
    const auto& element = *in.of->element;
    const auto count = in.of->count(in.node);
    const auto* const first = static_cast<const std::byte*>(in.of->first(in.node));
    while (in.next < count) {
        if (in.next != 0) out_.put(',');
        if (open(element, first + element.size * in.next++)) return;
    }
    close(']');
}

void writer::close(char bracket)
{
    out_.put(bracket);
    const auto& closed = levels_.back();
    if (closed.remembered)
        *closed.remembered = {closed.of, closed.node, closed.at, static_cast<std::size_t>(out_.size() - closed.at)};
    levels_.pop_back();
}

bool writer::absent(const type& of, const void* x) const
{
    switch (of.kind) {
    case kind::structure:
        return std::ranges::all_of(
            of.fields, [&](const field& field) { return !field.required && absent(*field.of, of.member(field, x)); });
    case kind::variant: return of.alternatives[of.index(x)]->kind == kind::nothing;
    case kind::list: return of.count(x) == 0;
    case kind::optional:
    case kind::box: return of.get(x) == nullptr;
    case kind::shared: return of.get(x) == of.element->initial || absent(*of.element, of.get(x));
    case kind::text: return as<std::string_view>(x).empty();
    case kind::word: return spelling_of(of, x).empty();
    case kind::boolean: return !as<bool>(x);
    case kind::position: return !positions_ || as<ast::position>(x).offset < 0;
    case kind::letter:
    case kind::address:
    case kind::integer:
    case kind::natural: return false;
    case kind::nothing: return true;
    }
    return false;
}

} // namespace

} // namespace ballast::json

namespace ballast::inline v0 {

void write_json(sink& out, const ast::tree& x, const json_options& options)
{
    json::tree_file file;
    ast::arena memory;
    std::vector<ast::placed_piece> unread(options.unread.begin(), options.unread.end());
    for (auto& piece : unread)
        if (const auto text = utf8::replacing_invalid(piece.text); text != piece.text) piece.text = memory.copy(text);
    file.path = options.path;
    file.tree = x;
    file.unread = {unread.data(), unread.size()};
    json::writer(out, options.positions).value(json::tree_file_type(), &file);
}

} // namespace ballast::inline v0
