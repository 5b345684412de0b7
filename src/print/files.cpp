#include "ballast/print.hpp"
#include "print/frame.hpp"
#include "print/value.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ballast::inline v0 {

void print(sink& out, const ast::dump& x)
{
    const bool combined = x.kind == ast::dump_kind::combined;
    print_detail::put_framed(out, x.frame, [&] {
        if (combined || x.kind == ast::dump_kind::assignment) {
            out.put("BufferAssignment:\n");
            for (const auto& a : x.allocations) print(out, a, x.forms);
        }
        if (combined || x.kind == ast::dump_kind::values) {
            if (x.total) print(out, *x.total, x.forms);
            if (combined && x.every_moment) print(out, *x.every_moment, x.forms);
            out.put("\nUsed values:\n");
            print_detail::put_used_values(out, x.used_values, x.forms);
        }
        if (const auto* ranges = x.ranges()) {
            if (combined) out.put("\n\n");
            print(out, *ranges, x.forms);
        }
        if (std::holds_alternative<ast::live_range_not_available>(x.live_range))
            out.put("HloLiveRange not available (finalized or constructed from proto)");
    });
}

namespace {

template <typename Tree>
std::string text_of(const Tree& x)
{
    return printed([&](sink& out) { print(out, x); });
}

} // namespace

std::string print(const ast::dump& x) { return text_of(x); }
std::string print(const ast::usage_report& x) { return text_of(x); }
std::string print(const ast::allocation_statistics& x) { return text_of(x); }
std::string print(const ast::oom_report& x) { return text_of(x); }
std::string print(const ast::buffer_info& x) { return text_of(x); }
std::string print(const ast::module_text& x) { return text_of(x); }
std::string print(const ast::tpu_report& x) { return text_of(x); }
std::string print(const ast::tpu_usage& x) { return text_of(x); }
std::string print(const ast::memory_message& x) { return text_of(x); }

void print(sink& out, const ast::tree& x)
{
    std::visit([&](const auto& held) { print(out, held); }, x);
}

void print(sink& out, const document& x)
{
    if (x.is_refused())
        print(out, x.tree(), placed_pieces(x));
    else
        print(out, x.tree());
}
std::string print(const document& x) { return text_of(x); }

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

// Compares printed pieces with a text as they arrive.
class printed_comparison {
public:
    explicit printed_comparison(std::string_view text) : left_(text) {}

    static bool compare(void* to, std::string_view bytes) { return static_cast<printed_comparison*>(to)->take(bytes); }
    // Call this after everything is printed.
    [[nodiscard]] std::optional<difference> finish() const
    {
        if (found_ || left_.empty()) return found_;
        return difference{offset_, static_cast<unsigned char>(left_[0]), -1};
    }

private:
    bool take(std::string_view bytes)
    {
        auto at = bytes.size();
        if (!left_.starts_with(bytes))
            at = static_cast<std::size_t>(std::ranges::mismatch(bytes, left_).in1 - bytes.begin());
        offset_ += static_cast<std::int64_t>(at);
        left_.remove_prefix(at);
        if (at == bytes.size()) return true;
        found_ = difference{offset_, left_.empty() ? -1 : static_cast<unsigned char>(left_[0]),
                            static_cast<unsigned char>(bytes[at])};
        return false;
    }

    std::string_view left_;
    std::int64_t offset_ = 0;
    std::optional<difference> found_;
};

} // namespace

std::optional<difference> compare_printed(const ast::tree& x, std::string_view text)
{
    printed_comparison comparison(text);
    sink out(printed_comparison::compare, &comparison);
    print(out, x);
    out.flush();
    return comparison.finish();
}

} // namespace ballast::inline v0
