#include "ballast/print.hpp"
#include "print/unknown_items.hpp"

#include <string_view>

namespace ballast::inline v0 {

namespace {

void print(sink& out, const ast::element_type& x) { out.put(x.other ? *x.other : spelling(x.kind)); }

void print(sink& out, const ast::dimension& x)
{
    switch (x.kind) {
    case ast::dimension_kind::fixed: out.put(x.size); break;
    case ast::dimension_kind::bounded: out.put("<=", x.size); break;
    case ast::dimension_kind::unbounded: out.put('?'); break;
    }
}

void print(sink& out, const ast::auxiliary_type& x)
{
    out.put(x.kind ? spelling(*x.kind) : std::string_view("invalid"));
}

void print(sink& out, const ast::list<ast::tile>& tiles)
{
    if (tiles.empty()) return;
    out.put('T');
    for (const auto& tile : tiles) {
        out.put('(');
        bool first = true;
        for (const auto& d : tile.dimensions) {
            if (!first) out.put(',');
            first = false;
            if (d.size)
                out.put(*d.size);
            else
                out.put('*');
        }
        out.put(')');
    }
}

void print(sink& out, const ast::list<ast::dimension_level>& levels)
{
    if (levels.empty()) return;
    out.put("D(");
    bool first = true;
    for (const auto& level : levels) {
        if (!first) out.put(',');
        first = false;
        out.put(level.letter);
        if (level.non_unique) out.put('+');
        if (level.non_ordered) out.put('~');
    }
    out.put(')');
}

void print(sink& out, const ast::list<ast::split>& splits)
{
    if (splits.empty()) return;
    out.put("SC");
    for (const auto& split : splits) {
        out.put('(', split.dimension, ':');
        bool first = true;
        for (const auto i : split.indices) {
            if (!first) out.put(',');
            first = false;
            out.put(i);
        }
        out.put(')');
    }
}

void print(sink& out, const ast::layout_suffixes& x, const ast::forms& forms)
{
    out.put(':');
    print_detail::unknown_items unknown(out, x.unknown_items, "");
    const auto list = [&](const auto& elements) {
        print(out, elements);
        unknown.after(!elements.empty());
    };
    if (forms.levels == ast::level_order::after_tiles) {
        list(x.tiles);
        list(x.levels);
    } else {
        list(x.levels);
        list(x.tiles);
    }
    const auto suffix = [&](bool printed, std::string_view letter, const auto& put) {
        if (printed) {
            out.put(letter, '(');
            put();
            out.put(')');
        }
        unknown.after(printed);
    };
    suffix(static_cast<bool>(x.tail_padding_alignment), "L", [&] { out.put(*x.tail_padding_alignment); });
    suffix(x.index_type.has_value(), "#", [&] { print(out, *x.index_type); });
    suffix(x.pointer_type.has_value(), "*", [&] { print(out, *x.pointer_type); });
    suffix(x.element_bits != 0, "E", [&] { out.put(x.element_bits); });
    suffix(x.memory_space != 0, "S", [&] { out.put(x.memory_space); });
    list(x.splits);
    suffix(static_cast<bool>(x.physical_shape), "P", [&] { print(out, *x.physical_shape, forms); });
    suffix(x.dynamic_metadata_bytes != 0, "M", [&] { out.put(x.dynamic_metadata_bytes); });
}

void print(sink& out, const ast::array_shape& x, const ast::forms& forms)
{
    print(out, x.type);
    out.put('[');
    bool first = true;
    for (const auto& d : x.dimensions) {
        if (!first) out.put(',');
        first = false;
        print(out, d);
    }
    out.put(']');
    if (x.invalid_layout) out.put("invalid{}");
    if (x.layout) print(out, *x.layout, forms);
}

void print(sink& out, const ast::tuple_shape& x, const ast::forms& forms)
{
    out.put('(');
    std::int64_t index = 0;
    for (const auto& element : x.elements) {
        if (index != 0) out.put(", ");
        if (index != 0 && index % 5 == 0 && forms.index_marks != ast::index_mark_form::absent)
            out.put("/*index=", index, "*/");
        print(out, element, forms);
        ++index;
    }
    out.put(')');
}

} // namespace

void print(sink& out, const ast::layout& x, const ast::forms& forms)
{
    if (x.suffixes && x.suffixes->max_sparse_elements) {
        out.put("sparse{", *x.suffixes->max_sparse_elements, '}');
        return;
    }
    out.put('{');
    bool first = true;
    for (const auto d : x.minor_to_major) {
        if (!first) out.put(',');
        first = false;
        out.put(d);
    }
    if (x.suffixes) print(out, *x.suffixes, forms);
    out.put('}');
}

void print(sink& out, const ast::shape& x, const ast::forms& forms)
{
    if (const auto* array = x.array()) {
        print(out, *array, forms);
    } else if (const auto* tuple = x.tuple()) {
        print(out, *tuple, forms);
    } else {
        out.put("b(");
        print(out, std::get<ast::buffer_shape>(x.form).array, forms);
        out.put(')');
    }
}

} // namespace ballast::inline v0
