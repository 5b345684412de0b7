// Whole dumps: their sections, and the files that contain them.
#pragma once

#include "ballast/ast/allocation.hpp"
#include "ballast/ast/allocation_statistics.hpp"
#include "ballast/ast/buffer_info.hpp"
#include "ballast/ast/forms.hpp"
#include "ballast/ast/live_range.hpp"
#include "ballast/ast/memory_message.hpp"
#include "ballast/ast/module_text.hpp"
#include "ballast/ast/oom_report.hpp"
#include "ballast/ast/total.hpp"
#include "ballast/ast/tpu_report.hpp"
#include "ballast/ast/tpu_usage.hpp"
#include "ballast/ast/usage_report.hpp"
#include "ballast/ast/value.hpp"

#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// The kinds of files. `assignment` has only allocations (D0 to D3, D19+), `combined` has all sections (D4 to D18),
// `values` and `live_range` are the other two files since D19.
enum class dump_kind : std::uint8_t { assignment, combined, values, live_range };

struct dump {
    std::optional<std::string_view> frame; // NAME of `*** Begin NAME ***`
    dump_kind kind = dump_kind::combined;
    list<allocation> allocations;      // assignment, combined
    std::optional<ast::total> total;   // values, and combined since D5
    box<ast::live_range> every_moment; // combined, in D7
    list<used_value> used_values;      // values, combined
    std::variant<std::monostate, box<ast::live_range>, live_range_not_available> live_range;
    ast::forms forms;

    bool operator==(const dump&) const = default;

    // The live ranges, or null.
    [[nodiscard]] const ast::live_range* ranges() const
    {
        const auto* found = std::get_if<box<ast::live_range>>(&live_range);
        return found ? found->get() : nullptr;
    }
    static constexpr auto members(auto m)
    {
        return m("dump", m("frame", &dump::frame), m("kind", &dump::kind), m("allocations", &dump::allocations),
                 m("total", &dump::total), m("every_moment", &dump::every_moment), m("used_values", &dump::used_values),
                 m("live_range", &dump::live_range), m("forms", &dump::forms));
    }
};

// The content of a text: a dump, or another file that XLA writes.
using tree = std::variant<dump, usage_report, oom_report, allocation_statistics, buffer_info, module_text, tpu_report,
                          tpu_usage, memory_message>;

} // namespace ballast::inline v0::ast
