#include "json/write.hpp"

#include "json/text.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>
#include <variant>

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

} // namespace

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

bool writer::members(const type& of, const void* node, std::string_view up_to)
{
    bool empty = true;
    for (const auto& field : of.fields) {
        if (field.name == up_to) break;
        const auto* const member = of.member(field, node);
        if (!field.required && absent(*field.of, member)) continue;
        put_key(out_, field, std::exchange(empty, false));
        value(*field.of, member);
    }
    return !empty;
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

// --- records ---------------------------------------------------------------------------------------------------------

dump_writer::dump_writer(sink& out, writer& values, const ast::dump& head) : out_(out), values_(values), dump_(head)
{
    out_.put('{');
    open_.push_back({"dump", "}", !values_.members(type_of(head), &head, "allocations")});
}

void dump_writer::finish()
{
    close_to(0);
    comma();
    out_.put("\"forms\":");
    values_.value(type_of(dump_.forms), &dump_.forms);
    out_.put('}');
}

void dump_writer::comma()
{
    if (!std::exchange(open_.back().empty, false)) out_.put(',');
}

void dump_writer::open(std::string_view name, std::string_view begin, std::string_view end)
{
    comma();
    out_.put(begin);
    open_.push_back({name, end});
}

// Closes what is open deeper than in the dump itself, at depth 0, in the list or object in it, at depth 1, and so on.
void dump_writer::close_to(std::size_t depth)
{
    for (; open_.size() > depth + 1; open_.pop_back()) {
        if (open_.back().name == "live_range" && std::exchange(summary_missing_, false)) {
            constexpr ast::peak none{.moment = -1, .rows = {}, .stack_trace = {}};
            comma();
            out_.put("\"summary\":{\"peak\":");
            values_.value(type_of(none), &none);
            out_.put('}');
        }
        out_.put(open_.back().end);
    }
}

void dump_writer::open_list(std::size_t depth, std::string_view name)
{
    if (open_.size() > depth + 1 && open_[depth + 1].name == name) return close_to(depth + 1);
    close_to(depth);
    comma();
    out_.put('"', name, "\":");
    open_.back().empty = true; // no comma before the bracket
    open(name, "[", "]");
}

template <typename Node>
void dump_writer::head(const Node& x, std::string_view up_to)
{
    open_.back().empty = !values_.members(type_of(x), &x, up_to);
}

template <typename Row>
void dump_writer::row(std::size_t depth, std::string_view list, const Row& x)
{
    open_list(depth, list);
    comma();
    values_.value(type_of(x), &x);
}

void dump_writer::allocation(const ast::allocation& x)
{
    open_list(0, "allocations");
    open("allocation", "{", "}");
    head(x, "values");
}

void dump_writer::total(const ast::total& x)
{
    close_to(0);
    comma();
    out_.put("\"total\":");
    values_.value(type_of(x), &x);
}

void dump_writer::live_range_head(const ast::live_range& x)
{
    close_to(0);
    // Only the ranges at the end of a combined file follow a gap; those of D7 are before the values.
    if (dump_.kind == ast::dump_kind::combined && !after_gap_)
        open("live_range", "\"every_moment\":{", "}");
    else
        open("live_range", "\"live_range\":{\"live_range\":{", "}}");
    head(x, "sequence");
    summary_missing_ = true;
}

void dump_writer::peak_head(const ast::peak& x)
{
    close_to(1);
    summary_missing_ = false;
    open("peak", "\"summary\":{\"peak\":{", "}}");
    head(x, "rows");
}

void dump_writer::trace_head(const ast::stack_trace& x)
{
    close_to(2);
    open("stack_trace", "\"stack_trace\":{", "}");
    head(x, "rows");
}

void dump_writer::unbounded_peak()
{
    close_to(1);
    summary_missing_ = false;
    comma();
    out_.put("\"summary\":{\"unbounded_peak\":{}}");
}

void dump_writer::moments_head()
{
    close_to(1);
    summary_missing_ = false;
    open("every_moment", "\"summary\":{\"every_moment\":{", "}}");
}

void dump_writer::no_live_range()
{
    close_to(0);
    comma();
    out_.put("\"live_range\":{\"live_range_not_available\":{}}");
}

// --- texts -----------------------------------------------------------------------------------------------------------

namespace {

// Calls `body` for the tree, after what precedes it.
template <typename Body>
void write_file(sink& out, const json_options& options, Body&& body)
{
    writer values(out, options.positions);
    tree_file file;
    file.path = options.path;
    out.put('{');
    values.members(tree_file_type(), &file, "tree");
    out.put(",\"tree\":");
    body(values);
    out.put('}');
}

} // namespace

bool write(sink& out, const document& x, const json_options& options, const stream_options& streaming)
{
    const auto* dump = std::get_if<ast::dump>(&x.tree());
    if (!dump) {
        write_json(out, x.tree(), options);
        return true;
    }
    bool unchanged = false;
    write_file(out, options, [&](writer& values) {
        out.put("{\"dump\":");
        dump_writer records(out, values, *dump);
        unchanged = x.for_each_record(streaming, records);
        records.finish();
        out.put('}');
    });
    return unchanged;
}

} // namespace ballast::json

namespace ballast::inline v0 {

void write_json(sink& out, const ast::tree& x, const json_options& options)
{
    json::write_file(out, options, [&](json::writer& values) { values.value(json::type_of(x), &x); });
}

bool write_json(sink& out, const document& x, const json_options& options) noexcept
try {
    return json::write(out, x, options, {.threads = options.threads});
} catch (const std::bad_alloc&) {
    return false;
}

} // namespace ballast::inline v0
