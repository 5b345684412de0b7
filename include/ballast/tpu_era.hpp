// Dates reports of the TPU compiler. Its source is closed: these eras come from many texts and are independent of the
// commits of XLA that date all other files.
#pragma once

#include "ballast/ast/tpu_report.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ballast::inline v0 {

// a: 2018 to 2019, b: 2020 to 2021, c: 2022 to 2025-03, d: since 2025-09, e: since 2026-03. The last two overlap.
enum class tpu_era : std::uint8_t { a, b, c, d, e };

struct tpu_eras {
    tpu_era first = tpu_era::a;
    tpu_era last = tpu_era::e;

    friend bool operator==(const tpu_eras&, const tpu_eras&) = default;
};

// `TPU D..E`, or `TPU C` for one.
BALLAST_API std::string era_text(const tpu_eras& eras);

// A form of the report, the eras that show it, and whether a report has it.
struct tpu_form {
    std::string_view name;
    tpu_eras eras;
    bool (*shown)(const ast::tpu_report& report);
};
BALLAST_API std::span<const tpu_form> tpu_forms();

// The eras of all forms of the report. Empty if no era shows all of them.
BALLAST_API std::optional<tpu_eras> eras_of(const ast::tpu_report& report);

} // namespace ballast::inline v0
