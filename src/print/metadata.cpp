#include "print/metadata.hpp"

#include "ballast/print.hpp"

namespace ballast::print_detail {

namespace {

// The fields of metadata, separated by blanks.
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

} // namespace

void put_fields(sink& out, const ast::metadata& x)
{
    field_list fields(out);
    fields.text("op_type", x.op_type);
    fields.text("op_name", x.op_name);
    fields.text("source_file", x.source_file);
    fields.number("source_line", x.source_line);
    fields.number("source_end_line", x.source_end_line);
    fields.number("source_column", x.source_column);
    fields.number("source_end_column", x.source_end_column);
    if (!x.rare->profile_types.empty()) {
        fields.gap();
        out.put("profile_type={");
        bool first = true;
        for (const auto type : x.rare->profile_types) {
            if (!first) out.put(',');
            first = false;
            out.put(type);
        }
        out.put('}');
    }
    if (x.rare->bare_deduplicated_name) {
        fields.gap();
        out.put("deduplicated_name=", x.rare->deduplicated_name);
    } else {
        fields.text("deduplicated_name", x.rare->deduplicated_name);
    }
    if (x.rare->preserve_layout) {
        fields.gap();
        out.put("preserve_layout=true");
    }
    fields.text("scheduling_name", x.scheduling_name);
    fields.number("stack_frame_id", x.stack_frame_id);
    if (x.rare->payload) {
        fields.gap();
        out.put("metadata_payload=\"", *x.rare->payload, '"');
    }
}

} // namespace ballast::print_detail

namespace ballast::inline v0 {

void print(sink& out, const ast::metadata& x, const ast::forms&)
{
    out.put('{');
    print_detail::put_fields(out, x);
    out.put('}');
}

} // namespace ballast::inline v0
