// Messages of protocol buffers as views: fields are looked up where they are needed, and nothing is built.
//
// All functions throw protozero::exception on malformed bytes. The survey of a file (proto/survey.hpp) walks through
// all messages first, so that this happens in one place.
#pragma once

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::proto {

using field_number = std::uint32_t;

// What a file breaks that no XLA would. Caught where a file is read.
struct refusal {
    std::string why;
};

class message {
public:
    message() = default;
    explicit message(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] std::string_view bytes() const { return bytes_; }
    [[nodiscard]] bool empty() const { return bytes_.empty(); }

    // The last value of a field: protocol buffers let later ones win. A value of another wire type is not a value.
    [[nodiscard]] std::optional<std::uint64_t> number(field_number field) const
    {
        std::optional<std::uint64_t> result;
        scan(field, protozero::pbf_wire_type::varint, [&](protozero::pbf_reader& at) { result = at.get_uint64(); });
        return result;
    }
    // A missing number is 0. Booleans and enumerators are numbers, too.
    [[nodiscard]] std::int64_t integer(field_number field, std::int64_t otherwise = 0) const
    {
        const auto found = number(field);
        return found ? static_cast<std::int64_t>(*found) : otherwise;
    }
    [[nodiscard]] bool flag(field_number field) const { return integer(field) != 0; }

    [[nodiscard]] std::optional<std::string_view> bytes_of(field_number field) const
    {
        std::optional<std::string_view> result;
        each(field, [&](std::string_view value) { result = value; });
        return result;
    }
    [[nodiscard]] std::string_view text(field_number field) const
    {
        return bytes_of(field).value_or(std::string_view());
    }
    [[nodiscard]] message child(field_number field) const { return message(text(field)); }
    [[nodiscard]] std::optional<message> find(field_number field) const
    {
        const auto found = bytes_of(field);
        return found ? std::optional(message(*found)) : std::nullopt;
    }
    [[nodiscard]] bool has(field_number field) const
    {
        protozero::pbf_reader at(bytes_.data(), bytes_.size());
        return at.next(field);
    }

    // Calls `take` with the bytes of each value of a field.
    template <typename Take>
    void each(field_number field, Take&& take) const
    {
        scan(field, protozero::pbf_wire_type::length_delimited, [&](protozero::pbf_reader& at) {
            const auto view = at.get_view();
            take(std::string_view(view.data(), view.size()));
        });
    }
    [[nodiscard]] std::vector<message> children(field_number field) const
    {
        std::vector<message> result;
        each(field, [&](std::string_view bytes) { result.emplace_back(bytes); });
        return result;
    }

    // Repeated numbers, packed or not.
    template <typename Take>
    void each_number(field_number field, Take&& take) const
    {
        protozero::pbf_reader at(bytes_.data(), bytes_.size());
        while (at.next(field)) {
            if (at.wire_type() == protozero::pbf_wire_type::varint) {
                take(at.get_uint64());
            } else if (at.wire_type() == protozero::pbf_wire_type::length_delimited) {
                const auto view = at.get_view();
                const char* from = view.data();
                const char* const end = from + view.size();
                while (from != end) take(protozero::decode_varint(&from, end));
            } else {
                at.skip();
            }
        }
    }
    [[nodiscard]] std::vector<std::int64_t> integers(field_number field) const
    {
        std::vector<std::int64_t> result;
        each_number(field, [&](std::uint64_t value) { result.push_back(static_cast<std::int64_t>(value)); });
        return result;
    }

    // Repeated numbers of a fixed width as they are stored, packed or not.
    template <typename Number, typename Take>
    void each_fixed(field_number field, Take&& take) const
    {
        constexpr auto wire =
            sizeof(Number) == 4 ? protozero::pbf_wire_type::fixed32 : protozero::pbf_wire_type::fixed64;
        protozero::pbf_reader at(bytes_.data(), bytes_.size());
        while (at.next(field)) {
            if (at.wire_type() == wire) {
                if constexpr (sizeof(Number) == 4)
                    take(at.get_fixed32());
                else
                    take(at.get_fixed64());
            } else if (at.wire_type() == protozero::pbf_wire_type::length_delimited) {
                const auto view = at.get_view();
                for (std::size_t i = 0; i + sizeof(Number) <= view.size(); i += sizeof(Number)) {
                    Number value = 0;
                    for (std::size_t byte = sizeof(Number); byte-- > 0;)
                        value = static_cast<Number>(value << 8) | static_cast<unsigned char>(view.data()[i + byte]);
                    take(value);
                }
            } else {
                at.skip();
            }
        }
    }

private:
    template <typename Take>
    void scan(field_number field, protozero::pbf_wire_type wire, Take&& take) const
    {
        protozero::pbf_reader at(bytes_.data(), bytes_.size());
        while (at.next(field)) {
            if (at.wire_type() == wire)
                take(at);
            else
                at.skip();
        }
    }

    std::string_view bytes_;
};

} // namespace ballast::inline v0::proto
