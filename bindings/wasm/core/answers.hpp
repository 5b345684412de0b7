// The questions. Each has the answer of the command of the same name.
#pragma once

#include "session.hpp"

#include <span>
#include <string_view>

namespace ballast::wasm {

struct question_kind {
    std::string_view name;
    void (*answer)(session& of, session* other, const question& asked, wasm::answer& to);
    bool of_two = false; // needs a second session
};
std::span<const question_kind> question_kinds();

// One file per group of questions.
void answer_files(session& of, session* other, const question& asked, answer& to);
void answer_text(session& of, session* other, const question& asked, answer& to);
void answer_validate(session& of, session* other, const question& asked, answer& to);
void answer_explain(session& of, session* other, const question& asked, answer& to);
void answer_show(session& of, session* other, const question& asked, answer& to);
void answer_summary(session& of, session* other, const question& asked, answer& to);
void answer_report(session& of, session* other, const question& asked, answer& to);
void answer_diff(session& of, session* other, const question& asked, answer& to);
void answer_print(session& of, session* other, const question& asked, answer& to);
void answer_convert(session& of, session* other, const question& asked, answer& to);
void answer_json(session& of, session* other, const question& asked, answer& to);
void answer_export(session& of, session* other, const question& asked, answer& to);

} // namespace ballast::wasm
