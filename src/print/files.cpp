#include "ballast/print.hpp"

#include <algorithm>
#include <cstring>

namespace ballast::inline v0 {

namespace {

void print_used_values(sink& out, const ast::dump& x)
{
    out.put("Used values:\n");
    // Older value lines have names of their own; entries never had.
    for (const auto& value : x.used_values) print(out, value, x.forms);
}

void print_content(sink& out, const ast::dump& x)
{
    if (x.kind == ast::dump_kind::assignment || x.kind == ast::dump_kind::combined) {
        out.put("BufferAssignment:\n");
        for (const auto& allocation : x.allocations) print(out, allocation, x.forms);
    }
    if (x.kind == ast::dump_kind::combined) {
        out.put('\n');
        if (x.total) {
            print_total(out, *x.total);
            out.put('\n');
            if (x.every_moment) print(out, *x.every_moment, x.forms);
            out.put('\n');
        }
        print_used_values(out, x);
    }
    if (x.kind == ast::dump_kind::values) {
        out.put('\n');
        if (x.total) print_total(out, *x.total);
        out.put("\n\n");
        print_used_values(out, x);
    }
    if (const auto* ranges = x.ranges()) {
        if (x.kind == ast::dump_kind::combined) out.put("\n\n");
        print(out, *ranges, x.forms);
    } else if (std::holds_alternative<ast::live_range_not_available>(x.live_range)) {
        out.put("HloLiveRange not available (finalized or constructed from proto)");
    }
}

} // namespace

void print(sink& out, const ast::dump& x)
{
    if (!x.frame) return print_content(out, x);
    out.put("*** Begin ", *x.frame, " ***\n");
    print_content(out, x);
    out.put("\n*** End ", *x.frame, " ***\n");
}

std::string print(const ast::dump& x)
{
    return printed([&](sink& out) { print(out, x); });
}

std::string print(const document& x) { return print(x.dump()); }

std::string print(const fragment& x)
{
    return printed([&](sink& out) {
        std::visit(
            [&](const auto& node) {
                using node_type = std::remove_cvref_t<decltype(node)>;
                if constexpr (std::is_same_v<node_type, ast::allocation>)
                    print_head(out, node, x.forms());
                else if constexpr (std::is_same_v<node_type, ast::attribute>)
                    x.with_key() ? print(out, node, x.forms()) : print_value(out, node, x.forms());
                else if constexpr (std::is_same_v<node_type, ast::metadata>)
                    out.put(std::string_view(x.with_key() ? "metadata=" : "")), print(out, node, x.forms());
                else
                    print(out, node, x.forms());
            },
            x.node());
    });
}

namespace {

struct comparison {
    std::string_view left;
    std::int64_t offset = 0;
    std::optional<difference> found;
};

bool compare(void* to, std::string_view bytes)
{
    auto& c = *static_cast<comparison*>(to);
    const auto common = std::min(bytes.size(), c.left.size());
    if (bytes.size() > c.left.size() || std::memcmp(bytes.data(), c.left.data(), common) != 0) {
        const auto at = static_cast<std::size_t>(
            std::mismatch(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(common), c.left.begin()).first -
            bytes.begin());
        c.found = difference{c.offset + static_cast<std::int64_t>(at),
                             at < c.left.size() ? static_cast<unsigned char>(c.left[at]) : -1,
                             static_cast<unsigned char>(bytes[at])};
        return false;
    }
    c.left.remove_prefix(bytes.size());
    c.offset += static_cast<std::int64_t>(bytes.size());
    return true;
}

} // namespace

std::optional<difference> compare_printed(const ast::dump& x, std::string_view text)
{
    comparison c{text, 0, {}};
    sink out(compare, &c);
    print(out, x);
    out.flush();
    if (!c.found && !c.left.empty()) c.found = difference{c.offset, static_cast<unsigned char>(c.left[0]), -1};
    return c.found;
}

} // namespace ballast::inline v0
