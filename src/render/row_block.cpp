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

class reader {
public:
    explicit reader(std::string_view bytes) : left_(bytes) {}

    [[nodiscard]] bool at_end() const { return left_.empty(); }
    tables::cell cell()
    {
        switch (take(1)[0]) {
        case 1: return number();
        case 2: return take(1)[0] != 0;
        case 3: return take(static_cast<std::size_t>(number()));
        default: return {};
        }
    }

private:
    std::string_view take(std::size_t size)
    {
        const auto result = left_.substr(0, size);
        left_.remove_prefix(size);
        return result;
    }
    std::int64_t number()
    {
        std::int64_t result = 0;
        std::memcpy(&result, take(sizeof result).data(), sizeof result);
        return result;
    }

    std::string_view left_;
};

} // namespace

void append_row(std::span<const tables::cell> cells, std::string& to)
{
    for (const auto& cell : cells) {
        to += static_cast<char>(cell.index());
        std::visit(appends{to}, cell);
    }
}

void for_each_row(std::string_view rows, std::size_t columns,
                  const std::function<bool(std::span<const tables::cell>)>& take)
{
    std::vector<tables::cell> cells(columns);
    for (reader from(rows); !from.at_end();) {
        for (auto& cell : cells) cell = from.cell();
        if (!take(cells)) return;
    }
}

} // namespace ballast::inline v0::render
