#include "print/metadata.hpp"

#include "ballast/print.hpp"

namespace ballast::print_detail {

namespace {

// The fields of metadata, separated by blanks, with the unknown ones between them.
class field_list {
public:
    field_list(sink& out, const ast::list<ast::unknown_item>& unknown) : out_(out), unknown_(unknown) { put_unknown(); }

    template <std::size_t N>
    void text(const char (&key)[N], std::string_view value)
    {
        if (value.empty()) return;
        field([&] { out_.put(key, "=\"", value, '"'); });
    }
    template <std::size_t N>
    void number(const char (&key)[N], std::int64_t value)
    {
        if (value == 0) return;
        field([&] { out_.put(key, '=', value); });
    }
    template <typename Put>
    void field(Put put)
    {
        gap();
        put();
        ++known_;
        put_unknown();
    }

private:
    void gap()
    {
        if (!first_) out_.put(' ');
        first_ = false;
    }
    void put_unknown()
    {
        for (; next_ < unknown_.size() && unknown_[next_].after <= known_; ++next_) {
            gap();
            out_.put(unknown_[next_].text);
        }
    }

    sink& out_;
    const ast::list<ast::unknown_item>& unknown_;
    std::size_t next_ = 0;
    std::int64_t known_ = 0;
    bool first_ = true;
};

void put_profile_types(sink& out, const ast::list<std::int64_t>& types)
{
    out.put("profile_type={");
    bool first = true;
    for (const auto type : types) {
        if (!first) out.put(',');
        first = false;
        out.put(type);
    }
    out.put('}');
}

} // namespace

void put_fields(sink& out, const ast::metadata& x)
{
    const auto& rare = *x.rare;
    field_list fields(out, rare.unknown_items);
    fields.text("op_type", x.op_type);
    fields.text("op_name", x.op_name);
    fields.text("source_file", x.source_file);
    fields.number("source_line", x.source_line);
    fields.number("source_end_line", x.source_end_line);
    fields.number("source_column", x.source_column);
    fields.number("source_end_column", x.source_end_column);
    if (!rare.profile_types.empty()) fields.field([&] { put_profile_types(out, rare.profile_types); });
    if (rare.bare_deduplicated_name)
        fields.field([&] { out.put("deduplicated_name=", rare.deduplicated_name); });
    else
        fields.text("deduplicated_name", rare.deduplicated_name);
    if (rare.preserve_layout) fields.field([&] { out.put("preserve_layout=true"); });
    fields.text("scheduling_name", x.scheduling_name);
    fields.number("stack_frame_id", x.stack_frame_id);
    if (rare.payload) fields.field([&] { out.put("metadata_payload=\"", *rare.payload, '"'); });
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
