#include "render/row_block.hpp"

#include <cstdint>
#include <cstring>
#include <variant>

namespace ballast::inline v0::render {

namespace {

// A cell is the number of its alternative, a number or the length of a text, and the text.
struct appends {
    std::string& to;

    void number(std::int64_t value) const
    {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        to.append(bytes, sizeof value);
    }
    void operator()(std::monostate) const {}
    void operator()(std::int64_t value) const { number(value); }
    void operator()(bool value) const { to += value ? '\1' : '\0'; }
    void operator()(std::string_view value) const
    {
        number(static_cast<std::int64_t>(value.size()));
        to += value;
    }
};

} // namespace

void append_row(std::span<const tables::cell> cells, std::string& to)
{
    for (const auto& cell : cells) {
        to += static_cast<char>(cell.index());
        std::visit(appends{to}, cell);
    }
}

bool row_reader::next()
{
    if (left_.empty()) return false;
    for (auto& cell : cells_) cell = take_cell();
    return true;
}

tables::cell row_reader::take_cell()
{
    switch (take(1)[0]) {
    case 1: return take_number();
    case 2: return take(1)[0] != 0;
    case 3: return take(static_cast<std::size_t>(take_number()));
    default: return {};
    }
}

std::string_view row_reader::take(std::size_t size)
{
    const auto result = left_.substr(0, size);
    left_.remove_prefix(size);
    return result;
}

std::int64_t row_reader::take_number()
{
    std::int64_t result = 0;
    std::memcpy(&result, take(sizeof result).data(), sizeof result);
    return result;
}

} // namespace ballast::inline v0::render
