#include "ballast/print.hpp"

#include "ast/literal_writer.hpp"
#include "print/lists.hpp"

namespace ballast::inline v0 {

namespace {

using print_detail::put_list;

// The target of literal_writer.
class literal_sink {
public:
    explicit literal_sink(sink& out) : out_(out) {}
    template <typename... Pieces>
    void put(const Pieces&... pieces)
    {
        out_.put(pieces...);
    }
    [[nodiscard]] static bool more() { return true; }

private:
    sink& out_;
};

// Not inlined into print(): its variables would take stack at each level of a tuple.
[[gnu::noinline]] void put_array(sink& out, const ast::array_literal& array, const ast::forms& forms)
{
    literal_sink to(out);
    literal_writer<literal_sink>(to, array, forms.empty_literals == ast::empty_literal_form::one_blank).write();
}

} // namespace

void print(sink& out, const ast::literal& x, const ast::forms& forms)
{
    if (const auto* array = std::get_if<ast::array_literal>(&x.form)) {
        put_array(out, *array, forms);
    } else if (const auto* tuple = std::get_if<ast::tuple_literal>(&x.form)) {
        out.put("( ");
        put_list(out, tuple->parts, ", ", [&](const ast::literal& part) { print(out, part, forms); });
        out.put(" )");
    } else {
        out.put("{...}");
    }
}

void print(sink& out, const ast::shaped_literal& x, const ast::forms& forms)
{
    if (x.in_parentheses) out.put('(');
    if (const auto* array = std::get_if<ast::box<ast::literal_array>>(&x.form)) {
        const auto& a = **array;
        print(out, a.shape, forms);
        if (!a.dynamic_sizes.empty()) {
            out.put('(');
            put_list(out, a.dynamic_sizes, ",");
            out.put(')');
        }
        out.put(' ');
        print(out, a.value, forms);
    } else if (const auto* tuple = std::get_if<ast::literal_tuple>(&x.form)) {
        out.put("( ");
        put_list(out, tuple->parts, ", ", [&](const ast::shaped_literal& part) { print(out, part, forms); });
        out.put(" )");
    } else {
        out.put("token");
    }
    if (x.in_parentheses) out.put(')');
}

} // namespace ballast::inline v0
