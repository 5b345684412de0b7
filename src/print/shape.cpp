#include "ballast/print.hpp"

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

void print(sink& out, const ast::layout_suffixes& x, const ast::forms& forms)
{
    out.put(':');
    if (forms.levels == ast::level_order::after_tiles) {
        print(out, x.tiles);
        print(out, x.levels);
    } else {
        print(out, x.levels);
        print(out, x.tiles);
    }
    if (x.tail_padding_alignment) out.put("L(", *x.tail_padding_alignment, ')');
    if (x.index_type) {
        out.put("#(");
        print(out, *x.index_type);
        out.put(')');
    }
    if (x.pointer_type) {
        out.put("*(");
        print(out, *x.pointer_type);
        out.put(')');
    }
    if (x.element_bits != 0) out.put("E(", x.element_bits, ')');
    if (x.memory_space != 0) out.put("S(", x.memory_space, ')');
    if (!x.splits.empty()) {
        out.put("SC");
        for (const auto& split : x.splits) {
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
    if (x.physical_shape) {
        out.put("P(");
        print(out, *x.physical_shape, forms);
        out.put(')');
    }
    if (x.dynamic_metadata_bytes != 0) out.put("M(", x.dynamic_metadata_bytes, ')');
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
