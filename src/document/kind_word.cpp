#include "ballast/kind_word.hpp"

#include "ballast/era.hpp"
#include "ballast/tpu_era.hpp"

namespace ballast::inline v0 {

namespace {

std::string_view word_of(const ast::dump& dump) { return dump.frame ? "framed" : kind_word(dump.kind); }
std::string_view word_of(const ast::usage_report& report) { return report.frame ? "framed" : "memory-usage-report"; }
std::string_view word_of(const ast::oom_report&) { return "out-of-memory"; }
std::string_view word_of(const ast::allocation_statistics&) { return "statistics"; }
std::string_view word_of(const ast::buffer_info&) { return "buffer-info"; }
std::string_view word_of(const ast::module_text&) { return "module-text"; }
std::string_view word_of(const ast::tpu_report&) { return "tpu-out-of-memory"; }
std::string_view word_of(const ast::tpu_usage&) { return "tpu-memory"; }
std::string_view word_of(const ast::memory_message&) { return "memory-message"; }

} // namespace

std::string_view kind_word(ast::dump_kind kind)
{
    switch (kind) {
    case ast::dump_kind::assignment: return "assignment";
    case ast::dump_kind::combined: return "combined";
    case ast::dump_kind::values: return "values";
    case ast::dump_kind::live_range: return "live-range";
    }
    return "";
}

std::string_view kind_word(const ast::tree& tree)
{
    return std::visit([](const auto& held) { return word_of(held); }, tree);
}

std::string era_word(const document& read)
{
    if (read.tpu_usage()) return era_text(tpu_eras{});
    const auto* const report = read.tpu_report();
    if (!report) return date(read.witnesses()).possible.to_string();
    const auto eras = eras_of(*report);
    return eras ? era_text(*eras) : "forms of several TPU eras";
}

} // namespace ballast::inline v0
