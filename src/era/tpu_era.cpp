#include "ballast/tpu_era.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::inline v0 {

namespace {

using enum tpu_era;
using report = ast::tpu_report;

const ast::tpu_lead* lead_of(const report& x)
{
    return x.by_space() && x.by_space()->lead ? &*x.by_space()->lead : nullptr;
}
const ast::tpu_total* total_of(const report& x)
{
    return x.by_space() && x.by_space()->total ? &*x.by_space()->total : nullptr;
}

template <typename Test>
bool any_row(const report& x, Test test)
{
    return x.by_space() && x.by_space()->program && std::ranges::any_of(x.by_space()->program->rows, test);
}
template <typename Test>
bool any_block(const report& x, Test test)
{
    return x.by_space() && std::ranges::any_of(x.by_space()->allocations.blocks, test);
}
template <typename Test>
bool any_source(const report& x, Test test)
{
    return any_block(x, [&](const ast::tpu_block& b) { return b.source && test(*b.source); });
}

template <typename Message>
bool is_message(const report& x)
{
    return std::holds_alternative<Message>(x.message);
}

bool is_long(std::string_view label)
{
    constexpr auto longest = ast::tpu_label::longest + ast::tpu_label::cut_mark.size();
    return label.size() > longest || label.find('\n') != std::string_view::npos;
}

// clang-format off
constexpr std::array forms{
    tpu_form{"list without sizes", {a, a}, [](const report& x) { return x.bare() != nullptr; }},
    tpu_form{"`Compilation failure:` before a report", {a, a},
             [](const report& x) { return lead_of(x) && x.failure == ast::tpu_failure::compilation_failure; }},
    tpu_form{"report without words before its first line", {a, b},
             [](const report& x) { return lead_of(x) && x.failure == ast::tpu_failure::unnamed; }},
    tpu_form{"arguments of unknown size", {a, a},
             [](const report& x) { return total_of(x) && !total_of(x)->arguments; }},
    tpu_form{"output of unknown size", {a, a}, [](const report& x) { return total_of(x) && !total_of(x)->output; }},
    tpu_form{"utilization without sizes", {a, a},
             [](const report& x) { return any_row(x, [](const auto& r) { return r.utilization && !r.utilization->padding; }); }},
    tpu_form{"utilization with sizes", {b, e},
             [](const report& x) { return any_row(x, [](const auto& r) { return r.utilization && r.utilization->padding; }); }},
    tpu_form{"`Resource exhausted`", {a, b}, [](const report& x) { return x.status.word == "Resource exhausted"; }},
    tpu_form{"label with `%`", {a, b},
             [](const report& x) { return any_block(x, [](const auto& b) { return b.label.text.starts_with('%'); }); }},
    tpu_form{"label that is cut", {a, c},
             [](const report& x) { return any_block(x, [](const auto& b) { return b.label.cut(); }); }},
    tpu_form{"long label, or label of several lines", {d, e},
             [](const report& x) { return any_block(x, [](const auto& b) { return is_long(b.label.text); }); }},
    tpu_form{"`XLA:TPU compile permanent error.`", {c, e},
             [](const report& x) { return x.failure == ast::tpu_failure::permanent_error; }},
    tpu_form{"`overlays`", {c, e},
             [](const report& x) { return any_row(x, [](const auto& r) { return r.owner == ast::tpu_owner::overlays; }); }},
    tpu_form{"`Tag:`", {d, e},
             [](const report& x) { return any_block(x, [](const auto& b) { return b.array && b.array->tag; }); }},
    tpu_form{"`source_end_line`", {d, e},
             [](const report& x) { return any_source(x, [](const auto& s) { return s.source_end_line != 0; }); }},
    tpu_form{"`stack_frame_id`", {d, e},
             [](const report& x) { return any_source(x, [](const auto& s) { return s.stack_frame_id != 0; }); }},
    tpu_form{"error code", {e, e}, [](const report& x) { return x.status.code.has_value(); }},
    tpu_form{"list of arguments and outputs", {e, e},
             [](const report& x) { return x.by_space() && !x.by_space()->arguments.blocks.empty(); }},
    tpu_form{"page about the error", {e, e}, [](const report& x) { return x.status.link.has_value(); }},
    tpu_form{"stack in scoped memory", {c, e}, [](const report& x) { return x.stack() != nullptr; }},
    tpu_form{"allocation larger than its memory", {c, e}, [](const report& x) { return x.large() != nullptr; }},
    tpu_form{"`, scoped`", {e, e}, [](const report& x) { return x.large() && x.large()->scoped; }},
    tpu_form{"temporaries alone", {e, e}, [](const report& x) { return is_message<ast::tpu_temporaries>(x); }},
    tpu_form{"use by TensorCore and SparseCore", {e, e}, [](const report& x) { return is_message<ast::tpu_cores>(x); }},
    tpu_form{"SparseCore allocation", {e, e}, [](const report& x) { return x.sparse_core() != nullptr; }},
    tpu_form{"early abort", {c, d}, [](const report& x) { return is_message<ast::tpu_early_abort>(x); }},
};
// clang-format on

constexpr std::string_view letters = "ABCDE";

} // namespace

std::string era_text(const tpu_eras& eras)
{
    std::string result = "TPU ";
    result += letters[static_cast<std::size_t>(eras.first)];
    if (eras.last != eras.first) result.append("..").append(1, letters[static_cast<std::size_t>(eras.last)]);
    return result;
}

std::span<const tpu_form> tpu_forms() { return forms; }

std::optional<tpu_eras> eras_of(const ast::tpu_report& report)
{
    tpu_eras result;
    for (const auto& form : forms) {
        if (!form.shown(report)) continue;
        result.first = std::max(result.first, form.eras.first);
        result.last = std::min(result.last, form.eras.last);
    }
    if (result.first > result.last) return std::nullopt;
    return result;
}

} // namespace ballast::inline v0
