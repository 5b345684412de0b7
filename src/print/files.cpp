#include "ballast/ast/records.hpp"
#include "ballast/print.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ballast::inline v0 {

void record_printer::frame_first(std::string_view name) { out_.put("*** Begin ", name, " ***\n"); }
void record_printer::frame_last(std::string_view name) { out_.put("\n*** End ", name, " ***\n"); }
void record_printer::assignment_head() { out_.put("BufferAssignment:\n"); }
void record_printer::used_values_head() { out_.put("\nUsed values:\n"); }
void record_printer::live_range_gap() { out_.put("\n\n"); }

void print(sink& out, const ast::dump& x)
{
    record_printer printer(out, x.forms);
    ast::emit_records(x, printer);
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

bool printed_comparison::compare(void* to, std::string_view bytes)
{
    auto& c = *static_cast<printed_comparison*>(to);
    const auto common = std::min(bytes.size(), c.left_.size());
    if (bytes.size() > c.left_.size() || std::memcmp(bytes.data(), c.left_.data(), common) != 0) {
        const auto at = static_cast<std::size_t>(
            std::mismatch(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(common), c.left_.begin()).first -
            bytes.begin());
        c.found_ = difference{c.offset_ + static_cast<std::int64_t>(at),
                              at < c.left_.size() ? static_cast<unsigned char>(c.left_[at]) : -1,
                              static_cast<unsigned char>(bytes[at])};
        return false;
    }
    c.left_.remove_prefix(bytes.size());
    c.offset_ += static_cast<std::int64_t>(bytes.size());
    return true;
}

std::optional<difference> printed_comparison::finish()
{
    out_.flush();
    if (!found_ && !left_.empty()) found_ = difference{offset_, static_cast<unsigned char>(left_[0]), -1};
    return found_;
}

std::optional<difference> compare_printed(const ast::tree& x, std::string_view text)
{
    printed_comparison comparison(text);
    print(comparison.out(), x);
    return comparison.finish();
}

} // namespace ballast::inline v0
