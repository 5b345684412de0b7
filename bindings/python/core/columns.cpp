#include "columns.hpp"

#include <variant>

namespace ballast::python {

namespace {

void set_bit(std::vector<std::uint8_t>& bits, std::size_t at, bool value)
{
    if (at / 8 == bits.size()) bits.push_back(0);
    if (value) bits[at / 8] = static_cast<std::uint8_t>(bits[at / 8] | 1U << (at % 8));
}

void add(column& to, const tables::cell& what)
{
    switch (to.info->type) {
    case tables::cell_type::integer: {
        const auto* number = std::get_if<std::int64_t>(&what);
        to.integers.push_back(number ? *number : -1);
        break;
    }
    case tables::cell_type::boolean: {
        const auto* flag = std::get_if<bool>(&what);
        to.booleans.push_back(flag && *flag ? 1 : 0);
        break;
    }
    case tables::cell_type::text:
        if (const auto* text = std::get_if<std::string_view>(&what)) to.bytes += *text;
        to.offsets.push_back(static_cast<std::int64_t>(to.bytes.size()));
        break;
    }
}

} // namespace

column_table::column_table(const tables::table_info& info) : info_(info)
{
    for (const auto& next : info.columns) columns_.emplace_back().info = &next;
}

void column_table::add_row(std::span<const tables::cell> cells)
{
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const bool known = !std::holds_alternative<std::monostate>(cells[i]);
        set_bit(columns_[i].known, rows_, known);
        if (!known) ++columns_[i].unknown;
        add(columns_[i], cells[i]);
    }
    ++rows_;
}

void column_table::finish()
{
    for (auto& column : columns_)
        for (std::size_t i = 0; i < column.booleans.size(); ++i) set_bit(column.true_bits, i, column.booleans[i] != 0);
}

} // namespace ballast::python
