// How much a program takes of each memory space of a TPU, as its compiler prints it: `Total hbm usage >= 34.82G:`.
#pragma once

#include "ballast/ast/total.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// `Output size 4.80G; shares 0B with arguments.`
struct tpu_output {
    human_size size;
    human_size shared;

    bool operator==(const tpu_output&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_output", m("size", &tpu_output::size), m("shared", &tpu_output::shared));
    }
};

// `Total hbm usage >= 34.82G:` and the rows below it. Sizes that are missing are printed as unknown.
struct tpu_total {
    std::string_view space;
    human_size usage;
    human_size reserved;
    std::optional<human_size> program;
    std::optional<human_size> arguments;
    std::optional<tpu_output> output;

    bool operator==(const tpu_total&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_total", m("space", &tpu_total::space), m("usage", &tpu_total::usage),
                 m("reserved", &tpu_total::reserved), m("program", &tpu_total::program),
                 m("arguments", &tpu_total::arguments), m("output", &tpu_total::output));
    }
};

// Who needs an allocation, in the order in which rows are printed.
enum class tpu_owner : std::uint8_t { reserved, global, scoped, hlo_temp, overlays };
BALLAST_API std::string_view spelling(tpu_owner owner);

// `Unpadded (9.40G) Padded (15.44G)`
struct tpu_padding {
    human_size unpadded;
    human_size padded;

    bool operator==(const tpu_padding&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_padding", m("unpadded", &tpu_padding::unpadded), m("padded", &tpu_padding::padded));
    }
};

// How well temporary memory is used. Percentages are tenths: 609 for 60.9%.
struct tpu_utilization {
    std::int64_t utilized = 0;
    std::optional<tpu_padding> padding; // since about 2020
    std::int64_t fragmentation = 0;
    human_size fragmented;

    bool operator==(const tpu_utilization&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_utilization", m("utilized", &tpu_utilization::utilized), m("padding", &tpu_utilization::padding),
                 m("fragmentation", &tpu_utilization::fragmentation), m("fragmented", &tpu_utilization::fragmented));
    }
};

struct tpu_row {
    tpu_owner owner = tpu_owner::hlo_temp;
    human_size size;
    std::optional<tpu_utilization> utilization; // of temporary memory

    bool operator==(const tpu_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_row", m("owner", &tpu_row::owner), m("size", &tpu_row::size),
                 m("utilization", &tpu_row::utilization));
    }
};

// `Program hbm requirement 15.45G:` and its rows; there are no rows if it is 0B.
struct tpu_program {
    std::string_view space;
    human_size requirement;
    list<tpu_row> rows;

    bool operator==(const tpu_program&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_program", m("space", &tpu_program::space), m("requirement", &tpu_program::requirement),
                 m("rows", &tpu_program::rows));
    }
};

// `XLA::TPU program HBM usage: 614.78M / 15.75G`; `(1 parameters)` follows for SMEM.
struct tpu_share {
    std::string_view space; // in capitals
    human_size used;
    human_size capacity;
    std::optional<std::int64_t> parameters;

    bool operator==(const tpu_share&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_share", m("space", &tpu_share::space), m("used", &tpu_share::used),
                 m("capacity", &tpu_share::capacity), m("parameters", &tpu_share::parameters));
    }
};

struct tpu_section {
    position at;
    std::variant<tpu_share, tpu_total, tpu_program> form;

    bool operator==(const tpu_section&) const = default;
    static constexpr auto members(auto m)
    {
        return m("tpu_section", m("at", &tpu_section::at), m("form", &tpu_section::form));
    }
};

// What the compiler logs of a program that fits.
struct tpu_usage {
    list<tpu_section> sections; // at least one

    bool operator==(const tpu_usage&) const = default;
    static constexpr auto members(auto m) { return m("tpu_usage", m("sections", &tpu_usage::sections)); }
};

} // namespace ballast::inline v0::ast
