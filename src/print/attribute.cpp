#include "ballast/print.hpp"
#include "print/instruction.hpp"
#include "print/lists.hpp"

namespace ballast::inline v0 {

namespace {

using print_detail::put_index;
using print_detail::put_list;

// Prints values whose spelling depends on the key.
struct value_printer {
    sink& out;
    const ast::forms& forms;
    ast::attribute_kind key;
    print_detail::text_style style;

    void names(const ast::list<std::string_view>& list) const
    {
        put_list(out, list, ", ", [&](std::string_view name) { print_detail::put_reference(out, name, style); });
    }

    void operator()(const ast::attribute_text& x) const { out.put(x.text); }
    void operator()(bool x) const { out.put(std::string_view(x ? "true" : "false")); }
    void operator()(std::int64_t x) const { out.put(x); }
    void operator()(ast::keyword x) const { out.put(spelling(x)); }
    void operator()(const ast::float_text& x) const { out.put(x.text); }
    void operator()(const ast::text& x) const
    {
        if (x.form == ast::text_form::dict || x.form == ast::text_form::bare)
            out.put(x.bytes);
        else
            out.put('"', x.bytes, '"');
    }
    void operator()(const ast::computation& x) const { print_detail::put_reference(out, x.name, style); }
    void operator()(const ast::computations& x) const
    {
        if (key == ast::attribute_kind::calls) return names(x.names);
        out.put('{');
        names(x.names);
        out.put('}');
    }
    void operator()(const ast::integers& x) const
    {
        out.put('{');
        put_list(out, x.values, std::string_view(key == ast::attribute_kind::wait_on_operation_queues ? ", " : ","));
        out.put('}');
    }
    void operator()(const ast::booleans& x) const
    {
        out.put('{');
        put_list(out, x.values, ",", [&](bool b) { (*this)(b); });
        out.put('}');
    }
    void operator()(const ast::keywords& x) const
    {
        out.put('{');
        put_list(out, x.values, ",", [&](ast::keyword k) { out.put(spelling(k)); });
        out.put('}');
    }
    void operator()(const ast::integer_lists& x) const
    {
        out.put('{');
        put_list(out, x.values, ",", [&](const ast::list<std::int64_t>& list) { put_index(out, list); });
        out.put('}');
    }
    void operator()(const ast::dimension_labels& x) const { out.put(x.text); }
    void operator()(const ast::slice_ranges& x) const
    {
        out.put('{');
        put_list(out, x.dimensions, ", ", [&](const ast::slice_dimension& d) {
            out.put('[', d.start, ':', d.limit);
            if (d.stride) out.put(':', *d.stride);
            out.put(']');
        });
        out.put('}');
    }
    void operator()(const ast::device_pairs& x) const
    {
        out.put('{');
        put_list(out, x.pairs, ",", [&](const ast::device_pair& p) { out.put('{', p.source, ',', p.target, '}'); });
        out.put('}');
    }
    void operator()(const ast::padding_config& x) const
    {
        put_list(out, x.dimensions, "x", [&](const ast::padding_dimension& d) {
            out.put(d.low, '_', d.high);
            if (d.interior) out.put('_', *d.interior);
        });
    }
    void operator()(const ast::aliases& x) const
    {
        out.put('{');
        put_list(out, x.entries, ", ", [&](const ast::alias& a) {
            put_index(out, a.output);
            out.put(": (", a.operand, ", ");
            put_index(out, a.operand_index);
            out.put(')');
        });
        out.put('}');
    }
    void operator()(const ast::frontend_attributes& x) const
    {
        out.put('{');
        put_list(out, x.entries, ",", [&](const ast::frontend_attribute& a) {
            out.put(a.key, '=');
            (*this)(a.value);
        });
        out.put('}');
    }
    void operator()(const ast::shapes& x) const
    {
        out.put('{');
        put_list(out, x.values, ", ", [&](const ast::shape& s) { print(out, s, forms); });
        out.put('}');
    }
    void operator()(const ast::sparsity_descriptors& x) const
    {
        put_list(out, x.entries, "_", [&](const ast::sparsity_descriptor& d) {
            out.put(d.right ? 'R' : 'L', '.', d.dimension, '@', d.n, ':', d.m);
        });
    }
    void operator()(const ast::box<ast::shape>& x) const { print(out, *x, forms); }
    void operator()(const ast::box<ast::window>& x) const
    {
        const auto numbers = [&](std::string_view name, const ast::list<std::int64_t>& list) {
            if (list.empty()) return;
            out.put(name);
            put_list(out, list, "x");
        };
        out.put('{');
        numbers("size=", x->size);
        numbers(" stride=", x->stride);
        if (!x->pad.empty()) {
            out.put(" pad=");
            put_list(out, x->pad, "x", [&](const ast::window_padding& p) { out.put(p.low, '_', p.high); });
        }
        numbers(" lhs_dilate=", x->lhs_dilate);
        numbers(" rhs_dilate=", x->rhs_dilate);
        if (!x->rhs_reversal.empty()) {
            out.put(" rhs_reversal=");
            put_list(out, x->rhs_reversal, "x", [&](bool b) { out.put(b ? '1' : '0'); });
        }
        out.put('}');
    }
    void operator()(const ast::box<ast::replica_groups>& x) const { print(out, *x, forms); }
    void operator()(const ast::box<ast::sharding>& x) const { print(out, *x, forms); }
    void operator()(const ast::box<ast::origin>& x) const
    {
        out.put('{');
        origin(x->tree);
        if (x->call) out.put(",[\"", *x->call, "\"]");
        out.put('}');
    }
    void origin(const ast::origin_node& x) const
    {
        if (const auto* tuple = std::get_if<ast::origin_tuple>(&x.form)) {
            out.put('(');
            put_list(out, tuple->parts, ", ", [&](const ast::origin_node& part) { origin(part); });
            out.put(')');
        } else if (const auto* leaf = std::get_if<ast::origin_leaf>(&x.form)) {
            if (leaf->invisible) return;
            out.put('{');
            if (leaf->name) out.put('"', *leaf->name, '"');
            if (leaf->index) {
                out.put(' ');
                put_index(out, *leaf->index);
            }
            out.put('}');
        } else {
            out.put("[synthetic_call]");
        }
    }
    void operator()(const ast::box<ast::domain>& x) const
    {
        out.put("{kind=\"", x->kind, "\", entry=");
        print(out, x->entry, forms);
        out.put(", exit=");
        print(out, x->exit, forms);
        out.put('}');
    }
    void operator()(const ast::box<ast::result_accuracy>& x) const
    {
        if (x->highest)
            out.put("{mode=highest}");
        else
            out.put("{tolerance={atol=", x->atol.text, ",rtol=", x->rtol.text, ",ulps=", x->ulps, "}}");
    }
    void operator()(const ast::box<ast::statistics>& x) const
    {
        out.put("{visualizing_index=", x->visualizing_index);
        for (const auto& s : x->entries) out.put(',', s.name, '=', s.value.text);
        out.put('}');
    }
    void operator()(const ast::box<ast::sparsity_config>& x) const
    {
        const auto side = [&](std::string_view name, const ast::operand_sparsity& s) {
            out.put(name, "={sparsity=", s.n, 'x', s.m, " dimension=", s.dimension, " stride=", s.stride);
            if (s.index) out.put(" idx=", *s.index);
            out.put('}');
        };
        out.put('{');
        if (x->lhs) side("lhs", *x->lhs);
        if (x->lhs && x->rhs) out.put(' ');
        if (x->rhs) side("rhs", *x->rhs);
        out.put('}');
    }
    void operator()(const ast::box<ast::block_scaling_config>& x) const
    {
        const auto numbers = [&](std::string_view name, const ast::list<std::int64_t>& list) {
            if (list.empty()) return;
            out.put(name);
            put_list(out, list, "x");
        };
        const auto side = [&](std::string_view name, const ast::operand_scaling& s) {
            out.put(name, "={scale_idx=", s.scale_index);
            if (s.zero_index) out.put(" zero_idx=", *s.zero_index);
            numbers(" strides=", s.strides);
            numbers(" steps=", s.steps);
            out.put('}');
        };
        out.put('{');
        if (x->lhs) side("lhs", *x->lhs);
        if (x->lhs && x->rhs) out.put(' ');
        if (x->rhs) side("rhs", *x->rhs);
        out.put('}');
    }
    void operator()(const ast::box<ast::shaped_literal>& x) const { print(out, *x, forms); }
    void operator()(const ast::box<ast::metadata>& x) const { print(out, *x, forms); }
};

} // namespace

void print_value(sink& out, const ast::attribute& x, const ast::forms& forms)
{
    std::visit(value_printer{out, forms, x.key.kind, print_detail::text_style::with_marks}, x.value);
}

void print(sink& out, const ast::attribute& x, const ast::forms& forms)
{
    print_detail::put(out, x, forms, print_detail::text_style::with_marks);
}

} // namespace ballast::inline v0

namespace ballast::print_detail {

void put(sink& out, const ast::attribute& x, const ast::forms& forms, text_style style)
{
    out.put(x.key.other ? *x.key.other : spelling(x.key.kind), '=');
    std::visit(value_printer{out, forms, x.key.kind, style}, x.value);
}

} // namespace ballast::print_detail
