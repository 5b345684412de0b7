#include "answers.hpp"

namespace ballast::wasm {

std::span<const question_kind> question_kinds()
{
    static constexpr question_kind all[]{
        {"convert", answer_convert}, {"diff", answer_diff, true}, {"explain", answer_explain},
        {"export", answer_export},   {"files", answer_files},     {"json", answer_json},
        {"print", answer_print},     {"report", answer_report},   {"show", answer_show},
        {"summary", answer_summary}, {"text", answer_text},       {"validate", answer_validate},
    };
    return all;
}

} // namespace ballast::wasm
