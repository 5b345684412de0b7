#include "ballast/print.hpp"
#include "print/lists.hpp"

namespace ballast::inline v0 {

namespace {

using print_detail::put_list;

// `[2,4]T(1,0)`
void print(sink& out, const ast::iota_order& x)
{
    out.put('[');
    put_list(out, x.reshape, ",");
    out.put(']');
    if (x.transpose.empty()) return;
    out.put("T(");
    put_list(out, x.transpose, ",");
    out.put(')');
}

void print(sink& out, const ast::iota_tiles& x)
{
    out.put('[');
    put_list(out, x.dimensions, ",");
    out.put("]<=");
    print(out, x.order);
}

void print(sink& out, const ast::mesh& x)
{
    const bool angle = x.form == ast::mesh_form::angle_glued || x.form == ast::mesh_form::angle;
    if (x.maximal_device) {
        if (angle)
            out.put("@maximal_mesh<device_id=", *x.maximal_device, '>');
        else
            out.put(std::string_view(x.form == ast::mesh_form::single ? "single_device" : "maximal_mesh"),
                    "[device_id=", *x.maximal_device, ']');
        return;
    }
    const std::string_view quote = x.form == ast::mesh_form::quoted ? "'" : "";
    out.put(std::string_view(angle ? "@mesh<" : "mesh["));
    put_list(out, x.axes, ",", [&](const ast::mesh_axis& a) { out.put(quote, a.name, quote, '=', a.size); });
    out.put(angle ? '>' : ']');
    if (std::holds_alternative<std::monostate>(x.device_order)) return;
    out.put(std::string_view(x.form == ast::mesh_form::angle_glued ? "(" : ", device_ids=("));
    if (const auto* iota = std::get_if<ast::iota_order>(&x.device_order))
        print(out, *iota);
    else
        put_list(out, std::get<ast::list<std::int64_t>>(x.device_order), ",");
    out.put(')');
}

void print_axes(sink& out, const ast::list<ast::axis>& axes, const ast::mesh& mesh, std::string_view between)
{
    const std::string_view quote = mesh.form == ast::mesh_form::quoted ? "'" : "";
    put_list(out, axes, between, [&](const ast::axis& a) {
        out.put(quote, a.name, quote);
        if (a.part) out.put(":(", a.part->before, ')', a.part->size);
    });
}

void print_set(sink& out, const ast::list<ast::axis>& axes, const ast::mesh& mesh)
{
    out.put('{');
    print_axes(out, axes, mesh, ", ");
    out.put('}');
}

std::string_view word(ast::reduction x)
{
    return x == ast::reduction::max ? "max" : x == ast::reduction::min ? "min" : "";
}

void print(sink& out, const ast::named_sharding& x)
{
    using body = ast::named_sharding::body;
    print(out, x.mesh);
    switch (x.what) {
    case body::nothing: break;
    case body::replicated: out.put(", replicated"); break;
    case body::manual: out.put(", manual"); break;
    case body::unreduced:
        out.put(", unreduced");
        if (x.reduction != ast::reduction::none) out.put('=', word(x.reduction));
        break;
    case body::dimensions:
        out.put(", [");
        put_list(out, x.dimensions, ", ", [&](const ast::dimension_axes& d) {
            out.put('{');
            print_axes(out, d.axes, x.mesh, ", ");
            if (d.open) out.put(std::string_view(d.axes.empty() ? "?" : ", ?"));
            out.put('}');
        });
        out.put(']');
        if (!x.replicated_axes.empty()) {
            out.put(", replicated=");
            print_set(out, x.replicated_axes, x.mesh);
        }
        if (!x.unreduced_axes.empty()) {
            out.put(", unreduced=", word(x.reduction));
            print_set(out, x.unreduced_axes, x.mesh);
        }
        if (!x.manual_axes.empty()) {
            out.put(", manual=");
            print_set(out, x.manual_axes, x.mesh);
        }
        break;
    }
}

void print(sink& out, const ast::tiled_sharding& x)
{
    out.put("devices=");
    if (const auto* iota = std::get_if<ast::iota_tiles>(&x.devices)) {
        print(out, *iota);
    } else {
        out.put('[');
        put_list(out, x.dimensions, ",");
        out.put(']');
        put_list(out, std::get<ast::list<std::int64_t>>(x.devices), ",");
    }
    if (x.last_tile_dim_replicate) out.put(" last_tile_dim_replicate");
    if (!x.last_tile_dims.empty()) {
        out.put(" last_tile_dims={");
        put_list(out, x.last_tile_dims, ", ", [&](ast::subgroup s) { out.put(spelling(s)); });
        out.put('}');
    }
}

struct form_printer {
    sink& out;
    const ast::forms& forms;

    void operator()(const ast::tuple_sharding& x) const
    {
        std::int64_t index = 0;
        for (const auto& element : x.elements) {
            if (index != 0) out.put(", ");
            if (index != 0 && index % 5 == 0 && forms.sharding_marks != ast::index_mark_form::absent)
                out.put("/*index=", index, "*/");
            print(out, element, forms);
            ++index;
        }
    }
    void operator()(const ast::replicated_sharding&) const { out.put("replicated"); }
    void operator()(const ast::manual_sharding&) const { out.put("manual"); }
    void operator()(const ast::unknown_sharding&) const { out.put("unknown"); }
    void operator()(const ast::unreduced_sharding& x) const
    {
        out.put("unreduced");
        if (x.reduction != ast::reduction::none) out.put('=', word(x.reduction));
    }
    void operator()(const ast::maximal_sharding& x) const { out.put("maximal device=", x.device); }
    void operator()(const ast::tiled_sharding& x) const { print(out, x); }
    void operator()(const ast::unlisted_sharding& x) const { out.put(x.text); }
    void operator()(const ast::box<ast::named_sharding>& x) const { print(out, *x); }
};

} // namespace

void print(sink& out, const ast::replica_groups& x, const ast::forms&)
{
    if (const auto* lists = std::get_if<ast::list<ast::list<std::int64_t>>>(&x.form)) {
        out.put('{');
        put_list(out, *lists, ",", [&](const ast::list<std::int64_t>& group) {
            out.put('{');
            put_list(out, group, ",");
            out.put('}');
        });
        out.put('}');
    } else if (const auto* iota = std::get_if<ast::iota_tiles>(&x.form)) {
        print(out, *iota);
    } else {
        const auto& groups = std::get<ast::mesh_groups>(x.form);
        print(out, groups.mesh);
        out.put(" {");
        print_axes(out, groups.axes, groups.mesh, ",");
        out.put('}');
    }
}

void print(sink& out, const ast::sharding& x, const ast::forms& forms)
{
    out.put('{');
    std::visit(form_printer{out, forms}, x.form);
    if (x.group) out.put(std::string_view(x.group->like ? " shard_like " : " shard_as "), x.group->id);
    if (x.comma_before_metadata || x.metadata.size() > 1) {
        out.put(std::string_view(x.comma_before_metadata ? ", metadata={" : " metadata={"));
        put_list(out, x.metadata, ", ", [&](const ast::metadata& m) { print(out, m, forms); });
        out.put('}');
    } else if (!x.metadata.empty()) {
        out.put(" metadata=");
        print(out, x.metadata.front(), forms);
    }
    out.put('}');
}

} // namespace ballast::inline v0
