#include "ballast/print.hpp"

namespace ballast::inline v0 {

namespace {

// The fields of metadata, a blank between two of them.
class field_list {
public:
    explicit field_list(sink& out) : out_(out) {}

    template <std::size_t N>
    void text(const char (&key)[N], std::string_view value)
    {
        if (value.empty()) return;
        gap();
        out_.put(key, "=\"", value, '"');
    }
    template <std::size_t N>
    void number(const char (&key)[N], std::int64_t value)
    {
        if (value == 0) return;
        gap();
        out_.put(key, '=', value);
    }
    void gap()
    {
        if (!first_) out_.put(' ');
        first_ = false;
    }

private:
    sink& out_;
    bool first_ = true;
};

void print(sink& out, const ast::operand& x, const ast::forms& forms)
{
    if (x.name.empty()) {
        out.put("null ");
        return;
    }
    if (x.shape) {
        print(out, *x.shape, forms);
        out.put(' ');
    }
    out.put('%', x.name);
}

void print(sink& out, const ast::list<ast::operand>& operands, const ast::forms& forms)
{
    std::int64_t index = 0;
    for (const auto& operand : operands) {
        if (index != 0) out.put(", ");
        if (index != 0 && index % 5 == 0 && forms.index_marks != ast::index_mark_form::absent)
            out.put("/*index=", index, "*/");
        print(out, operand, forms);
        ++index;
    }
}

} // namespace

void print(sink& out, const ast::metadata& x, const ast::forms&)
{
    out.put('{');
    field_list fields(out);
    fields.text("op_type", x.op_type);
    fields.text("op_name", x.op_name);
    fields.text("source_file", x.source_file);
    fields.number("source_line", x.source_line);
    fields.number("source_end_line", x.source_end_line);
    fields.number("source_column", x.source_column);
    fields.number("source_end_column", x.source_end_column);
    if (!x.profile_types.empty()) {
        fields.gap();
        out.put("profile_type={");
        bool first = true;
        for (const auto type : x.profile_types) {
            if (!first) out.put(',');
            first = false;
            out.put(type);
        }
        out.put('}');
    }
    if (x.bare_deduplicated_name) {
        fields.gap();
        out.put("deduplicated_name=", x.deduplicated_name);
    } else {
        fields.text("deduplicated_name", x.deduplicated_name);
    }
    if (x.preserve_layout) {
        fields.gap();
        out.put("preserve_layout=true");
    }
    fields.text("scheduling_name", x.scheduling_name);
    fields.number("stack_frame_id", x.stack_frame_id);
    if (x.payload) {
        fields.gap();
        out.put("metadata_payload=\"", *x.payload, '"');
    }
    out.put('}');
}

void print(sink& out, const ast::instruction& x, const ast::forms& forms)
{
    out.put('%', x.name, " = ");
    print(out, x.shape, forms);
    out.put(' ', x.opcode.other ? *x.opcode.other : spelling(x.opcode.kind), spelling(x.opcode.suffix), '(');
    if (const auto* operands = std::get_if<ast::list<ast::operand>>(&x.body))
        print(out, *operands, forms);
    else if (const auto* parameter = std::get_if<ast::parameter_number>(&x.body))
        out.put(parameter->number);
    else if (const auto* literal = std::get_if<ast::box<ast::literal>>(&x.body))
        print(out, **literal, forms);
    else
        out.put(std::get<ast::literal_text>(x.body).text);
    out.put(')');
    for (const auto& attribute : x.attributes) {
        out.put(", ");
        print(out, attribute, forms);
    }
}

} // namespace ballast::inline v0
