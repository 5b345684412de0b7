#include "proto/survey.hpp"

#include "proto/wire.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::inline v0::proto {

namespace {

constexpr std::size_t most_numbers = 128;
constexpr std::uint16_t no_row = 0xffff;

// For each kind of message and each number, the row of the field.
constexpr auto row_numbers = [] {
    std::array<std::array<std::uint16_t, most_numbers>, message_kinds> result{};
    for (auto& of_kind : result) of_kind.fill(no_row);
    for (std::size_t i = 0; i < std::size(field_rows); ++i)
        result[static_cast<std::size_t>(field_rows[i].of)][field_rows[i].number] = static_cast<std::uint16_t>(i);
    return result;
}();

const field_row* row_of(message_kind kind, field_number number)
{
    if (number >= most_numbers) return nullptr;
    const auto found = row_numbers[static_cast<std::size_t>(kind)][number];
    return found == no_row ? nullptr : &field_rows[found];
}

class surveyor {
public:
    survey run(std::string_view bytes, message_kind what)
    {
        walk(bytes, what, 0);
        return std::move(made_);
    }

private:
    // A field of another wire type than its row says is as unknown as one without a row.
    static bool fits(const field_row& row, protozero::pbf_wire_type wire)
    {
        using enum protozero::pbf_wire_type;
        switch (row.type.as) {
        case wire::varint: return wire == varint || wire == length_delimited;
        case wire::fixed32: return wire == fixed32 || wire == length_delimited;
        case wire::fixed64: return wire == fixed64 || wire == length_delimited;
        case wire::bytes:
        case wire::holds: return wire == length_delimited;
        }
        return false;
    }

    void walk(std::string_view bytes, message_kind what, int level)
    {
        if (level > most_levels) {
            made_.problem = "is nested too deeply";
            return;
        }
        protozero::pbf_reader at(bytes.data(), bytes.size());
        while (made_.problem.empty() && at.next()) {
            const auto* row = row_of(what, at.tag());
            if (!row || !fits(*row, at.wire_type())) {
                ++made_.unknown;
                at.skip();
                continue;
            }
            made_.youngest_first = std::max(made_.youngest_first, row->first);
            made_.oldest_last = std::min(made_.oldest_last, row->last);
            if (at.wire_type() != protozero::pbf_wire_type::length_delimited) {
                at.skip();
                continue;
            }
            const auto view = at.get_view();
            if (row->type.as == wire::holds)
                walk({view.data(), view.size()}, row->type.held, level + 1);
            else if (row->type.as == wire::varint)
                walk_packed(view.data(), view.data() + view.size());
        }
    }

    static void walk_packed(const char* from, const char* end)
    {
        while (from != end) protozero::decode_varint(&from, end);
    }

    survey made_;
};

} // namespace

survey survey_of(std::string_view bytes, message_kind what)
{
    try {
        return surveyor().run(bytes, what);
    } catch (const protozero::exception& error) {
        survey result;
        result.problem = std::string("is damaged: ") + error.what();
        return result;
    }
}

} // namespace ballast::inline v0::proto
