// Answers in their forms: text for people, Markdown and JSON.
#pragma once

#include "answers/diff.hpp"
#include "answers/report.hpp"
#include "answers/show.hpp"
#include "answers/summary.hpp"
#include "ballast/render.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::inline v0::render {

enum class form : std::uint8_t { text, markdown, json };

// Errors and notices as lines.
std::string lines_of(const std::vector<answers::diagnostic>& all);

// `how` is for text and Markdown. Nothing is written if there is no answer.
void write(answers::show_answer answer, form as, const view_options& how, const std::optional<memory_limit>& limit,
           const piece_taker& to);
void write(const answers::summary_answer& answer, form as, const table_options& how, const piece_taker& to);
void write(const answers::diff_answer& answer, form as, std::optional<std::int64_t> space, const table_options& how,
           const piece_taker& to);
// A page.
void write(const answers::report_answer& answer, std::optional<std::int64_t> space,
           const std::optional<memory_limit>& limit, const piece_taker& to);
// The heap of the module as a picture. Without one, that is reported, and there is no answer.
std::string svg(answers::report_answer& answer);

} // namespace ballast::inline v0::render
