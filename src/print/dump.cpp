#include "ballast/print.hpp"

#include <array>

namespace ballast::inline v0 {

namespace {

using ast::value_line_form;

void print(sink& out, const ast::shape_index& x)
{
    out.put('{');
    bool first = true;
    for (const auto i : x) {
        if (!first) out.put(',');
        first = false;
        out.put(i);
    }
    out.put('}');
}

// `1.2KiB` is 12 KiB here, `1.50MiB` is 150 MiB.
void print(sink& out, const ast::human_size& x)
{
    static constexpr std::array<std::string_view, 7> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    const auto unit = units[static_cast<std::size_t>(x.unit)];
    switch (x.unit) {
    case ast::size_unit::bytes: out.put(x.count, unit); break;
    case ast::size_unit::kib: out.put(x.count / 10, '.', x.count % 10, unit); break;
    default: out.put(x.count / 100, '.', x.count / 10 % 10, x.count % 10, unit); break;
    }
}

// `pair[1](#8 @0)`, until 2019-05-17.
void print_v1(sink& out, const ast::value_name& x)
{
    out.put(x.name, '[');
    bool first = true;
    if (x.index)
        for (const auto i : *x.index) {
            if (!first) out.put(',');
            first = false;
            out.put(i);
        }
    out.put("](#", x.id);
    if (x.color) out.put(" @", *x.color);
    out.put(')');
}

// `7 PHI loop{0} @0`, 2019-05-17 to 2019-09-06.
void print_v2(sink& out, const ast::value_name& x)
{
    out.put(x.id, ' ');
    if (x.phi) out.put("PHI ");
    out.put(x.name);
    if (x.index) print(out, *x.index);
    out.put(" @", x.color.value_or(-1));
}

void print_positions(sink& out, const ast::list<ast::value_position>& positions)
{
    for (const auto& p : positions) {
        out.put("  ", p.name);
        if (p.index) {
            out.put(' ');
            print(out, *p.index);
        }
        out.put('\n');
    }
}

void print_uses(sink& out, const ast::list<ast::value_use>& uses)
{
    for (const auto& u : uses) {
        out.put("  ", u.name, ", operand ", u.operand);
        if (u.index) {
            out.put(' ');
            print(out, *u.index);
        }
        out.put('\n');
    }
}

// Inside an allocation: D2, D3.
void print_old(sink& out, const ast::value_detail& x)
{
    out.put(", positions:\n");
    print_positions(out, x.positions);
    out.put(" uses:\n");
    print_uses(out, x.uses);
}

void print(sink& out, const ast::value_detail& x, const ast::forms& forms)
{
    out.put(" positions:\n");
    print_positions(out, x.positions);
    if (!x.uses_initialized) {
        out.put(" uses are not initialized yet.\n");
        return;
    }
    out.put(" uses:\n");
    if (x.uses.empty() && forms.empty_uses == ast::empty_uses_form::none) out.put("  (none)\n");
    print_uses(out, x.uses);
}

void print_old_extent(sink& out, const ast::value_line& x, const ast::forms& forms)
{
    out.put(" [", x.offset, ',', x.size, "]: ");
    print(out, x.shape, forms);
}

void print_from(sink& out, const ast::used_value& x, const ast::forms& forms)
{
    if (!x.instruction) return;
    out.put(" from instruction:");
    if (forms.from_instruction != ast::from_form::tight) out.put(' ');
    print(out, *x.instruction, forms);
    if (forms.from_instruction != ast::from_form::glued) out.put('\n');
}

void print(sink& out, const ast::every_moment& x)
{
    out.put("  Live ranges at every moment:\n");
    for (const auto& row : x.rows) {
        out.put("    ", row.moment, ", ", row.bytes, " bytes: ");
        bool first = true;
        for (const auto name : row.names) {
            if (!first) out.put(',');
            first = false;
            out.put(name);
        }
        out.put('\n');
    }
}

// `41 943 072`
void print_grouped(sink& out, std::int64_t number)
{
    if (number >= 1000) {
        print_grouped(out, number / 1000);
        out.put(' ', static_cast<char>('0' + number / 100 % 10), static_cast<char>('0' + number / 10 % 10),
                static_cast<char>('0' + number % 10));
    } else {
        out.put(number);
    }
}

} // namespace

void print(sink& out, const ast::value_name& x, const ast::forms& forms)
{
    if (forms.value_lines == value_line_form::v1) return print_v1(out, x);
    if (forms.value_lines == value_line_form::v2) return print_v2(out, x);
    out.put('<', x.id, ' ', x.name);
    if (x.index) print(out, *x.index);
    if (x.phi) out.put(" (phi)");
    if (x.color) out.put(" @", *x.color);
    out.put('>');
}

void print(sink& out, const ast::value_line& x, const ast::forms& forms)
{
    switch (forms.value_lines) {
    case value_line_form::v1:
    case value_line_form::v2:
    case value_line_form::v3:
        out.put("  ");
        print(out, x.value, forms);
        if (x.detail) print_old(out, *x.detail);
        print_old_extent(out, x, forms);
        break;
    case value_line_form::unseen:
    case value_line_form::v4:
        out.put(" value: ");
        print(out, x.value, forms);
        out.put(" (size=", x.size, ",offset=", x.offset, "): ");
        print(out, x.shape, forms);
        break;
    }
}

void print_head(sink& out, const ast::allocation& x, const ast::forms& forms)
{
    out.put("allocation ", x.number, ": ");
    if (x.pointer) {
        std::array<char, 16> digits;
        std::size_t count = 0;
        auto rest = *x.pointer;
        do {
            digits[digits.size() - ++count] = "0123456789abcdef"[rest & 15];
            rest >>= 4;
        } while (rest != 0);
        out.put("0x", std::string_view(digits.data() + digits.size() - count, count), ", ");
    }
    out.put("size ", x.size);
    if (x.color != 0) out.put(", color ", x.color);
    if (x.page) out.put(", page ", *x.page);
    if (x.parameter) {
        out.put(", parameter ", x.parameter->number);
        if (x.parameter->unknown_shape) {
            out.put(", shape |<unknown shape>|");
        } else if (x.parameter->shape) {
            out.put(", shape |");
            print(out, *x.parameter->shape, forms);
            out.put('|');
        }
        out.put(" at ShapeIndex ");
        print(out, x.parameter->index);
    }
    if (x.output_shape) {
        out.put(", output shape is |");
        print(out, *x.output_shape, forms);
        out.put('|');
    }
    if (x.constant) out.put(", constant");
    if (x.thread_local_) out.put(", thread-local");
    if (x.maybe_live_out) out.put(", maybe-live-out");
    if (x.preallocated_temp) out.put(", preallocated-temp");
    out.put(':');
}

void print_total(sink& out, const ast::total& x)
{
    out.put("Total bytes used: ", x.bytes);
    if (!x.human) return;
    out.put(" (");
    print(out, *x.human);
    out.put(')');
}

void print(sink& out, const ast::allocation& x, const ast::forms& forms)
{
    print_head(out, x, forms);
    out.put('\n');
    for (const auto& value : x.values) {
        print(out, value, forms);
        out.put('\n');
    }
    for (const auto& reused : x.reused) print_reused(out, reused, &reused == x.reused.begin(), forms);
}

void print_reused(sink& out, const ast::reused_value& x, bool first, const ast::forms& forms)
{
    if (first) out.put(" reused by buffers of a different color:\n");
    out.put("  value: ");
    print(out, x.value, forms);
    out.put(" (color=", x.color, ")\n");
}

void print(sink& out, const ast::used_value& x, const ast::forms& forms)
{
    print(out, x.value, forms);
    out.put('\n');
    print(out, x.detail, forms);
    print_from(out, x, forms);
}

void print(sink& out, const ast::stack_trace& x, const ast::forms&)
{
    out.put("  Stack trace breakdown for peak usage: ");
    print_grouped(out, x.total);
    out.put(" bytes\n");
    std::size_t last_top = 0;
    for (std::size_t i = 0; i < x.rows.size(); ++i)
        if (x.rows[i].depth == 0) last_top = i;

    // The branch of the latest row at each depth decides about the rails below it.
    std::string rails;                // what stands left of the children at the current depth
    std::vector<std::size_t> lengths; // of `rails`, by depth
    for (std::size_t i = 0; i < x.rows.size(); ++i) {
        const auto& row = x.rows[i];
        const auto depth = static_cast<std::size_t>(row.depth);
        if (depth < lengths.size()) {
            rails.resize(lengths[depth]);
            lengths.resize(depth);
        }
        out.put("  ", rails);
        switch (row.branch) {
        case ast::branch::top: out.put("  "); break;
        case ast::branch::inner: out.put("├── "); break;
        case ast::branch::last: out.put("└── "); break;
        }
        out.put(row.label, " (", row.tenths / 10, '.', row.tenths % 10, "%, total: ");
        print_grouped(out, row.total);
        out.put(" bytes, current: ");
        print_grouped(out, row.current);
        out.put(" bytes, remaining: ");
        print_grouped(out, row.remaining);
        out.put(" bytes)\n");
        lengths.push_back(rails.size());
        const bool sibling_follows = depth == 0 ? i < last_top : row.branch == ast::branch::inner;
        rails += sibling_follows ? "│   " : "    ";
    }
}

void print(sink& out, const ast::sequence_row& x) { out.put("    ", x.number, ':', x.name, '\n'); }

void print(sink& out, const ast::live_range_row& x)
{
    out.put("    ", x.name);
    print(out, x.index);
    out.put(':', x.start, '-', x.end, '\n');
}

void print(sink& out, const ast::peak& x, const ast::forms& forms)
{
    out.put("  Live ranges at ", x.moment, " (peak):\n");
    for (const auto& row : x.rows) {
        out.put("    ", row.name);
        if (row.index) print(out, *row.index);
        out.put(": ", row.bytes, " bytes");
        if (row.cumulative) out.put(" (cumulative: ", *row.cumulative, " bytes)");
        out.put('\n');
    }
    if (x.stack_trace) print(out, *x.stack_trace, forms);
}

void print(sink& out, const ast::live_range& x, const ast::forms& forms)
{
    out.put("HloLiveRange (max ", x.max, "):\n  InstructionSequence:\n");
    for (const auto& row : x.sequence) print(out, row);
    out.put("  BufferLiveRange:\n");
    for (const auto& row : x.rows) print(out, row);
    if (const auto* peak = std::get_if<ast::peak>(&x.summary))
        print(out, *peak, forms);
    else if (const auto* moments = std::get_if<ast::every_moment>(&x.summary))
        print(out, *moments);
    else
        out.put("  Peak memory could not be determined due to unbounded dynamic shape.\n");
}

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
