#include "ballast/print.hpp"

#include <string>
#include <vector>

namespace ballast::inline v0 {

namespace {

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

void print(sink& out, const ast::stack_trace& x, const ast::forms&)
{
    out.put("  Stack trace breakdown for peak usage: ");
    print_grouped(out, x.total);
    out.put(" bytes\n");
    std::size_t last_top = 0;
    for (std::size_t i = 0; i < x.rows.size(); ++i)
        if (x.rows[i].depth == 0) last_top = i;

    // The latest branch at each depth determines the rails below it.
    std::string rails;                // the text left of the children at the current depth
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

} // namespace ballast::inline v0
