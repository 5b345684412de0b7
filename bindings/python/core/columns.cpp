#include "columns.hpp"

#include <cassert>
#include <utility>

namespace ballast::python {

namespace {

void set_bit(std::vector<std::uint8_t>& bits, std::size_t at, bool value)
{
    if (at / 8 == bits.size()) bits.push_back(0);
    if (value) bits[at / 8] = static_cast<std::uint8_t>(bits[at / 8] | 1U << (at % 8));
}

void add(column& to, const cell& what)
{
    switch (to.kind) {
    case column_kind::integer: {
        const auto* number = std::get_if<std::int64_t>(&what);
        to.integers.push_back(number ? *number : -1);
        break;
    }
    case column_kind::boolean: {
        const auto* flag = std::get_if<bool>(&what);
        to.booleans.push_back(flag && *flag ? 1 : 0);
        break;
    }
    case column_kind::text:
        if (const auto* text = std::get_if<std::string_view>(&what)) to.bytes += *text;
        to.offsets.push_back(static_cast<std::int64_t>(to.bytes.size()));
        break;
    }
}

} // namespace

column_table::column_table(std::string name, std::initializer_list<heading> headings) : name_(std::move(name))
{
    for (const auto& next : headings) {
        auto& made = columns_.emplace_back();
        made.name = next.name;
        made.kind = next.kind;
    }
}

void column_table::add_row(std::initializer_list<cell> cells)
{
    assert(cells.size() == columns_.size());
    auto to = columns_.begin();
    for (const auto& what : cells) {
        const bool known = !std::holds_alternative<std::monostate>(what);
        set_bit(to->known, rows_, known);
        if (!known) ++to->unknown;
        add(*to, what);
        ++to;
    }
    ++rows_;
}

void column_table::finish()
{
    for (auto& column : columns_)
        for (std::size_t i = 0; i < column.booleans.size(); ++i) set_bit(column.true_bits, i, column.booleans[i] != 0);
}

} // namespace ballast::python
