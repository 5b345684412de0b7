#include "files/tar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace ballast::inline v0::files {

namespace {

constexpr std::size_t block = 512;
constexpr std::size_t longest_plain_name = 100;
constexpr std::uint64_t largest_plain_size = std::uint64_t{1} << 33; // 11 octal digits
constexpr std::int64_t date_of_all = 946684800;                      // 2000-01-01; tar warns about 1970

// The places of the fields in a header.
struct field {
    std::size_t at;
    std::size_t size;
};
constexpr field name_field{0, 100};
constexpr field mode_field{100, 8};
constexpr field owner_field{108, 8};
constexpr field group_field{116, 8};
constexpr field size_field{124, 12};
constexpr field date_field{136, 12};
constexpr field sum_field{148, 8};
constexpr field type_field{156, 1};
constexpr field magic_field{257, 8};

class header {
public:
    void put(field where, std::string_view text)
    {
        std::ranges::copy(text.substr(0, where.size), bytes_.begin() + static_cast<std::ptrdiff_t>(where.at));
    }
    // Octal digits and a NUL.
    void put(field where, std::uint64_t number) { put(where, fmt::format("{:0{}o}", number, where.size - 1)); }
    // The sum counts its own field as blanks.
    void put_sum()
    {
        put(sum_field, "        ");
        const auto sum = std::accumulate(bytes_.begin(), bytes_.end(), 0U,
                                         [](unsigned all, char c) { return all + static_cast<unsigned char>(c); });
        put(sum_field, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
    }
    [[nodiscard]] std::string_view view() const { return {bytes_.data(), bytes_.size()}; }

private:
    std::array<char, block> bytes_{};
};

// `27 path=a/long/name.txt\n`: the number is the length of the whole record.
std::string pax_record(std::string_view key, std::string_view value)
{
    const auto rest = fmt::format(" {}={}\n", key, value);
    auto size = rest.size();
    while (fmt::formatted_size("{}", size) + rest.size() != size) size = fmt::formatted_size("{}", size) + rest.size();
    return fmt::format("{}{}", size, rest);
}

} // namespace

void tar_writer::add(std::string_view name, std::string_view text)
{
    std::string more;
    if (name.size() > longest_plain_name) more += pax_record("path", name);
    if (text.size() >= largest_plain_size) more += pax_record("size", std::to_string(text.size()));
    if (!more.empty()) add("pax_header", more, 'x');
    add(name, text, '0');
}

void tar_writer::finish() { pad(2 * block); }

void tar_writer::add(std::string_view name, std::string_view text, char type)
{
    header head;
    head.put(name_field, name);
    head.put(mode_field, 0644);
    head.put(owner_field, 0);
    head.put(group_field, 0);
    head.put(size_field, text.size() < largest_plain_size ? text.size() : 0);
    head.put(date_field, date_of_all);
    head.put(type_field, std::string_view(&type, 1));
    head.put(magic_field, std::string_view("ustar\00000", magic_field.size));
    head.put_sum();
    take_(head.view());
    take_(text);
    pad((block - text.size() % block) % block);
}

void tar_writer::pad(std::size_t size) { take_(std::string(size, '\0')); }

} // namespace ballast::inline v0::files
