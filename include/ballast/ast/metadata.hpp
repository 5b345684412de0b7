// The origin of an instruction in the source program (`hlo_op_metadata.cc`).
#pragma once

#include "ballast/ast/unknown_item.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::inline v0::ast {

// Fields of the metadata that few instructions have.
struct rare_metadata {
    list<std::int64_t> profile_types;        // 2020-11-04+: 1 window, 2 flag, 3 integer
    std::string_view deduplicated_name;      // 2023-03-14+
    bool bare_deduplicated_name = false;     // printed without quotes: 2023-03-14 to 2023-03-29
    bool preserve_layout = false;            // 2023-07-06 to 2025-01-08
    std::optional<std::string_view> payload; // 2026-06-02+
    list<unknown_item> unknown_items;        // fields

    bool operator==(const rare_metadata&) const = default;
    static constexpr auto members(auto m)
    {
        return m("rare_metadata", m("profile_types", &rare_metadata::profile_types),
                 m("deduplicated_name", &rare_metadata::deduplicated_name),
                 m("bare_deduplicated_name", &rare_metadata::bare_deduplicated_name),
                 m("preserve_layout", &rare_metadata::preserve_layout), m("payload", &rare_metadata::payload),
                 m("unknown_items", &rare_metadata::unknown_items));
    }
};

// `metadata={…}`: fields in a fixed order. Empty strings and zeros are not printed. Strings are kept escaped, as in the
// text; `unescaped` gives their bytes.
struct metadata {
    std::string_view op_type;
    std::string_view op_name;
    std::string_view source_file;
    std::int64_t source_line = 0;
    std::int64_t source_end_line = 0;   // 2025-07-30+
    std::int64_t source_column = 0;     // 2025-07-30+
    std::int64_t source_end_column = 0; // 2025-07-30+
    std::string_view scheduling_name;   // 2024-07-25+, never escaped
    std::int64_t stack_frame_id = 0;    // 2025-12-02+
    shared<rare_metadata> rare;

    bool operator==(const metadata&) const = default;
    static constexpr auto members(auto m)
    {
        return m("metadata", m("op_type", &metadata::op_type), m("op_name", &metadata::op_name),
                 m("source_file", &metadata::source_file), m("source_line", &metadata::source_line),
                 m("source_end_line", &metadata::source_end_line), m("source_column", &metadata::source_column),
                 m("source_end_column", &metadata::source_end_column), m("scheduling_name", &metadata::scheduling_name),
                 m("stack_frame_id", &metadata::stack_frame_id), m("rare", &metadata::rare));
    }
};

} // namespace ballast::inline v0::ast
